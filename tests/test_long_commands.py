"""Long computations: the announcement, the progress, and when rows are solved together."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import Any

import click
import pytest
from numba.core import event

from cases import slow
from command_line import PATIENCE, Terminal, run
from twoends import Row
from twoends.cli import progress
from twoends.cli import solve as command
from twoends.engine.costs import Estimate
from twoends.engine.kernels import compiling

MATCH, SOLVE = "twoends.cli.match", "twoends.cli.solve"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the progress bar would count, and each progress that it would show."""
    seen: list[Any] = []

    @contextmanager
    def progress_of(what: str) -> Iterator[Callable[[int, int], None]]:
        seen.append(what)
        yield lambda done, total: seen.append((done, total))

    for module in (command, progress):
        monkeypatch.setattr(module, "progress_of", progress_of)
    return seen


# --- progress ----------------------------------------------------------------------------------


def test_progress_off_a_terminal_is_printed_in_lines_even_while_nothing_advances(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed: Queue[str] = Queue()
    monkeypatch.setattr(click, "echo", lambda text, err: printed.put(f"{text} {err}"))
    monkeypatch.setattr(progress, "FIRST_SECONDS_BETWEEN_LINES", 0.01)
    monkeypatch.setattr(progress, "MAX_SECONDS_BETWEEN_LINES", 0.02)
    assert not compiling.compilations.depth
    with progress.print_progress("rows") as show:
        show(0, 1_000)
        for _ in range(2):
            assert re.fullmatch(r"0 of 1,000 rows, 0 s so far True", printed.get(timeout=PATIENCE))
        show(500, 1_000)
        while (line := printed.get(timeout=PATIENCE)).startswith("0 of"):
            pass
        assert re.fullmatch(r"500 of 1,000 rows, [\d,.e+]+ a second, \d+ s left True", line), line
        with event.trigger_event("numba:compile"):
            while not (line := printed.get(timeout=PATIENCE)).endswith(" s left, compiling True"):
                assert line.startswith("500 of"), line
        show(2_000, 0)
        while (line := printed.get(timeout=PATIENCE)).startswith("500 of"):
            pass
        assert re.fullmatch(r"2,000 rows, [\d,]+ a second so far True", line), line


def test_lines_of_progress_come_after_5_seconds_then_twice_as_long_up_to_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []
    threads: list[Callable[[], None]] = []

    def wait(pause: float) -> bool:
        pauses.append(pause)
        return len(pauses) == 7

    over = SimpleNamespace(wait=wait, set=pauses.clear)
    monkeypatch.setattr("threading.Event", lambda: over)
    monkeypatch.setattr(
        "threading.Thread", lambda target, daemon: SimpleNamespace(start=lambda: threads.append(target))
    )
    with progress.print_progress("rows") as show:
        show(1, 9)
        threads[0]()
        assert pauses == [5, 10, 20, 40, 60, 60, 60]


@pytest.mark.parametrize(("rate", "text"), [(10.0, "10"), (9.9, "9.9")])
def test_a_rate_below_ten_has_a_decimal(rate: float, text: str) -> None:
    assert progress._line("rows", 1, 100, rate, 0) == f"1 of 100 rows, {text} a second, 10 s left"


@pytest.mark.parametrize(
    ("command", "written"),
    [
        ("solve", ["8\n15\n3 7", "5 9", "3"]),  # the third line decides what the first one is
        ("review", ["8 15 3 7 / first / L", "5 9 / first / L"]),
        *slow(("match", ["8 15 3 7", "5 9"]), ("explain", ["8 15 3 7", "5 9"])),
    ],
)
def test_each_row_of_a_pipe_is_answered_before_the_next_one_is_written(
    command: str, written: list[str]
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "twoends", command, "-", "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        for text in written:
            process.stdin.write(f"{text}\n")
            for row in text.split("\n"):
                assert json.loads(process.stdout.readline())["notation"].startswith(row)
        process.stdin.close()
        assert process.stdout.read() == ""


def test_progress_of_a_pipe_is_shown_every_thousand_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    progress: list[tuple[int, int]] = []

    @contextmanager
    def print_progress(what: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda done, total: progress.append((done, total))

    monkeypatch.setattr(command, "print_progress", print_progress)
    for rows, expected in ((1_000, []), (2_001, [(1_000, 0), (2_000, 0)])):
        assert run("solve", "-", "--question", "first", stdin="1 2\n" * rows).out.count("2\n") == rows
        assert progress == expected


# --- one long game -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "sweeps", "words", "announcement"),
    [
        (MATCH, 1, "match 8,15,3,7 --second-player greedy", "4 cards: a table of 2,000 positions"),
        (MATCH, 2, "match 8,15,3,7 --second-player greedy", "4 cards: 2 tables of 2,000 positions"),
        (SOLVE, 2, "solve 8,15,3,7 --opponent greedy --method bottom-up",
         "4 cards against greedy right: 2,000 positions"),
    ],
)  # fmt: skip
def test_a_long_command_announces_its_cost(
    module: str, sweeps: int, words: str, announcement: str, shown: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(module), "estimate", lambda *_: Estimate(sweeps, 2_000, 1234.4))
    ran = run(*words.split())
    assert ran.err == f"{announcement}, about 1,234 seconds\n"
    assert shown[0] == "positions"
    monkeypatch.setattr(import_module(module), "estimate", lambda *_: Estimate(sweeps, 2_000, 1.5))
    assert run(*words.split()).err == f"{announcement}, about 2 seconds\n"
    monkeypatch.setattr(
        import_module(module), "estimate", lambda *_: Estimate(1, 10, 1.49 * (module == SOLVE))
    )
    short = run(*words.split())
    assert (short.out, short.err) == (ran.out, "")


# --- many rows ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size", "lines"), [("a", 65_535, 0), ("a", 65_536, 2), ("a.npy", 65_536, 0)]
)
def test_a_file_of_64_kilobytes_is_large(name: str, size: int, lines: int, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"\n" + bytes(size - 1))
    assert command._lines_of_a_large_file(str(tmp_path / name)) == lines


@pytest.mark.parametrize(
    ("out", "err", "total", "expected"),
    [
        (True, True, 7, []),
        (True, False, 3, []),
        (False, True, 7, ["rows", (0, 7), (3, 7), (6, 7)]),
        (False, False, 3, ["rows", (0, 3), (3, 3), (6, 6)]),
    ],
)
def test_progress_over_many_rows_is_shown_unless_the_output_is_on_the_terminal(
    out: bool,
    err: bool,
    total: int,
    expected: list[Any],
    shown: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, is_terminal in (("stdout", out), ("stderr", err)):
        stream = (Terminal if is_terminal else io.TextIOWrapper)(io.BytesIO())
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr(command, "SHAPES_BETWEEN_REPORTS", 3)
    rows: list[Any] = [Row.of([place, 1]) for place in range(7)]
    assert [*command.show_progress(rows, total, piped=False)] == rows
    assert shown == expected
