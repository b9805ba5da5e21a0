"""twoends solve: what a row is worth, and which end to take now."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from twoends.answers.solution import METHODS, Solution, computed_on, kernels_pay
from twoends.answers.solution import solve as solve_row
from twoends.cli.arguments import (
    FILE,
    VALUES,
    Name,
    lines_of,
    opponent_tweaks,
    opponents_named,
    row_or_file_words,
    rows_given,
    source_of,
)
from twoends.cli.progress import announce_compiling, in_positions, progress_of
from twoends.rules.opponents import NAMES
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.solvers import MethodError
from twoends.views.words import json_solution, line_text, number, row_text, summary

SECONDS_THAT_ARE_LONG = 1.5

CARDS_AT_ONCE = 1_000
"""So many cards never take long, whoever replies."""


@click.command(context_settings=VALUES)
@row_or_file_words
@click.option(
    "--opponent",
    "names",
    multiple=True,
    type=Name(*NAMES, "all"),
    default=["optimal"],
    help="optimal, greedy, modest, generous, random, all, 'greedy left', 'random 1/3', "
    "'greedy trembling 1/10', or module:function for your own; may be repeated.",
)
@opponent_tweaks
@click.option("--method", type=click.Choice(METHODS), default="auto", help="How to compute it [auto].")
@click.option("--file", type=FILE, help="Read rows from a file, or from standard input if it is -.")
@click.option(
    "--cases",
    type=FILE,
    help="Read the contest form T, then n and n values per case; print first totals.",
)
@click.option("--board", is_flag=True, help="Solve several rows and piles at once: '[1 2 | 3 7 4 | 9]'.")
@click.option("--circle", is_flag=True, help="Solve a circle: the first move takes any card.")
@click.option(
    "--gaps",
    type=FILE,
    help="Read n and n values of a line between walls, 0 for a gap (Termity, Stones); print both totals.",
)
@click.option(
    "--two-rows", type=FILE, help="Read T, then n and two rows of n values per case; print first totals."
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
    board: bool,
    circle: bool,
    gaps: str | None,
    two_rows: str | None,
    as_json: bool,
) -> None:
    """Say what a row is worth moving first and second, and which end to take now.

    VALUES are numbers (8, -3, 2.5, 3/4) or cards (A♠, 10h, K), with blanks or commas between
    them; one word may be a FILE instead, and - is standard input.

    A file has one row a line, values between blanks, commas or semicolons; what follows a # is a
    remark. A file with one value a line all through is one row; [] is an empty one. A NumPy file
    (.npy) has one row of shape (n,) or many of shape (m, n).

    An opponent of your own is a reply rule, (left card, right card, after left, after right) -> your
    total after his move, or a player, (position) -> LEFT or RIGHT; its parameters say which it is.

    On a board, bars part the components; a bracket closes the end beside it, which leaves a pile.

    \b
    twoends solve 8 15 3 7
    twoends solve 1 30 100 15 2 --opponent all
    twoends deal --seed 7 | twoends solve - --opponent greedy
    twoends solve --board '[1 2 | 3 7 4 | 9]'
    twoends solve --circle 2 8 1 10 9 --opponent greedy
    """
    every = dict.fromkeys(name for given in names for name in (NAMES if given == "all" else [given]))
    against = opponents_named(list(every), ties, epsilon)
    contests = {"--cases": cases, "--gaps": gaps, "--two-rows": two_rows}
    other_rows = bool(words or file is not None)
    _refuse_a_second_input(contests, {"--board": board, "--circle": circle}, other_rows, as_json)
    if circle and method != "auto":
        raise click.UsageError("--method chooses how rows and boards are solved: leave it out with --circle")
    if cases is not None:
        _answer_cases(cases, against, method)
        return
    if board or circle or gaps is not None or two_rows is not None:
        from twoends.cli import boards

        if board:
            boards.answer_boards(context, words, file, against, method, as_json)
        elif circle:
            boards.answer_circles(context, words, file, against, as_json)
        elif gaps is not None:
            boards.answer_gaps(gaps, against, method)
        elif two_rows is not None:
            boards.answer_two_rows(two_rows, against, method)
        return
    if as_json:
        from json import dumps
    for place, row in enumerate(rows_given(context, words, file)):
        lines = ("line", "line_second") if as_json else ("line",)
        solutions = (_solve_visibly(row, each, method, lines) for each in against)
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


def _refuse_a_second_input(
    contests: dict[str, str | None], kinds: dict[str, bool], other_rows: bool, as_json: bool
) -> None:
    """Raise UsageError unless the options agree on one input."""
    named = [name for name, file in contests.items() if file is not None]
    kind = [name for name, chosen in kinds.items() if chosen]
    given = [*named, *kind]
    if len(given) > 1:
        both = "both" if len(given) == 2 else "all"
        raise click.UsageError(f"{' and '.join(given)} are {both} given: choose one")
    if named and (other_rows or as_json):
        raise click.UsageError(f"{named[0]} has its own input and output: give no other row, and no --json")


def _answer_cases(file: str, against: Sequence[Opponent], method: str) -> None:
    """Answer each case with the first total against every opponent, a line each."""
    from twoends.reading.contests import read_cases

    for row in read_cases(lines_of(file), source_of(file)):
        solutions = [_solve_visibly(row, each, method) for each in against]
        click.echo(" ".join(str(each.first) for each in solutions))
        if error := max(float(each.error) for each in solutions):
            click.echo(f"computed in floats: right to within {error:.1g}", err=True)


def _solve_visibly(row: Row, against: Opponent, method: str, lines: Sequence[str] = ()) -> Solution:
    """Solve, and work out `lines`; where it takes long, say so before and show progress on standard error."""
    n = len(row)
    if method == "auto" and kernels_pay("contraction" if against.is_optimal else "bottom-up", n):
        announce_compiling()
    if n <= CARDS_AT_ONCE or not (method == "bottom-up" or (method == "auto" and not against.is_optimal)):
        return solve_row(row, against, method=method)
    sweeps = 2 + len(() if against.by_chance else lines)
    positions = sweeps * n * n // 2
    seconds = positions / positions_a_second(row, against, method)
    if seconds < SECONDS_THAT_ARE_LONG:
        return solve_row(row, against, method=method)
    click.echo(
        f"{n:,} cards against {against}: {positions:,} positions, about {seconds:,.0f} seconds",
        err=True,
    )
    with progress_of("positions") as show:
        solution = solve_row(row, against, method=method, progress=in_positions(show, sweeps))
        with suppress(MethodError):  # a line that is refused says so where it is shown
            for line in lines:
                getattr(solution, line)
    return solution


def positions_a_second(row: Row, against: Opponent, method: str) -> float:
    """How fast this row goes on an ordinary machine: in compiled code, pure Python, or the user's own."""
    if against.your_own and not hasattr(against.intent, "py_func"):  # which Numba gives what it compiled
        return 1e6
    if method == "auto":
        values, _ = computed_on(row, against)
        if against.by_chance or len(row) * max(max(values), -min(values)) < 2**62:
            return 1e9
    return 3e6


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
            f"{about}{number(each.first, each.error)}",
            f"{about}{number(each.second, each.error)}",
            "either" if each.first == each.second else "first" if each.go_first else "second",
            "".join(map(str, each.best)),
            "-" if each.line is None else line_text(each.line),
        )
    # A table that goes into a file or a pipe is as wide as it needs to be: one opponent, one line.
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 10_000)
    with console.capture() as shown:
        console.print(table)
    click.echo("\n".join(map(str.rstrip, shown.get().splitlines())))
