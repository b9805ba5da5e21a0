"""The positions of a row as a networkx graph. Needs the extra graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twoends.answers import reasons
from twoends.answers.policies import choices
from twoends.answers.positions import prospect_of
from twoends.rules.games import Game
from twoends.rules.opponents import opponent as make_opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import State
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
    if not game.rules.plain:
        return _by_rules(game)
    book = game.book
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


def _by_rules(game: Game) -> nx.DiGraph:
    """The positions by other rules, which one search works out."""
    row, book, prospect, liked = game.shape.cards, game.book, prospect_of(game), choices(game)
    graph = nx.DiGraph(row=row, opponent=game.opponent, you_first=game.you_first, rules=game.rules)
    seen = {book.start}
    for state in (order := [book.start]):
        key, mover = book.key(state), book.mover(state)
        moves = book.moves(state)
        graph.add_node(
            key,
            cards=tuple(map(row.show, book.cards(state))),
            mover=mover,
            total=row.show(prospect(state).total),
            layer=state.number,
        )
        open_to_chance = mover == "opponent" and game.opponent.stray == 1
        played = () if open_to_chance or not moves else liked(state)
        for move in moves:
            after = book.after(state, move)
            if book.key(after) not in seen:
                seen.add(book.key(after))
                order.append(after)
            earns = row.show(book.earns(state, move))
            graph.add_edge(
                key, book.key(after), move=counted_text([(1, move)]), earns=earns, played=move in played
            )
    return graph
