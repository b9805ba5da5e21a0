"""The positions of a row as a networkx graph. Needs the extra graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twoends.answers import reasons
from twoends.rules.opponents import opponent as make_opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State

try:
    import networkx as nx
except ImportError as missing:
    raise ImportError("twoends.interop.graph needs networkx: pip install 'twoends[graph]'") from missing


def positions(row: Iterable[Any], opponent: object = "optimal", *, you_first: bool = True) -> nx.DiGraph:
    """Every position that play can reach as a node, every move as an edge; O(n²) of each.

    A node is an interval (start, stop) with the attributes `cards` (a tuple), `mover` (you or opponent),
    `total` (yours, from here on) and `layer` (the moves made before, for `nx.multipartite_layout`). An edge
    has `side` (L or R), `card`, and `played`: whether the mover means to play it, you with a best
    move, the opponent by their rule. Raises RowError, OpponentError, MethodError as `table`.

    >>> graph = positions([8, 15, 3, 7])
    >>> graph.nodes[0, 4]["total"], [end for _, end, played in graph.edges((0, 4), "played") if played]
    (22, [(0, 3)])
    """
    row, against = Row.of(row), make_opponent(opponent)
    book = Rulebook.of(row, you_first)
    graph = nx.DiGraph(row=row, opponent=against, you_first=you_first)
    for at, _, total, edges in reasons.graph(row, against, you_first=you_first):
        start, stop = at
        state = State(at, len(row) - (stop - start))
        cards = row.given[start:stop]
        graph.add_node(at, cards=cards, mover=book.mover(state), total=total, layer=state.number)
        for side, to, played in edges:
            (place,) = book.places(state, side)
            graph.add_edge(at, to, side=side.value, card=row[place], played=played)
    return graph
