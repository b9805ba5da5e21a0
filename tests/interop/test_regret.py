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
def test_the_agent_soon_gives_away_half_of_what_greed_does_and_draws_how_it_got_there(tmp_path: Path) -> None:
    picture = tmp_path / "regret.png"
    run = subprocess.run(
        [sys.executable, EXAMPLE, picture, "20000"],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    said = re.search(
        r"chance (\S+), greed (\S+), the agent (\S+) at first and (\S+) after 20,480 episodes", run.stdout
    )
    assert said, run.stdout
    chance, greed, at_first, learned = map(float, said.groups())
    assert chance > greed > 2 * learned > 0, run.stdout
    assert at_first > 2 * learned, run.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
