// What this browser remembers of puzzles: the days that were tried, the rungs that were climbed. Nobody else is told.

const NAME = "twoends puzzles";

function all() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {}; // a browser that stores nothing, or something that is not ours
  }
}

/** What was remembered of a puzzle: the end that was taken first, and whether it was right; null: not tried. */
export const tried = (name) => all()[name] ?? null;

/** The first try counts, and the day on which it was made. */
export function remember(name, end, solved) {
  const known = all();
  if (known[name]) return;
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...known, [name]: { end, solved, on: dayOf(new Date()) } }));
  } catch {
    // It then holds for nobody.
  }
}

/** A day as people's calendars have it here, such as 2026-11-22. */
export const dayOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** How many days in a row were solved, each on its day, up to today; a today that is not tried yet breaks nothing. */
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
