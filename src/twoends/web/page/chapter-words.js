// The texts of the chapters Why, Review and Compare. Others are in words.js.

import { PLAYERS } from "./words.js";

export const WHY = {
  empty: "There are no cards left.",
  theirs: "It is the other side’s turn.",
  fromTheStart: "Before the first move: ",
  tooLong: (most) => `The triangle of all positions is only drawn for up to ${most} cards.`,
  notPlain: "The triangle of all positions is only drawn if a move takes one card from either end of a row.",
  notOptimal: "Urgencies and folding explain the game between two optimal players. Choose the opponent “optimal” to see them.",
  futures: "What each end leads to",
  take: (isSide, move) => `Take ${isSide ? "the " : ""}${move}`,
  follows: (move, cards) => `What follows after ${move}: ${cards.join(", ")}`,
  get: ["You get ", " from here."],
  shown: "Moves shown",
  legend: "Top row: your cards. Bottom row: theirs.",
  byChance: " Their moves are random, so only average totals are known.",
  lured: (card, answer, loss) => `The larger card, ${card}, is the wrong one: it hands the other side ${answer}, and you end up with ${loss} less.`,
  wrong: (card, loss, byChance) => `The larger card, ${card}, is the wrong one: you end up with ${loss} less${byChance ? ", on average" : ""}.`,
};

export const URGENCIES = {
  title: "Urgencies: two numbers per card",
  lead: "They are computed once for the whole row. In any position, compare the left number of the left end with the right number of the right end: ",
  verdict: (left, right, take) => `left ${left}, right ${right}: take ${take}.`,
  table: "Urgencies under the row",
  card: "card",
  left: "as left end",
  right: "as right end",
};

export const FOLD = {
  title: "How the row folds",
  lead: "If one side takes a card beside a peak, the other side takes the peak. So the three act as one virtual coin. Once all peaks are folded, the larger end is always right.",
  forth: "Fold",
  back: "Unfold",
  folds: "Folds",
  step: (at, all, what) => `Fold ${at} of ${all}: ${what}`,
  coins: (count, values) => `${count} coins: ${values.join(", ")}`,
  inOne: (cards) => `${cards} cards in one`,
  legend: "The framed peak folds next; folded coins have a double outline.",
};

/** All positions of a row. */
export const TRIANGLE = {
  title: "All positions",
  lead: "Each square is a position: a run of remaining cards. Colour shows your best end; the stronger the colour, the more the other end costs.",
  hint: "Point at a square, tap it, or use the arrow keys.",
  field: (positions) => `All ${positions} positions of the row`,
  key: { left: " take left ", right: " take right ", either: " either ", played: " played so far ", coming: " best play from here" },
  run: (first, last, cards) => `${first} … ${last}, ${cards} cards`,
  advice: { only: "take it", B: "take either end", L: "take left", R: "take right" },
  forYou: (total) => `, ${total} for you`,
  costs: (cost) => `, the other end costs ${cost}`,
};

/** The number of move orders that lead to a position. */
export const orders = (count) => (count === "1" ? "One order of moves leads here." : `${count} orders of moves lead here.`);

const counted = (many, one, more) => `${many || "no"} ${many === 1 ? one : more}`;

export const REVIEW = {
  nothing: "Nothing has been played yet. Make a move, then come back.",
  margin: (you) => `${you === PLAYERS.you ? "Your" : `${you}’s`} margin with best play, after each move`,
  legend: (rises) =>
    `A flat line is perfect play. Where it falls, you gave something away; ${rises} Losses are counted in your total; the margin falls by twice as much, because the other side gains what you lose.`,
  rises: {
    optimal: "where it rises, the other side did.",
    byChance: "where it rises, you were lucky.",
    other: "the other side’s mistakes are expected from the start.",
  },
  rounded: " Expectations are rounded.",
  result: {
    open: (total) => `So far ${total}.`,
    you: (total) => `You won, ${total}.`,
    opponent: (total) => `You lost, ${total}.`,
    draw: (total) => `A draw, ${total}.`,
  },
  turned: (move) => ` The result last changed at move ${move}.`,
  cost: (moves, loss) => moves === 1 ? `One of your moves cost ${loss}.` : `${moves} of your moves cost ${loss} in total.`,
  previous: "Previous",
  next: "Next",
  at: (move, all) => `${move} of ${all}`,
  tryAgain: "Try again from here",
  row: "The row at this move",
  end: "The position after the last move.",
  card: (card, side) => `${card} on the ${side}`,
  did: (move, who, what) => `Move ${move}: ${who} took ${what}`,
  right: (did, count, isPlain) =>
    `${did}, ${count > 1 ? (isPlain ? "as good as the other end" : "one of the best moves") : isPlain ? "the best end" : "the best move"}.`,
  equal: (did, best) => `${did}: the same margin as the best move, but a smaller total. Best: ${best.join(" or ")}.`,
  wrong: (did, mark, loss, best) => `${did}: ${mark === "blunder" ? "a blunder" : "an inaccuracy"}, it gave away ${loss}. Best: ${best.join(" or ")}.`,
  accuracy: (who, share) => `${who}: accuracy ${share}%`,
  inAll: " in total, ",
  givenAway: " given away",
  mistakes: (inaccuracies, blunders) => `${counted(inaccuracies, "inaccuracy", "inaccuracies")}, ${counted(blunders, "blunder", "blunders")}`,
  noMove: "no moves yet",
  move: "Move",
  dot: (move, mark, loss) => `Move ${move}, ${mark}${mark === "best" || mark === "equal" ? "" : `: gave away ${loss}`}`,
  then: (move, margin) => `move ${move}, then ${margin}`,
  atEnd: "the end",
  goTo: (move) => `Go to move ${move}`,
  tag: (mark, loss) => `${mark}, −${loss}`,
  every: "Every move",
  columns: ["move", "by", "took", "given away", "margin after"],
};

/** One row against every opponent. */
export const COMPARE = {
  plainOnly: "Only rows where a move takes one card from either end can be compared. Start such a game first.",
  soFar: (count, all) => `${count} of ${all} opponents so far …`,
  always: "Going first is best against every opponent, or at least costs nothing.",
  never: "Let every opponent go first.",
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
    " you moving second. The columns first and second are your totals. A bar to the right shows by how much you win with best play, a bar to the left by how much you lose; against random moves, on average. Choose an opponent’s name to play this row.",
};
