"""Whole games that count: the row of the day, the ladder, and challenges."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import twoends
from cases import slow
from twoends import puzzles
from twoends.answers.matches import match
from twoends.answers.reviews import review
from twoends.rules.games import Game
from twoends.rules.notation import parse_game, write
from visits import Server, Visit, copied, play_out

TODAY = date(2027, 1, 8)
"""A Friday; the day of every test, whenever it runs."""

STORED = "twoends puzzles"

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}}


@pytest.fixture
def today(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A visitor on a fixed day, on a desktop or a phone."""
    visit = Visit(browser, server.origin, **getattr(request, "param", DESK))
    visit.page.clock.set_fixed_time(f"{TODAY}T12:00:00")
    yield visit
    visit.close()
    assert visit.complaints == []


def records(visit: Visit) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(visit.page.evaluate(f"localStorage.getItem('{STORED}') ?? '{{}}'"))
    return kept


def remember(visit: Visit, known: object) -> None:
    visit.page.evaluate(f"known => localStorage.setItem('{STORED}', known)", json.dumps(known))


def finished(
    moves: str = "L", *, won: bool = True, loss: int = 0, look: int = 3, on: date = TODAY
) -> dict[str, Any]:
    return {"moves": moves, "over": True, "on": str(on), "won": won, "loss": loss, "look": look}


# --- an oracle -----------------------------------------------------------------------------------


@cache
def best(row: tuple[int, ...], yours: bool) -> int:
    """Your margin by best play against Greedy, who takes the right one of two equal ends."""
    if not row:
        return 0
    if yours:
        return max(row[0] + best(row[1:], False), row[-1] + best(row[:-1], False))
    left = row[0] > row[-1]
    return -(row[0] if left else row[-1]) + best(row[1:] if left else row[:-1], True)


def sees(row: tuple[int, ...], plies: int, yours: bool = True) -> int:
    """Your margin so many plies on."""
    if not row or not plies:
        return 0
    if yours:
        return max(row[0] + sees(row[1:], plies - 1, False), row[-1] + sees(row[:-1], plies - 1, False))
    left = row[0] > row[-1]
    return -(row[0] if left else row[-1]) + sees(row[1:] if left else row[:-1], plies - 1)


def square(before: int, after: int) -> str:
    return "best" if after == before else "gave the win away" if before > 0 >= after else "gave points away"


def look(row: tuple[int, ...], plies: int) -> tuple[list[str], int]:
    """The squares of a look of so many plies, and what it gives away."""
    margin, squares, loss = 0, [], 0
    while row:
        if len(row) > 1:
            ends = []
            for card, rest in ((row[0], row[1:]), (row[-1], row[:-1])):
                ends.append((card + sees(rest, plies - 1, False), -(card + best(rest, False)), rest, card))
            _, worth, rest, card = max(ends, key=lambda end: end[:2])
            squares.append(square(margin + best(row, True), margin - worth))
            loss += (best(row, True) + worth) // 2
        else:
            rest, card = (), row[0]
        margin, row = margin + card, rest
        if row:
            left = row[0] > row[-1]
            margin, row = margin - (row[0] if left else row[-1]), row[1:] if left else row[:-1]
    return squares, loss


def like_looking(row: tuple[int, ...], loss: int) -> int:
    return next(plies for plies in range(1, len(row) + 1) if look(row, plies)[1] <= loss)


def row_of(game: Game) -> tuple[int, ...]:
    return tuple(map(int, game.shape.cards))


def your_squares(game: Game) -> list[str]:
    """By the library's review of a game that is over."""
    judged = review(game)
    cards = len(game.shape.cards)
    return [
        square(int(judged.promised[move.number - 1]), int(move.promised))
        for move in judged.moves
        if move.yours and move.number < cards
    ]


# --- playing -------------------------------------------------------------------------------------


