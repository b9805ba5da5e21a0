"""What `twoends solve` answers for boards, circles and the contests about them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import click

from twoends.answers.boards import solve_board
from twoends.answers.circles import solve_circle
from twoends.cli.arguments import is_file, lines_of, name_wrong_option, rows_given, source_of
from twoends.reading.contests import read_gaps, read_two_rows
from twoends.rules.boards import Board, parse_board
from twoends.rules.replies import Opponent
from twoends.rules.rows import RowError
from twoends.views.board_words import board_summary, circle_summary, json_board, json_circle


def answer_boards(
    context: click.Context,
    words: Sequence[str],
    file: str | None,
    against: Sequence[Opponent],
    method: str,
    as_json: bool,
) -> None:
    """Solve the boards that a command line names, one a line of a file."""
    boards = boards_given(context, words, file)
    solutions = (solve_board(board, each, method=method) for board in boards for each in against)
    for place, solution in enumerate(solutions):
        if as_json:
            click.echo(json.dumps(json_board(solution), ensure_ascii=False))
        else:
            click.echo(f"{chr(10) if place else ''}{board_summary(solution)}")


def answer_circles(
    context: click.Context, words: Sequence[str], file: str | None, against: Sequence[Opponent], as_json: bool
) -> None:
    """Solve the circles that a command line names."""
    solutions = (solve_circle(row, each) for row in rows_given(context, words, file) for each in against)
    for place, solution in enumerate(solutions):
        if as_json:
            click.echo(json.dumps(json_circle(solution), ensure_ascii=False))
        else:
            click.echo(f"{chr(10) if place else ''}{circle_summary(solution)}")


def answer_gaps(file: str, against: Sequence[Opponent], method: str) -> None:
    """Answer a line with gaps with the first and the second total, a line for each opponent."""
    board = read_gaps(lines_of(file), source_of(file))
    for each in against:
        solution = solve_board(board, each, method=method)
        click.echo(f"{solution.first} {solution.second}")


def answer_two_rows(file: str, against: Sequence[Opponent], method: str) -> None:
    """Answer each case of two rows with the first total against every opponent, a line each."""
    for board in read_two_rows(lines_of(file), source_of(file)):
        click.echo(" ".join(str(solve_board(board, each, method=method).first) for each in against))


def boards_given(context: click.Context, words: Sequence[str], file: str | None) -> Iterator[Board]:
    """The boards that a command line names: its words, or the lines of a file or of standard input."""
    if file is not None and words:
        raise click.UsageError("a board and --file are both given: choose one")
    lone = words[0] if len(words) == 1 and not set(words[0]) & set("[|]") else ""
    if lone == "-" or (lone and is_file(lone)):
        file = lone
    if file is not None:
        boards = 0
        for line, text in enumerate(lines_of(file), 1):
            if board := text.partition("#")[0].strip():
                boards += 1
                try:
                    yield parse_board(board)
                except RowError as fault:
                    raise RowError(f"{source_of(file)}, line {line}: {fault}") from None
        if not boards:
            raise RowError(f"{source_of(file)} has no board: give at least one, such as [1 2 | 3 7 4 | 9]")
    elif words:
        try:
            yield parse_board(" ".join(words))
        except RowError:
            name_wrong_option(context, words)
            raise
    else:
        raise click.UsageError("there is no board: give one such as '[1 2 | 3 7 4 | 9]', a file, or -")
