"""Python players in this process: what they raise, print and answer too late."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from twoends import Position, Row
from twoends.judge import Verdict, referee
from twoends.judge.bots import Foul, FoulError
from twoends.judge.referee import PythonPlayer
from twoends.rules.games import Game
from twoends.rules.sides import LEFT, Side

ROW = Row.of([8, 15, 3, 7])
START = Game(ROW).position


def foul_of(player: Callable[[Position], object], seconds: float = 20.0) -> Foul:
    bot: Any = PythonPlayer(player, seconds)  # type: ignore[arg-type]  # some are no players
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
        (
            lambda at: fail(ValueError(Unprintable())),
            Verdict.RE,
            "it raised ValueError: <exception str() fai",
        ),
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
    end: Callable[[float], object] = referee._end_process
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
