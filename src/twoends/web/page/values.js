// What positions are worth, as Python's `values` says it, by the same texts: engine.js. Here a game of rules.js becomes the
// arguments of the text that solves it. Values are whole numbers (BigInt) over one unit, so that chance is exact, too.

import {
  AFTER, COLUMNS, GENEROUS, KIND, LARGER_EITHER, LARGER_LEFT, LARGER_RIGHT, OPTIMAL, OVER, PREFERS, TABLE_ROWS, TIES_RIGHT, YOU,
  fill_coins, fill_positions, margin, memory_place, sweep, wants, wants_then,
} from "./engine.js";
import { factorOf, isByChance } from "./rules.js";

const MAX_CARDS_BY_CHANCE = 200; // beyond, Python has rounded answers
const MAX_STEPS_IN_ALL = 1e8; // some 10 seconds; beyond, Python refuses

/**
 * The values of positions of one game, the earliest first: { unit, values }.
 *
 * A value is { yours, theirs, after }: both totals of what is left, against the game's opponent, and the same after each
 * legal move, which counts. They are in units of which `unit` make 1.
 */
export function valuesOf(positions) {
  const [{ game }] = positions;
  const states = positions.map(stateOf);
  const next = positions.map(({ moves }, k) => moves.map((move) => following(game, states[k], move)));
  const rows = [...states, ...next.flat()].filter(({ span }) => span);
  const { whole, totals } = methodOf(game)(game, states[0], rows);
  const known = new Map(rows.map((state, k) => [state, totals[k]]));
  const circle = states[0].span ? null : beforeTheFirst(positions[0], next[0].map((state) => known.get(state)), whole);
  const scale = circle ? circle.of : 1n; // all totals have the unit of the first one
  const scaled = ([yours, theirs]) => [yours * scale, theirs * scale];
  const values = positions.map((position, k) => {
    const [yours, theirs] = known.has(states[k]) ? scaled(known.get(states[k])) : circle.total;
    return { yours, theirs, after: position.moves.map((move, at) => earned(position, move, scaled(known.get(next[k][at])), whole * scale)) };
  });
  return { unit: game.unit * whole * scale, values };
}

const isStandard = ({ standard, shape }) => standard && shape !== "board";

/** The steps that the values of a game from a position on take, roughly; Infinity if they are left to Python. */
export function stepsOf(position) {
  const { game } = position;
  const { least, most, doubling, ends, turns } = game.rules;
  const n = cardsOf(game, stateOf(position)).length;
  const chance = isByChance(game.opponent);
  if (!(isStandard(game) || game.shape === "row") || (chance && n > MAX_CARDS_BY_CHANCE)) return Infinity;
  let steps = n;
  if (methodOf(game) === bySweep) steps = n * n;
  else if (doubling) steps = n ** 3 / 16;
  else if (methodOf(game) === byTurns) {
    const counts = most < Infinity ? Math.min(most, n) - least + 1 : chance ? n / 2 : 2;
    steps = 2 * counts * n * (ends === "either" ? n : 1) * Math.max(turns.length, isNumbered(game.rules) ? n / least : 2);
  }
  if (chance && methodOf(game) === byTurns) steps *= 10; // their weights grow
  return steps <= MAX_STEPS_IN_ALL ? steps : Infinity;
}

function methodOf(game) {
  if (!isStandard(game)) return byTurns;
  return opponentOf(game.opponent).name === "optimal" && !isByChance(game.opponent) ? byCoins : bySweep;
}

// --- states ------------------------------------------------------------------------------------------

/** What distinguishes a position of a game on a row or a circle: the span is null before the first card of a circle. */
const stateOf = ({ spans, steps, memory }) => ({ span: spans ? spans[0] : null, number: steps.length, memory });

function following({ words, rules }, { span, number, memory }, { side, count, places }) {
  const [start, stop] = span ?? [places[0], places[0] + words.length];
  return { span: side === "R" ? [start, stop - count] : [start + count, stop], number: number + 1, memory: rules.doubling ? Math.max(memory, count) : memory };
}

const isYours = ({ rules: { turns }, youFirst }, number) => (turns[number % turns.length] === "A") === youFirst;

