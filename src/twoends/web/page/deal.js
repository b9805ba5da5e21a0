// Rows are dealt in the browser, so that dealing does not wait for Python.

import { isCard } from "./faces.js";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const LARGEST_COIN = 99;

const below = (bound) => Math.floor(Math.random() * bound);

/** Deal `count` cards of one shuffled deck, at most 52, as words. */
export function dealCards(count) {
  const deck = [..."♠♥♦♣"].flatMap((suit) => RANKS.map((rank) => rank + suit));
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck.slice(0, count);
}

export const dealCoins = (count) => Array.from({ length: count }, () => String(1 + below(LARGEST_COIN)));

/** Deal new values of the same kind in the same shape, as text. */
export function dealLike({ words: { length }, words: before, row }) {
  const words = before.every(isCard) && length <= 52 ? dealCards(length) : dealCoins(length);
  return row.replace(/[^\s|[\]]+/g, (word) => (/^(circle|board)$/.test(word) ? word : words.shift()));
}
