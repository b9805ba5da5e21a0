"""Opponents who look at the cards alone, as they are defined, by every method and in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from twoends import opponent, play_rows, solve, solve_rows, table

KEYS: dict[str, Callable[[int], int]] = {"greedy": lambda card: card, "modest": lambda card: -card}


def defined_total(row: list[int], key: Callable[[int], int], ties: str, *, you_first: bool) -> Fraction:
    """Your total against an opponent who takes the end card with the larger key."""

    @cache
    def total(i: int, j: int, yours: bool) -> Fraction:
        if i == j:
            return Fraction(0)
        after_left, after_right = total(i + 1, j, not yours), total(i, j - 1, not yours)
        if yours:
            return max(row[i] + after_left, row[j - 1] + after_right)
        if j - i == 1:
            return Fraction(0)
        left, right = key(row[i]), key(row[j - 1])
        equal = {"left": after_left, "right": after_right, "random": (after_left + after_right) / 2}[ties]
        return after_left if left > right else after_right if left < right else equal

    return total(0, len(row), you_first)


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("size", [1, 2**20, 2**40], ids=["16 bits", "32 bits", "64 bits"])
@pytest.mark.parametrize("ties", ["right", "left", "random"])
@pytest.mark.parametrize("name", KEYS)
def test_an_opponent_by_cards_is_solved_as_defined_by_every_method(name: str, ties: str, size: int) -> None:
    who, key = opponent(f"{name} {ties}"), KEYS[name]
    random = np.random.default_rng(1)
    for n in (1, 2, 3, 7):
        rows = random.integers(-3, 4, (12, n)) * size
        expected = [
            [defined_total(row, key, ties, you_first=you_first) for row in rows.tolist()]
            for you_first in (True, False)
        ]
        batch = solve_rows(rows, who)
        assert [list(map(Fraction, batch.first)), list(map(Fraction, batch.second))] == expected, (n, who)
        for k, row in enumerate(rows.tolist()[:3]):
            for method in ("auto", "bottom-up", "top-down", "exhaustive"):
                solved = solve(row, who, method=method)
                assert [solved.first, solved.second] == [each[k] for each in expected], (row, who, method)
            assert table(row, who)[0, n][:2] == (expected[0][k], expected[1][k])
            if ties != "random":
                played = play_rows([row] * 2, "best", who).totals, play_rows([row] * 2, who, "best").totals
                got = played[0][:, 0].tolist(), played[1][:, 1].tolist()
                assert got == ([expected[0][k]] * 2, [expected[1][k]] * 2), (row, who)
