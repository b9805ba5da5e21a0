// Why a move is right: the verdict, both futures, all positions, and how the row folds.

import { chip, theCard } from "./cards.js";
import { URGENCIES, WHY } from "./chapter-words.js";
import { fold } from "./fold.js";
import { about, brief, number, show } from "./numbers.js";
import { isByChance } from "./players.js";
import { methodPane } from "./methods.js";
import { moveName, sideOf } from "./rules.js";
import { html } from "./svg.js";
import { triangle } from "./triangle.js";
import { TABLE, TITLES, less } from "./words.js";

export function drawWhy(section, view, told) {
  const rest = view.lanes.flatMap(({ places }) => places.map((place) => view.row[place]));
  section.replaceChildren(
    html("h2", {}, TITLES.why),
    html("p", { class: "lead" }, lead(view, told)),
    strip(rest),
    told.futures.length > 1 ? futures(view, told) : "",
    told.triangle ? triangle(view, told, section.clientWidth) : html("p", { class: "note" }, view.plain
      ? WHY.tooLong(told.most_cards_in_triangle)
      : WHY.notPlain),
    told.urgencies && rest.length > 1 ? urgencies(view, told.urgencies) : "",
    told.contraction && rest.length > 2 ? fold(told.contraction) : "",
    told.urgencies && rest.length > 1 ? methodPane(rest) : "",
    told.urgencies || !view.plain ? "" : html("p", { class: "note" }, WHY.notOptimal));
}

function lead(view, told) {
  if (view.over) return WHY.empty;
  if (view.to_move !== "you") return WHY.theirs;
  return `${view.ended ? WHY.fromTheStart : ""}${told.why}`;
}

const strip = (rest) =>
  html("p", { class: "strip" }, rest.map((word, k) => chip(word, k === 0 ? "at-left" : k === rest.length - 1 ? "at-right" : "")));

// --- both futures ------------------------------------------------------------------------------

const BEAT = 700; // milliseconds between two moves of a future

/** Each move and what follows; `told` has the line and the futures. */
export function futures(view, told) {
  const best = told.futures.filter((future) => future.best);
  const most = Math.max(...told.futures.map((future) => future.cards.length));
  const shows = [];
  const cards = told.futures.map((future) => {
    const taken = future.cards.map((word, k) => html("span", { class: future.by[k] === "you" ? "by-you" : "by-them" }, chip(word)));
    shows.push((count) => taken.forEach((each, k) => each.classList.toggle("later", k >= count)));
    const good = best.includes(future);
    return html("div", { class: `future at-${sideOf(future.end) === "R" ? "right" : "left"}` },
      html("h4", {}, WHY.take(/^[LR]$/.test(future.end), moveName(future.end)), html("span", { class: `tag ${good ? "best" : "blunder"}` }, good ? TABLE.best : about(future.loss) ? less(show(future.loss)) : TABLE.equal)),
      html("div", { class: "line-of-play", role: "group", "aria-label": WHY.follows(moveName(future.end), future.cards) },
        taken, future.whole ? "" : html("span", { class: "more" }, "…")),
      html("p", {}, WHY.get[0], html("strong", {}, number(future.total)), WHY.get[1]));
  });
  return html("div", { class: "panel" },
    html("h3", {}, WHY.futures),
    wrongLarger(view, told.futures, best),
    html("div", { class: "futures" }, cards),
    most > 1 ? stepper(most, (count) => shows.forEach((each) => each(count)), WHY.shown) : "",
    html("p", { class: "legend" }, WHY.legend, told.line === null ? WHY.byChance : ""));
}

/** A play button and a slider over `count` steps, which starts at the end to show everything. */
export function stepper(count, showStep, name) {
  let timer = 0;
  const slider = html("input", { type: "range", min: 1, max: count, value: count, "aria-label": name, oninput: () => { stop(); showStep(Number(slider.value)); } });
  const button = html("button", { type: "button", onclick: () => (timer ? stop() : start()) }, TITLES.play);
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    button.textContent = TITLES.play;
  };
  const to = (step) => {
    slider.value = step;
    showStep(step);
    if (step >= count) stop();
  };
  const start = () => {
    button.textContent = TABLE.stop;
    timer = setInterval(() => (slider.isConnected ? to(Number(slider.value) + 1) : stop()), BEAT);
    to(1);
  };
  return html("div", { class: "stepper" }, button, slider);
}

/** A sentence about why the larger card may be the wrong one. */
function wrongLarger(view, both, best) {
  if (best.length !== 1 || view.dials.turns !== "AB") return "";
  const wrong = both.find((future) => future !== best[0]);
  if (!wrong || both.length !== 2 || !about(wrong.loss) || about(wrong.earns) <= about(best[0].earns)) return "";
  const [lure, answer] = wrong.cards;
  return html("p", {}, answer ? WHY.lured(theCard(lure), theCard(answer), show(wrong.loss)) : WHY.wrong(theCard(lure), show(wrong.loss), isByChance(view.opponent)));
}

// --- urgencies ---------------------------------------------------------------------------------

function urgencies(view, known) {
  const { left, right, take } = known.verdict;
  const columns = [...Array(view.stop - view.start).keys()].map((k) => view.start + k);
  const shown = columns.length > 80 ? [...columns.slice(0, 40), ...columns.slice(-40)] : columns;
  const cell = (numbers, index, used) => html("td", { class: index === used ? "used" : null }, brief(numbers[index]));
  return html("details", { class: "panel" },
    html("summary", {}, html("h3", {}, URGENCIES.title)),
    html("p", {}, URGENCIES.lead,
      html("strong", {}, URGENCIES.verdict(show(left), show(right), take))),
    html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": URGENCIES.table },
      html("table", { class: "urgencies" },
        html("tr", {}, html("th", { scope: "row" }, URGENCIES.card), shown.map((index) => html("td", {}, chip(view.row[index])))),
        html("tr", { class: "at-left" }, html("th", { scope: "row" }, URGENCIES.left), shown.map((index) => cell(known.left, index, view.start))),
        html("tr", { class: "at-right" }, html("th", { scope: "row" }, URGENCIES.right), shown.map((index) => cell(known.right, index, view.stop - 1))))));
}
