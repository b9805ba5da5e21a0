"""A study's numbers: rows that do not depend on the cut, counts that match play by hand, sound statistics."""

from __future__ import annotations

import hashlib
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from expected import calls_are_expected
from twoends import TwoEndsError
from twoends.answers.batch_games import play_rows
from twoends.answers.matches import match
from twoends.engine import contraction
from twoends.study import Chunk, Pairing, Study, StudyError, Summary, measure, read, run, wilson
from twoends.study.description import LARGEST_SUM, describe, rows_of_file
from twoends.study.folder import claim, differing, merge, store
from twoends.study.measure import _seeds, draw

KINDS = ["deck", "uniform -3 3", "permutation", "walk 2"]

SMALL = Study(
    rows="uniform 1 9",
    lengths=(5, 6),
    count=12,
    seed=3,
    pairings=(
        Pairing.of("best against greedy left"),
        Pairing.of("optimal against greedy left"),
        Pairing.of("modest against optimal"),
    ),
    reduced=True,
    chunk_cards=30,
)


def rows_of(study: Study) -> dict[int, list[list[int]]]:
    rows: dict[int, list[list[int]]] = {}
    for chunk in study.chunks():
        rows.setdefault(chunk.length, []).extend(draw(study, chunk).tolist())
    return rows


# --- rows --------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(kind=st.sampled_from(KINDS), seed=st.integers(0, 2**40), cards=st.integers(1, 200))
def test_rows_do_not_depend_on_how_they_are_cut_into_chunks(kind: str, seed: int, cards: int) -> None:
    whole = Study(rows=kind, lengths=(1, 4, 7), count=19, seed=seed)
    cut = Study(rows=kind, lengths=(1, 4, 7), count=19, seed=seed, chunk_cards=cards)
    assert rows_of(cut) == rows_of(whole), f"{kind}, seed {seed}, {cards} cards a chunk"


def test_all_24_rows_are_equally_likely() -> None:
    for kind, length in (("permutation", 4), ("uniform 0 23", 1)):
        counts = Counter(map(tuple, rows_of(Study(rows=kind, lengths=(length,), count=9_600))[length]))
        assert len(counts) == 24
        p = stats.chisquare(list(counts.values())).pvalue
        assert p > 1e-3, f"{kind}: chance of counts as uneven as {counts} is {p}"


def test_a_file_whose_rows_may_add_up_to_too_much_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    for row, total in (([LARGEST_SUM, -1], "10,000,001"), ([2**63, -(2**63)], "18,446,744,073,709,551,616")):
        file.write_text(" ".join(map(str, row)))
        with pytest.raises(StudyError) as fault:
            describe({"rows": f"file {file}"}).counts()
        assert str(fault.value) == (
            f"the values of {file}, row 1, may add up to {total}, more than the 10,000,000 that a study "
            "allows: give smaller values or shorter rows"
        )
    file.write_text(f"{LARGEST_SUM - 1} 1")
    assert rows_of(describe({"rows": f"file {file}"})) == {2: [[LARGEST_SUM - 1, 1]]}


# --- what is measured --------------------------------------------------------------------------


def count_by_playing(study: Study) -> Counter[tuple[int, str, str, int]]:
    """Play every row move by move, and count totals, or margins if the sum is not fixed."""
    counts: Counter[tuple[int, str, str, int]] = Counter()
    rules = study.by_rules
    for length, rows in rows_of(study).items():
        for row in rows:
            if study.reduced:
                counts[length, "", "coins", len(contraction.reduce(row))] += 1
            for pairing in study.pairings:
                got = {}
                for you in ("best", pairing.you):
                    firsts = match(row, you, pairing.opponent, rules=rules).totals
                    seconds = match(row, pairing.opponent, you, rules=rules).totals[::-1]
                    got[you] = [
                        int(mine if rules.fixed_sum else mine - other) for mine, other in (firsts, seconds)
                    ]
                first, second = got[pairing.you]
                measured = {
                    "margin first": 2 * first - sum(row) if rules.fixed_sum else first,
                    "margin second": 2 * second - sum(row) if rules.fixed_sum else second,
                    "edge": first - second,
                }
                if pairing.you != "best":
                    measured["loss first"] = got["best"][0] - first
                    measured["loss second"] = got["best"][1] - second
                for name, value in measured.items():
                    counts[length, str(pairing), name, value] += 1
    return counts


@pytest.mark.parametrize("rules", ["take 1 either", "take 1-2 either", "score turn", "turns ABBA"])
def test_counts_and_kept_rows_match_games_played_move_by_move_for_chunks_in_any_order(
    tmp_path: Path, rules: str
) -> None:
    import polars as pl

    changes = {"count": 9, "chunk_cards": 20, "rules": rules, "keep_rows": True}
    study = describe(changes | {"reduced": rules == "take 1 either"}, SMALL)
    claim(tmp_path, study)
    chunks = list(study.chunks())
    for chunk in chunks[1::2] + chunks[::2]:
        store(tmp_path, chunk, measure(study, chunk))
    counts = {
        (length, pairing, name, value): count
        for length, pairing, name, value, count in merge(tmp_path, study).rows()
    }
    assert counts == count_by_playing(study)
    kept: Counter[tuple[int, str, str, int]] = Counter()
    for length, rows in rows_of(study).items():
        frame = pl.read_parquet(tmp_path / "rows" / f"{length}-*.parquet")
        assert frame["row"].to_list() == list(range(9))
        assert frame["values"].to_list() == rows
        for column in frame.columns[2:]:
            pairing, _, name = column.rpartition(": ")
            kept.update((length, pairing, name, value) for value in frame[column])
    assert kept == counts


