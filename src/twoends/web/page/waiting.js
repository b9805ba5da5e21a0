// Whether Python can be reached, and how much of it has arrived, told to whoever shows it.

import { html } from "./svg.js";
import { PYTHON } from "./words.js";

let listener = () => {};
let told = "";
let share = null; // of Python, from 0 to 1; null: it is behind HTTP

/** `show` gets "" or a sentence about what is out of reach. */
export function onWaiting(show) {
  listener = show;
}

export function waiting(sentence) {
  if (sentence === told) return;
  told = sentence;
  listener(sentence);
}

/** So much of Python has arrived; 1: it answers. */
export function arriving(part) {
  share = part;
  for (const each of document.querySelectorAll(".waits .share")) each.textContent = progress();
}

const progress = () => (share === null || share === 1 ? "" : ` ${PYTHON.onItsWay(Math.floor(100 * share))}.`);

/** A sentence that stands where an answer will, with how far Python is; only the sentence is read aloud. */
export const waits = (sentence) =>
  html("span", { class: "waits" }, sentence, html("span", { class: "share", "aria-hidden": "true" }, progress()));
