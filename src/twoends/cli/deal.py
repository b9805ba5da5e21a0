"""twoends deal: shuffled decks and random rows."""

from __future__ import annotations

import re
from random import Random, randrange

import click

from twoends.rules.cards import deck, random_row, shuffled


@click.command()
@click.option("--deck", "of_deck", is_flag=True, help="Shuffle a deck of 52 cards; this is the default.")
@click.option("--values", metavar="LOW:HIGH", help="Draw whole numbers from LOW to HIGH instead.")
@click.option("--length", type=click.IntRange(0, 10**7), help="How many values a row has, with --values.")
@click.option("--count", type=click.IntRange(1), default=1, help="How many rows [1].")
@click.option("--seed", type=int, help="The same seed deals the same rows.")
def deal(of_deck: bool, values: str | None, length: int | None, count: int, seed: int | None) -> None:
    """Deal rows, one a line, as `twoends solve -` reads them.

    \b
    twoends deal --deck --seed 7
    twoends deal --values -9:9 --length 12 --count 3
    """
    if of_deck and values is not None:
        raise click.UsageError("--deck and --values are both given: choose one")
    if (values is None) != (length is None):
        raise click.UsageError("--values and --length go together: give both, or neither for a deck")
    low, high = _bounds(values) if values is not None else (0, 0)
    if seed is None:
        seed = randrange(10**6)
        click.echo(f"seed {seed}", err=True)
    random = Random(seed)
    for _ in range(count):
        row = shuffled(deck(), random) if length is None else random_row(length, low, high, random)
        # Brackets tell a row of one value from a line of a column.
        click.echo(row if len(row) > 1 else f"[{row}]")


def _bounds(text: str) -> tuple[int, int]:
    bounds = re.fullmatch(r"([+-]?\d{1,300}):([+-]?\d{1,300})", text, re.ASCII)
    if bounds is None:
        raise click.UsageError(f"--values is '{text}': write LOW:HIGH with two whole numbers, such as -9:9")
    low, high = map(int, bounds.groups())
    if low > high:
        raise click.UsageError(f"--values is '{text}': the lower bound comes first, as in {high}:{low}")
    return low, high
