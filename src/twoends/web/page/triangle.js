// All positions of a row: a square for each, the whole row on top, single cards at the bottom. A square is selected
// with the pointer, by touch or with the arrow keys.

import { html, once, svg } from "./draw.js";
import { isCard } from "./faces.js";
import { brief, show } from "./numbers.js";

const SMALLEST = 9.5; // pixels of a digit in a square
const TALLEST = 480;

// Position [start, stop) is a square on its corner: x grows by one unit with start and with stop, y by one unit with
// each card taken. Taking the left end leads down to the right, the right end down to the left.
const place = (start, stop, n) => [start + stop, n - (stop - start) + 1];

const diamond = ([x, y], reach = 1) => `M${x - reach} ${y}L${x} ${y - reach} ${x + reach} ${y} ${x} ${y + reach}z`;

/** The triangle of a position of a row, with the moves played to `now`; `look` has the selected square. */
export function triangle(position, now, told, { square }, send) {
  const { game: { words }, spans: [[start, stop]] } = position;
  const n = words.length;
  const at = square ?? (stop > start ? [start, stop] : [0, n]);
  const look = (next) => { if (next && next[0] >= 0 && next[1] <= n && (square === undefined || next[0] !== at[0] || next[1] !== at[1])) send({ type: "look", at: { square: next } }); };
  const point = ({ currentTarget, clientX, clientY }) =>
    look(under(new DOMPoint(clientX, clientY).matrixTransform(currentTarget.querySelector("svg").getScreenCTM().inverse()), n));
  const keys = (event) => {
    const [from, to] = at;
    const next = { ArrowLeft: [from - 1, to - 1], ArrowRight: [from + 1, to + 1], ArrowDown: to - from > 1 ? [from, to - 1] : null, ArrowUp: to < n ? [from, to + 1] : [from - 1, to] }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    look(next);
  };
  return html("div", { class: "panel" },
    html("h3", {}, "All positions"),
    html("p", {}, "Each square is a position: a run of remaining cards. Colour shows your best end; the stronger the colour, the more the other end costs."),
    html("div", { class: "triangle-field", tabindex: 0, role: "application", "aria-label": `All ${(n * (n + 1)) / 2} positions of the row`, onpointermove: point, onpointerdown: point, onfocus: () => look(at), onkeydown: keys },
      svg("svg", { class: "triangle", viewBox: `-0.5 -0.5 ${2 * n + 1} ${n + 2.2}`, "aria-hidden": "true" },
        drawing(position, now, told),
        square ? svg("path", { class: "cursor", "stroke-width": Math.max(0.12, n / 200), d: diamond(place(...at, n), 0.9) }) : null)),
    html("p", { class: "readout", role: "status" }, square ? reading(words, told.triangle, ...at) : "Point at a square, tap it, or use the arrow keys."),
    html("p", { class: "legend" },
      html("span", { class: "key at-left" }), " take left ", html("span", { class: "key at-right" }), " take right ",
      html("span", { class: "key cell-both" }), " either ", html("span", { class: "key played" }), " played so far ",
      told.line ? [html("span", { class: "key coming" }), " best play from here"] : null));
}

/** All squares, which stay as they are while one is selected. */
const drawing = once((position, now, told) => {
  const { words } = position.game;
  const n = words.length;
  const wide = document.querySelector("#why").clientWidth || document.documentElement.clientWidth;
  const unit = Math.min((wide - 50) / (2 * n + 1), TALLEST / (n + 2.2));
  const legible = told.triangle.totals !== null && unit * 0.5 >= SMALLEST;
  return svg("g", {},
    cells(told.triangle, n),
    n <= 40 ? words.map((word, k) => svg("text", { class: `base ${/[♥♦]/.test(word) ? "red" : ""}`, x: 2 * k + 1, y: n + 1.5, "font-size": Math.min(0.7, 2.2 / Math.max(2, brief(word).length || 2)) }, isCard(word) ? word : brief(word))) : null,
    legible ? squares(position, now, told, n) : path(position, now, told, n),
    legible ? numbers(told.triangle.totals, n) : null);
});

