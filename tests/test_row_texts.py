"""Rows are read from text exactly, and ambiguous words are refused and named."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from twoends import Card, Row, parse
from twoends.rules import text as text_module
from twoends.rules.text import parse_row, parse_value

SUITS = {"♠": "♠♤Ss", "♥": "♥♡Hh", "♦": "♦♢Dd", "♣": "♣♧Cc"}


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("8", 8), ("-3", -3), ("+4", 4), ("−5", -5), ("2.50", Decimal("2.50")), (".5", Decimal("0.5")),
        ("1e3", Decimal(1000)), ("3/4", Fraction(3, 4)), ("-1/2", Fraction(-1, 2)),
        ("J", 11), ("Q", 12), ("K", 13), ("A", 14), ("10h", 10), ("Td", 10), ("A♠", 14), ("2♣", 2),
        ("A♠\ufe0f", 14), ("10♥\ufe0f", 10),  # as some keyboards write them
        ("007", 7), ("1E3", Decimal(1000)), ("td", 10), ("kS", 13),
        *((f"9{name}", Card(9, sign)) for sign, names in SUITS.items() for name in names),
    ],
)  # fmt: skip
def test_words_are_read_exactly(word: str, value: Any) -> None:
    assert parse_value(word) == value


@pytest.mark.parametrize(
    "longest",
    ["9" * 1000, "-" + "9" * 1000, "9" * 400 + "/" + "9" * 600, "." + "9" * 500, "1e999", "123456e-994"],
)
def test_a_number_may_have_a_thousand_digits_when_written_out(longest: str) -> None:
    assert str(parse(longest)) == str(parse_value(longest))


def test_integers_are_not_parsed_one_word_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_module, "parse_value", None)
    assert parse_row("8, -15, +3, 007") == Row.of([8, -15, 3, 7])


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,5", [1, 5]), ("1,5,20", [1, 5, 20]), ("1 ,5", [1, 5]), ("8 , 15", [8, 15]), ("10,0", [10, 0]),
        ("1;5", [1, 5]), ("[8, 15]", [8, 15]), ("Row 8 15", [8, 15]), ("(8;15)", [8, 15]),
    ],
)  # fmt: skip
def test_a_pasted_list_is_a_row(text: str, values: list[int]) -> None:
    assert parse(text) == Row.of(values)
