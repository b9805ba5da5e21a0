"""Moves: which one a player makes in a state, given those that they like best.

Whoever plays an opponent asks here: matches, environments, the judge. How the moves that they like are found
differs, and is handed in; it is asked once, and only for those who look ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from twoends.rules.errors import OpponentError
from twoends.rules.preferences import Opponent, Outcome
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.sides import AnyMove

if TYPE_CHECKING:
    from random import Random  # it takes milliseconds to load

Choices = Callable[[State], Sequence[AnyMove]]
"""All moves that may be chosen in a state, in order: your best ones, or those that the opponent likes."""

Policy = Callable[[State, "Random"], AnyMove]
"""The move that is made in a state, where chance decides by these random numbers."""

Chances = Callable[[State], list[tuple[Any, AnyMove]]]
"""How likely each move is in a state, exactly, where it is likely at all."""


def liked(book: Rulebook, who: Opponent, find: Callable[[], Choices]) -> Choices:
    """All moves that an opponent likes best; `find` works out those of who looks ahead.

    They raise OpponentError where a rule of yours mixes both ends, because then there is no move to make.
    """
    found: Choices | None = None

    def at(state: State) -> Sequence[AnyMove]:
        nonlocal found
        if who.player is not None:
            return [who.played(book, state)]
        if who.looks_at_cards:
            outcomes = [Outcome(move) for move in book.moves(state)]
            return [each.move for each in who.preferred(book, state, outcomes)]
        if found is None:
            found = find()
        if moves := found(state):
            return moves
        raise OpponentError(f"{who} mixes both sides: a player must choose one of them")

    return at


def policy(book: Rulebook, who: Opponent, find: Callable[[], Choices]) -> Policy:
    """What an opponent does in any state where it is their turn. Raises OpponentError as `liked` does."""
    likes = liked(book, who, find)

    def play(state: State, random: Random) -> AnyMove:
        if who.epsilon and random.random() < who.epsilon:
            return _random_move(book, who, state, random)
        return settle(who, likes(state), random)

    return play


def chances(book: Rulebook, who: Opponent, find: Callable[[], Choices]) -> Chances:
    """How likely an opponent makes each move, exactly. Raises OpponentError as `liked` does."""
    likes = liked(book, who, find)
    return lambda state: who.spread(book, state, book.moves(state), likes(state) if who.epsilon < 1 else ())


def settle(who: Opponent, moves: Sequence[AnyMove], random: Random) -> AnyMove:
    """One of several moves that they like equally, by their tie rule."""
    left = who.settled(moves)
    return left[random.randrange(len(left))] if len(left) > 1 else left[0]


def _random_move(book: Rulebook, who: Opponent, state: State, random: Random) -> AnyMove:
    """A move at random: each equally likely, or first the side and then each move there."""
    moves = book.moves(state)
    if book.rules.plain and book.shape.interval(state.remaining) is not None:
        return moves[0 if random.random() < who.p_left else -1]
    if who.knows_many_ends:
        return moves[random.randrange(len(moves))]
    drawn = replace(who, epsilon=Fraction(1)).spread(book, state, moves, ())
    return random.choices([move for _, move in drawn], [float(chance) for chance, _ in drawn])[0]
