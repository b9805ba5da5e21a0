// Caches all files of this version of the page for use without a network. Each version has its own cache, so the
// page and Python are replaced together. static_site.py writes VERSION and FILES above this line.

const absolute = (file) => new URL(file, self.registration.scope).href;
const cached = new Set(FILES.map(absolute));

/** Files of a version never change; index.html and the manifest do, so they bypass the browser's cache. */
const request = (file) => new Request(absolute(file), { cache: file.startsWith("v-") ? "default" : "reload" });

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES.map(request))));
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
  if (event.request.method === "GET" && cached.has(url.href)) event.respondWith(answer(event.request, url.href));
});
