"""The results of a study as charts and tables show what was counted."""

from __future__ import annotations

import csv
import io
import json
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from counted import counted
from twoends.study import Results, Study, Summary, round_robin, standings, wilson
from twoends.study.charts import charts, save
from twoends.study.description import describe
from twoends.study.pairings import StudyError
from twoends.study.statistics import mean_margins
from twoends.study.tables import as_csv, as_json, markdown, mean, percent, rate, subject, tables

GREEDY, MODEST = "best against greedy right", "modest right against random"
NAMES = ["importlib.util:source_from_cache", "bot python3 my/short2.py", "bot python3 very/very/long/mine.py"]
"""A function, and programs of 24 and 34 characters: one name is to be abbreviated."""


# --- charts --------------------------------------------------------------------------------------


def test_only_a_missing_library_is_reported_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "twoends.study.charts")
    monkeypatch.setitem(sys.modules, "matplotlib.ticker", ModuleType("matplotlib.ticker"))
    with pytest.raises(ImportError, match="cannot import name 'MaxNLocator'"):
        import_module("twoends.study.charts")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(StudyError, match=r"^pictures need Matplotlib: pip install "):
        import_module("twoends.study.charts")


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


def test_losses_are_drawn_apart_from_the_share_of_rows_that_lose_nothing() -> None:
    first = Summary(6, MODEST, "loss first", (0, 2, 4), (5, 3, 2))
    second = Summary(6, MODEST, "loss second", (0, 6), (9, 1))
    figure = drawn({"lengths": 6, "count": 10, "pairings": [MODEST]}, first, second)["losses"]
    bars, axes = figure.axes
    assert [bar.get_height() for bar in bars.patches] == [50, 90]
    assert_distribution(axes.patches[0], first)
    assert axes.get_title().replace("\n", " ") == (
        "Modest right against random loses 1.4 moving first, 0.6 moving second on average"
    )


def test_the_edge_is_drawn_separately_over_even_and_odd_lengths() -> None:
    edges = {length: Summary(length, GREEDY, "edge", (-13, 0, length), (1, 1, 2)) for length in (4, 5, 6)}
    (axes,) = drawn({"lengths": [4, 5, 6], "count": 4}, *edges.values())["edge"].axes
    even, odd, zero = axes.lines
    for line, lengths in ((even, [4, 6]), (odd, [5])):
        assert line.get_xdata().tolist() == lengths
        assert line.get_ydata().tolist() == [float(edges[length].mean) for length in lengths]
    assert list(zero.get_ydata()) == [0, 0]
    assert axes.get_title().endswith("moving first is worth −0.2 at 6, −0.8 at 5 cards")


@pytest.mark.parametrize(("longest", "scale"), [(399, "linear"), (400, "log")])
def test_coins_are_drawn_over_an_axis_that_is_logarithmic_from_a_factor_of_100(
    longest: int, scale: str
) -> None:
    coins = [Summary(length, "", "coins", (1, 2, length // 2), (2, 9, 9)) for length in (4, 40, longest)]
    study = {"rows": "walk 2", "lengths": [4, 40, longest], "pairings": [], "reduced": True}
    (axes,) = drawn(study, *coins)["coins"].axes
    assert axes.get_xscale() == scale
    assert axes.lines[0].get_ydata().tolist() == [float(each.mean) for each in coins]
    band = {tuple(corner) for corner in axes.collections[0].get_paths()[0].vertices.tolist()}
    assert band == {(each.length, each.quantile(share)) for each in coins for share in (0.05, 0.95)}


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


def test_markdown_is_the_subject_and_the_tables_in_aligned_columns() -> None:
    head, *parts = markdown(SEVERAL_LENGTHS).split("\n\n")
    assert head == "7 random walks with steps up to 3 of each of 2 lengths (4 to 1,000 cards), seed 1."
    lines = parts[-1].splitlines()
    assert len({len(line) for line in lines}) == 1
    shown = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    coins = tables(SEVERAL_LENGTHS)[-1]
    assert [shown[0], *shown[2:]] == [coins.header, *coins.rows]


@pytest.mark.parametrize("results", [ONE_LENGTH, SEVERAL_LENGTHS], ids=["one length", "several lengths"])
def test_csv_and_json_have_every_measure_with_all_its_statistics(results: Results) -> None:
    document = json.loads(as_json(results))
    assert document["study"] == results.study.plain()
    found = list(csv.DictReader(io.StringIO(as_csv(results))))
    assert found == [{name: str(value) for name, value in each.items()} for each in document["results"]]
    for record, summary in zip(document["results"], results.summaries, strict=True):
        (low, high), of_mean = wilson(summary.positive, summary.rows), summary.mean_interval
        assert summary.pairing == f"{record['you']} against {record['opponent']}".removeprefix(" against ")
        assert (record["cards"], record["measure"]) == (summary.length, summary.measure)
        assert (record["positive"], record["positive_low"], record["positive_high"]) == (
            *(summary.positive, low, high),
        )
        assert record["negative_rate"] == summary.negative / summary.rows
        assert (record["mean"], record["mean_low"], record["mean_high"]) == (float(summary.mean), *of_mean)
        assert (record["least"], record["most"]) == (summary.values[0], summary.values[-1])
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
    results = tournament("best", "greedy", "modest left")
    ranked = standings(counted(describe(study, results.study), *results.summaries))
    assert sorted(standing.player for standing in ranked) == named
    several = Summary(8, GREEDY, "edge", (0,), (4,))
    assert standings(counted(results.study, *results.summaries, several)) == []


def test_nobody_meets_themselves_in_the_standings() -> None:
    results = tournament("greedy", "optimal", "modest")
    assert {each.games for each in standings(results)} == {16}


# --- words -------------------------------------------------------------------------------------


def test_rows_are_described_by_their_kind_their_number_and_their_lengths(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text("1 2 3\n" * 1200)
    assert subject(describe({"rows": f"file {file}"})) == f"1,200 rows of {file}"
    for study, words in (
        ({"lengths": 51, "seed": 9}, "100,000 shuffled decks cut to rows of 51 cards, seed 9"),
        ({"rows": "permutation", "lengths": 1500}, "100,000 random permutations of 1,500 cards, seed 1"),
        ({"rows": "uniform -4 4", "lengths": 5}, "100,000 uniform rows -4..4 of 5 cards, seed 1"),
    ):
        assert subject(describe(study)) == words


def test_a_mean_has_the_digits_that_its_error_leaves_and_only_a_whole_share_is_0_or_100() -> None:
    for count, words in ((500_000, "0.5000 ± 0.0010"), (10**9, "0.50000 ± 0.00002")):
        assert mean(Summary(6, "", "coins", (0, 1), (count, count))) == words
    shares = [0, 0.00004, 0.00005, 0.5, 0.9999999, 1]
    assert list(map(percent, shares)) == [
        "0.00 %", "0.004 %", "0.01 %", "50.00 %", "99.99999 %", "100.00 %"
    ]  # fmt: skip
