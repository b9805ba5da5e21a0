"""Regressions: bugs that users met, each of which was fixed."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from twoends import (
    LEFT,
    RIGHT,
    Game,
    Line,
    Row,
    TwoEndsError,
    contraction,
    losses,
    match,
    optimal_lines,
    oracle,
    parse,
    review,
    solve,
    solve_rows,
    table,
)
from twoends.rules.rows import LONG_ARRAY


def test_a_pickled_answer_computes_the_same_attributes() -> None:
    answers: list[Any] = [
        solve_rows(np.array([[8, 15, 3, 7], [5, 3, 7, 10]])),
        solve_rows([[8, 15, 3, 7], [0.5]], "greedy"),
        optimal_lines([2, 2, 2]),
        optimal_lines(parse("circle 2 8 1"), "greedy"),
        solve([8, 15, 3, 7]),
        solve(parse("1 2 | [3 7"), "generous"),
        oracle([8, 15, 3, 7]),
        table([8, 15, 3, 7], "greedy"),
        contraction([8, 15, 3, 7]),
        review(parse("8 15 3 7 / first / LLRL")),
        match([8, 15, 3, 7]),
    ]
    for answer in answers:
        copy = pickle.loads(pickle.dumps(answer))
        for name in ("best", "line", "moves", "count", "first"):
            if not callable(getattr(answer, name, len)):
                got, expected = getattr(copy, name), getattr(answer, name)
                same = np.array_equal(got, expected) if isinstance(got, np.ndarray) else got == expected
                assert same, f"{answer!r}: {name} is {got}, expected {expected}"


def test_a_line_is_a_sequence_of_moves_and_is_accepted_as_one() -> None:
    line = solve([8, 15, 3, 7]).line
    assert line is not None
    assert list(line) == [RIGHT, LEFT, LEFT, LEFT] == list(line.ends)
    assert (line[0], line[-1], line[1:3], len(line)) == (RIGHT, LEFT, (LEFT, LEFT), 4)
    assert Game([8, 15, 3, 7], True, line).yours == 22
    assert losses([8, 15, 3, 7], line) == [0, 0, 0, 0]  # type: ignore[arg-type]  # what is refused
    assert LEFT in line
    with pytest.raises(TwoEndsError, match="move 1 is 'R'"):
        Line.of("RLLL")  # type: ignore[arg-type]  # what is refused


def test_a_read_only_array_is_used_in_place() -> None:
    values = np.arange(LONG_ARRAY)
    assert not np.shares_memory(np.asarray(Row.of(values).values), values)
    view = values[:]
    view.flags.writeable = False
    assert not np.shares_memory(np.asarray(Row.of(view).values), values), "the array behind it can be written"
    values.flags.writeable = False
    assert np.shares_memory(np.asarray(Row.of(values).values), values)
    assert np.shares_memory(np.asarray(Row.of(values[:]).values), values)
