"""`twoends puzzle`: one try, the reason, both futures; the row of the day, and the ladder."""

from __future__ import annotations

import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

import twoends
from command_line import refused, run
from test_terminal import LEFT, RIGHT, Terminal
from twoends import puzzles
from twoends.rules.sides import AnyMove, Side
from twoends.terminal import records

HOME = b"\x1b[H"
TODAY = date.today()


pytestmark = pytest.mark.usefixtures("home")


def word(side: AnyMove, right: bool) -> str:
    return next(each for each in Side if (each is side) == right).name.lower()


def test_the_row_of_the_day_has_one_try_a_streak_a_line_to_share_and_a_place_in_the_record() -> None:
    yesterday, made = TODAY - timedelta(1), puzzles.puzzle(TODAY)
    share = f"Two Ends, row of the day {TODAY}: solved. {len(made.rest)} cards, depth {made.depth}"
    first = run("puzzle", "--daily", stdin=f"{word(made.best, True)}\n")
    assert first.out.splitlines()[-1] == f"{share}, 1 day in a row."
    records.add_day(yesterday, solved=True)
    again = run("puzzle", "--daily", stdin=f"{word(made.best, False)}\n", terminal=40)
    assert "You have had your try." in again.out
    assert max(map(len, again.out.splitlines()[:-1])) <= 40
    assert again.out.splitlines()[-1] == f"{share}, 2 days in a row."
    assert records.read_days() == {yesterday: True, TODAY: True}
    records.add_day(TODAY - timedelta(2), solved=False)
    assert run("record").out.splitlines()[-1] == "Rows of the day: 2 of 3 solved, 2 days in a row."
    assert run("record", "--delete").out.endswith(" and 3 rows of the day deleted\n")
    assert not records.days_file().exists()
    assert "day" not in run("record").out


def test_leaving_the_row_of_the_day_uses_no_try() -> None:
    run("puzzle", "--daily", stdin="q\n")
    assert not records.days_file().exists()


def test_a_record_of_days_that_cannot_be_read_is_refused(home: Path) -> None:
    (home / "state").write_text("a file")
    refused(run("puzzle", "--daily", stdin="l\n"), "days.jsonl cannot be read", "Not a directory")


@pytest.mark.parametrize("name", ["1-8-3-4-antigravity:fly", "1-8-3-4-this:x", "1-8-3-4-tests:x-second"])
def test_the_name_of_a_puzzle_imports_nothing(name: str) -> None:
    before = set(sys.modules)
    with pytest.raises(twoends.TwoEndsError, match="is not the name of a puzzle"):
        puzzles.named(name)
    assert not {"antigravity", "this"} & (set(sys.modules) - before)


def test_a_number_of_cards_has_at_most_nine_digits() -> None:
    for count, taken in (("000000002", True), ("0000000002", False)):
        asked = run(
            "puzzle", "--length", "5", "--rules", "take 1-2", "--seed", "3", stdin=f"left {count}\nq\n"
        )
        assert ("Type left or right (l, r) and how many cards" in asked.out) == (not taken), asked.out


def test_the_ladder_is_climbed_until_the_first_miss() -> None:
    words = [word(rung.best, True) for rung in puzzles.ladder()]
    wrong = word(puzzles.ladder()[4].best, False)
    ran = run("puzzle", "--ladder", "3", stdin="\n".join([*words[2:4], wrong]) + "\n")
    assert [line for line in ran.out.splitlines() if line.startswith("Rung")] == [
        f"Rung {k} of 20" for k in (3, 4, 5)
    ]
    assert ran.out.splitlines()[-1] == "You have climbed to rung 4 of 20. Continue: twoends puzzle --ladder 5"
    none = run("puzzle", "--ladder", "5", stdin=f"{wrong}\n")
    assert none.out.splitlines()[-1] == "Rung 5 of 20 is not solved yet. Try again: twoends puzzle --ladder 5"
    top = run("puzzle", "--ladder", "19", stdin="\n".join(words[18:]) + "\n")
    assert top.out.splitlines()[-1] == "You have reached the top of the ladder."


def test_a_ladder_on_a_terminal_goes_on_to_the_next_rung() -> None:
    terminal = Terminal("--ladder", "1", command="puzzle", size=(80, 60))
    try:
        terminal.wait_for("q quit")
        drawn = terminal.output.count(HOME)
        terminal.resize(60, 50)
        terminal.wait(lambda _: terminal.output.count(HOME) > drawn, "a new drawing")
        terminal.type(LEFT)
        terminal.wait(lambda shown: "Rung 2 of 20" in shown and "q quit" in shown, "the next rung")
        terminal.type(RIGHT)
        assert terminal.end() == 0
        assert "You have climbed to rung 1 of 20" in terminal.shown
    finally:
        terminal.close()
