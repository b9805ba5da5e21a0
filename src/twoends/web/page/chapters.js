// The chapters Why, Review and Compare: each asks Python about the game and draws the answer unless it comes too late.

import { gameOf, partsOf } from "./address.js";
import { COMPARE } from "./chapter-words.js";
import { drawCompare } from "./compare.js";
import { ask } from "./python.js";
import { drawReview } from "./review.js";
import { position } from "./rules.js";
import { html } from "./svg.js";
import { drawWhy } from "./why.js";
import { TITLES } from "./words.js";

/** The chapters by name; `play(game, seat)` opens a game at the table. */
export const CHAPTERS = {
  async why(section, view, late) {
    const start = view.over && view.taken.length ? position(gameOf({ ...partsOf(view.game), moves: [] })) : view; // if the game is over
    const told = await ask("why", { game: start.game });
    if (!late()) drawWhy(section, { ...start, taken: view.taken, ended: view.over }, told);
  },
  async review(section, view, late, play) {
    const judged = await ask("review", { game: view.game });
    if (!late()) drawReview(section, view, judged, { onTry: (moves) => play(gameOf({ ...partsOf(view.game), moves }), view.seat) });
  },
  async compare(section, view, late, play) {
    if (!view.plain) {
      section.replaceChildren(html("h2", {}, TITLES.compare), html("p", { class: "lead" }, COMPARE.plainOnly));
      return;
    }
    const { row } = partsOf(view.game);
    const { compared } = await ask("opponents");
    const known = Object.fromEntries(compared.map((opponent) => [opponent, null]));
    const playAgainst = (opponent, first) => play(gameOf({ ...partsOf(view.game), first, moves: [], opponent }), "");
    await Promise.all(compared.map(async (opponent) => {
      const { answers } = await ask("compare", { row, opponent });
      if (late()) return;
      [known[opponent]] = answers;
      drawCompare(section, view, known, playAgainst);
    }));
  },
};
