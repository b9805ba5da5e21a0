// One decision: a row, its moves, one answer; then whether it was right, why, and the futures.

import { html } from "./draw.js";
import { theCard } from "./faces.js";
import { show } from "./numbers.js";
import { MAX_COUNTS, cardsOf, listed, moveFrom, ringed, ruleOf } from "./play.js";
import { SIDES, fallsShort } from "./rules.js";
import { table } from "./table.js";
import { futures } from "./why.js";

/** Whether a move only chooses an end. */
export const isOneCard = ({ moves }) => moves.every((move) => move.name in SIDES);

export const isRight = (told, move) => told.best.includes(move);

/** The rules, the opponent, and the moves so far, as sentences. */
export function setting({ game, steps }, told) {
  const by = game.plain ? "" : `${ruleOf(game)}. `;
  if (game.rules.turns === "A") return by;
  const theirs = steps.flatMap(({ move }) => move.places.map((place) => theCard(game.words[place])));
  const before = theirs.length ? `They moved first and took ${listed(theirs)}.` : "You move first.";
  return `${by}Against ${told.opponent_text}. ${before}`;
}

/** Cards that an arrow takes, and that the table highlights. */
const countIn = ({ decision, look: { count = 1 } }, told, taken) => (taken ? decision.moves.find(({ name }) => name === told.best[0]).count : count);

/** The table with a button for each move; `taken` is the move made, or "". */
export function board(state, send, taken) {
  const { decision, size, told: { decision: told } } = state;
  const marks = taken ? { ...(isRight(told, taken) ? {} : { [taken]: "blunder" }), [told.best[0]]: "best" } : {};
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
  if (!told.decision || answerIn(state)) return {};
  const arrow = (side) => () => {
    const move = moveFrom(decision, side, countIn(state, told.decision, answer));
    if (move) send({ type: "answer", move: move.name });
  };
  const digits = decision.moves.map((move) => move.count).filter((count) => count <= MAX_COUNTS);
  return { ArrowLeft: arrow("L"), ArrowRight: arrow("R"), ...Object.fromEntries(digits.map((count) => [count, () => send({ type: "look", at: { count } })])) };
}

/** The move made: of a row of the day the first try, otherwise that of the address. */
export function answerIn({ page, name, answer, tries, told: { puzzles } }) {
  const daily = page === "puzzle" && puzzles && name.startsWith(puzzles.day);
  return (daily && tries[name]?.end) || answer;
}

/** The verdict on an answer, with a sentence. */
export const verdict = ({ game }, told, taken, sentence) =>
  html("div", { class: "verdict-of-decision", role: "status" },
    html("p", { class: "lead" },
      html("span", { class: `tag ${isRight(told, taken) ? "best" : "blunder"}` }, isRight(told, taken) ? "✓ Right" : `✗ ${fallsShort(game, show(told.losses[taken]))}`), " ", sentence));

/** The futures of the moves, as in Why. */
export const whatFollows = (state, send) => futures(state, send, state.decision, { ...state.told.decision, line: "" });
