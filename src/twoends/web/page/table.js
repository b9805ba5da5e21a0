// The table: where every card of a position lies, and the cards there. A row that fits is one line and closes up as it gets
// shorter. A longer row is broken into lines like text, and every card keeps its place, so that it is easy to find again; on
// a phone it is one line that scrolls between its ends. No card covers another, because the game has perfect information.
// A card keeps its element, so that moves and undos are animated alike, by a CSS transition.

import { html, once, svg } from "./draw.js";
import { HEIGHT, WIDTH, face, isCard, isShortened, label, spoken } from "./faces.js";
import { SIDES, lanesOf } from "./rules.js";

const MARGIN = 8;
const LARGEST = 210; // width of a card, in pixels, unless a single line leaves it half the height of the table
const FULL = 52; // from this width on, a card is drawn in full
const LINE = 40; // least width of a card in one line; narrower rows are broken, except for this few cards:
const FEW = 12;
const easy = (wide) => Math.max(48, Math.min(wide / 17, 96)); // width beyond which more lines do not help
const LEAST = 24; // of a tile
const TARGET = 25; // of a coin in lines, and of a card of a board or a circle, which has no button but itself
const LETTER = 6.6; // width of a digit at 11 pixels, our smallest font size
const APART = 7; // between two lines
const PILE = { form: "tile", width: 26, height: 34 };
const PHONE = { wide: 560, tall: 210 }; // a table that is narrower or lower than this scrolls, except for a few more cards:
const WRAPPED = { cards: 14, tall: 100 }; // which are broken into lines if the table has this height
const PINNED = 46; // width of a card that scrolls
const SIGN = 10; // space for a sign at the corner of a card
const ROOM_FOR_PILES = 250; // height of a table that has any while there are cards between them
const NUMBER = 22; // width of the number of a row, and of a wall

/** The width of a tile on which all labels can be read. */
const leastOf = (words) => Math.ceil(Math.max(...words.map((word) => label(word).length), 1) * LETTER + 4);

/** The size of the cards and the number of columns: { form, width, height, columns, gap, apart }. */
function sizeOf(words, left, wide, tall) {
  const cards = words.every(isCard);
  const ratio = cards ? HEIGHT / WIDTH : 1;
  const least = Math.max(LEAST, leastOf(words));
  const room = wide - 2 * MARGIN;
  const line = Math.floor(Math.min(room / (left * 1.1 + 0.5), tall / (ratio * 1.12), Math.max(LARGEST, tall / 2)));
  const wraps = words.length > FEW && words.length <= WRAPPED.cards && tall >= WRAPPED.tall;
  const phone = !wraps && (wide < PHONE.wide || tall < PHONE.tall);
  if (left <= 2 || line >= Math.max((phone ? left : words.length) > FEW ? LINE : LEAST, least)) {
    const width = Math.max(line, Math.min(least, room / Math.max(left, 1)));
    const form = width >= FULL && (cards || width >= least) ? "full" : "tile";
    const gap = left === 2 ? Math.max(width * 0.1, SIGN) : width * 0.1; // the two ends are adjacent, one with a sign
    return { form, width, height: width * ratio, columns: 0, gap, apart: width * 0.25 };
  }
  const gap = 3;
  if (phone) {
    const width = Math.min(Math.max(PINNED, least), room / 3);
    return { form: "tile", width, height: Math.min(width * Math.max(ratio, 1.3), tall), columns: 0, gap, apart: 10, pinned: true };
  }
  const size = (lines) => {
    const columns = Math.ceil(words.length / lines);
    const width = Math.min((room - (columns - 1) * gap) / columns, 110);
    const height = Math.max(cards ? 36 : TARGET, Math.min(width * (cards ? 1.3 : 0.8), 140));
    return { form: "tile", width, height, columns, gap, apart: 0, lines };
  };
  let chosen = null;
  for (let lines = 1; lines <= words.length; lines += 1) {
    const next = size(lines);
    if (next.width < least) continue;
    const fits = lines * (next.height + APART) <= tall;
    if (chosen && !fits) break;
    chosen = next;
    if (!fits || next.width >= easy(wide)) break;
  }
  return chosen ?? size(words.length);
}

/**
 * The places of all cards, { x, y, form, width, height, where }, and { tall, thread, walls } of the table. `scrolls` is
 * where cards scroll between pinned ends: the left edge, the width and the middle of the gap, and the width of what scrolls.
 */
