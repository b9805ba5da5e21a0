// Python in a worker of this page: the site without a server.

import { tell } from "./news.js";

const PAUSE = 3000; // milliseconds, before a new attempt

let worker = null;
let ready = false;
let asked = 0;
const open = new Map(); // number of a question -> { question, text, resolve }
let sent = 0; // the number of the question that Python is at; it gets one at a time, so that others can be dropped

/** Start fetching Python, which answers open questions as soon as it is ready. */
export function startPython() {
  if (worker) return;
  tell({ share: 0 });
  worker = new Worker(new URL("python-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = () => startAgain();
}

export function askTheWorker(question, body, dropped) {
  startPython();
  return new Promise((resolve) => {
    const number = (asked += 1);
    if (!dropped.aborted) open.set(number, { question, text: JSON.stringify(body), resolve });
    dropped.addEventListener("abort", () => open.delete(number));
    sendNext();
  });
}

function sendNext() {
  if (!ready || sent || !open.size) return;
  const [[number, { question, text }]] = open;
  sent = number;
  worker.postMessage({ number, question, text });
}

function hear(data) {
  if ("arrived" in data) tell({ share: data.arrived });
  else if (data.ready) {
    ready = true;
    tell({ unreached: "", share: 1 });
    sendNext();
  } else if (data.failed) startAgain();
  else {
    const one = open.get(data.number);
    open.delete(data.number);
    sent = 0;
    sendNext();
    one?.resolve(JSON.parse(data.answer));
  }
}

function startAgain() {
  worker?.terminate();
  worker = null;
  ready = false;
  sent = 0;
  tell({ unreached: "Python could not be loaded. The page keeps trying; are you online?" });
  setTimeout(startPython, PAUSE);
}
