"""What one tap runs through: how many files, calls, drawings and changed nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from visits import Visit, until

MAX_FILES, MAX_CALLS, MAX_NODES = 8, 700, 100
"""For a tap and the reply to it, each drawn once."""

ANSWERS = {"answers.js", "values.js", "engine.js", "python.js", "http.js", "news.js"}
"""What finds an answer, or carries the question to Python, is not counted."""

WATCH_NODES = """() => {
  globalThis.changed = new Set();
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      changed.add(target);
      for (const node of addedNodes) {
        changed.add(node);
        for (const inner of node.querySelectorAll?.("*") ?? []) changed.add(inner);
      }
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


@dataclass(frozen=True)
class Tap:
    """The calls of each function of the page, and the number of nodes that changed."""

    calls: Counter[tuple[str, str]]
    nodes: int

    @property
    def files(self) -> set[str]:
        return {file for file, _ in self.calls} - ANSWERS

    @property
    def counted(self) -> int:
        return sum(count for (file, _), count in self.calls.items() if file not in ANSWERS)

    @property
    def drawings(self) -> int:
        return self.calls["play.js", "drawPlay"]


def taps(visit: Visit, moves: str, settled: str, where: str = "#take-left") -> Tap:
    """Tap, wait until the address has these moves and the status this text, and measure."""

    def tap() -> None:
        visit.page.locator(where).first.click()
        visit.wait_for_moves(moves)
        expect(visit.page.locator("#status")).to_contain_text(settled)

    visit.page.wait_for_timeout(300)  # the size of the table is settled
    visit.page.evaluate(WATCH_NODES)
    return Tap(calls_in(visit, tap), visit.page.evaluate("changed.size"))


def calls_in(visit: Visit, act: Callable[[], object]) -> Counter[tuple[str, str]]:
    """The calls of each function of the page while something is done."""
    devtools = visit.context.new_cdp_session(visit.page)
    devtools.send("Profiler.enable")
    devtools.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
    devtools.send("Profiler.takePreciseCoverage")
    act()
    scripts: Any = devtools.send("Profiler.takePreciseCoverage")["result"]
    devtools.detach()
    calls: Counter[tuple[str, str]] = Counter()
    for script in scripts:
        if script["url"].startswith(visit.origin):
            for function in script["functions"]:
                count = function["ranges"][0]["count"]
                if count:
                    calls[script["url"].rsplit("/", 1)[1], function["functionName"]] += count
    return calls


def test_a_tap_and_its_reply_run_through_few_files_and_are_drawn_once_each(visit: Visit) -> None:
    visit.play("6s Ac 8d Kc 2s 3h")
    tap = taps(visit, r"L\w", "Your turn")
    assert len(tap.files) <= MAX_FILES, tap.files
    assert tap.counted <= MAX_CALLS, tap.calls.most_common(20)
    assert tap.drawings == 2
    assert tap.nodes <= MAX_NODES


def test_a_tap_is_drawn_once_while_the_reply_is_awaited(visit: Visit) -> None:
    page = visit.play("8 15 3 | 7 9 4", opponent="optimal")  # only Python plays on boards
    held: list[Any] = []
    page.route("**/ask/reply", lambda route: held.append(route), times=1)
    tap = taps(visit, "0%3AL", "Optimal is to move", "#table .face[role=button]")
    reply = until(page, held)
    assert tap.drawings == 1
    assert len(tap.files) <= MAX_FILES, tap.files
    reply.continue_()
    visit.wait_for_turn()
