"""Policies: the moves chosen in any state of a game, by a preference, a solution or your own function.

A policy is a function from a state to a move. Each player assumes that the other side replies with its best
response. `best` is the best response to the other player; of several best moves it takes the left one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from twoends.answers.positions import oracle, prospects
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, Move
from twoends.rules.rulebook import Outcome, State
from twoends.solvers import Progress, bottom_up, kind_of, playing, scaled_for
from twoends.solvers.playing import Chances, Choices, Policy
from twoends.solvers.search import search_of


def choices(game: Game, progress: Progress | None = None) -> Choices:
    """A function from any state of a game to all your best moves, or to all moves that the opponent prefers.

    Between two optimal players, those are all exactly optimal moves. On a row against an optimal opponent
    O(n) once and then O(k) a state, whose row reduces to k coins; against any other O(n²) time and n²/2 bytes
    once and then O(1) a state. On a board, each state is solved by itself or by one memoised search. Raises
    MethodError, OpponentError.
    """
    shape, against = game.shape, game.opponent
    kind = kind_of(shape, shape.initial)
    served = kind == "circle" or (kind == "board" and against.is_optimal)
    if game.rules.plain and (kind == "row" or (served and not against.custom)):
        in_row = _on_intervals(game, progress)
        return lambda state: (
            _in_state(game, state) if shape.interval(state.remaining) is None else in_row(state)
        )
    return search_of(game).preferred


def _in_state(game: Game, state: State) -> Sequence[Move]:
    """All your best moves, or those that the opponent prefers, in a state that is solved by itself."""
    moves, (prospect,) = game.book.moves(state), prospects(game, [state]).states
    outcomes = [Outcome(move, *totals) for move, totals in zip(moves, prospect.after, strict=True)]
    if game.book.mover(state) == "you":
        return [each.move for each in outcomes if each.yours == prospect.yours]
    return game.opponent.preferred(game.book, state, outcomes)


def _on_intervals(game: Game, progress: Progress | None) -> Choices:
    """Choices on a row, or on the rest of a circle after its first card: an interval of it written twice."""
    shape, book = game.shape, game.book
    sides = cache(lambda: _sides(game, progress))

    def chosen(state: State) -> Sequence[Move]:
        ends = book.moves(state)
        if len(ends) < 2:
            return ends
        interval = shape.interval(state.remaining)
        assert interval is not None, "a row remains"
        return [ends[0 if side == LEFT else -1] for side in sides()(*interval)]

    return chosen


def _sides(game: Game, progress: Progress | None) -> Callable[[int, int], Sequence[Move]]:
    """The sides that the mover may choose at [start, stop); the number of cards says who moves."""
    values = scaled_for(game.shape.cards, game.opponent).values
    values = [*values, *values] if game.shape.around else values
    if game.opponent.is_optimal:
        return oracle(values).optimal
    you_on_odd = game.book.mover(State(None, len(game.shape) - 1)) == "you"
    you_first = you_on_odd if len(values) % 2 else not you_on_odd
    return bottom_up.policy(values, game.opponent, you_first, progress).sides


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
