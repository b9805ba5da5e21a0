"""Rows keep the numbers that they are given exactly, whatever container these come in."""

from __future__ import annotations

import copy
import pickle
from array import array
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any
from unittest.mock import ANY

import numpy as np
import pytest

from twoends import LEFT, RIGHT, Card, Game, Row, deal, deck, losses, oracle, solve
from twoends.rules.cards import random_row
from twoends.rules.moves import Line, Move, MoveLike
from twoends.rules.numbers import Scale, Scaled
from twoends.rules.rows import LONG_ARRAY


def test_a_row_over_an_array_equals_the_same_row_of_a_list_and_can_be_copied() -> None:
    array = np.arange(LONG_ARRAY) % 7
    of_array, of_list = Row.of(array), Row.of(array.tolist())
    assert isinstance(of_array.values, memoryview)
    assert of_array == of_list
    assert hash(of_array) == hash(of_list)
    assert pickle.loads(pickle.dumps(of_array)) == copy.deepcopy(of_array) == of_list
    assert of_array != of_list[1:]
    assert of_array != array.tolist()
    for each in (of_list, of_array):
        restored = pickle.loads(pickle.dumps(each))
        assert restored.values is restored.given, "the same numbers are kept once"
    decimal = pickle.loads(pickle.dumps(Row.of([Decimal("0.5"), 1])))
    assert (decimal.given, repr(decimal.values)) == ((Decimal("0.5"), 1), "(Fraction(1, 2), 1)")


def test_rows_and_oracles_equal_only_their_own_kind_and_defer_to_other_types() -> None:
    for one, other in ((Row.of([8, 15]), Row.of([15, 8])), (oracle([8, 15]), oracle([15, 8]))):
        assert one == ANY
        assert one not in (other, [8, 15], 5)
        assert hash(one) != hash(other)


def test_a_part_of_a_row_shows_totals_like_the_whole_row() -> None:
    row = Row.of([1, Decimal("2.50"), 3])
    assert (row[:1].kind, str(row[:1].show(2))) == ("decimal", "2.00")
    assert row.rest(row.initial) is row
    assert row.rest((1, 3)) == row[1:]


@pytest.mark.parametrize("kind", [np.int64, np.uint8, ">i4", float])
@pytest.mark.parametrize("n", [4, LONG_ARRAY])
def test_a_row_of_a_writable_array_does_not_change_with_it(n: int, kind: Any) -> None:
    array = (np.arange(n) % 7).astype(kind)
    row, expected = Row.of(array), Row.of(array.tolist())
    array[:] = 9
    assert (row, tuple(row.given)) == (expected, expected.given)


@pytest.mark.parametrize("n", [4, LONG_ARRAY])
def test_a_masked_array_with_nothing_masked_is_a_row(n: int) -> None:
    array = np.arange(n) % 7
    for mask in (np.ma.nomask, np.zeros(n, bool)):
        assert Row.of(np.ma.array(array, mask=mask)) == Row.of(array)


@pytest.mark.parametrize("kind", [int, float])
def test_a_long_column_with_the_dtype_but_not_the_memory_of_numpy_is_a_row(kind: type) -> None:
    class Column:
        """As pandas has them: with NumPy's dtype, but without its memory."""

        dtype, shape = np.dtype(kind), (LONG_ARRAY,)

        def __len__(self) -> int:
            return LONG_ARRAY

        def tolist(self) -> list[Any]:
            return list(map(kind, range(LONG_ARRAY)))

    column: Any = Column()
    assert Row.of(column) == Row.of(list(map(kind, range(LONG_ARRAY))))


def test_containers_with_tolist_are_rows() -> None:
    assert Row.of(array("i", [8, 15])) == Row.of(memoryview(array("i", [8, 15]))) == Row.of([8, 15])
    assert Row.of(np.array([True, False])) == Row.of([np.True_, 0]) == Row.of([1, 0])


def test_the_error_of_floats_is_four_roundings_per_diagonal_of_the_sum_of_sizes() -> None:
    assert Scaled([1, -2, 3], Scale()).in_floats().error == 4 * 3 * 6 / 2**53
    largest = 2**1022
    assert Scaled([largest - 2**969], Scale()).in_floats().values == (float(largest - 2**969),)
    with pytest.raises(OverflowError):
        Scaled([largest, largest], Scale()).in_floats()


