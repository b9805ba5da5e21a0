// Keeps this version of the page, all of it, for visits without a network. Another version has another cache, so
// that page and Python are replaced together. VERSION and FILES stand above: static_site.py writes them.

const whole = (file) => new URL(file, self.registration.scope).href;
const kept = new Set(FILES.map(whole));

/** Files of a version never change; the entrance and the manifest do, so that they are fetched anew. */
const wanted = (file) => new Request(whole(file), { cache: file.startsWith("v-") ? "default" : "reload" });

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES.map(wanted))));
});

addEventListener("activate", (event) => event.waitUntil((async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith("twoends-") && name !== VERSION);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
})()));

addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});

async function answer(request, address) {
  const cache = await caches.open(VERSION);
  return (await cache.match(address)) ?? fetch(request);
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.hash = "";
  url.search = "";
  if (event.request.method === "GET" && kept.has(url.href)) event.respondWith(answer(event.request, url.href));
});
