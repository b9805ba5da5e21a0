"""Files of many rows are solved as their rows one by one."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain, product
from pathlib import Path
from random import Random

import pytest

from command_line import run
from twoends import Solution, solve
from twoends.answers import columnar
from twoends.answers.columnar import MOST_CARDS, solve_together
from twoends.cli import solve as command
from twoends.kernels import compiling
from twoends.kernels.compiling import Wait
from twoends.rules.cards import deck
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT
from twoends.rules.text import parse_row
from twoends.views.json import json_solution
from twoends.views.summaries import summary

STEADY = ["optimal", "greedy", "greedy left", "modest", "modest left", "generous"]
"""Opponents for whom rows are solved in columns."""

MANY = 10**9
"""A number of rows for which every kernel pays."""

NOT_IN_COLUMNS = [
    Row.of(()),
    Row.of([7]),
    Row.of([2**70, 1]),
    Row.of([2.0**-900, 1.0]),
    Row.of(range(MOST_CARDS + 1)),
]
"""Rows that do not fit as integers, and rows that are too short or too long."""


def assert_solved_as_one_by_one(rows: Sequence[Row], name: str) -> None:
    """Columns have all rows, and every view of a solution is that of the row alone."""
    against = opponent(name)
    for row, solution in zip(rows, solve_together(rows, against, MANY), strict=True):
        alone = solve(row, against)
        assert solution is not None, row
        # The number of positions depends on the method, and kernels may solve a row alone.
        positions = {"positions": alone.positions}
        assert json_solution(solution) | positions == json_solution(alone), row
        assert summary(solution) == summary(alone), row
        for value in ("order_irrelevant", "moves", "exact", "final", "final_margin", "first", "_outcomes"):
            got, expected = getattr(solution, value), getattr(alone, value)
            assert (got, type(got)) == (expected, type(expected)), (row, value)
        assert [move.theirs for move in solution.moves] == [move.theirs for move in alone.moves], row
        for end in alone.best:
            assert solution.reply(end) == alone.reply(end), (row, end)


def numbers_of_every_kind(name: str) -> list[Row]:
    """Small rows, long ones, named cards, exact numbers and floats."""
    random = Random(name)
    rows = [Row.of(values) for n in (2, 3) for values in product((-2, 0, 3), repeat=n)]
    rows += [Row.of(random.choices(range(-9, 99), k=n)) for n in (*range(5, 14), 24, 25, 33, MOST_CARDS)]
    rows += [Row.of(random.choices(range(3), k=n)) for n in (11, 12, 13, 24, 25, MOST_CARDS)]
    rows += [Row.of(random.sample(deck(), n)) for n in (2, 13, 52)]
    texts = ("A♠ 10h K", "A 7 K K", "1/2 3 2.5", "2.50 1 1 2.5", "2.0 1", "1/3 1/7 2 -5/6", "1E+3 5 2.5")
    rows += [*map(parse_row, texts), Row.of([0.1, 0.2, 0.3]), Row.of([-0.0, 0.0])]
    rows += [Row.of([2.0**-1074, 0.0, 1e-320]), Row.of([0, 0]), Row.of([0, 2**54 - 1])]
    rows += [Row.of([random.randint(-(2**55), 2**55) for _ in range(n)]) for n in (2, 3, 8, 30)]
    for n in (2, 5, 13):
        tenths = random.choices(range(-20, 99), k=n)
        rows += [Row.of([value / 16 for value in tenths]), Row.of([float(value) for value in tenths])]
        rows += [Row.of([Decimal(value).scaleb(-places) for value in tenths]) for places in (-2, 4)]
        rows += [Row.of([Fraction(value, divisor) for value in tenths]) for divisor in (1, 7, 3**9)]
    return rows


@pytest.mark.parametrize("name", STEADY)
def test_rows_of_a_large_file_are_solved_as_one_by_one(name: str) -> None:
    assert_solved_as_one_by_one(numbers_of_every_kind(name), name)


@pytest.mark.parametrize("name", ["optimal", "greedy"])
def test_columns_have_only_rows_that_fit(name: str) -> None:
    rows = [*NOT_IN_COLUMNS, Row.of([8, 15, 3, 7]), *NOT_IN_COLUMNS]
    solved = [solution is not None for solution in solve_together(rows, opponent(name), MANY)]
    assert solved == [row == Row.of([8, 15, 3, 7]) for row in rows]


@pytest.mark.parametrize("against", ["random", "greedy trembling 1/10", lambda position: LEFT])
def test_columns_have_no_answers_against_random_or_custom_opponents(against: object) -> None:
    assert [*solve_together([Row.of([8, 15, 3, 7])], opponent(against), MANY)] == [None]


@pytest.mark.parametrize("name", ["optimal", "greedy"])
def test_a_few_rows_wait_for_no_compilation(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Row.of([8, 15, 3, 7])]

    def solutions(*call: object) -> list[Solution]:
        compiling.accept(Wait.COMPILING)
        return [solve(rows[0], name)]

    monkeypatch.setattr(columnar, "_solutions", solutions)
    solved = [*chain(*(solve_together(rows, opponent(name), in_all) for in_all in (3_000, 10**5)))]
    assert [solution is not None for solution in solved] == [False, True]


LINES = """8 15 3 7
2.50 1 # a remark
circle 2 8 1
8 15 3 7 / second / L / greedy

1 2 | 3
5 5 5 5 5
[]
[5]
-3 5 -9 2 2
A♠ 10h K 2♦
3/4 1 1/3
3 1
"""


@pytest.mark.parametrize(
    ("at_once", "options"),
    [
        (3, ["--json"]),
        (3, ["--opponent", "greedy"]),
        (command.AT_ONCE, ["--opponent", "random", "--json"]),
        (3, ["--opponent", "all", "--json"]),
        (command.AT_ONCE, ["--opponent", "modest", "--opponent", "random", "--question", "both"]),
        (3, ["--question", "winner"]),
    ],
)
def test_a_large_file_prints_what_a_small_one_does(
    at_once: int, options: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "rows.txt"
    file.write_text(LINES)
    bad = tmp_path / "bad.txt"
    bad.write_text(f"{LINES}8 15\n3 x\n9 1\n")
    expected = [run("solve", str(path), *options) for path in (file, bad)]
    assert [ran.status for ran in expected] == [0, 2]
    take_together(monkeypatch, at_once)
    assert [run("solve", str(path), *options) for path in (file, bad)] == expected


@pytest.mark.parametrize("options", [[], ["--opponent", "greedy", "--opponent", "random"]])
def test_a_large_file_of_cases_prints_what_a_small_one_does(
    options: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cases = ["4 8 15 3 7", "0", "1 5", "3 -2 5 007", "2 1/2 3", "2\n3 1", "2 A 7"]
    files = [tmp_path / "good.txt", tmp_path / "bad.txt"]
    for file, more in zip(files, ([], ["2 8 15", "2 3"]), strict=True):
        file.write_text("\n".join([str(len(cases) + len(more)), *cases, *more]))
    expected = [
        run("solve", "--format", "cases", "--question", "first", str(file), *options) for file in files
    ]
    assert [ran.status for ran in expected] == [0, 2]
    take_together(monkeypatch, 3)
    assert [
        run("solve", "--format", "cases", "--question", "first", str(file), *options) for file in files
    ] == expected


def take_together(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    """Read every file as a large one for which every kernel pays."""
    monkeypatch.setattr(command, "BYTES_OF_MANY_ROWS", 0)
    monkeypatch.setattr(command, "AT_ONCE", at_once)
    monkeypatch.setattr(columnar, "call_within", lambda seconds, function, *given: function(*given))
