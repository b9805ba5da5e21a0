// What this browser remembers of puzzles: the days tried and the rungs climbed. It is sent nowhere.

const NAME = "twoends puzzles";

function all() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {}; // the browser stores nothing, or something that is not ours
  }
}

/** The first try of a puzzle: the end taken, and whether it was right; null if it was not tried. */
export const tried = (name) => all()[name] ?? null;

/** Store the first try and its day. */
export function remember(name, end, solved) {
  const known = all();
  if (known[name]) return;
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...known, [name]: { end, solved, on: dayOf(new Date()) } }));
  } catch {
    // The browser stores nothing.
  }
}

/** A day in local time, such as 2026-11-22. */
export const dayOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** The number of consecutive days solved on their day, up to today, which may still be untried. */
export function streak(prefix, today = new Date()) {
  const known = all();
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate(), 12);
  const back = () => day.setDate(day.getDate() - 1);
  if (!known[prefix + dayOf(day)]) back();
  let run = 0;
  const solved = (date) => known[prefix + date]?.solved && known[prefix + date].on === date;
  for (; solved(dayOf(day)); back()) run += 1;
  return run;
}
