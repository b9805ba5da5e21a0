"""Players in this process: what they raise, print and answer too late. No other process is started."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from twoends import Position, Row
from twoends.judge import Verdict, seating
from twoends.judge.bots import Foul, FoulError
from twoends.judge.seating import InProcess
from twoends.rules.games import Game
from twoends.rules.sides import LEFT, Side

ROW = Row.of([8, 15, 3, 7])


def left(position: Position) -> Side:
    return LEFT


def foul_of(player: Callable[[Position], object], seconds: float = 20.0) -> Foul:
    seated: Any = InProcess(player, seconds)  # type: ignore[arg-type]  # players that are none
    seated.begin(ROW)
    seated.end_game(Game(ROW, True, []))
    seated.end()
    seated.stop()
    with pytest.raises(FoulError) as fault:
        seated(Game([8, 15]).position)
    return fault.value.foul


def fail(fault: BaseException) -> Side:
    raise fault


def test_whatever_a_player_raises_is_a_foul_but_an_interrupt() -> None:
    assert foul_of(lambda at: fail(ValueError("one\ntwo"))) == Foul(Verdict.RE, "it raised ValueError: one")
    assert foul_of(lambda at: fail(ValueError("x" * 300))).sentence == f"it raised ValueError: {'x' * 188}"
    assert foul_of(lambda at: fail(SystemExit("no"))) == Foul(Verdict.RE, "it raised SystemExit: no")
    assert foul_of(lambda at: 7) == Foul(Verdict.WA, "it answered 7: return twoends.LEFT or twoends.RIGHT")
    with pytest.raises(KeyboardInterrupt):
        InProcess(lambda at: fail(KeyboardInterrupt()), 20.0)(Game([8, 15]).position)


def test_what_a_player_prints_goes_to_standard_error_without_signs_that_are_obeyed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def prints(at: Position) -> Side:
        print("one\n\x1b[31mtwo", flush=True)
        assert sys.stdout.write("three") == 5
        return LEFT

    assert InProcess(prints, 20.0)(Game([8, 15]).position) is LEFT
    assert capsys.readouterr() == ("", "one\n·[31mtwo\nthree")


def test_a_bell_is_set_for_the_time_of_a_move_and_taken_off_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would ring again after two seconds, for whoever catches everything."""
    before = signal.getsignal(signal.SIGALRM)
    timers: list[tuple[object, ...]] = []
    monkeypatch.setattr(signal, "setitimer", lambda *told: timers.append(told))
    where: list[object] = []

    def plays(at: Position) -> Side:
        where.append(signal.getsignal(signal.SIGALRM))
        return LEFT

    at = Game([8, 15]).position
    InProcess(plays, 1.5)(at)
    real = signal.ITIMER_REAL
    assert timers == [(real, 1.5, 2.0), (real, 0), (real, 0)]
    assert where[0] is not before
    assert signal.getsignal(signal.SIGALRM) is before

    def rings(at: Position) -> Side:
        os.kill(os.getpid(), signal.SIGALRM)
        return LEFT

    late = Foul(Verdict.TLE, "it did not answer within 1.5 s")
    assert foul_of(rings, 1.5) == late

    def catches(at: Position) -> Side:
        with contextlib.suppress(BaseException):
            os.kill(os.getpid(), signal.SIGALRM)
        return LEFT

    assert foul_of(catches, 1.5) == late
    assert signal.getsignal(signal.SIGALRM) is before


def test_who_catches_the_bell_twice_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[object] = []

    class EndedError(BaseException):
        pass

    def end(seconds: float) -> None:
        ended.append(seconds)
        raise EndedError

    monkeypatch.setattr(signal, "setitimer", lambda *told: None)
    monkeypatch.setattr(seating, "_end_process", end)

    def catches(at: Position) -> Side:
        try:
            os.kill(os.getpid(), signal.SIGALRM)
        except BaseException:
            os.kill(os.getpid(), signal.SIGALRM)
        return LEFT

    said = foul_of(catches, 1.5).sentence
    assert said == f"it raised {__name__}.{EndedError.__qualname__}"
    assert ended == [1.5]


def test_without_signals_a_player_takes_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Game([8, 15]).position
    monkeypatch.setattr(signal, "signal", lambda *told: pytest.fail("a bell was set"))
    sides: list[Side] = []
    thread = threading.Thread(target=lambda: sides.append(InProcess(left, 1.0)(at)))
    thread.start()
    thread.join()
    monkeypatch.delattr(signal, "setitimer")
    sides.append(InProcess(left, 1.0)(at))
    assert sides == [LEFT, LEFT]


@pytest.mark.parametrize("terminal", [True, False])
def test_a_process_that_is_ended_says_why_in_one_line(
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
    monkeypatch.setattr(os, "write", lambda *told: log.append(told))
    monkeypatch.setattr(os, "_exit", lambda status: log.append(("exit", status)))
    end: Callable[[float], object] = seating._end_process
    end(0.25)
    sentence = (
        "TLE  time limit exceeded: the player did not answer within 0.25 s, and catches what should stop it: "
        "judge it as a program, with twoends judge bot\n"
    )
    wiped = "\r\x1b[2K\x1b[?25h" if terminal else ""
    assert log == ["out", "err", (2, f"{wiped}{sentence}".encode()), ("exit", 1)]
    monkeypatch.setattr(sys, "__stdout__", None)
    log.clear()
    end(0.25)
    assert log[0] == "err"
