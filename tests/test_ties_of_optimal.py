"""The script of ties finds what trying every game finds, and docs/findings.md shows what it prints."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from studies.ties_of_optimal import TABLES, margins, table

FINDINGS = (Path(__file__).parent.parent / "docs" / "findings.md").read_text("utf-8")

Row = tuple[int, ...]


def after(row: Row, side: str) -> tuple[int, Row]:
    """The card that a move takes, and the cards that it leaves."""
    return (row[0], row[1:]) if side == "L" else (row[-1], row[:-1])


@cache
def values(row: Row) -> dict[str, int]:
    """The mover's margin after each move, if both play optimally."""
    cards = {side: after(row, side) for side in "LR" if row}
    return {side: card - max(values(rest).values(), default=0) for side, (card, rest) in cards.items()}


def games(row: Row, moves: str = "") -> Iterator[tuple[str, int]]:
    """Every game of greedy, who moves first, against optimal: the moves of the ties, and greedy's margin."""
    if not row:
        yield moves, 0
        return
    card, rest = after(row, "L" if row[0] > row[-1] else "R")
    best = [side for side, value in values(rest).items() if value == max(values(rest).values())]
    if not best:
        yield moves, card
    for side in best:
        theirs, remaining = after(rest, side)
        for taken, margin in games(remaining, moves + side * (len(best) == 2)):
            yield taken, card - theirs + margin


@pytest.mark.parametrize(("length", "largest"), [(1, 3), (2, 3), (4, 3), (5, 2), (6, 2), (9, 1)])
def test_the_script_finds_the_margins_that_brute_force_finds(length: int, largest: int) -> None:
    rows = list(product(range(largest + 1), repeat=length))
    found = margins(np.array(rows, np.int32).T, np.random.default_rng(1))
    for at, row in enumerate(rows):
        played = dict(games(row))
        by_ties = {ties: int(margin[at]) for ties, margin in found.items()}
        assert by_ties.pop("random") in played.values(), row
        assert by_ties == {
            "left": next(played[moves] for moves in played if "R" not in moves),
            "right": next(played[moves] for moves in played if "L" not in moves),
            "worst": min(played.values()),
            "best": max(played.values()),
        }, row


def test_random_ties_toss_a_fair_coin_for_each_tie() -> None:
    row, count = (0, 0, 0, 1, 0, 0), 4_000
    played = list(games(row))
    expected = sum(margin / 2 ** len(moves) for moves, margin in played)
    assert {margin for _, margin in played} == {-1, 1}, "a tie decides who gets the 1"
    margin = margins(np.tile(row, (count, 1)).T.astype(np.int32), np.random.default_rng(1))["random"]
    assert abs(margin.mean() - expected) < 5 * margin.std() / count**0.5


@pytest.mark.slow
@pytest.mark.parametrize("shown", TABLES)
def test_the_findings_show_what_the_script_prints(shown: tuple[str, int]) -> None:
    assert f"```\n{table(*shown)}\n```\n" in FINDINGS
