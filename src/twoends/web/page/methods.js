// The four methods on a small row, step by step: the code with the current line, the tree of calls, the stored numbers.
// Each generator runs its code line by line and yields { line } with its data: the `call` in the tree as a path of L and R,
// the `range` of cards, what a call `returns`, the stored `list`.

import { html, once, svg } from "./draw.js";
import { chip } from "./faces.js";
import { show } from "./numbers.js";
import { stepper } from "./stepper.js";

const MAX_CARDS = 4; // cards: each one doubles the leaves of the tree

const CODE = {
  exhaustive: [
    "def margin(start, stop):",
    "    if stop - start == 1:",
    "        return row[start]",
    "    left = row[start] - margin(start + 1, stop)",
    "    right = row[stop - 1] - margin(start, stop - 1)",
    "    return max(left, right)",
  ],
  "top-down": [
    "def margin(start, stop):",
    "    if stop - start == 1:",
    "        return row[start]",
    "    if (start, stop) not in known:",
    "        left = row[start] - margin(start + 1, stop)",
    "        right = row[stop - 1] - margin(start, stop - 1)",
    "        known[start, stop] = max(left, right)",
    "    return known[start, stop]",
  ],
  "bottom-up": [
    "margin = list(row)",
    "for length in range(2, n + 1):",
    "    for start in range(n - length + 1):",
    "        left = row[start] - margin[start + 1]",
    "        right = row[start + length - 1] - margin[start]",
    "        margin[start] = max(left, right)",
    "return margin[0]",
  ],
  contraction: [
    "coins = []",
    "for card in row:",
    "    coins.append(card)",
    "    while len(coins) > 2 and coins[-3] <= coins[-2] >= coins[-1]:",
    "        coins[-3:] = [coins[-3] - coins[-2] + coins[-1]]",
    "coins.sort(reverse=True)",
    "return sum(coins[::2]) - sum(coins[1::2])",
  ],
};

function* exhaustive(row, call = "", range = [0, row.length]) {
  const [start, stop] = range;
  const at = (line, more = {}) => ({ line, call, range, ...more });
  yield at(0);
  yield at(1);
  if (stop - start === 1) {
    yield at(2, { returns: row[start] });
    return row[start];
  }
  yield at(3);
  const left = row[start] - (yield* exhaustive(row, `${call}L`, [start + 1, stop]));
  yield at(4);
  const right = row[stop - 1] - (yield* exhaustive(row, `${call}R`, [start, stop - 1]));
  yield at(5, { returns: Math.max(left, right) });
  return Math.max(left, right);
}

function* topDown(row, call = "", range = [0, row.length], known = new Map()) {
  const [start, stop] = range;
  const at = (line, more = {}) => ({ line, call, range, list: [...known.values()], ...more });
  yield at(0);
  yield at(1);
  if (stop - start === 1) {
    yield at(2, { returns: row[start] });
    return row[start];
  }
  yield at(3);
  const key = range.join();
  if (!known.has(key)) {
    yield at(4);
    const left = row[start] - (yield* topDown(row, `${call}L`, [start + 1, stop], known));
    yield at(5);
    const right = row[stop - 1] - (yield* topDown(row, `${call}R`, [start, stop - 1], known));
    known.set(key, Math.max(left, right));
    yield at(6);
  }
  yield at(7, { returns: known.get(key) });
  return known.get(key);
}

function* bottomUp(row) {
  const margin = [...row];
  const at = (line, range, more = {}) => ({ line, range, list: [...margin], ...more });
  yield at(0, [0, row.length]);
  for (let length = 2; length <= row.length; length += 1) {
    yield at(1, [0, row.length]);
    for (let start = 0; start + length <= row.length; start += 1) {
      const range = [start, start + length];
      yield at(2, range);
      const left = row[start] - margin[start + 1];
      yield at(3, range);
      const right = row[start + length - 1] - margin[start];
      yield at(4, range);
      margin[start] = Math.max(left, right);
      yield at(5, range);
    }
  }
  yield at(6, [0, row.length], { returns: margin[0] });
  return margin[0];
}

