// The server: it keeps no state, so that a request may be sent again whenever it got no answer.

/** What the server says is wrong with a request, in one sentence. */
export class Refused extends Error {}

const PAUSES = [200, 400, 800, 1500, 3000]; // milliseconds

let onWaiting = () => {};

/** Have `listener` told whether the server is out of reach. */
export function watchServer(listener) {
  onWaiting = listener;
}

async function send(path, options = {}) {
  for (let tries = 0; ; tries += 1) {
    let response;
    try {
      response = await fetch(path, options);
    } catch {
      onWaiting(true);
      await new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(tries, PAUSES.length - 1)]));
      continue;
    }
    onWaiting(false);
    const answer = await response.json();
    if (!response.ok) throw new Refused(answer.detail);
    return answer;
  }
}

export const ask = (question, body) =>
  send(`api/${question}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

export const deal = (options) => send(`api/deal?${new URLSearchParams(options)}`);
