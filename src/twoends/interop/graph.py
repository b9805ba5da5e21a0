"""The positions of a row as a networkx graph. Needs the extra graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twoends.answers.policies import choices
from twoends.interop.states import prospects_of, reachable
from twoends.rules.games import Game
from twoends.rules.opponents import opponent as make_opponent
from twoends.rules.rows import Row
from twoends.rules.sides import counted_text

try:
    import networkx as nx
except ImportError as missing:
    raise ImportError("twoends.interop.graph needs networkx: pip install 'twoends[graph]'") from missing


def positions(
    row: Iterable[Any], opponent: object = "optimal", *, you_first: bool = True, rules: object = None
) -> nx.DiGraph:
    """Every position that play can reach as a node, every move as an edge; O(n²) of each.

    A node is an interval (start, stop) with the attributes `cards` (a tuple), `mover` (you or opponent),
    `total` (yours, from here on) and `layer` (the moves made before, for `nx.multipartite_layout`). An edge
    has `side` (L or R), `card`, and `played`: whether the mover means to play it, you with a best
    move, the opponent by their rule.

    By other `rules` than the default a node is a `State`: what is left, the number of the move as far as it
    matters, and M. Its edges have `move` (its text) and `earns` instead of `side` and `card`.

    Raises RowError, OpponentError, RulesError, MethodError as `table`.

    >>> graph = positions([8, 15, 3, 7])
    >>> graph.nodes[0, 4]["total"], [end for _, end, played in graph.edges((0, 4), "played") if played]
    (22, [(0, 3)])
    """
    row, against = Row.of(row), make_opponent(opponent)
    game = Game(row, you_first, opponent=against, rules=rules)
    book, plain, prospect, liked = game.book, game.rules.plain, prospects_of(game), choices(game)
    of_rules = {} if plain else {"rules": game.rules}
    graph = nx.DiGraph(row=row, opponent=against, you_first=you_first, **of_rules)
    done = set()
    for state in reachable(book):
        key = state.remaining if plain else book.key(state)
        if key in done:
            continue
        done.add(key)
        mover, moves = book.mover(state), book.moves(state)
        cards, total = tuple(map(row.show, book.cards(state))), row.show(prospect(state).total)
        graph.add_node(key, cards=cards, mover=mover, total=total, layer=state.number)
        open_to_chance = mover == "opponent" and against.stray == 1
        played = () if open_to_chance or not moves else liked(state)
        for move in moves:
            after, earns = book.after(state, move), row.show(book.earns(state, move))
            text = counted_text([(1, move)])
            told = {"side": text, "card": earns} if plain else {"move": text, "earns": earns}
            graph.add_edge(key, after.remaining if plain else book.key(after), **told, played=move in played)
    return graph
