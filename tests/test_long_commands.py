"""Work that takes long: what is said beforehand, how progress is told, when many rows go together."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from queue import Queue
from typing import Any

import click
import pytest

from command_line import PATIENCE, Terminal, run
from twoends import Game, Row, match, opponent, solve
from twoends.cli import progress, together
from twoends.rules.shapes import Shape
from twoends.solvers.costs import Estimate

MATCH, SOLVE = "twoends.cli.match", "twoends.cli.solve"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is worked on, and each progress that is told, instead of a bar."""
    seen: list[Any] = []

    @contextmanager
    def progress_of(what: str) -> Iterator[Callable[[int, int], None]]:
        seen.append(what)
        yield lambda done, total: seen.append((done, total))

    for module in ("twoends.cli.together", MATCH, SOLVE):
        monkeypatch.setattr(import_module(module), "progress_of", progress_of)
    return seen


# --- progress ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "sweeps", "done", "expected"),
    [
        (4, 1, [0, 1, 2, 4], [(0, 8), (3, 8), (6, 8), (8, 8)]),
        (3, 1, [1, 3], [(2, 4), (4, 4)]),
        (4, 2, [0, 2, 4, 0, 2, 4], [(0, 16), (6, 16), (8, 16), (8, 16), (14, 16), (16, 16)]),
        (4, 3, [4, 4, 1, 0], [(8, 24), (8, 24), (11, 24), (16, 24)]),
    ],
)
def test_progress_in_positions_goes_on_from_sweep_to_sweep(
    n: int, sweeps: int, done: list[int], expected: list[tuple[int, int]]
) -> None:
    told: list[tuple[int, int]] = []
    show = progress.in_positions(lambda *each: told.append(each), sweeps)
    for each in done:
        show(each, n)
    assert told == expected


