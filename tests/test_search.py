"""A search finds what brute force finds, in chunks of any size, with any number of workers."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import twoends
from command_line import refused, run
from twoends.search import OBJECTIVES, search

ROWS = [(1, (0, 5)), (2, (0, 1, 2)), (4, (-1, 0, 3)), (6, (0, 1))]


def by_public_functions(name: str, row: tuple[int, ...]) -> int:
    """The objective by the public functions, one row at a time."""
    solution: Any = twoends.solve(row)  # whose totals are ints
    against_greedy: Any = twoends.solve(row, "greedy")
    match name.split(" loss"):
        case ["greedy", most]:
            ties = {"": "left", " least": "best", " most": "worst"}[most]
            return int(solution.first - twoends.match(row, "greedy", f"optimal {ties}").game.yours)
        case ["optimal", most]:
            ties = {"": "left", " least": "worst", " most": "best"}[most]
            played = sum(map(int, twoends.match(row, f"optimal {ties}", "greedy").game.earned[::2]))
            return int(against_greedy.first) - played
        case ["first"]:
            return int(solution.first - solution.second)
        case ["second"]:
            return int(solution.second - solution.first)
        case ["second against greedy"]:
            return int(against_greedy.second - against_greedy.first)
        case _:
            return twoends.optimal_lines(row).count


@pytest.mark.parametrize(("length", "values"), ROWS)
@pytest.mark.parametrize("name", OBJECTIVES)
def test_a_search_finds_the_rows_that_brute_force_finds(
    name: str, length: int, values: tuple[int, ...]
) -> None:
    known = {row: by_public_functions(name, row) for row in product(values, repeat=length)}
    largest = max(known.values())
    attain = {
        min(each for each in (row, row[::-1]) if known[each] == largest)
        for row in known
        if known[row] == largest
    }
    found = search(name, length, values)
    assert found.value == largest, f"{found.value}, expected {largest} on {attain}"
    assert found.count == len(attain)
    assert found.rows == tuple(sorted(attain))[:10]
    assert found.looked_at == len({min(row, row[::-1]) for row in known})
    assert found.complete


@pytest.mark.parametrize("name", OBJECTIVES)
def test_chunks_of_any_size_find_the_same_rows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = search(name, 5, (0, 1, 2))
    monkeypatch.setattr("twoends.search.ROWS_IN_A_CHUNK", 100)
    assert search(name, 5, (0, 1, 2)) == whole


@pytest.mark.slow
def test_two_workers_find_the_same_rows_as_one() -> None:
    assert search("first", 11, range(3), workers=2) == search("first", 11, range(3))


def test_hill_climbs_reach_the_maximum_and_are_reproducible(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = search("greedy loss", 6, range(3))
    monkeypatch.setattr("twoends.search.MOST_ROWS", 10)
    monkeypatch.setattr("twoends.search.CLIMBS_IN_A_CHUNK", 8)
    climbed = search("greedy loss", 6, range(3), climbs=10, seed=3)
    assert (climbed.value, climbed.rows) == (complete.value, complete.rows)
    assert (climbed.count, climbed.complete, climbed.looked_at) == (None, False, 10)
    assert climbed == search("greedy loss", 6, range(3), climbs=10, seed=3)


def test_all_rows_are_examined_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twoends.search.MOST_ROWS", 8)
    assert search("first", 3).complete, "2³ rows"
    assert not search("first", 2, np.arange(3), climbs=1).complete, "3² rows"


def test_a_climb_continues_while_it_rises_and_ends_on_a_plateau() -> None:
    measured: list[tuple[int, ...]] = []

    def level(row: tuple[int, ...]) -> int:
        measured.append(row)
        return 0

    assert search(sum, 60, climbs=1).value == 60, "it takes more steps than 20"
    search(level, 30, climbs=1)
    assert len(measured) == 2 * (1 + 20 * 30 * 2), "each of 20 steps measures every neighbour and its image"


@pytest.mark.parametrize("climbs", [1, 64, 65])
def test_the_requested_number_of_rows_is_climbed_from(climbs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twoends.search.PATIENCE", 0)
    measured: list[tuple[int, ...]] = []

    def measure(row: tuple[int, ...]) -> int:
        measured.append(row)
        return 0

    assert search(measure, 99, climbs=climbs).looked_at == climbs
    assert len(measured) == 2 * climbs, "each and its mirror image"
    assert len(set(measured)) == len(measured), "no chunk draws what another one did"


# --- the command -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "error"),
    [
        ("def f(row): raise RuntimeError('no')", "the function failed for [0, 0, 0]: RuntimeError: no"),
        ("def f(a, b): return 1", "the function failed for [0, 0, 0]: TypeError"),
        ("def f(row): raise SystemExit(3)", "the function failed for [0, 0, 0]: SystemExit: 3"),
        ("f = 3", "mine:f is not a function: name a function"),
        ("raise ValueError('at once')", "mine:f cannot be loaded: ValueError: at once"),
        ("def f(:", "mine:f cannot be loaded: SyntaxError"),
    ],
)
def test_a_custom_function_that_fails_is_reported_in_one_sentence(
    tmp_path: Path, module: str, error: str
) -> None:
    (tmp_path / "mine.py").write_text(f"{module}\n")
    refused(run("study", "--search", "mine:f", "--length", "3", cwd=tmp_path), error)
