"""A study's numbers: rows that do not depend on the cut, counts that match play by hand, sound statistics."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from twoends import OpponentError
from twoends.answers.matches import match
from twoends.engine import contraction
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.rulebook import Position
from twoends.study import Pairing, Study, StudyError, Summary, measure, run, wilson
from twoends.study.description import LARGEST_SUM, describe
from twoends.study.folder import claim, merge, store
from twoends.study.measure import draw

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


def test_the_rows_of_a_file_are_grouped_by_length(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text("8 15 3 7\n1 30 100 15 2\n# a remark\n1 2 3 4\n")
    study = describe({"rows": f"file {file}", "pairings": ["best against greedy"], "chunk_cards": 4})
    assert rows_of(study) == {4: [[8, 15, 3, 7], [1, 2, 3, 4]], 5: [[1, 30, 100, 15, 2]]}
    assert run(study).summary("best against greedy", "margin first", 5).values == (2 * 103 - 148,)


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
    """Play every row move by move, and count."""
    counts: Counter[tuple[int, str, str, int]] = Counter()
    for length, rows in rows_of(study).items():
        for row in rows:
            counts[length, "", "coins", len(contraction.reduce(row))] += 1
            for pairing in study.pairings:
                total = {}
                for you in ("best", pairing.you):
                    firsts = match(row, you, pairing.opponent).game.earned[::2]
                    seconds = match(row, pairing.opponent, you).game.earned[1::2]
                    total[you] = int(sum(firsts)), int(sum(seconds))
                first, second = total[pairing.you]
                measured = {
                    "margin first": 2 * first - sum(row),
                    "margin second": 2 * second - sum(row),
                    "edge": first - second,
                }
                if pairing.you != "best":
                    measured["loss first"] = total["best"][0] - first
                    measured["loss second"] = total["best"][1] - second
                for name, value in measured.items():
                    counts[length, str(pairing), name, value] += 1
    return counts


def test_counts_match_games_played_move_by_move_for_chunks_in_any_order(tmp_path: Path) -> None:
    study = describe({"count": 9, "chunk_cards": 20}, SMALL)
    claim(tmp_path, study)
    chunks = list(study.chunks())
    for chunk in chunks[1::2] + chunks[::2]:
        store(tmp_path, chunk, measure(study, chunk))
    counts = {
        (length, pairing, name, value): count
        for length, pairing, name, value, count in merge(tmp_path, study).rows()
    }
    assert counts == count_by_playing(study)


def test_only_the_requested_first_mover_is_measured() -> None:
    for moves_first, measured in (("you", "margin first"), ("opponent", "margin second")):
        study = describe({"moves_first": moves_first, "lengths": 6, "count": 10})
        assert [summary.measure for summary in run(study).summaries] == [measured]


def test_games_of_random_players_are_reproducible() -> None:
    study = describe(
        {"lengths": 6, "count": 50, "pairings": ["random against greedy", "optimal against random"]}
    )
    first, second = run(study), run(study)
    assert first.counts.equals(second.counts)
    assert first.summary("random against greedy right", "loss first").positive > 0
    with pytest.raises(StudyError):  # the best response to chance is an expectation, so there is no loss
        first.summary("optimal against random", "loss first")


def test_kept_rows_carry_their_results(tmp_path: Path) -> None:
    import polars as pl

    study = describe({"lengths": 6, "count": 30, "keep_rows": True, "chunk_cards": 60})
    run(study, tmp_path / "kept")
    rows = pl.read_parquet(tmp_path / "kept" / "rows" / "*.parquet")
    assert rows["row"].to_list() == list(range(30))
    for row in rows.rows(named=True):
        total = sum(match(row["values"], "best", "greedy").game.earned[::2])
        assert row["best against greedy right: margin first"] == 2 * total - sum(row["values"])


# --- statistics --------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_intervals_of_rates_match_scipy(case: tuple[int, int]) -> None:
    successes, trials = case
    expected = stats.binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert wilson(successes, trials) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_the_interval_of_a_rate_of_0_or_1_ends_there_exactly() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    for trials in range(1, 200):
        assert (wilson(0, trials)[0], wilson(trials, trials)[1]) == (0.0, 1.0), trials


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


# --- players and summaries by name --------------------------------------------------------------


def largest_end(position: Position) -> Move:
    """Greedy, as someone would write it."""
    return LEFT if position.left > position.right else RIGHT


def test_a_function_plays_under_its_import_name() -> None:
    pairing = Pairing("best", largest_end)  # type: ignore[arg-type]  # kept as its name
    assert str(pairing) == f"best against {__name__}:largest_end"
    by_function, by_name = (
        run(Study(lengths=(5,), count=20, pairings=(each,))).summary(each, "margin first").values
        for each in (pairing, Pairing("best", "greedy"))
    )
    assert by_function == by_name


def test_a_summary_is_found_by_any_spelling_or_the_error_lists_the_choices() -> None:
    results = run(Study(lengths=(4, 5), count=20))
    found = results.summary("best against greedy", "margin first", 4)
    assert found == results.summary("best against greedy right", "margin first", 4)
    assert found == results.summary(Pairing("best", "greedy"), "margin first", 4)
    for pairing, name, length, sentence in (
        ("best against modest", "edge", 4, "no pairing 'best against modest right' here: choose 'best ag"),
        ("best against greedy", "first", 4, "no measure 'first' here: choose 'edge' or 'margin first' or"),
        ("best against greedy", "edge", 7, "no length '7' here: choose '4' or '5'"),
        ("best against greedy", "edge", None, "several lengths: choose '4' or '5'"),
    ):
        with pytest.raises(StudyError, match=sentence):
            results.summary(pairing, name, length)
    with pytest.raises(OpponentError):
        results.summary("best against nobody", "edge", 4)
