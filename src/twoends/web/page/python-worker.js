// Python itself, in a worker. Its files are beside this one; sizes.json has their sizes, for exact progress.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (name) => new URL(name, import.meta.url).href;
const LONGEST_SILENCE = 60_000; // milliseconds without a byte before the page starts again
const KINDS = { wasm: "application/wasm", zip: "application/zip", json: "application/json" };

/** Fetch all files at once; Pyodide's own requests get them as they arrive, and it compiles meanwhile. */
async function fetchFiles(lose) {
  const sizes = await (await fetch(here("sizes.json"))).json();
  const whole = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const fetchAlone = self.fetch;
  const begun = performance.now();
  let [bytes, told] = [0, 0];
  const fetchCounted = async (name) => {
    const wait = () => setTimeout(() => lose(new Error(`${name}: silent`)), LONGEST_SILENCE);
    let timer = wait();
    const response = await fetchAlone(here(name));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const { readable, writable } = new TransformStream({
      transform(part, next) {
        clearTimeout(timer);
        timer = wait();
        bytes += part.length;
        const percent = Math.floor(90 * Math.min(bytes / whole, 1)); // the rest is the start of Python
        if (percent > told) {
          told = percent;
          const left = ((performance.now() - begun) / 1000) * (whole / bytes - 1);
          postMessage({ share: percent / 100, left: `about ${Math.ceil(left)} s more` });
        }
        next.enqueue(part);
      },
      flush: () => clearTimeout(timer),
    }, undefined, { highWaterMark: Infinity }); // otherwise a file that is not read yet would seem stalled
    response.body.pipeTo(writable).catch(lose);
    return new Response(readable, { headers: { "Content-Type": KINDS[name.split(".").pop()] } });
  };
  const coming = new Map(Object.keys(sizes).map((name) => [here(name), fetchCounted(name)]));
  for (const file of coming.values()) file.catch(lose);
  self.fetch = (what, options) => {
    const url = new URL(what?.url ?? what, here("pyodide/")).href;
    const file = coming.get(url);
    coming.delete(url); // its bytes can be read only once
    return file ?? fetchAlone(what, options);
  };
}

async function start(lose) {
  await fetchFiles(lose);
  const python = await loadPyodide({ indexURL: here("pyodide/") });
  const program = await (await fetch(here("twoends.zip"))).arrayBuffer();
  python.unpackArchive(program, "zip", { extractDir: "/home/pyodide" });
  return python.pyimport("twoends.web.questions").ask;
}

// Pyodide waits for ever for a lost file, so losing one ends this worker.
new Promise((begun, lose) => { start(lose).then(begun, lose); }).then(
  (ask) => {
    onmessage = ({ data: { number, question, text } }) => {
      let answer;
      try {
        answer = ask(question, text);
      } catch (fault) {
        answer = JSON.stringify({ detail: `Python failed, which is a bug: ${String(fault.message).trim().split("\n").pop()}` });
      }
      postMessage({ number, answer });
    };
    postMessage({ ready: true });
  },
  (fault) => postMessage({ failed: String(fault) }));
