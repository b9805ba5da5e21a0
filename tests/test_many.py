"""Files of many rows are answered as their rows are one by one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from command_line import run
from twoends import solve
from twoends.answers.many import solutions
from twoends.cli import many
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row
from twoends.rules.text import parse_row
from twoends.views.json import json_solution
from twoends.views.words import summary

ROWS = [parse_row(text) for text in ("1/2 3 2.5", "7", "0.25", "A♠ 10h K", "5 5 5 5", "2.50 1 1 2.5")]


@pytest.mark.parametrize(
    "name", ["optimal", "greedy", "greedy left", "modest", "generous", "random", "greedy trembling 1/10"]
)
def test_many_rows_have_the_solutions_of_each(name: str) -> None:
    random, against = Random(3), opponent(name)
    rows = [Row.of(random.choices(range(-3, 9), k=random.randrange(8))) for _ in range(150)]
    rows += [*ROWS, Row.of([2**70, 1]), Row.of(range(80))]
    for row, got in zip(rows, solutions(rows, against), strict=True):
        expected = solve(row, against)
        assert (got, got.opponent, got.moves) == (expected, against, expected.moves), row
        assert json_solution(got) == json_solution(expected), row
        assert summary(got) == summary(expected), row


@pytest.mark.parametrize(
    "options", [["--json"], ["--opponent", "greedy"], ["--opponent", "all"], ["--method", "auto"]]
)
def test_a_large_file_prints_what_a_small_one_does(
    options: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "rows.txt"
    file.write_text(
        "8 15 3 7\n2.50 1 # a remark\ncircle 2 8 1\n8 15 3 7 / second / L / greedy\n\n1 2 | 3\n5\n"
    )
    expected = run("solve", str(file), *options)
    monkeypatch.setattr(many, "BYTES_OF_MANY_ROWS", 0)
    assert run("solve", str(file), *options) == expected
    file.write_text("8 15\n3 x\n9\n")
    assert run("solve", str(file), *options).out == run("solve", "8 15", *options).out
