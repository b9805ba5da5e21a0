"""The examples print what the documents show."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from itertools import product
from pathlib import Path
from runpy import run_path
from unittest import mock

import pytest

ROOT = Path(__file__).parents[2]


def printed(example: str, *arguments: object) -> str:
    out = io.StringIO()
    with mock.patch("sys.argv", [example, *map(str, arguments)]), redirect_stdout(out):
        run_path(str(ROOT / "examples" / example), run_name="__main__")
    return out.getvalue()


TUTORIALS = {path.name: path.read_text("utf-8") for path in (ROOT / "docs" / "tutorials").glob("*.md")}


def test_the_tutorials_show_what_the_examples_print() -> None:
    pytest.importorskip("networkx", reason="needs networkx: pip install networkx")
    shown = re.findall(r"^\$ python examples/(.*)\n((?:.+\n)+)```", "".join(TUTORIALS.values()), re.MULTILINE)
    assert sorted(command.split()[0] for command, _ in shown) == ["first_move.py", "graph.py"]
    for command, expected in shown:
        assert printed(*command.split()) == expected
    positions, lines = re.findall(r"^\d+", printed("graph.py", *range(30)), re.MULTILINE)
    told = f"For 30 cards that is {int(lines):,} lines, but {positions}\npositions"
    assert (int(lines), told in TUTORIALS["instructor.md"]) == (2**29, True)
    with pytest.raises(SystemExit, match="'x' is not a value: write a number "):
        printed("graph.py", 8, "x")


def test_the_regret_of_the_tabular_agent_falls_as_it_learns() -> None:
    means = re.findall(r"(\d+\.\d+) ± \d+\.\d+$", printed("tabular.py", 3000), re.MULTILINE)
    random, greedy, *learned = map(float, means)
    assert random > greedy > 0
    assert learned[0] > greedy
    assert learned[0] > learned[1] > learned[-1] > 0


def test_a_league_ranks_its_players_and_every_margin_is_there_twice() -> None:
    _, *lines = printed("league.py", 40).splitlines()
    assert [re.split(" {2,}", lines[at])[0] for at in (0, -1)] == ["optimal", "random"]
    table = [re.findall(r"–(?= |$)|-?[\d.]+ ± [\d.]+", line) for line in lines]
    for i, j in product(range(5), repeat=2):
        assert (table[i][j] == "–") == (i == j)
        assert table[i][j].lstrip("-") == table[j][i].lstrip("-")
    overall = [float(line.split()[-1]) for line in lines]
    assert overall == sorted(overall, reverse=True)
    assert abs(sum(overall)) < 0.1, "what one wins another loses"


def test_alpha_beta_of_openspiel_gives_our_values() -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: the extra openspiel")
    _, _, *lines, end = printed("alpha_beta.py", 8).splitlines()
    assert [int(line.split()[0]) for line in lines] == [4, 6, 8]
    assert end == "every value is the same"


@pytest.mark.slow
def test_tree_search_lists_every_player_and_only_optimal_play_loses_nothing() -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: the extra openspiel")
    head, names, *lines = printed("mcts.py", 1).splitlines()
    assert head == "mean loss of 1 games of 12 cards, moving first against an optimal opponent"
    assert names.split() == ["player", "row", "board", "circle"]
    losses = {line[:22].strip(): [float(word) for word in line[22:].split()] for line in lines}
    assert losses.pop("optimal") == [0, 0, 0]
    assert len(losses) == 6
    assert all(sum(loss) > 0 for loss in losses.values()), losses


@pytest.mark.slow
def test_the_agent_learns_and_the_docs_describe_its_picture(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason="needs Gymnasium: the extra pettingzoo")
    out = printed("regret.py", tmp_path / "regret.png")
    numbers = re.search(r"random (\S+), greedy (\S+), the agent (\S+) at first and (\S+) after 50,176", out)
    assert numbers, out
    random, greedy, at_first, learned = map(float, numbers.groups())
    assert random > greedy > 2 * learned > 0, out
    text = (
        f"agent falls from {at_first:.0f} to {learned:.0f} points a game; "
        f"greedy play stays at {greedy:.0f}, chance at {random:.0f}"
    )
    assert text in TUTORIALS["researcher.md"], text
    assert (tmp_path / "regret.png").read_bytes().startswith(b"\x89PNG")
