"""One JSON: every key that a command prints is documented, with one type wherever it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest

from command_line import run
from twoends import parse, solve
from twoends.views.json import KEYS, json_solution

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
    ["solve", "board"],
    ["solve", "circle"],
    ["explain", "8", "15", "3", "7"],
    ["explain", "5", "7", "9", "1", "4", "2", "--opponent", "random"],
    ["explain", "[5]"],
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

KEYS_OF_RECORDS = {"aided", "guessed"}
"""What `record` alone prints, which the tests of playing hold."""

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


def test_every_documented_key_is_printed_by_some_command(printed: dict[str, list[dict[str, Any]]]) -> None:
    seen = {key for answers in printed.values() for key, _ in walk(answers)}
    assert seen == set(KEYS) - KEYS_OF_RECORDS


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


def test_a_match_without_chance_prints_the_same_every_time() -> None:
    once, again = (run("match", "8", "15", "3", "7", "--json").out for _ in range(2))
    assert once == again
    assert json.loads(once)["seed"] is None
