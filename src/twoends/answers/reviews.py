"""Reviews: what each move of a game gave away, and how the promised margin changed.

Glossary
    prospect   your total if you play the best response from now on (`positions.prospects`)
    promised   your final margin if you play the best response from now on, the cards taken so far included;
               your own moves never raise it, and with perfect play they leave it unchanged
    loss       what a move gives away, in the mover's total: for you, compared with the best response to this
               opponent; for the opponent, compared with optimal play. The margin changes by twice as much.
               Under rules without a fixed sum it is measured in margin; of the moves of loss 0 those of the
               largest own total are best, the others equal
    stake      the largest possible loss: what the worst move would have given away
    spread     the largest card minus the smallest
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, compress, count, pairwise
from typing import Any, Literal, NamedTuple, get_args

from twoends.answers.positions import Prospect, prospects
from twoends.answers.solution import game_of, given_away, sign
from twoends.rules.errors import NotationError
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Move, MoveLike
from twoends.rules.numbers import Exact, Number, Pair, Total
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS
from twoends.rules.rules import Mover
from twoends.rules.shapes import Shape
from twoends.solvers.counters import COINS
from twoends.solvers.end_coins import steps_of_intervals

Mark = Literal["best", "inaccuracy", "blunder", "equal"]
"""Equal: it leaves the margin of a best move, but a smaller total of the mover's own."""

BLUNDER = Fraction(1, 4)
"""A loss of at least this share of the spread is a blunder; so is any loss of the promised win or draw."""

ROOM = 16
"""Every number that is computed in columns is less than ROOM times n times the largest absolute value."""


class ReviewedMove(NamedTuple):
    """One judged move of a game. Amounts are in the shape's own kind of number.

    number    its number, from 1
    yours     whether you made it
    move      the move
    card      the card taken, as given
    best      all best ends
    stake     what the worst end would have given away, in the mover's total; 0: all are best
    loss      what this move gave away, from 0 to the stake
    mark      best, equal, inaccuracy or blunder: see `Mark` and `BLUNDER`
    promised  your promised margin after it
    """

    # A named tuple, because a long game has a million of them.
    number: int
    yours: bool
    move: Move
    card: Number
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


@dataclass(frozen=True, slots=True)
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


