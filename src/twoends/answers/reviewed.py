"""Reviews as they come out: each move of a game judged, and how both did; reviews.py says the words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from twoends.rules.games import Game
from twoends.rules.numbers import Number
from twoends.rules.sides import AnyMove

Mark = Literal["best", "inaccuracy", "blunder"]

BLUNDER = Fraction(1, 4)
"""From this share of the spread on, a loss is a blunder; so is any loss of the promised win or draw."""


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
    mark      best, inaccuracy or blunder: see `BLUNDER`
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
