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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from twoends.answers.positions import Prospect, Prospects, prospects
from twoends.answers.reviewed import BLUNDER, Mark, Performance, Review, ReviewedMove
from twoends.answers.solution import game_of
from twoends.rules.games import Game, refuse_no_game
from twoends.rules.numbers import Exact, Number, Total
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS, Mover
from twoends.rules.shapes import Shape
from twoends.rules.sides import AnyMove, Side
from twoends.solvers import costs

Judged = tuple[tuple[AnyMove, ...], Total, Total, Mark]
"""What is found out about a move: all best ends, stake, loss, mark; amounts exact, not yet shown."""


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
    game = game_of(refuse_no_game(game), opponent)
    if _in_columns(game):
        from twoends.answers import long_reviews

        if (found := long_reviews.review(game)) is not None:
            return found
    held = prospects(game)
    by_optimal = held if game.opponent.is_optimal else prospects(replace(game, opponent=opponent_of()))
    promised = promises(game, held.states)
    margins = promised if by_optimal is held else promises(game, by_optimal.states)
    return _assembled(game, promised, _judged(game, held, by_optimal, promised, margins), held.error)


def _in_columns(game: Game) -> bool:
    """Whether a game is judged in whole columns, because that pays."""
    shape, in_row = game.shape, game.shape.interval(game.shape.whole) is not None
    return in_row and game.opponent.is_optimal and costs.may_pay(costs.IN_PYTHON["intervals"](len(shape)))


def _judged(
    game: Game,
    held: Prospects,
    by_optimal: Prospects,
    promised: Sequence[Total],
    margins: Sequence[Total],
) -> Iterator[Judged]:
    """Judge your moves by what you hold and were promised, the opponent's by what optimal play leaves you."""
    book, of_spread = game.book, spread(game.shape)
    for turn, (state, move) in enumerate(zip(game.states, game.ends, strict=False)):
        yours = book.mover(state) == "you"
        known, margin = (held, promised[turn]) if yours else (by_optimal, -margins[turn])
        brings = known.states[turn].after
        if not game.rules.fixed_sum:  # what a move gives away is measured in margin
            pairs = zip(brings, known.states[turn].theirs_after, strict=True)
            brings = tuple(total - theirs for total, theirs in pairs)
        if yours != (game.rules.goal == "most"):
            brings = tuple(-total for total in brings)
        if game.rules.goal == "least":
            margin = -margin
        yield judge(dict(zip(book.moves(state), brings, strict=True)), move, margin, of_spread, known.error)


def _assembled(game: Game, promised: Sequence[Total], judged: Iterable[Judged], error: float) -> Review:
    """Put a review together, in the shape's kind of number."""
    cards, book = game.shape.cards, game.book
    show = cards.show
    promised_shown = tuple(map(show, promised))
    moves: list[ReviewedMove] = []
    by: dict[Mover, list[tuple[Exact, Total, Total, Mark]]] = {"you": [], "opponent": []}
    turns = zip(game.states, game.ends, game.earned, judged, promised_shown[1:], strict=False)
    for number, (state, end, earned, (best, stake, loss, marked), after) in enumerate(turns, 1):
        mover = book.mover(state)
        card = cards.given[book.places(state, end)[0]] if game.rules.plain else show(earned)
        moves.append(
            ReviewedMove(number, mover == "you", end, card, best, show(stake), show(loss), marked, after)
        )
        by[mover].append((earned, stake, loss, marked))
    you, opponent = (_performance(cards, by[mover]) for mover in MOVERS)
    return Review(game, promised_shown, tuple(moves), _turning_point(promised, error), you, opponent, error)


def promises(game: Game, held: Sequence[Prospect]) -> list[Total]:
    """Your margin as promised before the first move and after each, given what each state holds for you.

    Shape (moves + 1,), exact or in floats, in O(n).
    """
    whole, book = sum(game.shape.cards.values), game.book
    yours: Total = 0
    theirs: Total = 0
    margins: list[Total] = []
    for state, prospect, earned in zip(game.states, held, [*game.earned, 0], strict=True):
        if prospect.theirs is None:
            margins.append(2 * (yours + prospect.total) - whole)
        else:
            margins.append(yours + prospect.total - theirs - prospect.theirs)
        if book.mover(state) == "you":
            yours += earned
        else:
            theirs += earned
    return margins


def judge(values: dict[Any, Total], taken: AnyMove, margin: Total, spread: Exact, error: float) -> Judged:
    """Judge a move among any number of ends, given what each of them brings its mover.

    `margin` is what was promised to the mover before it. O(ends).
    """
    best = max(values.values())
    equal = tuple(end for end, total in values.items() if best - total <= 2 * error)
    stake, loss = (
        0 if lost <= 2 * error else lost for lost in (best - min(values.values()), best - values[taken])
    )
    return equal, stake, loss, mark(loss, spread, margin, error)


def mark(loss: Total, spread: Exact, margin: Total, error: float) -> Mark:
    """What a loss is called, given the spread of all cards and the margin promised to the mover before it."""
    if not loss:
        return "best"
    # Integers are compared as integers: a Fraction for each move would take longest of all.
    large = loss * BLUNDER.denominator >= spread * BLUNDER.numerator
    turned = _sign(margin, error) != _sign(margin - 2 * loss, error)
    return "blunder" if large or turned else "inaccuracy"


def spread(shape: Shape) -> Exact:
    """The largest card minus the smallest one; 0 without a card. O(n)."""
    values = shape.cards.values
    return max(values, default=0) - min(values, default=0)


def _performance(cards: Row, moves: Sequence[tuple[Exact, Total, Total, Mark]]) -> Performance:
    """How a player did, given what each of their moves earned, its stake, its loss and its mark."""
    earned, stakes, losses, marks = zip(*moves, strict=True) if moves else ((), (), (), ())
    stake, loss = sum(stakes), sum(losses)
    return Performance(
        cards.show(sum(earned)),
        cards.show(loss),
        cards.show(stake),
        float(1 - Fraction(loss) / Fraction(stake)) if stake else 1.0,
        marks.count("inaccuracy"),
        marks.count("blunder"),
    )


def _turning_point(promised: Sequence[Total], error: float) -> int | None:
    signs = [_sign(margin, error) for margin in promised]
    turns = [number for number, (before, after) in enumerate(pairwise(signs), 1) if before != after]
    return turns[-1] if turns else None


def _sign(margin: Total, error: float) -> int:
    """Who is promised to win; a margin is twice a total, and so is its rounding."""
    return 1 if margin > 2 * error else -1 if margin < -2 * error else 0


def losses(row: Iterable[Any], ends: Iterable[Side]) -> list[Number]:
    """What each move of a game on a row gives away of its mover's total, both measured by optimal play.

    The game may stop early; O(n log n) for n cards. Raises RowError, IllegalMoveError for more moves
    than cards.

    >>> from twoends import LEFT, RIGHT
    >>> losses([8, 15, 3, 7], [LEFT, LEFT, RIGHT, LEFT])
    [7, 0, 0, 0]
    """
    game = Game(Row.of(row), True, ends)
    if _in_columns(game):
        from twoends.answers import long_reviews

        if (found := long_reviews.losses(game.shape.cards, game.ends)) is not None:
            return list(found)
    lost: list[Number] = []
    book, show = game.book, game.shape.cards.show
    for state, held, side in zip(game.states, prospects(game).states, game.ends, strict=False):
        got = held.after[book.moves(state).index(side)]
        # Your total falls by what you give away, and rises by what the opponent does.
        lost.append(show(held.total - got if book.mover(state) == "you" else got - held.total))
    return lost
