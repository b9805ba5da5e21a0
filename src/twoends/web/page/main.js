// The page's one flow: the address names a game, the server describes its position, the open view draws it.

import { TABS, addressOf, gameOf, partsOf, readAddress } from "./address.js";
import { Refused, ask, deal, watchServer } from "./api.js";
import { spoken, theCard } from "./cards.js";
import { drawCompare } from "./compare.js";
import { show } from "./numbers.js";
import { drawReview } from "./review.js";
import { html } from "./svg.js";
import { Table } from "./table.js";
import { drawWhy } from "./why.js";

const find = (selector) => document.querySelector(selector);
const form = find("#new-game");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let view = null; // the position on the table, as /api/moves describes it
let hint = false;
let steps = 0; // counts changes of the address: an answer to an earlier one is too late

const table = new Table(find("#table"), take);

// --- where we are ------------------------------------------------------------------------------

/** Go to a game or a tab; `replace` where going back should not lead here. */
function go(tab, game, { replace = false } = {}) {
  const address = addressOf(tab, game);
  history[replace ? "replaceState" : "pushState"](null, "", address);
  return follow();
}

/** Show what the address says. */
async function follow() {
  const step = (steps += 1);
  const { tab, game } = readAddress(location.hash);
  try {
    if (!game) return await newGame({ tab, replace: true });
    const position = await ask("moves", { game });
    if (step !== steps) return undefined;
    if (!view) fillForm(position);
    view = position;
    showTrouble(null);
    await openTab(tab);
    if (step === steps && tab === "play") {
      document.title = `Two Ends: ${view.row.length} cards against ${view.opponent}`;
      drawPlay();
      if (!view.over && !view.your_turn) await letReply(step);
    }
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    if (step === steps) showTrouble(fault.message);
  }
  return undefined;
}

