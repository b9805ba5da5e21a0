"""The sequences that a text runs on: lists of exact numbers or floats; `compiled` has arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple


class Sequences(NamedTuple):
    """How to make the sequences that a text runs on.

    text      returns the functions of a text, as they stand or compiled
    ints      makes a sequence of n equal ints
    numbers   makes one of n zeros of the kind of totals
    of_ints   makes one from a list of ints
    of_numbers  makes one from a list of values
    repeated  makes a table whose rows are the same
    sums      makes the sums of the first 0, 1, 2, ... values
    rows      makes a table of zeros of the kind of totals, given the length of each row
    bytes     makes such a table of bytes
    number    converts an entry to a Python number
    """

    text: Callable[[Any], Any]
    ints: Callable[[int, int], Any]
    numbers: Callable[[int], Any]
    of_ints: Callable[[Any], Any]
    of_numbers: Callable[[Any], Any]
    repeated: Callable[[Any, int], Any]
    sums: Callable[[Any], Any]
    rows: Callable[[Sequence[int]], Any]
    bytes: Callable[[Sequence[int]], Any]
    number: Callable[[Any], Any]


def _itself(what: Any) -> Any:
    return what


IN_LISTS = Sequences(
    text=_itself,
    ints=lambda count, entry: [entry] * count,
    numbers=lambda count: [0] * count,
    of_ints=_itself,
    of_numbers=_itself,
    repeated=lambda row, times: [row] * times,
    sums=lambda values: list(accumulate(values, initial=0)),
    rows=lambda lengths: [[0] * length for length in lengths],
    bytes=lambda lengths: list(map(bytearray, lengths)),
    number=_itself,
)
