"""twoends solve: what a row, a board or a circle is worth, and which end to take now."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import cache, partial
from itertools import count
from typing import TYPE_CHECKING, Any

import click

from twoends.answers.questions import QUESTIONS, Totals
from twoends.answers.solution import Solution
from twoends.answers.solution import solve as solve_shape
from twoends.cli import arguments
from twoends.cli.arguments import Name
from twoends.cli.command import Command, one_at_most, width_of_terminal
from twoends.cli.progress import in_lines, progress_of, progress_of_positions
from twoends.engine.costs import MOST_CARDS_UNTIMED, estimate
from twoends.engine.values import METHOD_NAMES
from twoends.reading.formats import FORMATS
from twoends.rules.errors import MethodError, TwoEndsError, has_fast
from twoends.rules.games import Game
from twoends.rules.numbers import Number, exact_number
from twoends.rules.opponents import NAMES, Opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape, row_of
from twoends.views.columns import columns
from twoends.views.numbers import Form, form_of, number
from twoends.views.summaries import summary
from twoends.views.words import best_text, dealt_text, line_text, order_text

if TYPE_CHECKING:
    from twoends.views.csv import Cells

BYTES_OF_MANY_ROWS = 2**16
"""A smaller file is solved before its progress would be shown."""

SHAPES_BETWEEN_REPORTS = 1_000

MANY_ROWS = 1_000
"""Fewer rows are solved one by one, in less time than NumPy and Numba take to load."""

CARDS_AT_ONCE = 2**18
"""The cards of rows that --csv solves together: tuning. Ctrl-C is handled between them."""


@click.command(cls=Command)
@arguments.words
@click.option(
    "-o",
    "--opponent",
    "named",
    multiple=True,
    type=Name([*NAMES, "all"]),
    help=f"{', '.join(NAMES)}, text such as 'greedy left', or all; may be repeated [optimal].",
)
@arguments.ties
@arguments.rules
@click.option("--method", type=click.Choice(METHOD_NAMES), default="auto", help="How to compute it [auto].")
@click.option(
    "--question",
    type=click.Choice(list(QUESTIONS), case_sensitive=False),
    help="Print only the answer to a question, a line per row and a word per opponent.",
)
@click.option(
    "--format",
    type=click.Choice(list(FORMATS), case_sensitive=False),
    metavar="NAME",
    help="Read FILE as the input of a contest, such as cases.",
)
@arguments.json("shape and opponent")
@click.option(
    "--csv",
    "as_csv",
    is_flag=True,
    help="Print row, first, second, margin, best, go as comma-separated values: the fast way for many rows.",
)
def solve(
    words: Sequence[str],
    named: Sequence[str],
    ties: str | None,
    rules: Rules | None,
    method: str,
    question: str | None,
    format: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Say what a row is worth, and which end to take now.

    VALUES are a row of numbers or cards, a board, a circle, or a game, of which the remaining cards are
    solved, against its own opponent. Instead, give the name of a FILE, or - for standard input.

    \b
    Examples:
      twoends solve 8 15 3 7                             # a row
      twoends solve 1 30 100 15 2 --opponent all         # against every opponent
      twoends deal --seed 7 | twoends solve -            # from a pipe
      twoends deal --count 9 | twoends solve - --csv     # many rows, a line each
      twoends solve '1 2 | [3 7 4 | 9]'                  # a board with a closed end
      twoends solve 1 2 3 7 --rules 'take 1-3 left'      # under other rules
      twoends solve circle 2 8 1 10 9 --opponent greedy  # a circle
      twoends solve '8 15 3 7 / first / R'               # the rest of a game
      twoends solve --format cases --question first -    # a contest's input and output
    """
    every = dict.fromkeys(name for given in named for name in (NAMES if given == "all" else [given]))
    against = arguments.opponents(list(every), ties) if every else []
    one_at_most({"--question": question, "--json": as_json, "--csv": as_csv})
    lines = () if question else ("line", "line_second") if as_json else ("line",)
    shapes = arguments.shapes(words, rules, format)
    if format is None:
        shapes = _hint_at_contest(shapes)
    form = FORMATS[format or "lines"]
    source = " ".join(words)
    total = _lines_of_a_large_file(source) // form.row.count("\n") if form.many else 0
    opponent_named = cache(lambda name: arguments.opponents([name], ties))

    def opponents_of(shape: Shape | Game) -> list[Opponent]:
        """Return those of --opponent; by default the opponent of a game, or an optimal one."""
        return against or opponent_named(str(shape.opponent) if isinstance(shape, Game) else "optimal")

    shapes = show_progress(arguments.with_rules(shapes, rules), total, piped=source == "-")
    if as_csv:
        texts = _csv_lines(shapes, opponents_of, method, named=len(against) > 1)
    else:
        write = _writer(question, as_json)
        texts = (
            write([_solve_visibly(shape, who, method, lines) for who in opponents_of(shape)])
            for shape in shapes
        )
    blank = "" if question or as_json or as_csv else "\n"
    for place, text in enumerate(texts):
        # The end is part of the text, so that Ctrl-C leaves no line without one.
        print(f"{blank * (place > 0)}{text}\n", end="", flush=not total)


