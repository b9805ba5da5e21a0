"""Wrong recurrences for one card from either end: a table of mistakes, each with its variants.

A variant maps a row and the opponent to the totals that a program with this mistake computes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from twoends.judge.questions import Totals, several
from twoends.judge.tasks import Values, totals
from twoends.rules.preferences import Opponent
from twoends.rules.replies import reply_on

Solve = Callable[[Values, Opponent], Totals]
"""(row, opponent) -> the totals that a program computes."""


# --- two recurrences ---------------------------------------------------------------------------

Choice = Callable[[Values, int, int, Any, Any], Any]
"""A move in values[i:j]: (values, i, j, total by the left card, total by the right) -> one of the totals."""


def sweep(
    choose: Choice, values: Values, who: Opponent, single: int = 1, reply: Choice | None = None
) -> Totals:
    """Both recurrences with another rule for your own move, and for the opponent's if `reply` is given.

    A single card counts `single` times. O(n²).
    """
    n, total_after_reply = len(values), reply_on(who, values)
    yours: list[Any] = [0] * (n + 1)
    theirs: list[Any] = [0] * (n + 1)
    for length in range(1, n + 1):
        f, g = yours, theirs
        spans = [(i, i + length) for i in range(n + 1 - length)]
        times = single if length == 1 else 1
        yours = [
            choose(values, i, j, values[i] * times + g[i + 1], values[j - 1] * times + g[i]) for i, j in spans
        ]
        if reply is None:
            theirs = [int(total_after_reply(i, j, f[i + 1], f[i])) for i, j in spans]
        else:
            theirs = [reply(values, i, j, f[i + 1], f[i]) for i, j in spans]
    return Totals(yours[0], theirs[0])


Cell = Callable[[Callable[[int, int], Any], Any, int, int], Any]
"""The value of values[i:j]: (other cells, values, i, j) -> value."""


def recursion(cell: Cell, values: Any, key: Callable[[int, int], object] = lambda i, j: (i, j)) -> Any:
    """The value of the whole row by a recursion that caches all but single cards under `key`."""
    memo: dict[object, Any] = {}

    def at(i: int, j: int) -> Any:
        if j - i == 1:
            return cell(at, values, i, j)
        if key(i, j) not in memo:
            memo[key(i, j)] = cell(at, values, i, j)
        return memo[key(i, j)]

    return at(0, len(values))


def from_total(total: Callable[[Values], int]) -> Solve:
    """Solve by a recurrence for your total moving first; the opponent gets the rest."""
    return lambda values, who: Totals(first := total(values), sum(values) - first)


def from_margin(margin: Callable[[Values], int]) -> Solve:
    """Solve by a recurrence for your margin moving first."""
    return from_total(lambda values: (sum(values) + margin(values)) // 2)


def margins(join: Callable[[Any, Any], Any] = max, single: int = 1, sign: int = 1) -> Cell:
    """Margins; `join` replaces the maximum, single cards count `single` times, -1 swaps differences."""
    return lambda at, v, i, j: (
        single * v[i] if j - i == 1 else join(sign * (v[i] - at(i + 1, j)), sign * (v[j - 1] - at(i, j - 1)))
    )


def by_sums(single: int) -> Cell:
    """The sum of the interval minus the smaller of two calls; a single card counts `single` times."""
    return lambda at, v, i, j: single * v[i] if j - i == 1 else sum(v[i:j]) - min(at(i + 1, j), at(i, j - 1))


def two_cards(two: Callable[[Any, Any], Any], left_over: Callable[[Any, Any], Any], join: Any = None) -> Cell:
    """A recursion over your own moves: `two` of two cards, `left_over` after a reply, `join` to add."""
    join = join or (lambda card, rest: card + rest)

    def cell(at: Callable[[int, int], Any], v: Any, i: int, j: int) -> Any:
        if j - i < 3:
            return v[i] if j - i == 1 else two(v[i], v[i + 1])
        middle = at(i + 1, j - 1)
        return max(
            join(v[i], left_over(at(i + 2, j), middle)), join(v[j - 1], left_over(middle, at(i, j - 2)))
        )

    return cell


def best(v: Values, i: int, j: int, by_left: Any, by_right: Any, worst: float = -inf) -> Any:
    """The best move, by a maximum that starts at `worst`."""
    return max(by_left, by_right, worst)


def larger(
    v: Any, i: int, j: int, by_left: Any, by_right: Any, key: Callable[[int], Any] = int, ties: int = 0
) -> Any:
    """The larger end, compared by `key`; of equal ends the left one, or with `ties` the right one."""
    left, right = key(v[i]), key(v[j - 1])
    return by_left if left > right or (left == right and not ties) else by_right


def looking_ahead(v: Values, i: int, j: int, by_left: Any, by_right: Any) -> Any:
    """The end that exceeds the larger of the ends it leaves by most."""

    def largest_end(start: int, stop: int) -> int:
        return max(v[start], v[stop - 1]) if stop > start else 0

    return by_left if v[i] - largest_end(i + 1, j) >= v[j - 1] - largest_end(i, j - 1) else by_right


def not_put_back(first: int) -> Cell:
    """Margins; the end that is tried first, left (0) or right (1), is missing when the other is tried."""

    def cell(at: Callable[[int, int], Any], v: Values, i: int, j: int) -> int:
        if j - i < 2:
            return sum(v[i:j])
        margin: int = max(v[i] - at(i + 1, j - first), v[j - 1] - at(i + 1 - first, j - 1))
        return margin

    return cell


def number(text: str) -> int:
    """Convert a text to a number; 0 if it is none, for example with a - between digits."""
    return int(text) if text.removeprefix("-").isdigit() else 0


def joined(v: Values) -> int:
    """Half of the number that results from joining the cards and the margin as text."""
    margin: int = recursion(margins(), v)
    return number(f"{''.join(map(str, v))}{margin}") // 2


def unfilled(v: Values, who: Opponent, known: int, total: Callable[[Values], int]) -> Totals:
    """The right totals for rows of up to `known` cards; for others, what `total` makes of an empty cell."""
    return totals(v, who) if len(v) <= known else Totals(total(v), sum(v) - total(v))


STOPS = "it ignores the last card: it ends the game when one card is left instead of none"
MEMO = "its cache key is {}, which many parts of the row share: use both ends as the key"
AHEAD = "{} the end that exceeds the best end left after it by most: that looks one move ahead and no further"
LARGEST = "it takes the {} cards, but only the two ends can be taken"
COMPARED = "it compares numbers as text, where 9 is more than 15: convert the input to numbers"
JOINED = "it joins cards as text, so that 8 and 15 make 815: convert the input to numbers"
SAME_END = "it always takes the same end, as does a recursion that removes cards and does not put them back"
BACK = "it does not put back the card that it tried first before it tries the other end"
UNFILLED = "it {} for every row of more than {}, as does a table whose loop over lengths ends before n"

_smaller, _larger = partial(min, key=str), partial(max, key=str)


def _by_memo(key: Callable[[int, int], object]) -> tuple[Solve, Solve]:
    margin, total = (partial(recursion, cell, key=key) for cell in (margins(), by_sums(1)))
    return from_margin(margin), from_total(total)


def _of_margins(**changes: Any) -> Solve:
    return from_margin(partial(recursion, margins(**changes)))


RECURRENCES: tuple[tuple[Any, ...], ...] = (
    ("takes the worse move", "it takes the smaller of the two totals at your own move",
     partial(sweep, lambda v, i, j, *both: min(both))),
    ("takes the worse move",
     "it takes the smaller of the two margins at every move, yours and the opponent's",
     _of_margins(join=min)),
    ("stops a card early", STOPS, partial(sweep, best, single=0), from_total(partial(recursion, by_sums(0)))),
    ("leaves out two last cards",
     "it counts the last two cards as nothing: a recursion by two cards at a time needs them as a base case",
     from_total(partial(recursion, two_cards(lambda left, right: 0, min)))),
    *((f"takes {text} for the worst total", f"its maximum starts at {text}, so it misses all totals below",
       partial(sweep, partial(best, worst=worst)))
      for text, worst in (("0", 0), ("−1", -1))),
    ("adds both replies", "it adds both results, but the opponent leaves you only the smaller one",
     from_total(partial(recursion, two_cards(max, lambda one, other: one + other)))),
    ("adds what the opponent gets",
     "it adds what the opponent gets instead of subtracting it, so that every card counts as yours",
     lambda v, who: Totals(sum(v), 0)),
    ("swaps a difference", "it subtracts the card from the rest instead of the rest from the card",
     _of_margins(sign=-1)),
    ("all even or all odd places",
     "it takes all cards in even positions or all in odd ones, whichever is more: often not the best result",
     from_total(lambda v: max(sum(v[::2]), sum(v[1::2])))),
    ("always takes the same end", SAME_END,
     from_total(lambda v: sum(v[::2])), from_total(lambda v: sum(v[::-2]))),
    ("does not put a card back", BACK,
     *[from_margin(partial(recursion, not_put_back(first))) for first in (0, 1)]),
    ("looks one move ahead", AHEAD.format("both players take"),
     partial(sweep, looking_ahead, reply=looking_ahead)),
    ("looks one move ahead", AHEAD.format("it takes"), partial(sweep, looking_ahead)),
    ("remembers by the length alone", MEMO.format("the length alone"), *_by_memo(lambda i, j: j - i)),
    ("remembers by one end alone", MEMO.format("one end alone"),
     *_by_memo(lambda i, j: i), *_by_memo(lambda i, j: j)),
    ("takes the largest cards", LARGEST.format("larger half of the"),
     from_total(lambda v: sum(sorted(v, reverse=True)[: (len(v) + 1) // 2]))),
    ("compares texts", COMPARED,
     partial(sweep, lambda v, i, j, *both: _larger(both), reply=lambda v, i, j, *both: _smaller(both)),
     partial(sweep, lambda v, i, j, *both: _larger(both)),
     partial(sweep, best, reply=partial(larger, key=str)),
     partial(sweep, partial(larger, key=str), reply=partial(larger, key=str)),
     partial(sweep, partial(larger, key=str)), _of_margins(join=lambda *both: _larger(both))),
    ("joins texts", JOINED, from_total(joined),
     from_total(lambda v: number(recursion(two_cards(max, min), tuple(map(str, v))))),
     from_total(partial(recursion, two_cards(max, min, lambda card, rest: number(f"{card}{rest}"))))),
    *(("stops a length early", UNFILLED.format(f"finds {cell}", several(n, "card")),
       partial(unfilled, known=n, total=f))
      for n in (1, 2)
      for cell, f in (("0", lambda v: 0), ("−1", lambda v: -1), ("a margin of 0", lambda v: sum(v) // 2))),
)  # fmt: skip
"""For each mistake a name, a meaning, and its variants."""
