// The page's own answers to questions about positions, as Python gives them: what moves bring, replies, reviews, a row
// against an opponent. They come from values.js; what it does not know is left to Python.

import { BEST, BLUNDER, EQUAL, INACCURACY, judge_moves, mark_of, performance_of, spread_of, stake_of, turning_point } from "./engine.js";
import { after as afterMove, amount, atStart, exchanged, isByChance, isFixedSum, readGame } from "./rules.js";
import { intended, looksAtCards, opponentOf, stepsOf, valuesOf } from "./values.js";

const MAX_STEPS = 200_000; // taken at once, in 5 to 30 ms; more of them in a worker

/** An answer that takes at most this many steps; null if it takes more, or if only Python knows it. */
export function answerTo(question, fields, most = MAX_STEPS) {
  const position = Object.hasOwn(ANSWERS, question) ? positionIn(fields) : null;
  return position && stepsFor(question, position, fields) <= most ? ANSWERS[question](position, fields) : null;
}

/** Whether the page knows an answer, if need be in a worker. */
export function knows(question, fields) {
  const position = Object.hasOwn(ANSWERS, question) ? positionIn(fields) : null;
  return position !== null && stepsFor(question, position, fields) < Infinity;
}

/** A row is asked about from its start; the computer that plays for you is the opponent of the exchanged game. */
function positionIn({ game, row, opponent, player }) {
  if (row !== undefined) return readGame(`${row || "-"} / first / - / ${opponent}`);
  if (typeof game === "string") return null; // in another notation
  return player && player !== "best" ? exchanged(game, player) : game;
}

/** How many steps an answer takes, roughly; Infinity if only Python knows it. */
function stepsFor(question, position, { player }) {
  if (question === "reply" && player !== "best" && looksAtCards(position)) return 0;
  if (question === "review") return 2 * stepsOf(atStart(position));
  const times = { solve: 2, compare: 2, futures: isByChance(position.game.opponent) ? 1 : Math.min(position.moves.length, MAX_FUTURES) * MAX_MOVES_AHEAD };
  return stepsOf(position) * (times[question] ?? 1);
}

/** What is said of each of the mover's moves, given both totals after it, theirs first, and the margin with best play. */
function judge(game, after, margin, unit) {
  const [lost, isBest] = [after.map(() => 0n), after.map(() => 0)];
  judge_moves(after, isFixedSum(game), 0n, lost, isBest);
  const spread = spread_of(game.values, 0n) * (unit / game.unit);
  return { lost, isBest, marks: lost.map((loss, k) => mark_of(loss, isBest[k] === 1, isFixedSum(game), margin, spread, 0n)) };
}

const MARKS = { [BEST]: "best", [EQUAL]: "equal", [INACCURACY]: "inaccuracy", [BLUNDER]: "blunder" };

// --- one position ------------------------------------------------------------------------------------

/** Both totals with best play, and what each of your moves brings. */
function moves(position) {
  const { game, toMove } = position;
  const { unit, values: [{ yours, theirs, after }] } = valuesOf([position]);
  const show = (total) => amount({ ...game, unit }, total);
  const [mine, other] = earnedIn(position, unit);
  const promised = { yours: show(mine + yours), theirs: show(other + theirs) };
  if (toMove !== "you" || position.over) return { promised, moves: [] };
  const judged = judge(game, after, mine + yours - other - theirs, unit);
  return { promised, moves: position.moves.map((move, k) => ({
    end: move.name, loss: show(judged.lost[k]), mark: MARKS[judged.marks[k]],
    finish: show(mine + after[k][0]), margin: show(mine + after[k][0] - other - after[k][1]),
  })) };
}

const earnedIn = ({ game, yours, theirs }, unit) => [yours, theirs].map((total) => total * (unit / game.unit));

/** The move of the player to move: your best one, or the opponent's. */
function reply(position, { player }) {
  const { game, moves: legal } = position;
  const after = player !== "best" && looksAtCards(position) ? null : valuesOf([position]).values[0].after;
  if (player === "best") return { end: legal[judge(game, after, 0n, game.unit).isBest.indexOf(1)].name, by_chance: false };
  const { ties, epsilon: [top, bottom] } = opponentOf(game.opponent);
  const among = Math.random() * Number(bottom) < Number(top) ? legal : intended(position, after);
  return { end: among[Math.floor(Math.random() * among.length)].name, by_chance: top > 0n || ties === "random" };
}

// --- what follows ------------------------------------------------------------------------------------

const MAX_FUTURES = 4; // if there are more moves than two
const MAX_MOVES_AHEAD = 12;

