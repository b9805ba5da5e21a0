// The flow of the page: an event makes the next state, which is drawn, written to the history and asked about.

import { answerTo } from "./answers.js";
import { drawCompare } from "./compare.js";
import { rungIn } from "./contest.js";
import { dealCards, dealLike } from "./deal.js";
import { decisionKeys } from "./decide.js";
import { draw, html, once } from "./draw.js";
import { fill, useKeys } from "./keys.js";
import { nextInLadder } from "./ladder.js";
import { drawLesson } from "./lesson.js";
import { useMenu } from "./menu.js";
import { drawSheet, openSheet } from "./newgame.js";
import { onNews } from "./news.js";
import { keepOffline, keepPython } from "./offline.js";
import { drawOwn, termsAtTable, useOwn } from "./own.js";
import { NOT_SHOWN, isWhole, readTyped } from "./pasted.js";
import { drawPlay, fetching, moveFrom, waits } from "./play.js";
import { drawPuzzle, drawPuzzles } from "./puzzles.js";
import { Refused, ask, drop, inWorker, written } from "./python.js";
import { isForgetful, keep, recordsOf } from "./remember.js";
import { drawReview } from "./review.js";
import { after, atStart, legal, notation, readGame } from "./rules.js";
import { challengeOf, handOn, linkTo } from "./share.js";
import { CHAPTERS, TITLES, addressIn, addressOf, addressOfContest, asksOf, dayOf, isReplyDue, isUnaided, isWatched, namesOf, refusalOf, replyAsk, startOf, step } from "./state.js";
import { drawWhy } from "./why.js";

const find = (selector) => document.querySelector(selector);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const DRAW = { play: drawPlay, why: drawWhy, review: drawReview, compare: drawCompare, algorithms: drawChapter, puzzles: drawPuzzles, puzzle: drawPuzzle, lesson: drawLesson };

let chapter = null; // the module of Algorithms, a sixth of the page, once it is fetched
let fetched = ""; // what is said until then

/** Draw Algorithms, or fetch it. */
function drawChapter(now, act) {
  if (chapter) return chapter.drawAlgorithms(now, act);
  if (!fetched) {
    fetched = "Fetching the algorithms …";
    const redraw = () => change({ type: "set", values: {} });
    import("./algorithms.js").then((module) => { chapter = module; redraw(); }, () => { fetched = "The algorithms did not arrive: are you online? Reload the page to try again."; redraw(); });
  }
  return [html("h2", {}, "Algorithms"), html("p", { class: "muted" }, fetched)];
}

let state = { ...startOf(JSON.parse(find("#play").dataset.games)), forgetful: isForgetful(), portrait: innerHeight > innerWidth };

// --- events ----------------------------------------------------------------------------------------

/** What an event does besides making the next state. */
const EFFECTS = {
  next: nextRow,
  again: () => begin(atStart(state.position)),
  step: () => { if (isWatched(state)) reply(); },
  challenge: () => copy("challenge", challengeOf(state)),
  copy: ({ what, text }) => copy(what, text),
  play: ({ name, count }) => playOn(name, count),
  begin: ({ position, seat }) => begin(position, seat),
  submit: ({ typed, to }) => readOwn({ typed, to, terms: termsAtTable(state), text: "" }),
  answer({ move }) {
    change({ type: "answer", move });
    find(`#${state.page} .onwards a`)?.focus({ preventScroll: true });
  },
};

function send(event) {
  if (EFFECTS[event.type]) EFFECTS[event.type](event);
  else change(event);
}

/** Make the next state, and show it. `how` says how an address enters the history. */
function change(event, how = isWithoutReturn(event) ? "replaceState" : "pushState") {
  const before = state;
  state = step(state, event);
  if (state === before) return;
  if (state.records !== before.records && event.type !== "arrive") state = { ...state, ...keep(state) };
  const address = addressIn(state);
  if (address && (state.position !== before.position || state.page !== before.page || state.name !== before.name || state.answer !== before.answer) && address !== location.hash) history[how](null, "", address);
  drawAll(before);
  askAll();
  replyInTime();
}

/** Whether there is nothing to go back to: a game that counts, or other terms of one that has not begun. */
const isWithoutReturn = ({ type }) => (type === "take" && isUnaided(state)) || (type === "terms" && !state.position.steps.length);

