"""A tournament's standings are those of its games played one by one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import run as twoends
from twoends.answers.matches import match
from twoends.study import Study, StudyError, round_robin, run, standings
from twoends.study.draw import draw
from twoends.study.tables import tables

PLAYERS = ["best", "greedy left", "greedy right", "modest right"]

TOURNAMENT = Study(rows="uniform 1 5", lengths=(7,), count=30, seed=8, pairings=round_robin(PLAYERS))


def test_standings_are_those_of_games_played_one_by_one() -> None:
    (chunk,) = TOURNAMENT.chunks()
    results: dict[str, list[tuple[float, int]]] = {player: [] for player in PLAYERS}
    for row in draw(TOURNAMENT, chunk).tolist():
        for first in PLAYERS:
            for second in PLAYERS:
                if first != second:
                    taken = match(row, first, second).game.earned
                    margin = int(sum(taken[::2]) - sum(taken[1::2]))
                    results[first].append((1.0 if margin > 0 else 0.5 if margin == 0 else 0.0, margin))
                    results[second].append((1.0 if margin < 0 else 0.5 if margin == 0 else 0.0, -margin))
    ranked = standings(run(TOURNAMENT))
    scores = {player: sum(score for score, _ in games) / len(games) for player, games in results.items()}
    assert [each.player for each in ranked] == sorted(PLAYERS, key=lambda player: -scores[player])
    for each in ranked:
        games = results[each.player]
        assert each.games == len(games)
        assert each.score == pytest.approx(scores[each.player])
        assert each.won == pytest.approx(sum(score == 1 for score, _ in games) / len(games))
        assert each.margin == pytest.approx(sum(margin for _, margin in games) / len(games))
        assert each.score_interval[0] <= each.score <= each.score_interval[1]
        assert each.margin_interval[0] <= each.margin <= each.margin_interval[1]


def test_the_interval_of_a_score_counts_a_draw_as_half_a_win() -> None:
    drawn = Study(rows="uniform 1 1", lengths=(6,), count=50, pairings=round_robin(["greedy", "modest"]))
    for each in standings(run(drawn)):
        low, high = each.score_interval
        assert low < each.score == 0.5 < high, each


def test_players_are_not_ranked_where_one_of_two_always_moves_first() -> None:
    pairings = round_robin(["greedy", "modest"])
    assert standings(run(Study(lengths=(4,), count=5, moves_first="you", pairings=pairings))) == []


@pytest.mark.parametrize(
    ("pairings", "ranked"),
    [
        (TOURNAMENT.pairings[1:], []),
        (round_robin(PLAYERS[:2])[:1], []),
        (round_robin(PLAYERS[:2]), PLAYERS[:2]),
    ],
)
def test_players_are_ranked_where_everybody_meets_everybody(pairings: Any, ranked: list[str]) -> None:
    played = standings(run(Study(lengths=(4,), count=5, pairings=pairings)))
    assert [each.player for each in played] == ranked


@pytest.mark.parametrize("players", [["greedy"], ["greedy", "greedy right"], ["best", "best", "greedy"]])
def test_a_tournament_needs_two_players_and_each_of_them_once(players: list[str]) -> None:
    with pytest.raises(StudyError):
        round_robin(players)


def test_the_command_ranks_and_draws(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    options = ["--rows", "uniform 1 9", "--length", "6", "--count", "20", "--out", str(folder), "--json"]
    told = json.loads(twoends("tournament", "optimal", "greedy", "modest", *options).out)["standings"]
    assert told[-1]["player"] == "modest right"
    assert (folder / "cross.png").stat().st_size > 10_000
    assert (folder / "results.md").read_text().count("modest right") == 8
    pairings = round_robin(["optimal", "greedy", "modest"])
    first = tables(run(Study(rows="uniform 1 9", lengths=(6,), count=20, pairings=pairings)))[0]
    assert [row[1] for row in first.rows] == [each["player"] for each in told]
    assert "fouls" not in first.header, "only programs can foul"
