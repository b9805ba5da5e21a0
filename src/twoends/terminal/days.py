"""Which rows of the day were solved at this terminal: a small file in the user's folder for states."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path

from twoends.rules.errors import TwoEndsError

Days = dict[date, bool]
"""For each day that was tried whether it was solved."""


def place() -> Path:
    """Where the file lies: below XDG_STATE_HOME, or ~/.local/state."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "twoends" / "days.json"


def read() -> Days:
    """Read all days; none where there is no file. Raises TwoEndsError for what is not such a file."""
    try:
        told = json.loads(place().read_text("utf-8"))
        return {date.fromisoformat(day): bool(solved) for day, solved in told.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError):
        raise TwoEndsError(f"{place()} does not read as days that were solved: move it away") from None


def write(days: Days) -> None:
    """Write all days, whole or not at all. Raises TwoEndsError where the folder cannot be written."""
    told = {day.isoformat(): days[day] for day in sorted(days)}
    path = place()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
        new.replace(path)
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be written: {fault.strerror}") from None


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