def squares_shown(visit: Visit) -> dict[str, list[str]]:
    shown = {}
    for line in visit.page.locator(".looks tbody tr").all():
        squares = line.locator(".squares").get_attribute("aria-label") or ""
        shown[line.locator("th").inner_text()] = squares.split(", ")
    return shown


def best_moves(game: Game) -> str:
    """Your moves of a best game."""
    made = match(game, "best", game.opponent).game
    return "".join(str(move.move) for move in review(made).moves if move.yours)


# --- a pupil's path ------------------------------------------------------------------------------


@pytest.mark.parametrize("today", [PHONE, *slow(DESK)], ids=lambda _: "", indirect=True)
def test_a_pupil_follows_a_link_loses_tries_from_there_climbs_plays_the_day_and_shares_it(
    today: Visit,
) -> None:
    page = today.page
    # A friend's challenge, which is lost.
    today.load("play/6h+Ac+8d+Kc+2s+3h/first/-/greedy+right//30%3A16%3ARLLLLR")
    expect(page.locator("#goal")).to_have_text("A challenge: someone scored 30 to 16. Can you beat that?")
    play_out(today, "LLL")
    expect(page.locator("#goal")).to_contain_text("you did not match it")
    expect(page.locator("#result")).to_contain_text("Your friend")
    expect(page.locator("#result .reason")).to_contain_text(
        "you took the 6 of hearts; the 3 of hearts was worth 8 more"
    )
    # From there it is won.
    again = page.get_by_role("button", name="Try from there")
    expect(again).to_have_class("primary")
    again.click()
    play_out(today, "RLL")
    expect(page.locator("#result .verdict")).to_have_text("You win, 30 : 16.")
    # The ladder.
    today.choose("Puzzles")
    page.get_by_role("link", name=re.compile("^Rung 1 ")).click()
    expect(page.locator("#goal")).to_have_text("Rung 1 · this game counts: no hints")
    play_out(today, "LLL")
    expect(page.locator("#result")).to_contain_text("Rung 1: ")
    page.get_by_role("button", name="Next row").click()
    expect(page).to_have_url(re.compile("#puzzle/2-rung-1-2$"))
    # The day.
    today.choose("Puzzles")
    page.locator("#puzzles").get_by_role("link", name="Play", exact=True).click()
    expect(page.locator("#goal")).to_have_text(f"Row of the day, {TODAY} · this game counts: no hints")
    play_out(today, "LRLRL")
    assert copied(today, "Copy the result").startswith(f"Two Ends {TODAY} · Greedy · ")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "nothing is wider than the window"
    )


# --- the day -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "back"), [("LLLLLL", 0), ("RRRRRR", 1), *slow(("LRLRLR", 4), ("RLRLRL", 6))]
)
def test_squares_and_looks_of_a_day_are_those_of_the_library_and_of_a_slow_search(
    today: Visit, moves: str, back: int
) -> None:
    day = TODAY - timedelta(back)
    made = puzzles.daily(day)
    page = today.load(f"puzzle/{made.name}")
    play_out(today, moves)
    record = records(today)[made.name]
    game = parse_game(write(made.game).replace(" / - / ", f" / {record['moves']} / "))
    row, judged = row_of(game), review(game)
    loss = int(judged.you.loss)
    expect(page.locator("#result .ending")).to_have_text(
        f"You gave away {loss}" if loss else "You gave nothing away"
    )
    assert record["loss"] == loss
    assert record["look"] == like_looking(row, loss)
    shown = squares_shown(today)
    assert shown == {
        "You": your_squares(game),
        "Larger end": look(row, 1)[0],
        "2 ahead": look(row, 2)[0],
        "4 ahead": look(row, 4)[0],
    }
    gave_away = page.locator(".looks tbody .number")
    expect(gave_away).to_have_text(
        [str(each) for each in (loss, *(look(row, plies)[1] for plies in (1, 2, 4)))]
    )
    sign = {"best": "🟩", "gave points away": "🟨", "gave the win away": "🟥"}
    text, _, link = copied(today, "Copy the result").partition("\n")
    result = {"you": "won", "draw": "drew", "other": "lost"}[winner(game)]
    gave = f"gave away {loss}" if loss else "gave nothing away"
    squares = "".join(sign[each] for each in shown["You"])
    assert (
        text
        == f"Two Ends {day} · Greedy · {result}, {gave} · {squares} · like looking {record['look']} ahead"
    )
    assert link == f"{today.origin}/#puzzle/{made.name}"


