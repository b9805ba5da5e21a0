"""Reviews in whole columns: they are those that are judged move by move."""

from __future__ import annotations

import gc
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twoends import Game
from twoends.answers import long_reviews, reviews
from twoends.kernels.compiling import always
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT

NUMBERS = [
    st.integers(-9, 9),
    st.integers(0, 2),
    st.integers(-99, 99).map(lambda whole: whole / 8),
    st.integers(-99, 99).map(lambda whole: Decimal(whole).scaleb(-2)),
    st.integers(-9, 9).map(lambda whole: Fraction(whole, 6)),
]


def in_columns(judged: Callable[..., Any], *arguments: Any) -> Any:
    """What is found however few the cards are: every kernel pays."""
    with patch.object(long_reviews, "pays_for", lambda seconds: always):
        return judged(*arguments)


@given(st.sampled_from(NUMBERS).flatmap(lambda kind: st.lists(kind, min_size=1, max_size=12)), st.data())
def test_a_game_is_judged_in_columns_as_it_is_move_by_move(values: list[Any], data: st.DataObject) -> None:
    ends = data.draw(st.lists(st.sampled_from([LEFT, RIGHT]), max_size=len(values)))
    for you_first in (True, False):
        game = Game(Row.of(values), you_first, ends)
        expected, got = reviews.review(game), in_columns(long_reviews.review, game)
        assert got is not None
        for part in ("promised", "moves", "turning_point", "you", "opponent", "error"):
            assert repr(getattr(got, part)) == repr(getattr(expected, part)), (part, game)
    lost = in_columns(long_reviews.losses, Row.of(values), ends)
    assert repr(lost) == repr(reviews.losses(values, ends)), game


@pytest.mark.usefixtures("always_compiled")
def test_what_does_not_fit_is_judged_move_by_move() -> None:
    game = Game([2**61, 1, 2, 2**61 + 5], True, [LEFT, RIGHT])
    assert long_reviews.review(game) is None
    assert reviews.review(game).moves[0].loss == 5
    assert reviews.losses([2**70, 0, 2**71], [RIGHT, RIGHT]) == [0, 2**70]


def test_all_small_rows_are_judged_in_columns_as_move_by_move() -> None:
    marks = set()
    for values in product((0, 1, 4), repeat=4):
        game = Game(values, True, [LEFT, RIGHT, LEFT, LEFT])
        judged = in_columns(long_reviews.review, game)
        assert judged.moves == reviews.review(game).moves, values
        marks |= {(move.mark, move.loss == 1) for move in judged.moves}
    assert ("blunder", True) in marks, "a loss of just a quarter of the spread is among them"


@pytest.mark.parametrize("sign", [1, -1])
def test_columns_have_room_for_sixteen_sums_of_the_row_and_no_more(sign: int) -> None:
    for largest, fits in ((2**57 - 1, True), (2**57, False)):
        game = Game([sign * largest, 1, 2, 3], True, [LEFT, RIGHT])
        judged = in_columns(long_reviews.review, game)
        assert (judged is not None) == fits
        assert judged is None or repr(judged.moves) == repr(reviews.review(game).moves)


@pytest.mark.parametrize("enabled", [True, False])
def test_a_review_leaves_the_garbage_collector_as_it_was(enabled: bool) -> None:
    was_enabled = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        assert in_columns(long_reviews.review, Game([8, 15, 3, 7], True, [LEFT, LEFT])) is not None
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()
