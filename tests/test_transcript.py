"""The exact output of commands and their exit status, as data/transcript.txt has them, and its JSON."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import expected
from cases import slow_but
from command_line import run
from twoends import Game, match, parse, review, solve
from twoends.answers.matches import reply
from twoends.rules.notation import parse_shape
from twoends.rules.opponents import every_opponent
from twoends.views.json import json_review, json_solution

TRANSCRIPT = Path(__file__).parent / "data" / "transcript.txt"
"""After a dollar sign, each command line, with its standard input and the width of its terminal.

Its output follows, with the escapes of a terminal as ␛, and its exit status unless that is 0.
"""

SESSIONS = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", TRANSCRIPT.read_text("utf-8"), re.MULTILINE)


def printed(line: str) -> str:
    """The output of a command line: [COLUMNS=N] twoends WORDS... [<<< INPUT]."""
    words = shlex.split(line)
    width = words.pop(0).removeprefix("COLUMNS=") if "=" in words[0] else None
    given = words.pop().replace("\\n", "\n") if "<<<" in words else ""
    plain = [word for word in words[1:] if word != "<<<"]
    ran = run(*plain, stdin=given, terminal=None if width is None else int(width))
    status = f"exit status {ran.status}\n" if ran.status else ""
    return (ran.out + ran.err).replace("\x1b", "␛") + status


if expected.WRITTEN_ANEW:  # a change fails below, against the old text
    TRANSCRIPT.write_text("".join(f"$ {line}\n{printed(line)}" for line, _ in SESSIONS), "utf-8")


@pytest.mark.parametrize(("line", "output"), SESSIONS, ids=[line[:60] for line, _ in SESSIONS])
def test_a_command_prints_the_expected_output(line: str, output: str) -> None:
    assert printed(line) == output


def test_rewriting_an_expected_output_fails_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expected, "DATA", tmp_path)
    monkeypatch.setattr(expected, "WRITTEN_ANEW", True)
    with pytest.raises(pytest.fail.Exception, match=r"written anew: .*some\.txt; read the difference"):
        expected.is_expected("some.txt", "8 15\n")
    expected.is_expected("some.txt", "8 15\n")
    monkeypatch.setattr(expected, "WRITTEN_ANEW", False)
    with pytest.raises(AssertionError):
        expected.is_expected("some.txt", "15 8\n")


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

RUNS: dict[str, list[list[str]]] = {
    "solve": [["8 15 3 7"]],
    "explain": [["8 15 3 7"], ["8 15 3 7", "--rules", "take 1-3 left"]],
    "match": [["8 15 3 7"]],
    "review": [["8 15 3 7 / first / LLRL"]],
    "deal": [["--length", "4", "--seed", "7"]],
}
"""Runs of each command that together print all its keys. Other commands have keys of their own."""

JSON = [
    (line, json.loads(answer))
    for line, output in SESSIONS
    if "--json" in line and line.split()[1] in RUNS
    for answer in output.splitlines()
    if answer.startswith("{")
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


def test_every_key_is_documented_and_has_one_type_in_every_command() -> None:
    assert {line.split()[1] for line, _ in JSON} == set(RUNS)
    for line, answer in JSON:
        for key, value in pairs_in(answer):
            assert key in KEYS, f"{line}: '{key}' is not documented in docs/json.md"
            assert fits(value, KEYS[key][0]), f"{line}: {key} is {value!r}, documented as {KEYS[key][0]}"


def test_every_documented_key_is_printed_by_the_commands_named_there() -> None:
    printed_by: dict[str, list[str]] = {}
    for command, runs in RUNS.items():
        answers = [json.loads(run(command, *words, "--json").out) for words in runs]
        for key in {key for key, _ in pairs_in(answers)}:
            printed_by.setdefault(key, []).append(command)
    assert {key: commands for key, (_, commands) in KEYS.items()} == {
        key: "all" if len(commands) == len(RUNS) else ", ".join(commands)
        for key, commands in printed_by.items()
    }


@pytest.mark.parametrize("command", ["solve", "review", "match"])
def test_every_shape_has_the_same_keys(command: str) -> None:
    answers = [answer for line, answer in JSON if line.split()[1] == command]
    assert {answer["shape"] for answer in answers} == {"row", "board", "circle"}
    assert len({tuple(answer) for answer in answers}) == 1


def test_the_notation_and_the_opponent_of_an_answer_give_it_again() -> None:
    for line, answer in JSON:
        if line.startswith("twoends solve") and "--method" not in line:
            assert json_solution(solve(parse(answer["notation"]), answer["opponent"])) == answer, line


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
def test_best_is_what_the_mover_plays_and_totals_and_the_winner_are_yours(opponent: str) -> None:
    for game in games(opponent):
        answer = json_solution(solve(game))
        played = match(game, *(("best", opponent) if game.you_first else (opponent, "best")))
        assert answer["winner"] == played.winner, game
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
