"""twoends review: what each move of a game gave away."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from typing import Any

import click

from twoends.answers.reviews import Review
from twoends.answers.reviews import review as review_game
from twoends.cli.arguments import FILE, VALUES, games_given
from twoends.rules.notation import parse_board_game, parse_circle_game, parse_game
from twoends.views.scoresheet import MARKS, json_review, review_text


@click.command(context_settings=VALUES)
@click.argument("words", nargs=-1, metavar="NOTATION | FILE | -", type=FILE)
@click.option(
    "--board", is_flag=True, help="Games on boards: a move is a component and sides, such as 2:L 0:RR."
)
@click.option("--circle", is_flag=True, help="Games around circles: an index, from 0, then sides.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per game, a line each.")
def review(words: Sequence[str], board: bool, circle: bool, as_json: bool) -> None:
    """Judge every move of a game: what it gave away, its mark, both accuracies, the turning point.

    Your moves are judged against the best response to your opponent, the opponent's moves against
    optimal play. A file has one game a line; what follows a # is a remark.

    \b
    twoends review '8 15 3 7 / first / LLRL'
    twoends review '5 7 9 1 4 2 / second / RLR / greedy right'   an unfinished game
    twoends review --board '[1 2 | 3 7 4 | 9] / first / 1:R 2:L 0:RR 1:LL'
    twoends review --circle '2 8 1 10 9 / first / 3 RLLL'
    """
    if board and circle:
        raise click.UsageError("--board and --circle are both given: choose one")
    for place, judged in enumerate(_reviews(words, board, circle)):
        if as_json:
            from json import dumps

            click.echo(dumps(json_review(judged), ensure_ascii=False))
            continue
        if place:
            click.echo()
        click.echo(review_text(judged, shutil.get_terminal_size().columns))
        click.echo(f"\n{MARKS}")


def _reviews(words: Sequence[str], board: bool, circle: bool) -> Iterator[Review[Any, Any]]:
    if not board and not circle:
        yield from (
            review_game(*given) for given in games_given(words, parse_game, "8 15 3 7 / first / LLRL")
        )
        return
    from twoends.answers.board_reviews import review_board, review_circle

    if board:
        example = "[1 2 | 3 7 4] / first / 0:R 1:LL"
        yield from (review_board(*given) for given in games_given(words, parse_board_game, example))
    else:
        example = "2 8 1 10 9 / first / 1 RLLL"
        yield from (review_circle(*given) for given in games_given(words, parse_circle_game, example))
