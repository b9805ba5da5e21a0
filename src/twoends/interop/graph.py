"""The positions of a row as a networkx graph. Needs the extra graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twoends.opponents import opponent as make_opponent
from twoends.rows import Row
from twoends.sides import LEFT, RIGHT
from twoends.solvers import bottom_up

try:
    import networkx as nx
except ImportError as missing:
    raise ImportError("twoends.interop.graph needs networkx: pip install 'twoends[graph]'") from missing


def positions(row: Iterable[Any], opponent: object = "optimal", *, you_first: bool = True) -> nx.DiGraph:
    """Every position that play can reach as a node, every move as an edge; O(n²) of each.

    A node is an interval (start, stop) with the attributes `cards` (a tuple), `your_turn`, `total`
    (yours, from here on) and `layer` (the moves made before, for `nx.multipartite_layout`). An edge
    has `side` (L or R), `card`, and `played`: whether the mover means to play it, you with a best
    move, the opponent by his rule. Raises RowError, OpponentError, MethodError as `positions.table`.

    >>> graph = positions([8, 15, 3, 7])
    >>> graph.nodes[0, 4]["total"], [end for _, end, played in graph.edges((0, 4), "played") if played]
    (22, [(0, 3)])
    """
    row, against = Row.of(row), make_opponent(opponent)
    n, solved = len(row), bottom_up.table(row.values, against)
    sides = against.sides_over(row.values)
    graph = nx.DiGraph(row=row, opponent=against, you_first=you_first)
    for length in range(n, -1, -1):
        your_turn = ((n - length) % 2 == 0) == you_first
        totals = (solved.yours if your_turn else solved.theirs)[length]
        for i in range(n + 1 - length):
            j = i + length
            total = row.show(totals[i])
            graph.add_node((i, j), cards=row.given[i:j], your_turn=your_turn, total=total, layer=n - length)
            if your_turn or not length:
                played = solved.best[length][i]
            else:
                after = solved.yours[length - 1]
                played = sides(i, j, after[i + 1], after[i]) if against.stray < 1 else ()
            for side in (LEFT, RIGHT)[:length]:
                end, card = ((i + 1, j), row[i]) if side is LEFT else ((i, j - 1), row[j - 1])
                graph.add_edge((i, j), end, side=side.value, card=card, played=side in played)
    return graph
