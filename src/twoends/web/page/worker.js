// Python in a worker of this page: the site without a server.

import { arriving, waiting } from "./waiting.js";
import { PYTHON } from "./words.js";

const PAUSE = 3000; // milliseconds, before a new attempt

let worker = null;
let ready = false;
let asked = 0;
const open = new Map(); // number of a question -> { question, text, resolve }

let listener = () => {};

/** Call `show` with the share of Python that has loaded, from 0 to 1; at 1 it answers. */
export function watchPython(show) {
  listener = show;
}

function onProgress(share) {
  arriving(share);
  listener(share);
}

/** Start fetching Python, which answers open questions as soon as it is ready. */
export function startPython() {
  if (worker) return;
  arriving(0);
  worker = new Worker(new URL("python-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = () => startAgain();
}

export function askTheWorker(question, body) {
  startPython();
  return new Promise((resolve) => {
    const one = { number: (asked += 1), question, text: JSON.stringify(body), resolve };
    open.set(one.number, one);
    if (ready) send(one);
  });
}

const send = ({ number, question, text }) => worker.postMessage({ number, question, text });

function hear(data) {
  if ("arrived" in data) onProgress(data.arrived);
  else if (data.ready) {
    ready = true;
    waiting("");
    onProgress(1);
    open.forEach(send);
  } else if (data.failed) startAgain();
  else {
    const one = open.get(data.number);
    open.delete(data.number);
    one.resolve(JSON.parse(data.answer));
  }
}

function startAgain() {
  worker?.terminate();
  worker = null;
  ready = false;
  waiting(PYTHON.lost);
  setTimeout(startPython, PAUSE);
}
