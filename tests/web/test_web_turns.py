"""Refusals, and what a new game, a second person or a second computer inherit."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from visits import Visit, copied

TOO_LONG = " ".join(str(7 * place % 11) for place in range(61))
"""A row that is too long for the page under other rules: Python refuses what is asked of it."""


# --- refusals ------------------------------------------------------------------------------------


def test_a_refused_analysis_does_not_stop_the_game_nor_is_it_asked_for_again(visit: Visit) -> None:
    page = visit.go(f"play/{TOO_LONG.replace(' ', '+')}/turns+ABBA/first/-/greedy+right")
    visit.wait_for_turn()
    visit.forgive(422)
    before = len(visit.asked)
    page.keyboard.press("a")
    expect(page.locator("#trouble")).to_contain_text("too many for the page")
    expect(page.locator("#beside")).not_to_contain_text("Computing")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_contain_text("Greedy took the 7. Greedy took the 3. Your turn")
    page.locator("#new").click()
    expect(page.locator("#sheet .radio").first).to_be_visible()
    expect(page.locator("#sheet .fault")).to_have_text("")
    page.wait_for_timeout(300)
    assert len([url for url in visit.asked[before:] if "/ask/" in url]) < 20
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    expect(page.locator("#trouble")).to_be_hidden()


# --- two people, two computers ---------------------------------------------------------------------


def test_the_second_click_of_two_or_a_key_held_down_is_no_move_of_the_other_person(reader: Visit) -> None:
    page = reader.open("play", "8 15 3 7 9", opponent="optimal", seat="two")
    page.locator("#take-left").dblclick()
    reader.wait_for_moves("L")
    for _ in range(3):
        page.keyboard.down("ArrowLeft")
    page.keyboard.up("ArrowLeft")
    reader.wait_for_moves("LL")


def test_two_computers_play_until_another_game_begins(visit: Visit, hurry: Callable[[], None]) -> None:
    page = visit.open("play", "8 15 3 7", opponent="greedy right", seat="best")
    hurry()
    expect(page).to_have_title("Play: 4 cards, Best and Greedy · Two Ends")
    page.get_by_role("button", name="Step").click()
    visit.wait_for_moves("R")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result .verdict")).to_contain_text("Best wins, 22 : 11.")
    page.keyboard.press("n")
    visit.wait_for_moves("-")
    address = page.url
    page.wait_for_timeout(300)
    assert page.url == address, "the game went on, or was replaced once more"
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "false")


# --- boards and puzzles --------------------------------------------------------------------------


def test_a_digit_names_the_row_of_a_board_that_an_arrow_takes_from(visit: Visit) -> None:
    page = visit.open("play", "5 7 | 9 1 4", opponent="optimal", seat="two")
    for key, status in (("ArrowLeft", "took the 5"), ("2", ""), ("ArrowRight", "took the 4")):
        page.keyboard.press(key)
        expect(page.locator("#status")).to_contain_text(status)


def test_a_puzzle_has_no_link_to_its_answer_before_it_is_answered(reader: Visit) -> None:
    page = reader.go("puzzle/1-8-3-42")
    expect(page.locator("#puzzle .take").first).to_be_visible()
    expect(page.locator("nav [data-tab]")).to_have_text(["Play"])
    address = page.url
    page.keyboard.press("ArrowLeft")
    expect(page.locator("nav [data-tab]")).to_have_text(["Play", "Why", "Review", "Compare", "Algorithms"])
    assert copied(reader, "Copy link") == address, "the link is only the question"


# --- the focus -----------------------------------------------------------------------------------


def test_the_focus_stays_in_the_game_to_its_end(reader: Visit) -> None:
    page = reader.play("5 7 | 9 1 4")
    page.locator("#table .face[role=button]").first.focus()
    while page.locator("#result").count() == 0:
        page.keyboard.press("Enter")
        expect(page.locator("#status")).to_contain_text("took")
        reader.wait_for_turn()
        expect(page.locator("#play :is(.face[role=button], .take, #result button):focus")).to_have_count(1)
    expect(page.locator("#result button:focus")).to_have_count(1)
