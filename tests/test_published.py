"""What docs/studies.md says of a deck, recomputed from the text alone: nothing here imports twoends.

Other decks than those of the page, so the shares agree up to chance: five standard errors are allowed.
"""

from __future__ import annotations

import re
from math import sqrt
from pathlib import Path
from random import Random

import pytest

PAGE = (Path(__file__).parent.parent / "docs" / "studies.md").read_text("utf-8")
DECKS = 150
STANDARD_ERRORS = 5


def decks() -> list[list[int]]:
    random = Random(276168)
    return [random.sample([value for value in range(2, 15) for _ in range(4)], 52) for _ in range(DECKS)]


def game(row: list[int], first: str, second: str) -> int:
    """The margin of the first player, by the table of all intervals, the shortest ones first."""
    n = len(row)
    best, played = (
        [0] * (n + 1),
        [0] * (n + 1),
    )  # margins of the mover under best play, of the first player here
    for length in range(1, n + 1):
        first_moves = (n - length) % 2 == 0
        who, sign = (first, 1) if first_moves else (second, -1)
        best_before, played_before = best, played
        best, played = [0] * (n + 1), [0] * (n + 1)
        for i in range(n + 1 - length):
            left, right = row[i], row[i + length - 1]
            by_left, by_right = left - best_before[i + 1], right - best_before[i]
            best[i] = max(by_left, by_right)
            after_left, after_right = sign * left + played_before[i + 1], sign * right + played_before[i]
            if who == "greedy":
                played[i] = after_left if left > right else after_right
            elif who == "best response":
                played[i] = sign * max(sign * after_left, sign * after_right)
            elif by_left != by_right or who == "optimal, left":
                played[i] = after_left if by_left >= by_right else after_right
            elif who == "optimal, right":
                played[i] = after_right
            else:  # ties for the first player, or against them
                played[i] = (max if who == "optimal, for" else min)(after_left, after_right)
    return played[0]


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("greedy", "optimal, left", r"Greedy wins (\S+) % \S+ of the deals moving first"),
        ("greedy", "optimal, right", r"greedy wins (\S+) % \S+ if they take the right"),
        ("greedy", "optimal, against", r"If they break every tie against greedy, it wins (\S+) %"),
        ("greedy", "optimal, for", r"if they break every tie in its favour, (\S+) %"),
        ("greedy", "greedy", r"The first player wins (\S+) %"),
    ],
)
def test_the_share_of_deals_that_greedy_wins_is_the_one_on_the_page(
    first: str, second: str, sentence: str
) -> None:
    found = re.search(sentence, PAGE)
    assert found, sentence
    told = float(found[1]) / 100
    won = sum(game(deck, first, second) > 0 for deck in decks()) / DECKS
    assert abs(won - told) < STANDARD_ERRORS * sqrt(told * (1 - told) / DECKS), f"{won} here, {told} there"


def test_the_best_response_moving_second_wins_the_share_on_the_page() -> None:
    found = re.search(r"ties right\*\*, wins \S+ % \S+ of the deals moving first and (\S+) %", PAGE)
    assert found
    told = float(found[1]) / 100
    won = sum(game(deck, "greedy", "best response") < 0 for deck in decks()) / DECKS
    assert abs(won - told) < STANDARD_ERRORS * sqrt(told * (1 - told) / DECKS), f"{won} here, {told} there"
