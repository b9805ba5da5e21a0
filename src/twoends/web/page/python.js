// Questions to Python, which runs behind HTTP (`twoends serve`) or in a worker of this page (the site without a
// server); the head of the page says which. Python is stateless, so a question may be repeated.

import { askOverHttp } from "./http.js";
import { askTheWorker } from "./worker.js";

/** Python's refusal of a question, in one sentence. */
export class Refused extends Error {}

export const inWorker = document.querySelector('meta[name="python"]')?.content === "worker";
const MAX_KEPT = 400; // cached answers, each a position or two

const kept = new Map(); // text of a question -> { answer, answered, dropped }
const STORED_APART = new Set(["puzzle", "puzzles", "decision"]); // fetched with the first such question
const stored = {}; // file -> answers that were computed when the site was built

/** Ask Python, or read a file of the page. Answers are cached, except for random moves. */
export function ask(question, body = {}) {
  const key = keyOf(question, body);
  if (kept.has(key)) return kept.get(key).answer;
  const dropped = new AbortController();
  const one = { dropped, answered: false, answer: find(question, body, key, dropped.signal) };
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value);
  kept.set(key, one);
  const forget = () => { if (kept.get(key) === one) kept.delete(key); };
  one.answer.then((told) => {
    one.answered = true;
    if (question === "reply" && told.by_chance) forget();
  }, forget);
  return one.answer;
}

/** Drop a question that is not answered yet: nothing is computed for it any more, and no answer comes to it. */
export function drop(question, body) {
  const key = keyOf(question, body);
  const one = kept.get(key);
  if (!one || one.answered) return;
  one.dropped.abort();
  kept.delete(key);
}

const keyOf = (question, body) => `${question} ${JSON.stringify(body)}`;

async function find(question, body, key, dropped) {
  if (question.endsWith(".json")) return readBeside(question);
  if (inWorker) {
    stored[question] ??= readBeside(STORED_APART.has(question) ? "puzzles.json" : "answers.json").catch(() => ({})); // then Python answers
    const answers = await stored[question];
    if (answers[key]) return answers[key];
  }
  const answer = await (inWorker ? askTheWorker : askOverHttp)(question, body, dropped);
  if (answer.detail !== undefined) throw new Refused(answer.detail);
  return answer.answer;
}

/** A file beside this one, as JSON. */
const readBeside = (name) => fetch(new URL(name, import.meta.url)).then((response) => response.json());
