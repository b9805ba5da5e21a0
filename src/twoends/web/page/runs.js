// The methods step by step. Where teaching.js has their code, it runs here, a line a step; under other rules a step is the
// start or the end of a call, or a cell.

import { firstCalls, hasCode } from "./calls.js";
import { show } from "./numbers.js";
import { amount, isByChance } from "./rules.js";
import { SOURCES, bottom_up, contract, exhaustive, top_down } from "./teaching.js";
import { opponentOf, repliesOf } from "./values.js";

const GENERATORS = { exhaustive, top_down, bottom_up, contract };

/** The code of a method for this game, as lines; null if there is none. */
export const codeOf = (game, method) => (hasCode(game) ? SOURCES[method] : null);

/**
 * The steps of a search on these calls: { call, returns, line, names }; with a memo a position that is known returns at once.
 *
 * `line` and `names` are of the code, its line and its variables; they are missing if it does not run here.
 */
export function searchSteps(calls, method) {
  const steps = callSteps(calls, method === "top_down");
  const order = [...new Set(steps.map(({ call }) => call))];
  const lines = linesOf(calls[0].position, method);
  if (!lines) return steps;
  const open = [];
  let begun = 0;
  return lines.map(({ line, names }) => {
    if (line === 0) open.push(order[begun++]);
    const returns = isReturn(method, line);
    return { call: returns ? open.pop() : open.at(-1), returns, line, names };
  });
}

const isReturn = (method, line) => SOURCES[method][line].trim().startsWith("return");

/** Each call as it starts and as it returns; both are one step if it calls nothing. */
function callSteps(calls, hasMemo) {
  const [first, made] = [firstCalls(calls), calls.map(() => [])];
  calls.forEach(({ caller }, index) => made[caller]?.push(index));
  const [steps, known] = [[], new Set()];
  const walk = (call) => {
    const inside = hasMemo && known.has(first[call]) ? [] : made[call];
    if (inside.length) steps.push({ call, returns: false });
    inside.forEach(walk);
    known.add(first[call]);
    steps.push({ call, returns: true });
  };
  walk(0);
  return steps;
}

/** The steps of bottom-up: { cells, line, names }, with the number of cells that are filled. */
export function tableSteps(position, cells) {
  const lines = linesOf(position, "bottom_up");
  if (!lines) return Array.from({ length: cells + 1 }, (_, filled) => ({ filled }));
  let filled = 0;
  return lines.map(({ line, names }, k) => {
    if (k && isCell(lines[k - 1].line)) filled += 1;
    return { filled, line, names };
  });
}

const isCell = (line) => SOURCES.bottom_up[line].trim().startsWith("dp[i][j] = ");

/** The steps of contraction: { coins, read, line, names }, with the number of cards that are read; null if they do not run. */
export function foldSteps(position) {
  let [size, read] = [0, 0];
  return linesOf(position, "contract")?.map((step, k, all) => {
    const done = k ? SOURCES.contract[all[k - 1].line].trim() : "";
    if (done === "coins[top] = cards[k]") [size, read] = [size + 1, read + 1];
    if (done.startsWith("coins[top - 2] = ")) size -= 2;
    return { ...step, coins: step.coins.slice(0, size), read };
  }) ?? null;
}

/** The variables that hold values; the others hold indices and counts. */
const VALUES = { exhaustive: ["left", "right"], top_down: ["left", "right"], bottom_up: [], contract: ["margin"] };

/** The variables of a step in a line. */
export function namesShown(game, method, names) {
  const unit = game.unit * scaledCards(game).scale;
  const text = (name, value) => (typeof value === "boolean" ? (value ? "True" : "False") : show(VALUES[method].includes(name) ? amount({ ...game, unit }, BigInt(value)) : value));
  return Object.entries(names).filter(([, value]) => value !== undefined).map(([name, value]) => `${name} = ${text(name, value)}`).join(", ");
}

/** A coin of contraction as a number to show. */
export const coinShown = (game, coin) => amount(game, BigInt(coin));

/** The lines that run, with the variables of each, and the coins of contraction; null if they do not run here. */
function linesOf(position, method) {
  const { game } = position;
  const scaled = hasCode(game) && method in SOURCES ? scaledCards(game) : null;
  if (!scaled) return null;
  const { cards, weights } = scaled;
  const n = cards.length;
  const { kind, keys } = repliesOf(game.opponent, cards);
  const [yours, opponent] = [position.toMove === "you", [kind, keys, weights]];
  const empty = () => Array.from({ length: n }, () => Array(n).fill(null));
  const coins = [];
  const given = { exhaustive: [cards, 0, n - 1, yours, opponent], top_down: [cards, 0, n - 1, yours, opponent, empty()], bottom_up: [cards, yours, opponent, empty()], contract: [cards, coins] };
  return Array.from(GENERATORS[method](...given[method]), ([line, names]) => ({ line, names, coins: [...coins] }));
}

/** The cards as numbers in a unit in which every mean is whole; null if they are too large for that. */
function scaledCards({ values, span, opponent }) {
  const [top, bottom] = opponentOf(opponent).epsilon;
  const scale = isByChance(opponent) ? (2n * bottom) ** BigInt(Math.ceil(values.length / 2)) : 1n;
  if (span * scale * 2n * bottom > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const weights = isByChance(opponent) ? [2n * (bottom - top), top, bottom, 2n * bottom].map(Number) : null;
  return { cards: values.map((value) => Number(value * scale)), weights, scale };
}
