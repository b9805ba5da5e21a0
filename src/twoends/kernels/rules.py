"""Replies in compiled code: a rule, a class here or a function that Numba compiles, and the keys it compares.

A rule is an argument of a kernel. It has no content, only a type, and the type is all that Numba
looks at: each kernel is compiled once for each rule, inlines it, and is found again on disk.

    rule    Least(), Most(), LargerLeft(), LargerRight(), LargerEither(), or your own
            (left card, right card, after left, after right) -> total, decorated with numba.njit
    chance  None, or how an opponent who trembles moves: the probabilities that they keep to their
            rule, and that a random move goes left or right; totals are float64 then
    keys    what who looks at cards ranks the two ends by: `Keys`, or None where the cards themselves are
            the keys. Rules that compare totals look at none, and your own are given the cards
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
"""An instance of a class below, or what numba.njit returns."""

Chance = tuple[float, float, float] | None


class Keys(NamedTuple):
    """The keys at each card of a row or of many, in one dtype: the larger one of two ends is taken.

    left   of the left end, where this card is it; shape (n,) or (m, n)
    right  of the right end; the same array where an end is not told from the other one
    """

    left: NDArray[Any]
    right: NDArray[Any]


class Least(NamedTuple):
    """They minimise your total."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return min(after_left, after_right)

    def sides(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """The sides that they like best, added up."""
        return LEFT * (after_left <= after_right) + RIGHT * (after_right <= after_left)


class Most(NamedTuple):
    """They maximise your total."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return max(after_left, after_right)

    def sides(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """The sides that they like best, added up."""
        return LEFT * (after_left >= after_right) + RIGHT * (after_right >= after_left)


class LargerLeft(NamedTuple):
    """They take the end with the larger key, the left one of two equal ends."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return after_left if left >= right else after_right

    def sides(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """The side that they take."""
        return LEFT if left >= right else RIGHT


class LargerRight(NamedTuple):
    """They take the end with the larger key, the right one of two equal ends."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return after_left if left > right else after_right

    def sides(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """The side that they take."""
        return LEFT if left > right else RIGHT


class LargerEither(NamedTuple):
    """They take the end with the larger key, each of two equal ends as often: totals are expectations."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move, or its expectation."""
        if left == right:
            return 0.5 * (after_left + after_right)
        return after_left if left > right else after_right

    def sides(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """The sides that they may take, added up."""
        return LEFT * (left >= right) + RIGHT * (right >= left)


BY_CARDS: dict[str | None, Rule] = {"left": LargerLeft(), "right": LargerRight(), "random": LargerEither()}
"""The rules of those who look at cards, by their tie rule."""

BY_TOTALS: dict[str, Rule] = {"optimal": Least(), "generous": Most()}
"""The rules of those who look ahead: their tie rule changes no total."""

BUILT_IN = frozenset(map(type, [*BY_CARDS.values(), *BY_TOTALS.values()]))


def keys_in(keys: Keys | None, dtype: Any) -> Keys | None:
    """Keys in a dtype: as they are where they fit, else their ranks, because only how they compare matters.

    Raises OverflowError for more ranks than it holds.
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
    made = [np.ascontiguousarray(each, kind).view() for each in both]
    for each in made:
        each.flags.writeable = False
    return Keys(made[0], made[-1])


def keys_within(keys: Keys | None, of: Any) -> Keys | None:
    """The keys at some of the cards, or of some of the rows."""
    return None if keys is None else Keys(keys.left[of], keys.right[of])


def intend(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """Your total after the move that they intend; left and right are the keys of both ends."""
    return rule(left, right, after_left, after_right)


@overload(intend, strict=False)
def _intend(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """`intend` in compiled code: Numba calls its own functions, but not an instance of a class."""
    rule_class = getattr(rule, "instance_class", None)
    if rule_class is None:
        return lambda rule, left, right, after_left, after_right: rule(left, right, after_left, after_right)
    call: Any = njit(rule_class.__call__)
    return lambda rule, left, right, after_left, after_right: call(rule, left, right, after_left, after_right)


def sides(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """All sides that they like best, added up; 0 where a rule of yours mixes the two.

    Your own rule is asked. Where the alternatives are equal, one is raised and then the other, to see what
    it would do.
    """
    if type(rule) in BUILT_IN:
        return rule.sides(left, right, after_left, after_right)
    return sides_by_asking(rule, left, right, after_left, after_right)


@overload(sides, strict=False)
def _sides(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """`sides` in compiled code."""
    rule_class = getattr(rule, "instance_class", None)
    call: Any = sides_by_asking if rule_class is None else njit(rule_class.sides)
    return lambda rule, left, right, after_left, after_right: call(rule, left, right, after_left, after_right)


@kernel
def sides_by_asking(rule: Rule, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """`sides` of a rule of yours."""
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
    """Of the sides that they like best the one that their tie rule leaves; both if it leaves them to chance.

    ties  LEFT, RIGHT or BOTH
    """
    return ties if sides == BOTH else sides


def reply_in_python(
    rule: Rule, chance: Chance, left: Any, right: Any, after_left: Any, after_right: Any
) -> Any:
    """Your total, or its expectation, after the opponent's move with two cards or more on the table."""
    if chance is None:
        return intend(rule, left, right, after_left, after_right)
    keep, random_left, random_right = chance
    at_random = random_left * after_left + random_right * after_right
    return at_random + keep * intend(rule, left, right, after_left, after_right)


reply = kernel(reply_in_python)
"""The same in compiled code."""
