"""The exact output of commands and their exit status, as data/transcript.txt has them."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import pytest

import expected
from command_line import run

TRANSCRIPT = Path(__file__).parent / "data" / "transcript.txt"
"""After a dollar sign, each command line, with its standard input and the width of its terminal.

Its output follows, with the escapes of a terminal as ␛, and its exit status unless that is 0.
"""

SESSIONS = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", TRANSCRIPT.read_text("utf-8"), re.MULTILINE)

TAKES_SECONDS = ("twoends study --search first --length 30", "twoends deal --length 4 --seed 1 --where")


def printed(line: str) -> str:
    """The output of a command line: [COLUMNS=N] twoends WORDS... [<<< INPUT]."""
    words = shlex.split(line)
    width = words.pop(0).removeprefix("COLUMNS=") if "=" in words[0] else None
    given = words.pop().replace("\\n", "\n") if "<<<" in words else ""
    plain = [word for word in words[1:] if word != "<<<"]
    with TemporaryDirectory() as home:  # without any games played before
        homes = {"XDG_DATA_HOME": home, "XDG_STATE_HOME": home}
        with mock.patch.dict(os.environ, homes):
            ran = run(*plain, stdin=given, terminal=None if width is None else int(width))
    status = f"exit status {ran.status}\n" if ran.status else ""
    return (ran.out + ran.err).replace("\x1b", "␛") + status


if expected.WRITTEN_ANEW:  # a change fails below, against the old text
    TRANSCRIPT.write_text("".join(f"$ {line}\n{printed(line)}" for line, _ in SESSIONS), "utf-8")


@pytest.mark.parametrize(
    ("line", "output"),
    [
        pytest.param(line, output, marks=pytest.mark.slow if line.startswith(TAKES_SECONDS) else ())
        for line, output in SESSIONS
    ],
    ids=[line[:60] for line, _ in SESSIONS],
)
def test_a_command_prints_the_expected_output(line: str, output: str) -> None:
    assert printed(line) == output


def test_rewriting_an_expected_output_fails_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expected, "DATA", tmp_path)
    monkeypatch.setattr(expected, "WRITTEN_ANEW", True)
    with pytest.raises(pytest.fail.Exception, match=r"written anew: .*some\.txt; read the difference"):
        expected.is_expected("some.txt", "8 15\n")
    expected.is_expected("some.txt", "8 15\n")
    monkeypatch.setattr(expected, "WRITTEN_ANEW", False)
    with pytest.raises(AssertionError):
        expected.is_expected("some.txt", "15 8\n")
