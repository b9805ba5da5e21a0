"""Numbers as people like to read them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction

from twoends.rules.numbers import Number, as_decimal


def number(value: Number, error: Number = 0) -> str:
    """A number as a person likes to read it: 18.25 and not 73/4, but 1/3 as it is.

    A float that is right to within `error` has no digits beyond it.

    >>> number(Fraction(73, 4)), number(Fraction(1, 3)), number(Fraction(10**9 + 1, 3**9))
    ('18.25', '1/3', '1000000001/19683 ≈ 50805.263')
    >>> number(8.41049963317, error=2e-6)
    '8.4105'
    """
    if isinstance(value, float):
        return f"{round(value, -math.floor(math.log10(error))) if error else value:.12g}"
    if not isinstance(value, Fraction):
        return str(value)
    if 10**4 % value.denominator == 0:
        return str(as_decimal(value))
    if value.denominator <= 100:
        return str(value)
    rounded = f"≈ {_rounded(value, 8)}"
    return rounded if value.denominator > 10**6 else f"{value} {rounded}"


def _rounded(value: Fraction, digits: int) -> str:
    """The leading digits of a fraction of any size; a float would overflow."""
    return f"{Context(prec=digits).divide(Decimal(value.numerator), Decimal(value.denominator)):g}"


def brief(value: Number) -> str:
    """The same where there is little room: a long fraction is rounded to four digits.

    >>> brief(Fraction(73, 4)), brief(Fraction(10**9 + 1, 3**9))
    ('18.25', '≈ 5.081e+4')
    """
    if not isinstance(value, Fraction) or len(number(value)) <= 8:
        return number(value)
    return f"≈ {Decimal(value.numerator) / value.denominator:.4g}"


def signed(margin: Number) -> str:
    """A margin with its sign, in little room.

    >>> signed(11), signed(0), signed(Fraction(10**6, 3**9))
    ('+11', '0', '≈ +50.81')
    """
    text = brief(margin)
    return text if margin <= 0 else text.replace("≈ ", "≈ +") if "≈" in text else f"+{text}"


def sparkline(values: Sequence[Number], width: int) -> str:
    """A row of blocks as high as the values, the highest one full; at most `width` of them.

    >>> sparkline([11, 11, 4, -3], 80), sparkline([5, 5, 5], 80)
    ('██▅▁', '▄▄▄')
    """
    if len(values) > width:
        values = [values[place * (len(values) - 1) // (width - 1)] for place in range(width)]
    exact = [Fraction(value) for value in values]
    low, high = min(exact), max(exact)
    if low == high:
        return "▄" * len(exact)
    return "".join("▁▂▃▄▅▆▇█"[round(7 * (value - low) / (high - low))] for value in exact)
