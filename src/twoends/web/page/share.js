// What is handed on: links, results and challenges, through the device's own sheet if it has one, else by the clipboard.

import { show } from "./numbers.js";
import { amount, atStart, movesText } from "./rules.js";
import { CHAPTERS, addressOf, placeOf } from "./state.js";

const here = (address) => new URL(address, location.href).href;

/** A link to what is shown; that of a puzzle or a contest leaves out your answer. */
export function linkTo({ page, name, contest }) {
  if (page === "play" && contest) return here(placeOf("puzzle", contest));
  return here(page in CHAPTERS ? location.hash : placeOf(page, name));
}

/** A text with a link to the same row, the result to beat and the moves that led to it. */
export function challengeOf({ position }) {
  const [yours, theirs] = [amount(position.game, position.yours), amount(position.game, position.theirs)];
  const address = here(addressOf("play", atStart(position), "", `${yours}:${theirs}:${movesText(position)}`));
  return `I scored ${show(yours)} to ${show(theirs)}. Can you beat that? ${address}`;
}

const COPIED = { share: "Copied the link", challenge: "Copied the challenge", result: "Copied" };

/** Hand on a text, and return what to say of it; "" if the sheet of the device was closed. */
export async function handOn(what, text) {
  if (what !== "share" && navigator.share && matchMedia("(pointer: coarse)").matches) {
    const done = await navigator.share({ text }).then(() => "Shared", ({ name }) => (name === "AbortError" ? "" : null));
    if (done !== null) return done;
  }
  return navigator.clipboard.writeText(text).then(() => COPIED[what], () => (what === "share" ? "Copy the address of this page" : `Copy this: ${text}`));
}
