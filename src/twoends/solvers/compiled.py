"""The bridge to the compiled kernels: who may be served there, which numbers fit, and in which dtype.

Kernels compute in machine integers, which wrap around in silence. So nothing crosses this bridge unless a
bound shows that no number on the way can leave its dtype:

    any total, at any position       at most n max |v|
    any coin, urgency or margin      at most (n/2 + 1) (max v - min v) + max |v|      (docs/theory.md)

What does not fit is served by the pure methods, with the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import chain, rules, sweep, valley
from twoends.kernels.compiling import Pays, always
from twoends.kernels.threads import parts, team_of
from twoends.rules.errors import OpponentError, format_exception
from twoends.rules.numbers import Scaled, Total
from twoends.rules.preferences import Cards, Opponent
from twoends.rules.rows import NARROW_ARRAY
from twoends.rules.sides import Line
from twoends.solvers import SolverResult, bottom_up, pairs_of
from twoends.solvers.runs import Runs
from twoends.solvers.threads import thread_count

if TYPE_CHECKING:
    from twoends.solvers import Progress

BOUNDS_IN_THREADS = 2**20
"""So many numbers are looked at by several threads: a quarter of a millisecond."""

Bounds = tuple[int, int]
"""The smallest and the largest of some values."""


def serves(against: Opponent) -> bool:
    """Whether the kernels can follow this opponent: no player of yours, and no rule that is not compiled.

    Of the built-in ones all who look at cards, or at nothing, and of those who look ahead the ones whose rule
    is compiled. Whoever breaks ties for the other player is served where that one is known, by `play_rows`.

    A rule of your own that is decorated with numba.njit runs in the kernels: that its arithmetic is
    then that of machine integers is your choice. Raises OpponentError if it cannot be compiled for
    integers.
    """
    if not against.custom:
        habit = against.habit
        return habit.looks_at != "totals" or habit.name in rules.BY_TOTALS
    if not hasattr(against.rule, "py_func"):
        return False
    from numba import int64, types

    rule: Any = against.rule
    if (int64,) * 4 not in rule.overloads:  # as one with its types given may have been compiled already
        try:
            rule.compile((int64,) * 4)
        except Exception as fault:  # Numba raises many kinds, each with pages of text
            pages = [line for line in str(fault).splitlines() if line and "nopython" not in line]
            reason = pages[0] if pages else format_exception(fault)
            raise OpponentError(f"{against} cannot be compiled for integers: {reason}") from None
    return isinstance(rule.overloads[(int64,) * 4].signature.return_type, types.Integer)


@contextmanager
def failing_as(against: Opponent) -> Iterator[None]:
    """Name the opponent where a rule of your own fails in compiled code. Raises OpponentError."""
    try:
        yield
    except Exception as fault:
        if not against.custom:
            raise
        raise OpponentError(f"{against} failed in compiled code: {format_exception(fault)}") from fault


class Replies(NamedTuple):
    """How an opponent replies, as kernels take it, in this order."""

    rule: rules.Rule
    chance: rules.Chance
    keys: rules.Keys | None


def replies_of(against: Opponent, rows: NDArray[Any], dtype: Any) -> Replies | None:
    """How an opponent whom the kernels serve replies on a row, or on many, with totals of a dtype.

    rows  shape (n,) or (m, n), in int64, or in float64 where the values themselves are rounded

    None where the keys of an opponent leave 64 bits, or are no integers on integers: then the pure methods
    serve them.
    """
    keys = None
    if against.looks_at_cards:
        try:
            keys = rules.keys_in(_keys_of(against, rows, np.dtype(dtype)), dtype)
        except OverflowError:
            return None
    return Replies(rule_of(against), chance_of(against), keys)


def _keys_of(against: Opponent, rows: NDArray[Any], dtype: np.dtype[Any]) -> rules.Keys | None:
    """The keys of the ends at each card; None where they are the cards as totals hold them.

    Raises OverflowError where they are not finite, or where integers may have wrapped around.
    """
    key, seen = against.habit.key, _Seen(rows, 1)
    left = key(seen)
    if left is rows and (rows.dtype.kind == dtype.kind or max(map(abs, bounds(rows))) <= 2**53):
        return None
    largest = np.inf if rows.dtype.kind == "f" else _largest_key(key, *bounds(rows))
    keys = [np.asarray(left)]
    if seen.beyond_matters:
        keys.append(np.asarray(key(_Seen(rows, -1))))
    for each in keys:
        if each.shape != rows.shape or each.dtype.kind not in ("f" if rows.dtype.kind == "f" else "bi"):
            raise OverflowError("the keys are of another kind than the cards")
        low, high = each.min(initial=0), each.max(initial=0)
        exact = float if each.dtype.kind == "f" else int  # a float of 2⁵⁴ - 1 is 2⁵⁴: beyond the largest key
        if not max(-exact(low), exact(high)) <= min(largest, np.finfo(float).max):
            raise OverflowError("the keys leave their range")
    return rules.Keys(keys[0], keys[-1])


class _Seen:
    """The `Cards` of all ends of one side of rows: what is beyond is worked out only for who asks."""

    def __init__(self, rows: NDArray[Any], inwards: int) -> None:
        self.earns, self._inwards, self.beyond_matters = rows, inwards, False

    @property
    def beyond(self) -> NDArray[Any]:
        self.beyond_matters = True
        beyond = np.zeros_like(self.earns)
        if self._inwards > 0:
            beyond[..., :-1] = self.earns[..., 1:]
        else:
            beyond[..., 1:] = self.earns[..., :-1]
        return beyond


def _largest_key(key: Callable[[Any], Any], low: int, high: int) -> int:
    """How large a key can be in size, if it is so for the smallest or the largest cards, as of a sum.

    Raises OverflowError where integers of 64 bits say otherwise than exact ones, or nearly do.
    """
    extremes = [Cards(earns, beyond) for earns in (low, high) for beyond in (low, high, 0)]
    exact = [int(key(cards)) for cards in extremes]
    with np.errstate(all="ignore"):
        got = np.asarray(key(Cards(*np.array(extremes, np.int64).T))).tolist()
    largest = max(map(abs, exact))
    if largest >= 2**62 or got != exact:
        raise OverflowError("the keys leave 64 bits")
    return largest


def rule_of(against: Opponent) -> rules.Rule:
    """The rule of an opponent whom the kernels serve."""
    if against.custom:
        assert against.rule is not None
        return against.rule
    if against.looks_at_cards:
        return rules.BY_CARDS[against.ties]
    # Who looks at nothing never keeps to a rule.
    return rules.BY_TOTALS.get(against.habit.name, rules.BY_TOTALS["optimal"])


def ties_of(against: Opponent | None) -> int:
    """The side that is taken where both are liked, as kernels have it; left by best and by your own rule."""
    ties = None if against is None else against.ties
    return {"right": rules.RIGHT, "random": rules.BOTH}.get(ties or "left", rules.LEFT)


def chance_of(against: Opponent) -> rules.Chance:
    """How often they keep to their rule, and move at random to the left and to the right; None: never."""
    if not against.stochastic:
        return None
    left, right = against.epsilon * against.p_left, against.epsilon * (1 - against.p_left)
    return float(1 - against.epsilon), float(left), float(right)


def integers(values: Sequence[Any]) -> NDArray[Any] | None:
    """Integers as an array, that of a long row without a copy; None if one of them does not fit int64."""
    if isinstance(values, memoryview):
        array = np.asarray(values)
        return array if array.dtype != np.uint64 or int(array.max(initial=0)) < 2**63 else None
    try:
        return np.array(values, np.int64)
    except OverflowError:
        return None


def fits(rows: NDArray[Any], bits: int = 64) -> bool:
    """Whether no number can overflow integers of so many bits, in rows of shape (m, n) or (n,)."""
    return range_fits(rows.shape[-1], *bounds(rows), bits)


def bounds(rows: NDArray[Any], threads: int = 1) -> Bounds:
    """The smallest and the largest value; both are 0 where there is none."""
    if not rows.size:
        return 0, 0
    with team_of(threads if rows.size >= BOUNDS_IN_THREADS else 1) as team:
        found = team.do(
            partial(extreme, rows[of]) for of in parts(len(rows), team.size) for extreme in (np.min, np.max)
        )
    return int(min(found)), int(max(found))


def range_fits(n: int, low: int, high: int, bits: int = 64) -> bool:
    """The same for a row of n cards from `low` to `high`."""
    largest = max(-low, high)
    twice_the_margin = (n + 2) * (high - low) + 2 * largest
    return bool(twice_the_margin < 1 << bits and n * largest < 1 << bits - 2)


def rows_that_fit(rows: NDArray[Any]) -> NDArray[np.bool_]:
    """Which rows of int64, shape (m, n), n > 0, surely fit by themselves: a plainer bound."""
    most = (2**62 - 1) // (rows.shape[1] + 3)
    fitting: NDArray[np.bool_] = (rows.min(axis=1) >= -most) & (rows.max(axis=1) <= most)
    return fitting


def dtype_for(
    rows: NDArray[Any],
    against: Opponent,
    narrow: Sequence[type[np.generic]] = (np.int32,),
    known: Bounds | None = None,
) -> type[np.generic]:
    """The dtype for totals of rows that fit: the first narrow one that does, or float64 for expectations.

    known  the bounds of the rows, where somebody has read them already
    A rule of your own is given 64 bits: what it makes of the cards is bound by nothing.
    """
    if against.stochastic:
        return np.float64
    if against.custom:
        return np.int64
    n, (low, high) = rows.shape[-1], known or bounds(rows)
    return next((of for of in narrow if range_fits(n, low, high, 8 * np.dtype(of).itemsize)), np.int64)


def frozen(rows: NDArray[Any], dtype: type[np.generic] = np.int64) -> NDArray[Any]:
    """The same values contiguous and read-only, copied only where they have to be.

    Numba compiles a kernel for each kind of array that it meets, so it is to meet one kind only.
    """
    view = np.ascontiguousarray(rows, dtype).view()
    view.flags.writeable = False
    return view


def cards_for(
    values: Sequence[Any], against: Opponent, largest_row: int
) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """Values in 64 bits, and read-only in the dtype of their totals; None where no kernel serves them.

    largest_row  how many of them, at most, a total is made of
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
    pays: Pays = always,
    threads: int | None = None,
) -> SolverResult | None:
    """Both totals of a row as `scaled_for` gives it; None if the kernels may not serve it.

    The same where a kernel does not pay: the pure methods will have answered before it is compiled.
    """
    values = scaled.values
    if against.is_optimal:
        if (integral := integers(values)) is None:
            return None
        narrow = integral.dtype == np.int16 and len(integral) >= NARROW_ARRAY
        cards = frozen(integral, np.int16 if narrow else np.int64)
        return _solve_by_chain(scaled, cards, pays, thread_count(threads))
    if against.custom and not all(isinstance(value, int) for value in values):
        return None
    if (found := cards_for(values, against, len(values))) is None:
        return None
    array, cards = found
    replies = replies_of(against, array, cards.dtype)
    if replies is None or not pays(*sweep.climb_call(cards, *replies)):
        return None
    # A line takes the left of ends that are liked equally, but for who prefers the right one.
    ties = rules.RIGHT if ties_of(against) == rules.RIGHT else rules.LEFT
    rule, chance, keys = replies
    with failing_as(against):
        first, second = sweep.sweep(
            cards, rule, chance, keys=keys, ties=ties, progress=progress, threads=thread_count(threads)
        )
    whole: Total = scaled.sum if against.stochastic else int(array.sum())
    ends = (cards[0].item() + first.after[0], cards[-1].item() + first.after[1])[: len(cards)]
    return SolverResult(
        "bottom-up",
        scaled,
        (first.total, whole - first.total),
        (second.total, whole - second.total),
        first.touched + second.touched,
        lambda: pairs_of(whole, ends),
        partial(_line_by_sweep, cards, against, replies, (first, second), progress, pays),
    )


