// One row against every opponent: both totals, and which opponents to let go first.

import { html, svg } from "./draw.js";
import { about, number, show } from "./numbers.js";
import { waits } from "./play.js";
import { notation, readGame } from "./rules.js";

export function drawCompare(state, send) {
  const { position: { game }, told } = state;
  const title = html("h2", {}, "Compare");
  if (!game.plain) return [title, html("p", { class: "lead" }, "Only rows where a move takes one card from either end can be compared. Start such a game first.")];
  const names = told.opponents?.compared;
  if (!names) return [title, html("p", { class: "muted" }, waits(state, "Fetching the opponents …"))];
  const answers = names.map((name) => told[name]?.answers[0]).filter(Boolean);
  const most = Math.max(...answers.flatMap((answer) => [Math.abs(about(answer.margin_first)), Math.abs(about(answer.margin_second))]), 1e-300);
  return [
    title,
    html("p", { class: "lead" }, answers.length < names.length ? waits(state, `${answers.length} of ${names.length} opponents so far …`) : lead(answers)),
    html("div", { class: "panel scroll", tabindex: 0, role: "group", "aria-label": "This row against every opponent" },
      html("table", { class: "compare" },
        html("thead", {}, html("tr", {}, ["opponent", "advice", "first", "second", "margin"].map((name) => html("th", { scope: "col", class: name === "first" || name === "second" ? "number" : null }, name)))),
        html("tbody", {}, names.map((name) => line(state, name, told[name]?.answers[0], most, send))))),
    html("p", { class: "legend" }, html("span", { class: "key bar-first" }), " you moving first ", html("span", { class: "key bar-second" }),
      " you moving second. The bars are your margin with best play, against random moves on average. Choose a name to play this row."),
  ];
}

function line({ position }, name, answer, most, send) {
  if (!answer) return html("tr", {}, html("th", { scope: "row" }, name), html("td", { colspan: 4, class: "muted" }, "…"));
  const { opponent, go } = answer;
  const here = opponent === position.game.opponent;
  const play = () => send({ type: "begin", seat: "", position: readGame(notation(position, { first: go === "second" ? "second" : "first", moves: [], opponent })) });
  return html("tr", { "aria-current": here ? "true" : null },
    html("th", { scope: "row" },
      html("button", { type: "button", class: "link", "aria-label": `Play this row against ${opponent}`, onclick: play }, opponent),
      here ? html("span", { class: "muted" }, " this game") : null),
    html("td", {}, html("strong", { class: `go ${go}` }, { first: "go first", second: "go second", either: "either" }[go])),
    html("td", { class: "number" }, number(answer.first)),
    html("td", { class: "number" }, number(answer.second)),
    html("td", {}, bars(answer, most)));
}

function lead(answers) {
  const letGo = answers.filter((answer) => answer.go === "second").map((answer) => answer.opponent);
  if (!letGo.length) return "Going first is best against every opponent, or at least costs nothing.";
  if (letGo.length === answers.length) return "Let every opponent go first.";
  return `Let ${letGo.length === 1 ? "this one" : "these"} go first: ${letGo.join(", ")}.`;
}

function bars(answer, most) {
  const bar = (margin, y, name) => {
    const long = (Math.abs(about(margin)) / most) * 96;
    return svg("rect", { class: name, x: about(margin) < 0 ? 100 - long : 100, y, width: Math.max(long, 0.8), height: 9, rx: 2 });
  };
  return svg("svg", { class: "bars", viewBox: "0 0 200 26", role: "img", "aria-label": `margin ${show(answer.margin_first)} moving first, ${show(answer.margin_second)} moving second` },
    svg("line", { class: "axis", x1: 100, x2: 100, y1: 0, y2: 26 }),
    bar(answer.margin_first, 2, "bar-first"),
    bar(answer.margin_second, 14, "bar-second"));
}
