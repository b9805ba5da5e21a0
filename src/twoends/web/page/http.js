// Python behind the HTTP API of `twoends serve`.

import { waiting } from "./waiting.js";
import { PYTHON } from "./words.js";

const PAUSES = [200, 400, 800, 1500, 3000]; // milliseconds
const LONGEST = 60_000; // of silence, and then the question is asked again; no answer takes that long to work out

const GETS = new Set(["deal", "opponents", "puzzle", "puzzles", "code"]);

function send(question, body, signal) {
  if (GETS.has(question)) return fetch(`api/${question}?${new URLSearchParams(body)}`, { signal });
  return fetch(`api/${question}`, {
    signal,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Answers { answer } or { detail }; waits for a server that is out of reach, or that a proxy cannot reach. */
export async function askOverHttp(question, body) {
  for (let tries = 0; ; tries += 1) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), LONGEST);
    try {
      const response = await send(question, body, patience.signal);
      const told = await response.json();
      waiting("");
      return response.ok ? { answer: told } : { detail: String(told.detail ?? PYTHON.status(response.status)) };
    } catch {
      waiting(PYTHON.noServer); // no answer, or one that is not JSON: a proxy's 502
      await new Promise((resolve) => { setTimeout(resolve, PAUSES[Math.min(tries, PAUSES.length - 1)]); });
    } finally {
      clearTimeout(timer);
    }
  }
}
