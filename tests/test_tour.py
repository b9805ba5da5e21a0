"""The notebook examples/tour.ipynb runs, and its outputs are those that it stores.

python tests/test_tour.py runs it and stores its outputs.
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
        warnings.simplefilter("ignore")  # the kernel's own libraries warn of deprecations
        nbclient.NotebookClient(notebook, timeout=PATIENCE, record_timing=False).execute()
    notebook.metadata.language_info = {"name": "python"}  # without the version that ran it
    return notebook


def test_the_tour_runs_and_shows_its_stored_outputs() -> None:
    stored, now = nbformat.read(TOUR, as_version=4).cells, run().cells
    for before, after in zip(stored, now, strict=True):
        assert before.get("outputs") == after.get("outputs"), "it is stale: run python tests/test_tour.py"
    assert sum("<svg" in str(each.get("outputs")) for each in now) >= 6, "the tour has lost its pictures"


if __name__ == "__main__":
    nbformat.write(run(), TOUR)
