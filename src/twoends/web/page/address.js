// The address is the whole state: #TAB/ROW/first/MOVES/OPPONENT, a game's notation with / for " / ", and
// after it who sits in your seat, unless it is you, and in a challenge the result to beat, as in 48:43. A slash
// inside a value is written %2F, a blank as +, a suit as its letter. A link says everything, so that a later version
// with other defaults reads it as it was meant; what is left out was typed by hand. What is no game is for modes.js.

export const TABS = ["play", "why", "review", "compare"];

const GOAL = /^-?[\d./]+:-?[\d./]+$/; // two numbers: yours and theirs

const LETTERS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

const write = (part) =>
  encodeURIComponent(part.replace(/[♠♥♦♣]/g, (suit) => LETTERS[suit])).replace(/%20/g, "+");

const SUITS = Object.fromEntries(Object.entries(LETTERS).map(([suit, letter]) => [letter, suit]));

const read = (part) => decodeURIComponent(part.replace(/\+/g, " "));

/** Cards as Python writes them, so that what it was asked once need not be asked again. */
const suited = (row) => row.replace(/(?<!\S)(10|[2-9JQKA])([shdc])(?!\S)/g, (_, rank, letter) => rank + SUITS[letter]);

export function addressOf(tab, game, seat = "", goal = "") {
  const { row, first, moves, opponent } = partsOf(game);
  const parts = [row || "-", first, moves || "-", opponent, ...(seat || goal ? [seat] : []), ...(goal ? [goal] : [])];
  return `#${[tab, ...parts.map(write)].join("/")}`;
}

/** Returns { tab, game, seat, goal, fault }; game is "" where the address has none. */
export function readAddress(hash) {
  const [tab, ...written] = hash.replace(/^#/, "").split("/");
  let parts;
  try {
    parts = written.map(read);
  } catch {
    return { tab: "play", game: "", seat: "", goal: "", fault: "The link is damaged: a % in it is followed by no character. Ask for it again." };
  }
  const unknown = tab && !TABS.includes(tab);
  const [seat = "", goal = ""] = parts.slice(4);
  if (unknown || parts.length > 6 || (goal && !GOAL.test(goal))) {
    const what = unknown ? `asks for “${tab.slice(0, 20)}”` : "has more parts than a game";
    return { tab: "play", game: "", seat: "", goal: "", fault: `The link ${what}, which this version of the page cannot read. Reload the page: a newer one may.` };
  }
  const [row = "", first = "first", moves = "-", ...opponent] = parts;
  const game = parts.length ? [suited(row) || "-", first, moves || "-", ...opponent.slice(0, 1)].join(" / ") : "";
  return { tab: tab || "play", game, seat, goal, fault: "" };
}

/** The parts of a game's notation. */
export function partsOf(game) {
  const [row, first, moves, opponent = "optimal"] = game.split(" / ");
  return { row: row === "-" ? "" : row, first, moves: moves === "-" ? "" : moves, opponent };
}

export function gameOf({ row, first, moves, opponent }) {
  const parts = [row || "-", first, moves || "-"];
  if (opponent !== "optimal") parts.push(opponent);
  return parts.join(" / ");
}
