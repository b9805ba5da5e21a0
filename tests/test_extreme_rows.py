"""The script of extreme rows finds what the library says, and docs/findings.md shows what it prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from studies.extreme_rows import OBJECTIVES, ROWS_AT_ONCE, TABLES, extreme, table

import twoends
from command_line import PATIENCE
from twoends import LEFT, RIGHT, Move

ROOT = Path(__file__).parents[1]
FINDINGS = (ROOT / "docs" / "findings.md").read_text("utf-8")

Row = tuple[int, ...]


def ends(row: Row, name: str) -> tuple[Move, ...]:
    """The ends that a player may take."""
    if name == "greedy":
        return (LEFT,) if row[0] > row[-1] else (RIGHT,)
    best = twoends.solve(row).best
    return tuple(side for side in (LEFT, RIGHT) if side in best)


def totals(row: Row, mover: str, other: str) -> Iterator[int]:
    """What the player who moves first may get, for every way to break their ties."""
    if not row:
        yield 0
        return
    for side in ends(row, mover):
        card, rest = (row[0], row[1:]) if side == LEFT else (row[-1], row[:-1])
        for theirs in totals(rest, other, mover):
            yield card + sum(rest) - theirs


def value(objective: str, row: Row) -> int:
    """The objective, by the library and by trying every way to break a tie."""
    optimal: Any = twoends.solve(row)  # whose totals are ints
    greedy: Any = twoends.solve(row, "greedy")
    match objective:
        case "greedy loss":
            return int(optimal.first - twoends.match(row, "greedy", "optimal").game.yours)
        case "greedy loss most":
            return int(optimal.first) - min(totals(row, "greedy", "optimal"))
        case "optimal loss":
            return int(greedy.first - twoends.match(row, "optimal", "greedy").game.yours)
        case "optimal loss least":
            return int(greedy.first) - max(totals(row, "optimal", "greedy"))
        case "optimal loss most":
            return int(greedy.first) - min(totals(row, "optimal", "greedy"))
        case "first":
            return int(optimal.first - optimal.second)
        case "second":
            return int(optimal.second - optimal.first)
        case _:
            return int(greedy.second - greedy.first)


@pytest.mark.parametrize(("length", "largest"), [(1, 5), (2, 2), (4, 3), (5, 2), (7, 1)])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_script_finds_the_rows_that_brute_force_finds(objective: str, length: int, largest: int) -> None:
    values = {row: value(objective, row) for row in product(range(largest + 1), repeat=length)}
    most = max(values.values())
    attain = {row for row in values if values[row] == most}
    expected = (
        len({min(row, row[::-1]) for row in values}),
        most,
        len({min(row, row[::-1]) for row in attain}),
        min(attain),
    )
    assert extreme(objective, length, largest) == expected


def test_the_rows_do_not_depend_on_how_many_are_solved_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [extreme(objective, 5, 2) for objective in OBJECTIVES]
    monkeypatch.setattr("studies.extreme_rows.ROWS_AT_ONCE", 100)
    assert [extreme(objective, 5, 2) for objective in OBJECTIVES] == whole


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param(
            each, marks=pytest.mark.slow if (each[2] + 1) ** each[1][-1] > ROWS_AT_ONCE else (), id=f"{each}"
        )
        for each in TABLES
        if f"\n{each[0]}, cards from 0 to {each[2]}\n" in FINDINGS
    ],
)
def test_the_findings_show_what_the_script_prints(shown: tuple[str, range, int]) -> None:
    assert f"```\n{table(*shown)}\n```\n" in FINDINGS


@pytest.mark.parametrize("script", ["extreme_rows", "ties_of_optimal"])
def test_a_script_describes_itself_and_takes_no_arguments(script: str) -> None:
    command = [sys.executable, "-m", f"studies.{script}"]
    shown = subprocess.run([*command, "--help"], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert (shown.returncode, f"python -m studies.{script}" in shown.stdout) == (0, True), shown
    refused = subprocess.run([*command, "x"], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert (refused.returncode, refused.stdout) == (2, ""), refused


def test_the_script_ends_quietly_when_its_reader_does() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "studies.extreme_rows"]
    ran = subprocess.run(command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, timeout=PATIENCE)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_every_table_of_the_findings_is_printed_by_the_script() -> None:
    titles = re.findall(r"\n\n```\n(.*, cards from 0 to .*)", FINDINGS)
    assert titles
    assert {*titles} <= {f"{objective}, cards from 0 to {largest}" for objective, _, largest in TABLES}
