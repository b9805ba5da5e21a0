"""Numbers in a form that people like to read."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import partial

from twoends.rules.numbers import Number, as_decimal
from twoends.rules.rows import Row

Form = Callable[[Number], str]
"""Writes the numbers of one report."""

MAX_CHARACTERS_WRITTEN_OUT = 30
"""A decimal keeps its exponent if it would be longer than this without one."""


def form_of(values: Iterable[Number], error: Number = 0) -> Form:
    """A common form for all numbers of a report, in O(n).

    Fractions are all written as decimals, all as fractions, or all rounded to the same number of decimal
    places. Floats that are right to within `error` have no digits beyond it.

    >>> [*map(form_of([Fraction(73, 4), 7]), [Fraction(73, 4), 7])]
    ['18.25', '7']
    >>> [*map(form_of([Fraction(3, 4), Fraction(1, 3)]), [Fraction(3, 4), Fraction(1, 3)])]
    ['3/4', '1/3']
    >>> [*map(form_of([Fraction(10**9 + 1, 3**9)]), [Fraction(10**9 + 1, 3**9), Fraction(1, 2)])]
    ['≈ 50805.2635', '≈ 0.5000']
    """
    plain = partial(number, error=error) if error else number
    no_fractions = int, float, Decimal  # not a union, which Python would build for each value of a long file
    denominators = {value.denominator for value in values if not isinstance(value, no_fractions)}
    if all(10**4 % each == 0 for each in denominators):
        return plain
    if max(denominators) <= 100:
        return lambda value: str(value) if isinstance(value, Fraction) else plain(value)

    def rounded(value: Number) -> str:
        """A fraction to four decimal places; a float might overflow."""
        if not isinstance(value, Fraction) or value.denominator == 1:
            return plain(value)
        return f"≈ {Decimal(f'{round(value * 10**4)}E-4'):f}"

    return rounded


def _written_out(value: Decimal) -> str:
    """A decimal without an exponent and without trailing zeros."""
    text = f"{value:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return str(value) if len(text) > MAX_CHARACTERS_WRITTEN_OUT else "0" if text == "-0" else text


def card_text(card: Number) -> str:
    """A card as it was given, except that decimals have no exponent."""
    return _written_out(card) if isinstance(card, Decimal) else str(card)


def card_texts(row: Row) -> list[str]:
    """Every card of a row as text."""
    return row.words() if row.kind == "integer" else list(map(card_text, row.given))


def number(value: Number, error: Number = 0) -> str:
    """A number in the most readable form: 18.25 instead of 73/4, but 1/3 unchanged.

    A float that is right to within `error` has no digits beyond it.

    >>> number(Fraction(73, 4)), number(Fraction(1, 3)), number(Fraction(10**9 + 1, 3**9))
    ('18.25', '1/3', '1000000001/19683 ≈ 50805.263')
    >>> number(8.41049963317, error=2e-6), number(Decimal("1E+5")), number(Decimal("2.5000"))
    ('8.4105', '100000', '2.5')
    """
    if type(value) is int:
        return str(value)
    if isinstance(value, float):
        return f"{round(value, -math.floor(math.log10(error))) if error else value:.12g}"
    if isinstance(value, Decimal):
        return _written_out(value)
    if not isinstance(value, Fraction):
        return str(value)
    if 10**4 % value.denominator == 0:
        return _written_out(Decimal(str(as_decimal(value))))
    if value.denominator <= 100:
        return str(value)
    # A float might overflow.
    rounded = f"≈ {Context(prec=8).divide(Decimal(value.numerator), Decimal(value.denominator)):g}"
    return rounded if value.denominator > 10**6 else f"{value} {rounded}"


def brief(value: Number) -> str:
    """A number in little room: a long fraction is rounded to four digits."""
    if not isinstance(value, Fraction) or value.denominator == 1 or len(number(value)) <= 8:
        return number(value)
    return f"≈ {Decimal(value.numerator) / value.denominator:.4g}"


def signed(margin: Number, form: Form = brief) -> str:
    """A margin with its sign."""
    text = form(margin)
    return text if margin <= 0 else text.replace("≈ ", "≈ +") if "≈" in text else f"+{text}"


def sparkline(values: Sequence[Number], width: int) -> str:
    """A bar chart of the values in one line of at most `width` characters; the highest bar is full."""
    if len(values) > width:
        values = [values[place * (len(values) - 1) // (width - 1)] for place in range(width)]
    exact = [Fraction(value) for value in values]
    low, high = min(exact), max(exact)
    if low == high:
        return "▄" * len(exact)
    return "".join("▁▂▃▄▅▆▇█"[round(7 * (value - low) / (high - low))] for value in exact)