async function openTab(tab) {
  for (const section of document.querySelectorAll("[data-view]")) section.hidden = section.id !== tab;
  for (const link of document.querySelectorAll("[data-tab]")) {
    link.href = addressOf(link.dataset.tab, view.game);
    if (link.dataset.tab === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  find("#to-review").href = addressOf("review", view.game);
  if (tab === "why") await drawWhy(find("#why"), view);
  if (tab === "review") await drawReview(find("#review"), view, (moves) => {
    hint = true;
    go("play", gameOf({ ...partsOf(view.game), moves }));
  });
  if (tab === "compare") await drawCompare(find("#compare"), view, (opponent, first) => {
    go("play", gameOf({ row: partsOf(view.game).row, first, moves: "", opponent }));
  });
}

// --- the game ----------------------------------------------------------------------------------

async function take(side) {
  if (!view?.your_turn || find("#play").hidden) return;
  const parts = partsOf(view.game);
  view.your_turn = false; // one move a turn, however fast the keys are pressed
  await go("play", gameOf({ ...parts, moves: parts.moves + side }));
}

/** The opponent's reply takes the place of your move in the history: going back leads to your turn. */
async function letReply(step) {
  const pause = new Promise((resolve) => setTimeout(resolve, calm.matches ? 60 : 520));
  const [reply] = await Promise.all([ask("reply", { game: view.game }), pause]);
  if (step === steps) await go("play", reply.game, { replace: true });
}

function undo() {
  // By the address and not by the view: keys may be faster than the server.
  const parts = partsOf(readAddress(location.hash).game);
  const before = parts.first === "first" ? 0 : 1; // moves before your first one
  if (parts.moves.length <= before) return;
  const yours = Math.floor((parts.moves.length - 1 - before) / 2);
  go("play", gameOf({ ...parts, moves: parts.moves.slice(0, before + 2 * yours) }));
}

function toggleHint() {
  hint = !hint;
  drawPlay();
}

async function newGame({ tab = "play", replace = false } = {}) {
  const chosen = new FormData(form);
  let row = chosen.get("own");
  if (chosen.get("kind") !== "own") ({ row } = await deal({ kind: chosen.get("kind"), count: chosen.get("count") }));
  const game = gameOf({ row, first: chosen.get("first"), moves: "", opponent: chosenOpponent(chosen) });
  turnToTable();
  await go(tab, game, { replace });
}

function chosenOpponent(chosen) {
  const name = chosen.get("opponent");
  const words = [name];
  if (name === "greedy" || name === "modest") words.push(chosen.get("ties"));
  if (name === "random" && chosen.get("left") !== "1/2") words.push(chosen.get("left"));
  if (name !== "random" && chosen.get("trembling")) words.push("trembling", chosen.get("trembling"));
  return words.join(" ");
}

/** The form of a page that was opened by a link says what the link says. */
function fillForm({ opponent, you_first: youFirst }) {
  const [steady, trembling = ""] = opponent.split(" trembling ");
  const [name, word] = steady.split(" ");
  const fields = { opponent: name, ties: word, left: word, trembling, first: youFirst ? "first" : "second" };
  for (const [field, value] of Object.entries(fields)) {
    const element = form.elements[field];
    if (element instanceof RadioNodeList || [...element.options].some((option) => option.value === value)) element.value = value;
  }
  fitForm();
}

/** The table may be out of sight: on a phone the form is a screen below it. */
function turnToTable() {
  find("#felt").focus({ preventScroll: true });
  find("#felt").scrollIntoView({ block: "nearest" });
}

function sameRow() {
  const chosen = new FormData(form);
  turnToTable();
  go("play", gameOf({ ...partsOf(view.game), first: chosen.get("first"), moves: "", opponent: chosenOpponent(chosen) }));
}

// --- what is seen ------------------------------------------------------------------------------

function drawPlay() {
  const { promised } = view;
  find("#opponent-name").textContent = `Opponent, ${view.opponent}`;
  find("#their-total").textContent = show(view.theirs);
  find("#your-total").textContent = show(view.yours);
  find("#promise").textContent = view.over ? "" :
    `${view.opponent.match(/random|trembling/) ? "Best play, on average" : "Best play ends"} ${show(promised.yours)} : ${show(promised.theirs)}`;
  // On a narrow screen the hint is told to ears alone: there the labels of the cards have to do.
  find("#status").replaceChildren(situation(), html("span", { class: "hint-told" }, hintTold()));
  // Not `disabled`: a button that is waiting for the opponent keeps the focus.
  for (const button of document.querySelectorAll(".take")) button.setAttribute("aria-disabled", String(!view.your_turn));
  find("#undo").setAttribute("aria-disabled", String(view.taken.length <= (view.you_first ? 0 : 1)));
  find("#hint").setAttribute("aria-pressed", String(hint));
  const rest = view.row.slice(view.start, view.stop);
  find("#table").setAttribute("aria-label", rest.length
    ? `Row of ${rest.length}: ${rest.slice(0, 60).map(spoken).join(", ")}${rest.length > 60 ? " and more" : ""}`
    : "The row is empty");
  find("#result").hidden = !view.over;
  if (view.over) find("#result p").textContent = outcome();
  table.draw(view, hint);
}

/** What happened and what is to do, for eyes and for ears. */
function situation() {
  const said = [];
  const moves = view.taken.length;
  const last = (back) => {
    const yours = view.you_first === ((moves - back) % 2 === 0);
    return `${yours ? "You" : "The opponent"} took ${theCard(takenAt(moves - back))}.`;
  };
  if (moves > 1) said.push(last(2));
  if (moves > 0) said.push(last(1));
  if (view.over) return [...said, outcome()].join(" ");
  if (!view.your_turn) return [...said, "The opponent is to move."].join(" ");
  const [left, right] = [view.row[view.start], view.row[view.stop - 1]].map(theCard);
  said.push(view.stop - view.start === 1 ? `Your turn: the last one, ${left}.` : `Your turn: ${left} on the left, ${right} on the right.`);
  return said.join(" ");
}

function hintTold() {
  if (!hint || view.over || !view.your_turn) return "";
  const told = view.moves.map((move) =>
    `${move.end === "L" ? "left" : "right"} ends at ${show(move.finish)}${move.mark === "best" ? ", best" : `, ${show(move.loss)} less`}`);
  return ` Hint: ${told.join("; ")}.`;
}

/** The card that a move took. */
function takenAt(move) {
  const before = [...view.taken.slice(0, move)];
  const lefts = before.filter((side) => side === "L").length;
  return view.taken[move] === "L" ? view.row[lefts] : view.row[view.row.length - 1 - (move - lefts)];
}

function outcome() {
  // The promise of a finished game is its result; the server compared, for totals may be long fractions.
  const verdict = { you: "You win", opponent: "The opponent wins", draw: "A draw" }[view.leader];
  return `${verdict}, ${show(view.yours)} : ${show(view.theirs)}.`;
}

function showTrouble(sentence) {
  const box = find("#trouble");
  const news = box.hidden;
  box.hidden = sentence === null;
  if (sentence === null) return;
  box.querySelector("p").textContent = sentence[0].toUpperCase() + sentence.slice(1) + (sentence.endsWith(".") ? "" : ".");
  if (news) box.scrollIntoView({ block: "nearest" });
}

/** Show the fields that go with what is chosen. */
function fitForm() {
  const chosen = new FormData(form);
  for (const field of form.querySelectorAll("[data-for]")) {
    const fits = field.dataset.for.split(" ");
    field.hidden = !fits.includes(chosen.get("kind")) && !fits.includes(chosen.get("opponent"));
  }
  const count = form.elements.count;
  count.disabled = chosen.get("kind") === "own";
  count.max = chosen.get("kind") === "deck" ? 52 : 1000;
  form.elements.own.required = chosen.get("kind") === "own";
}

// --- hands -------------------------------------------------------------------------------------

find("#take-left").addEventListener("click", () => take("L"));
find("#take-right").addEventListener("click", () => take("R"));
find("#hint").addEventListener("click", toggleHint);
find("#undo").addEventListener("click", undo);
find("#again").addEventListener("click", () => {
  turnToTable();
  go("play", gameOf({ ...partsOf(view.game), moves: "" }));
});
find("#same-row").addEventListener("click", sameRow);
find("#trouble button").addEventListener("click", () => newGame());
form.addEventListener("change", fitForm);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  newGame();
});

find("#share").addEventListener("click", async (event) => {
  const button = event.currentTarget;
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy the address";
  }
  setTimeout(() => { button.textContent = "Copy link"; }, 2000);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (find("#play").hidden || !view || event.repeat) return;
  const keys = { ArrowLeft: () => take("L"), ArrowRight: () => take("R"), h: toggleHint, u: undo, r: () => go("review", view.game), n: () => form.requestSubmit() };
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

addEventListener("popstate", follow);
watchServer((waiting) => showTrouble(waiting ? "The server does not answer. The page tries again, and your game is safe in the address" : null));
fitForm();
if (!TABS.includes(readAddress(location.hash).tab)) history.replaceState(null, "", "#play");
follow();
