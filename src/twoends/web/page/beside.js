// Beside the table: the result of best play, hidden until requested, the moves, and the row as text.

import { label, spoken } from "./cards.js";
import { about, number, show } from "./numbers.js";
import { namesOf } from "./players.js";
import { takenAt } from "./play.js";
import { sideOf } from "./rules.js";
import { html } from "./svg.js";
import { waits } from "./waiting.js";
import { BESIDE, WORKING } from "./words.js";

const SIGNS = { best: "", equal: "=", inaccuracy: "?", blunder: "✗" };

/** `open` says whether the analysis is shown; `known` is its { why, review }, or null until Python has answered. */
export function drawBeside(aside, view, known, { open: analysed, onToggle, hints }) {
  const [you, they] = namesOf(view);
  const button = html("button", { type: "button", id: "analyse", "aria-expanded": String(analysed), onclick: onToggle },
    html("span", {}, analysed ? BESIDE.hide : BESIDE.open), html("kbd", {}, "a"));
  const held = aside.contains(document.activeElement) && document.activeElement.id === "analyse";
  const left = view.lanes.map(({ places }) => places.map((place) => view.row[place])).filter((words) => words.length);
  const open = aside.querySelector("details")?.open ?? false;
  aside.replaceChildren(
    html("div", { class: "analysis" }, button,
      known ? evaluation(view, you, they) : html("p", { class: "muted" }, analysed ? waits(WORKING) : BESIDE.spoiler),
      known && !view.over && view.judged.moves.length ? html("p", { class: "reason" }, known.why.why) : "",
      hints ? html("p", { class: "muted hints-used" }, BESIDE.lookedUp(hints)) : ""),
    moves(view, known, you, they),
    html("details", { class: "row-as-text", ...(open ? { open: "" } : {}) },
      html("summary", {}, BESIDE.left(left.flat().length)),
      html("p", {}, left.map((words) => words.join(" ")).join(" | ") || BESIDE.nothing)));
  if (held) button.focus();
}

function evaluation(view, you, they) {
  const { yours, theirs } = view.judged.promised;
  const [a, b] = [about(yours), about(theirs)];
  const share = a + b > 0 && a >= 0 && b >= 0 ? a / (a + b) : a > b ? 0.75 : a < b ? 0.25 : 0.5;
  const bar = html("div", { class: "evaluation", role: "img", "aria-label": BESIDE.promised(you, show(yours), they, show(theirs)) }, html("span", {}));
  bar.firstChild.style.width = `${100 * share}%`;
  const ends = view.over ? BESIDE.ended : view.judged.by_chance ? BESIDE.endsByChance : BESIDE.ends;
  return html("div", {}, bar, html("p", {}, `${ends} `, html("strong", {}, number(yours), " : ", number(theirs)), "."));
}

function moves(view, known, you, they) {
  if (!view.taken.length) return html("p", { class: "muted" }, BESIDE.noMove);
  const item = (end, move) => {
    const yours = view.steps[move].by === "you";
    const mark = known?.review.played[move]?.mark ?? "best";
    const words = takenAt(view, move);
    const side = sideOf(end);
    return html("li", { class: yours ? "by-you" : "by-them" },
      words.map((word) => html("span", { class: `chip ${/[♥♦]/.test(word) ? "red" : ""}`, title: BESIDE.took(yours ? you : they, spoken(word)) }, /[♠♥♦♣]/.test(word) ? word : label(word))),
      side ? html("span", { class: `arrow at-${side === "L" ? "left" : "right"}` }, side === "L" ? "←" : "→") : "",
      mark === "best" ? "" : html("span", { class: `mark ${mark}`, title: mark }, SIGNS[mark]));
  };
  const list = html("ol", { class: "moves-so-far", tabindex: 0, "aria-label": BESIDE.soFar(you, they) }, view.taken.map(item));
  return html("div", {}, html("h2", { class: "small" }, BESIDE.moves), list);
}
