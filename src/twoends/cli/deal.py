"""twoends deal: shuffled decks and random rows."""

from __future__ import annotations

import re
from random import Random

import click

from twoends.cli import arguments
from twoends.cli.command import Command
from twoends.cli.progress import progress_of_rows
from twoends.rules.cards import deck, random_row, shuffled
from twoends.rules.notation import write
from twoends.rules.rows import Row
from twoends.rules.rules import Rules

ROWS_THAT_ARE_MANY = 10_000
"""So many are dealt in a second."""


@click.command(cls=Command)
@arguments.rules
@click.option("--values", metavar="LOW:HIGH", help="Draw integers from LOW to HIGH, not cards; or LOW..HIGH.")
@click.option("--length", type=click.IntRange(0, 10**7), help="Values in a row; at most 52 from a deck [52].")
@click.option("-n", "--count", type=click.IntRange(1), default=1, help="The number of rows [1].")
@click.option("-s", "--seed", type=int, help="Seed of the rows.")
@arguments.json("row")
def deal(
    rules: Rules | None,
    values: str | None,
    length: int | None,
    count: int,
    seed: int | None,
    as_json: bool,
) -> None:
    """Deal shuffled decks or random rows.

    Each line is a row, as `twoends solve -` reads it; with --rules, a game.

    \b
    Examples:
      twoends deal --seed 7                             # a deck of 52 cards
      twoends deal --length 8 --seed 7                  # its first eight cards
      twoends deal --values -9:9 --length 12 --count 3  # three rows of numbers
      twoends deal --length 8 --rules 'take 1-3 left'   # under other rules
    """
    if values is None and length is not None and length > 52:
        raise click.UsageError(f"a deck has 52 cards, not {length:,}: give --length 52 or less, or --values")
    low = high = 0
    if values is not None:
        bounds = re.fullmatch(r"([+-]?\d{1,300})(?::|\.\.)([+-]?\d{1,300})", values, re.ASCII)
        if bounds is None:
            raise click.UsageError(f"--values is '{values}': write LOW:HIGH with two integers, such as -9:9")
        low, high = map(int, bounds.groups())
        if low > high:
            raise click.UsageError(f"--values is '{values}': the lower bound comes first, as in {high}:{low}")
        if length is None:
            raise click.UsageError("--values needs --length, the number of values in a row")
    seed = arguments.draw_seed() if seed is None else seed
    random = Random(seed)
    cards = deck()
    rows = (
        shuffled(cards, random)[:length] if values is None else random_row(length or 0, low, high, random)
        for _ in range(count)
    )
    for row in progress_of_rows(rows, count if count > ROWS_THAT_ARE_MANY else 0):
        each = arguments.apply_rules(rules, row)
        if as_json:
            from twoends.views.json import json_shape

            click.echo(arguments.json_line(json_shape(each) | {"seed": seed}))
        else:  # without brackets, rows of one value would be read as one row written as a column
            click.echo(f"[{each}]" if isinstance(each, Row) and len(each) == 1 else write(each))
