"""The tour in examples/tour.ipynb runs, and shows what it shows on paper.

python tests/test_tour.py runs it and keeps what it shows.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

from command_line import PATIENCE

nbformat = pytest.importorskip("nbformat", reason="needs a notebook kernel: make test installs one")
nbclient = pytest.importorskip("nbclient", reason="needs a notebook kernel: make test installs one")

TOUR = Path(__file__).parent.parent / "examples" / "tour.ipynb"


def run() -> Any:
    notebook = nbformat.read(TOUR, as_version=4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the kernel's own libraries deprecate is not our affair
        nbclient.NotebookClient(notebook, timeout=PATIENCE, record_timing=False).execute()
    notebook.metadata.language_info = {"name": "python"}  # without the version that ran it
    return notebook


def shown(notebook: Any) -> list[str]:
    """What each cell shows: its text, or its value as text and as a picture."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.get("text") or str(sorted(output.get("data", {}).items())) for output in outputs]


def test_the_tour_runs_and_shows_what_it_shows_on_paper() -> None:
    recorded, now = shown(nbformat.read(TOUR, as_version=4)), shown(run())
    for before, after in zip(recorded, now, strict=True):
        assert before == after, "the tour is stale: python tests/test_tour.py runs it and keeps what it shows"
    assert sum("<svg" in each for each in now) >= 6, "the tour has lost its pictures"


if __name__ == "__main__":
    nbformat.write(run(), TOUR)
