// The turns on which a hint or the analysis was shown, counted per game while the tab is open.

import { partsOf } from "./address.js";

const looked = new Map(); // a game without its moves -> the moves before each such turn

const gameAlone = ({ game }) => {
  const { row, rules, first, opponent } = partsOf(game);
  return [row, rules, first, opponent].join("/");
};

const before = ({ taken }) => taken.map((move) => `${move} `).join("");

export function countHint(view) {
  const key = gameAlone(view);
  if (!looked.has(key)) looked.set(key, new Set());
  looked.get(key).add(before(view));
}

/** The number of such turns before this position. */
export const hintsUsed = (view) =>
  [...(looked.get(gameAlone(view)) ?? [])].filter((moves) => before(view).startsWith(moves)).length;
