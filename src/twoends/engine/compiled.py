"""The bridge to the compiled kernels: which opponents they support, which numbers fit, and in which dtype.

Kernels compute in machine integers, which overflow silently. Therefore a row is passed to them only if a
bound shows that every intermediate value fits its dtype:

    any total, at any position       at most n max |v|
    any coin, urgency or margin      at most (n/2 + 1) (max v - min v) + max |v|      (docs/theory.md)

All other rows are solved on lists, with the same results.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.engine import coins, play, turns
from twoends.engine.kernels import sweeps, whole_rows
from twoends.engine.kernels.compiling import compiled_copy
from twoends.engine.replies import Replies, reply_kind, weights_of
from twoends.engine.sequences import Sequences
from twoends.rules.opponents import Opponent

Bounds = tuple[int, int]
"""The smallest and the largest value."""


INLINED = {turns: ("wants", "wants_then", "memory_place")}
"""Functions that are copied into their callers: a call counts references to its arguments."""


@cache
def arrays(dtype: Any) -> Sequences:
    """Return the arrays that a text runs on, for totals of a dtype."""
    return Sequences(
        text=lambda text: compiled_copy(text, *INLINED.get(text, ())),
        ints=lambda count, entry: np.full(count, entry, np.int64),
        numbers=lambda count: np.zeros(count, dtype),
        of_ints=lambda numbers: np.array(numbers, np.int64),
        of_numbers=lambda numbers: np.array(numbers, dtype),
        repeated=lambda row, times: np.broadcast_to(row, (times, len(row))),
        sums=lambda values: np.concatenate((np.zeros(1, dtype), np.cumsum(values, dtype=dtype))),
        rows=lambda lengths: np.zeros((len(lengths), max(lengths)), dtype),
        # NumPy asks for huge pages, which make a line twice as fast, but in which memory that is never
        # written, half of the sides on a row, is taken as well.
        bytes=lambda lengths: np.zeros((len(lengths), max(lengths)), np.uint8),
        number=lambda entry: entry.item(),
    )


def replies_of(against: Opponent, rows: NDArray[Any], dtype: Any) -> Replies:
    """Return the replies of a built-in opponent on a row, or on many, that fit, with totals of a dtype.

    rows  shape (n,) or (m, n), in int64, or in float64 if the values themselves are rounded
    """
    keys = rows
    if against.name == "random":
        keys = np.zeros_like(rows)
    elif against.looks_at_cards:
        if rows.dtype.kind != np.dtype(dtype).kind and max(map(abs, bounds(rows))) > 2**53:
            # Floats would merge the cards; only their order matters.
            rows = np.unique(rows, return_inverse=True)[1].reshape(rows.shape)
        keys = against.by_card(rows)
    return Replies(frozen(keys, dtype), reply_kind(against), weights_of(against, exact=False))


def ties_of(against: Opponent | None) -> int:
    """Encode the side taken in a tie for kernels: LEFT unless the tie rule is right or random."""
    ties = None if against is None else against.ties
    return {"right": coins.RIGHT, "random": play.BOTH}.get(ties or "left", coins.LEFT)


def integers(values: Sequence[Any]) -> NDArray[Any] | None:
    """Return integers as an array, without a copy for a long row; None if a value does not fit int64."""
    if isinstance(values, memoryview):
        array = np.asarray(values)
        return array if array.dtype != np.uint64 or int(array.max(initial=0)) < 2**63 else None
    try:
        return np.array(values, np.int64)
    except OverflowError:
        return None


def fits(rows: NDArray[Any]) -> bool:
    """Whether no intermediate value of rows, shape (m, n) or (n,), can overflow int64."""
    return range_fits(rows.shape[-1], *bounds(rows))


def bounds(rows: NDArray[Any]) -> Bounds:
    """Return the smallest and the largest value; (0, 0) without values."""
    return (int(rows.min()), int(rows.max())) if rows.size else (0, 0)


def range_fits(n: int, low: int, high: int, bits: int = 64) -> bool:
    """Whether no intermediate value of a row of n cards from `low` to `high` can overflow `bits` bits."""
    largest = max(-low, high)
    twice_the_margin = (n + 2) * (high - low) + 2 * largest
    return bool(twice_the_margin < 1 << bits and n * largest < 1 << bits - 2)


def rows_that_fit(rows: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which rows of int64, shape (m, n), n > 0, fit on their own, by a simpler and stricter bound."""
    most = (2**62 - 1) // (rows.shape[1] + 3)
    fitting: NDArray[np.bool_] = (rows.min(axis=1) >= -most) & (rows.max(axis=1) <= most)
    return fitting


