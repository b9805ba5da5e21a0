"""The inputs of contests: what the judge writes is what `solve --format` reads, and errors name the line."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from expected import is_expected
from twoends.reading.formats import FORMATS

values = st.integers(-(10**20), 10**20)
rows = st.lists(st.lists(values, min_size=1, max_size=9), min_size=1, max_size=4)


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=10)
@given(rows, st.data())
@example([[0]], None)
@example([[7] * 20, [7] * 21, [7] * 40], None)
def test_every_format_reads_the_rows_that_it_writes(
    name: str, several: list[list[int]], data: st.DataObject | None
) -> None:
    each = FORMATS[name]
    if each.stops:
        several = [[*row, data.draw(st.integers(1, len(row))) if data else 1] for row in several]
    if each.weighs:
        several = [[*row, *row[::-1], len(row)] for row in several]
    for written in [several] if each.many else [[row] for row in several]:
        text = each.write(written)
        assert list(each.read(text.splitlines(), "in")) == written
        assert text.endswith("\n")


TEXTS: dict[str, tuple[str, ...]] = {
    "count-then-values": ("2 8\n\n15\n", "0", "", "x", "-1", "2\n8", "2\n8,15", "1\n8\n15"),
    "count-then-lines": ("3\n8 15\n3", "3\n8 15"),
    "values": ("\n 8  15 \n\n", "", "8 x", "8 15\n3"),
    "lines": ("8 15\n\n3 7\n", "\n", "8 15\n3,7"),
    "counted-lines": ("2 8 15\n1 3\n0\n", "0", "2 8 15\n", "1 8\n0\n1 7"),
    "cases": (
        "2\n2\n8 15\n0\n", "2\n1 3", "1\n2\n8", "1\n1\n8\n9", "٣", "1" + 16 * "0", "1" + 17 * "0",
        "1\n" + 50 * "x",
    ),
    "count-then-column": ("2\n8\n15\n", "2\n8\nx"),
    "values-then-stop": ("8 15 3\n2\n", "8 15 3", "8 15 3\n0", "8 15\n1\n3"),
    "values-stop-lines": ("8 15 | 1\n\n3 | 1\n", "8 15 |", "8 | 1 | 2", "8 x | 1", "8 1\n3 | 1"),
    "values-then-weights": ("8 15 3\n2 -1\n", "8 15\n\n7", "8 15 3", "8 15\n1/2", "8 15\n1\n3"),
    "values-weights-lines": ("8 15 | 1 2\n\n3 | -1\n", "8 15 |", "8 | 1 | 2", "8 x | 1"),
    "cases-then-0": ("2\n8 15\n1\n3\n0\n", "2\n8\n0", "1\n8\n0\n0"),
}  # fmt: skip
"""Texts by format; data/formats.txt has the rows that are read before an error, and its message."""


def test_texts_are_read_up_to_an_error_that_names_the_line() -> None:
    assert TEXTS.keys() == FORMATS.keys()
    lines = []
    for name, texts in TEXTS.items():
        for text in texts:
            lines.append(f"{name} of {text!r}:")
            try:
                lines.extend(f"  {row}" for row in FORMATS[name].read(text.splitlines(), "in"))
            except ValueError as fault:
                lines.append(f"  {fault}")
    is_expected("formats.txt", "\n".join([*lines, ""]))
