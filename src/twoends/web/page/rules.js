// The rules in the browser: legal moves, what they earn, whose turn it is, and the replies of greedy and modest. The
// values of positions come from Python, which also reads any text that is not in its own notation. A test compares all
// of this with Python's rulebook.

import { MOVE, SIDES } from "./words.js";

const SUITED = /^(10|[2-9JQKA])[♠♥♦♣]$/;
export const COURT = { J: 11, Q: 12, K: 13, A: 14 };
const MOST_CARDS = 1000;
const MOST_DIGITS = 100;
const OPPONENT = new RegExp(
  "^(?:random(?: \\d+/\\d+)?|(?:(?:greedy|modest) (?:left|right|random)|(?:optimal|generous)(?: right| random)?)(?: trembling \\d+/\\d+(?: \\d+/\\d+)?)?)$");

/** Whether a text is an opponent in Python's notation. */
export const isOpponent = (text) => OPPONENT.test(text);

const sum = (values) => values.reduce((total, value) => total + value, 0n);
const size = (value) => (value < 0n ? -value : value);
const gcd = (a, b) => (b ? gcd(b, a % b) : size(a));

// --- values: exact, as integers over one unit --------------------------------------------------------

/** A word as [top, bottom, kind, places]; null if it is not in Python's notation. */
function exact(word) {
  if (word.length > MOST_DIGITS) return null;
  if (SUITED.test(word)) return [BigInt(COURT[word[0]] ?? word.slice(0, -1)), 1n, "integer", 0];
  if (Object.hasOwn(COURT, word)) return [BigInt(COURT[word]), 1n, "integer", 0];
  if (/^(0|-?[1-9]\d*)$/.test(word)) return [BigInt(word), 1n, "integer", 0];
  const fraction = /^(-?[1-9]\d*)\/([1-9]\d*)$/.exec(word);
  if (fraction) {
    const [top, bottom] = [BigInt(fraction[1]), BigInt(fraction[2])];
    return bottom > 1n && gcd(top, bottom) === 1n ? [top, bottom, "fraction", 0] : null;
  }
  const decimal = /^(-?)(\d+)\.(\d+)$/.exec(word);
  if (!decimal || /^0\d/.test(decimal[2])) return null;
  const [, sign, whole, part] = decimal;
  return [BigInt(`${sign}${whole}${part}`), 10n ** BigInt(part.length), "decimal", part.length];
}

/** Values as integers: { values, unit, kind, places }; null if one cannot be read. */
function exactly(words) {
  const read = words.map(exact);
  if (read.includes(null)) return null;
  const unit = read.reduce((common, [, bottom]) => (common / gcd(common, bottom)) * bottom, 1n);
  const kinds = new Set(read.map(([, , kind]) => kind));
  const kind = ["fraction", "decimal"].find((each) => kinds.has(each)) ?? "integer";
  const places = Math.max(0, ...read.map(([, , , digits]) => digits));
  return { values: read.map(([top, bottom]) => top * (unit / bottom)), unit, kind, places };
}