def outcome_of(game: Game, moves: str) -> int:
    """Your margin if you make these moves against Greedy."""
    row, margin = row_of(game), 0
    for side in moves:
        if row:
            margin += row[0 if side == "L" else -1]
            row = row[1:] if side == "L" else row[:-1]
        if row:
            left = row[0] > row[-1]
            margin -= row[0 if left else -1]
            row = row[1:] if left else row[:-1]
    return margin


def winner(game: Game) -> str:
    return "you" if game.yours > game.theirs else "other" if game.yours < game.theirs else "draw"


def test_the_first_game_of_a_day_has_no_help_and_goes_on_after_a_reload(today: Visit) -> None:
    page = today.load("puzzle/today")
    name = f"2-day-{TODAY}"
    expect(page.locator("#goal")).to_have_text(f"Row of the day, {TODAY} · this game counts: no hints")
    for _ in range(2):
        before = page.url
        for key in "huarn":
            page.keyboard.press(key)
        for there in ("#hint", "#undo", "#analyse", "nav [data-tab=review]", "nav [data-tab=why]"):
            expect(page.locator(there)).to_have_count(0)
        assert page.url == before
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(rf"#puzzle/{name}/\w+$"))
        expect(page.locator("#take-left[aria-disabled=false]")).to_be_visible()
        moves = page.url.rpartition("/")[2]
        page.go_back()
        assert page.url == "about:blank", "there is no way back within a game that counts"
        today.load("puzzle/today")
        expect(page).to_have_url(re.compile(f"/{moves}$"))
    play_out(today, "")
    counted = records(today)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#hint")).to_be_visible()
    play_out(today, "R")
    expect(page.locator("#result")).to_contain_text("Your first game counts")
    assert records(today) == counted


def test_moves_of_somebody_else_do_not_count(today: Visit) -> None:
    name = f"2-day-{TODAY}"
    page = today.load(f"puzzle/{name}/LR")
    expect(page.locator("#goal")).to_have_text(f"Row of the day, {TODAY}")
    play_out(today, "")
    expect(page.locator("#result")).to_contain_text(
        "This game came with the link and does not count as yours."
    )
    assert records(today) == {}
    page.get_by_role("link", name="Play it yourself").click()
    expect(page.locator("#goal")).to_have_text(f"Row of the day, {TODAY} · this game counts: no hints")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#said")).not_to_have_text("")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(f"{name}/L"))
    assert list(records(today)) == [name]


def test_a_link_with_moves_has_no_help_before_your_own_game_is_over(today: Visit) -> None:
    page = today.load(f"puzzle/2-day-{TODAY}/LR")
    expect(page.locator("#take-left[aria-disabled=false]")).to_be_visible()
    before = page.url
    for key in "huar":
        page.keyboard.press(key)
    for there in ("#hint", "#undo", "#analyse", "nav [data-tab=review]", "nav [data-tab=why]"):
        expect(page.locator(there)).to_have_count(0)
    assert page.url == before
    remember(today, {f"2-day-{TODAY}": finished()})
    today.load(f"puzzle/2-day-{TODAY}/LR")
    expect(page.locator("#hint")).to_be_visible()


def test_a_day_counts_once_it_has_come_and_is_named_by_its_date(today: Visit) -> None:
    early, late = (TODAY + timedelta(days) for days in (1, -1))
    page = today.load(f"puzzle/2-day-{early}")
    expect(page.locator("#goal")).to_have_text(
        f"Row of the day, {early} · this day has not come: no game counts yet"
    )
    play_out(today, "")
    expect(page.locator("#result")).to_contain_text("This game does not count: its day has not come.")
    assert records(today) == {}
    today.load(f"puzzle/2-day-{late}")
    expect(page.locator("#goal")).to_have_text(f"Row of the day, {late} · this game counts: no hints")


