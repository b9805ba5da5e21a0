"""The value of a state of a game, and the moves that the mover prefers there.

A method answers with both totals from a state on. Everything else is derived here, in the same way for every
method: the totals after each move, what a move gives away, and which moves are best or preferred.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import chain, compress
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.engine.judge import judge_moves
from twoends.rules import limits
from twoends.rules.errors import MethodError, RowError
from twoends.rules.moves import Line, Move
from twoends.rules.numbers import Pair, Scaled, Total
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.rules import Rules

if TYPE_CHECKING:
    from twoends.rules.shapes import Shape


class Value(NamedTuple):
    """The value of a state if you play a best response from there on; totals count the remaining cards.

    yours   your total: exact, not in units; a float if an expectation is approximate
    theirs  the opponent's total
    after   both totals after each legal move, in order, whoever makes it; what the move earns is included
    """

    yours: Total
    theirs: Total
    after: tuple[Pair, ...]


class Method(ABC):
    """A method, set up for what is left of a game: it answers for every state that can follow.

    name   its name
    error  0, or a bound on the rounding error of each total
    """

    name: str
    error: float = 0

    @property
    @abstractmethod
    def positions(self) -> int:
        """The work so far: states of a search, cells of a sweep; for contraction, cards and folds."""

    @abstractmethod
    def totals(self, book: Rulebook, states: Sequence[State]) -> list[Pair]:
        """Both totals from each of m states on, exact or floats, shape (m,); the book says who moves.

        Raises OpponentError, and MethodError if they take too much memory.
        """

    @abstractmethod
    def line(self, book: Rulebook) -> Line | None:
        """A line of best play of what is left; None if moves are random, or it would take too much memory."""

    def values(self, book: Rulebook, states: Sequence[State]) -> list[Value]:
        """The values of m states, shape (m,), on the exact cards of a book: one question for all totals.

        Raises what `totals` raises, and MethodError above `limits.MAX_VALUES` moves.
        """
        moves = [book.moves(state) for state in states]
        if (count := sum(map(len, moves))) > limits.MAX_VALUES:
            raise MethodError(
                f"{len(states):,} states have {count:,} moves; the limit is {limits.MAX_VALUES:,}: "
                "give fewer cards"
            )
        following = [
            [book.after(state, move) for move in legal] for state, legal in zip(states, moves, strict=True)
        ]
        every = list(dict.fromkeys(chain(states, *following)))
        totals = dict(zip(every, self.totals(book, every), strict=True))
        return [
            Value(*totals[state], after_moves(book, state, legal, [totals[each] for each in after]))
            for state, legal, after in zip(states, moves, following, strict=True)
        ]


def name_of_rest(shape: Shape, remaining: Any) -> str:
    """Return "row" if one row is left (as of a circle after its first card), else the name of the shape.

    Only this function tells the methods which shape they have; the search solves those they do not know.
    """
    return shape.name if shape.interval(remaining) is None else "row"


def scaled_for(row: Row, against: Opponent) -> Scaled:
    """Return the row's values in the form that methods compute on.

    Integers over a common denominator, the fastest exact numbers; floats for expectations of long rows.
    Raises RowError if totals overflow floats.
    """
    if against.stochastic and len(row) > limits.MAX_CARDS_EXACT_BY_CHANCE:
        try:
            return row.scaled.in_floats()
        except OverflowError:
            raise RowError(
                f"an expectation over more than {limits.MAX_CARDS_EXACT_BY_CHANCE} cards is computed in "
                "floats, and the values leave their range: give a shorter row or smaller values"
            ) from None
    return row.scaled


def after_moves(
    book: Rulebook, state: State, moves: Sequence[Move], totals: Sequence[Pair]
) -> tuple[Pair, ...]:
    """Both totals after each move, given those of the states that the moves lead to."""
    earned = [book.earns(state, move) for move in moves]
    if book.mover(state) == "you":
        return tuple([(yours + earns, theirs) for earns, (yours, theirs) in zip(earned, totals, strict=True)])
    return tuple([(yours, theirs + earns) for earns, (yours, theirs) in zip(earned, totals, strict=True)])


# --- what the mover wants ------------------------------------------------------------------------


def judge_totals(after: Sequence[Pair], rules: Rules, error: float = 0) -> tuple[list[Total], list[int]]:
    """What each move gives away, and 1 for each best one, given both totals after it, the mover's first."""
    lost: list[Total] = [0] * len(after)
    best = [0] * len(after)
    if after:
        judge_moves(after, rules.fixed_sum, error, lost, best)
    return lost, best


def candidate_moves(
    book: Rulebook, against: Opponent, state: State, after: Sequence[Pair], error: float = 0
) -> Sequence[Move]:
    """All your best moves in a state, or those that the opponent prefers, given both totals after each.

    Raises OpponentError if a custom player fails or returns no legal move.
    """
    if book.mover(state) == "opponent":
        return against.preferred(book, state, after)
    return list(compress(book.moves(state), judge_totals(after, book.rules, error)[1]))


def chosen_totals(book: Rulebook, against: Opponent, state: State, after: Sequence[Pair]) -> Pair:
    """Both totals from a state on, given those after each of its moves; expectations if chance decides.

    Your move is the largest as computed: a tolerance at every state of a search would add up. Raises
    OpponentError if a custom player fails or returns no legal move.
    """
    if not after:
        return 0, 0
    if book.mover(state) == "opponent":
        return against.reply(book, state, after)
    return after[judge_totals(after, book.rules)[1].index(1)]
