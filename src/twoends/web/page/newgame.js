// The dialog for a new game: the players and the row. It opens with those of the current game. Its fields keep what is
// typed and chosen; the state has what follows from that.

import { dealCards, dealCoins } from "./deal.js";
import { draw, html } from "./draw.js";
import { chip } from "./faces.js";
import { NOT_SHOWN, readTyped } from "./pasted.js";
import { waits } from "./play.js";
import { Refused, ask } from "./python.js";
import { atStart } from "./rules.js";
import { TWO, nameOf, wordsIn } from "./state.js";

const LATER = 250; // milliseconds without a keystroke before a typed row is read

/** The rules to choose from: as Python writes them, and in words. */
export const OFFERED_RULES = {
  "": "one card from either end",
  "take 1-2 either": "up to two cards",
  "take 1-3 either": "up to three cards",
  "take any either": "any number of cards",
  "take 1 left": "one card, from the left only",
  "take 1-3 left": "up to three cards, from the left only",
  "turns ABBA": "one card, in the fair order ABBA",
};

const TREMBLINGS = { "": "never", "1/20": "1 move in 20", "1/10": "1 move in 10", "1/4": "1 move in 4", "1/2": "1 move in 2" };

let timer = 0;
let opened = 0; // dialogs, each with fields of its own

/** The choices of the dialog as it opens. */
export function openSheet({ position, seat }) {
  const { opponent, first, by, words, shape, row } = position?.game ?? { opponent: "greedy right", first: "first", by: "", words: [], shape: "row", row: "" };
  const [steady, trembling = ""] = opponent.split(" trembling ");
  const [name, ties] = steady.split(" ");
  return {
    key: (opened += 1), opponent: name, own: shape === "row" ? words.join(" ") : row, fault: "", text: "", words: wordsIn(position),
    chosen: { players: seat === TWO ? "two" : seat ? "watch" : "one", seat: seat && seat !== TWO ? seat.split(" ")[0] : "best", opponent: name, first, kind: position ? "own" : "deck", rules: by, ties: ties || "right", trembling, count: words.length || 12 },
  };
}

/** Draw the dialog, or close it. */
export function drawSheet(dialog, state, send) {
  const { sheet, told: { opponents } } = state;
  if (!sheet) {
    clearTimeout(timer);
    dialog.close();
    return draw(dialog);
  }
  draw(dialog, opponents ? form(state, opponents.opponents, dialog, send) : html("p", { class: "muted" }, waits(state, "Fetching the opponents …")));
  if (dialog.open) return undefined;
  dialog.onclick = ({ target }) => { if (target === dialog) dialog.close(); };
  dialog.showModal();
  return undefined;
}

const option = (value, text, chosen) => html("option", { value, selected: value === chosen }, text);

/** A list of choices, including the current value if it is not one of them. */
const select = (name, entries, chosen) =>
  html("select", { name }, Object.entries(chosen in entries ? entries : { ...entries, [chosen]: chosen.replace("/", " in ") }).map(([value, text]) => option(value, text, chosen)));

const radio = (name, value, text, chosen, more = "") =>
  html("label", { class: "radio" }, html("input", { type: "radio", name, value, checked: value === chosen }), html("span", {}, html("strong", {}, text), more ? html("small", {}, more) : null));

