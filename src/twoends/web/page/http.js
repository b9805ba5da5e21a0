// Python behind `twoends serve`.

import { tell } from "./news.js";

const PAUSES = [200, 400, 800, 1500, 3000]; // milliseconds
const LONGEST = 60_000; // milliseconds without an answer before the question is repeated; no answer takes that long

const send = (question, body, signal) => fetch(`ask/${question}`, {
  signal,
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Returns { answer } or { detail }; waits while the server, or the one behind a proxy, cannot be reached. */
export async function askOverHttp(question, body, dropped) {
  for (let tries = 0; ; tries += 1) {
    const patience = new AbortController();
    const giveUp = () => patience.abort();
    const timer = setTimeout(giveUp, LONGEST);
    dropped.addEventListener("abort", giveUp);
    try {
      const told = await (await send(question, body, patience.signal)).json();
      tell({ unreached: "" });
      return told;
    } catch {
      if (dropped.aborted) {
        tell({ unreached: "" }); // until another question finds that it still is
        return new Promise(() => {});
      }
      tell({ unreached: "The server does not answer. The page keeps trying; your game is safe in the address." }); // no answer, or one that is not JSON: a proxy's 502
      await new Promise((resolve) => { setTimeout(resolve, PAUSES[Math.min(tries, PAUSES.length - 1)]); });
    } finally {
      clearTimeout(timer);
      dropped.removeEventListener("abort", giveUp);
    }
  }
}
