"""Read texts with a row, a board, a circle or a game on each line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from twoends.rules.errors import NotationError, RowError, TwoEndsError
from twoends.rules.games import Game
from twoends.rules.notation import parse
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape, every_shape, row_of
from twoends.rules.text import parse_row


def read_rows(lines: Iterable[str], source: str) -> Iterator[tuple[int, Row]]:
    """Read rows as pairs (line number, row). Raises RowError with `source` and the line for anything else.

    >>> list(read_rows(["8 15", "3,7"], "deck.txt"))
    [(1, Row(8 15)), (2, Row(3 7))]
    """
    for number, item in read(lines, source):
        row = None if isinstance(item, Game) else row_of(item)
        if row is None:
            kind = "game" if isinstance(item, Game) else item.name
            raise RowError(f"{source}, line {number} is a {kind}: give rows, such as 8 15 3 7")
        yield number, row


def read_games(lines: Iterable[str], source: str, *, rules: object = None) -> Iterator[tuple[int, Game]]:
    """Read games as pairs (line number, game); `rules` as in `parse`.

    Raises NotationError with `source` and the line for anything else.
    """
    any_game = False
    for number, item in read(lines, source, columns=False, rules=rules):
        if not isinstance(item, Game):
            raise NotationError(
                f"{source}, line {number} is a {item.name} and not a game: "
                "write who moved first and the moves, as in 8 15 3 7 / first / LLRL"
            )
        any_game = True
        yield number, item
    if not any_game:
        raise NotationError(f"{source} has no game: give at least one, such as 8 15 3 7 / first / LLRL")


def read(
    lines: Iterable[str], source: str, *, columns: bool = True, rules: object = None
) -> Iterator[tuple[int, Shape | Game]]:
    """Read a row, board, circle or game from each line, as pairs (line number, item); # begins a comment.

    With `columns`, a text with one value on every line is one row; brackets make a line a row of its own.
    `rules` apply to games whose text has none. Yields each item at once, so that the lines before a mistake
    are still used. Raises the errors of `parse` with `source` and the line.

    >>> list(read(["8 15", "circle 3 7 1"], "deck.txt"))
    [(1, Row(8 15)), (2, Circle(3 7 1))]
    >>> list(read(["8", "15", "3"], "deck.txt"))
    [(1, Row(8 15 3))]
    """
    column: list[tuple[int, str]] = []  # the lines of one value, as long as there are no others
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if "\0" in text:
            raise RowError(
                f"{source}, line {number}: this is not text: give a text file with a row on each line"
            )
        if not text:
            continue
        if columns and _is_one_word(text):
            column.append((number, text))
            continue
        if columns:
            columns = False
            yield from ((at, _parse_line(source, at, single)) for at, single in column)
        yield number, _parse_line(source, number, text, rules)
    if columns and column:
        try:
            yield column[0][0], parse_row(" ".join(text for _, text in column))
        except RowError:
            for at, single in column:
                _parse_line(source, at, single)  # raises with the number of the wrong line
            raise
    elif columns:
        raise RowError(f"{source} has no values: give at least one row, such as 8 15 3 7")


def _is_one_word(text: str) -> bool:
    """Whether a line may be a value of a column: one word without brackets, not the name of a shape."""
    return (
        len(re.split(r"[,;\s]+", text)) == 1
        and text[0] not in "[({"
        and text[-1] != "]"
        and text.lower() not in {shape.name for shape in every_shape()}
    )


def _parse_line(source: str, line: int, text: str, rules: object = None) -> Shape | Game:
    """Parse a line; its errors name the source and the line."""
    try:
        return parse(text, rules=rules)
    except TwoEndsError as fault:
        raise type(fault)(f"{source}, line {line}: {fault}") from None
