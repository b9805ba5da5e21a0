// What this browser remembers: your first game of each contest. It is sent nowhere.

import { dateIn, isRecord } from "./contest.js";
import { dayOf } from "./state.js";

const NAME = "twoends puzzles";
const WEEK = 7;

/** Whether the browser refuses to store anything. */
export function isForgetful() {
  try {
    localStorage.setItem(`${NAME}?`, "");
    localStorage.removeItem(`${NAME}?`);
    return false;
  } catch {
    return true;
  }
}

/** The records by the names of contests, { moves, over, on, won, loss, look }; those of this visit if the browser stores nothing. */
export function recordsOf({ records, forgetful }) {
  if (forgetful) return records;
  try {
    return Object.fromEntries(Object.entries(JSON.parse(localStorage.getItem(NAME)) ?? {}).filter(([name, record]) => isRecord(name, record)));
  } catch {
    return records;
  }
}

/** Store the record of a contest, unless another tab has ended a game of it; return what this changes of the state. */
export function keep({ contest, records, forgetful }) {
  const stored = recordsOf({ records, forgetful });
  const all = stored[contest]?.over ? stored : { ...stored, [contest]: records[contest] };
  try {
    localStorage.setItem(NAME, JSON.stringify(all));
    return { records: all };
  } catch {
    return { forgetful: true };
  }
}

/** The days played on their day, as records by date. */
const daysIn = (records) => new Map(Object.entries(records)
  .filter(([name, { over, on }]) => over && dateIn(name) === on)
  .map(([name, record]) => [dateIn(name), record]));

/** The dates up to a day, the last one first. */
function* backFrom(today) {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate(), 12);
  for (;; day.setDate(day.getDate() - 1)) yield dayOf(day);
}

/** The number of consecutive days played on their day, up to today, which may still be unplayed. */
export function streak(records, today = new Date()) {
  const days = daysIn(records);
  let run = 0;
  for (const date of backFrom(today)) {
    if (days.has(date)) run += 1;
    else if (date !== dayOf(today)) return run;
  }
  return run;
}

/** The median of how far you looked on the last seven days; null if you played on fewer than two. */
export function medianLook(records, today = new Date()) {
  const days = daysIn(records);
  const looks = [];
  const dates = backFrom(today);
  for (let k = 0; k < WEEK; k += 1) {
    const day = days.get(dates.next().value);
    if (day) looks.push(day.look);
  }
  if (looks.length < 2) return null;
  looks.sort((a, b) => a - b);
  return (looks[Math.floor((looks.length - 1) / 2)] + looks[Math.ceil((looks.length - 1) / 2)]) / 2;
}
