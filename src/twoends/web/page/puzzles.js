// Puzzles: the row of the day, a ladder of twenty, and one puzzle on the table.

import { addressOf } from "./address.js";
import { board, isOneCard, isRight, positionOf, situation, verdict, whatFollows } from "./decide.js";
import { keysIn } from "./keys.js";
import { ask } from "./python.js";
import { dayOf, remember, streak, tried } from "./remember.js";
import { html } from "./svg.js";
import { OFFERED_RULES, PUZZLES, lookAhead } from "./words.js";

const here = (...parts) => `#${parts.map(encodeURIComponent).join("/")}`;

/** The rules of New game under which there are puzzles of eight cards and depth 3. */
const OTHER_RULES = ["take 1-2 either", "take 1-3 either", "take 1-3 left", "turns ABBA"];

/** The name of the first puzzle under these rules that was not tried in this browser. */
function nextBy(rules, version) {
  const name = (seed) => `${version}-8-3-${seed}~${rules.replaceAll(" ", "_")}`;
  let seed = 1;
  while (tried(name(seed))) seed += 1;
  return name(seed);
}

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
    html("h2", {}, PUZZLES.title),
    html("p", { class: "lead" }, PUZZLES.lead),
    html("div", { class: "choices" },
      html("div", { class: "panel" },
        html("h3", {}, PUZZLES.day),
        html("p", {}, PUZZLES.today(today.row.length, lookAhead(today.depth))),
        html("p", { class: "muted" }, run ? PUZZLES.run(run) : before ? PUZZLES.tomorrow : PUZZLES.week),
        html("p", {}, html("a", { class: `button ${before ? "" : "primary"}`, href: here("puzzle", name) }, before ? (before.solved ? PUZZLES.solved : PUZZLES.missed) : PUZZLES.solve))),
      html("div", { class: "panel" },
        html("h3", {}, PUZZLES.lesson),
        html("p", {}, PUZZLES.lessonIs),
        html("p", {}, html("a", { class: "button", href: "#lesson/1" }, PUZZLES.begin)))),
    html("div", { class: "panel" },
      html("h3", {}, PUZZLES.otherRules),
      html("p", {}, PUZZLES.otherRulesAre),
      html("ul", { class: "by-rules" }, OTHER_RULES.map((rules) => html("li", {}, html("a", { href: here("puzzle", nextBy(rules, day.split("-")[0])) }, OFFERED_RULES[rules]))))),
    html("div", { class: "panel" },
      html("h3", {}, PUZZLES.ladder),
      html("p", {}, PUZZLES.ladderIs),
      html("ol", { class: "ladder" }, ladder.map((rung, k) => {
        const state = climbed[k] ? (climbed[k].solved ? "solved" : "missed") : k === next ? "next" : "";
        const sign = { solved: "✓", missed: "✗" }[state] ?? "";
        return html("li", {}, html("a", { class: `rung ${state}`, href: here("puzzle", rung), "aria-label": PUZZLES.rungIs(k + 1, sign && state) }, String(k + 1), sign ? html("span", { "aria-hidden": "true" }, sign) : ""));
      }))));
}

// --- one ---------------------------------------------------------------------------------------

export async function drawPuzzle(section, [asked = "", answered = ""], { late, to, copy }) {
  const { ladder, day } = await ask("puzzles");
  const name = asked === "today" ? day + dayOf(new Date()) : asked;
  const told = await ask("puzzle", { name });
  if (late()) return;
  if (name !== asked) history.replaceState(null, "", here("puzzle", name)); // names today's row, so that the address means the same tomorrow
  const daily = name.startsWith(day);
  const rung = ladder.indexOf(name);
  const yours = tried(name)?.end ?? "";
  const end = (daily && yours) || (positionOf(told).legal.includes(answered) ? answered : "");
  const shown = end && !yours; // the answer came with a link: it is shown but is not your try
  const take = (side) => {
    remember(name, side, isRight(told, side));
    to(here("puzzle", name, side));
  };
  const table = board(told, end, take);
  const run = streak(day);
  const result = PUZZLES.result(name.slice(day.length), isRight(told, end), told.row.length, lookAhead(told.depth), run);
  const again = end && !shown && !daily && !isRight(told, end); // only for understanding; the ladder remembers the first try
  const kind = `button ${again || shown ? "" : "primary"}`;
  const onwards = rung >= 0 && rung + 1 < ladder.length
    ? html("a", { class: kind, href: here("puzzle", ladder[rung + 1]) }, PUZZLES.nextRung)
    : html("a", { class: kind, href: "#puzzles" }, PUZZLES.all);
  section.replaceChildren(
    html("h2", {}, daily ? PUZZLES.ofDay(name.slice(day.length)) : rung >= 0 ? PUZZLES.rung(rung + 1, ladder.length) : PUZZLES.named(name)),
    html("p", { class: "lead" }, `${PUZZLES.asks(isOneCard(told))} ${situation(told)}`, html("span", { class: "muted" }, PUZZLES.depth(lookAhead(told.depth)))),
    table.element,
    end ? html("div", {},
      shown ? html("p", { class: "note" }, PUZZLES.byLink) : "",
      verdict(told, end, told.why),
      html("p", { class: "actions onwards" },
        shown ? html("a", { class: "button primary", href: here("puzzle", name) }, PUZZLES.yourself) : again ? html("a", { class: "button primary", href: here("puzzle", name) }, PUZZLES.again) : "",
        onwards,
        daily && !shown ? html("button", { type: "button", onclick: (event) => copy(result, event.target) }, PUZZLES.copy) : "",
        html("a", { class: "button", href: addressOf("play", told.game) }, PUZZLES.playOut)),
      whatFollows(told)) : "",
    html("p", { class: "muted small-links" }, html("a", { href: "#puzzles" }, PUZZLES.all)));
  table.draw();
  keysIn("puzzle", table.keys);
  if (end) section.querySelector(".onwards a").focus({ preventScroll: true });
  return { game: told.game, end };
}
