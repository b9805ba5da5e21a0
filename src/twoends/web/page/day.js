// The row of the day when it has been played: what you gave away, and how far you looked.

import { dateIn, hasCounted, isToCome, playOfLook, squaresOf } from "./contest.js";
import { html } from "./draw.js";
import { challenge, gameLine, outcome } from "./ending.js";
import { about, show } from "./numbers.js";
import { medianLook, streak } from "./remember.js";
import { linkTo } from "./share.js";
import { addressOf, nameOf, placeOf } from "./state.js";
import { lineOfPlay } from "./why.js";

const LOOKS = { 1: "Larger end", 2: "2 ahead", 4: "4 ahead" };

const SQUARES = {
  best: ["🟩", "✓", "best"],
  less: ["🟨", "?", "gave points away"],
  lost: ["🟥", "✗", "gave the win away"],
};

/** Days in a row and the median look, as a sentence; "" before the second day. */
export function habit(records) {
  const [run, look] = [streak(records), medianLook(records)];
  return [run > 1 ? `${run} days in a row.` : "", look ? `Your median look of the last seven days: ${look} ahead.` : ""].join(" ").trim();
}

const gaveAway = (loss) => (about(loss) ? `gave away ${show(loss)}` : "gave nothing away");

/** The line to share, with a link to the same row. */
function lineToShare(state) {
  const { contest, position, records, told: { review } } = state;
  const { loss, look } = records[contest];
  const won = { you: "won", draw: "drew", opponent: "lost" }[position.leader];
  const squares = squaresOf(position, review).map((kind) => SQUARES[kind][0]).join("");
  const parts = [`Two Ends ${dateIn(contest)}`, nameOf(position.game.opponent), `${won}, ${gaveAway(loss)}`, squares, `like looking ${look} ahead`];
  return `${parts.join(" · ")}\n${linkTo(state)}`;
}

const row = (who, { squares, loss }) => html("tr", {}, html("th", { scope: "row" }, who),
  html("td", {}, html("span", { class: "squares", role: "img", "aria-label": squares.map((kind) => SQUARES[kind][2]).join(", ") },
    squares.map((kind) => html("span", { class: `square ${kind}` }, SQUARES[kind][1])))),
  html("td", { class: "number" }, show(loss)));

/** The result of the row of the day; `reason` is what decided it, `tryFrom` a button. */
export function dayResult(state, send, reason, tryFrom) {
  const { contest, position, copied, seat, goal, records, told: { review, futures } } = state;
  const counts = hasCounted(state);
  const { loss } = review.performance.you;
  const best = futures?.futures.find((future) => future.best);
  const isDone = Boolean(records[contest]?.over);
  const first = isDone ? `Your first game counts: you ${gaveAway(records[contest].loss)}.`
    : isToCome(contest) ? "This game does not count: its day has not come." : "This game came with the link and does not count as yours.";
  return [
    html("p", { class: "ending" }, `You ${gaveAway(loss)}`),
    html("p", { class: "verdict" }, outcome(state)),
    counts ? html("p", { class: "possible" }, `You played like looking ${records[contest].look} ahead.`) : null,
    html("table", { class: "looks" },
      html("thead", {}, html("tr", {}, html("td"), html("td"), html("th", { scope: "col" }, "gave away"))),
      html("tbody", {},
        row("You", { squares: squaresOf(position, review), loss }),
        Object.entries(LOOKS).map(([plies, name]) => row(name, playOfLook(position, Number(plies)))))),
    html("p", { class: "legend" }, "✓ best, ? gave points away, ✗ gave the win away. Looking further can do worse."),
    html("p", { class: "reason" }, reason, about(loss) ? [" ", html("a", { href: addressOf("review", position, seat, goal) }, "See that move")] : null),
    best && about(loss) ? html("div", { class: "games" }, gameLine("Your game", position),
      html("div", {}, html("h2", { class: "small" }, "The best game"), lineOfPlay("The best game: what each side took", best.cards.map((word, k) => ({ word, by: best.by[k] }))))) : null,
    html("p", { class: "muted" }, counts ? habit(records) : first),
    html("div", { class: "onwards" },
      counts ? html("button", { type: "button", id: "copy-result", class: "primary", onclick: () => send({ type: "copy", what: "result", text: lineToShare(state) }) }, copied?.what === "result" ? copied.sentence : "Copy the result") : null,
      tryFrom,
      isDone || isToCome(contest) ? html("button", { type: "button", id: "again", class: counts ? null : "primary", onclick: () => send({ type: "again" }) }, "Play again")
        : html("a", { class: "button primary", href: placeOf("puzzle", contest) }, "Play it yourself"),
      challenge(copied, send),
      html("a", { class: "button", href: "#puzzles" }, "The ladder"))];
}
