// The flow of the page: the address names a game, rules.js replays it, the open view draws it at once; Python's
// evaluation comes later. Every answer to an address is awaited here, and dropped here if it comes too late.

import { addressOf, gameOf, partsOf, readAddress } from "./address.js";
import { drawBeside } from "./beside.js";
import { isCard, isShortened, spoken } from "./cards.js";
import { CHAPTERS } from "./chapters.js";
import { challenge, copy, share } from "./copying.js";
import { countHint, hintsUsed } from "./hints.js";
import { dealCards, dealLike } from "./deal.js";
import { bestTotal, judge, reply, seenBy, whatDecided } from "./judgement.js";
import { fill, useKeys } from "./keys.js";
import { readMode } from "./modes.js";
import { Sheet } from "./newgame.js";
import { keepOffline } from "./offline.js";
import { drawPlay, drawResult, drawUnread, moveFrom } from "./play.js";
import { TWO, namesOf } from "./players.js";
import { Refused, ask, firstGames } from "./python.js";
import { position, readGame } from "./rules.js";
import { html } from "./svg.js";
import { Table } from "./table.js";
import { showTrouble } from "./trouble.js";
import { waits } from "./waiting.js";
import { PUZZLES, REASON, TABLE, TITLES, WORKING, gameTitle, titled } from "./words.js";

const find = (selector) => document.querySelector(selector);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let view = null; // the position on the table: from rules.js, and with Python's evaluation once it arrives
let hinted = ""; // the position for which a hint was requested; the next turn starts without one
let analysing = false;
let running = false; // whether two computers play on by themselves
let steps = 0; // counts changes of the address, to recognise late answers

const table = new Table(find("#table"), find("#felt"), { onTake: take, onLook: look });
const sheet = new Sheet(find("#sheet"), { onPlay: begin });

// --- the address ------------------------------------------------------------------------------

