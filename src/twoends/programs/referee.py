"""A referee: games between bots, or of a bot against an opponent that plays by a policy."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from twoends.engine.playing import Policy
from twoends.programs.bots import Bot, Foul, FoulError
from twoends.programs.client import CommandError
from twoends.programs.verdicts import Verdict
from twoends.rules.errors import printable
from twoends.rules.games import Game
from twoends.rules.rulebook import MOVERS

MAX_FOULS = 3
"""After this many fouls the rest of the games are left out: each may have cost the full time limit."""


class Referee:
    """Runs games between two players, or of one player against an opponent that plays by a policy.

    Players are started for the first game, and again after a foul.
    """

    def __init__(self, *starts: Callable[[], Bot], policy: Callable[[Game], Policy]) -> None:
        self._starts = starts
        self._policy = policy
        self._players: list[Bot] = []

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
                game = game.play(policy(game.state, random) if built_in else players[asked](game))
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
