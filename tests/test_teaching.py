"""The teaching texts give the totals of the library, follow only replies that can happen, and are short."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import engine_js
import pytest
import subset

from twoends import Opponent, opponent, solve
from twoends.engine import teaching
from twoends.engine.replies import replies_of
from twoends.rules.opponent_names import every_opponent

SMALL_ROWS = [row for n in range(1, 5) for row in product((-1, 0, 2), repeat=n)]

OPPONENTS = (
    *every_opponent(), *map(opponent, ("greedy random", "modest random", "left", "right")),
    *(opponent(f"{name} trembling 1/3") for name in ("optimal", "generous", "greedy left", "modest random")),
)  # fmt: skip


def assert_totals(row: Sequence[int], who: Opponent) -> None:
    """Each text gives the totals of the library, whoever moves first."""
    n, (keys, kind, weights) = len(row), replies_of(who, row)
    whole = weights[3] ** n if weights else 1
    cards, against = [card * whole for card in row], [kind, keys, weights]
    solved = solve(row, who)
    for you_first, total in ((True, solved.first), (False, solved.second)):
        memo, dp = ([[None] * n for _ in row] for _ in range(2))
        totals = {
            "exhaustive": teaching.exhaustive(cards, 0, n - 1, you_first, against),
            "top_down": teaching.top_down(cards, 0, n - 1, you_first, against, memo),
            "bottom_up": teaching.bottom_up(cards, you_first, against, dp),
        }
        found = {name: Fraction(each, whole) for name, each in totals.items()}
        assert found == dict.fromkeys(found, total), f"{row} against {who}, {you_first=}: expected {total}"
    if who.is_optimal:
        assert teaching.contract(cards, [None] * n) == solved.margin_first, row


@pytest.mark.parametrize("who", OPPONENTS, ids=str)
def test_the_texts_give_the_totals_of_the_library(who: Opponent) -> None:
    for row in (*SMALL_ROWS, (5, -2, 10**20, 3, -(10**20), 3, 1)):
        assert_totals(row, who)


def test_a_known_reply_is_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    counted, plain = list[tuple[Any, ...]](), teaching.exhaustive

    def counting(*given: Any) -> Any:
        counted.append(given)
        return plain(*given)

    monkeypatch.setattr(teaching, "exhaustive", counting)
    for name, card, calls in (("greedy", 2, 21), ("greedy random", 2, 21), ("greedy random", 1, 63)):
        keys, kind, weights = replies_of(opponent(name), row := [card**k for k in range(6)])
        teaching.exhaustive(row, 0, 5, True, [kind, keys, weights])
        assert len(counted) == calls, (name, row)
        counted.clear()


def test_each_text_is_at_most_20_lines() -> None:
    nodes = ast.parse((engine_js.ENGINE / "teaching.py").read_text("utf-8")).body
    lines = {
        node.name: len(subset.shown_lines(node))
        for node in nodes
        if isinstance(node, ast.FunctionDef) and node.name in engine_js.METHODS
    }
    assert tuple(lines) == engine_js.METHODS
    assert max(lines.values()) <= 20, lines
