// The table: the totals, the row, the last move, the hint, the result; and beside it the analysis and the moves.

import { celebration } from "./celebrate.js";
import { html, once } from "./draw.js";
import { outcome, result } from "./ending.js";
import { character, chip, isCard, isShortened, label, spoken, theCard } from "./faces.js";
import { contestTitle } from "./ladder.js";
import { about, brief, number, show } from "./numbers.js";
import { COURT, SIDES, amount, fallsShort, isByChance, isFixedSum, lanesOf, legal, weightsOf } from "./rules.js";
import { ARRIVED, TWO, hintsUsed, isOpen, isReplyDue, isTurned, isUnaided, isWatched, namesOf, refusalOf } from "./state.js";
import { SIGNS, table } from "./table.js";

/** The content of the page *Play*; `send` takes an event. */
export function drawPlay(state, send) {
  const { position, size, hint, seat } = state;
  if (!position) return drawUnread(state);
  const [you, they] = namesOf(state);
  const open = isOpen(state);
  const unaided = Boolean(state.contest) && isUnaided(state);
  const judged = hint ? state.told.moves : undefined;
  const { game, over, steps } = position;
  const [yours, theirs] = [amount(game, position.yours), amount(game, position.theirs)];
  return html("div", { class: "game" },
    html("div", { id: "stage", class: over ? `stage over led-by-${position.leader}` : "stage" },
      scores(position, you, they, yours, theirs),
      html("p", { id: "rule", class: `rule${steps.length ? " begun" : ""}${game.standard && game.shape === "row" ? " usual" : ""}` }, ruleTexts(game)),
      state.goal || state.contest ? html("p", { id: "goal", class: "goal" }, state.goal ? toBeat(state, yours, theirs) : contestTitle(state)) : null,
      seat === TWO ? null : html("p", { id: "opponent", class: "opponent", "aria-live": "off" }, character(position)),
      html("div", { id: "felt", class: "felt", tabindex: -1 },
        size ? table(position, size, {
          id: "table", open, ringed: ringed(position, state.count), marks: judged ? marksOf(judged) : {},
          onTake: (move) => send({ type: "take", move }), onLook: (index) => send({ type: "look", at: { card: index } }),
        }) : null),
      over ? [celebration(state), result(state, send)] : [null, null],
      html("p", { id: "status", class: over ? "status unseen" : "status", role: "status", "aria-live": "polite" }, situation(state, you, they, open), hint ? hintTold(state) : null),
      lens(state),
      controls(state, send, open, judged, unaided)),
    beside(state, send, you, they, unaided));
}

/** Nothing to play while Python reads the game. */
const drawUnread = (state) => html("div", { class: "game" }, html("div", { class: "stage" },
  html("p", { id: "status", class: "status", role: "status" }, waits(state, state.contest ? "Dealing the row …" : "Reading the link …"))));

const marksOf = once((moves) => Object.fromEntries(moves.moves.map((move) => [move.end, move.mark])));

/** Both totals, and the knot between them: at the edge, the lead would be the sum of the row. */
function scores(position, you, they, yours, theirs) {
  const lead = Number(((position.yours - position.theirs) * 5000n) / (position.game.span || 1n)) / 100;
  const place = `${50 - Math.max(-50, Math.min(50, lead))}%`;
  return html("div", { class: "scores" },
    html("div", { class: "score yours" }, html("span", { class: "who" }, you), html("span", { id: "your-total", class: "total" }, number(yours))),
    html("div", { id: "tug", class: "tug", role: "img", "aria-label": `${you} ${show(yours)}, ${they} ${show(theirs)}` },
      html("span", { class: "knot", style: `left: ${place}` })),
    html("div", { class: "score theirs" }, html("span", { id: "their-total", class: "total" }, number(theirs)), html("span", { class: "who" }, they)));
}

const courtOf = (words) => {
  const ranks = new Set(words.filter(isCard).map((word) => word[0]));
  return Object.keys(COURT).filter((rank) => ranks.has(rank)).map((rank) => ` ${rank} = ${COURT[rank]}`).join(",");
};

/** The rule above the table: in full at first, then in short; by the usual rules a small screen needs it only at first. */
const ruleTexts = once((game) => {
  const court = courtOf(game.words);
  return [
    html("span", { class: "in-full" }, `${ruleOf(game)}.`, court ? html("span", { class: "court" }, court) : null),
    html("span", { class: "in-short" }, shortRule(game)),
  ];
});

