"""What `mypy --strict` says of a user's code, of the tour and of the Python of the tutorials."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from expected import DATA

ROOT = Path(__file__).parent.parent

USER = DATA / "typed" / "user.py"

UNTYPED = "--allow-untyped-defs", "--allow-untyped-calls"
"""Tutorials define players without types."""


def errors_of(text: str, folder: Path, *options: str) -> list[str]:
    """The number of the line and the code of each error of a program, in order."""
    program = folder / "program.py"
    program.write_text(text, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={folder}", *options]
    ran = subprocess.run([*command, program.name], cwd=folder, capture_output=True, text=True, check=False)
    assert not ran.stderr, ran.stderr
    found = re.findall(r"^program\.py:(\d+): error: .*\[([a-z-]+)\]$", ran.stdout, re.MULTILINE)
    return [f"{line} {code}" for line, code in dict.fromkeys(found)]


def of_tutorials() -> list[str]:
    """The statements of the doctests of each tutorial, and of the cells of the tour."""
    pages = [page.read_text("utf-8") for page in sorted((ROOT / "docs" / "tutorials").glob("*.md"))]
    examples = [re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", page, re.MULTILINE) for page in pages]
    texts = ["\n".join(lines) + "\n" for lines in examples if any(lines)]
    cells = json.loads((ROOT / "examples" / "tour.ipynb").read_text("utf-8"))["cells"]
    return [*texts, "\n".join("".join(each["source"]) for each in cells if each["cell_type"] == "code")]


@pytest.mark.slow
def test_the_code_of_a_user_has_the_errors_that_it_expects_and_no_others(tmp_path: Path) -> None:
    text = USER.read_text("utf-8")
    lines = enumerate(text.splitlines(), 1)
    expected = [f"{number} {line.split('# E: ')[1]}" for number, line in lines if "# E: " in line]
    assert expected
    assert errors_of(text, tmp_path) == expected


@pytest.mark.slow
@pytest.mark.parametrize("text", of_tutorials())
def test_tutorials_and_the_tour_have_no_type_errors(text: str, tmp_path: Path) -> None:
    assert "twoends" in text
    assert errors_of(text, tmp_path, *UNTYPED) == []
