"""Wrong recurrences for one card from either end: a table of mistakes, each with its variants."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from twoends.judge.questions import Totals, several
from twoends.judge.tasks import Solve, Values, totals
from twoends.rules.preferences import Opponent
from twoends.rules.replies import reply_on
from twoends.rules.rules import Rules

# --- two recurrences ---------------------------------------------------------------------------

Choice = Callable[[Values, int, int, Any, Any], Any]
"""A move in values[i:j]: (values, i, j, total by the left card, total by the right) -> one of the totals."""


def best(v: Values, i: int, j: int, by_left: Any, by_right: Any, worst: float = -inf) -> Any:
    """The best move, by a maximum that starts at `worst`."""
    return max(by_left, by_right, worst)


def sweep(
    values: Values, who: Opponent, rules: Rules, *, choose: Choice = best, reply: Choice | None = None,
    single: int = 1,
) -> Totals:  # fmt: skip
    """Both recurrences with another rule for your own move, and for the opponent's if `reply` is given.

    A single card counts `single` times. O(n²).
    """
    n, right_reply = len(values), reply_on(who, values)
    reply = reply or (
        lambda v, i, j, after_left, after_right: int(right_reply(i, j, after_left, after_right))
    )
    yours: list[Any] = [0] * (n + 1)
    theirs: list[Any] = [0] * (n + 1)
    for length in range(1, n + 1):
        f, g, times = yours, theirs, single if length == 1 else 1
        spans = [(i, i + length) for i in range(n + 1 - length)]
        yours = [
            choose(values, i, j, values[i] * times + g[i + 1], values[j - 1] * times + g[i]) for i, j in spans
        ]
        theirs = [reply(values, i, j, f[i + 1], f[i]) for i, j in spans]
    return Totals(yours[0], theirs[0], sum(values))


Cell = Callable[[Callable[[int, int], Any], Any, int, int], Any]
"""The value of values[i:j]: (other cells, values, i, j) -> value."""

Key = Callable[[int, int], object]
"""The key under which the value of values[i:j] is cached."""


def both_ends(i: int, j: int) -> object:
    """The right key."""
    return i, j


def recursion(cell: Cell, values: Any, key: Key = both_ends) -> Any:
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
    """Solve by your total moving first; the opponent gets the rest."""
    return lambda cards, *_: Totals(first := total(cards), (both := sum(cards)) - first, both)


def by_totals(cell: Cell, key: Key = both_ends) -> Solve:
    """Solve by a recursion for your total moving first."""
    return from_total(lambda cards: recursion(cell, cards, key))


def by_margins(cell: Cell, key: Key = both_ends) -> Solve:
    """Solve by a recursion for your margin moving first; a total is half of sum ± margin, rounded down."""

    def solve(cards: Values, who: Opponent, rules: Rules) -> Totals:
        total, margin = sum(cards), recursion(cell, cards, key)
        first = (total + margin) // 2
        return Totals(first, (total - margin) // 2, 2 * first - margin)

    return solve


def by_odd_margins(cell: Cell, key: Key = both_ends) -> tuple[Solve, Solve]:
    """Solve by margins that may be even where the sum is odd: with both halves rounded, or with the rest."""
    rounded = from_total(lambda cards: (sum(cards) + recursion(cell, cards, key)) // 2)
    return by_margins(cell, key), rounded


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


def unfilled(cards: Values, who: Opponent, rules: Rules, *, known: int, otherwise: Solve) -> Totals:
    """The right totals for rows of up to `known` cards; for others, those of an empty cell."""
    return (totals if len(cards) <= known else otherwise)(cards, who, rules)


MEMO = "its cache key is {}, which many parts of the row share: use both ends as the key"
AHEAD = "{} the end that exceeds the best end left after it by most: that looks one move ahead and no further"
LARGEST = "it takes the {} cards, but only the two ends can be taken"
UNFILLED = "it {} for every row of more than {}, as does a table whose loop over lengths ends before n"


def _larger_text(v: Values, i: int, j: int, *both: Any) -> Any:
    return max(both, key=str)


def _by_memo(key: Key) -> tuple[Solve, ...]:
    return *by_odd_margins(margins(), key), by_totals(by_sums(1), key)


RECURRENCES: tuple[tuple[Any, ...], ...] = (
    ("takes the worse move", "it takes the smaller of the two totals at your own move",
     partial(sweep, choose=lambda v, i, j, *both: min(both))),
    ("takes the worse move",
     "it takes the smaller of the two margins at every move, yours and the opponent's",
     by_margins(margins(join=min))),
    ("stops a card early",
     "it ignores the last card: it ends the game when one card is left instead of none",
     partial(sweep, single=0), by_totals(by_sums(0)), by_margins(margins(single=0))),
    ("leaves out two last cards",
     "it counts the last two cards as nothing: a recursion by two cards at a time needs them as a base case",
     by_totals(two_cards(lambda left, right: 0, min))),
    *((f"takes {text} for the worst total", f"its maximum starts at {text}, so it misses all totals below",
       partial(sweep, choose=partial(best, worst=worst)))
      for text, worst in (("0", 0), ("−1", -1))),
    ("adds both replies", "it adds both results, but the opponent leaves you only the smaller one",
     by_totals(two_cards(max, lambda one, other: one + other))),
    ("adds what the opponent gets",
     "it adds what the opponent gets instead of subtracting it, so that every card counts as yours",
     from_total(sum)),
    ("swaps a difference", "it subtracts the card from the rest instead of the rest from the card",
     by_margins(margins(sign=-1))),
    ("all even or all odd places",
     "it takes all cards in even positions or all in odd ones, whichever is more: often not the best result",
     from_total(lambda v: max(sum(v[::2]), sum(v[1::2])))),
    ("always takes the same end",
     "it always takes the same end, as does a recursion that removes cards and does not put them back",
     from_total(lambda v: sum(v[::2])), from_total(lambda v: sum(v[::-2]))),
    ("does not put a card back",
     "it does not put back the card that it tried first before it tries the other end",
     *by_odd_margins(not_put_back(0)), *by_odd_margins(not_put_back(1))),
    ("looks one move ahead", AHEAD.format("both players take"),
     partial(sweep, choose=looking_ahead, reply=looking_ahead)),
    ("looks one move ahead", AHEAD.format("it takes"), partial(sweep, choose=looking_ahead)),
    ("remembers by the length alone", MEMO.format("the length alone"), *_by_memo(lambda i, j: j - i)),
    ("remembers by one end alone", MEMO.format("one end alone"),
     *_by_memo(lambda i, j: i), *_by_memo(lambda i, j: j)),
    ("takes the largest cards", LARGEST.format("larger half of the"),
     from_total(lambda v: sum(sorted(v, reverse=True)[: (len(v) + 1) // 2]))),
    ("compares texts",
     "it compares numbers as text, where 9 is more than 15: convert the input to numbers",
     partial(sweep, choose=_larger_text, reply=lambda v, i, j, *both: min(both, key=str)),
     partial(sweep, choose=_larger_text),
     partial(sweep, reply=partial(larger, key=str)),
     partial(sweep, choose=partial(larger, key=str), reply=partial(larger, key=str)),
     partial(sweep, choose=partial(larger, key=str)),
     by_margins(margins(join=partial(max, key=str)))),
    ("joins texts",
     "it joins cards as text, so that 8 and 15 make 815: convert the input to numbers",
     from_total(lambda v: number(f"{''.join(map(str, v))}{recursion(margins(), v)}") // 2),
     from_total(lambda v: number(recursion(two_cards(max, min), tuple(map(str, v))))),
     by_totals(two_cards(max, min, lambda card, rest: number(f"{card}{rest}")))),
    *(("stops a length early", UNFILLED.format(f"finds {cell}", several(n, "card")),
       partial(unfilled, known=n, otherwise=from_total(f)))
      for n in (1, 2)
      for cell, f in (("0", lambda v: 0), ("−1", lambda v: -1), ("a margin of 0", lambda v: sum(v) // 2))),
)  # fmt: skip
"""For each mistake a name, a meaning, and its variants."""
