"""Rows: the values in order as exact numbers, decks of cards, and the text that people type.

Glossary
    Number   what a user gives and gets back: int, Fraction, Decimal or float
    Exact    the same number as int or Fraction: what every method computes on
    word     one value as text: 8, -2.50, 3/4, A♠, 10h, K
    row      the values in order; empty rows, negatives, zeros and ties are all allowed

A float is the exact binary fraction that it stores. Totals of a float row are computed exactly
and rounded once, when they are shown, so that every method gives the same float.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from random import Random

Exact = int | Fraction
Number = int | Fraction | Decimal | float
Kind = Literal["integer", "fraction", "decimal", "float"]

LONG_ARRAY = 10_000
"""From so many integers on an array is used in place; as a tuple it would take five times its memory."""

MOST_DIGITS = 1000
"""A number in a text has at most so many digits: a longer one is a slip or an attack."""

SUITS = "♠♥♦♣"
RANK_NAMES = {11: "J", 12: "Q", 13: "K", 14: "A"}


class TwoEndsError(ValueError):
    """Something that the user can mend; the message is one sentence that says how.

    >>> issubclass(RowError, TwoEndsError), issubclass(TwoEndsError, ValueError)
    (True, True)
    """


class RowError(TwoEndsError):
    """A row that cannot be read or used.

    >>> Row.of([1, float("nan")])
    Traceback (most recent call last):
    twoends.rows.RowError: value 2, nan, has no place in a sum: give finite numbers
    """


class Card(int):
    """A playing card: an int from 2 to 14 (jack 11, queen 12, king 13, ace 14) with a suit.

    >>> ace = Card(14, "♠")
    >>> print(ace, ace + 1)
    A♠ 15
    """

    suit: str

    def __new__(cls, value: int, suit: str) -> Card:
        """Make the card; `suit` is one of ♠ ♥ ♦ ♣."""
        card = super().__new__(cls, value)
        card.suit = suit
        return card

    def __str__(self) -> str:
        return RANK_NAMES.get(int(self), str(int(self))) + self.suit

    __repr__ = __str__

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]  # int's own has one value
        return int(self), self.suit


@dataclass(frozen=True, repr=False)
class Row(Sequence[Number]):
    """The values in order; build one with `Row.of`.

    given   shape (n,), the values as the user gave them
    values  shape (n,), the same numbers, each an int or a Fraction

    Both are tuples, but for a long array of integers, which is not copied: they are views of it then,
    so leave the array as it is while you use the row.

    kind    how totals are shown: as int, Fraction, Decimal or float
    places  for decimals: digits after the point in a total

    >>> Row.of([8, 15, 3, 7])
    Row(8 15 3 7)
    """

    given: Sequence[Number]
    values: Sequence[Exact]
    kind: Kind = "integer"
    places: int = 0

    @classmethod
    def of(cls, values: Iterable[Any]) -> Row:
        """Make a row of any numbers in O(n), of a long array of integers in O(1).

        Raises RowError for an array of another shape than (n,), for NaN, infinities, things that are
        no real numbers, a float beside a Fraction or a Decimal (one of them would have to change its
        nature), and floats whose sum leaves the range of a float.

        >>> Row.of(["8"])
        Traceback (most recent call last):
        twoends.rows.RowError: value 1, '8', is a str: give an int, Fraction, Decimal or float
        """
        if isinstance(values, Row):
            return values
        if hasattr(values, "tolist"):
            if len(shape := getattr(values, "shape", (0,))) != 1:
                raise RowError(
                    f"the array has shape {shape}: give one row as (n,), or many rows to solve_rows"
                )
            if (view := _view(values)) is not None:
                return cls(view, view)
            values = values.tolist()
        try:
            given = tuple(values)
        except TypeError:
            raise RowError(
                f"{values!r} is not a row: give the values in order, as in [8, 15, 3, 7]"
            ) from None
        if all(type(value) is int for value in given):
            return cls(given, given)
        given = tuple(_plain(value) for value in given)
        exact = tuple(_exact(value, place) for place, value in enumerate(given, 1))
        kinds = {_kind(value) for value in given}
        if "float" in kinds and not kinds <= {"float", "integer"}:
            raise RowError(
                "a float stands beside a Fraction or a Decimal: give them all as one kind, "
                "for instance Fraction(0.5) or Decimal('0.5')"
            )
        for kind in ("float", "fraction", "decimal"):
            if kind in kinds:
                break
        else:
            kind = "integer"
        if kind == "float":
            try:
                float(sum(max(value, -value) for value in exact))
            except OverflowError:
                raise RowError("the sum leaves the range of a float: give the values as Fractions") from None
        places = 0
        if kind == "decimal":
            places = max(_places(value) for value in given if isinstance(value, Decimal))
        return cls(given, exact, kind, places)  # type: ignore[arg-type]  # the loop keeps no Literal

    def show(self, total: Exact | float) -> Number:
        """Turn an exact total into the kind of number that the row has, in O(1).

        A total that its kind cannot hold, such as a third of a Decimal, stays a Fraction.

        >>> Row.of([Decimal("2.50"), 1]).show(Fraction(7, 2))
        Decimal('3.50')
        """
        if isinstance(total, float):
            return total
        if self.kind == "float":
            return float(total)
        if self.kind == "decimal":
            return as_decimal(Fraction(total), self.places)
        return int(total) if total.denominator == 1 else total

    def words(self) -> list[str]:
        """Every value as text that `parse_row` reads back."""
        return [write(value) for value in self.given]

    def __len__(self) -> int:
        return len(self.given)

    @overload
    def __getitem__(self, at: int) -> Number: ...
    @overload
    def __getitem__(self, at: slice) -> Row: ...
    def __getitem__(self, at: int | slice) -> Number | Row:
        if isinstance(at, slice):
            return Row(self.given[at], self.values[at], self.kind, self.places)
        return self.given[at]

    def __str__(self) -> str:
        return " ".join(self.words())

    def __repr__(self) -> str:
        return f"Row({self if len(self) <= 40 else f'{self[:20]} … {self[-5:]}, {len(self)} values'})"


def _view(array: Any) -> Sequence[int] | None:
    """A long array of integers as a sequence of ints that shares its memory; None for any other array."""
    if getattr(getattr(array, "dtype", None), "kind", None) not in ("i", "u") or len(array) < LONG_ARRAY:
        return None
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return memoryview(array).toreadonly()


def _kind(value: object) -> Kind:
    if isinstance(value, Integral):
        return "integer"
    if isinstance(value, Decimal):
        return "decimal"
    return "float" if isinstance(value, float) else "fraction"


def _plain(value: Any) -> Any:
    """A number of another library, such as NumPy's, as Python's own; anything else as it is."""
    if isinstance(value, int | Fraction | Decimal | float):
        return int(value) if isinstance(value, bool) else value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return float(value) if isinstance(value, Real) else value


def _exact(value: Any, place: int) -> Exact:
    if isinstance(value, Decimal | float) and not _is_finite(value):
        raise RowError(f"value {place}, {value}, has no place in a sum: give finite numbers")
    if not isinstance(value, int | Fraction | Decimal | float):
        raise RowError(
            f"value {place}, {value!r}, is a {type(value).__name__}: give an int, Fraction, Decimal or float"
        )
    return int(value) if isinstance(value, int) else Fraction(value)


def _is_finite(value: Decimal | float) -> bool:
    return value.is_finite() if isinstance(value, Decimal) else math.isfinite(value)


def exact_number(value: Any) -> Exact | float:
    """A number of any kind as one to compute with; a float stays a float. Raises RowError.

    >>> exact_number(Decimal("2.50"))
    Fraction(5, 2)
    """
    value = _plain(value)
    exact = _exact(value, 1)
    return value if isinstance(value, float) else exact


def _places(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def as_decimal(total: Fraction, places: int = 0) -> Number:
    """The Decimal equal to `total`, with at least `places` digits after the point; else `total` itself.

    >>> as_decimal(Fraction(5, 2), places=2), as_decimal(Fraction(1, 3))
    (Decimal('2.50'), Fraction(1, 3))
    """
    rest, twos, fives = total.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest > 1:
        return total
    places = max(places, twos, fives)
    scaled = total.numerator * 10**places // total.denominator
    # Built from its digits: Decimal arithmetic would round to the context's precision.
    return Decimal((int(scaled < 0), tuple(map(int, str(abs(scaled)))), -places))


def common_unit(values: Sequence[Exact]) -> tuple[tuple[int, ...], int]:
    """Write the values as integers over one common denominator, in O(n).

    Totals, margins and moves scale with the values, so that every method may run on integers.

    >>> common_unit([Fraction(1, 2), Fraction(2, 3), 1])
    ((3, 4, 6), 6)
    """
    unit = math.lcm(*(value.denominator for value in values))
    return tuple(value.numerator * (unit // value.denominator) for value in values), unit


# --- decks and random rows ---------------------------------------------------------------------


def deck() -> list[Card]:
    """List the 52 cards in order, 2♠ to A♣.

    >>> len(deck()), deck()[0], deck()[-1]
    (52, 2♠, A♣)
    """
    return [Card(value, suit) for suit in SUITS for value in range(2, 15)]


def shuffled(cards: Iterable[Number], random: Random) -> Row:
    """Shuffle by Fisher and Yates: each order equally likely, in O(n)."""
    cards = list(cards)
    for last in range(len(cards) - 1, 0, -1):
        other = random.randrange(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return Row.of(cards)


def deal(seed: int | None = None) -> Row:
    """Deal a shuffled deck of 52; the same seed deals the same cards.

    >>> print(deal(seed=7)[:5])
    6♥ 2♣ 7♦ Q♠ 3♣
    """
    from random import Random  # late, for it takes milliseconds to load

    return shuffled(deck(), Random(seed))


def random_row(length: int, low: int, high: int, random: Random) -> Row:
    """Draw `length` integers from low to high, both included, each equally likely."""
    return Row.of(random.randint(low, high) for _ in range(length))


# --- text --------------------------------------------------------------------------------------

# Patterns are compiled at their first use: a small solve of plain integers needs one of them.
_CARD = r"(10|[2-9TJQKA])([♠♥♦♣♤♡♢♧SHDC])|([JQKA])"
_NUMBER = r"[+-]?([0-9]+/[0-9]+|([0-9]+\.?[0-9]*|\.[0-9]+)(E[+-]?[0-9]{1,4})?)"
_PLAIN_INTEGERS = r"[-+0-9\s,]*"
_RANKS = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
_SUIT_OF = {
    name: suit for names, suit in zip(("♠♤S", "♥♡H", "♦♢D", "♣♧C"), SUITS, strict=True) for name in names
}


def write(value: Number | Exact) -> str:
    """Write one value as `parse_value` reads it: a card by its name, a fraction as 3/4."""
    return str(value)


def parse_value(word: str) -> Number:
    """Read one word: an integer, a decimal, a fraction or a card. Raises RowError.

    >>> parse_value("-3"), parse_value("2.50"), parse_value("3/4"), parse_value("10h"), parse_value("K")
    (-3, Decimal('2.50'), Fraction(3, 4), 10♥, 13)
    """
    plain = word.replace("−", "-").replace("\ufe0f", "")
    if card := re.fullmatch(_CARD, plain, re.IGNORECASE):
        rank, suit, bare = card.groups()
        if bare:
            return _RANKS[bare.upper()]
        value = _RANKS.get(rank.upper()) or int(rank)
        return Card(value, _SUIT_OF[suit.upper()])
    shape = re.fullmatch(_NUMBER, plain, re.IGNORECASE)
    if shape is None and "|" in plain:
        raise RowError(
            f"'{_short(word)}' parts a board, and this takes one row: give it to twoends solve --board"
        )
    if shape is None:
        raise RowError(
            f"'{_short(word)}' is no value: write a number such as 8, -2.5 or 3/4, or a card such as 10h"
        )
    if sum(map(str.isdigit, plain)) > MOST_DIGITS:
        raise RowError(f"'{_short(word)}' has more than {MOST_DIGITS} digits: write a shorter number")
    if "/" in plain:
        top, bottom = plain.split("/")
        if int(bottom) == 0:
            raise RowError(f"'{_short(word)}' divides by zero: write another denominator")
        return Fraction(int(top), int(bottom))
    try:
        return int(plain)
    except ValueError:
        number = Decimal(plain)
    exponent = number.as_tuple().exponent
    if isinstance(exponent, int) and abs(exponent) + len(number.as_tuple().digits) > MOST_DIGITS:
        raise RowError(
            f"'{_short(word)}' has more than {MOST_DIGITS} digits written out: write a number nearer to 1"
        )
    return number


def parse_row(text: str) -> Row:
    """Read a row: values between blanks, commas or semicolons, in brackets or not. Raises RowError.

    >>> parse_row("8, 15, 3, 7"), parse_row("[1/2 0.25]")
    (Row(8 15 3 7), Row(1/2 0.25))
    """
    words = split_words(text)
    if re.fullmatch(_PLAIN_INTEGERS, text, re.ASCII) and max(map(len, words), default=0) <= MOST_DIGITS:
        try:
            return Row.of(map(int, words))  # ten times faster than word by word, for files of 10^6 values
        except ValueError:
            pass  # a stray sign, as in 3-4: found and named below
    values = [parse_value(word) for word in words]
    row = Row.of(values)
    if row.kind == "fraction" and common_unit(row.values)[1] >= 10**MOST_DIGITS:
        raise RowError(f"the common denominator has more than {MOST_DIGITS} digits: give simpler fractions")
    return row


def split_words(text: str) -> list[str]:
    """Cut a row's text into words. Raises RowError for an empty place between two commas."""
    text = text.strip()
    if text[:1] in "[({" and text[-1:] in "])}":
        text = text[1:-1]
    if "," in text or ";" in text:
        cells = [cell.strip() for cell in re.split(r"[,;]", text)]
        if not all(cells):
            raise RowError(
                f"'{_short(text)}' has an empty place between commas: write a value there or remove a comma"
            )
        text = " ".join(cells)
    return [word.strip('"') for word in text.split()]


