// The place of every card of a position. A row that fits is one line and closes up as it gets shorter. A longer row is
// broken into lines like text, and every card keeps its place, so that it is easy to find again; on a phone it is one line
// that scrolls between its ends. No card covers another, because the game has perfect information.

import { HEIGHT, WIDTH, isCard, label } from "./cards.js";

const MARGIN = 8;
const LARGEST = 210; // width of a card, in pixels
const FULL = 52; // from this width on, a card is drawn in full
const LINE = 40; // least width of a card in one line; narrower rows are broken, except for this few cards:
const FEW = 12;
const easy = (wide) => Math.max(48, Math.min(wide / 17, 96)); // width beyond which more lines do not help
const LEAST = 24; // of a tile
const LETTER = 6.6; // width of a digit at 11 pixels, our smallest font size
const APART = 7; // between two lines
const PILE = { form: "tile", width: 26, height: 34 };
const PHONE = { wide: 560, tall: 210 }; // a table that is narrower or lower than this scrolls
const PINNED = 46; // width of a card that scrolls
const SIGN = 10; // space for a sign at the corner of a card
const ROOM_FOR_PILES = 250; // height of a table that has any

/** The size of the cards and the number of columns: { form, width, height, columns, gap, apart }. */
export function sizeOf(words, left, wide, tall) {
  const cards = words.every(isCard);
  const ratio = cards ? HEIGHT / WIDTH : 1;
  const least = Math.max(LEAST, Math.ceil(Math.max(...words.map((word) => label(word).length), 1) * LETTER + 4));
  const room = wide - 2 * MARGIN;
  const line = Math.floor(Math.min(room / (left * 1.1 + 0.5), tall / (ratio * 1.12), LARGEST));
  const phone = wide < PHONE.wide || tall < PHONE.tall;
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
    const height = Math.max(cards ? 36 : 24, Math.min(width * (cards ? 1.3 : 0.8), 140));
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
 * The places of all cards, { x, y, form, width, height, where, layer }, and { tall, thread } of the table. `scrolls` is
 * where cards scroll between pinned ends, { x, y, wide, tall }, with the first of them, their count and their step; or null.
 */
export function placesOf(view, wide, tall) {
  const piled = tall >= ROOM_FOR_PILES;
  const rim = piled ? PILE.height + 16 : 6;
  const lay = view.whole ? layCircle : view.shape === "board" ? layBoard : layRow;
  const laid = lay(view, wide, tall, rim);
  pile(view, laid.places, wide, laid.tall, piled);
  return laid;
}

const whereIn = (at, cards) => (at === 0 ? (cards === 1 ? "both" : "left") : at === cards - 1 ? "right" : "inner");

/** Around an ellipse, the first card on top, clockwise. */
function layCircle({ row }, wide, tall, rim) {
  const n = row.length;
  const ratio = row.every(isCard) ? HEIGHT / WIDTH : 1;
  const room = [wide - 2 * MARGIN, Math.max(tall, 240) - 2 * rim];
  const around = Math.PI * Math.min(room[0], room[1] / ratio * 1.2);
  const width = Math.max(LEAST, Math.min(LARGEST, around / (n * 1.25 + 3), room[1] / ratio / 3));
  const size = { form: width >= FULL ? "full" : "tile", width, height: width * ratio };
  const [rx, ry] = [(room[0] - width) / 2, (room[1] - size.height) / 2];
  const angle = (index) => (2 * Math.PI * index) / n - Math.PI / 2;
  const squeezed = Math.min(rx, Math.max(ry * 1.6, (n * width * 1.15) / Math.PI - ry));
  const places = row.map((_, index) => ({ ...size, x: wide / 2 + squeezed * Math.cos(angle(index)), y: rim + room[1] / 2 + ry * Math.sin(angle(index)), where: "inner", layer: 0 }));
  return { places, tall: room[1] + 2 * rim, thread: [] };
}

/** Each component on its own line; all cards have the same size. */
function layBoard({ row, lanes }, wide, tall, rim) {
  const shown = lanes.filter(({ places }) => places.length);
  const longest = Math.max(...shown.map(({ places }) => places.length), 1);
  const ratio = row.every(isCard) ? HEIGHT / WIDTH : 1;
  const pitch = (tall - 2 * rim) / Math.max(shown.length, 1);
  const width = Math.max(LEAST, Math.min((wide - 2 * MARGIN) / (longest * 1.1), (pitch - APART) / ratio, LARGEST));
  const size = { form: width >= FULL ? "full" : "tile", width, height: width * ratio };
  const step = Math.max(pitch, size.height + APART);
  const places = Array(row.length);
  shown.forEach((lane, line) => {
    const first = wide / 2 - ((lane.places.length - 1) * width * 1.1) / 2;
    lane.places.forEach((index, at) => {
      places[index] = { ...size, x: first + at * width * 1.1, y: rim + step * (line + 0.5), where: whereIn(at, lane.places.length), layer: 0 };
    });
  });
  return { places, tall: Math.max(tall, step * shown.length + 2 * rim), thread: [] };
}

function layRow({ row, start, stop }, wide, tall, rim) {
  const size = sizeOf(row, stop - start, wide, tall - 2 * rim);
  const places = Array(row.length);
  const put = (at, x, y) => {
    places[at % row.length] = { ...size, x, y, where: whereIn(at - start, stop - start), layer: 0 };
  };
  let needed = tall;
  let scrolls = null;
  const thread = [];
  if (size.columns) {
    const turned = start >= row.length ? row.length : 0; // a circle is stored twice in a row
    const [top, bottom] = [Math.floor((start - turned) / size.columns), Math.floor((stop - turned - 1) / size.columns)];
    const lines = bottom - top + 1;
    const pitch = size.height + APART;
    needed = Math.max(tall, Math.ceil(row.length / size.columns) * pitch + 2 * rim);
    const from = (wide - size.columns * (size.width + size.gap) + size.gap) / 2 + size.width / 2;
    const y = (line) => needed / 2 + (line - top - (lines - 1) / 2) * pitch;
    for (let at = start - turned; at < stop - turned; at += 1) {
      put(at + turned, from + (at % size.columns) * (size.width + size.gap), y(Math.floor(at / size.columns)));
    }
    const placed = (at) => places[at % row.length];
    for (let line = top; line < bottom; line += 1) thread.push({ from: placed((line + 1) * size.columns - 1), to: placed((line + 1) * size.columns) });
  } else if (size.pinned) {
    const from = MARGIN + size.width + size.apart; // the left edge of the cards between the ends
    const step = size.width + size.gap;
    put(start, MARGIN + size.width / 2, tall / 2);
    for (let index = start + 1; index < stop - 1; index += 1) put(index, from + size.width / 2 + (index - start - 1) * step, tall / 2);
    put(stop - 1, wide - MARGIN - size.width / 2, tall / 2);
    scrolls = { first: start + 1, count: stop - start - 2, step, x: from, wide: wide - 2 * from, y: (tall - size.height) / 2 - 3, tall: size.height + 6 };
  } else {
    const left = stop - start;
    const apart = left > 2 ? size.apart : 0;
    let x = (wide - left * size.width - (left - 1) * size.gap - 2 * apart) / 2 + size.width / 2;
    for (let index = start; index < stop; index += 1) {
      put(index, x, tall / 2);
      x += size.width + size.gap + (index === start || index === stop - 2 ? apart : 0);
    }
  }
  return { places, tall: needed, thread, scrolls };
}

/** Taken cards: theirs above, yours below, the latest ones visible; the list of moves has all of them. */
function pile(view, places, wide, tall, piled) {
  const piles = { yours: [], theirs: [] };
  view.steps.forEach(({ by, places: cards }, move) => {
    for (const index of cards) piles[by === "you" ? "yours" : "theirs"].push({ index, layer: move + 1 });
  });
  const pitch = PILE.width + 3;
  const most = Math.max(1, Math.floor((wide - 2 * MARGIN) / pitch));
  for (const [whose, y] of [["theirs", PILE.height / 2 + 8], ["yours", tall - PILE.height / 2 - 8]]) {
    const skipped = Math.max(0, piles[whose].length - most);
    const shown = piles[whose].length - skipped;
    piles[whose].forEach(({ index, layer }, k) => {
      const slot = whose === "yours" ? Math.max(k - skipped, 0) : most - shown + Math.max(k - skipped, 0);
      const x = whose === "yours" ? MARGIN + PILE.width / 2 + slot * pitch : wide - MARGIN - PILE.width / 2 - (most - 1 - slot) * pitch;
      places[index] = { ...PILE, x, y, layer, where: piled && k >= skipped ? "pile" : "gone" };
    });
  }
}
