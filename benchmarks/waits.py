"""Slow calls, each compared with a lower bound for its work: python -m benchmarks.waits [NUMBER...].

A call and its peer are timed alternately in one process, in CPU time, after a first call of each. The peer is
the least work that has to be done, or the same call with the numbers that kernels use.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any
from unittest.mock import patch

import numpy as np
from benchmarks.peers import ascending, c_sweep, decks, fixed, uniform, valley
from benchmarks.timing import Job, head, line, shown, time_interleaved

import twoends
from twoends.answers import group_totals
from twoends.answers.reviews import losses
from twoends.rules.moves import LEFT, RIGHT

RUNS = 3


# --- the jobs ----------------------------------------------------------------------------------


def rows(m: int) -> np.ndarray:
    return fixed(np.random.default_rng(m).integers(1, 1000, (m, 52)))


def floats(m: int, whole: bool) -> tuple[Job, Job]:
    integers = rows(m)
    given = integers.astype(float) if whole else np.random.default_rng(m).random(integers.shape)
    return lambda: twoends.solve_rows(given), lambda: twoends.solve_rows(integers)


def lists(m: int) -> tuple[Job, Job]:
    integers = rows(m)
    given = integers.tolist()
    return lambda: twoends.solve_rows(given), lambda: twoends.solve_rows(integers)


def float_row(n: int) -> tuple[Job, Job]:
    given, integers = fixed(np.random.default_rng(n).random(n)), uniform(n)
    return lambda: twoends.solve(given).first, lambda: integers.astype(float).sum()


def numbers(kind: Callable[[int], Any], n: int) -> tuple[Job, Job]:
    given = [kind(value) for value in uniform(n).tolist()]
    return lambda: twoends.solve(given).first, lambda: sum(given)


def lanes(m: int) -> tuple[Job, Job]:
    """Return a sweep of decks in 16-bit lanes, and in 32-bit lanes."""
    table = fixed(decks(m))
    solve = partial(twoends.solve_rows, table, "greedy", threads=1)

    def in_32_bits() -> Any:
        with patch.object(group_totals, "NARROW", (np.int32,)):
            return solve()

    return solve, in_32_bits


def circle_greedy(n: int) -> tuple[Job, Job]:
    values = uniform(n)
    return lambda: twoends.solve(twoends.Circle(values), "greedy").first, c_sweep(2 * n)


def circle(row: Callable[[int], np.ndarray], n: int) -> tuple[Job, Job]:
    values = row(n)
    twice = np.concatenate((values, values))
    return lambda: twoends.solve(twoends.Circle(values)).first, lambda: np.argsort(twice)


def review(n: int, *, whole: bool, make: Callable[[int], np.ndarray] = uniform) -> tuple[Job, Job]:
    row = twoends.Row.of(make(n))
    ends = [LEFT if left else RIGHT for left in np.random.default_rng(n).random(n) < 0.5]
    columns = [uniform(n).tolist()] * 9
    if whole:
        return lambda: twoends.review(twoends.Game(row, True, ends)), lambda: tuple(
            zip(*columns, strict=True)
        )
    return lambda: losses(row, ends), lambda: twoends.oracle(row)


def board(n: int, components: int) -> tuple[Job, Job]:
    values = uniform(n).tolist()
    size = n // components
    dealt = twoends.Board.of(*(values[at : at + size] for at in range(0, n, size)))
    return lambda: twoends.solve(dealt).first, lambda: twoends.solve(values, method="contraction").first


def command(m: int, *options: str) -> tuple[Job, Job]:
    """Return the command on a file of m decks, and reading the file in Python."""
    from twoends.cli import commands

    folder = tempfile.TemporaryDirectory()
    file = f"{folder.name}/rows.txt"
    lines = [" ".join(map(str, row)) for row in decks(m).tolist()]
    cases = "cases" in options
    with open(file, "w") as stream:
        stream.write(f"{m}\n" if cases else "")
        stream.writelines(f"52\n{line}\n" if cases else f"{line}\n" for line in lines)

    def solve() -> int:
        assert folder.name  # keeps the folder from being deleted
        gc.set_threshold(100_000)  # as the command does
        with contextlib.redirect_stdout(io.StringIO()) as out:
            commands.main(["solve", *options, file], prog_name="twoends", standalone_mode=False)
        return len(out.getvalue())

    def read() -> list[list[int]]:
        with open(file) as stream:
            return [list(map(int, line.split())) for line in stream]

    return solve, read


WAITS: list[tuple[str, str, Callable[[], tuple[Job, Job]]]] = [
    ("`solve_rows`, (10⁵, 52) whole floats", "the same as integers", partial(floats, 10**5, whole=True)),
    ("`solve_rows`, (10⁴, 52) random floats", "as integers", partial(floats, 10**4, whole=False)),
    ("`solve_rows`, 10⁵ lists of 52 integers", "the same as an array", partial(lists, 10**5)),
    (
        "`solve`, 10⁶ random floats",
        "converting 10⁶ integers to floats, and their sum",
        partial(float_row, 10**6),
    ),
    (
        "`solve`, a list of 10⁶ Decimals",
        "their sum",
        partial(numbers, lambda value: Decimal(value).scaleb(-2), 10**6),
    ),
    (
        "`solve`, a list of 10⁶ Fractions",
        "their sum",
        partial(numbers, lambda value: Fraction(value, 60), 10**6),
    ),
    ("circle of 10⁴, greedy", "C, one total of the row written twice", partial(circle_greedy, 10**4)),
    ("circle of 10⁶, uniform", "`argsort` of the row written twice", partial(circle, uniform, 10**6)),
    ("circle of 10⁴, sorted", "`argsort` of the row written twice", partial(circle, ascending, 10**4)),
    ("circle of 10⁴, a valley", "`argsort` of the row written twice", partial(circle, valley, 10**4)),
    ("`review` of 10⁶ random moves", "building as many tuples of nine", partial(review, 10**6, whole=True)),
    ("its losses alone", "the oracle of the row", partial(review, 10**6, whole=False)),
    (
        "board of 10⁵ cards in 20,000 rows",
        "one row of the same cards, by pure contraction",
        partial(board, 10**5, 20_000),
    ),
    ("`twoends solve FILE --csv`, 10⁵ decks", "reading it in Python", partial(command, 10**5, "--csv")),
    (
        "the same, greedy",
        "reading it in Python",
        partial(command, 10**5, "--csv", "--opponent", "greedy"),
    ),
    ("`twoends solve FILE --json`, 10⁴ decks", "reading it in Python", partial(command, 10**4, "--json")),
    ("`solve_rows`, greedy, 10⁵ decks of 52", "in 32 bits", partial(lanes, 10**5)),
    (
        "`twoends solve --format cases --csv FILE`, 10⁵ decks",
        "reading it in Python",
        partial(command, 10**5, "--format", "cases", "--csv"),
    ),
]
"""The lines of the table: a call, what it is compared with, and a function that returns both jobs."""


# --- the table ---------------------------------------------------------------------------------


def run(number: int) -> None:
    """In a process of its own: measure both jobs and print their seconds as JSON."""
    jobs = WAITS[number][-1]()
    for job in jobs:
        job()
    print(json.dumps(time_interleaved(jobs, RUNS)))


def report(numbers: list[int]) -> None:
    """Print the table."""
    print("\n### Where a user would wait\n")
    head("", "", "compared with", "", "ratio")
    for number in numbers:
        name, peer, _ = WAITS[number]
        command = [sys.executable, "-m", "benchmarks.waits", "--run", str(number)]
        ours, theirs = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        line(name, shown(ours), peer, shown(theirs), f"{ours / theirs:.3g}")
    print(f"\nLoad {os.getloadavg()[0]:.1f} at the end.")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--run"]:
        run(int(sys.argv[2]))
    else:
        report([int(number) for number in sys.argv[1:]] or [*range(len(WAITS))])
