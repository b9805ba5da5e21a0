"""Time over n, for twoends and its peers: python -m benchmarks.speed [--quick] [--picture FILE].

Every case runs in its own process, so that its peak memory can be measured. It is warmed up, then timed
several times, in CPU time, because the machine may be busy; medians are shown. For a ratio, both cases are
timed again, alternately in one process, so that a disturbance affects both. All cases of one opponent and one
n solve the same row, and their totals are compared. Peers that are not installed are skipped and reported.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np
from benchmarks.peers import (
    ascending,
    c_sweep,
    decks,
    easyai,
    numpy_diagonals,
    openspiel,
    plain_python,
    textbook,
    uniform,
    valley,
)
from benchmarks.timing import cpu, head, line, shown

ENOUGH_SECONDS = 1.0
"""The time for which a case is measured, at least three times."""

TURN_SECONDS = 0.01
"""The least time of a turn: short jobs are called repeatedly, so that caches are warm."""


# --- ours --------------------------------------------------------------------------------------


def ours(
    n: int, opponent: str, method: str = "auto", *, line: bool = False, row: Any = uniform
) -> Callable[[], int]:
    """Return a call of the public `solve`: both totals, and optionally the line."""
    import twoends

    values = row(n)

    def solve() -> int:
        solution = twoends.solve(values, opponent, method=method)
        if line:
            assert solution.line is not None
            assert len(solution.line.runs) > 0
        return int(solution.first)

    return solve


def one_total(n: int) -> Callable[[], int]:
    """Return a call of the compiled sweep for one total, as the C peer computes it."""
    from twoends import opponent
    from twoends.engine import bottom_up

    table = bottom_up.prepare_arrays(uniform(n).data, opponent("greedy"))
    assert table is not None, "it fits"

    def solve() -> int:
        swept = bottom_up.Sweep(table, True)
        bottom_up.run(swept)
        return int(swept.total(n))

    return solve


def our_oracle(n: int) -> Callable[[], int]:
    import twoends

    values = uniform(n)
    return lambda: int(twoends.oracle(values).left[0])


def our_reading(n: int, *, solved: bool) -> Callable[[], int]:
    """Return a job that reads a text of one value per line as the command does, and may solve the row."""
    import twoends
    from twoends.reading.sources import plain_rows

    folder = tempfile.TemporaryDirectory()
    np.savetxt(f"{folder.name}/row.txt", uniform(n), "%d")

    def read() -> int:
        (row,) = plain_rows(f"{folder.name}/row.txt") or iter(())
        return int(twoends.solve(row).first) if solved else len(row)

    return read


def our_decks(n: int, opponent: str) -> Callable[[], int]:
    import twoends

    rows = decks(n)
    return lambda: int(twoends.solve_rows(rows, opponent).first.sum())


def our_games(n: int) -> Callable[[], int]:
    import twoends

    rows = decks(n)
    return lambda: int(twoends.play_rows(rows, "best", "greedy").totals[:, 0].sum())


def sum_of(n: int, row: Callable[[int], np.ndarray]) -> Callable[[], int]:
    values = row(n)
    return lambda: int(values.sum())


# --- cases -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """One line of the table and of the picture.

    group   what is solved; totals are compared within a group, for the same n
    name    the program
    make    returns the job for a given n
    sizes   the n to measure
    needs   the modules or programs that the case needs
    """

    group: str
    name: str
    make: Callable[[int], Callable[[], int]]
    sizes: tuple[int, ...]
    needs: tuple[str, ...] = ()


GREEDY, OPTIMAL = "best response to greedy, uniform row", "two optimal players, uniform row"
TEXT = "a text of one value a line"
ODD = (101, 1001, 10_001, 100_001)
CASES = [
    Case(GREEDY, "twoends sweep, one total", one_total, ODD),
    Case(GREEDY, "twoends solve, both totals", partial(ours, opponent="greedy"), ODD),
    Case(
        GREEDY,
        "twoends bottom-up, pure Python, both totals",
        partial(ours, opponent="greedy", method="bottom-up"),
        ODD[:2],
    ),
    Case(GREEDY, "C, -O3 -march=native, one array", c_sweep, ODD, ("gcc",)),
    Case(GREEDY, "C++, textbook table, -O3", partial(textbook, greedy=True), ODD[:3], ("g++",)),
    Case(GREEDY, "NumPy diagonals", partial(numpy_diagonals, greedy=True), ODD[:3]),
    Case(GREEDY, "plain Python table", partial(plain_python, greedy=True), ODD[:2]),
    Case(GREEDY, "OpenSpiel best response", partial(openspiel, greedy=True), (7, 11), ("pyspiel",)),
    Case(GREEDY, "twoends solve, both totals (short)", partial(ours, opponent="greedy"), (7, 11)),
    Case(
        OPTIMAL,
        "twoends solve, totals and line",
        partial(ours, opponent="optimal", line=True),
        (1001, 10_001, 10**6, 10**7, 10**8),
    ),
    Case(
        OPTIMAL,
        "twoends contraction, pure Python",
        partial(ours, opponent="optimal", method="contraction"),
        (11, 101, 1001, 10_001),
    ),
    Case(OPTIMAL, "C++, textbook table, -O3", partial(textbook, greedy=False), ODD[:3], ("g++",)),
    Case(OPTIMAL, "NumPy diagonals", partial(numpy_diagonals, greedy=False), ODD[:3]),
    Case(OPTIMAL, "plain Python table", partial(plain_python, greedy=False), ODD[:2]),
    Case(OPTIMAL, "OpenSpiel alpha-beta", partial(openspiel, greedy=False), (7, 11), ("pyspiel",)),
    Case(OPTIMAL, "easyAI negamax with a table", easyai, (7, 11), ("easyAI",)),
    Case("the sum of a uniform row", "numpy.sum", partial(sum_of, row=uniform), (10**6, 10**7, 10**8)),
    *(
        Case(
            f"two optimal players, {shape}",
            f"twoends solve, totals{' and line' if line else ''}",
            partial(ours, opponent="optimal", line=line, row=row),
            (10**6, 10**7),
        )
        for shape, row in (("sorted row", ascending), ("random valley", valley))
        for line in (False, True)
    ),
    Case(TEXT, "reading it", partial(our_reading, solved=False), (10**6, 10**7)),
    Case(TEXT, "reading it, then solve, totals", partial(our_reading, solved=True), (10**6, 10**7)),
    Case("urgencies, uniform row", "twoends oracle", our_oracle, (10**7,)),
    Case("decks of 52", "solve_rows, greedy, both totals", partial(our_decks, opponent="greedy"), (200_000,)),
    Case(
        "decks of 52", "solve_rows, optimal, both totals", partial(our_decks, opponent="optimal"), (200_000,)
    ),
    Case("decks of 52", "play_rows, best against greedy", our_games, (100_000,)),
]


def missing(case: Case) -> list[str]:
    return [need for need in case.needs if not shutil.which(need) and not importlib.util.find_spec(need)]


def lengths(case: Case, quick: bool) -> list[int]:
    """Return the n to measure; none if something that the case needs is not installed."""
    most = 10**6 if "optimal" in case.group or "sum" in case.group else 10_001
    return [n for n in case.sizes if not missing(case) and not (quick and n > most)]


def run(n: int, *numbers: int) -> None:
    """In a process of its own: warm the cases up, measure them in turns, and print the results as JSON."""
    jobs = [CASES[number].make(n) for number in numbers]
    totals = [job() for job in jobs]
    calls = [max(1, int(TURN_SECONDS / cpu(job))) for job in jobs]
    times: list[list[float]] = [[] for _ in jobs]
    deadline = time.process_time() + ENOUGH_SECONDS
    while len(times[0]) < 3 or time.process_time() < deadline:
        for job, count, taken in zip(jobs, calls, times, strict=True):
            taken.append(cpu(job, count))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    results = [
        {"seconds": statistics.median(taken), "megabytes": peak, "total": total}
        for taken, total in zip(times, totals, strict=True)
    ]
    print(json.dumps(results))


def run_in_process(n: int, *cases: Case) -> list[dict[str, Any]]:
    numbers = [n, *(CASES.index(case) for case in cases)]
    command = [sys.executable, "-m", "benchmarks.speed", "--run", *map(str, numbers)]
    results: list[dict[str, Any]] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    return results


def measure(quick: bool) -> dict[tuple[str, str, int], dict[str, Any]]:
    results: dict[tuple[str, str, int], dict[str, Any]] = {}
    totals: dict[tuple[str, int], int] = {}
    for case in CASES:
        if missing(case):
            print(f"skipped: {case.name} ({', '.join(missing(case))} is not installed)", file=sys.stderr)
        for n in lengths(case, quick):
            (result,) = run_in_process(n, case)
            print(f"{case.group}: {case.name}, n = {n:,}: {result['seconds']:.4g} s", file=sys.stderr)
            if case.group in (GREEDY, OPTIMAL):
                assert totals.setdefault((case.group, n), result["total"]) == result["total"], (case, n)
            results[case.group, case.name, n] = result
    return results


# --- tables and the picture --------------------------------------------------------------------


def print_tables(results: dict[tuple[str, str, int], dict[str, Any]]) -> None:
    for group in dict.fromkeys(group for group, _, _ in results):
        sizes = sorted({n for g, _, n in results if g == group})
        print(f"\n### {group[0].upper()}{group[1:]}\n")
        head("", *(f"n = {n:,}" for n in sizes), "peak memory at the last n")
        for name in dict.fromkeys(name for g, name, _ in results if g == group):
            cells = [results.get((group, name, n)) for n in sizes]
            times = [shown(cell["seconds"]) if cell else "" for cell in cells]
            last = [cell for cell in cells if cell][-1]
            line(name, *times, f"{last['megabytes']:,.0f} MB")


SWEPT = GREEDY, "twoends sweep, one total"
SOLVED = OPTIMAL, "twoends solve, totals and line"
IN_PYTHON = OPTIMAL, "twoends contraction, pure Python"
SUMMED = "the sum of a uniform row", "numpy.sum"
RATIOS = [
    ("greedy, one total / C", SWEPT, (GREEDY, "C, -O3 -march=native, one array")),
    ("greedy, one total / the C++ table", SWEPT, (GREEDY, "C++, textbook table, -O3")),
    ("greedy, one total / NumPy diagonals", SWEPT, (GREEDY, "NumPy diagonals")),
    ("greedy, one total / a plain Python table", SWEPT, (GREEDY, "plain Python table")),
    (
        "a short row against greedy / OpenSpiel",
        (GREEDY, "twoends solve, both totals (short)"),
        (GREEDY, "OpenSpiel best response"),
    ),
    ("optimal with the line / numpy.sum", SOLVED, SUMMED),
    ("optimal with the line / the C++ table", SOLVED, (OPTIMAL, "C++, textbook table, -O3")),
    ("optimal in pure Python / OpenSpiel", IN_PYTHON, (OPTIMAL, "OpenSpiel alpha-beta")),
    ("optimal in pure Python / easyAI", IN_PYTHON, (OPTIMAL, "easyAI negamax with a table")),
    *(
        (f"a {name} / numpy.sum", (f"two optimal players, {shape}", f"twoends solve, {what}"), SUMMED)
        for shape in ("sorted row", "random valley")
        for name, what in ((f"{shape}, totals", "totals"), (f"{shape} with the line", "totals and line"))
    ),
    ("urgencies / numpy.sum", ("urgencies, uniform row", "twoends oracle"), SUMMED),
]


def case_of(place: tuple[str, str]) -> Case:
    """Return the case with this group and name."""
    return next(case for case in CASES if (case.group, case.name) == place)


def ratio(n: int, our: Case, their: Case) -> float:
    """Return our time as a multiple of theirs, after checking that totals of one group are equal."""
    ours, theirs = run_in_process(n, our, their)
    assert our.group != their.group or ours["total"] == theirs["total"], (our, their, n)
    return float(ours["seconds"] / theirs["seconds"])


def print_ratios(quick: bool, results: dict[tuple[str, str, int], dict[str, Any]]) -> None:
    """Print each ratio for the longest row that both can solve, and then decks per second."""
    print("\n### Ratios\n")
    head("our time as a multiple of theirs", "n", "ratio", "twoends is")
    for title, our, their in RATIOS:
        cases = case_of(our), case_of(their)
        common = {*lengths(cases[0], quick)} & {*lengths(cases[1], quick)}
        if not common:
            continue
        n = max(common)
        multiple = ratio(n, *cases)
        factor = f"{1 / multiple:,.0f} times faster" if multiple < 0.5 else ""
        line(title, f"{n:,}", f"{multiple:.3g}", factor)
    for (group, name, n), result in results.items():
        if group == "decks of 52":
            line(name, f"{n:,}", f"{n / result['seconds'] / 1e6:.2f} million decks a second", "")


def draw(results: dict[tuple[str, str, int], dict[str, Any]], file: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(12, 5), sharey=True, layout="constrained")
    for axis, group in zip(axes, (GREEDY, OPTIMAL), strict=True):
        for name in dict.fromkeys(name for g, name, _ in results if g == group and "(short)" not in name):
            points = sorted(
                (n, r["seconds"]) for (g, name_, n), r in results.items() if (g, name_) == (group, name)
            )
            style = "-o" if name.startswith("twoends") else "--s"
            axis.loglog(
                *zip(*points, strict=True),
                style,
                label=name,
                markersize=4,
                linewidth=2 if "twoends" in name else 1,
            )
        axis.set(title=group, xlabel="cards n")
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7)
    axes[0].set_ylabel("seconds")
    figure.savefig(file, metadata={"Date": None} if file.endswith("svg") else None)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quick", action="store_true", help="short rows only, about three minutes")
    parser.add_argument("--picture", metavar="FILE", help="draw time over n, as PNG or SVG")


def report(quick: bool, picture: str | None) -> None:
    """Measure everything and print Markdown."""
    load = os.getloadavg()
    results = measure(quick)
    packages = ", ".join(f"{name} {version(name)}" for name in ("twoends", "numpy", "numba"))
    print(
        f"Python {platform.python_version()}, {packages}; {platform.machine()}, {os.cpu_count()} cores; "
        f"load {load[0]:.1f} before, {os.getloadavg()[0]:.1f} after. Medians of the CPU time of warm calls."
    )
    print_ratios(quick, results)
    print_tables(results)
    if picture:
        draw(results, picture)


def main() -> None:
    """Measure everything, or some cases in this process."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    add_options(parser)
    parser.add_argument("--run", nargs="+", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        run(*options.run)
    else:
        report(options.quick, options.picture)


if __name__ == "__main__":
    main()
