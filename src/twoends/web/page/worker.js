// Python in a worker of this page: the site without a server.

import { tell } from "./news.js";

const PAUSE = 3000; // milliseconds, before a new attempt

let worker = null;
let ready = false;
let asked = 0;
const open = new Map(); // number of a question -> { question, text, resolve }

/** Start fetching Python, which answers open questions as soon as it is ready. */
export function startPython() {
  if (worker) return;
  tell({ share: 0 });
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
  if ("arrived" in data) tell({ share: data.arrived });
  else if (data.ready) {
    ready = true;
    tell({ unreached: "", share: 1 });
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
  tell({ unreached: "Python could not be loaded. The page keeps trying; are you online?" });
  setTimeout(startPython, PAUSE);
}
