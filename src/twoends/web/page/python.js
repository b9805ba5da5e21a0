// Questions to Python. It is behind HTTP (`twoends serve`), or in a worker of this page (the site without a
// server); the page's own head says which. Python keeps no state, so that a question may be asked again.

import { askOverHttp } from "./http.js";
import { askTheWorker } from "./worker.js";

/** What Python says is wrong with a question, in one sentence. */
export class Refused extends Error {}

const inWorker = document.querySelector('meta[name="python"]')?.content === "worker";
const MOST_KEPT = 400; // answers, each a position or two

const kept = new Map();
const STORED_APART = new Set(["puzzle", "puzzles", "decision", "race"]); // fetched when somebody first asks one
const stored = {}; // file -> answers that were worked out when the site was built

let games = null;

/** The first games; the site has their answers beside them. */
export function firstGames() {
  games ??= readBeside("first.json");
  games.catch(() => { games = null; });
  return games;
}

/** Ask Python. The same question is asked once, but for a deal and for a move by chance. */
export function ask(question, body = {}) {
  const key = `${question} ${JSON.stringify(body)}`;
  if (kept.has(key)) return kept.get(key);
  const answer = find(question, body, key);
  if (question === "deal") return answer;
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
  kept.set(key, answer);
  const forget = () => kept.delete(key);
  answer.then((told) => { if (question === "reply" && told.by_chance) forget(); }, forget);
  return answer;
}

async function find(question, body, key) {
  if (inWorker) {
    const answers = await readStored(STORED_APART.has(question) ? "puzzles.json" : "answers.json");
    if (answers[key]) return structuredClone(answers[key]);
  }
  const answer = await (inWorker ? askTheWorker : askOverHttp)(question, body);
  if (answer.detail !== undefined) throw new Refused(answer.detail);
  return answer.answer;
}

/** None where they cannot be fetched: then Python answers. */
function readStored(name) {
  stored[name] ??= readBeside(name).catch(() => ({}));
  return stored[name];
}

/** A file beside this one, as JSON. */
export const readBeside = (name) => fetch(new URL(name, import.meta.url)).then((response) => response.json());
