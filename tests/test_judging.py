"""The limits at which moves are judged, and tables, contractions and lines of play."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

import twoends
from expected import is_expected
from test_whole_answers import OPPONENTS, SHAPES
from twoends import Row
from twoends.answers import lines as answer_lines
from twoends.answers.lines import optimal_lines
from twoends.answers.reviews import _turning_point, judge, mark

# --- how moves are judged ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taken", "loss", "marked"),
    [(0, 0, "best"), (1, 0, "best"), (2, 0.5000001, "inaccuracy"), (3, 9.5, "blunder")],
)
def test_a_difference_within_the_rounding_error_is_no_loss(taken: int, loss: float, marked: str) -> None:
    values: dict[Any, Any] = {0: 10, 1: 9.5, 2: 9.4999999, 3: 0.5}
    got: Any = judge(values, taken, 100, 38, 0.25)
    assert got == ((0, 1), 9.5, pytest.approx(loss), marked)
    assert judge({0: 1, 1: 0.5}, 1, 9, 9, 0.25) == ((0, 1), 0, 0, "best")
    assert judge({0: 1, 1: 0.5}, 1, 9, 9, 0.24)[1:3] == (0.5, 0.5)


@pytest.mark.parametrize(
    ("loss", "spread", "margin", "error", "marked"),
    [
        (1, 99, 3, 0.5, "blunder"), (1, 99, 3.1, 0.5, "inaccuracy"), (1, 99, 1, 0.5, "inaccuracy"),
        (1, 99, 0.9, 0.5, "blunder"), (1, 99, 1, 0.51, "inaccuracy"), (1, 99, -1, 0.5, "blunder"),
    ],
)  # fmt: skip
def test_a_loss_of_a_quarter_of_the_spread_or_of_the_result_is_a_blunder(
    loss: int, spread: int, margin: float, error: float, marked: str
) -> None:
    assert mark(loss, spread, margin, error) == marked


def test_the_turning_point_is_the_last_move_that_changed_the_expected_winner() -> None:
    for promised, error, turned in (
        ([2, 1], 0.5, 1), ([1, 0.5], 0.5, None), ([-1.5, -1], 0.5, 1), ([-1, 1], 0.5, None),
    ):  # fmt: skip
        assert _turning_point(promised, error) == turned, promised


def test_tables_and_contractions_are_as_recorded() -> None:
    lines = []
    for shape, name in product(SHAPES[:4], OPPONENTS):
        table = twoends.table(shape, name)
        lines.append(f"{shape} against {name}: {[[tuple(cell) for cell in cells] for cells in table.cells]}")
        yours, theirs = table.to_numpy()
        lines.append(f"  {yours.dtype} {yours.tolist()} {theirs.dtype} {theirs.tolist()}")
    for row in [*SHAPES[:4], Row.of([6, 2, 7, 12, 3, 9, 13, 4, 10, 5, 14, 8])]:
        contraction = twoends.contraction(row)
        lines.append(f"{contraction!r} {contraction.reduced} {contraction.margin}")
    is_expected("answers/tables.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("ends", ["either", "left", "right"])
def test_the_arrays_of_a_table_have_its_cells(ends: str) -> None:
    table = twoends.table([5, 7, 9], rules=f"take 1-2 {ends}")
    yours, theirs = table.to_numpy()
    for start, stop in combinations_with_replacement(range(4), 2):
        is_reached = {"either": True, "left": stop == 3, "right": start == 0}[ends]
        expected = tuple(table[start, stop][:2]) if is_reached else (0, 0)
        assert (yours[start, stop], theirs[start, stop]) == expected, (start, stop)


@pytest.mark.parametrize(("value", "dtype"), [(2**63 - 1, int), (2**63, object), (1 - 2**63, int)])
def test_the_arrays_of_totals_beyond_64_bits_have_objects(value: int, dtype: type) -> None:
    yours, _ = twoends.table([value, 0]).to_numpy()
    assert yours.dtype == np.dtype(dtype)
    assert yours[0, 1] == value


def test_too_many_positions_on_optimal_lines_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_lines, "MOST_POSITIONS_ON_LINES", 9)  # six with cards, three with none
    assert optimal_lines([2, 2, 2]).count == 4
    monkeypatch.setattr(answer_lines, "MOST_POSITIONS_ON_LINES", 8)
    with pytest.raises(
        twoends.TwoEndsError, match=r"^more than 8 positions lie on optimal lines: give a shorter row$"
    ):
        optimal_lines([2, 2, 2])


def test_lines_are_the_same_against_optimal_and_an_equivalent_own_rule() -> None:
    def optimally(left: int, right: int, after_left: int, after_right: int) -> int:
        return min(after_left, after_right)

    for values in product((0, 1, 3), repeat=4):
        built_in = [str(line) for line in optimal_lines(values)]
        assert built_in == [str(line) for line in optimal_lines(values, optimally)], values
