// The table: the totals, the row, the last move, the hint, and the result.

import { isCard, spoken, theCard } from "./cards.js";
import { drawOpponent, endingOf } from "./characters.js";
import { about, brief, number, show } from "./numbers.js";
import { TWO, namesOf } from "./players.js";
import { COURT, countOf, sideOf } from "./rules.js";
import { html } from "./svg.js";
import { waits } from "./waiting.js";
import { CHALLENGE, CHOICE, OUTCOME, PLAYERS, RULE, SIDES, TABLE, bestPossible, listed, rated } from "./words.js";

const find = (selector) => document.querySelector(selector);

/** The move that takes `count` cards from a side of a row, or else the fewest; null if there is none. */
export function moveFrom(view, side, count) {
  const moves = view.legal.filter((move) => sideOf(move) === side);
  if (!moves.length) return view.legal.length === 1 ? view.legal[0] : null; // by convention, taking all the cards is a move from the left
  return moves.find((move) => countOf(move) === count) ?? moves[0];
}

/** Clear and disable the table while Python reads the game. */
export function drawUnread(table) {
  table.clear();
  for (const id of ["#take-left", "#take-right", "#hint", "#undo"]) find(id).setAttribute("aria-disabled", "true");
  for (const id of ["#result", "#goal", "#begin", "#counts", "#opponent"]) find(id).hidden = true;
  for (const id of ["#your-total", "#their-total"]) find(id).textContent = "";
  for (const id of ["#take-left", "#take-right"]) find(`${id} .label`).textContent = "";
  find("#lens").textContent = "";
  find("#beside").replaceChildren();
  find("#status").replaceChildren(waits(TABLE.reading));
}

/** Draw a position; `hint` says whether to show what each end brings, `count` how many cards the buttons take. */
export function drawPlay(table, view, { hint, count }) {
  const [you, they] = namesOf(view);
  find("#your-name").textContent = you;
  find("#their-name").textContent = they;
  find("#your-total").replaceChildren(number(view.yours));
  find("#their-total").replaceChildren(number(view.theirs));
  tug(view, you, they);
  find("#goal").hidden = !view.goal;
  find("#goal").textContent = view.goal ? toBeat(view) : "";
  find("#table").setAttribute("aria-label", told(view));
  find("#rule").textContent = rule(view);
  drawOpponent(find("#opponent"), view);
  find("#opponent").hidden = view.seat === TWO;
  find("#status").replaceChildren(...situation(view), hint ? hintTold(view) : "");
  find("#lens").textContent = "";
  const moves = hint && view.judged ? view.judged.moves : [];
  controls(view, hint, moves, count);
  find("#result").hidden = !view.over;
  table.draw({ ...view, ringed: ringed(view, count) }, Object.fromEntries(moves.map((move) => [move.end, move.mark])));
}

/** The cards on the table, for screen readers. */
function told(view) {
  const name = TABLE.lanes[view.whole ? "circle" : view.shape === "board" ? "board" : "row"];
  const lanes = view.lanes.filter(({ places }) => places.length);
  return lanes.map(({ places }) => TABLE.lane(name, places.map((place) => spoken(view.row[place])))).join("; ") || TABLE.empty;
}

/** The highlighted moves: from each end the one that takes `count` cards, or else the fewest. */
export function ringed(view, count) {
  if (view.shape !== "board") return view.whole ? [] : [...new Set([moveFrom(view, "L", count), moveFrom(view, "R", count)])].filter(Boolean);
  const ends = Map.groupBy(view.legal, (move) => move.replace(/(?<=[LR])\d+$/, ""));
  return [...ends.values()].map((moves) => moves.find((move) => countOf(move) === count) ?? moves[0]);
}

/** Draw the challenge: the result to beat, and at the end the comparison with yours. */
function toBeat(view) {
  const [theirs, rest] = view.goal.split(":");
  const told = TABLE.score(show(theirs), show(rest ?? ""));
  if (!view.over) return CHALLENGE.open(told);
  return CHALLENGE.compared(told, Math.sign(about(view.yours) - about(theirs)));
}

