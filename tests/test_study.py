"""A study's numbers: rows that do not depend on the cut, counts that match play by hand, sound statistics."""

from __future__ import annotations

import hashlib
import os
import sys
from collections import Counter
from dataclasses import fields
from functools import partial
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
from twoends.study import Chunk, Pairing, Study, Summary, load, measure, read, run, wilson
from twoends.study.description import describe, rows_of_file
from twoends.study.folder import claim, differing, merge, store
from twoends.study.measure import _seeds, draw
from twoends.study.running import require_workers

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


def error_of(make: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(TwoEndsError) as fault:
        make(*arguments, **named)
    return str(fault.value)


def test_a_function_that_cannot_be_imported_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def mine(left: int, right: int) -> int:
        return left

    monkeypatch.setattr(sys.modules["__main__"], "mine", mine, raising=False)
    for module, name in ((__name__, mine.__qualname__), ("__main__", "mine")):
        mine.__module__, mine.__qualname__ = module, name
        assert error_of(Pairing, mine, "optimal") == (
            f"{name} cannot be imported by other processes and later runs: define it in a module, such as "
            "mine.py, and import it from there"
        )


FEW = describe({"lengths": [4, 5], "count": 7, "chunk_cards": 10, "pairings": ["best against greedy"]})
"""Chunks of 2 rows, of which the last of each length has one."""


def test_calls_of_studies_answer_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def written(content: str | bytes, name: str = "rows ö.txt") -> Path:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
        rows_of_file.cache_clear()  # which another process would not have
        return Path(name)

    def of_file(content: str, **more: Any) -> Study:
        return describe({"rows": f"file {written(content)}"} | more)

    def processors(number: int | None) -> None:
        monkeypatch.setattr(os, "cpu_count", lambda: number)

    called: tuple[Any, ...] = (
        Chunk,
        Pairing,
        Path,
        Study,
        claim,
        describe,
        differing,
        draw,
        load,
        merge,
        of_file,
        partial,
    )
    called += (processors, read, require_workers, rows_of, run, written)
    names = {each.__name__: each for each in called} | {"FEW": FEW, "seeds": _seeds, "hashlib": hashlib}
    calls_are_expected("calls_of_studies.txt", names)


CHANGES: dict[str, Any] = {
    "rows": "permutation", "lengths": [4, 6], "count": 6, "seed": 0, "pairings": ["modest against greedy"],
    "moves_first": "you", "reduced": True, "keep_rows": True, "chunk_cards": 11, "rules": "take 2",
}  # fmt: skip


def test_every_setting_is_written_and_read_and_belongs_to_the_folder(tmp_path: Path) -> None:
    assert {*CHANGES} == {field.name for field in fields(Study)} - {"digest"}
    claim(tmp_path / "s", FEW)
    for name, value in CHANGES.items():
        changed = describe({name: value}, FEW)
        assert changed != FEW
        (tmp_path / "ö.toml").write_text(changed.toml(), "utf-8")
        assert read(tmp_path / "ö.toml") == describe(changed.plain()) == changed
        error = error_of(run, changed, tmp_path / "s")
        assert error.startswith(f"{tmp_path / 's'} belongs to another study: {name.replace('_', ' ')}: "), (
            error
        )
        assert error.endswith(" now; describe the same study or give another folder"), error
        assert error.count(" there, ") == 1, error
