"""Numbers of every kind stay exact, and totals are shown as the row's own kind."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from expected import calls_are_expected
from twoends import (
    LEFT,
    Board,
    Card,
    Circle,
    Game,
    Row,
    RowError,
    losses,
    oracle,
    play_rows,
    review,
    solve,
    solve_rows,
)
from twoends.rules import numbers
from twoends.rules import rows as rows_module
from twoends.rules.numbers import (
    Scale,
    as_decimal,
    exact_number,
    in_units,
    magnitude,
    number_of,
    places_of_all,
    scaled_floats,
)
from twoends.rules.rows import LONG_ARRAY

FUNCTIONS = (
    *(Board, Card, Circle, Game, Row, Scale, as_decimal, exact_number, in_units, losses),
    *(magnitude, places_of_all, review, scaled_floats, solve),
)


def test_numbers_are_computed_and_shown_as_the_rows_kind() -> None:
    """As their file says: with the type and the places of the values given, and exactly."""
    short = {"D": Decimal, "F": Fraction, "LEFT": LEFT, "np": np}
    calls_are_expected("calls_of_numbers.txt", {each.__name__: each for each in FUNCTIONS} | short)


@pytest.mark.skipif(np.longdouble(1) / 3 == 1 / 3, reason="long floats are floats on this machine")
def test_a_number_beyond_a_float_is_refused_and_not_rounded() -> None:
    assert Row.of([np.longdouble(0.5)]) == Row.of([0.5])
    with pytest.raises(RowError, match=r"value 2, 0\.3333.*, is more precise than a float"):
        Row.of([1, np.longdouble(1) / 3])
    with pytest.raises(RowError, match="value 1 is inf: values must be finite"):
        Row.of([np.longdouble(2) ** 2000])


def test_a_fraction_of_another_library_is_that_fraction() -> None:
    class Ratio:
        """A rational number as gmpy2 has it."""

        numerator, denominator = 3, 4

    Rational.register(Ratio)
    (value,) = Row.of([Ratio()])
    assert (value, type(value)) == (Fraction(3, 4), Fraction)


def test_numbers_of_numpy_become_numbers_of_python() -> None:
    for value, kind in (
        (np.int64(8), int), (np.float32(1.5), float), (True, int), (np.True_, int),
        (np.longdouble(0.5), float),
    ):  # fmt: skip
        (given,) = Row.of([value]).given
        assert (given, type(given)) == (value, kind)
    assert Row.of(np.array([8, 15])) == Row.of([8, 15])
    for nothing in (float("nan"), np.float32("nan"), Decimal("nan")):
        with pytest.raises(RowError, match=r"^value 1 is (nan|NaN): values must be finite"):
            number_of(nothing)


def test_whole_numbers_are_not_copied() -> None:
    values = (8, 15)
    assert Row.of(values).scaled.values is values


# --- exact numbers in arrays -------------------------------------------------------------------


FLOATS = st.one_of(
    st.floats(-1000, 1000),
    st.integers(-100, 100).map(float),
    st.builds(lambda whole, power: whole * 2.0**power, st.integers(-(2**53), 2**53), st.integers(-1000, 900)),
    st.sampled_from(
        [0.0, -0.0, 5e-324, -5e-324, 2.0**-1022, 2.0**62, -(2.0**63), 2.0**63, 2.0**64, 2.0**900]
    ),
)
EXACT = st.one_of(
    st.integers(-(10**6), 10**6),
    st.integers(-(2**70), 2**70),
    st.builds(
        lambda digits, places: Decimal(digits).scaleb(places), st.integers(-99, 99), st.integers(-30, 30)
    ),
)
FRACTIONS = st.one_of(st.integers(-99, 99), st.fractions(-10, 10, max_denominator=60), st.fractions())


@st.composite
def tables(draw: st.DrawFn) -> list[list[float]]:
    """Rows of floats of one length: of any sizes, or of sizes that lie close together."""
    n = draw(st.integers(1, 6))
    power = draw(st.integers(-1070, 950))
    close = st.integers(-1000, 1000).map(lambda whole: whole * 2.0 ** max(power, -1074))
    return draw(
        st.lists(
            st.lists(draw(st.sampled_from([FLOATS, close])), min_size=n, max_size=n), min_size=1, max_size=5
        )
    )


def assert_same(got: Any, expected: Any, *context: object) -> None:
    assert repr(got) == repr(expected), (*context, got, expected)


@settings(max_examples=40)
@given(tables(), st.sampled_from(["optimal", "greedy left", "modest", "generous"]), st.booleans())
@example([[2.0**62, 1.0], [5e-324, 1.0], [0.1, 0.2]], "optimal", True)
def test_an_array_of_floats_is_solved_as_its_rows_one_by_one(
    table: list[list[float]], name: str, as_array: bool
) -> None:
    solved = solve_rows(np.array(table) if as_array else table, name)
    played = play_rows(np.array(table) if as_array else table, "best", name)
    method = "contraction" if name == "optimal" else "bottom-up"
    for place, row in enumerate(table):
        expected = solve(row, name, method=method)
        assert_same(solved.first.tolist()[place], expected.first, "first", row)
        assert_same(solved.second.tolist()[place], expected.second, "second", row)
        assert_same(str(solved.best[place]), "".join(map(str, expected.best)), "best", row)
        assert_same(played.tolist()[place], [expected.first, expected.theirs_first], "played", row)


@settings(max_examples=50)
@given(tables())
@example([[2.0**62, 1.0], [5e-324, 1.5e-323]])
@example([[1e300, 1.0], [0.5, 3.0]])
@example([[-(2.0**63), 1.0]])
def test_scaled_floats_are_the_same_numbers_in_the_largest_unit(table: list[list[float]]) -> None:
    integers, exponents, fits = scaled_floats(np.array(table))
    for row, whole, exponent, fit in zip(
        table, integers.tolist(), exponents.tolist(), fits.tolist(), strict=True
    ):
        if fit:
            assert [number * Fraction(2) ** exponent for number in whole] == list(map(Fraction, row)), row
            assert exponent == 0 or any(number % 2 for number in whole), (row, "a larger unit would do")
            assert all(abs(number) < 2**63 for number in whole), (row, "its negative leaves 64 bits")
        else:
            top = max(abs(Fraction(value)) for value in row)
            unit = Fraction(1, max(Fraction(value).denominator for value in row))
            assert top / unit >= 2**62, (row, "it would fit")


@settings(max_examples=40)
@given(st.one_of(st.lists(FLOATS, min_size=1), st.lists(EXACT, min_size=1), st.lists(FRACTIONS, min_size=1)))
@example([0.5, 1.25, 3.0])
def test_a_long_row_in_units_is_solved_as_a_short_one_of_exact_numbers(values: list[Any]) -> None:
    short = Row.of(values)
    with patch.object(rows_module, "LONG_ARRAY", 1):
        long = [Row.of(values)]
        if isinstance(values[0], float):
            long.append(Row.of(np.array(values)))
    for row in long:
        assert (row, hash(row), row.kind, row.scale) == (short, hash(short), short.kind, short.scale)
        assert row[1:] == short[1:]
        got, expected = solve(row), solve(short)
        for name in ("first", "second", "moves", "best", "sum", "margin_first", "winner", "line"):
            assert_same(getattr(got, name), getattr(expected, name), name, values)
        assert solve(row, "greedy").first == solve(short, "greedy").first
        assert oracle(row) == oracle(short)


@pytest.mark.parametrize("at_once", [1, 4, 2**15])
def test_each_row_is_scaled_by_itself_in_any_number_at_once(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "VALUES_AT_ONCE", at_once)
    integers, exponents, fits = scaled_floats(np.array([[1, 2], [0.5, 1], [3, 4], [0.25, 2], [5, 0.125]]))
    assert integers.tolist() == [[1, 2], [1, 2], [3, 4], [1, 8], [40, 1]]
    assert (exponents.tolist(), fits.tolist()) == ([0, -1, 0, -2, -3], [True] * 5)


@pytest.mark.parametrize("kind", ["f8", "i8", "u8", "i2", ">i4"])
def test_a_long_array_of_machine_numbers_stays_an_array(kind: str) -> None:
    row = Row.of((np.arange(LONG_ARRAY) % 7).astype(kind))
    assert isinstance(row.given, memoryview)
    assert row.given.readonly
    assert [*row.given[:8], *row.values[:8]] == [0, 1, 2, 3, 4, 5, 6, 0] * 2
    assert type(row.given[0]) is (float if kind == "f8" else int)
    assert isinstance(Row.of(np.arange(LONG_ARRAY - 1).astype(kind)).given, tuple)