function placesOf(position, { wide, tall }) {
  const empty = position.over && !lanesOf(position).flat().length;
  const piled = tall >= (empty ? 2 * PILE.height + 24 : ROOM_FOR_PILES);
  const rim = piled ? PILE.height + 16 : 6;
  const { shape } = position.game;
  const laid = { thread: [], walls: [], scrolls: null, ...(!position.spans ? layCircle : shape === "board" ? layBoard : layRow)(position, wide, tall, position.spans ? rim : Math.max(rim, SIGN + 2)) };
  pile(position, laid.places, wide, laid.tall, piled);
  return laid;
}

const whereIn = (at, cards) => (at === 0 ? (cards === 1 ? "both" : "left") : at === cards - 1 ? "right" : "inner");

const ratioOf = (words) => (words.every(isCard) ? HEIGHT / WIDTH : 1);

const formOf = (width) => (width >= FULL ? "full" : "tile");

/** Around an ellipse, the first card on top, clockwise: as large as leaves no two cards overlapping, if all of them fit. */
function layCircle({ game: { words } }, wide, tall, rim) {
  const ratio = ratioOf(words);
  const least = Math.max(TARGET, leastOf(words));
  const across = wide - 2 * MARGIN;
  const down = Math.max(tall - 2 * rim, 3 * TARGET * ratio);
  const spots = (width) => {
    const ry = (down - width * ratio) / 2;
    const rx = Math.min((across - width) / 2, ry * 3);
    return words.map((_, index) => {
      const angle = (2 * Math.PI * index) / words.length - Math.PI / 2;
      return [rx * Math.cos(angle), ry * Math.sin(angle)];
    });
  };
  const clear = (width) => {
    const all = spots(width);
    return all.every(([x, y], k) => all.every(([a, b], other) => other <= k || Math.abs(x - a) >= width + SIGN || Math.abs(y - b) >= width * ratio + SIGN));
  };
  if (!clear(least)) return layFolded(words, across, down, least, wide, rim);
  let width = Math.max(least, Math.min(LARGEST, down / ratio / 3, across / 3));
  while (width > least && !clear(width)) width = Math.max(width - 2, least);
  const size = { form: formOf(width), width, height: width * ratio, where: "inner" };
  const places = spots(width).map(([x, y]) => ({ ...size, x: wide / 2 + x, y: rim + down / 2 + y }));
  return { places, tall: down + 2 * rim };
}

/** A circle that is too large for an ellipse: folded into lines and threaded, the first card on the left on top. */
function layFolded(words, across, down, least, wide, rim) {
  const ratio = ratioOf(words);
  const linesOf = (width) => 2 * Math.ceil(words.length / (2 * Math.max(1, Math.floor((across + SIGN) / (width + SIGN)))));
  let width = Math.max(least, Math.min(LARGEST, across / 3));
  while (width > least && linesOf(width) * (width * ratio + SIGN) - SIGN > down) width = Math.max(width - 2, least);
  const size = { form: formOf(width), width, height: (width > least ? width : TARGET) * ratio, where: "inner" };
  const lines = linesOf(width);
  const columns = Math.ceil(words.length / lines);
  const pitch = size.height + SIGN;
  const needed = Math.max(down, lines * pitch - SIGN);
  const places = folded(words.length, columns, lines).map(([column, row]) => ({
    ...size, x: wide / 2 + (column - (columns - 1) / 2) * (width + SIGN), y: rim + needed / 2 + (row - (lines - 1) / 2) * pitch,
  }));
  return { places, tall: needed + 2 * rim, thread: [`M${places.map(({ x, y }) => `${x} ${y}`).join("L")}Z`] };
}

/** The cells of a closed path through an even number of lines: to and fro right of the first column, and back up in it. */
function folded(count, columns, lines) {
  const cells = [];
  const free = columns * lines - count; // cells, of the last column
  for (let row = 0; row < lines; row += 1) {
    const line = [];
    for (let column = row === 0 || row === lines - 1 ? 0 : 1; column < columns - (row >= lines - free ? 1 : 0); column += 1) line.push([column, row]);
    cells.push(...(row % 2 ? line.reverse() : line));
  }
  for (let row = lines - 2; row > 0; row -= 1) cells.push([0, row]);
  return cells;
}

