// The table: every card has one place for each position and moves there by a CSS transition, so that moves and
// undos are animated alike.

import { face, isShortened, spoken } from "./cards.js";
import { placesOf } from "./places.js";
import { countOf, sideOf } from "./rules.js";
import { html, svg } from "./svg.js";
import { SCROLLS, SIDES, TABLE } from "./words.js";

const HOLD = 450; // milliseconds of a press that inspects a card

export class Table {
  /** `onTake` gets a move, `onLook` the index of the card under the pointer. */
  constructor(canvas, felt, { onTake, onLook }) {
    this.canvas = canvas;
    this.felt = felt;
    this.onTake = onTake;
    this.onLook = onLook;
    this.row = null; // the words of the row, joined; null before the first row
    this.cards = [];
    this.drawn = null;
    this.scroller = null; // over the cards that scroll, if a row is too long for a phone
    new ResizeObserver(() => {
      const size = `${felt.clientWidth} ${document.documentElement.clientHeight}`;
      if (this.drawn && size !== this.size) this.draw(...this.drawn, true);
    }).observe(felt);
  }

  /** Clear the table until the game is read. */
  clear() {
    this.row = null;
    this.drawn = null;
    this.scroller?.remove();
    this.scroller = null;
    this.canvas.replaceChildren();
  }

  /** Draw a position of rules.js; `marks` are the marks of the moves for a hint, `ringed` the highlighted moves. */
  draw(view, marks = {}, still = false) {
    this.canvas.style.height = "0";
    const [wide, room] = [this.felt.clientWidth, this.felt.clientHeight];
    this.size = `${wide} ${document.documentElement.clientHeight}`;
    if (!wide) return;
    this.drawn = [view, marks];
    const fresh = this.row !== view.row.join(" ");
    const { places, tall, thread, scrolls } = placesOf(view, wide, room);
    this.canvas.style.height = `${tall}px`;
    this.canvas.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
    if (fresh) this.lay(view.row, wide);
    this.scrollIn(scrolls, view.row.length, wide);
    this.canvas.classList.toggle("still", still);
    this.thread.replaceChildren(...thread.map(line));
    this.order(places, scrolls);
    this.group.getBoundingClientRect(); // layout, so that appended cards move from their old place
    places.forEach((place, index) => this.put(index, place, view, marks, fresh));
    this.canvas.setAttribute("role", this.group.querySelector("[tabindex]") ? "group" : "img"); // the content of an image is not focusable
  }

