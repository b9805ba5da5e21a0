"""The bridge to the compiled kernels: which opponents they support, which numbers fit, and in which dtype.

Kernels compute in machine integers, which overflow silently. So a row is passed to them only if a bound shows
that every intermediate value fits its dtype:

    any total, at any position       at most n max |v|
    any coin, urgency or margin      at most (n/2 + 1) (max v - min v) + max |v|      (docs/theory.md)

The pure methods solve all other rows, with the same results.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import rules, sweep, whole_rows
from twoends.rules.numbers import Scaled, Total
from twoends.rules.opponents import Opponent
from twoends.rules.sides import LEFT, RIGHT, Line
from twoends.solvers import SolverResult, bottom_up, contraction, pairs_of, thread_count
from twoends.solvers.costs import call_within

if TYPE_CHECKING:
    from twoends.solvers import Progress

Bounds = tuple[int, int]
"""The smallest and the largest value."""


def serves(against: Opponent) -> bool:
    """Whether the kernels support this opponent: a built-in one."""
    return not against.custom


class Replies(NamedTuple):
    """The arguments, in this order, that tell a kernel how an opponent replies."""

    rule: rules.Rule
    chance: rules.Chance
    keys: rules.Keys


def replies_of(against: Opponent, rows: NDArray[Any], dtype: Any) -> Replies:
    """Return the replies of a built-in opponent on a row, or on many, that fit, with totals of a dtype.

    rows  shape (n,) or (m, n), in int64, or in float64 if the values themselves are rounded
    """
    chance = (float(1 - against.epsilon), float(against.epsilon / 2)) if against.stochastic else None
    if against.looks_at_cards:
        return Replies(rules.BY_CARDS[against.ties], chance, _keys_of(against, rows, np.dtype(dtype)))
    # The random opponent never uses its rule.
    return Replies(rules.BY_TOTALS["generous" if against.name == "generous" else "optimal"], chance, None)


def _keys_of(against: Opponent, rows: NDArray[Any], dtype: np.dtype[Any]) -> rules.Keys:
    """Return the keys of each card, of which the larger is taken; None if they are the cards themselves."""
    if rows.dtype.kind != dtype.kind and max(map(abs, bounds(rows))) > 2**53:
        # Floats would merge the cards; only their order matters.
        rows = np.unique(rows, return_inverse=True)[1].reshape(rows.shape)
    elif against.name == "greedy":
        return None
    return frozen(against.by_card(rows), dtype.type)


def ties_of(against: Opponent | None) -> int:
    """Encode the side taken in a tie for kernels: LEFT unless the tie rule is right or random."""
    ties = None if against is None else against.ties
    return {"right": rules.RIGHT, "random": rules.BOTH}.get(ties or "left", rules.LEFT)


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


def cards_for(
    values: Sequence[Any], against: Opponent, largest_row: int
) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """Return values in 64 bits, and read-only in the dtype of their totals; None if the kernels do not apply.

    largest_row  the largest number of values in a total
    """
    if not serves(against) or isinstance(values[0], float) != against.stochastic:
        return None
    if against.stochastic:
        array = np.array(values, np.float64)
        return array, frozen(array, np.float64)
    integral = integers(values)
    if integral is None or not range_fits(largest_row, *bounds(integral)):
        return None
    array = integral.astype(np.int64, copy=False)
    return array, frozen(array, dtype_for(array, against))


# --- one long row ------------------------------------------------------------------------------


def solve(
    scaled: Scaled,
    against: Opponent,
    progress: Progress | None = None,
    threads: int | None = None,
    seconds: float = inf,
) -> SolverResult | None:
    """Solve a row as returned by `scaled_for`; None if the kernels do not apply.

    seconds  what Python would take; a line is left to Python if its kernel is ready later
    """
    values = scaled.values
    if against.is_optimal:
        if (integral := integers(values)) is None:
            return None
        return _solve_optimal(scaled, frozen(integral))
    if (arrays := cards_for(values, against, len(values))) is None:
        return None
    array, cards = arrays
    rule, chance, keys = replies_of(against, array, cards.dtype)
    # A line breaks ties to the left, unless the opponent breaks them to the right.
    ties = rules.RIGHT if against.ties == "right" else rules.LEFT
    first, second = sweep.sweep(
        cards, rule, chance, keys=keys, ties=ties, progress=progress, threads=thread_count(threads)
    )
    yours, after_left, after_right = first.first_move()
    theirs, *after_theirs = second.first_move()
    row_sum: Total = scaled.sum if against.stochastic else int(array.sum())
    after_yours = cards[0].item() + after_left, cards[-1].item() + after_right
    return SolverResult(
        "bottom-up",
        scaled,
        (yours, row_sum - yours),
        (theirs, row_sum - theirs),
        first.touched + second.touched,
        lambda you_first: pairs_of(row_sum, (after_yours if you_first else after_theirs)[: len(cards)]),
        partial(_line_by_sweep, cards, against, (first, second), progress, seconds),
    )


def _line_by_sweep(
    cards: NDArray[Any],
    against: Opponent,
    swept: tuple[sweep.Sweep, sweep.Sweep],
    progress: Progress | None,
    seconds: float,
    you_first: bool,
) -> Line | None:
    if against.stochastic:
        return None
    sides = call_within(seconds, swept[not you_first].sides)
    if sides is None:
        return bottom_up.policy(cards.tolist(), against, you_first, progress).line()
    sides[-1] = rules.LEFT
    begins = np.append(0, np.flatnonzero(sides[1:] != sides[:-1]) + 1)
    counts = np.diff(begins, append=len(sides)).tolist()
    return Line(
        tuple(
            (count, LEFT if side == rules.LEFT else RIGHT)
            for count, side in zip(counts, sides[begins].tolist(), strict=True)
        )
    )


def _solve_optimal(scaled: Scaled, cards: NDArray[np.int64]) -> SolverResult | None:
    """Solve a row of two optimal players; None if a number may overflow."""
    if not len(cards):
        return None
    total, low, high = whole_rows.summary(cards)
    if not range_fits(len(cards), low, high):
        return None
    margin, coins, runs = whole_rows.walk(cards)
    best = contraction.Walk(margin, coins, runs.data)
    return contraction.result(scaled, total, best, partial(whole_rows.margin_after, cards))
