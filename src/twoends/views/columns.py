"""Columns of text as wide as a window: what does not fit goes below, and no cell is ever cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

GAP = "  "


def columns(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    aligned: str,
    width: int | None = None,
    keys: int = 1,
) -> list[str]:
    """A table as lines; what is too wide for `width` stands below, each time after the first `keys`.

    `aligned` has < or > for each column. Where not even one column fits beside the keys, each row is a
    paragraph. O(cells).

    >>> print("\\n".join(columns(["n", "first", "second"], [["1", "22", "11"]], "<>>", 9)))
    n  first
    1     22
    <BLANKLINE>
    n  second
    1      11
    """
    table = [header, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    whole = sum(widths) + len(GAP) * (len(widths) - 1)
    if width is None or whole <= width:
        parts = [list(range(len(widths)))]
    else:
        key_width = sum(widths[:keys]) + len(GAP) * keys
        if key_width + max(widths[keys:], default=0) > width:
            return list(_paragraphs(header, rows, width))
        cut = parts_of([len(GAP) + each for each in widths[keys:]], width - key_width + len(GAP))
        parts = [[*range(keys), *range(keys + start, keys + stop)] for start, stop in cut]
    lines: list[str] = []
    for part in parts:
        lines += [""] * bool(lines)
        for row in table:
            lines.append(GAP.join(f"{row[at]:{aligned[at]}{widths[at]}}" for at in part).rstrip())
    return lines


def parts_of(widths: Sequence[int], room: int | None) -> Iterator[tuple[int, int]]:
    """Cut columns into parts that fit into so much room, at least one column each."""
    start, used = 0, 0
    for at, width in enumerate(widths):
        if room is not None and at > start and used + width > room:
            yield start, at
            start, used = at, 0
        used += width
    yield start, len(widths)


def _paragraphs(header: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    for place, row in enumerate(rows):
        if place:
            yield ""
        said = ", ".join(f"{name} {cell}".strip() for name, cell in zip(header, row, strict=True) if cell)
        yield from _wrap(said, width)


def wrapped(text: str, width: int | None) -> str:
    """A text with its long lines broken between words; what follows is as far in as what it goes on with."""
    if width is None:
        return text
    lines = []
    for line in text.split("\n"):
        if len(line) <= width:
            lines.append(line)
            continue
        beside = re.match(r"\s*\S+(?: \S+)?\s{2,}|\s*", line)
        indent = len(beside[0]) if beside and 2 * len(beside[0]) < width else 0
        lines += _wrap(line, width, subsequent_indent=" " * indent)
    return "\n".join(lines)


def _wrap(text: str, width: int, **options: Any) -> list[str]:
    from textwrap import wrap  # late: a small solve has nothing to wrap

    return wrap(text, width, break_long_words=False, **options)