const BEAT = 700; // milliseconds between two steps
const LONGEST = 45_000; // milliseconds for all steps, if that is less
let beat = 0;

/** Show the steps of what is looked at, one after the other. */
function playOn(name, count) {
  clearInterval(beat);
  change({ type: "look", at: { [name]: 1, playing: name } });
  beat = setInterval(() => {
    if (state.look.playing !== name) return clearInterval(beat);
    const next = state.look[name] + 1;
    return change({ type: "look", at: { [name]: next, playing: next < count ? name : "" } });
  }, Math.min(BEAT, LONGEST / count));
}

function begin(position, seat) {
  change({ type: "begin", position, seat });
  turnToTable();
}

/** Play, solve or explain the row of the field, or ask Python for what it is. A whole game is yours, whoever sat there. */
function readOwn(own, answer) {
  const { position, text } = readTyped(own.typed, own.terms, answer);
  const seat = isWhole(own.typed) ? "" : state.seat;
  if (!position && text === own.text) change({ type: "refused", slot: "own", sentence: NOT_SHOWN });
  else if (!position) change({ type: "own", own: { ...own, text } });
  else if (own.to === "play") begin(atStart(position), seat);
  else {
    change({ type: "own", own: null }); // the address may be that of the page already, which is no event
    location.hash = addressOf(own.to, position, seat);
  }
}

