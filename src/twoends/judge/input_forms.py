"""Input forms: how rows are written to standard input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


def _words(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _wrapped(values: Sequence[int], width: int = 20) -> str:
    return "\n".join(_words(values[at : at + width]) for at in range(0, len(values), width))


def _cases(rows: Sequence[Sequence[int]]) -> str:
    return "".join(f"{len(row)}\n{_words(row)}\n" for row in rows)


@dataclass(frozen=True, slots=True)
class Form:
    """How an input is written.

    text   what it looks like
    write  the rows as the whole input
    many   whether one input holds several rows
    """

    text: str
    write: Callable[[Sequence[Sequence[int]]], str]
    many: bool = False


FORMS = {
    "count-then-values": Form(
        "n, then the values on the next line", lambda rows: f"{len(rows[0])}\n{_words(rows[0])}\n"
    ),
    "count-then-lines": Form(
        "n, then the values, twenty on a line", lambda rows: f"{len(rows[0])}\n{_wrapped(rows[0])}\n"
    ),
    "values": Form("the values on one line", lambda rows: f"{_words(rows[0])}\n"),
    "lines": Form(
        "a row on each line, to the end of the input",
        lambda rows: "".join(f"{_words(row)}\n" for row in rows),
        many=True,
    ),
    "counted-lines": Form(
        "n and the values on each line, then a line with 0",
        lambda rows: "".join(f"{len(row)} {_words(row)}\n" for row in rows) + "0\n",
        many=True,
    ),
    "cases": Form(
        "the number of cases; for each one n, then the values on the next line",
        lambda rows: f"{len(rows)}\n{_cases(rows)}",
        many=True,
    ),
    "count-then-column": Form(
        "n, then one value a line", lambda rows: "".join(f"{each}\n" for each in (len(rows[0]), *rows[0]))
    ),
    "values-then-stop": Form(
        "the values on one line, then K on the next", lambda rows: f"{_words(rows[0][:-1])}\n{rows[0][-1]}\n"
    ),
    "values-stop-lines": Form(
        "on each line the values of a row, a bar and K",
        lambda rows: "".join(f"{_words(row[:-1])} | {row[-1]}\n" for row in rows),
        many=True,
    ),
    "cases-then-0": Form(
        "for each case n, then the values on the next line; then a line with 0",
        lambda rows: f"{_cases(rows)}0\n",
        many=True,
    ),
}
