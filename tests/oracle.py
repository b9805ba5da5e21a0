"""The game again, written as plainly as possible: every answer is compared with it.

It shares no code with the package. An opponent here is a function (left card, right card,
after left, after right) -> your total, and moves are the letters L and R.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

Reply = Callable[[Any, Any, Any, Any], Any]

REPLIES: dict[str, Reply] = {
    "optimal": lambda left, right, after_left, after_right: min(after_left, after_right),
    "greedy right": lambda left, right, after_left, after_right: after_left if left > right else after_right,
    "greedy left": lambda left, right, after_left, after_right: after_right if right > left else after_left,
    "modest right": lambda left, right, after_left, after_right: after_left if left < right else after_right,
    "modest left": lambda left, right, after_left, after_right: after_right if right < left else after_left,
    "generous": lambda left, right, after_left, after_right: max(after_left, after_right),
    "left": lambda left, right, after_left, after_right: after_left,
    "right": lambda left, right, after_left, after_right: after_right,
    "greedy random": lambda left, right, after_left, after_right: (
        Fraction(after_left + after_right) / 2
        if left == right
        else after_left
        if left > right
        else after_right
    ),
    "random": lambda left, right, after_left, after_right: Fraction(after_left + after_right) / 2,
}


def trembling(reply: Reply, epsilon: Fraction) -> Reply:
    """The same opponent, moving at random with probability epsilon."""
    return lambda left, right, after_left, after_right: (
        (1 - epsilon) * reply(left, right, after_left, after_right)
        + epsilon * Fraction(after_left + after_right) / 2
    )


REPLIES["greedy left trembling 1/4"] = trembling(REPLIES["greedy left"], Fraction(1, 4))
REPLIES["optimal trembling 1/10"] = trembling(REPLIES["optimal"], Fraction(1, 10))
BY_CHANCE = [name for name in REPLIES if "random" in name or "trembling" in name]
STEADY = [name for name in REPLIES if name not in BY_CHANCE]


class Oracle:
    """Your totals at every position of one row against one opponent."""

    def __init__(self, values: Sequence[Any], reply: Reply) -> None:
        """`values` are exact numbers."""
        self.values = tuple(values)
        self.reply = reply
        self.f, self.g = cache(self._f), cache(self._g)

    def _f(self, i: int, j: int) -> Any:
        if i == j:
            return 0
        return max(self.values[i] + self.g(i + 1, j), self.values[j - 1] + self.g(i, j - 1))

    def _g(self, i: int, j: int) -> Any:
        if i == j:
            return 0
        return self.reply(self.values[i], self.values[j - 1], self.f(i + 1, j), self.f(i, j - 1))

    @property
    def totals(self) -> tuple[Any, Any]:
        """Your totals moving first and moving second."""
        return self.f(0, len(self.values)), self.g(0, len(self.values))

    def bring(self, i: int, j: int) -> dict[str, Any]:
        """Your total after each of your moves at [i, j); a single card is taken from the left."""
        moves = {"L": self.values[i] + self.g(i + 1, j)}
        if j - i > 1:
            moves["R"] = self.values[j - 1] + self.g(i, j - 1)
        return moves

    def best(self, i: int, j: int) -> set[str]:
        """All your best moves at [i, j)."""
        moves = self.bring(i, j)
        return {side for side, total in moves.items() if total == max(moves.values())}
