"""The positions of a game as a networkx graph. Needs the extra graph."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from twoends.answers import lines
from twoends.rules.errors import install
from twoends.rules.games import Game
from twoends.rules.opponents import opponent as make_opponent
from twoends.rules.rulebook import State
from twoends.rules.shapes import Shape, shape_of

try:
    import networkx as nx
except ImportError as missing:
    raise ImportError(f"twoends.interop.graph needs networkx: {install('graph')}") from missing


def positions(
    what: Shape | Iterable[Any], opponent: object = "optimal", *, you_first: bool = True, rules: object = None
) -> nx.DiGraph:
    """The graph of all reachable positions of a row, a board or a circle; its edges are the moves.

    A node is an interval (start, stop) of a row; on other shapes, or by other `rules` than the default, it is
    a `State`: the remaining cards, the number of the move if it matters, and M. It has the attributes `cards`
    (a tuple), `mover` (you or opponent), `total` (yours from here on) and `layer` (the number of moves made,
    for `nx.multipartite_layout`). An edge has `move` (as text), `earns`, and `played`: whether it is one of
    your best moves, or one that the opponent intends.

    O(n²) nodes and edges on a row. Raises RowError, OpponentError, RulesError, MethodError.

    >>> graph = positions([8, 15, 3, 7])
    >>> graph.nodes[0, 4]["total"], [end for _, end, played in graph.edges((0, 4), "played") if played]
    (22, [(0, 3)])
    """
    game = Game(shape_of(what), you_first, opponent=make_opponent(opponent), rules=rules)
    in_row = game.rules.plain and game.shape.interval(game.shape.initial) is not None

    def node_of(state: State) -> Hashable:
        return state.remaining if in_row else game.book.key(state)

    graph = nx.DiGraph(game=game)
    for state, cards, mover, total, edges in lines.graph(game):
        node = node_of(state)
        graph.add_node(node, cards=cards, mover=mover, total=total, layer=state.number)
        for move, to, earns, played in edges:
            graph.add_edge(node, node_of(to), move=str(move), earns=earns, played=played)
    return graph
