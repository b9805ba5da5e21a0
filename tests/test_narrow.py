"""Half as many bits find what all bits find, where neighbours keep together and where they do not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from test_sweep import REPLIES, diagonals, keyed
from twoends.kernels import narrow, rules, sweep

RULES = [rules.Most(), rules.LargerLeft(), rules.LargerRight()]
EIGHT_BITS = {np.dtype(np.int32): np.dtype(np.int8)}
"""So narrow that short rows break the inequality."""


@pytest.fixture
def eight_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrow, "HALF", EIGHT_BITS)
    monkeypatch.setattr(narrow, "SHORTEST", 1)


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often each sweep measured when it ended, 0 where it went on in all bits."""
    seen: list[int] = []
    true = sweep._Sweep.true

    def noted(self: Any) -> Any:
        if self.low == self.top:
            seen.append(self.every)
        return true(self)

    monkeypatch.setattr(sweep._Sweep, "true", noted)
    return seen


def swept(cards: Any, rule: Any, you_first: bool, threads: int = 1, keys: Any = None) -> tuple[Any, ...]:
    found = sweep.sweep(cards, rule, None, you_first, keys=keys, with_line=True, threads=threads)
    assert found.sides is not None
    return found.total, found.after, found.sides.tolist(), found.touched


def in_all_bits(cards: Any, rule: Any, you_first: bool, keys: Any = None) -> tuple[Any, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(narrow, "HALF", {})
        return swept(cards, rule, you_first, keys=keys)


def shapes(n: int) -> Iterator[Any]:
    rng = np.random.default_rng(n)
    for most in (1, 2, 5, 9, 14):
        yield rng.integers(-most, most + 1, n)
        yield rng.integers(0, most + 1, n)
        # The alternation is shifted in the middle: whoever comes to it first gains more and more.
        yield np.where((np.arange(n) + (np.arange(n) > n // 2)) % 2, 0, most)
    yield np.arange(n) % 15


@pytest.mark.usefixtures("eight_bits")
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
def test_rows_that_keep_the_inequality_and_rows_that_break_it_are_right(rule: Any, ends: list[int]) -> None:
    for n in (1, 2, 3, 4, 63, 64, 65, 66, 67, 130, 200, 333):
        for values in shapes(n):
            cards = values.astype(np.int32)
            for you_first in (True, False):
                got, expected = swept(cards, rule, you_first), in_all_bits(cards, rule, you_first)
                assert got == expected, (cards.tolist(), rule, you_first, expected, got)
    told = set(ends[::2])
    assert {0, 1, 2, 3, 4} >= told >= {0, 4}, f"some rows hold all the way, some never: {told}"


@pytest.mark.usefixtures("eight_bits")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("times", [1, 1000], ids=["keys that fit", "ranks of keys"])
def test_keys_are_compared_in_half_as_many_bits_as_in_all(times: int, threads: int, ends: list[int]) -> None:
    for n in (2, 3, 64, 130, narrow.TILE + 66):
        for values in shapes(n):
            cards = values.astype(np.int32)
            keys = rules.Keys(*(each % 100 * times for each in keyed(cards)))
            for you_first in (True, False):
                got = swept(cards, rules.LargerRight(), you_first, threads, keys)
                expected = in_all_bits(cards, rules.LargerRight(), you_first, keys)
                assert got == expected, (n, values[:200].tolist(), you_first, expected[:2], got[:2])
    assert max(ends) > 0, "some sweep keeps the inequality"


@pytest.mark.usefixtures("eight_bits")
@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("n", [narrow.TILE - 1, narrow.TILE + 66, 2 * narrow.TILE + 40])
def test_tiles_and_threads_measure_across_their_edges(n: int, threads: int, ends: list[int]) -> None:
    """Three times as much is lost where it is not noticed: a step between two tiles, or between two bands."""
    rng = np.random.default_rng(n)
    for edge in (n // 7, n // 3, n // 2, narrow.TILE):
        values = rng.integers(0, 2, n)
        values[edge:] = np.arange(n - edge) % 2 * 5  # quiet on the left, torn on the right
        cards = values.astype(np.int32)
        for you_first in (True, False):
            got = swept(cards, rules.LargerLeft(), you_first, threads)
            expected = in_all_bits(cards, rules.LargerLeft(), you_first)
            assert got == expected, (n, edge, threads, you_first, expected[:2], got[:2])


@pytest.mark.parametrize("every", [1, 2, 3, 4])
@pytest.mark.parametrize("low", [0, 1])
@pytest.mark.parametrize("steps", [1, 5, 9])
def test_what_a_climb_measures_is_the_largest_difference_and_the_change_of_the_first_total(
    steps: int, low: int, every: int
) -> None:
    """Wherever it is: within a tile, between two of them, upwards or downwards, last of all."""
    high = low + 2 * steps
    for n in (12, high + 1, narrow.TILE + high - low, narrow.TILE + 66):
        for peak in (1, n // 2, narrow.TILE - 1, narrow.TILE - low, narrow.TILE, narrow.TILE + 1, n - 2):
            for value in (9, -9):
                if not low < high <= n or peak >= n:
                    continue
                row = np.zeros(n, np.int16)
                row[peak:] = value
                totals = np.zeros(n + 2, np.int16)
                if low == 1:
                    totals[:n] = row
                told, before = np.zeros(2, np.int64), int(totals[0])
                narrow.climb(totals, row, low, high, rules.LargerLeft(), None, every, told)
                on = [yours for yours, _ in islice(diagonals(row, REPLIES[rules.LargerLeft]), high)]
                measured = [on[low + 2 * k - 1] for k in range(1, steps + 1) if k % every == 0 or k == steps]
                spread = max(int(np.abs(np.diff(yours)).max(initial=0)) for yours in measured)
                expected = [spread, int(measured[-1][0]) - before]
                assert told.tolist() == expected, (n, peak, value, expected, told.tolist())


@pytest.mark.usefixtures("eight_bits")
@pytest.mark.parametrize("rule", REPLIES, ids=lambda rule: rule.__name__)
def test_a_sweep_in_half_as_many_bits_finds_what_whole_diagonals_find(rule: Any) -> None:
    for n in (64, 201):
        for values in shapes(n):
            *_, (first, second) = diagonals(values, REPLIES[rule])
            for you_first, expected in ((True, int(first[0])), (False, int(second[0]))):
                got = sweep.sweep(values.astype(np.int32), rule(), None, you_first).total
                assert got == expected, (values.tolist(), rule, you_first, expected, got)


@pytest.mark.parametrize(
    ("dtype", "values"), [(np.int32, (1, 100)), (np.int32, (3990, 4000)), (np.int64, (-(2**27), 2**27))]
)
def test_long_rows_in_16_and_in_32_bits_are_right(
    dtype: Any, values: tuple[int, int], ends: list[int]
) -> None:
    n = narrow.SHORTEST + 3
    cards = np.random.default_rng(n).integers(values[0], values[1] + 1, n).astype(dtype)
    first, second = sweep.sweep_both(cards, rules.LargerRight(), None, threads=2)
    for you_first, got in ((True, first), (False, second)):
        expected = in_all_bits(cards, rules.LargerRight(), you_first)
        assert (got.total, got.after, got.touched) == (*expected[:2], expected[3])
    assert len(ends) >= 2


@pytest.mark.parametrize(
    ("cards", "rule", "chance"),
    [
        (np.zeros(narrow.SHORTEST - 1, np.int32), rules.LargerLeft(), None),
        (np.zeros(narrow.SHORTEST), rules.LargerLeft(), (0.5, 0.25, 0.25)),
        (np.zeros(narrow.SHORTEST, np.int32), min, None),
        (np.full(narrow.SHORTEST, 2**15, np.int32), rules.LargerLeft(), None),
        (np.full(narrow.SHORTEST, 4096, np.int32), rules.LargerLeft(), None),
    ],
    ids=["short", "chance", "your own rule", "too large", "too large for a step"],
)
def test_rows_that_are_not_swept_in_half_as_many_bits(cards: Any, rule: Any, chance: Any) -> None:
    assert narrow.narrowed(cards, rule, chance, None) is None
    assert sweep.climbing(cards, rule, chance, None)[0] is sweep._climb


@pytest.mark.parametrize("most", [1, 7, 15])
def test_the_inequality_is_exact_to_the_unit(most: int) -> None:
    cards = np.array([most, -most], np.int8)
    for spread in range(128):
        expected = [k for k in range(1, 5) if 3**k * spread + (3**k - 1) * most < 2**7]
        assert narrow.steps_from(spread, cards) == max(expected, default=0), spread
