"""Every figure of the five sources; where a source is wrong, its answer and the right one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from twoends import deck, solve

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


def test_s1_the_deck_has_52_cards_of_four_suits_and_values_2_to_14() -> None:
    cards = deck()
    assert len(cards) == 52
    assert {(int(card), card.suit) for card in cards} == {
        (value, suit) for value in range(2, 15) for suit in "♠♥♦♣"
    }
