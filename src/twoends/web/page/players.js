// Who plays: names for people, and what a seat holds. The opponent's seat is in the game's notation; yours is
// in the address: "" is you, "two" says that both are people, anything else names the player that sits there.

import { partsOf } from "./address.js";
import { PLAYERS } from "./words.js";

export const TWO = "two";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** `greedy right trembling 1/10` is Greedy, who trembles. */
export function nameOf(opponent) {
  const [name] = opponent.split(" ");
  return capital(name) + (opponent.includes("trembling") ? PLAYERS.trembling : "");
}

/** Whether chance decides between moves that differ, so that totals are expectations. */
export const isByChance = (opponent) => /^random|trembling|^(greedy|modest) random/.test(opponent);

/** The names on the table: yours, and that of the other side. */
export function namesOf({ opponent, seat }) {
  if (seat === TWO) return PLAYERS.two;
  return [seat ? nameOf(seat) : PLAYERS.you, nameOf(opponent)];
}

/** The same game as the other player sees it: what is left of it is best play for them. */
export function mirrored(game) {
  const parts = partsOf(game);
  return { ...parts, first: parts.first === "first" ? "second" : "first" };
}
