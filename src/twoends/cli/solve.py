"""twoends solve: what a row, a board or a circle is worth, and which end to take now."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import cache, partial
from itertools import islice, zip_longest
from typing import Any

import click

from twoends.answers.questions import QUESTIONS, Totals
from twoends.answers.solution import Solution
from twoends.answers.solution import solve as solve_shape
from twoends.cli import arguments
from twoends.cli.arguments import Name
from twoends.cli.command import Command, one_at_most, width_of_terminal
from twoends.cli.progress import in_lines, progress_of, progress_of_positions
from twoends.reading.formats import FORMATS
from twoends.rules.errors import MethodError, TwoEndsError, has_fast
from twoends.rules.games import Game
from twoends.rules.numbers import Number, exact_number
from twoends.rules.opponents import NAMES, Opponent
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape, row_of
from twoends.solvers.costs import estimate
from twoends.solvers.dispatch import METHOD_NAMES
from twoends.views.columns import columns
from twoends.views.numbers import Form, form_of, number
from twoends.views.summaries import summary
from twoends.views.words import dealt_text, line_text

BYTES_OF_MANY_ROWS = 2**16
"""A smaller file is solved faster than the kernels are loaded."""

AT_ONCE = 4_096
"""Shapes in a chunk: tuning. Ctrl-C is handled between chunks."""


@click.command(cls=Command)
@arguments.words
@click.option(
    "-o",
    "--opponent",
    "named",
    multiple=True,
    type=Name([*NAMES, "all"]),
    help=f"{', '.join(NAMES)}, all, 'greedy left', "
    "'greedy trembling 1/10', or module:function for your own; may be repeated [optimal].",
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
    help=f"Read FILE as the input of a contest: {', '.join(FORMATS)}.",
)
@arguments.json("shape and opponent")
def solve(
    words: Sequence[str],
    named: Sequence[str],
    ties: str | None,
    rules: Rules | None,
    method: str,
    question: str | None,
    format: str | None,
    as_json: bool,
) -> None:
    """Say what a row is worth, and which end to take now.

    VALUES are numbers (8, -3, 2.5, 3/4) or cards (A♠, 10h, K; J, Q, K, A count 11, 12, 13, 14), separated
    by blanks or commas. Instead, give the name of a FILE, or - for standard input.

    Bars separate the rows of a board, and an unpaired bracket closes the end beside it, which makes a
    pile. The word circle in front makes a circle, whose first move takes any card. For a game in
    notation, the remaining cards are solved, against its own opponent.

    A file has one row, board, circle or game per line, with values separated by blanks, commas or
    semicolons; a # starts a comment. If every line has one value, the file is one row; [] is an empty
    row. A NumPy file (.npy) has one row of shape (n,) or many of shape (m, n).

    An opponent of your own is module:function, a function from the position to a move such as LEFT.

    \b
    Examples:
      twoends solve 8 15 3 7                             # a row
      twoends solve 1 30 100 15 2 --opponent all         # against every opponent
      twoends deal --seed 7 | twoends solve -            # from a pipe
      twoends solve '1 2 | [3 7 4 | 9]'                  # a board with a closed end
      twoends solve 1 2 3 7 --rules 'take 1-3 left'      # under other rules
      twoends solve circle 2 8 1 10 9 --opponent greedy  # a circle
      twoends solve '8 15 3 7 / first / R'               # the rest of a game
      twoends solve --format cases --question first -    # a contest's input and output
    """
    every = dict.fromkeys(name for given in named for name in (NAMES if given == "all" else [given]))
    against = arguments.opponents(list(every), ties) if every else []
    one_at_most({"--question": question, "--json": as_json})
    lines = () if question else ("line", "line_second") if as_json else ("line",)
    shapes = arguments.shapes(words, rules, format)
    if format is None:
        shapes = _hint_at_contest(shapes)
    form = FORMATS[format or "lines"]
    source = " ".join(words)
    # --ties without --opponent is for the opponents of games: rows, whose opponent is optimal, refuse it.
    together = method == "auto" and (bool(against) or ties is None)
    total = _lines_of_a_large_file(source) // form.row.count("\n") if together and form.many else 0
    opponent_named = cache(lambda name: arguments.opponents([name], ties))

    def opponents_of(shape: Shape | Game) -> list[Opponent]:
        """Return those of --opponent; by default the opponent of a game, or an optimal one."""
        return against or opponent_named(str(shape.opponent) if isinstance(shape, Game) else "optimal")

    shapes = arguments.with_rules(shapes, rules)
    solved = solve_each(shapes, opponents_of, method, lines, total, piped=source == "-")
    write = _writer(question, as_json)
    for place, solutions in enumerate(solved):
        print("\n" * (place > 0 and not (question or as_json)) + write(solutions), flush=not total)


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
    if error := max(solution.error for solution in solutions):
        click.echo(f"computed in floats: right to within {float(error):.1g}", err=True)
    return " ".join(_answer(question, each) for each in solutions)


def _answer(question: str, solution: Solution) -> str:
    if question == "second" and solution.second is None:
        return "-"
    first, theirs, second = map(exact_number, (solution.first, solution.theirs_first, solution.second or 0))
    # The answer takes the sum that the players share, which need not be that of all cards.
    return QUESTIONS[question].answer(Totals(first, second, first + theirs))  # type: ignore[arg-type]  # its arithmetic takes any exact numbers


def solve_each(
    shapes: Iterable[Shape | Game],
    against: Callable[[Shape | Game], Sequence[Opponent]],
    method: str,
    lines: Sequence[str],
    total: int,
    *,
    piped: bool,
) -> Iterator[list[Solution]]:
    """Solve each shape against each of its opponents.

    If a `total` is given, chunks of the shapes are solved together, as far as columnar solving takes their
    rows. What precedes a mistake is yielded before its error is raised.
    """
    progress: AbstractContextManager[Callable[[int, int], None]] = nullcontext(lambda done, total: None)
    if not sys.stdout.isatty() and (total or piped):  # a terminal shows the answers
        progress = progress_of("rows") if total else in_lines("rows")
    with progress as show:
        done = 0
        for chunk in _chunks(shapes, AT_ONCE if total else 1):
            if total or done % 1_000 == 0 < done:
                show(done, max(total, done) if total else 0)
            done += len(chunk)
            known = _solve_columnar(chunk, against, total) if total else [()] * len(chunk)
            for shape, solutions in zip(chunk, known, strict=True):
                yield [
                    solution or _solve_visibly(shape, who, method, lines)
                    for who, solution in zip_longest(against(shape), solutions)
                ]


def _lines_of_a_large_file(file: str) -> int:
    """Count the lines of a large text file; 0 for any other. (A large NumPy file may be one long row.)"""
    if not os.path.isfile(file) or os.path.getsize(file) < BYTES_OF_MANY_ROWS or file.endswith(".npy"):
        return 0
    with open(file, "rb") as stream:
        return sum(1 for _ in stream)


def _solve_columnar(
    chunk: Sequence[Shape | Game], against: Callable[[Shape | Game], Sequence[Opponent]], total: int
) -> Sequence[tuple[Solution | None, ...]]:
    """The solutions of each shape: of a row that can be solved together with others, else None."""
    rows = [None if isinstance(shape, Game) else row_of(shape) for shape in chunk]
    first = next((row for row in rows if row is not None), None)
    if first is None or not has_fast():
        return [()] * len(chunk)
    from twoends.answers.columnar import solve_together

    return list(zip(*(solve_together(rows, who, total) for who in against(first)), strict=True))


def _chunks(shapes: Iterable[Shape | Game], most: int) -> Iterator[list[Shape | Game]]:
    """Yield up to `most` shapes at a time. What precedes a mistake is yielded before its error is raised."""
    ahead, chunk = iter(shapes), list[Shape | Game]()
    while True:
        try:
            chunk.extend(islice(ahead, most))
        except TwoEndsError:
            yield chunk
            raise
        if not chunk:
            return
        yield chunk
        chunk = []


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
            "either" if each.order_irrelevant else {None: "-", True: "first", False: "second"}[each.go_first],
            ("" if row_of(each.shape) and each.game.rules.one_card else " ").join(map(str, each.best)),
            "-" if each.line is None else line_text(each.line),
        )
        for each in solutions
    ]
    header = ("opponent", "first", "second", "go", "take", "line moving first")
    lines = columns(header, cells, "<>><<<", width_of_terminal())
    return "\n".join([dealt_text(solutions[0].game), *lines])
