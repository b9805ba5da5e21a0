// The site without a server: Python is fetched in the background, and everything is cached for the next visit.
// `twoends serve` does not use this.

import { PYTHON } from "./words.js";
import { startPython, watchPython } from "./worker.js";

const inWorker = document.querySelector('meta[name="python"]')?.content === "worker";

/** `python` shows the progress of loading Python; `news` says that a new version is available. */
export function keepOffline({ python, news }) {
  if (!inWorker) return;
  watchPython((share) => {
    python.textContent = share < 1 ? PYTHON.onItsWay(Math.floor(100 * share)) : PYTHON.ready;
    if (share === 1) keep(python, news);
  });
  startPython();
}

let registered = false;

/** Called late, so that files that were just fetched are not fetched twice. */
async function keep(python, news) {
  if (registered || !("serviceWorker" in navigator)) return;
  registered = true;
  const registration = await navigator.serviceWorker.register("sw.js");
  const offer = (waiting) => {
    news.hidden = false;
    news.querySelector("span").textContent = PYTHON.news;
    news.querySelector("button").onclick = () => waiting.postMessage("take over");
  };
  const first = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (!first) location.reload(); });
  if (registration.waiting && !first) offer(registration.waiting);
  const follow = (coming) => {
    coming.addEventListener("statechange", () => { if (coming.state === "installed" && !first) offer(coming); });
  };
  // The browser checks for a new version when the page opens, so one may be installing before we listen.
  if (registration.installing) follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  await navigator.serviceWorker.ready;
  python.textContent = PYTHON.offline;
}
