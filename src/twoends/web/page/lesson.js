// The lesson: seven rows, with one move of the reader in each. The address has the step and the move.

import { chip } from "./cards.js";
import { board, isRight, positionOf, verdict, whatFollows } from "./decide.js";
import { keysIn } from "./keys.js";
import { ask, readBeside } from "./python.js";
import { html } from "./svg.js";
import { LESSON, PUZZLES } from "./words.js";

let lesson = null;

/** The steps of lesson.json, fetched once. */
export function steps() {
  lesson ??= readBeside("lesson.json");
  lesson.catch(() => { lesson = null; });
  return lesson;
}

export async function drawLesson(section, [number = "1", answered = ""], { late, to }) {
  const { steps: all } = await steps();
  const at = Math.min(Math.max(Number.parseInt(number, 10) || 1, 1), all.length);
  const step = all[at - 1];
  const told = await ask("decision", { game: step.game });
  if (late()) return;
  const end = positionOf(told).legal.includes(answered) ? answered : "";
  if (number !== String(at)) history.replaceState(null, "", `#lesson/${at}${end ? `/${end}` : ""}`);
  const take = (side) => to(`#lesson/${at}/${side}`);
  const table = board(told, end, take);
  const right = end && isRight(told, end);
  const last = at === all.length;
  section.replaceChildren(
    html("p", { class: "muted step-of" }, LESSON.step(at, all.length)),
    html("h2", {}, step.title),
    ...step.say.map((sentence) => html("p", {}, sentence)),
    step.paint ? chessboard(told.row) : "",
    step.fold ? folded(told.row, step.fold) : "",
    html("p", { class: "lead" }, step.ask),
    table.element,
    end ? html("div", {},
      verdict(told, end, right ? step.right : step.wrong),
      html("p", { class: "actions onwards" },
        right ? "" : html("a", { class: "button primary", href: `#lesson/${at}` }, PUZZLES.again),
        last ? html("a", { class: `button ${right ? "primary" : ""}`, href: "#puzzles" }, LESSON.toPuzzles)
          : html("a", { class: `button ${right ? "primary" : ""}`, href: `#lesson/${at + 1}` }, LESSON.next)),
      last && right ? html("p", { class: "lead" }, LESSON.over) : "",
      whatFollows(told)) : "",
    html("p", { class: "muted small-links" },
      at > 1 ? html("a", { href: `#lesson/${at - 1}` }, LESSON.back) : ""));
  table.draw();
  keysIn("lesson", table.keys);
  if (end) section.querySelector(".onwards a").focus({ preventScroll: true });
  return { game: told.game, end };
}

/** The row coloured like a chessboard, and the sum of each colour. */
function chessboard(row) {
  const worth = (parity) => row.filter((_, k) => k % 2 === parity).join(" + ");
  return html("div", { class: "painted" },
    html("p", { class: "strip" }, row.map((word, k) => chip(word, k % 2 ? "dark" : "light"))),
    html("p", { class: "legend" }, html("span", { class: "key light" }), LESSON.light(worth(0)), html("span", { class: "key dark" }), LESSON.dark(worth(1))));
}

/** The row, and the row with its peak folded. */
function folded(row, { at, coin }) {
  const inPeak = (k) => k >= at && k <= at + 2;
  return html("div", { class: "painted" },
    html("p", { class: "strip" }, row.map((word, k) => chip(word, inPeak(k) ? "dark" : ""))),
    html("p", { class: "strip" }, LESSON.actsLike, [...row.slice(0, at), String(coin), ...row.slice(at + 3)].map((word, k) => chip(word, k === at ? "dark" : ""))));
}
