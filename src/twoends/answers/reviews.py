"""Reviews: what each move of a game gave away, and how the promised margin went.

Glossary
    prospect   your total if you play the best response from now on (`positions.prospects`)
    promised   your margin, the cards taken so far included, if you play the best response from now
               on; it never rises by a move of yours, and a flat line is perfect play
    loss       what a move gives away, in the mover's total: yours against the best response to this
               opponent, the opponent's against optimal play
    stake      what the worst move would have given away: the most that the loss could be
    spread     the largest card minus the smallest one
    taken      what a move takes: a side of a row, an end of a board, of a circle's cards first an index
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from twoends.answers.positions import prospects
from twoends.rules.board_games import BoardGame, CircleGame
from twoends.rules.boards import End
from twoends.rules.games import Game, moves_of
from twoends.rules.notation import refuse_no_game
from twoends.rules.opponents import opponent, optimal
from twoends.rules.replies import Opponent, Total
from twoends.rules.rows import Exact, Number, Row
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.solvers import Prospects

Taken = TypeVar("Taken", bound=Side | End | int)
Played = TypeVar("Played", bound=Game | BoardGame | CircleGame)

Mark = Literal["best", "inaccuracy", "blunder"]

BLUNDER = Fraction(1, 4)
"""From this share of the row's spread on, a loss is a blunder; so is any loss of the promised win or draw."""


class ReviewedMove(NamedTuple, Generic[Taken]):
    """One move of a game, judged. Amounts are in the row's own kind of number.

    A named tuple, for a long game has a million of them.

    number    from 1
    yours     whether you made it
    taken     the side or end taken
    card      the card taken, as it was given
    best      all best ones
    stake     what the worst one would have given away, in the mover's total; 0: all are best
    loss      what this move gave away, from 0 to the stake
    mark      best, inaccuracy or blunder: see `BLUNDER`
    promised  your promised margin after it
    """

    number: int
    yours: bool
    taken: Taken
    card: Number
    best: tuple[Taken, ...]
    stake: Number
    loss: Number
    mark: Mark
    promised: Number


Verdict = tuple[tuple[Taken, ...], Total, Total, Mark]
"""What is found out about a move: all best ones, stake, loss, mark; amounts not yet in the row's kind."""


@dataclass(frozen=True, slots=True)
class Performance:
    """How one of the players did.

    total         the cards taken so far, summed
    loss          all that was given away
    accuracy      1 - losses / stakes over all moves, from 0 to 1; 1 where nothing was at stake
    inaccuracies  how many
    blunders      how many
    """

    total: Number
    loss: Number
    accuracy: float
    inaccuracies: int
    blunders: int


@dataclass(frozen=True, slots=True)
class Review(Generic[Played, Taken]):
    """A game, judged move by move.

    game           the game, finished or not, m moves
    against        the opponent whom your moves are judged against
    promised       your margin as promised before the first move and after each, shape (m + 1,); of
                   a finished game the last one is the margin itself
    moves          shape (m,)
    turning_point  the number of the last move that changed who is promised to win; None: no move did
    you            how you did
    opponent       how the opponent did
    error          0 for exact amounts, else a bound on the rounding of each total

    >>> from twoends import parse_game
    >>> judged = review(*parse_game("8 15 3 7 / first / LLRL"))
    >>> judged.promised[0], judged.promised[-1], judged.moves[0].loss
    (11, -3, 7)
    """

    game: Played
    against: Opponent
    promised: tuple[Number, ...]
    moves: tuple[ReviewedMove[Taken], ...]
    turning_point: int | None
    you: Performance
    opponent: Performance
    error: float


def review(game: Game, against: object = "optimal") -> Review[Game, Side]:
    """Judge every move of a game, finished or not.

    O(log n) a move against an optimal opponent; one sweep of O(n²) time and O(n) memory against any
    other. Where moves are random, amounts are expectations: exact or with an error, as in `solve`.
    Raises RowError, OpponentError.

    >>> from twoends.rules.notation import parse_game
    >>> judged = review(*parse_game("8 15 3 7 / first / LLRL"))
    >>> judged.promised, judged.turning_point, judged.moves[0].mark, judged.moves[0].loss
    ((11, -3, -3, -3, -3), 1, 'blunder', 7)
    """
    refuse_no_game(game, Game)
    against = opponent(against)
    row, intervals, places = game.row, game.intervals, game.places
    for_you = prospects(row, against, intervals, you_first=game.you_first)
    for_him = for_you
    if str(against) != "optimal":
        for_him = prospects(row, optimal(), intervals, you_first=game.you_first)
    promised = promises(game, for_you.total)
    promised_by_optimal = promised if for_him is for_you else promises(game, for_him.total)
    verdicts = _verdicts(game, for_you, promised, for_him, promised_by_optimal)
    return assembled(game, row, against, game.sides, places, verdicts, promised, for_you.error)


