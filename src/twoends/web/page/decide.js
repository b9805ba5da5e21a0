// One decision: a row, its moves, one answer; then whether it was right, why, and the futures.

import { html } from "./draw.js";
import { theCard } from "./faces.js";
import { show, signed } from "./numbers.js";
import { MAX_COUNTS, cardsOf, listed, moveFrom, moveName, ringed, ruleOf } from "./play.js";
import { SIDES, fallsShort, isFixedSum, legal } from "./rules.js";
import { nameOf } from "./state.js";
import { table } from "./table.js";
import { futures } from "./why.js";

/** Whether a move only chooses an end. */
export const isOneCard = ({ moves }) => moves.every((move) => move.name in SIDES);

const isBest = ({ mark }) => mark === "best";

/** Whether a move is a best one, given what each of them brings. */
export const isRight = (told, move) => told.moves.some((each) => each.end === move && isBest(each));

/** The rules, the opponent, and the moves so far, as sentences. */
export function setting({ game, steps }) {
  const by = game.plain ? "" : `${ruleOf(game)}. `;
  if (game.rules.turns === "A") return by;
  const theirs = steps.flatMap(({ move }) => move.places.map((place) => theCard(game.words[place])));
  const before = theirs.length ? `They moved first and took ${listed(theirs)}.` : "You move first.";
  return `${by}Against ${nameOf(game.opponent)}. ${before}`;
}

/** Cards that an arrow takes, and that the table highlights. */
const countIn = ({ decision, look: { count = 1 } }, told, taken) => (taken ? legal(decision, told.moves.find(isBest).end).count : count);

/** The table with a button for each move; `taken` is the move made, or "". */
export function board(state, send, taken) {
  const { decision, size, told: { moves: told } } = state;
  const marks = taken ? { ...(isRight(told, taken) ? {} : { [taken]: "blunder" }), [told.moves.find(isBest).end]: "best" } : {};
  const take = (move) => { if (!taken) send({ type: "answer", move }); };
  const one = isOneCard(decision);
  return html("div", { class: "decision" },
    html("div", { class: "felt" }, size ? table(decision, size, { open: true, ringed: ringed(decision, countIn(state, told, taken)), marks, onTake: take }) : null),
    html("div", { class: "ends" }, decision.moves.map((move) =>
      html("button", { type: "button", class: `take ${SIDES[move.side]}`, "aria-disabled": String(Boolean(taken)), "data-mark": marks[move.name] ?? "", onclick: () => take(move.name) },
        move.count > MAX_COUNTS ? null : html("kbd", {}, `${one ? "" : move.count}${move.side === "L" ? "←" : "→"}`),
        html("span", { class: "label" }, "Take ", html("span", { class: "unseen" }, `${SIDES[move.side]}, `), cardsOf(decision, move))))));
}

/** The keys of a decision that is not taken yet. */
export function decisionKeys(state, send) {
  const { decision, answer, told } = state;
  if (!told.moves || answer) return {};
  const arrow = (side) => () => {
    const move = moveFrom(decision, side, countIn(state, told.moves, answer));
    if (move) send({ type: "answer", move: move.name });
  };
  const digits = decision.moves.map((move) => move.count).filter((count) => count <= MAX_COUNTS);
  return { ArrowLeft: arrow("L"), ArrowRight: arrow("R"), ...Object.fromEntries(digits.map((count) => [count, () => send({ type: "look", at: { count } })])) };
}

/** The verdict on an answer, with a sentence. */
export const verdict = ({ game }, told, taken, sentence) =>
  html("div", { class: "verdict-of-decision", role: "status" },
    html("p", { class: "lead" },
      html("span", { class: `tag ${isRight(told, taken) ? "best" : "blunder"}` }, isRight(told, taken) ? "✓ Right" : `✗ ${fallsShort(game, show(told.moves.find(({ end }) => end === taken).loss))}`), " ", sentence));

/** The best move, and what it brings. */
export function whatIsBest(decision, told) {
  const { end, finish, margin } = told.moves.find(isBest);
  const move = legal(decision, end);
  const what = move.count > 1 ? moveName(move) : `${theCard(decision.game.words[move.places[0]])} on the ${moveName(move)}`;
  return `Take ${what}, ${isFixedSum(decision.game) ? `for ${show(finish)} in all` : `for a margin of ${signed(margin)}`}.`;
}

/** The futures of the moves, as in Why. */
export const whatFollows = (state, send) => futures(state, send, state.decision, state.told.futures.futures);
