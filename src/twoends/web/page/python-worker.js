// Python itself, in a worker. Its files lie beside this one; sizes.json says how long they are, for honest progress.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (name) => new URL(name, import.meta.url).href;
const LONGEST_SILENCE = 60_000; // milliseconds without a byte, and then the page begins anew
const KINDS = { wasm: "application/wasm", zip: "application/zip", json: "application/json" };

/** Fetch all files with progress; then Pyodide, which fetches by itself, is handed what has arrived. */
async function fetchFiles() {
  const sizes = await (await fetch(here("sizes.json"))).json();
  const whole = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const arrived = new Map();
  let bytes = 0;
  await Promise.all(Object.keys(sizes).map(async (name) => {
    const silence = new AbortController();
    const wait = () => setTimeout(() => silence.abort(), LONGEST_SILENCE);
    let timer = wait();
    const response = await fetch(here(name), { signal: silence.signal });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const parts = [];
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) break;
      timer = wait();
      parts.push(value);
      bytes += value.length;
      postMessage({ arrived: Math.min(bytes / whole, 1) * 0.9 }); // the rest is Python's own start
    }
    arrived.set(here(name), new Blob(parts, { type: KINDS[name.split(".").pop()] }));
  }));
  const fetchOther = self.fetch;
  self.fetch = (what, options) => {
    const file = arrived.get(new URL(what?.url ?? what, here("pyodide/")).href);
    return file ? Promise.resolve(new Response(file)) : fetchOther(what, options);
  };
  return arrived.get(here("twoends.zip")).arrayBuffer();
}

async function start() {
  const program = await fetchFiles();
  const python = await loadPyodide({ indexURL: here("pyodide/") });
  python.unpackArchive(program, "zip", { extractDir: "/home/pyodide" });
  return python.pyimport("twoends.web.questions").ask;
}

start().then(
  (ask) => {
    onmessage = ({ data: { number, question, text } }) => {
      let answer;
      try {
        answer = ask(question, text);
      } catch (fault) {
        answer = JSON.stringify({ detail: `Python failed, which is our mistake: ${String(fault.message).trim().split("\n").pop()}` });
      }
      postMessage({ number, answer });
    };
    postMessage({ ready: true });
  },
  (fault) => postMessage({ failed: String(fault) }));
