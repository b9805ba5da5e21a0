"""Bots and players in real games: fouls are verdicts, whatever a player raises, prints or answers late."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cases import slow
from command_line import in_a_process
from command_line import run as twoends
from judged import PYTHON, command, compiled
from twoends import LEFT, RIGHT, Game, Position, Row
from twoends.judge import Limits, Verdict, bots, judge_bot, judge_player
from twoends.judge.bots import Foul, FoulError, PythonPlayer
from twoends.judge.games import OPPONENTS
from twoends.rules.notation import parse_game
from twoends.rules.opponents import opponent
from twoends.rules.sides import AnyMove, Side

EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"
ROWS = [Row.of(values) for values in ([8, 15, 3, 7], [1, 30, 100, 15, 2], [4])]
BEST_BOT = [sys.executable, "-m", "twoends", "bot"]


def test_a_bot_that_writes_and_fails_after_the_last_game_commits_a_foul(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("twoends.judge.bots.PATIENCE", 10.0)  # a busy machine needs more time
    judgement = judge_bot(command("bad_bot.py"), rows=ROWS, opponents=OPPONENTS[:1], limits=Limits(10.0))
    assert judgement.verdict is Verdict.PE
    assert {foul.sentence for foul in judgement.fouls} == {
        "it wrote an extra line: 'goodbye'; then it ended with exit status 1: that went wrong"
    }


def test_the_example_bots_play_as_documented() -> None:
    larger_end = judge_bot([*PYTHON, str(EXAMPLES / "larger_end.py")], games=5)
    assert larger_end.accepted
    assert larger_end.plays_like == ("greedy (ties left)",)
    best = judge_bot([compiled(EXAMPLES / "best.c")], games=6, opponents=[opponent("optimal")], perfect=True)
    assert best.accepted, best.worst
    assert [record.loss for record in best.records] == [0]
    assert len((EXAMPLES / "larger_end.py").read_text().splitlines()) <= 20


@pytest.mark.parametrize("against", ["greedy", *slow("optimal", "generous")])
def test_the_bot_command_plays_perfectly_before_the_judge(against: str) -> None:
    opponents = [each for each in OPPONENTS if str(each).startswith(against)][:1]
    judgement = judge_bot([*BEST_BOT, "--against", against], games=6, opponents=opponents, perfect=True)
    assert judgement.accepted, (judgement.fouls, judgement.worst)


def larger_end(position: Position) -> Side:
    return LEFT if position.left > position.right else RIGHT


def test_a_player_that_catches_every_exception_ends_with_the_process(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import time\n"
        "def deaf(position):\n"
        "    while True:\n"
        "        try: time.sleep(0.01)\n"
        "        except: pass\n"
    )
    run = in_a_process("check-player", "mine:deaf", "--time", "0.2", cwd=tmp_path)
    assert (run.status, run.out) == (1, ""), run
    assert run.err.startswith("TLE  time limit exceeded: the player did not answer within 0.2 s"), run
    assert len(run.err.splitlines()) == 1, run


def test_a_random_opponent_is_seeded_and_plays_differently_in_every_game() -> None:
    rows = [Row.of([1] * 20)] * 3

    def sides(seed: int) -> list[tuple[AnyMove, ...]]:
        judged = judge_player("larger", larger_end, rows=rows, opponents=[opponent("random")], seed=seed)
        return [played.game.ends for played in judged.games]

    games = sides(1)
    assert len(set(games)) == 6, "three rows, and either player to start"
    assert sides(1) == games
    assert not set(games) & set(sides(2))
    for turn, moves in zip((1, 0) * 3, games, strict=True):
        assert {*moves[turn:-1:2]} == {LEFT, RIGHT}, "both sides occur"


# --- the bot's side ----------------------------------------------------------------------------


def test_the_bot_answers_as_the_documented_transcript_shows() -> None:
    """Lines after `>` are the referee's, and lines after `<` the bot's."""
    text = (Path(__file__).parent.parent / "docs" / "judge.md").read_text("utf-8")
    transcript = text.partition("<!-- transcript -->")[2].partition("```\n")[2].partition("```")[0]
    lines = [(line[:2], f"{line[2:].partition('  ')[0]}\n") for line in transcript.splitlines()]
    asked = "".join(text for speaker, text in lines if speaker == "> ")
    answered = "".join(text for speaker, text in lines if speaker == "< ")
    assert answered
    assert twoends("bot", stdin=asked).out == answered
    game = parse_game("8 15 3 7 / first / RLLL")
    assert f"> over {game.yours} {game.theirs}" in transcript


# --- players in this process -------------------------------------------------------------------

ROW = Row.of([8, 15, 3, 7])
START = Game(ROW)


def foul_of(player: Any, seconds: float = 20.0) -> Foul:
    bot: Any = PythonPlayer(player, seconds)
    bot.begin(ROW)
    bot.end_game(Game(ROW, True, []))
    bot.end()
    bot.stop()
    with pytest.raises(FoulError) as fault:
        bot(START)
    return fault.value.foul


class Unprintable:
    def __repr__(self) -> str:
        raise ValueError


def fail(fault: BaseException) -> Side:
    raise fault


def never_returns() -> Side:
    while True:
        with contextlib.suppress(Exception):
            time.sleep(0.001)


TO_RETURN = "return twoends.LEFT or twoends.RIGHT"


@pytest.mark.parametrize(
    ("player", "verdict", "sentence"),
    [
        (lambda at: 1 / 0, Verdict.RE, "it raised ZeroDivisionError: division by zero"),
        (lambda at: fail(ValueError("one\ntwo")), Verdict.RE, "it raised ValueError: one"),
        (lambda at: fail(ValueError("x" * 300)), Verdict.RE, f"it raised ValueError: {'x' * 188}"),
        (lambda at: fail(ValueError(Unprintable())), Verdict.RE, "it raised ValueError: <exception"),
        (lambda at: sys.exit("enough"), Verdict.RE, "it raised SystemExit: enough"),
        (lambda at: "L", Verdict.WA, f"it answered 'L': {TO_RETURN}"),
        (lambda at: None, Verdict.WA, f"it answered None: {TO_RETURN}"),
        (lambda at: "x" * 99, Verdict.WA, f"it answered '{'x' * 12}...{'x' * 13}': {TO_RETURN}"),
        (lambda at: Unprintable(), Verdict.WA, "it answered <Unprintable instance at 0x"),
        (lambda at: never_returns(), Verdict.TLE, "it did not answer within 0.2 s"),
    ],
)
def test_every_fault_of_a_player_is_a_foul_with_one_sentence(
    player: Callable[[Position], object], verdict: Verdict, sentence: str
) -> None:
    foul = foul_of(player, 0.2 if verdict is Verdict.TLE else 20.0)
    assert (foul.verdict, foul.sentence[: len(sentence)]) == (verdict, sentence)
    assert len(foul.sentence) <= len("it raised ") + 200


def test_an_interrupt_from_the_keyboard_is_not_a_foul() -> None:
    with pytest.raises(KeyboardInterrupt):
        PythonPlayer(lambda at: fail(KeyboardInterrupt()), 20.0)(START)


def test_a_player_prints_to_standard_error_without_control_characters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def prints(at: Position) -> Side:
        print("one\n\x1b[31mtwo", flush=True)
        assert sys.stdout.write("three") == 5
        return LEFT

    assert PythonPlayer(prints, 20.0)(START) is LEFT
    assert capsys.readouterr() == ("", "one\n·[31mtwo\nthree")


def test_an_alarm_is_set_for_each_move_and_removed_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would repeat after two seconds for a player that catches everything."""
    before = signal.getsignal(signal.SIGALRM)
    timers: list[tuple[object, ...]] = []
    monkeypatch.setattr(signal, "setitimer", lambda *args: timers.append(args))
    handlers: list[object] = []

    def plays(at: Position) -> Side:
        handlers.append(signal.getsignal(signal.SIGALRM))
        return LEFT

    PythonPlayer(plays, 1.5)(START)
    real = signal.ITIMER_REAL
    assert timers == [(real, 1.5, 2.0), (real, 0), (real, 0)]
    assert handlers[0] is not before
    assert signal.getsignal(signal.SIGALRM) is before

    def is_late(at: Position) -> Side:
        os.kill(os.getpid(), signal.SIGALRM)
        return LEFT

    late = Foul(Verdict.TLE, "it did not answer within 1.5 s")
    assert foul_of(is_late, 1.5) == late

    def catches(at: Position) -> Side:
        with contextlib.suppress(BaseException):
            os.kill(os.getpid(), signal.SIGALRM)
        return LEFT

    assert foul_of(catches, 1.5) == late
    assert signal.getsignal(signal.SIGALRM) is before


