"""Bots in a study: other people's programs play its rows, contained as the judge contains them.

A bot is a player by the name of `bot COMMAND`. One that breaks the protocol or does not answer in
time fouls: the opponent gets every card that is left, and the bot is started anew.
"""

from __future__ import annotations

import shlex
from contextlib import ExitStack, suppress
from random import Random
from typing import TYPE_CHECKING

from twoends.answers.policies import policy
from twoends.judge.bots import Bot, FoulError
from twoends.judge.containment.commands import locate
from twoends.judge.containment.contained import Limits, Supervisor
from twoends.judge.verdicts import Verdict
from twoends.rules.games import Game
from twoends.rules.opponents import independent
from twoends.rules.positions import Player, Position
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS
from twoends.rules.sides import AnyMove
from twoends.study.pairings import BOT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_FOULS = 3
"""After so many fouls on a chunk a bot is not asked any more: each may have cost the full time limit."""


def play_rows_with_bots(
    rows: NDArray[np.int64], first: str, second: str, *, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play every row to its end: both totals, shape (m, 2), and who fouled, shape (m, 2), 1 or 0.

    At least one of the players is a bot. Raises CommandError for a program that cannot be started.
    """
    import numpy as np

    totals, fouls = np.zeros((len(rows), 2), np.int64), np.zeros((len(rows), 2), np.int64)
    with ExitStack() as stack:
        seats = [_Seat(name, stack) for name in (first, second)]
        for k, values in enumerate(rows.tolist()):
            game, fouled = _play(Row.of(values), seats, f"{seed} {k}")
            totals[k] = game.yours, game.theirs
            if fouled is not None:
                totals[k, 1 - fouled] += sum(values) - totals[k].sum()
                fouls[k, fouled] = 1
                for seat in seats:
                    seat.leave()
                seats[fouled].fouls += 1
    return totals, fouls


class _Seat:
    """A seat at the table for one player; a bot keeps running from row to row, until it leaves."""

    def __init__(self, name: str, stack: ExitStack) -> None:
        self.fouls = 0
        self._name = name
        self._supervisor = stack.enter_context(Supervisor()) if name.startswith(BOT) else None
        self._player: Bot | Player | None = None
        stack.callback(self._say_goodbye)

    def begin(self, row: Row, moves_first: bool, random: Random) -> None:
        """Sit down to a row. Raises FoulError."""
        if self._supervisor is None:
            play = policy(Game(row, not moves_first, opponent=independent(self._name)))
            self._player = lambda position: play(position.state, random)
            return
        if self.fouls >= MOST_FOULS:
            raise FoulError(Verdict.WA, "it fouled too often to be asked again")
        if not isinstance(self._player, Bot):
            command = locate(shlex.split(self._name.removeprefix(BOT)))
            self._player = Bot(self._supervisor, command, Limits())
        self._player.begin(row)

    def move(self, position: Position) -> AnyMove:
        """Choose a move. Raises FoulError."""
        assert self._player is not None, "a player sits down before they move"
        return self._player(position)

    def end(self, game: Game) -> None:
        """Hear how a game ended, seen with this player as you. Raises FoulError."""
        if isinstance(self._player, Bot):
            self._player.end_game(game)

    def leave(self) -> None:
        """Go home in the middle of a game."""
        if isinstance(self._player, Bot):
            self._player.stop()
        self._player = None

    def _say_goodbye(self) -> None:
        if isinstance(self._player, Bot):
            with suppress(FoulError):  # all games are over: how it ends changes none of them
                self._player.end()


def _play(row: Row, seats: list[_Seat], seed: str) -> tuple[Game, int | None]:
    """Play a row until its end or the first foul: the game, its first player as you, and who fouled."""
    game = Game(row)
    at = 0  # whoever is asked next, and whose a foul then is
    try:
        for at, seat in enumerate(seats):
            seat.begin(row, at == 0, Random(f"{seed} {at}"))
        while not game.over:
            at = MOVERS.index(game.mover)
            game = game.play(seats[at].move(game.position))
        for at, seat in enumerate(seats):
            seat.end(Game(row, at == 0, game.ends))
    except FoulError:
        return game, at
    return game, None
