// Contests: whole games whose first one counts. It has no hint and no undo, and is noted move by move, so that a reload goes
// on with it, and the moves of somebody else's link are not taken for yours.

import { LEFT, RIGHT, like_looking, play_look } from "./engine.js";
import { about } from "./numbers.js";
import { isByChance, movesText } from "./rules.js";
import { dayOf } from "./state.js";
import { repliesOf } from "./values.js";

const NAME = /^\d+-(?:day-(.+)|rung-(\d+)-(\d+))$/;

/** Whether a name is that of a contest; "today" is the row of the day, whatever the day. */
export const isContest = (name = "") => name === "today" || NAME.test(name);

/** The date in the name of a row of the day; undefined for any other. */
export const dateIn = (name) => NAME.exec(name)?.[1];

export const isDay = (name) => dateIn(name) !== undefined;

/** The number of the rung in a name, and the number of the row there; null for any other. */
export function rungIn(name) {
  const [, , rung, seed] = NAME.exec(name) ?? [];
  return rung === undefined ? null : { rung: Number(rung), seed: Number(seed) };
}

/** Whether the day of a row has not come yet. */
export const isToCome = (name) => dateIn(name) > dayOf(new Date());

/** Whether the number of a row of the ladder is one that the ladder may reach; true for a row of the day. */
const isWithinReach = (name) => Number.isSafeInteger(rungIn(name)?.seed ?? 0);

/** Whether a first game of a contest counts. */
export const mayCount = (name) => isWithinReach(name) && !isToCome(name);

/** Whether what is stored is the record of a contest: it may be damaged, or of another version. */
export const isRecord = (name, record) => NAME.test(name) && isWithinReach(name)
  && typeof record?.moves === "string" && typeof record.on === "string"
  && (!record.over || (typeof record.won === "boolean" && ["number", "string"].includes(typeof record.loss) && (Number.isInteger(record.look) || !isDay(name))));

/** Whether the game at the table is the one that counted. */
export const hasCounted = ({ contest, position, records }) => Boolean(records[contest]?.over) && movesText(position) === records[contest].moves;

/** What is noted of a game that counts: the day of its first move, and how it ended, once it is over. */
export function recordOf(state) {
  const { contest, position, records, told: { review } } = state;
  const record = { moves: movesText(position), over: position.over, on: records[contest]?.on ?? dayOf(new Date()) };
  if (!position.over) return record;
  const { loss } = review.performance.you;
  return { ...record, won: position.leader === "you", loss, look: likeLooking(position, loss) };
}

// --- looks -------------------------------------------------------------------------------------------

const kindOf = (promised, then) => (then === promised ? "best" : promised > 0 && then <= 0 ? "lost" : "less");

/** What each of your moves with a choice did: "best", "less" if it gave points away, "lost" if it gave the win away. */
export const squaresOf = ({ steps }, { played, promises }) =>
  played.filter(({ by, number }) => by === "you" && steps[number - 1].before.moves.length > 1)
    .map(({ number }) => kindOf(about(promises[number - 1]), about(promises[number])));

/** Arguments of the texts on looks; null if they do not apply. */
function lookOf({ game }) {
  if (!game.plain || isByChance(game.opponent) || game.values.length < 2) return null;
  const { values, opponent, youFirst } = game;
  const { kind, keys, ties } = repliesOf(opponent, values);
  const room = () => Array(values.length + 1).fill(0n);
  return { given: [room(), values, keys, kind, ties === "right" ? RIGHT : LEFT, youFirst], promised: room(), lost: room() };
}

/** How many plies ahead a look sees that gives away no more; null if it cannot be said. */
function likeLooking(position, loss) {
  const look = lookOf(position);
  if (!look) return null;
  return like_looking(...look.given, 2n * BigInt(loss) * position.game.unit, look.promised, look.lost);
}

/** The squares of a look of this many plies, and what it gives away. */
export function playOfLook(position, plies) {
  const { given, promised, lost } = lookOf(position);
  const count = play_look(...given, plies, promised, lost);
  const loss = lost.slice(0, count).reduce((sum, each) => sum + each, 0n) / (2n * position.game.unit);
  return { squares: promised.slice(0, count).map((margin, k) => kindOf(Number(margin), Number(margin - lost[k]))), loss: Number(loss) };
}
