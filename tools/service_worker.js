// Caches this version of the page for use without a network, and Python on request. Each version has its own caches, so
// the page and Python are replaced together. static_site.py writes VERSION, PAGE, LATER (kept when it is first fetched) and
// PYTHON above this line.

const absolute = (file) => new URL(file, self.registration.scope).href;
const WITH_PYTHON = `${VERSION}-with-python`;
const [page, later, python] = [PAGE, LATER, PYTHON].map((files) => new Set(files.map(absolute)));

/** Files of a version never change; index.html and the manifest do, so they bypass the browser's cache. */
const request = (file) => new Request(absolute(file), { cache: file.startsWith("v-") ? "default" : "reload" });

/** Whether a cache has files: looking into one creates it. */
const isKept = async (name) => (await (await caches.open(name)).keys()).length > 0;

/** Store files all together, or none. */
async function keep(name, files) {
  if (!await isKept(name)) await (await caches.open(name)).addAll(files.map(request));
}

addEventListener("install", (event) => event.waitUntil((async () => {
  await keep(VERSION, PAGE);
  const known = (await caches.keys()).filter((name) => name.endsWith("-with-python"));
  const kept = await Promise.all(known.map(isKept));
  if (kept.includes(true)) await keep(WITH_PYTHON, PYTHON); // in place of that of the version before
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith("twoends-") && !name.startsWith(VERSION));
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
})()));

addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  if (event.data === "keep Python") event.waitUntil(keep(WITH_PYTHON, PYTHON).then(() => event.source.postMessage("kept"), () => event.source.postMessage("failed")));
});

async function answer(request, address) {
  const cache = await caches.open(python.has(address) ? WITH_PYTHON : VERSION);
  const kept = await cache.match(address);
  if (kept) return kept;
  const response = await fetch(request);
  if (later.has(address) && response.ok) await cache.put(address, response.clone());
  return response;
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.hash = "";
  url.search = "";
  if (event.request.method === "GET" && (page.has(url.href) || later.has(url.href) || python.has(url.href))) event.respondWith(answer(event.request, url.href));
});
