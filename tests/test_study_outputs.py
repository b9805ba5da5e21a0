"""The results of a study as charts and tables show what was counted."""

from __future__ import annotations

import csv
import io
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from twoends.study import Results, Study, Summary, round_robin, standings, wilson
from twoends.study.charts import charts, save
from twoends.study.description import describe
from twoends.study.statistics import mean_margins
from twoends.study.tables import as_csv, as_json, markdown, mean, percent, rate, tables

GREEDY, MODEST = "best against greedy right", "modest right against random"
NAMES = ["importlib.util:source_from_cache", "bot python3 my/short2.py", "bot python3 very/very/long/mine.py"]
"""A function, and programs of 24 and 34 characters: one name is to be abbreviated."""


def counted(study: Study, *summaries: Summary) -> Results:
    """The results of a study that has counted just this, given in the order of its description."""
    results = Results(study, pl.DataFrame())
    vars(results)["summaries"] = summaries  # where its cached property looks
    return results


# --- charts --------------------------------------------------------------------------------------


def drawn(described: dict[str, Any], *summaries: Summary) -> dict[str, Any]:
    return dict(charts(counted(describe(described), *summaries)))


def assert_distribution(steps: Any, summary: Summary) -> None:
    """The steps are the percentages of all rows whose value lies between two edges."""
    heights, edges, _ = steps.get_data()
    pairs = list(zip(summary.values, summary.counts, strict=True))
    inside = [sum(count for value, count in pairs if low < value < high) for low, high in pairwise(edges)]
    assert heights == pytest.approx([100 * count / summary.rows for count in inside])


def test_margins_are_drawn_as_percentages_of_the_rows() -> None:
    first = Summary(6, GREEDY, "margin first", (-2, 0, 6, 10), (1, 1, 3, 3))
    second = Summary(6, GREEDY, "margin second", (-130, -4, 2), (1, 3, 4))
    (figure,) = drawn({"lengths": 6, "count": 8}, first, second).values()
    (axes,) = figure.axes
    line, area, dashed = axes.patches
    for steps, summary in ((line, first), (area, first), (dashed, second)):
        assert_distribution(steps, summary)
        assert sum(steps.get_data()[0]) == pytest.approx(100)
    assert [line.get_linestyle(), dashed.get_linestyle()] == ["-", "--"]
    assert axes.get_title().startswith("Best response to greedy right wins 75.0 % moving first, 50.0 %")
    assert figure._supxlabel.get_text() == "8 shuffled decks cut to rows of 6 cards, seed 1"


def test_the_edge_is_drawn_separately_over_even_and_odd_lengths() -> None:
    edges = {length: Summary(length, GREEDY, "edge", (-13, 0, length), (1, 1, 2)) for length in (4, 5, 6)}
    (axes,) = drawn({"lengths": [4, 5, 6], "count": 4}, *edges.values())["edge"].axes
    even, odd, zero = axes.lines
    for line, lengths in ((even, [4, 6]), (odd, [5])):
        assert line.get_xdata().tolist() == lengths
        assert line.get_ydata().tolist() == [float(edges[length].mean) for length in lengths]
    assert list(zero.get_ydata()) == [0, 0]
    assert axes.get_title().endswith("moving first is worth −0.2 at 6, −0.8 at 5 cards")


def tournament(*players: str, fouls: bool = False) -> Results:
    """A round robin; the margins are far from those of such players, so that a mistake is seen."""
    study = Study(lengths=(6,), count=4, pairings=round_robin(players))
    summaries = []
    for place, pairing in enumerate(study.pairings):
        for measure, values in (("margin first", (place - 3, 0, 9)), ("margin second", (-7, place, 300))):
            summaries.append(Summary(6, str(pairing), measure, values, (1, 1, 2)))
        if fouls:
            summaries.append(Summary(6, str(pairing), "foul first", (-1, 0, 1), (1, 1 + place, 2)))
            summaries.append(Summary(6, str(pairing), "foul second", (0, 1), (2, 1100)))
    return counted(study, *summaries)


def test_a_tournament_is_drawn_as_a_heat_map_of_mean_margins() -> None:
    results = tournament(*NAMES)
    margins, players = mean_margins(results), [standing.player for standing in standings(results)]
    ((name, figure),) = charts(results)
    axes: Any = figure.axes[0]
    shown = axes.images[0].get_array().tolist()
    assert name == "cross"
    assert shown == [[margins.get((you, other), 0) for other in players] for you in players]
    assert [float(text.get_text().replace("−", "-")) for text in axes.texts] == pytest.approx(
        [margin for row in shown for margin in row if margin], abs=0.05
    )
    assert {label.get_text() for label in axes.get_yticklabels()} == {*NAMES[:2], "bot …y/very/long/mine.py"}
    assert figure.get_suptitle().startswith("Source from cache comes first: +"), "a function as words"


def test_a_chart_is_saved_as_png_and_as_svg_without_a_date(tmp_path: Path) -> None:
    study = describe({"lengths": [4, 5], "count": 4})
    edges = [Summary(length, GREEDY, "edge", (0, length), (1, 3)) for length in (4, 5)]
    folder = tmp_path / "new" / "one"
    assert save(counted(study, *edges), folder) == [folder / "edge.png"]
    saved = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert sorted(saved) == ["edge.png", "edge.svg"]
    assert saved["edge.png"].startswith(b"\x89PNG")
    assert int.from_bytes(saved["edge.png"][16:20]) == 8 * 150, "8 inches at 150 dots"
    assert b"<svg " in saved["edge.svg"]
    assert b"<dc:date>" not in saved["edge.svg"]


