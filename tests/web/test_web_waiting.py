"""The site without Python: what is judged at once, what fetches it, and what waits."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from visits import Visit, play_out

ON_ITS_WAY = r"(Fetching Python: \d+%|Python is starting)"


def test_a_game_is_played_judged_and_reviewed_without_python(early: Visit) -> None:
    page = early.open("play", "8 15 3 7 9 4", opponent="optimal")
    page.keyboard.press("a")
    for taken in (2, 4, 6):
        page.locator("#hint").click()
        expect(page.locator("#take-left .promise")).not_to_be_empty()
        expect(page.locator(".evaluation")).to_be_visible()
        page.locator("#take-right").click()
        early.wait_for_moves(rf"\w{{{taken}}}")
        early.wait_for_turn()
    expect(page.locator("#result .reason")).to_contain_text(re.compile("you took|nothing away"))
    page.locator("#to-review").click()
    expect(page.locator("#review .told")).to_contain_text("took")
    page.get_by_role("link", name="Compare").click()
    expect(page.locator("#compare td .bars")).to_have_count(7)
    page.get_by_role("link", name="Why").click()
    expect(page.locator("#why .futures")).to_be_visible()
    early.go("lesson/4/L")
    expect(page.locator("#lesson .verdict-of-decision")).to_be_visible()
    early.go("puzzles")
    page.get_by_role("link", name="Rung 1 Greedy").click()
    play_out(early, "")
    expect(page.locator("#result .reason")).to_contain_text(re.compile("you took|nothing away"))


def test_what_needs_python_fetches_it_with_a_word_and_stops_when_nobody_waits(early: Visit) -> None:
    early.keep_python_away()
    page = early.load("play/8+15+3+7/first/-/optimal")
    early.wait_for_turn()
    assert not any(url.endswith("/python-worker.js") for url in early.asked), "a game fetches no Python"
    page.evaluate("location.hash = '#why/8+15+3+7/first/-/optimal'")
    expect(page.locator("#why .lead")).to_contain_text(re.compile(f"words … {ON_ITS_WAY}"))
    expect(page.locator("#python")).to_contain_text(re.compile(ON_ITS_WAY))
    page.evaluate("location.hash = '#play/8+15+3+7/first/-/optimal'")
    expect(page.locator("#python")).to_be_empty()


def test_a_board_waits_for_python_and_nothing_acts_meanwhile(early: Visit) -> None:
    page = early.load("play/8+15+%7C+3+7/first/-/optimal")
    page.locator("#hint").click()
    expect(page.locator("#status")).to_contain_text(re.compile(f"Computing the hint. {ON_ITS_WAY}"))
    page.locator("#table .face[role=button]").first.click()
    expect(page.locator("#status")).to_contain_text(re.compile(f"Optimal is to move. {ON_ITS_WAY}"))
    expect(page.locator("#table .face[role=button]")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    assert early.parts[3] == "0%3AL", "a card acted although it is not your turn"


def test_a_link_that_only_python_can_read_shows_no_table_to_play(early: Visit) -> None:
    page = early.load("play/8+15+3+7/first/-/greedy+right")
    expect(page.locator("#status")).to_contain_text("Your turn")
    page.evaluate("location.hash = '#play/8,+15,+3,+7/first/-/greedy+right'")
    expect(page.locator("#status")).to_contain_text(re.compile(f"Reading the link … {ON_ITS_WAY}"))
    expect(page.locator("#table .face")).to_have_count(0)
    for key in ("ArrowLeft", "ArrowRight", "h", "u"):
        page.keyboard.press(key)
    for end in ("#take-left", "#take-right", "#hint", "#undo"):
        expect(page.locator(end)).to_have_count(0)
    assert early.parts[1] == "8,+15,+3,+7"


def test_a_board_is_played_without_python(early: Visit) -> None:
    page = early.load("play/1+2+%7C+%5B3+7+4+%7C+9/first/-/greedy+right")
    for _ in range(3):
        expect(page.locator("#status")).to_contain_text("Your turn")
        page.locator("#table .face.reached[role=button]").first.press("Enter")
        expect(page.locator("#status")).to_contain_text(re.compile("Your turn|[Ww]ins?|lose|draw"))
    expect(page.locator("#result .verdict")).not_to_be_empty()
