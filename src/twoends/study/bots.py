"""Bots in a study: other people's programs play its rows, contained as the judge contains them.

A bot is a player by the name of `bot COMMAND`. One that breaks the protocol or does not answer in
time fouls: the opponent gets every card that is left, and the bot is started anew.
"""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from twoends.answers.policies import policy
from twoends.judge.bots import Bot
from twoends.judge.containment.commands import CommandError, locate
from twoends.judge.containment.contained import Limits, Supervisor
from twoends.judge.games import MOST_FOULS
from twoends.judge.referee import Referee
from twoends.judge.verdicts import Verdict
from twoends.rules.games import Game
from twoends.rules.opponents import independent
from twoends.rules.rows import Row
from twoends.study.pairings import BOT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def play_rows_with_bots(
    rows: NDArray[np.int64], first: str, second: str, *, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play every row to its end: both totals, shape (m, 2), and who fouled, shape (m, 2), 1 or 0.

    At least one of the players is a bot. After MOST_FOULS of one of them all that follows is the other's.
    Raises CommandError for a program that cannot be started.
    """
    import numpy as np

    totals, fouls = np.zeros((len(rows), 2), np.int64), np.zeros((len(rows), 2), np.int64)
    names = (first, second)
    bots = [at for at, name in enumerate(names) if name.startswith(BOT)]
    you, other = bots[0], 1 - bots[0]
    against = "optimal" if other in bots else independent(names[other])
    with ExitStack() as stack:
        starts = []
        for at in bots:
            supervisor = stack.enter_context(Supervisor())
            command = locate(shlex.split(names[at].removeprefix(BOT)))
            starts.append(partial(Bot, supervisor, command, Limits()))
        referee = Referee(*starts, policy=policy)
        stack.callback(referee.close)  # how a bot ends changes no game
        for k, values in enumerate(rows.tolist()):
            game = Game(Row.of(values), you == 0, opponent=against)
            game, asked, foul = referee.play(game, Random(f"{seed} {k} {other}"))
            totals[k, you], totals[k, other] = game.totals
            if foul is None:
                continue
            if foul.verdict is Verdict.CE:
                raise CommandError(foul.sentence)
            fouled = (you, other)[asked]
            totals[k, 1 - fouled] += sum(values) - totals[k].sum()
            fouls[k, fouled] = 1
            if fouls[:, fouled].sum() == MOST_FOULS:
                totals[k + 1 :, 1 - fouled], fouls[k + 1 :, fouled] = rows[k + 1 :].sum(axis=1), 1
                break
    return totals, fouls
