// What computers think of a game: what a position promises, their move, the most that could be had, and what decided it.

import { gameOf, partsOf } from "./address.js";
import { about } from "./numbers.js";
import { TWO, isByChance, mirrored } from "./players.js";
import { ask } from "./python.js";
import { habit } from "./rules.js";
import { REASON } from "./words.js";

/** What Python thinks of a position: what is promised, and what each move brings to who is to move. */
export async function judge({ game, seat, to_move: mover, over }) {
  const told = await ask("moves", { game });
  if (seat !== TWO || mover !== "opponent" || over) return told;
  return { ...told, moves: (await ask("moves", { game: gameOf(mirrored(game)) })).moves };
}

/** The game as whoever is to move sees it. */
export const seenBy = ({ game, seat, to_move: mover }) => (seat === TWO && mover !== "you" ? gameOf(mirrored(game)) : game);

/** The game after the move of a computer; the habits of greedy and modest need no Python. */
export async function reply({ game, to_move: mover, seat }) {
  const move = mover === "opponent" ? habit(game) : null;
  if (move) return gameOf({ ...partsOf(game), moves: [...partsOf(game).moves, move] });
  return (await ask("reply", { game, ...(mover === "you" ? { player: seat } : {}) })).game;
}

/** The most that you could have had; null where chance has a say, or the least wins. */
export async function bestTotal(view) {
  if (view.seat || isByChance(view.opponent) || view.dials.goal === "least") return null;
  return (await ask("moves", { game: gameOf({ ...partsOf(view.game), moves: [] }) })).promised.yours;
}

/** The sentence after a game, about your costliest move; "" where there were people or computers only. */
export async function whatDecided(view) {
  if (view.seat) return "";
  const { played } = await ask("review", { game: view.game });
  const yours = played.filter((move) => move.by === "you" && move.mark !== "best");
  if (!yours.length) return played.length ? REASON.perfect : "";
  const worst = yours.reduce((most, move) => (about(move.loss) > about(most.loss) ? move : most));
  const before = gameOf({ ...partsOf(view.game), moves: view.taken.slice(0, worst.number - 1) });
  const { why } = await ask("why", { game: before });
  return REASON.worst(worst.number, why);
}
