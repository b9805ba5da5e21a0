"""Playing: choose a player's move in a state among their preferred moves.

Matches, environments and the judge play opponents through this module. The caller supplies the function that
computes the preferred moves; it is called once, and only for opponents who look ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from twoends.rules.moves import Move
from twoends.rules.opponents import Opponent
from twoends.rules.rulebook import Rulebook, State

if TYPE_CHECKING:
    from random import Random  # it takes milliseconds to load

Choices = Callable[[State], Sequence[Move]]
"""Return all preferred moves in a state, in order: your best ones, or those that the opponent likes best."""

Policy = Callable[[State, "Random"], Move]
"""Choose the move in a state, with the given source of random numbers."""

Chances = Callable[[State], list[tuple[Any, Move]]]
"""Return each possible move in a state with its exact probability, if that is not 0."""


def preferred_moves(book: Rulebook, who: Opponent, find: Callable[[], Choices]) -> Choices:
    """Return a function that lists the moves an opponent likes best; `find` sets it up if they look ahead.

    It raises OpponentError if a custom player fails or returns no legal move.
    """
    choices = cache(find)

    def moves_at(state: State) -> Sequence[Move]:
        if who.custom or who.looks_at_cards:
            return who.preferred(book, state, ())
        return choices()(state)

    return moves_at


def policy(book: Rulebook, who: Opponent, find: Callable[[], Choices]) -> Policy:
    """Return an opponent's policy on their turns. It raises OpponentError as `preferred_moves` does."""
    preferred = preferred_moves(book, who, find)

    def play(state: State, random: Random) -> Move:
        if who.epsilon and random.random() < who.epsilon:
            moves = book.moves(state)
            return moves[int(random.random() * len(moves))]
        return settle(who, preferred(state), random)

    return play


def chances(book: Rulebook, who: Opponent, find: Callable[[], Choices]) -> Chances:
    """Return an opponent's exact move probabilities. Raises OpponentError as `preferred_moves` does."""
    preferred = preferred_moves(book, who, find)
    return lambda state: who.spread(book.moves(state), preferred(state) if who.epsilon < 1 else ())


def settle(who: Opponent, moves: Sequence[Move], random: Random) -> Move:
    """Choose one of several equally good moves by the opponent's tie-breaking rule."""
    tied = who.break_ties(moves)
    return tied[random.randrange(len(tied))] if len(tied) > 1 else tied[0]