const inMoves = (count) => (count === 1 ? "1 move" : `${count} moves`);

/** The rules in a few words. */
function shortRule({ rules: { least, most, doubling, ends, turns, score, stop }, standard, shape }) {
  if (standard) return `${{ circle: "Any card first, then either end", board: "A card from either end of any row" }[shape] ?? "A card from either end"} · highest total wins`;
  const count = doubling ? "Up to twice the most so far" : most === Infinity ? (least === 1 ? "Any number" : `${least} or more`) : least === most ? `${least}` : `${least} to ${most}`;
  const cards = doubling || most === Infinity ? count : `${count} card${most === 1 ? "" : "s"}`;
  const scoring = { cards: "", rest: "earns what it leaves", turn: "counts × its number", "2^turn": "counts × 2, 4, 8, …" }[score] ?? `counts × ${score.replaceAll("/", ", ")}`;
  const where = `${cards} from ${ends === "either" ? "either end" : `the ${ends}`}${shape === "board" ? " of any row" : ""}`;
  return [shape === "circle" ? `Any card first, then ${where.toLowerCase()}` : where, scoring, turns === "AB" ? "" : turns === "A" ? "alone" : `order ${turns}`, stop === Infinity ? "" : inMoves(stop), "highest total wins"].filter(Boolean).join(" · ");
}

/** What a move takes and who wins, as a sentence without a full stop. */
export const ruleOf = once(({ rules: { least, most, doubling, ends, turns, score, stop }, shape }) => {
  const amounts = { 1: "a card", 2: "one or two cards", 3: "one, two or three cards" };
  const cards = doubling ? "one card or more, at most twice the most taken so far"
    : least === 1 && most in amounts ? amounts[most]
    : most === Infinity ? (least === 1 ? "any number of cards" : `${least} cards or more`)
    : least === most ? `${least} cards` : `${least} to ${most} cards`;
  const where = `Take ${shape === "circle" ? "any card first, then " : ""}${cards} from ${ends === "either" ? "either end" : `the ${ends} end`}${shape === "board" ? " of any row" : ""}`;
  const scoring = {
    cards: "", rest: "A move earns the sum of the cards it leaves", turn: "A move earns its cards times its number",
    "2^turn": "The first move earns its cards times 2, the second times 4, and so on",
  }[score] ?? `In order, moves earn their cards times ${listed(weightsOf({ score }).map(String))}`;
  const order = turns === "AB" ? "" : turns === "A" ? "You play alone" : `The order of turns is ${turns}`;
  return [where, scoring, order, stop === Infinity ? "" : `Play ends after ${inMoves(stop)}`, "Highest total wins"].filter(Boolean).join(". ");
});

/** The result to beat, and at the end the comparison with yours. */
function toBeat({ goal, position }, yours, theirs) {
  const [mine, rest] = goal.split(":");
  const score = `${show(mine)} to ${show(rest ?? "")}`;
  if (!position.over) return `A challenge: someone scored ${score}. Can you beat that?`;
  const lead = isFixedSum(position.game) ? about(yours) - about(mine) : about(yours) - about(theirs) - (about(mine) - about(rest));
  return `The challenge was ${score}: you ${lead > 0 ? "beat it" : lead < 0 ? "did not match it" : "matched it"}.`;
}

/** The highlighted moves: from each end the one that takes `count` cards, or else the fewest. */
export function ringed({ moves, spans, game: { shape } }, count) {
  if (!spans) return [];
  const chosen = new Map();
  for (const move of moves) {
    const end = shape === "board" ? `${move.part}${move.side}` : move.side;
    if (!chosen.has(end) || move.count === count) chosen.set(end, move);
  }
  return [...chosen.values()];
}

/** The move from a side that takes `count` cards, or else the fewest; on a board, from row `count`, or else the first. */
export function moveFrom(position, side, count) {
  const board = position.game.shape === "board";
  const moves = position.moves.filter((move) => move.side === side);
  // By convention, taking all the cards is a move from the left.
  return moves.find((move) => (board ? move.part + 1 : move.count) === count) ?? moves[0] ?? (position.moves.length === 1 && position.spans ? position.moves[0] : null);
}

/** Whether buttons take the cards of both ends. */
const hasButtons = ({ spans, game: { shape } }) => spans !== null && shape !== "board";

// --- the words below the table, and of what is awaited -----------------------------------------------------------------

/** How much of Python has been fetched, and how long the rest takes. */
export const fetching = ({ share, left }) => (share < ARRIVED ? `Fetching Python: ${Math.floor(100 * share)}%${left ? `, ${left}` : ""}.` : "Python is starting …");

