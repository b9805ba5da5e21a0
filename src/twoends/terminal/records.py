"""The record of finished games: a line of JSON each, in the user's data folder.

The folder is that of the XDG base directories: $XDG_DATA_HOME, or ~/.local/share where it is not set.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, get_type_hints

from twoends.answers.reviews import review
from twoends.rules.errors import TwoEndsError
from twoends.terminal.kept import append, home, kept
from twoends.terminal.session import Session
from twoends.views.columns import columns

MOST_CARDS = 1000
"""A longer game is not judged for the record, because that may take long."""


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game against a program.

    opponent  as --opponent reads it
    result    1 won, 0 drawn, -1 lost
    accuracy  the person's, from 0 to 1
    aided     whether a hint, the promise, a review before the end or an undo has helped
    guessed   whether the person named the opponent rightly; None: it was no riddle
    """

    opponent: str
    result: int
    accuracy: int | float
    aided: bool
    guessed: bool | None = None


def record_of(session: Session) -> Record | None:
    """The record of a finished game; None for one that is not recorded.

    These are games of two people, games by other rules than one card from either end, those that went on
    from a text or were tried again, games without a card, and those that cannot be judged at once.
    """
    game = session.game
    if session.human or session.begun or not game.rules.plain or not 0 < len(game.shape) <= MOST_CARDS:
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
    """Where the records are."""
    return home("XDG_DATA_HOME", ".local/share") / "games.jsonl"


def add(record: Record) -> None:
    """Add a record. Raises TwoEndsError where the file cannot be written."""
    try:
        append(file(), asdict(record))
    except TwoEndsError as fault:
        raise TwoEndsError(f"{fault}; play with --no-record") from None


def records() -> list[Record]:
    """All records, the oldest first; what is none is passed over. Raises TwoEndsError."""
    return [record for told in kept(file()) if (record := _read(told)) is not None]


def _read(told: dict[str, Any]) -> Record | None:
    kinds = get_type_hints(Record)
    if any(not isinstance(told.get(key), kind) for key, kind in kinds.items()) or told.keys() - kinds:
        return None
    return Record(**told)


def best_streak(games: Iterable[Record]) -> int:
    """The most games won in a row without help.

    >>> best_streak([Record("greedy right", result, 1.0, False) for result in (1, 1, 0, 1)])
    2
    """
    alone = (each.result > 0 for each in games if not each.aided)
    return max((len(list(same)) for won, same in groupby(alone) if won), default=0)


def record_text(games: list[Record], width: int | None = None) -> str:
    """The records as text: a line for each opponent; "" without any."""
    if not games:
        return ""
    rows = []
    for name in sorted({each.opponent for each in games}):
        these = [each for each in games if each.opponent == name]
        alone = [each.accuracy for each in these if not each.aided]
        results = [str(sum(each.result == result for each in these)) for result in (1, 0, -1)]
        accuracy = f"{sum(alone) / len(alone):.0%}" if alone else "-"
        rows.append(
            (name, str(len(these)), *results, str(len(these) - len(alone)), accuracy, str(best_streak(these)))
        )
    header = ("opponent", "games", "won", "drawn", "lost", "with help", "accuracy", "best streak")
    lines = columns(header, rows, "<>>>>>>>", width)
    riddles = [each.guessed for each in games if each.guessed is not None]
    if riddles:
        lines += ["", f"Named {sum(riddles)} of {len(riddles)} unnamed opponents rightly."]
    counted = (
        "Accuracy and streaks count games without a hint, the promise, a review before the end or an undo."
    )
    return "\n".join([*lines, "", counted])
