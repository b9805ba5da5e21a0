"""twoends solve: what a row is worth, and which end to take now."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from twoends.cli.arguments import (
    VALUES,
    lines_of,
    opponent_tweaks,
    opponents_named,
    row_or_file_words,
    rows_given,
    source_of,
)
from twoends.opponents import NAMES, Opponent
from twoends.report import json_solution, line_text, number, row_text, summary
from twoends.rows import Row, RowError, parse_value
from twoends.solution import METHODS, Solution
from twoends.solution import solve as solve_row

if TYPE_CHECKING:
    from twoends.solvers.bottom_up import Progress

MOST_DIGITS_OF_A_COUNT = 18

CARDS_THAT_TAKE_LONG = 2500
"""From here on the quadratic methods say what they will cost, and show progress."""

POSITIONS_A_SECOND = 5e6
"""What bottom-up does in pure Python on an ordinary machine, for the estimate only."""


@click.command(context_settings=VALUES)
@row_or_file_words
@click.option(
    "--opponent",
    "names",
    multiple=True,
    metavar="NAME",
    default=["optimal"],
    help="optimal, greedy, modest, generous, random, all, or module:function for your own rule or player; "
    "may be repeated.",
)
@opponent_tweaks
@click.option("--method", type=click.Choice(METHODS), default="auto", help="How to compute it [auto].")
@click.option("--file", metavar="FILE", help="Read rows from a file, or from standard input if it is -.")
@click.option(
    "--cases",
    metavar="FILE",
    help="Read the contest form T, then n and n values per case; print first totals.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per row and opponent, a line each."
)
@click.pass_context
def solve(
    context: click.Context,
    words: Sequence[str],
    names: Sequence[str],
    ties: str | None,
    epsilon: str | None,
    method: str,
    file: str | None,
    cases: str | None,
    as_json: bool,
) -> None:
    """Say what a row is worth moving first and second, and which end to take now.

    VALUES are numbers (8, -3, 2.5, 3/4) or cards (A♠, 10h, K), with blanks or commas between
    them; one word may be a FILE instead, and - is standard input.

    A file has one row a line, values between blanks, commas or semicolons; what follows a # is a
    remark. A file with one value a line all through is one row.

    \b
    twoends solve 8 15 3 7
    twoends solve 1 30 100 15 2 --opponent all
    twoends deal --seed 7 | twoends solve - --opponent greedy
    """
    every = [name for given in names for name in (NAMES if given == "all" else [given])]
    against = opponents_named(every, ties, epsilon)
    if cases is not None:
        if words or file is not None or as_json:
            raise click.UsageError("--cases has its own input and output: give no other row, and no --json")
        _answer_cases(cases, against, method)
        return
    if as_json:
        from json import dumps
    for place, row in enumerate(rows_given(context, words, file)):
        solutions = (_solve_visibly(row, each, method) for each in against)
        if as_json:
            for solution in solutions:
                click.echo(dumps(json_solution(solution), ensure_ascii=False))
            continue
        if place:
            click.echo()
        if len(against) == 1:
            click.echo(summary(next(solutions)))
        else:
            _print_table(row, list(solutions))


def _answer_cases(file: str, against: Sequence[Opponent], method: str) -> None:
    """Answer each case with the first total against every opponent, a line each."""
    for row in read_cases(lines_of(file), source_of(file)):
        click.echo(" ".join(str(_solve_visibly(row, each, method).first) for each in against))


def read_cases(lines: Iterator[str], source: str) -> Iterator[Row]:
    """Read T, then n and n values per case, with any white space. Raises RowError naming the line."""
    words = ((line, word) for line, text in enumerate(lines, 1) for word in text.split())

    def count(what: str) -> int:
        line, word = next(words, (None, ""))
        if line is None:
            raise RowError(f"{source} ends where {what} should stand: write a whole number there")
        if not (word.isascii() and word.isdigit() and len(word) < MOST_DIGITS_OF_A_COUNT):
            raise RowError(f"{source}, line {line}: '{word[:40]}' should be {what}: write a whole number")
        return int(word)

    cases = count("the number of cases")
    for case in range(1, cases + 1):
        n = count(f"the number of values of case {case} of {cases}")
        values = []
        for place in range(1, n + 1):
            line, word = next(words, (None, ""))
            if line is None:
                raise RowError(f"{source} ends in case {case}: value {place} of {n} is missing")
            try:
                values.append(parse_value(word))
            except RowError as fault:
                raise RowError(f"{source}, line {line}, case {case}: {fault}") from None
        yield Row.of(values)
    line, word = next(words, (None, ""))
    if line is not None:
        raise RowError(
            f"{source}, line {line}: '{word}' follows the last of {cases} cases: mend a count or remove it"
        )


def _solve_visibly(row: Row, against: Opponent, method: str) -> Solution:
    """Solve; where it takes long, say beforehand what it costs and show progress on standard error."""
    n = len(row)
    linear = against.is_optimal and method in ("auto", "contraction")
    if n < CARDS_THAT_TAKE_LONG or linear:
        return solve_row(row, against, method=method)
    seconds = n * n / POSITIONS_A_SECOND
    click.echo(f"{n:,} cards against {against}: {n * n:,} positions, about {seconds:,.0f} seconds", err=True)
    with _progress(str(against)) as progress:
        return solve_row(row, against, method=method, progress=progress)


@contextmanager
def _progress(title: str) -> Iterator[Progress | None]:
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bars

    with Bars(console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(title)
        # The work of a diagonal is its length, so the share done is a difference of squares.
        yield lambda done, n: bars.update(task, total=n * n, completed=n * n - (n - done) ** 2)


def _print_table(row: Row, solutions: Sequence[Solution]) -> None:
    from rich.console import Console
    from rich.table import Table

    click.echo(row_text(row))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("opponent")
    table.add_column("first", justify="right")
    table.add_column("second", justify="right")
    for title in ("go", "take", "line moving first"):
        table.add_column(title, overflow="fold")
    for each in solutions:
        about = "≈ " if each.error else ""
        table.add_row(
            str(each.opponent),
            f"{about}{number(each.first)}",
            f"{about}{number(each.second)}",
            "either" if each.first == each.second else "first" if each.go_first else "second",
            "".join(map(str, each.best)),
            "-" if each.line is None else line_text(each.line),
        )
    # A table that goes into a file or a pipe is as wide as it needs to be: one opponent, one line.
    Console(highlight=False, width=None if sys.stdout.isatty() else 10_000).print(table)
