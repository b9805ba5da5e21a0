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
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any, NamedTuple

from twoends.answers.positions import prospects
from twoends.answers.reviewed import BLUNDER, Mark, Performance, Review, ReviewedMove
from twoends.answers.solution import game_of
from twoends.rules.boards import Board
from twoends.rules.circles import Circle
from twoends.rules.games import Game, refuse_no_game
from twoends.rules.numbers import Exact, Number, Total
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape
from twoends.rules.sides import LEFT, RIGHT, AnyEnd, Side
from twoends.solvers import Prospects, dispatch

Judged = tuple[tuple[AnyEnd, ...], Total, Total, Mark]
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
    if isinstance(game.shape, Board):
        held, verdicts = _on_a_board(game)
        return _assembled(game, promises(game, held), verdicts, 0)
    if _in_columns(game):
        from twoends.answers import long_reviews

        if (found := long_reviews.review(game)) is not None:
            return found
    held_by = _prospects(game)
    promised = promises(game, held_by.you.total)
    by_optimal = promised if held_by.them is held_by.you else promises(game, held_by.them.total)
    judged = _judged(game, held_by, promised, by_optimal)
    return _assembled(game, promised, judged, held_by.you.error)


def _in_columns(game: Game) -> bool:
    """Whether a game is judged in whole columns, because that pays."""
    row = game.shape
    return (
        isinstance(row, Row) and game.opponent.is_optimal and dispatch.kernels_may_pay("intervals", len(row))
    )


class _Held(NamedTuple):
    """What each position holds for you: against this opponent, and against an optimal one.

    first  of a circle of which one is taken: what each of them brings its mover, your total or theirs
    """

    you: Prospects
    them: Prospects
    first: Sequence[Total] = ()


def _prospects(game: Game) -> _Held:
    """The same for every position of a game on a row or around a circle."""
    shape, against = game.shape, game.opponent
    if isinstance(shape, Row):
        return _of_row(shape, against, game.passed, game.you_first)
    assert isinstance(shape, Circle), "boards are judged by their ends"
    yours, held, error = _first_cards(shape, against, game.you_first)
    optimally, by_optimal, _ = _first_cards(shape, opponent_of(), game.you_first)
    whole = sum(shape.cards.values)
    if not game.ends:
        alone = Prospects([held], [0], [0], error)
        return _Held(alone, alone)
    first = yours if game.you_first else [whole - total for total in optimally]
    at = game.ends[0]
    assert isinstance(at, int), "a circle's first move is an index"
    within = [(start - at - 1, stop - at - 1) for start, stop in game.passed[1:]]
    rest = _of_row(shape.row_after(at), against, within, not game.you_first)
    you, them = (
        Prospects([total, *after.total], [0, *after.left], [0, *after.right], max(error, after.error))
        for total, after in ((held, rest.you), (by_optimal, rest.them))
    )
    return _Held(you, them, first)


def _of_row(row: Row, against: Opponent, within: Sequence[Any], you_first: bool) -> _Held:
    you = prospects(row, against, within, you_first=you_first)
    optimal = opponent_of()
    return _Held(you, you if against.is_optimal else prospects(row, optimal, within, you_first=you_first))


def _first_cards(circle: Circle, against: Opponent, you_first: bool) -> tuple[list[Total], Total, float]:
    """Your total for each first card, yours or the opponent's, your total in all, and the error of both."""
    from twoends.solvers import circles

    scaled = dispatch.scaled_for(circle.cards, against)
    totals = circles.totals(scaled.values, against, you_first)
    held = 0 if not totals else max(totals) if you_first else against.total(scaled.values, totals)
    return list(map(scaled.scale.exact, totals)), scaled.scale.exact(held), float(scaled.error)


def _assembled(game: Game, promised: Sequence[Total], judged: Iterable[Judged], error: float) -> Review:
    """Put a review together, in the shape's kind of number."""
    cards = game.shape.cards
    show, given, places = cards.show, cards.given, game.places
    promised_shown = tuple(map(show, promised))
    moves: list[ReviewedMove] = []
    stakes, losses = [], []
    yours = game.you_first
    turns = zip(game.ends, places, judged, promised_shown[1:], strict=True)
    for number, (end, place, (best, stake, loss, marked), after) in enumerate(turns, 1):
        moves.append(
            ReviewedMove(number, yours, end, given[place], best, show(stake), show(loss), marked, after)
        )
        stakes.append(stake)
        losses.append(loss)
        yours = not yours
    marks = [move.mark for move in moves]
    values = [cards.values[place] for place in places]
    first, second = (
        _performance(cards, values[turn::2], stakes[turn::2], losses[turn::2], marks[turn::2])
        for turn in (0, 1)
    )
    return Review(
        game,
        promised_shown,
        tuple(moves),
        _turning_point(promised, error),
        first if game.you_first else second,
        second if game.you_first else first,
        error,
    )


