"""Policies: the moves chosen in any state of a game, by a preference, a solution or your own function.

A policy is a function from a state to a move. Each player assumes that the other side replies with its best
response. `best` is the best response to the other player; of several best moves it takes the left one.

Among the optimal moves, `optimal best` takes the one that gives the other player the largest total (or
expected total), and `optimal worst` the one that gives them the smallest. If several moves are equal in this
too, both take the left one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from twoends.answers.positions import oracle, prospects
from twoends.rules.errors import MethodError, OpponentError, format_count
from twoends.rules.games import Game
from twoends.rules.numbers import Total
from twoends.rules.preferences import Opponent, Outcome
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.sides import AnyMove, Side
from twoends.solvers import Progress, bottom_up, kind_of, moves, scaled_for
from twoends.solvers.costs import states_of
from twoends.solvers.moves import Chances, Choices, Policy
from twoends.solvers.search import MOST_POSITIONS, recursion_to, search_of


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


def _in_state(game: Game, state: State) -> Sequence[AnyMove]:
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

    def chosen(state: State) -> Sequence[AnyMove]:
        ends = book.moves(state)
        if len(ends) < 2:
            return ends
        interval = shape.interval(state.remaining)
        assert interval is not None, "a row remains"
        return [ends[0 if side is Side.LEFT else -1] for side in sides()(*interval)]

    return chosen


def _sides(game: Game, progress: Progress | None) -> Callable[[int, int], Sequence[Side]]:
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
    return moves.policy(game.book, game.opponent, lambda: choices(game, progress))


def chances(game: Game) -> Chances:
    """The mixed policy of a game's opponent: the exact probability of each move in any state.

    Its cost and errors are those of `policy`.

    >>> game = Game([2, 1, 2], you_first=False, opponent="greedy random trembling 1/2")
    >>> chances(game)(game.state)
    [(Fraction(1, 2), LEFT), (Fraction(1, 2), RIGHT)]
    """
    return moves.chances(game.book, game.opponent, lambda: choices(game))


def best_response(game: Game, progress: Progress | None = None) -> Policy:
    """Your best response to a game's opponent, as a policy; of several best moves, the left one.

    >>> game = Game([8, 15, 3, 7], opponent="greedy")
    >>> from random import Random
    >>> best_response(game)(game.state, Random(1))
    RIGHT
    """
    best = choices(game, progress)
    return lambda state, random: best(state)[0]


# --- ties for or against the other player ------------------------------------------------------


def require_policy(who: Opponent, other: Opponent | None) -> None:
    """Raise OpponentError unless the other player's policy can be known; None means best.

    >>> from twoends import opponent
    >>> require_policy(opponent("optimal best"), opponent("optimal worst"))
    Traceback (most recent call last):
    twoends.rules.errors.OpponentError: optimal best and optimal worst would each have to know the other: ...
    """
    if other is not None and other.needs_the_other:
        raise OpponentError(f"{who} and {other} would each have to know the other: choose one of them")
    if other is not None and (other.custom or other.is_human):
        raise OpponentError(
            f"{who} has to know what the other player will do, and {other} cannot be predicted: "
            "choose a built-in player, or choose ties left, right or random"
        )


def tie_policy(game: Game, other: Opponent | None) -> Policy:
    """The policy of a game's opponent, optimal with ties best or worst, against `other` in your seat.

    None means best. Best and an optimal player who never trembles get the same total after every optimal
    move, so the policy takes the left one, at the cost of `policies.choices`. Against any other player, a
    search memoises their total from every state. Raises OpponentError as `require_policy` does, and
    MethodError above `search.MOST_POSITIONS`.

    >>> from twoends import opponent
    >>> game = Game([0, 0, 0, 1, 0], you_first=False, opponent=opponent("optimal best"))
    >>> [tie_policy(game, opponent(name))(game.state, Random(1)) for name in ("optimal", "greedy")]
    [LEFT, RIGHT]
    """
    who = game.opponent
    require_policy(who, other)
    optimal = choices(game)
    if not who.epsilon and (other is None or other.is_optimal):
        return lambda state, random: optimal(state)[0]
    book = Rulebook(game.shape, game.you_first, game.shape.cards.scaled.values, game.rules)
    positions = states_of(book, game.state)
    if positions > MOST_POSITIONS:
        raise MethodError(
            f"{who} would have to evaluate {format_count(positions)} positions for {other or 'best'}; "
            f"the limit is {MOST_POSITIONS:,}: give fewer cards, or choose ties left, right or random"
        )
    theirs: Chances = (
        (lambda state: [(1, optimal(state)[0])])
        if other is None
        else chances(replace(game, you_first=not game.you_first, opponent=other))
    )
    memo: dict[State, Total] = {}

    def value(state: State) -> Total:
        """The other player's expected total from a state on."""
        if not book.moves(state):
            return 0
        key = book.key(state)
        if key not in memo:
            yours = book.mover(state) == "you"
            memo[key] = sum(
                chance * (value(book.after(state, move)) + (book.earns(state, move) if yours else 0))
                for chance, move in (theirs if yours else ours)(state)
            )
        return memo[key]

    def ours(state: State) -> list[tuple[Any, AnyMove]]:
        moves = book.moves(state)
        if who.epsilon == 1 or len(moves) == 1:
            chosen = moves[0]
        else:
            sign = 1 if who.ties == "best" else -1
            chosen = max(optimal(state), key=lambda move: sign * value(book.after(state, move)))
        return who.spread(moves, [chosen])

    def play(state: State, random: Random) -> AnyMove:
        with recursion_to(2 * book.card_count(state)):
            drawn = ours(state)
        return random.choices([move for _, move in drawn], [float(chance) for chance, _ in drawn])[0]

    return play
