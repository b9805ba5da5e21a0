"""How questions reach Python, in Node: over HTTP, in a worker, and what is kept of the answers."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from page_modules import in_node
from twoends.web.questions import ask

# --- over HTTP -----------------------------------------------------------------------------------

OVER_HTTP = """async (http, news, scripts) => {
  const results = [];
  for (const script of scripts) {
    const [told, paused, sent, timers] = [[], [], [], new Map()];
    const asker = new AbortController();
    news.onNews(({ unreached }) => told.push(unreached));
    globalThis.setTimeout = (act, pause) => {
      const number = paused.push(pause);
      const ring = () => { if (timers.delete(number)) act(); };
      timers.set(number, ring);
      if (pause < 60_000 || script[sent.length] === "silent") queueMicrotask(ring);
      return number;
    };
    globalThis.clearTimeout = (number) => timers.delete(number);
    globalThis.fetch = (url, { signal, method, headers, body }) => {
      const what = script[sent.length];
      sent.push([url, method, headers["Content-Type"], body]);
      if (what === "dropped") queueMicrotask(() => asker.abort());
      if (what === "refused") return Promise.reject(new TypeError("fetch failed"));
      const json = what === "not JSON" ? Promise.reject(new SyntaxError()) : Promise.resolve({ answer: 8 });
      if (what === "answered" || what === "not JSON") return Promise.resolve({ json: () => json });
      json.catch(() => {});
      return new Promise((_, refuse) => signal.addEventListener("abort", refuse));
    };
    let answer = null;
    http.askOverHttp("why", { game: "8" }, asker.signal).then((got) => { answer = got; });
    await new Promise(setImmediate);
    results.push([answer, told, paused, sent, timers.size]);
  }
  return results;
}"""


def test_a_server_that_fails_is_asked_again_after_longer_and_longer_pauses(tmp_path: Path) -> None:
    draw, ends = random.Random(4), ["answered", "dropped"]
    scripts = [
        [*draw.choices(["refused", "not JSON", "silent"], k=draw.randint(0, 8)), draw.choice(ends)]
        for _ in range(60)
    ]
    pauses = [200, 400, 800, 1500, *[3000] * 9]
    told = in_node(OVER_HTTP, ["http", "news"], scripts, tmp_path)
    for script, (answer, news, paused, sent, left) in zip(scripts, told, strict=True):
        failed = len(script) - 1
        assert answer == ({"answer": 8} if script[-1] == "answered" else None), script
        assert [bool(sentence) for sentence in news] == ([True, False] if failed else []), script
        assert all("server does not answer" in sentence for sentence in news if sentence), script
        assert paused == [60_000, *(each for pause in pauses[:failed] for each in (pause, 60_000))], script
        assert sent == [["ask/why", "POST", "application/json", '{"game":"8"}']] * len(script)
        assert left == 0, "a timer of an attempt that has ended"


# --- what is kept --------------------------------------------------------------------------------

KEPT = """async (python, acts) => {
  const [requests, heard, log] = [[], [], []];
  globalThis.setTimeout = () => 0;
  globalThis.fetch = (url, { signal, body }) => new Promise((resolve, reject) => {
    const one = { url, body, dropped: false, tell: (told) => resolve({ json: async () => told }) };
    requests.push(one);
    signal.addEventListener("abort", () => { one.dropped = true; reject(); });
  });
  for (const [what, question, game, told] of acts) {
    const fault = (each) => heard.push([each instanceof python.Refused, each.message]);
    if (what === "ask") python.ask(question, { game }).then((answer) => heard.push([true, answer]), fault);
    else if (what === "drop") python.drop(question, { game });
    else requests[game].tell(told);
    await new Promise(setImmediate);
    const last = requests.at(-1);
    const dropped = requests.filter((each) => each.dropped).length;
    log.push([requests.length, dropped, last?.url, last?.body, heard.splice(0)]);
  }
  return log;
}"""


def test_answers_are_kept_except_refusals_and_what_is_by_chance(tmp_path: Path) -> None:
    draw, acts, states = random.Random(12), list[Any](), list[Any]()
    kept = dict[tuple[str, str], SimpleNamespace]()  # the request of each question, the oldest first
    made, dropped = list[SimpleNamespace](), 0
    for _ in range(3000):
        key = (draw.choice(["why", "reply"]), str(draw.randint(1, draw.choice([9, 900]))))
        waiting, heard = [one for one in made if one.is_open], list[Any]()
        what = draw.choice(["ask", "ask", "drop", "tell", "tell"] if waiting else ["ask"])
        act = [what, *key]
        if what == "ask":
            if key not in kept:
                made.append(SimpleNamespace(key=key, number=len(made), is_open=True, askers=0, answer=None))
                if len(kept) == 400:
                    del kept[next(iter(kept))]
            one = kept.setdefault(key, made[-1])
            one.askers += 1
            heard = [] if one.is_open else [[True, one.answer]]
        elif what == "drop" and key in kept and kept[key].is_open:
            kept.pop(key).is_open = False
            dropped += 1
        elif what == "tell":
            one = draw.choice(waiting)
            told: Any = {"answer": {"end": one.number, "by_chance": draw.random() < 0.3}}
            if draw.random() < 0.2:
                told = {"detail": f"no {one.number}"}
            [one.answer], one.is_open = told.values(), False
            is_forgotten = "detail" in told or (one.key[0] == "reply" and one.answer["by_chance"])
            if is_forgotten and kept.get(one.key) is one:
                del kept[one.key]
            heard = [[True, one.answer]] * one.askers
            act = ["tell", one.key[0], one.number, told]
        question, game = made[-1].key
        acts.append(act)
        states.append([len(made), dropped, f"ask/{question}", f'{{"game":"{game}"}}', heard])
    for k, (got, right) in enumerate(zip(in_node(KEPT, ["python"], acts, tmp_path), states, strict=True)):
        assert got == right, (k, acts[k])


# --- in workers ----------------------------------------------------------------------------------

FAKE_WORKERS = """
globalThis.document = { querySelector: () => ({ content: "worker" }) };
globalThis.workers = [];
globalThis.Worker = class {
  constructor(url, { type }) {
    Object.assign(this, { file: String(url).split("/").pop(), type, sent: [], ended: false });
    workers.push(this);
  }
  postMessage(message) { this.sent.push(message); }
  terminate() { this.ended = true; }
};
globalThis.updates = 0;
const registration = { update: async () => { updates += 1; } };
const serviceWorker = { getRegistration: async () => registration };
Object.defineProperty(globalThis, "navigator", { value: { serviceWorker } });
"""

ON_SITE = """async (python, rules, [files, asked]) => {
  globalThis.setTimeout = (act) => act();
  const [heard, requests, log] = [[], [], []];
  let isThere = false;
  globalThis.fetch = async (url) => {
    const name = String(url).split("/").pop();
    requests.push(name);
    if (!isThere) throw new TypeError("fetch failed");
    return { json: async () => files[name] };
  };
  const settled = async () => { for (let k = 0; k < 3; k += 1) await new Promise(setImmediate); };
  for (const [question, given, end] of asked) {
    const fields = given.game ? { game: rules.readGame(given.game) } : given;
    python.ask(question, fields).then((answer) => heard.push(answer));
    await settled();
    isThere ||= requests.length > 0;
    const worker = workers.at(-1);
    if (end === "an answer") {
      globalThis.postMessage = (data) => worker.onmessage({ data });
      globalThis.onmessage = null;
      await import("./engine-worker.js");
      onmessage({ data: worker.sent[0] });
    } else if (end === "an error") worker.onerror({});
    await settled();
    python.drop(question, fields);
    await settled();
    const begun = workers.splice(0).map(({ file, type, sent, ended }) => [file, type, sent, ended]);
    log.push([heard.splice(0), requests.splice(0), begun]);
  }
  return log;
}"""


def test_the_site_asks_the_engine_then_what_is_stored_and_then_python(tmp_path: Path) -> None:
    text, row = (
        {"game": "8 15 3 7 / first / R / greedy right"},
        {"name": "2-day-1", "game": "8 15 / first / -"},
    )
    lesson, puzzles = {"opponents": 7, "steps": 1}, {"day": "2-day-"}
    files = {
        "opponents.json": {"opponents": 7},
        "puzzles.json": {"puzzles": puzzles, "rows": {row["name"]: row["game"]}},
        "lesson.json": lesson,
    }
    promised = json.loads(ask("moves", json.dumps(text)))["answer"]["promised"]
    python = ["python-worker.js", "module", [], True]

    def engine(question: str) -> list[Any]:
        return ["engine-worker.js", "module", [{"question": question, "body": text}], True]

    cases: list[tuple[str, dict[str, str], str, list[Any], list[str], list[Any]]] = [
        ("moves", text, "an answer", [{"promised": promised, "moves": []}], [], [engine("moves")]),
        ("review", text, "an error", [], [], [engine("review"), python]),
        ("futures", text, "", [], [], [engine("futures")]),
        ("opponents", {}, "", [], ["opponents.json"], [python]),  # the file does not arrive
        ("opponents", {}, "", [7], ["opponents.json"], []),
        ("puzzles", {}, "", [puzzles], ["puzzles.json"], []),
        ("puzzle", {"name": "2-day-1"}, "", [row], [], []),
        ("lesson.json", {}, "", [lesson], ["lesson.json"], []),
        ("puzzle", {"name": "1-8-3-42"}, "", [], [], [python]),
    ]
    asked = [case[:3] for case in cases]
    told = in_node(ON_SITE, ["python", "rules"], [files, asked], tmp_path, browser=FAKE_WORKERS)
    for (*act, heard, requests, begun), got in zip(cases, told, strict=True):
        assert got == [heard, requests, begun], act


IN_A_WORKER = """async (worker, news, acts) => {
  const [told, heard, timers, askers, log] = [[], [], [], new Map(), []];
  news.onNews((each) => told.push(each));
  globalThis.setTimeout = (act, pause = 0) => timers.push([pause, act]);
  for (const [what, number, share] of acts) {
    const now = workers.at(-1);
    if (what === "ask") {
      askers.set(number, new AbortController());
      if (share === null) askers.get(number).abort();
      const answer = worker.askPython("why", { game: number }, askers.get(number).signal);
      answer.then((got) => heard.push(got));
    } else if (what === "drop") askers.get(number).abort();
    else if (what === "wait") for (const [, act] of timers.splice(0)) act();
    else if (what === "answer") {
      const asked = now.sent.at(-1);
      now.onmessage({ data: { number: asked.number, answer: `{"to":${asked.text}}` } });
    }
    else if (what === "fault") now.onerror({});
    else now.onmessage({ data: { [what]: share ?? true } });
    await new Promise(setImmediate);
    const last = workers.at(-1);
    const sent = last.sent.map(({ question, text }) => [question, JSON.parse(text).game]);
    const running = workers.filter(({ ended }) => !ended).length;
    const pauses = timers.map(([pause]) => pause);
    log.push([workers.length, running, sent, heard.splice(0), pauses, told.at(-1), updates]);
  }
  return log;
}"""
"""After each act: the workers that were made and that run, what the last was sent, and what was heard."""


def test_python_in_a_worker_gets_one_question_at_a_time_and_starts_again(tmp_path: Path) -> None:
    draw, acts, states = random.Random(2), list[list[Any]](), list[list[Any]]()
    made, failures, state, sent, timers, number = 0, 0, "none", list[list[Any]](), list[int](), 0
    waiting, at = list[int](), 0  # questions that wait, and the one that Python is at
    for _ in range(2000):
        heard, news = list[Any](), dict[str, Any]()
        running = state != "none"
        what = draw.choice(
            ["ask", "wait", *(["drop"] if waiting else []), *(["answer"] * 2 if at else [])]
            + {"none": [], "begun": ["share"] * 2, "here": ["ready"] * 2, "ready": []}[state]
            + (["failed", "fault"] if running and draw.random() < 0.2 else [])
        )
        act: list[Any] = [what]
        if what == "ask":
            number += 1
            is_dropped = made > 0 and draw.random() < 0.1
            act += [number, None] if is_dropped else [number]
            if not is_dropped:
                waiting.append(number)
                if not running:
                    made, state, sent, news = made + 1, "begun", [], {"share": 0, "left": ""}
        elif what == "drop":
            act.append(draw.choice(waiting))
            waiting.remove(act[1])
            timers.append(0)
        elif what == "wait":
            for pause in timers:
                if pause and waiting and state == "none":
                    made, state, sent, news = made + 1, "begun", [], {"share": 0, "left": ""}
                elif not pause and not waiting and state == "begun":
                    state, news = "none", {"share": None, "unreached": ""}
            timers = []
        elif what == "answer":
            if at in waiting:
                waiting.remove(at)
                heard = [{"to": {"game": at}}]
            at = 0
        elif what == "share":
            act += [None, draw.choice([0.3, 0.9])]
            state = "here" if act[2] == 0.9 else "begun"
            news = {"share": act[2]}
        elif what == "ready":
            state, news = "ready", {"unreached": "", "share": 1}
        else:
            state, at, failures = "none", 0, failures + 1
            timers.append(3000)
            unreached = (
                "Python, which this needs, could not be fetched. The page keeps trying; are you online?"
            )
            news = {"share": None, "unreached": unreached}
        if state == "ready" and not at and waiting:
            at = waiting[0]
            sent.append(["why", at])
        acts.append(act)
        states.append([made, int(state != "none"), list(sent), heard, list(timers), news, failures])
    told = in_node(IN_A_WORKER, ["worker", "news"], acts, tmp_path, browser=FAKE_WORKERS)
    for k, (got, right) in enumerate(zip(told, states, strict=True)):
        news = right[5]
        assert got == [*right[:5], got[5] | news, right[6]], (k, acts[max(k - 5, 0) : k + 1])
