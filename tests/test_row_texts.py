"""Rows are read from text exactly, and ambiguous words are refused and named."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twoends import Card, Row, RowError, parse
from twoends.rules import text as text_module
from twoends.rules.text import parse_row, parse_value

SUITS = {"♠": "♠♤Ss", "♥": "♥♡Hh", "♦": "♦♢Dd", "♣": "♣♧Cc"}

numbers = (
    st.integers(-(10**30), 10**30)
    | st.fractions(max_denominator=1000)
    | st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=3)
)


@settings(max_examples=40)
@given(row=st.lists(numbers, max_size=8))
def test_a_row_written_as_text_reads_back_as_the_same_row(row: list[Any]) -> None:
    text = str(Row.of(row))
    assert parse_row(text).values == Row.of(row).values
    assert parse_row(text.replace(" ", ", ")).values == Row.of(row).values


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
    "word",
    ["x", "1_000", "0x10", "--3", "3-4", "1/0", "1/-2", "nan", "inf", "1h", "11h", "٣", "k", "9" * 1001, "",
     "\u212a",  # the Kelvin sign, which is a K where case is ignored
     "10ſ"],  # the long s, which is an s there
)  # fmt: skip
def test_words_that_are_not_values_are_refused_and_named(word: str) -> None:
    with pytest.raises(RowError) as caught:
        parse_value(word)
    assert word[:20] in str(caught.value)
    assert len(str(caught.value)) < 160


@pytest.mark.parametrize(
    "longest",
    ["9" * 1000, "-" + "9" * 1000, "9" * 400 + "/" + "9" * 600, "." + "9" * 500, "1e999", "123456e-994"],
)
def test_a_number_may_have_a_thousand_digits_when_written_out(longest: str) -> None:
    assert str(parse(longest)) == str(parse_value(longest))


def test_integers_are_not_parsed_one_word_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_module, "parse_value", None)
    assert parse_row("8, -15, +3, 007") == Row.of([8, -15, 3, 7])


def test_a_pasted_list_is_a_row() -> None:
    assert parse("[8, 15, 3, 7]") == parse("8 15 3 7") == parse("Row 8 15 3 7") == parse("(8;15;3;7)")


@pytest.mark.parametrize("text", ["1,5", "1,5,20", "1 ,5", "8 , 15", "10,0", "1;5"])
def test_commas_between_all_values_separate_them(text: str) -> None:
    assert parse(text) == Row.of([int(word) for word in text.replace(";", ",").split(",")])
