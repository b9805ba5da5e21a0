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
from typing import Any, cast

from command_line import run
from expected import DATA, is_expected
from twoends import Game, match, parse, review, solve, table, write
from twoends.views.summaries import why

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

LINES = (
    """
explain 8 15 3 7
solve 1 30 100 15 2 -o greedy -o modest --ties left
solve '8 15 3 7 / second / R / greedy left'
solve '1 2 | [3 7' --opponent generous
solve 1/2 1/3
solve circle 2 8 1 10 9 --opponent greedy
solve 'board / first / -'
solve '[]'
solve 2.0 1/2 3
solve '2 1 3 / take 1-2 left / first / L2 L'
solve 'LONG / first / - / random'
solve '1/2 0.25 3' --opponent 'random trembling 1/10'
explain '8 15 3 7 / first / R'
explain 8 15 3 9 1 7 2
explain 5 7 9 9 7 2 --rules 'take 1-2, score rest' -o greedy
match '8 15 3 7 / second / R / modest left'
match - --first-player random --seed 3 <<< '8 15 3 7\\n1 2 3'
match circle 2 8 1
match '1 2 | [3 7 4'
review '8 15 3 7 / first / LLRL'
review '8 15 3 7 / first / LLRL / random'
review 'LONG / first / L / random'
review '1/2 3 | 5/3] / first / 1:L'
review 'circle 2 8 1 10 9 / second / 3 R'
deal --values 1:9 --length 0 --seed 7
""".strip()
    .replace("LONG", " ".join(str(place * 37 % 101) for place in range(201)))
    .split("\n")
)
"""A long row has no exact expectations."""


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


def test_every_key_is_documented_with_its_type_and_the_commands_that_print_it() -> None:
    printed_by: dict[str, dict[str, None]] = {}
    for line, answer in sorted(answers_as_json(), key=lambda each: COMMANDS.index(each[0].split()[0])):
        for key, value in pairs_in(answer):
            assert key in KEYS, f"{line}: '{key}' is not documented in docs/json.md"
            assert fits(value, KEYS[key][0]), f"{line}: {key} is {value!r}, documented as {KEYS[key][0]}"
            printed_by.setdefault(key, {})[line.split()[0]] = None
    kinds = {(line.split()[0], tuple(answer)) for line, answer in answers_as_json()}
    assert len(kinds) == len(COMMANDS), "every shape has the same keys"
    assert {key: commands for key, (_, commands) in KEYS.items()} == {
        key: "all" if len(commands) == len(COMMANDS) else ", ".join(commands)
        for key, commands in printed_by.items()
    }


NAMES = {"end": "move", "taken": "total", "promises": "promised", "played": "moves", "players": "names"}
"""Keys of JSON whose attributes have another name."""


def value_of(what: Any, key: str) -> Any:
    """What the library has for a key."""
    if key == "performance":
        return SimpleNamespace(you=what.you, other=what.opponent)
    if key == "by":
        return "you" if what.yours else "opponent"
    return not what.error if key == "exact" else getattr(what, NAMES.get(key, key))


def is_told(got: Any, what: Any) -> bool:
    """Whether JSON has a value of the library; whole numbers are no text."""
    if isinstance(got, dict):
        return all(is_told(each, value_of(what, name)) for name, each in got.items())
    if isinstance(got, list):
        return len(got) == len(what) and all(map(is_told, got, what))
    if isinstance(what, Fraction | Decimal):
        return isinstance(got, str) == (what != int(what)) and Fraction(got) == what
    return bool(got == (what if isinstance(what, bool | int | float | None) else str(what)))


def test_an_answer_as_json_has_the_numbers_of_the_library() -> None:
    for line, answer in answers_as_json():
        command, what = line.split()[0], cast(Any, parse(answer["notation"]))
        assert is_told(answer["values"], getattr(what, "shape", what).cards.given), line
        if command == "deal":
            continue
        told: Any = match(what, *answer["players"], seed=answer["seed"]) if command == "match" else None
        told = told or (review if command == "review" else solve)(what, answer["opponent"])
        game, keys = told.game, dict(answer)
        if command in ("solve", "explain"):
            is_new = game.you_first and game.rules.plain and not game.ends
            assert write(game.shape if is_new else game) == answer["notation"], line
        if command == "explain":
            assert keys.pop("why") == why(told), line
            check_table(keys.pop("table"), game)
            check_folds(keys.pop("contraction"), answer["values"] * game.rules.plain, told.margin_first)
        to_move, others = None if game.over else game.mover, ("you_first", "over", "yours", "theirs")
        state = {name: getattr(game, name) for name in ("opponent", *others)} | {"to_move": to_move}
        state |= {"shape": game.shape.name, "notation": answer["notation"], "values": answer["values"]}
        for name, got in keys.items():
            expected = state[name] if name in state else value_of(told, name)
            assert is_told(got, expected), (line, name, got, expected)


def check_table(answer: Any, game: Game) -> None:
    """The cells by length and start, with both totals where one does not follow from the other."""
    names = {"your_turn_totals": "first", "their_turn_totals": "second"}
    others = {"your_turn_theirs": "theirs_first", "their_turn_theirs": "theirs_second"}
    expected = names | ({} if game.rules.plain else others) | {"best_sides": "best"}
    cells, n = table(game.shape.cards, game.opponent, rules=game.rules), len(game.shape)
    between = "" if game.rules.one_card else " "
    assert {*answer} == {*expected}
    for (key, name), length in product(expected.items(), range(1, n + 1)):
        found = [getattr(cells[at, at + length], name) for at in range(n + 1 - length)]
        texts = [between.join(map(str, each)) for each in found] if name == "best" else found
        assert answer[key][length - 1] == texts, (game, key, length)


def check_folds(answer: Any, coins: list[Any], margin: Any) -> None:
    """The folds lead to the margin of two optimal players."""
    if answer is None:
        assert not coins
        return
    for fold in answer["folds"]:
        near, peak, far = coins[fold["at"] : fold["at"] + 3]
        assert max(near, far) <= peak
        assert fold["coin"] == near - peak + far
        coins[fold["at"] : fold["at"] + 3] = [fold["coin"]]
    last = sorted(coins, reverse=True)
    assert sum(last[::2]) - sum(last[1::2]) == answer["margin"] == margin
