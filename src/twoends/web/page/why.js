// Why a move is right: in words, by both futures, by urgencies, by contraction, and in the triangle.

import { ask } from "./api.js";
import { isCard, theCard } from "./cards.js";
import { about, brief, show } from "./numbers.js";
import { html, svg } from "./svg.js";

const NAMES = { L: "left", R: "right" };

/** A value in running text: a suit in its colour. */
export const chip = (word, kind = "") =>
  html("span", { class: `chip ${/[♥♦]/.test(word) ? "red" : ""} ${kind}`, title: word.length > 6 ? word : null },
    isCard(word) ? word : brief(word));

export async function drawWhy(section, view) {
  const told = await ask("why", { game: view.game });
  const rest = view.row.slice(view.start, view.stop);
  section.replaceChildren(
    html("h2", {}, "Why"),
    html("p", { class: "lead" }, lead(view, told)),
    strip(rest),
    told.futures.length > 1 ? futures(view, told) : "",
    told.triangle ? triangle(view, told) : leftOut(told),
    told.urgencies && rest.length > 1 ? urgencies(view, told.urgencies) : "",
    told.contraction && rest.length > 2 ? contraction(rest, told.contraction, inside(section)) : "",
    told.urgencies ? "" : html("p", { class: "note" },
      "Urgencies and the contraction explain the game of two optimal players. Choose the opponent “optimal” to see them."));
}

/** The width of a picture in a panel, in pixels, so that its letters keep their size. */
export const inside = (section) => Math.max(280, section.clientWidth - 50);

function lead(view, told) {
  if (view.over) return "Every card has been taken. Step back with undo, or open the review.";
  if (!view.your_turn) return "The opponent is to move.";
  return told.why;
}

function strip(rest) {
  const shown = rest.length > 60 ? [...rest.slice(0, 30), "…", ...rest.slice(-12)] : rest;
  return html("p", { class: "strip", tabindex: 0, role: "group", "aria-label": "What is left of the row" },
    shown.map((word, k) => word === "…" ? " … " : chip(word, k === 0 || k === shown.length - 1 ? "end" : "")));
}

function leftOut(told) {
  return html("p", { class: "note" },
    `The triangle of all positions is drawn for rows of at most ${told.most_cards_in_triangle} cards.`);
}

// --- both futures ------------------------------------------------------------------------------

function futures(view, told) {
  const best = told.futures.filter((future) => String(future.loss) === "0" || about(future.loss) === 0);
  return html("div", { class: "panel" },
    html("h3", {}, "What each end leads to"),
    wrongLarger(view, told.futures, best),
    html("div", { class: "futures" }, told.futures.map((future) => {
      const good = best.includes(future);
      return html("div", { class: `future ${future.end === "L" ? "is-left" : "is-right"}` },
        html("h4", {}, `Take the ${NAMES[future.end]}`, html("span", { class: good ? "tag good" : "tag bad" }, good ? "best" : `${show(future.loss)} less`)),
        html("div", { class: "line-of-play", tabindex: 0, role: "group", "aria-label": `What follows after the ${NAMES[future.end]} end` },
          future.cards.map((word, k) => html("span", { class: k % 2 ? "his" : "yours" }, chip(word))),
          future.whole ? "" : html("span", { class: "more" }, "…")),
        html("p", {}, "You bring home ", html("strong", {}, show(future.total)), " from here."));
    })),
    html("p", { class: "legend" }, html("span", { class: "key yours" }), " you, above; ", html("span", { class: "key his" }), " the opponent, below.",
      told.line === null ? " His moves are random, so that only totals can be promised, on average." : ""));
}

/** In words why the larger card may be the wrong one. */
function wrongLarger(view, both, best) {
  if (best.length !== 1) return "";
  const wrong = both.find((future) => future !== best[0]);
  const value = (future) => about(view.moves.find((move) => move.end === future.end).card);
  if (value(wrong) <= value(best[0])) return "";
  const [lure, answer] = wrong.cards;
  return html("p", {}, `The larger card, ${theCard(lure)}, is the wrong one: `,
    answer ? `it hands the opponent ${theCard(answer)}, and in the end you have ${show(wrong.loss)} less.` : `in the end you have ${show(wrong.loss)} less.`);
}

// --- urgencies ---------------------------------------------------------------------------------

