"""Lines of play: all the optimal ones, counted, drawn at random, or one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from twoends.answers.solution import game_of
from twoends.rules.boards import Board
from twoends.rules.cards import seed_of
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.numbers import Total
from twoends.rules.replies import Opponent
from twoends.rules.rows import Interval, Row
from twoends.rules.shapes import Shape
from twoends.rules.sides import AnyEnd, Line
from twoends.solvers import dispatch

MOST_POSITIONS_ON_LINES = 1_000_000
"""Each position on an optimal line is kept with its count: 200 MB and more here."""

MOST_COINS_WALKED = 64
"""A row that reduces to more coins than this is solved once for all its positions."""

Chosen = Callable[[Any, bool], Sequence[AnyEnd]]
"""All ends that may be chosen, given what is left and whether you are to move."""


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
    _steps: dict[Any, tuple[tuple[AnyEnd, Any], ...]] = field(repr=False, compare=False)
    _counts: dict[Any, int] = field(repr=False, compare=False)

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
        left = self.game.left
        taken: list[AnyEnd] = []
        while steps := self._steps[left]:
            for end, after in steps:  # noqa: B007  # both are used after the loop
                if number < self._counts[after]:
                    break
                number -= self._counts[after]
            taken.append(end)
            left = after
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
    most. Against an optimal opponent O(p k) time where a row reduces to k coins, as ordinary rows do to
    a few; on deeper rows, and against any other opponent, O(n²) time and n²/2 bytes. On a board each
    position is solved. A game says itself who moves, and against whom. Raises RowError, OpponentError, and
    MethodError for opponents who move at random, for a rule that mixes both sides, and for more than
    MOST_POSITIONS_ON_LINES.

    >>> optimal_lines([0] * 200).count == 2**199
    True
    """
    game = game_of(what, opponent, ties=ties, epsilon=epsilon, you_first=you_first)
    if game.opponent.stochastic:
        raise MethodError(f"{game.opponent} moves at random: lines of play need an opponent who does not")
    steps = _steps(game, _played_on(game))
    counts: dict[Any, int] = {}
    for left in reversed(steps):  # the positions after a move come later
        counts[left] = sum(counts[after] for _, after in steps[left]) if steps[left] else 1
    return OptimalLines(game, counts[game.left], steps, counts)


def _steps(game: Game, played: Chosen) -> dict[Any, tuple[tuple[AnyEnd, Any], ...]]:
    """Every position on an optimal line, before those that follow it, with the moves played there."""
    shape: Any = game.shape
    your_turn = game.your_turn
    level = {game.left: None}
    steps: dict[Any, tuple[tuple[AnyEnd, Any], ...]] = {}
    for _ in range(len(game.ends), len(game.shape)):
        following: dict[Any, None] = {}
        for left in level:
            ends = played(left, your_turn)
            if not ends:
                raise MethodError("the opponent's rule mixes both sides: lines of play need one or the other")
            steps[left] = tuple((end, shape.after(left, end)) for end in ends)
            following.update((after, None) for _, after in steps[left])
            if len(steps) > MOST_POSITIONS_ON_LINES:
                raise MethodError(
                    f"more than {MOST_POSITIONS_ON_LINES:,} positions lie on optimal lines: "
                    "give a shorter row"
                )
        level, your_turn = following, not your_turn
    return steps | dict.fromkeys(level, ())


def _played_on(game: Game) -> Chosen:
    """All ends that are played in a position, by you or by the opponent."""
    shape, against = game.shape, game.opponent
    if isinstance(shape, Board):
        return partial(played_on_a_board, shape, against)
    if isinstance(shape, Row):
        return _played_on_a_row(dispatch.scaled_for(shape, against).values, against, game.you_first)
    if against.player is not None:
        raise MethodError(
            f"{against} looks at positions of a row: lines around a circle need a built-in opponent or a rule"
        )
    # After the first card it is a row: an interval of the circle that is written down twice.
    n, values = len(shape), dispatch.scaled_for(shape.cards, against).values
    you_move_at_even_lengths = game.you_first == (n % 2 == 0)
    on_rows = _played_on_a_row([*values, *values], against, you_move_at_even_lengths)
    return lambda left, your_turn: played_first(game, values) if left is None else on_rows(left, your_turn)


def _played_on_a_row(values: Sequence[Any], against: Opponent, you_first: bool) -> Chosen:
    from twoends.solvers import bottom_up
    from twoends.solvers.end_coins import end_coins

    if against.is_optimal:
        coins = end_coins(values)
        if len(coins.reduced(0, len(values))) <= MOST_COINS_WALKED:
            margin = coins.margin

            def played(left: Interval, your_turn: bool) -> Sequence[AnyEnd]:
                start, stop = left
                by_left = values[start] - margin(start + 1, stop)
                by_right = values[stop - 1] - margin(start, stop - 1)
                return bottom_up.best_sides(by_left, by_right, stop - start)

            return played
    policy = bottom_up.policy(values, against, you_first)
    return lambda left, your_turn: policy.sides(*left)


def played_first(game: Game, values: Sequence[Any]) -> Sequence[AnyEnd]:
    """The first cards of a circle that may be taken: all of your best ones, or what the opponent likes."""
    totals, _ = dispatch.totals_of_circle(values, game.opponent, you_first=game.you_first)
    return _largest(totals) if game.you_first else game.opponent.choices(values, totals)


def played_on_a_board(board: Board, against: Opponent, left: Any, your_turn: bool) -> Sequence[AnyEnd]:
    """All ends of a board that may be taken: all of your best ones, or what the opponent likes."""
    ends = board.ends(left)
    if your_turn or against.is_optimal:  # who does what you would do in their place
        chosen = _largest(dispatch.solve_board(board, left, against).found.values())
    else:
        values = board.cards.scaled.values
        cards = [values[board.place(left, end)] for end in ends]
        after = (
            [dispatch.solve_board(board, board.after(left, end), against).found.first for end in ends]
            if not against.looks_at_cards
            else cards
        )
        chosen = against.choices(cards, after)
    return [ends[place] for place in chosen]


def _largest(totals: Sequence[Total]) -> list[int]:
    best = max(totals)
    return [place for place, total in enumerate(totals) if total == best]
