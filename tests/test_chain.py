"""The record chain and the stack reduce rows of two optimal players as the pure contraction does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel_rows import shapes
from twoends.kernels import chain, rules, stack
from twoends.kernels.compiling import always
from twoends.rules.numbers import Exact
from twoends.rules.sides import LEFT, RIGHT, Line
from twoends.solvers import compiled, contraction
from twoends.solvers.oracle import oracle

BLOCK = chain.BLOCK


def assert_reduced_to(
    reduced: chain.Chain, row: np.ndarray, coins: Sequence[Exact], widths: Sequence[int]
) -> None:
    """The same coins; a row that is a valley, even with plateaus, is left unchanged."""
    if reduced.stops is not None:
        assert (reduced.coins.tolist(), np.diff(reduced.stops, prepend=0).tolist()) == (coins, widths)
    else:
        assert reduced.coins.tolist() == row.tolist()
        steps = np.sign(np.diff(row))
        assert (np.diff(steps[steps != 0]) >= 0).all(), f"{row.tolist()} goes down again after it went up"


@pytest.mark.parametrize("n", [0, 1, 2, 3, BLOCK + 1, 4 * BLOCK, 9 * BLOCK - 1])
def test_the_record_chain_reduces_a_row_as_the_stack_does(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for row in shapes(n):
        coins, widths, *_ = contraction.reduce(row.tolist())
        for deep in (False, True):
            monkeypatch.setattr(chain, "_is_deep", lambda values, deep=deep: deep)
            reduced = reduced_by_chain(row)
            assert_reduced_to(reduced, row, coins, widths)
            assert int(stack.alternating(reduced.coins)) == contraction.margin(row.tolist())
            assert reduced.sum == row.sum()
            assert n == 0 or (reduced.low, reduced.high) == (row.min(), row.max())


def reduced_by_chain(row: np.ndarray) -> chain.Chain:
    reduced = chain.reduce(compiled.frozen(row), always)
    assert reduced is not None
    return reduced


@given(
    st.lists(
        st.tuples(
            st.sampled_from([1, 7, BLOCK - 2, BLOCK, 2 * BLOCK + 3]), st.integers(-3, 3), st.integers(-2, 2)
        ),
        max_size=12,
    )
)
@settings(max_examples=60)
def test_the_record_chain_reduces_rows_of_slopes_and_plateaus(parts: list[tuple[int, int, int]]) -> None:
    row = np.concatenate([np.zeros(0, int), *(start + slope * np.arange(n) for n, start, slope in parts)])
    coins, widths, *_ = contraction.reduce(row.tolist())
    assert_reduced_to(reduced_by_chain(row), row, coins, widths)


def test_a_chain_of_16_bits_is_the_chain_of_64_bits_even_with_the_least_card() -> None:
    least, n = -(2**15), 2000 * BLOCK  # enough blocks that some with the least card are skipped
    row = np.random.default_rng(2).integers(least, -least, n)
    narrow, wide = (chain.reduce(compiled.frozen(row, dtype), always) for dtype in (np.int16, np.int64))
    assert narrow is not None
    assert wide is not None
    assert wide.touched < 1.5 * n
    assert narrow.low == least
    assert (narrow.coins.tolist(), narrow[2:]) == (wide.coins.tolist(), wide[2:])


EQUAL_RECORDS = {
    "minima": [5] + [7] * (3 * BLOCK - 1) + [20, 1] + [7] * (BLOCK - 2),
    "maxima": [5, 3] + [9] * (3 * BLOCK - 2) + [1] + [9] * (BLOCK - 1),
}
"""Blocks of equal cards, where P is known to the unit, only repeat a record from the left, which is a new
one, and then one of the other parity is set."""


@pytest.mark.parametrize("which", EQUAL_RECORDS)
def test_a_block_that_only_repeats_a_record_from_the_left_is_not_skipped(which: str) -> None:
    row = np.array(EQUAL_RECORDS[which])
    coins, widths, *_ = contraction.reduce(row.tolist())
    reduced = reduced_by_chain(row)
    assert reduced.stops is not None
    assert_reduced_to(reduced, row, coins, widths)


def test_a_block_that_only_repeats_a_record_from_the_right_is_skipped() -> None:
    row = np.array([1, 5, 9] + [8] * (4 * BLOCK - 3))
    coins, widths, *_ = contraction.reduce(row.tolist())
    reduced = reduced_by_chain(row)
    assert_reduced_to(reduced, row, coins, widths)
    looked_at = (reduced.touched - len(row)) / BLOCK
    assert looked_at == 1 + 2, "from the left the first block, from the right the last and the first"


def test_records_off_the_deep_path_always_have_room() -> None:
    for size, count in product((2 * BLOCK, 4 * BLOCK), (1, BLOCK, BLOCK + 1, 2 * BLOCK)):
        assert len(chain._with_room(np.zeros(size, np.int64), count)) >= count + BLOCK, (size, count)
    rng = np.random.default_rng(13)
    head, tail = rng.integers(-50, 50, (2, 2 * BLOCK))  # ordinary ends hide the valley between them
    descent = -10_000 * np.arange(3 * BLOCK)  # whose every card sets a record
    row = np.concatenate((head, descent, tail))
    assert not chain._is_deep(compiled.frozen(row))
    coins, widths, *_ = contraction.reduce(row.tolist())
    assert len(coins) > 2 * BLOCK
    assert_reduced_to(reduced_by_chain(row), row, coins, widths)


@given(st.lists(st.lists(st.integers(-3, 3), min_size=9, max_size=9), min_size=1, max_size=4))
def test_compiled_urgencies_are_those_of_the_pure_passes(rows: list[list[int]]) -> None:
    urgencies = stack.urgencies(compiled.frozen(np.array(rows)))
    for k, row in enumerate(rows):
        expected = oracle(row)
        assert (tuple(urgencies.left[k].tolist()), tuple(urgencies.right[k].tolist())) == (
            expected.left,
            expected.right,
        )
    assert (urgencies.low, urgencies.high) == (min(0, *map(min, rows)), max(0, *map(max, rows)))
    assert stack.coin_counts(compiled.frozen(np.array(rows))).tolist() == [
        len(contraction.reduce(row).coins) for row in rows
    ]


@given(st.lists(st.lists(st.integers(-3, 3), min_size=8, max_size=8), min_size=1, max_size=4))
def test_compiled_lines_are_those_of_the_pure_merge(rows: list[list[int]]) -> None:
    sides = np.empty((len(rows), 8), np.uint8)
    stack.lines(compiled.frozen(np.array(rows)), sides)
    for row, of_row in zip(rows, sides.tolist(), strict=True):
        got = Line.of(LEFT if side == rules.LEFT else RIGHT for side in of_row)
        assert got == contraction.line(row), row
