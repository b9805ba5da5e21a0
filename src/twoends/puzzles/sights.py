"""How far you have to look ahead by other rules than one card from either end, on the rulebook alone.

`depths` says what a depth is, and works it out far faster for one card from either end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from twoends.answers.policies import policy
from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.numbers import Total
from twoends.rules.rulebook import State
from twoends.rules.sides import AnyMove
from twoends.solvers.moves import Policy

MOST_CARDS = 16
"""A longer game takes seconds, because each count of cards leads to positions of its own."""


class Outlook:
    """What each move of a game promises as far as somebody looks: the margin at the horizon.

    >>> Outlook(Game([1, 2, 3, 7], rules="take 1-3 left")).prefers(4)
    Take(LEFT, 3)
    """

    def __init__(self, game: Game) -> None:
        """You are to move. Raises TwoEndsError for more than MOST_CARDS cards."""
        if len(game.rest) > MOST_CARDS:
            raise TwoEndsError(
                f"by other rules a depth is worked out for at most {MOST_CARDS} cards, not {len(game.rest)}"
            )
        self._game, self._book = game, game.book
        self._seen: dict[tuple[State, int], Total] = {}

    def prefers(self, plies: int) -> AnyMove | None:
        """The move that looks best so many plies ahead; None where several do, or there is none."""
        state, sign = self._game.state, -1 if self._game.rules.goal == "least" else 1
        looks = [(sign * self._after(state, move, plies), move) for move in self._book.moves(state)]
        most = max((margin for margin, _ in looks), default=0)
        best = [move for margin, move in looks if margin == most]
        return best[0] if len(best) == 1 else None

    def has_depth(self, wanted: int) -> bool:
        """Whether so many plies, and any more, strictly prefer the right move, and one less does not."""
        right = self.prefers(wanted) if wanted >= 1 else None
        if right is None or (wanted > 1 and self.prefers(wanted - 1) == right):
            return False
        return all(self.prefers(plies) == right for plies in range(wanted + 1, len(self._game.rest) + 1))

    def _after(self, state: State, move: AnyMove, plies: int) -> Total:
        """Your margin from a state on, after a move, when so many plies are looked ahead."""
        earned, after = self._book.earns(state, move), self._book.after(state, move)
        gained: Total = earned if self._book.mover(state) == "you" else -earned
        return gained + self._margin(after, plies - 1)

    def _margin(self, state: State, plies: int) -> Total:
        key = self._book.key(state), plies
        if (known := self._seen.get(key)) is None:
            self._seen[key] = known = self._looked_up(state, plies)
        return known

    def _looked_up(self, state: State, plies: int) -> Total:
        moves = self._book.moves(state) if plies else ()
        if not moves:
            return 0
        against, yours = self._game.opponent, self._book.mover(state) == "you"
        if not yours and against.looks_at_cards:
            return self._after(state, self._habit(state, Random(0)), plies)
        margins: Iterator[Total] = (self._after(state, move, plies) for move in moves)
        # A generous opponent wants what you want.
        for_you = yours or not against.is_optimal
        return max(margins) if for_you == (self._game.rules.goal == "most") else min(margins)

    @cached_property
    def _habit(self) -> Policy:
        """What an opponent does who looks at cards."""
        return policy(self._game)