function* contraction(row) {
  const coins = [];
  const at = (line, k, more = {}) => ({ line, range: [k, k + 1], list: [...coins], ...more });
  yield at(0, 0);
  for (const [k, card] of row.entries()) {
    yield at(1, k);
    coins.push(card);
    yield at(2, k);
    for (yield at(3, k); coins.length > 2 && coins.at(-3) <= coins.at(-2) && coins.at(-2) >= coins.at(-1); yield at(3, k)) {
      coins.push(coins.at(-3) - coins.at(-2) + coins.at(-1));
      coins.splice(-4, 3);
      yield at(4, k);
    }
  }
  coins.sort((a, b) => b - a);
  yield at(5, row.length);
  const margin = coins.reduce((sum, coin, k) => sum + (k % 2 ? -coin : coin), 0);
  yield at(6, row.length, { returns: margin });
  return margin;
}

const RUN = { exhaustive, "top-down": topDown, "bottom-up": bottomUp, contraction };

const runOf = once((game, method) => {
  const values = game.values.slice(0, MAX_CARDS).map((value) => Number(value) / Number(game.unit));
  return [...RUN[method](values)];
});

const KEPT = { "top-down": "known: ", "bottom-up": "margin: ", contraction: "coins: " };

/** The panel: the choice of a method, its code and its steps on the first of the remaining cards. */
export function methodPane(game, { look }, send) {
  const { method = "exhaustive" } = look;
  const run = runOf(game, method);
  const row = game.words.slice(0, MAX_CARDS);
  const count = look[method] ?? run.length;
  const { line, range, returns, list } = run[count - 1];
  const said = count === run.length ? `The margin is ${show(returns)}.` : returns === undefined ? `Step ${count} of ${run.length}.` : `This call returns ${show(returns)}.`;
  return html("div", { class: "panel method-pane" },
    html("h3", {}, "Inside each method"),
    html("p", {}, `The first ${row.length} cards, one line of code at a time. The number is the margin: by how much the player to move wins.`),
    html("p", { class: "choice" }, Object.keys(CODE).map((name) => html("button", { type: "button", "aria-pressed": String(name === method), onclick: () => send({ type: "look", at: { method: name } }) }, name))),
    html("div", { class: "method", key: method },
      html("ol", { class: "code-lines", tabindex: 0, "aria-label": `Code, ${method}` }, CODE[method].map((text, k) => html("li", { "aria-current": k === line ? "step" : null }, html("code", {}, text)))),
      html("div", {},
        html("p", { class: "strip" }, row.map((word, k) => chip(word, k < range[0] || k >= range[1] ? "gone" : ""))),
        html("p", { class: "strip" }, list ? [KEPT[method], list.map((value) => chip(String(value)))] : null),
        run[0].call === undefined ? null : treeOf(run, row.length, count))),
    stepper(look, send, method, run.length, "Steps shown"),
    html("p", { role: "status" }, said));
}

/** The tree of calls: a call is drawn when it starts, and its value when it returns. */
function treeOf(run, cards, count) {
  const [wide, down] = [2 ** (cards - 1), 1.1];
  const spot = (call) => [[...call].reduce((x, side, depth) => x + (side === "L" ? -1 : 1) * (wide / 2 ** (depth + 2)), wide / 2), call.length * down + 0.5];
  const calls = [...new Set(run.map(({ call }) => call))];
  const before = run.slice(0, count);
  const returned = new Map(before.filter(({ returns }) => returns !== undefined).map(({ call, returns }) => [call, returns]));
  const begun = new Set(before.map(({ call }) => call));
  const nodes = calls.map((call) => {
    const [[x, y], [from, above]] = [spot(call), spot(call.slice(0, -1))];
    return svg("g", { class: `call${begun.has(call) ? "" : " later"}${before.at(-1).call === call ? " running" : ""}` },
      call ? svg("path", { class: call.at(-1) === "L" ? "at-left" : "at-right", d: `M${from} ${above + 0.32}L${x} ${y - 0.32}` }) : null,
      svg("circle", { cx: x, cy: y, r: 0.38 }), svg("text", { x, y: y + 0.12, "font-size": 0.36 }, returned.has(call) ? show(returned.get(call)) : ""));
  });
  return svg("svg", { class: "calls", viewBox: `0 0 ${wide} ${cards * down}`, role: "img", "aria-label": `The tree of ${calls.length} calls: blue took the left end, orange the right` }, nodes);
}
