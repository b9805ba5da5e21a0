// Questions to Python, which runs behind HTTP (`twoends serve`) or in a worker of this page (the site without a
// server); the head of the page says which. Python is stateless, so a question may be repeated.

import { askOverHttp } from "./http.js";
import { askTheWorker } from "./worker.js";

/** Python's refusal of a question, in one sentence. */
export class Refused extends Error {}

const inWorker = document.querySelector('meta[name="python"]')?.content === "worker";
const MOST_KEPT = 400; // cached answers, each a position or two

const kept = new Map();
const STORED_APART = new Set(["puzzle", "puzzles", "decision"]); // fetched with the first such question
const stored = {}; // file -> answers that were computed when the site was built

let games = null;

/** The first games, whose answers the site includes. */
export function firstGames() {
  games ??= readBeside("first.json");
  games.catch(() => { games = null; });
  return games;
}

/** Ask Python. Answers are cached, except for deals and random moves. */
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

/** Empty if they cannot be fetched; then Python answers. */
function readStored(name) {
  stored[name] ??= readBeside(name).catch(() => ({}));
  return stored[name];
}

/** A file beside this one, as JSON. */
export const readBeside = (name) => fetch(new URL(name, import.meta.url)).then((response) => response.json());