def test_a_game_over_midnight_is_of_the_day_of_its_first_move(today: Visit) -> None:
    page = today.load("puzzle/today")
    expect(page.locator("#take-left[aria-disabled=false]")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"/\w\w$"))
    page.clock.set_fixed_time(f"{TODAY + timedelta(1)}T00:01:00")
    play_out(today, "")
    record = records(today)[f"2-day-{TODAY}"]
    assert (record["over"], record["on"]) == (True, str(TODAY))


# --- what is stored ------------------------------------------------------------------------------


def test_two_tabs_keep_each_others_results(today: Visit) -> None:
    day, theirs = f"2-day-{TODAY}", {"2-rung-1-1": finished()}
    page = today.load("puzzle/today")
    expect(page.locator("#take-left")).to_be_visible()
    remember(today, theirs)  # by another tab
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"/\w\w$"))
    assert records(today).keys() == {day, "2-rung-1-1"}
    remember(today, theirs | {day: finished("RRR")})  # by another tab, which was faster
    play_out(today, "")
    assert records(today) == theirs | {day: finished("RRR")}


def test_damaged_records_are_passed_over(today: Visit) -> None:
    page = today.load("puzzles")
    bad = {
        "2-rung-1-1": None,
        "2-rung-1-abc": finished(),
        "2-rung-1-99999999999999999999999": finished(),
        f"2-day-{TODAY}": {"moves": "L", "over": True, "on": str(TODAY)},
        "today": finished(),
    }
    stored: object
    for stored in (bad, [], 3, None):
        remember(today, stored)
        today.load("puzzles")
        rung_1 = page.get_by_role("link", name=re.compile("^Rung 1 "))
        expect(rung_1).to_have_attribute("href", "#puzzle/2-rung-1-1")
        expect(page.get_by_role("link", name="Play", exact=True).last).to_have_attribute(
            "href", "#puzzle/today"
        )


def test_the_streak_counts_days_played_and_the_median_is_of_seven_days(today: Visit) -> None:
    page = today.load("puzzles")
    days = {back: f"2-day-{TODAY - timedelta(back)}" for back in range(1, 12)}
    known = {
        days[back]: finished(won=False, look=back, on=TODAY - timedelta(back)) for back in (1, 2, 3, 5, 8)
    }
    known[days[4]] = finished(look=9)  # played later
    remember(today, known)
    today.load("puzzles")
    expect(page.locator("#puzzles")).to_contain_text(
        "3 days in a row. Your median look of the last seven days: 2.5 ahead."
    )


def test_the_moment_that_decided_is_one_tap_away_and_the_best_game_is_beside_yours(today: Visit) -> None:
    made = puzzles.daily(TODAY)
    page = today.load("puzzle/today")
    wrong = "R" if best_moves(made.game)[0] == "L" else "L"
    play_out(today, wrong)
    expect(page.locator("#result .games h2")).to_have_text(["Your game", "The best game"])
    expect(page.get_by_role("button", name="Challenge a friend")).to_be_visible()
    taken = page.locator("#result .line-of-play").last.locator(".by-you .chip").all_inner_texts()
    assert sum(map(int, taken)) == twoends.solve(made.game.shape.cards, made.game.opponent).first
    number = re.findall(r"Move (\d+) ", page.locator("#result .reason").inner_text())[0]
    page.get_by_role("link", name="See that move").click()
    expect(page.locator("#review .told")).to_contain_text(f"Move {number}: You took")


# --- the ladder ----------------------------------------------------------------------------------


def rung(number: int, wins: int, losses: int) -> dict[str, Any]:
    return {
        f"2-rung-{number}-{seed}": finished(won=seed <= wins, loss=0 if seed == 1 else 4)
        for seed in range(1, wins + losses + 1)
    }


