// The state of the page, which is never changed: an address is read once into a state, an event makes the next one, and
// an address is written for the history only.
//
// An address is #PAGE/ROW/RULES/first/MOVES/OPPONENT, a game's notation with / for " / " and without plain rules. Who
// plays for you follows, unless it is you, and in a challenge the result to beat and the moves that led to it, as in
// 48:43:RLRL. A slash inside a value is written %2F, a blank as +, a suit as its letter. A link names everything, so that
// a later version with other defaults reads it correctly; only addresses typed by hand omit parts. Puzzles and the lesson
// are #puzzle/NAME/MOVE, #lesson/3/L; a contest, which is a whole game, is #puzzle/NAME/MOVES.

import { answerTo } from "./answers.js";
import { isContest, isDay, mayCount, recordOf } from "./contest.js";
import { about } from "./numbers.js";
import { after, afterText, atStart, backTo, exchanged, isByChance, isFixedSum, isOpponent, legal, movesText, notation, readGame } from "./rules.js";

/** The seat of two people; "" is you, anything else names the computer that plays for you. */
export const TWO = "two";

export const CHAPTERS = { play: "Play", why: "Why", review: "Review", compare: "Compare", algorithms: "Algorithms" };
const MODES = { puzzles: "Puzzles", puzzle: "Puzzle", lesson: "Lesson" };
export const TITLES = { ...CHAPTERS, ...MODES };

/** The share of Python at which all of it has arrived; then it starts. */
export const ARRIVED = 0.9;

const NONE = {}; // the same one always, so that what depends on it is drawn only when something is refused

/** The state before any address; `games` are the first games, as texts. */
export const startOf = (games) => ({
  games,
  page: "play",
  position: null, // of the game at the table
  unread: "", // a game that only Python can read
  seat: "",
  goal: "", // the result to beat in a challenge, and the moves that led to it
  contest: "", // the name of the row of the day, or of a row of the ladder, that is at the table
  played: "", // the moves of its address, until its row is known
  name: "", // of the puzzle, or the number of the step
  answer: "", // to it
  decision: null, // the position of it
  fault: "", // what is wrong with the address
  told: {}, // answers to what this state asks, by slot
  refusals: NONE, // Python's sentences on what it refuses, by slot
  hint: false,
  analysis: false,
  helped: {}, // a game -> the moves before each turn with a hint or the analysis
  count: 1, // cards that the buttons and the arrows take, if there is a choice
  running: false, // whether two computers play on by themselves
  look: {}, // what is looked at on this page: a move of the review, a step of an algorithm, …
  sheet: null, // the new game that is being chosen
  own: null, // the row of the field that Python reads: what was typed, and where it leads
  puzzles: null, // how the row of the day is named, and the rungs of the ladder
  records: {}, // the first game of each contest
  dry: [], // the rows played since the last win
  forgetful: false, // whether the browser stores nothing
  size: null, // of the table
  portrait: false, // whether the window is taller than wide
  unreached: "", // why Python does not answer
  share: null, // of Python fetched, from 0 to 1; null if nothing is fetched
  left: "", // how long the rest takes
  waited: 0, // seconds
  copied: null, // what was just copied, and what to say of it
  offline: "", // what works without a network: the "page", with Python if that is "kept"; "keeping" and "failed" on the way
  update: null, // the service worker of a new version
});

// --- addresses -------------------------------------------------------------------------------------

const LETTERS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SHORT = { greedy: "greedy right", modest: "modest right" }; // as users type them
const GOAL = /^-?[\d./]+:-?[\d./]+(:.+)?$/; // two numbers, yours and theirs, and moves

const write = (part) => encodeURIComponent(part.replace(/[♠♥♦♣]/g, (suit) => LETTERS[suit])).replaceAll("%20", "+");

/** Cards as Python writes them, so that equal questions have equal text and are asked once. */
const suited = (row) => row.replace(/(?<![^\s[|])(10|[2-9JQKA])([shdc])(?![^\s\]|])/g, (_, rank, letter) => rank + SUITS[letter]);

const written = new WeakMap(); // a game -> its row, rules and opponent; a position -> the part of its addresses after the page

