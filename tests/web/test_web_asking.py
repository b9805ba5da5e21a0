"""How questions reach Python, in Node: over HTTP, in a worker, and what is kept of the answers."""

from __future__ import annotations

import json
import random
from pathlib import Path
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
"""What is heard, sent and awaited if the attempts end like this; only a silent server takes a minute."""


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
"""Questions, dropped ones and answers, and after each of them what was requested and heard."""


def test_answers_are_kept_except_refusals_and_what_is_by_chance(tmp_path: Path) -> None:
    draw, acts, states = random.Random(12), list[Any](), list[Any]()
    kept = dict[tuple[str, str], int]()  # the request of each question, the oldest first
    requests, asked, answered, dropped = (
        list[tuple[str, str]](),
        dict[int, int](),
        dict[int, Any](),
        set[int](),
    )
    for _ in range(3000):
        key = (draw.choice(["why", "reply"]), str(draw.randint(1, draw.choice([9, 900]))))
        heard = list[Any]()
        unanswered = [number for number in asked if number not in answered and number not in dropped]
        what = draw.choice(["ask", "ask", "drop", "tell", "tell"] if unanswered else ["ask"])
        if what == "ask":
            number = kept.get(key, len(requests))
            if number == len(requests):
                requests.append(key)
                if len(kept) == 400:
                    del kept[next(iter(kept))]
                kept[key] = number
                asked[number] = 0
            if number in answered:
                heard = [[True, answered[number]]]
            else:
                asked[number] += 1
            acts.append(["ask", *key])
        elif what == "drop":
            number = kept.get(key, -1)
            if number >= 0 and number not in answered:
                dropped.add(number)
                del kept[key]
            acts.append(["drop", *key])
        else:
            number = draw.choice(unanswered)
            key = requests[number]
            told: Any = {"answer": {"end": number, "by_chance": draw.random() < 0.3}}
            if draw.random() < 0.2:
                told = {"detail": f"no {number}"}
            answered[number] = told.get("answer", told.get("detail"))
            forgotten = "detail" in told or (key[0] == "reply" and told["answer"]["by_chance"])
            if forgotten and kept.get(key) == number:
                del kept[key]
            heard = [[True, answered[number]]] * asked[number]
            acts.append(["tell", key[0], number, told])
        last = requests[-1]
        states.append([len(requests), len(dropped), f"ask/{last[0]}", f'{{"game":"{last[1]}"}}', heard])
    assert len(requests) > 800
    for k, (got, right) in enumerate(zip(in_node(KEPT, ["python"], acts, tmp_path), states, strict=True)):
        assert got == right, (k, acts[k])


# --- in workers ----------------------------------------------------------------------------------

FAKE_WORKERS = """
globalThis.document = { querySelector: () => ({ content: "MODE" }) };
globalThis.workers = [];
globalThis.Worker = class {
  constructor(url, { type }) {
    Object.assign(this, { file: String(url).split("/").pop(), type, sent: [], ended: false });
    workers.push(this);
  }
  postMessage(message) { this.sent.push(message); }
  terminate() { this.ended = true; }
};
globalThis.requests = [];
globalThis.updates = 0;
const registration = { update: async () => { updates += 1; } };
const serviceWorker = { getRegistration: async () => registration };
Object.defineProperty(globalThis, "navigator", { value: { serviceWorker } });
"""

ENGINE = """async (python, rules, game) => {
  const fields = { game: rules.readGame(game) };
  globalThis.setTimeout = () => 0;
  globalThis.fetch = (url) => {
    requests.push(url);
    return Promise.resolve({ json: async () => ({ answer: "of Python" }) });
  };
  const heard = [];
  const settled = () => new Promise(setImmediate);
  for (const end of ["message", "error", "drop"]) {
    const question = { message: "moves", error: "review", drop: "futures" }[end];
    python.ask(question, fields).then((answer) => heard.push(answer));
    await settled();
    const worker = workers.at(-1);
    if (end === "message") {
      globalThis.postMessage = (data) => worker.onmessage({ data });
      globalThis.onmessage = null;
      await import("./engine-worker.js");
      onmessage({ data: worker.sent[0] });
    }
    else if (end === "error") worker.onerror({});
    else python.drop(question, fields);
    await settled();
  }
  return [heard, requests, workers.map(({ file, type, sent, ended }) => [file, type, sent, ended])];
}"""


def test_the_engine_answers_in_a_worker_of_each_question_or_else_python(tmp_path: Path) -> None:
    text = "8 15 3 7 / first / R / greedy right"
    heard, requests, workers = in_node(
        ENGINE, ["python", "rules"], text, tmp_path, browser=FAKE_WORKERS.replace("MODE", "")
    )
    promised = json.loads(ask("moves", json.dumps({"game": text})))["answer"]["promised"]
    assert heard == [{"promised": promised, "moves": []}, "of Python"]
    assert requests == ["ask/review"]
    asked = [{"question": question, "body": {"game": text}} for question in ("moves", "review", "futures")]
    assert workers == [["engine-worker.js", "module", [each], True] for each in asked]


STORED = """async (python, asked) => {
  globalThis.setTimeout = (act) => act();
  const heard = [];
  let isThere = false;
  const files = { "puzzles.json": { puzzles: { day: "2-day-" }, rows: { "2-day-1": "8 15 / first / -" } } };
  globalThis.fetch = async (url) => {
    const name = String(url).split("/").pop();
    requests.push(name);
    if (!isThere) throw new TypeError("fetch failed");
    return { json: async () => files[name] ?? { opponents: 7, steps: 1 } };
  };
  for (const [question, fields] of asked) {
    python.ask(question, fields).then((answer) => heard.push(answer));
    for (let k = 0; k < 3; k += 1) await new Promise(setImmediate);
    heard.push(workers.length ? "Python is asked" : "");
    if (workers.length) python.drop(question, fields);
    workers.length = 0;
    isThere = true;
    await new Promise(setImmediate);
  }
  return [heard, requests];
}"""


def test_the_site_reads_what_is_stored_and_asks_python_for_the_rest(tmp_path: Path) -> None:
    asked: list[tuple[str, dict[str, str]]] = [
        ("opponents", {}),  # its file does not arrive
        ("opponents", {}),
        ("puzzles", {}),
        ("puzzle", {"name": "2-day-1"}),
        ("lesson.json", {}),
        ("puzzle", {"name": "1-8-3-42"}),
    ]
    heard, requests = in_node(
        STORED, ["python"], asked, tmp_path, browser=FAKE_WORKERS.replace("MODE", "worker")
    )
    row = {"name": "2-day-1", "game": "8 15 / first / -"}
    lesson = {"opponents": 7, "steps": 1}
    assert heard == ["Python is asked", 7, "", {"day": "2-day-"}, "", row, "", lesson, "", "Python is asked"]
    assert requests == ["opponents.json", "opponents.json", "puzzles.json", "lesson.json"]


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


def test_python_in_a_worker_gets_one_question_at_a_time_and_starts_again_when_it_fails(
    tmp_path: Path,
) -> None:
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
            news = {"share": None}
        if state == "ready" and not at and waiting:
            at = waiting[0]
            sent.append(["why", at])
        acts.append(act)
        states.append([made, int(state != "none"), list(sent), heard, list(timers), news, failures])
    told = in_node(IN_A_WORKER, ["worker", "news"], acts, tmp_path, browser=FAKE_WORKERS)
    for k, (got, right) in enumerate(zip(told, states, strict=True)):
        news = right[5]
        assert got == [*right[:5], got[5] | news, right[6]], (k, acts[max(k - 5, 0) : k + 1])
