// Puzzles: the row of the day, a ladder of twenty, and one puzzle on the table.

import { addressOf } from "./address.js";
import { board, isOneCard, isRight, positionOf, situation, verdict, whatFollows } from "./decide.js";
import { keysIn } from "./keys.js";
import { RULES } from "./newgame.js";
import { ask } from "./python.js";
import { dayOf, remember, streak, tried } from "./remember.js";
import { html } from "./svg.js";
import { lookAhead } from "./words.js";

const here = (...parts) => `#${parts.map(encodeURIComponent).join("/")}`;

/** The rules of New game by which there are puzzles of eight cards that need three moves of thought. */
const OTHER_RULES = ["take 1-2 either", "take 1-3 either", "take 1-3 left", "turns ABBA", "goal least"];

/** The name of the first puzzle by these rules that was not tried here. */
function nextBy(rules, version) {
  const name = (seed) => `${version}-8-3-${seed}~${rules.replaceAll(" ", "_")}`;
  let seed = 1;
  while (tried(name(seed))) seed += 1;
  return name(seed);
}

const days = (run) => (run === 1 ? "1 day" : `${run} days`);

// --- all of them -------------------------------------------------------------------------------

export async function drawPuzzles(section, parts, { late }) {
  const { ladder, day } = await ask("puzzles");
  const name = day + dayOf(new Date());
  const today = await ask("puzzle", { name });
  if (late()) return;
  const before = tried(name);
  const run = streak(day);
  const climbed = ladder.map((rung) => tried(rung));
  const next = climbed.findIndex((rung) => !rung);
  section.replaceChildren(
    html("h2", {}, "Puzzles"),
    html("p", { class: "lead" }, "A short row, and one decision that matters: one end is better. Which one?"),
    html("div", { class: "choices" },
      html("div", { class: "panel" },
        html("h3", {}, "Row of the day"),
        html("p", {}, `${today.row.length} cards, the same for everybody: ${lookAhead(today.depth)}. One try.`),
        html("p", { class: "muted" }, run ? `${days(run)} in a row.` : before ? "Tomorrow there is another one." : "Easy on Monday, hard on Sunday."),
        html("p", {}, html("a", { class: `button ${before ? "" : "primary"}`, href: here("puzzle", name) }, before ? (before.solved ? "✓ Solved" : "✗ Missed") : "Solve it"))),
      html("div", { class: "panel" },
        html("h3", {}, "The lesson"),
        html("p", {}, "Why the bigger card is a trap: five minutes, seven rows, and you make the moves."),
        html("p", {}, html("a", { class: "button", href: "#lesson/1" }, "Begin"))),
      html("div", { class: "panel" },
        html("h3", {}, "The race"),
        html("p", {}, "Four ways to solve a row, side by side: who has looked at how many positions?"),
        html("p", {}, html("a", { class: "button", href: "#race" }, "Watch")))),
    html("div", { class: "panel" },
      html("h3", {}, "By other rules"),
      html("p", {}, "Eight cards, three moves to look ahead, another rule:"),
      html("ul", { class: "by-rules" }, OTHER_RULES.map((rules) => html("li", {}, html("a", { href: here("puzzle", nextBy(rules, day.split("-")[0])) }, RULES[rules]))))),
    html("div", { class: "panel" },
      html("h3", {}, "The ladder"),
      html("p", {}, "Twenty rows, each deeper than the last. “Look 5 moves ahead” says how far you have to think; always taking the larger card soon fails."),
      html("ol", { class: "ladder" }, ladder.map((rung, k) => {
        const state = climbed[k] ? (climbed[k].solved ? "solved" : "missed") : k === next ? "next" : "";
        const sign = { solved: "✓", missed: "✗" }[state] ?? "";
        return html("li", {}, html("a", { class: `rung ${state}`, href: here("puzzle", rung), "aria-label": `Rung ${k + 1}${sign ? `, ${state}` : ""}` }, String(k + 1), sign ? html("span", { "aria-hidden": "true" }, sign) : ""));
      }))));
}

// --- one ---------------------------------------------------------------------------------------

export async function drawPuzzle(section, [asked = "", answered = ""], { late, to, copy }) {
  const { ladder, day } = await ask("puzzles");
  const name = asked === "today" ? day + dayOf(new Date()) : asked;
  const told = await ask("puzzle", { name });
  if (late()) return;
  if (name !== asked) history.replaceState(null, "", here("puzzle", name)); // so that it stays this row tomorrow
  const daily = name.startsWith(day);
  const rung = ladder.indexOf(name);
  const yours = tried(name)?.end ?? "";
  const end = (daily && yours) || (positionOf(told).legal.includes(answered) ? answered : "");
  const shown = end && !yours; // an answer that came by a link: it is shown, and the try is still yours
  const take = (side) => {
    remember(name, side, isRight(told, side));
    to(here("puzzle", name, side));
  };
  const table = board(told, end, take);
  const run = streak(day);
  const result = `Two Ends, row of the day ${name.slice(day.length)}: ${isRight(told, end) ? "solved" : "missed"}. ${told.row.length} cards, ${lookAhead(told.depth)}${run ? `, ${days(run)} in a row` : ""}.`;
  const again = end && !shown && !daily && !isRight(told, end); // to see it; the ladder remembers the first try
  const kind = `button ${again || shown ? "" : "primary"}`;
  const onwards = rung >= 0 && rung + 1 < ladder.length
    ? html("a", { class: kind, href: here("puzzle", ladder[rung + 1]) }, "Next rung")
    : html("a", { class: kind, href: "#puzzles" }, "All puzzles");
  section.replaceChildren(
    html("h2", {}, daily ? `Row of the day, ${name.slice(day.length)}` : rung >= 0 ? `Rung ${rung + 1} of ${ladder.length}` : `Puzzle ${name}`),
    html("p", { class: "lead" }, `${isOneCard(told) ? "Which end is better" : "Which end is better, and how many cards"}? ${situation(told)}`, html("span", { class: "muted" }, ` To see it, ${lookAhead(told.depth)}.`)),
    table.element,
    end ? html("div", {},
      shown ? html("p", { class: "note" }, "This answer came with the link, and is not counted as yours.") : "",
      verdict(told, end, told.why),
      html("p", { class: "actions onwards" },
        shown ? html("a", { class: "button primary", href: here("puzzle", name) }, "Try it yourself") : again ? html("a", { class: "button primary", href: here("puzzle", name) }, "Try again") : "",
        onwards,
        daily && !shown ? html("button", { type: "button", onclick: (event) => copy(result, event.target) }, "Copy the result") : "",
        html("a", { class: "button", href: addressOf("play", told.game) }, "Play it out")),
      whatFollows(told)) : "",
    html("p", { class: "muted small-links" }, html("a", { href: "#puzzles" }, "All puzzles"), isOneCard(told) ? [" · ", html("a", { href: here("class", name) }, "For a class")] : ""));
  table.draw();
  keysIn("puzzle", table.keys);
  if (end) section.querySelector(".onwards a").focus({ preventScroll: true });
  return { game: told.game, end };
}
