"""The description of a study: limits, exact messages and the rows drawn; and what ties decide in it."""

from __future__ import annotations

import hashlib
import io
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rules_oracle
from counted import counted
from expected import calls_are_expected
from twoends import TwoEndsError
from twoends.study import Chunk, Pairing, Standing, Study, Summary, measure, read, round_robin, run, standings
from twoends.study.charts import _share
from twoends.study.description import describe, read_lengths, rows_of_file
from twoends.study.folder import _as_text, differing
from twoends.study.measure import _seeds, draw
from twoends.study.pairings import is_own
from twoends.study.tables import mean, percent, subject, tables


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


# --- ties of an optimal player -------------------------------------------------------------------

GREEDY = "greedy right against optimal"


def margins_of_greedy(row: tuple[int, ...], *, moving_first: bool) -> tuple[int, Fraction, int]:
    """Greedy's least, mean and largest margin over all games in which the other one's moves are optimal."""
    games = rules_oracle.games("", row, "optimal random", moving_first, you="greedy right")
    margins = {game: 2 * rules_oracle.totals_of(row, game)[not moving_first] - sum(row) for game in games}
    expected = sum(chance * margins[game] for game, chance in games.items())
    return min(margins.values()), Fraction(expected), max(margins.values())


@pytest.mark.parametrize(
    ("you", "low", "high", "n"),
    [("greedy", 0, 1, 7), ("greedy", -2, 2, 8), ("optimal", 0, 3, 8), ("optimal random", 1, 100, 7)],
)
def test_the_band_is_the_least_mean_and_largest_margin_over_all_optimal_replies(
    you: str, low: int, high: int, n: int
) -> None:
    pairing = f"{you} against {'optimal' if you == 'greedy' else 'greedy'}"
    study = describe(
        {"rows": f"uniform {low} {high}", "lengths": n, "count": 60, "keep_rows": True, "pairings": [pairing]}
    )
    rows = measure(study, next(study.chunks()))["rows"]
    name = str(study.pairings[0])
    for line in pl.read_parquet(io.BytesIO(rows)).to_dicts():
        row = tuple(line["values"])
        for turn, you_first in (("first", True), ("second", False)):
            margin, least, average, most = (
                line[f"{name}: margin {turn}{ties}"] for ties in ("", " least", " uniform", " most")
            )
            expected = margins_of_greedy(row, moving_first=you_first == (you == "greedy"))
            if you != "greedy":
                expected = -expected[2], -expected[1], -expected[0]
            assert (least, average, most) == expected, (row, turn)
            assert least <= margin <= most, (row, turn)
            margins = ((" least", most), (" uniform", average), ("", margin), (" most", least))
            sums = {line[f"{name}: loss {turn}{ties}"] + margin / 2 for ties, margin in margins}
            assert len(sums) == 1, "a loss rises by half of what the margin falls"


@pytest.mark.parametrize(
    "pairing",
    [
        *("best against optimal", "optimal against optimal right", "greedy against modest"),
        *("greedy against optimal worst", "best against greedy"),
    ],
)
def test_there_is_no_band_if_no_tie_of_an_optimal_player_is_open(pairing: str) -> None:
    study = Study(lengths=(6,), count=5, pairings=(Pairing.of(pairing),))
    counts = pl.read_parquet(io.BytesIO(measure(study, next(study.chunks()))["counts"]))
    assert not [name for name in counts["measure"] if name.endswith((" least", " uniform", " most"))]


def test_a_mean_over_ties_is_rounded_to_a_64th_of_a_point() -> None:
    study = Study(
        rows="uniform 0 2", lengths=(20,), count=100, keep_rows=True, pairings=(Pairing.of(GREEDY),)
    )
    results = run(study)
    measured = measure(study, next(study.chunks()))["rows"]
    exact = pl.read_parquet(io.BytesIO(measured))[f"{GREEDY}: margin first uniform"]
    summary = results.summary(GREEDY, "margin first uniform")
    assert (exact * 64 % 1 != 0).any(), "some are rounded"
    assert all(value * 64 % 1 == 0 for value in summary.values)
    assert float(summary.mean) == pytest.approx(exact.mean(), abs=1 / 128 / 10)
    assert (summary.values[0], summary.values[-1]) == pytest.approx((exact.min(), exact.max()), abs=1 / 128)
    assert summary.rows == 100


@pytest.mark.parametrize("rules", ["take 1 either", "take 1-2 either"])
def test_pairings_that_differ_only_in_the_tie_rule_share_one_band(rules: str) -> None:
    ties = ("optimal", "optimal right", "optimal random")
    pairings = tuple(Pairing.of(f"greedy against {who}") for who in ties)
    *_, table = tables(run(Study(lengths=(8,), count=4, pairings=pairings, rules=rules)))
    assert "ties of an optimal" in table.title
    assert ("equally likely" in table.header) == (rules == "take 1 either")
    assert [row[:4] for row in table.rows] == [
        ("greedy right", "optimal", first, measured)
        for measured in ("loss", "margin")
        for first in ("you", "opponent")
    ]


def test_a_band_is_marked_as_sampled_where_the_other_player_moves_at_random() -> None:
    others = ("random", "greedy trembling 1/10", "greedy")
    pairings = tuple(Pairing.of(f"optimal random against {who}") for who in others)
    *_, table = tables(run(Study(lengths=(8,), count=4, moves_first="you", pairings=pairings)))
    measures = {row[1]: row[3] for row in table.rows if row[3] != "loss"}
    assert list(measures.values()) == ["margin, sampled", "margin, sampled", "margin"]


@pytest.mark.parametrize(("rules", "longest"), [("take 1 either", 1_000), ("take 1-2 either", 60)])
def test_long_rows_have_no_band(rules: str, longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    measuring = sys.modules[measure.__module__]  # two games on 60 cards by other rules take seconds
    monkeypatch.setattr(measuring, "_play", lambda rows, *_: rows.sum(axis=1))
    for length, banded in ((longest, True), (longest + 1, False)):
        study = Study(
            rows="uniform 1 9", lengths=(length,), count=1, pairings=(Pairing.of(GREEDY),), rules=rules
        )
        counts = pl.read_parquet(io.BytesIO(measure(study, next(study.chunks()))["counts"]))
        assert ("margin first least" in set(counts["measure"])) == banded, length


def test_a_standing_has_the_band_of_its_score_from_each_players_side() -> None:
    pairings = [GREEDY, "greedy against modest", "optimal against modest", "greedy against greedy"]
    study = describe({"lengths": 6, "count": 4, "pairings": pairings})
    summaries = [
        Summary(6, str(pairing), f"margin {turn}", (-1, 0, 1), (1, 2, 1))
        for pairing in study.pairings
        for turn in ("first", "second")
    ]
    for turn in ("first", "second"):
        summaries.append(Summary(6, GREEDY, f"margin {turn} least", (-1,), (4,)))
        summaries.append(Summary(6, GREEDY, f"margin {turn} most", (0, 1), (2, 2)))
    ranked: dict[str, Standing] = {each.player: each for each in standings(counted(study, *summaries))}
    assert {name: each.ties for name, each in ranked.items()} == {
        "greedy right": (0.25, 0.625), "optimal": (0.375, 0.75), "modest right": (0.5, 0.5),
    }  # fmt: skip
    assert {each.games for each in ranked.values()} == {16}, "nobody meets themselves in the standings"
