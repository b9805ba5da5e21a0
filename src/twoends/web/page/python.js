// Questions that take long: to the engine in a worker, if it knows the answer, else to Python, which runs behind HTTP
// (`twoends serve`) or in a worker of this page (the site without a server); the head of the page says which. Nobody who
// answers keeps a state, so a question may be repeated.

import { knows } from "./answers.js";
import { askOverHttp } from "./http.js";
import { notation } from "./rules.js";
import { askPython } from "./worker.js";

/** Python's refusal of a question, in one sentence. */
export class Refused extends Error {}

export const inWorker = document.querySelector('meta[name="python"]')?.content === "worker";
const MAX_KEPT = 400; // cached answers, each a position or two

const kept = new Map(); // text of a question -> { answer, answered, dropped }

/** Files of the site without a server, each fetched with the first question to it. */
const STORED = { opponents: "opponents.json", puzzles: "puzzles.json", puzzle: "puzzles.json" };
const stored = {}; // file -> its content

/** Ask, or read a file of the page. Answers are cached, except for random moves. */
export function ask(question, fields) {
  const body = written(fields);
  const key = keyOf(question, body);
  if (kept.has(key)) return kept.get(key).answer;
  const dropped = new AbortController();
  const askOthers = () => find(question, body, dropped.signal);
  const answer = knows(question, fields) ? askTheEngine(question, body, dropped.signal).catch(askOthers) : askOthers();
  const one = { dropped, answered: false, answer };
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
export function drop(question, fields) {
  const key = keyOf(question, written(fields));
  const one = kept.get(key);
  if (!one || one.answered) return;
  one.dropped.abort();
  kept.delete(key);
}

/** The fields of a question as text. */
export const written = (fields) => (fields.game?.game ? { ...fields, game: notation(fields.game) } : fields);

const keyOf = (question, body) => `${question} ${JSON.stringify(body)}`;

/** One worker a question, so that one that nobody asks any more ends; it fails if its files do not arrive. */
const askTheEngine = (question, body, dropped) => new Promise((resolve, reject) => {
  const worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module" });
  const end = (settle) => ({ data }) => {
    worker.terminate();
    settle(data);
  };
  dropped.addEventListener("abort", () => worker.terminate());
  worker.onerror = end(reject);
  worker.onmessage = end(resolve);
  worker.postMessage({ question, body });
});

async function find(question, body, dropped) {
  if (question.endsWith(".json")) return readBeside(question);
  const known = inWorker && question in STORED ? await storedAnswer(question, body) : null;
  if (known) return known;
  const answer = await (inWorker ? askPython : askOverHttp)(question, body, dropped);
  if (answer.detail !== undefined) throw new Refused(answer.detail);
  return answer.answer;
}

/** What was worked out when the site was built: the opponents, the names of contests, and the rows of many. */
async function storedAnswer(question, { name }) {
  const file = STORED[question];
  stored[file] ??= readBeside(file);
  const content = await stored[file].catch(() => {
    delete stored[file]; // Python answers now, and the file is asked for again
    return {};
  });
  if (question !== "puzzle") return content[question];
  const game = content.rows?.[name];
  return game ? { name, game } : null;
}

/** A file beside this one, as JSON. */
const readBeside = (name) => fetch(new URL(name, import.meta.url)).then((response) => response.json());