def _hint_at_contest(shapes: Iterator[Shape | Game]) -> Iterator[Shape | Game]:
    """Yield the shapes, and print a hint if the first ones look like the input of a contest."""
    first: list[tuple[int, Any]] = []
    for shape in shapes:
        if len(first) < 3:
            row = None if isinstance(shape, Game) else row_of(shape)
            cards = () if row is None else row.values
            first.append((len(cards), cards[0] if len(cards) else 0))
            if _is_a_contest(*first):
                hint = "this looks like the input of a contest: did you mean --format cases?"
                click.echo(f"twoends: {hint}", err=True)
        yield shape


def _is_a_contest(first: tuple[int, Any], *more: tuple[int, Any]) -> bool:
    """Whether the length and first value of these lines fit T, n, and n values, or T, and n with n values."""
    lengths, counts = zip(first, *more, strict=True)
    return lengths == (1, counts[-1] + 1) or (lengths[:2] == (1, 1) and lengths[2:] == counts[1:2] != (1,))


def _writer(question: str | None, as_json: bool) -> Callable[[Sequence[Solution]], str]:
    """Return the function that writes a shape, given its solution against each opponent."""
    if as_json:
        from twoends.views.json import json_solution

        return lambda solutions: "\n".join([arguments.json_line(json_solution(each)) for each in solutions])
    if question is not None:
        return partial(_answers, question)
    return _text


def _text(solutions: Sequence[Solution]) -> str:
    if len(solutions) > 1:
        return _table(solutions)
    (solution,) = solutions
    hint = "\nTo see what each move gave away, give the same text to twoends review."
    return summary(solution) + hint * bool(solution.game.ends)


def _answers(question: str, solutions: Sequence[Solution]) -> str:
    """Return the answers to a question as a judge expects them, with - for none."""
    _report_error(max(solution.error for solution in solutions))
    return " ".join(_answer(question, each) for each in solutions)


def _report_error(error: float) -> None:
    if error:
        click.echo(f"computed in floats: right to within {float(error):.1g}", err=True)


def _answer(question: str, solution: Solution) -> str:
    if question == "second" and solution.second is None:
        return "-"
    first, theirs, second = map(exact_number, (solution.first, solution.theirs_first, solution.second or 0))
    # The answer takes the sum that the players share, which need not be that of all cards.
    return QUESTIONS[question].answer(Totals(first, second, first + theirs))  # type: ignore[arg-type]  # its arithmetic takes any exact numbers


def show_progress(shapes: Iterable[Shape | Game], total: int, *, piped: bool) -> Iterator[Shape | Game]:
    """Yield the shapes, and show how many there were of a `total` that is a guess, or 0 if it is unknown."""
    progress: AbstractContextManager[Callable[[int, int], None]] = nullcontext(lambda done, total: None)
    if not sys.stdout.isatty() and (total or piped):  # a terminal shows the answers
        progress = progress_of("rows") if total else in_lines("rows")
    with progress as show:
        for done, shape in enumerate(shapes):
            if done % SHAPES_BETWEEN_REPORTS == 0 and (total or done):
                show(done, max(total, done) if total else 0)
            yield shape


