"""twoends tournament: a round robin in which each pair plays every row twice, each moving first once."""

from __future__ import annotations

from typing import Any

import click

from twoends.answers.matches import players as every_player
from twoends.cli.arguments import Name, allow_local_modules, rules_option
from twoends.cli.command import Command
from twoends.cli.study import carry_out, running_options
from twoends.rules.opponents import require_known

PLAYERS_OF_BOTS = ("optimal", "greedy", "random")


@click.command(cls=Command)
@click.argument("players", nargs=-1, metavar="[PLAYER]...", type=Name(*every_player()))
@click.option(
    "--bot", "bots", multiple=True, metavar="COMMAND", help="A program that plays; may be repeated."
)
@click.option("--rows", help='deck, "uniform LOW HIGH", permutation, "walk STEP" or "file PATH" [deck].')
@rules_option
@click.option("--length", "lengths", metavar="N", help="Cards in a row [52].")
@click.option("-n", "--count", type=int, default=1000, help="Rows for each pair, played twice each [1000].")
@click.option("-s", "--seed", type=int, help="The same seed draws the same rows [1].")
@running_options
def tournament(
    players: tuple[str, ...],
    bots: tuple[str, ...],
    out: str | None,
    workers: int,
    dask: str | None,
    form: str | None,
    **options: Any,
) -> int | None:
    """Let every player meet every other, and rank them.

    A player is best (the best response to the other player), optimal, greedy, modest,
    generous, random, text such as "greedy left", module:function for your own, or with --bot a
    program that speaks the protocol of `twoends judge bot`. By default those six play; if only bots are
    given, they meet optimal, greedy and random. A tournament is a study and reports its results as one.

    \b
    Examples:
      twoends tournament                                        # all six players on decks
      twoends tournament best "greedy left" "greedy right"      # these three
      twoends tournament --bot "python3 mine.py" --bot ./yours  # two programs
    """
    from twoends.study import round_robin  # late: it loads NumPy
    from twoends.study.description import describe
    from twoends.study.pairings import BOT

    allow_local_modules()
    for name in players:
        require_known(name, "player", every_player())
    given = {name: value for name, value in options.items() if value is not None}
    meeting = [*(players or (PLAYERS_OF_BOTS if bots else every_player())), *(f"{BOT}{bot}" for bot in bots)]
    pairings = [str(pairing) for pairing in round_robin(meeting)]
    return carry_out(describe(given | {"pairings": pairings}), out, workers, dask, form)
