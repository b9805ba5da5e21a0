"""Puzzles, depths and looks agree with brute force, and the puzzles of a name never change."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest

import twoends
from page_modules import RULES
from puzzles_oracle import GOLDEN_LINES, look_of
from twoends import Game, puzzles
from twoends.answers.policies import policy
from twoends.puzzles.rows import rows
from twoends.rules.moves import Move
from twoends.rules.notation import moves_text
from twoends.rules.opponent_names import every_opponent
from twoends.views.puzzles import question

CERTAIN = every_opponent(stochastic=False)


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
        for you_first, plies in product((True, False), range(1, turn + 1)):
            settings: dict[str, Any] = {
                "length": turn + (not you_first),
                "depth": plies,
                "you_first": you_first,
            }
            if plies in exist:
                puzzles.puzzle(1, opponent=against, **settings)
                continue
            with pytest.raises(twoends.RowError, match=f"^with {turn} cards on your turn .* not {plies}"):
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
        for against, you_first in product(map(str, CERTAIN), (True, False)):
            game = Game(row, you_first, (), against)
            for plies in range(1, len(row) + 1):
                expected = look_of(row, against, you_first, plies)
                assert puzzles.look(game, plies) == expected, f"{game}, {plies} plies"


def test_like_looking_is_the_fewest_plies_that_give_away_no_more() -> None:
    draw = random.Random(52)
    for _ in range(60):
        row = tuple(draw.randint(1, 9) for _ in range(draw.randint(2, 8)))
        against = str(draw.choice(CERTAIN))
        game = Game(row, draw.random() < 0.5, (), against)
        while not game.over:
            game = game.play(draw.choice(game.moves()))
        lost = sum(each.lost for each in puzzles.decisions(game))
        by_plies = [sum(lost for _, lost in look_of(row, against, game.you_first, k)) for k in range(1, 9)]
        expected = min(next(k for k, each in enumerate(by_plies, 1) if each <= lost), len(row))
        assert puzzles.like_looking(game) == expected, f"{game}: lost {lost}, {by_plies}"


def test_the_last_card_is_no_puzzle() -> None:
    with pytest.raises(twoends.RowError, match=r"^among 1,000 rows of 3 cards none has depth 1 "):
        puzzles.puzzle(1, length=3, depth=1, you_first=False, rules="turns AAB")
