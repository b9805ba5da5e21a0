// Puzzles: the row of the day, a ladder of twenty, and one puzzle on the table.

import { answerIn, board, isOneCard, isRight, setting, verdict, whatFollows, whatIsBest } from "./decide.js";
import { html } from "./draw.js";
import { OFFERED_RULES } from "./newgame.js";
import { waits } from "./play.js";
import { streak } from "./remember.js";
import { readGame } from "./rules.js";
import { addressOf, dayOf, placeOf, refusalOf } from "./state.js";

/** The name of the first puzzle under these rules that was not tried in this browser. */
function nextBy(rules, version, tries) {
  const name = (seed) => `${version}-8-3-${seed}~${rules.replaceAll(" ", "_")}`;
  let seed = 1;
  while (tries[name(seed)]) seed += 1;
  return name(seed);
}

const days = (run) => (run === 1 ? "1 day" : `${run} days`);

/** How hard a puzzle is. */
const lookAhead = (depth) => `look ${depth} ${depth === 1 ? "move" : "moves"} ahead`;

/** Said where tries are not kept. */
const forgets = ({ forgetful }) =>
  (forgetful ? html("p", { class: "note" }, "This browser does not let the page store anything: your answers are forgotten when you leave.") : null);

const loading = (state, title) => [html("h2", {}, title), html("p", { class: "muted" }, waits(state, "Fetching the row …"))];

// --- all of them -------------------------------------------------------------------------------

export function drawPuzzles(state) {
  const { tries, told: { puzzles, today } } = state;
  if (!puzzles || !today) return loading(state, "Puzzles");
  const { ladder, day } = puzzles;
  const name = day + dayOf(new Date());
  const before = tries[name];
  const run = streak(tries, day);
  const next = ladder.findIndex((rung) => !tries[rung]);
  return [
    html("h2", {}, "Puzzles"),
    html("p", { class: "lead" }, "A short row, and one decision that matters: one end is better. Which one?"),
    forgets(state),
    html("div", { class: "choices" },
      html("div", { class: "panel" },
        html("h3", {}, "Row of the day"),
        html("p", {}, `${readGame(today.game).game.words.length} cards, the same for everyone: ${lookAhead(today.depth)}. One try.`),
        html("p", { class: "muted" }, run ? `${days(run)} in a row.` : before ? "There will be a new one tomorrow." : "Easy on Monday, hard on Sunday."),
        html("p", {}, html("a", { class: `button ${before ? "" : "primary"}`, href: placeOf("puzzle", name) }, before ? (before.solved ? "✓ Solved" : "✗ Missed") : "Solve it"))),
      html("div", { class: "panel" },
        html("h3", {}, "The lesson"),
        html("p", {}, "Why the bigger card is a trap: five minutes, seven rows, and you make the moves."),
        html("p", {}, html("a", { class: "button", href: "#lesson/1" }, "Begin")))),
    html("div", { class: "panel" },
      html("h3", {}, "Other rules"),
      html("p", {}, "Eight cards, three moves to look ahead, under another rule:"),
      html("ul", { class: "by-rules" }, puzzles.rules.map((rules) => html("li", {}, html("a", { href: placeOf("puzzle", nextBy(rules, day.split("-")[0], tries)) }, OFFERED_RULES[rules]))))),
    html("div", { class: "panel" },
      html("h3", {}, "The ladder"),
      html("p", {}, "Twenty rows, from easy to hard. “Look 5 moves ahead” says how far you have to think; always taking the larger card soon fails."),
      html("ol", { class: "ladder" }, ladder.map((rung, k) => {
        const kind = tries[rung] ? (tries[rung].solved ? "solved" : "missed") : k === next ? "next" : "";
        const sign = { solved: "✓", missed: "✗" }[kind] ?? "";
        return html("li", {}, html("a", { class: `rung ${kind}`, href: placeOf("puzzle", rung), "aria-label": `Rung ${k + 1}${sign ? `, ${kind}` : ""}` }, String(k + 1), sign ? html("span", { "aria-hidden": "true" }, sign) : null));
      }))),
  ];
}

// --- one ---------------------------------------------------------------------------------------

export function drawPuzzle(state, send) {
  const { name, decision, tries, copied, told: { puzzles, puzzle, moves: told } } = state;
  const all = html("a", { href: "#puzzles" }, "All puzzles");
  if (refusalOf(state)) return [html("h2", {}, "Puzzle"), html("p", {}, all)];
  if (!puzzles || !puzzle || !told) return loading(state, "Puzzle");
  const { ladder, day } = puzzles;
  const daily = name.startsWith(day);
  const rung = ladder.indexOf(name);
  const end = answerIn(state);
  const byLink = end && !tries[name]; // it is shown but is not your try
  const result = () => {
    const run = streak(tries, day);
    return `Two Ends, row of the day ${name.slice(day.length)}: ${isRight(told, end) ? "solved" : "missed"}. ${decision.game.words.length} cards, ${lookAhead(puzzle.depth)}${run ? `, ${days(run)} in a row` : ""}.`;
  };
  const again = end && !byLink && !daily && !isRight(told, end); // only for understanding; the ladder remembers the first try
  const kind = `button ${again || byLink ? "" : "primary"}`;
  const title = daily ? `Row of the day, ${name.slice(day.length)}` : rung >= 0 ? `Rung ${rung + 1} of ${ladder.length}` : `Puzzle ${name}`;
  return [
    html("h2", { key: name }, title),
    html("p", { class: "lead" }, `${isOneCard(decision) ? "Which end is better?" : decision.game.rules.ends === "either" ? "Which end is better, and how many cards?" : "How many cards?"} ${setting(decision)}`, html("span", { class: "muted" }, ` To see it, ${lookAhead(puzzle.depth)}.`)),
    board(state, send, end),
    end ? html("div", {},
      byLink ? html("p", { class: "note" }, "This answer came with the link and does not count as yours.") : null,
      verdict(decision, told, end, whatIsBest(decision, told)),
      forgets(state),
      html("p", { class: "actions onwards" },
        byLink || again ? html("a", { class: "button primary", href: placeOf("puzzle", name) }, byLink ? "Try it yourself" : "Try again") : null,
        rung >= 0 && rung + 1 < ladder.length ? html("a", { class: kind, href: placeOf("puzzle", ladder[rung + 1]) }, "Next rung") : html("a", { class: kind, href: "#puzzles" }, "All puzzles"),
        daily && !byLink ? html("button", { type: "button", onclick: () => send({ type: "copy", what: "result", text: result() }) }, copied?.what === "result" ? copied.sentence : "Copy the result") : null,
        html("a", { class: "button", href: addressOf("play", decision) }, "Play it out")),
      whatFollows(state, send)) : null,
    html("p", { class: "muted small-links" }, all),
  ];
}