/** Your moves, each with the best play that follows it, unless that is random: both ends of a row, or the best moves. */
function futures(position) {
  const { game, toMove, moves: legal, over } = position;
  if (toMove !== "you" || over) return { futures: [] };
  const { unit, values: [{ yours, theirs, after }] } = valuesOf([position]);
  const show = (total) => amount({ ...game, unit }, total);
  const { lost, isBest } = judge(game, after, 0n, unit);
  const rank = (a, b) => isBest[b] - isBest[a] || (lost[a] < lost[b] ? -1 : lost[a] > lost[b] ? 1 : lost[a] || after[a][0] === after[b][0] ? 0 : after[a][0] > after[b][0] ? -1 : 1);
  const places = legal.map((_, k) => k);
  if (!game.plain) places.sort(rank);
  return { futures: places.slice(0, MAX_FUTURES).map((k) => {
    const then = isByChance(game.opponent) ? afterMove(position, legal[k]) : followed(afterMove(position, legal[k]), MAX_MOVES_AHEAD - 1);
    const taken = then.steps.slice(position.steps.length).flatMap(({ move, by }) => move.places.map((place) => ({ by, word: game.words[place] })));
    return {
      end: legal[k].name, earns: amount(game, legal[k].earns), total: show(after[k][0]), loss: show(lost[k]), margin: show(yours - theirs), best: isBest[k] === 1,
      cards: taken.map(({ word }) => word), by: taken.map(({ by }) => by), whole: then.over,
    };
  }) };
}

/** The position after this many moves of best play, with ties to the left. */
function followed(position, count) {
  let now = position;
  for (let k = 0; k < count && !now.over; k += 1) {
    const [{ after }] = valuesOf([now]).values;
    const move = now.toMove === "you" ? now.moves[judge(now.game, after, 0n, now.game.unit).isBest.indexOf(1)] : intended(now, after)[0];
    now = afterMove(now, move);
  }
  return now;
}

// --- whole games -------------------------------------------------------------------------------------

/** Every move, what it gave away, and your margin with best play after it. */
function review(position) {
  const { game, steps, over } = position;
  const path = [...steps.map(({ before }) => before), position];
  const actual = known(path);
  // Your moves are judged against this opponent, theirs against optimal play.
  const optimal = game.opponent === "optimal" ? actual : known(path.map((each) => ({ ...each, game: { ...game, opponent: "optimal" } })));
  const judged = steps.map(({ move, by, before }, k) => {
    const { unit, values, margins } = by === "you" ? actual : optimal;
    const after = by === "you" ? values[k].after : values[k].after.map(([yours, theirs]) => [theirs, yours]);
    const { lost, isBest, marks } = judge(game, after, by === "you" ? margins[k] : -margins[k], unit);
    const place = before.moves.indexOf(move);
    return { unit, best: before.moves.filter((_, at) => isBest[at] === 1), lost: lost[place], stake: stake_of(lost), mark: marks[place] };
  });
  const promises = actual.margins.map((margin) => amount({ ...game, unit: actual.unit }, margin));
  const [marks, movers] = [judged.map(({ mark }) => mark), steps.map(({ by }) => by)];
  const performance = ({ unit }, who, taken) => {
    const [loss, stake, inaccuracies, blunders] = performance_of(movers, who, judged.map(({ lost }) => lost), judged.map((each) => each.stake), marks, 0n);
    return { taken: amount(game, taken), loss: amount({ ...game, unit }, loss), accuracy: stake ? share(stake - loss, stake) : 1, inaccuracies, blunders };
  };
  return {
    over, promises, turning_point: turning_point(actual.margins, 0n) || null, exact: true,
    played: judged.map(({ unit, best, lost, mark }, k) => ({
      number: k + 1, by: steps[k].by, end: steps[k].move.name, best: best.map(({ name }) => name),
      loss: amount({ ...game, unit }, lost), mark: MARKS[mark], promised: promises[k + 1],
    })),
    performance: { you: performance(actual, "you", position.yours), other: performance(optimal, "opponent", position.theirs) },
  };
}

/** A part of a whole as a float. */
const share = (part, whole) => Number((part * 10n ** 17n) / whole) / 1e17;

/** The values of the positions of a game, and your margins with best play from each. */
function known(path) {
  const { unit, values } = valuesOf(path);
  const margins = path.map((position, k) => {
    const [mine, other] = earnedIn(position, unit);
    return mine + values[k].yours - other - values[k].theirs;
  });
  return { unit, values, margins };
}

// --- a row against an opponent -----------------------------------------------------------------------

/** Both totals of a row, and whether to go first. */
function solve(position) {
  const [first, second] = [true, false].map((youFirst) => {
    const { unit, values: [{ yours, theirs }] } = valuesOf([{ ...position, game: { ...position.game, youFirst }, toMove: youFirst ? "you" : "opponent" }]);
    return { yours, margin: yours - theirs, show: (total) => amount({ ...position.game, unit }, total), own: [yours, unit] };
  });
  const ahead = first.own[0] * second.own[1] - second.own[0] * first.own[1];
  return {
    first: first.show(first.yours), second: second.show(second.yours), margin_first: first.show(first.margin), margin_second: second.show(second.margin),
    go_first: ahead >= 0n, go: ahead > 0n ? "first" : ahead < 0n ? "second" : "either",
  };
}

const compare = (position, { opponent }) => ({ answers: [{ opponent, ...solve(position) }] });

const ANSWERS = { moves, reply, futures, review, solve, compare };
