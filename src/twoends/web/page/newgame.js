// The dialog for a new game: the players and the row. It opens with those of the current game.

import { gameOf, partsOf } from "./address.js";
import { chip, isCard } from "./cards.js";
import { dealCards, dealCoins } from "./deal.js";
import { show } from "./numbers.js";
import { TWO, nameOf } from "./players.js";
import { Refused, ask } from "./python.js";
import { position } from "./rules.js";
import { html } from "./svg.js";
import { triangle } from "./triangle.js";
import { OFFERED_RULES, PLAYERS, SHEET, TITLES } from "./words.js";

const LATER = 250; // milliseconds without a keystroke before a typed row is solved
const MOST_LIVE = 60; // cards of a row that is drawn while it is typed

const option = (value, text, chosen) => html("option", { value, ...(value === chosen ? { selected: "" } : {}) }, text);

/** A list of choices, including the current value if it is not one of them. */
const select = (name, entries, chosen) =>
  html("select", { name }, (chosen in entries ? Object.entries(entries) : [...Object.entries(entries), [chosen, SHEET.chance(chosen)]]).map(([value, text]) => option(value, text, chosen)));

const radio = (name, value, text, chosen, more = "") =>
  html("label", { class: "radio" }, html("input", { type: "radio", name, value, ...(value === chosen ? { checked: "" } : {}) }), html("span", {}, html("strong", {}, text), more ? html("small", {}, more) : ""));

export class Sheet {
  constructor(dialog, { onPlay }) {
    this.dialog = dialog;
    this.onPlay = onPlay;
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  }

  async open(view) {
    const { opponents } = await ask("opponents");
    if (this.dialog.open) return;
    this.opponents = opponents;
    this.words = view ? [...view.row] : [];
    this.shape = view && view.shape !== "row" ? partsOf(view.game).row : ""; // the notation of a board or a circle
    this.fill(view);
    this.dialog.showModal();
    this.fit();
    this.look();
  }

  fill(view) {
    const parts = view ? partsOf(view.game) : { first: "first", opponent: "greedy right", rules: "" };
    const [steady, trembling = ""] = parts.opponent.split(" trembling ");
    const [name, word = ""] = steady.split(" ");
    const seat = view?.seat ?? "";
    const players = seat === TWO ? "two" : seat ? "watch" : "one";
    const sort = this.words.length && this.words.every(isCard) ? "deck" : "coins";
    const people = (chosen, group) => html("div", { class: "characters" }, this.opponents.map((each) => radio(group, each.name, nameOf(each.name), chosen, each.sentence)));
    this.form = html("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); this.play(); } },
      html("div", { class: "sheet-top" }, html("h2", { id: "sheet-title" }, SHEET.title), html("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, SHEET.close)),
      html("fieldset", {}, html("legend", {}, SHEET.players), html("div", { class: "choice" },
        radio("players", "one", SHEET.one, players), radio("players", "two", SHEET.two, players), radio("players", "watch", SHEET.watch, players))),
      html("fieldset", { "data-for": "watch" }, html("legend", {}, SHEET.seat), html("div", { class: "characters" },
        radio("seat", "best", SHEET.best, seat && seat !== TWO ? seat.split(" ")[0] : "best", SHEET.bestIs),
        this.opponents.map((each) => radio("seat", each.name, nameOf(each.name), seat.split(" ")[0], each.sentence)))),
      html("fieldset", { "data-for": "one watch" }, html("legend", {}, SHEET.opponent), people(name, "opponent")),
      html("fieldset", { "data-for": "one watch" }, html("legend", {}, SHEET.first), html("div", { class: "choice" },
        radio("first", "first", PLAYERS.you, parts.first), radio("first", "second", SHEET.opponent, parts.first))),
      html("fieldset", {}, html("legend", {}, SHEET.row), html("div", { class: "choice" },
        radio("kind", "own", view ? SHEET.thisRow : SHEET.own, view ? "own" : ""), radio("kind", "deck", SHEET.deck, view ? "" : "deck"), radio("kind", "coins", SHEET.coins, "")),
        html("label", { class: "field", "data-for": "deck coins" }, html("span", {}, SHEET.count),
          html("input", { type: "number", name: "count", min: 1, max: sort === "deck" ? 52 : 1000, value: this.words.length || 12, inputmode: "numeric", required: "" })),
        html("div", { "data-for": "own" },
          html("label", { class: "field" }, html("span", {}, SHEET.values),
            html("input", { type: "text", name: "own", value: this.shape || this.words.join(" "), autocomplete: "off", spellcheck: "false", placeholder: "8 15 3 7", oninput: () => this.typed() })),
          this.tray = html("div", { class: "tray", role: "list", "aria-label": SHEET.tray }),
          this.fault = html("p", { class: "fault", role: "alert" }),
          html("details", { class: "worth", ontoggle: () => this.look() }, html("summary", {}, SHEET.worth), this.worth = html("div", {})))),
      html("label", { class: "field" }, html("span", {}, SHEET.rules), select("rules", OFFERED_RULES, parts.rules)),
      html("details", { class: "more-choices", ...(trembling || word === "left" ? { open: "" } : {}) }, html("summary", {}, SHEET.more),
        html("label", { class: "field", "data-ties": "" }, html("span", {}, SHEET.ties), select("ties", SHEET.tiesTake, word === "left" ? "left" : "right")),
        html("label", { class: "field" }, html("span", {}, SHEET.trembles), select("trembling", SHEET.tremblings, trembling))),
      html("p", { class: "actions" }, html("button", { type: "submit", class: "primary" }, TITLES.play)));
    this.form.addEventListener("change", () => { this.fit(); this.look(); });
    this.dialog.replaceChildren(this.form);
    this.tiles();
  }

  chosen(name) {
    return new FormData(this.form).get(name);
  }

  /** Show the fields that apply to the current choices. */
  fit() {
    const now = [this.chosen("players"), this.chosen("kind")];
    for (const part of this.form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").some((each) => now.includes(each));
    const opponent = this.opponents.find((each) => each.name === this.chosen("opponent"));
    const people = now[0] === "two" || !opponent;
    this.form.querySelector("[data-ties]").hidden = people || !opponent.ties;
    this.form.querySelector(".more-choices").hidden = people || opponent.by_chance;
    const count = this.form.elements.count;
    count.max = now[1] === "deck" ? 52 : 1000;
    count.disabled = now[1] === "own";
  }

  opponent() {
    if (this.chosen("players") === "two") return "optimal";
    const opponent = this.opponents.find((each) => each.name === this.chosen("opponent")) ?? this.opponents[0];
    const words = [opponent.name];
    if (opponent.ties) words.push(this.chosen("ties"));
    if (!opponent.by_chance && this.chosen("trembling")) words.push("trembling", this.chosen("trembling"));
    return words.join(" ");
  }

  game(row) {
    const first = this.chosen("players") === "two" ? "first" : this.chosen("first");
    return gameOf({ row, rules: this.chosen("rules"), first, moves: [], opponent: this.opponent() });
  }

  async play() {
    try {
      const kind = this.chosen("kind");
      const own = this.form.elements.own.value.trim();
      const count = Number(this.chosen("count"));
      const row = kind === "own" ? own : (kind === "deck" ? dealCards(count) : dealCoins(count)).join(" ");
      const game = this.game(row);
      const told = position(game) ?? await ask("moves", { game });
      const seat = { one: "", two: TWO, watch: this.chosen("seat") }[this.chosen("players")];
      this.dialog.close();
      this.onPlay(told.game, seat);
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      this.fault.textContent = refusal.message;
      this.fault.scrollIntoView({ block: "nearest" });
    }
  }

  // --- a row of your own, live -----------------------------------------------------------------

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), LATER);
  }

