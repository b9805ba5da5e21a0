"""The examples run and print what the documents show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

from command_line import PATIENCE

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
    numbers = re.search(r"chance (\S+), greed (\S+), the agent (\S+) at first and (\S+) after 50,176 ep", out)
    assert numbers, out
    chance, greed, at_first, learned = map(float, numbers.groups())
    assert chance > greed > 2 * learned > 0, out
    assert at_first > 2 * learned, out
    texts = {
        "tutorials/researcher.md": f"agent falls from {at_first:.0f} to {learned:.0f} points a game; "
        f"greedy play stays at {greed:.0f}, chance at {chance:.0f}",
        "how-to/environments.md": f"random play gives away {chance:.0f} points a game, "
        f"greedy play {greed:.0f}",
    }
    for page, text in texts.items():
        assert text in (ROOT / "docs" / page).read_text("utf-8"), f"{page}: expected {text!r}"
    assert (tmp_path / "regret.png").read_bytes().startswith(b"\x89PNG")
