// The site without a server: Python is fetched in the background, and everything is cached for the next visit.
// `twoends serve` does not use this.

import { tell } from "./news.js";
import { startPython } from "./worker.js";

/** Start fetching Python; call what this returns once Python answers. */
export function keepOffline() {
  startPython();
  return keep;
}

let registered = false;

/** Called late, so that files that were just fetched are not fetched twice. */
async function keep() {
  if (registered || !("serviceWorker" in navigator)) return;
  registered = true;
  const registration = await navigator.serviceWorker.register("sw.js");
  const first = !navigator.serviceWorker.controller;
  const offer = (waiting) => { if (!first) tell({ update: waiting }); };
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (!first) location.reload(); });
  if (registration.waiting) offer(registration.waiting);
  const follow = (coming) => {
    coming.addEventListener("statechange", () => { if (coming.state === "installed") offer(coming); });
  };
  // The browser checks for a new version when the page opens, so one may be installing before we listen.
  if (registration.installing) follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  await navigator.serviceWorker.ready;
  tell({ offline: true });
}
