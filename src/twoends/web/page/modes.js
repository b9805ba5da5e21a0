// What is not a game on the table: puzzles, the lesson, the race, a class. Each is an address of its own,
// #MODE/PARTS, and is drawn anew from it.

import { drawClass } from "./classroom.js";
import { drawLesson } from "./lesson.js";
import { drawPuzzle, drawPuzzles } from "./puzzles.js";
import { drawRace } from "./race.js";
import { TITLES } from "./words.js";

const MODES = {
  puzzles: { title: TITLES.puzzles, draw: drawPuzzles },
  puzzle: { title: TITLES.puzzle, draw: drawPuzzle },
  lesson: { title: TITLES.lesson, draw: drawLesson },
  race: { title: TITLES.race, draw: drawRace },
  class: { title: TITLES.class, draw: drawClass },
};

/** The mode that an address names, with its parts; null where it names a game. */
export function readMode(hash) {
  const [name, ...written] = hash.replace(/^#/, "").split("/");
  if (!Object.hasOwn(MODES, name)) return null;
  try {
    return { name, ...MODES[name], parts: written.map((part) => decodeURIComponent(part.replace(/\+/g, " "))) };
  } catch {
    return { name, ...MODES[name], parts: [] }; // a damaged link leads to where the mode begins
  }
}