# --- tables --------------------------------------------------------------------------------------

ONE_LENGTH = counted(
    describe({"lengths": 6, "count": 1300, "seed": 4, "pairings": [GREEDY, MODEST]}),
    Summary(6, GREEDY, "edge", (-8, -1, 0, 2), (100, 200, 300, 700)),
    Summary(6, GREEDY, "margin first", (-2, 0, 6, 10), (100, 200, 300, 700)),
    Summary(6, GREEDY, "margin second", (-130, -4, 2), (1, 398, 901)),
    Summary(6, MODEST, "foul first", (-1, 0, 1), (20, 1270, 10)),
    Summary(6, MODEST, "loss second", (0, 2, 40), (1000, 299, 1)),
)
SEVERAL_LENGTHS = counted(
    describe({"rows": "walk 3", "lengths": [4, 1000], "count": 7, "reduced": True}),
    Summary(4, GREEDY, "margin first", (-1, 5), (3, 4)),
    Summary(1000, "", "coins", (9, 120), (6, 1)),
)


def test_each_table_has_the_statistics_of_its_measures() -> None:
    edge, first, second, _, loss = ONE_LENGTH.summaries
    who_wins, value_of_first, lost, fouls = tables(ONE_LENGTH)
    some, none = rate(1000, 1300), rate(100, 1300)
    assert who_wins.rows == (
        ("best", "greedy right", "you", some, percent(200 / 1300), none, mean(first), "-2", "10", "10"),
        ("best", "greedy right", "opponent", rate(901, 1300), percent(0), rate(399, 1300), mean(second),
         "-4", "2", "2"),
    )  # fmt: skip
    of_edge = (rate(700, 1300), percent(300 / 1300), rate(300, 1300), mean(edge), "-3.33")
    assert value_of_first.rows == (("best", "greedy right", *of_edge),)
    assert lost.rows == (("modest right", "random", "opponent", rate(300, 1300), mean(loss), "2", "40"),)
    assert fouls.rows == (("modest right", "random", "you", "10", "20"),)
    assert [table.rows[0][0] for table in tables(SEVERAL_LENGTHS)] == ["4", "1,000"]
    head, *_, last = markdown(SEVERAL_LENGTHS).splitlines()
    assert head == "7 random walks with steps up to 3 of each of 2 lengths (4 to 1,000 cards), seed 1."
    assert [cell.strip() for cell in last.strip("|").split("|")] == list(tables(SEVERAL_LENGTHS)[-1].rows[-1])


@pytest.mark.parametrize("results", [ONE_LENGTH, SEVERAL_LENGTHS], ids=["one length", "several lengths"])
def test_csv_and_json_have_every_measure_with_all_its_statistics(results: Results) -> None:
    document = json.loads(as_json(results))
    assert document["study"] == results.study.plain()
    found = list(csv.DictReader(io.StringIO(as_csv(results))))
    assert found == [{name: str(value) for name, value in each.items()} for each in document["results"]]
    for record, summary in zip(document["results"], results.summaries, strict=True):
        assert summary.pairing == f"{record['you']} against {record['opponent']}".removeprefix(" against ")
        assert (record["cards"], record["measure"]) == (summary.length, summary.measure)
        rate = [record[f"positive{which}"] for which in ("", "_low", "_high")]
        assert rate == [summary.positive, *wilson(summary.positive, summary.rows)]
        mean = [record[f"mean{which}"] for which in ("", "_low", "_high")]
        assert mean == [float(summary.mean), *summary.mean_interval]
        assert record["quantile_95"] == summary.quantile(0.95)


def test_a_tournament_has_its_standings_its_mean_margins_and_the_games_against_oneself() -> None:
    results = tournament("optimal", "bot ./mine", "random", fouls=True)
    ranked, margins = standings(results), mean_margins(results)
    assert len(json.loads(as_json(results))["standings"]) == len(ranked)
    of_players, cross, alone = tables(results)
    assert [row[1] for row in of_players.rows] == [each.player for each in ranked]
    for each in ranked:
        against = [margins[each.player, other.player] for other in ranked if other is not each]
        assert each.margin == pytest.approx(sum(against) / len(against))
    assert [row[-1] for row in of_players.rows] == [f"{each.fouls:,}" for each in ranked]
    you, *cells = cross.rows[0]
    assert cells == ["" if other.player == you else f"{margins[you, other.player]:+.2f}" for other in ranked]
    assert [row[0] for row in alone.rows] == ["optimal", "random"]
    assert "fouls" not in tables(tournament("best", "greedy", "modest"))[0].header


# --- standings ---------------------------------------------------------------------------------


def test_players_are_ranked_only_if_each_meets_every_other_once() -> None:
    results = tournament("best", "greedy", "modest left")
    players = ["best", "greedy right", "modest left"]
    given: tuple[tuple[dict[str, Any], list[str]], ...] = (
        ({}, players),
        ({"moves_first": "you"}, []),
        ({"pairings": [GREEDY, "best against modest left"]}, []),
        ({"pairings": [GREEDY]}, []),
        ({"pairings": [GREEDY, "greedy against greedy"]}, players[:2]),
        ({"pairings": [GREEDY, "greedy against modest left", "modest left against greedy"]}, []),
    )
    for study, named in given:
        ranked = standings(counted(describe(study, results.study), *results.summaries))
        assert sorted(standing.player for standing in ranked) == named, study
    several = Summary(8, GREEDY, "edge", (0,), (4,))
    assert standings(counted(results.study, *results.summaries, several)) == []
