"""Checks one input of a task, to be taken along in a problem package: 42 if it is valid, else 43."""

from __future__ import annotations

import re
import sys
from typing import Any

TASK: dict[str, Any] = {"form": "count-then-values", "least": 1, "most": 100, "low": -1000, "high": 1000,
        "even_only": False, "odd_sum": False, "most_sum": None}  # fmt: skip
NUMBER = "(0|-?[1-9][0-9]*)"


def lines_of(text: str) -> list[list[int]]:
    """Every line as numbers with single blanks between them."""
    assert text.endswith("\n"), "the last line does not end"
    lines = text[:-1].split("\n")
    for at, line in enumerate(lines, 1):
        assert re.fullmatch(f"{NUMBER}( {NUMBER})*", line), f"line {at} is not numbers with single blanks"
    return [list(map(int, line.split())) for line in lines]


def rows(lines: list[list[int]]) -> list[list[int]]:
    """The rows of an input in the form of the task."""
    form = TASK["form"]
    if form == "values":
        assert len(lines) == 1, "there is more than one line"
        return lines
    if form == "lines":
        return lines
    if form == "counted-lines":
        assert lines[-1] == [0], "the last line is not 0"
        assert all(len(line) == line[0] + 1 for line in lines[:-1]), "a count is wrong"
        return [line[1:] for line in lines[:-1]]
    if form in ("cases", "cases-then-0"):
        if form == "cases":
            assert lines[0] == [(len(lines) - 1) // 2], "the number of cases is wrong"
            lines = lines[1:]
        else:
            assert lines.pop() == [0], "the last line is not 0"
        counts, found = lines[::2], lines[1::2]
        assert counts == [[len(row)] for row in found], "a count is wrong"
        return found
    row = [value for line in lines[1:] for value in line]
    assert lines[0] == [len(row)], "the count is wrong"
    width = {"count-then-lines": 20, "count-then-column": 1}.get(form, len(row))
    assert all(len(line) == width for line in lines[1:-1]), "the lines are of another length"
    assert len(lines[-1]) <= width, "the last line is too long"
    return [row]


def check(row: list[int]) -> None:
    """See whether a row is within the limits."""
    assert TASK["least"] <= len(row) <= TASK["most"], "too few or too many cards"
    assert all(TASK["low"] <= value <= TASK["high"] for value in row), "a value is out of its limits"
    assert not TASK["even_only"] or len(row) % 2 == 0, "an odd number of cards"
    assert not TASK["odd_sum"] or sum(row) % 2 == 1, "an even sum"
    assert TASK["most_sum"] is None or sum(row) <= TASK["most_sum"], "the sum is too large"


if __name__ == "__main__":
    try:
        for each in rows(lines_of(sys.stdin.read())):
            check(each)
    except AssertionError as fault:
        print(fault, file=sys.stderr)
        sys.exit(43)
    sys.exit(42)
