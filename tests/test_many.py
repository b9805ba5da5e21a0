"""`twoends solve FILE --csv` answers many rows as `solve` answers each of them."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command_line import run
from expected import DATA
from twoends import Solution, parse, solve
from twoends.answers import batch
from twoends.cli import solve as command
from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.rules.rows import Row
from twoends.views.json import json_number, json_solution


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let kernels solve any two rows, and note how many rows they were given at once."""
    sizes: list[int] = []
    solve_rows = batch.solve_rows

    def noted(rows: Any, *options: Any) -> Any:
        sizes.append(len(rows))
        return solve_rows(rows, *options)

    monkeypatch.setattr(command, "MANY_ROWS", 2)
    monkeypatch.setattr(batch, "solve_rows", noted)
    return sizes


def answers(solution: Solution) -> list[str]:
    """The cells of a line after its number."""
    amounts = solution.first, solution.second, solution.margin_first
    separator = "" if isinstance(solution.shape, Row) and solution.game.rules.one_card else " "
    go = {True: "first", False: "second", None: ""}[solution.go_first]
    return [
        *("" if amount is None else str(json_number(amount)) for amount in amounts),
        separator.join(map(str, solution.best)),
        "either" if solution.order_irrelevant else go,
    ]


def lines_of(out: str) -> list[list[str]]:
    header, *lines = csv.reader(io.StringIO(out))
    assert header == ["row", "first", "second", "margin", "best", "go"]
    assert [line.pop(0) for line in lines] == [str(number + 1) for number in range(len(lines))]
    return lines


MIXED = (DATA / "mixed_rows.txt").read_text("utf-8")
"""Rows of all kinds of number, games, other shapes, and lines that are neither."""


@pytest.mark.parametrize("names", [[], ["random"], ["greedy", "generous", "modest left"]])
@pytest.mark.parametrize("rules", ["", "take 1-2", "score rest"])
def test_each_output_answers_every_line_against_every_opponent_and_names_the_faulty_lines(
    names: list[str], rules: str, batches: list[int]
) -> None:
    options = [word for name in names for word in ("-o", name)] + ["--rules", rules] * bool(rules)
    header = ["row", *["opponent"] * (len(names) > 1), "first", "second", "margin", "best", "go"]
    expected: dict[str, list[str]] = {"--json": [], "--question=margin": [], "--csv": [",".join(header)]}
    texts, faulty = [], []
    for place, text in enumerate(MIXED.splitlines(), 1):
        try:
            what = parse(text, rules=rules or None)
            given = Game(what, rules=rules) if rules and not isinstance(what, Game) else what
            own = str(given.opponent) if isinstance(given, Game) else "optimal"
            solved = [solve(given, name) for name in names or [own]]
        except TwoEndsError:
            faulty.append(str(place))
            continue
        for each in solved:
            expected["--json"].append(json.dumps(json_solution(each), ensure_ascii=False))
            who = [str(each.opponent)] * (len(names) > 1)
            expected["--csv"].append(",".join([str(place), *who, *answers(each)]))
        margins = [Fraction(each.first) - Fraction(each.theirs_first) for each in solved]
        expected["--question=margin"].append(" ".join(map(str, margins)))
        texts.append(run("solve", text, *options).out)
    assert run("solve", "-", *options, stdin=MIXED).out == "\n".join(texts)
    for form, lines in expected.items():
        ran = run("solve", "-", form, *options, stdin=MIXED)
        assert ran.out.splitlines() == lines, form
        assert re.findall(r"^twoends: standard input, line (\d+): ", ran.err, re.MULTILINE) == faulty, form
        assert (ran.status, ran.err.count("\n")) == (2, len(faulty)), form
    together = [] if rules or names == ["random"] else [7, 2, 3]
    assert batches == [size for size in together for _ in names or ["optimal"]]


def test_floats_keep_their_digits(batches: list[int], tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    table = np.array([[0.1, 0.2, 0.3], [-0.0, 0.0, 1e-320], [2.0**-900, 1.0, 3.0], [1.5, 2.0, 4.0]])
    np.save(tmp_path / "rows.npy", table)
    ran = run("solve", str(tmp_path / "rows.npy"), "--csv", "--opponent", "greedy")
    assert lines_of(ran.out) == [answers(solve(row, "greedy")) for row in table]
    assert ran.status == 0
    assert batches == [4]


def test_expectations_in_floats_say_how_exact_they_are() -> None:
    row = Row.of(Random(1).choices(range(1, 10), k=201))
    ran = run("solve", "-", "--csv", "--opponent", "random", stdin=f"{write(row)}\n8 15 3\n")
    assert lines_of(ran.out) == [answers(solve(each, "random")) for each in (row, [8, 15, 3])]
    assert ran.err.startswith("computed in floats: right to within ")
    assert ran.err.count("\n") == 1


def test_input_without_a_row_prints_no_header() -> None:
    ran = run("solve", "-", "--csv", stdin="# nothing\n")
    assert (ran.status, ran.out) == (2, "")
