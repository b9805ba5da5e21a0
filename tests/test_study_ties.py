"""What ties of an optimal player decide in a study: the band from worst to best, and self-play."""

from __future__ import annotations

import io
import sys
from fractions import Fraction

import polars as pl
import pytest

import rules_oracle
from counted import counted
from twoends.study import Pairing, Standing, Study, Summary, measure, run, standings
from twoends.study.description import describe
from twoends.study.tables import tables

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
    rows = measure(study, next(study.chunks())).rows
    assert rows is not None
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
    counts = pl.read_parquet(io.BytesIO(measure(study, next(study.chunks())).counts))
    assert not [name for name in counts["measure"] if name.endswith((" least", " uniform", " most"))]


def test_a_mean_over_ties_is_rounded_to_a_64th_of_a_point() -> None:
    study = Study(
        rows="uniform 0 2", lengths=(20,), count=100, keep_rows=True, pairings=(Pairing.of(GREEDY),)
    )
    results = run(study)
    measured = measure(study, next(study.chunks())).rows
    assert measured is not None
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


@pytest.mark.parametrize(("rules", "longest"), [("take 1 either", 1_000), ("take 1-2 either", 60)])
def test_long_rows_have_no_band(rules: str, longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    measuring = sys.modules[measure.__module__]  # two games on 60 cards by other rules take seconds
    monkeypatch.setattr(measuring, "_play", lambda rows, *_: rows.sum(axis=1))
    for length, banded in ((longest, True), (longest + 1, False)):
        study = Study(
            rows="uniform 1 9", lengths=(length,), count=1, pairings=(Pairing.of(GREEDY),), rules=rules
        )
        counts = pl.read_parquet(io.BytesIO(measure(study, next(study.chunks())).counts))
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
