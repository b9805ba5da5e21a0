"""Journeys on the page: played by keyboard and by touch, reloaded, cut off, and read aloud."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from playwright.sync_api import expect

import twoends
from twoends.answers.matches import match
from twoends.rules.notation import parse_game
from visits import Visit, box_of, first_games

ROW = "6h 2c 7d Qs 3c 9h Kd 4s 10h 5c As 8d"


# --- a game, with and without a server --------------------------------------------------------------


def test_a_game_by_keyboard_with_hints_ends_as_solve_promised(everywhere: Visit) -> None:
    visit, row = everywhere, [1, 30, 100, 15, 2, 8, 40, 7]
    page = visit.open("play", " ".join(map(str, row)))
    promised = twoends.solve(row, "greedy").first
    for taken in range(2, len(row) + 1, 2):
        expect(page.locator("#take-left")).to_have_attribute("aria-disabled", "false")
        # A hint is for its turn only.
        expect(page.locator("#hint")).to_have_attribute("aria-pressed", "false")
        expect(page.locator("#take-left .promise")).to_be_empty()
        page.keyboard.press("h")
        best = page.locator(".take[data-mark=best]").first
        expect(best.locator(".promise")).to_have_text(f"{promised}, best")
        page.keyboard.press("ArrowLeft" if best.get_attribute("id") == "take-left" else "ArrowRight")
        visit.wait_for_moves(rf"\w{{{taken}}}")
    verdict = f"You win, {promised} : {sum(row) - promised}. With 4 hints."
    expect(page.locator("#result .verdict")).to_have_text(verdict)
    expect(page.locator("#status")).to_contain_text("You win")
    page.keyboard.press("R")
    expect(page.locator("#review .lead")).to_contain_text("You gave nothing away.")


def test_a_link_that_cannot_be_read_is_refused_in_a_sentence(everywhere: Visit) -> None:
    alert = everywhere.page.locator("#trouble")
    for address, says in (
        ("riddle/8+15", "There is no page “riddle” here"),
        ("play/8+15/first/LLL", "Move 3 has no card to take: the row has 2."),
        ("puzzle/nonsense", "'nonsense' is not the name of a puzzle"),
    ):
        everywhere.load(address)
        expect(alert).to_contain_text(says)
    everywhere.page.get_by_role("button", name="Deal a new row").click()
    everywhere.wait_for_turn()
    expect(alert).to_be_hidden()
    assert len(everywhere.parts[1].split("+")) == 12
    everywhere.forgive(422)


# --- the first visit -----------------------------------------------------------------------------


def test_the_first_game_can_be_won_and_greed_loses_it() -> None:
    game = parse_game(first_games()[0])
    assert twoends.solve(game.shape.cards, game.opponent).margin_first > 0
    for who in ("greedy left", "greedy right"):
        assert match(game, who, game.opponent).game.margin < 0, who


# --- moving about --------------------------------------------------------------------------------


def test_back_and_forward_walk_through_your_turns_without_new_requests(visit: Visit) -> None:
    page = visit.play(ROW)
    page.keyboard.press("ArrowRight")
    visit.wait_for_moves(r"\w{2}")
    visit.wait_for_turn()
    later = visit.parts[3]
    page.get_by_role("link", name="Why").click()
    visit.wait_for_tab("why")
    expect(page).to_have_title("Why: 12 cards, against Greedy · Two Ends")
    asked = len([url for url in visit.asked if "/ask/" in url])
    page.go_back()
    expect(page.locator("#play")).to_be_visible()
    page.go_back()
    expect(page.locator("#your-total")).to_have_text("0")
    assert visit.parts[3] == "-"
    page.go_forward()
    expect(page.locator("#your-total")).to_have_text("8")
    assert visit.parts[3] == later
    assert len([url for url in visit.asked if "/ask/" in url]) == asked


# --- what one tap runs through -----------------------------------------------------------------------

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


# --- the sheet -----------------------------------------------------------------------------------


def test_values_are_typed_moved_and_dragged_and_played_right_after_the_last_key(visit: Visit) -> None:
    page = visit.play("8 15 3 7", opponent="optimal")
    page.get_by_role("button", name="New game").click()
    page.get_by_label(re.compile("^Values")).fill("1 30 100 15 2")
    expect(page.locator(".tray-tile")).to_have_text(["1", "30", "100", "15", "2"])
    for key, at, after in (("ArrowLeft", 0, 0), ("ArrowRight", 4, 4), ("ArrowLeft", 2, 1), ("Delete", 0, 0)):
        page.locator(".tray-tile").nth(at).focus()
        page.keyboard.press(key)
        expect(page.locator(".tray-tile").nth(after)).to_be_focused()
    expect(page.locator(".tray-tile")).to_have_text(["100", "30", "15", "2"])
    first, last = (box_of(page.locator(".tray-tile").nth(k)) for k in (0, 3))
    page.mouse.move(first["x"] + 10, first["y"] + 10)
    page.mouse.down()
    page.mouse.move(last["x"] + 10, last["y"] + 10, steps=5)
    page.mouse.up()
    expect(page.get_by_label(re.compile("^Values"))).to_have_value("30 15 2 100")
    page.mouse.click(5, 5)  # beside the sheet
    expect(page.locator("#sheet")).to_be_hidden()
    page.get_by_role("button", name="New game").click()
    page.get_by_label(re.compile("^Values")).fill("1 2 50 9")
    page.get_by_label(re.compile("^Values")).press("Enter")
    expect(page.locator("#sheet")).to_be_hidden()
    page.wait_for_timeout(400)  # longer than the page waits for the next key
    expect(page.locator("#sheet")).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator("#take-left .promise")).to_have_text("51, best")
