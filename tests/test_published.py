"""The shares that docs/studies.md gives for a deck, recomputed without importing twoends.

The decks are not those of the page, so the shares may differ by five standard errors.
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
    best = [0] * (n + 1)  # margins of the mover under best play
    played = [0] * (n + 1)  # margins of the first player in this game
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
    ("second", "winner", "sentence"),
    [
        ("optimal, left", 1, r"Greedy wins (\S+) % \S+ of the deals moving first"),
        ("optimal, right", 1, r"greedy wins (\S+) % \S+ if they take the right"),
        ("optimal, against", 1, r"If they break every tie against greedy, it wins (\S+) %"),
        ("optimal, for", 1, r"if they break every tie in its favour, (\S+) %"),
        ("greedy", 1, r"The first player wins (\S+) %"),
        ("best response", -1, r"ties right\*\*, wins \S+ % \S+ of the deals moving first and (\S+) %"),
    ],
)
def test_shares_of_won_deals_match_the_page(second: str, winner: int, sentence: str) -> None:
    found = re.search(sentence, PAGE)
    assert found, sentence
    share = float(found[1]) / 100
    won = sum(winner * game(deck, "greedy", second) > 0 for deck in decks()) / DECKS
    bound = STANDARD_ERRORS * sqrt(share * (1 - share) / DECKS)
    assert abs(won - share) < bound, f"{won} here, {share} on the page"
