// The address is the whole state: #TAB/ROW/first/MOVES/OPPONENT, a game's notation with / for " / ".
// A slash inside a value is written %2F, a blank as +, a suit as its letter.

export const TABS = ["play", "why", "review", "compare"];

const LETTERS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

const write = (part) =>
  encodeURIComponent(part.replace(/[♠♥♦♣]/g, (suit) => LETTERS[suit])).replace(/%20/g, "+");

const read = (part) => decodeURIComponent(part.replace(/\+/g, " "));

export const addressOf = (tab, game) => `#${[tab, ...game.split(" / ").map(write)].join("/")}`;

/** Returns { tab, game }; game is "" where the address has none. */
export function readAddress(hash) {
  const [tab, ...parts] = hash.replace(/^#/, "").split("/");
  let game;
  try {
    game = parts.map(read).join(" / ");
  } catch {
    game = parts.join(" / "); // a broken % sequence: the server says what is wrong
  }
  return { tab: TABS.includes(tab) ? tab : "play", game };
}

/** The parts of a game's notation. */
export function partsOf(game) {
  const [row, first, moves, opponent = "optimal"] = game.split(" / ");
  return { row, first, moves: moves === "-" ? "" : moves, opponent };
}

export function gameOf({ row, first, moves, opponent }) {
  const parts = [row || "-", first, moves || "-"];
  if (opponent !== "optimal") parts.push(opponent);
  return parts.join(" / ");
}
