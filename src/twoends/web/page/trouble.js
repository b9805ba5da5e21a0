// The error message above everything: about an address, or about the connection to Python, which comes first.

import { onWaiting } from "./waiting.js";

const box = document.querySelector("#trouble");

let trouble = "";
let unreached = "";

/** Set the error message about a question; "" clears it. */
export function showTrouble(sentence) {
  trouble = sentence;
  draw();
  if (trouble && !unreached) box.scrollIntoView({ block: "nearest" });
}

onWaiting((sentence) => {
  unreached = sentence;
  draw();
});

function draw() {
  const told = sentenceOf(unreached || trouble);
  const line = box.querySelector("p");
  if (line.textContent !== told) line.textContent = told; // otherwise it would be read aloud again
  box.hidden = !told;
  box.querySelector("button").hidden = Boolean(unreached);
}

const sentenceOf = (text) => text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
