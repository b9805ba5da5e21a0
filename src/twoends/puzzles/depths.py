"""The number of plies to look ahead to find the right end of a row, and to be sure of it.

A look d plies ahead searches d moves of both sides and evaluates the position there by the margin so far. One
ply compares the end cards; n plies are the whole game of n cards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

from twoends.answers.policies import policy
from twoends.answers.reviews import review
from twoends.engine import coins, looks
from twoends.engine.replies import replies_of
from twoends.rules import limits
from twoends.rules.errors import TwoEndsError, shortened
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.notation import write
from twoends.rules.numbers import Total, exact_number
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import State


class Sight(NamedTuple):
    """The margin at the horizon of a search after taking each end of a row.

    >>> Sight(left=8, right=7).prefers
    LEFT
    """

    left: Total
    right: Total

    @property
    def prefers(self) -> Move | None:
        """The end with the larger margin; None if they are equal."""
        return LEFT if self.left > self.right else RIGHT if self.right > self.left else None


def look_ahead(row: Row, against: Opponent, plies: int) -> Sight:
    """Search `plies` plies ahead on a row of at least one card, with you to move; O(plies²).

    You maximise the margin at the horizon. An opponent who looks at totals also searches to the horizon and
    looks at the margin; greedy and modest ones move as always. Margins are exact, not in units. Raises
    TwoEndsError for random moves and for a player of your own.

    >>> from twoends import opponent
    >>> [look_ahead(Row.of([8, 15, 3, 7]), opponent("optimal"), plies) for plies in (1, 2, 4)]
    [Sight(left=8, right=7), Sight(left=-7, right=-1), Sight(left=-3, right=11)]
    """
    _require_sight(against)
    values, n, (keys, kind, _) = row.values, len(row), replies_of(against, row.values)
    return Sight(*looks.look_ahead([0] * (n + 1), values, keys, kind, 0, n, min(plies, n)))


class Decision(NamedTuple):
    """A move of yours with a choice, in a whole game.

    promised  your final margin if you had played best from there
    lost      what the move took from it; zero: it was best

    >>> from twoends import parse
    >>> decisions(parse("8 15 3 7 / first / L"))
    [Decision(promised=11, lost=14)]
    """

    promised: Total
    lost: Total


def decisions(game: Game) -> list[Decision]:
    """Your decisions in a game so far; O(n²). Raises what `review` raises.

    >>> from twoends import parse
    >>> [each.lost for each in decisions(parse("8 15 3 7 / first / RLLL"))]
    [0, 0]
    """
    judged = review(game)
    made = zip(game.states, judged.moves, judged.promised, strict=False)
    choices = [(move, promised) for state, move, promised in made if len(game.book.moves(state)) > 1]
    twice = 2 if game.rules.fixed_sum else 1
    return [
        Decision(exact_number(promised), twice * exact_number(move.loss))
        for move, promised in choices
        if move.yours
    ]


def look(game: Game, plies: int) -> list[Decision]:
    """The decisions of a player who looks this far ahead, in a game of a row from its start; O(n³).

    Of two ends that look equal, such a player takes the one that costs more. Raises what `look_ahead` raises,
    and TwoEndsError under other rules, for a board or a circle, and without a card.

    >>> [each.lost for each in look(Game([8, 15, 3, 7]), 1)]
    [14, 0]
    """
    played = _look_arguments(game)
    n = len(game.shape)
    promised, lost = [0] * n, [0] * n
    count = looks.play_look(*played, plies, promised, lost)
    return [*map(Decision, promised[:count], lost[:count])]


def like_looking(game: Game) -> int:
    """The fewest plies of a look that gives away no more than you did in a finished game of a row; O(n⁴).

    Raises what `look` raises.

    >>> from twoends import parse
    >>> like_looking(parse("8 15 3 7 / first / RLLL"))
    2
    """
    played = _look_arguments(game)
    n, lost = len(game.shape), sum(each.lost for each in decisions(game))
    plies: int = looks.like_looking(*played, lost, [0] * n, [0] * n)
    return plies


def _look_arguments(game: Game) -> tuple[Any, Any, Any, Any, Any, bool]:
    """The first arguments of a look that plays a game from its start. Raises TwoEndsError."""
    _require_sight(game.opponent)
    if game.shape.name != "row" or not game.rules.plain or not len(game.shape):
        raise TwoEndsError(
            f"a look plays a row of at least one card under the default rules, not {shortened(write(game))}: "
            "choose another game"
        )
    values, against = game.shape.cards.values, game.opponent
    keys, kind, _ = replies_of(against, values)
    ties = coins.RIGHT if against.ties == "right" else coins.LEFT
    return [0] * (len(values) + 1), values, keys, kind, ties, game.you_first


def _require_sight(against: Opponent) -> None:
    if against.stochastic or against.custom:
        raise TwoEndsError(
            f"a look ahead needs a built-in opponent without random moves, not {against}: choose another one"
        )


def depth(row: Row, against: Opponent) -> int | None:
    """The least d such that d or more plies strictly prefer the right end; None if both ends are right.

    1 if any number of plies prefers the larger card, and at most the number of cards. O(n³) on a row of at
    least one card.

    >>> from twoends import opponent
    >>> depth(Row.of([8, 15, 3, 7]), opponent("optimal"))
    2
    """
    game = Game(row, opponent=against)
    return next((plies for plies in range(1, len(row) + 1) if has_depth(game, plies)), None)


def has_depth(game: Game, target: int) -> bool:
    """Whether looks of `target` or more plies strictly prefer your right move, and one ply less does not.

    On most rows one of the first two looks decides. Under other rules than the default, raises TwoEndsError
    for more than limits.MAX_CARDS_OF_A_DEPTH cards.
    """
    prefers, most = _by_row(game) if game.rules.plain else _by_rules(game), len(game.rest)
    right = prefers(target) if 1 <= target <= most else None
    if right is None or (target > 1 and prefers(target - 1) == right):
        return False
    return all(prefers(plies) == right for plies in range(target + 1, most + 1))


Prefers = Callable[[int], Move | None]
"""plies -> the move preferred by a look that far; None if several are equal, or there is none."""


def _by_row(game: Game) -> Prefers:
    """Looks under the default rules on a row."""
    row = game.rest.cards
    return lambda plies: look_ahead(row, game.opponent, plies).prefers


def _by_rules(game: Game) -> Prefers:
    """Looks under any rules, as a search of the rulebook's states. Raises TwoEndsError."""
    n, most = len(game.rest), limits.MAX_CARDS_OF_A_DEPTH
    if n > most:
        raise TwoEndsError(f"under rules other than the default, a depth needs at most {most} cards, not {n}")
    book, against = game.book, game.opponent
    habit = policy(game) if against.looks_at_cards else None

    def after(state: State, move: Move, plies: int) -> Total:
        """The margin at the horizon that a move leads to, in a look of `plies` plies from a state."""
        earned: Total = book.earns(state, move)
        following = margin(book.key(book.after(state, move)), plies - 1)
        return following + (earned if book.mover(state) == "you" else -earned)

    @cache
    def margin(state: State, plies: int) -> Total:
        moves = book.moves(state) if plies else ()
        if not moves:
            return 0
        yours = book.mover(state) == "you"
        if habit is not None and not yours:
            return after(state, habit(state, Random(0)), plies)
        margins = (after(state, move, plies) for move in moves)
        # Opponents without a habit are optimal or generous; a generous one maximises your margin.
        return max(margins) if yours or not against.is_optimal else min(margins)

    def prefers(plies: int) -> Move | None:
        margins = [(after(game.state, move, plies), move) for move in game.moves()]
        largest = max((margin for margin, _ in margins), default=0)
        best = [move for margin, move in margins if margin == largest]
        return best[0] if len(best) == 1 else None

    return prefers
