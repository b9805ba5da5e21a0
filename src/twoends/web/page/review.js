// The review as a replay: step through the game, see the best end at each move, and try again from it.

import { gameOf, partsOf } from "./address.js";
import { chip, theCard } from "./cards.js";
import { REVIEW } from "./chapter-words.js";
import { isMistake } from "./judgement.js";
import { about, brief, number, show } from "./numbers.js";
import { isByChance, namesOf } from "./players.js";
import { takenAt } from "./play.js";
import { moveName, position as positionIn } from "./rules.js";
import { html, svg } from "./svg.js";
import { REASON, TABLE, TITLES } from "./words.js";

const signed = (value) => (about(value) > 0 ? `+${show(value)}` : show(value));

/** `onTry` gets the moves before the one to try again. */
export function drawReview(section, view, judged, { onTry }) {
  const moves = judged.played;
  const [you, they] = namesOf(view);
  if (!moves.length) {
    section.replaceChildren(html("h2", {}, TITLES.review), html("p", { class: "lead" }, REVIEW.nothing));
    return;
  }
  const worst = moves.find((move) => move.by === "you" && isMistake(move));
  const board = html("div", { class: "replay" });
  const graph = chart(judged, Math.max(280, section.clientWidth - 50), (at) => visit(at));
  const list = listOf(view, moves, (at) => visit(at), [you, they]);
  let at = 0;

  /** Show the position before move `at`, from 1; m + 1 is the end. */
  function visit(to) {
    const held = document.activeElement?.dataset?.go;
    at = Math.min(Math.max(to, 1), moves.length + 1);
    board.replaceChildren(...position(view, moves[at - 1], at, visit, onTry, [you, they]));
    graph.point(at);
    list.point(at);
    if (held) board.querySelector(`[data-go="${held}"]`)?.focus();
  }

  section.replaceChildren(
    html("h2", {}, TITLES.review),
    html("p", { class: "lead" }, lead(view, judged)),
    html("div", { class: "panel" }, board),
    html("div", { class: "performances" }, performance(you, judged.performance.you, moves.some((move) => move.by === "you")), performance(they, judged.performance.other, moves.some((move) => move.by !== "you"))),
    html("div", { class: "panel" },
      html("h3", {}, REVIEW.margin(you)),
      graph.element,
      html("p", { class: "legend" }, REVIEW.legend(rises(view)), judged.exact ? "" : REVIEW.rounded)),
    list.element);
  visit(worst?.number ?? 1);
}

// The margin is that of best play against this opponent, so it includes their expected mistakes from the start.
function rises(view) {
  if (view.opponent === "optimal") return REVIEW.rises.optimal;
  return isByChance(view.opponent) ? REVIEW.rises.byChance : REVIEW.rises.other;
}

function lead(view, judged) {
  const mistakes = judged.played.filter((move) => move.by === "you" && isMistake(move));
  const turn = judged.turning_point === null ? "" : REVIEW.turned(judged.turning_point);
  const total = `${show(judged.performance.you.taken)} : ${show(judged.performance.other.taken)}`;
  const result = REVIEW.result[judged.over ? view.leader : "open"](total);
  if (!mistakes.length) return `${result} ${REASON.perfect}${turn}`;
  return `${result} ${REVIEW.cost(mistakes.length, show(judged.performance.you.loss))}${turn}`;
}

// --- the replay --------------------------------------------------------------------------------

function position(view, move, at, go, onTry, [you, they]) {
  const last = view.taken.length + 1;
  const gone = view.taken.slice(0, at - 1);
  const then = positionIn(gameOf({ ...partsOf(view.game), moves: gone }));
  const lanes = then.lanes.map(({ places }) => places);
  const left = new Set(lanes.flat());
  const ends = then.whole ? [] : [new Set(lanes.map((places) => places[0])), new Set(lanes.map((places) => places.at(-1)))];
  const bests = new Set((move?.best ?? []).flatMap((end) => then.places[then.legal.indexOf(end)] ?? []));
  const word = (index) => {
    const kinds = [];
    if (!left.has(index)) kinds.push("gone");
    if (ends[0]?.has(index)) kinds.push("at-left");
    else if (ends[1]?.has(index)) kinds.push("at-right");
    const best = bests.has(index);
    return html("span", { class: "spot" }, chip(view.row[index], kinds.join(" ")), best ? html("span", { class: "best-here", title: TABLE.best }, "▲") : "");
  };
  const to = (name, where, goal) => html("button", { type: "button", "data-go": name, "aria-disabled": String(where), onclick: () => { if (!where) go(goal); } }, REVIEW[name]);
  return [
    html("div", { class: "spots", tabindex: 0, role: "group", "aria-label": REVIEW.row }, view.row.map((_, index) => word(index))),
    html("p", { class: "told", role: "status" }, told(view, move, at, you, they)),
    html("div", { class: "stepper" }, to("previous", at === 1, at - 1), to("next", at === last, at + 1),
      html("span", { class: "muted" }, REVIEW.at(Math.min(at, last - 1), last - 1)),
      move ? html("button", { type: "button", class: "primary", "data-go": "try", onclick: () => onTry(gone) }, REVIEW.tryAgain) : ""),
  ];
}