/** The address of a page about a position. */
export function addressOf(page, position, seat = "", goal = "") {
  const { game } = position;
  if (!written.has(game)) written.set(game, { row: [game.row || "-", ...(game.by ? [game.by] : [])].map(write).join("/"), opponent: write(game.opponent) });
  if (!written.has(position)) {
    const { row, opponent } = written.get(game);
    written.set(position, `${row}/${game.first}/${write(movesText(position))}/${opponent}`);
  }
  const tail = seat || goal ? `/${write(seat)}${goal ? `/${write(goal)}` : ""}` : "";
  return `#${page}/${written.get(position)}${tail}`;
}

/** The address of a puzzle or a step, or of a list of them. */
export const placeOf = (...parts) => `#${parts.filter(Boolean).map(encodeURIComponent).join("/")}`;

/** The address of a state; "" if it has none. */
export function addressIn(state) {
  const { page, position, seat, goal, name, answer, fault, unread } = state;
  if (fault || unread) return "";
  if (page in MODES) return placeOf(page, name, answer);
  return page === "play" && state.contest ? addressOfContest(state) : addressOf(page, position, seat, goal);
}

export function addressOfContest({ position, contest, played, records }) {
  return placeOf("puzzle", contest, position && (position.steps.length || records[contest]?.over) ? movesText(position) : played);
}