/** Go to a game or a tab; `replace` if going back should skip it. */
function go(tab, game, seat = view?.seat ?? "", { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", addressOf(tab, game, seat, goalOf(game, seat)));
  return follow();
}

/** Go to a game at the table, and scroll to it. */
function begin(game, seat) {
  go("play", game, seat);
  turnToTable();
}

/** Keep the result to beat while the row, the opponent and the first player are those of the challenge. */
function goalOf(game, seat) {
  const now = readAddress(location.hash);
  const same = now.goal && seat === now.seat && gameOf({ ...partsOf(game), moves: "" }) === gameOf({ ...partsOf(now.game), moves: "" });
  return same ? now.goal : "";
}

/** Show the view of the address. */
async function follow() {
  const step = (steps += 1);
  const late = () => step !== steps;
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close(); // the user went back or followed a link
  const mode = readMode(location.hash);
  if (mode) return showMode(mode, late);
  const { tab, game, seat, goal, fault } = readAddress(location.hash);
  if (fault) {
    rest();
    complain(fault);
    return;
  }
  try {
    if (!game) {
      const [first] = await firstGames();
      if (!late()) await go(tab, first, "", { replace: true });
      return;
    }
    const drawn = position(game);
    if (!drawn) {
      await readByPython(tab, game, seat, late);
      return;
    }
    const open = !drawn.over && (seat === TWO || (!seat && drawn.to_move === "you"));
    const known = view?.game === drawn.game && view.seat === seat ? view.judged : null;
    const other = view?.game !== drawn.game || view.seat !== seat;
    view = { ...drawn, seat, goal, open, judged: known };
    openTab(tab, other);
    document.title = titleOf(tab);
    const address = addressOf(tab, view.game, seat, goal);
    if (address !== location.hash) history.replaceState(null, "", address);
    showTrouble("");
    link(tab);
    if (tab === "play") await play(late);
    else await CHAPTERS[tab](find(`#${tab}`), view, late, begin);
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    if (late()) return;
    view = null;
    complain(refusal.message);
  } finally {
    if (!late()) rest();
  }
}

/** Let Python read a game in another notation than its own, or say what is wrong. */
async function readByPython(tab, game, seat, late) {
  view = null;
  openTab(tab, true);
  drawUnread(table);
  const told = await ask("moves", { game });
  if (late()) return;
  if (position(told.game)) await go(tab, told.game, seat, { replace: true });
  else complain(TABLE.notHere);
}

let asked = ""; // what a mode shows, to scroll to the top of another step or puzzle

/** Draw puzzles or the lesson from their own part of the address. */
async function showMode({ name, title, draw, parts }, late) {
  const section = find(`#${name}`);
  // The old content may be another puzzle with its answer.
  if (section.hidden) section.replaceChildren(html("h2", {}, title), html("p", { class: "muted" }, waits(WORKING)));
  for (const each of document.querySelectorAll("[data-view]")) each.hidden = each !== section;
  section.setAttribute("aria-busy", "true");
  document.body.dataset.tab = name;
  document.body.classList.add("fresh"); // until there is something to analyse
  document.title = titled(title);
  markCurrent((link) => link.dataset.mode === name);
  try {
    const decided = await draw(section, parts, { late, to, copy });
    if (late()) return;
    if (decided) linkTo(decided);
    showTrouble("");
    if (asked !== (asked = `${name}/${parts[0]}`)) scrollTo(0, 0);
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    if (late()) return;
    section.replaceChildren(html("h2", {}, title), html("p", {}, html("a", { href: "#puzzles" }, PUZZLES.all)));
    showTrouble(refusal.message);
  } finally {
    if (!late()) rest();
  }
}

/** Go to an address of a mode. */
function to(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  return follow();
}

function markCurrent(isCurrent) {
  for (const each of document.querySelectorAll("nav a")) {
    if (isCurrent(each)) each.setAttribute("aria-current", "page");
    else each.removeAttribute("aria-current");
  }
}

/** Say what is wrong; if there is no game yet, show only that. */
function complain(sentence) {
  showTrouble(sentence);
  if (!view) for (const section of document.querySelectorAll("[data-view]")) section.hidden = true;
}

/** Stop showing that something is loading. */
function rest() {
  for (const section of document.querySelectorAll("[data-view]")) section.removeAttribute("aria-busy");
}

/** Show a tab at once, without its content for another game. */
function openTab(tab, other) {
  for (const section of document.querySelectorAll("[data-view]")) {
    section.hidden = section.id !== tab;
    if (section.id !== tab) continue;
    section.setAttribute("aria-busy", "true");
    if (tab !== "play" && (other || !section.childElementCount)) {
      section.replaceChildren(html("h2", {}, TITLES[tab]), html("p", { class: "muted" }, waits(WORKING)));
    }
  }
  document.body.dataset.tab = tab;
  document.body.classList.toggle("fresh", tab === "play" && view !== null && !view.taken.length);
}

function link(tab) {
  for (const each of document.querySelectorAll("[data-tab]:is(a)")) {
    each.href = addressOf(each.dataset.tab, view.game, view.seat, view.goal);
  }
  markCurrent((each) => each.dataset.tab === tab);
  find("#to-review").href = addressOf("review", view.game, view.seat, view.goal);
}

/** Link the chapters to the game of a puzzle or a step, the review with the move taken, and Play to the current game. */
function linkTo({ game, end }) {
  document.body.classList.toggle("fresh", !end);
  const played = { ...partsOf(game), moves: [...partsOf(game).moves, ...(end ? [end] : [])] };
  for (const [tab, told] of [["why", game], ["review", gameOf(played)], ["compare", game]]) {
    find(`nav [data-tab="${tab}"]`).href = addressOf(tab, told);
  }
}

function titleOf(tab) {
  return titled(gameTitle(TITLES[tab], view.row.length, ...namesOf(view)));
}

// --- the game ----------------------------------------------------------------------------------

async function play(late) {
  find("#begin").hidden = view.taken.length > 0 || Boolean(view.seat);
  if (hinting()) countHint(view);
  drawTable();
  find("#play").removeAttribute("aria-busy"); // the game can be played before it is evaluated
  find("#run").setAttribute("aria-pressed", String(running));
  find("#run span").textContent = running ? TABLE.stop : TABLE.run;
  if (view.over) {
    running = false;
    drawResult(view, hintsUsed(view), view.seat ? "" : waits(REASON.waits));
  }
  const watching = view.to_move === "you" || Boolean(view.seat);
  const replied = !view.over && !view.open && (!watching || running) ? letReply(late) : null;
  await Promise.all([replied, learn(late)]);
}

const drawAside = (known) =>
  drawBeside(find("#beside"), view, known, { open: analysing, onToggle: toggleAnalysis, hints: hintsUsed(view) });

function drawTable() {
  drawPlay(table, view, { hint: hinting(), count: chosenCount() });
  drawAside(null);
}

/** Draw Python's evaluation of the table as it arrives. */
async function learn(late) {
  if (!view.judged) {
    const judged = await judge(view);
    if (late()) return;
    view.judged = judged;
    if (hinting()) drawTable();
  }
  if (view.over) {
    const [reason, best] = await Promise.all([whatDecided(view), bestTotal(view)]);
    if (late()) return;
    drawResult(view, hintsUsed(view), reason, best);
  }
  if (!analysing) return;
  const [why, review] = await Promise.all([view.over ? null : ask("why", { game: seenBy(view) }), ask("review", { game: view.game })]);
  if (late()) return;
  if (view.open) countHint(view);
  drawAside({ why, review });
}

async function take(move) {
  if (!view?.open || find("#play").hidden) return;
  const parts = partsOf(view.game);
  const next = gameOf({ ...parts, moves: [...parts.moves, move] });
  if (!readGame(next)) return; // not a legal move
  view.open = false; // one move per turn, however fast keys are pressed
  await go("play", next);
}

/** Take the chosen number of cards from an end, or as few as allowed. */
const takeSide = (side) => () => take(moveFrom(view, side, chosenCount()) ?? side);

let count = 1; // cards that the buttons and the arrows take, if there is a choice

const chosenCount = () => count;

function choose(cards) {
  if (!view) return;
  count = cards;
  drawPlay(table, view, { hint: hinting(), count });
}

/** The opponent's reply replaces your move in the history, so that going back leads to your turn. */
async function letReply(late) {
  const watching = Boolean(view.seat) && view.seat !== TWO;
  const pause = new Promise((resolve) => { setTimeout(resolve, watching ? 900 : calm.matches ? 60 : 520); });
  const [next] = await Promise.all([reply(view), pause]);
  if (!late()) await go("play", next, view.seat, { replace: true });
}

/** One move of a game between two computers. */
async function stepOn() {
  if (!view?.seat || view.seat === TWO || view.over) return;
  const step = steps;
  const next = await reply(view);
  if (step === steps) await go("play", next, view.seat, { replace: true });
}

function toggleRun() {
  running = !running;
  follow();
}

function undo() {
  // Uses the address, not the view, because keys may be faster than Python.
  const { game, seat } = readAddress(location.hash);
  const parts = partsOf(game);
  if (seat) {
    running = false;
    if (parts.moves.length) go("play", gameOf({ ...parts, moves: parts.moves.slice(0, -1) }), seat);
    return;
  }
  const yours = readGame(game)?.steps.findLastIndex((step) => step.by === "you") ?? -1;
  if (yours >= 0) go("play", gameOf({ ...parts, moves: parts.moves.slice(0, yours) }));
}

const hinting = () => view.open && hinted === view.game;

function toggleHint() {
  hinted = hinting() ? "" : view.game;
  if (hinting()) countHint(view);
  drawTable();
}

function toggleAnalysis() {
  analysing = !analysing;
  follow();
}

/** Start another game with a new row of the same kind and length and the same players. */
async function nextRow() {
  const games = await firstGames();
  const at = view ? games.findIndex((game) => partsOf(game).row === partsOf(view.game).row) : -1;
  turnToTable();
  if (at >= 0 && at + 1 < games.length && !view.seat) return go("play", games[at + 1], "");
  if (!view) return go("play", gameOf({ row: dealCards(12).join(" "), first: "first", moves: [], opponent: "greedy right" }), "");
  const parts = partsOf(view.game);
  return go("play", gameOf({ ...parts, row: dealLike(view, parts.row), moves: [] }), view.seat);
}

/** Scroll to the table: on a phone it may be a screen above the pressed button. */
function turnToTable() {
  find("#felt").focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Show the full value of the card under the pointer. */
function look(index) {
  const word = view.row[index];
  const long = isShortened(word) || (view.row.length > 20 && view.lanes.some(({ places }) => places.includes(index)));
  find("#lens").textContent = long ? TABLE.card(index + 1, view.row.length, isCard(word) ? spoken(word) : word) : "";
}

// --- events -------------------------------------------------------------------------------------

/** Show what Python refuses after an action like a fault in an address. */
const safely = (act) => async () => {
  try {
    await act();
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    showTrouble(refusal.message);
  }
};

const press = (id, act) => find(id).addEventListener("click", safely(act));

/** Do nothing before the first position is on the table. */
const pressAtTable = (id, act) => press(id, () => view && act());

pressAtTable("#take-left", takeSide("L"));
pressAtTable("#take-right", takeSide("R"));
find("#counts").addEventListener("click", ({ target }) => { if (target.dataset.count) choose(Number(target.dataset.count)); });
pressAtTable("#hint", toggleHint);
pressAtTable("#undo", undo);
pressAtTable("#step", stepOn);
pressAtTable("#run", toggleRun);
pressAtTable("#again", () => begin(gameOf({ ...partsOf(view.game), moves: [] }), view.seat));
pressAtTable("#challenge", () => challenge(view));
pressAtTable("#next", nextRow);
press("#new", () => sheet.open(view));
press("#share", share);
press("#about", () => find("#rules").showModal());
press("#fill", () => { find("#rules").close(); fill(); });
press("#trouble button", () => {
  view = null;
  nextRow();
});

useKeys({
  active: () => view !== null,
  play: {
    ArrowLeft: () => takeSide("L")(), ArrowRight: () => takeSide("R")(), h: toggleHint, u: undo, a: toggleAnalysis,
    r: () => go("review", view.game), n: safely(nextRow), f: fill,
    ...Object.fromEntries([..."123456789"].map((digit) => [digit, () => choose(Number(digit))])),
  },
});

document.addEventListener("fullscreenchange", () => {
  document.body.classList.toggle("filled", Boolean(document.fullscreenElement));
});
addEventListener("popstate", follow);
follow(); // first, so that the position is drawn before Python is asked
keepOffline({ python: find("#python"), news: find("#news") });