function urgencies(view, known) {
  const { left, right, take } = known.verdict;
  const columns = [...Array(view.stop - view.start).keys()].map((k) => view.start + k);
  const shown = columns.length > 80 ? [...columns.slice(0, 40), ...columns.slice(-40)] : columns;
  const cell = (number, index, used) => html("td", { class: index === used ? "used" : null }, brief(number[index]));
  return html("div", { class: "panel" },
    html("h3", {}, "Urgencies"),
    html("p", {}, "Two numbers for each card, worked out once for the whole row. In any position compare the left number of the left end with the right number of the right end: ",
      html("strong", {}, `left ${show(left)}, right ${show(right)}: take ${take}.`)),
    html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Urgencies under the row" },
      html("table", { class: "urgencies" },
        html("tr", {}, html("th", { scope: "row" }, "card"), shown.map((index) => html("td", {}, chip(view.row[index])))),
        html("tr", { class: "is-left" }, html("th", { scope: "row" }, "as left end"), shown.map((index) => cell(known.left, index, view.start))),
        html("tr", { class: "is-right" }, html("th", { scope: "row" }, "as right end"), shown.map((index) => cell(known.right, index, view.stop - 1))))));
}

// --- contraction -------------------------------------------------------------------------------

/** The coins after the first `count` folds: { start, stop, value }. */
function coinsAfter(told, count) {
  const coins = told.coins.map((value, k) => ({ start: k, stop: k + 1, value }));
  for (const fold of told.folds.slice(0, count)) {
    const [before, , after] = coins.slice(fold.at, fold.at + 3);
    coins.splice(fold.at, 3, { start: before.start, stop: after.stop, value: fold.value });
  }
  return coins;
}

function contraction(rest, told, wide) {
  const last = told.folds.length;
  const picture = svg("svg", { class: "coins", role: "img" });
  const words = html("p", { class: "fold-text", "aria-live": "polite" });
  const back = html("button", { type: "button", onclick: () => showStep(step - 1) }, "Unfold");
  const forth = html("button", { type: "button", onclick: () => showStep(step + 1) }, "Fold");
  const slider = html("input", { type: "range", min: 0, max: last, "aria-label": "Step of the contraction", oninput: (event) => showStep(Number(event.target.value)) });
  let step = 0;

  function showStep(to) {
    step = Math.min(Math.max(to, 0), last);
    slider.value = step;
    back.disabled = step === 0;
    forth.disabled = step === last;
    const fold = told.folds[step];
    const coins = coinsAfter(told, step);
    words.textContent = fold ? `Step ${step + 1} of ${last}: ${sentence(fold.text)}` : told.text;
    picture.setAttribute("aria-label", `${coins.length} coins: ${coins.slice(0, 40).map((coin) => show(coin.value)).join(", ")}`);
    bars(picture, coins, fold, rest.length, wide);
  }

  showStep(0);
  return html("div", { class: "panel" },
    html("h3", {}, "Contraction"),
    html("p", {}, "Whoever takes a card beside a peak exposes the peak, and the other takes it. So the three act as one virtual coin. Fold all peaks, and the larger end is always right."),
    picture,
    last ? html("div", { class: "stepper" }, back, slider, forth) : "",
    words);
}