def _line_by_sweep(
    cards: NDArray[Any],
    against: Opponent,
    replies: Replies,
    swept: tuple[sweep.Swept, sweep.Swept],
    progress: Progress | None,
    pays: Pays,
    you_first: bool,
) -> Line | None:
    if against.stochastic:
        return None
    if not pays(*sweep.leg_call(replies.rule, replies.keys)):
        return bottom_up.policy(cards.tolist(), against, you_first, progress).line()
    with failing_as(against):
        sides = swept[not you_first].sides()
    if not sides.all():  # their rule mixes both sides on the way
        return None
    sides[-1] = rules.LEFT
    return Line(Runs(sides))


def _solve_by_chain(
    scaled: Scaled, cards: NDArray[np.int64], pays: Pays, threads: int
) -> SolverResult | None:
    if (played := _played(cards, pays, threads)) is None:
        return None
    reduced, margin, sides = played
    first = (reduced.sum + margin) // 2  # they have the same parity
    return SolverResult(
        "contraction",
        scaled,
        (first, reduced.sum - first),
        (reduced.sum - first, first),
        reduced.touched,
        lambda: pairs_of(reduced.sum, _values_by_chain(cards, reduced.sum, threads)),
        lambda you_first: Line(Runs(sides, reduced.stops)),
    )


def _played(
    cards: NDArray[np.int64], pays: Pays, threads: int
) -> tuple[chain.Chain, int, NDArray[np.uint8]] | None:
    """Take the larger end of the reduced row first, each coin whole; None where a number may overflow.

    The reduced row, the margin of who moves first, and the side of each coin, shape (k,).
    """
    reduced = chain.reduce(cards, pays, threads)
    if reduced is None or not range_fits(len(cards), reduced.low, reduced.high):
        return None
    sides = np.empty(len(reduced.coins), np.uint8)
    if not pays(*valley.merge_call(reduced.coins, sides)):
        return None
    return reduced, valley.merge(reduced.coins, reduced.bottom, sides, threads), sides


def _values_by_chain(cards: NDArray[np.int64], total: int, threads: int) -> tuple[Total, ...]:
    """The card, and what the second player gets of the rest."""
    ends = ((int(cards[0]), cards[1:]), (int(cards[-1]), cards[:-1]))[: len(cards)]
    return tuple(card + (total - card - _margin(rest, threads)) // 2 for card, rest in ends)


def _margin(cards: NDArray[np.int64], threads: int) -> int:
    """What whoever moves first gains."""
    played = _played(cards, always, threads)
    assert played is not None, "every kernel pays"
    return played[1]
