"""Tables kept in arrays: they are those that are filled cell by cell."""

from __future__ import annotations

import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from twoends import table
from twoends.answers import tables
from twoends.rules.opponents import opponent

ROWS: list[list[Any]] = [
    [],
    [7],
    [5, 7, 9, 1, 4, 2],
    [0, 0, 1, 1, 0, -3, 2],
    [Decimal("2.50"), 1, Decimal("-0.25")],
    [0.5, 1.25, -8.0, 0.125],
    [Fraction(1, 3), 2, Fraction(-5, 6), 0],
    [2**62, 1, 5],
]


@pytest.mark.parametrize(
    "name", ["optimal", "greedy", "greedy left", "modest", "modest left", "generous", "random"]
)
def test_a_table_in_arrays_is_the_one_of_objects(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [table(row, name) for row in ROWS]
    monkeypatch.setattr(tables, "CARDS_THAT_PAY", 0)
    for row, known in zip(ROWS, expected, strict=True):
        got = table(row, name)
        assert isinstance(got.yours, tables.Triangle) is (name != "random" and 2**62 not in row)
        for part in ("yours", "theirs", "best"):
            assert repr(getattr(got, part)) == repr(getattr(known, part)), (part, row, name)
        assert (got, hash(got), pickle.loads(pickle.dumps(got))) == (known, hash(known), known)
        assert got.yours[-1:] == known.yours[-1:]
        assert got[0, len(row)] == known[0, len(row)]
        assert [each.tolist() for each in got.to_numpy()] == [each.tolist() for each in known.to_numpy()]
        assert got.opponent == opponent(name)
