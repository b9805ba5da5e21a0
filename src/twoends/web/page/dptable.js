// The table dp[i][j] as textbooks draw it, the cell that is chosen with those it follows from, and a quiz about the next
// cell.

import { html } from "./draw.js";
import { chip, theCard } from "./faces.js";
import { about, brief, show } from "./numbers.js";
import { isMean } from "./calls.js";
import { isFixedSum } from "./rules.js";
import { opponentOf } from "./values.js";

const nameOf = ({ i, j }) => `dp[${i}][${j}]`;

/** The table of the first cells; `asked` is the cell of the quiz, `chosen` one that is explained. */
export function dpTable(words, cells, { filled, chosen, asked = null }, choose) {
  const at = new Map(cells.map((cell, k) => [nameOf(cell), k]));
  const sources = new Set((cells[chosen]?.terms ?? []).filter(({ isChosen }) => asked !== null || isChosen || isMean(cells[chosen].position)).map(nameOf));
  const others = new Set((cells[chosen]?.terms ?? []).map(nameOf));
  return html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "The table" }, html("table", { class: "dp" },
    html("thead", {}, html("tr", {}, html("td", {}, "i \\ j"), words.map((word, j) => html("th", { scope: "col" }, chip(word), html("small", {}, j))))),
    html("tbody", {}, words.map((word, i) => html("tr", {}, html("th", { scope: "row" }, chip(word), html("small", {}, i)), words.map((_, j) => {
      const k = at.get(nameOf({ i, j }));
      if (k === undefined) return html("td", { class: "none" });
      const known = k < filled;
      const kind = `${k === chosen ? "chosen" : sources.has(nameOf({ i, j })) ? "source" : others.has(nameOf({ i, j })) ? "other" : ""} ${cells[k].position.toMove === "you" ? "yours" : "theirs"}`;
      return html("td", { class: kind }, known ? html("button", { type: "button", class: brief(cells[k].value).length > 4 ? "cell long" : "cell", "aria-label": `${nameOf(cells[k])} is ${show(cells[k].value)}`, onclick: () => choose(k) }, brief(cells[k].value)) : k === asked ? "?" : "");
    }))))));
}

/** A cell in one line: the formula, with numbers, and the result. */
export function derivation({ i, j, position, value, terms }, they, isOpen = false) {
  const name = nameOf({ i, j });
  const moves = terms.filter((term) => term.isChosen);
  const term = (each, sum) => {
    const rest = each.j < each.i ? "" : nameOf(each);
    const [earns, sign] = [about(each.earns) === 0 && rest ? "" : show(each.earns), rest ? " + " : ""];
    return sum ? show(each.value) : earns ? `${earns}${sign}${rest}` : rest;
  };
  const end = isOpen ? "" : ` = ${show(value)}`;
  if (!terms.length) return `${name}${end}: the game is over.`;
  const alone = (each) => `${term(each)}${each.j < each.i ? "" : end}`; // the last cards are their own result
  if (terms.length === 1) return `${name} = ${alone(terms[0])}.`;
  const yours = position.toMove === "you";
  const { name: who } = opponentOf(position.game.opponent);
  const all = (word, among) => `${name} = ${word}(${among.map((each) => term(each)).join(", ")})${isOpen ? "" : ` = ${word}(${among.map((each) => term(each, true)).join(", ")}) = ${show(value)}`}.`;
  if (yours) return all("max", terms);
  if (isMean(position)) return moves.length === 1 ? one(moves[0]) : all(isEven(position) ? "mean" : "weighted mean", moves);
  if (who === "optimal" || (who === "generous" && isFixedSum(position.game))) return all(who === "optimal" ? "min" : "max", terms);
  return one(moves[0]);

  function one(each) {
    return `${they} takes ${each.move.places.map((place) => theCard(position.game.words[place])).join(" and ")}: ${name} = ${alone(each)}.`;
  }
}

/** Whether all moves that are possible are equally likely. */
function isEven({ game: { opponent } }) {
  const { name, epsilon: [top, bottom] } = opponentOf(opponent);
  return name === "random" || top === 0n || top === bottom;
}

/** The quiz: the next cell, what was answered, and the way on. */
export function quiz(cells, { at, said = "", tries = 0, right = 0 }, they, set) {
  if (at >= cells.length) return html("div", { class: "quiz" }, html("p", { class: "lead", role: "status" }, `All cells are filled, ${right} of ${cells.filter(({ i, j }) => i < j).length} at once.`), html("p", { class: "actions" }, html("button", { type: "button", onclick: () => set(null) }, "End the quiz")));
  const cell = cells[at];
  const answer = (event) => {
    event.preventDefault();
    const { cell: field } = event.currentTarget.elements;
    const given = field.value.trim().replace("−", "-");
    field.value = "";
    field.focus();
    if (!given) return;
    const isRight = /^-?\d+([./]\d+)?$/.test(given) && about(given) === about(cell.value);
    if (isRight || tries) set({ at: at + 1, said: `${isRight ? "Right" : `Not ${given}`}. ${derivation(cell, they)}`, tries: 0, right: right + (isRight && !tries ? 1 : 0) });
    else set({ at, said: `Not ${given}. ${derivation(cell, they, true)}`, tries: 1, right });
  };
  return html("form", { class: "quiz", onsubmit: answer },
    html("label", { class: "field" }, html("span", {}, `${nameOf(cell)}, ${cell.position.toMove === "you" ? "your turn" : `${they}’s turn`}`),
      html("input", { name: "cell", type: "text", inputmode: "text", autocomplete: "off", size: 6 })),
    html("button", { type: "submit", class: "primary" }, "Check"),
    html("button", { type: "button", onclick: () => set(null) }, "End the quiz"),
    html("p", { class: "said", role: "status" }, said));
}

/** The cell with which a quiz starts: the first one of several cards. */
export const firstAsked = (cells) => Math.max(cells.findIndex(({ i, j }) => i < j), 0);
