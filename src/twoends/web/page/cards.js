// The faces: playing cards with suits, coins for every other value, each drawn around the point (0, 0): large
// ones in full, small ones as a tile with only the value.

import { brief } from "./numbers.js";
import { html, svg } from "./svg.js";
import { CARD_NAMES } from "./words.js";

export const WIDTH = 72;
export const HEIGHT = 104;

const SUITS = {
  "♠": "M0-11C4-6 10-2 10 4 10 8 7 10 4.5 10 2.8 10 1.4 9.2.6 8 .8 10 1.8 11 3.4 12H-3.4C-1.8 11-.8 10-.6 8-1.4 9.2-2.8 10-4.5 10-7 10-10 8-10 4-10-2-4-6 0-11Z",
  "♥": "M0 11C-5 6-11 2-11-4-11-8-8-10.5-5.2-10.5-2.8-10.5-.9-9.2 0-7.2.9-9.2 2.8-10.5 5.2-10.5 8-10.5 11-8 11-4 11 2 5 6 0 11Z",
  "♦": "M0-12C2.5-7 5.5-3.2 9 0 5.5 3.2 2.5 7 0 12-2.5 7-5.5 3.2-9 0-5.5-3.2-2.5-7 0-12Z",
  "♣": "M0-11A5.2 5.2 0 0 1 4.3-2.9 5.2 5.2 0 1 1 1 4.6C1.2 8 2 10.4 4 12H-4C-2 10.4-1.2 8-1 4.6A5.2 5.2 0 1 1-4.3-2.9 5.2 5.2 0 0 1 0-11Z",
};

const CARD = /^(10|[2-9JQKA])([♠♥♦♣])$/;

export const isCard = (word) => CARD.test(word);

/** A card in a sentence: the ace of spades, the 15. */
export const theCard = (word) => CARD_NAMES.the(spoken(word));

/** The spoken value of a face. */
export function spoken(word) {
  const card = CARD.exec(word);
  return card ? CARD_NAMES.spoken(CARD_NAMES.ranks[card[1]] ?? card[1], CARD_NAMES.suits[card[2]]) : word.replace(/^-/, CARD_NAMES.minus);
}

/** The text of a tile: a rank, or a value, shortened if necessary. */
export const label = (word) => CARD.exec(word)?.[1] ?? (word.length <= 6 ? word.replace(/^-/, "−") : brief(word));

/** Whether the card shows a shortened value. */
export const isShortened = (word) => !isCard(word) && label(word) !== word.replace(/^-/, "−");

/** A value in running text, with its suit in colour. */
export const chip = (word, kind = "") =>
  html("span", { class: `chip ${/[♥♦]/.test(word) ? "red" : ""} ${kind}`, title: word.length > 6 ? word : null },
    isCard(word) ? word : label(word));

const colour = (suit) => (suit === "♥" || suit === "♦" ? "red" : "black");

const metal = (word) => (word.startsWith("-") ? "iron" : /^[0./]+$/.test(word) ? "hollow" : "plain");

// --- in full -----------------------------------------------------------------------------------

const pip = (suit, x, y, scale) =>
  svg("path", { d: SUITS[suit], transform: `translate(${x} ${y}) scale(${scale} ${y > 0 ? -scale : scale})` });

const pairs = (...heights) => heights.flatMap((y) => [[-12, y], [12, y]]);

const PIPS = {
  2: [[0, -31], [0, 31]],
  3: [[0, -31], [0, 0], [0, 31]],
  4: pairs(-31, 31),
  5: [...pairs(-31, 31), [0, 0]],
  6: pairs(-31, 0, 31),
  7: [...pairs(-31, 0, 31), [0, -15.5]],
  8: [...pairs(-31, 0, 31), [0, -15.5], [0, 15.5]],
  9: [...pairs(-31, -10.5, 10.5, 31), [0, 0]],
  10: [...pairs(-31, -10.5, 10.5, 31), [0, -20.5], [0, 20.5]],
};

function middle(rank, suit) {
  if (rank === "A") return pip(suit, 0, 0, 1.5);
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => pip(suit, x, y, 0.5));
  return [svg("text", { class: "court-letter", y: 16 }, rank), pip(suit, 0, -28, 0.5), pip(suit, 0, 28, 0.5)];
}

const corner = (rank, suit, turn) =>
  svg("g", { transform: `rotate(${turn})` },
    svg("text", { class: rank === "10" ? "rank ten" : "rank", x: -26, y: -33 }, rank),
    svg("path", { d: SUITS[suit], transform: "translate(-26 -23) scale(.42)" }));

function playingCard(rank, suit) {
  return [
    svg("rect", { class: "paper", x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 7 }),
    corner(rank, suit, 0),
    corner(rank, suit, 180),
    middle(rank, suit),
  ];
}

function coin(word) {
  const text = label(word);
  const size = Math.min(26, 84 / Math.max(text.length, 2));
  return [
    svg("circle", { class: "paper", r: WIDTH / 2 }),
    svg("circle", { class: "inner", r: WIDTH / 2 - 5 }),
    svg("text", { class: "value", "font-size": size, y: size * 0.36 }, text),
  ];
}

// --- small -------------------------------------------------------------------------------------

function tile(word, width, height) {
  const card = CARD.exec(word);
  const text = label(word);
  const size = Math.min(height * (card ? 0.42 : 0.6), (width - 4) / (0.58 * Math.max(text.length, 1.6)), 30);
  const paper = svg("rect", { class: "paper", x: -width / 2, y: -height / 2, width, height, rx: Math.min(6, width / 5) });
  if (!card) return [paper, svg("text", { class: "value", "font-size": size, y: size * 0.36 }, text)];
  return [
    paper,
    svg("text", { class: "value", "font-size": size, y: -height * 0.04 }, text),
    svg("path", { d: SUITS[card[2]], transform: `translate(0 ${height * 0.25}) scale(${(height * 0.2) / 12})` }),
  ];
}

/** A face of this form and size; `form` is "full" or "tile". */
export function face(word, { form, width, height }) {
  const card = CARD.exec(word);
  const kind = card ? `card ${colour(card[2])}` : `coin ${metal(word)}`;
  if (form === "tile") return svg("g", { class: `${kind} tile` }, tile(word, width, height));
  return svg("g", { class: kind, transform: `scale(${width / WIDTH})` }, card ? playingCard(card[1], card[2]) : coin(word));
}
