// One row against every opponent: both totals, and which opponents to let go first.

import { COMPARE } from "./chapter-words.js";
import { about, number, show } from "./numbers.js";
import { html, svg } from "./svg.js";
import { waits } from "./waiting.js";
import { TITLES } from "./words.js";

/** `known` has the answer for each opponent, or null until it arrives; `onPlay` gets an opponent and first or second. */
export function drawCompare(section, view, known, onPlay) {
  const answers = Object.values(known).filter(Boolean);
  const held = section.contains(document.activeElement) ? document.activeElement.textContent : "";
  const most = Math.max(...answers.flatMap((answer) => [Math.abs(about(answer.margin_first)), Math.abs(about(answer.margin_second))]), 1e-300);
  section.replaceChildren(
    html("h2", {}, TITLES.compare),
    html("p", { class: "lead" }, answers.length < Object.keys(known).length ? waits(COMPARE.soFar(answers.length, Object.keys(known).length)) : lead(answers)),
    html("div", { class: "panel scroll", tabindex: 0, role: "group", "aria-label": COMPARE.table },
      html("table", { class: "compare" },
        html("thead", {}, html("tr", {},
          html("th", { scope: "col" }, COMPARE.opponent),
          html("th", { scope: "col" }, COMPARE.advice),
          html("th", { scope: "col", class: "number" }, COMPARE.first),
          html("th", { scope: "col", class: "number" }, COMPARE.second),
          html("th", { scope: "col" }, COMPARE.margin))),
        html("tbody", {}, Object.entries(known).map(([name, answer]) => !answer ? html("tr", {}, html("th", { scope: "row" }, name), html("td", { colspan: 4, class: "muted" }, "…")) : html("tr", { "aria-current": answer.opponent === view.opponent ? "true" : null },
          html("th", { scope: "row" },
            html("button", { type: "button", class: "link", "aria-label": COMPARE.play(answer.opponent), onclick: () => onPlay(answer.opponent, answer.go === "second" ? "second" : "first") }, answer.opponent),
            answer.opponent === view.opponent ? html("span", { class: "muted" }, COMPARE.thisGame) : ""),
          html("td", {}, html("strong", { class: `go ${answer.go}` }, COMPARE.go[answer.go])),
          html("td", { class: "number" }, number(answer.first)),
          html("td", { class: "number" }, number(answer.second)),
          html("td", {}, bars(answer, most))))))),
    html("p", { class: "legend" }, html("span", { class: "key bar-first" }), COMPARE.barFirst, html("span", { class: "key bar-second" }),
      COMPARE.legend));
  if (held) [...section.querySelectorAll("button")].find((button) => button.textContent === held)?.focus();
}

function lead(answers) {
  const letGo = answers.filter((answer) => answer.go === "second").map((answer) => answer.opponent);
  if (!letGo.length) return COMPARE.always;
  if (letGo.length === answers.length) return COMPARE.never;
  return COMPARE.letGo(letGo);
}

function bars(answer, most) {
  const bar = (margin, y, name) => {
    const long = (Math.abs(about(margin)) / most) * 96;
    return svg("rect", { class: name, x: about(margin) < 0 ? 100 - long : 100, y, width: Math.max(long, 0.8), height: 9, rx: 2 });
  };
  return svg("svg", { class: "bars", viewBox: "0 0 200 26", role: "img", "aria-label": COMPARE.margins(show(answer.margin_first), show(answer.margin_second)) },
    svg("line", { class: "axis", x1: 100, x2: 100, y1: 0, y2: 26 }),
    bar(answer.margin_first, 2, "bar-first"),
    bar(answer.margin_second, 14, "bar-second"));
}
