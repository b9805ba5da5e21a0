"""A tournament's standings are those of its games played one by one."""

from __future__ import annotations

from itertools import permutations

import pytest

from twoends.answers.matches import match
from twoends.study import Study, round_robin, run, standings
from twoends.study.measure import draw

PLAYERS = ["best", "greedy left", "greedy right", "modest right"]

TOURNAMENT = Study(rows="uniform 1 5", lengths=(7,), count=30, seed=8, pairings=round_robin(PLAYERS))


def test_standings_match_games_played_one_by_one() -> None:
    (chunk,) = TOURNAMENT.chunks()
    results: dict[str, list[tuple[float, int]]] = {player: [] for player in PLAYERS}
    for row in draw(TOURNAMENT, chunk).tolist():
        for first, second in permutations(PLAYERS, 2):
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
    one, other = standings(run(drawn))
    for standing in (one, other):
        low, high = standing.score_interval
        assert low < standing.score == 0.5 < high, standing
