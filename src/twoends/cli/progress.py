"""Progress of long work: a bar on a terminal, elsewhere a line now and then; both on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import click

from twoends.solvers.costs import Estimate

FIRST_SECONDS_BETWEEN_LINES, MOST_SECONDS_BETWEEN_LINES = 5.0, 60.0

_bars: list[str] = []
"""What a bar shows now, if there is one."""


@contextmanager
def progress_of(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show the progress of work on `what`, with its rate and the time left.

    Yields a function of (done, in all), whose first call says what was done before.
    """
    # Within a bar, of rows for instance, there is no other one: lines stand above it.
    with _bar(what) if sys.stderr.isatty() and not _bars else in_lines(what) as show:
        yield show


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    # The bar has what room the words leave, so that the time left stands on a narrow terminal too.
    columns = (BarColumn(None), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as bar:
        task = bar.add_task(what, total=None)
        _bars.append(what)
        clock = _Clock()

        def show(done: int, total: int) -> None:
            said = f"{done:,} of {total:,} {what}"
            if rate := clock.rate(done):
                said += f", {rate:,.0f} a second"
            bar.update(task, completed=done, total=total, description=said)

        try:
            yield show
        finally:
            _bars.clear()


@contextmanager
def in_lines(what: str) -> Iterator[Callable[[int, int], None]]:
    """The same as lines, ever more rarely; they come while nothing is told, too, as at a long compilation."""
    from threading import Event, Thread

    clock, over, began = _Clock(), Event(), monotonic()
    told: list[tuple[int, int]] = []

    def show(done: int, total: int) -> None:
        clock.rate(done)  # which counts from the first one
        told[:] = [(done, total)]

    def speak() -> None:
        said, pause = None, FIRST_SECONDS_BETWEEN_LINES
        while not over.wait(pause):
            if told and (told[0] != said or told[0][1] > 0):
                said = told[0]
                click.echo(_line(what, *said, clock.rate(said[0]), monotonic() - began), err=True)
                pause = min(2 * pause, MOST_SECONDS_BETWEEN_LINES)

    Thread(target=speak, daemon=True).start()
    try:
        yield show
    finally:
        over.set()


def _line(what: str, done: int, total: int, rate: float, seconds: float) -> str:
    """A line about work of which `total` is not known if it is 0."""
    if not total:
        return f"{done:,} {what}, {rate:,.0f} a second so far"
    if not rate:
        return f"{done:,} of {total:,} {what}, {seconds:,.0f} s so far"
    left, places = (total - done) / rate, 0 if rate >= 10 else 1
    return f"{done:,} of {total:,} {what}, {rate:,.{places}f} a second, {left:,.0f} s left"


@contextmanager
def progress_of_positions(what: str, cost: Estimate) -> Iterator[Callable[[int, int], None]]:
    """Say what work on so many positions takes, then show its progress.

    Yields a function that is told each sweep over a row in diagonals, from 0 on.
    """
    click.echo(f"{what} {cost.positions:,} positions, about {cost.seconds:,.0f} seconds", err=True)
    sweep = before = 0
    with progress_of("positions") as show:

        def progress(done: int, n: int) -> None:
            nonlocal sweep, before
            sweep += done < before
            before = done
            show((sweep * n * n + n * n - (n - done) ** 2) // 2, cost.sweeps * n * n // 2)

        yield progress


class _Clock:
    """Measures the rate since its first reading."""

    def __init__(self) -> None:
        self.start: tuple[float, int] | None = None

    def rate(self, done: int) -> float:
        now = monotonic()
        if self.start is None:
            self.start = (now, done)
        seconds, before = now - self.start[0], self.start[1]
        return (done - before) / seconds if seconds > 0 else 0.0
