"""Reviews: what each move of a game gave away, and how the promised margin changed.

Glossary
    promised   your final margin if you play the best response from now on, the cards taken so far included;
               your own moves never raise it, and with perfect play they leave it unchanged

Losses, stakes and marks are those of `engine.judge`: of your moves compared with the best response to this
opponent, of the opponent's compared with optimal play.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, compress
from typing import Any, Literal, NamedTuple, get_args

from twoends.answers.solution import game_of
from twoends.engine.judge import mark_of, performance_of, spread_of, stake_of, turning_point
from twoends.engine.method import Value, judge_totals
from twoends.engine.values import method_of
from twoends.rules.errors import NotationError
from twoends.rules.games import Game
from twoends.rules.moves import Move, MoveLike
from twoends.rules.numbers import Number, Total
from twoends.rules.opponent_names import opponent as opponent_of
from twoends.rules.rows import Row
from twoends.rules.rulebook import State
from twoends.rules.shapes import Shape

Mark = Literal["best", "equal", "inaccuracy", "blunder"]
"""Equal: it leaves the margin of a best move, but a smaller total of the mover's own."""

MARKS: tuple[Mark, ...] = get_args(Mark)
"""By the number that `engine.judge` gives them, which says when a move gets which."""


class ReviewedMove(NamedTuple):
    """One judged move of a game. Amounts are in the shape's own kind of number.

    number    its number, from 1
    yours     whether you made it
    move      the move
    earned    what it earned: under the default rules the card taken, as given
    best      all best ends
    stake     what the worst end would have given away, in the mover's total; 0: all are best
    loss      what this move gave away, from 0 to the stake
    mark      best, equal, inaccuracy or blunder: see `Mark`
    promised  your promised margin after it
    """

    # A named tuple, because a long game has a million of them.
    number: int
    yours: bool
    move: Move
    earned: Number
    best: tuple[Move, ...]
    stake: Number
    loss: Number
    mark: Mark
    promised: Number


@dataclass(frozen=True, slots=True)
class Performance:
    """How well one of the players played.

    total         the sum of the cards taken so far
    loss          the sum of the losses of all moves
    stake         the sum of the stakes of all moves; 0: no choice ever mattered
    accuracy      1 - loss / stake, from 0 to 1; 1 if the stake is 0
    inaccuracies  the number of moves with this mark
    blunders      the number of moves with this mark
    """

    total: Number
    loss: Number
    stake: Number
    accuracy: float
    inaccuracies: int
    blunders: int


@dataclass(frozen=True, slots=True, repr=False)
class Review:
    """A game, judged move by move.

    game           the game of m moves, finished or not; your moves are judged against its opponent
    promised       your promised margin before the first move and after each, shape (m + 1,); at the end of
                   the game it is the actual margin
    moves          shape (m,)
    turning_point  the number of the last move that changed the promised winner; None: no move did
    you            how well you played
    opponent       how well the opponent played
    error          0 for exact amounts, else a bound on the rounding error of each total

    >>> from twoends import parse, review
    >>> judged = review(parse("8 15 3 7 / first / LLRL"))
    >>> judged.promised[0], judged.promised[-1], judged.moves[0].loss
    (11, -3, 7)
    """

    game: Game
    promised: tuple[Number, ...]
    moves: tuple[ReviewedMove, ...]
    turning_point: int | None
    you: Performance
    opponent: Performance
    error: float

    def __repr__(self) -> str:
        return f"Review({self.game!r}, you gave away {self.you.loss}, the opponent {self.opponent.loss})"


def review(game: Game | Shape, opponent: object = None) -> Review:
    """Judge every move of a game, finished or not, against its own opponent or another one.

    On rows and circles, O(k) per move against an optimal opponent, where the row reduces to k coins; one
    sweep of O(n²) time and O(n) memory against any other. Under other rules one sweep keeps all positions. On
    a board, each position is solved. If moves are random, amounts are expectations, exact or with an error as
    in `solve`. Raises NotationError for a shape instead of a game, RowError, MethodError, and OpponentError,
    also for an opponent who knows only two ends and takes the first card of a circle.

    >>> from twoends import parse
    >>> judged = review(parse("8 15 3 7 / first / LLRL"))
    >>> judged.promised, judged.turning_point, judged.moves[0].mark, judged.moves[0].loss
    ((11, -3, -3, -3, -3), 1, 'blunder', 7)
    >>> judged = review(parse("circle 2 8 1 10 9 / first / 3 R"))
    >>> judged.promised, [move.best for move in judged.moves], judged.moves[0].loss
    ((6, -4, 12), [(Move(1),), (LEFT,)], 5)
    """
    if not isinstance(game, Game):
        raise NotationError(
            f"a {type(game).__name__} is not a Game: give one, "
            "such as match.game or parse('8 15 3 7 / first / RLLL')"
        )
    game = game_of(game, opponent)
    gc_was_enabled = gc.isenabled()
    gc.disable()  # it would scan a million new tuples again and again
    try:
        return _review(game)
    finally:
        if gc_was_enabled:
            gc.enable()


