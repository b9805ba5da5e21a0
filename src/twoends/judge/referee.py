"""The referee: leads games between players, or of a player against opponents of ours, one after the other.

A player under judgement is *you* in every game. A move's loss is your best total against this opponent
minus the best total after the move; it is exact, and an expectation where the opponent moves
at random. Their opponents play by the pure methods alone.
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
from twoends.judge.containment.commands import CommandError
from twoends.judge.tasks import printable
from twoends.judge.verdicts import Verdict
from twoends.rules.games import Game
from twoends.rules.numbers import Exact
from twoends.rules.positions import Player, Position
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS
from twoends.rules.sides import LEFT, Side
from twoends.solvers import bottom_up, moves
from twoends.solvers.moves import Choices, Policy

SECONDS_TO_GIVE_UP = 2.0
"""What a Python player has, once its time is up, to pass the exception on that says so."""


@dataclass(frozen=True, slots=True)
class GameResult:
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


class PythonPlayer:
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


def pure_policy(game: Game) -> Policy:
    """What the opponent of a game on a row does, by the pure methods."""
    row, who = game.shape, game.opponent

    def find() -> Choices:
        sides = bottom_up.policy(row.cards.values, who, game.you_first).sides
        return lambda state: sides(*state.remaining)

    return moves.policy(game.book, who, find)


class Referee:
    """Leads games between two players, or of one against an opponent of ours, who plays by a policy.

    Players are started at the first game, and anew after a foul.
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
        """Play a game on a row, the first player as you: the game, who was asked last, and the foul.

        A foul ends the game; it is by who was asked last, 0 for you and 1 for the opponent.
        """
        players, replies, asked, foul = self._players, self._policy(game), 0, None
        try:
            if not players:
                players.extend([start() for start in self._starts])
            for asked in range(len(players)):
                players[asked].begin(game.shape.cards)
            while not game.over:
                asked = MOVERS.index(game.mover)
                ours = asked == len(players)
                game = game.play(replies(game.state, random) if ours else players[asked](game.position))
            for asked, player in enumerate(players):
                player.end_game(Game(game.shape, game.you_first == (asked == 0), game.ends))
        except (FoulError, CommandError) as fault:
            foul = fault.foul if isinstance(fault, FoulError) else Foul(Verdict.CE, printable(str(fault)))
            for player in players:
                player.stop()
            players.clear()
        return game, asked, foul

    def close(self) -> Foul | None:
        """End the players, who may foul once more."""
        foul = None
        for player in self._players:
            try:
                player.end()
            except FoulError as fault:
                foul = fault.foul
        return foul


def judge_game(referee: Referee, game: Game, random: Random) -> GameResult:
    """Play one game of the player under judgement; a foul ends it."""
    game, _, foul = referee.play(game, random)
    best, losses = _losses(game)
    return GameResult(game.opponent, game, losses, best, foul)


def _losses(game: Game) -> tuple[Exact, tuple[Exact, ...]]:
    """The total that you could have had, and what each of your moves gave away; one sweep."""
    states, values = game.states, game.book.values
    held = bottom_up.prospects(values, game.opponent, game.you_first, [state.remaining for state in states])
    losses = [
        _exact(total) - _exact(left if move is LEFT else right)
        for state, move, total, left, right in zip(states, game.ends, *held, strict=False)
        if game.book.mover(state) == "you"
    ]
    return _exact(held.total[0]), tuple(losses)


def _exact(total: object) -> Exact:
    assert isinstance(total, int | Fraction), "totals of exact rows are exact"
    return total
