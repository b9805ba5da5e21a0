"""The graph of positions is the game: its longest path is a game, its totals are ours."""

from __future__ import annotations

import re

import pytest

nx = pytest.importorskip("networkx", reason="needs networkx: pip install 'twoends[graph]'")

import twoends
from twoends.answers import lines
from twoends.interop.graph import positions
from twoends.rules.notation import parse_shape
from twoends.rules.rulebook import State
from twoends.views.explain import dot

ROWS = [[8, 15, 3, 7], [5, 7, 9, 1, 4, 2], [1, 30, 100, 15, 2], [2, 2, 2], [4], []]


@pytest.mark.parametrize("opponent", ["optimal", "greedy", "greedy left", "modest", "generous"])
@pytest.mark.parametrize("you_first", [True, False])
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_following_the_moves_played_earns_the_total_of_the_root(
    row: list[int], you_first: bool, opponent: str
) -> None:
    graph = positions(row, opponent, you_first=you_first)
    at, yours = (0, len(row)), 0
    while moves := [edge for edge in graph.out_edges(at, data=True) if edge[2]["played"]]:
        _, end, move = moves[0]
        yours += move["earns"] if graph.nodes[at]["mover"] == "you" else 0
        at = end
    assert at[0] == at[1], f"no move is played at {at}"
    solution = twoends.solve(row, opponent)
    promised = solution.first if you_first else solution.second
    assert yours == graph.nodes[0, len(row)]["total"] == promised


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_graph_is_the_one_that_explain_draws(row: list[int]) -> None:
    graph = positions(row, "greedy")
    text = dot(lines.graph(twoends.Game(row, opponent="greedy")))
    drawn = re.findall(r'^  \d+ \[shape=\w+, label="(.*?)\\n(.*?)"', text, re.M)
    assert sorted(drawn) == sorted(
        (" ".join(map(str, at["cards"])) or "end", str(at["total"])) for at in graph.nodes.values()
    )
    assert graph.number_of_edges() == text.count(" -> ")
    assert all(at["layer"] == len(row) - len(at["cards"]) for at in graph.nodes.values())
    assert not row or not list(nx.isolates(graph)), "every position is on the way of some game"


def test_no_move_of_a_random_opponent_is_marked_as_played() -> None:
    graph = positions([8, 15, 3, 7], "random")
    theirs = [
        played for start, _, played in graph.edges.data("played") if graph.nodes[start]["mover"] == "opponent"
    ]
    assert not any(theirs)


@pytest.mark.parametrize(
    ("text", "rules"),
    [("circle 2 8 1 10 9", ""), ("[1 2 | 3 7 4 | 9]", ""),
     *(("3 1 2 5 -1 4", rules)
       for rules in ("take 1-3 left", "take 2-any either, merge", "take 1-2 either, turns ABBA"))],
)  # fmt: skip
@pytest.mark.parametrize("opponent", ["optimal", "greedy"])
def test_the_moves_played_on_every_shape_under_any_rules_are_the_best_ones(
    text: str, rules: str, opponent: str
) -> None:
    shape = parse_shape(text)
    graph, solved = positions(shape, opponent, rules=rules), twoends.solve(shape, opponent, rules=rules)
    begin = State(shape.initial, 0)
    assert graph.nodes[begin]["total"] == solved.first
    played = [each["move"] for _, _, each in graph.edges(begin, data=True) if each["played"]]
    assert played == list(map(str, solved.best))
    assert nx.is_directed_acyclic_graph(graph)
