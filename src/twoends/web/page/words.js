// The texts of the page, for translation. Others are in chapter-words.js, index.html and lesson.json.

/** What an opponent says at the start, and at the end if `you` win, the `opponent` wins, or it is a draw. */
export const SPEECH = {
  optimal: { start: "I look at every future.", you: "You saw further than I did.", opponent: "I make no mistakes.", draw: "Neither of us slipped." },
  greedy: { start: "Bigger is better.", you: "But I took all the big ones!", opponent: "Bigger is better. Told you.", draw: "Only half? I want more." },
  modest: { start: "After you. I take the smaller one.", you: "Well played, really.", opponent: "Oh. I did not mean to win.", draw: "That seems fair." },
  generous: { start: "I would like you to win.", you: "I am so glad!", opponent: "I tried to lose, honestly.", draw: "We share. How nice." },
  random: { start: "Heads or tails?", you: "The coin let me down.", opponent: "My coin plays better than you.", draw: "Even the coin is surprised." },
};

export const SIDES = { L: "left", R: "right" };

/** The pages, for headings and the title of the window. */
export const TITLES = {
  play: "Play",
  why: "Why",
  review: "Review",
  compare: "Compare",
  puzzles: "Puzzles",
  puzzle: "Puzzle",
  lesson: "Lesson",
};

export const titled = (title) => `${title} · Two Ends`;

export const PLAYERS = { you: "You", two: ["Player 1", "Player 2"], trembling: ", trembling" };

/** The title of the window during a game. */
export const gameTitle = (title, cards, you, they) =>
  `${title}: ${cards === 1 ? "one card" : `${cards} cards`}, ${you === PLAYERS.you ? "against" : `${you} and`} ${they}`;

/** Shown in place of an answer until it arrives. */
export const WORKING = "Computing …";

/** Errors in an address. */
export const LINK = {
  damaged: "The link is damaged: it contains a % without a character code. Ask for it again.",
  noPage: (name) => `There is no page “${name}” here. Check the link, or reload the page to update it.`,
  tooLong: "The link has too many parts for a game. Copy it again.",
  noPlayer: (name) => `The link lets “${name}” play in your place, but there is no such player. Copy it again.`,
};

