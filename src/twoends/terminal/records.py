"""What is kept of games and puzzles: two small append-only files with one JSON object per line.

Two terminals may append at the same time, and a line truncated by a full disk spoils no other. The
folders follow the XDG base directories.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, get_type_hints

from twoends.answers.reviews import review
from twoends.rules.errors import TwoEndsError
from twoends.terminal.session import Session
from twoends.views.columns import columns

MOST_CARDS = 1000
"""A longer game is not recorded, because reviewing it may take long."""

# --- files -------------------------------------------------------------------------------------


def games_file() -> Path:
    """Return the path of the records of games. Raises TwoEndsError without a home folder."""
    return _folder("XDG_DATA_HOME", ".local/share") / "games.jsonl"


def days_file() -> Path:
    """Return the path of the rows of the day that were tried. Raises TwoEndsError without a home folder."""
    return _folder("XDG_STATE_HOME", ".local/state") / "days.jsonl"


def _folder(variable: str, below: str) -> Path:
    """Return our folder in the one that an environment variable names, or else in ~/`below`.

    Raises TwoEndsError without a home: an empty HOME would mean the root of the disk.
    """
    named = os.environ.get(variable)
    base = os.path.expanduser(named or f"~/{below}")
    if base.startswith("~") or not (named or os.environ.get("HOME", "~")):
        raise TwoEndsError(f"there is no home folder for records: set HOME or {variable}")
    return Path(base) / "twoends"


def append(path: Path, fields: dict[str, Any]) -> None:
    """Append an object. Raises TwoEndsError if the file cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as stream:
            stream.seek(max(0, path.stat().st_size - 1))
            truncated = stream.read() not in (b"", b"\n")
            stream.write(b"\n" * truncated + json.dumps(fields).encode() + b"\n")
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be written: {fault.strerror}") from None


def delete(path: Path) -> None:
    """Delete the file if it exists. Raises TwoEndsError."""
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be deleted: {fault.strerror}") from None


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield all objects, the oldest first; other lines are skipped. Raises TwoEndsError."""
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be read: {fault.strerror}") from None
    for line in lines:
        try:
            fields = json.loads(line)
        except ValueError:
            continue
        if isinstance(fields, dict):
            yield fields


# --- games -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game against a program.

    opponent  in the notation of --opponent
    result    1 won, 0 drawn, -1 lost
    accuracy  the person's, from 0 to 1
    aided     whether the person used a hint, the promise, a review before the end or an undo
    guessed   whether the person guessed the opponent correctly; None without --guess
    """

    opponent: str
    result: int
    accuracy: int | float
    aided: bool
    guessed: bool | None = None


def record_of(session: Session) -> Record | None:
    """Return the record of a finished game, or None for a game that is not recorded.

    These are games between two people, under other rules than one card from either end, resumed or
    retried, without a card, or too long to be reviewed quickly.
    """
    game = session.game
    if session.human or session.resumed or not game.rules.plain or not 0 < len(game.shape) <= MOST_CARDS:
        return None
    try:
        accuracy = review(game).you.accuracy
    except TwoEndsError:
        return None
    margin = game.yours - game.theirs
    guessed = None if session.guess is None else session.guess == game.opponent.name
    aided = bool(session.hints or session.undone)
    return Record(str(game.opponent), (margin > 0) - (margin < 0), round(accuracy, 4), aided, guessed)


def add(record: Record) -> None:
    """Append a record. Raises TwoEndsError if the file cannot be written."""
    append(games_file(), asdict(record))


def records() -> list[Record]:
    """Read all records, the oldest first; other lines are skipped. Raises TwoEndsError."""
    kinds = get_type_hints(Record)
    return [
        Record(**fields)
        for fields in read(games_file())
        if fields.keys() <= kinds.keys()
        and all(isinstance(fields.get(key), kind) for key, kind in kinds.items())
    ]


def best_streak(games: Iterable[Record]) -> int:
    """Return the most games won in a row without help.

    >>> best_streak([Record("greedy right", result, 1.0, False) for result in (1, 1, 0, 1)])
    2
    """
    unaided = (each.result > 0 for each in games if not each.aided)
    return max((len(list(run)) for won, run in groupby(unaided) if won), default=0)


def record_text(games: list[Record], width: int | None = None) -> str:
    """Return the records as a table with a line for each opponent; "" without any."""
    if not games:
        return ""
    rows = []
    for name in sorted({each.opponent for each in games}):
        played = [each for each in games if each.opponent == name]
        unaided = [each.accuracy for each in played if not each.aided]
        results = [str(sum(each.result == result for each in played)) for result in (1, 0, -1)]
        accuracy = f"{sum(unaided) / len(unaided):.0%}" if unaided else "-"
        aided, streak = len(played) - len(unaided), best_streak(played)
        rows.append((name, str(len(played)), *results, str(aided), accuracy, str(streak)))
    header = ("opponent", "games", "won", "drawn", "lost", "with help", "accuracy", "best streak")
    lines = columns(header, rows, "<>>>>>>>", width)
    guesses = [each.guessed for each in games if each.guessed is not None]
    if guesses:
        lines += ["", f"You guessed {sum(guesses)} of {len(guesses)} unnamed opponents."]
    note = "Accuracy and streaks count games without a hint, the promise, a review before the end or an undo."
    return "\n".join([*lines, "", note])


# --- rows of the day ---------------------------------------------------------------------------


def read_days() -> dict[date, bool]:
    """Read which rows of the day were solved at the first try. Raises TwoEndsError if that fails."""
    days: dict[date, bool] = {}
    for fields in read(days_file()):
        with suppress(KeyError, TypeError, ValueError):
            days.setdefault(date.fromisoformat(fields["day"]), fields["solved"] is True)
    return days


def add_day(day: date, *, solved: bool) -> None:
    """Append a day that was tried. Raises TwoEndsError if the file cannot be written."""
    append(days_file(), {"day": day.isoformat(), "solved": solved})


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
