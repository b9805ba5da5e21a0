// One decision: a row on the table, two ends, one answer; then whether it was right, why, and both futures.

import { spoken } from "./cards.js";
import { keysIn } from "./keys.js";
import { show } from "./numbers.js";
import { position } from "./rules.js";
import { html, svg } from "./svg.js";
import { Table } from "./table.js";
import { futures } from "./why.js";

const NAMES = { L: "left", R: "right" };

/** Who sits opposite, and what they have done. */
export const situation = (told) =>
  `Against ${told.opponent_text}. ${told.theirs === null ? "You move first." : `They moved first and took the ${spoken(told.theirs)}.`}`;

/** The table with both ends; `end` is what was taken, or "". Call `draw` once the element is on the page. */
export function board(told, end, onTake) {
  const canvas = svg("svg", { role: "img", "aria-label": `Row of ${told.row.length}: ${told.row.map(spoken).join(", ")}` });
  const felt = html("div", { class: "felt" }, canvas);
  const take = (side) => { if (!end) onTake(side); };
  const table = new Table(canvas, felt, { onTake: take, onLook() {} });
  const button = (side) => html("button", { type: "button", class: `take ${NAMES[side]}`, "aria-disabled": String(Boolean(end)), onclick: () => take(side) },
    html("kbd", {}, side === "L" ? "←" : "→"),
    html("span", { class: "label" }, "Take ", html("span", { class: "unseen" }, `${NAMES[side]}, `), told.row.at(side === "L" ? 0 : -1)));
  const element = html("div", { class: "decision" }, felt, html("div", { class: "ends" }, button("L"), button("R")));
  const marks = end ? { [told.best[0]]: "best", ...(told.best.includes(end) ? {} : { [end]: "blunder" }) } : {};
  const dealt = position(`${told.row.join(" ")} / first / -`);
  const draw = () => table.draw({ ...dealt, open: true, ringed: dealt.legal }, marks);
  return { element, draw };
}

/** Arrows take an end in this mode, as long as nothing was taken; `more` are other keys. */
export function keysToDecide(mode, end, onTake, more = {}) {
  keysIn(mode, end ? more : { ArrowLeft: () => onTake("L"), ArrowRight: () => onTake("R"), ...more });
}

export const isRight = (told, end) => told.best.includes(end);

/** After an answer: right or not, and a sentence. */
export const verdict = (told, end, sentence) =>
  html("div", { class: "verdict-of-decision", role: "status" },
    html("p", { class: "lead" },
      html("span", { class: `tag ${isRight(told, end) ? "best" : "blunder"}` }, isRight(told, end) ? "✓ Right" : `✗ ${show(told.loss)} less`), " ", sentence));

/** Both futures, as Why tells them. */
export const whatFollows = (told) =>
  futures({ opponent: told.opponent }, { ...told, line: "" });
