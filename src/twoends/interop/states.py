"""Actions and action values, the same for every environment, by any rules.

On a row action 0 takes the left end and 1 the right end; if moves may take several cards, 2 and 3 take two
cards from the left and right end, 4 and 5 three, and so on; a move that takes all cards takes them from the
left. On a board the ends of component c are 2c and 2c + 1. On a circle action k first takes card k; after
that the ends are 0 and 1. On both, too, the actions that take two cards follow those that take one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from twoends.answers.positions import Prospect, prospect_of, prospects
from twoends.rules.errors import IllegalMoveError, shortened
from twoends.rules.games import Game
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape
from twoends.rules.sides import LEFT, RIGHT, AnyMove, End, Side, end_and_count

SIDES = (LEFT, RIGHT)


@dataclass(frozen=True)
class Actions:
    """The actions of all games on a shape; `len` is their number.

    ends    the number of actions that take one card
    counts  the largest number of cards that a move may take

    >>> from twoends import Row
    >>> actions = Actions.of(Row.of([8, 15, 3, 7]), Rules.of("take 1-3"))
    >>> len(actions), actions.number(RIGHT)
    (6, 1)
    """

    ends: int
    counts: int

    @classmethod
    def of(cls, shape: Shape, rules: Rules) -> Actions:
        """The actions on a shape by the given rules."""
        n = max(len(shape), 1)
        return cls(1 + max(map(_single, shape.every_end()), default=0), min(rules.most or n, n))

    def __len__(self) -> int:
        return self.ends * self.counts

    def number(self, move: AnyMove) -> int:
        """The action that makes a move."""
        end, count = end_and_count(move)
        return _single(end) + self.ends * (count - 1)

    def legal(self, book: Rulebook, state: State) -> dict[int, AnyMove]:
        """The legal moves of a state by their actions, in the order of the moves."""
        return {self.number(move): move for move in book.moves(state)}

    def move(self, book: Rulebook, state: State, action: object) -> AnyMove:
        """The move that a legal action makes. Raises IllegalMoveError if it is not legal."""
        legal = self.legal(book, state)
        if isinstance(action, SupportsIndex) and not isinstance(action, bool):
            with suppress(
                TypeError, KeyError
            ):  # an array of floats or of several numbers, or an illegal move
                return legal[index(action)]
        advice = f"choose from {', '.join(map(str, legal))}" if legal else "the game is over, begin a new one"
        raise IllegalMoveError(f"action {shortened(repr(action))} is not legal here: {advice}")


def _single(end: AnyMove) -> int:
    """The action that takes one card from this end."""
    match end:
        case End(component, side):
            return 2 * component + SIDES.index(side)
        case Side():
            return SIDES.index(end)
        case _:
            assert isinstance(end, int), "the first card of a circle"
            return end


def places_left(book: Rulebook, state: State) -> list[int]:
    """The places of the remaining cards, in order; a merged card lies next to the unmerged cards."""
    if not book.rules.merge:
        return [place for lane in book.shape.lanes(state.remaining) for place in lane.places]
    start, stop = state.remaining
    return list(range(start - (start > 0), stop + (stop < len(book.shape))))


def prospects_of(game: Game) -> Callable[[State], Prospect]:
    """The prospect of any state of a game; by the default rules those of all states are computed at once."""
    if not game.rules.plain:
        return prospect_of(game)
    book = game.book
    states = layer = [book.start]
    while layer:
        layer = list(dict.fromkeys(book.after(state, move) for state in layer for move in book.moves(state)))
        states = states + layer
    return dict(zip(states, prospects(game, states).states, strict=True)).__getitem__
