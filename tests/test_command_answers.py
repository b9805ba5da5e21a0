"""Commands print the transcript, and answer as the library does: any shape, by all rules, against anyone."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import click
import pytest

from command_line import refused, run
from expected import DATA, is_expected
from test_session import settle
from twoends import Game, Row, match, opponent, parse, review, solve, table, write
from twoends.answers.questions import QUESTIONS, Totals
from twoends.cli.arguments import json_line
from twoends.engine.values import METHOD_NAMES
from twoends.puzzles import puzzle
from twoends.rules.errors import RulesError, TwoEndsError
from twoends.rules.opponents import NAMES
from twoends.terminal.session import Session
from twoends.views.csv import ANSWERS, csv_cells
from twoends.views.explain import futures_text
from twoends.views.json import json_match, json_solution
from twoends.views.numbers import form_of, number
from twoends.views.summaries import summary, why
from twoends.views.words import best_text, line_text

COMBINED = (
    "solve '{text}' -o {one} -o {other} --ties {ties} --rules '{rules}' --method {method} --json",
    "solve '{text}' -o {one} --ties {ties} --rules '{rules}' --csv",
    "match '{text}' --second-player {one} --ties {ties} --rules '{rules}' -s {seed} --json",
    "match '{text}' --ties {ties} --first-player {one} --second-player {other} --rules '{rules}' -s{seed} -j",
    "puzzle --length {length} --depth {depth} -o {one} --rules '{rules}' --second -s {seed}",
    "play '{text}' -o {one} --ties {ties} --rules '{rules}' --second -s {seed}",
    "play '{text}' -o {other} --ties {ties} --rules '{rules}' -s {seed}",
    "solve '{text}' -o {other} --ties {ties} --rules '{rules}' --question {question}",
)  # fmt: skip
CHOICES: dict[str, tuple[Any, ...]] = {
    "text": ("8 15 3 7 2", "4 4 1 4", "2 2 | [3 7", "circle 3 3 1", "2 2 1 2 / first / L"),
    "one": ("optimal", "greedy"), "other": ("modest", "greedy"), "ties": ("left", "right", "random"),
    "rules": ("take 1", "take 1-2", "turns ABBA, stop 3"), "method": METHOD_NAMES,
    "seed": (-1, 0, 7), "length": (5, 6), "depth": (1, 2), "question": tuple(QUESTIONS),
}  # fmt: skip


def answer_of(line: str, it: SimpleNamespace) -> str:
    """What the library says to a line of COMBINED."""
    if "puzzle" in line:
        more = {"length": it.length, "depth": it.depth, "opponent": it.one, "rules": it.rules}
        return f"Puzzle {puzzle(it.seed, you_first=False, **more).name}"
    what: Any = parse(it.text, rules=it.rules)
    game = what if isinstance(what, Game) else Game(what, rules=it.rules)
    players = [opponent(name, ties=it.ties) for name in (it.one, it.other)]
    if "question" in line:
        one = solve(game, players[1])
        asked = Totals(one.first, one.second, 2 * one.first - one.margin_first)
        return QUESTIONS[it.question].answer(asked)
    if line.startswith("play"):
        if game.ends:
            raise RulesError("a game has its own opponent")
        begun = replace(game, you_first="second" not in line, opponent=players["other" in line])
        return write(settle(Session(begun, it.seed)).game)
    if "match" in line:
        seats = players if "first" in line else ["best", players[0]]
        return json_line(json_match(match(game, *seats, seed=it.seed)))
    if "csv" in line:
        return "\n".join(map(",".join, (("row", *ANSWERS), ("1", *csv_cells(solve(game, players[0]))))))
    solved = [solve(game, who, method=it.method) for who in dict.fromkeys(players)]
    return "\n".join(json_line(json_solution(each)) for each in solved)


@pytest.mark.parametrize("line", COMBINED)
def test_options_in_combination_are_all_obeyed(line: str) -> None:
    chance, answered = Random(line), list[bool]()
    for _ in range(10 if "puzzle" in line else 60):
        chosen = {name: chance.choice(values) for name, values in CHOICES.items()}
        ran = run(*shlex.split(line.format(**chosen)), stdin="q\n")
        try:
            answer = answer_of(line, SimpleNamespace(**chosen))
        except TwoEndsError:
            refused(ran)
        else:
            assert f"{answer}\n" in ran.out, chosen
        answered.append(ran.status == 0)
    assert sum(answered) > len(answered) / 4


def test_a_table_of_opponents_has_the_answers_against_each() -> None:
    for text in ("1/3 1/7 2", "circle 1/3 1/7 2", "1 2 | [3 7", "[]", "2 7 / first / L", LONG):
        solved: list[Any] = [solve(parse(text), name) for name in (*NAMES, "greedy trembling 1/10")]
        form = form_of([total for each in solved if not each.error for total in (each.first, each.second)])
        _, _, *lines = run("solve", text, "-o", "all", "-o", str(solved[-1].opponent)).out.splitlines()
        for line, each in zip(lines, solved, strict=True):
            totals = [
                f"≈ {number(total, each.error)}" if each.error else form(total)
                for total in (each.first, each.second)
            ]
            go = "either" if each.order_irrelevant else "first" if each.go_first else "second"
            played = "-" if each.line is None else line_text(each.line)
            cells = [str(each.opponent), *totals, go, best_text(each), played]
            assert re.split("   *", line) == [cell for cell in cells if cell], text
        options = [f"--opponent={each.opponent}" for each in solved]
        bare = run("solve", text, *options, "--question", "first")
        assert len(bare.out.split()) == len(solved)
        assert bare.err.startswith("computed in floats") == any(each.error for each in solved), bare.err


LONG = " ".join(str(place * 37 % 101) for place in range(210))
"""Too long for exact expectations."""

RULES = (None, "take 1-2", "take 1-3 left", "take 2-any right, merge", "turns ABBA", "score rest, stop 4")
WHO = (*NAMES, "greedy left", "modest random", "generous trembling 1/3")


def some_games(*, row: bool = False) -> Iterator[Game]:
    """A game of any shape, or a row, by each of the rules against each opponent, some moves into it."""
    chance = Random(1)
    for rules, who in product(RULES, WHO):
        parts = [" ".join(chance.choices(["8", "2", "-3", "1/2", "K"], k=chance.randint(0, 7))) for _ in "ab"]
        shapes = [parts[0] or "[]"] if row else [parts[0] or "[]", f"circle {parts[0]}", " | ".join(parts)]
        shape: Any = parse(chance.choice(shapes))
        try:
            game = Game(shape, chance.random() < 0.5, opponent=who, rules=rules)
        except RulesError:
            continue  # a circle
        for _ in range(chance.randint(0, 3) * bool(game.moves())):
            if moves := game.moves():
                game = game.play(chance.choice(moves))
        yield game


def test_an_explanation_has_what_is_known_of_a_game_and_marks_the_positions_of_best_play() -> None:
    for game in some_games(row=True):
        ran = run("explain", write(game), terminal=200)
        plain = game.rules.plain
        if game.ends and re.search("merge|turns|stop", str(game.rules)):
            refused(ran, f"is not a new game under {game.rules}")
            continue
        new = Game(game.rest.cards, opponent=game.opponent, rules=game.rules)
        solution, several = solve(new), len(new.shape) > 1
        follows = several and bool(futures_text(new))
        fresh = game.you_first and not game.ends
        begun = ", if you started a new game with the remaining cards:"
        one, two = "the best move, and after another one", "two best moves"
        told = {
            summary(solve(game)): True,
            f"Best play after {one}": follows and len(solution.best) == 1,
            f"Best play after {two}": follows and len(solution.best) > 1,
            ", if you moved first:\n": follows and game.mover != "you",
            f"Both totals and your best moves{begun}": several and not plain,
            f"Your total and your best ends{begun}": several and plain and not fresh,
            "Your total in every position": several and plain and fresh,
            "The odd and the even places": several and plain and len(new.shape) % 2 == 0,
            "Contraction, in linear time:": several and plain and game.opponent.is_optimal,
        }
        text = click.unstyle(ran.out)
        assert {part: part in text for part in told} == told, write(game)
        path = []
        for move in solution.line or ():
            path += [new.remaining] if new.mover == "you" else []
            new = new.play(move)
        if several and game.rules.ends == "either":
            cells = table(game.rest.cards, game.opponent, rules=game.rules)
            totals = sorted(number(cells[at].first) for at in path)
            assert sorted(re.findall("\x1b\\[32m *([^ ]+)", ran.out)) == totals, write(game)


@pytest.mark.parametrize(
    ("command", "players"),
    [("explain", ()), ("review", ()), ("match", ("best", "greedy left")), ("match", ("modest", "random"))],
)
def test_the_games_of_a_file_are_answered_as_if_each_were_alone(
    command: str, players: tuple[str, ...], tmp_path: Path
) -> None:
    games = [write(game) for game in some_games(row=command == "explain")][::4]
    (tmp_path / "games").write_text("\n".join(games))
    options = [f"--{at}-player={name}" for at, name in zip(("first", "second"), players, strict=False)]
    for form, between in ((), "\n"), (("--json",), ""):
        alone = []
        for place, game in enumerate(games):
            seed = [f"--seed={place + 7}"] * bool(players)
            ran = run(command, game, *options, *seed, *form)
            alone += [ran.out] * (ran.status == 0)
            assert (ran.status == 0) != (command == "explain" and "is not a new game" in ran.err), ran.err
        together = run(command, "games", *options, *["--seed=7"] * bool(players), *form, cwd=tmp_path)
        assert together.out == between.join(alone)


def test_rows_that_are_solved_together_are_answered_as_if_each_were_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("MANY_ROWS", 2), ("CARDS_AT_ONCE", 9)):
        monkeypatch.setattr(f"twoends.cli.solve.{name}", value)
    (tmp_path / "mine.py").write_text(
        "def last(position): return position.moves()[0 if position.cards[0] != 8 else 9]"
    )
    games = list(some_games())
    texts = [write(game if game.ends else game.shape) for game in [*games[::2], *games[1::9], *games[::5]]]
    (tmp_path / "rows").write_text("\n".join(f"[{text}]" if text.isalnum() else text for text in texts))
    several = "|-o greedy|-o random|-o mine:last|-o greedy -o random|--method bottom-up|--rules 'take 1-2'"
    for options in several.split("|"):
        words = ["--csv", *shlex.split(options)]
        expected, wrong = list[str](), list[str]()
        for place, text in enumerate(texts, 1):
            alone = run("solve", text, *words, cwd=tmp_path)
            header, *lines = alone.out.splitlines() or [""]
            expected += [header] * (not expected) + [f"{place},{line.partition(',')[2]}" for line in lines]
            wrong += [f"{place}"] * (alone.status == 2)
        together = run("solve", "rows", *words, cwd=tmp_path)
        assert together.out.splitlines() == expected, options
        assert re.findall("^twoends: .*line ([0-9]+)", together.err, re.MULTILINE) == wrong, options


def test_a_bot_answers_a_referee_with_the_moves_of_a_match() -> None:
    chance = Random(2)
    for rules, player, against in product(RULES, ("best", "greedy", "generous"), ("optimal", "modest")):
        ties = chance.choice(("left", "right"))
        mine, theirs = (player, f"{against} {ties}") if player == "best" else (f"{player} {ties}", against)
        asked, answered = [], []
        for first in (True, False) * 2:
            row = Row.of(chance.choices(range(-2, 9), k=chance.randint(2, 7)))
            players = (mine, theirs) if first else (theirs, mine)
            played = match(row, *players, rules=rules).game
            asked.append(f"row {row}")
            for mover, move in zip(played.movers, played.ends, strict=True):
                is_mine = (mover == "you") == (played.you_first == first)
                word = str(move) if played.rules.one_card else f"{move.single}{move.cards}"
                asked.append("move" if is_mine else f"took {word}")
                answered += [word] * is_mine
            asked.append("over 0 0")
        options = [
            f"--player={player}",
            f"--against={against}",
            f"--ties={ties}",
            *[f"--rules={rules}"] * bool(rules),
        ]
        assert run("bot", *options, stdin="\n".join(asked)).out.split() == answered, (options, asked)


def test_the_rest_of_a_game_is_explained_against_a_function_that_sees_the_whole_row(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def gone(position): return 'LR'[position.start % 2]")
    game = ("9 1 4 2 5 7 / first / L / mine:gone", "--json")
    solved, explained = (json.loads(run(word, *game, cwd=tmp_path).out) for word in ("solve", "explain"))
    assert explained["margin_first"] == solved["margin_first"]
    ran = run("explain", "1", "2", "3", "-o", "mine:gone", "--rules", "take 1-2", cwd=tmp_path)
    assert "There is no table: mine:gone has no table under take 1-2" in ran.out


# --- the transcript -----------------------------------------------------------------------------

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

LINES = [
    f"solve '{LONG} / first / - / random'",
    f"review '{LONG} / first / L / random'",
    "solve 1 30 100 15 2 -o greedy -o modest --ties left",
    "explain 8 15 3 7",
    "solve 2.0 1/2 3",
    "solve '1/2 0.25 3' --opponent 'random trembling 1/10'",
    "match - --first-player random --seed 3 <<< '8 15 3 7\\n1 2.50 3'",
    "deal --values 1:9 --length 0 --seed 7",
    *(f"{word} '{write(game)}'" for word in COMMANDS[:4] for game in some_games(row=word == "explain")),
]


@cache
def answers_as_json() -> list[tuple[str, Any]]:
    """Each line with each object that it prints with --json."""
    output = [(line, printed(f"twoends {line.replace(' ', ' --json ', 1)}")) for line in LINES]
    told = [(line, each) for line, answers in output for each in answers.splitlines() if each[0] == "{"]
    assert all(each[0] == "{" or "is not a new game" in each for _, each in output), output
    return [(line, json.loads(answer)) for line, answer in told]


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


ATTRIBUTES = {"end": "move", "taken": "total", "promises": "promised", "played": "moves", "players": "names"}
"""Keys of JSON whose attributes have another name."""


def value_of(what: Any, key: str) -> Any:
    """What the library has for a key."""
    if key == "performance":
        return SimpleNamespace(you=what.you, other=what.opponent)
    if key == "by":
        return "you" if what.yours else "opponent"
    return not what.error if key == "exact" else getattr(what, ATTRIBUTES.get(key, key))


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
            cells, folds, several = keys.pop("table"), keys.pop("contraction"), len(game.shape) > 1
            has_folds = several and game.rules.plain and game.opponent.is_optimal
            assert (cells is not None, folds is not None) == (several, has_folds), line
            if several:
                check_table(cells, game)
            if has_folds:
                check_folds(folds, [*game.shape.cards.values], told.margin_first)
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
        starts = {"either": range(n + 1 - length), "left": [n - length], "right": [0]}[game.rules.ends]
        found = [getattr(cells[at, at + length], name) for at in starts]
        texts = [between.join(map(str, each)) for each in found] if name == "best" else found
        assert is_told(answer[key][length - 1], texts), (game, key, length)


def check_folds(answer: Any, coins: list[Any], margin: Any) -> None:
    """The folds lead to the margin of two optimal players."""
    for fold in answer["folds"]:
        near, peak, far = coins[fold["at"] : fold["at"] + 3]
        assert max(near, far) <= peak
        assert is_told(fold["coin"], near - peak + far)
        coins[fold["at"] : fold["at"] + 3] = [near - peak + far]
    last = sorted(coins, reverse=True)
    assert sum(last[::2]) - sum(last[1::2]) == margin
    assert is_told(answer["margin"], margin)
