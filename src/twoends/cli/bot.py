"""twoends bot: speak the line protocol of `twoends judge bot`."""

from __future__ import annotations

import sys
from random import Random

import click

from twoends.answers.matches import BEST, players
from twoends.answers.policies import best_response, policy
from twoends.cli.arguments import Name, opponents_named, rules_option, ties_option
from twoends.cli.command import Command
from twoends.judge.bots import answers
from twoends.rules.games import Game
from twoends.rules.opponents import opponent, require_known
from twoends.rules.positions import Player
from twoends.rules.preferences import names
from twoends.rules.rows import Row
from twoends.rules.rules import Rules


@click.command(cls=Command)
@click.option(
    "--player", "name", type=Name(players()), default=BEST, help="Who plays: best, or an opponent [best]."
)
@click.option(
    "--against", type=Name(names()), default="optimal", help="The opponent that best expects [optimal]."
)
@ties_option()
@rules_option
@click.option("-s", "--seed", type=int, help="Seed for random moves.")
def bot(name: str, against: str, ties: str | None, rules: Rules | None, seed: int | None) -> None:
    """Play as a program: read the referee's lines from standard input, write moves to standard output.

    If a move may take several cards, it says how many, as in L3.

    \b
    Examples:
      twoends judge bot -- twoends bot --player greedy  # judge our greedy player
    """
    require_known(name, "player", players())
    named = [each for each in (name, against if name == BEST else BEST) if each != BEST]
    (chosen,) = opponents_named(named, ties, None) or (opponent(),)
    random = Random(seed)

    def seat(row: Row, moves_first: bool) -> Player:
        # `best` answers the opponent of a game; any other player is that opponent.
        game = Game(row, moves_first == (name == BEST), (), chosen, rules)
        play = best_response(game) if name == BEST else policy(game)
        return lambda position: play(position.state, random)

    for answer in answers(seat, sys.stdin, Rules.of(rules)):
        print(answer, flush=True)
