"""Many rows of every kind: seeds, a snapshot of all answers, and frames."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from expected import is_expected
from twoends import opponent, parse, play_rows, solve_rows
from twoends.answers import batch
from twoends.answers.batch_games import _seed_of_row
from twoends.rules.errors import TwoEndsError


def test_each_row_has_its_own_seed_which_never_changes() -> None:
    assert _seed_of_row(None, 3) is None
    assert [_seed_of_row(5, 0), _seed_of_row(5, 1), _seed_of_row(6, 0)] == [
        9873271126448102235,
        13814592261915222512,
        14039989670827077356,
    ]


ROWS: dict[str, Any] = {
    "lists": [[8, 15, 3], [1, 2], [4, 5, 6], (7, 8, 9), [], [5]],
    "kinds": [[1, 2.5], [0.5, 0.25], [Fraction(1, 3), 2], [Decimal("2.50"), 1], [2, 3], parse("A K")],
    "large": [[2**61, 2**61], [2**62, 1], [2**64, 1], [-(2**61), 5], [1, 2]],
    "floats": [[1e300, 1.0], [0.5, 1e-300], [2.0**899, 2.0**898], [2.0**950, 0.0], [1.5, 2.5], [-0.75, 3.0]],
    "bytes": np.array([[255, 1], [2, 3]], np.uint8),
    "float array": np.array([[0.5, 1.5], [1e300, 1.0], [2.0, 3.0]]),
    "objects in a table": np.array([[Fraction(1, 2), 2], [3, 4]], object),
    "no rows": [],
}


@pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")
def test_answers_on_many_rows_do_not_change() -> None:
    lines = []
    for kind, rows in ROWS.items():
        for who in map(opponent, ("optimal", "greedy left trembling 1/4")):
            solved = solve_rows(rows, who)
            lines.append(f"{kind}: {solved!r}")
            lines += [f"  {name} {column_text(column)}" for name, column in solved._columns().items()]
            played = play_rows(rows, "best", who, seed=5), play_rows(rows, who, "optimal", seed=5)
            lines += [f"  played {column_text(totals)}" for totals in played]
    is_expected("answers/many_rows.txt", "\n".join(lines) + "\n")


def column_text(column: Any) -> str:
    """Floats without their last digits, which are not promised."""
    numbers = [f"{each:.12g}" if isinstance(each, float) else str(each) for each in column.ravel().tolist()]
    return f"{column.dtype} {column.shape} {', '.join(numbers)}"


def test_solve_rows_takes_an_opponent_as_one_name_or_in_parts() -> None:
    rows = [[4, 4, 1, 4, 4], [8, 15, 3, 7]]
    whole = solve_rows(rows, "greedy left trembling 1/10")
    parts = solve_rows(rows, "greedy", ties="left", epsilon="1/10")
    assert str(parts.opponent) == str(whole.opponent)
    assert parts.first.tolist() == whole.first.tolist() != solve_rows(rows, "greedy left").first.tolist()


def test_frames_have_one_line_for_each_row() -> None:
    solved = solve_rows([[8, 15, 3, 7], [1, 1]])
    frame = solved.to_polars()
    assert {name: str(kind) for name, kind in frame.schema.items()} == {
        "first": "Int64", "second": "Int64", "margin_first": "Int64", "margin_second": "Int64",
        "go_first": "Boolean", "best": "String",
    }  # fmt: skip
    assert frame.rows() == [(22, 11, 11, -11, True, "R"), (1, 1, 0, 0, True, "LR")]
    exact = solve_rows([[Fraction(1, 3), 1]]).to_polars()
    assert str(exact.schema["margin_first"]) == "Object"
    assert solved.to_pandas().values.tolist() == [[22, 11, 11, -11, True, "R"], [1, 1, 0, 0, True, "LR"]]
    with pytest.raises(TwoEndsError, match=r"^Snakes is not installed: pip install snakes_on_rows$"):
        batch._installed("snakes_on_rows", "Snakes")
