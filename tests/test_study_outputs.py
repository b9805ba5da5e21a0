"""The results of a study as charts, mark by mark, and as text and data in full: every column, every digit."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from matplotlib import rc_context
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle, StepPatch

from counted import counted
from expected import is_expected
from twoends.study import Results, Study, Summary, round_robin, standings
from twoends.study.charts import STYLE, charts, save
from twoends.study.description import describe
from twoends.study.pairings import StudyError
from twoends.study.tables import as_csv, as_json, markdown, subject

GREEDY, MODEST = "best against greedy right", "modest right against random"
NAMES = ["bot python3 very/very/long/mine.py", "bot python3 my/short2.py", "importlib.util:source_from_cache"]
"""Programs of 34 and 24 characters, and a function: one name is to be abbreviated."""


# --- the library of pictures ---------------------------------------------------------------------


def test_only_a_missing_library_is_reported_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "twoends.study.charts")
    monkeypatch.setitem(sys.modules, "matplotlib.ticker", ModuleType("matplotlib.ticker"))
    with pytest.raises(ImportError, match="cannot import name 'MaxNLocator'"):
        import_module("twoends.study.charts")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(StudyError, match=r"^pictures need Matplotlib: pip install "):
        import_module("twoends.study.charts")


# --- a figure in words -------------------------------------------------------------------------


def figure_as_text(name: str, figure: Any) -> str:
    """All that a figure shows, a line for each mark."""
    width, height = figure.get_size_inches()
    lines = [f"{name}: {width:.1f} by {height:.1f} inches, {type(figure.get_layout_engine()).__name__}"]
    for text in (figure._suptitle, figure._supxlabel):
        if text is not None and text.get_text():
            at = f"at {text.get_position()[0]:.2f} {text.get_ha()}, {text.get_fontsize():g} points"
            lines.append(f"  {text.get_text()!r} {at}, {text.get_weight()}, {colour(text.get_color())}")
    lines += [
        f"  legend {each._outside_loc} {each._loc} in {each._ncols} columns: {labels(each)}"
        for each in figure.legends
    ]
    for axes in figure.axes:
        lines += [f"  {line}" for line in axes_as_text(axes)]
    return "\n".join(lines) + "\n"


def axes_as_text(axes: Any) -> Iterator[str]:
    place = axes.get_subplotspec()
    if place:
        rows, columns, at, _ = place.get_geometry()
        yield f"axes {at + 1} of {rows} by {columns}, {place.get_gridspec().get_width_ratios()} wide"
    else:
        yield f"axes of colours, {axes._colorbar_info['shrink']} high"
    yield f"  title {axes.get_title('left')!r}, x {axes.get_xlabel()!r}, y {axes.get_ylabel()!r}"
    yield f"  x {axes.get_xscale()} {numbers(axes.get_xlim())}, y {numbers(axes.get_ylim())}"
    for of, axis in enumerate((axes.xaxis, axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        ticks = [
            label
            for label in axis.get_ticklabels()
            if label.get_text() and low <= label.get_position()[of] <= high
        ]
        how = {(label.get_rotation(), label.get_ha()) for label in ticks}
        yield f"  ticks {' '.join(label.get_text() for label in ticks)} {sorted(how)}"
    yield f"  frame {[name for name, spine in axes.spines.items() if spine.get_visible()]}"
    if legend := axes.get_legend():
        yield f"  legend {legend._loc}: {labels(legend)}"
    for line in axes.lines:
        style = (
            f"{line.get_linestyle()} {line.get_linewidth():g}, {line.get_marker()} {line.get_markersize()}"
        )
        at = f"{numbers(line.get_xdata())} / {numbers(line.get_ydata())}"
        yield f"  line {line.get_label()!r} {colour(line.get_color())} {style}: {at}"
    for patch in axes.patches:
        yield f"  {patch_as_text(patch)}"
    for band in axes.collections:
        if type(band).__name__ == "FillBetweenPolyCollection":
            corners = " ".join(numbers(corner) for corner in band.get_paths()[0].vertices)
            face = f"{colour(band.get_facecolor()[0])}, line {band.get_linewidth()[0]:g}"
            yield f"  band {band.get_label()!r} {face}: {corners}"
    for image in axes.images:
        yield f"  image {image.get_cmap().name} {numbers(image.get_clim())}: {image.get_array().tolist()}"
    for text in axes.texts:
        at = f"{numbers(text.get_position())} {text.get_ha()} {text.get_va()}"
        yield f"  text {text.get_text()!r} at {at} {colour(text.get_color())}"


def patch_as_text(patch: Any) -> str:
    ink = f"{colour(patch.get_edgecolor())} {patch.get_linestyle()} {patch.get_linewidth():g}"
    inside = f"{colour(patch.get_facecolor())} fill {patch.get_fill()} hatch {patch.get_hatch() or 'none'}"
    if isinstance(patch, StepPatch):
        values, edges, _ = patch.get_data()
        return f"steps {patch.get_label()!r} {ink}, {inside}: {numbers(values)} / {numbers(edges)}"
    assert isinstance(patch, Rectangle)
    return f"bar {ink}, {inside}: {numbers(patch.get_bbox().bounds)}"


def labels(legend: Any) -> list[str]:
    return [text.get_text() for text in legend.get_texts()]


def colour(given: Any) -> str:
    return str(to_hex(given, keep_alpha=True))


def numbers(given: Iterable[float]) -> str:
    return " ".join(f"{number:.4g}" for number in given)


# --- the pictures ------------------------------------------------------------------------------


MARGINS = {
    "best against greedy right": ((2, 5), (-1, 3)),
    "greedy right against modest right": ((-1, 1), (1, 2)),
    "best against modest right": ((3, 4), (2, 12)),
}
CHARTS: dict[str, Results] = {
    "margins of each pairing, in the same bins": counted(
        describe({"lengths": 6, "count": 8, "pairings": [GREEDY, MODEST]}),
        Summary(6, GREEDY, "margin first", (-2, 0, 6, 10), (1, 1, 3, 3)),
        Summary(6, GREEDY, "margin second", (-130, -4, 2), (1, 3, 4)),
        Summary(6, GREEDY, "edge", (0, 2), (5, 3)),
        Summary(6, MODEST, "margin first", (-6, 0), (7, 1)),
        Summary(6, MODEST, "margin second", (2, 4), (4, 4)),
    ),
    **{
        f"margins of {what}": counted(
            describe({"lengths": 6, "count": 8, "moves_first": "you"}),
            Summary(6, GREEDY, "margin first", values, counts),
        )
        for what, values, counts in (("one value", (4,), (8,)), ("none below zero", (0, 3, 9), (2, 2, 4)))
    },
    "losses, and apart from them the share of rows that lose nothing": counted(
        describe({"lengths": 6, "count": 10, "pairings": [MODEST, "greedy against optimal"]}),
        Summary(6, MODEST, "loss first", (0, 2, 4), (5, 3, 2)),
        Summary(6, MODEST, "loss second", (0, 6), (9, 1)),
        Summary(6, "greedy right against optimal", "loss first", (0, 190), (1, 9)),
        Summary(6, "greedy right against optimal", "loss second", (0,), (10,)),
    ),
    "the edge, separately over even and odd lengths": counted(
        describe({"rows": "uniform 0 9", "lengths": [4, 5, 6], "count": 4, "pairings": [GREEDY, MODEST]}),
        *(
            Summary(length, pairing, "edge", (-13, 0, length), (1, 1, 2))
            for pairing, length in product((GREEDY, MODEST), (4, 5, 6))
            if (length, pairing) != (5, MODEST)
        ),
    ),
    **{
        f"coins of up to {longest} cards, on an axis that is logarithmic from a factor of 100": counted(
            describe({"rows": "walk 2", "lengths": [4, 40, longest], "pairings": [], "reduced": True}),
            *(Summary(length, "", "coins", (1, 2, length // 2), (2, 9, 9)) for length in (4, 40, longest)),
        )
        for longest in (399, 400)
    },
    "a tournament, as a heat map of mean margins": counted(
        Study(lengths=(6,), count=4, pairings=round_robin(["best", "greedy", "modest"])),
        *(
            Summary(6, pairing, f"margin {turn}", values, (1, 3))
            for pairing, both in MARGINS.items()
            for turn, values in zip(("first", "second"), both, strict=True)
        ),
    ),
    "a tournament without margins, with short names": counted(
        Study(lengths=(6,), count=4, pairings=round_robin(NAMES)),
        *(
            Summary(6, str(pairing), f"margin {turn}", (0,), (4,))
            for pairing, turn in product(round_robin(NAMES), ("first", "second"))
        ),
    ),
}


def test_the_charts_in_full() -> None:
    with rc_context(STYLE):
        drawn = [
            f"# {what}\n{figure_as_text(name, figure)}"
            for what, results in CHARTS.items()
            for name, figure in charts(results)
        ]
    is_expected("charts.txt", "\n".join(drawn))


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


# --- numbers and words -------------------------------------------------------------------------


def test_the_rows_of_a_file_are_described_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text("1 2 3\n" * 1200)
    assert subject(describe({"rows": f"file {file}"})) == f"1,200 rows of {file}"
