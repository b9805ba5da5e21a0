"""Text of values and rows, as people type them; notation.py reads the other shapes and games.

A word is the text of one value: 8, -2.50, 3/4, A♠, 10h, K. `str` of the value reads back as the same value.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from twoends.rules import limits
from twoends.rules.errors import RowError, shortened
from twoends.rules.numbers import Number
from twoends.rules.rows import Row

# Patterns are compiled on first use, because a small solve of plain integers needs only one of them.
# They list both cases, because re.IGNORECASE matches the Kelvin sign as K and the long s as s.
_CARD = r"(10|[2-9TJQKAtjqka])([♠♥♦♣♤♡♢♧SHDCshdc])|([JQKA])"
_NUMBER = r"[+-]?([0-9]+/[0-9]+|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)"
_RANKS = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
_SUITS = "♠♥♦♣♤♡♢♧SHDC"


def parse_value(word: str) -> Number:
    """Read one word: an integer, a decimal, a fraction or a card. Raises RowError.

    >>> parse_value("-3"), parse_value("2.50"), parse_value("3/4"), parse_value("10h"), parse_value("K")
    (-3, Decimal('2.50'), Fraction(3, 4), 10♥, K)
    """
    if word.isascii() and word.isdigit() and len(word) <= limits.MAX_DIGITS:  # by far the most common case
        return int(word)
    plain = word.replace("−", "-").replace("\ufe0f", "")
    if card := re.fullmatch(_CARD, plain):
        return _card(*card.groups())
    parts = re.fullmatch(_NUMBER, plain)
    if parts is None:
        raise RowError(
            f"'{shortened(word)}' is not a value: "
            "write a number such as 8, -2.5 or 3/4, or a card such as 10h"
        )
    if sum(map(str.isdigit, plain)) > limits.MAX_DIGITS:
        raise RowError(
            f"'{shortened(word)}' has more than {limits.MAX_DIGITS} digits: write a shorter number"
        )
    if "/" in plain:
        top, bottom = plain.split("/")
        if int(bottom) == 0:
            raise RowError(f"'{shortened(word)}' divides by zero: write another denominator")
        return Fraction(int(top), int(bottom))
    try:
        return int(plain)
    except ValueError:
        number = Decimal(plain) if len(parts[3] or "") <= limits.MAX_DIGITS_OF_AN_EXPONENT else Decimal("NaN")
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or abs(exponent) + len(number.as_tuple().digits) > limits.MAX_DIGITS:
        raise RowError(
            f"'{shortened(word)}' has more than {limits.MAX_DIGITS} digits written out: "
            "write a number nearer to 1"
        )
    return number


def is_value(word: str) -> bool:
    """Whether `parse_value` reads a word."""
    try:
        parse_value(word)
    except RowError:
        return False
    return True


def _card(rank: str, suit: str, without_suit: str) -> int:
    from twoends.rules.cards import SUITS, Card  # late: most rows hold no cards

    if without_suit:
        return Card(_RANKS[without_suit], "")
    value = _RANKS.get(rank.upper()) or int(rank)
    return Card(value, SUITS[_SUITS.index(suit.upper()) % len(SUITS)])


def parse_row(text: str) -> Row:
    """Read a row: values separated by spaces, commas or semicolons, perhaps in brackets. Raises RowError.

    >>> parse_row("8, 15, 3, 7"), parse_row("[1/2 0.25]")
    (Row(8 15 3 7), Row(1/2 0.25))
    """
    require_text(text)
    words = split_words(text)
    if re.fullmatch(r"[-+0-9\s,]*", text) and max(map(len, words), default=0) <= limits.MAX_DIGITS:
        try:
            return Row.of(map(int, words))  # ten times as fast as word by word, for files of 10^6 values
        except ValueError:
            pass  # a stray sign, as in 3-4, which the loop below reports
    values = [parse_value(word) for word in words]
    row = Row.of(values)
    if row.kind == "fraction" and row.scaled.scale.unit >= 10**limits.MAX_DIGITS:
        raise RowError(
            f"the common denominator has more than {limits.MAX_DIGITS} digits: give simpler fractions"
        )
    return row


def require_text(text: object) -> None:
    """Raise RowError unless this is text."""
    if not isinstance(text, str):
        raise RowError(f"{shortened(repr(text))} is not text: give text such as '8 15 3 7'")


def split_words(text: str) -> list[str]:
    """Split the text of a row into words.

    Raises RowError for an empty place between two separators, and where one may belong to a number or
    separate rows: a comma between two digits if spaces separate values too, or if 0 and a digit follow; a
    special space between digits, and `000` after a blank; a separator within quotes; a blank where semicolons
    separate.
    """
    text = text.strip()
    if text[:1] in "[({" and text[-1:] in "])}":
        text = text[1:-1]
    if "," in text and ";" in text:
        raise RowError(f"'{shortened(text)}' has commas and semicolons: separate its values by one of them")
    if ";" in text and any(len(cell.split()) > 1 for cell in text.split(";")):
        raise RowError(f"'{shortened(text)}' may be several rows: write each on a line of its own")
    if word := _ambiguous(text):
        raise RowError(
            f"'{shortened(word)}' may be one number or several: write a point in 1.5, no comma in 1000, "
            "and the same separator between all values, as in 8, 15, 3"
        )
    cells = [cell.strip() for cell in re.split("[,;]" if "," in text or ";" in text else "\t", text)]
    if not all(cells) and len(cells) > 1:
        raise RowError(f"'{shortened(text)}' has an empty place between two values: fill it, or remove it")
    text = " ".join(cells)
    return [word.strip("\"'") for word in text.split()]


def _ambiguous(text: str) -> str:
    """A part of the text of a row that may be one number or several; "" if there is none."""
    quoted = re.findall(r'"[^"]*"', text) if '"' in text else ()
    if lists := [each for each in quoted if re.search(r"[,;\s]", each)]:
        return str(lists[0])
    inside = re.search("[0-9],[0-9]", text)
    if inside and re.search(r"[^\s,]\s+[^\s,]|,\s|[0-9],0[0-9]", text):
        return next(word for word in text.split() if inside[0] in word)
    grouped = re.search("[0-9]+[\u00a0\u202f\u2009][0-9]+", text) or re.search(r"\b[0-9]{1,3} 000\b", text)
    return grouped[0] if grouped else ""
