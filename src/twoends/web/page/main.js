// The page's one flow: the address names a game, Python describes its position, the open view draws it. Every answer
// to an address is awaited here, and one that comes too late is dropped here.

import { addressOf, gameOf, partsOf, readAddress } from "./address.js";
import { drawBeside } from "./beside.js";
import { isCard, spoken } from "./cards.js";
import { drawCompare } from "./compare.js";
import { countHint, hintsUsed } from "./hints.js";
import { useKeys } from "./keys.js";
import { readMode } from "./modes.js";
import { Sheet } from "./newgame.js";
import { about, show } from "./numbers.js";
import { keepOffline } from "./offline.js";
import { drawPlay, drawResult } from "./play.js";
import { TWO, mirrored, namesOf } from "./players.js";
import { Refused, ask, firstGames } from "./python.js";
import { drawReview } from "./review.js";
import { html } from "./svg.js";
import { Table } from "./table.js";
import { showTrouble } from "./trouble.js";
import { drawWhy } from "./why.js";

const find = (selector) => document.querySelector(selector);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TITLES = { play: "Play", why: "Why", review: "Review", compare: "Compare" };

let view = null; // the position on the table, as Python describes it
let hinted = ""; // the position that a hint was asked for; the next turn has none until it is asked for again
let analysing = false;
let running = false; // whether two computers play on by themselves
let steps = 0; // counts changes of the address: an answer to an earlier one is too late

const table = new Table(find("#table"), find("#felt"), { onTake: take, onLook: look });
const sheet = new Sheet(find("#sheet"), { onPlay: (game, seat) => { go("play", game, seat); turnToTable(); } });

// --- where we are ------------------------------------------------------------------------------

/** Go to a game or a tab; `replace` where going back should not lead here. */
function go(tab, game, seat = view?.seat ?? "", { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", addressOf(tab, game, seat, goalOf(game, seat)));
  return follow();
}

/** The result to beat goes along as long as the row, the opponent and the first move are those of the challenge. */
function goalOf(game, seat) {
  const now = readAddress(location.hash);
  const same = now.goal && seat === now.seat && gameOf({ ...partsOf(game), moves: "" }) === gameOf({ ...partsOf(now.game), moves: "" });
  return same ? now.goal : "";
}

/** Show what the address says. */
async function follow() {
  const step = (steps += 1);
  const late = () => step !== steps;
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
    openTab(tab, game, seat);
    const described = await describe(game, seat);
    if (late()) return;
    view = { ...described, goal };
    document.title = titleOf(tab);
    const address = addressOf(tab, view.game, seat, goal);
    if (address !== location.hash) history.replaceState(null, "", address);
    showTrouble("");
    link(tab);
    if (tab === "play") await play(late);
    else await CHAPTERS[tab](find(`#${tab}`), late);
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    if (!late()) complain(refusal.message);
  } finally {
    if (!late()) rest();
  }
}

let asked = ""; // what a mode shows, so that another step or puzzle begins at its top