/** A total as Python sends it: a number, or text if a number would not be exact. */
function shown({ unit, kind, places }, total) {
  if (total % unit === 0n) {
    const whole = total / unit;
    return size(whole) <= 2n ** 53n ? Number(whole) : String(whole);
  }
  const common = gcd(total, unit);
  if (kind === "fraction") return `${total / common}/${unit / common}`;
  const digits = String((size(total) * 10n ** BigInt(places)) / unit).padStart(places + 1, "0");
  return `${total < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

// --- notation ------------------------------------------------------------------------------------

/** Moves as a list of texts: L, R, L3, 1:R2, or the index of a circle's card; null if they are not in notation. */
export function movesOf(text) {
  const moves = [];
  for (const word of text === "-" ? [] : text.split(" ").filter(Boolean)) {
    const counted = /^(?:(\d{1,4})x)?((?:\d+:)?)([LR])(\d+)$/.exec(word);
    const letters = /^((?:\d+:)?)((?:\d{0,4}[LR])+)$/.exec(word);
    if (/^\d+$/.test(word)) moves.push(word);
    else if (counted) {
      const [, run = "1", component, side, count] = counted;
      for (let k = 0; k < Number(run); k += 1) moves.push(component + side + (count === "1" ? "" : count));
    } else if (letters) {
      for (const [, run, side] of letters[2].matchAll(/(\d*)([LR])/g)) {
        for (let k = 0; k < Number(run || 1); k += 1) moves.push(letters[1] + side);
      }
    } else return null;
    if (moves.length > MOST_CARDS) return null;
  }
  return moves;
}

/** Moves in Python's notation, which writes runs of equal moves as 3xL2 only if moves have counts. */
export function textOf(moves, counted) {
  const words = [];
  let before = null;
  let run = 0;
  for (const move of moves) {
    const [, component = "", side = ""] = /^(\d+:)?([LR])?/.exec(move);
    if (counted && side) {
      const word = /\d$/.test(move) ? move : `${move}1`;
      run = before === word ? run + 1 : 1;
      if (run > 1) words.pop();
      words.push(run > 1 ? `${run}x${word}` : word);
      before = word;
    } else if (side && component === before) words[words.length - 1] += side;
    else {
      words.push(move);
      before = side ? component : null;
    }
  }
  return words.join(" ") || "-";
}

/** The end, the count, and for a board the component of a move. */
function partsOf(move) {
  const [, component, side, count] = /^(?:(\d+):)?([LR])(\d*)$/.exec(move) ?? [];
  return side ? { part: Number(component ?? 0), side, count: Number(count || 1) } : { first: Number(move) };
}

/** The number of cards that each move takes. */
export const countOf = (move) => partsOf(move).count ?? 1;

/** The side of a move: L, R, or "" for the first card of a circle. */
export const sideOf = (move) => partsOf(move).side ?? "";

/** A move in words, numbered as in Python's sentences: left, 3 from the left, right of component 2 counted from 0. */
export function moveName(move) {
  const { first, part, side, count } = partsOf(move);
  if (first !== undefined) return MOVE.card(first);
  return `${count > 1 ? MOVE.count(count) : ""}${SIDES[side]}${move.includes(":") ? MOVE.part(part) : ""}`;
}

const PLAIN = { least: 1, most: 1, doubling: false, ends: "either", score: "cards", turns: "AB", stop: Infinity };

/** Rules from their text; null if it is not in Python's notation, and for merge and weights, which are not drawn. */
export function readRules(text) {
  const rules = { ...PLAIN };
  for (const part of text ? text.split(", ") : []) {
    const take = /^take (?:(1-2M)|(?:(\d+)-)?any|(\d+)(?:-(\d+))?) (either|left|right)$/.exec(part);
    const [name, value, ...more] = part.split(" ");
    if (take) {
      const [, doubling, from, least, most, ends] = take;
      if (doubling && ends === "either") return null;
      Object.assign(rules, { doubling: Boolean(doubling), ends, least: Number(least ?? from ?? 1), most: least ? Number(most ?? least) : Infinity });
    } else if (more.length) return null;
    else if (name === "turns" && /^A[AB]*$/.test(value)) rules.turns = value;
    else if (name === "stop" && /^[1-9]\d*$/.test(value)) rules.stop = Number(value);
    else if (name === "score" && /^(rest|turn)$/.test(value)) rules.score = value;
    else return null;
  }
  return rules;
}

const isWho = (text) => text === "first" || text === "second";

/** The parts of a game's notation; `moves` is a list, `rules` is "" for plain rules. */
export function partsOfGame(game) {
  const parts = game.split(" / ");
  const rules = parts.length > 1 && !isWho(parts[1]) ? parts.splice(1, 1)[0] : "";
  const [row, first = "first", moves = "-", opponent = "optimal"] = parts;
  return { row: row === "-" ? "" : row, rules, first, moves: movesOf(moves) ?? [], opponent };
}

/** Whether moves have a count. */
export const isCounted = (rules) => rules.least !== 1 || rules.most !== 1 || rules.doubling;

/** The notation of a game; `moves` is a list, or unparsed text. */
export function gameOf({ row, rules = "", first, moves, opponent }) {
  const read = readRules(rules);
  const list = Array.isArray(moves) ? moves : movesOf(moves);
  const parts = [row || "-", ...(rules ? [rules] : []), first, list && read ? textOf(list, isCounted(read)) : moves];
  if (opponent !== "optimal") parts.push(opponent);
  return parts.join(" / ");
}

// --- shapes: lanes of cards ------------------------------------------------------------------------

/** { shape, words, parts }, parts as [first card, cards, open ends]; null if it is not in Python's notation. */
function readShape(text) {
  const words = (part) => part.split(" ").filter(Boolean);
  if (text.startsWith("circle")) {
    const cards = words(text.slice(6));
    return { shape: "circle", words: cards, parts: [[0, cards.length, "LR"]] };
  }
  if (text === "[]") return readShape("");
  const board = text.startsWith("board");
  if (!board && !/[|[\]]/.test(text)) {
    const cards = words(text);
    return { shape: "row", words: cards, parts: [[0, cards.length, "LR"]] };
  }
  const [all, parts] = [[], []];
  for (const piece of text.replace(/^board ?/, "").split("|")) {
    const [, closedLeft, inside, closedRight] = /^ ?(\[?)([^[\]]*?)(\]?) ?$/.exec(piece) ?? [];
    if (!inside?.trim()) return null;
    const cards = words(inside);
    parts.push([all.length, cards.length, (closedLeft ? "" : "L") + (closedRight ? "" : "R")]);
    all.push(...cards);
  }
  return parts.every(([, , open]) => open) ? { shape: "board", words: all, parts } : null;
}

// --- the rulebook, on bare states: { spans, number, memory }, spans null for a complete circle ----

const startOf = ({ shape, parts, words }) => ({
  spans: shape === "circle" && words.length ? null : parts.map(([begin, cards]) => [begin, begin + cards]),
  number: 0,
  memory: 1,
});

function legalMoves(game, state) {
  const { rules, parts, words } = game;
  if (state.number >= rules.stop) return [];
  if (!state.spans) return words.map((_, index) => String(index));
  const moves = [];
  state.spans.forEach(([start, stop], part) => {
    const left = stop - start;
    const most = Math.min(rules.doubling ? 2 * state.memory : rules.most, left);
    const open = [...parts[part][2]].filter((side) => rules.ends === "either" || rules.ends === (side === "L" ? "left" : "right"));
    open.forEach((side, place) => {
      for (let count = rules.least; count <= most; count += 1) {
        if (place && count === left) continue; // taking all cards is a move from the left
        moves.push(`${game.shape === "board" ? `${part}:` : ""}${side}${count > 1 ? count : ""}`);
      }
    });
  });
  return moves;
}

/** The move as in `legalMoves`, where taking all cards is a move from the left; null if it is illegal. */
function legal(game, state, move) {
  const moves = legalMoves(game, state);
  if (moves.includes(move)) return move;
  const { part, side, count } = partsOf(move);
  if (side !== "R" || !state.spans?.[part]) return null;
  const [start, stop] = state.spans[part];
  const mirrored = move.replace("R", "L");
  return stop - start === count && game.parts[part][2] === "LR" && moves.includes(mirrored) && game.rules.ends !== "right" ? mirrored : null;
}

function after(game, state, move) {
  const number = state.number + 1;
  const { first, part, side, count } = partsOf(move);
  if (first !== undefined) return { spans: [[first + 1, first + game.words.length]], number, memory: 1 };
  const spans = state.spans.map(([start, stop], at) => (at !== part ? [start, stop] : side === "L" ? [start + count, stop] : [start, stop - count]));
  return { spans, number, memory: game.rules.doubling ? Math.max(state.memory, count) : 1 };
}

/** The cards that a move takes, from the end inwards. */
function placesOf(game, state, move) {
  const { first, part, side, count } = partsOf(move);
  if (first !== undefined) return [first];
  const [start, stop] = state.spans[part];
  return Array.from({ length: count }, (_, at) => (side === "L" ? start + at : stop - 1 - at) % game.words.length);
}

function earns(game, state, move) {
  const { values, rules, words } = game;
  if (rules.score === "rest") {
    return sum(after(game, state, move).spans.flatMap(([start, stop]) => Array.from({ length: stop - start }, (_, at) => values[(start + at) % words.length])));
  }
  const taken = sum(placesOf(game, state, move).map((place) => values[place]));
  return rules.score === "turn" ? taken * BigInt(state.number + 1) : taken;
}

const moverOf = ({ rules, you_first: youFirst }, number) => ((rules.turns[number % rules.turns.length] === "A") === youFirst ? "you" : "opponent");

// --- positions ----------------------------------------------------------------------------

/** Replay a game; null if only Python can read it, or has to refuse it. */
export function readGame(text) {
  const parts = partsOfGame(text);
  const rules = readRules(parts.rules);
  const laid = readShape(parts.row);
  const pieces = text.split(" / ").length - (parts.rules ? 1 : 0);
  if (!rules || !laid || pieces < 3 || pieces > 4 || laid.words.length > MOST_CARDS || !isWho(parts.first) || !isOpponent(parts.opponent)) return null;
  if (movesOf(text.split(" / ")[parts.rules ? 3 : 2]) === null) return null; // only Python can say what is wrong
  const counted = exactly(laid.words);
  if (!counted || (laid.shape === "board" && rules.score !== "cards") || (laid.shape === "circle" && rules.score !== "cards")) return null;
  const game = { ...parts, ...laid, ...counted, rules, you_first: parts.first === "first" };
  let state = startOf(game);
  const steps = [];
  for (const move of parts.moves) {
    const made = legal(game, state, move);
    if (made === null) return null;
    steps.push({ move: made, by: moverOf(game, state.number), places: placesOf(game, state, made), earned: earns(game, state, made) });
    state = after(game, state, made);
  }
  return { game, state, steps };
}

/** A position as the page draws it, without an evaluation; null as above. */
export function position(text) {
  const read = readGame(text);
  if (!read) return null;
  const { game, state, steps } = read;
  const count = game.words.length;
  const total = (who) => sum(steps.filter((step) => step.by === who).map((step) => step.earned));
  const [yours, theirs] = [total("you"), total("opponent")];
  const moves = legalMoves(game, state);
  const lanes = state.spans
    ? state.spans.map(([start, stop], part) => ({ places: Array.from({ length: stop - start }, (_, at) => (start + at) % count), open: game.parts[part][2] }))
    : [{ places: game.words.map((_, index) => index), open: "" }];
  const taken = steps.map((step) => step.move);
  const plain = JSON.stringify(game.rules) === JSON.stringify(PLAIN);
  const rules = partsOfGame(text).rules;
  return {
    game: gameOf({ ...partsOfGame(text), moves: taken }),
    shape: game.shape,
    row: game.words,
    rules,
    plain: plain && game.shape === "row",
    dials: game.rules,
    opponent: game.opponent,
    you_first: game.you_first,
    taken,
    steps: steps.map((step) => ({ ...step, earned: shown(game, step.earned) })),
    lanes,
    whole: state.spans === null,
    start: state.spans?.[0]?.[0] ?? 0, // for a circle, an index into its cards stored twice in a row
    stop: state.spans?.[0]?.[1] ?? count,
    legal: moves,
    earns: moves.map((move) => shown(game, earns(game, state, move))),
    places: moves.map((move) => placesOf(game, state, move)),
    to_move: moverOf(game, state.number),
    over: !moves.length,
    yours: shown(game, yours),
    theirs: shown(game, theirs),
    span: shown(game, sum(game.values.map(size))),
    leader: yours > theirs ? "you" : yours < theirs ? "opponent" : "draw",
  };
}

/** The move of greedy or modest; null for any other opponent. */
export function habit(text) {
  const read = readGame(text);
  const [, name, ties] = /^(greedy|modest) (left|right)$/.exec(read?.game.opponent ?? "") ?? [];
  if (!name) return null;
  const { game, state } = read;
  const moves = legalMoves(game, state);
  const keys = moves.map((move) => earns(game, state, move) * (name === "greedy" ? 1n : -1n));
  const most = keys.reduce((best, key) => (key > best ? key : best), keys[0]);
  const liked = moves.filter((_, at) => keys[at] === most);
  const end = (move) => move.replace(/(?<=[LR])\d+$/, "");
  return ties === "left" ? liked[0] : liked.find((move) => end(move) === end(liked.at(-1)));
}