const sentence = (text) => text.replace(/>=/g, "≥").replace(/(^|[ (])-(?=\d)/g, "$1−").replace(/ - /g, " − ");

/** Coins as bars over the cards that they cover; the next peak to fold stands out. */
function bars(picture, coins, fold, n, wide) {
  const values = coins.map((coin) => about(coin.value));
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const unit = 150 / (top - bottom || 1);
  const zero = 20 + top * unit;
  const width = wide / n;
  const drawn = coins.map((coin, k) => {
    const height = Math.max(Math.abs(values[k]) * unit, 1.5);
    const across = (coin.stop - coin.start) * width;
    const part = fold && k >= fold.at && k < fold.at + 3 ? (k === fold.at + 1 ? "peak" : "shoulder") : coin.stop - coin.start > 1 ? "virtual" : "";
    const y = values[k] >= 0 ? zero - height : zero;
    const label = brief(coin.value);
    return svg("g", { class: `bar ${part}` },
      svg("rect", { x: coin.start * width + Math.min(2, width / 10), y, width: across - Math.min(4, width / 5), height, rx: Math.min(4, width / 6) }),
      across >= label.length * 8 + 4 ? svg("text", { x: (coin.start + coin.stop) / 2 * width, y: values[k] >= 0 ? y - 5 : y + height + 15 }, label) : null);
  });
  picture.setAttribute("viewBox", `0 0 ${wide} ${(top - bottom) * unit + 44}`);
  picture.replaceChildren(svg("line", { class: "axis", x1: 0, x2: wide, y1: zero, y2: zero }), ...drawn);
}

// --- the triangle ------------------------------------------------------------------------------

// Position [start, stop) is a square on its corner: one unit right for either end moved right, one unit
// down for each card taken. Taking the left end goes down to the right, the right end down to the left.
const place = (start, stop, n) => [start + stop, n - (stop - start) + 1];

function triangle(view, told) {
  const n = view.row.length;
  const cells = new Map();
  told.triangle.best.forEach((sides, before) => {
    [...sides].forEach((side, start) => {
      const [x, y] = place(start, start + before + 1, n);
      const key = `${side}${told.triangle.shade[before][start]}`;
      cells.set(key, `${cells.get(key) ?? ""}M${x - 1} ${y}l1-1 1 1-1 1z`);
    });
  });
  const paint = { L: "cell-left", R: "cell-right", B: "cell-both" };
  const readout = html("p", { class: "readout" }, "Point at a position to read it.");
  const picture = svg("svg", {
    class: "triangle", viewBox: `-0.5 -0.5 ${2 * n + 1} ${n + 2.2}`, role: "img",
    "aria-label": `All ${(n * (n + 1)) / 2} positions of the row; the whole row is on top, single cards at the bottom`,
  },
    [...cells].map(([key, d]) => svg("path", { class: paint[key[0]], d, "fill-opacity": key[0] === "B" ? 1 : (0.12 + 0.085 * Number(key[1])).toFixed(2) })),
    n <= 40 ? view.row.map((word, k) => svg("text", { class: `base ${/[♥♦]/.test(word) ? "red" : ""}`, x: 2 * k + 1, y: n + 1.5, "font-size": Math.min(0.9, 2.6 / Math.max(2, brief(word).length || 2)) }, isCard(word) ? word : brief(word))) : null,
    path(view, told, n),
    n <= 14 && told.triangle.totals ? numbers(told.triangle.totals, n) : null);
  const read = (event) => {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    readout.textContent = reading(view, told.triangle, spot, n) ?? "Point at a position to read it.";
  };
  picture.addEventListener("pointermove", read);
  picture.addEventListener("pointerdown", read);
  return html("div", { class: "panel" },
    html("h3", {}, "All positions"),
    html("p", {}, "Each square is one run of cards that may be left, the whole row on top, single cards at the bottom. Its colour is your best end there, if it is your move; the stronger, the more the other end costs."),
    picture, readout,
    html("p", { class: "legend" },
      html("span", { class: "key cell-left" }), " take left ", html("span", { class: "key cell-right" }), " take right ",
      html("span", { class: "key cell-both" }), " either ", html("span", { class: "key played" }), " played so far ",
      told.line ? [html("span", { class: "key coming" }), " best play from here"] : ""));
}

const numbers = (totals, n) =>
  totals.flatMap((level, before) => level.map((total, start) => {
    const [x, y] = place(start, start + before + 1, n);
    const text = brief(total);
    return svg("text", { class: "cell-total", x, y: y + 0.19, "font-size": Math.min(0.54, 1.7 / Math.max(text.length, 2)) }, text);
  }));

/** The way that was played to this position, and the line of best play from it. */
function path(view, told, n) {
  const walk = (sides, start, stop) => {
    const points = [place(start, stop, n)];
    for (const side of sides) {
      if (side === "L") start += 1;
      else stop -= 1;
      if (stop > start) points.push(place(start, stop, n));
    }
    return points.map((point) => point.join(" ")).join(" ");
  };
  const thin = Math.max(0.09, n / 260);
  const [x, y] = place(view.start, view.stop, n);
  return [
    told.line ? svg("polyline", { class: "coming", points: walk(told.line, view.start, view.stop), "stroke-width": thin, "stroke-dasharray": `${thin * 2.4} ${thin * 1.8}` }) : null,
    svg("polyline", { class: "played", points: walk(view.taken, 0, n), "stroke-width": thin * 1.3 }),
    view.over ? null : svg("path", { class: "here", d: `M${x - 1} ${y}l1-1 1 1-1 1z`, "stroke-width": thin * 1.6 }),
  ];
}

/** The square under a point, in words. */
function reading(view, told, { x, y }, n) {
  // Along x + y and x - y the squares stand upright, two units wide: `place` backwards.
  const start = Math.floor((x + y - n) / 2);
  const stop = Math.floor((x - y + n) / 2) + 1;
  if (start < 0 || stop > n || stop <= start) return null;
  const [length, k] = [stop - start, start];
  const side = told.best[length - 1][k];
  const cards = length === 1 ? view.row[start] : `${view.row[start]} … ${view.row[stop - 1]}, ${length} cards`;
  const advice = length === 1 ? "take it" : side === "B" ? "take either end" : `take ${NAMES[side]}`;
  const total = told.totals ? `, ${show(told.totals[length - 1][k])} for you` : "";
  const cost = told.costs && length > 1 && side !== "B" ? `, the other end costs ${show(told.costs[length - 1][k])}` : "";
  return `${cards}: ${advice}${total}${cost}`;
}
