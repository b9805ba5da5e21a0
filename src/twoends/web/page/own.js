// A row of one's own: the field below the menu, on the first screen and in every chapter.

import { draw } from "./draw.js";
import { waits } from "./play.js";
import { notation } from "./rules.js";
import { TWO } from "./state.js";

/** The rules and the opponent of a row that names none: those of the table, unless nobody chose the opponent: of its first games, and of two people. */
export function termsAtTable({ position, games, seat }) {
  const { by = "", opponent = "optimal" } = position?.game ?? {};
  const isFirst = position !== null && games.includes(notation(position, { moves: [] }));
  return { by, first: "first", moves: [], opponent: isFirst || seat === TWO ? "optimal" : opponent };
}

/** Enter plays the row, and what was said of the text before goes as soon as another one is typed. */
export function useOwn(form, stateNow, send) {
  const { row } = form.elements;
  row.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  row.addEventListener("input", ({ inputType }) => {
    if (inputType === "insertFromPaste") requestAnimationFrame(() => { row.scrollTop = 0; }); // after the browser scrolls to the last line
    if (stateNow().own) send({ type: "own", own: null });
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (row.value.trim()) return send({ type: "submit", typed: row.value, to: event.submitter?.value || "play" });
    row.value = ""; // the browser says that blanks are nothing
    return form.reportValidity();
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
