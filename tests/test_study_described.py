"""The description of a study: its limits, its chunks and the rows drawn."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from twoends import TwoEndsError
from twoends.study import Chunk, Pairing, Study, read, round_robin
from twoends.study.description import describe, read_lengths, rows_of_file
from twoends.study.folder import differing
from twoends.study.measure import _seeds, draw


def error_of(make: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(TwoEndsError) as fault:
        make(*arguments, **named)
    return str(fault.value)


def test_lengths_are_numbers_lists_or_ranges() -> None:
    for given, lengths in (
        ([3, 9], (3, 9)),
        ("52", (52,)),
        ("2..2", (2,)),
        ("1..7..3,9", (1, 4, 7, 9)),
        ("10000000", (10_000_000,)),
    ):
        assert read_lengths(given) == lengths


def test_players_of_a_pairing_are_named_in_full() -> None:
    assert str(Pairing.of("greedy against optimal left")) == "greedy right against optimal"
    bots = "  bot   python3  'my  bot.py'  against modest "
    assert str(Pairing.of(bots)) == "bot python3 'my  bot.py' against modest right"
    assert error_of(round_robin, ["greedy", "optimal", "greedy right"]).startswith("players are greedy, op")


@pytest.mark.parametrize(
    "most",
    [
        {"rows": "uniform -2000 1", "lengths": 5000},
        {"rows": "walk 1", "lengths": 3162},
        {"rows": "permutation", "lengths": 3162},
    ],
)
def test_rows_may_add_up_to_ten_million_and_no_more(most: dict[str, Any]) -> None:
    assert describe(most).total == 100_000
    more = most | {"lengths": most["lengths"] + 1}
    assert "more than the 10,000,000 that a study allows" in error_of(describe, more)
    assert describe(more | {"pairings": [], "reduced": True}).total == 100_000, "nobody plays"


def test_chunks_are_smaller_for_players_that_are_slow() -> None:
    study = describe({"lengths": [3, 5], "count": 7, "chunk_cards": 10})
    chunks = [(chunk.name, chunk.start, chunk.stop) for chunk in study.chunks()]
    assert chunks[:3] == [("3-000000", 0, 3), ("3-000001", 3, 6), ("3-000002", 6, 7)]
    assert chunks[3:] == [(f"5-00000{k}", 2 * k, min(2 * k + 2, 7)) for k in range(4)]
    for pairings, rows in (
        (["best against greedy"], 100_000),
        (["os.path:basename against greedy"], 10_000),
        (["bot ./x against greedy", "optimal against greedy"], 200),
        (["bot ./x against greedy", "bot ./y against greedy"], 100),
    ):
        study = describe({"pairings": pairings, "chunk_cards": 1_000_000})
        assert study.rows_in_a_chunk(10) == rows, pairings
        assert study.rows_in_a_chunk(1_000_001) == 1


def test_every_version_draws_the_same_rows_and_seeds() -> None:
    for rows, drawn in (
        ("deck", [[4, 13, 8, 10, 6, 9], [11, 8, 7, 2, 4, 10]]),
        ("uniform -3 3", [[-3, -1, -3, 0, 2, 3], [-2, -1, -1, 0, -2, 2]]),
        ("walk 2", [[-2, -2, -4, -6, -8, -8], [0, -2, -1, -1, 0, 1]]),
    ):
        assert draw(Study(rows=rows, lengths=(6,), count=9, seed=5), Chunk(6, 1, 6, 8)).tolist() == drawn
    assert _seeds(Study(seed=5), Chunk(52, 3, 100, 200), 2) == (4122710587483511509, 14030896226575544043)


def test_what_differs_between_two_descriptions_is_named() -> None:
    ours = describe({"lengths": [4, 5]}).plain()
    other = describe({"pairings": [], "reduced": True, "rows": "walk 2", "lengths": [4]}).plain()
    assert list(differing(ours, ours)) == []
    assert list(differing(ours, other)) == [
        "rows: deck there, walk 2 now",
        "lengths: 4, 5 there, 4 now",
        "pairings: best against greedy right there, not given now",
        "reduced: off there, on now",
    ]
    files = [{"rows": "file x.txt", "digest": digest} for digest in "12"]
    assert list(differing(*files)) == ["x.txt has changed"]


def test_a_function_that_cannot_be_imported_is_refused() -> None:
    def mine(left: int, right: int) -> int:
        return left

    class Nameless:
        """What can be called and has no name."""

        def __call__(self) -> None: ...

    assert error_of(Pairing, Nameless(), "optimal").endswith(" is not a player: give a name or a function")
    assert error_of(Pairing, mine, "optimal") == (
        f"{mine.__qualname__} cannot be imported by other processes and later runs: define it in a module, "
        "such as mine.py, and import it from there"
    )
    hidden = lambda left, right: left  # noqa: E731  # as users write it
    hidden.__module__, hidden.__qualname__ = "__main__", "mine"
    assert error_of(Pairing, hidden, "optimal").startswith("mine cannot be imported by other processes")


def test_a_description_is_written_as_toml_and_read_from_a_file(tmp_path: Path) -> None:
    changes = {"lengths": "2..4", "moves_first": "you", "pairings": ["greedy against modest"]}
    study = describe({"rows": "uniform -1 9"} | changes)
    file = tmp_path / "ö.toml"
    file.write_text(study.toml(), "utf-8")
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
    file.write_text("1 2\n", "utf-8")
    rows_of_file.cache_clear()  # which another process would not have
    assert error_of(study.counts) == f"{file} has changed since the study was described: describe it again"
    file.write_text("1 2\n1.5 2\n", "utf-8")
    assert error_of(lambda: describe({"rows": f"file {file}"}).counts()) == (
        f"{file}, row 2 has values that are not whole: scale them to integers"
    )
