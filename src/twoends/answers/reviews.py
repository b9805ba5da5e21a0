"""Reviews: what each move of a game gave away, and how the promised margin changed.

Glossary
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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, Literal, NamedTuple

from twoends.answers.solution import game_of
from twoends.engine.method import Value, best_places, sign
from twoends.engine.method import losses as losses_of
from twoends.engine.values import method_of
from twoends.rules.errors import NotationError
from twoends.rules.games import Game
from twoends.rules.moves import Move, MoveLike
from twoends.rules.numbers import Exact, Number, Pair, Total
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS, State
from twoends.rules.rules import Mover, Rules
from twoends.rules.shapes import Shape

Mark = Literal["best", "inaccuracy", "blunder", "equal"]
"""Equal: it leaves the margin of a best move, but a smaller total of the mover's own."""

BLUNDER = Fraction(1, 4)
"""A loss of at least this share of the spread is a blunder; so is any loss of the promised win or draw."""


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
    sweep of O(n²) time and O(n) memory against any other. By other rules one sweep keeps all positions. On a
    board, each position is solved. If moves
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
        return _review(game)
    finally:
        if gc_was_enabled:
            gc.enable()


class Judged(NamedTuple):
    """What is said of a move; amounts are exact, or floats.

    best   all best ends
    stake  what the worst end would have given away
    loss   what this move gave away
    mark   best, equal, inaccuracy or blunder
    """

    best: tuple[Move, ...]
    stake: Total
    loss: Total
    mark: Mark


def _review(game: Game) -> Review:
    show, earned, judged = game.shape.cards.show, game.earned, list[Judged]()
    states, values, error = _known(game)
    promised = _promised(game, values)
    optimal, margins = values, promised
    if not game.opponent.is_optimal:
        _, optimal, _ = _known(replace(game, opponent=opponent_of()))
        margins = _promised(game, optimal)
    book, spread_of_cards, yours = game.book, spread(game.shape), [mover == "you" for mover in game.movers]
    # Your moves are judged against the actual opponent, theirs against optimal play.
    for number, (state, move, is_yours) in enumerate(zip(states, game.ends, yours, strict=False)):
        if is_yours:
            after, margin, rounding = values[number].after, promised[number], error
        else:
            after = tuple([(own, other) for other, own in optimal[number].after])
            margin, rounding = -margins[number], 0.0
        judged.append(judge(book.moves(state), after, move, game.rules, margin, spread_of_cards, rounding))
    moves = tuple(
        [
            ReviewedMove(
                number,
                is_yours,
                move,
                card,
                each.best,
                show(each.stake),
                show(each.loss),
                each.mark,
                show(margin),
            )
            for number, (is_yours, move, card, each, margin) in enumerate(
                zip(yours, game.ends, game.taken, judged, promised[1:], strict=True), 1
            )
        ]
    )

    def performance(who: Mover) -> Performance:
        own = [
            (earns, each)
            for mover, earns, each in zip(game.movers, earned, judged, strict=True)
            if mover == who
        ]
        loss, stake = sum(each.loss for _, each in own), sum(each.stake for _, each in own)
        accuracy = float(1 - Fraction(loss) / Fraction(stake)) if stake else 1.0
        marks = [each.mark for _, each in own]
        total = show(sum(earns for earns, _ in own))
        return Performance(
            total, show(loss), show(stake), accuracy, marks.count("inaccuracy"), marks.count("blunder")
        )

    you, opponent = map(performance, MOVERS)
    turning_point = _turning_point(promised, error)
    return Review(game, tuple(map(show, promised)), moves, turning_point, you, opponent, error)


def losses(row: Iterable[Any], ends: Iterable[MoveLike]) -> list[Number]:
    """The loss of each move of a game on a row, in the mover's total, compared with optimal play.

    The game may be unfinished. O(n k) for n cards that reduce to k coins. Raises RowError, and
    IllegalMoveError for more moves than cards.

    >>> from twoends import LEFT, RIGHT
    >>> losses([8, 15, 3, 7], [LEFT, LEFT, RIGHT, LEFT])
    [7, 0, 0, 0]
    """
    return [move.loss for move in review(Game(Row.of(row), True, ends)).moves]


def _known(game: Game) -> tuple[Sequence[State], list[Value], float]:
    """All states of a game, their values, and a bound on the rounding error of each total."""
    states = game.states
    method = method_of(game.unchecked(ends=(), state=states[0]))
    return states, method.values(game.book, states), method.error


def judge(
    moves: Sequence[Move],
    after: Sequence[Pair],
    taken: Move,
    rules: Rules,
    margin: Total,
    spread: Exact,
    error: float,
) -> Judged:
    """Judge a move, given both totals after each legal one, the mover's first; O(moves).

    `margin` is the mover's promised margin before the move, `spread` that of all cards.
    """
    lost = losses_of(after, rules, error)
    best = tuple([moves[place] for place in best_places(after, lost, error)])
    loss = lost[moves.index(taken)]
    is_equal = not loss and taken not in best
    return Judged(best, max(lost), loss, "equal" if is_equal else mark(loss, spread, margin, error))


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


def _promised(game: Game, values: Sequence[Value]) -> list[Total]:
    """Your promised margin before the first move and after each, given the value of each state; O(n)."""
    taken = (
        earned if mover == "you" else -earned for mover, earned in zip(game.movers, game.earned, strict=True)
    )
    gained = accumulate(taken, initial=0)
    return [margin + each.yours - each.theirs for margin, each in zip(gained, values, strict=True)]


def _turning_point(promised: Sequence[Total], error: float) -> int | None:
    signs = [sign(margin, error) for margin in promised]
    turns = [number for number, (before, after) in enumerate(pairwise(signs), 1) if before != after]
    return turns[-1] if turns else None
