"""The seating: one game after the other, the player under judgement against opponents of ours.

The player is *you* in every game. A move's loss is your best total against the opponent who sits
there minus the best total after the move; it is exact, and an expectation where the opponent moves
at random. Opponents play by the pure methods alone.
"""

from __future__ import annotations

import os
import reprlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from fractions import Fraction
from io import TextIOBase
from random import Random
from traceback import format_exception_only
from typing import NoReturn

from twoends.judge.bots import Bot, Foul, FoulError
from twoends.judge.containment.contained import CommandError
from twoends.judge.tasks import printable
from twoends.judge.verdicts import Verdict
from twoends.rules.games import Game, moves
from twoends.rules.numbers import Exact
from twoends.rules.positions import Player, Position
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, Side
from twoends.solvers import bottom_up

SECONDS_TO_GIVE_UP = 2.0
"""What a Python player has, once its time is up, to pass the exception on that says so."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game of the player under judgement, who is you.

    against  the opponent
    game     the moves, up to a foul if there was one
    losses   what each of your moves gave away, in your total; shape (your moves,)
    best     the total (or expectation) that you could have had
    foul     None, or the verdict and the sentence that ended the game
    """

    against: Opponent
    game: Game
    losses: tuple[Exact, ...]
    best: Exact
    foul: Foul | None = None

    @property
    def loss(self) -> Exact:
        """What all moves together gave away."""
        return sum(self.losses)


class _TimeIsUpError(BaseException):
    """Raised in the midst of a player's code, which should not catch it."""


class InProcess:
    """A Python player in the place of a bot."""

    def __init__(self, player: Player, seconds: float) -> None:
        self._player = player
        self._seconds = seconds

    def begin(self, row: Row) -> None:
        """Nothing to announce: every position says all."""

    def __call__(self, position: Position) -> Side:
        """Ask for a move; what the player prints goes to standard error. Raises FoulError."""
        try:
            with redirect_stdout(_Printable()), _limited(self._seconds):
                side = self._player(position)
        except _TimeIsUpError:
            raise FoulError(Verdict.TLE, f"it did not answer within {self._seconds:g} s") from None
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # whatever the player's own code raises is its verdict
            sentence = format_exception_only(fault)[0].split("\n")[0][:200]
            raise FoulError(Verdict.RE, f"it raised {sentence}") from fault
        if not isinstance(side, Side):
            raise FoulError(  # reprlib's is short, and does not fail
                Verdict.WA, f"it answered {reprlib.repr(side)}: return twoends.LEFT or twoends.RIGHT"
            )
        return side

    def end_game(self, game: Game) -> None:
        """Nothing to tell."""

    def end(self) -> None:
        """Nothing to end."""

    stop = end


class _Printable(TextIOBase):
    """What a player prints goes to standard error, without signs that a terminal obeys."""

    def write(self, text: str) -> int:
        sys.stderr.write("\n".join(map(printable, text.split("\n"))))
        return len(text)

    def flush(self) -> None:
        sys.stderr.flush()


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise _TimeIsUpError after so many seconds, where signals can: in the main thread, not on Windows.

    Code that catches even this is asked once. If it goes on, the process says so and ends: nothing
    else would end it, an interrupt from the keyboard least of all.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    rings = 0

    def ring(number: int, frame: object) -> None:
        nonlocal rings
        rings += 1
        if rings > 1:
            _end_process(seconds)
        raise _TimeIsUpError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, SECONDS_TO_GIVE_UP)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # the bell may ring in the line above
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if rings:  # it was caught, and the answer came too late
        raise _TimeIsUpError


def _end_process(seconds: float) -> NoReturn:
    """Say the verdict and end, past everything that the player might catch."""
    verdict = Verdict.TLE
    for stream in (sys.__stdout__, sys.stderr):
        with suppress(BaseException):  # it may be closed, or in the midst of writing
            if stream is not None:
                stream.flush()
    sentence = (
        f"{verdict}  {verdict.value}: the player did not answer within {seconds:g} s, and catches what "
        "should stop it: judge it as a program, with twoends judge bot\n"
    )
    # On a terminal a bar of progress stands here, and has hidden the cursor.
    wiped = "\r\x1b[2K\x1b[?25h" if os.isatty(2) else ""
    with suppress(OSError):
        os.write(2, f"{wiped}{sentence}".encode())
    os._exit(1)


class Seating:
    """Where the player sits: seated anew after a foul."""

    def __init__(self, seat: Callable[[], Bot | InProcess]) -> None:
        self._seat = seat
        self._seated: Bot | InProcess | None = None

    def play(self, row: Row, against: Opponent, you_first: bool, random: Random) -> Played:
        """Play one game; a foul ends it."""
        table = bottom_up.table(row.values, against)
        opponent = _opponent(row, against, you_first, random)
        sides: list[Side] = []
        losses: list[Exact] = []
        best = _exact((table.yours if you_first else table.theirs)[len(row)][0])
        foul = None
        try:
            seated = self._seated = self._seated or self._seat()
            seated.begin(row)
            pair = (seated, opponent) if you_first else (opponent, seated)
            for position, side in moves(row, *pair, you_first=you_first):
                if position.your_turn:
                    losses.append(_loss(table, position, side))
                sides.append(side)
            seated.end_game(Game(row, you_first, sides, against))
        except FoulError as fault:
            foul = fault.foul
            if self._seated is not None:
                self._seated.stop()
                self._seated = None
        except CommandError as fault:
            foul = Foul(Verdict.CE, printable(str(fault)))
            self._seated = None
        return Played(against, Game(row, you_first, sides, against), tuple(losses), best, foul)

    def end(self) -> Foul | None:
        """Send the player home."""
        try:
            if self._seated is not None:
                self._seated.end()
        except FoulError as foul:
            return foul.foul
        return None


def _opponent(row: Row, against: Opponent, you_first: bool, random: Random) -> Player:
    """Seat an opponent, by the pure methods: they play their policy, and stray as often as they do."""
    if against.player is not None:
        return against.player
    policy = bottom_up.policy(row.values, against, you_first) if against.stray < 1 else None

    def play(position: Position) -> Side:
        if against.stochastic and random.random() < against.stray:
            return LEFT if random.random() < against.stray_left else Side.RIGHT
        return (policy and policy.side(position.start, position.stop)) or LEFT

    return play


def _loss(table: bottom_up.Triangles, position: Position, side: Side) -> Exact:
    """What a move of yours gives away."""
    after = position.take(side)
    brought = position.card(side) + _exact(table.theirs[len(after)][after.start])
    return _exact(table.yours[len(position)][position.start]) - brought


def _exact(total: object) -> Exact:
    assert isinstance(total, int | Fraction), "tables of exact rows are exact"
    return total