def test_a_rate_counts_from_what_was_done_before(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([10.0, 10.0, 12.0, 12.25])
    monkeypatch.setattr(progress, "monotonic", lambda: next(now))
    clock = progress._Clock()
    assert [clock.rate(done) for done in (5, 7, 11, 14)] == [0.0, 0.0, 3.0, 4.0]


def test_off_a_terminal_progress_is_told_in_ever_fewer_lines_also_while_nothing_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: Queue[str] = Queue()
    monkeypatch.setattr(click, "echo", lambda text, err: said.put(f"{text} {err}"))
    monkeypatch.setattr(progress, "FIRST_SECONDS_BETWEEN_LINES", 0.01)
    monkeypatch.setattr(progress, "MOST_SECONDS_BETWEEN_LINES", 0.02)
    with progress.in_lines("rows") as show:
        show(0, 1_000)
        for _ in range(2):
            assert re.fullmatch(r"0 of 1,000 rows, 0 s so far True", said.get(timeout=PATIENCE))
        show(500, 1_000)
        while (line := said.get(timeout=PATIENCE)).startswith("0 of"):
            pass
        assert re.fullmatch(r"500 of 1,000 rows, [\d,.e+]+ a second, \d+ s left True", line), line
        show(2_000, 0)
        while (line := said.get(timeout=PATIENCE)).startswith("500 of"):
            pass
        assert re.fullmatch(r"2,000 rows, [\d,]+ a second so far True", line), line


@pytest.mark.parametrize("command", ["solve", "match", "explain", "review"])
def test_each_row_of_a_pipe_is_answered_before_the_next_one_is_written(command: str) -> None:
    rows = ["8 15 3 7", "5 9", "3"]
    lines = [f"{row} / first / L" for row in rows] if command == "review" else rows
    with subprocess.Popen(
        [sys.executable, "-m", "twoends", command, "-", "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        for row, line in zip(rows, lines, strict=True):
            process.stdin.write(f"{line}\n")
            assert json.loads(process.stdout.readline())["notation"].startswith(row)
        process.stdin.close()
        assert process.stdout.read() == ""


def test_a_first_line_of_one_value_waits_for_what_follows_and_is_then_answered_at_once() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "twoends", "solve", "-", "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("8\n15\n3 7\n")
        assert [json.loads(process.stdout.readline())["notation"] for _ in range(3)] == ["8", "15", "3 7"]
        process.stdin.close()
    assert run("solve", "-", stdin="8\n15\n").out.startswith("8 15   against")


def test_of_few_rows_from_a_pipe_nothing_is_told_and_of_many_each_thousand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[tuple[int, int]] = []

    @contextmanager
    def in_lines(what: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda *both: told.append(both)

    monkeypatch.setattr(together, "in_lines", in_lines)
    for rows, expected in ((1_000, []), (2_001, [(1_000, 0), (2_000, 0)])):
        assert run("solve", "-", "--asks", "first", stdin="1 2\n" * rows).out.count("2\n") == rows
        assert told == expected


# --- one long game -----------------------------------------------------------------------------


@pytest.mark.parametrize(("sweeps", "tables"), [(1, "a table"), (2, "2 tables")])
def test_a_long_match_says_beforehand_what_it_costs(
    sweeps: int, tables: str, shown: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(MATCH), "estimate", lambda *asked: Estimate(sweeps, 2_000, 1234.4))
    words = ["match", "8 15 3 7", "--first", "best", "--second", "greedy"]
    ran = run(*words)
    assert ran.err == f"4 cards: {tables} of 2,000 positions, about 1,234 seconds\n"
    assert shown[0] == "positions"
    monkeypatch.setattr(import_module(MATCH), "estimate", lambda *asked: Estimate(1, 10, 0.0))
    short = run(*words)
    assert (short.out, short.err) == (ran.out, "")


def test_the_progress_of_a_match_is_that_of_all_its_tables(
    shown: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(game: Game, *seats: Any, seed: int | None, progress: Callable[[int, int], None]) -> Any:
        progress(2, 4)
        return match(game, *seats, seed=seed)

    monkeypatch.setattr(import_module(MATCH), "play_match", played)
    monkeypatch.setattr(import_module(MATCH), "estimate", lambda *asked: Estimate(3, 2_000, 2.0))
    assert run("match", "8 15 3 7").status == 0
    assert shown == ["positions", (6, 24)]


def test_a_long_match_by_chance_is_the_short_one(shown: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    expected = match([8, 15, 3, 7], "random", "random", seed=3).game
    for seconds in (0.0, 2.0):
        monkeypatch.setattr(
            import_module(MATCH), "estimate", lambda *asked, cost=seconds: Estimate(1, 10, cost)
        )
        ran = run("match", "8 15 3 7", "--first", "random", "--second", "random", "--seed", "3", "--json")
        assert json.loads(ran.out)["notation"].split(" / ")[2] == "".join(map(str, expected.ends))


@pytest.mark.parametrize("words", [[], ["8", "15", "3", "7", "--second", "random"]])
def test_a_seed_that_nobody_gave_is_told(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def drawn(below: int) -> int:
        asked.append(below)
        return 777

    monkeypatch.setattr(import_module(MATCH), "randrange", drawn)
    ran = run("match", *words, "--json")
    assert (ran.err, asked, json.loads(ran.out)["seed"]) == ("seed 777\n", [10**6], 777)


# --- one long row ------------------------------------------------------------------------------


def test_a_long_solve_says_beforehand_what_it_costs(
    shown: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(SOLVE), "estimate", lambda *asked: Estimate(2, 2_000, 1.5))
    words = ["solve", "8 15 3 7", "--opponent", "greedy", "--method", "bottom-up", "--json"]
    ran = run(*words)
    assert ran.err == "4 cards against greedy right: 2,000 positions, about 2 seconds\n"
    assert json.loads(ran.out)["method"] == "bottom-up"
    assert (shown[0], shown[-1][1]) == ("positions", 2 * 8)
    monkeypatch.setattr(import_module(SOLVE), "estimate", lambda *asked: Estimate(2, 2_000, 1.49))
    short = run(*words)
    assert (short.out, short.err) == (ran.out, "")


def test_what_a_solve_costs_is_asked_of_what_is_left_and_of_the_lines_that_are_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []

    def estimate(*given: object) -> Estimate:
        asked.append(given)
        return Estimate(1, 1, 0.0)

    monkeypatch.setattr(import_module(SOLVE), "estimate", estimate)
    assert run("solve", "8 15 3 7 / first / R / greedy", "--json").status == 0
    assert run("solve", "1", "2").status == 0
    assert run("solve", "circle 1 2").status == 0
    assert run("solve", "--cases", "-", stdin="1 2 3 4").status == 0
    optimal = opponent("optimal")
    assert asked == [
        (Row.of([8, 15, 3]), opponent("greedy"), "auto", 2),
        (Row.of([1, 2]), optimal, "auto", 1),
        (Row.of([3, 4]), optimal, "auto", 0),
    ]


# --- many rows ---------------------------------------------------------------------------------


def solved(file: Path, lines_of_a_shape: int = 1) -> list[list[Any]]:
    """What is solved of seven rows, as if they came from that file."""
    shapes: list[Shape | Game] = [Row.of([place, 1]) for place in range(7)]

    def against(what: Shape | Game) -> Sequence[Any]:
        return [opponent("optimal"), opponent("greedy")]

    chunks = together.solve_each(shapes, against, solve, str(file), lines_of_a_shape)
    return [
        [(str(each.shape), str(each.opponent)) for each in solutions]
        for chunk in chunks
        for solutions in chunk
    ]


@pytest.mark.parametrize(("out", "err"), [(True, True), (True, False), (False, True), (False, False)])
@pytest.mark.parametrize(
    ("lines_of_a_shape", "expected"),
    [(1, ["rows", (0, 7), (3, 7), (6, 7)]), (2, ["rows", (0, 3), (3, 3), (6, 6)])],
)
def test_progress_over_many_rows_is_told_where_nothing_else_is_seen(
    out: bool,
    err: bool,
    lines_of_a_shape: int,
    expected: list[Any],
    shown: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for name, is_terminal in (("stdout", out), ("stderr", err)):
        stream = (Terminal if is_terminal else io.TextIOWrapper)(io.BytesIO())
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr(together, "BYTES_OF_MANY_ROWS", 0)
    monkeypatch.setattr(together, "AT_ONCE", 3)
    file = tmp_path / "rows.txt"
    file.write_text("1 2\n" * 7)
    assert solved(file, lines_of_a_shape) == [
        [(f"{place} 1", name) for name in ("optimal", "greedy right")] for place in range(7)
    ]
    assert shown == ([] if out else expected)


@pytest.mark.parametrize(
    ("name", "size", "at_once"),
    [("rows.txt", 15, False), ("rows.txt", 16, True), ("rows.npy", 16, False), ("-", 16, False)],
)
def test_rows_go_together_from_a_large_file_of_text(
    name: str, size: int, at_once: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "BYTES_OF_MANY_ROWS", 16)
    (tmp_path / name).write_text("\n" * size)
    assert together._has_many_rows(str(tmp_path / name) if name != "-" else "-") is at_once


def test_the_lines_of_a_file_are_counted_block_by_block(tmp_path: Path) -> None:
    (tmp_path / "rows.txt").write_text(f"{'1' * 2**20}\n2\n\n3")
    assert together._lines_in(str(tmp_path / "rows.txt")) == 3


@pytest.mark.parametrize(
    ("words", "file", "lines"),
    [
        (["rows.txt"], "rows.txt", 1),
        (["--file", "rows.txt"], "rows.txt", 1),
        (["-f", "rows.txt", "--json"], "rows.txt", 1),
        (["rows.txt", "--asks", "first"], "rows.txt", 1),
        (["rows.txt", "--opponent", "all"], "rows.txt", 1),
        (["rows.txt", "--opponent", "greedy", "--ties", "left"], "rows.txt", 1),
        (["rows.txt", "--ties", "left"], None, 1),
        (["rows.txt", "--method", "bottom-up"], None, 1),
        (["8", "15"], "8 15", 1),
        (["--cases", "rows.txt"], "rows.txt", 2),
        (["--cases", "rows.txt", "--method", "bottom-up"], None, 2),
        (["--two-rows", "rows.txt"], "rows.txt", 3),
    ],
)
def test_it_is_known_which_rows_may_go_together(
    words: list[str], file: str | None, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def solve_each(shapes: Any, against: Any, alone: Any, *more: Any) -> Iterator[Any]:
        asked.append(more)
        return iter(())

    monkeypatch.setattr(import_module(SOLVE), "solve_each", solve_each)
    assert run("solve", *words).status == 0
    ((from_file, *lines_of_a_shape),) = asked
    assert (from_file, lines_of_a_shape or [1]) == (file, [lines])