def _lines_of_a_large_file(file: str) -> int:
    """Count the lines of a large text file; 0 for any other. (A large NumPy file may be one long row.)"""
    if not os.path.isfile(file) or os.path.getsize(file) < BYTES_OF_MANY_ROWS or file.endswith(".npy"):
        return 0
    with open(file, "rb") as stream:
        return sum(1 for _ in stream)


def _csv_lines(
    shapes: Iterable[Shape | Game],
    against: Callable[[Shape | Game], Sequence[Opponent]],
    method: str,
    *,
    named: bool,
) -> Iterator[str]:
    """Yield the header and the lines of --csv, with a column for the opponent if that is `named`."""
    from twoends.views.csv import ANSWERS

    numbers = count(1)
    for run in _runs(shapes):
        opponents = against(run[0])
        answers = [_csv_cells(run, who, method) for who in opponents]
        for of_shape, row in zip(zip(*answers, strict=True), numbers, strict=False):
            if row == 1:  # not before: input without a row has no answer
                yield ",".join(("row", *["opponent"] * named, *ANSWERS))
            for who, cells in zip(opponents, of_shape, strict=True):
                yield ",".join((str(row), *[str(who)] * named, *cells))


def _runs(shapes: Iterable[Shape | Game]) -> Iterator[Sequence[Shape | Game]]:
    """Yield consecutive short rows together, about CARDS_AT_ONCE cards, and any other shape alone.

    What precedes a mistake is yielded before its error is raised.
    """
    run, cards = list[Row](), 0
    try:
        for shape in shapes:
            row = None if isinstance(shape, Game) else row_of(shape)
            if row is not None and len(row) > MOST_CARDS_UNTIMED:
                row = None
            if run and (row is None or cards > CARDS_AT_ONCE):
                yield run
                run, cards = [], 0
            if row is None:
                yield [shape]
            else:
                run.append(row)
                cards += len(row) + 1
    except TwoEndsError:
        if run:
            yield run
        raise
    if run:
        yield run


def _csv_cells(run: Sequence[Shape | Game], against: Opponent, method: str) -> Iterator[Cells]:
    """The answers to each shape of a run, as `_solve_visibly` gives them; many rows at once."""
    from twoends.views.csv import csv_cells, csv_cells_of_many

    # Expectations are exact fractions where solve_rows has floats.
    at_once = method == "auto" and not (against.stochastic or against.custom)
    if at_once and len(run) >= MANY_ROWS and has_fast():
        from twoends.answers.batch import solve_rows

        yield from csv_cells_of_many(solve_rows(run, against))
        return
    for shape in run:
        solution = _solve_visibly(shape, against, method, ())
        _report_error(solution.error)
        yield csv_cells(solution)


def _solve_visibly(shape: Shape | Game, against: Opponent, method: str, lines: Sequence[str]) -> Solution:
    """Solve, and compute the `lines` too; if that takes long, announce it and show progress."""
    row = row_of(shape.rest if isinstance(shape, Game) else shape)
    if row is None or (isinstance(shape, Game) and not shape.rules.plain):
        return solve_shape(shape, against, method=method)
    cost = estimate(row, against, method, len(lines))
    with progress_of_positions(f"{len(row):,} cards against {against}:", cost) as show:
        solution = solve_shape(shape, against, method=method, progress=show)
        if show is not None:
            with suppress(MethodError):  # a refused line is reported where it is printed
                for line in lines:
                    getattr(solution, line)
    return solution


def _total(total: Number | None, error: Number, form: Form) -> str:
    if total is None:
        return "-"
    return f"≈ {number(total, error)}" if error else form(total)


def _table(solutions: Sequence[Solution]) -> str:
    """Compare the opponents in a table."""
    totals = [total for each in solutions if not each.error for total in (each.first, each.second)]
    form = form_of([total for total in totals if total is not None])
    cells = [
        (
            str(each.opponent),
            *(_total(total, each.error, form) for total in (each.first, each.second)),
            order_text(each.go_first, each.order_irrelevant) or "-",
            best_text(each),
            "-" if each.line is None else line_text(each.line),
        )
        for each in solutions
    ]
    header = ("opponent", "first", "second", "go", "take", "line moving first")
    lines = columns(header, cells, "<>><<<", width_of_terminal())
    return "\n".join([dealt_text(solutions[0].game), *lines])
