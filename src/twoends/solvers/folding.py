"""Folding: the contraction one step at a time, for those who want to watch it.

`contraction` reduces a row in one pass; here every fold is an object that says which cards it covers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from twoends.rules.numbers import Exact


@dataclass(frozen=True)
class Coin:
    """A virtual coin: it covers the cards [start, stop) and is worth their alternating sum."""

    start: int
    stop: int
    value: Exact


@dataclass(frozen=True)
class Fold:
    """One contraction: the peak that goes (before, peak, after) and the coin that it becomes."""

    before: Coin
    peak: Coin
    after: Coin

    @property
    def coin(self) -> Coin:
        """The virtual coin that takes the place of the three."""
        return Coin(
            self.before.start, self.after.stop, self.before.value - self.peak.value + self.after.value
        )


def folds(values: Sequence[Exact]) -> Iterator[tuple[tuple[Coin, ...], Fold | None]]:
    """Reduce a row step by step, O(n) a step: each state with the fold that is made next, None at the end."""
    state = [Coin(i, i + 1, value) for i, value in enumerate(values)]
    while True:
        for at in range(len(state) - 2):
            fold = Fold(*state[at : at + 3])
            if fold.before.value < fold.peak.value >= fold.after.value:
                break
        else:
            yield tuple(state), None
            return
        yield tuple(state), fold
        state[at : at + 3] = [fold.coin]
