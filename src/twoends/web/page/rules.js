// The rules in the browser: reading a game in Python's notation, legal moves, what they earn, and whose turn it is. A
// position is never changed: a move makes the next one. Python reads any text that is not in its own notation. A test
// compares all of this with Python's rulebook.

/** A playing card, as Python writes it: its rank and its suit. */
export const CARD = /^(10|[2-9JQKA])([♠♥♦♣])$/;
export const COURT = { J: 11, Q: 12, K: 13, A: 14 };
const MAX_CARDS = 1000;
const MAX_SHAPED = 60; // cards of a board or a circle
const MAX_DIGITS = 100;
const OPPONENT = /^(?:random|(?:left|right|(?:greedy|modest) (?:left|right|random)|(?:optimal|generous)(?: right| random)?)(?: trembling (\d{1,4})(?:\/([1-9]\d{0,3}))?)?)$/;
const FINEST_CHANCE = 1000;

/** Whether a text is an opponent in Python's notation. */
export function isOpponent(text) {
  const [found, top = "0", bottom = "1"] = OPPONENT.exec(text) ?? [];
  return found !== undefined && Number(top) <= Number(bottom) && Number(bottom) <= FINEST_CHANCE;
}

/** Whether moves are random, so that totals are expectations. */
export const isByChance = (opponent) => /^random|trembling|^(greedy|modest) random/.test(opponent);

const size = (value) => (value < 0n ? -value : value);
const gcd = (a, b) => (b ? gcd(b, a % b) : size(a));

// --- values: exact, as integers over one unit --------------------------------------------------------

