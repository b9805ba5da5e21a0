"""Hand the positions of a row to networkx, and count the ways to play it.

    python examples/graph.py 5 7 9 1 4 2

Needs pip install networkx.
"""

from __future__ import annotations

import sys

import twoends
from twoends.rules.notation import parse_shape

try:
    import networkx as nx
except ModuleNotFoundError:
    sys.exit("networkx is missing: pip install networkx")


def positions(game: twoends.Game) -> nx.DiGraph:
    """The positions (start, stop) of a game on a row as nodes, its moves as edges."""
    graph, games = nx.DiGraph(), [game]
    for game in games:  # which grows meanwhile
        graph.add_node(game.remaining, cards=str(game.rest))
        for move in game.moves():
            after = game.play(move)
            if after.remaining not in graph:
                games.append(after)
            graph.add_edge(game.remaining, after.remaining, move=str(move), earns=game.earns(move))
    return graph


def main(row: str) -> None:
    """Print how many positions a memoised recursion visits, and how many lines of play a plain one."""
    graph = positions(twoends.Game(parse_shape(row)))
    ways: dict[tuple[int, int], int] = {}
    for node in nx.topological_sort(graph):
        ways[node] = sum(ways[before] for before in graph.predecessors(node)) or 1
    lines = sum(ways[node] for node, moves in graph.out_degree if not moves)
    longest = nx.dag_longest_path_length(graph, weight=None)
    print(f"{len(graph)} positions, {graph.size()} moves between them")
    print(f"{lines} lines of play, the longest of {longest} moves")


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("give a row, as in: python examples/graph.py 5 7 9 1 4 2")
    try:
        main(" ".join(sys.argv[1:]))
    except twoends.TwoEndsError as fault:
        sys.exit(str(fault))
