"""Policies: which moves are chosen in the states of a game, by a preference, a solved game, or your function.

A policy is a function from a bare state to a move. Each player moves in the belief that the other side
answers with its best response to them; `best` is that best response to the other player, and takes the
left of several best moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from twoends.answers.positions import oracle, prospects
from twoends.rules.games import Game
from twoends.rules.preferences import Opponent, Outcome
from twoends.rules.rulebook import State
from twoends.rules.sides import AnyMove, Side
from twoends.solvers import Progress, kind_of, moves
from twoends.solvers.moves import Chances, Choices, Policy
from twoends.solvers.scaling import scaled_for
from twoends.solvers.search_solver import search_of


def choices(game: Game, progress: Progress | None = None) -> Choices:
    """All your best moves against the opponent of a game, and all that the opponent likes best, in any state.

    Of two optimal players all that are exactly optimal. [] where a rule of yours mixes both ends. On a row
    O(n) once and O(k) a state against an optimal opponent, where what is left reduces to k coins; else O(n²)
    time and n²/2 bytes once and O(1) a state. On a board each state is solved, or one search remembers all.
    Raises MethodError, OpponentError.
    """
    shape, against = game.shape, game.opponent
    if not game.rules.plain:
        return _by_search(game)
    kind = kind_of(shape, shape.initial)
    if kind == "circle" and against.player is None:
        # After the first card it is a row: an interval of the circle that is written down twice.
        on_rows = _on_intervals(game, progress)
        return lambda state: _liked_alone(game, state) if state.remaining is None else on_rows(state)
    if kind == "board" and against.is_optimal:
        return lambda state: _liked_alone(game, state)
    in_row = shape.interval(game.remaining) is not None
    if in_row and (against.player is None or shape.interval(shape.initial) is not None):
        return _on_intervals(game, progress)
    return _by_search(game)


def _by_search(game: Game) -> Choices:
    """By one search, which remembers every state."""
    search = search_of(game)
    return lambda state: [choice.move for choice in search.preferred(state)]


def _liked_alone(game: Game, state: State) -> Sequence[AnyMove]:
    """All of your best moves, or what the opponent likes, in a state that is solved by itself."""
    moves, (held,) = game.book.moves(state), prospects(game, [state]).states
    outcomes = [Outcome(move, *totals) for move, totals in zip(moves, held.after, strict=True)]
    if game.book.mover(state) == "you":
        return [each.move for each in outcomes if each.yours == held.yours]
    return [each.move for each in game.opponent.preferred(game.book, state, outcomes)]


def _on_intervals(game: Game, progress: Progress | None) -> Choices:
    """On a row, or on what a first card leaves of a circle."""
    shape = game.shape
    against, book = game.opponent, game.book
    scaled = scaled_for(shape.cards, against)
    sides: Callable[[int, int], Sequence[Side]] | None = None

    def played(state: State) -> Sequence[AnyMove]:
        nonlocal sides
        ends = book.moves(state)
        if len(ends) < 2:
            return ends
        if sides is None:
            sides = _sides(shape.around(scaled.values), against, _you_on_odd(game), progress)
        interval = shape.interval(state.remaining)
        assert interval is not None, "it is asked about rows alone"
        taken = sides(*interval)
        return [ends[0 if side is Side.LEFT else -1] for side in taken]

    return played


def _you_on_odd(game: Game) -> bool:
    """Whether you move where an odd number of cards is left."""
    return (game.book.mover(State(None, len(game.shape) - 1))) == "you"


def _sides(
    values: Sequence[Any], against: Opponent, you_on_odd: bool, progress: Progress | None
) -> Callable[[int, int], Sequence[Side]]:
    """The sides that may be chosen at [start, stop), where who moves follows from the number of cards."""
    if against.is_optimal:
        return oracle(values).optimal
    from twoends.solvers import bottom_up

    you_first = you_on_odd if len(values) % 2 else not you_on_odd
    return bottom_up.policy(values, against, you_first, progress).sides


# --- players -----------------------------------------------------------------------------------


def policy(game: Game, progress: Progress | None = None) -> Policy:
    """What the opponent of a game does in any state where it is their turn.

    Those who look at cards and your own players cost what their key costs, the others what `choices` does:
    the first move works it out. The policy raises OpponentError where a rule of yours mixes both ends,
    because then there is no move to make.

    >>> from twoends import opponent
    >>> game = Game([8, 15, 3, 7], you_first=False, opponent=opponent("optimal"))
    >>> from random import Random
    >>> policy(game)(game.state, Random(1))
    RIGHT
    """
    return moves.policy(game.book, game.opponent, lambda: choices(game, progress))


def chances(game: Game) -> Chances:
    """How likely the opponent of a game makes each move in any state where it is their turn, exactly.

    It costs and raises what `policy` does.

    >>> game = Game([2, 1, 2], you_first=False, opponent="greedy random trembling 1/2")
    >>> chances(game)(game.state)
    [(Fraction(1, 2), LEFT), (Fraction(1, 2), RIGHT)]
    """
    return moves.chances(game.book, game.opponent, lambda: choices(game))


def best_response(game: Game, progress: Progress | None = None) -> Policy:
    """Your best response to the opponent of a game, in any state where it is your turn; the left of several.

    >>> game = Game([8, 15, 3, 7], opponent="greedy")
    >>> from random import Random
    >>> best_response(game)(game.state, Random(1))
    RIGHT
    """
    found = choices(game, progress)
    return lambda state, random: found(state)[0]
