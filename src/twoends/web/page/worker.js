// Python in a worker of this page: the site without a server. It is fetched with the first question that needs it, and no
// more if that is dropped before it has arrived.

import { tell } from "./news.js";
import { lookForUpdate } from "./offline.js";
import { ARRIVED } from "./state.js";

const PAUSE = 3000; // milliseconds, before a new attempt

let worker = null;
let ready = false;
let arrived = false; // all of its files
let asked = 0;
const open = new Map(); // number of a question -> { question, text, resolve }
let sent = 0; // the number of the question that Python is at; it gets one at a time, so that others can be dropped

/** Start fetching Python, which answers open questions as soon as it is ready. */
function startPython() {
  if (worker) return;
  tell({ share: 0, left: "" });
  worker = new Worker(new URL("python-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = () => startAgain();
}

export function askPython(question, body, dropped) {
  if (dropped.aborted) return new Promise(() => {});
  startPython();
  return new Promise((resolve) => {
    const number = (asked += 1);
    open.set(number, { question, text: JSON.stringify(body), resolve });
    dropped.addEventListener("abort", () => {
      open.delete(number);
      setTimeout(stopFetching); // unless another question is asked now
    });
    sendNext();
  });
}

function sendNext() {
  if (!ready || sent || !open.size) return;
  const [[number, { question, text }]] = open;
  sent = number;
  worker.postMessage({ number, question, text });
}

function stopFetching() {
  if (arrived || open.size) return;
  worker?.terminate();
  worker = null;
  tell({ share: null, unreached: "" });
}

function hear(data) {
  if ("share" in data) {
    arrived = data.share >= ARRIVED;
    tell(data);
  }
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
  arrived = false;
  worker?.terminate();
  worker = null;
  ready = false;
  sent = 0;
  lookForUpdate();
  tell({ share: null, unreached: "Python, which this needs, could not be fetched. The page keeps trying; are you online?" });
  setTimeout(() => { if (open.size) startPython(); }, PAUSE);
}