/** A word as [top, bottom, kind, places]; null if it is not in Python's notation. */
function exact(word) {
  if (word.length > MAX_DIGITS) return null;
  if (CARD.test(word)) return [BigInt(COURT[word[0]] ?? word.slice(0, -1)), 1n, "integer", 0];
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

/** Values as integers: { values, unit, kind, decimals }; null if one cannot be read. */
function exactly(words) {
  const read = words.map(exact);
  if (read.includes(null)) return null;
  const unit = read.reduce((common, [, bottom]) => (common / gcd(common, bottom)) * bottom, 1n);
  const kinds = new Set(read.map(([, , kind]) => kind));
  const kind = ["fraction", "decimal"].find((each) => kinds.has(each)) ?? "integer";
  const decimals = Math.max(0, ...read.map(([, , , digits]) => digits));
  return { values: read.map(([top, bottom]) => top * (unit / bottom)), unit, kind, decimals };
}

/** A total as Python sends it: a number, or text if a number would not be exact. */
export function amount({ unit, kind, decimals }, total) {
  if (total % unit === 0n) {
    const whole = total / unit;
    return whole <= 2n ** 53n && whole >= -(2n ** 53n) ? Number(whole) : String(whole);
  }
  const common = gcd(total, unit);
  const [top, bottom] = [total / common, unit / common];
  let [rest, places] = [bottom, decimals];
  for (const factor of kind === "decimal" ? [2n, 5n] : []) {
    let times = 0;
    for (; rest % factor === 0n; rest /= factor) times += 1;
    places = Math.max(places, times);
  }
  if (rest !== 1n) return `${top}/${bottom}`;
  const digits = String((size(top) * 10n ** BigInt(places)) / bottom).padStart(places + 1, "0");
  return `${top < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

// --- notation ------------------------------------------------------------------------------------

/** Moves as a list of texts: L, R, L3, 1:R2, or the index of a circle's card; null if they are not in notation. */
function movesOf(text, mayCount) {
  const moves = [];
  for (const word of text === "-" ? [] : text.split(" ").filter(Boolean)) {
    const counted = /^(?:([1-9]\d{0,3})x)?((?:\d+:)?)([LR])(\d+)$/.exec(word);
    const letters = /^((?:\d+:)?)((?:(?:[1-9]\d{0,3})?[LR])+)$/.exec(word);
    if (/^\d+$/.test(word)) moves.push(word);
    else if (counted && mayCount) {
      const [, run = "1", row, side, count] = counted;
      for (let k = 0; k < Number(run); k += 1) moves.push(row + side + (count === "1" ? "" : count));
    } else if (letters && (!mayCount || letters[2].length === 1)) {
      for (const [, run, side] of letters[2].matchAll(/(\d*)([LR])/g)) {
        for (let k = 0; k < Number(run || 1); k += 1) moves.push(letters[1] + side);
      }
    } else return null;
    if (moves.length > MAX_CARDS) return null;
  }
  return moves;
}

/** Moves in Python's notation, which writes runs of equal moves as 3xL2 only if moves have counts. */
function textOf(moves, counted) {
  const words = [];
  let before = null;
  let run = 0;
  for (const move of moves) {
    const [, row = "", side = ""] = /^(\d+:)?([LR])?/.exec(move);
    if (counted && side) {
      const word = /\d$/.test(move) ? move : `${move}1`;
      run = before === word ? run + 1 : 1;
      if (run > 1) words.pop();
      words.push(run > 1 ? `${run}x${word}` : word);
      before = word;
    } else if (side && row === before) words[words.length - 1] += side;
    else {
      words.push(move);
      before = side ? row : null;
    }
  }
  return words.join(" ") || "-";
}

const PLAIN = { least: 1, most: 1, doubling: false, ends: "either", score: "cards", turns: "AB", stop: Infinity };

/** Rules from their text; null if it is not in Python's notation, and for merge, which is not drawn. */
function readRules(text) {
  const rules = { ...PLAIN };
  const read = new Set();
  for (const part of text ? text.split(", ") : []) {
    const take = /^take (?:(1-2M)|(?:(\d+)-)?any|(\d+)(?:-(\d+))?) (either|left|right)$/.exec(part);
    const [name, value, ...more] = part.split(" ");
    if (read.has(name)) return null;
    read.add(name);
    if (take) {
      const [, doubling, from, least, most, ends] = take;
      if (doubling && ends === "either") return null;
      Object.assign(rules, { doubling: Boolean(doubling), ends, least: Number(least ?? from ?? 1), most: least ? Number(most ?? least) : Infinity });
    } else if (more.length) return null;
    else if (name === "turns" && /^A[AB]*$/.test(value)) rules.turns = value.slice(0, (value + value).indexOf(value, 1)); // its shortest period
    else if (name === "stop" && /^[1-9]\d*$/.test(value)) rules.stop = Number(value);
    else if (name === "score" && /^(rest|turn|2\^turn|-?\d{1,9}\/|-?\d{1,9}(\/-?\d{1,9})+)$/.test(value)) rules.score = value;
    else return null;
  }
  const weights = weightsOf(rules);
  if (weights.length) rules.stop = rules.stop < Infinity ? rules.stop : weights.length;
  return rules.least < 1 || rules.least > rules.most || rules.stop > (weights.length || Infinity) ? null : rules;
}

const isWho = (text) => text === "first" || text === "second";

/** { shape, words, parts }, parts as [first card, cards, open ends]; null if it is not in Python's notation. */
function readShape(text) {
  const words = (part) => part.split(" ").filter(Boolean);
  if (/^circle( |$)/.test(text)) {
    const cards = words(text.slice(6));
    return { shape: "circle", words: cards, parts: [[0, cards.length, "LR"]] };
  }
  if (text === "[]") return readShape("");
  const board = /^board( |$)/.test(text);
  if (!board && !/[|[\]]/.test(text)) {
    const cards = words(text);
    return { shape: "row", words: cards, parts: [[0, cards.length, "LR"]] };
  }
  const [all, parts] = [[], []];
  for (const piece of text.replace(/^board( |$)/, "").split("|")) {
    const [, closedLeft, inside, closedRight] = /^ ?(\[?)([^[\]]*?)(\]?) ?$/.exec(piece) ?? [];
    if (!inside?.trim()) return null;
    const cards = words(inside);
    parts.push([all.length, cards.length, (closedLeft ? "" : "L") + (closedRight ? "" : "R")]);
    all.push(...cards);
  }
  return parts.every(([, , open]) => open) ? { shape: "board", words: all, parts } : null;
}

/**
 * The position of a text, with its game; null if only Python can read it, or has to refuse it.
 *
 * A position has the spans of remaining cards of each row of its game (null for a complete circle; a span of a circle
 * that was begun counts its cards as if they were stored twice), the steps so far, and the legal moves.
 */
export function readGame(text) {
  const pieces = text.split(" / ");
  const by = pieces.length > 1 && !isWho(pieces[1]) ? pieces.splice(1, 1)[0] : "";
  if (pieces.length < 3 || pieces.length > 4) return null;
  const [row, first, played, opponent = "optimal"] = pieces;
  const [rules, laid] = [readRules(by), readShape(row === "-" ? "" : row)];
  const moves = rules && movesOf(played, isCounted(rules));
  if (!rules || !laid || !moves || laid.words.length > MAX_CARDS || !isWho(first) || !isOpponent(opponent)) return null;
  const counted = exactly(laid.words);
  if (rules.turns === "A" && !(first === "first" && opponent === "optimal")) return null; // nobody else moves
  if (!counted || (laid.shape !== "row" && (rules.score !== "cards" || laid.words.length > MAX_SHAPED))) return null;
  const unruly = Object.keys(PLAIN).some((dial) => rules[dial] !== PLAIN[dial]);
  const game = { row, by, first, opponent, rules, ...laid, ...counted, plain: !unruly && laid.shape === "row", standard: !unruly, youFirst: first === "first", span: counted.values.reduce((sum, value) => sum + size(value), 0n) };
  const spans = game.shape === "circle" && game.words.length ? null : game.parts.map(([begin, cards]) => [begin, begin + cards]);
  return afterAll(placed(game, spans, 1, [], 0n, 0n), moves);
}

/** The position after moves of these names; null if one is not legal. */
function afterAll(start, moves) {
  let position = start;
  for (const name of moves) {
    const move = legal(position, name);
    if (!move) return null;
    position = after(position, move);
  }
  return position;
}

/** The position after moves given as a text; null if it is not in notation, or one is not legal. */
export function afterText(position, text) {
  const moves = movesOf(text, isCounted(position.game.rules));
  return moves && afterAll(position, moves);
}

/** Whether moves have a count. */
const isCounted = ({ least, most, doubling }) => least !== 1 || most !== 1 || doubling;

/** The moves so far, as a text. */
export const movesText = ({ game, steps }) => textOf(steps.map(({ move }) => move.name), isCounted(game.rules));

/** The notation of a position, with the parts of its game changed as wanted. */
export function notation({ game, steps }, changed = {}) {
  const { row, by, first, opponent, moves = steps.map(({ move }) => move.name) } = { ...game, ...changed };
  return [row || "-", ...(by ? [by] : []), first, textOf(moves, isCounted(game.rules)), ...(opponent === "optimal" ? [] : [opponent])].join(" / ");
}

/** The same position with the players exchanged, whoever the other one is. */
export const exchanged = (position, opponent = position.game.opponent) =>
  readGame(notation(position, { first: position.game.youFirst ? "second" : "first", opponent }));

/** The position before the first move. */
export const atStart = (position) => backTo(position, 0);

/** The position before the move with this number, counted from 0. */
export function backTo(position, number) {
  if (number >= position.steps.length) return position;
  return position.steps[number].before;
}

// --- the rulebook ----------------------------------------------------------------------------------

function placed(game, spans, memory, steps, yours, theirs) {
  const [number, { rules }] = [steps.length, game];
  const toMove = (rules.turns[number % rules.turns.length] === "A") === game.youFirst ? "you" : "opponent";
  const position = { game, spans, memory, steps, toMove, yours, theirs, leader: yours > theirs ? "you" : yours < theirs ? "opponent" : "draw" };
  position.moves = number >= rules.stop ? [] : legalMoves(position);
  position.over = !position.moves.length;
  return position;
}

/** The legal moves: { name, part, side, count, places, earns }; the places are in the order in which cards are taken. */
function legalMoves(position) {
  const { game: { rules, parts, shape, words }, spans, memory } = position;
  const moves = [];
  if (!spans) {
    for (let first = 0; first < words.length; first += 1) moves.push(moveOf(position, String(first), 0, "", 1, [first]));
    return moves;
  }
  for (let part = 0; part < spans.length; part += 1) {
    const [start, stop] = spans[part];
    const left = stop - start;
    const most = Math.min(rules.doubling ? 2 * memory : rules.most, left);
    let before = false; // taking all cards is a move from the left
    for (const side of parts[part][2]) {
      if (rules.ends !== "either" && rules.ends !== SIDES[side]) continue;
      for (let count = rules.least; count <= most; count += 1) {
        if (before && count === left) continue;
        const places = [];
        for (let at = 0; at < count; at += 1) places.push((side === "L" ? start + at : stop - 1 - at) % words.length);
        moves.push(moveOf(position, `${shape === "board" ? `${part}:` : ""}${side}${count > 1 ? count : ""}`, part, side, count, places));
      }
      before = true;
    }
  }
  return moves;
}

export const SIDES = { L: "left", R: "right" };

function moveOf(position, name, part, side, count, places) {
  const { game: { values, rules }, steps, spans } = position;
  let earns = 0n;
  if (rules.score === "rest") {
    const gone = new Set(places);
    for (const [start, stop] of spans) for (let at = start; at < stop; at += 1) if (!gone.has(at)) earns += values[at];
  } else {
    for (const place of places) earns += values[place];
    if (rules.score !== "cards") earns *= factorOf(rules, steps.length);
  }
  return { name, part, side, count, places, earns };
}

/** The weights of the moves in order, of a score such as 3/2/1; none for other scores. */
export const weightsOf = ({ score }) => (score.includes("/") ? score.split("/").filter(Boolean).map(BigInt) : []);

/** What the cards of the move with this number, from 0, are multiplied by. */
export function factorOf(rules, number) {
  if (rules.score === "turn") return BigInt(number + 1);
  if (rules.score === "2^turn") return 2n ** BigInt(number + 1);
  return rules.score.includes("/") ? weightsOf(rules)[number] ?? 0n : 1n;
}

/** The legal move of this name; null if there is none. Taking all cards from the right is the move from the left. */
export function legal(position, name) {
  const found = position.moves.find((move) => move.name === name);
  if (found || !name.includes("R") || position.game.rules.ends !== "either") return found ?? null;
  const all = position.moves.find((move) => move.name === name.replace("R", "L"));
  const [start, stop] = all ? position.spans[all.part] : [0, 0];
  return all && stop - start === all.count && position.game.parts[all.part][2] === "LR" ? all : null;
}

/** The position after a legal move. */
export function after(before, move) {
  const { game, spans, memory, steps, yours, theirs, toMove: by } = before;
  const step = { move, by, before };
  const next = spans ? [...spans] : [[move.places[0] + 1, move.places[0] + game.words.length]];
  if (spans) next[move.part] = move.side === "L" ? [spans[move.part][0] + move.count, spans[move.part][1]] : [spans[move.part][0], spans[move.part][1] - move.count];
  const [mine, other] = by === "you" ? [yours + move.earns, theirs] : [yours, theirs + move.earns];
  return placed(game, next, game.rules.doubling ? Math.max(memory, move.count) : 1, [...steps, step], mine, other);
}

/** The remaining cards of each row of a game, as places. */
export function lanesOf({ game: { parts, words }, spans }) {
  const lanes = [];
  for (let part = 0; part < parts.length; part += 1) {
    const [start, stop] = spans ? spans[part] : [0, words.length];
    const places = [];
    for (let at = start; at < stop; at += 1) places.push(at % words.length);
    lanes.push(places);
  }
  return lanes;
}

/** Whether both totals always add up to the same sum; if not, only margins can be compared. */
export const isFixedSum = ({ rules }) => rules.score === "cards" && rules.stop === Infinity && rules.least === 1;

/** A loss, given as text: 4 of a total, or 4 of the margin. */
export const givenAway = (game, loss) => (isFixedSum(game) ? loss : `${loss} of the margin`);

/** The same compared with the best move. */
export const fallsShort = (game, loss) => `${loss} ${isFixedSum(game) ? "less" : "worse"}`;