@pytest.mark.parametrize(
    ("wins", "losses", "is_open"), [(0, 0, False), (2, 4, False), (3, 0, True), (0, 5, True)]
)
def test_three_wins_or_five_losses_open_the_next_rung(
    today: Visit, wins: int, losses: int, is_open: bool
) -> None:
    page = today.load("puzzles")
    remember(today, rung(1, wins, losses))
    today.load("puzzles")
    expect(page.get_by_role("link", name=re.compile("^Rung 1 "))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Rung 2 "))).to_have_count(int(is_open))
    expect(page.locator(".rung.next strong")).to_have_text("Rung 2" if is_open else "Rung 1")


def test_the_next_row_of_a_rung_is_the_first_unplayed_one_and_closed_rungs_open_none(today: Visit) -> None:
    page = today.load("puzzles")
    remember(today, {**rung(1, 2, 0), "2-rung-1-77": finished(won=False), **rung(3, 3, 0)})
    today.load("puzzles")
    expect(page.get_by_role("link", name=re.compile("^Rung 1 "))).to_have_attribute(
        "href", "#puzzle/2-rung-1-3"
    )
    expect(page.locator(".ladder a")).to_have_count(2)
    expect(page.locator("#puzzles")).to_contain_text("2 wins in all")


def test_five_losses_teach_what_the_rung_is_about(today: Visit) -> None:
    page = today.load("puzzles")
    remember(today, {**rung(1, 3, 0), **rung(2, 0, 4)})
    made = puzzles.rung(2, 5)
    losing = next(moves for moves in ("LLLLLLLL", "RRRRRRRR") if outcome_of(made.game, moves) <= 0)
    today.load(f"puzzle/{made.name}")
    play_out(today, losing)
    expect(page.locator("#result .news-of-rung")).to_have_text("Rung 3 is open all the same.")
    expect(page.locator("#result")).to_contain_text("take every second card")


@pytest.mark.parametrize(
    ("number", "says"), [(2, "take every second card"), (4, "no such trick on an odd row")]
)
def test_the_third_win_of_a_rung_says_what_it_taught_and_leads_on(
    today: Visit, number: int, says: str
) -> None:
    page = today.load("puzzles")
    seed = 3
    made = puzzles.rung(number, seed)
    known = {**rung(1, 3, 0), **rung(2, 3, 0), **rung(3, 3, 0), **rung(number, 2, 0)}
    remember(today, {name: each for name, each in known.items() if name != made.name})
    today.load(f"puzzle/{made.name}")
    play_out(today, best_moves(made.game))
    expect(page.locator("#result .news-of-rung")).to_have_text(f"Rung {number + 1} is open.")
    expect(page.locator("#result")).to_contain_text(says)
    page.get_by_role("button", name="Next rung").click()
    expect(page).to_have_url(re.compile(rf"#puzzle/2-rung-{number + 1}-\d+(/\w+)?$"))


@pytest.mark.parametrize("today", [PHONE], ids=["phone"], indirect=True)
def test_all_cards_of_a_rung_are_in_sight_on_a_phone(today: Visit) -> None:
    page = today.load("puzzle/2-rung-5-1")
    expect(page.locator("#table .face.inner")).to_have_count(11)
    expect(page.locator("#felt .scroller:not(.still)")).to_have_count(0)


@pytest.mark.parametrize("today", [PHONE], ids=["phone"], indirect=True)
def test_a_phone_hands_a_challenge_to_its_own_sheet(today: Visit) -> None:
    page = today.page
    page.add_init_script("navigator.share = async ({ text }) => { globalThis.shared = text; };")
    today.load("play/8+15+3+7/first/RLLL/optimal")
    page.get_by_role("button", name="Challenge a friend").tap()
    expect(page.get_by_role("button", name="Shared")).to_be_visible()
    assert "I scored 22 to 11." in page.evaluate("shared")
