// Typed and pasted texts: rows as problems and programs write them, and games in notation. What is not certainly one of
// these is left to Python, which reads more forms and says what is wrong with others.

import { notation, readGame } from "./rules.js";

const CARD = /^(10|[2-9TJQKA])([♠♥♦♣SHDC])$/i;
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const PAIRS = { "[": "]", "{": "}", "(": ")" };
const MAX_LEVELS = 3; // lists, one in the other

/** A variable and its =, as in `nums: List[int] =` and `const int a[4] =`, and perhaps `new int[]` before the list. */
const ASSIGNED = /^(?:(?:const|let|var|final|int|long|double|float)(?:\[\])?\s+)*[A-Za-z_]\w*\s*(?:\[\w*\]\s*)?(?::\s*\w+(?:\[\w+\])?\s*)?:?=\s*/;
const NEW = /^new\s+(?:int|long|double|float)\[\]\s*(?=\{)/;

/** A word as Python writes it: 10h is 10♥, and "8" in quotes is 8. */
function written(word) {
  const bare = word.replace(/^(["'])([^"']*)\1$/, "$2");
  const [, rank, suit] = CARD.exec(bare) ?? [];
  return rank ? rank.toUpperCase().replace("T", "10") + (SUITS[suit.toUpperCase()] ?? suit) : bare;
}

/** The words between blanks, tabs or commas, all of one kind, so that no comma can belong to a number; null otherwise. */
function wordsOf(text) {
  if (/[^\x20-\x7e\n\t♠♥♦♣]|\b\d{1,3} 000\b/.test(text)) return null;
  const separator = [/,\s+/, /,/, /\t/, /[ \n]+/].find((each) => each.test(text)) ?? " ";
  const words = text.split(separator).map(written);
  return words.every((word) => /^[^\s,;|[\]a-z]+$/.test(word)) ? words : null;
}

/** A text without one of these signs at its end; a regular expression would try each run of blanks from each of its blanks. */
const withoutLast = (text, signs) => (signs.includes(text.at(-1)) ? text.slice(0, -1).trimEnd() : text);

/** The words of a list in brackets; null if a text is none. */
function listed(text) {
  let [inside, levels] = [text, 0];
  for (; levels < MAX_LEVELS && PAIRS[inside[0]] === inside.at(-1); levels += 1) inside = inside.slice(1, -1).trim();
  return levels && !/[[\]{}()]/.test(inside) ? wordsOf(withoutLast(inside, ",")) : null;
}

/** The words of a row that stands alone: in a list, perhaps a variable's, on one line, or one a line. */
function rowOf(text) {
  const list = withoutLast(text, ";,").replace(ASSIGNED, "").replace(NEW, "");
  const isOneALine = text.split("\n").every((line) => !/\s/.test(line.trim()));
  return listed(list) ?? (text.includes("\n") && !isOneALine ? null : wordsOf(text));
}

/** The notation of the game that a text is, in which nothing has been played if it is a row; null if only Python knows. */
export function notationOf(typed) {
  const [row, ...rest] = typed.trim().split(" / ");
  const words = rest.length ? wordsOf(row) : rowOf(row);
  const text = [words?.join(" ") ?? row, ...(rest.length ? rest : ["first", "-"])].join(" / ");
  const position = readGame(text);
  return position && notation(position);
}

/** What is said of a game that Python reads and the page does not. */
export const NOT_SHOWN = "The page cannot show this game. Play it in the terminal: twoends play.";

/** Whether a text says who is first, and so names all of its rules and players. */
export const isWhole = (typed) => /\/\s*(first|second)\b/i.test(typed);

/**
 * The position that a text means: of a whole game, or of a row, board or circle under these rules, against this opponent; and
 * what to ask Python if it is null. `answer` is the notation that Python read in the text.
 */
export function readTyped(typed, terms, answer = notationOf(typed)) {
  const read = answer === null ? null : readGame(answer);
  if (!read) return { position: null, text: typed };
  const text = isWhole(typed) ? answer : notation(read, terms);
  return { position: readGame(text), text };
}
