"""Reviews: what each move of a game gave away, and how the promised margin went.

Glossary
    prospect   your total if you play the best response from now on (`positions.prospects`)
    promised   your margin, the cards taken so far included, if you play the best response from now
               on; it never rises by a move of yours, and a flat line is perfect play
    loss       what a move gives away, in the mover's total: yours against the best response to this
               opponent, the opponent's against optimal play; a margin falls by twice as much
    stake      what the worst move would have given away: the most that the loss could be
    spread     the largest card minus the smallest one
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from twoends.answers.marks import Judged, Mark, judge, sign, spread
from twoends.answers.outcomes import worth
from twoends.answers.positions import Prospect, prospects
from twoends.answers.subjects import game_of
from twoends.rules.games import Game, require_game
from twoends.rules.numbers import Exact, Number, Total
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS
from twoends.rules.shapes import Shape
from twoends.rules.sides import AnyMove, Side
from twoends.solvers import costs


class ReviewedMove(NamedTuple):
    """One move of a game, judged. Amounts are in the shape's own kind of number.

    A named tuple, because a long game has a million of them.

    number    from 1
    yours     whether you made it
    end       what was taken: a side, an end of a board, an index of a circle
    card      the card taken, as it was given
    best      all best ends
    stake     what the worst one would have given away, in the mover's total; 0: all are best
    loss      what this move gave away, from 0 to the stake
    mark      best, inaccuracy or blunder: see `marks.BLUNDER`
    promised  your promised margin after it
    """

    number: int
    yours: bool
    end: AnyMove
    card: Number
    best: tuple[AnyMove, ...]
    stake: Number
    loss: Number
    mark: Mark
    promised: Number


@dataclass(frozen=True, slots=True)
class Performance:
    """How one of the players did.

    total         the cards taken so far, summed
    loss          all that was given away
    stake         all that the worst moves would have given away; 0: there was never a choice that mattered
    accuracy      1 - losses / stakes over all moves, from 0 to 1; 1 where nothing was at stake
    inaccuracies  how many
    blunders      how many
    """

    total: Number
    loss: Number
    stake: Number
    accuracy: float
    inaccuracies: int
    blunders: int


@dataclass(frozen=True, slots=True)
class Review:
    """A game, judged move by move.

    game           the game, finished or not, m moves; your moves are judged against its opponent
    promised       your margin as promised before the first move and after each, shape (m + 1,); of
                   a finished game the last one is the margin itself
    moves          shape (m,)
    turning_point  the number of the last move that changed who is promised to win; None: no move did
    you            how you did
    opponent       how the opponent did
    error          0 for exact amounts, else a bound on the rounding of each total

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


def review(game: Game | Shape, opponent: object = None) -> Review:
    """Judge every move of a game, finished or not, against its own opponent or another one.

    On a row and around a circle O(log n) a move against an optimal opponent; one sweep of O(n²) time and
    O(n) memory against any other. On a board a solve for each position. Where moves are random, amounts
    are expectations: exact or with an error, as in `solve`. Raises NotationError for a shape without a
    game, RowError, MethodError, and OpponentError, also for one who has the first card of a circle and
    knows no more than two ends.

    >>> from twoends import parse
    >>> judged = review(parse("8 15 3 7 / first / LLRL"))
    >>> judged.promised, judged.turning_point, judged.moves[0].mark, judged.moves[0].loss
    ((11, -3, -3, -3, -3), 1, 'blunder', 7)
    >>> judged = review(parse("circle 2 8 1 10 9 / first / 3 R"))
    >>> judged.promised, [move.best for move in judged.moves], judged.moves[0].loss
    ((6, -4, 12), [(1,), (LEFT,)], 5)
    """
    game = game_of(require_game(game), opponent)
    with _gc_paused():
        return _assembled(game, _judged(game))


