// The table: the opponent's pile above, the row in the middle, yours below. Every card has one place for
// each position; cards move there by CSS transitions, so that taking and taking back are one and the same.

import { COIN, HEIGHT, WIDTH, face, isCard } from "./cards.js";
import { brief, show } from "./numbers.js";
import { svg } from "./svg.js";

const GAP = 8; // between neighbours, where there is room
const APART = 20; // between an end and the rest: the ends can be taken, the others cannot
const LEAST = 2; // of a card's width that stays visible in a crowd
const TINY = 0.16; // below this scale a coin is a dot without a number
const READABLE = 32; // of what lies next to an end
const PILE = 0.5; // scale of taken cards
const LONGEST_HINT = 14; // letters under a card

/** How far apart `count` neighbours lie so that they fill `room`: at most `full`, less towards the middle. */
function spread(count, room, full) {
  if (count * full <= room) return Array(count).fill(full);
  const least = Math.min(LEAST, room / count / 2); // so that half of the room is for those that show
  const most = Math.min(full, room / Math.min(count, 4), Math.max((1.7 * room) / count, READABLE));
  const depth = (k) => Math.min(k, count - 1 - k);
  const widths = (falloff) =>
    Array.from({ length: count }, (_, k) => least + (most - least) * falloff ** depth(k));
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  let low = 0;
  let high = 1;
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    if (sum(widths(middle)) > room) high = middle;
    else low = middle;
  }
  return widths(low);
}

/** Where the cards [start, stop) lie: a list of { x, scale }, x from the left. */
function placeRow(words, start, stop, width, scale) {
  const count = stop - start;
  const cards = words.slice(start, stop).every(isCard);
  const full = (cards ? WIDTH : COIN) * scale;
  const margin = 14;
  if (count * (full + GAP) + 2 * (APART - GAP) <= width - 2 * margin) {
    const apart = count > 2 ? APART : GAP;
    const inner = Math.max(count - 2, 0);
    const length = Math.min(count, 2) * full + inner * (full + GAP) - (inner ? GAP : 0) + (count > 1 ? apart : 0) + (count > 2 ? apart : 0);
    let x = (width - length) / 2 + full / 2;
    return Array.from({ length: count }, (_, k) => {
      const place = { x, scale };
      x += full + (k === 0 || k === count - 2 ? apart : GAP);
      return place;
    });
  }
  const left = margin + full / 2;
  const right = width - margin - full / 2;
  const from = left + full / 2 + APART;
  const to = right - full / 2 - APART;
  const inner = count - 2;
  const places = [{ x: left, scale }];
  if (cards) {
    // A hand of cards: each covers the one to its left but for a strip.
    const strips = spread(inner - 1, to - from - full, full + GAP);
    let x = from + full / 2;
    for (let k = 0; k < inner; k += 1) {
      places.push({ x, scale });
      x += strips[k] ?? 0;
    }
  } else {
    // Coins do not cover one another: they grow smaller towards the middle.
    let x = from;
    for (const room of spread(inner, to - from, full + GAP)) {
      places.push({ x: x + room / 2, scale: (scale * Math.max(room - Math.min(GAP, room / 8), 0.5)) / full });
      x += room;
    }
  }
  places.push({ x: right, scale });
  return places;
}

export class Table {
  constructor(canvas, onTake) {
    this.canvas = canvas;
    this.onTake = onTake;
    this.row = null; // the words that lie there, joined; an empty row is one too
    this.faces = [];
    this.drawn = null;
    new ResizeObserver(() => {
      if (this.drawn) this.draw(...this.drawn, true);
    }).observe(canvas);
  }

  /** Draw a position as /api/moves describes it; `hint` shows what each end brings. */
  draw(view, hint, still = false) {
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    if (!width) return;
    this.drawn = [view, hint];
    this.canvas.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const fresh = this.row !== view.row.join(" ");
    if (fresh) this.lay(view.row, width);
    this.canvas.classList.toggle("still", still);

    const places = this.places(view, width, height);
    const order = [...view.row.keys()].sort((a, b) => places[a].layer - places[b].layer || a - b);
    const layers = order.join();
    if (layers !== this.layers) {
      this.layers = layers;
      this.cards.append(...order.map((index) => this.faces[index]));
    }
    this.cards.getBoundingClientRect(); // so that what was appended still moves from where it was
    places.forEach((place, index) => {
      const card = this.faces[index];
      const late = fresh ? Math.min(index * 18, 500) : 0;
      card.style.transitionDelay = `${late}ms`;
      card.style.transform = `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px) scale(${place.scale.toFixed(3)})`;
      card.classList.toggle("end", place.end && view.your_turn);
      card.classList.toggle("tiny", place.scale < TINY); // a dot: in a long row most of them are
      card.classList.toggle("dim", place.layer === 0 && !place.end);
    });
    this.drawHints(view, hint, places, height);
  }

