"""The exact errors of wrong calls of the library, as tests/data/errors.txt has them."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import expected
import twoends
from twoends import puzzles
from twoends.answers.graphs import graph
from twoends.puzzles.conditions import conditions
from twoends.reading.contests import read_cases, read_gaps
from twoends.reading.frames import rows_of
from twoends.rules.notation import parse_game, parse_shape
from twoends.rules.opponents import custom_opponent
from twoends.rules.text import parse_row, parse_value
from twoends.search import search
from twoends.study import Pairing, Study
from twoends.study.description import describe
from twoends.views.explain import MOST_POSITIONS_IN_GRAPH, contraction_text, table_text

PAGE = expected.DATA / "errors.txt"
"""Calls after >>>, each with the error that it raises on the line below; a # begins a heading."""

NAMES: dict[str, Any] = {name: getattr(twoends, name) for name in twoends.__all__} | {
    each.__name__: each
    for each in (
        *(Decimal, Fraction, conditions, read_cases, read_gaps, rows_of, parse_game, parse_shape),
        *(custom_opponent, parse_row, parse_value, search, contraction_text, graph, table_text),
        *(Study, Pairing, describe),
    )
}
NAMES |= {"__name__": "mine", "puzzles": puzzles, "np": np, "MOST_POSITIONS": MOST_POSITIONS_IN_GRAPH}
NAMES |= {
    short: pytest.importorskip(library, reason="needs the frames of the development group")
    for short, library in (("pl", "polars"), ("pd", "pandas"), ("pa", "pyarrow"))
}

CALLS = re.findall(r"^>>> (.*)\n(.*)\n", PAGE.read_text("utf-8"), re.MULTILINE)


def error_of(call: str) -> str:
    """The type and the message of the error of a call."""
    try:
        result = eval(call, NAMES)
    except twoends.TwoEndsError as fault:
        return f"{type(fault).__name__}: {fault}"
    return f"no error, but {result!r}"


if expected.WRITTEN_ANEW:  # a change fails below, against the old text
    kept = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith((">>> ", "#"))]
    lines = (f"{line}\n{error_of(line[4:])}\n" if line.startswith(">>> ") else f"{line}\n" for line in kept)
    PAGE.write_text("".join(lines), "utf-8")


@pytest.mark.parametrize(("call", "sentence"), CALLS, ids=[call[:60] for call, _ in CALLS])
def test_the_error_of_a_wrong_call_says_what_is_wrong_and_what_to_write(call: str, sentence: str) -> None:
    assert error_of(call) == sentence