  /** Put new cards above the edge of the table, from where they are dealt. */
  lay(words, wide) {
    this.row = words.join(" ");
    this.layers = "";
    this.cards = words.map((word, index) => {
      const card = svg("g", { class: "face" }, svg("title", {}, spoken(word)));
      card.dataset.index = index;
      card.style.transform = `translate(${wide / 2}px, -90px)`;
      card.addEventListener("click", () => this.touched(index));
      card.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.touched(index);
      });
      for (const event of ["pointerenter", "focus"]) card.addEventListener(event, () => this.onLook(index));
      card.addEventListener("pointerdown", () => this.hold(index));
      for (const event of ["pointerup", "pointercancel", "pointerleave"]) card.addEventListener(event, () => clearTimeout(this.holding));
      return { word, card, drawn: "" };
    });
    this.thread = svg("g", { class: "thread" });
    this.middle = svg("g"); // scrolls below the curtains, which hide its ends
    this.curtains = svg("g", { class: "curtains" });
    this.group = svg("g");
    this.canvas.replaceChildren(this.thread, this.middle, this.curtains, this.group);
  }

  /** A long press inspects a card instead of taking it. */
  hold(index) {
    this.held = false;
    this.holding = setTimeout(() => {
      this.held = true;
      this.onLook(index);
    }, HOLD);
  }

  touched(index) {
    if (this.held) {
      this.held = false;
      return;
    }
    const [{ open, legal, places }] = this.drawn;
    this.onLook(index);
    const move = moveUpTo(legal, places, index);
    if (open && move !== null) this.onTake(move);
  }

  /** Later cards of a pile, and cards moving to it, are on top. */
  order(places, scrolls) {
    const order = [...places.keys()].sort((a, b) => places[a].layer - places[b].layer || a - b);
    const scrolling = (index) => Boolean(scrolls) && places[index].where === "inner";
    const layers = order.map((index) => `${index}${scrolling(index) ? "m" : ""}`).join();
    if (layers === this.layers) return;
    this.layers = layers;
    this.middle.append(...order.filter(scrolling).map((index) => this.cards[index].card));
    this.group.append(...order.filter((index) => !scrolling(index)).map((index) => this.cards[index].card));
  }

  /** A natively scrolling element lies over the cards that scroll and passes touches on to them. */
  scrollIn(scrolls, cards, room) {
    if (!scrolls) {
      this.scroller?.remove();
      this.scroller = null;
      this.curtains.replaceChildren();
      this.slide();
      return;
    }
    if (!this.scroller) {
      this.scroller = html("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": SCROLLS, onscroll: () => this.slide() }, html("div", {}));
      for (const event of ["click", "pointermove", "pointerdown"]) this.scroller.addEventListener(event, ({ offsetX, target, type }) => {
        const { first, count, step, row } = this.scrolls;
        const at = Math.floor((offsetX + (target === this.scroller ? this.scroller.scrollLeft : 0)) / step);
        if (at < 0 || at >= count) return;
        const index = (first + at) % row;
        if (type === "click") this.touched(index);
        else if (type === "pointerdown") this.hold(index);
        else this.onLook(index);
      });
      for (const event of ["pointerup", "pointercancel", "pointerleave"]) this.scroller.addEventListener(event, () => clearTimeout(this.holding));
      this.felt.append(this.scroller);
    }
    this.scrolls = { ...scrolls, row: cards };
    const { x, y, wide, tall, count, step } = scrolls;
    Object.assign(this.scroller.style, { left: `${x}px`, top: `${y}px`, width: `${wide}px`, height: `${tall}px` });
    this.scroller.firstChild.style.width = `${count * step}px`;
    this.curtains.replaceChildren(...[[0, x], [x + wide, room - x - wide]].map(([left, width]) => svg("rect", { x: left, y, width, height: tall })));
    this.slide();
  }

  /** Move the cards between the ends with the scrolling; curtains hide them behind the ends. */
  slide() {
    this.middle.style.transform = this.scroller ? `translateX(${-this.scroller.scrollLeft}px)` : "";
  }

  put(index, place, view, marks, fresh) {
    const one = this.cards[index];
    const looks = `${place.form} ${place.width.toFixed(1)} ${place.height.toFixed(1)}`;
    if (one.drawn !== looks) {
      one.drawn = looks;
      one.card.querySelector("g")?.remove();
      one.card.append(face(one.word, place));
    }
    one.card.querySelector(".ring")?.remove();
    const taken = view.open ? view.ringed.find((move) => view.places[view.legal.indexOf(move)].includes(index)) : undefined;
    const end = taken !== undefined;
    const outer = end && view.places[view.legal.indexOf(taken)][0] === index;
    if (end) one.card.append(ring(place, sideOf(taken), outer ? marks[taken] ?? "" : ""));
    const reached = view.open && moveUpTo(view.legal, view.places, index) !== null;
    one.card.setAttribute("class", `face ${place.where} ${end ? "end" : ""} ${reached ? "reached" : ""}`);
    if (reached && (view.whole || view.shape === "board")) {
      const move = moveUpTo(view.legal, view.places, index);
      Object.entries({ role: "button", tabindex: 0, "aria-label": `${TABLE.take}${spoken(one.word)}${view.whole ? "" : `, ${SIDES[sideOf(move)]}`}` }).forEach(([name, value]) => one.card.setAttribute(name, value));
    } else if (isShortened(one.word)) {
      Object.entries({ role: "img", tabindex: 0, "aria-label": spoken(one.word) }).forEach(([name, value]) => one.card.setAttribute(name, value));
    } else ["role", "tabindex", "aria-label"].forEach((name) => one.card.removeAttribute(name));
    one.card.style.transitionDelay = `${fresh ? Math.min(index * 18, 400) : 0}ms`;
    one.card.style.transform = `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px)`;
  }
}

/** The move with the fewest cards that takes this card; null if there is none. */
function moveUpTo(legal, places, index) {
  const reaching = legal.filter((_, at) => places[at].at(-1) === index);
  return reaching.sort((a, b) => countOf(a) - countOf(b))[0] ?? null;
}

/** Highlight what a move takes: blue on the left, orange on the right; a hint's mark is a sign above it. */
function ring({ form, width, height }, taken, mark) {
  const where = taken === "R" ? "right" : "left";
  const room = form === "full" ? 5 : 2;
  const signs = { best: "✓", equal: "=", inaccuracy: "?", blunder: "✗" };
  // With several lines, a sign in the usual corner would cover a card below the left end or above the right one.
  const side = form === "tile" ? (where === "right" ? 1 : -1) : 0;
  const [x, y] = side ? [side * (width / 2 - 2), side * (height / 2 + 1)] : [width / 2 + 1, -height / 2 - 2];
  return svg("g", { class: `ring at-${where}` },
    svg("rect", { class: "around", x: -width / 2 - room, y: -height / 2 - room, width: width + 2 * room, height: height + 2 * room, rx: form === "tile" ? 7 : width === height ? width : 12 }),
    mark ? svg("g", { class: `sign ${mark}`, transform: `translate(${x} ${y})` },
      svg("circle", { r: 7 }), svg("text", { y: 4 }, signs[mark])) : null);
}

/** The connection from the end of one line to the start of the next. */
function line({ from, to }) {
  const middle = (from.y + to.y) / 2;
  return svg("path", { d: `M${from.x} ${from.y + from.height / 2}V${middle}H${to.x}V${to.y - to.height / 2}` });
}
