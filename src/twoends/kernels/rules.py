"""Reply rules in compiled code, with the keys that they compare and their random moves.

A rule is an argument of a kernel that has a type and no content. Each kernel is compiled once for each type
of rule, inlines the rule, and is cached on disk.

    rule    Least(), Most(), LargerLeft(), LargerRight() or LargerEither()
    chance  None, or the probabilities that an opponent follows their rule, and that they take one given end
            at random; totals are then float64
    keys    the key of each card, in the dtype and shape of the cards, by which an opponent who compares cards
            takes the end with the larger key; None if the cards are the keys. Other rules ignore them
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import njit
from numba.extending import overload
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel

LEFT, RIGHT = 1, 2
"""Sides in arrays: 0 none, 1 left, 2 right, 3 both."""

BOTH = LEFT + RIGHT

Rule = Any
"""An instance of a class below."""

Chance = tuple[float, float] | None

Keys = NDArray[Any] | None


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


def intend(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """Your total after the move that they intend; left and right are the keys of the ends."""
    return rule(left, right, after_left, after_right)


@overload(intend, strict=False)
def _intend(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """`intend` in compiled code: Numba can call compiled functions, but not an instance of a class."""
    call: Any = njit(rule.instance_class.__call__)
    return lambda rule, left, right, after_left, after_right: call(rule, left, right, after_left, after_right)


def sides(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """The sum of all sides that they prefer, before ties are broken."""
    by_rule = _sides_by_keys if type(rule) in COMPARING_CARDS else _sides_by_totals
    return by_rule(rule, left, right, after_left, after_right)


@overload(sides, strict=False)
def _sides(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """`sides` in compiled code."""
    call: Any = _sides_by_keys if rule.instance_class in COMPARING_CARDS else _sides_by_totals
    return lambda rule, left, right, after_left, after_right: call(rule, left, right, after_left, after_right)


@kernel
def _sides_by_keys(rule: Rule, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    return LEFT * (left >= right) + RIGHT * (right >= left)


@kernel
def _sides_by_totals(rule: Rule, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    total = intend(rule, left, right, after_left, after_right)
    return LEFT * (total == after_left) + RIGHT * (total == after_right)


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
    keep, random_end = chance
    return random_end * (after_left + after_right) + keep * intend(rule, left, right, after_left, after_right)


reply = kernel(reply_in_python)
"""`reply_in_python` in compiled code."""
