"""Long computations: the announcement, the progress, and the answers to a pipe."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Queue

import click
import pytest
from numba.core import event

from command_line import PATIENCE, run
from twoends.cli import progress
from twoends.cli import solve as command
from twoends.engine.costs import Estimate
from twoends.engine.kernels import compiling

MATCH, SOLVE = "twoends.cli.match", "twoends.cli.solve"


# --- progress ----------------------------------------------------------------------------------


def test_progress_off_a_terminal_is_printed_in_lines_even_while_nothing_advances(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed: Queue[str] = Queue()
    monkeypatch.setattr(click, "echo", lambda text, err: printed.put(f"{text} {err}"))
    monkeypatch.setattr(progress, "FIRST_SECONDS_BETWEEN_LINES", 0.01)
    monkeypatch.setattr(progress, "MAX_SECONDS_BETWEEN_LINES", 0.02)
    assert progress._line("rows", 1, 100, 9.9, 0) == "1 of 100 rows, 9.9 a second, 10 s left"
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


@pytest.mark.parametrize(
    ("command", "written"),
    [
        ("solve", ["8\n15\n3 7", "5 9", "3"]),  # the third line decides what the first one is
        ("review", ["8 15 3 7 / first / L", "5 9 / first / L"]),
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
    for rows, expected in ((1_000, []), (1_001, [(1_000, 0)])):
        assert run("solve", "-", "--question", "first", stdin="1 2\n" * rows).out == "2\n" * rows
        assert progress == expected


# --- one long game -----------------------------------------------------------------------------


def test_a_long_command_announces_its_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["match", "8,15,3,7", "--second-player", "greedy"]
    monkeypatch.setattr("twoends.cli.match.estimate", lambda *_: Estimate(2, 2_000, 1234.4))
    ran = run(*words)
    assert ran.err == "4 cards: 2 tables of 2,000 positions, about 1,234 seconds\n"
    monkeypatch.setattr("twoends.cli.match.estimate", lambda *_: Estimate(1, 10, 1.49))
    short = run(*words)
    assert (short.out, short.err) == (ran.out, "")
