"""Contests agree with brute force, keep their terms, and never change."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import product

import pytest

import twoends
from puzzles_oracle import GOLDEN_LINES, Row, ends_of, every_second_card, games, leaves, margin, replies_left
from twoends import Game, match, puzzles
from twoends.puzzles.contests import EVERY_SECOND_CARD, RUNGS, WEEK, Terms, best_margin
from twoends.views.puzzles import squares

CONTESTS = {name: game for name, _, game in GOLDEN_LINES if name.startswith("2-")}


def keeps_terms(contest: puzzles.Contest, terms: Terms, *, daily: bool) -> bool:
    """Whether you win by best play and habits do not; on a day, whether the first move decides that."""
    row, against = tuple(int(card) for card in contest.game.shape.cards), str(contest.game.opponent)
    assert (len(row), contest.game.you_first) == (terms.cards, terms.you_first)
    if margin(row, against, terms.you_first, len(row)) <= 0:
        return False
    for habit in terms.beats:
        sees = every_second_card if habit == EVERY_SECOND_CARD else _look(against, habit)
        if max(games(row, against, terms.you_first, sees)) > 0:
            return False
    return not daily or (min(ends_of(row, against, len(row))) <= 0 and _traps(row, against) >= terms.traps)


def _look(against: str, plies: int) -> Callable[[Row], tuple[int, int]]:
    return lambda row: ends_of(row, against, min(plies, len(row)))


def _traps(row: Row, against: str) -> int:
    """The decisions of the game of best moves, the left of two, at which the larger end costs something."""
    count = 0
    while len(row) > 1:
        left, right = ends_of(row, against, len(row))
        count += (row[0] > row[-1] and left < right) or (row[-1] > row[0] and right < left)
        row = leaves(row, left >= right)
        row = leaves(row, replies_left(row, against)) if row else row
    return count


@pytest.mark.parametrize("against", ["greedy right", "greedy left", "optimal", "generous"])
def test_the_best_margin_of_a_habit_is_that_of_its_luckiest_game(against: str) -> None:
    draw = random.Random(54)
    for _ in range(20):
        row = tuple(draw.randint(1, 3) for _ in range(draw.randint(1, 7)))
        for you_first, habit in product((True, False), (1, 2, EVERY_SECOND_CARD)):
            sees = every_second_card if habit == EVERY_SECOND_CARD else _look(against, habit)
            expected = max(games(row, against, you_first, sees))
            assert best_margin(Game(row, you_first, (), against), habit) == expected, (row, you_first, habit)


DAYS = (0, 8, 23, 10, 11, 12, 33, 6, 20)
"""Days after a Monday on which the rows change with almost any of their terms."""


def test_the_row_of_a_day_keeps_the_terms_of_its_weekday() -> None:
    monday = datetime(2026, 11, 23, 7)
    for day in (monday + timedelta(k) for k in DAYS):
        contest = puzzles.daily(day)
        assert keeps_terms(contest, WEEK[day.weekday()], daily=True), contest
        assert twoends.write(contest.game) == CONTESTS[contest.name], contest


@pytest.mark.parametrize("number", [k for k, terms in enumerate(RUNGS) if not terms.rules])
def test_a_row_of_a_rung_keeps_its_terms(number: int) -> None:
    for seed in range(1, 6):
        contest = puzzles.rung(number, seed)
        assert keeps_terms(contest, RUNGS[number], daily=False), contest
        assert twoends.write(contest.game) == CONTESTS[contest.name], contest


@pytest.mark.parametrize("number", [k for k, terms in enumerate(RUNGS) if terms.rules])
def test_on_a_rung_of_other_rules_greed_does_not_win_and_best_play_does(number: int) -> None:
    for seed in range(1, 6):
        game = puzzles.rung(number, seed).game
        played = {
            who: match(game, who, str(game.opponent)) for who in ("best", "greedy left", "greedy right")
        }
        assert [who for who in played if played[who].winner == "you"] == ["best"], f"{game}: {played}"
        assert twoends.write(game) == CONTESTS[f"2-rung-{number}-{seed}"]


def test_squares_are_green_yellow_and_red() -> None:
    made = [(3, 0), (3, 2), (3, 3), (3, 5), (0, 2), (-1, 0)]
    assert squares(puzzles.Decision(*each) for each in made) == "🟩🟨🟥🟥🟨🟩"