/** Puzzles, the lesson, the race, a class: drawn from their own part of the address. */
async function showMode({ name, title, draw, parts }, late) {
  const section = find(`#${name}`);
  if (section.hidden) section.replaceChildren(); // it may show another puzzle, with its answer
  for (const each of document.querySelectorAll("[data-view]")) each.hidden = each !== section;
  section.setAttribute("aria-busy", "true");
  document.body.dataset.tab = name;
  document.title = `${title} · Two Ends`;
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
    section.replaceChildren(html("h2", {}, title), html("p", {}, html("a", { href: "#puzzles" }, "All puzzles")));
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

/** Say what is wrong; where no game was described yet there is nothing else to see. */
function complain(sentence) {
  showTrouble(sentence);
  if (!view) for (const section of document.querySelectorAll("[data-view]")) section.hidden = true;
}

/** Nothing is awaited any more. */
function rest() {
  for (const section of document.querySelectorAll("[data-view]")) section.removeAttribute("aria-busy");
}

/** A position, and whether a person may move in it; the second of two people sees it from their side. */
async function describe(game, seat) {
  const told = await ask("moves", { game });
  if (seat !== TWO || told.to_move !== "opponent") return { ...told, seat, open: told.to_move === "you" && (!seat || seat === TWO) };
  const other = await ask("moves", { game: gameOf(mirrored(game)) });
  return { ...told, seat, open: true, moves: other.moves };
}

/** Show a tab at once; what it showed of another game goes before the answer comes. */
function openTab(tab, game, seat) {
  const other = !view || view.game !== game || view.seat !== seat;
  for (const section of document.querySelectorAll("[data-view]")) {
    section.hidden = section.id !== tab;
    if (section.id !== tab) continue;
    section.setAttribute("aria-busy", "true");
    if (tab !== "play" && (other || !section.childElementCount)) {
      section.replaceChildren(html("h2", {}, TITLES[tab]), html("p", { class: "muted" }, "Working it out …"));
    }
  }
  document.body.dataset.tab = tab;
}

function link(tab) {
  for (const each of document.querySelectorAll("[data-tab]:is(a)")) {
    each.href = addressOf(each.dataset.tab, view.game, view.seat, view.goal);
  }
  markCurrent((each) => each.dataset.tab === tab);
  find("#to-review").href = addressOf("review", view.game, view.seat, view.goal);
}

/** The chapters tell of a puzzle's or a step's game, and the review of the end that was taken; Play leads back to the game that is being played. */
function linkTo({ game, end }) {
  const played = { ...partsOf(game), moves: partsOf(game).moves + end };
  for (const [tab, told] of [["why", game], ["review", gameOf(played)], ["compare", game]]) {
    find(`nav [data-tab="${tab}"]`).href = addressOf(tab, told);
  }
}

function titleOf(tab) {
  const cards = view.row.length === 1 ? "one card" : `${view.row.length} cards`;
  const [you, they] = namesOf(view);
  return `${TITLES[tab]}: ${cards}, ${you === "You" ? "against" : `${you} and`} ${they} · Two Ends`;
}

const CHAPTERS = {
  async why(section, late) {
    const told = await ask("why", { game: view.game });
    if (!late()) drawWhy(section, view, told);
  },
  async review(section, late) {
    const judged = await ask("review", { game: view.game });
    if (!late()) drawReview(section, view, judged, { onTry: (moves) => { go("play", gameOf({ ...partsOf(view.game), moves })); turnToTable(); } });
  },
  async compare(section, late) {
    const told = await ask("compare", { row: partsOf(view.game).row });
    if (late()) return;
    drawCompare(section, view, told.answers, (opponent, first) => {
      go("play", gameOf({ row: partsOf(view.game).row, first, moves: "", opponent }), "");
      turnToTable();
    });
  },
};

// --- the game ----------------------------------------------------------------------------------

async function play(late) {
  find("#begin").hidden = Boolean(view.taken) || Boolean(view.seat);
  if (hinting()) countHint(view);
  drawPlay(table, view, hinting());
  drawBeside(find("#beside"), view, null, { onToggle: toggleAnalysis, hints: hintsUsed(view) });
  find("#run").setAttribute("aria-pressed", String(running));
  find("#run span").textContent = running ? "Stop" : "Run";
  if (view.over) {
    running = false;
    drawResult(view, hintsUsed(view), "");
    const reason = await whatDecided();
    if (late()) return;
    drawResult(view, hintsUsed(view), reason);
  }
  if (analysing) {
    const [why, review] = await Promise.all([ask("why", { game: seenBy(view) }), ask("review", { game: view.game })]);
    if (late()) return;
    if (view.open) countHint(view);
    drawBeside(find("#beside"), view, { why, review }, { onToggle: toggleAnalysis, hints: hintsUsed(view) });
  }
  if (view.over || view.open) return;
  const watching = view.to_move === "you" || Boolean(view.seat);
  if (!watching || running) await letReply(late);
}

/** The game as whoever is to move sees it. */
const seenBy = ({ game, seat, to_move: mover }) => (seat === TWO && mover !== "you" ? gameOf(mirrored(game)) : game);

/** The sentence after a game, about your costliest move; "" where there were people or computers only. */
async function whatDecided() {
  if (view.seat) return "";
  const { played } = await ask("review", { game: view.game });
  const yours = played.filter((move) => move.by === "you" && move.mark !== "best");
  if (!yours.length) return played.length ? "You gave nothing away." : "";
  const worst = yours.reduce((most, move) => (about(move.loss) > about(most.loss) ? move : most));
  const before = gameOf({ ...partsOf(view.game), moves: view.taken.slice(0, worst.number - 1) });
  const { why } = await ask("why", { game: before });
  return `Move ${worst.number} cost you most. ${why}`;
}

async function take(end) {
  if (!view?.open || find("#play").hidden) return;
  const parts = partsOf(view.game);
  view.open = false; // one move a turn, however fast the keys are pressed
  await go("play", gameOf({ ...parts, moves: parts.moves + end }));
}

/** The opponent's reply takes the place of your move in the history: going back leads to your turn. */
async function letReply(late) {
  const watching = Boolean(view.seat) && view.seat !== TWO;
  const pause = new Promise((resolve) => { setTimeout(resolve, watching ? 900 : calm.matches ? 60 : 520); });
  const [reply] = await Promise.all([ask("reply", { game: view.game, ...(view.to_move === "you" ? { player: view.seat } : {}) }), pause]);
  if (!late()) await go("play", reply.game, view.seat, { replace: true });
}

/** One move of a game between two computers. */
async function stepOn() {
  if (!view?.seat || view.seat === TWO || view.over) return;
  const step = steps;
  const reply = await ask("reply", { game: view.game, ...(view.to_move === "you" ? { player: view.seat } : {}) });
  if (step === steps) await go("play", reply.game, view.seat, { replace: true });
}

function toggleRun() {
  running = !running;
  follow();
}

function undo() {
  // By the address and not by the view: keys may be faster than Python.
  const { game, seat } = readAddress(location.hash);
  const parts = partsOf(game);
  if (seat) {
    running = false;
    if (parts.moves) go("play", gameOf({ ...parts, moves: parts.moves.slice(0, -1) }), seat);
    return;
  }
  const before = parts.first === "first" ? 0 : 1; // moves before your first one
  if (parts.moves.length <= before) return;
  const yours = Math.floor((parts.moves.length - 1 - before) / 2);
  go("play", gameOf({ ...parts, moves: parts.moves.slice(0, before + 2 * yours) }));
}

const hinting = () => view.open && hinted === view.game;

function toggleHint() {
  hinted = hinting() ? "" : view.game;
  if (hinting()) countHint(view);
  drawPlay(table, view, hinting());
}

function toggleAnalysis() {
  analysing = !analysing;
  follow();
}

/** Another row of the same kind and length, the same players. */
async function nextRow() {
  const games = await firstGames();
  const at = view ? games.findIndex((game) => partsOf(game).row === partsOf(view.game).row) : -1;
  turnToTable();
  if (at >= 0 && at + 1 < games.length && !view.seat) return go("play", games[at + 1], "");
  const cards = !view || view.row.every(isCard);
  const count = view ? Math.max(view.row.length, 2) : 12;
  const { row } = await ask("deal", cards ? { kind: "deck", count: Math.min(count, 52) } : { kind: "coins", count });
  const { first, opponent } = view ? partsOf(view.game) : { first: "first", opponent: "greedy right" };
  return go("play", gameOf({ row, first, moves: "", opponent }), view?.seat ?? "");
}

/** The table may be out of sight: on a phone what was pressed may be a screen below it. */
function turnToTable() {
  find("#felt").focus({ preventScroll: true });
  find("#stage").scrollIntoView({ block: "nearest" });
}

/** A card that is pointed at, in full. */
function look(index) {
  const word = view.row[index];
  const long = word.length > 6 || (view.row.length > 20 && index >= view.start && index < view.stop);
  find("#lens").textContent = long ? `Card ${index + 1} of ${view.row.length}: ${isCard(word) ? spoken(word) : word}` : "";
}

// --- hands -------------------------------------------------------------------------------------

/** A link to the same row with the result to beat. */
function challenge() {
  const { row, first, opponent } = partsOf(view.game);
  const address = addressOf("play", gameOf({ row, first, moves: "", opponent }), "", `${view.yours}:${view.theirs}`);
  const link = `I made ${show(view.yours)} : ${show(view.theirs)} of this row, can you? ${new URL(address, location.href).href}`;
  return copy(link, find("#challenge"), "Copied the challenge");
}

const share = () => copy(location.href, find("#share"), "Copied the link", "Copy the address of this page");

/** Copy a text; what came of it is said aloud, and shown for two seconds on the button that was pressed. */
async function copy(text, button, done = "Copied", failed = `Copy this: ${text}`) {
  let sentence = done;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    sentence = failed;
  }
  const before = button.dataset.says ?? button.textContent;
  button.dataset.says = before;
  find("#said").textContent = sentence;
  button.textContent = sentence;
  setTimeout(() => {
    find("#said").textContent = "";
    button.textContent = before;
  }, 2000);
}

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

