// A row of one's own: the field below the menu, on the first screen and in every chapter.

import { draw } from "./draw.js";
import { waits } from "./play.js";
import { notation } from "./rules.js";

/** The rules and the opponent of a row that names none: those of the table, whose first opponent is one that nobody chose. */
export function termsOf({ position, games }) {
  const { by = "", opponent = "optimal" } = position?.game ?? {};
  const isFirst = position !== null && games.includes(notation(position, { moves: [] }));
  return { by, first: "first", moves: [], opponent: isFirst ? "optimal" : opponent };
}

/** Enter plays the row, and what was said of the text before goes as soon as another one is typed. */
export function useOwn(form, stateNow, send) {
  const { row } = form.elements;
  row.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  row.addEventListener("input", () => { if (stateNow().own) send({ type: "own", own: null }); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (row.value.trim()) send({ type: "submit", typed: row.value, to: event.submitter?.value || "play" });
  });
}

/** What is awaited of Python, or what it says is wrong. */
export function drawOwn(state) {
  const { own, refusals } = state;
  const fault = own && refusals.own ? refusals.own : "";
  draw(document.querySelector("#own-waits"), own && !fault ? waits(state, "Reading the row …") : "");
  draw(document.querySelector("#own-fault"), fault);
  document.querySelector("#own-row").setAttribute("aria-invalid", String(Boolean(fault)));
}
