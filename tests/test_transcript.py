"""The exact output of commands and their exit status, as data/transcript.txt has them, and its JSON."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from command_line import run
from expected import DATA, is_expected
from twoends import Game, contraction, match, parse, review, solve, table, write
from twoends.views.json import json_explanation, json_match, json_number, json_review, json_solution

TRANSCRIPT = DATA / "transcript.txt"
"""After a dollar sign, each command line, with its standard input and the width of its terminal.

Its output follows, with the escapes of a terminal as ␛, and its exit status unless that is 0.
"""


def printed(line: str) -> str:
    """The output of a command line: [COLUMNS=N] twoends WORDS... [<<< INPUT]."""
    words = shlex.split(line)
    width = words.pop(0).removeprefix("COLUMNS=") if "=" in words[0] else None
    given = words.pop().replace("\\n", "\n") if "<<<" in words else ""
    plain = [word for word in words[1:] if word != "<<<"]
    ran = run(*plain, stdin=given, terminal=None if width is None else int(width))
    status = f"exit status {ran.status}\n" if ran.status else ""
    return (ran.out + ran.err).replace("\x1b", "␛") + status


def test_a_command_prints_the_expected_output() -> None:
    lines = re.findall(r"^\$ (.*)", TRANSCRIPT.read_text("utf-8"), re.MULTILINE)
    is_expected(TRANSCRIPT.name, "".join(f"$ {line}\n{printed(line)}" for line in lines))


# --- keys of JSON ------------------------------------------------------------------------------

KEYS = {
    key: (kind, commands)
    for key, kind, commands in re.findall(
        r"^\| `(\w+)` \| ([^|]+) \| [^|]+ \| ([^|]+) \|$",
        (Path(__file__).parents[1] / "docs" / "json.md").read_text("utf-8"),
        re.MULTILINE,
    )
}
"""The type of every documented key, and the commands that print it."""

COMMANDS = ["solve", "explain", "match", "review", "deal"]
"""Other commands have keys of their own."""

LINES = """
explain 8 15 3 7
solve 1 30 100 15 2 -o greedy -o modest --ties left
solve '8 15 3 7 / second / R / greedy left'
solve '1 2 | [3 7' --opponent generous
solve 1/2 1/3
solve circle 2 8 1 10 9 --opponent greedy
solve 'board / first / -'
solve '1/2 0.25 3' --opponent 'random trembling 1/10'
explain '8 15 3 7 / first / R'
explain 1 2 3 7 --rules 'take 1-3 left'
match '8 15 3 7 / second / R / modest left'
match - --first-player random --seed 3 <<< '8 15 3 7\\n1 2 3'
match circle 2 8 1
match '1 2 | [3 7 4'
review '8 15 3 7 / first / LLRL / random'
review '1/2 3 | 5/3] / first / 1:L'
review 'circle 2 8 1 10 9 / second / 3 R'
deal --values 1:9 --length 0 --seed 7
""".strip().split("\n")


@cache
def answers_as_json() -> list[tuple[str, Any]]:
    """Each line with each object that it prints with --json."""
    output = [(line, printed(f"twoends {line.replace(' ', ' --json ', 1)}")) for line in LINES]
    return [(line, json.loads(answer)) for line, answers in output for answer in answers.splitlines()]


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


def test_every_key_is_documented_and_has_one_type_in_every_command() -> None:
    for line, answer in answers_as_json():
        for key, value in pairs_in(answer):
            assert key in KEYS, f"{line}: '{key}' is not documented in docs/json.md"
            assert fits(value, KEYS[key][0]), f"{line}: {key} is {value!r}, documented as {KEYS[key][0]}"


def test_every_documented_key_is_printed_by_the_commands_named_there() -> None:
    printed_by: dict[str, dict[str, None]] = {}
    for line, answer in sorted(answers_as_json(), key=lambda each: COMMANDS.index(each[0].split()[0])):
        for key, _ in pairs_in(answer):
            printed_by.setdefault(key, {})[line.split()[0]] = None
    assert {key: commands for key, (_, commands) in KEYS.items()} == {
        key: "all" if len(commands) == len(COMMANDS) else ", ".join(commands)
        for key, commands in printed_by.items()
    }


@pytest.mark.parametrize("command", ["solve", "review", "match"])
def test_every_shape_has_the_same_keys(command: str) -> None:
    answers = [answer for line, answer in answers_as_json() if line.startswith(command)]
    assert {answer["shape"] for answer in answers} == {"row", "board", "circle"}
    assert len({tuple(answer) for answer in answers}) == 1


def test_the_texts_of_an_answer_are_read_back_and_give_it_again() -> None:
    for line, answer in answers_as_json():
        command = line.split()[0]
        what: Any = parse(answer["notation"])
        assert answer["values"] == [json_number(card) for card in getattr(what, "shape", what).cards.given]
        if command == "solve":
            assert json_solution(solve(what, answer["opponent"])) == answer, line
        elif command == "explain":
            game = solve(what).game
            cells = table(game.shape.cards, rules=game.rules)
            folds = contraction(game.shape.cards) if game.rules.plain else None
            assert json_explanation(solve(what), cells, folds) == answer, line
        elif command == "review":
            assert json_review(review(what, answer["opponent"])) == answer, line
        elif command == "match":
            played = match(what, *answer["players"], seed=answer["seed"])
            assert json_match(played) == answer, line
            assert (answer["yours"], answer["theirs"]) == what.totals, line
            winner = "draw" if not what.margin else "you" if what.margin > 0 else "opponent"
            assert (answer["winner"], answer["to_move"], what.over) == (winner, None, True), line


LONG = " ".join(str(place * 37 % 101) for place in range(201))
"""Too long for exact expectations."""


NAMES = {"end": "move", "taken": "total"}
"""Keys of JSON whose attributes have another name."""


def is_told(got: Any, what: Any) -> bool:
    """Whether JSON has a value of the library; whole numbers are no text."""
    if isinstance(got, dict):
        return all(
            is_told(each, getattr(what, NAMES.get(str(name), str(name)))) for name, each in got.items()
        )
    if isinstance(got, list):
        return len(got) == len(what) and all(map(is_told, got, what))
    if isinstance(what, Fraction | Decimal):
        return isinstance(got, str) == (what != int(what)) and Fraction(got) == what
    return bool(got == (what if isinstance(what, bool | int | float | None) else str(what)))


@pytest.mark.parametrize(
    "text",
    ["8 15 3 7 2 / second / R / greedy left", "8 15 3 7 / first / R", "[1 2 | 3 7 4 | 9]", "circle 3 3 1",
     "[]", "2.0 1/2 3", "2 1 3 / take 1-2 left / first / L2 L", f"{LONG} / first / - / random"],
)  # fmt: skip
def test_a_solution_as_json_has_the_numbers_of_the_solution(text: str) -> None:
    solution = solve(parse(text))
    answer, game = json_solution(solution), solution.game
    assert parse(answer.pop("notation")) in ([game] if game.ends else [game, game.shape])
    assert answer.pop("to_move") == (None if game.over else game.mover)
    assert is_told([answer.pop("yours"), answer.pop("theirs")], game.totals)
    assert (answer.pop("shape"), len(answer.pop("values"))) == (game.shape.name, len(game.shape))
    for name, got in answer.items():
        assert is_told(got, getattr(solution, name)), (name, got)


def test_a_table_as_json_has_the_cells_of_the_table() -> None:
    names = {"your_turn_totals": "first", "their_turn_totals": "second"}
    others = {"your_turn_theirs": "theirs_first", "their_turn_theirs": "theirs_second"}
    for rules, between in ((None, ""), ("take 1-2, score rest", " ")):
        game = Game([5, 7, 9, 9, 7, 2], opponent="greedy", rules=rules)
        cells = table(game.shape.cards, "greedy", rules=rules)
        answer = json_explanation(solve(game), cells, None)["table"]
        expected = names | (others if rules else {}) | {"best_sides": "best"}
        assert {*answer} == {*expected}
        for (key, name), length in product(expected.items(), range(1, 7)):
            found = [getattr(cells[at, at + length], name) for at in range(7 - length)]
            texts = [between.join(map(str, each)) for each in found] if name == "best" else found
            assert answer[key][length - 1] == texts, (rules, key, length)


def test_the_folds_of_a_contraction_as_json_lead_to_its_margin() -> None:
    answer = json.loads(run("explain", "8 15 3 9 1 7 2", "--json").out)
    coins = answer["values"]
    for fold in answer["contraction"]["folds"]:
        near, peak, far = coins[fold["at"] : fold["at"] + 3]
        assert max(near, far) <= peak
        assert fold["coin"] == near - peak + far
        coins[fold["at"] : fold["at"] + 3] = [fold["coin"]]
    assert coins == [answer["contraction"]["margin"]] == [answer["margin_first"]]


def test_a_review_as_json_has_the_numbers_of_the_review() -> None:
    games = ("8 15 3 7 / first / LLRL", "9 1/2 2 / second / RL / greedy", "circle 2 8 1 / first / 2 L")
    for text in (*games, f"{LONG} / first / L / random"):
        judged = review(parse(text))
        answer, game = json_review(judged), judged.game
        now = game.you_first, game.over, None if game.over else game.mover, str(game.opponent), write(game)
        assert tuple(map(answer.get, ("you_first", "over", "to_move", "opponent", "notation"))) == now, text
        assert (answer["exact"], answer["error"]) == (not judged.error, judged.error), text
        assert [got.pop("by") for got in answer["played"]] == [*game.movers], text
        assert is_told(answer["performance"], SimpleNamespace(you=judged.you, other=judged.opponent)), text
        played = answer["promises"], answer["played"], answer["turning_point"]
        assert is_told([*played], [judged.promised, judged.moves, judged.turning_point]), text
