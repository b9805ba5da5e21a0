"""Tie-breaking by an optimal player for or against the other player, whose policy is known.

Among the optimal moves, `optimal best` takes the one that gives the other player the largest total (or
expected total), and `optimal worst` the one that gives them the smallest; the other way round if the smaller
total wins. If several moves are equal in this too, both take the left one.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from twoends.answers.policies import chances, choices
from twoends.rules.errors import MethodError, OpponentError, format_count
from twoends.rules.games import Game
from twoends.rules.numbers import Total
from twoends.rules.preferences import Opponent
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.sides import AnyMove, card_count
from twoends.solvers.costs import states_of
from twoends.solvers.moves import Chances, Policy
from twoends.solvers.search import MOST_POSITIONS, recursion_to


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
    shape: Any = game.shape
    book = Rulebook.of(shape, game.you_first, shape.cards.scaled.values, game.rules)
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
            sign = game.rules.sign if who.ties == "best" else -game.rules.sign
            chosen = max(optimal(state), key=lambda move: sign * value(book.after(state, move)))
        return who.spread(book, state, moves, [chosen])

    def play(state: State, random: Random) -> AnyMove:
        with recursion_to(2 * card_count(shape.lanes(state.remaining))):
            drawn = ours(state)
        return random.choices([move for _, move in drawn], [float(chance) for chance, _ in drawn])[0]

    return play
