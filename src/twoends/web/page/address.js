// The address is the whole state: #TAB/ROW/RULES/first/MOVES/OPPONENT, a game's notation with / for " / " and without
// plain rules. Who plays for you follows, unless it is you, and in a challenge the result to beat, as in 48:43. A slash
// inside a value is written %2F, a blank as +, a suit as its letter. A link names everything, so that a later version with
// other defaults reads it correctly; only addresses typed by hand omit parts. modes.js reads addresses of no game.

import { gameOf, isOpponent, partsOfGame as partsOf } from "./rules.js";
import { LINK } from "./words.js";

export { gameOf, partsOf };

export const TABS = ["play", "why", "review", "compare"];

const GOAL = /^-?[\d./]+:-?[\d./]+$/; // two numbers: yours and theirs

const LETTERS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

/** A part of an address. */
export const write = (part) =>
  encodeURIComponent(part.replace(/[♠♥♦♣]/g, (suit) => LETTERS[suit])).replace(/%20/g, "+");

const SUITS = Object.fromEntries(Object.entries(LETTERS).map(([suit, letter]) => [letter, suit]));

const read = (part) => decodeURIComponent(part.replace(/\+/g, " "));

/** Cards as Python writes them, so that equal questions have equal text and are asked once. */
const suited = (row) => row.replace(/(?<![^\s[|])(10|[2-9JQKA])([shdc])(?![^\s\]|])/g, (_, rank, letter) => rank + SUITS[letter]);

export function addressOf(tab, game, seat = "", goal = "") {
  const { opponent } = partsOf(game);
  const parts = game.split(" / ");
  if (parts.at(-1) !== opponent) parts.push(opponent);
  return `#${[tab, ...parts, ...(seat || goal ? [seat] : []), ...(goal ? [goal] : [])].map(write).join("/")}`;
}

const nowhere = (fault) => ({ tab: "play", game: "", seat: "", goal: "", fault });

/** Returns { tab, game, seat, goal, fault }; game is "" if the address has none. */
export function readAddress(hash) {
  const [tab, ...written] = hash.replace(/^#/, "").split("/");
  let parts;
  try {
    parts = written.map(read);
  } catch {
    return nowhere(LINK.damaged);
  }
  if (tab && !TABS.includes(tab)) return nowhere(LINK.noPage(tab.slice(0, 20)));
  if (!parts.length) return { ...nowhere(""), tab: tab || "play" };
  const rules = parts.length > 1 && !/^(first|second)$/i.test(parts[1]) ? parts.splice(1, 1) : [];
  const [row = "", first = "first", moves = "-", opponent = "optimal", seat = "", goal = ""] = parts;
  if (parts.length > 6 || (goal && !GOAL.test(goal))) return nowhere(LINK.tooLong);
  if (seat && seat !== "two" && seat !== "best" && !isOpponent(SHORT[seat] ?? seat)) {
    return nowhere(LINK.noPlayer(seat.slice(0, 30)));
  }
  const game = gameOf({ row: suited(row), rules: rules[0] ?? "", first, moves, opponent: SHORT[opponent] ?? opponent });
  return { tab: tab || "play", game, seat, goal, fault: "" };
}

const SHORT = { greedy: "greedy right", modest: "modest right" }; // as users type them
