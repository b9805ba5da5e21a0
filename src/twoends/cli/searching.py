"""twoends study --search: the rows on which something is as large as it gets."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import chain
from typing import Any

import click

from twoends.cli.progress import progress_of
from twoends.rules.errors import format_exception
from twoends.search import OBJECTIVES, Objective, SearchError, SearchResult, search
from twoends.study.description import read_lengths, spans
from twoends.views.columns import columns

MOST_VALUES = 10_000

MOST_COLUMNS = 60
"""A row that takes more is cut short in the table; --json has all of it."""


def tell_search(
    what: str,
    lengths: str | None,
    values: str | None,
    climbs: int | None,
    seed: int | None,
    workers: int,
    as_json: bool,
) -> int:
    """Search length by length, and tell what was found: a table, or a JSON object for each length."""
    objective, cards = _objective(what), _values(values or "0..1")
    asked = {name: given for name, given in (("climbs", climbs), ("seed", seed)) if given is not None}
    found = []
    with progress_of("chunks") as show:
        for length in read_lengths(lengths or "2..8"):
            each = search(objective, length, cards, workers=workers, progress=show, **asked)
            if as_json:
                click.echo(json.dumps(_plain(each)))
            found.append(each)
    if not as_json:
        _show_table(objective, found)
    return 0


def _objective(what: str) -> Objective:
    if what in OBJECTIVES or ":" not in what:
        return Objective.of(what)
    module, _, name = what.partition(":")
    try:
        function = getattr(import_module(module), name)
    except (ImportError, AttributeError) as fault:
        raise SearchError(f"there is no objective '{what}': {fault}") from None
    except (Exception, SystemExit) as fault:  # a user's module may fail in any way; each is theirs to mend
        raise SearchError(f"{what} cannot be loaded: {format_exception(fault)}") from fault
    if not callable(function):
        raise SearchError(f"{what} is not a function: name one that takes a row")
    return Objective.of(function)


def _values(text: str) -> tuple[int, ...]:
    """Read values: 0..3, or 0..6..2, or 0,1,5, or all of these. Raises SearchError."""
    try:
        found = spans(text)
        if not all(found) or sum(map(len, found)) > MOST_VALUES:  # before a list of them is built
            raise ValueError
        return tuple(chain(*found))
    except (ValueError, OverflowError):
        raise SearchError(
            f"values are '{text}': write 0..3, or 0..6..2, or 0,1,5, up to {MOST_VALUES:,} of them"
        ) from None


def _plain(found: SearchResult) -> dict[str, Any]:
    return {
        "objective": found.objective,
        "cards": found.length,
        "values": list(found.values),
        "value": found.value,
        "rows": list(map(list, found.rows)),
        "count": found.count,
        "complete": found.complete,
        "looked_at": found.looked_at,
    }


def _show_table(objective: Objective, found: list[SearchResult]) -> None:
    click.echo(f"{objective.name}: {objective.says}")
    header = ("cards", "rows", "largest", "on", "first such row")
    click.echo("\n".join(columns(header, [_line(each) for each in found], ">>>><")))
    if not all(each.complete for each in found):
        click.echo("~ the number of hill climbs from random rows; a larger value may exist")


def _line(found: SearchResult) -> tuple[str, ...]:
    if not found.complete:
        looked_at, on = f"~{found.looked_at:,}", "?"
    else:
        looked_at, on = f"{found.looked_at:,}", f"{found.count:,}"
    row = " ".join(map(str, found.rows[0]))
    shown = row if len(row) <= MOST_COLUMNS else f"{row[: MOST_COLUMNS - 1]}…"
    return f"{found.length}", looked_at, f"{found.value:,}", on, shown
