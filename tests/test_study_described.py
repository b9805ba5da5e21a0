"""The description of a study: its limits, the exact error messages, and the rows that it draws."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from twoends import TwoEndsError
from twoends.study import Chunk, Pairing, Study, read
from twoends.study.description import describe
from twoends.study.files import rows_of_file
from twoends.study.measure import _seeds, draw


def error_of(make: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(TwoEndsError) as fault:
        make(*arguments, **named)
    return str(fault.value)


def test_values_at_the_limits_are_accepted() -> None:
    describe({"count": 10**12, "seed": 0, "chunk_cards": 1})
    describe({"count": 1, "lengths": 1})
    limits = "uniform -2147483648 2147483647"
    describe({"rows": limits, "lengths": [1, 10_000_000], "pairings": [], "reduced": True})
    describe({"rows": "uniform -2000 1", "lengths": 5000})
    describe({"rows": "walk 2147483647", "pairings": [], "reduced": True})
    describe({"rows": "walk 1", "lengths": 3162})
    describe({"rows": "permutation", "lengths": 3162})


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


# --- chunks ------------------------------------------------------------------------------------


def test_a_study_is_cut_into_whole_chunks_and_a_remainder() -> None:
    study = describe({"lengths": [3, 5], "count": 7, "chunk_cards": 10})
    assert list(study.chunks()) == [
        Chunk(3, 0, 0, 3), Chunk(3, 1, 3, 6), Chunk(3, 2, 6, 7),
        Chunk(5, 0, 0, 2), Chunk(5, 1, 2, 4), Chunk(5, 2, 4, 6), Chunk(5, 3, 6, 7),
    ]  # fmt: skip
    assert study.total == 14
    assert study.chunk(5, 9, 7) == Chunk(5, 9, 7, 7)
    assert Chunk(5, 12, 0, 1).name == "5-000012"


@pytest.mark.parametrize(
    ("pairings", "length", "rows"),
    [
        (["best against greedy"], 10, 100_000),
        (["best against greedy"], 1_000_001, 1),
        (["best against greedy"], 0, 1_000_000),
        (["best against os.path:basename"], 10, 10_000),
        (["os.path:basename against greedy"], 10, 10_000),
        (["bot ./x against greedy"], 10, 200),
        (["greedy against bot ./x"], 10, 200),
        (["bot ./x against greedy", "bot ./y against greedy"], 10, 100),
        (["bot ./x against greedy", "optimal against greedy"], 10, 200),
        (["bot ./x against greedy"], 52, 38),
        (["bot ./x against greedy"], 2001, 1),
    ],
)
def test_a_chunk_has_fewer_rows_if_its_players_are_slow(pairings: list[str], length: int, rows: int) -> None:
    players = tuple(map(Pairing.of, pairings))
    study = Study(chunk_cards=1_000_000, pairings=players)
    assert study.rows_in_a_chunk(length) == rows


# --- rows --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "length", "expected"),
    [
        ("deck", 6, [[4, 13, 8, 10, 6, 9], [11, 8, 7, 2, 4, 10]]),
        ("permutation", 5, [[4, 5, 1, 2, 3], [5, 4, 1, 3, 2]]),
        ("uniform -3 3", 6, [[-3, -1, -3, 0, 2, 3], [-2, -1, -1, 0, -2, 2]]),
        ("walk 2", 6, [[-2, -2, -4, -6, -8, -8], [0, -2, -1, -1, 0, 1]]),
    ],
)
def test_a_seed_draws_the_same_rows_in_every_version(
    rows: str, length: int, expected: list[list[int]]
) -> None:
    study = Study(rows=rows, lengths=(length,), count=9, seed=5)
    assert draw(study, Chunk(length, 1, 6, 8)).tolist() == expected


def test_a_seed_gives_random_players_the_same_seeds_in_every_version() -> None:
    study = Study(seed=5)
    assert _seeds(study, Chunk(52, 3, 100, 200), 2) == (4122710587483511509, 14030896226575544043)
