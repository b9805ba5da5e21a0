"""Reviews in whole columns equal the reviews move by move."""

from __future__ import annotations

import gc
from decimal import Decimal
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twoends import Game
from twoends.answers import reviews
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


def in_columns(game: Game) -> reviews.Review | None:
    """A review in columns however few the cards are: every kernel is worth compiling."""
    with patch.object(reviews, "pays_for", lambda seconds: always):
        judged = reviews._judge_columns(game)
    return None if judged is None else reviews._assemble(game, judged)


@settings(max_examples=30)
@given(
    st.sampled_from(NUMBERS).flatmap(lambda kind: st.lists(kind, min_size=1, max_size=12)),
    st.lists(st.sampled_from([LEFT, RIGHT]), max_size=12),
    st.booleans(),
)
def test_a_review_in_columns_equals_the_review_move_by_move(
    values: list[Any], ends: list[Any], you_first: bool
) -> None:
    game = Game(Row.of(values), you_first, ends[: len(values)])
    assert repr(in_columns(game)) == repr(reviews.review(game))


@pytest.mark.parametrize(
    "values", [[0, 1, 4, 4], [1, 0, 0, 4], [2**57 - 1, 1, 2, 3], [1 - 2**57, 1, 2, 3]]
)  # a quarter of the spread; sixteen sums that just fit
def test_columns_judge_marks_and_sums_at_their_limits(values: list[int]) -> None:
    game = Game(values, True, [LEFT, RIGHT, LEFT, LEFT])
    assert repr(in_columns(game)) == repr(reviews.review(game))


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize(
    "values", [[2**57, 1, 2, 3], [-(2**57), 1, 2, 3], [2**61, 1, 2, 2**61 + 5], [2**70, 0]]
)
def test_values_too_large_for_columns_are_judged_move_by_move(values: list[int]) -> None:
    game = Game(values, True, [RIGHT])
    assert in_columns(game) is None
    assert reviews.losses(values, [RIGHT]) == [reviews.review(game).moves[0].loss]


@pytest.mark.usefixtures("always_compiled")
def test_losses_come_from_the_columns_when_compiling_pays() -> None:
    with patch.object(reviews, "prospects", lambda game: pytest.fail("move by move")):
        assert reviews.losses([8, 15, 3, 7], [LEFT, LEFT]) == [7, 0]


@pytest.mark.parametrize("enabled", [True, False])
def test_a_review_leaves_the_garbage_collector_as_it_was(enabled: bool) -> None:
    was_enabled = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        reviews.review(Game([8, 15, 3, 7], True, [LEFT, LEFT]))
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()
