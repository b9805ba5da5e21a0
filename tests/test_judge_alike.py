"""Submissions that are alike after renaming are found, and no others."""

from __future__ import annotations

import re

import pytest

from judged import PROGRAMS
from twoends.judge.alike import alike, windows

FULL = (PROGRAMS / "right_two_calls.py").read_text()


def renamed(text: str) -> str:
    """The same program with other names, comments, layout, numbers and texts."""
    names = {"values": "cards", "best": "take", "left": "i", "right": "j", "n": "count", "i": "p", "j": "q"}
    text = re.sub(r"\b(" + "|".join(names) + r")\b", lambda match: names[match[0]], text)
    return "# mine\n" + text.replace("\n", "  # and so on\n").replace("10", "99").replace('"', "'")


@pytest.mark.parametrize("program", ["right_two_calls.py", "explores_all.py", "modest.py", "right.c"])
def test_other_names_comments_and_numbers_change_nothing(program: str) -> None:
    text = (PROGRAMS / program).read_text()
    other = renamed(text) if program.endswith(".py") else re.sub(r"\bn\b", "many", text) + "// mine\n"
    (pair,) = alike({"a": windows({program: text}), "b": windows({program: other})})
    assert pair.share > 0.97, pair
    assert not alike({"a": windows({program: text}), "b": windows({program: FULL[:80]})})


def test_programs_of_several_people_are_not_alike() -> None:
    known = {"prints_margin.py", "prints_second.py"}  # which differ in a line
    files = [path for path in PROGRAMS.iterdir() if path.suffix in (".py", ".c")]
    pairs = alike({path.name: windows({path.name: path.read_text()}) for path in files})
    assert [{pair.one, pair.other} for pair in pairs] == [known]


def test_what_most_of_a_large_class_has_was_given_to_all_of_it() -> None:
    frame = (PROGRAMS / "wrong_ways.py").read_text()
    shortest = sorted(PROGRAMS.glob("*.py"), key=lambda path: path.stat().st_size)[:12]
    own = {path.name: path.read_text() for path in shortest if path.name != "prints_second.py"}
    programs = {name: windows({"a.py": frame + text}) for name, text in own.items()}
    assert len(alike(dict(list(programs.items())[:3]))) == 3, "of three nobody can tell"
    assert alike(programs) == []