  /** Put new faces on the table, above its edge, to be dealt from there. */
  lay(words, width) {
    this.row = words.join(" ");
    this.layers = "";
    this.faces = words.map((word, index) => {
      const card = face(word);
      card.dataset.index = index;
      card.style.transform = `translate(${width / 2}px, -80px) scale(.6)`;
      card.addEventListener("click", () => {
        const { start, stop, your_turn: yours } = this.drawn[0];
        if (yours && index === start) this.onTake("L");
        else if (yours && index === stop - 1) this.onTake("R");
      });
      return card;
    });
    this.cards = svg("g");
    this.hints = svg("g", { class: "hints" });
    this.canvas.replaceChildren(this.cards, this.hints);
  }

  /** Where every card lies: { x, y, scale, layer, end }. Layer 0 is the row, k the k-th card taken. */
  places(view, width, height) {
    const scale = width < 560 ? 0.82 : 1.08;
    const places = Array(view.row.length);
    placeRow(view.row, view.start, view.stop, width, scale).forEach((place, k) => {
      const index = view.start + k;
      places[index] = { ...place, y: height / 2, layer: 0, end: index === view.start || index === view.stop - 1 };
    });
    let start = 0;
    let stop = view.row.length;
    const piles = { yours: [], theirs: [] };
    [...view.taken].forEach((side, move) => {
      const index = side === "L" ? start : stop - 1;
      if (side === "L") start += 1;
      else stop -= 1;
      piles[view.you_first === (move % 2 === 0) ? "yours" : "theirs"].push({ index, layer: move + 1 });
    });
    const from = width < 560 ? 104 : 170;
    for (const [whose, y] of [["theirs", 46], ["yours", height - 46]]) {
      const step = Math.min(30, (width - from - 40) / Math.max(piles[whose].length, 1));
      piles[whose].forEach(({ index, layer }, k) => {
        places[index] = { x: from + k * step + 18, y, scale: PILE * (width < 560 ? 0.85 : 1), layer, end: false };
      });
    }
    return places;
  }

  drawHints(view, hint, places, height) {
    this.hints.replaceChildren();
    if (!view.your_turn) return;
    for (const move of view.moves) {
      const place = places[move.end === "L" ? view.start : view.stop - 1];
      if (!hint) continue;
      const reach = ((isCard(view.row[move.end === "L" ? view.start : view.stop - 1]) ? HEIGHT : COIN) * place.scale) / 2;
      const free = String(move.loss) === "0" || move.mark === "best";
      const told = (write) => `${write(move.finish)}${free ? "" : ` −${write(move.loss).replace("≈ ", "")}`}`;
      const text = told(show).length <= LONGEST_HINT ? told(show) : told(brief); // the status has it in full
      const wide = Math.max(58, text.length * 10 + 20);
      const x = Math.min(Math.max(place.x, wide / 2 + 4), this.canvas.clientWidth - wide / 2 - 4);
      this.hints.append(
        svg("g", { class: `hint ${move.mark}`, transform: `translate(${x} ${height / 2 + reach + 26})` },
          svg("rect", { x: -wide / 2, y: -15, width: wide, height: 40, rx: 10 }),
          svg("text", { class: "hint-total", y: 2 }, text),
          svg("text", { class: "hint-mark", y: 17 }, move.mark)));
      const frame = isCard(view.row[move.end === "L" ? view.start : view.stop - 1])
        ? svg("rect", { x: (-WIDTH / 2) * place.scale - 4, y: (-HEIGHT / 2) * place.scale - 4, width: WIDTH * place.scale + 8, height: HEIGHT * place.scale + 8, rx: 11 })
        : svg("circle", { r: (COIN / 2) * place.scale + 5 });
      this.hints.append(svg("g", { class: `frame ${move.mark}`, transform: `translate(${place.x} ${height / 2})` }, frame));
    }
  }
}
