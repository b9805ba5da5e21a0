// The modes besides the game: puzzles and the lesson. Each has its own address, #MODE/PARTS, from which it is drawn.

import { drawLesson } from "./lesson.js";
import { drawPuzzle, drawPuzzles } from "./puzzles.js";
import { TITLES } from "./words.js";

const MODES = {
  puzzles: { title: TITLES.puzzles, draw: drawPuzzles },
  puzzle: { title: TITLES.puzzle, draw: drawPuzzle },
  lesson: { title: TITLES.lesson, draw: drawLesson },
};

/** The mode that an address names, with its parts; null if it names a game. */
export function readMode(hash) {
  const [name, ...written] = hash.replace(/^#/, "").split("/");
  if (!Object.hasOwn(MODES, name)) return null;
  try {
    return { name, ...MODES[name], parts: written.map((part) => decodeURIComponent(part.replace(/\+/g, " "))) };
  } catch {
    return { name, ...MODES[name], parts: [] }; // a damaged link leads to the start of the mode
  }
}
