// What the methods do on a row, to be drawn: the calls of exhaustive search, the different positions among them, the cells
// of the table, and what each follows from. Values come from values.js; nothing here waits for Python.
//
// A value is your total of what is left, or your margin where the sum of both totals is open.

import { after, amount, atStart, isFixedSum, notation, readGame } from "./rules.js";
import { intended, isNumbered, looksAtCards, opponentOf, valuesOf } from "./values.js";

export const MAX_LEAVES = 32; // of a tree that is drawn
const MAX_TABLE = 12; // cards of a table, and of a tree with few leaves

/** Whether the value of an interval depends on nothing but the interval, because it says how many moves were made. */
export const hasTable = ({ rules: { least, most, doubling } }) => least === most && !doubling;

/** Whether the four methods of teaching.js play this game: one card a move from either end, in turns. */
export const hasCode = ({ plain }) => plain;

const cardsLeft = ({ spans: [[start, stop]] }) => stop - start;

/** The moves that a call follows: all of yours; of an opponent's only those that are possible without looking ahead. */
function followed(position) {
  const { game: { opponent }, toMove, moves } = position;
  const isSure = toMove === "opponent" && looksAtCards(position) && !opponentOf(opponent).epsilon[0];
  return isSure ? intended(position, null) : moves;
}

/** Whether a call returns at once: on one card or none, with two cards a call on two, and after the last move. */
const isLeaf = (position, cards) => position.over || cardsLeft(position) <= cards;

/** The calls that a call makes: [moves, position]. */
function made(position, cards) {
  if (isLeaf(position, cards)) return [];
  const once = followed(position).map((move) => [[move], after(position, move)]);
  if (cards === 1) return once;
  return once.flatMap(([moves, next]) => followed(next).map((move) => [[...moves, move], after(next, move)]));
}

/**
 * The calls of exhaustive search from a position, in the order in which they are made; null if more than MAX_LEAVES
 * of them return at once. `cards` is 1, or 2 for two cards a call.
 *
 * A call is { position, caller, moves, isLeaf }: the index of the call that makes it, -1 for none, and the moves between.
 */
function callsFrom(position, cards = 1) {
  const calls = [];
  let leaves = 0;
  const call = (now, caller, moves) => {
    const [index, next] = [calls.length, made(now, cards)];
    leaves += next.length ? 0 : 1;
    calls.push({ position: now, caller, moves, isLeaf: !next.length });
    return leaves <= MAX_LEAVES && next.every(([between, following]) => call(following, index, between));
  };
  return call(position, -1, []) ? calls : null;
}

/** The same game with its first cards alone, at its start. */
export function shortened(position, cards) {
  const { game: { words } } = position;
  return cards < words.length ? readGame(notation(position, { row: words.slice(0, cards).join(" "), moves: [] })) : atStart(position);
}

/** The calls on the longest start of the row whose tree is drawn. */
export function fittingCalls(position, cards = 1) {
  for (let count = Math.min(position.game.words.length, MAX_TABLE); ; count -= 1) {
    const calls = callsFrom(shortened(position, count), cards);
    if (calls) return calls;
  }
}

/** What distinguishes positions whose values may differ. */
function keyOf({ game: { rules }, spans: [[start, stop]], steps: { length }, memory }) {
  return [start, stop, isNumbered(rules) ? length : length % rules.turns.length, memory].join();
}

/** For each call, the index of the first call on the same position, whose number is the number of positions. */
export function firstCalls(calls) {
  const first = new Map();
  return calls.map(({ position }, index) => {
    const key = keyOf(position);
    if (!first.has(key)) first.set(key, index);
    return first.get(key);
  });
}

/** The values of positions of one game, the earliest first, as numbers to show, and after each of their moves. */
export function shownValues(positions) {
  const [{ game }] = positions;
  const { unit, values } = valuesOf(positions);
  const value = ([yours, theirs]) => amount({ ...game, unit }, isFixedSum(game) ? yours : yours - theirs);
  return values.map(({ yours, theirs, after: totals }) => ({ value: value([yours, theirs]), after: totals.map(value), totals }));
}

// --- the table ---------------------------------------------------------------------------------------

/**
 * The cells of the table of a game in the order of bottom-up, the shortest interval first: { i, j, position, value, terms }.
 *
 * `i` and `j` are its first and last card. A term is { move, i, j, earns, value, isMeant, isChosen }: a move, the interval
 * that it leaves, what it adds to the value of that, and the sum; whether the mover intends it, and whether the value
 * follows from it, as it does from all moves if some are random.
 */
export function cellsOf(position) {
  const start = shortened(position, MAX_TABLE);
  const found = new Map([[keyOf(start), start]]);
  for (const each of found.values()) {
    for (const move of each.moves) {
      const next = after(each, move);
      if (cardsLeft(next) && !found.has(keyOf(next))) found.set(keyOf(next), next);
    }
  }
  const positions = [...found.values()];
  const values = shownValues(positions);
  const cells = positions.map((each, k) => ({ ...placeOf(each), position: each, value: values[k].value, terms: valueTerms(each, values[k]) }));
  return cells.sort((a, b) => a.j - a.i - (b.j - b.i) || a.i - b.i);
}

const placeOf = ({ spans: [[start, stop]] }) => ({ i: start, j: stop - 1 });

function valueTerms(position, { value, after: sums, totals }) {
  const { game, moves, toMove, over } = position;
  if (over) return [];
  const meant = toMove === "you" ? moves.filter((_, k) => sums[k] === value) : intended(position, looksAtCards(position) ? null : totals);
  const isRandom = toMove === "opponent" && Boolean(opponentOf(game.opponent).epsilon[0]);
  return moves.map((move, k) => ({
    move, ...placeOf(after(position, move)), value: sums[k], isMeant: meant.includes(move), isChosen: isRandom || meant.includes(move),
    earns: amount(game, toMove === "you" ? move.earns : isFixedSum(game) ? 0n : -move.earns),
  }));
}