@pytest.mark.parametrize("terminal", [True, False])
def test_a_player_that_catches_its_time_limit_ends_the_process_with_one_line(
    terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    log: list[object] = []

    class Stream:
        def __init__(self, name: str) -> None:
            self.name = name

        def flush(self) -> None:
            log.append(self.name)
            raise ValueError("it is closed")

    monkeypatch.setattr(sys, "__stdout__", Stream("out"))
    monkeypatch.setattr(sys, "stderr", Stream("err"))
    monkeypatch.setattr(os, "isatty", lambda number: terminal and number == 2)
    monkeypatch.setattr(os, "write", lambda *args: log.append(args))
    monkeypatch.setattr(os, "_exit", lambda status: log.append(("exit", status)))
    end: Callable[[float], object] = bots._end_process
    end(0.25)
    sentence = (
        "TLE  time limit exceeded: the player did not answer within 0.25 s, and catches the "
        "exception that should stop it: judge it as a program, with twoends judge bot\n"
    )
    cleared = "\r\x1b[2K\x1b[?25h" if terminal else ""
    assert log == ["out", "err", (2, f"{cleared}{sentence}".encode()), ("exit", 1)]
    monkeypatch.setattr(sys, "__stdout__", None)
    log.clear()
    end(0.25)
    assert log[0] == "err"
