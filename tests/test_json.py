"""One JSON: every key that a command prints is documented, with one type wherever it stands."""

from __future__ import annotations

import json
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

SHAPES_OF_TEXT = ("row", "board", "circle")


def fits(value: Any, kind: str) -> bool:
    if kind.endswith(" or null"):
        return value is None or fits(value, kind.removesuffix(" or null"))
    if kind.startswith("list of "):
        return isinstance(value, list) and all(fits(each, kind.removeprefix("list of ")) for each in value)
    if kind == "number":
        return isinstance(value, int | float | str) and not isinstance(value, bool)
    return isinstance(value, {"text": str, "boolean": bool, "object": dict}[kind])


def walk(found: Any) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    if isinstance(found, dict):
        for key, value in found.items():
            pairs += [(key, value), *walk(value)]
    elif isinstance(found, list):
        for each in found:
            pairs += walk(each)
    return pairs


@pytest.fixture(scope="module")
def printed() -> dict[str, list[dict[str, Any]]]:
    found = {}
    for command in COMMANDS:
        done = run(*command, "--json")
        assert done.status == 0, (command, done.err)
        found[" ".join(command)] = [json.loads(line) for line in done.out.splitlines()]
    return found


def test_every_key_has_its_one_type_in_every_command(printed: dict[str, list[dict[str, Any]]]) -> None:
    for command, answers in printed.items():
        for key, value in walk(answers):
            assert key in KEYS, f"{command}: '{key}' is not documented in KEYS"
            assert fits(value, KEYS[key][0]), f"{command}: {key} is {value!r}, documented as {KEYS[key][0]}"


def test_every_shape_has_the_same_keys(printed: dict[str, list[dict[str, Any]]]) -> None:
    for command in ("solve", "review", "match"):
        found = [
            answer for name, answers in printed.items() if name.startswith(command) for answer in answers
        ]
        keys = {tuple(answer) for answer in found}
        assert len(keys) == 1, (command, keys)
    shapes = {answer["shape"] for answers in printed.values() for answer in answers}
    assert shapes == set(SHAPES_OF_TEXT)


def test_the_notation_and_the_opponent_of_an_answer_are_read_back(
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
    """A game on each shape after 0, 1, … moves, each by chance, whoever was first."""
    found = []
    for place, text in enumerate(DEALT):
        shape = parse_shape(text)
        for you_first in (True, False):
            game, random = Game(shape, you_first, (), opponent), Random(place)
            found.append(game)
            while not game.over:
                game = game.play(random.choice(game.moves()))
                found.append(game)
    return found


@pytest.mark.parametrize("opponent", CERTAIN)
def test_best_is_what_the_mover_plays_and_totals_stay_yours(opponent: str) -> None:
    for game in games(opponent):
        told = json_solution(solve(game))
        assert told["to_move"] == json_review(review(game))["to_move"], game
        if game.over:
            assert (told["to_move"], told["best"], told["moves"]) == (None, [], []), game
            continue
        assert told["to_move"] == game.mover, game
        assert {move["end"] for move in told["moves"]} == set(map(str, game.moves())), game
        for move in told["moves"]:
            (end,) = (end for end in game.moves() if str(end) == move["end"])
            after, card = solve(game.play(end)), game.earns(end)
            total: Any = after.first if game.mover == "opponent" else after.second
            total += card if game.mover == "you" else 0
            assert move["total"] == total, (game, move)
        if game.mover == "opponent":
            assert told["best"] == [str(reply(game, Random(1)))], game
        else:
            most = max(move["total"] for move in told["moves"])
            assert set(told["best"]) == {each["end"] for each in told["moves"] if each["total"] == most}, game
        assert told["moves"][0]["end"] in told["best"], game


@pytest.mark.parametrize("opponent", CERTAIN)
def test_the_winner_counts_what_was_taken(opponent: str) -> None:
    for game in games(opponent):
        expected = match(game, *(("best", opponent) if game.you_first else (opponent, "best"))).winner
        assert json_solution(solve(game))["winner"] == expected, game


def test_where_nobody_knows_their_total_there_are_no_moves_of_theirs_and_no_winner() -> None:
    told = json_solution(solve(parse("circle 2 8 1 / second / - / random 1/3")))
    assert (told["to_move"], told["second"]) == ("opponent", None)
    assert (told["best"], told["moves"], told["winner"]) == ([], [], None)


def test_a_person_may_take_any_of_their_best_ends() -> None:
    assert solve(parse("2 2 / second / - / human")).best == parse_game("2 2 / second / -").moves()
