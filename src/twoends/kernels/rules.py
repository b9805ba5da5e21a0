"""Reply rules in compiled code, with the keys that they compare and their random moves.

A rule is an argument of a kernel that has a type and no content. Each kernel is compiled once for each type
of rule, inlines the rule, and is cached on disk unless the rule is the user's.

    rule    Least(), Most(), LargerLeft(), LargerRight(), LargerEither(), or a function of the user,
            (left card, right card, after left, after right) -> total, decorated with numba.njit
    chance  None, or the probabilities that an opponent follows their rule, moves left at random, and moves
            right at random; totals are then float64
    keys    `Keys`, by which an opponent who compares cards ranks the two ends; None if the cards are the
            keys. Rules that compare totals ignore them; the user's rules get the cards
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import overload
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel

LEFT, RIGHT = 1, 2
"""Sides in arrays: 0 none, 1 left, 2 right, 3 both."""

BOTH = LEFT + RIGHT

Rule = Any
"""An instance of a class below, or a function that numba.njit returned."""

Chance = tuple[float, float, float] | None


class Keys(NamedTuple):
    """The keys of each card of one or many rows, in one dtype: the end with the larger key is taken.

    left   the key of the card as a left end; shape (n,) or (m, n)
    right  its key as a right end; the same array if both are equal
    """

    left: NDArray[Any]
    right: NDArray[Any]


class Least(NamedTuple):
    """They minimise your total."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return min(after_left, after_right)


class Most(NamedTuple):
    """They maximise your total."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return max(after_left, after_right)


class LargerLeft(NamedTuple):
    """They take the end with the larger key, the left one of two equal ends."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return after_left if left >= right else after_right


class LargerRight(NamedTuple):
    """They take the end with the larger key, the right one of two equal ends."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return after_left if left > right else after_right


class LargerEither(NamedTuple):
    """They take the end with the larger key, or either of two equal ends with probability 1/2."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move, or its expectation."""
        if left == right:
            return 0.5 * (after_left + after_right)
        return after_left if left > right else after_right


BY_CARDS: dict[str | None, Rule] = {"left": LargerLeft(), "right": LargerRight(), "random": LargerEither()}
"""The rules that compare cards, by their tie-breaking rule."""

BY_TOTALS: dict[str, Rule] = {"optimal": Least(), "generous": Most()}
"""The rules that compare totals; how they break ties does not change a total."""

COMPARING_CARDS = frozenset(map(type, BY_CARDS.values()))


def keys_in(keys: Keys | None, dtype: Any) -> Keys | None:
    """Keys in a dtype: unchanged if they fit, else replaced by their ranks, because only their order matters.

    Raises OverflowError if there are more ranks than the dtype holds.
    """
    if keys is None:
        return None
    kind, both = np.dtype(dtype), keys if keys.left is not keys.right else keys[:1]
    if kind.kind == "f":
        low, high = -(2**53), 2**53
    else:
        low, high = int(np.iinfo(kind).min), int(np.iinfo(kind).max)
    if not all(low <= each.min(initial=0) and each.max(initial=0) <= high for each in both):
        distinct, ranks = np.unique(np.stack(both), return_inverse=True)
        if len(distinct) > high:
            raise OverflowError(f"{len(distinct)} different keys do not fit {kind}")
        both = tuple(ranks.reshape(len(both), *keys.left.shape))
    cast = [np.ascontiguousarray(each, kind).view() for each in both]
    for each in cast:
        each.flags.writeable = False
    return Keys(cast[0], cast[-1])


def intend(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """Your total after the move that they intend; left and right are the keys of the ends."""
    return rule(left, right, after_left, after_right)


@overload(intend, strict=False)
def _intend(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """`intend` in compiled code: Numba can call compiled functions, but not an instance of a class."""
    rule_class = getattr(rule, "instance_class", None)
    if rule_class is None:
        return lambda rule, left, right, after_left, after_right: rule(left, right, after_left, after_right)
    call: Any = njit(rule_class.__call__)
    return lambda rule, left, right, after_left, after_right: call(rule, left, right, after_left, after_right)


def sides(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """The sum of all sides that they prefer, before ties are broken; 0 if the user's rule mixes both."""
    by_rule = _sides_by_keys if type(rule) in COMPARING_CARDS else _sides_by_asking
    return by_rule(rule, left, right, after_left, after_right)


@overload(sides, strict=False)
def _sides(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """`sides` in compiled code."""
    by_keys = getattr(rule, "instance_class", None) in COMPARING_CARDS
    call: Any = _sides_by_keys if by_keys else _sides_by_asking
    return lambda rule, left, right, after_left, after_right: call(rule, left, right, after_left, after_right)


@kernel
def _sides_by_keys(rule: Rule, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    return LEFT * (left >= right) + RIGHT * (right >= left)


@kernel
def _sides_by_asking(rule: Rule, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """The side whose total the rule returns. If both are equal, ask it with one and then the other raised."""
    if after_left != after_right:
        total = intend(rule, left, right, after_left, after_right)
        return LEFT if total == after_left else RIGHT if total == after_right else 0
    more_on_the_right = intend(rule, left, right, after_left, after_left + 1)
    more_on_the_left = intend(rule, left, right, after_left + 1, after_left)
    goes_left = more_on_the_right == after_left or more_on_the_left == after_left + 1
    goes_right = more_on_the_right == after_left + 1 or more_on_the_left == after_left
    return LEFT * goes_left + RIGHT * goes_right


@kernel
def settled(sides: int, ties: int) -> int:
    """The preferred side after breaking ties in favour of `ties`: LEFT, RIGHT, or BOTH for a random one."""
    return ties if sides == BOTH else sides


def reply_in_python(
    rule: Rule, chance: Chance, left: Any, right: Any, after_left: Any, after_right: Any
) -> Any:
    """Your total, or its expectation, after the opponent's move; two cards or more are left."""
    if chance is None:
        return intend(rule, left, right, after_left, after_right)
    keep, random_left, random_right = chance
    at_random = random_left * after_left + random_right * after_right
    return at_random + keep * intend(rule, left, right, after_left, after_right)


reply = kernel(reply_in_python)
"""`reply_in_python` in compiled code."""
