"""One player alone, who takes single cards from either end: the window of the row that is left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from twoends.engine.method import Method
from twoends.rules.moves import LEFT, RIGHT, Line
from twoends.rules.numbers import Pair, Scaled
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.rules import Rules


def leaves_window(rules: Rules) -> bool:
    """Whether one player alone takes single cards from either end, and so leaves a window of the row."""
    return rules.alone and rules.one_card and rules.ends == "either" and rules.score == "cards"


class Windows(Method):
    """The best window to leave of what is left of a row. O(n) a state.

    Of equally good windows, leave the one furthest to the right: ties go to the left end.
    """

    name = "bottom-up"

    def __init__(self, scaled: Scaled, rules: Rules, root: State) -> None:
        self._scaled, self._stop, self._root = scaled, rules.stop, root
        n, most = len(scaled.values), self._most(root)
        self._windows = 1 if most == n else most + 1

    @property
    def positions(self) -> int:
        """The number of windows."""
        return self._windows

    def totals(self, book: Rulebook, states: Sequence[State]) -> list[Pair]:
        """Both totals from each state on; theirs are 0."""
        exact = self._scaled.scale.exact
        return [(exact(max(self._gains(state))), 0) for state in states]

    def line(self, book: Rulebook) -> Line | None:
        """A line of best play."""
        gains, most = self._gains(self._root), self._most(self._root)
        taken = most if most == len(self._scaled.values) else most - gains[::-1].index(max(gains))
        return Line(tuple((count, side) for count, side in ((taken, LEFT), (most - taken, RIGHT)) if count))

    def _most(self, state: State) -> int:
        """The number of cards that the player takes."""
        start, stop = state.remaining
        left: int = stop - start
        return left if self._stop is None else min(self._stop - state.number, left)

    def _gains(self, state: State) -> list[Any]:
        """What the player gains with each number of cards taken from the left, from 0 up."""
        (start, stop), first, most = state.remaining, self._root.remaining[0], self._most(state)
        values = self._scaled.values[start - first : stop - first]
        if most == len(values):  # the player takes every card
            return [sum(values)]
        lefts = list(accumulate(values[:most], initial=0))
        rights = list(accumulate(reversed(values[len(values) - most :]), initial=0))
        return [left + right for left, right in zip(lefts, reversed(rights), strict=True)]
