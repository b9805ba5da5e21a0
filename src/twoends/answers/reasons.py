"""Reasons: what a wrong move hands over, and the graph of positions with the moves that are played."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.answers.policies import choices
from twoends.answers.positions import prospects
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.numbers import Number
from twoends.rules.rulebook import Mover, State
from twoends.rules.sides import LEFT, AnyMove, Side

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

    move    what is taken
    to      the position after it
    earns   what the mover gets for it, in the shape's own kind of number
    played  whether the mover means to play it: you with a best move, the opponent as they intend
    """

    move: AnyMove
    to: State
    earns: Number
    played: bool


class Node(NamedTuple):
    """A position in the graph.

    state  what is left, and what else tells how play goes on
    cards  what is left, as it was given
    mover  whose turn it is
    total  your total from here on, in the shape's own kind of number
    edges  the legal moves
    """

    state: State
    cards: tuple[Number, ...]
    mover: Mover
    total: Number
    edges: tuple[Edge, ...]


def graph(game: Game, most: float = inf) -> list[Node]:
    """Every position that a game can still reach, each once, the fewest moves first.

    Any shape, rules and opponent: p positions, each of which costs what it costs in `prospects` and
    `choices`. Raises MethodError as these do, and where there are more than `most` positions.

    >>> from twoends import parse
    >>> [node.state.remaining for node in graph(parse("8 15 / first / -"))]
    [(0, 2), (1, 2), (0, 1), (2, 2), (1, 1)]
    """
    book, show = game.book, game.shape.cards.show
    order = {book.key(game.state): game.state}
    moves: list[list[tuple[AnyMove, State]]] = []
    for state in (states := [game.state]):
        moves.append([])
        for move in book.moves(state):
            after = book.after(state, move)
            moves[-1].append((move, order.setdefault(book.key(after), after)))
            if len(order) > len(states):
                states.append(after)
        if len(states) > most:
            raise MethodError(
                f"a graph of more than {most:,} positions is too large to read: give fewer cards"
            )
    held, liked = prospects(game, states).states, choices(game)
    nodes = []
    for state, prospect, following in zip(states, held, moves, strict=True):
        mover = book.mover(state)
        by_chance = mover == "opponent" and game.opponent.stray == 1
        played = () if by_chance or not following else liked(state)
        edges = (Edge(move, to, show(book.earns(state, move)), move in played) for move, to in following)
        cards = tuple(map(show, book.cards(state)))
        nodes.append(Node(state, cards, mover, show(prospect.total), tuple(edges)))
    return nodes
