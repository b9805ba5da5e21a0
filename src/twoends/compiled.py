"""The bridge to the compiled kernels: who may be served there, which numbers fit, and in which dtype.

Kernels compute in machine integers, which wrap around in silence. So nothing crosses this bridge unless a
bound shows that no number on the way can leave its dtype:

    any total, at any position       at most n max |v|
    any coin, urgency or margin      at most (n/2 + 1) (max v - min v) + max |v|      (docs/theory.md)

What does not fit is served by the pure methods, with the same answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import rules
from twoends.opponents import Opponent, OpponentError

_RULES: dict[tuple[str, str | None], rules.Rule] = {
    ("optimal", None): rules.Optimal(),
    ("generous", None): rules.Generous(),
    ("greedy", "left"): rules.GreedyLeft(),
    ("greedy", "right"): rules.GreedyRight(),
    ("modest", "left"): rules.ModestLeft(),
    ("modest", "right"): rules.ModestRight(),
    ("random", None): rules.Optimal(),  # which he never keeps to
}


def serves(against: Opponent) -> bool:
    """Whether the kernels can follow this opponent: not your own player, nor a rule that is not compiled.

    A rule of your own that is decorated with numba.njit runs in the kernels: that its arithmetic is
    then that of machine integers is your choice. Raises OpponentError if it cannot be compiled for
    integers.
    """
    if not against.your_own:
        return True
    if not hasattr(against.intent, "py_func"):
        return False
    from numba import int64, types

    rule: Any = against.intent
    try:
        rule.compile((int64,) * 4)
    except Exception as fault:  # Numba raises many kinds, each with pages of text
        reason = str(fault).strip().splitlines()[-1]
        raise OpponentError(f"{against} cannot be compiled for integers: {reason}") from None
    return isinstance(rule.overloads[(int64,) * 4].signature.return_type, types.Integer)


def rule_of(against: Opponent) -> rules.Rule:
    """The rule of an opponent whom the kernels serve."""
    if against.your_own:
        assert against.intent is not None
        return against.intent
    return _RULES[against.name, against.ties]


def chance_of(against: Opponent) -> rules.Chance:
    """How often he keeps to his rule, strays to the left, strays to the right; None if he never strays."""
    if not against.by_chance:
        return None
    left, right = against.stray * against.stray_left, against.stray * (1 - against.stray_left)
    return float(1 - against.stray), float(left), float(right)


def integers(values: Sequence[Any]) -> NDArray[np.int64] | None:
    """Integers as an array of int64; None if one of them does not fit."""
    try:
        return np.array(values, np.int64)
    except OverflowError:
        return None


def fits(rows: NDArray[Any], bits: int = 64) -> bool:
    """Whether no number can overflow integers of so many bits, in rows of shape (m, n) or (n,)."""
    if rows.size == 0:
        return True
    n, low, high = rows.shape[-1], int(rows.min()), int(rows.max())
    largest = max(-low, high)
    twice_the_margin = (n + 2) * (high - low) + 2 * largest
    return bool(twice_the_margin < 1 << bits and n * largest < 1 << bits - 2)


def dtype_for(rows: NDArray[Any], against: Opponent) -> type[np.generic]:
    """The dtype for totals of rows that fit: the smallest integer, or float64 for expectations."""
    return np.float64 if against.by_chance else np.int32 if fits(rows, 32) else np.int64


def frozen(rows: NDArray[Any], dtype: type[np.generic] = np.int64) -> NDArray[Any]:
    """The same values contiguous and read-only, copied only where they have to be.

    Numba compiles a kernel for each kind of array that it meets, so it is to meet one kind only.
    """
    view = np.ascontiguousarray(rows, dtype).view()
    view.flags.writeable = False
    return view
