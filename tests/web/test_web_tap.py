"""What one tap runs through: how many files, calls, and drawings."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import expect

from visits import Visit

MAX_FILES, MAX_CALLS = 8, 700
"""For a tap and the reply to it, each drawn once."""

ANSWERS = {"answers.js", "values.js", "engine.js", "python.js", "http.js", "news.js"}
"""What finds an answer, or carries the question to Python, is not counted."""


def test_a_tap_and_its_reply_run_through_few_files_and_are_drawn_once_each(visit: Visit) -> None:
    page = visit.play("6s Ac 8d Kc 2s 3h")
    page.wait_for_timeout(300)  # the size of the table is settled
    devtools = visit.context.new_cdp_session(page)
    devtools.send("Profiler.enable")
    devtools.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
    devtools.send("Profiler.takePreciseCoverage")
    page.locator("#take-left").click()
    visit.wait_for_moves(r"L\w")
    expect(page.locator("#status")).to_contain_text("Your turn")
    scripts: Any = devtools.send("Profiler.takePreciseCoverage")["result"]
    devtools.detach()
    calls = Counter[tuple[str, str]]()
    for script in scripts:
        file = script["url"].rpartition("/")[2]
        if script["url"].startswith(visit.origin) and file not in ANSWERS:
            for function in script["functions"]:
                calls[file, function["functionName"]] += function["ranges"][0]["count"]
    assert len({file for file, _ in +calls}) <= MAX_FILES, +calls
    assert calls.total() <= MAX_CALLS, calls.most_common(20)
    assert calls["play.js", "drawPlay"] == 2
