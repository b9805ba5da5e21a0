"""Commands answer as the library does, for every shape, by all rules, against every opponent."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import click
import pytest

from command_line import refused, run
from twoends import Game, Row, match, opponent, parse, solve, table, write
from twoends.answers.questions import QUESTIONS
from twoends.cli.arguments import json_line
from twoends.engine.values import METHOD_NAMES
from twoends.judge.tasks import totals
from twoends.puzzles import puzzle
from twoends.rules.errors import RulesError, TwoEndsError
from twoends.rules.opponents import NAMES
from twoends.views.csv import ANSWERS, csv_cells
from twoends.views.explain import futures_text
from twoends.views.json import json_match, json_solution
from twoends.views.numbers import form_of, number
from twoends.views.summaries import summary
from twoends.views.words import best_text, line_text


def test_solve_answers_the_questions_of_the_judge_in_its_words() -> None:
    row = (8, 15, 3, 7)
    for question in QUESTIONS:
        expected = QUESTIONS[question].answer(totals(row, opponent("greedy")))
        ran = run("solve", "8 15 3 7", "-o", "greedy", "--question", question)
        assert ran.out == f"{expected}\n", question
    refused(run("solve", "8", "--question", "first", "--json"), "--question and --json are both given")


COMBINED = (
    "solve '{text}' -o {one} -o {other} --ties {ties} --rules '{rules}' --method {method} --json",
    "solve '{text}' -o {one} --ties {ties} --rules '{rules}' --csv",
    "match '{text}' --second-player {one} --ties {ties} --rules '{rules}' -s {seed} --json",
    "match '{text}' --ties {ties} --first-player {one} --second-player {other} --rules '{rules}' -s{seed} -j",
    "puzzle --length {length} --depth {depth} -o {one} --rules '{rules}' --second -s {seed}",
)  # fmt: skip
CHOICES: dict[str, tuple[Any, ...]] = {
    "text": ("8 15 3 7 2", "4 4 1 4", "2 2 | [3 7", "circle 3 3 1", "2 2 1 2 / first / L"),
    "one": ("optimal", "greedy"), "other": ("modest", "greedy"), "ties": ("left", "right", "random"),
    "rules": ("take 1", "take 1-2", "turns ABBA, stop 3"), "method": METHOD_NAMES,
    "seed": (-1, 0, 7), "length": (5, 6), "depth": (1, 2),
}  # fmt: skip


def answer_of(line: str, it: SimpleNamespace) -> str:
    """What the library says to a line of COMBINED."""
    if "puzzle" in line:
        more = {"length": it.length, "depth": it.depth, "opponent": it.one, "rules": it.rules}
        return f"Puzzle {puzzle(it.seed, you_first=False, **more).name}"
    what: Any = parse(it.text, rules=it.rules)
    game = what if isinstance(what, Game) else Game(what, rules=it.rules)
    players = [opponent(name, ties=it.ties) for name in (it.one, it.other)]
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
        ran = run(*shlex.split(line.format(**chosen)))
        try:
            answer = answer_of(line, SimpleNamespace(**chosen))
        except TwoEndsError:
            refused(ran)
        else:
            assert ran.out.startswith(f"{answer}\n"), chosen
        answered.append(ran.status == 0)
    assert sum(answered) > len(answered) / 4


def test_a_table_of_opponents_has_the_answers_against_each() -> None:
    long = " ".join(str(place * 37 % 101) for place in range(210))  # too long for exact expectations
    for text in ("1/3 1/7 2", "circle 1/3 1/7 2", "1 2 | [3 7", "[]", "2 7 / first / L", long):
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
        together = run(command, "games", *options, *["--seed=7"] * bool(players), *form, cwd=tmp_path)
        assert together.out == between.join(alone)
        assert len(alone) > len(games) // 2


def test_rows_that_are_solved_together_are_answered_as_if_each_were_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("MANY_ROWS", 2), ("CARDS_AT_ONCE", 9)):
        monkeypatch.setattr(f"twoends.cli.solve.{name}", value)
    (tmp_path / "mine.py").write_text("def last(position): return position.moves()[-1]")
    games = list(some_games())
    texts = [write(game if game.ends else game.shape) for game in [*games[::2], *games[1::9], *games[::5]]]
    (tmp_path / "rows").write_text("\n".join(f"[{text}]" if text.isalnum() else text for text in texts))
    several = "|-o greedy|-o random|-o mine:last|-o greedy -o random|--method bottom-up|--rules 'take 1-2'"
    for options in several.split("|"):
        words = ["--csv", *shlex.split(options)]
        expected, wrong = list[str](), 0
        for place, text in enumerate(texts, 1):
            alone = run("solve", text, *words, cwd=tmp_path)
            header, *lines = alone.out.splitlines() or [""]
            expected += [header] * (not expected) + [f"{place},{line.partition(',')[2]}" for line in lines]
            wrong += alone.status == 2
        together = run("solve", "rows", *words, cwd=tmp_path)
        assert together.out.splitlines() == expected, options
        assert together.err.count("twoends: ") == wrong, options


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


def test_a_game_that_is_left_is_printed_with_all_options_and_read_from_this_text() -> None:
    for game in [game for game in some_games() if len(game.shape)][::2]:
        name, *ties = str(game.opponent).split()[:2]
        options = ["-o", name, *(f"--ties={tie}" for tie in ties if name != "generous")]
        options += ["--second"] * (not game.you_first) + [f"--rules={game.rules}"]
        printed = run("play", write(game.shape), *options, stdin="q\n").out.splitlines()[-1]
        left: Any = parse(printed)
        who = opponent(" ".join(str(game.opponent).split()[:2])) if name != "generous" else opponent(name)
        assert left == Game(game.shape, game.you_first, left.ends, who, game.rules), (options, printed)
        assert left.mover == "you" or left.over, printed
        for text, typed in ((printed, "q\n"), ("-", f"{printed}\n")):
            assert run("play", text, stdin=typed).out.splitlines()[-1] == printed


def test_the_rest_of_a_game_is_explained_against_a_function_that_sees_the_whole_row(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def gone(position): return 'LR'[position.start % 2]")
    game = ("9 1 4 2 5 7 / first / L / mine:gone", "--json")
    solved, explained = (json.loads(run(word, *game, cwd=tmp_path).out) for word in ("solve", "explain"))
    assert explained["margin_first"] == solved["margin_first"]
    ran = run("explain", "1", "2", "3", "-o", "mine:gone", "--rules", "take 1-2", cwd=tmp_path)
    assert "There is no table: mine:gone has no table under take 1-2" in ran.out
