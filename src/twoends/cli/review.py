"""twoends review: what each move of a game gave away."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

import click

from twoends.cli.arguments import FILE, VALUES, games_given
from twoends.reviews import json_review
from twoends.reviews import review as review_game
from twoends.scoresheet import MARKS, review_text


@click.command(context_settings=VALUES)
@click.argument("words", nargs=-1, metavar="NOTATION | FILE | -", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per game, a line each.")
def review(words: Sequence[str], as_json: bool) -> None:
    """Judge every move of a game: what it gave away, its mark, both accuracies, the turning point.

    Your moves are judged against the best response to your opponent, the opponent's moves against
    optimal play. A file has one game a line; what follows a # is a remark.

    \b
    twoends review '8 15 3 7 / first / LLRL'
    twoends review '5 7 9 1 4 2 / second / RLR / greedy right'   an unfinished game
    """
    for place, (game, against) in enumerate(games_given(words)):
        judged = review_game(game, against)
        if as_json:
            from json import dumps

            click.echo(dumps(json_review(judged), ensure_ascii=False))
            continue
        if place:
            click.echo()
        click.echo(review_text(judged, shutil.get_terminal_size().columns))
        click.echo(f"\n{MARKS}")
