"""Reply rules for compiled code: one of the classes here, or a function compiled by Numba.

A rule is an argument of a kernel. It has no content, only a type, and the type is all that Numba
looks at: each kernel is compiled once for each rule, inlines it, and is found again on disk.

    rule     Optimal(), Generous(), GreedyLeft(), GreedyRight(), ModestLeft(), ModestRight(), or your
             own (left card, right card, after left, after right) -> total, decorated with numba.njit
    chance   None, or how an opponent who strays moves: the probabilities that they keep to their
             rule, stray to the left, and strays to the right; totals are float64 then
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import njit
from numba.extending import overload

from twoends.kernels.compiling import kernel

LEFT, RIGHT = 1, 2
"""Sides in arrays: 0 none, 1 left, 2 right, 3 both."""

Rule = Any
"""An instance of a class below, or what numba.njit returns."""

Chance = tuple[float, float, float] | None


class Optimal(NamedTuple):
    """They minimise your total."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return min(after_left, after_right)


class Generous(NamedTuple):
    """They maximise your total."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return max(after_left, after_right)


class GreedyLeft(NamedTuple):
    """They take the larger end, the left one of two equal ends."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return after_left if left >= right else after_right


class GreedyRight(NamedTuple):
    """They take the larger end, the right one of two equal ends."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return after_left if left > right else after_right


class ModestLeft(NamedTuple):
    """They take the smaller end, the left one of two equal ends."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return after_left if left <= right else after_right


class ModestRight(NamedTuple):
    """They take the smaller end, the right one of two equal ends."""

    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        """Your total after their move."""
        return after_left if left < right else after_right


RULES: dict[tuple[str, str | None], Rule] = {
    ("optimal", None): Optimal(),
    ("generous", None): Generous(),
    ("greedy", "left"): GreedyLeft(),
    ("greedy", "right"): GreedyRight(),
    ("modest", "left"): ModestLeft(),
    ("modest", "right"): ModestRight(),
    ("random", None): Optimal(),  # which they never keep to
}
"""The compiled rule of every built-in opponent, by name and tie rule."""


def intend(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """Your total after the move that they intend."""
    return rule(left, right, after_left, after_right)


@overload(intend, strict=False)
def _intend(rule: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """`intend` in compiled code: Numba calls its own functions, but not an instance of a class."""
    rule_class = getattr(rule, "instance_class", None)
    if rule_class is None:
        return lambda rule, left, right, after_left, after_right: rule(left, right, after_left, after_right)
    call: Any = njit(rule_class.__call__)
    return lambda rule, left, right, after_left, after_right: call(rule, left, right, after_left, after_right)


@kernel
def side(rule: Rule, left: Any, right: Any, after_left: Any, after_right: Any) -> int:
    """The side that they intend: LEFT where they do not care, 0 where their rule mixes the two.

    Where the alternatives are equal, one is raised and then the other, to see what they would do.
    """
    if after_left != after_right:
        total = intend(rule, left, right, after_left, after_right)
        return LEFT if total == after_left else RIGHT if total == after_right else 0
    more_on_the_right = intend(rule, left, right, after_left, after_left + 1)
    more_on_the_left = intend(rule, left, right, after_left + 1, after_left)
    if more_on_the_right == after_left or more_on_the_left == after_left + 1:
        return LEFT
    return RIGHT if more_on_the_right == after_left + 1 or more_on_the_left == after_left else 0


def reply_in_python(
    rule: Rule, chance: Chance, left: Any, right: Any, after_left: Any, after_right: Any
) -> Any:
    """Your total, or its expectation, after the opponent's move with two cards or more on the table."""
    if chance is None:
        return intend(rule, left, right, after_left, after_right)
    keep, stray_left, stray_right = chance
    astray = stray_left * after_left + stray_right * after_right
    return astray + keep * intend(rule, left, right, after_left, after_right)


reply = kernel(reply_in_python)
"""The same in compiled code."""
