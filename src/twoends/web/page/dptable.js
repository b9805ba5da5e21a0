// The table dp[i][j] as textbooks draw it, the cell that is chosen with those it follows from, and a quiz about the next
// cell.

import { html } from "./draw.js";
import { chip, theCard } from "./faces.js";
import { about, brief, show } from "./numbers.js";
import { isFixedSum } from "./rules.js";
import { opponentOf } from "./values.js";

const cellName = ({ i, j }) => `dp[${i}][${j}]`;

/** The table with its first `filled` cells, of which the `chosen` one is explained; arrow keys choose another. */
export function dpTable(words, cells, { filled, chosen }, choose) {
  const sources = new Set(termsIn(cells, chosen).filter(({ isChosen }) => isChosen).map(cellName));
  const others = new Set(termsIn(cells, chosen).map(cellName));
  const at = new Map(cells.slice(0, filled).map((cell, k) => [cellName(cell), k]));
  const turn = (event, { i, j }) => {
    const [down, right] = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key] ?? [0, 0];
    const next = cellName({ i: i + down, j: j + right });
    if (!(down || right)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!at.has(next)) return;
    choose(at.get(next));
    document.querySelector(".dp [tabindex='0']").focus();
  };
  return tableOf(words, cells, (k, cell) => {
    const name = cellName(cell);
    const kind = k === chosen ? "chosen" : sources.has(name) ? "source" : others.has(name) ? "other" : "";
    if (k >= filled) return [kind, ""];
    const text = brief(cell.value);
    return [kind, html("button", { type: "button", tabindex: k === chosen ? 0 : -1, class: text.length > 4 ? "cell long" : "cell", "aria-current": k === chosen ? "true" : null, "aria-label": `${name} is ${show(cell.value)}`, onclick: () => choose(k), onkeydown: (event) => turn(event, cell) }, text)];
  });
}

/** The table of the quiz: the cells before the one that is asked, which after a wrong answer shows what it follows from. */
export function askingTable(words, cells, { at, tries = 0 }) {
  const sources = new Set(tries ? termsIn(cells, at).map(cellName) : []);
  return tableOf(words, cells, (k, cell) => [k === at ? "chosen" : sources.has(cellName(cell)) ? "source" : "", k < at ? brief(cell.value) : k === at ? "?" : ""]);
}

const termsIn = (cells, k) => cells[k]?.terms ?? [];

/** A table, given for each cell what it is and what it shows. */
function tableOf(words, cells, drawn) {
  const at = new Map(cells.map((cell, k) => [cellName(cell), k]));
  return html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "The table" }, html("table", { class: "dp" },
    html("thead", {}, html("tr", {}, html("td", {}, "i \\ j"), words.map((word, j) => html("th", { scope: "col" }, chip(word), html("small", {}, j))))),
    html("tbody", {}, words.map((word, i) => html("tr", {}, html("th", { scope: "row" }, chip(word), html("small", {}, i)), words.map((_, j) => {
      const k = at.get(cellName({ i, j }));
      if (k === undefined) return html("td", { class: "none" });
      const [kind, content] = drawn(k, cells[k]);
      return html("td", { class: `${kind} ${cells[k].position.toMove === "you" ? "yours" : "theirs"}` }, content);
    }))))));
}

/** A cell in one line: the formula, with numbers, and the result unless it `isOpen`. */
export function derivation({ i, j, position, value, terms }, they, isOpen = false) {
  const name = cellName({ i, j });
  const { game: { words, opponent }, toMove } = position;
  const end = isOpen ? "" : ` = ${show(value)}`.replace("= ≈", "≈");
  if (!terms.length) return `${name}${end}: the game is over.`;
  const isLast = (each) => each.j < each.i; // which takes all cards, so that what it earns is the result
  const term = (each) => {
    if (isLast(each)) return show(each.earns);
    return about(each.earns) === 0 ? cellName(each) : `${show(each.earns)} + ${cellName(each)}`;
  };
  const all = (word, among) => [`${word}(${among.map(term).join(", ")})`, `${word}(${among.map((each) => show(each.value)).join(", ")})`];
  const equals = ([formula, numbers]) => `${name} = ${formula}${isOpen ? "" : ` = ${numbers}${end}`}.`;
  if (terms.length === 1 && isLast(terms[0])) return isOpen ? `${name}: the last move takes all cards.` : `${name}${end}.`;
  if (terms.length === 1) return `${name} = ${term(terms[0])}${end}.`;
  if (toMove === "you") return equals(all("max", terms));
  const { name: who, epsilon: [top, bottom] } = opponentOf(opponent);
  const meant = terms.filter(({ isMeant }) => isMeant);
  const isMinimax = who === "optimal" || (who === "generous" && isFixedSum(position.game));
  const choice = isMinimax ? all(who === "optimal" ? "min" : "max", terms) : meant.length > 1 ? all("mean", meant) : [term(meant[0]), show(meant[0].value)];
  const mean = all("mean", terms);
  if (who === "random" || (top && top === bottom)) return equals(mean);
  if (top) return equals([0, 1].map((k) => `${bottom - top}/${bottom} · ${/^(-?[\d./]+|dp\[\d+\]\[\d+\]|\w+\(.*\))$/.test(choice[k]) ? choice[k] : `(${choice[k]})`} + ${top}/${bottom} · ${mean[k]}`));
  if (isMinimax || meant.length > 1) return equals(choice);
  return `${they} takes ${meant[0].move.places.map((place) => theCard(words[place])).join(" and ")}: ${name} = ${choice[0]}${isLast(meant[0]) ? "" : end}.`;
}

/** The quiz: the next cell, what was answered, and the way on. */
export function quiz(cells, { at, said = "", tries = 0, right = 0 }, they, set) {
  const end = html("button", { type: "button", onclick: () => set(null) }, "End the quiz");
  if (at >= cells.length) return html("div", { class: "quiz" }, html("p", { class: "said", role: "status" }, `${said} All cells are filled, ${right} of ${cells.length - firstAsked(cells)} on the first try.`), end);
  const cell = cells[at];
  const answer = (event) => {
    event.preventDefault();
    const { cell: field } = event.currentTarget.elements;
    const given = field.value.trim().replace("−", "-").replace(/^[≈+] ?/, "");
    field.value = "";
    if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$|^-?\d+\/0*[1-9]\d*$/i.test(given)) return set({ at, said: "Write a number.", tries, right });
    // A value that is shown rounded may be given as it is shown.
    const isRight = about(given) === about(cell.value) || given === show(cell.value).replace(/^≈ /, "").replace("−", "-");
    if (!isRight && !tries) return set({ at, said: `Not ${given}. ${derivation(cell, they, true)}`, tries: 1, right });
    return set({ at: at + 1, said: `${isRight ? "Right" : `Not ${given}`}. ${derivation(cell, they)}`, right: right + (isRight && !tries ? 1 : 0) });
  };
  return html("form", { class: "quiz", onsubmit: answer },
    html("label", { class: "field" }, html("span", {}, `${cellName(cell)}, ${cell.position.toMove === "you" ? "your turn" : `${they}’s turn`}`),
      html("input", { name: "cell", type: "text", inputmode: "text", autocomplete: "off", size: 6 })),
    html("button", { type: "submit", class: "primary" }, "Check"),
    end,
    html("p", { class: "said", role: "status" }, said));
}

/** The cell with which a quiz starts: the first one of several cards. */
export const firstAsked = (cells) => Math.max(cells.findIndex(({ i, j }) => i < j), 0);