/** Scroll to the table: on a phone it may be a screen above the pressed button. */
function turnToTable() {
  find("#felt")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Read the address, at first and whenever the user goes elsewhere. */
function arrive() {
  const { page, name, contest } = state;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close(); // the user went back or followed a link
  change({ type: "arrive", hash: location.hash, records: recordsOf(state), today: dayOf(new Date()) }, "replaceState");
  if (page !== state.page || name !== state.name || contest !== state.contest) scrollTo(0, 0);
}

/** Another row of the same kind and length, with the same players. */
function nextRow() {
  const { position, games, seat, contest } = state;
  if (contest && position) {
    location.hash = rungIn(contest) ? nextInLadder(state) : "#puzzles";
    return undefined;
  }
  if (!position) return begin(readGame(`${dealCards(12).join(" ")} / first / - / greedy right`), "");
  const at = seat ? -1 : games.findIndex((game) => readGame(game).game.row === position.game.row);
  if (at >= 0 && at + 1 < games.length) return begin(readGame(games[at + 1]));
  return begin(readGame(notation(position, { row: dealLike(position.game), moves: [] })));
}

let copyTimer = 0;

/** Hand on a text; announce the outcome, and show it for two seconds on the pressed button. */
async function copy(what, text) {
  const sentence = await handOn(what, text);
  change({ type: "set", values: { copied: { what, sentence } } });
  clearTimeout(copyTimer);
  copyTimer = setTimeout(() => change({ type: "set", values: { copied: null } }), 2000);
}

// --- what takes long, and the other player ------------------------------------------------------------------

const asking = new Map(); // what was asked and is not answered yet, by its text
let clock = 0;

/** Ask what the state lacks, and drop what it no longer asks. */
function askAll() {
  let open = isReplyDue(state);
  const asks = asksOf(state);
  if (asking.size) dropAllBut(asks);
  if (replyAsked && replyAsked.position !== state.position) dropReply();
  for (const one of asks) {
    const [slot, ...asked] = one;
    if (slot in state.told || slot in state.refusals) continue;
    open = true;
    const key = keyOf(one);
    if (asking.has(key)) continue;
    asking.set(key, asked);
    const isAsked = () => asking.delete(key) && asksOf(state).some((each) => keyOf(each) === key);
    ask(...asked).then(
      (answer) => { if (isAsked()) hear(slot, answer); },
      (refusal) => {
        if (!isAsked()) return;
        if (!(refusal instanceof Refused)) throw refusal; // a file that did not arrive: it is asked for again
        change({ type: "refused", slot, sentence: refusal.message });
      });
  }
  if (open) clock ||= setInterval(() => change({ type: "set", values: { waited: state.waited + 1 } }), 1000);
  else {
    clearInterval(clock);
    clock = 0;
  }
}

const keyOf = ([slot, question, fields]) => JSON.stringify([slot, question, written(fields)]);

function dropReply() {
  drop(...replyAsked.asked);
  replyAsked = null;
  replying = null;
}

function dropAllBut(asks) {
  const needed = new Set(asks.map(keyOf));
  const questions = new Set(asks.map(([, ...asked]) => keyOf(["", ...asked])));
  for (const [key, asked] of asking) {
    if (needed.has(key)) continue;
    asking.delete(key);
    if (!questions.has(keyOf(["", ...asked]))) drop(...asked);
  }
}

function hear(slot, answer) {
  if (slot === "own") return readOwn(state.own, answer.game);
  if (slot !== "unread") {
    const dealing = !state.position;
    change({ type: "told", slot, answer, today: dayOf(new Date()) }, "replaceState");
    // Someone who has turned to the menu while the row was on its way keeps the focus there.
    if (dealing && state.position && !document.activeElement.closest("header")) turnToTable();
    return undefined;
  }
  const position = readGame(answer.game);
  if (!position) return change({ type: "refused", slot, sentence: NOT_SHOWN });
  return change({ type: "set", values: { position, unread: "", told: {} } }, "replaceState");
}

let replying = null; // the position that is being replied to
let replyAsked = null; // the question for it, while it is open

/** The opponent's reply replaces your move in the history, so that going back leads to your turn. */
function replyInTime() {
  if (!isReplyDue(state) || replying === state.position) return;
  replying = state.position;
  const pause = isWatched(state) ? 900 : calm.matches ? 60 : 520;
  reply(new Promise((resolve) => { setTimeout(resolve, pause); }));
}

/** Make the move of the computer to move, not before a pause; what takes long is asked meanwhile. */
async function reply(pause = null) {
  const { position, seat } = state;
  if (position.over) return;
  const asked = replyAsk(state);
  const known = answerTo(...asked);
  if (!known) replyAsked = { position, asked };
  try {
    const [answer] = await Promise.all([known ?? ask(...asked), pause]);
    const move = legal(position, answer.end);
    if (state.position === position && state.seat === seat && (pause === null || isReplyDue(state))) change({ type: "reply", to: position, move }, "replaceState");
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    if (state.position === position) change({ type: "refused", slot: "reply", sentence: refusal.message });
  } finally {
    if (replyAsked?.position === position) replyAsked = null;
    if (replying === position) replying = null;
  }
  replyInTime();
}

// --- drawing ---------------------------------------------------------------------------------------

const sections = Object.fromEntries([...document.querySelectorAll("[data-view]")].map((section) => [section.id, section]));
const PLACES = { nav: find("nav"), menu: find("#menu"), own: find("#own"), share: find("#share"), said: find("#said"), trouble: find("#trouble"), news: find("#news"), python: find("#python"), whole: find("#whole") };

function drawAll(before) {
  const { page, told, fault, unreached, refusals } = state;
  const trouble = unreached || fault || refusalOf(state);
  const shown = fault || refusals.unread ? "" : page;
  if (before.page !== page || before.fault !== fault || before.refusals !== refusals) {
    for (const name in sections) sections[name].hidden = name !== shown;
    document.body.dataset.tab = page;
  }
  const fresh = !(page in CHAPTERS) || (page === "play" && state.position !== null && !state.position.steps.length);
  document.body.classList.toggle("fresh", fresh);
  PLACES.whole.hidden = !(page in CHAPTERS) || Boolean(state.contest);
  // During a game that began below the field its room stays, so that the table does, too.
  const hasRoom = fresh || (!PLACES.own.hidden && before.page === page);
  PLACES.own.hidden = fault || page === "play" ? Boolean(fault || state.contest) || !hasRoom : !(page in CHAPTERS);
  if (state.own || before.own) drawOwn(state);
  drawMenu();
  document.title = `${titleOf()} · Two Ends`;
  for (const name of NEWS) {
    if (state[name] === before[name]) continue;
    drawNews(trouble);
    break;
  }
  if (shown) {
    const section = sections[shown];
    const focused = document.activeElement;
    const inside = section.contains(focused);
    draw(section, state.unread && page !== "play" ? html("p", { class: "muted" }, waits(state, "Reading the link …")) : DRAW[page](state, send));
    if (inside && page === "play") keepFocus(section, focused);
    section.setAttribute("aria-busy", String(page !== "play" && asksOf(state).some(([slot]) => !(slot in told || slot in refusals))));
    watch(section.querySelector(".felt"));
  }
  if (state.sheet || before.sheet) drawSheet(find("#sheet"), state, send);
}

let left = null; // the index of the card that had the focus when it was taken

/** Move the focus on from what is no longer a button: to the next card of that end, the table while it waits, or the result. */
function keepFocus(section, focused) {
  if (focused.id !== "felt") {
    if (focused.isConnected && focused.tabIndex >= 0) return;
    left = focused.dataset.index ?? null;
  }
  const far = (card) => Math.abs(card.dataset.index - left);
  const cards = left === null ? [] : [...section.querySelectorAll(".face[role=button]")];
  const next = section.querySelector("#result .primary") ?? cards.reduce((near, card) => (near && far(near) <= far(card) ? near : card), null) ?? find("#take-left") ?? find("#felt");
  if (!next || next === focused) return;
  if (next.id !== "felt") left = null;
  next.focus({ preventScroll: true });
}

/** What the messages around the content depend on. */
const NEWS = ["fault", "refusals", "unreached", "copied", "share", "left", "offline", "update"];

/** The messages around the content. */
function drawNews(trouble) {
  const { copied, share: loaded, offline, update } = state;
  const isShared = copied?.what === "share";
  draw(PLACES.share, isShared ? copied.sentence : "Copy link");
  draw(PLACES.menu, isShared ? copied.sentence : "Menu"); // which has closed
  draw(PLACES.said, copied?.sentence ?? "");
  PLACES.trouble.hidden = !trouble;
  draw(PLACES.trouble, trouble ? [
    html("p", {}, trouble.charAt(0).toUpperCase() + trouble.slice(1) + (/[.?!]$/.test(trouble) ? "" : ".")),
    state.unreached ? null : html("button", { type: "button", onclick: nextRow }, "Deal a new row")] : null);
  PLACES.news.hidden = !update;
  draw(PLACES.news, update ? ["A new version is available. ", html("button", { type: "button", class: "quiet", onclick: () => update.postMessage("take over") }, "Reload")] : null);
  draw(PLACES.python, loaded !== null && loaded < 1 ? fetching(state) : OFFLINE[offline]);
}

const KEEP = html("button", { type: "button", class: "link", onclick: keepPython }, "Keep Python offline, too (7 MB)");

/** What became of it, for screen readers. */
const OUTCOMES = { kept: "Python is stored.", failed: "Python could not be stored." };

/** What works without a network. */
const OFFLINE = {
  "": "",
  page: ["The page works offline. ", KEEP],
  keeping: "The page works offline. Storing Python …",
  failed: ["The page works offline. Python could not be stored: are you online? ", KEEP],
  kept: "The page works offline, with Python.",
};

const MENU = { play: "Play", puzzles: "Puzzles", lesson: "Learn", why: "Why", review: "Review", compare: "Compare", algorithms: "Algorithms" };

const links = once((here, tabs) => tabs.split(" ").map((tab) =>
  html("a", { [tab in CHAPTERS ? "data-tab" : "data-mode"]: tab, href: tab === "lesson" ? "#lesson/1" : `#${tab}`, "aria-current": here === tab ? "page" : null }, MENU[tab])));

/** The links of the menu: while a puzzle or a step is shown, its chapters are about it, and Play leads back to the game. */
function drawMenu() {
  const { page, position, seat, goal, decision, answer, contest, records } = state;
  const made = decision && answer ? legal(decision, answer) : null;
  const unaided = contest && isUnaided({ contest, position, records });
  let tabs = "play puzzles lesson";
  if (decision ? made : !unaided) for (const tab in MENU) if (tab in CHAPTERS && tab !== "play") tabs += ` ${tab}`; // else they would give the answer away
  draw(PLACES.nav, links(page === "puzzle" ? "puzzles" : page, tabs));
  // Each move changes the addresses alone.
  const game = position ? addressOf("", position, seat, goal).slice(1) : "";
  const asked = decision ? addressOf("", decision).slice(1) : "";
  for (const link of PLACES.nav.querySelectorAll("[data-tab]")) {
    const { tab } = link.dataset;
    if (tab === "play") link.href = contest && position ? addressOfContest({ position, contest, records }) : `#${tab}${game}`;
    else link.href = tab === "review" && made ? addressOf(tab, after(decision, made)) : `#${tab}${asked || game}`;
  }
}

function titleOf() {
  const { page, position } = state;
  if (!(page in CHAPTERS) || !position) return TITLES[page];
  const [you, they] = namesOf(state);
  const cards = position.game.words.length;
  return `${TITLES[page]}: ${cards === 1 ? "one card" : `${cards} cards`}, ${you === "You" ? "against" : `${you} and`} ${they}`;
}

// --- the size of the table -------------------------------------------------------------------------

let watched = null;
const observer = new ResizeObserver(measure);

function watch(felt) {
  if (felt === watched) return;
  observer.disconnect();
  watched = felt;
  if (!felt) return;
  observer.observe(felt);
  const stage = felt.closest(".stage");
  if (stage) observer.observe(stage);
  measure(); // at once, so that the cards are drawn before anything else is done
}

/** The table has the room that the rest of the stage leaves on the screen, whatever it needs itself. */
function measure() {
  const [stage, wide] = [watched?.closest(".stage"), watched?.clientWidth];
  if (!wide) return;
  const least = Number.parseFloat(getComputedStyle(watched).minHeight);
  const excess = stage ? stage.clientHeight - Number.parseFloat(getComputedStyle(stage).minHeight) : 0;
  const tall = Math.round(stage ? Math.max(least, watched.clientHeight - Math.max(excess, 0)) : least);
  if (wide !== state.size?.wide || tall !== state.size?.tall) change({ type: "set", values: { size: { wide, tall } } });
}

// --- start -------------------------------------------------------------------------------------------

const take = (side) => () => {
  const move = moveFrom(state.position, side, state.count);
  if (move) send({ type: "take", move: move.name });
};

const KEYS = {
  ArrowLeft: take("L"), ArrowRight: take("R"), h: () => send({ type: "hint" }), u: () => send({ type: "undo" }), a: () => send({ type: "analysis" }),
  r: () => { location.hash = addressOf("review", state.position, state.seat, state.goal); }, n: nextRow, f: fill,
  ...Object.fromEntries([..."123456789"].map((digit) => [digit, () => send({ type: "count", count: Number(digit) })])),
};

/** The keys of what is shown. A game without help has none to its review or to another row. */
function keysNow() {
  if (state.fault || state.unread || (state.page === "play" && !state.position)) return {};
  if (state.page === "play") return isUnaided(state) ? { ...KEYS, r: null, n: null } : KEYS;
  return { ...(state.decision ? decisionKeys(state, send) : {}), ...(state.page === "algorithms" && chapter ? chapter.algorithmKeys(state, send) : {}), f: fill };
}

useKeys(keysNow);
useMenu();
useOwn(PLACES.own, () => state, send);

find("#new").addEventListener("click", () => change({ type: "set", values: { sheet: openSheet(state) } }));
find("#share").addEventListener("click", () => copy("share", linkTo(state)));
find("#about").addEventListener("click", () => find("#rules").showModal());
find("#fill").addEventListener("click", () => { find("#rules").close(); fill(); });
find("#unfill").addEventListener("click", fill);
find("#sheet").addEventListener("close", () => change({ type: "set", values: { sheet: null } }));
document.addEventListener("fullscreenchange", () => document.body.classList.toggle("filled", Boolean(document.fullscreenElement)));
addEventListener("resize", () => {
  measure();
  const portrait = innerHeight > innerWidth;
  if (portrait !== state.portrait) change({ type: "set", values: { portrait } });
});
addEventListener("popstate", arrive);

onNews((news) => {
  const waited = news.share === 1 ? { waited: 0 } : {};
  const copied = state.offline === "keeping" && news.offline in OUTCOMES ? { copied: { what: "offline", sentence: OUTCOMES[news.offline] } } : {};
  change({ type: "set", values: { ...news, ...waited, ...copied } });
  if (news.share === 1) keepPython();
});
arrive();
document.documentElement.classList.remove("linked");
if (inWorker) addEventListener("load", keepOffline);
