// What the chapters Why, Review and Compare say; the other words are in words.js.

import { PLAYERS } from "./words.js";

export const WHY = {
  empty: "There is no card to take.",
  theirs: "The other side is to move.",
  fromTheStart: "Before the first move: ",
  tooLong: (most) => `The triangle of all positions is drawn for rows of at most ${most} cards.`,
  notPlain: "The triangle of all positions is drawn for rows where a move takes one card from either end.",
  notOptimal: "Urgencies and the folding explain the game of two optimal players. Choose the opponent “optimal” to see them.",
  futures: "What each end leads to",
  take: (isSide, move) => `Take ${isSide ? "the " : ""}${move}`,
  follows: (move, cards) => `What follows after ${move}: ${cards.join(", ")}`,
  get: ["You get ", " from here."],
  shown: "Moves shown",
  legend: "Top row: your cards. Bottom row: theirs.",
  byChance: " Their moves are random, so that only totals can be promised, on average.",
  lured: (card, answer, loss) => `The larger card, ${card}, is the wrong one: it hands the other side ${answer}, and in the end you have ${loss} less.`,
  wrong: (card, loss, byChance) => `The larger card, ${card}, is the wrong one: in the end you have ${loss} less${byChance ? ", on average" : ""}.`,
};

export const URGENCIES = {
  title: "Urgencies: two numbers a card",
  lead: "They are worked out once for the whole row. In any position compare the left number of the left end with the right number of the right end: ",
  verdict: (left, right, take) => `left ${left}, right ${right}: take ${take}.`,
  table: "Urgencies under the row",
  card: "card",
  left: "as left end",
  right: "as right end",
};

export const FOLD = {
  title: "How the row folds",
  lead: "Whoever takes a card beside a peak exposes the peak, and the other side takes it. So the three act as one virtual coin. Fold all peaks, and the larger end is always right.",
  forth: "Fold",
  back: "Unfold",
  folds: "Folds",
  step: (at, all, what) => `Fold ${at} of ${all}: ${what}`,
  coins: (count, values) => `${count} coins: ${values.join(", ")}`,
  inOne: (cards) => `${cards} cards in one`,
  legend: "A framed peak folds next; what has folded is double.",
};

/** All positions of a row. */
export const TRIANGLE = {
  title: "All positions",
  lead: "Each square is one run of cards that may be left. Colour shows your best end; the stronger the colour, the more the other end costs.",
  hint: "Point at a square, touch it, or walk with the arrow keys.",
  field: (positions) => `All ${positions} positions of the row`,
  key: { left: " take left ", right: " take right ", either: " either ", played: " played so far ", coming: " best play from here" },
  run: (first, last, cards) => `${first} … ${last}, ${cards} cards`,
  advice: { only: "take it", B: "take either end", L: "take left", R: "take right" },
  forYou: (total) => `, ${total} for you`,
  costs: (cost) => `, the other end costs ${cost}`,
};

/** How many orders of moves lead to a position. */
export const orders = (count) => (count === "1" ? "One order of moves leads here." : `${count} orders of moves lead here.`);

const counted = (many, one, more) => `${many || "no"} ${many === 1 ? one : more}`;

export const REVIEW = {
  nothing: "Nothing has been played yet. Take an end, and come back.",
  margin: (you) => `${you === PLAYERS.you ? "Your" : `${you}’s`} margin, as promised after each move`,
  legend: (rises) =>
    `A flat line is perfect play. Where you fall, you gave something away; ${rises} What is given away counts in totals; the margin falls by twice as much, because the other side gains what you lose.`,
  rises: {
    optimal: "where you rise, the other side did.",
    byChance: "where you rise, chance was kind.",
    other: "the other side’s mistakes are counted on from the start.",
  },
  rounded: " Expectations are rounded.",
  result: {
    open: (total) => `So far ${total}.`,
    you: (total) => `You won, ${total}.`,
    opponent: (total) => `You lost, ${total}.`,
    draw: (total) => `A draw, ${total}.`,
  },
  turned: (move) => ` The result last turned at move ${move}.`,
  cost: (moves, loss) => moves === 1 ? `One move of yours cost ${loss}.` : `${moves} moves of yours cost ${loss} in all.`,
  previous: "Previous",
  next: "Next",
  at: (move, all) => `${move} of ${all}`,
  tryAgain: "Try again from here",
  row: "The row at this move",
  end: "The end of what was played.",
  card: (card, side) => `${card} on the ${side}`,
  did: (move, who, what) => `Move ${move}: ${who} took ${what}`,
  right: (did, count, isPlain) =>
    `${did}, ${count > 1 ? (isPlain ? "as good as the other end" : "one of the best moves") : isPlain ? "the best end" : "the best move"}.`,
  wrong: (did, mark, loss, best) => `${did}: ${mark === "blunder" ? "a blunder" : "an inaccuracy"}, it gave away ${loss}. Best: ${best.join(" or ")}.`,
  accuracy: (who, share) => `${who}: accuracy ${share}%`,
  inAll: " in all, ",
  givenAway: " given away",
  mistakes: (inaccuracies, blunders) => `${counted(inaccuracies, "inaccuracy", "inaccuracies")}, ${counted(blunders, "blunder", "blunders")}`,
  noMove: "no move yet",
  move: "Move",
  dot: (move, mark, loss) => `Move ${move}, ${mark}${mark === "best" ? "" : `: gave away ${loss}`}`,
  then: (move, margin) => `move ${move}, then ${margin}`,
  atEnd: "the end",
  goTo: (move) => `Go to move ${move}`,
  tag: (mark, loss) => `${mark}, −${loss}`,
  every: "Every move",
  columns: ["move", "by", "took", "given away", "margin then"],
};

/** One row against every opponent. */
export const COMPARE = {
  plainOnly: "A row is compared where a move takes one card from either end. Start such a game first.",
  soFar: (count, all) => `${count} of ${all} opponents so far …`,
  always: "Go first against everybody, or at least lose nothing by it.",
  never: "Let everybody else go first.",
  letGo: (opponents) => `Let ${opponents.length === 1 ? "this one" : "these"} go first: ${opponents.join(", ")}.`,
  table: "This row against every opponent",
  opponent: "opponent",
  advice: "advice",
  first: "first",
  second: "second",
  margin: "margin",
  go: { first: "go first", second: "go second", either: "either" },
  play: (opponent) => `Play this row against ${opponent}`,
  thisGame: " this game",
  margins: (first, second) => `margin ${first} moving first, ${second} moving second`,
  barFirst: " you moving first ",
  legend:
    " you moving second. First and second are your totals. A bar to the right: your margin if you play best; to the left: by how much you lose. Against random moves, on average. An opponent’s name starts a game on this row.",
};