/** Each row of a board on its own line, with its number; a closed end is a wall. */
function layBoard(position, wide, tall, rim) {
  const { words, parts } = position.game;
  const lanes = lanesOf(position);
  const shown = [...lanes.keys()].filter((part) => lanes[part].length);
  const longest = Math.max(...shown.map((part) => lanes[part].length), 1);
  const ratio = ratioOf(words);
  const room = wide - 2 * (MARGIN + NUMBER + SIGN);
  const pitch = (tall - 2 * rim) / Math.max(shown.length, 1);
  const least = Math.min(TARGET, room / longest - SIGN);
  const width = Math.max(least, Math.min((room + SIGN) / longest - SIGN - 2, room / (longest * 1.12), (pitch - APART - SIGN) / ratio, LARGEST));
  const size = { form: formOf(width), width, height: width * ratio };
  const step = Math.max(pitch, size.height + APART + SIGN);
  const [places, walls] = [Array(words.length), []];
  shown.forEach((part, line) => {
    const lane = lanes[part];
    const gap = width + Math.max(width * 0.12, SIGN + 2);
    const first = wide / 2 - ((lane.length - 1) * gap) / 2;
    const y = rim + step * (line + 0.5);
    lane.forEach((index, at) => { places[index] = { ...size, x: first + at * gap, y, where: whereIn(at, lane.length) }; });
    const edges = [first - width / 2, first + (lane.length - 1) * gap + width / 2];
    if (!parts[part][2].includes("L")) walls.push({ kind: "wall", x: edges[0] - 9, y, tall: size.height, text: "" });
    if (!parts[part][2].includes("R")) walls.push({ kind: "wall", x: edges[1] + 9, y, tall: size.height, text: "" });
    walls.push({ kind: "lane-number", x: Math.max(edges[0] - 18 - NUMBER / 2, MARGIN + NUMBER / 2), y, tall: 20, text: String(part + 1) });
  });
  return { places, walls, tall: Math.max(tall, step * shown.length + 2 * rim) };
}

function layRow({ game: { words }, spans: [[start, stop]] }, wide, tall, rim) {
  const size = sizeOf(words, stop - start, wide, tall - 2 * rim);
  const places = Array(words.length);
  const put = (at, x, y) => { places[at % words.length] = { ...size, x, y, where: whereIn(at - start, stop - start) }; };
  if (size.columns) {
    const turned = start >= words.length ? words.length : 0; // a circle is stored twice in a row
    const [top, bottom] = [Math.floor((start - turned) / size.columns), Math.floor((stop - turned - 1) / size.columns)];
    const lines = bottom - top + 1;
    const pitch = size.height + APART;
    const needed = Math.max(tall, Math.ceil(words.length / size.columns) * pitch + 2 * rim);
    const from = (wide - size.columns * (size.width + size.gap) + size.gap) / 2 + size.width / 2;
    const y = (line) => needed / 2 + (line - top - (lines - 1) / 2) * pitch;
    for (let at = start - turned; at < stop - turned; at += 1) put(at + turned, from + (at % size.columns) * (size.width + size.gap), y(Math.floor(at / size.columns)));
    const placed = (at) => places[at % words.length];
    const thread = [];
    for (let line = top; line < bottom; line += 1) thread.push(between(placed((line + 1) * size.columns - 1), placed((line + 1) * size.columns)));
    return { places, tall: needed, thread };
  }
  if (size.pinned) {
    const from = MARGIN + size.width + size.apart; // the left edge of the cards between the ends
    const step = size.width + size.gap;
    put(start, MARGIN + size.width / 2, tall / 2);
    for (let at = start + 1; at < stop - 1; at += 1) put(at, from + size.width / 2 + (at - start - 1) * step, tall / 2);
    put(stop - 1, wide - MARGIN - size.width / 2, tall / 2);
    return { places, tall, scrolls: { x: from, wide: wide - 2 * from, y: tall / 2, tall: size.height + 6, all: (stop - start - 2) * step } };
  }
  const left = stop - start;
  const apart = left > 2 ? size.apart : 0;
  let x = (wide - left * size.width - (left - 1) * size.gap - 2 * apart) / 2 + size.width / 2;
  for (let at = start; at < stop; at += 1) {
    put(at, x, tall / 2);
    x += size.width + size.gap + (at === start || at === stop - 2 ? apart : 0);
  }
  return { places, tall };
}

/** The connection from the end of one line to the start of the next. */
function between(from, to) {
  const middle = (from.y + to.y) / 2;
  return `M${from.x} ${from.y + from.height / 2}V${middle}H${to.x}V${to.y - to.height / 2}`;
}

