"""Whole games that count: the row of the day, the ladder, and challenges."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

from playwright.sync_api import expect

from measured import check_page
from twoends import puzzles
from twoends.rules.notation import parse_game, write
from twoends.views.puzzles import result
from visits import TODAY, Visit, copied, finished, play_out

STORED = "twoends puzzles"

COUNTS = f"Row of the day, {TODAY} · this game counts: no hints"


def records(visit: Visit) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(visit.page.evaluate(f"localStorage.getItem('{STORED}') ?? '{{}}'"))
    return kept


def remember(visit: Visit, known: object) -> None:
    visit.page.evaluate(f"known => localStorage.setItem('{STORED}', known)", json.dumps(known))


# --- a pupil's path ------------------------------------------------------------------------------


def test_a_pupil_loses_tries_from_there_climbs_plays_the_day_and_shares_it(phone: Visit) -> None:
    page = phone.page
    phone.load("play/6h+Ac+8d+Kc+2s+3h/first/-/greedy+right")
    play_out(phone, "LLL")
    again = page.get_by_role("button", name="Try from there")
    expect(again).to_have_class("primary")
    again.click()
    play_out(phone, "RLL")
    expect(page.locator("#result .verdict")).to_have_text("You win, 30 : 16.")
    phone.choose("Puzzles")
    page.get_by_role("link", name=re.compile("^Rung 1 ")).click()
    expect(page.locator("#goal")).to_have_text("Rung 1 · this game counts: no hints")
    play_out(phone, "LLL")
    page.get_by_role("button", name="Next row").click()
    expect(page).to_have_url(re.compile("#puzzle/2-rung-1-2$"))
    phone.choose("Puzzles")
    page.locator("#puzzles").get_by_role("link", name="Play", exact=True).click()
    expect(page.locator("#goal")).to_have_text(COUNTS)
    play_out(phone, "LRLRL")
    contest = puzzles.daily(TODAY)
    [record] = [each for name, each in records(phone).items() if name == contest.name]
    game = parse_game(write(contest.game).replace(" / - / ", f" / {record['moves']} / "))
    link = f"{phone.origin}/#puzzle/{contest.name}"
    assert copied(phone, "Copy the result") == f"{result(contest, game)}\n{link}"
    check_page(page)
    page.get_by_role("link", name="See that move").click()
    expect(page.locator("#review .told")).to_contain_text("You took")


def test_a_menu_that_is_opened_while_a_row_is_on_its_way_stays_open(phone: Visit) -> None:
    page = phone.load("puzzle/2-rung-1-1")
    play_out(phone, "LLL")
    expect(page.locator("#next")).to_be_visible()
    page.evaluate(
        """for (const name of ["next", "menu"]) {
          document.getElementById(name).focus();
          document.activeElement.click();
        }"""
    )
    expect(page).to_have_url(re.compile("#puzzle/2-rung-1-2$"))
    expect(page.locator("#take-left")).to_be_visible()
    expect(page.locator("#menu")).to_have_attribute("aria-expanded", "true")


# --- the day -------------------------------------------------------------------------------------


def require_no_help(visit: Visit) -> None:
    page = visit.page
    expect(page.locator("#take-left[aria-disabled=false]")).to_be_visible()
    before = page.url
    for key in "huarn":
        page.keyboard.press(key)
    for there in ("#hint", "#undo", "#analyse", "nav [data-tab=review]", "nav [data-tab=why]"):
        expect(page.locator(there)).to_have_count(0)
    assert page.url == before


def test_the_first_game_of_a_day_has_no_help_and_counts_for_its_first_move_over_a_reload_and_midnight(
    today: Visit,
) -> None:
    day, theirs = f"2-day-{TODAY}", {"2-rung-1-1": finished()}
    page = today.load("puzzle/today")
    expect(page.locator("#goal")).to_have_text(COUNTS)
    require_no_help(today)
    remember(today, theirs)  # by another tab
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"#puzzle/{day}/\w\w$"))
    moves = page.url.rpartition("/")[2]
    assert records(today).keys() == {day, *theirs}
    page.go_back()
    assert page.url == "about:blank", "there is no way back within a game that counts"
    today.load("puzzle/today")
    expect(page).to_have_url(re.compile(f"/{moves}$"))
    page.clock.set_fixed_time(f"{TODAY + timedelta(1)}T00:01:00")
    play_out(today, "")
    counted = records(today)
    assert (counted[day]["over"], counted[day]["on"]) == (True, str(TODAY))
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#hint")).to_be_visible()
    play_out(today, "R")
    expect(page.locator("#result")).to_contain_text("Your first game counts")
    assert records(today) == counted


def test_a_game_does_not_count_with_moves_of_somebody_else_before_its_day_or_after_another_tab_ended_one(
    today: Visit,
) -> None:
    name, early = f"2-day-{TODAY}", f"{TODAY + timedelta(1)}"
    page = today.load(f"puzzle/2-day-{early}")
    expect(page.locator("#goal")).to_contain_text(f"{early} · this day has not come: no game counts yet")
    play_out(today, "")
    expect(page.locator("#result")).to_contain_text("This game does not count: its day has not come.")
    today.load(f"puzzle/{name}/LR")
    expect(page.locator("#goal")).to_have_text(f"Row of the day, {TODAY}")
    require_no_help(today)
    play_out(today, "")
    expect(page.locator("#result")).to_contain_text("came with the link and does not count as yours.")
    assert records(today) == {}
    page.get_by_role("link", name="Play it yourself").click()
    expect(page.locator("#goal")).to_have_text(COUNTS)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(f"{name}/L"))
    assert list(records(today)) == [name]
    remember(today, {name: finished("RRR")})  # by another tab, which was faster
    play_out(today, "")
    assert records(today) == {name: finished("RRR")}
    today.load(f"puzzle/{name}/LR")
    expect(page.locator("#hint")).to_be_visible()
    today.load(f"puzzle/2-day-{TODAY - timedelta(1)}")
    expect(page.locator("#goal")).to_contain_text("this game counts: no hints")
