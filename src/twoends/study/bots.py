"""Bots in a study: programs that play its rows in a sandbox.

A bot is a player named `bot COMMAND`. A bot that breaks the protocol or does not answer in time commits a
foul: its opponent gets all remaining cards, and the bot is restarted.
"""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from functools import partial
from random import Random

import numpy as np
from numpy.typing import NDArray

from twoends.answers.policies import policy
from twoends.programs.bots import Bot
from twoends.programs.client import CommandError, Limits, Supervisor, locate
from twoends.programs.referee import MAX_FOULS, Referee
from twoends.programs.verdicts import Verdict
from twoends.rules.games import Game
from twoends.rules.opponent_names import computer_opponent
from twoends.rules.rows import Row
from twoends.study.pairings import BOT


def command_of(player: str) -> tuple[str, ...]:
    """Return the command of the bot of this name, to be run from any folder. Raises CommandError."""
    return locate(shlex.split(player.removeprefix(BOT)))


def play_rows_with_bots(
    rows: NDArray[np.int64], first: str, second: str, *, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play every row to its end; return the totals, shape (m, 2), and the fouls, shape (m, 2), 0 or 1.

    At least one player is a bot. After MAX_FOULS fouls by one player the other gets all remaining rows.
    Raises CommandError for a program that cannot be started.
    """
    totals, fouls = np.zeros((len(rows), 2), np.int64), np.zeros((len(rows), 2), np.int64)
    names = (first, second)
    bots = [player for player, name in enumerate(names) if name.startswith(BOT)]
    you, other = bots[0], 1 - bots[0]
    against = "optimal" if other in bots else computer_opponent(names[other])
    with ExitStack() as stack:
        starts = []
        for player in bots:
            supervisor = stack.enter_context(Supervisor())
            starts.append(partial(Bot, supervisor, command_of(names[player]), Limits()))
        referee = Referee(*starts, policy=policy)
        stack.callback(referee.close)  # a foul after the last game does not count
        for k, values in enumerate(rows.tolist()):
            game = Game(Row.of(values), you == 0, opponent=against)
            game, culprit, foul = referee.play(game, Random(f"{seed} {k} {other}"))
            totals[k, you], totals[k, other] = game.totals
            if foul is None:
                continue
            if foul.verdict is Verdict.CE:
                raise CommandError(foul.sentence)
            fouled = (you, other)[culprit]
            totals[k, 1 - fouled] += sum(values) - totals[k].sum()
            fouls[k, fouled] = 1
            if fouls[:, fouled].sum() == MAX_FOULS:
                totals[k + 1 :, 1 - fouled], fouls[k + 1 :, fouled] = rows[k + 1 :].sum(axis=1), 1
                break
    return totals, fouls
