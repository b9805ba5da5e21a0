"""How far somebody has to look ahead to find the right end, and to be sure of it.

Whoever looks d plies ahead plays d moves in their head, theirs and the other side's in turn, and judges the
end by the margin so far. The larger card is what one ply shows; n plies show the whole game of n cards.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from twoends.answers.policies import policy
from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.numbers import Total
from twoends.rules.preferences import Opponent
from twoends.rules.replies import reply_on
from twoends.rules.rows import Row
from twoends.rules.rulebook import State
from twoends.rules.rules import DEFAULT
from twoends.rules.sides import LEFT, RIGHT, AnyMove, Side

MOST_CARDS_BY_RULES = 16
"""By other rules a longer game takes seconds, because each count of cards leads to positions of its own."""


class Sight(NamedTuple):
    """What each end of a row promises as far as somebody looks: the margin at the horizon.

    >>> Sight(left=8, right=7).prefers
    LEFT
    """

    left: Total
    right: Total

    @property
    def prefers(self) -> Side | None:
        """The end that looks better; None where both look equal."""
        return LEFT if self.left > self.right else RIGHT if self.right > self.left else None


def look_ahead(row: Row, against: Opponent, plies: int) -> Sight:
    """Look so many plies ahead on a row of at least one card, you to move; O(plies²).

    You take what looks best at the horizon. An opponent who looks at totals looks as far as you do, and at
    the margin; any other one does what they always do. Totals are exact, without units.

    >>> from twoends import opponent
    >>> [look_ahead(Row.of([8, 15, 3, 7]), opponent("optimal"), plies) for plies in (1, 2, 4)]
    [Sight(left=8, right=7), Sight(left=-7, right=-1), Sight(left=-3, right=11)]
    """
    values, n, reply = row.values, len(row), reply_on(against, row.values)
    plies = min(plies, n)
    # The margins at the horizon after either end, from the horizon back to the first ply.
    ahead: list[Total] = [0] * (plies + 1)  # by how many cards are gone on the left, after this many plies
    for ply in range(plies - 1, 0, -1):
        left = n - ply  # cards that are left when this ply is played
        gains = [(values[i] + ahead[i + 1], values[i + left - 1] + ahead[i]) for i in range(ply + 1)]
        losses = [(ahead[i + 1] - values[i], ahead[i] - values[i + left - 1]) for i in range(ply + 1)]
        if DEFAULT.mover(ply, you_first=True) == "you":
            ahead = [max(pair) for pair in gains]
        else:
            ahead = [reply(i, i + left, *pair) for i, pair in enumerate(losses)]
    return Sight(values[0] + ahead[1], values[-1] + ahead[0])


def depth(row: Row, against: Opponent) -> int | None:
    """The least d such that d plies, and any more, strictly prefer the right end; None: both ends are right.

    1 where the larger card is right however far one looks, and at most the number of cards. O(n³) at most,
    and as a rule far less, on a row of at least one card.

    >>> from twoends import opponent
    >>> depth(Row.of([8, 15, 3, 7]), opponent("optimal"))
    2
    """
    plies = len(row)
    right = look_ahead(row, against, plies).prefers
    if right is None:
        return None
    while plies > 1 and look_ahead(row, against, plies - 1).prefers is right:
        plies -= 1
    return plies


def has_depth(game: Game, wanted: int) -> bool:
    """Whether so many plies, and any more, strictly prefer your right move, and one less does not.

    Cheaper than to work the depth out, because short looks come first. By other rules than one card from
    either end a look is a search. Raises TwoEndsError above MOST_CARDS_BY_RULES cards by such rules.
    """
    prefers, most = _by_row(game) if game.rules.plain else _by_rules(game), len(game.rest)
    right = prefers(wanted) if 1 <= wanted <= most else None
    if right is None or (wanted > 1 and prefers(wanted - 1) == right):
        return False
    return all(prefers(plies) == right for plies in range(wanted + 1, most + 1))


Prefers = Callable[[int], AnyMove | None]
"""The move that looks best so many plies ahead; None where several do, or there is none."""


def _by_row(game: Game) -> Prefers:
    """By one card from either end of a row."""
    row = game.rest.cards
    return lambda plies: look_ahead(row, game.opponent, plies).prefers


def _by_rules(game: Game) -> Prefers:
    """By any rules, on the rulebook alone. Raises TwoEndsError."""
    n, most = len(game.rest), MOST_CARDS_BY_RULES
    if n > most:
        raise TwoEndsError(f"by other rules a depth is worked out for at most {most} cards, not {n}")
    book, against, sign = game.book, game.opponent, game.rules.sign
    habit = policy(game) if against.looks_at_cards else None
    seen: dict[tuple[State, int], Total] = {}

    def after(state: State, move: AnyMove, plies: int) -> Total:
        """By how much a move brings you ahead, from a state on, when so many plies are looked ahead."""
        earned: Total = sign * book.earns(state, move)
        following = margin(book.after(state, move), plies - 1)
        return following + (earned if book.mover(state) == "you" else -earned)

    def margin(state: State, plies: int) -> Total:
        key = book.key(state), plies
        if key not in seen:
            seen[key] = look(state, plies)
        return seen[key]

    def look(state: State, plies: int) -> Total:
        moves = book.moves(state) if plies else ()
        if not moves:
            return 0
        yours = book.mover(state) == "you"
        if habit is not None and not yours:
            return after(state, habit(state, Random(0)), plies)
        margins = (after(state, move, plies) for move in moves)
        # A generous opponent wants what you want.
        return max(margins) if yours or not against.is_optimal else min(margins)

    def prefers(plies: int) -> AnyMove | None:
        looks = [(after(game.state, move, plies), move) for move in game.moves()]
        most = max((margin for margin, _ in looks), default=0)
        best = [move for margin, move in looks if margin == most]
        return best[0] if len(best) == 1 else None

    return prefers
