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

_MISSING = {"nan", "na", "n/a", "none", "null", "inf", "infinity"}
"""How tables write a missing value, which is not the name of a column."""

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
    def content(self) -> Shape | Game:
        """What was read. Raises the error of the line, if it has one."""
        if isinstance(self.what, TwoEndsError):
            raise self.what
        return self.what

    def with_fault(self, fault: TwoEndsError) -> Item:
        """Replace what was read by an error, whose sentence begins with the place."""
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
    any_other, before = False, ""
    for number, text in _without_header(_whole_lists(lines, source), source):
        if not any_other and _is_one_word(text):
            column.append((number, text.rstrip(",;")))
            continue
        if not any_other:
            words = _words(text)
            hint_at_contest([word for _, word in column], words[0], len(words))
        elif before[0] == "[" and text.isdecimal() and int(text) <= len(_words(before)):
            _warn(f"{source}, line {number}: did you mean --rules 'turns A, stop {text}' for the row above?")
        elif before[0] == "[" and text[-1] == "]" and not {*"[]|"} & {*before[1:], *text[:-1]}:
            _warn(f"{source}, line {number} closes a bracket: for one row, write it on one line")
        yield from (_read_line(source, at, single) for at, single in column)
        column, any_other, before = [], True, text
        yield _read_line(source, number, text, rules)
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
        what = item.content
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
    parts, depth = list[tuple[int, str]](), 0
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text.startswith("{"):  # JSON has no comments, but may have the sign in a text
            text = text.partition("#")[0].strip()
        if "\0" in text:
            raise not_text(source, number)
        if parts or text.endswith((",", "[", "(", "{", ":")):
            parts.append((number, text))
            depth += sum(map(text.count, "[({")) - sum(map(text.count, "])}"))
            if depth > 0:
                continue
            number, text = parts[0][0], " ".join(part for _, part in parts)
            parts, depth = [], 0
        if text:
            yield number, text
    yield from ((number, text) for number, text in parts if text)  # of a list that nothing closes


def _without_header(lines: Iterable[tuple[int, str]], source: str) -> Iterator[tuple[int, str]]:
    """The lines without a header, which has a name above each value, and without the rules of Markdown."""
    first: tuple[int, str] | None = None
    for place, (number, text) in enumerate(lines):
        if place == 0 and _is_header(text):
            first = number, text
        elif re.fullmatch(r"[|:\s-]*-[|:\s-]*", text) and "|" in text:
            continue
        elif first is not None:
            names, values = _words(first[1]), _words(text)
            if len(values) in (1, len(names)) and all(map(is_value, values)):
                columns = f"; its {len(values)} columns are cards of a row" if len(values) > 1 else ""
                _warn(f"{source}, line {first[0]}: the header '{shortened(first[1])}' is skipped{columns}")
            else:
                yield first
            first = None
            yield number, text
        else:
            yield number, text
    if first is not None:
        yield first


def _words(text: str) -> list[str]:
    return [word.strip("\"'") for word in re.split(r"[,;|\s]+", text.strip(" ,;|"))]


def _is_header(text: str) -> bool:
    """Whether a line may name the columns of a table: text, but not of cards alone."""
    words = _words(text)
    return (
        re.match("[^\\W0-9]", words[0]) is not None
        and not words[0].lower().startswith(("board", "circle"))
        and not (text[:4].lower() == "row " and any(map(is_value, words[1:])))
        and not re.search(r"[=\[{/]|\|.*[0-9]", text)
        and words[0].lower() not in _MISSING
        and not all(map(is_value, words))
    )


def _is_one_word(text: str) -> bool:
    """Whether a line may be a value of a column: one word without brackets, not the name of a shape."""
    return (
        len(_words(text)) == 1
        and text[0] not in "[({"
        and text[-1] not in "])}"
        and re.search("=|/(?:first|second)", text, re.IGNORECASE) is None
        and text.lower() not in {shape.name for shape in every_shape()}
    )


def hint_at_contest(before: Sequence[str], first: str, count: int) -> None:
    """Say which contest's format fits values alone on their lines, if one of them counts those on the next.

    `first` is the first value on that line, `count` their number.
    """
    n, form = str(count), "cases"
    if len(before) == 1 and first == str(count - 1):
        n = first
    elif list(before) == [n]:
        form = "count-then-values"
    elif len(before) != 2 or before[1] != n:
        return
    if n != "1":
        _warn(f"{n} is the number of values after it: did you mean --format {form}?")


def hint_at_column(first: object, count: int) -> None:
    """Say which contest's format fits a column of this many values, if the first one counts the others."""
    if str(first) == str(count - 1) != "1":
        _warn(f"{first} is the number of values after it: did you mean --format count-then-column?")


def _warn(sentence: str) -> None:
    print(f"twoends: {sentence}", file=sys.stderr)


def _read_column(source: str, column: Sequence[tuple[int, str]]) -> Iterator[Item]:
    """The one row that a column is, or the faults of its lines."""
    numbers = f"{source}, line {column[0][0]}"
    try:
        row = parse_row(" ".join(text for _, text in column))
    except RowError as fault:
        faults = [each for at, text in column if (each := _fault_in(f"{source}, line {at}", text))]
        yield from faults or [Item(numbers, fault).with_fault(fault)]
        return
    hint_at_column(column[0][1], len(row))
    if column[0][1].isalpha() and not any(text.isalpha() for _, text in column[1:]):
        _warn(f"{numbers}: '{column[0][1]}' is read as a card, which counts {int(row[0])}")
    yield Item(numbers, row)


def _fault_in(where: str, text: str) -> Item | None:
    """What is wrong with one value of a column."""
    try:
        parse_row(text)
    except RowError as fault:
        return Item(where, fault).with_fault(fault)
    return None


def _read_line(source: str, line: int, text: str, rules: object = None) -> Item:
    """Parse a line; a fault names the source and the line."""
    where = f"{source}, line {line}"
    try:
        return Item(where, parse(text.removesuffix(","), rules=rules))
    except TwoEndsError as fault:
        return Item(where, fault).with_fault(fault)


def not_text(source: str, line: int) -> RowError:
    """The fault of a line that is not UTF-8."""
    return RowError(
        f"{source}, line {line}: this is not UTF-8: save it as UTF-8 text, with a row on each line"
    )
