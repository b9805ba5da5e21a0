"""Draw every position of a row, and the moves that both players would make.

    python examples/positions.py positions.png

A node shows the remaining cards and your total from them; blue is your turn, orange the opponent's. Thick
edges are the moves actually played: your best moves, and the replies of a greedy opponent.
Needs pip install '.[graph,study]'.
"""

from __future__ import annotations

import sys

import networkx as nx
from matplotlib.figure import Figure

from twoends.interop.graph import positions

ROW = [5, 7, 9, 1, 4]
BLUE, ORANGE = ("#dbeafe", "#2563eb"), ("#ffedd5", "#ea580c")


def main(path: str) -> None:
    """Lay the positions out like the table, with the full row on top, and write the picture."""
    graph = positions(ROW, "greedy")
    graph.remove_nodes_from([(start, stop) for start, stop in graph if start == stop])  # no cards left
    places = {(start, stop): (start + stop, stop - start) for start, stop in graph}
    labels = {
        node: f"{' '.join(map(str, data['cards']))}\nyou {data['total']}"
        for node, data in graph.nodes.items()
    }
    colours = [BLUE if mover == "you" else ORANGE for _, mover in graph.nodes.data("mover")]
    widths = [2.5 if played else 0.8 for *_, played in graph.edges.data("played")]

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    axes.axis("off")
    axes.margins(0.1)
    faces, borders = zip(*colours, strict=True)
    nx.draw_networkx_nodes(graph, places, node_size=3200, node_color=faces, edgecolors=borders, ax=axes)
    nx.draw_networkx_edges(
        graph, places, node_size=3200, width=widths, arrowstyle="-|>", edge_color="#475569", ax=axes
    )
    nx.draw_networkx_labels(graph, places, labels, font_size=9, ax=axes)
    sides = nx.get_edge_attributes(graph, "move")
    nx.draw_networkx_edge_labels(graph, places, sides, font_size=8, rotate=False, ax=axes)
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "positions.png")