/** What Python refuses when a hand asks for it is said as where an address does. */
const safely = (act) => async () => {
  try {
    await act();
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    showTrouble(refusal.message);
  }
};

const press = (id, act) => find(id).addEventListener("click", safely(act));

/** Before the first answer there is nothing on the table. */
const pressAtTable = (id, act) => press(id, () => view && act());

pressAtTable("#take-left", () => take("L"));
pressAtTable("#take-right", () => take("R"));
pressAtTable("#hint", toggleHint);
pressAtTable("#undo", undo);
pressAtTable("#step", stepOn);
pressAtTable("#run", toggleRun);
pressAtTable("#again", () => { go("play", gameOf({ ...partsOf(view.game), moves: "" })); turnToTable(); });
pressAtTable("#challenge", challenge);
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
    ArrowLeft: () => take("L"), ArrowRight: () => take("R"), h: toggleHint, u: undo, a: toggleAnalysis,
    r: () => go("review", view.game), n: safely(nextRow), f: fill,
  },
});

document.addEventListener("fullscreenchange", () => {
  document.body.classList.toggle("filled", Boolean(document.fullscreenElement));
  if (document.body.dataset.tab === "class") follow(); // which lays itself out for the room that it has now
});
addEventListener("popstate", follow);
follow();
keepOffline({ python: find("#python"), news: find("#news") });
