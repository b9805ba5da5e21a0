// Copying: a challenge, a link to the current view, and any text.

import { addressOf, gameOf, partsOf } from "./address.js";
import { show } from "./numbers.js";
import { CHALLENGE, COPY, TABLE } from "./words.js";

const find = (selector) => document.querySelector(selector);

/** A link to the same row with the result to beat. */
export function challenge(view) {
  const address = addressOf("play", gameOf({ ...partsOf(view.game), moves: [] }), "", `${view.yours}:${view.theirs}`);
  const link = CHALLENGE.link(TABLE.score(show(view.yours), show(view.theirs)), new URL(address, location.href).href);
  return copy(link, find("#challenge"), COPY.challenge);
}

/** The link of a puzzle leaves out your answer. */
export function share() {
  const [name, ...parts] = location.hash.slice(1).split("/");
  const asks = ["puzzle", "lesson"].includes(name) ? `#${[name, ...parts.slice(0, 1)].join("/")}` : location.hash;
  return copy(new URL(asks, location.href).href, find("#share"), COPY.link, COPY.failedLink);
}

/** Copy a text; announce the outcome, and show it for two seconds on the pressed button. */
export async function copy(text, button, done = COPY.done, failed = COPY.failed(text)) {
  let sentence = done;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    sentence = failed;
  }
  const before = button.dataset.says ?? button.textContent;
  button.dataset.says = before;
  find("#said").textContent = sentence;
  button.textContent = sentence;
  setTimeout(() => {
    find("#said").textContent = "";
    button.textContent = before;
  }, 2000);
}
