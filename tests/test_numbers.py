"""Numbers of every kind stay exact, and totals are shown as the row's own kind."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
import pytest

from twoends import (
    LEFT,
    Board,
    Card,
    Circle,
    Game,
    Row,
    RowError,
    losses,
    review,
    solve,
)
from twoends.rules.numbers import (
    Number,
    Scale,
    Scaled,
    as_decimal,
    exact_number,
    magnitude,
    number_of,
    places_of_all,
)


@pytest.mark.parametrize(
    ("row", "first", "kind"),
    [
        ([8, 15, 3, 7], 22, int),
        ([Fraction(1, 2), Fraction(1, 3)], Fraction(1, 2), Fraction),
        ([Fraction(1, 2), 2, Fraction(3, 2)], 2, int),
        ([Decimal("2.50"), Decimal("1.25"), 3], Decimal("4.25"), Decimal),
        ([0.1, 0.2, 0.3], 0.4, float),
        ([1, 2.5], 2.5, float),
    ],
)
def test_totals_have_the_rows_kind_of_number(row: list[Any], first: Any, kind: type) -> None:
    got = solve(row).first
    assert got == first
    assert type(got) is kind


def test_values_given_as_integers_stay_integers() -> None:
    assert [type(value) for value in Row.of([1, Fraction(2), Card(7, "♠")]).values] == [int, Fraction, int]
    assert [type(value) for value in Row.of([True, 2.0, Card(7, "♠")]).values] == [int, Fraction, int]


@pytest.mark.skipif(np.longdouble(1) / 3 == 1 / 3, reason="long floats are floats on this machine")
def test_a_number_beyond_a_float_is_refused_and_not_rounded() -> None:
    assert Row.of([np.longdouble(0.5)]) == Row.of([0.5])
    with pytest.raises(RowError, match=r"value 2, 0\.3333.*, is more precise than a float"):
        Row.of([1, np.longdouble(1) / 3])
    with pytest.raises(RowError, match="value 1 is inf: values must be finite"):
        Row.of([np.longdouble(2) ** 2000])


@pytest.mark.parametrize(
    ("scale", "total", "shown"),
    [
        (Scale(), 3, "3"),
        (Scale(), Fraction(3, 2), "Fraction(3, 2)"),
        (Scale(), Fraction(2), "2"),
        (Scale(2, "fraction"), 3, "Fraction(3, 2)"),
        (Scale(3, "fraction"), 6, "2"),
        (Scale(100, "decimal", 2), 350, "Decimal('3.50')"),
        (Scale(3, "decimal", 2), 1, "Fraction(1, 3)"),
        (Scale(100, "decimal", 2), 0.3, "0.3"),
        (Scale(4, "float"), 3, "0.75"),
        (Scale(kind="integer"), 0.3, "0.3"),
    ],
)
def test_a_total_is_shown_as_the_rows_kind_of_number(scale: Scale, total: Any, shown: str) -> None:
    assert repr(scale.show(total)) == shown
    if isinstance(total, int):
        assert list(map(repr, scale.show_all([total]))) == [shown]


def test_a_size_is_the_number_without_its_sign() -> None:
    signed: list[Number] = [-3, 3, 0, -0.5, 0.5, 0.0, Fraction(-1, 2), Fraction(1, 2), Decimal("-2.50")]
    assert " ".join(str(magnitude(number)) for number in signed) == "3 3 0 0.5 0.5 0.0 1/2 1/2 2.50"


def test_only_a_decimal_is_converted_for_computing_to_a_fraction() -> None:
    exact = map(exact_number, [3, Fraction(1, 2), 0.5, Decimal("2.50")])
    assert list(map(repr, exact)) == ["3", "Fraction(1, 2)", "0.5", "Fraction(5, 2)"]


def test_a_decimal_has_no_more_places_than_it_needs_or_is_given() -> None:
    assert [str(as_decimal(Fraction(text))) for text in ("3", "1/2", "3/8", "1/5", "1/6", "-7/4")] == [
        *("3", "0.5", "0.375", "0.2"),
        *("1/6", "-1.75"),
    ]
    assert str(as_decimal(Fraction(5, 2), 3)) == "2.500"
    rows: list[list[Number]] = [[Decimal("2.50")], [1, Decimal("0.5"), 2], [Decimal("1E3")]]
    assert list(map(places_of_all, rows)) == [2, 1, 0]


def test_a_fraction_of_another_library_is_that_fraction() -> None:
    class Ratio:
        """A rational number as gmpy2 has it."""

        numerator, denominator = 3, 4

    Rational.register(Ratio)
    (value,) = Row.of([Ratio()])
    assert (value, type(value)) == (Fraction(3, 4), Fraction)


def test_decimals_are_exact_beyond_the_precision_of_their_context() -> None:
    assert solve([Decimal("1e400"), 5]).first == Decimal("1e400")
    tiny, huge = Decimal("1e-40"), Decimal("1e40")
    assert str(solve([huge, 1, tiny]).first) == "1" + "0" * 40 + "." + "0" * 39 + "1"


def test_decimals_are_shown_with_the_given_places() -> None:
    assert [str(solve([Decimal("2.50"), 1]).first), str(solve([Decimal("2.50"), 1]).second)] == [
        "2.50",
        "1.00",
    ]
    row = [Decimal("2.50")]
    judged = review(Game(row).play(LEFT))
    nothing_lost = [
        solve(row).moves[0].loss,
        *losses(row, [LEFT]),
        judged.moves[0].loss,
        judged.you.loss,
        judged.opponent.loss,
        solve(Board.of(row)).moves[0].loss,
        solve(Circle(row)).moves[0].loss,
    ]
    assert list(map(str, nothing_lost)) == ["0.00"] * 7
    assert [str(move.loss) for move in solve([Decimal("2.50"), 1]).moves] == ["0.00", "1.50"]


@pytest.mark.parametrize(
    ("row", "opponent", "totals"),
    [
        ([Decimal(1), Decimal(2)], "random 1/5", ("2", "1.2")),
        ([Decimal("0.5"), Decimal("0.25")], "random 1/25", ("0.50", "0.49")),
        ([Decimal("0.5"), Decimal("0.25")], "random 1/8", ("0.50", "0.46875")),
        ([Decimal(1), Decimal(2)], "random 1/3", ("2", "4/3")),  # not a finite decimal
    ],
)  # fmt: skip
def test_an_expectation_of_decimals_has_as_many_digits_as_it_needs(
    row: list[Decimal], opponent: str, totals: tuple[str, str]
) -> None:
    solution = solve(row, opponent)
    assert (str(solution.first), str(solution.second)) == totals


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
    values, view = (8, 15), memoryview(b"12")
    assert Scale().show_all(values) is values
    assert Scaled.of(values, Scale()).values is values
    assert Scaled.of(view, Scale(1, "float")).values is view
