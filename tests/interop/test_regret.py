"""The example agent learns, and its picture is written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import PATIENCE

pytest.importorskip("gymnasium", reason="needs Gymnasium: pip install 'twoends[pettingzoo]'")

EXAMPLE = Path(__file__).parents[2] / "examples" / "regret.py"


@pytest.mark.slow
def test_the_agent_learns_and_the_docs_describe_its_picture_as_it_is(tmp_path: Path) -> None:
    picture = tmp_path / "regret.png"
    run = subprocess.run(
        [sys.executable, EXAMPLE, picture],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    said = re.search(
        r"chance (\S+), greed (\S+), the agent (\S+) at first and (\S+) after 50,176 episodes", run.stdout
    )
    assert said, run.stdout
    chance, greed, at_first, learned = map(float, said.groups())
    assert chance > greed > 2 * learned > 0, run.stdout
    assert at_first > 2 * learned, run.stdout
    docs = EXAMPLE.parents[1] / "docs"
    texts = {
        "tutorials/researcher.md": f"agent falls from {at_first:.0f} to {learned:.0f} points a game; "
        f"greedy play stays at {greed:.0f}, chance at {chance:.0f}",
        "how-to/environments.md": f"chance gives away {chance:.0f} points a game, greed {greed:.0f}",
    }
    for page, text in texts.items():
        assert text in (docs / page).read_text("utf-8"), f"{page}: expected {text!r}"
    assert picture.read_bytes().startswith(b"\x89PNG")
