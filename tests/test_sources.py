"""Every figure of the five sources; where a source is wrong, its answer and the right one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from command_line import run
from twoends import deck, match, solve

# Row, then (first, second) against an optimal, a greedy (ties right), a generous and a random opponent.
TABLE: list[tuple[Any, ...]] = [
    ("5 7 9 1 4 2", (18, 10), (18, 12), (21, 21), ("18.25", "16.25")),
    ("8 15 3 7", (22, 11), (22, 18), (23, 23), ("22", "18.5")),
    ("5 3 7 10", (15, 10), (15, 10), (17, 17), ("16", "13")),
    ("2 2 2 2", (4, 4), (4, 4), (4, 4), ("4", "4")),
    ("20 30 2 2 2 10", (42, 24), (42, 34), (60, 52), ("44", "38")),
    ("1 3 100 2", (101, 5), (101, 101), (102, 103), ("101", "78")),
    ("1 30 100 15 2", (47, 101), (103, 101), (132, 130), ("103.5", "101.5")),
]
NAMES = ("optimal", "greedy", "generous", "random")


@pytest.mark.parametrize(
    ("row", "against", "expected"),
    [
        (row, name, tuple(map(Fraction, totals)))
        for row, *columns in TABLE
        for name, totals in zip(NAMES, columns, strict=True)
    ],
)
def test_the_totals_of_all_sources(row: str, against: str, expected: tuple[Fraction, Fraction]) -> None:
    solution = solve(map(int, row.split()), against)
    assert (solution.first, solution.second) == expected, f"{row} {against}: {expected=}, got {solution}"


# --- S1: the student paper ---------------------------------------------------------------------


def test_s1_the_deck_has_52_cards_of_four_suits_and_values_2_to_14() -> None:
    cards = deck()
    assert len(cards) == 52
    assert {(int(card), card.suit) for card in cards} == {
        (value, suit) for value in range(2, 15) for suit in "♠♥♦♣"
    }


def test_s1_greedy_takes_the_left_card_only_if_it_is_strictly_larger() -> None:
    assert str(match([3, 1, 3], "greedy", "greedy").game.ends[0]) == "R"
    assert str(match([4, 1, 3], "greedy", "greedy").game.ends[0]) == "L"


# --- S2: the tutorial --------------------------------------------------------------------------


def test_s2_greedy_play_gets_15_of_8_15_3_7() -> None:
    game = match([8, 15, 3, 7], "greedy", "optimal").game
    assert (game.yours, game.theirs) == (15, 18)


# --- S4: the algorithms site -------------------------------------------------------------------


def test_s4_the_protocol_of_its_program_is_one_command(tmp_path: Path) -> None:
    """It reads T, then n and n values for each case, and prints `dumb smart`."""
    rows = ("5 7 9 1 4 2", "8 15 3 7", "1 30 100 15 2", "4 5 1 3", "1 3 100 2")
    file = tmp_path / "cases.txt"
    file.write_text(f"{len(rows)}\n" + "".join(f"{len(row.split())}\n{row}\n" for row in rows))
    against = ("-o", "generous", "-o", "optimal")
    ran = run("solve", "--format", "cases", *against, "--question", "first", str(file))
    assert ran.out == "21 18\n23 22\n132 47\n9 8\n102 101\n"
