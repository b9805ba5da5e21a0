"""Every JSON key that a command prints is documented and has one type everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cases import slow_but
from command_line import run
from twoends import Game, match, parse, review, solve
from twoends.answers.matches import reply
from twoends.rules.notation import parse_game, parse_shape
from twoends.rules.opponents import every_opponent
from twoends.views.json import KEYS, json_review, json_solution

COMMANDS = [
    ["solve", "8", "15", "3", "7", "--opponent", "all"],
    ["solve", "1/2", "0.25", "3", "--opponent", "random trembling 1/10"],
    ["solve", "0.5", "2.25", "--opponent", "greedy left"],
    ["solve", "1 2 | [3 7 4 | 9]"],
    ["solve", "1 2 | [3 7", "--opponent", "generous"],
    ["solve", "circle", "2", "8", "1", "10", "9", "--opponent", "greedy"],
    ["solve", "circle", "2", "8", "1", "--opponent", "random 1/3"],
    ["solve", "8 15 3 7 / second / R / greedy left"],
    ["solve", "circle 2 8 1 10 / first / 3"],
    ["solve", "[]"],
    ["solve", "board / first / -"],
    ["solve", "circle / first / -"],
    ["explain", "8", "15", "3", "7"],
    ["explain", "5", "7", "9", "1", "4", "2", "--opponent", "random"],
    ["explain", "[5]"],
    ["explain", "1", "2", "3", "7", "--rules", "take 1-3 left"],
    ["deal", "--length", "5", "--seed", "7"],
    ["deal", "--values", "1:9", "--length", "0", "--seed", "7"],
    ["match", "8", "15", "3", "7", "--second", "greedy"],
    ["match", "8", "15", "3", "7", "--second", "random", "--seed", "3"],
    ["match", "circle", "2", "8", "1"],
    ["match", "1 2 | [3 7 4"],
    ["review", "8 15 3 7 / first / LLRL"],
    ["review", "8 15 3 7 / first / LL / random"],
    ["review", "[1 2 | 3 7 4 | 9] / first / 1:R 2:L 0:RR"],
    ["review", "circle 2 8 1 10 9 / second / 3 R"],
    ["review", "[] / first / -"],
]


def fits(value: Any, kind: str) -> bool:
    if kind.endswith(" or null"):
        return value is None or fits(value, kind.removesuffix(" or null"))
    if kind.startswith("list of "):
        return isinstance(value, list) and all(fits(each, kind.removeprefix("list of ")) for each in value)
    if kind == "number":
        return isinstance(value, int | float | str) and not isinstance(value, bool)
    return isinstance(value, {"text": str, "boolean": bool, "object": dict}[kind])


def pairs_in(data: Any) -> Iterator[tuple[str, Any]]:
    """Every key with its value, at any depth."""
    if isinstance(data, dict):
        yield from data.items()
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from pairs_in(part)


@pytest.fixture(scope="module")
def printed() -> dict[str, list[dict[str, Any]]]:
    answers = {}
    for command in COMMANDS:
        ran = run(*command, "--json")
        assert ran.status == 0, (command, ran.err)
        answers[" ".join(command)] = [json.loads(line) for line in ran.out.splitlines()]
    return answers


def test_every_key_is_documented_and_has_one_type_in_every_command(
    printed: dict[str, list[dict[str, Any]]],
) -> None:
    for command, answers in printed.items():
        for key, value in pairs_in(answers):
            assert key in KEYS, f"{command}: '{key}' is not documented in KEYS"
            assert fits(value, KEYS[key][0]), f"{command}: {key} is {value!r}, documented as {KEYS[key][0]}"


def test_every_shape_has_the_same_keys(printed: dict[str, list[dict[str, Any]]]) -> None:
    for command in ("solve", "review", "match"):
        keys = {
            tuple(answer)
            for name, answers in printed.items()
            if name.startswith(command)
            for answer in answers
        }
        assert len(keys) == 1, (command, keys)
    shapes = {answer["shape"] for answers in printed.values() for answer in answers}
    assert shapes == {"row", "board", "circle"}


def test_the_notation_and_the_opponent_of_an_answer_give_it_again(
    printed: dict[str, list[dict[str, Any]]],
) -> None:
    for name, answers in printed.items():
        if name.startswith("solve"):
            for answer in answers:
                again = json_solution(solve(parse(answer["notation"]), answer["opponent"]))
                assert again == answer, name


# --- whose turn it is --------------------------------------------------------------------------

DEALT = ("8 15 3 7", "3 3 1 3", "1 2 | [3 7 4 | 9]", "circle 2 8 1 10 9", "circle 3 3 1")
STEADY = *map(str, every_opponent(stochastic=False)), "optimal right", "generous right"
CERTAIN = slow_but(("optimal", "greedy left"), STEADY)


def games(opponent: str) -> list[Game]:
    """A game on each shape after 0, 1, … random moves, for both first movers."""
    positions = []
    for place, text in enumerate(DEALT):
        shape = parse_shape(text)
        for you_first in (True, False):
            game, random = Game(shape, you_first, (), opponent), Random(place)
            positions.append(game)
            while not game.over:
                game = game.play(random.choice(game.moves()))
                positions.append(game)
    return positions


@pytest.mark.parametrize("opponent", CERTAIN)
def test_best_is_what_the_mover_plays_and_totals_are_yours(opponent: str) -> None:
    for game in games(opponent):
        answer = json_solution(solve(game))
        assert answer["to_move"] == json_review(review(game))["to_move"], game
        if game.over:
            assert (answer["to_move"], answer["best"], answer["moves"]) == (None, [], []), game
            continue
        assert answer["to_move"] == game.mover, game
        assert {move["end"] for move in answer["moves"]} == set(map(str, game.moves())), game
        for move in answer["moves"]:
            (end,) = (end for end in game.moves() if str(end) == move["end"])
            after, card = solve(game.play(end)), game.earns(end)
            total: Any = after.first if game.mover == "opponent" else after.second
            total += card if game.mover == "you" else 0
            assert move["total"] == total, (game, move)
        if game.mover == "opponent":
            assert answer["best"] == [str(reply(game, Random(1)))], game
        else:
            most = max(move["total"] for move in answer["moves"])
            best = {move["end"] for move in answer["moves"] if move["total"] == most}
            assert set(answer["best"]) == best, game
        assert answer["moves"][0]["end"] in answer["best"], game


@pytest.mark.parametrize("opponent", CERTAIN)
def test_the_winner_counts_the_cards_already_taken(opponent: str) -> None:
    for game in games(opponent):
        expected = match(game, *(("best", opponent) if game.you_first else (opponent, "best"))).winner
        assert json_solution(solve(game))["winner"] == expected, game


def test_an_unknown_total_leaves_out_the_moves_and_the_winner() -> None:
    answer = json_solution(solve(parse("circle 2 8 1 / second / - / random 1/3")))
    assert (answer["to_move"], answer["second"]) == ("opponent", None)
    assert (answer["best"], answer["moves"], answer["winner"]) == ([], [], None)


def test_a_human_opponent_may_take_any_best_end() -> None:
    assert solve(parse("2 2 / second / - / human")).best == parse_game("2 2 / second / -").moves()
