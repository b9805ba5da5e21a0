"""The record of finished games: one line of JSON each, in the user's data folder.

The folder follows the XDG base directories: $XDG_DATA_HOME, or ~/.local/share if that is not set.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, get_type_hints

from twoends.answers.reviews import review
from twoends.rules.errors import TwoEndsError
from twoends.terminal import json_lines
from twoends.terminal.session import Session
from twoends.views.columns import columns

MOST_CARDS = 1000
"""A longer game is not recorded, because reviewing it may take long."""


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


def file() -> Path:
    """Return the path of the records. Raises TwoEndsError without a home folder."""
    return json_lines.folder("XDG_DATA_HOME", ".local/share") / "games.jsonl"


def add(record: Record) -> None:
    """Append a record. Raises TwoEndsError if the file cannot be written."""
    try:
        json_lines.append(file(), asdict(record))
    except TwoEndsError as fault:
        raise TwoEndsError(f"{fault}; play with --no-record") from None


def records() -> list[Record]:
    """Read all records, the oldest first; other lines are skipped. Raises TwoEndsError."""
    return [record for fields in json_lines.read(file()) if (record := _parse(fields)) is not None]


def _parse(fields: dict[str, Any]) -> Record | None:
    kinds = get_type_hints(Record)
    if any(not isinstance(fields.get(key), kind) for key, kind in kinds.items()) or fields.keys() - kinds:
        return None
    return Record(**fields)


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
