"""Answers as comma-separated values: a line for each row. Numbers are written as in JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from twoends.answers.solution import Solution
from twoends.rules.numbers import Number
from twoends.views.json import json_number
from twoends.views.words import best_text, order_text

if TYPE_CHECKING:
    from twoends.answers.batch import Solutions

ANSWERS = "first", "second", "margin", "best", "go"
"""Your totals moving first and second, your margin moving first, the best moves, and whether to go first."""

Cells = tuple[str, str, str, str, str]


def csv_cells(solution: Solution) -> Cells:
    """The answers of one solution; those that are undefined are empty."""
    return (
        _cell(solution.first),
        _cell(solution.second),
        _cell(solution.margin_first),
        best_text(solution),
        order_text(solution.go_first, solution.order_irrelevant),
    )


def csv_cells_of_many(solved: Solutions) -> Iterator[Cells]:
    """The answers of many rows, in order."""
    return zip(
        map(_cell, solved.first.tolist()),
        map(_cell, solved.second.tolist()),
        map(_cell, solved.margin_first.tolist()),
        solved.columns("best")["best"].tolist(),
        map(order_text, solved.go_first.tolist(), solved.order_irrelevant.tolist()),
        strict=True,
    )


def _cell(value: Number | None) -> str:
    return "" if value is None else str(json_number(value))
