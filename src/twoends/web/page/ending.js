// The end of a game: who won, what decided it, and what to do next.

import { isDay, rungIn } from "./contest.js";
import { dayResult } from "./day.js";
import { html } from "./draw.js";
import { ENDINGS, theCard } from "./faces.js";
import { isRungPassed, rungNews } from "./ladder.js";
import { about, show, signed } from "./numbers.js";
import { bestOf, waits, whatWasTaken } from "./play.js";
import { afterText, amount, atStart, backTo, isByChance, isFixedSum, legal } from "./rules.js";
import { addressOf, hintsUsed, isFatal, namesOf, worstOf } from "./state.js";
import { lineOfPlay } from "./why.js";

const PATIENCE = 2; // rows without a win, until the ladder is offered

const scoreOf = ({ game, yours, theirs }) => `${show(amount(game, yours))} : ${show(amount(game, theirs))}`;

/** Who won, as a sentence. */
export function outcome(state) {
  const { position, seat } = state;
  const { game, leader } = position;
  const score = scoreOf(position);
  if (leader === "draw") return `A draw, ${score}.`;
  const [you, they] = namesOf(state);
  if (seat) return `${leader === "you" ? you : they} wins, ${score}.`;
  const lead = position.yours - position.theirs;
  const margin = isFixedSum(game) ? "" : `, by ${show(amount(game, lead < 0n ? -lead : lead))}`;
  return `You ${leader === "you" ? "win" : "lose"}, ${score}${margin}.`;
}

/** The kind of ending, and below the result what more was possible: a total, or a margin where the sum is open. */
function possible({ position, seat, told: { review, start } }) {
  const { game, leader } = position;
  const plain = leader === "you" ? "win" : leader === "draw" ? "draw" : "loss";
  const fixed = isFixedSum(game);
  if (seat || isByChance(game.opponent) || !review || (fixed && !start)) return [plain, ""];
  if (leader === "you" && !worstOf(review)) return ["perfect", ""];
  const [best, got] = fixed ? [start.promised.yours, amount(game, position.yours)] : [review.promises[0], amount(game, position.yours - position.theirs)];
  if (about(best) <= about(got)) return [plain, ""]; // the other side gave more away than you
  return [plain, fixed ? `Best possible: ${show(best)}. You got ${show(got)}.` : `Best possible margin: ${signed(best)}. Yours: ${signed(got)}.`];
}

/** What you took at the move that decided the game, or that cost you the most, and what was better. */
export function decided(position, review, worst) {
  const { game, steps } = position;
  const { number, loss, best } = worst;
  const { move, before } = steps[number - 1];
  const ends = [move, legal(before, best[0])].map(({ places }) => places.length === 1 && game.shape === "row" && theCard(game.words[places[0]]));
  const [taken, better] = best.length === 1 && ends[0] && ends[1] && ends[0] !== ends[1] ? ends : [whatWasTaken(position, number - 1), bestOf(position, worst)];
  const more = `${show(loss)} more${isFixedSum(game) ? "" : " of the margin"}${isByChance(game.opponent) ? ", on average" : ""}`;
  return `Move ${number} ${isFatal(review, worst) ? "decided it" : "cost you the most"}: you took ${taken}; ${better} was worth ${more}.`;
}

export function result(state, send) {
  const { position, seat, contest, told: { review, start } } = state;
  const [kind, best] = possible(state);
  const worst = review ? worstOf(review) : null;
  const open = !review || (!start && isFixedSum(position.game) && !isByChance(position.game.opponent));
  const untouched = position.leader === "you" ? "You gave nothing away." : "You gave nothing away: this row could not be won.";
  const reason = seat || !position.steps.length ? "" : open ? waits(state, "What decided it? …") : worst ? decided(position, review, worst) : untouched;
  const hints = hintsUsed(state);
  const helped = hints ? ` With ${hints === 1 ? "one hint" : `${hints} hints`}.` : "";
  return html("div", { id: "result", class: "result", "data-ending": kind },
    isDay(contest) && review ? dayResult(state, send, reason, tryFrom(state, send, worst, false)) : [
      seat ? null : html("p", { class: "ending" }, ENDINGS[kind]),
      html("p", { class: "verdict" }, `${outcome(state)}${helped}`),
      best ? html("p", { class: "possible" }, best) : null,
      html("p", { class: "reason" }, reason),
      theirGame(state),
      rungIn(contest) ? rungNews(state) : offer(state),
      html("div", { class: "onwards" }, onwards(state, send, worst))]);
}

/** The game of whoever sent the challenge. */
function theirGame({ position, goal }) {
  const [, , ...moves] = goal.split(":");
  const theirs = moves.length ? afterText(atStart(position), moves.join(":")) : null;
  return theirs ? html("div", { class: "games" }, gameLine(`You, ${scoreOf(position)}`, position), gameLine(`Your friend, ${scoreOf(theirs)}`, theirs)) : null;
}

/** A whole game: who took what. */
export const gameLine = (title, { game, steps }) => html("div", {}, html("h2", { class: "small" }, title),
  lineOfPlay(`${title}: what each side took`, steps.flatMap(({ move, by }) => move.places.map((place) => ({ word: game.words[place], by })))));

const offer = ({ dry, seat, contest, position }) => (dry.length >= PATIENCE && !seat && !contest && position.leader !== "you"
  ? html("p", {}, "Not won for a while? ", html("a", { href: "#puzzles" }, "The ladder"), " has rows that you can win.") : null);

/** The way back, after a game that was not won, to the position before the move that decided it. */
const tryFrom = ({ position, seat }, send, worst, isPrimary) => (seat || !worst || position.leader === "you" ? null
  : html("button", { type: "button", id: "try-from", class: isPrimary ? "primary" : null, onclick: () => send({ type: "begin", position: backTo(position, worst.number - 1) }) }, "Try from there"));

function onwards(state, send, worst) {
  const { position, seat, goal, copied } = state;
  const passed = isRungPassed(state);
  const back = tryFrom(state, send, worst, !passed);
  return [
    back,
    html("button", { type: "button", id: "next", class: back && !passed ? null : "primary", onclick: () => send({ type: "next" }) }, html("span", {}, passed ? "Next rung" : "Next row"), html("kbd", {}, "n")),
    back ? null : html("button", { type: "button", id: "again", onclick: () => send({ type: "again" }) }, html("span", {}, "Try again")),
    html("a", { id: "to-review", class: "button", href: addressOf("review", position, seat, goal) }, html("span", {}, "Review"), html("kbd", {}, "r")),
    seat || !position.steps.length ? null : challenge(copied, send)];
}

export const challenge = (copied, send) => html("button", { type: "button", id: "challenge", onclick: () => send({ type: "challenge" }) }, copied?.what === "challenge" ? copied.sentence : "Challenge a friend");