/** The spoken names of cards. */
export const CARD_NAMES = {
  suits: { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" },
  ranks: { J: "jack", Q: "queen", K: "king", A: "ace" },
  spoken: (rank, suit) => `${rank} of ${suit}`,
  the: (card) => `the ${card}`,
  minus: "minus ",
};

/** A move that is more than a side, in the words of Python's sentences. */
export const MOVE = {
  card: (index) => `card ${index} counted from 0`,
  count: (count) => `${count} from the `,
  part: (part) => ` of component ${part} counted from 0`,
};

/** For a shortened number. */
export const ALL_DIGITS = "Show all digits";

export const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

export const TABLE = {
  reading: "Reading the link …",
  notHere: "The page cannot show this game. Play it in the terminal: twoends play.",
  empty: "The row is empty",
  lanes: { circle: "Circle", board: "Component", row: "Row" },
  lane: (name, cards) => `${name} of ${cards.length}: ${cards.join(", ")}`,
  take: "Take ",
  from: (side) => `${SIDES[side]}, `,
  cards: (count) => `${count} cards`,
  card: (number, all, value) => `Card ${number} of ${all}: ${value}`,
  score: (yours, theirs) => `${yours} to ${theirs}`,
  took: (who, what) => `${who} took ${what}.`,
  toMove: (who) => `${who} ${who === PLAYERS.you ? "are" : "is"} to move.`,
  yourTurn: "Your turn",
  best: "best",
  equal: "the same margin, a smaller total",
  endsAt: (side, total) => `${side} ends at ${total}`,
  hint: (ends, byChance) => ` Hint: ${ends.join("; ")}${byChance ? ", on average" : ""}.`,
  hintWaits: "Computing the hint.",
  stop: "Stop",
};

/** The analysis beside the table. */
export const BESIDE = {
  open: "Show the analysis",
  hide: "Hide the analysis",
  spoiler: "Shows the best result from here (spoiler).",
  lookedUp: (hints) => `Help used: ${hints === 1 ? "one turn" : `${hints} turns`}.`,
  left: (cards) => `Remaining cards as text (${cards})`,
  nothing: "None.",
  promised: (you, yours, they, theirs) => `With best play: ${you} ${yours}, ${they} ${theirs}`,
  ended: "The game ended",
  ends: "Best play ends",
  endsByChance: "Best play, on average, ends",
  moves: "Moves",
  noMove: "No moves yet.",
  soFar: (you, they) => `Moves so far: ${you} and ${they}`,
  took: (who, card) => `${who} took ${card}`,
};

/** The dialog for a new game. */
export const SHEET = {
  title: "New game",
  close: "Close",
  players: "Players",
  one: "You and a computer",
  two: "Two people",
  watch: "Two computers",
  seat: "Playing for you",
  best: "Best",
  bestIs: "Knows the other player and plays the best response.",
  opponent: "Opponent",
  first: "First move",
  row: "Row",
  thisRow: "This row",
  own: "My own",
  deck: "Deal cards",
  coins: "Deal coins",
  count: "Number of cards",
  values: "Values: type or drag them",
  tray: "The row: arrow keys move a value, Delete removes it",
  tile: (value, number, all) => `${value}, ${number} of ${all}`,
  worth: "Value of the row",
  seeWhy: "Start the game and open Why: it explains boards, circles and other rules.",
  solved: (goFirst, first, second) =>
    `${goFirst ? "Go first" : "Let the other side go first"}: you get ${first} moving first, ${second} moving second.`,
  rules: "Rules: a move takes",
  more: "More",
  ties: "Equal ends",
  tiesTake: { right: "takes the right", left: "takes the left" },
  chance: (chance) => chance.replace("/", " in "),
  trembles: "Random moves",
  tremblings: { "": "never", "1/20": "1 move in 20", "1/10": "1 move in 10", "1/4": "1 move in 4", "1/2": "1 move in 2" },
};

/** The rules to choose from: as Python writes them, and in words. */
export const OFFERED_RULES = {
  "": "one card from either end",
  "take 1-2 either": "up to two cards",
  "take 1-3 either": "up to three cards",
  "take any either": "any number of cards",
  "take 1 left": "one card, from the left only",
  "take 1-3 left": "up to three cards, from the left only",
  "turns ABBA": "one card, in the fair order ABBA",
};

/** What the player to move can do. */
export const CHOICE = {
  any: "take any card.",
  board: "take an end of any row.",
  last: (card) => `the last card, ${card}.`,
  next: (card) => `${card} is next.`,
  ends: (left, right) => `${left} on the left, ${right} on the right.`,
};

/** The rules of a game, as sentences without full stops. */
export const RULE = {
  doubling: "one card or more, at most twice the most taken so far",
  amounts: { 1: "a card", 2: "one or two cards", 3: "one, two or three cards" },
  any: "any number of cards",
  atLeast: (least) => `${least} cards or more`,
  between: (least, most) => (least === most ? `${least} cards` : `${least} to ${most} cards`),
  circle: "Take any card first, then a card from either end",
  take: (amount, ends, board) => `Take ${amount} from ${ends === "either" ? "either end" : `the ${ends} end`}${board ? " of any row" : ""}`,
  score: { cards: "", rest: "A move earns the sum of the cards it leaves", turn: "A move earns its cards times its number" },
  alone: "You play alone",
  turns: (order) => `The order of turns is ${order}`,
  stop: (moves) => `Play ends after ${moves} moves`,
  wins: "Highest total wins",
};

export const OUTCOME = {
  draw: (score) => `A draw, ${score}.`,
  win: (score) => `You win, ${score}.`,
  loss: (score) => `You lose, ${score}.`,
  wins: (who, score) => `${who} wins, ${score}.`,
  helped: (hints) => `With ${hints === 1 ? "one hint" : `${hints} hints`}.`,
};

/** The reason for the result of a game. */
export const REASON = {
  waits: "What decided it? …",
  perfect: "You gave nothing away.",
  worst: (move, why) => `Move ${move} cost you the most. ${why}`,
};

export const CHALLENGE = {
  open: (score) => `A challenge: someone scored ${score}. Can you beat that?`,
  compared: (score, sign) => `The challenge was ${score}: you ${{ 1: "beat it", 0: "matched it", [-1]: "did not match it" }[sign]}.`,
  link: (score, address) => `I scored ${score}. Can you beat that? ${address}`,
};

export const COPY = {
  done: "Copied",
  failed: (text) => `Copy this: ${text}`,
  link: "Copied the link",
  failedLink: "Copy the address of this page",
  challenge: "Copied the challenge",
};

export const DECISION = {
  against: (opponent) => `Against ${opponent}.`,
  theyTook: (cards) => `They moved first and took ${cards}.`,
  youFirst: "You move first.",
  right: "✓ Right",
  wrong: (lost) => `✗ ${lost}`,
};

const days = (run) => (run === 1 ? "1 day" : `${run} days`);

export const PUZZLES = {
  title: "Puzzles",
  lead: "A short row, and one decision that matters: one end is better. Which one?",
  day: "Row of the day",
  today: (cards, ahead) => `${cards} cards, the same for everyone: ${ahead}. One try.`,
  run: (run) => `${days(run)} in a row.`,
  tomorrow: "There will be a new one tomorrow.",
  week: "Easy on Monday, hard on Sunday.",
  solved: "✓ Solved",
  missed: "✗ Missed",
  solve: "Solve it",
  lesson: "The lesson",
  lessonIs: "Why the bigger card is a trap: five minutes, seven rows, and you make the moves.",
  begin: "Begin",
  otherRules: "Other rules",
  otherRulesAre: "Eight cards, three moves to look ahead, under another rule:",
  ladder: "The ladder",
  ladderIs: "Twenty rows, from easy to hard. “Look 5 moves ahead” says how far you have to think; always taking the larger card soon fails.",
  result: (date, solved, cards, ahead, run) =>
    `Two Ends, row of the day ${date}: ${solved ? "solved" : "missed"}. ${cards} cards, ${ahead}${run ? `, ${days(run)} in a row` : ""}.`,
  nextRung: "Next rung",
  all: "All puzzles",
  ofDay: (date) => `Row of the day, ${date}`,
  rung: (number, all) => `Rung ${number} of ${all}`,
  rungIs: (number, state) => `Rung ${number}${state ? `, ${state}` : ""}`,
  named: (name) => `Puzzle ${name}`,
  asks: (oneCard) => (oneCard ? "Which end is better?" : "Which end is better, and how many cards?"),
  depth: (ahead) => ` To see it, ${ahead}.`,
  byLink: "This answer came with the link and does not count as yours.",
  yourself: "Try it yourself",
  again: "Try again",
  copy: "Copy the result",
  playOut: "Play it out",
};

/** The frame of the lesson; its steps are in lesson.json. */
export const LESSON = {
  step: (at, all) => `Why the bigger card is a trap · ${at} of ${all}`,
  next: "Next",
  back: "Back",
  toPuzzles: "To the puzzles",
  over: "That is the whole game. The row of the day and the ladder are waiting.",
  light: (sum) => ` light: ${sum}`,
  dark: (sum) => ` dark: ${sum}`,
  actsLike: "acts like ",
};

/** The progress of loading Python, or why it does not answer. */
export const PYTHON = {
  onItsWay: (share) => `Loading Python: ${share}%`,
  ready: "Python is ready.",
  offline: "Python is ready. The page works offline.",
  news: "A new version is available.",
  lost: "Python could not be loaded. The page keeps trying; are you online?",
  noServer: "The server does not answer. The page keeps trying; your game is safe in the address.",
  status: (status) => `The server answered ${status}.`,
  failed: (fault) => `Python failed, which is a bug: ${fault}`,
};

/** What a worse move brings. */
export const less = (loss) => `${loss} less`;

/** A mark, with the loss of a worse move. */
export const rated = (mark, loss) => ({ best: TABLE.best, equal: TABLE.equal })[mark] ?? less(loss);

/** How hard a puzzle is. */
export const lookAhead = (depth) => `look ${depth} ${depth === 1 ? "move" : "moves"} ahead`;

/** The label of the cards that scroll between both ends. */
export const SCROLLS = "The cards between the ends: scroll to see all of them";

export const ENDINGS = { perfect: "Perfect play", win: "A win", draw: "A draw", loss: "Not this time" };

/** Shown below the result once the result of best play is known. */
export const bestPossible = (best, yours) => `Best possible: ${best}. You got ${yours}.`;

/** The panel that runs a method line by line. */
export const METHODS = {
  title: "Inside each method",
  margin: (cards) => `The first ${cards} cards, one line of code at a time. The number is the margin: by how much the player to move wins.`,
  steps: "Steps shown",
  code: (method) => `Code, ${method}`,
  tree: (calls) => `The tree of ${calls} calls: blue took the left end, orange the right`,
  kept: { "top-down": "known: ", "bottom-up": "margin: ", contraction: "coins: " },
  step: (at, all) => `Step ${at} of ${all}.`,
  returns: (value) => `This call returns ${value}.`,
  result: (value) => `The margin is ${value}.`,
};