def assembled(
    game: Played,
    row: Row,
    against: Opponent,
    taken: Sequence[Taken],
    places: Sequence[int],
    verdicts: Iterable[Verdict[Taken]],
    promised: Sequence[Total],
    error: float,
) -> Review[Played, Taken]:
    """Put a review together, in the row's kind of number; `places` are where in the row each card lay."""
    show, given = row.show, row.given
    promised_shown = tuple(map(show, promised))
    moves: list[ReviewedMove[Taken]] = []
    stakes, losses = [], []
    yours = game.you_first
    turns = zip(taken, places, verdicts, promised_shown[1:], strict=True)
    for number, (what, place, (best, stake, loss, marked), after) in enumerate(turns, 1):
        moves.append(
            ReviewedMove(number, yours, what, given[place], best, show(stake), show(loss), marked, after)
        )
        stakes.append(stake)
        losses.append(loss)
        yours = not yours
    marks = [move.mark for move in moves]
    values = [row.values[place] for place in places]
    first, second = (
        _performance(row, values[turn::2], stakes[turn::2], losses[turn::2], marks[turn::2])
        for turn in (0, 1)
    )
    return Review(
        game,
        against,
        promised_shown,
        tuple(moves),
        _turning_point(promised, error),
        first if game.you_first else second,
        second if game.you_first else first,
        error,
    )


def promises(game: Game, held: Sequence[Total]) -> list[Total]:
    """Your margin as promised before the first move and after each, given your total from each position on.

    Shape (moves + 1,), exact or in floats, in O(moves).
    """
    whole = sum(game.row.values)
    so_far: Total = 0
    margins: list[Total] = []
    for turn, (total, value) in enumerate(zip(held, [*game.taken, 0], strict=True)):
        margins.append(2 * (so_far + total) - whole)
        if game.you_first == (turn % 2 == 0):
            so_far += value
    return margins


_LEFT_ALONE, _RIGHT_ALONE, _BOTH = (LEFT,), (RIGHT,), (LEFT, RIGHT)


def _verdicts(
    game: Game,
    for_you: Prospects,
    promised: Sequence[Total],
    for_him: Prospects,
    promised_by_optimal: Sequence[Total],
) -> Iterator[Verdict[Side]]:
    """Judge your moves by what you hold and were promised, the opponent's by what optimal play leaves him."""
    values = game.row.values
    spread = max(values, default=0) - min(values, default=0)
    last = len(values) - 1
    yours = game.you_first
    for turn, side in enumerate(game.sides):
        held, margin = (for_you, promised[turn]) if yours else (for_him, -promised_by_optimal[turn])
        left, right = held.left[turn], held.right[turn]
        stake = left - right if left > right else right - left
        best = _LEFT_ALONE if (left > right) == yours else _RIGHT_ALONE  # what is yours he goes without
        if stake <= 2 * held.error:
            yield _BOTH if turn < last else _LEFT_ALONE, 0, 0, "best"
        elif side in best:
            yield best, stake, 0, "best"
        else:
            yield best, stake, stake, mark(stake, spread, margin, held.error)
        yours = not yours


def mark(loss: Total, spread: Exact, margin: Total, error: float) -> Mark:
    """What a loss is called, given the row's spread and the margin promised to the mover before it."""
    # Integers are compared as integers: a Fraction for each move would take longest of all.
    large = loss * BLUNDER.denominator >= spread * BLUNDER.numerator
    turned = _sign(margin, error) != _sign(margin - 2 * loss, error)
    return "blunder" if large or turned else "inaccuracy"


def _performance(
    row: Row, taken: Sequence[Exact], stakes: Sequence[Total], losses: Sequence[Total], marks: Sequence[Mark]
) -> Performance:
    stake, loss = sum(stakes), sum(losses)
    return Performance(
        row.show(sum(taken)),
        row.show(loss),
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


def losses(row: Iterable[Any], sides: Iterable[Side]) -> list[Number]:
    """What each move of a game gives away of its mover's total, both measured by optimal play.

    The game may stop early; O(n log n) for n cards. Raises RowError, IllegalMoveError for more moves
    than cards.

    >>> losses([8, 15, 3, 7], [LEFT, LEFT, RIGHT, LEFT])
    [7, 0, 0, 0]
    """
    game = Game(Row.of(row), True, moves_of(sides))
    held = prospects(game.row, optimal(), game.intervals, you_first=True)
    lost = []
    for side, best, left, right in zip(game.sides, held.total, held.left, held.right, strict=False):
        got = left if side is LEFT else right
        # Your total falls by what you give away, and rises by what the opponent does.
        lost.append(game.row.show(best - got if best > got else got - best))
    return lost
