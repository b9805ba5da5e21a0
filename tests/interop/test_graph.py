"""The graph of positions is the game: its longest path is a game, its totals are ours."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

nx = pytest.importorskip("networkx", reason="needs networkx: pip install 'twoends[graph]'")

import twoends
from command_line import PATIENCE
from twoends.answers import graphs
from twoends.interop.graph import positions
from twoends.rules.rulebook import State
from twoends.views.explain import dot

EXAMPLE = Path(__file__).parents[2] / "examples" / "positions.py"
ROWS = [[8, 15, 3, 7], [5, 7, 9, 1, 4, 2], [1, 30, 100, 15, 2], [2, 2, 2], [4], []]


@pytest.mark.parametrize("opponent", ["optimal", "greedy", "greedy left", "modest", "generous"])
@pytest.mark.parametrize("you_first", [True, False])
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_following_what_is_played_earns_what_the_root_promises(
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


def test_the_graph_has_every_position_once() -> None:
    graph = positions([8, 15, 3, 7])
    assert (len(graph), graph.number_of_edges()) == (4 * 5 / 2 + 4, 4 * 3 + 4)
    assert nx.is_directed_acyclic_graph(graph)
    assert nx.dag_longest_path_length(graph) == 4
    assert {data["layer"] for _, data in graph.nodes(data=True)} == set(range(5))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_it_is_the_graph_that_explain_draws(row: list[int]) -> None:
    graph = positions(row, "greedy")
    text = dot(graphs.graph(twoends.Game(row, opponent="greedy")))
    drawn = re.findall(r'^  \d+ \[shape=\w+, label="(.*?)\\n(.*?)"', text, re.M)
    assert sorted(drawn) == sorted(
        (" ".join(map(str, at["cards"])) or "end", str(at["total"])) for at in graph.nodes.values()
    )
    assert not row or not list(nx.isolates(graph)), "every position is on the way of some game"


def test_a_random_opponent_means_to_play_nothing() -> None:
    graph = positions([8, 15, 3, 7], "random")
    theirs = [
        played for start, _, played in graph.edges.data("played") if graph.nodes[start]["mover"] == "opponent"
    ]
    assert not any(theirs)


def test_the_example_draws_the_graph(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs Matplotlib: pip install 'twoends[study]'")
    picture = tmp_path / "positions.png"
    subprocess.run([sys.executable, EXAMPLE, picture], check=True, timeout=PATIENCE)
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("text", ["circle 2 8 1 10 9", "[1 2 | 3 7 4 | 9]"])
@pytest.mark.parametrize("opponent", ["optimal", "greedy"])
def test_boards_and_circles_have_a_graph(text: str, opponent: str) -> None:
    shape = twoends.parse(text)
    assert not isinstance(shape, twoends.Game)
    graph, solved = positions(shape, opponent), twoends.solve(shape, opponent)
    begin, *_ = graph
    assert graph.nodes[begin]["total"] == solved.first
    played = [each["move"] for _, _, each in graph.edges(begin, data=True) if each["played"]]
    assert played == list(map(str, solved.best))


@pytest.mark.parametrize(
    "rules", ["take 1-3 left", "take 2-any either, merge", "take 1-2 either, turns ABBA"]
)
def test_by_other_rules_the_moves_played_are_those_of_solve(rules: str) -> None:
    row = [3, 1, 2, 5, -1, 4]
    graph, solved = positions(row, "greedy", rules=rules), twoends.solve(row, "greedy", rules=rules)
    begin = State((0, 6), 0)
    assert graph.nodes[begin]["total"] == solved.first
    played = [each["move"] for _, _, each in graph.edges(begin, data=True) if each["played"]]
    assert played == [str(move) for move in solved.best]
    assert nx.is_directed_acyclic_graph(graph)
