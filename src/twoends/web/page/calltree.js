// The calls of a search as a picture: a tree, or with equal positions merged a graph. A call keeps its element, so that it
// moves when they merge.

import { svg } from "./draw.js";
import { brief } from "./numbers.js";

const DOWN = { leaf: 34, level: 62, node: [32, 26], font: 17 }; // pixels, the first call on top
const ACROSS = { leaf: 18.4, level: 54, node: [40, 16.4], font: 11.5 }; // the same on its side, the first call on the left
const [LEVELS_ACROSS, LEAVES_ACROSS] = [5, 10]; // of a tree that lies on its side in portrait; so do larger ones

/**
 * The picture of calls, given for each the first call on the same position, its value, and its progress: "" for not
 * begun, "open", "running" or "returned".
 */
export function callTree({ calls, first, values }, progress, { merged, portrait, chosen }, choose) {
  const levels = levelsOf(calls);
  const depth = Math.max(...levels) + 1;
  const leaves = calls.filter(({ isLeaf }) => isLeaf).length;
  const size = portrait && (depth >= LEVELS_ACROSS || leaves >= LEAVES_ACROSS) ? ACROSS : DOWN;
  const [apart, together] = [spread(calls), gathered(calls, first, levels, leaves)];
  const spot = (across, level) => {
    const [x, y] = [(across + 0.5) * size.leaf, (level + 0.5) * size.level];
    return size === ACROSS ? [y, x] : [x, y];
  };
  const [tree, graph] = [calls.map((_, k) => spot(apart[k], levels[k])), calls.map((_, k) => spot(together[k], levels[k]))];
  const span = (Math.max(leaves, ...together.map((place) => place + 1))) * size.leaf;
  const [wide, tall] = size === ACROSS ? [depth * size.level, span] : [span, depth * size.level];
  const edges = (spots, shown, drawn) => svg("g", { class: `edges ${shown ? "" : "gone"}` }, calls.map(({ caller, moves }, k) => (caller < 0 || !drawn(k) ? null
    : svg("path", { class: `${sideOf(moves, spots === graph)} ${progress[caller] && progress[k] ? "" : "later"}`, d: `M${spots[caller].join(" ")}L${spots[k].join(" ")}` }))));
  const isNew = newEdges(calls, first);
  const [across, up] = size.node;
  return svg("svg", { key: `${calls.length} ${calls[1]?.moves.length} ${calls[0].position.game.row}`, class: `calls ${size === ACROSS ? "on-its-side" : ""}`, viewBox: `0 0 ${wide} ${tall}`, style: `max-width: ${wide * 2.2}px; min-width: ${size === ACROSS ? wide * 0.95 : 0}px`, role: "img", "aria-label": `${merged ? "Equal positions drawn once" : "The tree of calls"}: blue takes the left end, orange the right` },
    edges(tree, !merged, () => true),
    edges(graph, merged, (k) => isNew[k]),
    calls.map((_, k) => {
      const [x, y] = merged ? graph[k] : tree[k];
      const text = progress[k] === "returned" ? brief(values[k]) : "";
      const isBehind = merged && !progress[k] && first[k] !== k; // of what is known, or of an equal one
      return svg("g", { class: `call ${progress[k] || "later"} ${isBehind ? "behind" : ""} ${k === chosen ? "chosen" : ""}`, style: `transform: translate(${x}px, ${y}px)`, onclick: () => choose(k) },
        svg("rect", { x: -across / 2, y: -up / 2, width: across, height: up, rx: 5 }),
        svg("text", { y: size.font * 0.36, "font-size": Math.min(size.font, (1.6 * across) / Math.max(text.length, 1)) }, text));
    }));
}

/** The colour of an edge: of the first of its moves; of two moves in either order that lead to one position, neither. */
function sideOf(moves, isMerged) {
  const [{ side }, then = { side }] = moves;
  if (isMerged && then.side !== side) return "";
  return side === "L" ? "at-left" : "at-right";
}

/** The level of each call: how many different numbers of cards are larger than that of its cards. */
function levelsOf(calls) {
  const left = calls.map(({ position: { spans: [[start, stop]] } }) => stop - start);
  const counts = [...new Set(left)].sort((a, b) => b - a);
  return left.map((count) => counts.indexOf(count));
}

/** The place of each call among the leaves: a leaf has the next one, a caller the middle of its calls. */
function spread(calls) {
  const ends = calls.map(() => [Infinity, -Infinity]);
  let leaf = 0;
  for (const [k, { isLeaf }] of calls.entries()) if (isLeaf) ends[k] = [leaf, leaf++];
  for (let k = calls.length - 1; k > 0; k -= 1) {
    const [mid, above] = [(ends[k][0] + ends[k][1]) / 2, ends[calls[k].caller]];
    [above[0], above[1]] = [Math.min(above[0], mid), Math.max(above[1], mid)];
  }
  return ends.map(([low, high]) => (low + high) / 2);
}

/**
 * The place of each position in the graph: the further it is to the right in the row the further to the left, so that
 * the left end leads to the left as in the tree; those of one level keep at least a place of distance.
 */
function gathered(calls, first, levels, leaves) {
  const n = calls[0].position.game.words.length;
  const places = new Map();
  for (let level = Math.max(...levels); level >= 0; level -= 1) {
    const row = [...new Set(first)].filter((index) => levels[index] === level);
    const width = Math.max(leaves, row.length);
    const wish = (index) => width * (1 - calls[index].position.spans[0].reduce((sum, end) => sum + end, 0) / (2 * n)) - 0.5;
    row.sort((a, b) => wish(a) - wish(b) || a - b);
    row.forEach((index, k) => places.set(index, Math.max(wish(index), k ? places.get(row[k - 1]) + 1 : 0)));
    for (let k = row.length - 1; k >= 0; k -= 1) places.set(row[k], Math.min(places.get(row[k]), width - row.length + k));
  }
  return first.map((index) => places.get(index));
}

/** Whether a call is the first from its caller's position to its own. */
function newEdges(calls, first) {
  const seen = new Set();
  return calls.map(({ caller }, k) => {
    const edge = `${first[caller]} ${first[k]}`;
    return !seen.has(edge) && Boolean(seen.add(edge));
  });
}
