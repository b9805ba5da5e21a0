"""The description of a study: limits, exact messages and the rows drawn."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from counted import counted
from expected import calls_are_expected
from twoends import TwoEndsError
from twoends.study import Chunk, Pairing, Study, Summary, read, round_robin, standings
from twoends.study.charts import _share
from twoends.study.description import describe, read_lengths, rows_of_file
from twoends.study.folder import _as_text, differing
from twoends.study.measure import _seeds, draw
from twoends.study.pairings import is_own
from twoends.study.tables import mean, percent, subject


def error_of(make: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(TwoEndsError) as fault:
        make(*arguments, **named)
    return str(fault.value)


FUNCTIONS = (
    *(Chunk, Pairing, Study, Summary, describe, read_lengths, is_own, round_robin),
    *(mean, percent, _share, subject, draw, _seeds, differing, _as_text),
)


def test_the_calls_of_studies_give_what_their_file_says() -> None:
    """Numbers and words, limits and chunks; and the rows and seeds of random players of every version."""
    calls_are_expected("calls_of_studies.txt", {each.__name__: each for each in FUNCTIONS})


def test_a_function_that_cannot_be_imported_is_refused() -> None:
    assert error_of(Pairing, Nameless(), "optimal").endswith(" is not a player: give a name or a function")

    def mine(left: int, right: int) -> int:
        return left

    again = (
        "cannot be imported by other processes and later runs: define it in a module, such as mine.py, "
        "and import it from there"
    )
    assert error_of(Pairing, mine, "optimal") == f"{mine.__qualname__} {again}"
    hidden = lambda left, right: left  # noqa: E731  # as users write it
    hidden.__module__, hidden.__qualname__ = "__main__", "mine"
    assert error_of(Pairing, hidden, "optimal") == f"mine {again}"


class Nameless:
    """What can be called and has no name."""

    def __call__(self) -> None: ...


def test_a_description_is_written_as_toml_and_read_from_a_file(tmp_path: Path) -> None:
    changes = {"lengths": "2..4", "moves_first": "you", "pairings": ["greedy against modest"]}
    study = describe({"rows": "uniform -1 9"} | changes)
    text = """\
rows = "uniform -1 9"
lengths = [2, 3, 4]
count = 100000
seed = 1
pairings = ["greedy right against modest right"]
moves_first = "you"
reduced = false
keep_rows = false
chunk_cards = 2000000
digest = ""
"""
    assert study.toml() == text
    file = tmp_path / "ö.toml"
    file.write_text(text, "utf-8")
    assert read(file) == study
    file.write_text("rows = ", "utf-8")
    assert error_of(read, file).startswith(f"{file} is not TOML: ")
    file.write_text("count = 0", "utf-8")
    assert error_of(read, file) == f"{file}: count is 0: give 1 or more"
    file.write_bytes(b"\xff")
    assert error_of(read, file) == f"{file} is not text: give a description in TOML"
    assert error_of(read, tmp_path) == f"{tmp_path} cannot be read: Is a directory"
    base = describe({"seed": 8})
    assert describe({"count": 5}, base) == describe({"seed": 8, "count": 5})


def test_a_file_of_rows_is_identified_by_its_digest(tmp_path: Path) -> None:
    file = tmp_path / "rows ö.txt"
    file.write_text("1 2\n3 4\n5\n", "utf-8")
    study = describe({"rows": f"file {file}"})
    assert (study.lengths, study.count, study.file) == ((), 0, str(file))
    assert study.digest == hashlib.sha256(b"1 2\n3 4\n5\n").hexdigest()
    assert study.counts() == {1: 1, 2: 2}
    assert study.total == 3
    assert "ö" in study.toml()
    file.write_text("1 2\n", "utf-8")
    rows_of_file.cache_clear()  # which another process would not have
    assert error_of(study.counts) == f"{file} has changed since the study was described: describe it again"
    file.write_text("1 2\n1.5 2\n", "utf-8")
    assert error_of(lambda: describe({"rows": f"file {file}"}).counts()) == (
        f"{file}, row 2 has values that are not whole: scale them to integers"
    )


def test_nobody_meets_themselves_in_the_standings() -> None:
    pairings = ["greedy against optimal", "greedy against modest", "optimal against modest"]
    study = describe({"lengths": 6, "count": 4, "pairings": [*pairings, "greedy against greedy"]})
    summaries = (
        Summary(6, str(pairing), f"margin {turn}", (-1, 0, 1), (1, 2, 1))
        for pairing in study.pairings
        for turn in ("first", "second")
    )
    assert {each.games for each in standings(counted(study, *summaries))} == {16}
