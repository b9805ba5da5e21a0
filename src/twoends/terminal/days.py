"""Which rows of the day were solved at this terminal: a small file in the user's folder for states."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

from twoends.terminal.kept import append, home, kept

Days = dict[date, bool]
"""For each day that was tried whether it was solved."""


def place() -> Path:
    """Where the file lies: below XDG_STATE_HOME, or ~/.local/state."""
    return home("XDG_STATE_HOME", ".local/state") / "days.jsonl"


def read() -> Days:
    """Read all days, each with its first try. Raises TwoEndsError where the file cannot be read."""
    days: Days = {}
    for told in kept(place()):
        with suppress(KeyError, TypeError, ValueError):
            days.setdefault(date.fromisoformat(told["day"]), told["solved"] is True)
    return days


def add(day: date, *, solved: bool) -> None:
    """Add a day that was tried. Raises TwoEndsError where the file cannot be written."""
    append(place(), {"day": day.isoformat(), "solved": solved})


def days_text(days: Mapping[date, bool], today: date) -> str:
    """The days as a sentence; "" without any.

    >>> days_text({date(2026, 11, 20): False, date(2026, 11, 21): True}, date(2026, 11, 22))
    'Rows of the day: 1 of 2 solved, 1 day in a row.'
    """
    if not days:
        return ""
    run = streak(days, today)
    in_a_row = f", {run} day{'s' * (run > 1)} in a row" if run else ""
    return f"Rows of the day: {sum(days.values())} of {len(days)} solved{in_a_row}."


def streak(days: Mapping[date, bool], last: date) -> int:
    """How many days in a row were solved up to this one; a day that is not tried yet breaks nothing.

    >>> solved = {date(2026, 11, 20): True, date(2026, 11, 21): True}
    >>> [streak(solved, date(2026, 11, day)) for day in (21, 22, 23)]
    [2, 2, 0]
    """
    day = last if last in days else last - timedelta(1)
    run = 0
    while days.get(day):
        run, day = run + 1, day - timedelta(1)
    return run