def _review(game: Game) -> Review:
    show, earned, yours = game.shape.cards.show, game.exact_earned, [mover == "you" for mover in game.movers]
    states, values, error = _evaluate(game)
    promised = _promised(game, values)
    optimal, margins = values, promised
    if not game.opponent.is_optimal:
        _, optimal, _ = _evaluate(replace(game, opponent=opponent_of()))
        margins = _promised(game, optimal)
    book, rules, spread = game.book, game.rules, spread_of(game.shape.cards.values, 0)
    best, stakes, lost, marks = list[tuple[Move, ...]](), list[Total](), list[Total](), list[int]()
    # Your moves are judged against the actual opponent, theirs against optimal play.
    for number, (state, move, is_yours) in enumerate(zip(states, game.ends, yours, strict=False)):
        if is_yours:
            after, margin, rounding = values[number].after, promised[number], error
        else:
            after = tuple([(own, other) for other, own in optimal[number].after])
            margin, rounding = -margins[number], 0.0
        legal, (each_loses, each_is_best) = book.moves(state), judge_totals(after, rules, rounding)
        place = legal.index(move)
        best.append(tuple(compress(legal, each_is_best)))
        stakes.append(stake_of(each_loses))
        lost.append(each_loses[place])
        marks.append(mark_of(lost[-1], each_is_best[place] == 1, rules.fixed_sum, margin, spread, rounding))

    def performance(of_you: bool) -> Performance:
        loss, stake, inaccuracies, blunders = performance_of(yours, of_you, lost, stakes, marks, 0)
        accuracy = float(1 - Fraction(loss) / Fraction(stake)) if stake else 1.0
        total = sum([earns for earns, is_yours in zip(earned, yours, strict=True) if is_yours == of_you])
        return Performance(show(total), show(loss), show(stake), accuracy, inaccuracies, blunders)

    you, opponent = performance(True), performance(False)
    shown = tuple(map(show, promised))
    numbers = range(1, len(marks) + 1)
    columns = numbers, yours, game.ends, game.earned, best, map(show, stakes), map(show, lost)
    reviewed = map(ReviewedMove, *columns, [MARKS[mark] for mark in marks], shown[1:])
    turned = turning_point(promised, error) or None
    return Review(game, shown, tuple(reviewed), turned, you, opponent, error)


def losses(row: Iterable[Any], ends: Iterable[MoveLike]) -> list[Number]:
    """The loss of each move of a game on a row, in the mover's total, compared with optimal play.

    The game may be unfinished. O(n k) for n cards that reduce to k coins. Raises RowError, and
    IllegalMoveError for more moves than cards.

    >>> from twoends import LEFT, RIGHT
    >>> losses([8, 15, 3, 7], [LEFT, LEFT, RIGHT, LEFT])
    [7, 0, 0, 0]
    """
    return [move.loss for move in review(Game(Row.of(row), True, ends)).moves]


def _evaluate(game: Game) -> tuple[Sequence[State], list[Value], float]:
    """All states of a game, their values, and a bound on the rounding error of each total."""
    states = game.states
    method = method_of(game.unchecked(ends=(), state=states[0]))
    return states, method.values(game.book, states), method.error


def _promised(game: Game, values: Sequence[Value]) -> list[Total]:
    """Your promised margin before the first move and after each, given the value of each state; O(n)."""
    moves = zip(game.movers, game.exact_earned, strict=True)
    taken = (earned if mover == "you" else -earned for mover, earned in moves)
    gained = accumulate(taken, initial=0)
    return [margin + each.yours - each.theirs for margin, each in zip(gained, values, strict=True)]
