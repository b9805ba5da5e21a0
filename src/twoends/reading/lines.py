"""Read the lines of a text: rows, boards, circles and games, one a line or one value a line."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from twoends.rules.errors import RowError, TwoEndsError, shortened
from twoends.rules.games import Game
from twoends.rules.notation import parse
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape, every_shape, row_of
from twoends.rules.text import is_value, parse_row

NEEDED = "values: give at least one row, such as 8 15 3 7"
"""What a text without any item lacks, as an error says it."""


class Item(NamedTuple):
    """What was read in one place.

    where  the file and the line, as in `deck.txt, line 3`; empty for the words of a command line
    what   a row, a board, a circle, a game, or what is wrong with the line
    """

    where: str
    what: Shape | Game | TwoEndsError

    @property
    def known(self) -> Shape | Game:
        """What was read. Raises what is wrong with the line."""
        if isinstance(self.what, TwoEndsError):
            raise self.what
        return self.what

    def with_fault(self, fault: TwoEndsError) -> Item:
        """Put a fault in the place of what was read; its sentence begins with the place."""
        return Item(self.where, type(fault)(f"{self.where}: {fault}") if self.where else fault)


def read(lines: Iterable[str], source: str, *, rules: object = None, needed: str = NEEDED) -> Iterator[Item]:
    """Read a row, board, circle or game from each line; # begins a comment.

    A text with one value on every line is one row; brackets make a line a row of its own, and a list or an
    object of JSON may go on over several lines. A first line of names is skipped. That, and what looks like
    the input of a contest, is said on standard error. `rules` apply to games whose text has none. Yields
    each item at once, and a fault for a line that cannot be read. Raises RowError if there is no item.

    >>> [what for _, what in read(["8 15", "circle 3 7 1"], "deck.txt")]
    [Row(8 15), Circle(3 7 1)]
    >>> list(read(["8", "15", "3"], "deck.txt"))
    [Item(where='deck.txt, line 1', what=Row(8 15 3))]
    """
    column: list[tuple[int, str]] = []  # the lines of one value, as long as there are no others
    any_other = is_after_first = False
    for number, text in _whole_lists(lines, source):
        if not text:
            continue
        if not is_after_first and _is_header(text):
            _warn(f"{source}, line {number}: the header '{shortened(text)}' is skipped")
        elif not any_other and _is_one_word(text):
            column.append((number, text.rstrip(",;")))
        else:
            if not any_other:
                _hint_at_contest([word for _, word in column], _words(text))
            yield from (_read_line(source, at, single) for at, single in column)
            column, any_other = [], True
            yield _read_line(source, number, text, rules)
        is_after_first = True
    if column:
        yield from _read_column(source, column)
    elif not any_other:
        raise RowError(f"{source} has no {needed}")


def read_rows(lines: Iterable[str], source: str) -> Iterator[Row]:
    """Read rows. Raises the first fault as it is, and RowError with `source` and the line for another shape.

    >>> list(read_rows(["8 15", "3,7"], "deck.txt"))
    [Row(8 15), Row(3 7)]
    """
    for item in read(lines, source):
        what = item.known
        row = None if isinstance(what, Game) else row_of(what)
        if row is None:
            kind = "game" if isinstance(what, Game) else what.name
            raise RowError(f"{item.where} is a {kind}: give rows, such as 8 15 3 7")
        yield row


def _whole_lists(lines: Iterable[str], source: str) -> Iterator[tuple[int, str]]:
    """The number and the text of each line without its comment; one text for a list on several lines.

    A list goes on if a comma or a bracket ends its first line, because an unpaired bracket alone closes the
    end of a board.
    """
    start, parts, depth = 0, list[str](), 0
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if "\0" in text:
            raise not_text(source, number)
        if parts or text.endswith((",", "[", "(", "{")):
            start = start if parts else number
            parts.append(text)
            depth += sum(map(text.count, "[({")) - sum(map(text.count, "])}"))
            if depth > 0:
                continue
            number, text = start, " ".join(parts)
            parts, depth = [], 0
        yield number, text
    if parts:
        raise RowError(f"{source}, line {start}: no bracket closes the list that begins here: complete it")


def _words(text: str) -> list[str]:
    return re.split(r"[,;\s]+", text.rstrip(",;"))


def _is_header(text: str) -> bool:
    """Whether a line consists of names, as the first one of a table does, and not of cards."""
    words = [word.strip("\"'") for word in _words(text)]
    return (
        all(re.fullmatch(r"[A-Za-z_][\w .-]*", word) for word in words)
        and words[0].lower() not in {shape.name for shape in every_shape()}
        and not any(map(is_value, words))
    )


def _is_one_word(text: str) -> bool:
    """Whether a line may be a value of a column: one word without brackets, not the name of a shape."""
    return (
        len(_words(text)) == 1
        and text[0] not in "[({"
        and text[-1] not in "])}"
        and text.lower() not in {shape.name for shape in every_shape()}
    )


def _hint_at_contest(before: Sequence[str], words: Sequence[str]) -> None:
    """Say which format fits words alone on their lines, before these on one line, if one counts these."""
    n, form = str(len(words)), "cases"
    if len(before) == 1 and words[0] == str(len(words) - 1):
        n = words[0]
    elif before == [n]:
        form = "count-then-values"
    elif len(before) != 2 or before[1] != n:
        return
    if len(words) > 1:
        _warn(f"{n} is the number of values after it: did you mean --format {form}?")


def _warn(sentence: str) -> None:
    print(f"twoends: {sentence}", file=sys.stderr)


def _read_column(source: str, column: Sequence[tuple[int, str]]) -> Iterator[Item]:
    """The one row that a column is, or the faults of its lines."""
    numbers = f"{source}, line {column[0][0]}"
    try:
        row = parse_row(" ".join(text for _, text in column))
    except RowError as fault:
        lines = [_read_line(source, at, text) for at, text in column]
        faults = [each for each in lines if isinstance(each.what, TwoEndsError)]
        yield from faults or [Item(numbers, RowError(f"{numbers}: {fault}"))]
        return
    if column[0][1] == str(len(row) - 1) != "1":
        _warn(f"{column[0][1]} is the number of values after it: did you mean --format count-then-column?")
    yield Item(numbers, row)


def _read_line(source: str, line: int, text: str, rules: object = None) -> Item:
    """Parse a line; a fault names the source and the line."""
    where = f"{source}, line {line}"
    try:
        return Item(where, parse(text, rules=rules))
    except TwoEndsError as fault:
        return Item(where, type(fault)(f"{where}: {fault}"))


def not_text(source: str, line: int) -> RowError:
    """The fault of a line that is not UTF-8."""
    return RowError(
        f"{source}, line {line}: this is not UTF-8: save it as UTF-8 text, with a row on each line"
    )
