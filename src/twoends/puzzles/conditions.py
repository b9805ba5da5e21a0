"""Conditions on a row, in a small fixed grammar: which rows `deal --where` keeps.

condition   what a row has to be, read from text such as `greedy loses by 10`
rows_that   the rows of a stream that meet some conditions, with a stated limit on tries
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from twoends.answers.solution import solve
from twoends.puzzles.depths import has_depth
from twoends.rules.errors import TwoEndsError, shortened
from twoends.rules.games import Game
from twoends.rules.opponents import every_opponent
from twoends.rules.rows import Row
from twoends.rules.rules import DEFAULT, Rules

MOST_TRIES = 10_000
"""Rows that are dealt and thrown away before the next one that fits."""

MOST_CARDS = 60
"""The longest row that is looked at: a depth takes O(n³), and a player of the larger card O(n²)."""

GRAMMAR = (
    "NAME loses [by N], NAME wins [by N], first wins [by N], second wins [by N], draw, "
    "unique best end [by N], depth N"
)
"""All that there is. NAME moves first as that opponent does, and meets whoever answers best."""

EXAMPLE = "greedy loses by 10 and depth 5"

_PLAYERS = tuple(
    dict.fromkeys(
        name
        for player in every_opponent(stochastic=False)
        if not player.is_optimal
        for name in (str(player), player.name)
    )
)
_PLAYS = re.compile(rf"({'|'.join(_PLAYERS)}|first|second) (wins|loses)(?: by (\d{{1,9}}))?", re.ASCII)
_UNIQUE = re.compile(r"unique best end(?: by (\d{1,9}))?", re.ASCII)
_DEPTH = re.compile(r"depth (\d{1,2})", re.ASCII)


@dataclass(frozen=True)
class Condition:
    """What a row has to be.

    text   as it was written
    holds  whether a row is so

    >>> condition("second wins").holds(Row.of([1, 3, 1]))
    True
    """

    text: str
    holds: Callable[[Row], bool]


def condition(text: str, rules: Rules = DEFAULT) -> Condition:
    """Read one condition on a row, by these rules; O(1). Raises TwoEndsError, which lists them all.

    `NAME loses`: greedy, modest or generous, or greedy left with its tie rule, moves first, the other side
    answers best, and NAME ends behind. `first wins`, `second wins`, `draw`: both play best. `by N`: with a
    margin of at least N; of a unique best end, the other one gives away at least N of your total. `depth
    N`: see `depth`.

    >>> condition("greedy loses by 10").holds(Row.of([8, 15, 3, 7]))
    False
    >>> condition("depth 2").holds(Row.of([8, 15, 3, 7]))
    True
    """
    words = " ".join(text.lower().split())
    if found := _PLAYS.fullmatch(words):
        return Condition(words, _result(found[1], found[2] == "wins", int(found[3] or 1), rules))
    if words == "draw":
        return Condition(words, lambda row: solve(row, rules=rules).margin_first == 0)
    if found := _UNIQUE.fullmatch(words):
        return Condition(words, _unique(int(found[1] or 0), rules))
    if found := _DEPTH.fullmatch(words):
        wanted = int(found[1])
        return Condition(words, lambda row: has_depth(Game(row, rules=rules), wanted))
    said = f"'{shortened(text)}' is not a condition on a row"
    raise TwoEndsError(f"{said}: write {GRAMMAR}; several with 'and', as in '{EXAMPLE}'")


def conditions(text: str, rules: Rules = DEFAULT) -> list[Condition]:
    """Read conditions with `and` or a comma between them. Raises TwoEndsError.

    >>> [each.text for each in conditions("greedy loses by 10 and depth 5")]
    ['greedy loses by 10', 'depth 5']
    """
    return [condition(part, rules) for part in re.split(r"\s+and\s+|,", text)]


def rows_that(wanted: Sequence[Condition], dealt: Iterable[Row]) -> Iterator[Row]:
    """Keep the rows that meet all conditions; ends where the stream does.

    Raises TwoEndsError for a row of more than 60 cards, and where 10,000 in turn did not fit.

    >>> stream = [Row.of([1, 2, 3]), Row.of([8, 15, 3, 7])]
    >>> list(rows_that(conditions("greedy loses"), stream))
    [Row(8 15 3 7)]
    """
    missed = 0
    for row in dealt:
        if len(row) > MOST_CARDS:
            raise TwoEndsError(
                f"a row of {len(row):,} cards is too long: conditions are checked on at most {MOST_CARDS}"
            )
        if all(each.holds(row) for each in wanted):
            missed = 0
            yield row
        else:
            missed += 1
        if missed == MOST_TRIES:
            raise TwoEndsError(
                f"none of {MOST_TRIES:,} rows meets '{' and '.join(each.text for each in wanted)}': "
                "ask for less, or for another length"
            )


def _result(who: str, wins: bool, least: int, rules: Rules) -> Callable[[Row], bool]:
    who, wins = ("first", not wins) if who == "second" else (who, wins)
    sign = rules.sign if wins else -rules.sign
    if who == "first":
        return lambda row: sign * solve(row, rules=rules).margin_first >= least

    def holds(row: Row) -> bool:
        yours = solve(row, who, rules=rules).margin_second  # of whoever answers best
        assert yours is not None, "of a row everybody's moves are known"
        return -sign * yours >= least

    return holds


def _unique(least: int, rules: Rules) -> Callable[[Row], bool]:
    def holds(row: Row) -> bool:
        solution = solve(row, rules=rules)
        return len(solution.best) == 1 < len(solution.moves) and solution.moves[1].loss >= least

    return holds