/** Taken cards: theirs above, yours below, the latest ones visible; the list of moves has all of them. */
function pile({ steps }, places, wide, tall, piled) {
  const piles = { you: [], opponent: [] };
  for (const { by, move } of steps) piles[by].push(...move.places);
  const pitch = PILE.width + 3;
  const most = Math.max(1, Math.floor((wide - 2 * MARGIN) / pitch));
  for (const [whose, y] of [["opponent", PILE.height / 2 + 8], ["you", tall - PILE.height / 2 - 8]]) {
    const skipped = Math.max(0, piles[whose].length - most);
    const shown = piles[whose].length - skipped;
    for (let k = 0; k < piles[whose].length; k += 1) {
      const slot = Math.max(k - skipped, 0);
      const x = whose === "you" ? MARGIN + PILE.width / 2 + slot * pitch : wide - MARGIN - PILE.width / 2 - (shown - 1 - slot) * pitch;
      places[piles[whose][k]] = { ...PILE, x, y, where: piled && k >= skipped ? "pile" : "gone" };
    }
  }
}

// --- drawing -----------------------------------------------------------------------------------

/** The signs of marks. */
export const SIGNS = { best: "✓", equal: "=", inaccuracy: "?", blunder: "✗" };

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

const HOLD = 450; // milliseconds of a press that inspects a card

const holding = { timer: 0, held: false };

/**
 * The content of a table of this size. `ringed` are the highlighted moves, `marks` the marks of moves by name, `open` says
 * whether a move can be made. `onTake` gets the name of a move, `onLook` the index of the card under the pointer.
 */
export function table(position, size, { id = null, open, ringed, marks = {}, onTake, onLook = null }) {
  const { game, moves, spans } = position;
  const { words } = game;
  const { names, shortened } = namesOf(words);
  const { places, tall, thread, walls, scrolls } = placesOf(position, size);
  const takes = Array(words.length).fill(null); // the move with the fewest cards that takes a card
  const rings = Array(words.length).fill(null);
  if (open) {
    for (const move of moves) {
      const last = move.places.at(-1);
      if (takes[last] === null || takes[last].count > move.count) takes[last] = move;
    }
    for (const move of ringed) for (const place of move.places) rings[place] ??= move;
  }
  const named = !spans || game.shape === "board"; // cards without a button of their own below the table
  const row = words.join(" ");
  const cards = [];
  for (let index = 0; index < words.length; index += 1) {
    const [word, place, move, ring] = [words[index], places[index], takes[index], rings[index]];
    const shown = named ? move : ring?.places[0] === index ? ring : null; // the move whose mark the card has
    const mark = marks[shown?.name] ?? "";
    const attributes = { "data-index": index, class: classOf(place, ring, move), style: styleOf(place, index, scrolls) };
    if (move && named) Object.assign(attributes, { role: "button", tabindex: 0, "aria-label": saying(position, move, names[index], marks[move.name]) });
    else if (shortened[index]) Object.assign(attributes, { role: "img", tabindex: 0, "aria-label": names[index] });
    else attributes["aria-hidden"] = "true"; // the label of the table has it
    if (move) Object.assign(attributes, { onclick: () => touched(move, onTake), onpointerdown: press });
    if (move && named) attributes.onkeydown = pressed;
    if (onLook && (shortened[index] || words.length > 20)) Object.assign(attributes, lookers(index, onLook));
    cards.push(html("div", attributes, face(word, place), mark ? html("span", { class: `sign ${mark}`, style: signOf(place, shown) }, SIGNS[mark]) : null));
  }
  return html("div", { id, key: row, class: scrolls ? "table scrolling" : "table", style: `height: ${tall}px`, role: "group", "aria-label": told(position, names) },
    thread.length ? svg("svg", { class: "thread", viewBox: `0 0 ${size.wide} ${tall}`, "aria-hidden": "true" }, thread.map((d) => svg("path", { d }))) : null,
    walls.map(({ kind, x, y, tall: height, text }) => html("span", { class: kind, style: `height: ${height}px; transform: translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`, "aria-hidden": "true" }, text)),
    html("div", { class: "cards" }, cards),
    scrolls ? scroller(scrolls, size.wide) : STILL);
}

const classOf = (place, ring, move) => `face ${place.form} ${place.where}${ring ? ` end at-${ring.side === "R" ? "right" : "left"}` : ""}${move ? " reached" : ""}`;

function styleOf({ x, y, width, height, where }, index, scrolls) {
  const moves = scrolls && where === "inner" ? `calc(${x.toFixed(1)}px - var(--scrolled, 0px))` : `${x.toFixed(1)}px`;
  return `width: ${width.toFixed(1)}px; height: ${height.toFixed(1)}px; transform: translate(${moves}, ${y.toFixed(1)}px) translate(-50%, -50%); --wait: ${Math.min(index * 18, 400)}ms`;
}

