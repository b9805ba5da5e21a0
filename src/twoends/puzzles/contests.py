"""Contests: whole games that you win if you play well, and that named habits cannot win.

A contest is made from its name alone, like a puzzle: the row of the day, such as `2-day-2026-11-27`, and rows
of the rungs of a ladder, such as `2-rung-4-17`. A habit cannot win however its ties fall.

    larger end         takes the larger end, as a look of one ply
    every second card  takes the end that leaves the other player the worst bargain, if a row of an even
                       number of cards is worth the difference of its odd and its even places
    a look of k plies  maximises the margin k plies on; see `looks`
    trap               a decision of a best game on which the larger end gives something away
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import islice
from typing import NamedTuple

from twoends.answers.matches import match
from twoends.answers.solution import solve
from twoends.engine import looks, sweep
from twoends.engine.coins import LEFT, RIGHT
from twoends.engine.replies import reply_kind
from twoends.puzzles.rows import rows
from twoends.rules.errors import TwoEndsError, shortened
from twoends.rules.games import Game
from twoends.rules.opponent_names import opponent as opponent_of
from twoends.rules.rows import Row

VERSION = 2
"""The number with which the name of a contest begins; puzzles of one decision have the number before it."""

EVERY_SECOND_CARD = 0
"""The one habit of a contest that is not a number of plies; one ply is the larger end."""

MAX_TRIES = 100_000
"""The most rows tried for a contest; the rarest takes some ten thousand."""


class Terms(NamedTuple):
    """What a row must be like.

    cards      how many
    against    the opponent
    you_first  who moves first
    beats      the habits that cannot win: numbers of plies, and EVERY_SECOND_CARD
    traps      the least number of traps
    rules      what a move takes, and whose turn it is; under other rules than the default, only the larger
               end is a habit: it takes what earns most
    """

    cards: int
    against: str
    you_first: bool
    beats: tuple[int, ...]
    traps: int = 0
    rules: str = ""


WEEK = (
    Terms(7, "greedy", True, (1, EVERY_SECOND_CARD), 1),
    Terms(7, "greedy", True, (1, EVERY_SECOND_CARD), 1),
    Terms(9, "greedy", True, (1, EVERY_SECOND_CARD), 2),
    Terms(9, "greedy", True, (1, EVERY_SECOND_CARD, 2), 2),
    Terms(11, "greedy", True, (1, EVERY_SECOND_CARD, 2), 2),
    Terms(11, "greedy", True, (1, EVERY_SECOND_CARD, 2, 3), 2),
    Terms(11, "greedy", True, (1, EVERY_SECOND_CARD, 2, 3, 4), 2),
)
"""From Monday to Sunday. The rows are odd: on an even one, every second card wins 95 games of 100."""

RUNGS = (
    Terms(6, "generous", True, ()),
    Terms(6, "greedy", True, (1,)),
    Terms(8, "greedy", True, (1, 2)),
    Terms(8, "optimal", True, (1, 2)),
    Terms(11, "optimal", True, (1, 2, EVERY_SECOND_CARD)),
    Terms(13, "optimal", False, (1, 2, EVERY_SECOND_CARD)),
    Terms(12, "greedy", False, (1, 2, EVERY_SECOND_CARD)),
    Terms(9, "greedy", True, (1, 2, EVERY_SECOND_CARD)),
    Terms(8, "greedy", True, (1,), rules="take 1-2"),
    Terms(9, "optimal", True, (1,), rules="turns ABBA"),
)
"""The ladder, from the warm-up, rung 0."""


@dataclass(frozen=True)
class Contest:
    """A dealt game that you win if you play well.

    name  a name that always gives this contest
    game  the row, the opponent, and who moves first

    >>> contest("2-rung-1-7").game.shape
    Row(6 13 19 13 18 12)
    """

    name: str
    game: Game


def daily(day: date) -> Contest:
    """The row of the day, against greedy, with you first; some thousand rows are tried, in half a second.

    >>> daily(date(2026, 11, 23)).game.shape
    Row(7 12 13 1 7 16 12)
    """
    return contest(f"{VERSION}-day-{day.isoformat()[:10]}")


def rung(number: int, seed: int) -> Contest:
    """A row of a rung of the ladder, from 0. Raises TwoEndsError.

    >>> rung(1, seed=7).name
    '2-rung-1-7'
    """
    return contest(f"{VERSION}-rung-{number}-{seed}")


def contest(name: str) -> Contest:
    """Make a contest from its name. Raises TwoEndsError for an invalid name.

    >>> contest("2-rung-1-7").game.shape
    Row(6 13 19 13 18 12)
    """
    terms = _terms_of(name)
    if terms is None:
        raise TwoEndsError(
            f"'{shortened(str(name))}' is not the name of a contest: names look like "
            f"{VERSION}-day-2026-11-27 and {VERSION}-rung-4-17 (a rung from 0 to {len(RUNGS) - 1}, a seed)"
        )
    against = opponent_of(terms.against)
    # Or else "always the smaller end first" would do on every day.
    larger_first = sha256(name.encode()).digest()[0] % 2 == 0 if terms.traps else None
    for row in islice(rows(name, terms.cards), MAX_TRIES):
        if terms.rules or _meets(row, reply_kind(against), terms, larger_first):
            game = Game(Row.of(row), terms.you_first, (), against, terms.rules or None)
            if not terms.rules or _meets_by_rules(game):
                return Contest(name, game)
    raise TwoEndsError(f"no row of {name} meets its terms: choose another one")


def _terms_of(name: str) -> Terms | None:
    """The terms of a name; None if it is none."""
    version, kind, *rest = [*name.split("-", 2), "", ""][:3]
    if version != str(VERSION):
        return None
    try:
        if kind == "day":
            day = date.fromisoformat(rest[0])
            return WEEK[day.weekday()] if day.isoformat() == rest[0] else None
        number, seed = map(int, rest[0].split("-"))
    except ValueError:
        return None
    known = kind == "rung" and number < len(RUNGS) and rest[0] == f"{number}-{seed}"
    return RUNGS[number] if known else None


def _meets(row: Sequence[int], kind: int, terms: Terms, larger_first: bool | None) -> bool:
    """Whether you win a row by best play, habits do not, and its traps are as the terms say."""
    play = _Play(row, kind)
    start, stop = (0, len(row)) if terms.you_first else play.rest_after_reply(0, len(row))
    before = 0 if terms.you_first else play.earned(0, len(row), start, stop)
    if before + max(play.ends(start, stop)) <= 0:
        return False
    if larger_first is not None:
        worse, larger = min(play.ends(start, stop)), play.larger_end_loses(start, stop)
        if worse > 0 or larger is None or larger == larger_first:
            return False
    beaten = (before + play.margin_of(habit, start, stop) <= 0 for habit in terms.beats)
    return all(beaten) and play.traps(start, stop) >= terms.traps


def best_margin(game: Game, habit: int) -> int:
    """The largest final margin of a habit in a game of a row from its start, however its ties fall."""
    play = _Play([*map(int, game.shape.cards.values)], reply_kind(game.opponent))
    start, stop = (0, len(game.shape)) if game.you_first else play.rest_after_reply(0, len(game.shape))
    return play.earned(0, len(game.shape), start, stop) + play.margin_of(habit, start, stop)


def _meets_by_rules(game: Game) -> bool:
    """Whether you win a game by best play, and not by taking what earns most."""
    return solve(game).margin_first > 0 and all(
        match(game, f"greedy {ties}", game.opponent).winner != "you" for ties in ("left", "right")
    )


class _Play:
    """Margins of one row, yours, from positions in which you are to move, by best play and by habits.

    The opponent is greedy, or optimal or generous with ties to the left, and so compares the cards
    themselves.
    """

    def __init__(self, values: Sequence[int], kind: int) -> None:
        self._values, self._kind = values, kind
        self._margins = [0] * (len(values) + 1)
        self._cache: dict[tuple[int, int], tuple[int, int]] = {}

    def ends(self, start: int, stop: int) -> tuple[int, int]:
        """The margins after taking the left end and the right end, by best play; one card counts twice."""
        if (start, stop) not in self._cache:
            self._cache[start, stop] = self._look(start, stop, stop - start)
        return self._cache[start, stop]

    def _look(self, start: int, stop: int, plies: int) -> tuple[int, int]:
        ends: tuple[int, int] = looks.look_ahead(
            self._margins, self._values, self._values, self._kind, start, stop, plies
        )
        return ends

    def _best(self, start: int, stop: int) -> int:
        return max(self.ends(start, stop)) if start < stop else 0

    def rest_after_reply(self, start: int, stop: int) -> tuple[int, int]:
        """What the opponent leaves of cards, if there are any."""
        if start == stop:
            return start, stop
        values, after_left, after_right = self._values, 0, 0
        if self._kind in (sweep.OPTIMAL, sweep.GENEROUS):  # the others look at the cards only
            after_left = self._best(start + 1, stop) - values[start]
            after_right = self._best(start, stop - 1) - values[stop - 1]
        side = sweep.prefers(self._kind, values[start], values[stop - 1], after_left, after_right)
        return (start, stop - 1) if side == RIGHT else (start + 1, stop)

    def earned(self, start: int, stop: int, after: int, until: int) -> int:
        """What the opponent takes from your margin by leaving the cards from `after` until `until`."""
        return -sum(self._values[start:after]) - sum(self._values[until:stop])

    def after(self, start: int, stop: int, side: int) -> tuple[int, int, int]:
        """Your next position after you take a side and they reply, and what both moves bring you."""
        card = self._values[start] if side == LEFT else self._values[stop - 1]
        rest = (start + 1, stop) if side == LEFT else (start, stop - 1)
        following = self.rest_after_reply(*rest)
        return *following, card + self.earned(*rest, *following)

    def larger_end_loses(self, start: int, stop: int) -> bool | None:
        """Whether taking the larger end gives something away; None if the ends are equal."""
        near, far = self._values[start], self._values[stop - 1]
        left, right = self.ends(start, stop)
        return None if near == far else left < right if near > far else right < left

    def traps(self, start: int, stop: int) -> int:
        """The number of traps in the game in which you play best, the left end where both are."""
        count = 0
        while stop - start > 1:
            count += self.larger_end_loses(start, stop) is True
            left, right = self.ends(start, stop)
            start, stop, _ = self.after(start, stop, LEFT if left >= right else RIGHT)
        return count

    def margin_of(self, habit: int, start: int, stop: int) -> int:
        """The largest margin that a habit can have, however its ties fall."""
        if start == stop:
            return 0
        if habit == EVERY_SECOND_CARD:
            left, right = self._by_places(start, stop)
        else:
            left, right = self._look(start, stop, min(habit, stop - start))
        sides = LEFT * (left >= right) + RIGHT * (left <= right)
        margins = []
        for side in (LEFT, RIGHT):
            if sides & side:
                *following, gained = self.after(start, stop, side)
                margins.append(gained + self.margin_of(habit, *following))
        return max(margins)

    def _by_places(self, start: int, stop: int) -> tuple[int, int]:
        """What every second card sees in either end."""
        values = self._values[start:stop]
        even, odd = sum(values[::2]), sum(values[1::2])
        if len(values) % 2 == 0:
            return even - odd, odd - even
        left = values[0] - abs(even - values[0] - odd)
        return left, values[-1] - abs(even - values[-1] - odd)