def test_a_line_joins_equal_moves_to_runs() -> None:
    cases: list[tuple[list[MoveLike], str, str]] = [
        ([LEFT, RIGHT, RIGHT], "LRR", "1L 2R"),
        ([RIGHT, RIGHT, RIGHT], "RRR", "3R"),
        ([LEFT, LEFT, RIGHT], "LLR", "2L 1R"),
        ([RIGHT], "R", "1R"),
        ([], "", ""),
        ([2, RIGHT, LEFT], "2 RL", "2 1R 1L"),
        (["0:R", Move("L", row=0), Move("L", row=1), "1:L"], "0:RL 1:LL", "0:1R 0:1L 1:2L"),
    ]
    for ends, text, runs in cases:
        line = Line.of(ends)
        assert (str(line), line.text(), len(line)) == (text, runs, len(ends)), ends
    assert Line.of_runs([(2, LEFT), (1, LEFT), (1, RIGHT)]) == Line.of([LEFT, LEFT, LEFT, RIGHT])
    assert repr(Line.of([RIGHT] * 60)) == f"Line({'R' * 60})"
    assert repr(Line.of([RIGHT] * 61)) == "Line(61R)"


def test_a_row_is_searched_like_any_sequence() -> None:
    row = Row.of([8, 15, 8])
    assert (row.count(8), row.index(15), 3 in row) == (2, 1, False)


def test_a_long_row_shows_its_first_twenty_and_last_five_values() -> None:
    assert repr(Row.of(range(40))) == f"Row({' '.join(map(str, range(40)))})"
    first = " ".join(map(str, range(20)))
    assert repr(Row.of(range(41))) == f"Row({first} … 36 37 38 39 40, 41 values)"


def test_the_winner_of_a_float_row_is_decided_before_rounding() -> None:
    solution = solve([1e16, 1e16, 1.0])
    assert (solution.winner, solution.margin_first) == ("you", 1.0)
    assert solve([0.1, 0.2, 0.3]).margin_first == float(
        2 * (Fraction(0.1) + Fraction(0.3)) - sum(map(Fraction, (0.1, 0.2, 0.3)))
    )


def test_a_deal_is_determined_by_its_seed_and_comes_from_one_deck() -> None:
    assert deal(seed=7) == deal(seed=7) != deal(seed=8)
    assert str(deal(seed=7)[:5]) == "6♥ 2♣ 7♦ Q♠ 3♣"
    assert (len(deal(0)), len(deal(1))) == (0, 1)
    assert sorted(map(str, deal(52, seed=3))) == sorted(map(str, deck()))
    assert set(random_row(200, -2, 2, Random(7))) == {-2, -1, 0, 1, 2}


def test_a_card_counts_as_its_value_and_prints_as_a_card() -> None:
    ace = Card(14, "♠")
    assert (ace + 1, sum([ace, ace]), solve([ace, 2]).first) == (15, 28, 14)
    for card, text in ((ace, "A♠"), (Card(13, ""), "K"), (Card(10, "♥"), "10♥"), (Card(2, "♣"), "2♣")):
        copied = pickle.loads(pickle.dumps(card))
        assert (str(copied), repr(copied), copied.suit) == (text, text, card.suit)


def test_rows_whose_decimals_have_other_places_are_different() -> None:
    rows = [Row.of([Decimal(card), 2]) for card in ("1.0", "1.00")]
    assert len({*rows}) == 2, "a cache of answers by row would show the totals of the other row"
    assert [str(solve(row).first) for row in rows] == ["2.0", "2.00"]


def test_a_line_is_a_sequence_of_moves_and_is_accepted_as_one() -> None:
    line = solve([8, 15, 3, 7]).line
    assert line is not None
    assert list(line) == [RIGHT, LEFT, LEFT, LEFT] == list(line.ends)
    assert (line[0], line[-1], line[1:3], len(line)) == (RIGHT, LEFT, (LEFT, LEFT), 4)
    assert Game([8, 15, 3, 7], True, line).yours == 22
    assert losses([8, 15, 3, 7], line) == [0, 0, 0, 0]
    assert LEFT in line


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint64, ">i8"])
def test_a_read_only_array_of_any_layout_is_used_in_place(dtype: Any) -> None:
    n = LONG_ARRAY + 3
    values = (np.arange(2 * n) % 100).astype(dtype)
    for view in (values[:n], values[::2], values[::-2]):
        assert not np.shares_memory(np.asarray(Row.of(view).values), values)
        view.flags.writeable = False
        assert not np.shares_memory(np.asarray(Row.of(view).values), values), "what is behind can be written"
    values.flags.writeable = False
    for view in (values, values[:n], values[::2], values[::-2]):
        row = Row.of(view)
        assert np.shares_memory(np.asarray(row.values), values) == np.dtype(dtype).isnative
        assert (solve(row).first, solve(row).line) == (solve(view.tolist()).first, solve(view.tolist()).line)
        assert {*map(type, row)} == {int}


def test_a_move_on_a_row_of_floats_makes_the_exact_value_of_its_card_only() -> None:
    row = Row.of([0.5, 1.25, 2.0])
    game = Game(row).play(LEFT)
    assert (game.totals, game.earns(RIGHT), game.position.right) == ((0.5, 0.0), 2.0, 2)
    assert "values" not in vars(row)