def dtype_for(
    rows: NDArray[Any],
    against: Opponent,
    narrow: Sequence[type[np.generic]] = (np.int32,),
    known: Bounds | None = None,
) -> type[np.generic]:
    """Return the dtype for totals of rows that fit int64: the first of `narrow` that fits them, or int64.

    float64 for expectations.

    known  the bounds of the rows, if already computed
    """
    if against.stochastic:
        return np.float64
    n, (low, high) = rows.shape[-1], known or bounds(rows)
    wide_enough = (dtype for dtype in narrow if range_fits(n, low, high, 8 * np.dtype(dtype).itemsize))
    return next(wide_enough, np.int64)


def frozen(rows: NDArray[Any], dtype: type[np.generic] = np.int64) -> NDArray[Any]:
    """Return the values as a contiguous read-only array, copied only if necessary.

    Numba compiles a kernel for each kind of array that it is given, so all arrays are of this kind.
    """
    view = np.ascontiguousarray(rows, dtype).view()
    view.flags.writeable = False
    return view


def cards_and_replies(
    values: Sequence[Any], against: Opponent, *, around: bool = False, exact: Sequence[Any] | None = None
) -> tuple[NDArray[Any], Replies] | None:
    """Return a row, or a circle written twice, and the opponent's replies on it; None if they do not fit.

    exact  the values before they were rounded, which the opponent compares
    """
    if not len(values) or against.custom or isinstance(values[0], float) != against.stochastic:
        return None
    array = np.array(values, np.float64) if against.stochastic else integers(values)
    if array is None or not (against.stochastic or range_fits(len(values), *bounds(array))):
        return None
    dtype = dtype_for(array, against)
    compared = array
    if exact is not None and against.looks_at_cards:  # only the order of the cards matters
        compared = np.unique(np.array(exact, object), return_inverse=True)[1]
    array, compared = (np.tile(each, 2) if around else each for each in (array, compared))
    return frozen(array, dtype), replies_of(against, compared, dtype)


def near(rows: NDArray[Any], rounding: float) -> NDArray[np.float64]:
    """Return the largest difference at which two totals of each row, shape (m, n), count as equal."""
    of_rows: NDArray[np.float64] = rounding * np.abs(rows).sum(axis=1)
    return of_rows


def decide(
    rows: NDArray[np.int64],
    dtype: type[np.generic],
    against: Opponent,
    you_first: bool,
    totals: NDArray[Any] | None = None,
) -> NDArray[np.uint8]:
    """Return the sum of the sides preferred at every position of every row, by you or by this opponent.

    The result is laid out as `sweeps.decisions`; expectations that are nearly equal count as equal. O(m n²)
    time, two bytes for each position of each row.

    dtype   that of the totals, which fit
    totals  None, or, laid out in the same way, filled in with your total from every position on
    """
    keys, kind, weights = replies_of(against, rows, dtype)
    sides = sweeps.decisions(*rows.shape)
    of_rows = near(rows, sweeps.ROUNDING) if against.stochastic else None
    sweeps.decide(frozen(rows, dtype), keys, kind, weights, of_rows, you_first, sides, totals)
    return sides


def row_that_fits(values: Sequence[Any]) -> tuple[NDArray[np.int64], int] | None:
    """Return a row as an array, and its sum; None without cards, or if a number may overflow."""
    array = integers(values)
    if array is None or not len(array):
        return None
    cards = frozen(array)
    total, low, high = whole_rows.summary(cards)
    return (cards, total) if range_fits(len(cards), low, high) else None
