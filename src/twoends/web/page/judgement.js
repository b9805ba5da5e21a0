// Evaluations: the value of a position, the move of a computer, the best possible total, and what decided a game.

import { gameOf, partsOf } from "./address.js";
import { about } from "./numbers.js";
import { TWO, isByChance, mirrored } from "./players.js";
import { ask } from "./python.js";
import { habit } from "./rules.js";
import { REASON } from "./words.js";

/** Python's evaluation of a position: the result of best play, and of each move for the player to move. */
export async function judge({ game, seat, to_move: mover, over }) {
  const told = await ask("moves", { game });
  if (seat !== TWO || mover !== "opponent" || over) return told;
  return { ...told, moves: (await ask("moves", { game: gameOf(mirrored(game)) })).moves };
}

/** The game from the side of the player to move. */
export const seenBy = ({ game, seat, to_move: mover }) => (seat === TWO && mover !== "you" ? gameOf(mirrored(game)) : game);

/** The game after a computer's move; greedy and modest moves do not need Python. */
export async function reply({ game, to_move: mover, seat }) {
  const move = mover === "opponent" ? habit(game) : null;
  if (move) return gameOf({ ...partsOf(game), moves: [...partsOf(game).moves, move] });
  return (await ask("reply", { game, ...(mover === "you" ? { player: seat } : {}) })).game;
}

/** The best total that you could have reached; null if moves are random. */
export async function bestTotal(view) {
  if (view.seat || isByChance(view.opponent)) return null;
  return (await ask("moves", { game: gameOf({ ...partsOf(view.game), moves: [] }) })).promised.yours;
}

/** Whether a move of a review gave something away. */
export const isMistake = ({ mark }) => mark === "inaccuracy" || mark === "blunder";

/** The sentence after a game about your costliest move; "" unless a person played a computer. */
export async function whatDecided(view) {
  if (view.seat) return "";
  const { played } = await ask("review", { game: view.game });
  const yours = played.filter((move) => move.by === "you" && isMistake(move));
  if (!yours.length) return played.length ? REASON.perfect : "";
  const worst = yours.reduce((most, move) => (about(move.loss) > about(most.loss) ? move : most));
  const before = gameOf({ ...partsOf(view.game), moves: view.taken.slice(0, worst.number - 1) });
  const { why } = await ask("why", { game: before });
  return REASON.worst(worst.number, why);
}
