"""A study's numbers: rows that do not depend on the cut, counts that match play by hand, sound statistics."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from twoends import OpponentError
from twoends.answers.matches import match
from twoends.rules.cards import deck
from twoends.solvers import contraction
from twoends.study import Pairing, Study, StudyError, Summary, measure, run, wilson
from twoends.study.charts import charts
from twoends.study.description import describe
from twoends.study.draw import draw
from twoends.study.files import LARGEST_SUM
from twoends.study.folder import claim, merge, store
from twoends.study.measure import _seeds

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
def test_the_rows_do_not_depend_on_the_cut_into_chunks(kind: str, seed: int, cards: int) -> None:
    whole = Study(rows=kind, lengths=(1, 4, 7), count=19, seed=seed)
    cut = Study(rows=kind, lengths=(1, 4, 7), count=19, seed=seed, chunk_cards=cards)
    assert rows_of(cut) == rows_of(whole), f"{kind}, seed {seed}, {cards} cards a chunk"


def test_other_seeds_and_other_lengths_draw_other_rows() -> None:
    first, second = (rows_of(Study(lengths=(20, 21), count=5, seed=seed)) for seed in (1, 2))
    assert first[20] != second[20]
    assert [row[:20] for row in first[21]] != first[20]


def test_a_deck_is_a_deck_and_a_shorter_one_is_a_part_of_it() -> None:
    rows = rows_of(Study(lengths=(10, 52), count=50))
    assert all(sorted(row) == sorted(map(int, deck())) for row in rows[52])
    assert all(not Counter(row) - Counter(map(int, deck())) for row in rows[10])


@pytest.mark.parametrize(("kind", "cells"), [("permutation", 24), ("uniform 0 23", 24)])
def test_what_should_be_equally_likely_is(kind: str, cells: int) -> None:
    length = 4 if kind == "permutation" else 1
    rows = rows_of(Study(rows=kind, lengths=(length,), count=24_000))[length]
    counts = Counter(map(tuple, rows))
    assert len(counts) == cells
    p = stats.chisquare(list(counts.values())).pvalue
    assert p > 1e-3, f"{kind}: chance of counts as uneven as {counts} is {p}"


def test_a_walk_steps_no_further_than_it_may() -> None:
    rows = np.array(rows_of(Study(rows="walk 2", lengths=(50,), count=100))[50])
    assert np.abs(np.diff(rows, prepend=0)).max() == 2


def test_rows_of_a_file_are_its_rows_by_length(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text("8 15 3 7\n1 30 100 15 2\n# a remark\n1 2 3 4\n")
    study = describe({"rows": f"file {file}", "pairings": ["best against greedy"], "chunk_cards": 4})
    assert rows_of(study) == {4: [[8, 15, 3, 7], [1, 2, 3, 4]], 5: [[1, 30, 100, 15, 2]]}
    assert run(study).summary("best against greedy", "margin first", 5).values == (2 * 103 - 148,)


def test_rows_of_a_file_add_up_to_no_more_than_can_be_counted(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    for row, told in (
        ([LARGEST_SUM - 1, 1], ""),
        ([LARGEST_SUM, -1], "row 1, may add up to 10,000,001,"),
        ([2**62, 2**62, 2**62, 2**62], "row 1, may add up to 18,446,744,073,709,551,616,"),
        ([2**62, -(2**62)], "row 1, may add up to 9,223,372,036,854,775,808,"),
    ):
        file.write_text(" ".join(map(str, row)))
        study = describe({"rows": f"file {file}"})
        if told:
            with pytest.raises(StudyError, match=told):
                rows_of(study)
        else:
            assert rows_of(study) == {2: [row]}


# --- what is measured --------------------------------------------------------------------------


def test_players_by_chance_have_a_seed_for_each_chunk_pairing_and_first_mover() -> None:
    seeds = [
        seed
        for study in (SMALL, replace(SMALL, seed=SMALL.seed + 1))
        for chunk in study.chunks()
        for place in range(len(study.pairings))
        for seed in _seeds(study, chunk, place)
    ]
    assert len(seeds) > 50
    assert len(set(seeds)) == len(seeds)


def by_hand(study: Study) -> Counter[tuple[int, str, str, int]]:
    """Play every row move by move, and count."""
    counts: Counter[tuple[int, str, str, int]] = Counter()
    for length, rows in rows_of(study).items():
        for row in rows:
            counts[length, "", "coins", len(contraction.reduce(row).coins)] += 1
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


@settings(max_examples=5)
@given(seed=st.integers(0, 10**6), cards=st.integers(1, 300), order=st.randoms())
def test_counts_are_those_of_games_played_by_hand_whatever_the_cut_and_the_order(
    tmp_path_factory: pytest.TempPathFactory, seed: int, cards: int, order: object
) -> None:
    study = describe({"seed": seed, "chunk_cards": cards, "count": 8}, SMALL)
    folder = tmp_path_factory.mktemp("study")
    claim(folder, study)
    chunks = list(study.chunks())
    order.shuffle(chunks)  # type: ignore[attr-defined]  # a Random
    for chunk in chunks:
        store(folder, chunk, measure(study, chunk))
    counts = {
        (length, pairing, name, value): count
        for *key, count in merge(folder, study).rows()
        for length, pairing, name, value in [key]
        if not name.endswith((" least", " uniform", " most"))  # test_study_ties.py has these
    }
    assert counts == by_hand(study)


@pytest.mark.parametrize(
    ("moves_first", "expected"), [("you", {"margin first"}), ("opponent", {"margin second"})]
)
def test_only_the_asked_first_mover_is_measured(moves_first: str, expected: set[str]) -> None:
    study = describe({"moves_first": moves_first, "lengths": 6, "count": 10})
    assert {summary.measure for summary in run(study).summaries} == expected


def test_players_by_chance_are_played_and_reproduced() -> None:
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


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_intervals_of_rates_are_scipys(case: tuple[int, int]) -> None:
    successes, trials = case
    expected = stats.binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert wilson(successes, trials) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_a_rate_of_none_or_all_has_an_interval_that_ends_there_exactly() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    for trials in range(1, 200):
        (low, above), (below, high) = wilson(0, trials), wilson(trials, trials)
        assert (low, high) == (0.0, 1.0), trials
        assert 0 < above < 1
        assert below == pytest.approx(1 - above)


@given(st.lists(st.integers(-(10**7), 10**7), min_size=2, max_size=60))
def test_means_errors_and_quantiles_are_those_of_the_values_one_by_one(values: list[int]) -> None:
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


def largest_end(left: int, right: int, after_left: int, after_right: int) -> int:
    """Greedy, as someone would write it."""
    return after_left if left > right else after_right


def test_a_function_plays_under_the_name_that_others_find_it_by() -> None:
    pairing = Pairing("best", largest_end)  # type: ignore[arg-type]  # kept as its name
    assert str(pairing) == f"best against {__name__}:largest_end"
    counts = [
        run(Study(lengths=(5,), count=20, pairings=(each,))).summary(each, "margin first").values
        for each in (pairing, Pairing("best", "greedy"))
    ]
    assert counts[0] == counts[1]


def test_a_summary_is_found_however_its_players_are_written_or_says_what_there_is() -> None:
    results = run(Study(lengths=(4, 5), count=20))
    found = results.summary("best against greedy", "margin first", 4)
    assert found == results.summary("best against greedy right", "margin first", 4)
    assert found == results.summary(Pairing("best", "greedy"), "margin first", 4)
    for asked, said in (
        (
            ("best against modest", "edge", 4),
            "there is no pairing 'best against modest right' here: choose 'best ag",
        ),
        (("best against greedy", "first", 4), "no measure 'first' here: choose 'edge' or 'margin first' or"),
        (("best against greedy", "edge", 7), "no length '7' here: choose '4' or '5'"),
        (("best against greedy", "edge"), "several lengths: choose '4' or '5'"),
    ):
        with pytest.raises(StudyError) as fault:
            results.summary(*asked)
        assert said in str(fault.value), f"{asked}: {fault.value}"
    with pytest.raises(OpponentError):
        results.summary("best against nobody", "edge", 4)


def test_titles_say_a_function_of_yours_in_words() -> None:
    by_function = Pairing(largest_end, "optimal")  # type: ignore[arg-type]  # kept as its name
    figure = dict(charts(run(Study(lengths=(5,), count=20, pairings=(by_function,)))))["margins"]
    assert figure.axes[0].get_title().startswith("Largest end against optimal wins ")
