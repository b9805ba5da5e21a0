// The site without a server: everything is cached for the next visit. `twoends serve` does not use this.

import { tell } from "./news.js";

let registered = false;

/** Called once Python has been fetched, so that its files are not fetched twice. */
export async function keepOffline() {
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
