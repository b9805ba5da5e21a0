// Why a move is right: the verdict, both futures, and all positions.

import { html } from "./draw.js";
import { chip, theCard } from "./faces.js";
import { about, brief, number, show } from "./numbers.js";
import { moveName, waits } from "./play.js";
import { fallsShort, isByChance, isFixedSum, lanesOf } from "./rules.js";
import { explained } from "./state.js";
import { stepper } from "./stepper.js";
import { triangle } from "./triangle.js";

export function drawWhy(state, send) {
  const { position: now, look, told: { why: told, futures: known } } = state;
  const position = explained(now);
  const { game } = position;
  const rest = lanesOf(position).flat().map((place) => game.words[place]);
  return [
    html("h2", {}, "Why"),
    html("p", { class: "lead" }, lead(state, position)),
    html("p", { class: "strip" }, rest.map((word, k) => chip(word, k === 0 ? "at-left" : k === rest.length - 1 ? "at-right" : ""))),
    known?.futures.length > 1 ? futures(state, send, position, known.futures) : null,
    ...(told && !position.over ? inDepth(state, send, position) : []),
  ];
}

/** All positions, and the urgencies. */
function inDepth(state, send, position) {
  const { position: now, look, told: { why: told } } = state;
  const { game } = position;
  const cards = position.spans ? position.spans.reduce((sum, [start, stop]) => sum + stop - start, 0) : game.words.length;
  return [
    told.triangle ? triangle(position, now, told, look, send) : html("p", { class: "note" }, game.plain
      ? `The triangle of all positions is only drawn for up to ${told.most_cards_in_triangle} cards.`
      : "The triangle of all positions is only drawn if a move takes one card from either end of a row."),
    told.urgencies && cards > 1 ? urgencies(position, told.urgencies) : null,
    told.urgencies || !game.plain ? null : html("p", { class: "note" }, "Urgencies explain the game between two optimal players. Choose the opponent “Optimal” to see them."),
  ];
}

function lead(state, position) {
  const { position: now, told: { why } } = state;
  if (position.over) return "There are no cards left.";
  const before = now.over ? "Before the first move: " : "";
  if (position.toMove !== "you") return [whoGoesFirst(state, position), "It is the other side’s turn."];
  return [whoGoesFirst(state, position), why ? before + why.why : waits(state, "Finding the words …")];
}

/** At the start of a plain game: whether to go first. */
function whoGoesFirst({ told: { solved } }, { game, steps }) {
  if (!game.plain || steps.length || !solved) return null;
  const [first, second] = [show(solved.first), show(solved.second)];
  const average = isByChance(game.opponent) ? ", on average" : "";
  if (first === second) return `Go first or second: you get ${first} either way${average}. `;
  return `${solved.go_first ? "Go first" : "Let the other side go first"}: you get ${first} moving first, ${second} moving second${average}. `;
}

// --- both futures ------------------------------------------------------------------------------

/** Each move, and what follows. */
export function futures({ look, told }, send, position, known) {
  const { game, moves } = position;
  const most = Math.max(...known.map((future) => future.cards.length));
  const shown = look.futures ?? most;
  const fixed = isFixedSum(game);
  const cards = known.map((future) => {
    const move = moves.find(({ name }) => name === future.end);
    const rest = fixed ? ["You get ", html("strong", {}, number(future.total)), " from here."] : future.best ? ["The margin from here is ", html("strong", {}, number(future.margin)), "."] : [`The margin from here is ${show(future.loss)} worse.`];
    return html("div", { class: `future at-${move.side === "R" ? "right" : "left"}` },
      html("h4", {}, `Take ${/^[LR]$/.test(move.name) ? "the " : ""}${moveName(move, game.words)}`,
        html("span", { class: `tag ${future.best ? "best" : "blunder"}` }, future.best ? "best" : about(future.loss) ? fallsShort(game, show(future.loss)) : "the same margin, a smaller total")),
      lineOfPlay(`What follows after ${moveName(move, game.words)}: ${future.cards.join(", ")}`, future.cards.map((word, k) => ({ word, by: future.by[k] })), shown, future.whole),
      html("div", {}, rest));
  });
  return html("div", { class: "panel" },
    html("h3", {}, "What each end leads to"),
    told.why ? null : wrongLarger(game, known), // which the words say, too
    html("div", { class: "futures" }, cards),
    most > 1 ? stepper(look, send, "futures", most, "Moves shown") : null,
    html("p", { class: "legend" }, "Top row: your cards. Bottom row: theirs.", isByChance(game.opponent) ? " Their moves are random, so only average totals are known." : null));
}

/** Cards as they are taken, yours above theirs; the first `shown` of them. */
export const lineOfPlay = (name, cards, shown = cards.length, whole = true) => html("div", { class: "line-of-play", role: "group", "aria-label": name },
  cards.map(({ word, by }, k) => html("span", { class: `${by === "you" ? "by-you" : "by-them"}${k >= shown ? " later" : ""}` }, chip(word))),
  whole ? null : html("span", { class: "more" }, "…"));

/** A sentence about why the larger card may be the wrong one. */
function wrongLarger({ standard, opponent }, both) {
  const best = both.filter((future) => future.best);
  if (!standard || best.length !== 1 || both.length !== 2) return null;
  const wrong = both.find((future) => !future.best);
  if (!about(wrong.loss) || about(wrong.earns) <= about(best[0].earns)) return null;
  const [lure, answer] = wrong.cards;
  const more = answer ? `it hands the other side ${theCard(answer)}, and you end up with ${show(wrong.loss)} less` : `you end up with ${show(wrong.loss)} less${isByChance(opponent) ? ", on average" : ""}`;
  return html("p", {}, `The larger card, ${theCard(lure)}, is the wrong one: ${more}.`);
}

// --- urgencies ---------------------------------------------------------------------------------

function urgencies({ game: { words }, spans: [[start, stop]] }, known) {
  const { left, right, take } = known.verdict;
  const columns = Array.from({ length: stop - start }, (_, k) => start + k);
  const shown = columns.length > 80 ? [...columns.slice(0, 40), ...columns.slice(-40)] : columns;
  const line = (name, numbers, used, kind) => html("tr", { class: kind }, html("th", { scope: "row" }, name), shown.map((index) => html("td", { class: index === used ? "used" : null }, brief(numbers[index]))));
  return html("details", { class: "panel" },
    html("summary", {}, html("h3", {}, "Urgencies: two numbers per card")),
    html("p", {}, "They are computed once for the whole row. In any position, compare the left number of the left end with the right number of the right end: ",
      html("strong", {}, `left ${show(left)}, right ${show(right)}: take ${take}.`)),
    html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Urgencies under the row" },
      html("table", { class: "urgencies" },
        html("tr", {}, html("th", { scope: "row" }, "card"), shown.map((index) => html("td", {}, chip(words[index])))),
        line("as left end", known.left, start, "at-left"),
        line("as right end", known.right, stop - 1, "at-right"))));
}
