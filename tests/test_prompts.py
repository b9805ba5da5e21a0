"""A game without a terminal: typed words, Ctrl-C at a prompt, the row of the day and the ladder."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from command_line import Terminal, run
from test_session import GAMES, of, settle
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.notation import parse_game, write
from twoends.rules.opponent_names import opponent
from twoends.terminal import prompts
from twoends.terminal.session import Session


@pytest.mark.usefixtures("unmeasured")
def test_ctrl_c_at_a_prompt_leaves_the_game_on_a_line_of_its_own() -> None:
    command = [sys.executable, "-m", "twoends", "play", "8", "15", "3", "7"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as game:
        assert game.stdout is not None
        while (shown := game.stdout.read(1)) != b">":
            assert shown, "the game ended"
        game.send_signal(signal.SIGINT)
        rest, said = game.communicate()
    assert rest == b" \n8 15 3 7 / first / -\n"
    assert (game.returncode, said) == (130, b"twoends: interrupted\n")


def test_a_piped_game_reads_like_a_typed_one_and_what_has_no_letters_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = []
    for stream in (io.TextIOWrapper, Terminal):
        out = io.BytesIO()
        monkeypatch.setattr(sys, "stdin", stream(io.BytesIO(b"\xff\n LEFT\nq\n"), "utf-8"))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, "latin-1", write_through=True))
        *_, last = prompts.play(of("A♠ 10 3 7 / first / -"))
        assert last.done
        shown.append(out.getvalue().decode("latin-1"))
    monkeypatch.undo()
    piped, typed = shown
    assert re.findall("^> (.*)$", piped, re.MULTILINE) == ["?", "LEFT", "q"]
    assert re.sub("^> .*\n", "> ", piped, flags=re.MULTILINE) == typed, "the terminal itself shows the words"
    assert "[A?]" in typed


TYPED = ["left", "right", "l", "r", "left 2", "r 2", "right 1", "left 0", "r x", "l 99", "0:l", "1:R", "1:r2",
         "2:l1", "1", "3", "L2", "r1", "x", "", "u", "undo", "n", "h", "hint", "p", "review", "again 1",
         "again 3", "again 99", "again x", f"left {'9' * 200_000}"]  # fmt: skip


def meant(game: Game, word: str, rest: str) -> Move | None:
    """The legal move that a typed word and what follows it mean."""
    moves = game.moves()
    if word not in ("left", "right", "l", "r"):
        one = "" if game.rules.one_card else "1"
        named = {name: move for move in moves for name in (f"{move}", f"{move}{one}")}
        for lane in game.lanes if game.rules.ends == "either" else ():  # all of it, from the right
            whole = [
                move
                for move in moves
                if move.cards == len(lane.places) and move.single == lane.ends[0] != lane.ends[-1]
            ]
            named |= {name.replace("L", "R"): move for name, move in named.items() if move in whole}
        return named.get(word.upper())
    number = int(rest) if rest.isdecimal() and len(rest) < 9 else 0
    if len(game.lanes) > 1 or not moves[0].side or (rest and not number):
        return None
    cards = number or min(move.cards for move in moves)
    is_all = cards == len(game.rest) and game.rules.ends == "either"  # the same from either end
    sides: dict[Move | None, tuple[str, str]] = {LEFT: ("left", "l"), RIGHT: ("right", "r")}
    fitting = [move for move in moves if move.cards == cards]
    return next((move for move in fitting if is_all or word in sides[move.side]), None)


@pytest.mark.parametrize("who", ["greedy left", "random", "human"])
def test_typed_words_make_the_moves_that_they_mean(who: str) -> None:
    chance = Random(who)
    for text in GAMES * 4:
        turn, words, seed = chance.choice(("first", "second")), chance.choices(TYPED, k=12), 5
        game = replace(parse_game(f"{text} / {turn} / -"), opponent=opponent(who))
        begun, game = write(game), settle(Session(game, seed)).game
        for typed in words:
            word, _, rest = typed.partition(" ")
            ends = game.ends
            if word in ("u", "undo"):
                yours = [at for at in range(len(ends)) if who == "human" or game.movers[at] == "you"]
                game = replace(game, ends=ends[: yours[-1]] if yours else ends)
            elif word == "n":
                game, seed = replace(game, ends=()), seed + 1
            elif word == "again" and rest.isdecimal() and 0 < int(rest) <= len(ends):
                game = replace(game, ends=ends[: int(rest) - 1])
            elif not game.over and (move := meant(game, word, rest)):
                game = game.play(move)
            game = settle(Session(game, seed)).game
        ran = run("play", begun, "--seed", "5", stdin="".join(f"{word}\n" for word in words))
        assert ran.out.splitlines()[-1] == write(game), (begun, [word[:9] for word in words])
        assert ran.out.count("> ") == len(words) + 1, "each is asked for"


# --- the row of the day, and the ladder --------------------------------------------------------


def test_the_row_of_the_day_counts_and_ends_with_a_line_to_share() -> None:
    ran = run("puzzle", "--daily", stdin="h\nu\nl\nagain 1\n" + "l\n" * 5)
    assert ran.out.count("This game counts: there are no hints and no undo.") == 2, ran.out
    assert "Again from" not in ran.out
    assert "\n> " not in ran.out.partition("The end: ")[2], "it asks for no more moves"
    left = run("puzzle", "--daily", stdin="q\n").out
    assert "Two Ends" not in left, "leaving it says nothing about it"
    assert re.fullmatch(r"Two Ends [0-9-]{10} · Greedy · .*", ran.out.splitlines()[-1]), ran.out


def test_a_row_of_a_rung_is_played_to_its_end() -> None:
    first, second = (run("puzzle", f"2-rung-1-{seed}", stdin="l\n" * 3).out for seed in (1, 2))
    assert first != second
    assert re.search("^You gave (nothing )?away .*[.]$", first, re.MULTILINE), first
    assert "Two Ends" not in first, "only the row of the day is shared"
    new = run("puzzle", "--ladder", "3", stdin="q\n").out
    assert re.search("^Rung 3 of 9, 2-rung-3-[0-9]+[.] Take cards", new, re.MULTILINE), new
    assert re.fullmatch("[0-9 ]+ / first / -", new.splitlines()[-1]), new