/** The cards that are left; those of a complete circle twice in a row. */
function cardsOf({ values, shape }, { span }) {
  const twice = shape === "circle" ? [...values, ...values] : values;
  return span ? twice.slice(...span) : twice;
}

const earned = ({ toMove }, { earns }, [yours, theirs], whole) => (toMove === "you" ? [yours + earns * whole, theirs] : [yours, theirs + earns * whole]);

const sumsOf = (values) => {
  const sums = [0n];
  for (const value of values) sums.push(sums.at(-1) + value);
  return sums;
};

const zeros = (count) => Array(count).fill(0n);

// --- one card from either end --------------------------------------------------------------------------

/** Both totals from each state on between two optimal players: { whole, totals }, in units of the game times `whole`. */
function byCoins(game, root, states) {
  const cards = cardsOf(game, root);
  const first = root.span ? root.span[0] : 0;
  const table = Array.from({ length: TABLE_ROWS }, (_, row) => (row ? Array(cards.length + 1).fill(0) : zeros(cards.length + 1)));
  fill_coins(table, cards);
  const sums = sumsOf(cards);
  const totals = states.map(({ span: [start, stop], number }) => {
    const all = sums[stop - first] - sums[start - first];
    const own = (all + margin(table, start - first, stop - first)) / 2n;
    return isYours(game, number) ? [own, all - own] : [all - own, own];
  });
  return { whole: 1n, totals };
}

/** The same against anyone else: one sweep, which is asked for its totals length by length. */
function bySweep(game, root, states) {
  const cards = cardsOf(game, root);
  const n = root.span ? cards.length : game.words.length;
  const first = root.span ? root.span[0] : 0;
  const { epsilon: [top, bottom] } = opponentOf(game.opponent);
  const { kind, keys } = repliesOf(game.opponent, cards);
  const weights = isByChance(game.opponent) ? [2n * (bottom - top), top, bottom, 2n * bottom] : null;
  const [sums, levels, youFirst] = [sumsOf(cards), [zeros(n + 1), zeros(n + 1)], isYours(game, root.number)];
  const scaled = [...cards]; // which the sweep multiplies by the weights
  const found = new Map();
  let [whole, reached] = [1n, 0];
  for (const [length, asked] of byLength(states, ({ span: [start, stop] }) => stop - start)) {
    sweep(levels, scaled, keys, n, 1, !root.span, kind, weights, youFirst, reached, length, null, null, null);
    for (let k = Math.max(reached + 1, 2); k <= length; k += 1) if (weights && ((n - k) % 2 === 0) !== youFirst) whole *= weights[3];
    reached = length;
    for (const state of asked) found.set(state, [length ? levels[length % 2][(state.span[0] - first) % n] : 0n, whole]);
  }
  return { whole, totals: states.map((state) => {
    const [yours, by] = found.get(state);
    const [start, stop] = state.span;
    return [yours * (whole / by), (sums[stop - first] - sums[start - first]) * whole - yours * (whole / by)];
  }) };
}

/** States by length, the shortest first. */
function byLength(states, lengthOf) {
  const found = new Map();
  for (const state of states) {
    const length = lengthOf(state);
    if (!found.has(length)) found.set(length, []);
    found.get(length).push(state);
  }
  return [...found].sort(([a], [b]) => a - b);
}

/** Both totals before the first card of a circle, given those after each card, times `of`. */
function beforeTheFirst(position, totals, whole) {
  const after = position.moves.map((move, k) => earned(position, move, totals[k], whole));
  if (position.over) return { total: [0n, 0n], of: 1n };
  if (position.toMove === "you") return { total: after.reduce((best, pair) => (pair[0] > best[0] ? pair : best)), of: 1n };
  const { weights, of } = chancesOf(position, intended(position, after));
  return { total: [0, 1].map((whose) => after.reduce((sum, pair, k) => sum + weights[k] * pair[whose], 0n)), of };
}

// --- other rules ---------------------------------------------------------------------------------------

export const isNumbered = ({ score, stop }) => (score !== "cards" && score !== "rest") || stop < Infinity;

