// The four methods on a small row, step by step: the code with the current line, the tree of calls, the stored numbers.
// Each generator runs its code line by line and yields { line } with its data: the `call` in the tree as a path of L and R,
// the `range` of cards, what a call `returns`, the stored `list`.

import { chip } from "./cards.js";
import { show } from "./numbers.js";
import { readGame } from "./rules.js";
import { html, svg } from "./svg.js";
import { stepper } from "./why.js";
import { METHODS as SAY } from "./words.js";

const MOST = 4; // cards: each one doubles the leaves of the tree

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

/** The panel: the choice of a method, its code and its steps on the first cards of the row. */
export function methodPane(words) {
  const row = words.slice(0, MOST);
  const { values, unit } = readGame(`${row.join(" ")} / first / -`).game;
  const cards = values.map((value) => Number(value) / Number(unit));
  const place = html("div", {});
  const choose = (method) => {
    place.replaceChildren(...steps(method, row, [...RUN[method](cards)]));
    for (const each of buttons) each.setAttribute("aria-pressed", String(each.textContent === method));
  };
  const buttons = Object.keys(CODE).map((method) => html("button", { type: "button", onclick: () => choose(method) }, method));
  choose("exhaustive");
  return html("div", { class: "panel method-pane" }, html("h3", {}, SAY.title), html("p", {}, SAY.margin(row.length)), html("p", { class: "choice" }, buttons), place);
}

function steps(method, row, run) {
  const lines = CODE[method].map((text) => html("li", {}, html("code", {}, text)));
  const chips = row.map((word) => chip(word));
  const tree = run.some(({ call }) => call) ? treeOf(run, row.length) : null;
  const [list, said] = [html("p", { class: "strip kept" }), html("p", { role: "status" })];
  const to = (count) => {
    const { line, range, returns, list: kept } = run[count - 1];
    lines.forEach((each, k) => (k === line ? each.setAttribute("aria-current", "step") : each.removeAttribute("aria-current")));
    chips.forEach((each, k) => each.classList.toggle("gone", k < range[0] || k >= range[1]));
    list.replaceChildren(...(kept ? [SAY.kept[method], ...kept.map((value) => chip(String(value)))] : []));
    said.textContent = count === run.length ? SAY.result(show(returns)) : returns === undefined ? SAY.step(count, run.length) : SAY.returns(show(returns));
    tree?.to(count);
  };
  const walk = stepper(run.length, to, SAY.steps);
  to(run.length);
  return [
    html("div", { class: "method" }, html("ol", { class: "code-lines", tabindex: 0, "aria-label": SAY.code(method) }, lines), html("div", {}, html("p", { class: "strip" }, chips), list, tree?.element ?? "")),
    walk, said];
}

/** The tree of calls: a call is drawn when it starts, and its value when it returns. */
function treeOf(run, cards) {
  const [wide, down] = [2 ** (cards - 1), 1.1];
  const spot = (call) => [[...call].reduce((x, side, depth) => x + (side === "L" ? -1 : 1) * (wide / 2 ** (depth + 2)), wide / 2), call.length * down + 0.5];
  const calls = [...new Set(run.map(({ call }) => call))];
  const nodes = calls.map((call) => {
    const [x, y] = spot(call);
    const [from, above] = spot(call.slice(0, -1));
    const text = svg("text", { x, y: y + 0.12, "font-size": 0.36 });
    const side = call.at(-1) === "L" ? "at-left" : "at-right";
    return { call, text, element: svg("g", { class: "call" }, call ? svg("path", { class: side, d: `M${from} ${above + 0.32}L${x} ${y - 0.32}` }) : null, svg("circle", { cx: x, cy: y, r: 0.38 }), text) };
  });
  const to = (count) => {
    const before = run.slice(0, count);
    const returned = new Map(before.filter(({ returns }) => returns !== undefined).map(({ call, returns }) => [call, returns]));
    for (const { call, text, element } of nodes) {
      element.classList.toggle("later", !before.some((step) => step.call === call));
      element.classList.toggle("running", before.at(-1).call === call);
      text.textContent = returned.has(call) ? show(returned.get(call)) : "";
    }
  };
  return { to, element: svg("svg", { class: "calls", viewBox: `0 0 ${wide} ${cards * down}`, role: "img", "aria-label": SAY.tree(calls.length) }, nodes.map(({ element }) => element)) };
}