/** The fields, as they are chosen; the opponents that are offered, and that of the current game. */
export function form(state, offered, dialog, send) {
  const { sheet, refusals } = state;
  const isOffered = offered.some((each) => each.name === sheet.opponent);
  const opponents = isOffered ? offered : [...offered, { name: sheet.opponent, sentence: "", ties: false, by_chance: false }];
  const { chosen } = sheet;
  const { players, kind } = chosen;
  const people = (group, among, start = null) => html("div", { class: "characters" }, start, among.map((each) => radio(group, each.name, nameOf(each.name), chosen[group], each.sentence)));
  const known = opponents.find((each) => each.name === chosen.opponent);
  const computers = players !== "two";
  const read = (element) => {
    const data = Object.fromEntries(new FormData(element));
    const now = { ...chosen, ...data, count: Number(data.count ?? chosen.count) };
    clearTimeout(timer);
    const { position, text } = readTyped(data.own, termsChosen(now, opponents)); // if it is null, Python reads the text
    send({ type: "sheet", values: { chosen: now, own: data.own, fault: "", text: position ? "" : text, words: wordsIn(position) } });
  };
  return html("form", {
    key: sheet.key, method: "dialog",
    onsubmit: (event) => { event.preventDefault(); play(event.currentTarget, opponents, state, send); },
    onchange: ({ currentTarget }) => read(currentTarget),
    oninput: ({ currentTarget, target }) => { if (target.name === "own") { clearTimeout(timer); timer = setTimeout(() => read(currentTarget), LATER); } },
  },
    html("div", { class: "sheet-top" }, html("h2", { id: "sheet-title" }, "New game"), html("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close")),
    html("fieldset", {}, html("legend", {}, "Players"), html("div", { class: "choice" },
      radio("players", "one", "You and a computer", players), radio("players", "two", "Two people", players), radio("players", "watch", "Two computers", players))),
    html("fieldset", { hidden: players !== "watch" }, html("legend", {}, "Playing for you"),
      people("seat", offered, radio("seat", "best", "Best", chosen.seat, "Knows the other player and plays the best response."))),
    html("fieldset", { hidden: !computers }, html("legend", {}, "Opponent"), people("opponent", opponents)),
    html("fieldset", { hidden: !computers }, html("legend", {}, "First move"), html("div", { class: "choice" },
      radio("first", "first", "You", chosen.first), radio("first", "second", "Opponent", chosen.first))),
    html("fieldset", {}, html("legend", {}, "Row"),
      html("div", { class: "choice" }, radio("kind", "own", state.position ? "This row" : "My own", kind), radio("kind", "deck", "Deal cards", kind), radio("kind", "coins", "Deal coins", kind)),
      html("label", { class: "field", hidden: kind === "own" }, html("span", {}, "Number of cards"),
        html("input", { type: "number", name: "count", min: 1, max: kind === "deck" ? 52 : 1000, value: chosen.count, inputmode: "numeric", required: true, disabled: kind === "own" })),
      html("div", { hidden: kind !== "own" },
        html("label", { class: "field" }, html("span", {}, "Values: type or drag them"),
          html("input", { type: "text", name: "own", value: sheet.own, autocomplete: "off", spellcheck: "false", placeholder: "8 15 3 7" })),
        html("p", { class: "muted" }, "Rows of a board: 5 7 | 9 1 4. A circle: circle 2 8 1 10."),
        tray(sheet, read),
        html("p", { class: "fault", role: "alert" }, sheet.fault || refusals.typed || ""))),
    html("label", { class: "field" }, html("span", {}, "Rules: a move takes"), select("rules", OFFERED_RULES, chosen.rules)),
    html("details", { class: "more-choices", hidden: !computers || known.by_chance },
      html("summary", {}, "More"),
      html("label", { class: "field", hidden: !known.ties }, html("span", {}, "Equal ends"), select("ties", { right: "takes the right", left: "takes the left" }, chosen.ties)),
      html("label", { class: "field" }, html("span", {}, "Random moves"), select("trembling", TREMBLINGS, chosen.trembling))),
    html("p", { class: "actions" }, html("button", { type: "submit", class: "primary" }, "Play")));
}

/** The rules and the players that are chosen. */
function termsChosen(chosen, opponents) {
  const known = opponents.find((each) => each.name === chosen.opponent);
  const words = [known.name, ...(known.ties ? [chosen.ties] : []), ...(!known.by_chance && chosen.trembling ? ["trembling", chosen.trembling] : [])];
  const [first, opponent] = chosen.players === "two" ? ["first", "optimal"] : [chosen.first, words.join(" ")];
  return { by: chosen.rules, first, moves: [], opponent };
}

async function play(element, opponents, state, send) {
  clearTimeout(timer);
  const chosen = { ...state.sheet.chosen, ...Object.fromEntries(new FormData(element)) };
  const count = Number(chosen.count);
  const row = chosen.kind === "own" ? element.elements.own.value : (chosen.kind === "deck" ? dealCards(count) : dealCoins(count)).join(" ");
  const terms = termsChosen(chosen, opponents);
  try {
    let { position, text } = readTyped(row, terms);
    for (let asked = ""; !position; { position, text } = readTyped(row, terms, (await ask("moves", { game: text })).game)) {
      if (text === asked) throw new Refused(NOT_SHOWN);
      asked = text;
    }
    if (!element.isConnected) return; // the dialog was closed meanwhile
    send({ type: "begin", position: atStart(position), seat: { one: "", two: TWO, watch: chosen.seat }[chosen.players] });
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    send({ type: "sheet", values: { fault: refusal.message } });
    element.querySelector(".fault").scrollIntoView({ block: "nearest" });
  }
}

/** The values as tiles: arrow keys and dragging move one, Delete removes it. */
function tray({ words: shown }, read) {
  const change = (element, next, focused) => {
    const sheet = element.closest("form");
    sheet.elements.own.value = next.join(" ");
    read(sheet);
    sheet.querySelectorAll(".tray-tile")[Math.min(focused, next.length - 1)]?.focus();
  };
  const move = (element, from, to) => {
    if (to < 0 || to >= shown.length || to === from) return;
    const next = [...shown];
    next.splice(to, 0, ...next.splice(from, 1));
    change(element, next, to);
  };
  return html("div", { class: "tray", role: "list", "aria-label": "The row: arrow keys move a value, Delete removes it" }, shown.map((word, k) => html("span", {
    role: "listitem", tabindex: 0, class: "tray-tile", "aria-label": `${word}, ${k + 1} of ${shown.length}`,
    onkeydown: (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by) move(event.currentTarget, k, k + by);
      else if (event.key === "Delete" || event.key === "Backspace") change(event.currentTarget, shown.toSpliced(k, 1), k);
      else return;
      event.preventDefault();
    },
    onpointerdown: ({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId),
    onpointerup: ({ currentTarget, clientX, clientY }) => {
      const under = document.elementFromPoint(clientX, clientY)?.closest(".tray-tile");
      const to = under ? [...under.parentElement.children].indexOf(under) : -1;
      if (to >= 0) move(currentTarget, k, to);
    },
  }, chip(word))));
}