/** Both totals from each state on under other rules; the first state is the earliest. */
function byTurns(game, root, states) {
  const { rules, opponent } = game;
  const { least, most, doubling, ends, score, turns, stop } = rules;
  const values = cardsOf(game, root);
  const n = values.length;
  const [either, any, fixed] = [ends === "either", most === Infinity && !doubling, least === most];
  const count = isNumbered(rules) ? Math.min(Math.floor(n / least) + 2, Math.max(stop - root.number, 0) + 1) : turns.length;
  const { name, ties } = opponentOf(opponent);
  const [movers, factors] = [[], []];
  for (let k = 0; k < count; k += 1) {
    const number = root.number + k;
    const mover = Array(COLUMNS).fill(0);
    mover[KIND] = isYours(game, number) ? YOU : kindOf(opponent);
    mover[PREFERS] = prefersOf(name);
    mover[TIES_RIGHT] = ties === "right" && mover[KIND] !== YOU ? 1 : 0;
    mover[AFTER] = fixed ? 0 : (k + 1) % count;
    mover[OVER] = number >= stop ? 1 : 0;
    movers.push(...mover);
    factors.push(factorOf(rules, number));
  }
  const phases = fixed ? 1 : count;
  const shortest = stop === Infinity || most === Infinity ? 0 : Math.max(n - Math.max(stop - root.number, 0) * most, 0);
  const grown = (length) => memory_place(true, root.memory + Math.floor((n - length) / 2), length);
  const places = either ? n + 1 - shortest : doubling ? 1 + Math.max(...Array.from({ length: n + 1 }, (_, length) => grown(length))) : 1;
  const kept = doubling || (any && isByChance(opponent)) ? n + 1 : Math.min((any ? least : most) + 1, n + 1);
  const limits = [Math.min(least, n + 2), any || doubling ? 0 : Math.min(most, n + 2)];
  const given = [...limits, Number(doubling), Number(either), Number(score === "rest"), 0, root.memory, shortest, places, kept, fixed ? count : 0, !fixed && isNumbered(rules) ? count : 0, 0];
  const legal = (length) => legalOn(rules, length, shortest);
  const chance = isByChance(opponent) ? chanceOf(opponent, n, legal, doubling) : null;
  const options = chance ? [0, 1, 2].map(() => zeros(Math.max(...chance.legal))) : null;
  const [yours, theirs] = [zeros(phases * kept * places), zeros(phases * kept * places)];
  const arms = any ? 2 * phases * (n + 1) : 0;
  const filled = [given, sumsOf(ends === "right" ? values.toReversed() : values), movers, factors, chance?.tables ?? null, options, yours, theirs, yours, theirs, Array(arms).fill(-1), zeros(arms), zeros(arms), [], []];
  const units = chance?.tables[0];
  const found = new Map();
  let reached = shortest;
  for (const [length, asked] of byLength(states, ({ span: [start, end] }) => end - start)) {
    fill_positions(...filled, Math.min(reached, length), length + 1);
    reached = length + 1;
    for (const state of asked) {
      const phase = fixed ? 0 : (state.number - root.number) % count;
      const place = either ? state.span[0] - root.span[0] : memory_place(doubling, state.memory, length);
      const at = (phase * kept + (length % kept)) * places + place;
      found.set(state, [yours[at], theirs[at], units ? units[length + 1] : 1n]);
    }
  }
  const whole = units ? units[reached] : 1n;
  return { whole, totals: states.map((state) => {
    const [mine, other, unit] = found.get(state);
    return [mine * (whole / unit), other * (whole / unit)];
  }) };
}

/** The most legal moves on this many cards. */
function legalOn({ least, most, doubling, ends }, length, shortest) {
  const counts = length >= shortest ? Math.max((doubling ? length : Math.min(most, length)) - least + 1, 0) : 0;
  return counts && ends === "either" ? 2 * counts - (most >= length ? 1 : 0) : counts;
}

