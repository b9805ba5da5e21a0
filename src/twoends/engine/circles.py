"""Circles: one ply of the rulebook on the rows that each first card leaves.

Taking card i leaves the row of the n-1 cards that follow it around the circle: the interval [i+1, i+n) of the
row repeated twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twoends.engine.method import Method, candidate_moves, chosen_totals
from twoends.rules.moves import Line
from twoends.rules.numbers import Pair
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State


class Circles(Method):
    """A circle with all of its cards.

    rows    solves the rows that the first cards leave
    of_row  makes a method for one of them, whose line follows the first card
    """

    def __init__(self, rows: Method, against: Opponent, of_row: Callable[[Row], Method]) -> None:
        self.name, self.error, self._rows = rows.name, rows.error, rows
        self._against, self._of_row, self._cache = against, of_row, dict[bool, list[Pair]]()

    @property
    def positions(self) -> int:
        """The work on the rows."""
        return self._rows.positions

    def totals(self, book: Rulebook, states: Sequence[State]) -> list[Pair]:
        """Both totals from each state on; O(n) rows before the first card. Raises OpponentError."""
        rows = [state for state in states if state.remaining is not None]
        known = dict(zip(rows, self._rows.totals(book, rows), strict=True))
        return [known[state] if state in known else self._before(book, state) for state in states]

    def line(self, book: Rulebook) -> Line | None:
        """A line of best play; None if moves are random, or if the row that is left has none."""
        if self._against.stochastic:
            return None
        state, after = book.start, self._after(book, book.start)
        likes = candidate_moves(book, self._against, state, after, self.error)
        first = likes[0] if book.mover(state) == "you" else self._against.break_ties(likes)[0]
        rest = book.shape.rest(book.after(state, first).remaining).cards
        line = self._of_row(rest).line(book)
        return None if line is None else Line.of_runs([(1, first), *line.runs])

    def _before(self, book: Rulebook, state: State) -> Pair:
        return chosen_totals(book, self._against, state, self._after(book, state))

    def _after(self, book: Rulebook, state: State) -> list[Pair]:
        """Both totals after each first card."""
        if self._against.is_optimal and not book.you_first:  # the players change roles
            return [(yours, theirs) for theirs, yours in self._after(book.with_mover(state, "you"), state)]
        if book.you_first in self._cache:
            return self._cache[book.you_first]
        n, values = len(book.shape), book.values
        totals = self._rows.totals(book, [State((i + 1, i + n), state.number + 1) for i in range(n)])
        after = [
            (yours + card, theirs) if book.you_first else (yours, theirs + card)
            for card, (yours, theirs) in zip(values, totals, strict=True)
        ]
        self._cache[book.you_first] = after
        return after
