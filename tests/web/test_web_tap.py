"""What one tap runs through: how many files, calls, and drawings."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import expect

from visits import Visit, until

MAX_FILES, MAX_CALLS = 8, 700
"""For a tap and the reply to it, each drawn once."""

Calls = Counter[tuple[str, str]]
"""Of the functions of the page, by their files and names."""

ANSWERS = {"answers.js", "values.js", "engine.js", "python.js", "http.js", "news.js"}
"""What finds an answer, or carries the question to Python, is not counted."""


def taps(visit: Visit, moves: str, settled: str, where: str = "#take-left") -> Calls:
    """Tap, wait until the address has these moves and the status this text, and count the calls."""
    visit.page.wait_for_timeout(300)  # the size of the table is settled
    devtools = visit.context.new_cdp_session(visit.page)
    devtools.send("Profiler.enable")
    devtools.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
    devtools.send("Profiler.takePreciseCoverage")
    visit.page.locator(where).first.click()
    visit.wait_for_moves(moves)
    expect(visit.page.locator("#status")).to_contain_text(settled)
    scripts: Any = devtools.send("Profiler.takePreciseCoverage")["result"]
    devtools.detach()
    calls: Calls = Counter()
    for script in scripts:
        file = script["url"].rpartition("/")[2]
        if script["url"].startswith(visit.origin) and file not in ANSWERS:
            for function in script["functions"]:
                calls[file, function["functionName"]] += function["ranges"][0]["count"]
    return +calls


def require_few(calls: Calls, drawings: int) -> None:
    assert len({file for file, _ in calls}) <= MAX_FILES, calls
    assert calls.total() <= MAX_CALLS, calls.most_common(20)
    assert calls["play.js", "drawPlay"] == drawings


def test_a_tap_and_its_reply_run_through_few_files_and_are_drawn_once_each(visit: Visit) -> None:
    visit.play("6s Ac 8d Kc 2s 3h")
    require_few(taps(visit, r"L\w", "Your turn"), drawings=2)


def test_a_tap_is_drawn_once_while_the_reply_is_awaited(visit: Visit) -> None:
    held: list[Any] = []
    visit.page.route("**/ask/reply", lambda route: held.append(route), times=1)
    page = visit.play("8 15 3 | 7 9 4", opponent="optimal")  # only Python plays on boards
    tap = taps(visit, "0%3AL", "Optimal is to move", "#table .face[role=button]")
    reply = until(page, held)
    require_few(tap, drawings=1)
    reply.continue_()
    visit.wait_for_turn()