/** The weights of random moves, whole numbers: { legal, tables }, as the text explains them. */
function chanceOf(opponent, n, legalOf, doubling) {
  const { name, ties, epsilon: [top, bottom] } = opponentOf(opponent);
  const mayTie = ties === "random" && name !== "random";
  const [units, weights, atRandom, intends] = [[1n], [], [], []];
  const legal = Array.from({ length: n + 1 }, (_, length) => legalOf(length));
  for (const most of legal) {
    const [counts, tied] = [range(doubling ? 1 : Math.max(most, 1), most), range(1, mayTie ? most : Math.min(most, 1))];
    const weight = [...counts.map((each) => top && bottom * BigInt(each)), ...tied.map((each) => (bottom - top) && bottom * BigInt(each))].filter(Boolean).reduce(common, 1n);
    const shares = (share, among) => {
      const table = zeros(most + 1);
      for (const each of among) table[each] = (weight * share) / (bottom * BigInt(each));
      return table;
    };
    atRandom.push(shares(top, counts));
    intends.push(shares(bottom - top, tied));
    weights.push(weight);
    units.push(units.at(-1) * weight);
  }
  return { legal, tables: [units, weights, atRandom, intends] };
}

const range = (first, last) => Array.from({ length: Math.max(last - first + 1, 0) }, (_, k) => first + k);

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

const common = (a, b) => (a / divisor(a, b)) * b;

// --- opponents -----------------------------------------------------------------------------------------

/** An opponent by its text: { name, ties, epsilon }; the probability of a random move is a pair of BigInt. */
export function opponentOf(text) {
  const [steady, trembling = "0/1"] = text.split(" trembling ");
  const [name, ties = isByEnd(name) ? name : "left"] = steady.split(" ");
  const [top, bottom = "1"] = (name === "random" ? "1" : trembling).split("/");
  return { name, ties, epsilon: [BigInt(top), BigInt(bottom)] };
}

/** Whether an opponent always takes one end. */
const isByEnd = (name) => name === "left" || name === "right";

/** How an opponent replies, as the texts need it: { kind, keys, ties }. */
export function repliesOf(opponent, cards) {
  const { name, ties } = opponentOf(opponent);
  const keys = name === "random" || isByEnd(name) ? zeros(cards.length) : name === "modest" ? cards.map((card) => -card) : [...cards];
  return { kind: kindOf(opponent), keys, ties };
}

/** Which cards an opponent prefers: 1 the larger, -1 the smaller, 0 none. */
const prefersOf = (name) => ({ greedy: 1, modest: -1 })[name] ?? 0;

function kindOf(opponent) {
  const { name, ties } = opponentOf(opponent);
  if (name === "random") return LARGER_EITHER;
  if (name === "greedy" || name === "modest" || isByEnd(name)) return { left: LARGER_LEFT, right: LARGER_RIGHT, random: LARGER_EITHER }[ties];
  return name === "generous" ? GENEROUS : OPTIMAL;
}

/** Whether an opponent looks at the cards alone, so that a reply needs no values. */
export const looksAtCards = ({ game: { opponent } }) => /^(greedy|modest|left|right|random)/.test(opponent);

/** The moves that the opponent intends, one unless ties are random; `after` is not read if they look at the cards. */
export function intended(position, after) {
  const { game: { opponent }, moves } = position;
  const { name, ties } = opponentOf(opponent);
  if (name === "random") return moves;
  const kind = kindOf(opponent);
  const desires = moves.map(({ earns }, k) => {
    const [yours, theirs] = looksAtCards(position) ? [0n, 0n] : after[k];
    return [wants(kind, prefersOf(name), looksAtCards(position) ? earns : 0n, yours, theirs), wants_then(kind, 0n, yours, theirs)];
  });
  const [most, then] = desires.reduce((best, each) => (each[0] > best[0] || (each[0] === best[0] && each[1] > best[1]) ? each : best));
  const tied = moves.filter((_, k) => desires[k][0] === most && desires[k][1] === then);
  if (ties === "random") return tied;
  const last = tied.at(-1);
  return [ties === "right" ? tied.find(({ side, part, name: move }) => (side ? side === last.side && part === last.part : move === last.name)) : tied[0]];
}

/** The weight of each move of an opponent who intends these: { weights, of }, whole numbers that sum to `of`. */
function chancesOf({ game: { opponent }, moves }, meant) {
  const [top, bottom] = opponentOf(opponent).epsilon;
  const [all, some] = [BigInt(moves.length), BigInt(meant.length)];
  return { weights: moves.map((move) => top * some + (meant.includes(move) ? (bottom - top) * all : 0n)), of: bottom * all * some };
}
