"""Games follow the rules, opponents move as their chances say, and reviews equal an obvious recursion."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import rules_oracle
from shapes_oracle import best_total, dealt, steps
from twoends import LEFT, RIGHT, Board, Circle, Game, Row, match, parse
from twoends.answers.matches import as_player, estimate, tables_needed
from twoends.answers.policies import chances, policy
from twoends.answers.reviews import Review, review
from twoends.engine.costs import Estimate
from twoends.rules.numbers import Exact
from twoends.views.scoresheet import review_text


@pytest.mark.parametrize(
    ("first", "second", "tables"),
    [
        ("best", "random", 1),
        ("best", "generous trembling 1/3", 2),
        ("best", "generous", 0),
        ("random", "optimal trembling 1/3", 1),
        ("best", lambda position: position.moves()[-1], 1),
        ("optimal trembling 1/3", "best", 2),
    ],
)
def test_a_match_reports_progress_for_each_table_it_needs(first: Any, second: Any, tables: int) -> None:
    long, speed = Game(range(2_501)), 2e6 if isinstance(second, str) else 4e5
    positions = tables * len(long.shape) ** 2 // 2
    cost = Estimate(tables, positions, positions / speed) if tables else Estimate(1, len(long.shape), 0)
    assert estimate(long, first, second) == cost
    for quick in (range(2_500), Circle(range(2_501)), Board.of(range(2_501), [1])):
        game = Game(quick)
        assert estimate(game, first, second) == Estimate(1, len(game.shape), 0), "no table is announced"
    calls: list[tuple[int, int]] = []
    match(range(9), first, second, seed=1, progress=lambda done, n: calls.append((done, n)))
    assert calls == [(done, 9) for done in range(10)] * tables, calls
    assert tables_needed([as_player(who) for who in (first, second)]) == tables


def test_each_player_has_a_random_stream_of_its_own() -> None:
    coins = [1] * 61  # the last one, which leaves no choice, is the first player's
    sides = match(coins, "random", "random", seed=1).game.ends
    first, second = sides[:-1:2], sides[1::2]
    assert first != second
    assert set(first) == set(second) == {LEFT, RIGHT}
    for opposite in ("optimal", "modest left", "greedy left trembling 1/2"):
        assert match(coins, "random", opposite, seed=1).game.ends[:-1:2] == first
        assert match(coins, opposite, "random", seed=1).game.ends[1::2] == second


@pytest.mark.parametrize("rules", ["take 1 either", "take 1-2 either"])
@pytest.mark.parametrize(
    "name",
    ["greedy random", "optimal random", "random", "greedy left trembling 1/2", "optimal trembling 1/4"],
)
def test_a_player_makes_each_move_as_often_as_it_should(name: str, rules: str) -> None:
    row, dials, who = (2, 1, 1, 2), rules_oracle.dials(rules), rules_oracle.opponent_of(name)
    after = rules_oracle.outcomes(dials, row, 0, 1, False, who)
    likely = rules_oracle.chances(who, after)
    game = Game(row, False, opponent=name, rules=rules)
    state, play, random = game.state, policy(game), Random(name)
    assert [chance for chance, _ in chances(game)(state)] == [chance for chance in likely if chance]
    made = Counter(play(state, random) for _ in range(600))
    for chance, move in zip(likely, game.moves(), strict=True):
        lies, spread = made[move] - 600 * chance, 5 * math.sqrt(600 * chance * (1 - chance))
        assert abs(lies) <= spread, f"{name}, {rules}: {move} {made[move]} times of 600, chance {chance}"


def test_a_match_names_the_seed_that_repeats_it() -> None:
    for players in (("random", "random"), ("best", "generous random")):
        played = match([1] * 40, *players)
        assert match([1] * 40, *players, seed=played.seed) == played
    assert match([1, 2]).seed is None, "nothing was random"
    assert match([1, 2], seed=5).seed == 5


# --- reviews ------------------------------------------------------------------------------------


def sign(margin: Exact) -> int:
    return (margin > 0) - (margin < 0)


def check(judged: Review, name: str) -> None:
    """Compare a review with the recurrence, amount by amount."""
    game, values = judged.game, judged.game.shape.cards.values
    left, whole, book = dealt(game.shape), sum(values), game.book
    yours: Exact = 0
    assert judged.error == 0
    assert len(judged.promised) == len(game.ends) + 1 == len(judged.moves) + 1
    for who, is_you in ((judged.you, True), (judged.opponent, False)):
        own = [move for move in judged.moves if move.yours == is_you]
        assert (who.total, who.loss) == (sum(move.earned for move in own), sum(move.loss for move in own))
        stake = sum(Fraction(move.stake) for move in own)
        assert (who.stake, who.accuracy) == (stake, float(1 - Fraction(who.loss) / (stake or 1)))
        marks = [move.mark for move in own]
        assert (who.inaccuracies, who.blunders) == (marks.count("inaccuracy"), marks.count("blunder"))
    for place, state in enumerate(game.states):
        your_turn, shown = game.you_first == (place % 2 == 0), f"{game} against {name}, move {place + 1}"
        promised = 2 * (yours + best_total(left, name, your_turn)) - whole
        assert Fraction(judged.promised[place]) == promised, f"{shown}: promised {promised}"
        if place == len(game.ends):
            return
        move, end = judged.moves[place], game.ends[place]
        assert (move.number, move.yours) == (place + 1, your_turn), shown
        moves = dict(zip(book.moves(state), steps(left), strict=True))
        remaining = sum(sum(cards) for cards, _ in left)
        brings: dict[Any, Exact] = {
            each: card + best_total(rest, name, False)
            if your_turn
            else remaining - best_total(rest, "optimal", True)
            for each, (card, rest) in moves.items()
        }
        best = max(brings.values())
        expected = best - min(brings.values()), best - brings[end]
        assert (Fraction(move.stake), Fraction(move.loss)) == expected, f"{shown}: {expected}, got {move}"
        assert move.best == tuple(each for each, total in brings.items() if total == best), shown
        taken = yours if your_turn else whole - remaining - yours
        margin = 2 * (taken + best) - whole
        large = 4 * expected[1] >= max(values) - min(values)
        turned = sign(margin) != sign(margin - 2 * expected[1])
        mark = "best" if not expected[1] else "blunder" if large or turned else "inaccuracy"
        assert (move.mark, move.promised) == (mark, judged.promised[place + 1]), f"{shown}: {mark}"
        card, left = moves[end]
        assert Fraction(move.earned) == card, shown
        yours += card if your_turn else 0


def finished_games(game: Game) -> Iterator[Game]:
    """Every way in which a game may end; what is reviewed of it is checked move by move."""
    if game.over:
        yield game
    for end in game.moves():
        yield from finished_games(game.play(end))


SHAPES = [
    *map(Row.of, product((-1, 0, 3), repeat=3)), Row.of([]), Row.of([0, 2, 1, 9]), Row.of([1, 9, 0, 2]),
    Row.of([Decimal("0.50"), 3, Decimal("1.25")]), Row.of([2**70, 1, 3]),
    Circle([2, 8, 1]), Circle([0, 0, 3, 1]), Circle([5]), Circle([]),
    Circle([Fraction(1, 2), 2, Fraction(-2, 3)]),
    *map(parse, ("board", "board 5", "3 -1 | 3", "[1 2 | 0", "1 4] | [4", "[2 2 | 1 3]", "0 1 | 1 | 2]")),
    parse("7 8 | 20 21"),
]  # fmt: skip


@pytest.mark.parametrize("name", ["optimal", "greedy right", "modest left", "optimal trembling 1/10"])
def test_every_loss_and_promise_equals_the_recurrence_on_all_small_games(name: str) -> None:
    for shape, you_first in product(SHAPES, (True, False)):
        for game in (Game(shape, you_first), *finished_games(Game(shape, you_first))):
            check(review(game, name), name)


def test_every_loss_in_a_long_game_equals_the_recurrence_on_rows_of_all_forms() -> None:
    # Sorted rows have as many coins as cards: there the review walks another way.
    random = Random("rows")
    for values in (range(80), range(80, 0, -1), random.choices(range(-99, 100), k=80), [5] * 80):
        # A game made by hand may say R for its last card.
        game = Game(Row.of(values), True, (*random.choices([LEFT, RIGHT], k=79), RIGHT))
        for name in ("optimal", "greedy right"):
            check(review(game, name), name)


def test_of_a_long_game_the_costliest_mistakes_are_listed() -> None:
    random = Random(4)
    cards = [random.randint(1, 99) for _ in range(200)]
    judged = review(Game(cards, True, random.choices([LEFT, RIGHT], k=200)))
    lines = review_text(judged).splitlines()
    listed = [int(line.split()[0]) for line in lines if re.match(" +[0-9]+  ", line)]
    losses = [judged.moves[number - 1].loss for number in listed]
    assert listed == sorted(listed), "in the order of the game"
    assert sorted(losses) == sorted(move.loss for move in judged.moves)[-len(listed) :]
