// The status of the connection to Python, and its loading progress, for whoever shows them.

import { html } from "./svg.js";
import { PYTHON } from "./words.js";

let listener = () => {};
let told = "";
let share = null; // of Python loaded, from 0 to 1; null if it is behind HTTP

/** `show` gets "" or a sentence that says what cannot be reached. */
export function onWaiting(show) {
  listener = show;
}

export function waiting(sentence) {
  if (sentence === told) return;
  told = sentence;
  listener(sentence);
}

/** Set the share of Python that has loaded; at 1 it answers. */
export function arriving(part) {
  share = part;
  for (const each of document.querySelectorAll(".waits .share")) each.textContent = progress();
}

const progress = () => (share === null || share === 1 ? "" : ` ${PYTHON.onItsWay(Math.floor(100 * share))}.`);

/** A placeholder for an answer: a sentence, and the progress of Python, which is not read aloud. */
export const waits = (sentence) =>
  html("span", { class: "waits" }, sentence, html("span", { class: "share", "aria-hidden": "true" }, progress()));
