"""The graph of positions, marking the moves that the players intend."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from twoends.answers.policies import choices
from twoends.answers.positions import prospects
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.numbers import Number
from twoends.rules.rulebook import State
from twoends.rules.rules import Mover
from twoends.rules.sides import AnyMove


class Edge(NamedTuple):
    """A move in the graph of positions.

    move    what is taken
    to      the position after it
    earns   what the mover gets for it, in the shape's own kind of number
    played  whether the mover intends it: it is one of your best moves, or one that the opponent prefers
    """

    move: AnyMove
    to: State
    earns: Number
    played: bool


class Node(NamedTuple):
    """A position in the graph.

    state  the state of play: the remaining cards and whatever else the rules depend on
    cards  the values of the remaining cards, as given
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
    """Every position that a game can still reach, once each, those after the fewest moves first.

    Works for all shapes, rules and opponents; each position costs what it costs in `prospects` and `choices`.
    Raises MethodError as those do, and if there are more than `most` positions.

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
    chosen = choices(game)
    nodes = []
    for state, prospect, following in zip(states, prospects(game, states).states, moves, strict=True):
        mover = book.mover(state)
        by_chance = mover == "opponent" and game.opponent.epsilon == 1
        played = () if by_chance or not following else chosen(state)
        edges = (Edge(move, to, show(book.earns(state, move)), move in played) for move, to in following)
        cards = tuple(map(show, book.cards(state)))
        nodes.append(Node(state, cards, mover, show(prospect.yours), tuple(edges)))
    return nodes
