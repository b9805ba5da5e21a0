"""Progress of long work on standard error: a bar on a terminal, otherwise occasional lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import monotonic
from typing import TypeVar

import click

from twoends.engine.costs import Estimate

SECONDS_THAT_ARE_LONG = 1.5

ROWS_BETWEEN_REPORTS = 1_000

FIRST_SECONDS_BETWEEN_LINES, MAX_SECONDS_BETWEEN_LINES = 5.0, 60.0

T = TypeVar("T")

_bars: list[str] = []
"""What the current bar counts; empty without a bar."""


@contextmanager
def progress_of(what: str, resumed_by: str = "") -> Iterator[Callable[[int, int], None]]:
    """Show the progress of work on `what`, with its rate and the time left.

    Yields a function of (done, total). Its first call gives what was done before the work began. If Ctrl-C
    ends work that can be resumed, raises Abort with how far it got and how it is `resumed_by` the user.
    """
    latest = ""

    def note(done: int, total: int) -> None:
        nonlocal latest
        latest = f" after {done:,} of {total:,} {what}"
        show(done, total)

    try:
        # Only one bar at a time: progress within it is printed as lines above it.
        with _bar(what) if sys.stderr.isatty() and not _bars else print_progress(what) as show:
            yield note
    except KeyboardInterrupt:
        if not resumed_by:
            raise
        raise click.Abort(f"stopped{latest}; {resumed_by}") from None


def progress_of_rows(rows: Iterable[T], total: int, *, piped: bool = False) -> Iterator[T]:
    """Yield the rows, and show how many there were, unless a terminal shows the answers.

    `total` may be a guess; if it is 0, there is progress only for what is piped in.
    """
    progress: AbstractContextManager[Callable[[int, int], None]] = nullcontext(lambda done, total: None)
    if not sys.stdout.isatty() and (total or piped):
        progress = progress_of("rows") if total else print_progress("rows")
    with progress as show:
        for done, row in enumerate(rows):
            if done % ROWS_BETWEEN_REPORTS == 0 and (total or done):
                show(done, max(total, done) if total else 0)
            yield row


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    # The bar takes the space that is left, so that a narrow terminal shows the remaining time too.
    columns = (BarColumn(None), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as bar:
        task = bar.add_task(what, total=None)
        _bars.append(what)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            rate = f", {speed:,.0f} a second" if (speed := bar.tasks[task].speed) else ""
            bar.update(task, description=f"{done:,} of {total:,} {what}{rate}")

        try:
            yield show
        finally:
            _bars.clear()


@contextmanager
def print_progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show progress as lines at growing intervals, even while no progress arrives (a long compilation)."""
    from threading import Event, Thread

    over, began = Event(), monotonic()
    first: tuple[float, int] | None = None
    latest: tuple[int, int] | None = None

    def show(done: int, total: int) -> None:
        nonlocal first, latest
        first, latest = first or (monotonic(), done), (done, total)

    def print_lines() -> None:
        printed, pause = None, FIRST_SECONDS_BETWEEN_LINES
        while not over.wait(pause):
            if first and (now := latest) and (now != printed or now[1] > 0):
                printed, time = now, monotonic()
                rate = (now[0] - first[1]) / (time - first[0] or 1)
                click.echo(_line(what, *now, rate, time - began) + _waiting(), err=True)
                pause = min(2 * pause, MAX_SECONDS_BETWEEN_LINES)

    Thread(target=print_lines, daemon=True).start()
    try:
        yield show
    finally:
        over.set()


def _line(what: str, done: int, total: int, rate: float, seconds: float) -> str:
    """Describe progress; a `total` of 0 is unknown."""
    if not total:
        return f"{done:,} {what}, {rate:,.0f} a second so far"
    if not rate:
        return f"{done:,} of {total:,} {what}, {seconds:,.0f} s so far"
    left, places = (total - done) / rate, int(rate < 10)
    return f"{done:,} of {total:,} {what}, {rate:,.{places}f} a second, {left:,.0f} s left"


def _waiting() -> str:
    """Say what the work waits for, if it does; on a terminal the compiler announces itself."""
    compiling = sys.modules.get("twoends.engine.kernels.compiling")
    if compiling is None:
        return ""
    if not hasattr(compiling, "compilations"):  # its last name: so far, it imports Numba
        return ", loading the compiler"
    return ", compiling" if compiling.compilations.depth else ""


@contextmanager
def progress_of_positions(what: str, cost: Estimate) -> Iterator[Callable[[int, int], None] | None]:
    """Print the estimated cost of long work on positions, then show its progress.

    Yields a function of (lengths done, n), which every sweep over a row calls from 0 on; None if the work
    is short.
    """
    if cost.seconds < SECONDS_THAT_ARE_LONG:
        yield None
        return
    click.echo(f"{what} {cost.positions:,} positions, about {cost.seconds:,.0f} seconds", err=True)
    sweep = before = 0
    with progress_of("positions") as show:

        def progress(done: int, n: int) -> None:
            nonlocal sweep, before
            sweep += done < before
            before = done
            show((sweep * n * n + n * n - (n - done) ** 2) // 2, cost.sweeps * n * n // 2)

        yield progress
