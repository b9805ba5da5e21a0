"""The example measures by exact loss: optimal play loses nothing, and everybody has a line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'twoends[openspiel]'")

EXAMPLE = Path(__file__).parents[2] / "examples" / "mcts.py"


def test_every_player_has_a_line_and_only_optimal_play_loses_nothing() -> None:
    run = subprocess.run(
        [sys.executable, EXAMPLE, "2"], capture_output=True, text=True, check=True, timeout=300
    )
    head, names, *lines = run.stdout.splitlines()
    assert head == "mean loss of 2 games of 12 cards, moving first against an optimal opponent"
    assert names.split() == ["player", "row", "board", "circle"]
    losses = {line[:22].strip(): [float(word) for word in line[22:].split()] for line in lines}
    assert losses.pop("optimal") == [0, 0, 0]
    assert len(losses) == 6
    assert all(sum(loss) > 0 for loss in losses.values()), losses
