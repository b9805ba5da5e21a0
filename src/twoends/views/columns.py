"""Tables and paragraphs of text that fit a window; cells are never truncated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

GAP = "  "


def columns(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    aligned: str,
    width: int | None = None,
    keys: int = 1,
) -> list[str]:
    """A table as lines; columns that do not fit into `width` follow below, beside the first `keys` again.

    `aligned` has < or > for each column. If not even one column fits beside the keys, each row becomes a
    paragraph. O(cells).

    >>> print("\\n".join(columns(["n", "first", "second"], [["1", "22", "11"]], "<>>", 9)))
    n  first
    1     22
    <BLANKLINE>
    n  second
    1      11
    """
    table, lines = [header, *rows], list[str]()
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    if width is None or sum(widths) + len(GAP) * (len(widths) - 1) <= width:
        parts = [list(range(len(widths)))]
    else:
        key_width = sum(widths[:keys]) + len(GAP) * keys
        if key_width + max(widths[keys:], default=0) > width:
            for row in rows:
                cells = (f"{name} {cell}".strip() for name, cell in zip(header, row, strict=True) if cell)
                lines += [""] * bool(lines) + _break_line(", ".join(cells), width)
            return lines
        ranges = parts_of([len(GAP) + each for each in widths[keys:]], width - key_width + len(GAP))
        parts = [[*range(keys), *range(keys + start, keys + stop)] for start, stop in ranges]
    for part in parts:
        lines += [""] * bool(lines)
        for row in table:
            lines.append(GAP.join(f"{row[at]:{aligned[at]}{widths[at]}}" for at in part).rstrip())
    return lines


def parts_of(widths: Sequence[int], room: int | None) -> Iterator[tuple[int, int]]:
    """Divide columns into ranges [start, stop) that fit into `room`, of at least one column each."""
    start, used = 0, 0
    for at, width in enumerate(widths):
        if room is not None and at > start and used + width > room:
            yield start, at
            start, used = at, 0
        used += width
    yield start, len(widths)


def wrapped(text: str, width: int | None) -> str:
    """A text with long lines broken between words; continuation lines keep the indent of the text column."""
    if width is None:
        return text
    lines = []
    for line in text.split("\n"):
        if len(line) <= width:
            lines.append(line)
            continue
        label = re.match(r"\s*\S+(?: \S+)?\s{2,}|\s*", line)
        indent = len(label[0]) if label and 2 * len(label[0]) < width else 0
        lines += _break_line(line, width, indent)
    return "\n".join(lines)


def _break_line(line: str, width: int, indent: int = 0) -> list[str]:
    """A line broken between words, with continuation lines indented."""
    from textwrap import wrap  # late: a millisecond, and most lines fit

    return wrap(line, width, break_long_words=False, subsequent_indent=" " * indent)
