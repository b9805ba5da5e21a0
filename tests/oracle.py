"""The game on intervals of a row, written as plainly as possible: every answer is compared with it.

An opponent here is a function (left card, right card, after left, after right) -> your total, and moves are
the letters L and R.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import shapes_oracle

Reply = Callable[[Any, Any, Any, Any], Any]


def on_a_row(reply: shapes_oracle.Reply) -> Reply:
    return lambda left, right, after_left, after_right: reply([left, right], [after_left, after_right])


REPLIES = {name: on_a_row(reply) for name, reply in shapes_oracle.REPLIES.items()}
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

    def best(self, i: int, j: int) -> set[str]:
        """All your best moves at [i, j); a single card is taken from the left."""
        by_left, by_right = self.values[i] + self.g(i + 1, j), self.values[j - 1] + self.g(i, j - 1)
        if j - i == 1:
            return {"L"}
        return {side for side, total in zip("LR", (by_left, by_right), strict=True) if total == self.f(i, j)}