/** What an address says: parts of a state. */
function read(hash, games) {
  // The algorithms were once a race, in links that are still around.
  const [page, ...written] = hash.replace(/^#/, "").replace(/^race(?=\/|$)/, "algorithms").split("/");
  const nothing = { page: "play", position: null, unread: "", seat: "", goal: "", contest: "", played: "", name: "", answer: "", decision: null, fault: "" };
  let parts;
  try {
    parts = written.map((part) => decodeURIComponent(part.replaceAll("+", " ")));
  } catch {
    if (Object.hasOwn(MODES, page)) return { ...nothing, page }; // a damaged link leads to the start of the mode
    return { ...nothing, fault: "The link is damaged: it contains a % without a character code. Ask for it again." };
  }
  if (page === "puzzle" && isContest(parts[0])) return { ...nothing, contest: parts[0], played: parts[1] ?? "" };
  if (Object.hasOwn(MODES, page)) return { ...nothing, page, name: parts[0] ?? "", answer: parts[1] ?? "" };
  if (page && !Object.hasOwn(CHAPTERS, page)) {
    return { ...nothing, fault: `There is no page “${page.slice(0, 20)}” here. Check the link, or reload the page to update it.` };
  }
  if (!parts.length) return { ...nothing, page: page || "play", position: readGame(games[0]) };
  const by = parts.length > 1 && !/^(first|second)$/i.test(parts[1]) ? parts.splice(1, 1)[0] : "";
  const [row = "", first = "first", moves = "-", opponent = "optimal", seat = "", goal = ""] = parts;
  if (parts.length > 6 || (goal && !GOAL.test(goal))) return { ...nothing, fault: "The link has too many parts for a game. Copy it again." };
  if (seat && seat !== TWO && seat !== "best" && !isOpponent(SHORT[seat] ?? seat)) {
    return { ...nothing, fault: `The link lets “${seat.slice(0, 30)}” play in your place, but there is no such player. Copy it again.` };
  }
  const text = [suited(row), ...(by ? [by] : []), first, moves || "-", SHORT[opponent] ?? opponent].join(" / ");
  const position = readGame(text);
  return { ...nothing, page, position, unread: position ? "" : text, seat, goal };
}

// --- events ----------------------------------------------------------------------------------------

/** The state after an event: { type, … }. */
export function step(before, event) {
  const state = next(before, event);
  // A row that Python reads is by the rules of the game that was at the table.
  const kept = state.own && state.position !== before.position ? { ...state, own: null } : state;
  return followedUp(before, informed(helped(kept)));
}

function next(state, event) {
  switch (event.type) {
    case "arrive": {
      const there = arrived(state, event);
      const same = state.position && there.position && state.seat === there.seat && notation(state.position) === notation(there.position);
      const game = same ? { position: state.position, hint: state.hint, told: state.page === there.page ? state.told : {} } : { hint: false, told: {}, running: false };
      const table = there.page in MODES ? { position: state.position, seat: state.seat, goal: state.goal, contest: state.contest } : {};
      return { ...state, ...there, ...game, ...table, refusals: NONE, look: there.page === state.page ? { method: state.look.method } : {}, sheet: null, own: null, records: event.records, waited: 0, size: there.page === state.page ? state.size : null };
    }
    case "begin": return begun(state, event.position, event.seat ?? state.seat);
    case "terms": return { ...begun(state, event.position, ""), page: state.page, contest: "", goal: "", look: { method: state.look.method } };
    case "take": {
      const move = isOpen(state) ? legal(state.position, event.move) : null;
      return move ? moved(state, after(state.position, move)) : state;
    }
    case "reply": return event.to === state.position ? moved(state, after(state.position, event.move)) : state;
    case "undo": {
      if (isUnaided(state)) return state;
      const { position: { steps }, seat } = state;
      const number = seat ? steps.length - 1 : steps.findLastIndex(({ by }) => by === "you");
      return number < 0 ? state : moved({ ...state, running: false }, backTo(state.position, number));
    }
    case "hint": return { ...state, hint: isOpen(state) && !isUnaided(state) && !state.hint, ...unrefused(state) };
    case "analysis": return isUnaided(state) ? state : { ...state, analysis: !state.analysis, ...unrefused(state) };
    case "count": return { ...state, count: event.count };
    case "run": return { ...state, running: !state.running };
    case "answer": return { ...state, answer: event.move };
    case "look": return { ...state, look: { ...state.look, ...event.at } };
    case "told": return { ...state, ...learnt(state, event), told: { ...state.told, [event.slot]: event.answer }, waited: 0 };
    case "refused": return { ...state, refusals: { ...state.refusals, [event.slot]: event.sentence } };
    case "own": return { ...state, own: event.own, refusals: pick(state.refusals, (slot) => slot !== "own"), waited: 0 };
    case "sheet": return state.sheet ? { ...state, sheet: { ...state.sheet, ...event.values }, ...without(state, SHEET) } : state; // it may be closed by now
    case "set": return { ...state, ...event.values };
    default: throw new Error(`no event ${event.type}`);
  }
}

/** Nothing is refused: a row that was is not asked again. */
const unrefused = ({ own, refusals }) => ({ refusals: NONE, own: "own" in refusals ? null : own });

/** What the address of an event says; a contest stays while you look at it in a chapter. */
function arrived({ games, position, contest, puzzles }, { hash, records, today }) {
  const there = ofToday(read(hash, games), puzzles, today);
  if (!position || !contest) return there;
  if (there.contest === contest) return { ...there, ...inContest({ ...there, records }, atStart(position)) };
  const isAbout = there.page !== "play" && there.position && isSameStart(position, there.position);
  return isAbout ? { ...there, contest } : there;
}

/** The row of the day by its date, so that its address means the same tomorrow, once it is known how it is named. */
const ofToday = (there, puzzles, today) => (there.contest === "today" && puzzles ? { ...there, contest: puzzles.day + today } : there);

/** The position of a contest: after the moves of its address, or else where your first game is. */
const inContest = ({ contest, played, records }, start) => ({ position: afterText(start, played || records[contest]?.moves || "-") ?? start, played: "" });

const isSameStart = (a, b) => notation(atStart(a)) === notation(atStart(b));

/** What an answer changes beside being known. */
function learnt(state, { slot, answer, today }) {
  if (slot === "puzzles") return { puzzles: answer, contest: ofToday(state, answer, today).contest };
  if (slot === "puzzle" && state.contest) return inContest(state, readGame(answer.game));
  if (slot === "lesson") {
    const at = stepIn(answer, state.name);
    return { name: String(at + 1), ...decisionOf(state, answer.steps[at].game) };
  }
  if (slot === "typed") return { sheet: { ...state.sheet, words: wordsIn(readGame(answer.game)) } };
  return slot === "puzzle" ? decisionOf(state, answer.game) : {};
}

/** A decision, with the answer to it that the address has. */
function decisionOf(state, game) {
  const decision = readGame(game);
  return { decision, answer: legal(decision, state.answer)?.name ?? "" };
}

const MAX_LIVE = 60; // cards of a row that is drawn while it is typed

/** The values that the dialog shows as tiles: those of a row, unless there are too many. */
export function wordsIn(position) {
  const { shape, words } = position?.game ?? {};
  return shape === "row" && words.length <= MAX_LIVE ? words : [];
}

/** The place of a step of the lesson by its number in an address. */
export const stepIn = ({ steps }, name) => Math.min(Math.max(Number.parseInt(name, 10) || 1, 1), steps.length) - 1;

/** Another game at the table; the result to beat, or the contest, stays while row, opponent and first player do. */
function begun(state, position, seat) {
  const same = state.position && seat === state.seat && isSameStart(position, state.position);
  return { ...moved(state, position), page: "play", seat, goal: same ? state.goal : "", contest: same ? state.contest : "", fault: "", unread: "", name: "", answer: "", decision: null, running: false, sheet: null, size: state.page === "play" ? state.size : null };
}

const moved = (state, position) => ({
  ...state, position, hint: false, told: {}, refusals: NONE, ...(state.sheet ? only(state, SHEET) : {}), look: {}, waited: 0, running: state.running && !position.over,
});

/** The slots of the dialog for a new game, which depend on nothing that moves change. */
const SHEET = new Set(["opponents", "typed"]);

const pick = (answers, keep) => Object.fromEntries(Object.entries(answers).filter(([slot]) => keep(slot)));
const only = ({ told, refusals }, slots) => ({ told: pick(told, (slot) => slots.has(slot)), refusals: pick(refusals, (slot) => slots.has(slot)) });
const without = ({ told, refusals }, slots) => ({
  told: pick(told, (slot) => slot === "opponents" || !slots.has(slot)), refusals: pick(refusals, (slot) => !slots.has(slot)),
});

/** The state with the answers that the page knows itself. */
function informed(state) {
  let told = null;
  for (const [slot, question, fields] of asksOf(state)) {
    const answer = slot in state.told ? null : answerTo(question, fields);
    if (answer) told = { ...(told ?? state.told), [slot]: answer };
  }
  return told ? informed({ ...state, told }) : state; // an answer may lead to other questions
}

/** The state with what a move changes beside the position: how a game ended, and the note of a game that counts. */
function followedUp(before, state) {
  const { position, contest, dry } = state;
  if (!before.position || position?.steps.at(-1)?.before !== before.position) return state;
  const next = position.over ? { ...state, look: { ended: true }, dry: position.leader === "you" ? [] : [...dry.filter((row) => row !== position.game.row), position.game.row] } : state;
  return contest && isCounting(before) ? { ...next, records: { ...next.records, [contest]: recordOf(next) } } : next;
}

/** The state with a note that this turn was looked up, if it was. */
function helped(state) {
  if (!isOpen(state) || !(state.hint || state.analysis) || isUnaided(state)) return state;
  const [game, moves] = turnOf(state.position);
  const before = state.helped[game] ?? [];
  return before.includes(moves) ? state : { ...state, helped: { ...state.helped, [game]: [...before, moves] } };
}

const turnOf = (position) => [notation(position, { moves: [] }), position.steps.map(({ move }) => `${move.name} `).join("")];

/** The number of turns before this position on which help was shown. */
export function hintsUsed({ helped: all, position }) {
  if (!Object.keys(all).length) return 0;
  const [game, moves] = turnOf(position);
  return (all[game] ?? []).filter((before) => moves.startsWith(before)).length;
}

// --- who plays -------------------------------------------------------------------------------------

/** Whether the game at the table counts: your first one of a contest, where you left it, and not over. */
export const isCounting = (state) => isUnaided(state) && mayCount(state.contest) && movesText(state.position) === (state.records[state.contest]?.moves ?? "-");

/** Whether a contest is being played that you have not finished: there is no help before its result. */
export const isUnaided = ({ contest, position, records }) => Boolean(contest && position) && !position.over && !records[contest]?.over;

/** Whether a person is to move. */
export const isOpen = ({ page, position, seat }) => page === "play" && position !== null && !position.over && (seat === TWO || (!seat && position.toMove === "you"));

export const isWatched = ({ seat }) => Boolean(seat) && seat !== TWO;

/** The name of an opponent: `greedy right trembling 1/10` is Greedy, trembling. */
export function nameOf(opponent) {
  const [name] = opponent.split(" ", 1);
  return name.charAt(0).toUpperCase() + name.slice(1) + (opponent.includes("trembling") ? ", trembling" : "");
}

/** The names at the table: yours, and that of the other side. */
export function namesOf({ position, seat }) {
  if (seat === TWO) return ["Player 1", "Player 2"];
  return [seat ? nameOf(seat) : "You", nameOf(position.game.opponent)];
}

/** Whether the second of two people is to move, for whom all totals are exchanged. */
export const isTurned = ({ position, seat }) => seat === TWO && !position.over && position.toMove !== "you";

/** The position from the side of the player to move, to compute their best play. */
const seenBy = ({ position, seat }) => (isTurned({ position, seat }) ? exchanged(position) : position);

// --- what a state asks -----------------------------------------------------------------------------

/** The questions of each page: [slot, question, fields]; a game is a position, or text that only Python can read. */
const PAGES = {
  play(state) {
    const { position, seat, hint, contest } = state;
    const analysis = state.analysis && !isUnaided(state);
    const asks = contest && !state.puzzles ? [["puzzles", "puzzles", {}]] : [];
    if (!position) return contest === "today" ? asks : [...asks, ["puzzle", "puzzle", { name: contest }]];
    const { game, over, steps } = position;
    if ((hint && isOpen(state)) || analysis) asks.push(["moves", "moves", { game: seenBy(state) }]);
    if (analysis || (over && !seat && steps.length)) asks.push(["review", "review", { game: position }]);
    if (analysis && !over) asks.push(["why", "why", { game: seenBy(state) }]);
    if (over && !seat && isFixedSum(game) && !isByChance(game.opponent)) asks.push(["start", "moves", { game: atStart(position) }]);
    if (over && isDay(contest)) asks.push(["futures", "futures", { game: atStart(position) }]);
    return asks;
  },
  why({ position }) {
    const game = explained(position);
    const yours = game.toMove === "you" && !game.over;
    const { plain, row, opponent } = game.game;
    return [...(plain && !game.steps.length && !game.over ? [["solved", "solve", { row, opponent }]] : []), ...(yours || game.game.plain ? [["why", "why", { game }]] : []), ...(yours && game.moves.length > 1 ? [["futures", "futures", { game }]] : [])];
  },
  review: ({ position }) => [["review", "review", { game: position }]],
  compare({ position: { game }, told: { opponents } }) {
    if (!game.plain) return [];
    const asks = (opponents?.compared ?? []).map((opponent) => [opponent, "compare", { row: game.row, opponent }]);
    return [["opponents", "opponents", {}], ...asks];
  },
  algorithms: () => [["opponents", "opponents", {}]],
  puzzles: ({ puzzles }) => (puzzles ? [] : [["puzzles", "puzzles", {}]]),
  puzzle: (state) => [["puzzle", "puzzle", { name: state.name }], ...decisionAsks(state)],
  lesson: (state) => [["lesson", "lesson.json", {}], ...decisionAsks(state)],
};

const decisionAsks = ({ decision }) => (decision ? [["moves", "moves", { game: decision }], ["futures", "futures", { game: decision }]] : []);

/** The position that Why explains: that of the table, or after the last card the row from its start. */
export const explained = (position) => (position.over && position.steps.length ? atStart(position) : position);

/** Everything that a state asks. */
export function asksOf(state) {
  const { fault, unread, page, own } = state;
  const shown = fault ? [] : unread ? [["unread", "moves", { game: unread }]] : PAGES[page](state);
  if (own) shown.push(["own", "moves", { game: own.text }]);
  return state.sheet ? [...shown, ...sheetAsks(state)] : shown;
}

/** Why Python refuses something that this page asks; "" if it refuses nothing. */
export function refusalOf({ refusals }) {
  for (const slot in refusals) if (slot !== "own" && slot !== "typed") return refusals[slot];
  return "";
}

const sheetAsks = ({ sheet: { text } }) => [["opponents", "opponents", {}], ...(text ? [["typed", "moves", { game: text }]] : [])];

/** Whether a computer is to move, by itself or because two computers play on. */
export const isReplyDue = (state) =>
  state.page === "play" && !state.fault && !("reply" in state.refusals) && state.position !== null && !state.position.over && state.seat !== TWO
  && (isWatched(state) ? state.running : state.position.toMove === "opponent");

/** The question for the move of the computer to move. */
export const replyAsk = ({ position, seat }) => ["reply", { game: position, ...(position.toMove === "you" ? { player: seat } : {}) }];

/** Whether a move of a review gave something away. */
export const isMistake = ({ mark }) => mark === "inaccuracy" || mark === "blunder";

/** Whether a move of a review gave the win away. */
export const isFatal = ({ promises }, { number }) => about(promises[number - 1]) > 0 && about(promises[number]) <= 0;

/** Your costliest move in a review, of those that gave the win away if there are any; null if you gave nothing away. */
export function worstOf(review) {
  const yours = review.played.filter((move) => move.by === "you" && isMistake(move));
  const fatal = yours.filter((move) => isFatal(review, move));
  return (fatal.length ? fatal : yours).reduce((most, move) => (most && about(move.loss) <= about(most.loss) ? most : move), null);
}

/** A day in local time, such as 2026-11-22. */
export const dayOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
