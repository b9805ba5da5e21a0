"""Contests keep their terms, looks play as they see, and squares say what a game gave away."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import cache
from itertools import product

import pytest

from twoends import Game, puzzles
from twoends.puzzles.contests import EVERY_SECOND_CARD, RUNGS, WEEK, Terms
from twoends.rules.errors import TwoEndsError
from twoends.views.puzzles import contest_text, result, squares

Row = tuple[int, ...]

# --- own recursions, on tuples of cards ------------------------------------------------------------


def leaves(row: Row, left: bool) -> Row:
    return row[1:] if left else row[:-1]


def takes(row: Row, left: bool) -> int:
    return row[0] if left else row[-1]


@cache
def margin(row: Row, against: str, yours: bool, plies: int) -> int:
    """Your margin when so many plies have been played from here, each side by what it sees."""
    if not row or not plies:
        return 0
    if not yours and against == "greedy":
        left = row[0] > row[-1]
        return margin(leaves(row, left), against, True, plies - 1) - takes(row, left)
    sign = 1 if yours else -1
    ends = [
        sign * takes(row, left) + margin(leaves(row, left), against, not yours, plies - 1)
        for left in (True, False)
    ]
    return max(ends) if yours or against == "generous" else min(ends)


def ends_of(row: Row, against: str, plies: int) -> tuple[int, int]:
    """What you see in either end."""
    left, right = (
        takes(row, left) + margin(leaves(row, left), against, False, plies - 1) for left in (True, False)
    )
    return left, right


def replies_left(row: Row, against: str) -> bool:
    """Whether the opponent takes the left end: greedy only a larger one, the others also one of two equal."""
    if against == "greedy" or len(row) == 1:
        return row[0] > row[-1]
    left, right = (
        margin(leaves(row, left), against, True, len(row)) - takes(row, left) for left in (True, False)
    )
    return left >= right if against == "generous" else left <= right


def games(row: Row, against: str, yours: bool, sees: Callable[[Row], tuple[int, int]]) -> Iterator[int]:
    """The final margins of all games of a player who takes the end that looks better, or either one."""
    if not row:
        yield 0
        return
    if not yours:
        left = replies_left(row, against)
        yield from (rest - takes(row, left) for rest in games(leaves(row, left), against, True, sees))
        return
    by_left, by_right = sees(row)
    for left in [True] * (by_left >= by_right) + [False] * (by_left <= by_right):
        yield from (rest + takes(row, left) for rest in games(leaves(row, left), against, False, sees))


def every_second_card(row: Row) -> tuple[int, int]:
    """A row of an even number of cards is worth the difference of its colours."""
    if len(row) % 2 == 0:
        even, odd = sum(row[::2]), sum(row[1::2])
        return even - odd, odd - even
    left, right = (
        takes(row, left) - abs(sum(leaves(row, left)[::2]) - sum(leaves(row, left)[1::2]))
        for left in (True, False)
    )
    return left, right


def look_of(row: Row, against: str, you_first: bool, plies: int) -> list[tuple[int, int]]:
    """Promised margin and loss of each decision of a look, which takes the dearer one of two equal ends."""
    made, gained, yours = [], 0, you_first
    while row:
        left = replies_left(row, against)
        if yours:
            truth, seen = ends_of(row, against, len(row)), ends_of(row, against, min(plies, len(row)))
            left = seen[0] > seen[1] or (seen[0] == seen[1] and truth[0] < truth[1])
            if len(row) > 1:
                made.append((gained + max(truth), max(truth) - truth[not left]))
        gained += takes(row, left) * (1 if yours else -1)
        row, yours = leaves(row, left), not yours
    return made


# --- looks -------------------------------------------------------------------------------------


def test_a_look_plays_by_what_it_sees() -> None:
    draw = random.Random(51)
    for _ in range(60):
        row = tuple(draw.randint(1, 9) for _ in range(draw.randint(1, 7)))
        for against, you_first in product(("greedy", "optimal", "generous"), (True, False)):
            game = Game(row, you_first, (), against)
            for plies in range(1, len(row) + 1):
                expected = look_of(row, against, you_first, plies)
                assert puzzles.look(game, plies) == expected, f"{game}, {plies} plies"


def test_like_looking_is_the_fewest_plies_that_give_away_no_more() -> None:
    draw = random.Random(52)
    for _ in range(60):
        row = tuple(draw.randint(1, 9) for _ in range(draw.randint(2, 8)))
        game = Game(row, draw.random() < 0.5, (), "greedy")
        while not game.over:
            game = game.play(draw.choice(game.moves()))
        lost = sum(each.lost for each in puzzles.decisions(game))
        by_plies = [sum(lost for _, lost in look_of(row, "greedy", game.you_first, k)) for k in range(1, 9)]
        expected = min(next(k for k, each in enumerate(by_plies, 1) if each <= lost), len(row))
        assert puzzles.like_looking(game) == expected, f"{game}: lost {lost}, {by_plies}"


def _rest(game: Game) -> Row:
    return tuple(int(card) for card in game.rest.cards)


# --- contests ------------------------------------------------------------------------------------


def keeps_terms(contest: puzzles.Contest, terms: Terms, *, daily: bool) -> bool:
    """Whether you win by best play and habits do not; on a day, whether the first move decides that."""
    row, against = tuple(int(card) for card in contest.game.shape.cards), terms.against
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


def test_the_row_of_a_day_keeps_the_terms_of_its_weekday() -> None:
    monday = date(2026, 11, 23)
    for day in (monday + timedelta(k) for k in range(0, 42, 4)):
        contest = puzzles.daily(day)
        assert keeps_terms(contest, WEEK[day.weekday()], daily=True), contest


@pytest.mark.parametrize("number", [k for k, terms in enumerate(RUNGS) if not terms.rules])
def test_a_row_of_a_rung_keeps_its_terms(number: int) -> None:
    for seed in range(1, 6):
        contest = puzzles.rung(number, seed)
        assert keeps_terms(contest, RUNGS[number], daily=False), contest


@pytest.mark.parametrize("number", [k for k, terms in enumerate(RUNGS) if terms.rules])
def test_on_a_rung_of_other_rules_greed_does_not_win_and_best_play_does(number: int) -> None:
    for seed in range(1, 4):
        game = puzzles.rung(number, seed).game
        played = {who: _played(game, who) for who in ("best", "greedy left", "greedy right")}
        assert [who for who, margin in played.items() if margin > 0] == ["best"], f"{game}: {played}"


def _played(game: Game, who: str) -> float:
    from twoends import match

    after = match(game, who, str(game.opponent)).game
    return float(after.yours - after.theirs)


@pytest.mark.parametrize("name", ["", "2-day-2026-13-01", "2-day-20261123", "2-rung-10-1", "2-rung-1-01"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(TwoEndsError, match="is not the name of a contest"):
        puzzles.contest(name)


# --- what is said of them ------------------------------------------------------------------------


def test_squares_are_green_yellow_and_red() -> None:
    made = [(3, 0), (3, 2), (3, 3), (3, 5), (0, 2), (-1, 0)]
    assert squares(puzzles.Decision(*each) for each in made) == "🟩🟨🟥🟥🟨🟩"


def test_a_finished_day_is_told_and_shared() -> None:
    contest = puzzles.daily(date(2026, 11, 23))
    game = contest.game
    while not game.over:
        game = game.play("L" if game.mover == "you" or replies_left(_rest(game), "greedy") else "R")
    lines = contest_text(contest, game).splitlines()
    assert lines[0] == "You gave away 4 and lost, 33 : 35. You played like looking 3 ahead.", lines
    assert [line.partition("  ")[2].partition(":")[0] for line in lines[2:]] == [
        "you", "larger end", "a look of 2 moves", "a look of 4 moves",
    ]  # fmt: skip
    shared = result(contest, game)
    assert shared.startswith("Two Ends 2026-11-23 · Greedy · lost, gave away "), shared
    assert shared.endswith(" ahead"), shared
