"""The record chain and the stack reduce rows of two optimal players as the pure contraction does."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import accumulate, groupby, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel_rows import scaled, shapes
from twoends import Game, Row, opponent
from twoends.kernels import chain, rules, stack, valley
from twoends.rules.numbers import Exact
from twoends.rules.sides import LEFT, RIGHT, Line
from twoends.solvers import compiled, contraction
from twoends.solvers.oracle import oracle
from twoends.solvers.runs import Runs

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
            assert int(valley.merge(reduced.coins, None)) == contraction.margin(row.tolist())
            assert reduced.sum == row.sum()
            assert n == 0 or (reduced.low, reduced.high) == (row.min(), row.max())


def reduced_by_chain(row: np.ndarray) -> chain.Chain:
    reduced = chain.reduce(compiled.frozen(row))
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
    narrow, wide = (chain.reduce(compiled.frozen(row, dtype)) for dtype in (np.int16, np.int64))
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
def test_compiled_urgencies_and_counts_are_those_of_the_pure_passes(rows: list[list[int]]) -> None:
    for row in rows:
        left, right, *bounds = stack.urgencies(compiled.frozen(np.array(row)))
        expected = oracle(row)
        assert (tuple(left.tolist()), tuple(right.tolist())) == (expected.left, expected.right)
        assert bounds == [min(0, *row), max(0, *row)]
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


# --- rows that descend, then ascend ------------------------------------------------------------


STRIDE = chain.STRIDE


def bottom_by_hand(row: list[int]) -> int:
    """Where the descent ends, -1 if the rest does not ascend."""
    rises = [k for k in range(1, len(row)) if row[k] > row[k - 1]]
    bottom = rises[0] - 1 if rises else max(len(row) - 1, 0)
    return bottom if row[bottom:] == sorted(row[bottom:]) else -1


def sides_by_hand(row: list[int]) -> list[int]:
    """The larger end first, the left one of two equal ends."""
    start, stop, sides = 0, len(row), []
    while start < stop:
        sides.append(rules.LEFT if row[start] >= row[stop - 1] else rules.RIGHT)
        start, stop = (start + 1, stop) if sides[-1] == rules.LEFT else (start, stop - 1)
    return sides


def assert_played_as_by_hand(row: list[int]) -> None:
    cards = compiled.frozen(np.array(row, np.int64))
    bottom = valley.bottom(cards)
    assert bottom == bottom_by_hand(row), (row, bottom)
    if bottom < 0:
        return
    sides = np.zeros(len(row), np.uint8)
    margin = valley.merge(cards, sides)
    assert sides.tolist() == sides_by_hand(row), (row, sides_by_hand(row), sides.tolist())
    ordered = sorted(row, reverse=True)
    assert margin == sum(ordered[::2]) - sum(ordered[1::2]), (row, margin)


def test_the_larger_end_is_taken_on_every_small_valley() -> None:
    for n in range(8):
        for row in product(range(3), repeat=n):
            assert_played_as_by_hand(list(row))


@pytest.mark.parametrize("n", [2, 64, 301])
@pytest.mark.parametrize("most", [1, 3, 10**9])
def test_the_larger_end_is_taken_on_valleys_with_any_bottom(n: int, most: int) -> None:
    values = np.sort(np.random.default_rng(n).integers(0, most, n))
    for falls in (0, 1, n // 2, n - 1, n):
        row = np.concatenate((values[:falls][::-1], values[falls:]))
        assert_played_as_by_hand(row.tolist())
        mixed = np.random.default_rng(falls).random(n) * n < falls
        assert_played_as_by_hand(np.concatenate((values[mixed][::-1], values[~mixed])).tolist())
        for peak in (0, 1, n // 2, n - 2, n - 1):  # a card that may break the valley anywhere
            row[peak] += 2 * most
            assert_played_as_by_hand(row.tolist())
            row[peak] -= 2 * most


@given(
    row=st.lists(st.integers(-3, 3) | st.integers(-(2**60), 2**60), min_size=1, max_size=60), data=st.data()
)
def test_a_valley_has_the_margin_of_contraction(row: list[int], data: st.DataObject) -> None:
    falls = data.draw(st.integers(0, len(row)))
    row = sorted(row[:falls], reverse=True) + sorted(row[falls:])
    reduced = chain.reduce(compiled.frozen(np.array(row)))
    assert reduced is not None
    if reduced.stops is None:
        assert reduced.coins.tolist() == row
    sides = np.zeros(len(reduced.coins), np.uint8)
    assert valley.merge(reduced.coins, sides) == contraction.margin(row)
    line = Line(Runs(sides, reduced.stops))
    assert 2 * Game(Row.of(row), True, line.ends).yours == sum(row) + contraction.margin(row)


# --- runs --------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.sampled_from([1, 2]), st.sampled_from([1, 3, 5])), min_size=1, max_size=40))
def test_runs_are_those_of_the_moves(coins: list[tuple[int, int]]) -> None:
    coins[-1] = (rules.LEFT, coins[-1][1])
    sides = np.array([side for side, _ in coins], np.uint8)
    in_the_row = [width for side, width in coins if side == rules.LEFT]
    in_the_row += [width for side, width in reversed(coins) if side == rules.RIGHT]
    names = {rules.LEFT: LEFT, rules.RIGHT: RIGHT}
    for widths in (None, in_the_row):
        moves = [names[side] for side, width in coins for _ in range(width if widths else 1)]
        expected = tuple((len(list(run)), side) for side, run in groupby(moves))
        runs = Runs(sides, None if widths is None else np.cumsum(widths))
        assert (tuple(runs), len(runs)) == (expected, len(expected))
        assert runs == expected
        assert hash(Line(runs)) == hash(Line(expected))
        assert [runs[at] for at in range(-len(runs), len(runs))] == list(expected * 2)
        assert runs[1:-1] == expected[1:-1]
        assert Line(runs).ends == tuple(moves)
        assert pickle.loads(pickle.dumps(Line(runs))) == Line(expected) == Line(runs)


# --- counted positions -------------------------------------------------------------------------


def prefix_sums(row: list[int]) -> list[int]:
    """P at every place of a row: the cards before it with alternating signs."""
    return [0, *accumulate(-value if k % 2 else value for k, value in enumerate(row))]


@given(
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=STRIDE),
    st.sampled_from([4 * BLOCK, 5 * BLOCK + 1, 9 * BLOCK]),
)
@settings(max_examples=60)
def test_prefix_sums_stay_within_the_bounds_of_their_block(pairs: list[tuple[int, int]], n: int) -> None:
    """Rows that repeat a few cards: P drifts, or strays far between two strides and comes back."""
    row = np.resize(np.array(pairs).ravel(), n)
    skimmed, total, low, high = chain._skim(compiled.frozen(row))
    assert (total, low, high) == (row.sum(), row.min(), row.max())
    prefix = prefix_sums(row.tolist())
    for at, start in enumerate(range(0, n // (4 * BLOCK) * 4 * BLOCK, BLOCK)):
        relative = [p - prefix[start] for p in prefix[start : start + BLOCK + 1]]
        assert skimmed.change[at] == relative[-1], (at, relative[-1], skimmed.change[at])
        assert skimmed.least[at] <= min(relative[1::2]), (at, min(relative[1::2]), skimmed.least[at])
        assert skimmed.most[at] >= max(relative[::2]), (at, max(relative[::2]), skimmed.most[at])


def test_the_bounds_of_a_block_are_reached() -> None:
    """Half a stride up, half a stride down, between places where P is equal; and the other way round."""
    half = STRIDE // 2
    up, down = [7, -2], [-2, 7]
    row = np.resize(up * (half // 2) + down * (half // 2), 4 * BLOCK)
    skimmed, *_ = chain._skim(compiled.frozen(row))
    prefix = prefix_sums(row.tolist())
    assert skimmed.most[0] == max(prefix[: BLOCK + 1 : 2])
    row = np.resize(down * (half // 2) + up * (half // 2), 4 * BLOCK)
    skimmed, *_ = chain._skim(compiled.frozen(row))
    assert skimmed.least[0] == min(prefix_sums(row.tolist())[1 : BLOCK + 1 : 2])


@pytest.mark.parametrize("n", [2 * BLOCK, 3 * BLOCK + 1, 400 * BLOCK])
def test_positions_of_two_optimal_players_are_counted(n: int) -> None:
    """On an ordinary row few cards are looked at twice, on a valley none; a stack counts its folds."""
    deep = np.arange(n)
    deep[n // 2] += 1000  # a peak
    values = np.random.default_rng(n).integers(0, 1000, n)
    folded = contraction.reduce(deep.tolist()).touched
    cases: list[tuple[Any, int, int]] = [
        (values, n, min(3 * n, n + 150 * BLOCK)), (np.sort(values), n, n), (deep, folded, folded)
    ]  # fmt: skip
    for row, least, most in cases:
        solved = compiled.solve(scaled(row.tolist()), opponent("optimal"))
        assert solved is not None
        assert least <= solved.positions <= most, (n, solved.positions)


@pytest.mark.parametrize(
    ("begins", "later"), [((5, 9), {0: 30, 5: 40}), ((0, -4), {1: 30, 6: 60})], ids=["odd", "even"]
)
@pytest.mark.parametrize("blocks", [8, 9])
def test_an_equal_record_counts_from_the_left(
    begins: tuple[int, int], later: dict[int, int], blocks: int
) -> None:
    """Of equal prefix sums the last one is a coin's edge, in blocks whose bound is the record itself.

    Two further records follow: of the last one, the walk from the right knows the place, too.
    """
    row = np.zeros(blocks * BLOCK, np.int64)
    row[:2] = begins
    row[[4 * BLOCK + place for place in later]] = list(later.values())
    skimmed, *_ = chain._skim(compiled.frozen(row))
    assert [(skimmed.least[at], skimmed.most[at]) for at in (1, 2, 3)] == [(0, 0)] * 3
    reduced = chain.reduce(compiled.frozen(row))
    assert reduced is not None
    assert reduced.stops is not None
    coins, widths, *_ = contraction.reduce(row.tolist())
    assert reduced.coins.tolist() == coins
    assert np.diff(reduced.stops, prepend=0).tolist() == widths
