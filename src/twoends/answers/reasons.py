"""Reasons: what a wrong move hands over, and the graph of positions with the moves that are played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules.numbers import Number
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Interval, Row
from twoends.rules.rulebook import mover_of
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.solvers import bottom_up

if TYPE_CHECKING:
    from twoends.answers.solution import Solution

MOST_CARDS_WITH_A_REASON = 200


class Reason(NamedTuple):
    """Why the better side of a row is better than the other one. Cards are as they were given.

    best     the better side, card its card
    card
    other    the other side, instead its card
    instead
    loss     what the other side gives away
    reply    the card that the opponent takes after it; None where their move is random, a rule mixes
             both sides, or the row is longer than MOST_CARDS_WITH_A_REASON
    exposes  whether the card taken had hidden that one, from an opponent who likes what they get
    """

    best: Side
    card: Number
    other: Side
    instead: Number
    loss: Number
    reply: Number | None
    exposes: bool


def reason_of(solution: Solution) -> Reason | None:
    """The reason of a solved row with one best side, you to move; None for any other solution.

    >>> from twoends import solve
    >>> reason_of(solve([8, 15, 3, 7]))
    Reason(best=RIGHT, card=7, other=LEFT, instead=8, loss=7, reply=15, exposes=True)
    """
    game, moves = solution.game, solution.moves
    interval = game.shape.interval(game.remaining)
    if interval is None or game.mover == "opponent" or len(moves) < 2 or len(solution.best) > 1:
        return None
    row: Any = solution.shape
    best, other = moves[0].end, moves[1].end
    assert isinstance(best, Side), "the ends of a row are sides"
    assert isinstance(other, Side), "the ends of a row are sides"
    card, instead = (row[0 if side is LEFT else -1] for side in (best, other))
    n = len(row)
    reply = solution.reply(other) if n <= MOST_CARDS_WITH_A_REASON else None
    if reply is None:
        return Reason(best, card, other, instead, moves[1].loss, None, False)
    start, stop = (1, n) if other is LEFT else (0, n - 1)
    place = start if reply is LEFT else stop - 1
    # The card behind the other side was hidden from an opponent who likes what they get.
    exposes = (
        place == (1 if other is LEFT else n - 2) and n > 2 and game.opponent.name in ("optimal", "greedy")
    )
    return Reason(best, card, other, instead, moves[1].loss, row[place], exposes)


class Edge(NamedTuple):
    """A move in the graph of positions.

    side    the end taken
    to      the position after it, as the interval [start, stop) of cards that are left
    played  whether the mover means to play it: you with a best move, the opponent by their rule
    """

    side: Side
    to: Interval
    played: bool


class Node(NamedTuple):
    """A position in the graph.

    at         the interval [start, stop) of cards that are left
    your_turn  whether you are to move
    total      your total from here on, in the row's own kind of number
    edges      the moves; the last card counts as L
    """

    at: Interval
    your_turn: bool
    total: Number
    edges: tuple[Edge, ...]


def graph(row: Row, against: Opponent, *, you_first: bool) -> Iterator[Node]:
    """Every position that play can reach, the whole row first; O(n²). Raises MethodError as `table`.

    >>> from twoends import opponent
    >>> [node.at for node in graph(Row.of([8, 15]), opponent(), you_first=True)]
    [(0, 2), (0, 1), (1, 2), (1, 1), (2, 2)]
    """
    n, table = len(row), bottom_up.table(row.values, against)
    sides = against.sides_over(row.values)
    for length in range(n, -1, -1):
        your_turn = mover_of(n - length, you_first=you_first) == "you"
        totals = (table.yours if your_turn else table.theirs)[length]
        for i in range(length == 0 < n, n + 1 - length):  # the last card counts as L: no game ends at (0, 0)
            j = i + length
            if your_turn or not length:
                played = table.best[length][i]
            else:
                after = table.yours[length - 1]
                played = sides(i, j, after[i + 1], after[i]) if against.stray < 1 else ()
            moves = ((LEFT, (i + 1, j)), (RIGHT, (i, j - 1)))[:length]
            edges = tuple(Edge(side, to, side in played) for side, to in moves)
            yield Node((i, j), your_turn, row.show(totals[i]), edges)
