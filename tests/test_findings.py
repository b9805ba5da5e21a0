"""The script of extreme rows finds what all games give; docs/findings.md shows what the scripts print."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from studies import extreme_rows, ties_of_optimal

from cases import slow_but

ROOT = Path(__file__).parents[1]
FINDINGS = (ROOT / "docs" / "findings.md").read_text("utf-8")
STUDIES = " ".join((ROOT / "docs" / "studies.md").read_text("utf-8").split())

Row = tuple[int, ...]


def moves(row: Row) -> list[tuple[int, Row]]:
    """The card that each move takes, from the left and from the right, and the cards that it leaves."""
    return [(row[0], row[1:]), (row[-1], row[:-1])]


@cache
def minimax(row: Row) -> int:
    """The margin of the player who moves first, both optimal."""
    return max(card - minimax(rest) for card, rest in moves(row)) if row else 0


def chosen(row: Row, player: str) -> list[tuple[int, Row]]:
    """The moves that a player may make: optimal any of equal ones, and `any` whatever is legal."""
    left, right = moves(row)
    if player == "any":
        return [left, right]
    if player == "greedy":
        return [left if row[0] > row[-1] else right]
    best = [move for move in (left, right) if move[0] - minimax(move[1]) == minimax(row)]
    return {"optimal": best, "optimal left": best[:1]}[player]


@cache
def games(row: Row, mover: str, other: str) -> frozenset[int]:
    """The margins that the player who moves first may get."""
    rests = chosen(row, mover) if row else []
    found = {card - margin for card, rest in rests for margin in games(rest, other, mover)}
    return frozenset(found if row else {0})


def lost(row: Row, you: str, other: str, of_ties: Callable[..., int]) -> int:
    """What a player loses in their total, moving first, compared with the best response."""
    return int(max(games(row, "any", other)) - of_ties(games(row, you, other))) // 2


OBJECTIVES: dict[str, Callable[[Row], int]] = {
    "greedy loss": lambda row: lost(row, "greedy", "optimal left", max),
    "greedy loss most": lambda row: lost(row, "greedy", "optimal", min),
    "optimal loss": lambda row: lost(row, "optimal left", "greedy", max),
    "optimal loss least": lambda row: lost(row, "optimal", "greedy", max),
    "optimal loss most": lambda row: lost(row, "optimal", "greedy", min),
    "first": minimax,
    "second": lambda row: -minimax(row),
    "second against greedy": lambda row: (
        -(min(games(row, "greedy", "any")) + max(games(row, "any", "greedy"))) // 2
    ),
}


@pytest.mark.parametrize("objective", extreme_rows.OBJECTIVES)
def test_the_script_finds_the_rows_that_brute_force_finds(
    objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extreme_rows, "ROWS_AT_ONCE", 100)
    for length, largest in ((1, 5), (2, 2), (5, 2), (7, 1)):
        values = {row: OBJECTIVES[objective](row) for row in product(range(largest + 1), repeat=length)}
        most = max(values.values())
        attain = {row for row in values if values[row] == most}
        rows, extremes = (len({min(row, row[::-1]) for row in each}) for each in (values, attain))
        assert extreme_rows.extreme(objective, length, largest) == (rows, most, extremes, min(attain))


GREEDY, BEST = extreme_rows.greedy, extreme_rows.best_response


@pytest.mark.parametrize(
    ("you", "other", "seat", "sentence"),
    [
        (GREEDY, extreme_rows.optimal, 0, r"Greedy wins (\S+) % \S+ of the deals moving first"),
        (
            GREEDY,
            ties_of_optimal.optimal_right,
            0,
            r"greedy wins (\S+) % \S+ if the optimal player",
        ),
        (GREEDY, extreme_rows.optimal_against_you, 0, r"shuffled decks\n(?:.*\n)*?worst +(\S+) %"),
        (GREEDY, GREEDY, 0, r"The first player wins (\S+) %"),
        (BEST, GREEDY, 1, r"ties right\*\*, wins \S+ % \S+ of the deals moving first and (\S+) %"),
    ],
)
def test_shares_of_won_deals_match_the_pages(
    you: extreme_rows.Player, other: extreme_rows.Player, seat: int, sentence: str
) -> None:
    decks = ties_of_optimal.SOURCES["shuffled decks"](np.random.default_rng(276168), 2_000)
    found = re.search(sentence, STUDIES + FINDINGS)
    assert found, sentence
    share = float(found[1]) / 100
    won = (extreme_rows.play(decks, you, other)[seat] > 0).mean()
    assert abs(won - share) < 5 * math.sqrt(share * (1 - share) / 2_000), f"{won} here, {share} on the page"


SHOWN = [each for each in extreme_rows.TABLES if f"\n{each[0]}, cards from 0 to {each[2]}\n" in FINDINGS]


SMALL = [each for each in SHOWN if (each[2] + 1) ** each[1][-1] <= extreme_rows.ROWS_AT_ONCE]


@pytest.mark.parametrize(("objective", "lengths", "largest"), slow_but(SMALL, SHOWN))
def test_the_findings_show_the_extreme_rows_that_the_script_prints(
    objective: str, lengths: range, largest: int
) -> None:
    assert f"```\n{extreme_rows.table(objective, lengths, largest)}\n```\n" in FINDINGS


@pytest.mark.slow
@pytest.mark.parametrize("shown", ties_of_optimal.TABLES)
def test_the_findings_show_the_ties_that_the_script_prints(shown: tuple[str, int]) -> None:
    assert f"```\n{ties_of_optimal.table(*shown)}\n```\n" in FINDINGS


def test_every_table_of_the_findings_is_printed_by_the_script() -> None:
    titles = re.findall(r"\n\n```\n(.*, cards from 0 to .*)", FINDINGS)
    assert titles
    assert {*titles} <= {f"{objective}, cards from 0 to {largest}" for objective, _, largest in SHOWN}
