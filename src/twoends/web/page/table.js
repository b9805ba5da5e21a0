// The table: every card has one place for each position, and moves there by a CSS transition, so that taking and
// taking back are one and the same.

import { face, isShortened, spoken } from "./cards.js";
import { placesOf } from "./places.js";
import { countOf, sideOf } from "./rules.js";
import { html, svg } from "./svg.js";
import { SCROLLS, SIDES, TABLE } from "./words.js";

const HOLD = 450; // milliseconds of a press that looks at a card

export class Table {
  /** `onTake` is called with a move, `onLook` with the number of a card that is pointed at, from 0. */
  constructor(canvas, felt, { onTake, onLook }) {
    this.canvas = canvas;
    this.felt = felt;
    this.onTake = onTake;
    this.onLook = onLook;
    this.row = null; // the words that lie there, joined; an empty row is one too
    this.cards = [];
    this.drawn = null;
    this.scroller = null; // over the cards that scroll, where a row is too long for a phone
    new ResizeObserver(() => {
      const size = `${felt.clientWidth} ${document.documentElement.clientHeight}`;
      if (this.drawn && size !== this.size) this.draw(...this.drawn, true);
    }).observe(felt);
  }

  /** Nothing lies here, because nobody has read the game yet. */
  clear() {
    this.row = null;
    this.drawn = null;
    this.scroller?.remove();
    this.scroller = null;
    this.canvas.replaceChildren();
  }

  /** Draw a position as rules.js has it; `marks` says what each move is, where a hint shows it. `ringed`: its moves that stand out. */
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
    this.group.getBoundingClientRect(); // so that what was appended still moves from where it was
    places.forEach((place, index) => this.put(index, place, view, marks, fresh));
    this.canvas.setAttribute("role", this.group.querySelector("[tabindex]") ? "group" : "img"); // what an image holds cannot be reached
  }

  /** Put new cards on the table, above its edge, to be dealt from there. */
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
    this.middle = svg("g"); // what scrolls, below the curtains at whose rims it ends
    this.curtains = svg("g", { class: "curtains" });
    this.group = svg("g");
    this.canvas.replaceChildren(this.thread, this.middle, this.curtains, this.group);
  }

  /** A card that is held down is looked at, and not taken. */
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

  /** Later cards of a pile, and cards on their way to it, lie above the others. */
  order(places, scrolls) {
    const order = [...places.keys()].sort((a, b) => places[a].layer - places[b].layer || a - b);
    const scrolling = (index) => Boolean(scrolls) && places[index].where === "inner";
    const layers = order.map((index) => `${index}${scrolling(index) ? "m" : ""}`).join();
    if (layers === this.layers) return;
    this.layers = layers;
    this.middle.append(...order.filter(scrolling).map((index) => this.cards[index].card));
    this.group.append(...order.filter((index) => !scrolling(index)).map((index) => this.cards[index].card));
  }

  /** A field of the browser's own scrolling lies over the cards that scroll; what touches it touches them. */
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

  /** The cards between the ends follow the scrolling; a curtain hides what is behind an end. */
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

/** The move that takes up to this card, the one of fewest cards; null where there is none. */
function moveUpTo(legal, places, index) {
  const reaching = legal.filter((_, at) => places[at].at(-1) === index);
  return reaching.sort((a, b) => countOf(a) - countOf(b))[0] ?? null;
}

/** What a move takes: blue on the left, orange on the right; a hint's mark as a sign above it. */
function ring({ form, width, height }, taken, mark) {
  const where = taken === "R" ? "right" : "left";
  const room = form === "full" ? 5 : 2;
  const signs = { best: "✓", inaccuracy: "?", blunder: "✗" };
  // Of several lines one begins below the left end and one ends above the right one, so there a sign would cover a card.
  const side = form === "tile" ? (where === "right" ? 1 : -1) : 0;
  const [x, y] = side ? [side * (width / 2 - 2), side * (height / 2 + 1)] : [width / 2 + 1, -height / 2 - 2];
  return svg("g", { class: `ring at-${where}` },
    svg("rect", { class: "around", x: -width / 2 - room, y: -height / 2 - room, width: width + 2 * room, height: height + 2 * room, rx: form === "tile" ? 7 : width === height ? width : 12 }),
    mark ? svg("g", { class: `sign ${mark}`, transform: `translate(${x} ${y})` },
      svg("circle", { r: 7 }), svg("text", { y: 4 }, signs[mark])) : null);
}

/** The way from the end of one line to the beginning of the next. */
function line({ from, to }) {
  const middle = (from.y + to.y) / 2;
  return svg("path", { d: `M${from.x} ${from.y + from.height / 2}V${middle}H${to.x}V${to.y - to.height / 2}` });
}
