"""twoends match: one game between two players."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import randrange
from typing import Any

import click

from twoends.answers.matches import BEST, PLAYERS, Match
from twoends.answers.matches import match as play_match
from twoends.answers.solution import kernels_pay
from twoends.cli.arguments import VALUES, Name, opponents_named, row_or_file_words, rows_given
from twoends.cli.progress import announce_compiling, in_positions, progress_of
from twoends.rules.cards import deal
from twoends.rules.notation import write_game
from twoends.rules.opponents import require_known
from twoends.rules.replies import WITH_TIES, Opponent
from twoends.rules.rows import Exact, Row
from twoends.views.words import json_number, number, row_text

POSITIONS_A_SECOND = 2e6
POSITIONS_A_SECOND_OF_YOUR_OWN = 4e5
CARDS_OF_A_QUICK_TABLE = 2_500


@click.command(context_settings=VALUES)
@row_or_file_words
@click.option("--deck", is_flag=True, help="Play a shuffled deck of 52 cards.")
@click.option("--first", type=Name(*PLAYERS), default=BEST, help="Who moves first [best].")
@click.option("--second", type=Name(*PLAYERS), default="optimal", help="Who moves second [optimal].")
@click.option(
    "--ties",
    type=click.Choice(["left", "right"]),
    help="Which of two equal ends greedy and modest take [right].",
)
@click.option("--seed", type=int, help="Seed for the deck and random moves; each game has the next one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per game, a line each.")
@click.pass_context
def match(
    context: click.Context,
    words: Sequence[str],
    deck: bool,
    first: str,
    second: str,
    ties: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Let two players play one game, or one on each row of a FILE or of standard input, and print it.

    A player is best (the best response to whoever sits opposite), optimal, greedy, modest,
    generous, random, text such as "greedy trembling 1/10", or module:function for your own.

    \b
    twoends match 1 30 100 15 2 --first best --second greedy
    twoends match --deck --first greedy --second greedy --seed 7
    twoends deal --count 10 --seed 7 | twoends match - --first random --json
    """
    if deck == bool(words):
        raise click.UsageError("give a row such as 8 15 3 7, or --deck for a shuffled deck, and not both")
    if seed is None:
        seed = randrange(10**6)
        if deck or {"random", "trembling"} & set(f"{first} {second}".split()):
            click.echo(f"seed {seed}", err=True)
    for name in (first, second):
        require_known(name, "player", PLAYERS)
    named = [name for name in (first, second) if name != BEST]
    chosen = dict(zip(named, opponents_named(named, ties, None), strict=True))
    players: list[Opponent | str] = [chosen.get(name, name) for name in (first, second)]
    for place, row in enumerate([deal(seed)] if deck else rows_given(context, words, None)):
        played = _play_visibly(row, players, seed + place)
        if as_json:
            click.echo(json.dumps(_json(played), ensure_ascii=False))
        else:
            click.echo("\n" * (place > 0) + _text(played))


def _play_visibly(row: Row, players: Sequence[Opponent | str], seed: int) -> Match:
    """Play; where it takes long, say so before and show progress on standard error."""
    n, tables = len(row), tables_filled(players)
    if kernels_pay("bottom-up", n):
        announce_compiling()
    if n <= CARDS_OF_A_QUICK_TABLE or not tables:
        return play_match(row, *players, seed=seed)
    positions = tables * n * n // 2
    your_own = any(isinstance(who, Opponent) and who.your_own for who in players)
    seconds = positions / (POSITIONS_A_SECOND_OF_YOUR_OWN if your_own else POSITIONS_A_SECOND)
    click.echo(
        f"{n:,} cards: {'a table' if tables == 1 else f'{tables} tables'} of {positions:,} positions, "
        f"about {seconds:,.0f} seconds",
        err=True,
    )
    with progress_of("positions") as show:
        return play_match(row, *players, seed=seed, progress=in_positions(show, tables))


def tables_filled(players: Sequence[Opponent | str]) -> int:
    """How many players must know what to do everywhere: no line of play, no rule on two cards says it."""
    opponents = [who for who in players if isinstance(who, Opponent)]
    best = len(opponents) < len(players)
    if best and not any(who.by_chance or who.your_own for who in opponents):
        return 0
    return best + sum(
        who.player is None and who.stray < 1 and not who.is_optimal and who.name not in WITH_TIES
        for who in opponents
    )


def _json(played: Match) -> dict[str, Any]:
    game = played.game
    return {
        "row": [json_number(value) for value in game.row.given],
        "first": played.names[0],
        "second": played.names[1],
        "sides": "".join(map(str, game.sides)),
        "total_first": json_number(game.row.show(game.yours if game.you_first else game.theirs)),
        "total_second": json_number(game.row.show(game.theirs if game.you_first else game.yours)),
        "winner": _winner(played),
        "notation": write_game(game, played.against),
        "seed": played.seed,
    }


def _winner(played: Match) -> str:
    """The seat that won, whoever sat there."""
    game = played.game
    if game.yours == game.theirs:
        return "draw"
    return "first" if (game.yours > game.theirs) == game.you_first else "second"


def _text(played: Match) -> str:
    game = played.game
    row = game.row
    names = [
        f"{seat}, {name}" if len(set(played.names)) == 1 else name
        for seat, name in zip(("first", "second"), played.names, strict=True)
    ]
    width = max(map(len, names))
    totals: list[Exact] = [0, 0]
    start, stop = 0, len(row)
    lines = [f"{row_text(row)}   {names[0]} against {names[1]}"]
    for place, (side, value) in enumerate(zip(game.sides, game.taken, strict=True)):
        mover = place % 2
        totals[mover] += value
        card = str(row[start] if str(side) == "L" else row[stop - 1])
        start, stop = start + (str(side) == "L"), stop - (str(side) == "R")
        score = " : ".join(number(row.show(total)) for total in totals)
        lines.append(f"{place + 1:>4}  {names[mover]:<{width}}  {side} {card:<6}  {score}")
    winner = _winner(played)
    result = (
        "A draw" if winner == "draw" else f"The {winner} player, {played.names[winner == 'second']}, wins"
    )
    lines.append(f"{result}, {' : '.join(number(row.show(total)) for total in totals)}.")
    lines.append(write_game(game, played.against))
    return "\n".join(lines)