/** Move the knot towards the leader; at the edge, the lead would be the sum of the row. */
function tug(view, you, they) {
  const share = (about(view.yours) - about(view.theirs)) / (about(view.span) || 1);
  const place = 50 - 50 * Math.max(-1, Math.min(1, share));
  find("#tug .rope").style.width = `${place}%`;
  find("#tug .knot").style.left = `${place}%`;
  find("#tug").setAttribute("aria-label", `${you} ${show(view.yours)}, ${they} ${show(view.theirs)}`);
}

function controls(view, hint, judged, count) {
  const watching = Boolean(view.seat) && view.seat !== TWO;
  for (const [end, button] of [["L", find("#take-left")], ["R", find("#take-right")]]) {
    const taken = moveFrom(view, end, count);
    const move = judged.find((each) => each.end === taken);
    button.setAttribute("aria-disabled", String(!view.open)); // not `disabled`, which would lose the focus
    button.querySelector(".label").replaceChildren(TABLE.take, html("span", { class: "unseen" }, TABLE.from(end)), taken && !view.whole ? cardsOf(view, taken) : "");
    button.querySelector(".promise").textContent = view.open && move ? promise(view, move, brief) : "";
    button.dataset.mark = view.open && move ? move.mark : "";
    button.hidden = watching || view.over || view.whole || view.shape === "board" || !view.legal.some((each) => sideOf(each) === end || view.legal.length === 1);
  }
  counts(view, watching, count);
  find("#undo").setAttribute("aria-disabled", String(!view.steps.some((step) => watching || view.seat === TWO || step.by === "you")));
  find("#hint").setAttribute("aria-pressed", String(hint));
  find("#hint").hidden = watching || view.over;
  for (const id of ["#step", "#run"]) find(id).hidden = !watching || view.over;
}

/** What a move takes, short enough for a button. */
export function cardsOf(view, move) {
  const places = view.places[view.legal.indexOf(move)];
  return places.length > 3 ? `${places.length} cards` : places.map((place) => short(view.row[place])).join(" ");
}

const MOST_COUNTS = 9; // a digit is a key

/** Draw the choice of how many cards the buttons take, if the rules allow one. */
function counts(view, watching, count) {
  const all = [...new Set(view.legal.map(countOf))].slice(0, MOST_COUNTS);
  const group = find("#counts");
  group.hidden = watching || view.over || all.length < 2;
  const chosen = all.includes(count) ? count : all[0];
  group.replaceChildren(html("span", { class: "muted" }, TABLE.take.trim()), ...all.map((each) =>
    html("button", { type: "button", "data-count": each, "aria-pressed": String(each === chosen), "aria-label": `${TABLE.take}${each}` }, String(each))));
}

const short = (word) => (word.length <= 12 ? word.replace(/^-/, "−") : show(word));

const promise = (view, move, as = show) => `${as(move.finish)}, ${rated(move.mark, as(move.loss))}`;

/** What happened and what to do next, on screen and for screen readers: texts, and what is awaited. */
function situation(view) {
  const [you, they] = namesOf(view);
  const said = [];
  const moves = view.taken.length;
  const last = (back) => {
    const { by, places } = view.steps[moves - back];
    return TABLE.took(by === "you" ? you : they, places.length > 3 ? TABLE.cards(places.length) : listed(places.map((place) => theCard(view.row[place]))));
  };
  if (moves > 1) said.push(last(2));
  if (moves > 0) said.push(last(1));
  if (view.over) return [[...said, outcome(view)].join(" ")];
  const mover = view.to_move === "you" ? you : they;
  if (!view.open) return [said.map((sentence) => `${sentence} `).join(""), waits(TABLE.toMove(mover))];
  said.push(choice(view, mover === PLAYERS.you ? TABLE.yourTurn : mover));
  return [said.join(" ")];
}

