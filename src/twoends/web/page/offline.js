// The site without a server: the page is cached at the first visit, and Python once it has been fetched, or on request.
// `twoends serve` does not use this.

import { tell } from "./news.js";

/** Store the page for the next visit. */
export async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("sw.js");
  let first = !navigator.serviceWorker.controller;
  const offer = (waiting) => { if (!first) tell({ update: waiting }); };
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!first) location.reload();
    first = false;
  });
  if (registration.waiting) offer(registration.waiting);
  const follow = (coming) => {
    coming.addEventListener("statechange", () => { if (coming.state === "installed") offer(coming); });
  };
  // The browser checks for a new version when the page opens, so one may be installing before we listen.
  if (registration.installing) follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  await navigator.serviceWorker.ready;
  navigator.serviceWorker.addEventListener("message", ({ data }) => tell({ offline: data }));
  tell({ offline: (await caches.match(new URL("twoends.zip", import.meta.url))) ? "kept" : "page" });
}

/** Look whether there is a new version: then the Python of this one may be gone. */
export async function lookForUpdate() {
  if ("serviceWorker" in navigator) (await navigator.serviceWorker.getRegistration())?.update().catch(() => {}); // without a network
}

/** Store Python, too: what has just been fetched comes from the browser's own cache. */
export async function keepPython() {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  tell({ offline: "keeping" });
  active.postMessage("keep Python");
}