function cells(told, n) {
  const paths = new Map();
  told.best.forEach((ends, before) => {
    [...ends].forEach((end, start) => {
      const key = `${end}${told.shade[before][start]}`;
      paths.set(key, `${paths.get(key) ?? ""}${diamond(place(start, start + before + 1, n))}`);
    });
  });
  const paint = { L: "cell-left", R: "cell-right", B: "cell-both" };
  return [...paths].map(([key, d]) =>
    svg("path", { class: paint[key[0]], d, "fill-opacity": key[0] === "B" ? 1 : (0.1 + 0.075 * Number(key[1])).toFixed(2) }));
}

const numbers = (totals, n) =>
  totals.flatMap((level, before) => level.map((total, start) => {
    const [x, y] = place(start, start + before + 1, n);
    const text = brief(total);
    const size = Math.min(0.5, 1.5 / Math.max(text.length, 2));
    return svg("text", { class: "cell-total", x, y: y + size * 0.36, "font-size": size }, text);
  }));

/** The positions of the moves played, and of the line of best play from here. */
function ways(position, now, told, n) {
  const [[start, stop]] = position.spans;
  const walk = (ends, start, stop) => {
    const spots = [place(start, stop, n)];
    for (const end of ends) {
      if (end === "L") start += 1;
      else stop -= 1;
      if (stop > start) spots.push(place(start, stop, n));
    }
    return spots;
  };
  return { played: walk(now.steps.map(({ move }) => move.name), 0, n), coming: told.line ? walk(told.line, start, stop) : [] };
}

/** Frames along the edges of the squares, which cross no digits. */
function squares(position, now, told, n) {
  const { played, coming } = ways(position, now, told, n);
  return [
    svg("path", { class: "coming", d: coming.map((spot) => diamond(spot, 0.86)).join(""), "stroke-width": 0.08, "stroke-dasharray": "0.2 0.14" }),
    svg("path", { class: "played", d: played.map((spot) => diamond(spot, 0.86)).join(""), "stroke-width": 0.1 }),
    position.over ? null : svg("path", { class: "here", d: diamond(place(...position.spans[0], n), 0.86), "stroke-width": 0.2 }),
  ];
}

/** A line through squares without digits. */
function path(position, now, told, n) {
  const { played, coming } = ways(position, now, told, n);
  const thin = Math.max(0.09, n / 260);
  const points = (spots) => spots.map((spot) => spot.join(" ")).join(" ");
  return [
    svg("polyline", { class: "coming", points: points(coming), "stroke-width": thin, "stroke-dasharray": `${thin * 2.4} ${thin * 1.8}` }),
    svg("polyline", { class: "played", points: points(played), "stroke-width": thin * 1.3 }),
    position.over ? null : svg("path", { class: "here", d: diamond(place(...position.spans[0], n)), "stroke-width": thin * 1.6 }),
  ];
}

/** The square under a point: in x + y and x - y, squares are axis-parallel and two units wide. */
function under({ x, y }, n) {
  const start = Math.floor((x + y - n) / 2);
  const stop = Math.floor((x - y + n) / 2) + 1;
  return start < 0 || stop > n || stop <= start ? null : [start, stop];
}

/** A position in words. */
function reading(words, told, start, stop) {
  const length = stop - start;
  const end = told.best[length - 1][start];
  const cards = length === 1 ? words[start] : `${words[start]} … ${words[stop - 1]}, ${length} cards`;
  const advice = length === 1 ? "take it" : { B: "take either end", L: "take left", R: "take right" }[end];
  const total = told.totals ? `, ${show(told.totals[length - 1][start])} for you` : "";
  const cost = told.costs && length > 1 && end !== "B" ? `, the other end costs ${show(told.costs[length - 1][start])}` : "";
  return `${cards}: ${advice}${total}${cost}. ${waysHere(start, words.length - stop)}`;
}

/** The number of move orders that lead to a position: a binomial coefficient of the cards taken from each side. */
function waysHere(left, right) {
  let ways = 1n;
  for (let k = 1; k <= Math.min(left, right); k += 1) ways = (ways * BigInt(left + right + 1 - k)) / BigInt(k);
  const count = ways < 1e15 ? ways.toLocaleString("en") : `≈ ${Number(ways).toExponential(2)}`;
  return count === "1" ? "One order of moves leads here." : `${count} orders of moves lead here.`;
}
