// One decision: a row, its moves, one answer; then whether it was right, why, and the futures.

import { spoken, theCard } from "./cards.js";
import { show } from "./numbers.js";
import { cardsOf, moveFrom, ringed, ruleOf } from "./play.js";
import { countOf, position, sideOf } from "./rules.js";
import { html, svg } from "./svg.js";
import { Table } from "./table.js";
import { futures } from "./why.js";
import { DECISION, SIDES as NAMES, TABLE, less, listed } from "./words.js";

const MOST_COUNTS = 9; // a digit is a key

/** The position to decide on, as rules.js represents it. */
export const positionOf = (told) => position(told.game);

/** Whether a move only chooses an end. */
export const isOneCard = (told) => positionOf(told).legal.every((move) => move in NAMES);

/** The rules, the opponent, and the moves so far, as sentences. */
export function situation(told) {
  const view = positionOf(told);
  const by = view.plain ? "" : `${ruleOf(view)}. `;
  if (view.dials.turns === "A") return by;
  const theirs = view.steps.flatMap(({ places }) => places.map((place) => theCard(view.row[place])));
  return `${by}${DECISION.against(told.opponent_text)} ${theirs.length ? DECISION.theyTook(listed(theirs)) : DECISION.youFirst}`;
}

/** The table with a button for each move; `taken` is the move made, or "". Call `draw` once the element is on the page. */
export function board(told, taken, onTake) {
  const view = positionOf(told);
  const canvas = svg("svg", { role: "img", "aria-label": TABLE.lane(TABLE.lanes.row, told.row.map(spoken)) });
  const felt = html("div", { class: "felt" }, canvas);
  const take = (move) => { if (!taken) onTake(move); };
  const table = new Table(canvas, felt, { onTake: take, onLook() {} });
  const marks = taken ? { [told.best[0]]: "best", ...(told.best.includes(taken) ? {} : { [taken]: "blunder" }) } : {};
  let count = taken ? countOf(told.best[0]) : 1; // cards that an arrow takes, and that the table rings
  const button = (move) => html("button", { type: "button", class: `take ${NAMES[sideOf(move)]}`, "aria-disabled": String(Boolean(taken)), "data-mark": marks[move] ?? "", onclick: () => take(move) },
    countOf(move) > MOST_COUNTS ? "" : html("kbd", {}, `${isOneCard(told) ? "" : countOf(move)}${sideOf(move) === "L" ? "←" : "→"}`),
    html("span", { class: "label" }, TABLE.take, html("span", { class: "unseen" }, TABLE.from(sideOf(move))), cardsOf(view, move)));
  const element = html("div", { class: "decision" }, felt, html("div", { class: "ends" }, view.legal.map(button)));
  const draw = () => table.draw({ ...view, open: true, ringed: ringed(view, count) }, marks);
  const arrow = (side) => () => { const move = moveFrom(view, side, count); if (move) take(move); };
  const choose = (cards) => () => { count = cards; draw(); };
  const keys = taken ? {} : { ArrowLeft: arrow("L"), ArrowRight: arrow("R"), ...Object.fromEntries(view.legal.map(countOf).filter((cards) => cards <= MOST_COUNTS).map((cards) => [cards, choose(cards)])) };
  return { element, draw, keys };
}

export const isRight = (told, taken) => told.best.includes(taken);

/** The verdict on an answer, with a sentence. */
export const verdict = (told, taken, sentence) =>
  html("div", { class: "verdict-of-decision", role: "status" },
    html("p", { class: "lead" },
      html("span", { class: `tag ${isRight(told, taken) ? "best" : "blunder"}` }, isRight(told, taken) ? DECISION.right : DECISION.wrong(less(show(told.losses[taken])))), " ", sentence));

/** The futures of the moves, as in Why. */
export const whatFollows = (told) => futures(positionOf(told), { ...told, line: "" });