def test_random_players_play_by_the_seed_of_each_side() -> None:
    study = Study(lengths=(5,), count=40, pairings=(Pairing("random", "greedy"),))
    (chunk,) = study.chunks()
    rows, results = draw(study, chunk), run(study)
    for side, name, seed in zip((0, 1), ("first", "second"), _seeds(study, chunk, 0), strict=True):
        players = ("random", "greedy") if side == 0 else ("greedy", "random")
        totals = play_rows(rows, *players, seed=seed).totals
        margins = Counter((totals[:, side] - totals[:, 1 - side]).tolist())
        summary = results.summary(study.pairings[0], f"margin {name}")
        assert dict(zip(summary.values, summary.counts, strict=True)) == margins, name


def test_files_of_a_player_that_change_while_a_chunk_is_measured_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(import_module("twoends.study.measure"), "provenance", lambda *_: object())
    assert error_of(measure, SMALL, next(SMALL.chunks())).startswith("the files of a player changed during")


# --- statistics --------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_intervals_of_rates_match_scipy(case: tuple[int, int]) -> None:
    successes, trials = case
    expected = stats.binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert wilson(successes, trials) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert (wilson(0, trials)[0], wilson(trials, trials)[1]) == (0.0, 1.0), "exactly"


@settings(max_examples=30)
@given(st.lists(st.integers(-(10**7), 10**7), min_size=2, max_size=60))
def test_means_errors_and_quantiles_match_numpy_and_scipy(values: list[int]) -> None:
    counts = Counter(values)
    distinct = tuple(sorted(counts))
    summary = Summary(1, "", "first", distinct, tuple(counts[value] for value in distinct))
    assert summary.mean * len(values) == sum(values)
    assert summary.deviation == pytest.approx(np.std(values, ddof=1))
    assert summary.error == pytest.approx(stats.sem(values))
    assert summary.positive + summary.zero + summary.negative == len(values)
    if summary.error > 0:
        interval = stats.norm.interval(0.95, np.mean(values), stats.sem(values))
        assert summary.mean_interval == pytest.approx(interval)
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        expected = np.quantile(values, share, method="inverted_cdf")
        assert summary.quantile(share) == expected, f"quantile {share} of {sorted(values)}"


# --- the description ----------------------------------------------------------------------------


def test_studies_have_these_chunks_rows_seeds_names_and_summaries() -> None:
    called = (Chunk, Pairing, Study, describe, draw, run)
    calls_are_expected("calls_of_studies.txt", {each.__name__: each for each in called} | {"seeds": _seeds})


def error_of(make: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(TwoEndsError) as fault:
        make(*arguments, **named)
    return str(fault.value)


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


def test_a_description_is_written_as_toml_and_read_from_a_file(tmp_path: Path) -> None:
    changes = {"lengths": "2..4", "moves_first": "you", "pairings": ["greedy against modest"]}
    study = describe({"rows": "uniform -1 9"} | changes)
    assert study.lengths == (2, 3, 4)
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


def test_rows_of_a_file_are_grouped_by_length_and_identified_by_its_digest(tmp_path: Path) -> None:
    file = tmp_path / "rows ö.txt"
    file.write_text("1 2\n5 # a remark\n3 4\n", "utf-8")
    study = describe({"rows": f"file {file}", "chunk_cards": 2})
    assert (study.lengths, study.count, study.file) == ((), 0, str(file))
    assert study.digest == hashlib.sha256(file.read_bytes()).hexdigest()
    assert rows_of(study) == {1: [[5]], 2: [[1, 2], [3, 4]]}
    for more in ({"count": 3}, {"lengths": 2}):
        assert "all of them: leave lengths and count out" in error_of(describe, more, study)
    plain = study.plain()
    assert list(differing(plain, plain | {"digest": "another", "lengths": [9]})) == [f"{file} has changed"]
    without = {name: plain[name] for name in plain if name != "rules"}  # as an early version wrote it
    [phrase] = differing(without, plain | {"rules": "take 2 either"})
    assert phrase == "rules: take 1 either there, take 2 either now"
    [phrase] = differing(plain, plain | {"pairings": []})
    assert phrase == "pairings: best against greedy right there, not given now"
    file.write_text("1 2\n", "utf-8")
    rows_of_file.cache_clear()  # which another process would not have
    assert error_of(study.counts) == f"{file} has changed since the study was described: describe it again"
    file.write_text("1 2\n1.5 2\n", "utf-8")
    assert error_of(lambda: describe({"rows": f"file {file}"}).counts()) == (
        f"{file}, row 2 has values that are not whole: scale them to integers"
    )
