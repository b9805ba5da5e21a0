"""The referee runs games one at a time, between two players or of one player against a built-in opponent.

A player under judgement is *you* in every game. The loss of a move is your best total against this opponent
minus the best total after the move; it is exact, and an expectation if the opponent moves at random. Built-in
opponents play by the pure-Python methods only.
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
from itertools import pairwise
from random import Random
from traceback import format_exception_only
from typing import NoReturn

from twoends.judge.bots import Bot, Foul, FoulError
from twoends.judge.containment.contained import CommandError
from twoends.judge.tasks import printable
from twoends.judge.verdicts import Verdict
from twoends.rules.games import Game
from twoends.rules.numbers import Exact, Number
from twoends.rules.preferences import Opponent
from twoends.rules.rulebook import MOVERS, Player, Position
from twoends.rules.sides import Side
from twoends.solvers import bottom_up, moves
from twoends.solvers.moves import Choices, Policy

SECONDS_TO_GIVE_UP = 2.0
"""How long a Python player has, once its time is up, to let the exception through."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of the player under judgement, who is you.

    against  the opponent
    game     the moves, up to a foul if there was one
    losses   the loss of each of your moves, shape (your moves,)
    best     your total (or expectation) under best play from the start
    foul     None, or the verdict and sentence that ended the game
    """

    against: Opponent
    game: Game
    losses: tuple[Exact, ...]
    best: Exact
    foul: Foul | None = None

    @property
    def loss(self) -> Exact:
        """The loss of all moves together."""
        return sum(self.losses)

    def show(self, total: Exact) -> Number:
        """A total or a loss as a number of the row's kind."""
        return self.game.shape.cards.show(total)


class _TimeIsUpError(BaseException):
    """Raised inside a player's code, which should not catch it."""


class PythonPlayer:
    """A Python player with the interface of a Bot."""

    def __init__(self, player: Player, seconds: float) -> None:
        self._player = player
        self._seconds = seconds

    def begin(self, *given: object) -> None:
        """Do nothing: every position contains all that a player needs."""

    end_game = end = stop = begin

    def __call__(self, position: Position) -> Side:
        """Ask for a move; what the player prints goes to standard error. Raises FoulError."""
        try:
            with redirect_stdout(_PrintableStderr()), _limited(self._seconds):
                side = self._player(position)
        except _TimeIsUpError:
            raise FoulError(Verdict.TLE, f"it did not answer within {self._seconds:g} s") from None
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # anything that the player's code raises is a run-time error
            sentence = format_exception_only(fault)[0].split("\n")[0][:200]
            raise FoulError(Verdict.RE, f"it raised {sentence}") from fault
        if not isinstance(side, Side):
            raise FoulError(  # reprlib.repr is short and cannot fail
                Verdict.WA, f"it answered {reprlib.repr(side)}: return twoends.LEFT or twoends.RIGHT"
            )
        return side


class _PrintableStderr(TextIOBase):
    """Standard error without control characters, which a terminal would obey."""

    def write(self, text: str) -> int:
        sys.stderr.write("\n".join(map(printable, text.split("\n"))))
        return len(text)

    def flush(self) -> None:
        sys.stderr.flush()


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise _TimeIsUpError after `seconds`, if signals can: in the main thread, and not on Windows.

    If the code catches the exception and keeps running, the process prints a message and ends: nothing else,
    not even an interrupt from the keyboard, would stop the code.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    alarms = 0

    def on_alarm(number: int, frame: object) -> None:
        nonlocal alarms
        alarms += 1
        if alarms > 1:
            _end_process(seconds)
        raise _TimeIsUpError

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds, SECONDS_TO_GIVE_UP)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # the alarm may go off in the line above
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if alarms:  # the code caught it, and its answer came too late
        raise _TimeIsUpError


def _end_process(seconds: float) -> NoReturn:
    """Print the verdict and end the process, whatever the player catches."""
    for stream in (sys.__stdout__, sys.stderr):
        with suppress(BaseException):  # it may be closed, or in the middle of a write
            if stream is not None:
                stream.flush()
    verdict = Verdict.TLE
    message = (
        f"{verdict}  {verdict.value}: the player did not answer within {seconds:g} s, and catches the "
        "exception that should stop it: judge it as a program, with twoends judge bot\n"
    )
    # On a terminal, a progress bar is on this line and has hidden the cursor.
    clear = "\r\x1b[2K\x1b[?25h" if os.isatty(2) else ""
    with suppress(OSError):
        os.write(2, f"{clear}{message}".encode())
    os._exit(1)


def pure_policy(game: Game) -> Policy:
    """The policy of the opponent of a game on a row, by the pure-Python methods."""

    def find() -> Choices:
        sides = bottom_up.policy(game.shape.cards.values, game.opponent, game.you_first).sides
        return lambda state: sides(*state.remaining)

    return moves.policy(game.book, game.opponent, find)


class Referee:
    """Runs games between two players, or of one player against an opponent that plays by a policy.

    Players are started for the first game, and again after a foul.
    """

    def __init__(
        self,
        *starts: Callable[[], Bot | PythonPlayer],
        policy: Callable[[Game], Policy] = pure_policy,
    ) -> None:
        self._starts = starts
        self._policy = policy
        self._players: list[Bot | PythonPlayer] = []

    def play(self, game: Game, random: Random) -> tuple[Game, int, Foul | None]:
        """Play a game on a row, the first player as you; return the game, the last player asked and the foul.

        A foul ends the game; it is by the last player asked, 0 for you and 1 for the opponent.
        """
        players, policy, asked, foul = self._players, self._policy(game), 0, None
        try:
            if not players:
                players.extend([start() for start in self._starts])
            for asked in range(len(players)):
                players[asked].begin(game.shape.cards)
            while not game.over:
                asked = MOVERS.index(game.mover)
                built_in = asked == len(players)
                game = game.play(policy(game.state, random) if built_in else players[asked](game.position))
            for asked, player in enumerate(players):
                player.end_game(Game(game.shape, game.you_first == (asked == 0), game.ends))
        except (FoulError, CommandError) as fault:
            foul = fault.foul if isinstance(fault, FoulError) else Foul(Verdict.CE, printable(str(fault)))
            for player in players:
                player.stop()
            players.clear()
        return game, asked, foul

    def close(self) -> Foul | None:
        """End the players and return the last foul, as ending may be one."""
        foul = None
        for player in self._players:
            try:
                player.end()
            except FoulError as fault:
                foul = fault.foul
        return foul


def judge_game(referee: Referee, game: Game, random: Random) -> GameResult:
    """Play one game of the player under judgement; compute all losses from one sweep."""
    game, _, foul = referee.play(game, random)
    intervals = [state.remaining for state in game.states]
    worth = bottom_up.prospects(game.book.values, game.opponent, game.you_first, intervals)
    totals = list(map(_exact, worth.total))
    moves = zip(game.movers, game.earned, pairwise(totals), strict=True)
    losses = [before - earned - after for mover, earned, (before, after) in moves if mover == "you"]
    return GameResult(game.opponent, game, tuple(losses), totals[0], foul)


def _exact(total: object) -> Exact:
    assert isinstance(total, int | Fraction), "totals of exact rows are exact"
    return total
