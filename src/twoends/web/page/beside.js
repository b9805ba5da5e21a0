// Beside the table: what best play promises, which is hidden until it is asked for, the moves, and the row as text.

import { label, spoken } from "./cards.js";
import { about, number, show } from "./numbers.js";
import { namesOf } from "./players.js";
import { takenAt } from "./play.js";
import { html } from "./svg.js";

const SIGNS = { best: "", inaccuracy: "?", blunder: "✗" };

/** `known` is { why, review } where the analysis is open, else null; `onToggle` opens and closes it. */
export function drawBeside(aside, view, known, { onToggle, hints }) {
  const [you, they] = namesOf(view);
  const button = html("button", { type: "button", id: "analyse", "aria-expanded": String(Boolean(known)), onclick: onToggle },
    html("span", {}, known ? "Hide the analysis" : "Show the analysis"), html("kbd", {}, "a"));
  const held = aside.contains(document.activeElement) && document.activeElement.id === "analyse";
  const open = aside.querySelector("details")?.open ?? false;
  aside.replaceChildren(
    html("div", { class: "analysis" }, button,
      known ? evaluation(view, you, they) : html("p", { class: "muted" }, "It says how best play ends from here, and spoils the game."),
      known && !view.over && view.moves.length ? html("p", { class: "reason" }, known.why.why) : "",
      hints ? html("p", { class: "muted hints-used" }, `Looked up: ${hints === 1 ? "one turn" : `${hints} turns`}.`) : ""),
    moves(view, known, you, they),
    html("details", { class: "row-as-text", ...(open ? { open: "" } : {}) },
      html("summary", {}, `What is left, as text (${view.stop - view.start})`),
      html("p", {}, view.row.slice(view.start, view.stop).join(" ") || "Nothing.")));
  if (held) button.focus();
}

function evaluation(view, you, they) {
  const { yours, theirs } = view.promised;
  const [a, b] = [about(yours), about(theirs)];
  const share = a + b > 0 && a >= 0 && b >= 0 ? a / (a + b) : a > b ? 0.75 : a < b ? 0.25 : 0.5;
  const bar = html("div", { class: "evaluation", role: "img", "aria-label": `Promised: ${you} ${show(yours)}, ${they} ${show(theirs)}` }, html("span", {}));
  bar.firstChild.style.width = `${100 * share}%`;
  const ends = view.over ? "It ended" : view.by_chance ? "Best play ends, on average," : "Best play ends";
  return html("div", {}, bar, html("p", {}, `${ends} `, html("strong", {}, number(yours), " : ", number(theirs)), "."));
}

function moves(view, known, you, they) {
  if (!view.taken) return html("p", { class: "muted" }, "No move yet.");
  const item = (end, move) => {
    const yours = view.you_first === (move % 2 === 0);
    const mark = known?.review.played[move]?.mark ?? "best";
    const word = takenAt(view, move);
    return html("li", { class: yours ? "by-you" : "by-them" },
      html("span", { class: `chip ${/[♥♦]/.test(word) ? "red" : ""}`, title: `${yours ? you : they} took ${spoken(word)}` }, /[♠♥♦♣]/.test(word) ? word : label(word)),
      html("span", { class: `arrow at-${end === "L" ? "left" : "right"}` }, end === "L" ? "←" : "→"),
      mark === "best" ? "" : html("span", { class: `mark ${mark}`, title: mark }, SIGNS[mark]));
  };
  const list = html("ol", { class: "moves-so-far", tabindex: 0, "aria-label": `Moves so far: ${you} and ${they}` }, [...view.taken].map(item));
  return html("div", {}, html("h2", { class: "small" }, "Moves"), list);
}
