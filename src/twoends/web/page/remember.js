// What this browser remembers of puzzles: the days tried and the rungs climbed. It is sent nowhere.

import { isRight } from "./decide.js";
import { dayOf } from "./state.js";

const NAME = "twoends puzzles";

/** The first try of each puzzle, { end, solved, on }; those of this visit if the browser stores nothing. */
export function triesOf({ tries, forgetful }) {
  if (forgetful) return tries;
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return tries;
  }
}

/** The tries with a first one of this puzzle, and whether the browser stores none. */
export function remember(state, move) {
  const { name, told: { moves } } = state;
  const before = triesOf(state);
  if (before[name]) return { tries: before };
  const tries = { ...before, [name]: { end: move, solved: isRight(moves, move), on: dayOf(new Date()) } };
  try {
    localStorage.setItem(NAME, JSON.stringify(tries));
    return { tries };
  } catch {
    return { tries, forgetful: true };
  }
}

/** The number of consecutive days solved on their day, up to today, which may still be untried. */
export function streak(tries, prefix, today = new Date()) {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate(), 12);
  const back = () => day.setDate(day.getDate() - 1);
  if (!tries[prefix + dayOf(day)]) back();
  let run = 0;
  const solved = (date) => tries[prefix + date]?.solved && tries[prefix + date].on === date;
  for (; solved(dayOf(day)); back()) run += 1;
  return run;
}