/** On a tile the sign sits where no other line is: above the left end, below the right one. */
function signOf({ form, width, height }, { side }) {
  if (form !== "tile") return side ? `left: ${width + 1}px; top: -2px` : `left: ${width - 4}px; top: 2px`;
  return side === "R" ? `left: ${width - 2}px; top: ${height + 4}px` : side ? "left: 2px; top: -4px" : "left: 0; top: -2px";
}

/** What a screen reader says of a card: second row, left: 17, best. */
function saying({ game: { shape }, spans }, { part, side }, name, mark) {
  const where = spans && shape === "board" ? `${ORDINALS[part] ?? `${part + 1}th`} row, ${SIDES[side]}: ` : "Take ";
  const marked = mark ? `, ${{ best: "best", equal: "equal margin" }[mark] ?? mark}` : "";
  return `${where}${name}${marked}`;
}

/** The cards on the table, for screen readers. */
function told(position, names) {
  const { game: { shape, parts }, spans } = position;
  const lanes = lanesOf(position);
  const all = [];
  for (let part = 0; part < lanes.length; part += 1) {
    if (!lanes[part].length) continue;
    const closed = parts[part][2].length === 2 ? "" : parts[part][2] === "L" ? ", closed on the right" : ", closed on the left";
    const name = !spans ? "Circle" : shape === "board" ? `Row ${part + 1}${closed}` : "Row";
    let cards = "";
    for (const place of lanes[part]) cards += `${cards ? ", " : ""}${names[place]}`;
    const { length } = lanes[part];
    all.push(shape === "board" ? `${name}, ${length === 1 ? "1 card" : `${length} cards`}: ${cards}` : `${name} of ${length}: ${cards}`);
  }
  return all.join("; ") || "The row is empty";
}

const pressed = (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
};

/** The handlers of a card that can be looked at: by pointing, with Tab, or by holding it down. */
const lookers = (index, onLook) => ({
  onpointerenter: () => onLook(index),
  onfocus: () => onLook(index),
  onpointerdown: () => {
    press();
    holding.timer = setTimeout(() => { holding.held = true; onLook(index); }, HOLD);
  },
  onpointerup: () => clearTimeout(holding.timer),
  onpointerleave: () => clearTimeout(holding.timer),
});

/** The spoken names of cards, and which of them are shortened on the table. */
const namesOf = once((words) => ({ names: words.map(spoken), shortened: words.map(isShortened) }));

/** A press of any card begins anew. */
function press() {
  clearTimeout(holding.timer);
  holding.held = false;
}

/** A long press inspects a card instead of taking it. */
function touched(move, onTake) {
  if (holding.held) {
    holding.held = false;
    return;
  }
  onTake(move.name);
}

/** The cards follow the scrolling. */
const follow = ({ currentTarget }) => currentTarget.closest(".table").querySelector(".cards").style.setProperty("--scrolled", `${currentTarget.scrollLeft}px`);

/** The scroller of a row that does not scroll: it stays, so that the browser tells when it is back at its start. */
const STILL = [html("span", { class: "curtain" }), html("span", { class: "curtain" }), html("div", { class: "scroller still", onscroll: follow }, html("div"))];

/** A natively scrolling element lies over the cards that scroll and passes touches on to them; curtains hide their ends. */
function scroller({ x, y, wide, tall, all }, room) {
  const curtain = (left, width) => html("span", { class: "curtain", style: `left: ${left}px; width: ${width}px; top: ${y - tall / 2}px; height: ${tall}px` });
  const below = (event) => {
    const [card] = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest(".face.inner")).filter(Boolean);
    return card ?? null;
  };
  const pass = (name) => (event) => below(event)?.[name]?.(event);
  return [
    curtain(0, x), curtain(x + wide, room - x - wide),
    html("div", {
      class: "scroller", tabindex: 0, role: "group", "aria-label": "The cards between the ends: scroll to see all of them",
      style: `left: ${x}px; width: ${wide}px; top: ${y - tall / 2}px; height: ${tall}px`,
      onscroll: follow,
      onclick: pass("onclick"), onpointermove: pass("onpointerenter"), onpointerdown: pass("onpointerdown"), onpointerup: pass("onpointerup"), onpointerleave: () => clearTimeout(holding.timer),
    }, html("div", { style: `width: ${all}px` })),
  ];
}
