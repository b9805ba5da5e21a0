// The list of what there is to solve: the row of the day, the ladder, the lesson; and a puzzle of one decision.

import { board, isOneCard, isRight, setting, verdict, whatFollows, whatIsBest } from "./decide.js";
import { habit } from "./day.js";
import { html } from "./draw.js";
import { FORGETFUL, drawLadder } from "./ladder.js";
import { waits } from "./play.js";
import { addressOf, dayOf, placeOf, refusalOf } from "./state.js";

/** How hard a puzzle is. */
const lookAhead = (depth) => `look ${depth} ${depth === 1 ? "move" : "moves"} ahead`;

const loading = (state, title) => [html("h2", {}, title), html("p", { class: "muted" }, waits(state, "Fetching the row …"))];

export function drawPuzzles(state) {
  const { records, puzzles, forgetful } = state;
  if (!puzzles) return loading(state, "Puzzles");
  const today = records[puzzles.day + dayOf(new Date())];
  return [
    html("h2", {}, "Puzzles"),
    forgetful ? html("p", { class: "note" }, FORGETFUL) : null,
    html("div", { class: "choices" },
      html("div", { class: "panel" },
        html("h3", {}, "Row of the day"),
        html("p", {}, "A whole game against Greedy, the same row for everyone, easy on Monday and hard on Sunday. Your first game counts."),
        html("p", { class: "muted" }, habit(records)),
        html("p", {}, html("a", { class: `button ${today?.over ? "" : "primary"}`, href: "#puzzle/today" }, today?.over ? "See your game" : today ? "Go on" : "Play"))),
      drawLadder(state)),
    html("p", { class: "muted small-links" }, html("a", { href: "#lesson/1" }, "The lesson"), ": why the bigger card is a trap, in five minutes and seven rows."),
  ];
}

export function drawPuzzle(state, send) {
  const { name, decision, answer: end, told: { puzzle, moves: told } } = state;
  const all = html("a", { href: "#puzzles" }, "All puzzles");
  if (refusalOf(state)) return [html("h2", {}, "Puzzle"), html("p", {}, all)];
  if (!puzzle || !told) return loading(state, "Puzzle");
  const again = end && !isRight(told, end);
  return [
    html("h2", { key: name }, `Puzzle ${name}`),
    html("p", { class: "lead" }, `${isOneCard(decision) ? "Which end is better?" : decision.game.rules.ends === "either" ? "Which end is better, and how many cards?" : "How many cards?"} ${setting(decision)}`, html("span", { class: "muted" }, ` To see it, ${lookAhead(puzzle.depth)}.`)),
    board(state, send, end),
    end ? html("div", {},
      verdict(decision, told, end, whatIsBest(decision, told)),
      html("p", { class: "actions onwards" },
        again ? html("a", { class: "button primary", href: placeOf("puzzle", name) }, "Try again") : null,
        html("a", { class: `button ${again ? "" : "primary"}`, href: addressOf("play", decision) }, "Play it out")),
      whatFollows(state, send)) : null,
    html("p", { class: "muted small-links" }, all),
  ];
}