  /** Let Python read and solve the row, and show its value; only the latest answer counts. */
  async look() {
    const number = (this.looks = (this.looks ?? 0) + 1);
    const late = () => number !== this.looks;
    this.fault.textContent = "";
    const game = this.game(this.form.elements.own.value.trim() || "-");
    try {
      const view = position(game) ?? position((await ask("moves", { game })).game);
      if (late()) return;
      this.words = view.row;
      this.shape = view.shape === "row" ? "" : partsOf(view.game).row;
      this.tiles();
      if (!this.form.querySelector(".worth").open || view.row.length > MOST_LIVE || !view.row.length) return;
      if (!view.plain) {
        this.worth.replaceChildren(html("p", {}, SHEET.seeWhy));
        return;
      }
      const [told, solved] = await Promise.all([ask("why", { game: gameOf({ ...partsOf(view.game), first: "first" }) }), ask("solve", { row: partsOf(view.game).row, opponent: view.opponent })]);
      if (late()) return;
      this.worth.replaceChildren(
        html("p", {}, `${SHEET.solved(solved.go_first, show(solved.first), show(solved.second))} ${told.why}`),
        told.triangle ? triangle({ ...view, start: 0, stop: view.row.length, taken: [], over: false }, told, this.form.clientWidth) : "");
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      if (!late()) this.fault.textContent = refusal.message;
    }
  }

  tiles() {
    const shown = this.words.length > MOST_LIVE || this.shape ? [] : this.words; // the tray shows one row
    if (this.tray.childElementCount && shown.join(" ") === this.drawn) return; // a tile may be being dragged
    this.drawn = shown.join(" ");
    const held = this.tray.contains(document.activeElement) ? [...this.tray.children].indexOf(document.activeElement) : -1;
    this.tray.replaceChildren(...shown.map((word, k) => this.tile(word, k)));
    if (held >= 0) this.tray.children[Math.min(this.focused ?? held, this.words.length - 1)]?.focus();
  }

  tile(word, k) {
    const tile = html("span", { role: "listitem", tabindex: 0, class: "tray-tile", "aria-label": SHEET.tile(word, k + 1, this.words.length) }, chip(word));
    tile.addEventListener("keydown", (event) => {
      const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (move) this.move(k, k + move);
      else if (event.key === "Delete" || event.key === "Backspace") this.remove(k);
      else return;
      event.preventDefault();
    });
    tile.addEventListener("pointerdown", (event) => {
      tile.setPointerCapture(event.pointerId);
      tile.classList.add("held");
    });
    tile.addEventListener("pointerup", (event) => {
      tile.classList.remove("held");
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".tray-tile");
      const to = [...this.tray.children].indexOf(under);
      if (to >= 0 && to !== k) this.move(k, to);
    });
    return tile;
  }

  move(from, to) {
    if (to < 0 || to >= this.words.length) return;
    const words = [...this.words];
    words.splice(to, 0, ...words.splice(from, 1));
    this.change(words, to);
  }

  remove(at) {
    this.change(this.words.toSpliced(at, 1), at);
  }

  /** Set the row; the value at `focused` keeps the focus. */
  change(words, focused) {
    this.words = words;
    this.focused = focused;
    this.form.elements.own.value = words.join(" ");
    this.tiles();
    this.typed();
  }
}
