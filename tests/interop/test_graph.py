"""The graph of positions is the game; and the examples print what the documents show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

from command_line import PATIENCE

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


# --- examples ------------------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]


def printed(example: str, *arguments: object) -> str:
    command = [sys.executable, str(ROOT / "examples" / example), *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return run.stdout


@pytest.mark.slow  # each loads a large package in a process of its own
def test_the_page_shows_what_the_scripted_models_print() -> None:
    page = ROOT / "docs" / "how-to" / "language-models.md"
    assert printed("scripted_models.py") in page.read_text("utf-8")


def test_the_graph_of_positions_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("networkx", reason="needs networkx: pip install 'twoends[graph]'")
    pytest.importorskip("matplotlib", reason="needs Matplotlib: pip install 'twoends[study]'")
    monkeypatch.setattr(sys, "argv", ["positions.py", str(tmp_path / "positions.png")])
    run_path(str(ROOT / "examples" / "positions.py"), run_name="__main__")
    assert (tmp_path / "positions.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_tree_search_lists_every_player_and_only_optimal_play_loses_nothing() -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'twoends[openspiel]'")
    head, names, *lines = printed("mcts.py", 1).splitlines()
    assert head == "mean loss of 1 games of 12 cards, moving first against an optimal opponent"
    assert names.split() == ["player", "row", "board", "circle"]
    losses = {line[:22].strip(): [float(word) for word in line[22:].split()] for line in lines}
    assert losses.pop("optimal") == [0, 0, 0]
    assert len(losses) == 6
    assert all(sum(loss) > 0 for loss in losses.values()), losses


@pytest.mark.slow
def test_the_agent_learns_and_the_docs_describe_its_picture(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason="needs Gymnasium: pip install 'twoends[pettingzoo]'")
    out = printed("regret.py", tmp_path / "regret.png")
    numbers = re.search(
        r"random (\S+), greedy (\S+), the agent (\S+) at first and (\S+) after 50,176 ep", out
    )
    assert numbers, out
    random, greedy, at_first, learned = map(float, numbers.groups())
    assert random > greedy > 2 * learned > 0, out
    assert at_first > 2 * learned, out
    texts = {
        "tutorials/researcher.md": f"agent falls from {at_first:.0f} to {learned:.0f} points a game; "
        f"greedy play stays at {greedy:.0f}, chance at {random:.0f}",
        "how-to/environments.md": f"random play gives away {random:.0f} points a game, "
        f"greedy play {greedy:.0f}",
    }
    for page, text in texts.items():
        assert text in (ROOT / "docs" / page).read_text("utf-8"), f"{page}: expected {text!r}"
    assert (tmp_path / "regret.png").read_bytes().startswith(b"\x89PNG")
