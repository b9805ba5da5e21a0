"""The numbers of a study are those of games played by hand, and charts and tables show what was counted."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections import Counter
from dataclasses import asdict, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from expected import calls_are_expected, is_expected
from twoends import TwoEndsError
from twoends.answers.batch_games import play_rows
from twoends.answers.matches import match
from twoends.engine import contraction
from twoends.study import Pairing, Results, Study, Summary, folder, measure, read, run, running, wilson
from twoends.study.charts import _share, charts
from twoends.study.description import describe, rows_of_file
from twoends.study.folder import claim, merge, store
from twoends.study.measure import _seeds, draw
from twoends.study.statistics import mean_margins, round_robin, standings
from twoends.study.tables import as_csv, as_json, markdown, mean, subject, tables

KINDS = ["deck", "uniform -3 3", "permutation", "walk 2"]

SMALL = describe({
    "rows": "uniform 1 9", "lengths": [5, 6], "count": 12, "seed": 3, "reduced": True, "chunk_cards": 30,
    "pairings": ["best against greedy left", "optimal against greedy left", "modest against optimal"],
})  # fmt: skip


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
                measured = {"edge": first - second} if study.moves_first == "both" else {}
                for at, (mover, side) in enumerate((("you", "first"), ("opponent", "second"))):
                    if study.moves_first in ("both", mover):
                        mine, most = got[pairing.you][at], got["best"][at]
                        measured[f"margin {side}"] = 2 * mine - sum(row) if rules.fixed_sum else mine
                        measured |= {f"loss {side}": most - mine} if pairing.you != "best" else {}
                for name, value in measured.items():
                    counts[length, str(pairing), name, value] += 1
    return counts


@pytest.mark.parametrize(
    ("rules", "moves_first"),
    [("take 1 either", "both"), ("take 1-2 either", "opponent"), ("score turn", "you"),
     ("score rest, turns ABBA", "both")],
)  # fmt: skip
def test_counts_and_kept_rows_match_games_played_move_by_move_for_chunks_in_any_order(
    tmp_path: Path, rules: str, moves_first: str
) -> None:
    changes = {"count": 9, "chunk_cards": 20, "rules": rules, "moves_first": moves_first}
    study = describe(changes | {"reduced": rules == "take 1 either", "keep_rows": True}, SMALL)
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


# --- statistics --------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_intervals_of_rates_match_scipy(case: tuple[int, int]) -> None:
    successes, trials = case
    expected = stats.binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert wilson(successes, trials) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert (wilson(0, trials)[0], wilson(trials, trials)[1]) == (0.0, 1.0), "exactly"


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
        error = error_of(Pairing, mine, "optimal")
        assert error.startswith(f"{name} cannot be imported by other processes and later runs: define it in")


FEW = describe({"lengths": [4, 5], "count": 7, "chunk_cards": 10, "pairings": ["best against greedy"]})
"""Chunks of 2 rows, of which the last of each length has one."""


def test_calls_of_studies_answer_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def written(content: str | bytes, name: str = "rows ö.txt") -> Path:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
        rows_of_file.cache_clear()  # which another process would not have
        return Path(name)

    def of_file(content: str, **more: Any) -> Study:
        return describe({"rows": f"file {written(content)}"} | more)

    names = {**vars(folder), **vars(running), **globals(), "of_file": of_file, "written": written}
    names["processors"] = lambda number: monkeypatch.setattr(os, "cpu_count", lambda: number)
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


# --- results as charts and tables ---------------------------------------------------------------

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


def bands(axes: Any) -> list[list[tuple[float, float]]]:
    """The lower and the upper edge of each shaded band at each of its lengths."""
    points = [band.get_paths()[0].vertices for band in axes.collections]
    at_length = [[each[each[:, 0] == length, 1] for length in sorted({*each[:, 0]})] for each in points]
    return [[(edge.min(), edge.max()) for edge in edges] for edges in at_length]


@pytest.mark.parametrize("kind", ["margin", "loss"])
def test_margins_and_losses_are_drawn_as_percentages_of_the_rows(kind: str) -> None:
    values = ((-3, 1, 5, 9), (-131, -3, 1)) if kind == "margin" else ((0, 4, 6, 10), (0, 2, 130))
    first = Summary(6, MODEST, f"{kind} first", values[0], (1, 1, 3, 3))
    second = Summary(6, MODEST, f"{kind} second", values[1], (1, 3, 4))
    ((name, figure),) = drawn({"lengths": 6, "count": 8, "pairings": [MODEST]}, first, second).items()
    *left, axes = figure.axes
    for steps, summary in zip(axes.patches, (first, first, second), strict=True):
        heights, edges, _ = steps.get_data()
        pairs = list(zip(summary.values, summary.counts, strict=True))
        inside = [sum(count for value, count in pairs if low < value < high) for low, high in pairwise(edges)]
        assert heights == pytest.approx([100 * count / summary.rows for count in inside])
        assert sum(heights) == pytest.approx(100 - 12.5 * len(left)), "zeros have a panel"
        gap = 4 if kind == "margin" else 2
        assert {(edge - summary.values[0]) % gap for edge in edges} == {gap / 2}, "between two values"
        assert axes.get_ylabel() == f"% of rows, in bins of {edges[1] - edges[0]:.0f}"
        assert (axes.get_xlim()[1] >= summary.values[-1], axes.get_ylim()[0]) == (True, 0)
    lines = dict(zip((axes.patches[0], axes.patches[2]), figure.legends[0].texts, strict=True))
    told = {line.get_linestyle(): text.get_text() for line, text in lines.items()}
    assert told == {"-": "you move first", "--": "you move second"}
    assert [bar.get_height() for panel in left for bar in panel.patches] == [12.5] * 2 * len(left)
    how = {"margin": "wins 87.5 % moving first, 50.0 %", "loss": "loses 6.5 moving first, 65.8"}[kind]
    assert " ".join(axes.get_title().split()).startswith(f"Modest right against random {how} moving second")
    assert name == {"margin": "margins", "loss": "losses"}[kind]
    assert figure._supxlabel.get_text() == "8 shuffled decks cut to rows of 6 cards, seed 1"
    shares = {0: "0 %", 8000: "100 %", 7: "under 0.1 %", 8: "0.1 %", 7992: "99.9 %", 7993: "over 99.9 %"}
    assert {part: _share(part, 8000) for part in shares} == shares


def test_the_edge_and_the_coins_are_drawn_over_the_length_which_is_logarithmic_from_a_hundredfold() -> None:
    edges = {length: Summary(length, GREEDY, "edge", (-13, 0, length), (1, 1, 2)) for length in (4, 5, 400)}
    margins, losses = (Summary(4, GREEDY, f"{kind} first", (1,), (4,)) for kind in ("margin", "loss"))
    described = {"rows": "permutation", "lengths": [4, 5, 400], "count": 4}
    ((name, figure),) = drawn(described, margins, losses, *edges.values()).items()
    assert name == "edge", "margins and losses of several lengths are not added up"
    (axes,) = figure.axes
    even, odd, zero = axes.lines
    told = [text.get_text() for text in figure.legends[0].texts]
    for line, lengths, name in zip((even, odd), ([4, 400], [5]), told, strict=True):
        assert name == f"{'odd' if line is odd else 'even'} number of cards"
        assert line.get_xdata().tolist() == lengths
        assert line.get_ydata().tolist() == [float(edges[length].mean) for length in lengths]
    assert bands(axes) == [[edges[length].mean_interval for length in lengths] for lengths in ([4, 400], [5])]
    assert (list(zero.get_ydata()), axes.get_xscale()) == ([0, 0], "log")
    assert axes.get_title().endswith("moving first is worth 196.8 at 400, −0.8 at 5 cards")
    coins = [Summary(length, "", "coins", (1, 2, 3, length), (1, 1, 16, 2)) for length in (4, 399)]
    study = {"rows": "permutation", "lengths": [4, 399], "count": 20, "reduced": True}
    (axes,) = drawn(study, *coins)["coins"].axes
    assert axes.lines[0].get_ydata().tolist() == [float(each.mean) for each in coins]
    assert (bands(axes), axes.get_xscale()) == ([[(1, 4), (1, 399)]], "linear")
    assert axes.get_title() == "Of 399 cards, contraction leaves 42.5 coins on average"


def tournament(*players: str, fouls: bool = False) -> Results:
    """A round robin; the margins are far from those of such players, so that a mistake is seen."""
    study, summaries = Study(lengths=(6,), count=4, pairings=round_robin(players)), list[Summary]()
    for k, pairing in enumerate(study.pairings):
        margins = (("margin first", (k - 3, 0, 9), (1, 1, 2)), ("margin second", (-7, k, 300), (1, 1, 2)))
        lost = ("foul first", (-1, 0, 1), (1, 1 + k, 2)), ("foul second", (0, 1), (2, 1100))
        summaries += [Summary(6, str(pairing), *each) for each in margins + lost * fouls]
    return counted(study, *summaries)


def test_a_tournament_is_drawn_as_a_heat_map_of_mean_margins() -> None:
    results = tournament(*NAMES)
    margins, players = mean_margins(results), [standing.player for standing in standings(results)]
    ((name, figure),) = charts(results)
    axes: Any = figure.axes[0]
    shown = axes.images[0].get_array().tolist()
    assert (name, axes.get_xlabel(), axes.get_ylabel()) == ("cross", "against", "player")
    assert axes.images[0].get_clim() == (-max(margins.values()), max(margins.values()))
    assert shown == [[margins.get((you, other), 0) for other in players] for you in players]
    assert [float(text.get_text().replace("−", "-")) for text in axes.texts] == pytest.approx(
        [margin for row in shown for margin in row if margin], abs=0.05
    )
    assert {label.get_text() for label in axes.get_yticklabels()} == {*NAMES[:2], "bot …y/very/long/mine.py"}
    assert figure.get_suptitle().startswith("Source from cache comes first: +"), "a function as words"


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
BY_OTHER_RULES = {"rules": "score rest", "pairings": ["optimal trembling 1/4 against greedy"], "count": 7}


def test_studies_have_these_titles_tables_and_means() -> None:
    described = (
        describe({"rows": rows, "lengths": 4, "count": 7}) for rows in ("permutation", "uniform 1 9")
    )
    means = [mean(Summary(6, GREEDY, "edge", (0, 1), (1, 10**k))) for k in (1, 3, 4, 9)]
    is_expected(
        "studies.txt",
        "\n".join([
            markdown(ONE_LENGTH),
            markdown(SEVERAL_LENGTHS),
            markdown(counted(describe(BY_OTHER_RULES), ONE_LENGTH.summaries[0])),
            markdown(tournament("optimal", "bot ./mine", "random", fouls=True)),
            *map(subject, described),
            *means,
            mean(Summary(6, GREEDY, "edge", (5,), (1,))),
            "",
        ]),
    )  # fmt: skip


@settings(max_examples=30)
@given(st.lists(st.integers(-(10**7), 10**7), min_size=2, max_size=60))
def test_csv_and_json_have_every_measure_with_the_statistics_of_numpy_and_scipy(drawn: list[int]) -> None:
    distinct = tuple(sorted({*drawn}))
    any_values = Summary(6, GREEDY, "edge", distinct, tuple(map(drawn.count, distinct)))
    for results in (ONE_LENGTH, SEVERAL_LENGTHS, counted(ONE_LENGTH.study, any_values)):
        document = json.loads(as_json(results))
        assert (document["study"], document["confidence"]) == (results.study.plain(), 0.95)
        found = list(csv.DictReader(io.StringIO(as_csv(results))))
        assert found == [{name: str(value) for name, value in each.items()} for each in document["results"]]
        for record, summary in zip(document["results"], results.summaries, strict=True):
            values = np.repeat(summary.values, summary.counts)
            you, _, opponent = summary.pairing.partition(" against ")
            expected = {"cards": summary.length, "you": you, "opponent": opponent}
            expected |= {"measure": summary.measure, "rows": len(values)}
            for name, sign in (("positive", 1), ("zero", 0), ("negative", -1)):
                count = int((np.sign(values) == sign).sum())
                low, high = wilson(count, len(values))
                expected |= {name: count, f"{name}_low": low, f"{name}_high": high}
                expected[f"{name}_rate"] = count / len(values)
            error = stats.sem(values)
            half = stats.norm.interval(0.95, 0, error)[1] if error else 0
            expected |= {"mean": values.mean(), "error": error, "deviation": np.std(values, ddof=1)}
            expected |= {"mean_low": values.mean() - half, "mean_high": values.mean() + half}
            expected |= {"least": min(values), "most": max(values)}
            for share in (5, 25, 50, 75, 95):
                expected[f"quantile_{share}"] = np.quantile(values, share / 100, method="inverted_cdf")
            assert record == pytest.approx(expected, abs=1e-8), summary


def test_a_standing_is_that_of_all_games_against_others_from_the_side_of_the_player() -> None:
    results = tournament("optimal", "bot ./mine", "random", fouls=True)
    ranked = standings(results)
    for got in ranked:
        played, fouls = list[Any](), 0
        for each in results.summaries:
            players = you, opponent = each.pairing.split(" against ")
            values = np.repeat(each.values, each.counts) * (1 if you == got.player else -1)
            if you == opponent or got.player not in players:
                continue
            if each.measure.startswith("margin"):
                played.append(values)
            else:
                fouls += (values > 0).sum()
        every = np.concatenate(played)
        shares = [(np.sign(every) == sign).mean() for sign in (1, 0, -1)]
        assert (got.won, got.drawn, got.lost) == pytest.approx(shares), got
        assert (got.games, got.score, got.margin, got.fouls) == (
            len(every), shares[0] + shares[1] / 2, every.mean(), fouls,
        )  # fmt: skip
        spans = [wilson((np.sign(each) + 1).sum() / 2, len(each)) for each in played]
        half = np.mean([stats.norm.interval(0.95, 0, stats.sem(each))[1] for each in played])
        assert got.score_interval == pytest.approx(np.mean(spans, axis=0)), got
        assert got.margin_interval == pytest.approx((got.margin - half, got.margin + half)), got
    assert json.loads(as_json(results))["standings"] == [
        json.loads(json.dumps(asdict(each))) for each in ranked
    ]
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
    for values, counts in (((0,), (4,)), ((-9, 1), (1, 3))):  # all equal; who is named first wins more often
        same = [Summary(6, each.pairing, each.measure, values, counts) for each in results.summaries]
        ranked = standings(counted(results.study, *same))
        assert [standing.player for standing in ranked] == players