/** A placeholder for an answer; after a second it says what is being loaded or computed, which is not read aloud. */
export function waits(state, sentence) {
  const { share, waited, unreached } = state;
  if (refusalOf(state)) return "";
  const loading = share !== null && share < 1;
  const more = loading ? ` ${fetching(state)}` : waited && !unreached ? ` ${waited === 1 ? "A second" : `${waited} seconds`} so far.` : "";
  return html("span", { class: "waits" }, sentence, html("span", { class: "share", "aria-hidden": "true" }, more));
}

export const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

/** The cards that a step took, as words. */
export const takenIn = ({ game, steps }, number) => steps[number].move.places.map((place) => game.words[place]);

/** What a step took and from where: the 8 on the left. */
export function whatWasTaken(position, number) {
  const cards = takenIn(position, number).map(theCard);
  const { move } = position.steps[number];
  return position.game.shape === "row" && cards.length === 1 ? `${cards[0]} on the ${moveName(move)}` : `${cards.join(", ")} (${moveName(move)})`;
}

/** The best moves instead of one that is reviewed. */
export function bestOf({ game, steps }, { number, best }) {
  const { before } = steps[number - 1];
  return best.map((name) => moveName(legal(before, name), game.words)).join(" or ");
}

/** What happened and whose turn it is; what the table shows, too, is for screen readers. */
function situation(state, you, they, open) {
  const { position } = state;
  const { steps, over, toMove } = position;
  let taken = "";
  for (let number = Math.max(steps.length - 2, 0); number < steps.length; number += 1) {
    const cards = takenIn(position, number);
    taken += `${steps[number].by === "you" ? you : they} took ${cards.length > 3 ? `${cards.length} cards` : listed(cards.map(theCard))}. `;
  }
  if (over) return `${taken}${outcome(state)}`;
  const mover = toMove === "you" ? you : they;
  if (!open) {
    const sentence = `${mover} ${mover === "You" ? "are" : "is"} to move.`;
    return [unseen(taken), (isReplyDue(state) && waits(state, sentence)) || sentence];
  }
  return [unseen(taken), mover === "You" ? "Your turn. " : `${mover}’s turn. `, unseen(choice(position))];
}

const unseen = (text) => html("span", { class: "unseen" }, text);

function choice({ game: { words, shape, rules }, spans }) {
  if (!spans) return "Take any card.";
  if (shape === "board") return "Take an end of any row.";
  const [[start, stop]] = spans;
  const [left, right] = [theCard(words[start % words.length]), theCard(words[(stop - 1) % words.length])];
  if (stop - start === 1) return `The last card, ${left}.`;
  if (rules.ends !== "either") return `Next, ${rules.ends === "left" ? left : right}.`;
  return `On the left ${left}, on the right ${right}.`;
}

/** What a move brings: the final total, or the final margin where the sum of both is open. */
function promise(game, move, as) {
  const fixed = isFixedSum(game);
  const mark = move.mark === "best" ? "best" : move.mark === "equal" ? "the same margin, a smaller total" : fallsShort(game, as(move.loss));
  return fixed ? `${as(move.finish)}, ${mark}` : `margin ${as(move.margin)}, ${mark}`;
}

const [ALL, ALL_OF_A_ROW] = [6, 14]; // moves, each with what it brings; of more only the best ones and the next

/** What each move would bring, in sight if no button says it, or that Python is computing it. */
function hintTold(state) {
  const { position, told: { moves } } = state;
  if (!isOpen(state)) return null;
  if (!moves) return html("span", {}, " ", waits(state, "Computing the hint."));
  const average = isByChance(position.game.opponent) ? ", on average" : "";
  const onButtons = hasButtons(position) && position.moves.length < 3; // which say the same
  return html("span", { class: onButtons ? "unseen" : null }, ` Hint: ${hints(position, moves.moves).join("; ")}${average}.`);
}

function hints(position, judged) {
  const name = ({ end }) => SIDES[end] ?? moveName(position.moves.find((move) => move.name === end), position.game.words);
  const brings = (move) => `at ${promise(position.game, move, show)}`;
  if (judged.length <= (hasButtons(position) ? ALL_OF_A_ROW : ALL)) return judged.map((move) => `${name(move)} ends ${brings(move)}`);
  const best = judged.filter(({ mark }) => mark === "best");
  const others = judged.filter(({ mark }) => mark !== "best").sort((a, b) => about(a.loss) - about(b.loss));
  const names = best.length > 3 ? [...best.slice(0, 2).map(name), `${best.length - 2} more`] : best.map(name);
  const said = [`${listed(names)} ${best.length === 1 ? "ends" : "end"} ${brings(best[0])}`];
  if (others.length) said.push(`the next best, ${name(others[0])}, ends ${brings(others[0])}`);
  return said;
}

