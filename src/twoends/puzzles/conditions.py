"""Conditions on a row, in a small fixed grammar, for `deal --where`.

condition   parse a condition such as `greedy loses by 10`
rows_that   filter a stream of rows by conditions, with a limit on misses
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
"""The number of rows in succession that may miss."""

MOST_CARDS = 60
"""The longest row that is tested: a depth takes O(n³), a result against a greedy player O(n²)."""

GRAMMAR = (
    "NAME loses [by N], NAME wins [by N], first wins [by N], second wins [by N], draw, "
    "unique best end [by N], depth N"
)
"""All conditions. NAME is a built-in opponent who moves first, against the best response."""

EXAMPLE = "greedy loses by 10 and depth 5"

_PLAYERS = "|".join(f"{who.name}|{who}" for who in every_opponent(stochastic=False) if not who.is_optimal)
_PLAYS = re.compile(rf"({_PLAYERS}|first|second) (wins|loses)(?: by (\d{{1,9}}))?", re.ASCII)
_UNIQUE = re.compile(r"unique best end(?: by (\d{1,9}))?", re.ASCII)
_DEPTH = re.compile(r"depth (\d{1,2})", re.ASCII)


@dataclass(frozen=True)
class Condition:
    """A condition on a row.

    text   its text, in lower case
    holds  whether a row meets it

    >>> condition("second wins").holds(Row.of([1, 3, 1]))
    True
    """

    text: str
    holds: Callable[[Row], bool]


def condition(text: str, rules: Rules = DEFAULT) -> Condition:
    """Parse one condition on a row, by these rules; O(1). Raises TwoEndsError, which lists all conditions.

    `NAME loses`: greedy, modest or generous, perhaps with a tie-breaking rule as in greedy left, moves first
    and has the smaller total against the best response. `first wins`, `second wins`, `draw`: both players are
    optimal. `by N`: by a margin of at least N; for `unique best end`, the other end loses at least N of your
    total. `depth N`: see `depth`.

    >>> condition("greedy loses by 10").holds(Row.of([8, 15, 3, 7]))
    False
    >>> condition("depth 2").holds(Row.of([8, 15, 3, 7]))
    True
    """
    words = " ".join(text.lower().split())
    if match := _PLAYS.fullmatch(words):
        return Condition(words, _result(match[1], match[2] == "wins", int(match[3] or 1), rules))
    if words == "draw":
        return Condition(words, lambda row: solve(row, rules=rules).margin_first == 0)
    if match := _UNIQUE.fullmatch(words):
        return Condition(words, _unique(int(match[1] or 0), rules))
    if match := _DEPTH.fullmatch(words):
        wanted = int(match[1])
        return Condition(words, lambda row: has_depth(Game(row, rules=rules), wanted))
    raise TwoEndsError(
        f"'{shortened(text)}' is not a condition on a row: write {GRAMMAR}; "
        f"several with 'and', as in '{EXAMPLE}'"
    )


def conditions(text: str, rules: Rules = DEFAULT) -> list[Condition]:
    """Parse conditions separated by `and` or a comma. Raises TwoEndsError.

    >>> [each.text for each in conditions("greedy loses by 10 and depth 5")]
    ['greedy loses by 10', 'depth 5']
    """
    return [condition(part, rules) for part in re.split(r"\s+and\s+|,", text)]


def rows_that(wanted: Sequence[Condition], dealt: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows of a stream that meet all conditions.

    Raises TwoEndsError for a row of more than 60 cards, and after 10,000 misses in succession.

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
    sign = 1 if wins else -1
    if who in ("first", "second"):
        sign = sign if who == "first" else -sign
        return lambda row: sign * solve(row, rules=rules).margin_first >= least

    def holds(row: Row) -> bool:
        best_response = solve(row, who, rules=rules).margin_second
        assert best_response is not None, "on a row all built-in opponents have known moves"
        return -sign * best_response >= least

    return holds


def _unique(least: int, rules: Rules) -> Callable[[Row], bool]:
    def holds(row: Row) -> bool:
        solution = solve(row, rules=rules)
        return len(solution.best) == 1 < len(solution.moves) and solution.moves[1].loss >= least

    return holds
