"""twoends study --search: the rows that maximise an objective."""

from __future__ import annotations

from dataclasses import asdict
from itertools import chain
from typing import Any

import click

from twoends.cli.arguments import json_line
from twoends.cli.progress import progress_of
from twoends.rules.opponents import load_function
from twoends.search import Objective, SearchError, SearchResult, search
from twoends.study.description import read_lengths, spans
from twoends.views.columns import columns

MOST_VALUES = 10_000

MOST_COLUMNS = 60
"""A longer row is truncated in the table; --json prints all of it."""


def print_search(
    name: str, workers: int, as_json: bool, lengths: str = "2..8", values: str = "0..1", **settings: Any
) -> None:
    """Search each length and print the results: a table, or a JSON object per length.

    The `settings` are those of a search: `climbs` and `seed`. Raises SearchError, and OpponentError for a
    function that cannot be loaded.
    """
    objective = Objective.of(load_function(name) if ":" in name else name)
    cards = _values(values)
    results = []
    with progress_of("chunks") as show:
        for length in read_lengths(lengths):
            result = search(objective, length, cards, workers=workers, progress=show, **settings)
            if as_json:
                click.echo(json_line(_json(result)))
            results.append(result)
    if not as_json:
        click.echo(f"{objective.name}: {objective.description}")
        header = ("cards", "rows", "largest", "on", "first such row")
        click.echo("\n".join(columns(header, list(map(_cells, results)), ">>>><")))
        if not all(each.complete for each in results):
            click.echo("~ the number of hill climbs from random rows; a larger value may exist")


def _values(text: str) -> tuple[int, ...]:
    """Parse values such as 0..3, 0..6..2 and 0,1,5, or a mixture. Raises SearchError."""
    try:
        ranges = spans(text)
        if not all(ranges) or sum(map(len, ranges)) > MOST_VALUES:  # checked before a tuple is built
            raise ValueError
        return tuple(chain(*ranges))
    except (ValueError, OverflowError):
        raise SearchError(
            f"values are '{text}': write 0..3, or 0..6..2, or 0,1,5, up to {MOST_VALUES:,} of them"
        ) from None


def _json(found: SearchResult) -> dict[str, Any]:
    fields = asdict(found)
    name, cards, looked_at = map(fields.pop, ("objective", "length", "looked_at"))
    return {"objective": name, "cards": cards, **fields, "complete": found.complete, "looked_at": looked_at}


def _cells(found: SearchResult) -> tuple[str, ...]:
    looked_at = f"{'' if found.complete else '~'}{found.looked_at:,}"
    count = f"{found.count:,}" if found.complete else "?"
    row = " ".join(map(str, found.rows[0]))
    shown = row if len(row) <= MOST_COLUMNS else f"{row[: MOST_COLUMNS - 1]}…"
    return f"{found.length}", looked_at, f"{found.value:,}", count, shown