def _assembled(game: Game, judged: Judged) -> Review:
    cards, movers, earned = game.shape.cards, game.movers, game.earned
    promised, stakes, losses = map(judged.show, (judged.promised, judged.stake, judged.loss))
    columns = zip(
        range(1, len(movers) + 1),
        [mover == "you" for mover in movers],
        game.ends,
        game.taken,
        judged.best,
        stakes,
        losses,
        judged.mark,
        promised[1:],
        strict=True,
    )
    moves = tuple(map(ReviewedMove._make, columns))
    you, opponent = (
        _performance(cards, judged, earned, [at for at, by in enumerate(movers) if by == who])
        for who in MOVERS
    )
    turning_point = _turning_point(judged.promised, judged.error)
    return Review(game, tuple(promised), moves, turning_point, you, opponent, judged.error)


@contextmanager
def _gc_paused() -> Iterator[None]:
    """Pause the garbage collector, which would go through a million new tuples again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def losses(row: Iterable[Any], ends: Iterable[Side]) -> list[Number]:
    """What each move of a game on a row gives away of its mover's total, both measured by optimal play.

    The game may stop early; O(n log n) for n cards. Raises RowError, IllegalMoveError for more moves
    than cards.

    >>> from twoends import LEFT, RIGHT
    >>> losses([8, 15, 3, 7], [LEFT, LEFT, RIGHT, LEFT])
    [7, 0, 0, 0]
    """
    judged = _judged(Game(Row.of(row), True, ends))
    return list(judged.show(judged.loss))


def _judged(game: Game) -> Judged:
    """Judge the moves: in compiled columns on a long row of two optimal players, else one by one."""
    shape, in_row = game.shape, game.shape.interval(game.shape.initial) is not None
    if in_row and game.opponent.is_optimal and costs.may_pay(costs.IN_PYTHON["intervals"](len(shape))):
        from twoends.answers import long_reviews

        if (found := long_reviews.judged(game)) is not None:
            return found
    held = prospects(game)
    by_optimal = held if game.opponent.is_optimal else prospects(replace(game, opponent=opponent_of()))
    promised = promises(game, held.states)
    margins = promised if by_optimal is held else promises(game, by_optimal.states)

    def each_move() -> Iterator[tuple[Any, ...]]:
        """Judge your moves by what you hold and were promised, theirs by what optimal play leaves you."""
        book, of_spread = game.book, spread(shape)
        for turn, (state, move) in enumerate(zip(game.states, game.ends, strict=False)):
            yours = book.mover(state) == "you"
            known, margin = (held, promised[turn]) if yours else (by_optimal, -margins[turn])
            margin *= game.rules.sign
            brings = [worth(game.rules, *totals) for totals in known.states[turn].after]
            of_mover = brings if yours else [-total for total in brings]
            values = dict(zip(book.moves(state), of_mover, strict=True))
            yield judge(values, move, margin, of_spread, known.error)

    columns = zip(*each_move(), strict=True) if game.ends else [()] * 4
    best, stake, loss, marks = map(tuple, columns)
    show = shape.cards.show
    return Judged(best, stake, loss, marks, promised, lambda amounts: list(map(show, amounts)), held.error)


def promises(game: Game, held: Sequence[Prospect]) -> list[Total]:
    """Your margin as promised before the first move and after each, given what each state holds for you.

    Shape (moves + 1,), exact or in floats, in O(n).
    """
    book = game.book
    margin: Total = 0
    margins: list[Total] = []
    for state, prospect, earned in zip(game.states, held, [*game.earned, 0], strict=True):
        margins.append(margin + prospect.yours - prospect.theirs)
        margin += earned if book.mover(state) == "you" else -earned
    return margins


def _performance(cards: Row, judged: Judged, earned: Sequence[Exact], turns: Sequence[int]) -> Performance:
    """How the player did who made these moves."""
    taken, stake, loss = (sum([each[at] for at in turns]) for each in (earned, judged.stake, judged.loss))
    marks = [judged.mark[at] for at in turns]
    lost, staked = judged.show([loss, stake])
    return Performance(
        cards.show(taken),
        lost,
        staked,
        float(1 - Fraction(loss) / Fraction(stake)) if stake else 1.0,
        marks.count("inaccuracy"),
        marks.count("blunder"),
    )


def _turning_point(promised: Sequence[Total], error: float) -> int | None:
    signs = [sign(margin, error) for margin in promised]
    turns = [number for number, (before, after) in enumerate(pairwise(signs), 1) if before != after]
    return turns[-1] if turns else None