function told(view, move, at, you, they) {
  if (!move) return REVIEW.end;
  const who = move.by === "you" ? you : they;
  const what = view.shape === "row" && !move.end.match(/\d/) ? REVIEW.card(theCard(takenAt(view, at - 1)[0]), moveName(move.end)) : `${takenAt(view, at - 1).map(theCard).join(", ")} (${moveName(move.end)})`;
  const did = REVIEW.did(at, who, what);
  if (move.mark === "best") return REVIEW.right(did, move.best.length, view.plain);
  if (move.mark === "equal") return REVIEW.equal(did, move.best.map(moveName));
  return REVIEW.wrong(did, move.mark, show(move.loss), move.best.map(moveName));
}

// --- both players ------------------------------------------------------------------------------

function performance(name, how, moved) {
  const share = Math.round(how.accuracy * 100);
  const around = 2 * Math.PI * 27;
  return html("div", { class: "performance panel" },
    moved ? svg("svg", { class: "ring-share", viewBox: "-34 -34 68 68", role: "img", "aria-label": REVIEW.accuracy(name, share) },
      svg("circle", { class: "track", r: 27 }),
      svg("circle", { class: "share", r: 27, transform: "rotate(-90)", "stroke-dasharray": `${around * how.accuracy} ${around}` }),
      svg("text", { y: 5 }, `${share}%`)) : "",
    html("div", {},
      html("h3", {}, name),
      html("p", {}, number(how.taken), REVIEW.inAll, number(how.loss), REVIEW.givenAway),
      html("p", { class: "muted" }, moved ? REVIEW.mistakes(how.inaccuracies, how.blunders) : REVIEW.noMove)));
}

// --- the margin --------------------------------------------------------------------------------

/** The margin with best play after each move; a slider for keys, with a point for each move. */
function chart(judged, wide, go) {
  const margins = judged.promises.map(about);
  const [tall, left] = [240, 64];
  const last = judged.played.length;
  const top = Math.max(0, ...margins);
  const bottom = Math.min(0, ...margins);
  const x = (move) => left + ((wide - left - 20) * move) / Math.max(last, 1);
  const y = (margin) => 20 + ((top - margin) * (tall - 60)) / (top - bottom || 1);
  const points = margins.map((margin, move) => `${x(move)} ${y(margin)}`).join(" ");
  const ticks = [...new Set([top, 0, bottom])];
  const every = Math.ceil((last * 42) / wide);
  const here = svg("line", { class: "here", y1: 10, y2: tall - 24 });
  const picture = svg("svg", { class: "chart", viewBox: `0 0 ${wide} ${tall}`, role: "slider", tabindex: 0, "aria-label": REVIEW.move, "aria-valuemin": 1, "aria-valuemax": last + 1, "aria-valuenow": 1 },
    ticks.map((tick) => [
      svg("line", { class: tick === 0 ? "axis" : "grid", x1: left, x2: wide - 20, y1: y(tick), y2: y(tick) }),
      svg("text", { class: "tick", x: left - 10, y: y(tick) + 5, "text-anchor": "end" }, `${tick > 0 ? "+" : ""}${brief(tick)}`)]),
    svg("polyline", { class: "margin", points }),
    here,
    judged.played.map((move) => [
      move.number % every === 0 ? svg("text", { class: "tick", x: x(move.number), y: tall - 6, "text-anchor": "middle" }, move.number) : null,
      svg("circle", { class: `dot ${move.by} ${move.mark}`, cx: x(move.number), cy: y(margins[move.number]), r: isMistake(move) ? 6 : 3 },
        svg("title", {}, REVIEW.dot(move.number, move.mark, show(move.loss))))]));
  let at = 1;
  picture.addEventListener("pointerdown", (event) => {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    go(Math.round(((spot.x - left) * last) / (wide - left - 20)));
  });
  picture.addEventListener("keydown", (event) => {
    const next = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 1, End: last + 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  });
  return {
    element: picture,
    point(to) {
      at = to;
      const shown = Math.min(to, last);
      here.setAttribute("x1", x(shown));
      here.setAttribute("x2", x(shown));
      picture.setAttribute("aria-valuenow", to);
      picture.setAttribute("aria-valuetext", to > last ? REVIEW.atEnd : REVIEW.then(to, signed(judged.promises[to])));
    },
  };
}

// --- every move --------------------------------------------------------------------------------

function listOf(view, moves, go, [you, they]) {
  const rows = moves.map((move, k) =>
    html("tr", {},
      html("td", { class: "number" }, html("button", { type: "button", class: "link", "aria-label": REVIEW.goTo(move.number), onclick: () => go(move.number) }, move.number)),
      html("td", {}, move.by === "you" ? you : they),
      html("td", {}, moveName(view.taken[k]), " ", takenAt(view, k).map((word) => chip(word))),
      html("td", {}, html("span", { class: `tag ${move.mark}` }, isMistake(move) ? REVIEW.tag(move.mark, show(move.loss)) : TABLE[move.mark])),
      html("td", { class: "number promised" }, signed(move.promised))));
  rows.forEach((row, k) => row.addEventListener("click", () => go(k + 1)));
  const element = html("div", { class: "panel scroll", tabindex: 0, role: "group", "aria-label": REVIEW.every },
    html("table", { class: "moves" },
      html("thead", {}, html("tr", {}, html("th", { scope: "col", class: "number" }, REVIEW.columns[0]), REVIEW.columns.slice(1, 4).map((title) => html("th", { scope: "col" }, title)),
        html("th", { scope: "col", class: "number promised" }, REVIEW.columns[4]))),
      html("tbody", {}, rows)));
  return {
    element,
    point(at) {
      rows.forEach((row, k) => (k === at - 1 ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
    },
  };
}