function choice(view, turn) {
  if (view.whole) return `${turn}: ${CHOICE.any}`;
  if (view.shape === "board") return `${turn}: ${CHOICE.board}`;
  const { places } = view.lanes[0];
  const [left, right] = [theCard(view.row[places[0]]), theCard(view.row[places.at(-1)])];
  if (places.length === 1) return `${turn}: ${CHOICE.last(left)}`;
  if (view.dials.ends === "left") return `${turn}: ${CHOICE.next(left)}`;
  if (view.dials.ends === "right") return `${turn}: ${CHOICE.next(right)}`;
  return `${turn}: ${CHOICE.ends(left, right)}`;
}

/** Draw the rules in a sentence above the cards. */
function rule(view) {
  const ranks = new Set(view.row.filter(isCard).map((word) => word[0]));
  const told = Object.keys(COURT).filter((rank) => ranks.has(rank)).map((rank) => `${rank} = ${COURT[rank]}`);
  return `${ruleOf(view)}.${told.length && !view.taken.length ? ` ${told.join(", ")}.` : ""}`;
}

/** What a move takes and who wins, as a sentence without a full stop. */
export function ruleOf({ dials, shape }) {
  const { least, most, ends, turns, score, stop } = dials;
  const amount = dials.doubling ? RULE.doubling
    : least === 1 && most in RULE.amounts ? RULE.amounts[most]
    : most === Infinity ? (least === 1 ? RULE.any : RULE.atLeast(least))
    : RULE.between(least, most);
  const where = shape === "circle" ? RULE.circle : RULE.take(amount, ends, shape === "board");
  const order = turns === "AB" ? "" : turns === "A" ? RULE.alone : RULE.turns(turns);
  return [where, RULE.score[score], order, stop === Infinity ? "" : RULE.stop(stop), RULE.wins].filter(Boolean).join(". ");
}

/** What each move would bring, for screen readers, or that Python is computing it. */
function hintTold(view) {
  if (view.over || !view.open) return "";
  if (!view.judged) return html("span", {}, " ", waits(TABLE.hintWaits));
  const told = view.judged.moves.map((move) => TABLE.endsAt(SIDES[move.end] ?? move.end, promise(view, move)));
  return html("span", { class: "unseen" }, TABLE.hint(told, view.judged.by_chance));
}

/** The cards that a move took, as words; `move` counts from 0. */
export const takenAt = (view, move) => view.steps[move].places.map((place) => view.row[place]);

export function outcome(view) {
  const score = `${show(view.yours)} : ${show(view.theirs)}`;
  const [you, they] = namesOf(view);
  if (view.leader === "draw") return OUTCOME.draw(score);
  if (you === PLAYERS.you) return OUTCOME[view.leader === "you" ? "win" : "loss"](score);
  return OUTCOME.wins(view.leader === "you" ? you : they, score);
}

/** Draw the result; `reason` is a sentence about the deciding move, `best` your best possible total, or null. */
export function drawResult(view, hints, reason, best = null) {
  const { kind, title, picture } = endingOf(view, view.seat ? null : best);
  find("#result").dataset.ending = kind;
  find("#result .ending").replaceChildren(...(view.seat ? [] : [picture, html("span", {}, title)]));
  find("#result .possible").textContent = best === null || kind === "perfect" ? "" : bestPossible(show(best), show(view.yours));
  find("#next").classList.toggle("primary", kind !== "loss");
  find("#again").classList.toggle("primary", kind === "loss");
  const helped = hints ? ` ${OUTCOME.helped(hints)}` : "";
  find("#result .verdict").textContent = outcome(view) + helped;
  find("#result .reason").replaceChildren(reason);
  find("#challenge").hidden = Boolean(view.seat) || view.leader !== "you"; // offered only after a win
}
