"""Folding: the contraction one step at a time, for those who want to watch it.

`contraction` reduces a row in one pass; here every fold is an object that says which cards it covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from twoends.rules.rows import Exact, Row
from twoends.solvers import MethodError

if TYPE_CHECKING:
    from twoends.views.svg import Picture

MOST_CARDS = 2_000
"""The steps of so many cards hold about a million coins."""


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


@dataclass(frozen=True)
class Contraction:
    """The contraction of a row; in a notebook it draws itself.

    steps  each state of the row, as its coins, with the fold that is made next; None at the end

    >>> contraction([1, 30, 100, 15, 2]).reduced
    (1, -55, 2)
    """

    steps: tuple[tuple[tuple[Coin, ...], Fold | None], ...]

    @property
    def reduced(self) -> tuple[Exact, ...]:
        """The coins that are left when no peak is."""
        return tuple(coin.value for coin in self.steps[-1][0])

    @property
    def margin(self) -> Exact:
        """The mover's total minus the other's, both optimal: the larger end is taken each time."""
        ordered = sorted(self.reduced, reverse=True)
        return sum(ordered[::2]) - sum(ordered[1::2])

    def picture(self) -> Picture:
        """A level for each step, each coin as wide as the cards that it covers; O(n²) tiles."""
        from twoends.views import svg as drawing

        return drawing.contraction(
            [
                (
                    [(coin.start, coin.stop, drawing.number(coin.value)) for coin in state],
                    -1 if fold is None else state.index(fold.peak),
                )
                for state, fold in self.steps
            ],
            drawing.number(self.margin),
        )

    def _repr_svg_(self) -> str | None:
        return self.picture().svg_in_notebook()


def contraction(row: Iterable[Any]) -> Contraction:
    """Contract a row step by step, O(n²) time and memory. Raises RowError, and MethodError above MOST_CARDS.

    >>> contraction([8, 15, 3, 7]).reduced, contraction([8, 15, 3, 7]).margin
    ((-4, 7), 11)
    """
    values = Row.of(row).values
    if len(values) > MOST_CARDS:
        raise MethodError(
            f"a contraction step by step keeps {len(values) // 2:,} rows: give at most {MOST_CARDS:,} cards, "
            "or take twoends.solve, which keeps one"
        )
    return Contraction(tuple(folds(values)))
