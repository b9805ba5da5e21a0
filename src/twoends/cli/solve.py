"""twoends solve: what a row, a board or a circle is worth, and which end to take now."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING

import click

from twoends.answers.questions import QUESTIONS, Totals
from twoends.answers.solution import Solution
from twoends.answers.solution import solve as solve_shape
from twoends.cli import arguments
from twoends.cli.arguments import Name
from twoends.cli.command import Command, one_at_most, width_of_terminal
from twoends.cli.progress import progress_of_positions, progress_of_rows
from twoends.engine.costs import MAX_CARDS_UNTIMED, estimate
from twoends.engine.values import METHOD_NAMES
from twoends.reading.formats import FORMATS
from twoends.reading.lines import Item
from twoends.rules.errors import MethodError, TwoEndsError, has_fast
from twoends.rules.games import Game
from twoends.rules.numbers import Number, exact_number
from twoends.rules.opponents import NAMES, Opponent
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
@click.option("--method", type=click.Choice(METHOD_NAMES), default="auto", help="Method of computing [auto].")
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
    for who in against:
        if not who.custom:  # a method that never suits is refused once, not for each line
            solve_shape([1], who, method=method)
    form = FORMATS[format or "lines"]
    source = " ".join(words)
    total = _lines_of_a_large_file(source) // form.row.count("\n") if form.many else 0
    opponent_named = cache(lambda name: arguments.opponents([name], ties))

    def opponents_of(shape: Shape | Game) -> list[Opponent]:
        """Return those of --opponent; by default the opponent of a game, or an optimal one."""
        return against or opponent_named(str(shape.opponent) if isinstance(shape, Game) else "optimal")

    items = progress_of_rows(arguments.items(words, rules, format), total, piped=source == "-")
    if as_csv:
        _print_csv(map(partial(_apply_rules, rules), items), against, opponents_of, method)
        return
    write = _writer(question, as_json)

    def answer(what: Shape | Game) -> str:
        shape = arguments.apply_rules(rules, what)
        return write([_solve_visibly(shape, who, method, lines) for who in opponents_of(shape)])

    arguments.print_answers(items, answer, "" if question or as_json else "\n", flush=not total)


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


def _lines_of_a_large_file(file: str) -> int:
    """Count the lines of a large text file; 0 for any other. (A large NumPy file may be one long row.)"""
    if not os.path.isfile(file) or os.path.getsize(file) < BYTES_OF_MANY_ROWS or file.endswith(".npy"):
        return 0
    with open(file, "rb") as stream:
        return sum(1 for _ in stream)


def _apply_rules(rules: Rules | None, item: Item) -> Item:
    """The item as a game under these rules; a shape that they do not suit becomes a fault."""
    if isinstance(item.what, TwoEndsError):
        return item
    try:
        return Item(item.where, arguments.apply_rules(rules, item.what))
    except TwoEndsError as fault:
        return item.with_fault(fault)


def _print_csv(
    items: Iterable[Item],
    given: Sequence[Opponent],
    against: Callable[[Shape | Game], Sequence[Opponent]],
    method: str,
) -> None:
    """Print the header and a line per item and opponent; a column names the opponent if several are `given`.

    An item without an answer is reported and keeps its number. Raises Exit with status 2 at the end if there
    was one.
    """
    from twoends.views.csv import ANSWERS

    named = len(given) > 1
    header = ",".join(("row", *["opponent"] * named, *ANSWERS))
    number, wrong = 0, False
    for run in _runs(items, at_once=method == "auto" and not any(who.custom for who in given)):
        try:
            shapes = [each.content for each in run]
            opponents = against(shapes[0])
            answers = [list(_csv_cells(shapes, who, method)) for who in opponents]
        except TwoEndsError as fault:  # of a single item: rows that are solved at once have no fault
            arguments.report(run[0], fault)
            number, wrong = number + 1, True
            continue
        for of_shape in zip(*answers, strict=True):
            number += 1
            if header:  # not before: input without a row has no answer
                print(header)
                header = ""
            for who, cells in zip(opponents, of_shape, strict=True):
                print(",".join((str(number), *[str(who)] * named, *cells)))
    if wrong:
        raise click.exceptions.Exit(2)


def _runs(items: Iterable[Item], *, at_once: bool) -> Iterator[Sequence[Item]]:
    """Yield consecutive short rows together, about CARDS_AT_ONCE cards, and any other item alone."""
    run, cards = list[Item](), 0
    for item in items:
        row = row_of(item.what) if at_once and not isinstance(item.what, Game | TwoEndsError) else None
        is_short = row is not None and len(row) <= MAX_CARDS_UNTIMED
        if run and (not is_short or cards > CARDS_AT_ONCE):
            yield run
            run, cards = [], 0
        if row is None or not is_short:
            yield [item]
        else:
            run.append(item)
            cards += len(row) + 1
    if run:
        yield run


def _csv_cells(run: Sequence[Shape | Game], against: Opponent, method: str) -> Iterator[Cells]:
    """The answers to each shape of a run, as `_solve_visibly` gives them; many rows at once."""
    from twoends.views.csv import csv_cells, csv_cells_of_many

    # Expectations are exact fractions where solve_rows has floats.
    if len(run) >= MANY_ROWS and has_fast() and not (against.stochastic or against.custom):
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