def read_rows(lines: Iterable[str], source: str) -> Iterator[Row]:
    """Read rows from a text, one a line; blank lines and lines from # on are passed over.

    A text with one value a line all through is one row; brackets make a line a row of its own.
    Rows come as soon as they are read, so that what stands before a mistake is still answered.
    Raises RowError naming `source` and line.

    >>> list(read_rows(["8 15", "3,7"], "deck.txt"))
    [Row(8 15), Row(3 7)]
    >>> list(read_rows(["8", "15", "3"], "deck.txt"))
    [Row(8 15 3)]
    """
    column: list[tuple[int, str]] = []  # lines of one value each, while there is nothing else
    one_value_a_line = True
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if "\0" in text:
            raise RowError(f"{source}, line {number}: this is no text: give a file of numbers, a row a line")
        if not text:
            continue
        if one_value_a_line and text[0] not in "[({" and len(re.split(r"[,;\s]+", text)) == 1:
            column.append((number, text))
            continue
        if one_value_a_line:
            one_value_a_line = False
            yield from (_located(source, at, single) for at, single in column)
        yield _located(source, number, text)
    if one_value_a_line and column:
        try:
            yield parse_row(" ".join(text for _, text in column))
        except RowError:
            for at, single in column:
                _located(source, at, single)  # raises at the line that is wrong
            raise
    elif one_value_a_line:
        raise RowError(f"{source} has no values: give at least one row, such as 8 15 3 7")


def _located(source: str, line: int, text: str) -> Row:
    try:
        return parse_row(text)
    except RowError as error:
        raise RowError(f"{source}, line {line}: {error}") from None


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