/** A move in words, everything counted from 1: left, 3 from the left, left of row 2, card 4. */
export function moveName({ side, count, part, places, name }, words = null) {
  if (!side) return words ? `${theCard(words[places[0]])} (card ${places[0] + 1})` : `card ${places[0] + 1}`;
  return `${count > 1 ? `${count} from the ` : ""}${SIDES[side]}${name.includes(":") ? ` of row ${part + 1}` : ""}`;
}

/** The card under the pointer in full, or where to begin. */
function lens({ position: { game: { words }, steps }, look, contest }) {
  const { card } = look;
  if (card !== undefined && (isShortened(words[card]) || words.length > 20)) {
    return html("p", { id: "lens", class: "lens" }, `Card ${card + 1} of ${words.length}: ${isCard(words[card]) ? spoken(words[card]) : words[card]}`);
  }
  const begun = steps.length || contest;
  return html("p", { id: "lens", class: begun ? "lens" : "lens begin" }, begun ? "" : BEGIN);
}

const BEGIN = [html("a", { href: "#lesson/1" }, "Learn it in five minutes"), " ", html("a", { href: "#puzzle/today" }, "Row of the day")];

// --- the buttons -------------------------------------------------------------------------------

export const MAX_COUNTS = 9; // a digit is a key

function controls(state, send, open, judged, unaided) {
  const { position, hint, count, seat } = state;
  const { over, steps } = position;
  const watched = isWatched(state);
  const byButton = !watched && !over && hasButtons(position);
  const undoable = steps.length > 0 && (seat ? true : steps.some(({ by }) => by === "you"));
  return html("div", { class: "controls" },
    byButton ? takeButton(state, send, "L", open, judged) : null,
    html("div", { class: "tools" },
      watched || over ? null : counts(position, count, send),
      watched || over || unaided ? null : html("button", { type: "button", id: "hint", "aria-pressed": String(hint), onclick: () => send({ type: "hint" }) }, HINT),
      unaided ? null : html("button", { type: "button", id: "undo", "aria-disabled": String(!undoable), onclick: () => send({ type: "undo" }) }, UNDO),
      watched && !over ? [
        html("button", { type: "button", id: "step", onclick: () => send({ type: "step" }) }, "Step"),
        html("button", { type: "button", id: "run", "aria-pressed": String(state.running), onclick: () => send({ type: "run" }) }, "Run")] : null),
    byButton ? takeButton(state, send, "R", open, judged) : null);
}

const HINT = [html("span", {}, "Hint"), html("kbd", {}, "h")];
const UNDO = [html("span", {}, "Undo"), html("kbd", {}, "u")];
const ARROWS = { L: html("kbd", {}, "←"), R: html("kbd", {}, "→") };
const FROM = { L: html("span", { class: "unseen" }, "left, "), R: html("span", { class: "unseen" }, "right, ") };

function takeButton({ position, count, seat }, send, side, open, judged) {
  const move = moveFrom(position, side, count);
  if (!move) return null;
  const known = open && judged ? judged.moves.find(({ end }) => end === move.name) : null;
  // aria-disabled, because `disabled` would lose the focus
  return html("button", { type: "button", key: side, id: side === "L" ? "take-left" : "take-right", class: side === "L" ? "take left" : "take right", "aria-disabled": String(!open), "data-mark": known?.mark ?? "",
    onclick: ({ detail }) => { if (seat !== TWO || detail < 2) send({ type: "take", move: move.name }); } }, // the second click of two is not the other player's
    ARROWS[side], html("span", { class: "label" }, "Take ", FROM[side], cardsOf(position, move)),
    html("span", { class: "promise" }, known ? promise(position.game, known, brief) : ""));
}

/** What a move takes, short enough for a button. */
export function cardsOf({ game: { words } }, { places }) {
  if (places.length > 3) return `${places.length} cards`;
  return places.map((place) => (words[place].length <= 12 ? words[place].replace(/^-/, "−") : show(words[place]))).join(" ");
}

