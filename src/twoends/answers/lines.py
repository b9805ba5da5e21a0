"""Lines of play: all the optimal ones, counted, drawn at random, or one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from twoends.answers.policies import choices
from twoends.answers.subjects import game_of
from twoends.rules.cards import seed_of
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.preferences import Opponent
from twoends.rules.rulebook import State
from twoends.rules.shapes import Shape
from twoends.rules.sides import AnyMove, Line
from twoends.solvers.moves import Choices

Steps = dict[State, tuple[tuple[AnyMove, State], ...]]

MOST_POSITIONS_ON_LINES = 1_000_000
"""Each position on an optimal line is kept with its count: 200 MB and more here."""


@dataclass(frozen=True)
class OptimalLines:
    """All games in which you play a best response and the opponent moves as they intend.

    Where a player has several equal moves, each of them is a game of its own; the last card of a row
    counts as LEFT. The lines are numbered from 0 in the order of their ends: L before R, a board's
    components and a circle's cards from 0 on.

    game   the game that the lines go on with: a shape, the opponent, the moves so far
    count  how many lines there are, exact; 1 where no card is left

    >>> lines = optimal_lines([2, 2, 2])
    >>> lines.count, [str(line) for line in lines]
    (4, ['LLL', 'LRL', 'RLL', 'RRL'])
    """

    game: Game
    count: int
    _steps: Steps = field(repr=False, compare=False)
    _counts: dict[State, int] = field(repr=False, compare=False)

    @property
    def shape(self) -> Shape:
        """What was dealt."""
        return self.game.shape

    @property
    def opponent(self) -> Opponent:
        """How the other side replies."""
        return self.game.opponent

    def line(self, number: int) -> Line:
        """The line of this number, in O(n). Raises MethodError for a number outside 0..count-1.

        >>> optimal_lines([2] * 100).line(2**98)
        Line(1R 99L)
        """
        if not hasattr(number, "__index__") or not 0 <= number < self.count:
            raise MethodError(f"there is no line {number!r}: give a number from 0 to {self.count - 1}")
        state = self.game.state
        taken: list[AnyMove] = []
        while steps := self._steps[state]:
            for end, after in steps:
                if number < self._counts[after]:
                    taken.append(end)
                    state = after
                    break
                number -= self._counts[after]
        return Line.of(taken)

    def random(self, seed: int | None = None) -> Line:
        """One of them, each equally likely; the same seed gives the same line. O(n). Raises TwoEndsError.

        >>> optimal_lines([8, 15, 3, 7]).random(seed=3)
        Line(RLLL)
        """
        from random import Random  # late, because it takes milliseconds to load

        return self.line(Random(seed_of(seed)).randrange(self.count))

    def __iter__(self) -> Iterator[Line]:
        return map(self.line, range(self.count))


def optimal_lines(
    what: Game | Shape | Iterable[Any],
    opponent: object = None,
    *,
    ties: str | None = None,
    epsilon: object = None,
    you_first: bool = True,
) -> OptimalLines:
    """Find all optimal lines of a shape, or those that a game may go on with, where moves are not random.

    Only positions on optimal lines are looked at, p of them: on a row n without equal moves, n²/2 at
    most. Each of them costs what it costs in `policies.choices`. Ties of those who look ahead are open here,
    whatever their rule: each of their equal moves is a game of its own. A game says itself who moves, and
    against whom. Raises RowError, OpponentError, and
    MethodError for opponents who move at random, for a rule that mixes both sides, and for more than
    MOST_POSITIONS_ON_LINES.

    >>> optimal_lines([0] * 100).count == 2**99
    True
    """
    game = game_of(what, opponent, ties=ties, epsilon=epsilon, you_first=you_first)
    if game.opponent.stochastic:
        raise MethodError(
            f"{game.opponent} moves at random: lines of play need an opponent without random moves"
        )
    steps = _steps(game, choices(game))
    counts: dict[State, int] = {}
    for state in reversed(steps):  # the states after a move come later
        counts[state] = sum(counts[after] for _, after in steps[state]) if steps[state] else 1
    return OptimalLines(game, counts[game.state], steps, counts)


def _steps(game: Game, played: Choices) -> Steps:
    """Every state on an optimal line, before those that follow it, with the moves played there."""
    book, steps = game.book, {}
    level = {game.state: None}
    while level:
        following: dict[State, None] = {}
        for state in level:
            moves = played(state) if book.moves(state) else ()
            if not moves and book.moves(state):
                raise MethodError(
                    "the reply rule returned a total that matches neither end: "
                    "lines of play need it to choose one"
                )
            steps[state] = tuple((move, book.after(state, move)) for move in moves)
            following.update((after, None) for _, after in steps[state])
            if len(steps) > MOST_POSITIONS_ON_LINES:
                raise MethodError(
                    f"more than {MOST_POSITIONS_ON_LINES:,} positions lie on optimal lines: "
                    "give a shorter row"
                )
        level = following
    return steps
