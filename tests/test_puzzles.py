"""Puzzles, depths, looks and contests agree with brute force, and those of a name never change."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

import twoends
from expected import DATA
from page_modules import RULES
from twoends import Game, match, puzzles
from twoends.answers.policies import policy
from twoends.engine.replies import reply_kind
from twoends.puzzles import contests
from twoends.puzzles.contests import EVERY_SECOND_CARD, RUNGS, WEEK, Terms, best_margin
from twoends.puzzles.rows import rows
from twoends.rules.moves import Move
from twoends.rules.notation import moves_text
from twoends.rules.opponent_names import every_opponent
from twoends.views.puzzles import question, squares

CERTAIN = every_opponent(stochastic=False)

BY_TIES = [str(twoends.opponent(f"{who.name} {ties}")) for who in CERTAIN for ties in ("left", "right")]

GOLDEN_LINES = [line.partition(": ") for line in (DATA / "puzzles.txt").read_text("utf-8").splitlines()]
"""A name, the row, the best end and the loss, a line each; of contests the game. More may be added."""


# --- brute force on tuples of cards --------------------------------------------------------------

Row = tuple[int, ...]

HABITS: dict[str, Callable[[int, int], bool]] = {
    "greedy right": lambda left, right: left > right,
    "greedy left": lambda left, right: left >= right,
    "modest right": lambda left, right: left < right,
    "modest left": lambda left, right: left <= right,
}
"""Whether an opponent who compares the ends takes the left one."""


def leaves(row: Row, left: bool) -> Row:
    return row[1:] if left else row[:-1]


def takes(row: Row, left: bool) -> int:
    return row[0] if left else row[-1]


@cache
def margin(row: Row, against: str, yours: bool, plies: int) -> int:
    """Your margin when so many plies have been played from here, each side by what it sees."""
    if not row or not plies:
        return 0
    if not yours and against in HABITS:
        left = HABITS[against](row[0], row[-1])
        return margin(leaves(row, left), against, True, plies - 1) - takes(row, left)
    sign = 1 if yours else -1
    ends = [
        sign * takes(row, left) + margin(leaves(row, left), against, not yours, plies - 1)
        for left in (True, False)
    ]
    return max(ends) if yours or against.startswith("generous") else min(ends)


def ends_of(row: Row, against: str, plies: int) -> tuple[int, int]:
    """What you see in either end."""
    left, right = (
        takes(row, left) + margin(leaves(row, left), against, False, plies - 1) for left in (True, False)
    )
    return left, right


def replies_left(row: Row, against: str) -> bool:
    """Whether the opponent takes the left end."""
    if against in HABITS:
        return HABITS[against](row[0], row[-1])
    left, right = (
        margin(leaves(row, left), against, True, len(row)) - takes(row, left) for left in (True, False)
    )
    if left == right:
        return not against.endswith(" right")
    return (left > right) == against.startswith("generous")


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


# --- depths and puzzles --------------------------------------------------------------------------


def seen(game: Game, plies: int) -> Any:
    """Your margin so many plies on, if you and those who look ahead see no further."""
    if game.over or not plies:
        return game.margin
    moves, against = game.moves(), game.opponent
    if game.mover == "opponent" and against.looks_at_cards:
        moves = (policy(game)(game.state, random.Random(0)),)
    best = max if game.mover == "you" or against.name == "generous" else min
    return best(seen(game.play(move), plies - 1) for move in moves)


def right_moves(game: Game) -> dict[int, Move | None]:
    """The one move that a look of so many plies prefers; None if several are equal."""
    found = dict[int, Move | None]()
    for plies in range(1, len(game.rest) + 1):
        margins = {move: seen(game.play(move), plies - 1) for move in game.moves()}
        best = [move for move, margin in margins.items() if margin == max(margins.values())]
        found[plies] = best[0] if len(best) == 1 else None
    return found


def depths_by_playing(game: Game) -> list[int]:
    """The depth of a game, straight from the definition; none if both ends are right."""
    right = right_moves(game)
    return [
        d
        for d in right
        if right[d] and {right[k] for k in right if k >= d} == {right[d]} and right.get(d - 1) != right[d]
    ]


def drawn_games(draw: random.Random) -> Iterator[Game]:
    """A game by each rules on a row of five cards, many by the default, in which it is your turn or over."""
    for rules in (*12 * [""], *RULES):
        alone = "turns A" in rules and "B" not in rules
        against = "optimal" if alone else draw.choice([*map(str, CERTAIN), "left"])
        row = [draw.randint(1, 6) for _ in range(5)]
        game = Game(row, alone or draw.random() < 0.5, (), against, rules or None)
        while not game.over and (game.mover == "opponent" or draw.random() < 0.2):
            game = game.play(draw.choice(game.moves()))
        yield game


def test_depth_follows_its_definition_under_all_rules() -> None:
    draw = random.Random(53)
    for game in [game for _ in range(6) for game in drawn_games(draw)]:
        if len(game.moves()) < 2:
            continue
        depths = [depth for depth in range(7) if puzzles.depths.has_depth(game, depth)]
        assert depths == depths_by_playing(game), f"{game}: {right_moves(game)}"
        if game.rules.plain:
            assert puzzles.depth(game.rest.cards, game.opponent) == next(iter(depths), None), game


def test_decisions_are_what_each_move_with_a_choice_takes_from_the_promised_margin() -> None:
    draw = random.Random(54)
    for game in drawn_games(draw):
        while not game.over and draw.random() < 0.9:
            game = game.play(draw.choice(game.moves()))
        dealt, expected = replace(game, ends=()), list[tuple[Any, Any]]()
        for move in game.ends:
            after = dealt.play(move)
            if dealt.mover == "you" and len(dealt.moves()) > 1:
                best = seen(dealt, 9)
                expected.append((best, best - seen(after, 9)))
            dealt = after
        assert puzzles.decisions(game) == expected, game


PUZZLES: tuple[dict[str, Any], ...] = (
    {"opponent": "modest left", "depth": 4, "you_first": False},
    {"opponent": "generous", "depth": 4},
    {"depth": 2, "rules": "take 1-3 left"},
    {"opponent": "optimal right", "depth": 2, "you_first": False, "rules": "turns ABBA"},
    {"opponent": "left", "depth": 1, "you_first": False, "rules": "turns AAB"},
    {"opponent": "greedy left", "depth": 3, "you_first": False, "rules": "score turn"},
)


@pytest.mark.parametrize("given", PUZZLES, ids=str)
def test_a_puzzle_is_the_first_row_of_its_name_with_its_depth(given: dict[str, Any]) -> None:
    given = given | {"length": 5}
    for seed, made in enumerate(islice(puzzles.puzzles(**given), 3)):
        assert made == puzzles.puzzle(seed, **given) == puzzles.named(made.name)
        game = Game(
            (), given.get("you_first", True), (), given.get("opponent", "optimal"), given.get("rules")
        )
        for cards in rows(made.name, 5):
            game = replace(game, shape=twoends.Row.of(cards), ends=())
            while game.mover == "opponent":
                game = game.play(policy(game)(game.state, random.Random(0)))
            if given["depth"] in depths_by_playing(game):
                break
        best, *others = sorted(twoends.solve(game).moves, key=lambda move: move.loss)
        assert made.game == game, made.name
        assert (made.best, made.loss, made.depth) == (best.move, others[0].loss, given["depth"]), made.name
        plain, asks = game.rules.plain, "left or right?"
        took = (
            f"the {game.shape.cards[game.places[0]]}"
            if plain and game.ends
            else moves_text(game.ends, game.rules)
        )
        begun = "You move first" if game.you_first else f"They moved first and took {took}"
        asks = asks if game.rules.one_card else "which end, and how many cards?"
        assert question(made).endswith(f". {begun}: {asks}"), made.name


# --- stable for all times ------------------------------------------------------------------------


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("length", range(6, 11))
def test_puzzles_are_those_of_the_golden_file(length: int, every: int) -> None:
    for name, _, text in [each for each in GOLDEN_LINES if each[0].startswith(f"1-{length}-")][::every]:
        made = puzzles.named(name)
        assert f"{made.rest} {made.best} {made.loss}" == text, f"{name}: give another number in GENERATOR"


@pytest.mark.parametrize("against", CERTAIN, ids=str)
def test_exactly_the_depths_that_no_row_has_are_refused_without_a_search(
    against: twoends.Opponent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "_find_puzzle", lambda name, *_: name)
    for turn in (3, 4):
        every = list(product(range(1, 5), repeat=turn))
        exist = {puzzles.depth(twoends.Row.of(cards), against) for cards in every} - {None}
        for you_first, plies in product((True, False), range(turn + 2)):
            settings: dict[str, Any] = {
                "length": turn + (not you_first),
                "depth": plies,
                "you_first": you_first,
            }
            if plies in exist:
                puzzles.puzzle(1, opponent=against, **settings)
                continue
            none = f"with {turn} cards on your turn .* not {plies}"
            outside = f"the depth is {plies}: give a whole number from 1 to {turn}$"
            with pytest.raises(twoends.TwoEndsError, match=none if 1 <= plies <= turn else outside):
                puzzles.puzzle(1, opponent=against, **settings)


def test_a_name_from_a_stranger_imports_no_module() -> None:
    before = set(sys.modules)
    with pytest.raises(twoends.TwoEndsError, match="is not the name of a puzzle"):
        puzzles.named("1-8-3-42-antigravity:fly")
    assert "antigravity" not in set(sys.modules) - before


# --- looks through a whole game ------------------------------------------------------------------


def test_a_look_plays_by_what_it_sees() -> None:
    draw = random.Random(51)
    for _ in range(60):
        row = tuple(draw.randint(1, 9) for _ in range(draw.randint(1, 7)))
        for against, you_first in product(BY_TIES, (True, False)):
            game = Game(row, you_first, (), against)
            for plies in range(1, len(row) + 1):
                expected = look_of(row, against, you_first, plies)
                assert puzzles.look(game, plies) == expected, f"{game}, {plies} plies"


def test_like_looking_is_the_fewest_plies_that_give_away_no_more() -> None:
    draw = random.Random(52)
    for _ in range(60):
        row = tuple(draw.randint(1, 9) for _ in range(draw.randint(2, 8)))
        against = draw.choice(BY_TIES)
        game = Game(row, draw.random() < 0.5, (), against)
        while not game.over:
            game = game.play(draw.choice(game.moves()))
        lost = sum(each.lost for each in puzzles.decisions(game))
        by_plies = [sum(lost for _, lost in look_of(row, against, game.you_first, k)) for k in range(1, 9)]
        expected = min(next(k for k, each in enumerate(by_plies, 1) if each <= lost), len(row))
        assert puzzles.like_looking(game) == expected, f"{game}: lost {lost}, {by_plies}"


# --- contests -------------------------------------------------------------------------------------

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
def test_a_habit_is_judged_by_its_luckiest_game_and_traps_are_those_of_the_best_game(against: str) -> None:
    draw = random.Random(54)
    for _ in range(20):
        row = tuple(draw.randint(1, 3) for _ in range(draw.randint(1, 7)))
        for you_first, habit in product((True, False), (1, 2, EVERY_SECOND_CARD)):
            sees = every_second_card if habit == EVERY_SECOND_CARD else _look(against, habit)
            expected = max(games(row, against, you_first, sees))
            assert best_margin(Game(row, you_first, (), against), habit) == expected, (row, you_first, habit)
    for _ in range(200):
        row = tuple(draw.randint(1, 4) for _ in range(draw.randint(1, 10)))
        play = contests._Play(row, reply_kind(twoends.opponent(against)))
        assert play.traps(0, len(row)) == _traps(row, against), row


DAYS = (0, 8, 23, 10, 11, 12, 33, 6, 20)
"""Days after a Monday on which the rows change with almost any of their terms."""


def test_the_row_of_a_day_keeps_the_terms_of_its_weekday() -> None:
    monday = datetime(2026, 11, 23, 7)
    for day in (monday + timedelta(k) for k in DAYS):
        contest = puzzles.daily(day)
        assert keeps_terms(contest, WEEK[day.weekday()], daily=True), contest
        assert twoends.write(contest.game) == CONTESTS[contest.name], contest


@pytest.mark.parametrize("number", range(len(RUNGS)))
def test_a_row_of_a_rung_keeps_its_terms(number: int) -> None:
    """By other rules greed does not win and best play does."""
    terms = RUNGS[number]
    for seed in range(1, 6):
        contest = puzzles.rung(number, seed)
        assert twoends.write(contest.game) == CONTESTS[contest.name], contest
        if not terms.rules:
            assert keeps_terms(contest, terms, daily=False), contest
            continue
        against = str(contest.game.opponent)
        played = {who: match(contest.game, who, against) for who in ("best", "greedy left", "greedy right")}
        assert [who for who in played if played[who].winner == "you"] == ["best"], f"{contest}: {played}"


def test_squares_are_green_yellow_and_red() -> None:
    made = [(3, 0), (3, 2), (3, 3), (3, 5), (0, 2), (-1, 0)]
    assert squares(puzzles.Decision(*each) for each in made) == "🟩🟨🟥🟥🟨🟩"
