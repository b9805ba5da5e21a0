"""`twoends solve FILE --csv` answers many rows as `solve` answers each of them."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

from command_line import refused, run
from twoends import Solution, parse, solve
from twoends.answers import batch
from twoends.cli import solve as command
from twoends.rules.cards import deck
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape
from twoends.views.json import json_number

HEADER = "row,first,second,margin,best,go\n"


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


def file_of(shapes: Iterable[Shape | Game], folder: Path) -> str:
    """Write shapes to a file that is no column of single values."""
    texts = [
        f"[{write(each)}]" if isinstance(each, Row) and len(each) == 1 else write(each) for each in shapes
    ]
    (folder / "rows.txt").write_text("".join(f"{text}\n" for text in texts), "utf-8")
    return str(folder / "rows.txt")


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
    assert ",".join(header) + "\n" == HEADER
    assert [line.pop(0) for line in lines] == [str(number + 1) for number in range(len(lines))]
    return lines


def rows_of_every_kind() -> list[Row]:
    """Small rows, longer ones, named cards, and each kind of number, with no two of a length in turn."""
    random = Random(49)
    rows = [Row.of(values) for values in product((-2, 0, 3), repeat=2)]
    rows += [Row.of(random.choices(range(-9, 99), k=n)) for n in (0, 1, *range(5, 9), 52)]
    rows += [Row.of(random.sample(deck(), n)) for n in (2, 13)]
    rows += [Row.of([random.randint(-(2**55), 2**55) for _ in range(n)]) for n in (2, 8)]
    texts = (
        "A♠ 10h K", "1/2 3 2.5", "2.50 1 1 2.5", "1/3 1/7 2 -5/6", "1E+3 5 2.5", "0.1 0.2 0.3",
        f"{2**70} 1 5", f"{2**62} {2**62} 7",
    )  # fmt: skip
    rows += [row for row in map(parse, texts) if isinstance(row, Row)]
    random.shuffle(rows)
    return rows


@pytest.mark.parametrize("name", ["optimal", "greedy left", "generous", "random"])
def test_each_line_has_what_solve_says_of_its_row(name: str, batches: list[int], tmp_path: Path) -> None:
    rows = rows_of_every_kind()
    ran = run("solve", file_of(rows, tmp_path), "--csv", "--opponent", name)
    assert (ran.status, ran.err) == (0, "")
    for row, got in zip(rows, lines_of(ran.out), strict=True):
        assert got == answers(solve(row, name)), row
    assert batches == ([] if opponent(name).stochastic else [len(rows)])


def test_floats_keep_their_digits(batches: list[int], tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    table = np.array([[0.1, 0.2, 0.3], [-0.0, 0.0, 1e-320], [2.0**-900, 1.0, 3.0], [1.5, 2.0, 4.0]])
    np.save(tmp_path / "rows.npy", table)
    ran = run("solve", str(tmp_path / "rows.npy"), "--csv", "--opponent", "greedy")
    assert lines_of(ran.out) == [answers(solve(row, "greedy")) for row in table]
    assert batches == [4]


def test_expectations_in_floats_say_how_exact_they_are(tmp_path: Path) -> None:
    row = Row.of(Random(1).choices(range(1, 10), k=201))
    ran = run("solve", file_of([row, Row.of([8, 15, 3])], tmp_path), "--csv", "--opponent", "random")
    assert lines_of(ran.out) == [answers(solve(each, "random")) for each in (row, Row.of([8, 15, 3]))]
    assert ran.err.startswith("computed in floats: right to within ")
    assert ran.err.count("\n") == 1


MIXED = """8 15 3 7
2.50 1 # a remark
circle 2 8 1
8 15 3 7 / second / L / greedy

1 2 | 3
5 5 5 5 5
[]
[5]
8 15 3 7 / take 1-2 either / first / -
8 15 3 7 / turns A / first / -
A♠ 10h K 2♦
"""


def shapes_of(text: str) -> list[Shape | Game]:
    return [parse(line) for text in text.splitlines() if (line := text.partition("#")[0].strip())]


@pytest.mark.parametrize("at_once", [3, 2**18])
def test_rows_are_numbered_among_other_shapes(
    at_once: int, batches: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "CARDS_AT_ONCE", at_once)
    (tmp_path / "mixed.txt").write_text(MIXED)
    ran = run("solve", str(tmp_path / "mixed.txt"), "--csv")
    assert (ran.status, ran.err) == (0, "")
    assert lines_of(ran.out) == [answers(solve(each)) for each in shapes_of(MIXED)]
    assert batches == ([2, 3] if at_once == 2**18 else [2])
    assert run("solve", "-", "--csv", stdin=MIXED) == ran


@pytest.mark.parametrize("rules", ["take 1-3 left", "turns A, stop 2"])
def test_other_rules_apply_to_each_row(rules: str, tmp_path: Path) -> None:
    rows = [Row.of(values) for values in ([8, 15, 3, 7], [1, 2, 2, 1, 5], [-4, 2, 3, 1])]
    ran = run("solve", file_of(rows, tmp_path), "--csv", "--rules", rules)
    assert lines_of(ran.out) == [answers(solve(row, rules=rules)) for row in rows]


@pytest.mark.parametrize("options", [["--ties", "left"], ["--method", "exhaustive"]])
def test_ties_and_a_method_apply_to_each_row(options: list[str], batches: list[int], tmp_path: Path) -> None:
    rows = [Row.of(values) for values in ([3, 3, 9], [1, 2, 2, 1, 5], [7, 7])]
    ran = run("solve", file_of(rows, tmp_path), "--csv", "--opponent", "greedy", *options)
    ties: Literal["left"] | None = "left" if "--ties" in options else None
    assert lines_of(ran.out) == [answers(solve(row, "greedy", ties=ties)) for row in rows]
    assert batches == ([3] if ties else [])


def test_several_opponents_have_a_line_each_for_every_row(batches: list[int]) -> None:
    ran = run("solve", "-", "--csv", "-o", "optimal", "-o", "random", stdin="8 15 3 7\n1 2 1\n")
    assert ran.out.splitlines() == [
        "row,opponent,first,second,margin,best,go",
        *(
            ",".join((str(number), str(opponent(name)), *answers(solve(row, name))))
            for number, row in ((1, [8, 15, 3, 7]), (2, [1, 2, 1]))
            for name in ("optimal", "random")
        ),
    ]
    assert batches == [2]


def test_input_without_a_row_prints_no_header() -> None:
    for given in ("# nothing\n", "3 x\n"):
        ran = run("solve", "-", "--csv", stdin=given)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err


def test_only_one_form_of_output_can_be_chosen() -> None:
    refused(run("solve", "8", "15", "--csv", "--json"), "--json and --csv are both given: choose one")


def test_a_closed_pipe_ends_the_lines_quietly(tmp_path: Path) -> None:
    (tmp_path / "rows.txt").write_text("8 15 3 7\n" * 9_000)
    command = [sys.executable, "-P", "-m", "twoends", "solve", str(tmp_path / "rows.txt"), "--csv"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().decode() == HEADER
    process.stdout.close()
    assert (process.stderr.read(), process.wait()) == (b"", 0)
    process.stderr.close()
