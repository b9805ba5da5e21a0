// The recurrence of a game in the notation of textbooks: c[i] is a card, and dp[i][j] your total for the cards i to j, or
// your margin where the sum of both totals is open. Where an interval does not say whose turn it is, a position is more:
// m is the number of moves made, and M the most cards that a move has taken.

import { hasTable } from "./calls.js";
import { isByChance, isFixedSum, weightsOf } from "./rules.js";
import { opponentOf } from "./values.js";

/** The lines of a recurrence: [when, the value]. */
export function recurrenceOf(game, they) {
  const { rules: { turns, score, stop, most }, opponent } = game;
  const moves = choices(game, true);
  const lines = [["Your turn", moves.length > 1 || rangeOf(game) ? over(game, "max", moves) : moves[0]]];
  if (turns.includes("B")) lines.push([`${they}’s turn`, answered(game, opponent)]);
  if (stop < Infinity) lines.push([`After ${stop} ${stop === 1 ? "move" : "moves"}`, "0"]);
  if (most === 1 && isFixedSum(game)) lines.push(["One card left", `c[i] on your turn${turns.includes("B") ? ", 0 on theirs" : ""}`]);
  else lines.push(["No move left", "0"]);
  return lines;
}

/** The same with two cards a call, by plain rules: a call takes your card and the reply to it. */
export function pairRecurrenceOf(game) {
  const reply = answered(game, game.opponent);
  const afterLeft = reply.replace(/\[i(\+1)?\]/g, (_, more) => (more ? "[i+2]" : "[i+1]"));
  const afterRight = reply.replace(/\[j(−1)?\]/g, (_, more) => (more ? "[j−2]" : "[j−1]"));
  const isOneTerm = /^\w+(\(|\[\w)/.test(reply) && !reply.includes(" if ");
  const bracket = (text) => (isOneTerm ? text : `(${text})`);
  return [["Your turn", `max(c[i] + ${bracket(afterLeft)}, c[j] + ${bracket(afterRight)})`], ["Two cards left", "max(c[i], c[j])"], ["One card left", "c[i]"]];
}

/** What the position after a move is called. */
function next(game, i, j) {
  if (hasTable(game)) return `dp[${i}][${j}]`;
  return `dp(${i}, ${j}, m+1${game.rules.doubling ? ", max(M, k)" : ""})`;
}

/** The numbers of cards that a move may take, as a range of k; "" if there is only one. */
function rangeOf({ rules: { least, most, doubling } }) {
  if (doubling) return "k = 1 … 2M";
  if (least === most) return "";
  return most === Infinity ? `k ≥ ${least}` : `k = ${least} … ${most}`;
}

/** A function of the moves, for all numbers of cards. */
function over(game, name, moves) {
  const range = rangeOf(game);
  return `${name}(${moves.join(", ")}${range ? " for " : ""}${range})`;
}

/** What the moves from the left and from the right bring: what they earn, and the value of what they leave. */
function choices(game, isYours) {
  const { rules: { ends, least } } = game;
  const count = rangeOf(game) ? "k" : least;
  return ["left", "right"].filter((side) => ends === "either" || ends === side).map((side) => term(game, isYours, side, count));
}

function term(game, isYours, side, count) {
  const [i, j] = side === "left" ? [`i+${count}`, "j"] : ["i", `j−${count}`];
  const after = next(game, i, j);
  const earns = earned(game, side, count, i, j);
  if (isYours) return `${earns} + ${after}`;
  return isFixedSum(game) ? after : `${after} − ${earns}`;
}

function earned({ rules: { score } }, side, count, i, j) {
  if (score === "rest") return `sum(${i}..${j})`;
  const [first, last] = side === "left" ? ["i", count === "k" ? "i+k−1" : `i+${count - 1}`] : [count === "k" ? "j−k+1" : `j−${count - 1}`, "j"];
  const cards = count === 1 ? `c[${side === "left" ? "i" : "j"}]` : `sum(${first}..${last})`;
  if (score === "cards") return cards;
  return `${{ turn: "(m+1)", "2^turn": "2^(m+1)" }[score] ?? "w[m]"}·${cards}`;
}

/** What an opponent's turn leaves you. */
function answered(game, text) {
  const { name, ties, epsilon: [top, bottom] } = opponentOf(text);
  const moves = choices(game, false);
  if (moves.length === 1 && !rangeOf(game)) return moves[0];
  const mean = over(game, "mean", moves) + (rangeOf(game) && moves.length > 1 ? " with all cards taken once" : "");
  const meant = choiceOf(game, name, ties, moves);
  const term = /^(min|max)\(/.test(meant) ? meant : `(${meant})`;
  return top === 0n ? meant : top === bottom ? mean : `${bottom - top}/${bottom} · ${term} + ${top}/${bottom} · ${mean}`;
}

/** What an opponent chooses, in words. */
const CHOICES = { greedy: "what earns them most", modest: "what earns them least", generous: "what leaves them the lowest total" };

function choiceOf(game, name, ties, moves) {
  if (name === "optimal") return over(game, "min", moves);
  if (name === "generous" && isFixedSum(game)) return over(game, "max", moves);
  const [left, right] = moves;
  const isPair = moves.length === 2 && game.rules.most === 1;
  if (isPair && (name === "left" || name === "right")) return name === "left" ? left : right;
  const isByCards = isPair && name !== "generous" && ["cards", "turn", "2^turn"].includes(game.rules.score); // a larger card earns more
  if (!isByCards) return `${over(game, "one of ", moves)}: ${CHOICES[name] ?? `the fewest cards, from the ${name} if possible`}`;
  const [more, orEqual] = name === "greedy" ? [">", "≥"] : ["<", "≤"];
  if (ties === "random") return `${left} if c[i] ${more} c[j], ${right} if c[j] ${more} c[i] else the mean of both`;
  return `${left} if c[i] ${ties === "left" ? orEqual : more} c[j] else ${right}`;
}

/** What the letters stand for that this recurrence uses. */
export function lettersOf(game) {
  const { rules: { score, doubling } } = game;
  const value = isFixedSum(game) ? "your total" : "your margin";
  const numbered = ["turn", "2^turn"].includes(score) || weightsOf({ score }).length > 0;
  return [
    `c: the cards, counted from 0. dp: ${value} for the cards i to j${isByChance(game.opponent) ? ", on average" : ""}.`,
    !hasTable(game) || numbered ? hasTable(game) ? " m: the moves made." : " m: the moves made, which say whose turn it is." : "",
    doubling ? " M: the most cards that a move has taken." : "",
    weightsOf({ score }).length ? ` w: ${score.split("/").filter(Boolean).join(", ")}.` : "",
  ].join("");
}
