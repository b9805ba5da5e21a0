"""The example agent learns, and its picture is written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="needs Gymnasium: pip install 'twoends[pettingzoo]'")

EXAMPLE = Path(__file__).parents[2] / "examples" / "regret.py"


def test_the_agent_ends_without_regret_and_draws_how_it_got_there(tmp_path: Path) -> None:
    picture = tmp_path / "regret.png"
    run = subprocess.run(
        [sys.executable, EXAMPLE, picture], capture_output=True, text=True, check=True, timeout=120
    )
    assert "and 0 when it has learned" in run.stdout, run.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
