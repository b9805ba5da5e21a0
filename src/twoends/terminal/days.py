"""The rows of the day that were tried at this terminal: a small file in the user's state folder."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

from twoends.terminal import json_lines

Days = dict[date, bool]
"""Whether the row of each day that was tried was solved."""


def file() -> Path:
    """Return the path of the file, below $XDG_STATE_HOME or ~/.local/state."""
    return json_lines.folder("XDG_STATE_HOME", ".local/state") / "days.jsonl"


def read() -> Days:
    """Read all days, each with its first try. Raises TwoEndsError if the file cannot be read."""
    days: Days = {}
    for fields in json_lines.read(file()):
        with suppress(KeyError, TypeError, ValueError):
            days.setdefault(date.fromisoformat(fields["day"]), fields["solved"] is True)
    return days


def add(day: date, *, solved: bool) -> None:
    """Append a day that was tried. Raises TwoEndsError if the file cannot be written."""
    json_lines.append(file(), {"day": day.isoformat(), "solved": solved})


def days_text(days: Mapping[date, bool], today: date) -> str:
    """Summarise the days in a sentence; "" without any.

    >>> days_text({date(2026, 11, 20): False, date(2026, 11, 21): True}, date(2026, 11, 22))
    'Rows of the day: 1 of 2 solved, 1 day in a row.'
    """
    if not days:
        return ""
    run = streak(days, today)
    in_a_row = f", {run} day{'s' * (run > 1)} in a row" if run else ""
    return f"Rows of the day: {sum(days.values())} of {len(days)} solved{in_a_row}."


def streak(days: Mapping[date, bool], last: date) -> int:
    """Count the days in a row that were solved up to `last`, which may still be untried.

    >>> solved = {date(2026, 11, 20): True, date(2026, 11, 21): True}
    >>> [streak(solved, date(2026, 11, day)) for day in (21, 22, 23)]
    [2, 2, 0]
    """
    day = last if last in days else last - timedelta(1)
    run = 0
    while days.get(day):
        run, day = run + 1, day - timedelta(1)
    return run