/** The choice of how many cards the buttons take, if the rules allow one. */
function counts({ moves }, count, send) {
  const all = [...new Set(moves.map((move) => move.count))].slice(0, MAX_COUNTS);
  if (all.length < 2) return null;
  const chosen = all.includes(count) ? count : all[0];
  return html("span", { id: "counts", class: "counts", role: "group", "aria-label": "Cards to take" }, html("span", { class: "muted" }, "Take"),
    all.map((each) => html("button", { type: "button", "aria-pressed": String(each === chosen), "aria-label": `Take ${each}`, onclick: () => send({ type: "count", count: each }) }, String(each))));
}

// --- beside the table --------------------------------------------------------------------------

function beside(state, send, you, they, unaided) {
  const { position, told: { moves: judged, why, review } } = state;
  const { game, over } = position;
  const analysis = state.analysis && !unaided;
  const hints = hintsUsed(state);
  const known = analysis && judged && review;
  const left = [];
  for (const places of lanesOf(position)) if (places.length) left.push(places.map((place) => game.words[place]).join(" "));
  const count = position.spans ? position.spans.reduce((sum, [start, stop]) => sum + stop - start, 0) : game.words.length;
  return html("aside", { id: "beside", class: "beside", "aria-label": "Analysis" },
    unaided ? null : html("div", { class: "analysis" },
      over && !analysis ? null : [
        html("button", { type: "button", id: "analyse", "aria-expanded": String(analysis), onclick: () => send({ type: "analysis" }) }, html("span", {}, analysis ? "Hide the analysis" : "Show the analysis"), KEY_A),
        known ? evaluation(isTurned(state) ? swapped(judged.promised) : judged.promised, over, you, they, isByChance(game.opponent)) : html("p", { class: "muted" }, analysis ? waits(state, "Computing the analysis …") : "Shows the best result from here (spoiler).")],
      known && !over && judged.moves.length ? html("p", { class: "reason" }, why ? why.why : waits(state, "Finding the words …")) : null,
      hints ? html("p", { class: "muted hints-used" }, `Help used: ${hints === 1 ? "one turn" : `${hints} turns`}.`) : null),
    movesSoFar(state, known ? review : null, you, they),
    count ? html("details", { class: "row-as-text" }, html("summary", {}, `Remaining cards as text (${count})`), html("p", {}, left.join(" | "))) : null);
}

const KEY_A = html("kbd", {}, "a");

const swapped = ({ yours, theirs }) => ({ yours: theirs, theirs: yours });

function evaluation({ yours, theirs }, over, you, they, byChance) {
  const [a, b] = [about(yours), about(theirs)];
  const share = a + b > 0 && a >= 0 && b >= 0 ? a / (a + b) : a > b ? 0.75 : a < b ? 0.25 : 0.5;
  const ends = over ? "The game ended" : byChance ? "Best play, on average, ends" : "Best play ends";
  return html("div", {},
    html("div", { class: "evaluation", role: "img", "aria-label": `With best play: ${you} ${show(yours)}, ${they} ${show(theirs)}` }, html("span", { style: `width: ${100 * share}%` })),
    html("div", {}, `${ends} `, html("strong", {}, number(yours), " : ", number(theirs)), "."));
}

const items = new WeakMap(); // a step -> its item without a mark

function movesSoFar({ position }, review, you, they) {
  const { steps } = position;
  if (!steps.length) return null;
  const list = [];
  for (let number = 0; number < steps.length; number += 1) {
    const mark = review?.played[number]?.mark ?? "best";
    if (mark === "best" && !items.has(steps[number])) items.set(steps[number], item(position, number, "best", you, they));
    list.push(mark === "best" ? items.get(steps[number]) : item(position, number, mark, you, they));
  }
  return html("div", {}, html("h2", { class: "small" }, "Moves"), html("ol", { class: "moves-so-far", tabindex: 0, "aria-label": `Moves so far: ${you} and ${they}` }, list));
}

function item(position, number, mark, you, they) {
  const { by, move: { side } } = position.steps[number];
  return html("li", { class: by === "you" ? "by-you" : "by-them" },
    takenIn(position, number).map((word) => html("span", { class: `chip ${/[♥♦]/.test(word) ? "red" : ""}`, title: `${by === "you" ? you : they} took ${spoken(word)}` }, isCard(word) ? word : label(word))),
    side ? html("span", { class: `arrow at-${SIDES[side]}` }, side === "L" ? "←" : "→") : null,
    mark === "best" ? null : html("span", { class: `mark ${mark}`, title: mark }, SIGNS[mark]));
}
