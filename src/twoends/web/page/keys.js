// Keys at the table: arrows always, letters unless switched off (speech input types letters).

import { keepBox } from "./settings.js";

const writing = (target) => target.closest?.("input, select, textarea, dialog, [role=application], [role=slider], .scroller");

const others = {}; // a mode -> the action of each key

/** Enter or leave full screen. */
export function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

/** Set the actions of the keys in a mode, until it is drawn again. */
export function keysIn(mode, keys) {
  others[mode] = keys;
}

/** `play` has the actions of the keys at the table; `active` says whether there is a game. */
export function useKeys({ active, play }) {
  const box = document.querySelector("#letter-keys");
  keepBox(box, "twoends letter keys", true, (on) => document.body.classList.toggle("no-letters", !on));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.closest?.("a, button")) return; // it handles Enter itself
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || writing(event.target)) return;
    const { tab } = document.body.dataset;
    const keys = tab === "play" && active() ? play : others[tab];
    if (!keys || document.querySelector("dialog[open]")) return;
    const letter = event.key.length === 1;
    const act = keys[letter ? event.key.toLowerCase() : event.key];
    if (!act || (letter && !box.checked)) return;
    event.preventDefault();
    act();
  });
}
