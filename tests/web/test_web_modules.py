"""Short expressions of the modules of the page in Node, with their results in tests/data/."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

from expected import DATA, is_expected
from page_modules import OPPONENTS, games, in_node
from twoends.rules.notation import write
from views_oracle import address_of, told

MODULES = (
    *("state", "rules", "answers", "faces", "numbers", "contest", "day", "ladder", "puzzles", "decide"),
    *("remember", "share", "play"),
)

EVALUATED = """async (...given) => {
  const [state, rules, answers, faces, numbers, contest, day] = given;
  const [ladder, puzzles, decide, remember, share, play, known] = given.slice(7);
  const made = { moves: "L", over: true, on: "2027-01-08", won: true, loss: 0, look: 3 };
  const isRecord = (name, part) => contest.isRecord(name, { ...made, ...part });
  const arrive = (hash) => {
    const start = state.startOf(["8 3 / first / -"]);
    const there = state.step(start, { type: "arrive", hash, records: {}, today: "2027-01-08" });
    const { page, position, unread, seat, goal, name, answer, fault } = there;
    const others = [there.contest, there.played, name, answer].join(" ").trim();
    const said = position ? rules.notation(position) : unread || fault.slice(0, 45) || others;
    return [page, said, seat, goal, state.addressIn(there)];
  };
  const handedOn = (what, isClipped, isPhone, sheet) => {
    const refused = (name) => Promise.reject(new DOMException("", name));
    const when = (isDone, name) => () => (isDone ? Promise.resolve() : refused(name));
    const navigator = { clipboard: { writeText: when(isClipped) } };
    if (sheet) navigator.share = when(sheet === "open", sheet);
    Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
    globalThis.matchMedia = () => ({ matches: isPhone });
    return share.handOn(what, "8 15");
  };
  const habit = (today, looks, more = {}) => {
    const days = Object.entries(looks).map(([on, look]) => [`2-day-${on}`, { ...made, on, look }]);
    const stored = more && { ...Object.fromEntries(days), ...more };
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { super(...(given.length ? given : [`${today}T23:30:00`])); }
    };
    globalThis.localStorage = { getItem: () => JSON.stringify(stored) };
    const said = day.habit(remember.recordsOf({ records: {}, forgetful: false }));
    globalThis.Date = Real;
    return said;
  };
  const climbed = (counts, name) => {
    const records = Object.fromEntries(counts.flatMap(([wins, others], k) =>
      Array.from({ length: wins + others }, (_, at) =>
        [`2-rung-${k}-${at + 1}`, { ...made, won: at < wins, loss: at ? 4 : 0 }])));
    const [at, left] = [counts.length - 1, 1 + counts.at(-1)[0] + counts.at(-1)[1]];
    records[`2-rung-${at}-${left}`] = { moves: "", over: false, on: "" }; // begun
    return { puzzles: known, records, contest: name, position: rules.readGame("8 / first / L") };
  };
  const shownLadder = (...counts) => {
    const view = ladder.drawLadder(climbed(counts));
    const rungs = ofClass(view, "rung");
    const rowOf = ({ attributes: { class: kind, href } }, k) => [textOf(rungs[k]), kind, href].join(";");
    return [...rungs.map(rowOf), ...textsOf(view, "muted")];
  };
  const news = (name, ...counts) => {
    const now = climbed(counts, name);
    return [ladder.isRungPassed(now), ladder.nextInLadder(now), textOf(ladder.rungNews(now)).slice(0, 31)];
  };
  const shownPuzzle = (hash) => {
    let now = state.step(state.startOf([]), { type: "arrive", hash, records: {}, today: "" });
    now = tell(state, { ...now, size: { wide: 900, tall: 300 } }, { puzzle: known.named[now.name] });
    const sent = [];
    const send = (event) => sent.push(event.move ?? event.at.count);
    const view = puzzles.drawPuzzle(now, send);
    const buttons = ofClass(view, "ends")[0].children;
    for (const { attributes } of [...buttons, ...ofClass(view, "reached")]) attributes.onclick?.();
    sent.push("keys:");
    const pressed = (key) => decide.decisionKeys(now, send)[key]?.();
    for (const key of ["", ..."123456789"]) {
      pressed(key);
      const count = sent.at(-1);
      if (key && key !== String(count)) continue;
      if (key) now = state.step(now, { type: "look", at: { count } });
      for (const arrow of ["ArrowLeft", "ArrowRight"]) pressed(arrow);
    }
    const kinds = buttons.map(({ attributes }) => `${attributes.class} ${attributes["aria-disabled"]}`);
    const [title] = partsOf(view, (_, name) => name === "h2").map(textOf);
    return [
      title, ...textsOf(view, "lead"), sent.join(" "), ofClass(view, "future").length,
      [...new Set(kinds)].join(),
      ...buttons.map((each) => each.attributes["data-mark"] + textOf(each)),
      ...ofClass(view, "button").map((each) => [textOf(each), ...Object.values(each.attributes)].join()),
      state.addressIn(now) === hash,
    ];
  };
  const results = [];
  for (const call of known.calls) results.push(await eval(call));
  return results;
}"""


def evaluated(calls: list[str], folder: Path) -> list[Any]:
    """The results of expressions, which know the rungs of the ladder and the puzzles that they name."""
    names = re.findall(r"shownPuzzle\(.#puzzle/([^/\"]*)", " ".join(calls))
    known = {name: told("puzzle", name=name) for name in names}
    given = {"calls": calls, "rungs": told("puzzles")["rungs"][:6], "named": known}
    return in_node(EVALUATED, MODULES, given, folder)


def test_what_the_modules_allow_keep_and_say(tmp_path: Path) -> None:
    name = "calls_of_the_page.txt"
    calls = re.findall("^>>> (.*)$", (DATA / name).read_text("utf-8"), re.MULTILINE)
    results = (json.dumps(result, ensure_ascii=False) for result in evaluated(calls, tmp_path))
    is_expected(name, "".join(f">>> {call}\n{said}\n" for call, said in zip(calls, results, strict=True)))


def test_an_address_is_a_whole_game(tmp_path: Path) -> None:
    draw, wanted = random.Random(8), list[list[str]]()
    for path, _ in games(150):
        game = path[-1]
        page, goal = draw.choice(["play", "why", "review"]), draw.choice(["", "48:43", "-1/2:2.50:RLRL"])
        seat = draw.choice(["", "two", "best", *OPPONENTS])
        wanted.append([page, write(game), seat, goal, address_of(page, game, seat, goal)])
    assert evaluated([f"arrive({json.dumps(hash)})" for *_, hash in wanted], tmp_path) == wanted