def review(game: Game | Shape, opponent: object = None) -> Review:
    """Judge every move of a game, finished or not, against its own opponent or another one.

    On rows and circles, O(k) per move against an optimal opponent, where the row reduces to k coins; one
    sweep of O(n²) time and O(n) memory against any other. On a board, each position is solved. If moves
    are random, amounts are expectations, exact or with an error as in `solve`. Raises NotationError for a
    shape instead of a game, RowError, MethodError, and OpponentError, also for an opponent who knows only
    two ends and takes the first card of a circle.

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
            f"a {type(game).__name__} is not a Game: make one, or read it, "
            "as in parse('8 15 3 7 / first / RLLL')"
        )
    game = game_of(game, opponent)
    gc_was_enabled = gc.isenabled()
    gc.disable()  # it would scan a million new tuples again and again
    try:
        return _assemble(game, _judge_moves(game))
    finally:
        if gc_was_enabled:
            gc.enable()


class JudgedMoves(NamedTuple):
    """The m judged moves of a game, in columns.

    best      all best ends, shape (m,)
    stake     shape (m,)
    loss      shape (m,)
    mark      shape (m,)
    promised  shape (m + 1,)
    show      converts a column of amounts to the shape's own kind of number
    error     0 for exact amounts, else a bound on the rounding error of each total
    """

    best: Sequence[tuple[Move, ...]]
    stake: Sequence[Any]
    loss: Sequence[Any]
    mark: Sequence[Mark]
    promised: Sequence[Any]
    show: Callable[[Sequence[Any]], Sequence[Number]]
    error: float = 0


def _assemble(game: Game, judged: JudgedMoves) -> Review:
    movers, earned = game.movers, game.earned
    promised, stakes, losses = map(judged.show, (judged.promised, judged.stake, judged.loss))
    yours = [mover == "you" for mover in movers]
    judgements = judged.best, stakes, losses, judged.mark, promised[1:]
    moves = tuple(map(ReviewedMove, count(1), yours, game.ends, game.taken, *judgements))

    def performance(who: Mover) -> Performance:
        own = [mover == who for mover in movers]
        total, stake, loss = (sum(compress(each, own)) for each in (earned, judged.stake, judged.loss))
        shown_loss, shown_stake = judged.show([loss, stake])
        accuracy = float(1 - Fraction(loss) / Fraction(stake)) if stake else 1.0
        mistakes = (list(compress(judged.mark, own)).count(mark) for mark in ("inaccuracy", "blunder"))
        return Performance(game.shape.cards.show(total), shown_loss, shown_stake, accuracy, *mistakes)

    you, opponent = map(performance, MOVERS)
    turning_point = _turning_point(judged.promised, judged.error)
    return Review(game, tuple(promised), moves, turning_point, you, opponent, judged.error)


def losses(row: Iterable[Any], ends: Iterable[MoveLike]) -> list[Number]:
    """The loss of each move of a game on a row, in the mover's total, compared with optimal play.

    The game may be unfinished. O(n k) for n cards that reduce to k coins. Raises RowError, and
    IllegalMoveError for more moves than cards.

    >>> from twoends import LEFT, RIGHT
    >>> losses([8, 15, 3, 7], [LEFT, LEFT, RIGHT, LEFT])
    [7, 0, 0, 0]
    """
    judged = _judge_moves(Game(Row.of(row), True, ends))
    return list(judged.show(judged.loss))


def _judge_moves(game: Game) -> JudgedMoves:
    """Judge all moves: in compiled code on a long row between optimal players, else one by one."""
    shape, in_row = game.shape, game.shape.interval(game.shape.initial) is not None
    if in_row and game.opponent.is_optimal:
        steps = steps_of_intervals(shape.cards.scaled.values)
        if (judged := COINS.compiled(steps, lambda: _judge_columns(game))) is not None:
            return judged
    actual = prospects(game)
    optimal = actual if game.opponent.is_optimal else prospects(replace(game, opponent=opponent_of()))
    promised = _promises(game, actual.states)
    margins = promised if optimal is actual else _promises(game, optimal.states)

    def each_move() -> Iterator[tuple[Any, ...]]:
        """Judge your moves against the actual opponent, theirs against optimal play."""
        book, spread_of_cards = game.book, spread(shape)
        for turn, (state, move) in enumerate(zip(game.states, game.ends, strict=False)):
            yours = book.mover(state) == "you"
            known, margin = (actual, promised[turn]) if yours else (optimal, -margins[turn])
            after = known.states[turn].after
            totals = after if yours else [(own, other) for other, own in after]
            by_end = dict(zip(book.moves(state), given_away(totals, game.rules, known.error), strict=True))
            yield judge(by_end, move, margin, spread_of_cards, known.error)

    columns = zip(*each_move(), strict=True) if game.ends else [()] * 4
    best, stake, loss, marks = map(tuple, columns)
    return JudgedMoves(
        best, stake, loss, marks, promised, lambda amounts: list(map(shape.cards.show, amounts)), actual.error
    )


def _judge_columns(game: Game) -> JudgedMoves | None:
    """Judge all moves of a game on a row between optimal players in O(n k), amounts in the row's units.

    None if the numbers may exceed 64 bits.
    """
    import numpy as np

    from twoends.solvers import compiled, compiled_intervals

    row, moves, you_first = game.shape.cards, game.ends, game.you_first
    array = compiled.integers(row.units)
    if array is None:
        return None
    cards = compiled.frozen(array)
    n, m = len(cards), len(moves)
    low, high = int(cards.min()), int(cards.max())
    if ROOM * n * max(high, -low) >= 2**63:
        return None
    lefts = np.fromiter([move.end == "L" for move in moves], np.bool_, m)
    starts = np.concatenate((np.zeros(1, np.int64), lefts.cumsum()))
    stops = n - (np.arange(m + 1) - starts)
    total, left, right = compiled_intervals.prospects_of(cards, you_first, starts, stops)
    yours = (np.arange(m) % 2 == 0) == you_first
    taken = cards[np.where(lefts, starts[:-1], stops[1:])]
    so_far = np.concatenate((np.zeros(1, np.int64), np.where(yours, taken, 0).cumsum()))
    promised = 2 * (so_far + total) - cards.sum()
    left, right = left[:m], right[:m]
    best = np.where(left == right, 2, (left > right) == yours)  # the opponent minimises your total
    best[n - 1 :] = 1  # the last card counts as LEFT
    stake = abs(left - right)
    loss = np.where(best == ~lefts, stake, 0)
    margin = np.where(yours, promised[:-1], -promised[:-1])
    large = loss * BLUNDER.denominator >= (high - low) * BLUNDER.numerator
    turned = np.sign(margin) != np.sign(margin - 2 * loss)
    mark = (loss > 0) * (1 + (large | turned))
    ends, marks = ((RIGHT,), (LEFT,), (LEFT, RIGHT)), get_args(Mark)
    return JudgedMoves(
        [ends[code] for code in best.tolist()],
        stake.tolist(),
        loss.tolist(),
        [marks[code] for code in mark.tolist()],
        promised.tolist(),
        row.scale.show_all,
    )


def judge(
    given: dict[Any, Pair], taken: Move, margin: Total, spread: Exact, error: float
) -> tuple[tuple[Move, ...], Total, Total, Mark]:
    """All best ends, stake, loss and mark of a move, given what each end gives away, in O(ends).

    `margin` is the mover's promised margin before the move.
    """
    best = tuple(end for end, lost in given.items() if lost == (0, 0))
    loss, of_own = given[taken]
    stake = max(lost for lost, _ in given.values())
    return best, stake, loss, "equal" if of_own else mark(loss, spread, margin, error)


def mark(loss: Total, spread: Exact, margin: Total, error: float) -> Mark:
    """The mark for a loss, given the spread of all cards and the mover's promised margin before the move."""
    if not loss:
        return "best"
    # In integers, because a Fraction for each move would dominate the running time.
    large = loss * BLUNDER.denominator >= spread * BLUNDER.numerator
    turned = sign(margin, error) != sign(margin - 2 * loss, error)
    return "blunder" if large or turned else "inaccuracy"


def spread(shape: Shape) -> Exact:
    """The largest card minus the smallest; 0 if there are none. O(n)."""
    values = shape.cards.values
    return max(values, default=0) - min(values, default=0)


def _promises(game: Game, states: Sequence[Prospect]) -> list[Total]:
    """Your promised margin before the first move and after each, given the value of each state.

    Shape (moves + 1,), exact or in floats, in O(n).
    """
    taken = (
        earned if mover == "you" else -earned for mover, earned in zip(game.movers, game.earned, strict=True)
    )
    gained = accumulate(taken, initial=0)
    return [margin + each.yours - each.theirs for margin, each in zip(gained, states, strict=True)]


def _turning_point(promised: Sequence[Total], error: float) -> int | None:
    signs = [sign(margin, error) for margin in promised]
    turns = [number for number, (before, after) in enumerate(pairwise(signs), 1) if before != after]
    return turns[-1] if turns else None
