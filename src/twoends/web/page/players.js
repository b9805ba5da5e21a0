// The players: their names and their seats. The opponent is in the game's notation; your seat is in the address: "" is
// you, "two" means two people, anything else names the computer that plays for you.

import { partsOf } from "./address.js";
import { PLAYERS } from "./words.js";

export const TWO = "two";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of an opponent: `greedy right trembling 1/10` is Greedy, trembling. */
export function nameOf(opponent) {
  const [name] = opponent.split(" ");
  return capital(name) + (opponent.includes("trembling") ? PLAYERS.trembling : "");
}

/** Whether moves are random, so that totals are expectations. */
export const isByChance = (opponent) => /^random|trembling|^(greedy|modest) random/.test(opponent);

/** The names at the table: yours, and that of the other side. */
export function namesOf({ opponent, seat }) {
  if (seat === TWO) return PLAYERS.two;
  return [seat ? nameOf(seat) : PLAYERS.you, nameOf(opponent)];
}

/** The same game from the other player's side, to compute their best play. */
export function mirrored(game) {
  const parts = partsOf(game);
  return { ...parts, first: parts.first === "first" ? "second" : "first" };
}
