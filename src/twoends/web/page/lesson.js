// The lesson: seven rows, with one move of the reader in each. The address has the step and the move.

import { board, isRight, verdict, whatFollows } from "./decide.js";
import { html } from "./draw.js";
import { chip } from "./faces.js";
import { waits } from "./play.js";
import { stepIn } from "./state.js";

export function drawLesson(state, send) {
  const { name, answer, decision, told: { lesson, moves: told } } = state;
  if (!lesson || !told) return [html("h2", {}, "Lesson"), html("p", { class: "muted" }, waits(state, "Fetching the lesson …"))];
  const { steps } = lesson;
  const at = stepIn(lesson, name) + 1;
  const step = steps[at - 1];
  const right = answer && isRight(told, answer);
  const last = at === steps.length;
  return [
    html("p", { class: "muted step-of" }, `Why the bigger card is a trap · ${at} of ${steps.length}`),
    html("h2", { key: at }, step.title),
    html("div", {}, step.say.map((sentence) => html("p", {}, sentence))),
    step.paint ? chessboard(decision.game.words) : step.fold ? folded(decision.game.words, step.fold) : null,
    html("p", { class: "lead" }, step.ask),
    board(state, send, answer),
    answer ? html("div", {},
      verdict(decision, told, answer, right ? step.right : step.wrong),
      html("p", { class: "actions onwards" },
        right ? null : html("a", { class: "button primary", href: `#lesson/${at}` }, "Try again"),
        html("a", { class: `button ${right ? "primary" : ""}`, href: last ? "#puzzles" : `#lesson/${at + 1}` }, last ? "To the puzzles" : "Next")),
      last && right ? html("p", { class: "lead" }, "That is the whole game. The row of the day and the ladder are waiting.") : null,
      whatFollows(state, send)) : null,
    html("p", { class: "muted small-links" }, at > 1 ? html("a", { href: `#lesson/${at - 1}` }, "Back") : null),
  ];
}

/** The row coloured like a chessboard, and the sum of each colour. */
function chessboard(row) {
  const worth = (parity) => row.filter((_, k) => k % 2 === parity).join(" + ");
  return html("div", { class: "painted" },
    html("p", { class: "strip" }, row.map((word, k) => chip(word, k % 2 ? "dark" : "light"))),
    html("p", { class: "legend" }, html("span", { class: "key light" }), ` light: ${worth(0)}`, html("span", { class: "key dark" }), ` dark: ${worth(1)}`));
}

/** The row, and the row with its peak folded. */
function folded(row, { at, coin }) {
  const short = [...row.slice(0, at), String(coin), ...row.slice(at + 3)];
  return html("div", { class: "painted" },
    html("p", { class: "strip" }, row.map((word, k) => chip(word, k >= at && k <= at + 2 ? "dark" : ""))),
    html("p", { class: "strip" }, "acts like ", short.map((word, k) => chip(word, k === at ? "dark" : ""))));
}
