"""The results of a study as text and as data in full: every column, every word, every digit."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from counted import counted
from expected import is_expected
from twoends.study import Pairing, Results, Study, StudyError, Summary, round_robin, standings
from twoends.study.description import describe
from twoends.study.standings import mean_margins
from twoends.study.tables import as_csv, as_json, markdown, mean, percent, rate, subject, tables

GREEDY, MODEST = "best against greedy right", "modest right against random"


def one_length() -> Results:
    study = describe({"lengths": 6, "count": 1300, "seed": 4, "pairings": [GREEDY, MODEST]})
    return counted(
        study,
        Summary(6, GREEDY, "edge", (-8, -1, 0, 2), (100, 200, 300, 700)),
        Summary(6, GREEDY, "margin first", (-2, 0, 6, 10), (100, 100, 300, 800)),
        Summary(6, GREEDY, "margin second", (-130, -4, 2), (1, 398, 901)),
        Summary(6, MODEST, "edge", (0, 2), (600, 700)),
        Summary(6, MODEST, "foul first", (-1, 0, 1), (20, 1270, 10)),
        Summary(6, MODEST, "foul second", (-1, 0), (1250, 50)),
        Summary(6, MODEST, "loss first", (0, 2, 40), (1000, 299, 1)),
        Summary(6, MODEST, "loss second", (0,), (1300,)),
        Summary(6, MODEST, "margin first", (-6, 0), (1299, 1)),
        Summary(6, MODEST, "margin second", (2, 4), (650, 650)),
    )


def several_lengths() -> Results:
    study = describe({"rows": "walk 3", "lengths": [4, 1000], "count": 7, "reduced": True})
    return counted(
        study,
        Summary(4, GREEDY, "margin first", (-1, 5), (3, 4)),
        Summary(1000, GREEDY, "margin first", (70,), (7,)),
        Summary(4, "", "coins", (1, 2, 4), (2, 4, 1)),
        Summary(1000, "", "coins", (9, 120), (6, 1)),
    )


def tournament(*names: str, fouls: bool = False) -> Results:
    """A round robin; the margins are far from those of such players, so that a mistake is seen."""
    study = Study(lengths=(6,), count=4, pairings=round_robin(names))
    summaries = []
    for place, pairing in enumerate(study.pairings):
        for measure, values in (("margin first", (place - 3, 0, 9)), ("margin second", (-7, place, 300))):
            summaries.append(Summary(6, str(pairing), measure, values, (1, 1, 2)))
        if fouls:
            summaries.append(Summary(6, str(pairing), "foul first", (-1, 0, 1), (1, 1 + place, 2)))
            summaries.append(Summary(6, str(pairing), "foul second", (0, 1), (2, 1100)))
    return counted(study, *summaries)


RESULTS: dict[str, Results] = {
    "one_length": one_length(),
    "several_lengths": several_lengths(),
    "tournament": tournament("best", "greedy", "modest left"),
    "tournament_with_a_bot": tournament("optimal", "bot ./mine", "random", fouls=True),
}


@pytest.mark.parametrize("name", RESULTS)
def test_the_tables_in_full(name: str) -> None:
    is_expected(f"study_{name}.md", markdown(RESULTS[name]))


@pytest.mark.parametrize("name", ["one_length", "several_lengths"])
def test_csv_has_every_measure_with_all_its_statistics(name: str) -> None:
    is_expected(f"study_{name}.csv", rounded(as_csv(RESULTS[name])))


@pytest.mark.parametrize("name", ["several_lengths", "tournament_with_a_bot"])
def test_json_has_the_description_the_standings_and_the_records(name: str) -> None:
    shown = json.loads(rounded(as_json(RESULTS[name])))
    assert len(shown["results"]) == len(RESULTS[name].summaries)
    shown["results"] = shown["results"][:4]  # each has the same fields
    is_expected(f"study_{name}.json", json.dumps(shown, indent=1, ensure_ascii=False) + "\n")


def rounded(text: str) -> str:
    """The last digits of a float are not promised."""
    return re.sub(r"-?\d+\.\d+(e-\d+)?", lambda number: f"{float(number[0]):.10g}", text)


# --- standings ---------------------------------------------------------------------------------


def test_a_standing_is_the_mean_over_all_games_of_a_player() -> None:
    first = standings(RESULTS["tournament"])[0]
    fields: dict[str, Any] = asdict(first)
    intervals = [fields.pop(name) for name in ("score_interval", "margin_interval")]
    assert fields == {
        "player": "best",
        "games": 16,
        "won": pytest.approx(9 / 16),
        "drawn": pytest.approx(3 / 16),
        "lost": pytest.approx(4 / 16),
        "score": pytest.approx(21 / 32),
        "ties": pytest.approx((21 / 32, 21 / 32)),
        "margin": pytest.approx(float(sum(margins_of_best()) / 4)),
        "fouls": 0,
    }
    assert all(
        low < middle < high for (low, high), middle in zip(intervals, (21 / 32, first.margin), strict=True)
    )


def margins_of_best() -> list[Fraction]:
    results = RESULTS["tournament"]
    return [
        each.mean
        for each in results.summaries
        if each.pairing.startswith("best") and "margin" in each.measure
    ]


def test_mean_margins_are_those_over_both_first_movers_seen_from_each_side() -> None:
    results = RESULTS["tournament"]
    margins = mean_margins(results)
    both = [results.summary(GREEDY, f"margin {turn}").mean for turn in ("first", "second")]
    assert margins["best", "greedy right"] == float(sum(both) / 2) == -margins["greedy right", "best"]
    assert len(margins) == 6


@pytest.mark.parametrize(
    ("study", "named"),
    [
        ({}, ["best", "greedy right", "modest left"]),
        ({"moves_first": "you"}, []),
        ({"pairings": [GREEDY, "best against modest left"]}, []),
        ({"pairings": [GREEDY]}, []),
        ({"pairings": [GREEDY, "greedy against greedy"]}, ["best", "greedy right"]),
        ({"pairings": [GREEDY, "greedy against modest left", "modest left against greedy"]}, []),
    ],
)
def test_players_are_ranked_only_if_each_meets_every_other_once(
    study: dict[str, object], named: list[str]
) -> None:
    results = RESULTS["tournament"]
    ranked = standings(counted(describe(study, results.study), *results.summaries))
    assert sorted(standing.player for standing in ranked) == named
    several = Summary(8, GREEDY, "edge", (0,), (4,))
    assert standings(counted(results.study, *results.summaries, several)) == []


def test_a_round_robin_needs_two_players_each_named_once() -> None:
    pairings = list(map(str, round_robin(["optimal", "best"])))
    assert pairings == ["best against optimal", "optimal against optimal"]
    for names, listed in (
        ([], "missing"),
        (["greedy"], "greedy"),
        (["greedy", "optimal", "greedy right"], "greedy, optimal, greedy right"),
    ):
        with pytest.raises(StudyError, match=f"^players are {listed}: name two or more, each once"):
            round_robin(names)


# --- numbers and words -------------------------------------------------------------------------


def test_a_share_is_written_as_0_or_100_percent_only_if_it_is_exact() -> None:
    shares = [0, 1, 0.5, 0.00004, 0.00005, 0.0000004, 0.99996, 0.9999999]
    assert [percent(share) for share in shares] == [
        *("0.00 %", "100.00 %", "50.00 %", "0.004 %", "0.01 %", "0.00004 %", "99.996 %", "99.99999 %")
    ]  # fmt: skip
    assert rate(0, 10) == "0.00 % (0.00–27.75)"
    assert rate(10, 10) == "100.00 % (72.25–100.00)"


@pytest.mark.parametrize(
    ("values", "counts", "text"),
    [
        ((5,), (1,), "5.00 ± 0.00"),
        ((-7, 7), (5, 5), "0.00 ± 4.57"),
        ((0, 1), (500_000, 500_000), "0.5000 ± 0.0010"),
        ((0, 1), (10**9, 10**9), "0.50000 ± 0.00002"),
        ((0, 1), (10**13, 10**13), "0.500000 ± 0.000000"),
    ],
)
def test_a_mean_has_the_digits_that_its_interval_determines(
    values: tuple[int, ...], counts: tuple[int, ...], text: str
) -> None:
    assert mean(Summary(6, "", "coins", values, counts)) == text


@pytest.mark.parametrize(
    ("described", "text"),
    [
        ({"count": 2000}, "2,000 shuffled decks, seed 1"),
        ({"lengths": 51, "seed": 9}, "100,000 shuffled decks cut to rows of 51 cards, seed 9"),
        ({"lengths": [9, 52]},
         "100,000 shuffled decks cut to rows of each of 2 lengths (9 to 52 cards), seed 1"),
        ({"rows": "permutation", "lengths": 1500}, "100,000 random permutations of 1,500 cards, seed 1"),
        ({"rows": "uniform -4 4", "lengths": 5}, "100,000 uniform rows -4..4 of 5 cards, seed 1"),
        ({"rows": "walk 1", "lengths": [1, 1000, 3000]},
         "100,000 random walks with steps up to 1 of each of 3 lengths (1 to 3,000 cards), seed 1"),
    ],
)  # fmt: skip
def test_the_rows_of_a_study_are_described_in_words(described: dict[str, object], text: str) -> None:
    assert subject(describe(described)) == text


def test_the_rows_of_a_file_are_described_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text("1 2 3\n" * 1200)
    assert subject(describe({"rows": f"file {file}"})) == f"1,200 rows of {file}"


def test_only_measured_quantities_have_a_table() -> None:
    study = Study(lengths=(6,), count=4, pairings=(Pairing.of(GREEDY),))
    (table,) = tables(counted(study, Summary(6, GREEDY, "edge", (1,), (4,))))
    assert table.title == "What moving first is worth: your total moving first minus your total moving second"
    assert table.rows[0][-1] == "", "second is better nowhere"