def promises(game: Game, held: Sequence[Total]) -> list[Total]:
    """Your margin as promised before the first move and after each, given your total from each position on.

    Shape (moves + 1,), exact or in floats, in O(n).
    """
    whole = sum(game.shape.cards.values)
    so_far: Total = 0
    margins: list[Total] = []
    for turn, (total, value) in enumerate(zip(held, [*game.taken, 0], strict=True)):
        margins.append(2 * (so_far + total) - whole)
        if game.you_first == (turn % 2 == 0):
            so_far += value
    return margins


_LEFT_ALONE, _RIGHT_ALONE, _BOTH = (LEFT,), (RIGHT,), (LEFT, RIGHT)


def _judged(
    game: Game, held_by: _Held, promised: Sequence[Total], by_optimal: Sequence[Total]
) -> Iterator[Judged]:
    """Judge your moves by what you hold and were promised, the opponent's by what optimal play leaves."""
    first: list[Judged] = []
    if isinstance(game.shape, Circle) and game.ends:
        margin = promised[0] if game.you_first else -by_optimal[0]
        totals = dict(enumerate(held_by.first))
        first = [judge(totals, game.ends[0], margin, spread(game.shape), held_by.you.error)]
    return chain(first, _judged_sides(game, len(first), held_by, promised, by_optimal))


def _judged_sides(
    game: Game, begin: int, held_by: _Held, promised: Sequence[Total], by_optimal: Sequence[Total]
) -> Iterator[Judged]:
    """Judge the moves from a number on, each of which had two alternatives."""
    of_spread = spread(game.shape)
    last = len(game.shape) - 1
    yours = game.you_first == (begin % 2 == 0)
    for turn in range(begin, len(game.ends)):
        held, margin = (held_by.you, promised[turn]) if yours else (held_by.them, -by_optimal[turn])
        left, right = held.left[turn], held.right[turn]
        stake = left - right if left > right else right - left
        best = _LEFT_ALONE if (left > right) == yours else _RIGHT_ALONE  # what is yours they go without
        if stake <= 2 * held.error:
            yield _BOTH if turn < last else _LEFT_ALONE, 0, 0, "best"
        elif game.ends[turn] in best:
            yield best, stake, 0, "best"
        else:
            yield best, stake, stake, mark(stake, of_spread, margin, held.error)
        yours = not yours


def judge(values: dict[Any, Total], taken: AnyEnd, margin: Total, spread: Exact, error: float) -> Judged:
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


def _on_a_board(game: Game) -> tuple[list[Total], list[Judged]]:
    """What each position holds for you, and the moves judged by what each end brings its mover."""
    board, against = game.shape, game.opponent
    assert isinstance(board, Board), "rows and circles are judged by their sides"
    values, of_spread = board.cards.values, spread(board)
    so_far: list[Total] = [0, 0]  # what the first and the second player have taken
    whole = sum(values)
    places = game.places
    held: list[Total] = []
    judged: list[Judged] = []
    for turn, left in enumerate(game.passed):
        yours = game.you_first == (turn % 2 == 0)
        _, scaled, found, _ = dispatch.solve_board(board, left, against)
        exact = scaled.scale.exact
        assert found.second is not None, "who plays on a board knows many ends"
        held.append(exact(found.first if yours else found.second))
        if turn == len(game.ends):
            break
        if not yours and not against.is_optimal:
            found = dispatch.solve_board(board, left, opponent_of()).found
        brings = dict(zip(board.ends(left), map(exact, found.values()), strict=True))
        margin = 2 * (so_far[turn % 2] + max(brings.values())) - whole
        judged.append(judge(brings, game.ends[turn], margin, of_spread, 0))
        so_far[turn % 2] += values[places[turn]]
    return held, judged


def _performance(
    cards: Row,
    taken: Sequence[Exact],
    stakes: Sequence[Total],
    losses: Sequence[Total],
    marks: Sequence[Mark],
) -> Performance:
    stake, loss = sum(stakes), sum(losses)
    return Performance(
        cards.show(sum(taken)),
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

    >>> losses([8, 15, 3, 7], [LEFT, LEFT, RIGHT, LEFT])
    [7, 0, 0, 0]
    """
    game = Game(Row.of(row), True, ends)
    if _in_columns(game):
        from twoends.answers import long_reviews

        if (found := long_reviews.losses(game.shape.cards, game.ends)) is not None:  # type: ignore[arg-type]  # sides
            return list(found)
    held = prospects(game.shape.cards, opponent_of(), game.passed, you_first=True)
    lost: list[Number] = []
    for side, best, left, right in zip(game.ends, held.total, held.left, held.right, strict=False):
        got = left if side is LEFT else right
        # Your total falls by what you give away, and rises by what the opponent does.
        lost.append(game.shape.cards.show(best - got if best > got else got - best))
    return lost
