// What the page says, in one place for a translator. What is not here yet stands where it is said.

/** What an opponent says at the start, and when they lose, win or draw. */
export const SPEECH = {
  optimal: { start: "I look at every future.", you: "You saw further than I did.", opponent: "I never err.", draw: "Neither of us erred much." },
  greedy: { start: "Bigger is better.", you: "But I took all the big ones!", opponent: "Bigger is better. Told you.", draw: "Half of it? I want more." },
  modest: { start: "After you. I take the smaller one.", you: "Well played, really.", opponent: "Oh. I did not mean to win.", draw: "That seems fair." },
  generous: { start: "I would like you to win.", you: "I am so glad!", opponent: "I tried to lose, honestly.", draw: "We share. How nice." },
  random: { start: "Heads or tails?", you: "The coin let me down.", opponent: "My coin plays better than you.", draw: "Even the coin is surprised." },
};

/** What a worse move brings, in a word. */
export const less = ({ dials }) => (dials.goal === "least" ? "more" : "less");

/** How hard a puzzle is. */
export const lookAhead = (depth) => `look ${depth} ${depth === 1 ? "move" : "moves"} ahead`;

/** How many orders of moves lead to a position. */
export const orders = (count) => (count === "1" ? "One order of moves leads here." : `${count} orders of moves lead here.`);

/** The field over the cards that scroll between both ends. */
export const SCROLLS = "The cards between the ends: scroll to see them";

export const WHY = {
  empty: "There is no card to take.",
  theirs: "The other side is to move.",
  fromTheStart: "Before the first move: ",
};

export const ENDINGS = { perfect: "Perfect play", win: "A win", draw: "A draw", loss: "Not this time" };

/** Shown below the result, where it is known what best play would have brought. */
export const bestPossible = (best, yours) => `Best possible ${best}, you made ${yours}.`;

/** The pane that runs a method line by line. */
export const METHODS = {
  title: "Inside each method",
  margin: (cards) => `The first ${cards} cards, one line of code at a time. The number is the margin: by how much whoever moves comes out ahead.`,
  steps: "Steps shown",
  code: (method) => `Code, ${method}`,
  tree: (calls) => `The tree of ${calls} calls: blue took the left end, orange the right`,
  kept: { "top-down": "known: ", "bottom-up": "margin: ", contraction: "coins: " },
  step: (at, all) => `Step ${at} of ${all}.`,
  returns: (value) => `This call returns ${value}.`,
  result: (value) => `The margin is ${value}.`,
  link: "Run the four methods on this row",
};
