// All positions of a row: a square for each, the whole row on top, single cards at the bottom. A square is selected
// with the pointer, by touch or with the arrow keys.

import { isCard } from "./cards.js";
import { TRIANGLE, orders } from "./chapter-words.js";
import { brief, show } from "./numbers.js";
import { html, svg } from "./svg.js";

const SMALLEST = 9.5; // pixels of a digit in a square
const TALLEST = 480;

// Position [start, stop) is a square on its corner: x grows by one unit with start and with stop, y by one unit with
// each card taken. Taking the left end leads down to the right, the right end down to the left.
const place = (start, stop, n) => [start + stop, n - (stop - start) + 1];

const diamond = ([x, y], reach = 1) => `M${x - reach} ${y}L${x} ${y - reach} ${x + reach} ${y} ${x} ${y + reach}z`;

export function triangle(view, told, wide) {
  const n = view.row.length;
  const unit = Math.min((wide - 50) / (2 * n + 1), TALLEST / (n + 2.2));
  const legible = told.triangle.totals !== null && unit * 0.5 >= SMALLEST;
  const cursor = svg("path", { class: "cursor", "stroke-width": Math.max(0.12, n / 200) });
  const picture = svg("svg", { class: "triangle", viewBox: `-0.5 -0.5 ${2 * n + 1} ${n + 2.2}`, "aria-hidden": "true" },
    cells(told.triangle, n),
    n <= 40 ? view.row.map((word, k) => svg("text", { class: `base ${/[♥♦]/.test(word) ? "red" : ""}`, x: 2 * k + 1, y: n + 1.5, "font-size": Math.min(0.7, 2.2 / Math.max(2, brief(word).length || 2)) }, isCard(word) ? word : brief(word))) : null,
    legible ? squares(view, told, n) : path(view, told, n),
    legible ? numbers(told.triangle.totals, n) : null,
    cursor);
  const readout = html("p", { class: "readout", role: "status" }, TRIANGLE.hint);
  const field = html("div", { class: "triangle-field", tabindex: 0, role: "application", "aria-label": TRIANGLE.field((n * (n + 1)) / 2) }, picture);
  let at = view.stop > view.start ? [view.start, view.stop] : [0, n];
  const read = (next) => {
    if (!next) return;
    at = next;
    cursor.setAttribute("d", diamond(place(...at, n), 0.9));
    readout.textContent = reading(view, told.triangle, ...at);
  };
  const point = (event) => read(under(new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse()), n));
  field.addEventListener("pointermove", point);
  field.addEventListener("pointerdown", point);
  field.addEventListener("focus", () => read(at));
  field.addEventListener("keydown", (event) => {
    const [start, stop] = at;
    const next = { ArrowLeft: [start - 1, stop - 1], ArrowRight: [start + 1, stop + 1], ArrowDown: stop - start > 1 ? [start, stop - 1] : null, ArrowUp: stop < n ? [start, stop + 1] : [start - 1, stop] }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next && next[0] >= 0 && next[1] <= n) read(next);
  });
  return html("div", { class: "panel" },
    html("h3", {}, TRIANGLE.title),
    html("p", {}, TRIANGLE.lead),
    field, readout,
    html("p", { class: "legend" },
      html("span", { class: "key at-left" }), TRIANGLE.key.left, html("span", { class: "key at-right" }), TRIANGLE.key.right,
      html("span", { class: "key cell-both" }), TRIANGLE.key.either, html("span", { class: "key played" }), TRIANGLE.key.played,
      told.line ? [html("span", { class: "key coming" }), TRIANGLE.key.coming] : ""));
}

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
function ways(view, told, n) {
  const walk = (ends, start, stop) => {
    const spots = [place(start, stop, n)];
    for (const end of ends) {
      if (end === "L") start += 1;
      else stop -= 1;
      if (stop > start) spots.push(place(start, stop, n));
    }
    return spots;
  };
  return { played: walk(view.taken, 0, n), coming: told.line ? walk(told.line, view.start, view.stop) : [] };
}

/** Frames along the edges of the squares, which cross no digits. */
function squares(view, told, n) {
  const { played, coming } = ways(view, told, n);
  return [
    svg("path", { class: "coming", d: coming.map((spot) => diamond(spot, 0.86)).join(""), "stroke-width": 0.08, "stroke-dasharray": "0.2 0.14" }),
    svg("path", { class: "played", d: played.map((spot) => diamond(spot, 0.86)).join(""), "stroke-width": 0.1 }),
    view.over ? null : svg("path", { class: "here", d: diamond(place(view.start, view.stop, n), 0.86), "stroke-width": 0.2 }),
  ];
}

/** A line through squares without digits. */
function path(view, told, n) {
  const { played, coming } = ways(view, told, n);
  const thin = Math.max(0.09, n / 260);
  const points = (spots) => spots.map((spot) => spot.join(" ")).join(" ");
  return [
    svg("polyline", { class: "coming", points: points(coming), "stroke-width": thin, "stroke-dasharray": `${thin * 2.4} ${thin * 1.8}` }),
    svg("polyline", { class: "played", points: points(played), "stroke-width": thin * 1.3 }),
    view.over ? null : svg("path", { class: "here", d: diamond(place(view.start, view.stop, n)), "stroke-width": thin * 1.6 }),
  ];
}

/** The square under a point: in x + y and x - y, squares are axis-parallel and two units wide. */
function under({ x, y }, n) {
  const start = Math.floor((x + y - n) / 2);
  const stop = Math.floor((x - y + n) / 2) + 1;
  return start < 0 || stop > n || stop <= start ? null : [start, stop];
}

/** A position in words. */
function reading(view, told, start, stop) {
  const length = stop - start;
  const end = told.best[length - 1][start];
  const cards = length === 1 ? view.row[start] : TRIANGLE.run(view.row[start], view.row[stop - 1], length);
  const advice = length === 1 ? TRIANGLE.advice.only : TRIANGLE.advice[end];
  const total = told.totals ? TRIANGLE.forYou(show(told.totals[length - 1][start])) : "";
  const cost = told.costs && length > 1 && end !== "B" ? TRIANGLE.costs(show(told.costs[length - 1][start])) : "";
  return `${cards}: ${advice}${total}${cost}. ${waysHere(start, view.row.length - stop)}`;
}

/** The number of move orders that lead to a position: a binomial coefficient of the cards taken from each side. */
function waysHere(left, right) {
  let ways = 1n;
  for (let k = 1; k <= Math.min(left, right); k += 1) ways = (ways * BigInt(left + right + 1 - k)) / BigInt(k);
  return orders(ways < 1e15 ? ways.toLocaleString("en") : `≈ ${Number(ways).toExponential(2)}`);
}
