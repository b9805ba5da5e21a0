// The ladder: rungs of rows that get harder, each row a whole game whose first one counts.

import { dateIn, hasCounted, isToCome, rungIn } from "./contest.js";
import { html } from "./draw.js";
import { about } from "./numbers.js";
import { isCounting, nameOf, placeOf } from "./state.js";

const WINS = 3; // of a rung, which open the next one
const LOSSES = 5; // which open it, too

/** What is said when a rung has been passed. */
const LESSONS = {
  2: "Did you see it? On an even row you can take every second card: add up the 1st, the 3rd, the 5th … and the 2nd, the 4th, the 6th …, and take the end that leaves you all of the larger sum.",
  4: "And there is no such trick on an odd row: whichever end you take, it is the other side who may take every second card. Look ahead instead.",
};

const titleOf = (k) => (k ? `Rung ${k}` : "Warm-up");

/** Each rung with your games on it; the warm-up and rung 1 are open from the start. */
export function rungsOf({ puzzles: { rungs }, records }) {
  const all = rungs.map((rung) => {
    const names = Object.keys(records).filter((name) => name.startsWith(rung.name));
    const games = names.map((name) => records[name]).filter(({ over }) => over);
    const wins = games.filter(({ won }) => won);
    let seed = 1;
    while (records[`${rung.name}${seed}`]?.over) seed += 1;
    return {
      ...rung, wins: wins.length, losses: games.length - wins.length, perfect: wins.filter(({ loss }) => !about(loss)).length,
      next: `${rung.name}${seed}`, open: true,
    };
  });
  for (let k = 2; k < all.length; k += 1) all[k].open = all[k - 1].open && (all[k - 1].wins >= WINS || all[k - 1].losses >= LOSSES);
  return all;
}

/** Whether the game at the table has just opened the next rung. */
export function isRungPassed(state) {
  const at = rungIn(state.contest);
  if (!at || !state.puzzles || !hasCounted(state)) return false;
  const { wins, losses, open } = rungsOf(state)[at.rung];
  const { won } = state.records[state.contest];
  if (!open || at.rung + 1 === state.puzzles.rungs.length) return false;
  if (at.rung === 0) return won; // the next one is open anyway
  return won ? wins === WINS && losses < LOSSES : losses === LOSSES && wins < WINS;
}

/** The address of the next row after the one at the table. */
export function nextInLadder(state) {
  const { rung } = rungIn(state.contest);
  return placeOf("puzzle", rungsOf(state)[rung + (isRungPassed(state) ? 1 : 0)].next);
}

/** Wins so far, and what is open, after a game on a rung. */
export function rungNews(state) {
  if (!state.puzzles) return null;
  const { rung } = rungIn(state.contest);
  const { wins, losses } = rungsOf(state)[rung];
  if (!hasCounted(state)) return html("p", { class: "muted" }, "The first game on a row counts for the ladder; this one is practice.");
  const { won } = state.records[state.contest];
  const said = isRungPassed(state) ? `${titleOf(rung + 1)} is open${won ? "" : " all the same"}.` : `${titleOf(rung)}: ${progress(wins, losses)}.`;
  return [html("p", { class: "news-of-rung" }, said), isRungPassed(state) && LESSONS[rung] ? html("p", {}, LESSONS[rung]) : null];
}

const progress = (wins, losses) => (wins >= WINS ? `${wins} wins` : `${wins} of ${WINS} wins${losses ? `, ${losses} not won` : ""}`);

/** What the game at the table is, above the table. */
export function contestTitle(state) {
  const { contest } = state;
  const at = rungIn(contest);
  const title = at ? titleOf(at.rung) : `Row of the day, ${dateIn(contest)}`;
  const counts = isCounting(state) ? " · this game counts: no hints" : isToCome(contest) ? " · this day has not come: no game counts yet" : "";
  return [`${title}${counts}`, state.forgetful ? html("small", {}, ` ${FORGETFUL}`) : null];
}

/** What is said if the browser stores nothing. */
export const FORGETFUL = "This browser does not let the page store anything: your games are forgotten when you leave.";

// --- all rungs ---------------------------------------------------------------------------------------

export function drawLadder(state) {
  const rungs = rungsOf(state);
  const open = rungs.filter((rung) => rung.open);
  const at = open.length - 1;
  const [won, perfect] = [open.reduce((sum, { wins }) => sum + wins, 0), open.reduce((sum, rung) => sum + rung.perfect, 0)];
  return html("div", { class: "panel" },
    html("h3", {}, "The ladder"),
    html("p", {}, "Whole games that you can win, but not by habit. Three wins open the next rung; so do five losses."),
    html("ol", { class: "ladder" }, rungs.map((rung, k) => rungRow(rung, k, k === at))),
    won ? html("p", { class: "muted" }, `${won === 1 ? "1 win" : `${won} wins`} in all, ${perfect || "none"} of them perfect: every move the best.`) : null);
}

function rungRow({ opponent, cards, you_first: first, rules, wins, losses, perfect, open, next }, k, isNext) {
  const what = [`${k ? "" : "Warm-up: "}${nameOf(opponent)}`, `${cards} cards`, first ? "" : "you second", rules.replace("take 1-2", "take 1 or 2").replace("turns ", "order ")].filter(Boolean).join(", ");
  const how = [wins || losses ? progress(wins, losses) : "", perfect ? `${perfect} perfect` : ""].filter(Boolean).join(" · ");
  const inside = [html("strong", {}, html("span", { class: "unseen" }, "Rung "), String(k)), html("span", {}, what), html("span", { class: open ? "how" : "unseen" }, open ? how : ", closed")];
  const kind = `rung ${wins >= WINS ? "solved" : ""} ${isNext ? "next" : ""}`;
  return html("li", {}, open ? html("a", { class: kind, href: placeOf("puzzle", next) }, inside) : html("span", { class: "rung closed" }, inside));
}
