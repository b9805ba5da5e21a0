"""twoends review: what each move of a game gave away."""

from __future__ import annotations

from collections.abc import Sequence

import click

from twoends.answers.reviews import review as review_game
from twoends.cli.arguments import FILE, allow_local_modules, json_line, json_option, rules_option
from twoends.cli.command import Command, marks_in_colour, width_of_terminal
from twoends.reading.sources import games_in
from twoends.rules.rules import Rules
from twoends.views.columns import wrapped
from twoends.views.scoresheet import marks_text, review_text


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="NOTATION | FILE | -", type=FILE)
@rules_option
@json_option("game")
def review(words: Sequence[str], rules: Rules | None, as_json: bool) -> None:
    """Judge every move of a game: what it gave away, its mark, both accuracies, the turning point.

    Your moves are compared with the best response to your opponent, the opponent's moves with
    optimal play. A file has one game per line; a # starts a comment. On a board a move is a
    component and sides, such as 2:L 0:RR; on a circle the first move is an index from 0.

    \b
    Examples:
      twoends review '8 15 3 7 / first / LLRL'            # a game against an optimal opponent
      twoends review '5 7 9 1 / second / RL / greedy'     # an unfinished game
      twoends review '[1 2 | 3 7 / first / 1:L 0:RR 1:L'  # on a board
      twoends review '1 2 3 7 / take 1-3 left / first / L3 L1'  # under other rules
      twoends review 'circle 2 8 1 10 / first / 3 RLL'    # on a circle
    """
    if not "".join(words).strip():
        raise click.UsageError("there is no game: give one such as '8 15 3 7 / first / LLRL', a file, or -")
    allow_local_modules()
    for place, game in enumerate(games_in(words, rules=rules)):
        judged = review_game(game)
        if as_json:
            from twoends.views.json import json_review

            click.echo(json_line(json_review(judged)))
            continue
        if place:
            click.echo()
        width = width_of_terminal()
        click.echo(marks_in_colour(review_text(judged, width)))
        click.echo(f"\n{wrapped(marks_text(judged), width)}")
