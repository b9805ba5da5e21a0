"""Policies: the moves chosen in any state of a game, by a preference, a solution or your own function.

A policy is a function from a state to a move. Each player assumes that the other side replies with its best
response. `best` is the best response to the other player; of several best moves it takes the left one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from twoends.engine import playing
from twoends.engine.bottom_up import BottomUp
from twoends.engine.method import Method, candidate_moves, name_of_rest
from twoends.engine.options import Options, Progress
from twoends.engine.oracle import oracle
from twoends.engine.playing import Chances, Choices, Policy
from twoends.engine.values import method_of
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, Move
from twoends.rules.opponents import Opponent
from twoends.rules.rulebook import Rulebook, State


def choices(game: Game, progress: Progress | None = None) -> Choices:
    """A function from any state of a game to all your best moves, or to all moves that the opponent prefers.

    Between two optimal players, those are all exactly optimal moves. On a row against an optimal opponent
    O(n) once and then O(k) a state, whose row reduces to k coins; against any other O(n²) time and n²/2 bytes
    once and then O(1) a state. On a board, each state is solved by itself or by one memoised search. Raises
    MethodError, OpponentError.
    """
    shape, book, against = game.shape, game.book, game.opponent
    kind = name_of_rest(shape, shape.initial)
    dealt = game.unchecked(ends=(), state=book.start)

    def from_values(*, keeps: bool) -> Choices:
        return choices_by(method_of(dealt, options=Options(keeps=keeps)), book, against)

    if not game.rules.plain or kind == "board" or (kind == "circle" and against.custom):
        return from_values(keeps=True)
    by_values, sides = cache(lambda: from_values(keeps=False)), cache(lambda: _sides(game, progress))

    def moves_at(state: State) -> Sequence[Move]:
        moves, interval = book.moves(state), shape.interval(state.remaining)
        if interval is None:  # before the first card of a circle
            return by_values()(state)
        return moves if len(moves) < 2 else [moves[0 if side == LEFT else -1] for side in sides()(*interval)]

    return moves_at


def choices_by(method: Method, book: Rulebook, against: Opponent) -> Choices:
    """The same function by a method that is set up for the game already, so nothing is solved again."""

    def moves_at(state: State) -> Sequence[Move]:
        (value,) = method.values(book, [state])
        return candidate_moves(book, against, state, value.after, method.error)

    return moves_at


def _sides(game: Game, progress: Progress | None) -> Callable[[int, int], Sequence[Move]]:
    """The sides that the mover may choose at [start, stop) of a row, or of a circle written twice."""
    cards, against, around = game.shape.cards, game.opponent, game.shape.around
    if against.is_optimal:
        values = cards.scaled.values
        return oracle([*values, *values] if around else values).optimal
    return BottomUp(cards, against, around=around, options=Options(progress)).policy(game.book).sides


# --- players -----------------------------------------------------------------------------------


def policy(game: Game, progress: Progress | None = None) -> Policy:
    """The policy of a game's opponent.

    It costs what their key costs for players who look at cards and for custom ones, and what `choices` does
    for all others, from their first move on. It raises OpponentError if a custom player fails or returns no
    legal move.

    >>> from twoends import opponent
    >>> game = Game([8, 15, 3, 7], you_first=False, opponent=opponent("optimal"))
    >>> from random import Random
    >>> policy(game)(game.state, Random(1))
    RIGHT
    """
    return playing.policy(game.book, game.opponent, lambda: choices(game, progress))


def chances(game: Game) -> Chances:
    """The mixed policy of a game's opponent: the exact probability of each move in any state.

    Its cost and errors are those of `policy`.

    >>> game = Game([2, 1, 2], you_first=False, opponent="greedy random trembling 1/2")
    >>> chances(game)(game.state)
    [(Fraction(1, 2), LEFT), (Fraction(1, 2), RIGHT)]
    """
    return playing.chances(game.book, game.opponent, lambda: choices(game))


def best_response(game: Game, progress: Progress | None = None) -> Policy:
    """Your best response to a game's opponent, as a policy; of several best moves, the left one.

    >>> game = Game([8, 15, 3, 7], opponent="greedy")
    >>> from random import Random
    >>> best_response(game)(game.state, Random(1))
    RIGHT
    """
    best = choices(game, progress)
    return lambda state, random: best(state)[0]
