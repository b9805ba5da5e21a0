"""Wrong recurrences for one card from either end: a table of mistakes, each with the forms that it has.

A form says what a program that solves so takes a row to be worth: totals, from the row and the opponent.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from twoends.judge.questions import Totals, count_cards
from twoends.judge.tasks import Values, totals
from twoends.rules.preferences import Opponent
from twoends.rules.replies import reply_on

Solve = Callable[[Values, Opponent], Totals]

"""What a row is worth, from the row and the opponent."""


# --- two recurrences ---------------------------------------------------------------------------

Choice = Callable[[Values, int, int, Any, Any], Any]
"""A move in the cards from i to before j: (values, i, j, total by the left card, by the right) -> a total."""


def sweep(
    choose: Choice, values: Values, who: Opponent, last: int = 1, reply: Choice | None = None
) -> Totals:
    """Both recurrences with another rule for your own move, and for the opponent's if there is a `reply`.

    A last single card counts `last` times. O(n²).
    """
    n, theirs_is = len(values), reply_on(who, values)
    yours: list[Any] = [0] * (n + 1)
    theirs: list[Any] = [0] * (n + 1)
    for length in range(1, n + 1):
        f, g = yours, theirs
        spans = [(i, i + length) for i in range(n + 1 - length)]
        once = last if length == 1 else 1
        yours = [
            choose(values, i, j, values[i] * once + g[i + 1], values[j - 1] * once + g[i]) for i, j in spans
        ]
        if reply is None:
            theirs = [int(theirs_is(i, j, f[i + 1], f[i])) for i, j in spans]
        else:
            theirs = [reply(values, i, j, f[i + 1], f[i]) for i, j in spans]
    return Totals(yours[0], theirs[0])


Cell = Callable[[Callable[[int, int], Any], Any, int, int], Any]
"""What the cards from i to before j are worth: (other cells, values, i, j) -> that."""


def recursion(cell: Cell, values: Any, key: Callable[[int, int], object] = lambda i, j: (i, j)) -> Any:
    """What a recursion takes the whole row to be worth that remembers all but single cards, by a key."""
    memo: dict[object, Any] = {}

    def at(i: int, j: int) -> Any:
        if j - i == 1:
            return cell(at, values, i, j)
        if (place := key(i, j)) not in memo:
            memo[place] = cell(at, values, i, j)
        return memo[place]

    return at(0, len(values))


def first_of(found: Callable[[Values], int]) -> Solve:
    """A recurrence for your total moving first; the other side has the rest."""
    return lambda values, who: Totals(first := found(values), sum(values) - first)


def half_of(margin: Callable[[Values], int]) -> Solve:
    """The same for one that has margins."""
    return first_of(lambda values: (sum(values) + margin(values)) // 2)


def margins(join: Callable[[Any, Any], Any] = max, single: int = 1, sign: int = 1) -> Cell:
    """Margins with another join than the maximum, other single cards, or a swapped difference."""
    return lambda at, v, i, j: (
        single * v[i] if j - i == 1 else join(sign * (v[i] - at(i + 1, j)), sign * (v[j - 1] - at(i, j - 1)))
    )


def by_sums(single: int) -> Cell:
    """The sum of the interval and the smaller of two calls; a single card counts so many times."""
    return lambda at, v, i, j: single * v[i] if j - i == 1 else sum(v[i:j]) - min(at(i + 1, j), at(i, j - 1))


def two_cards(two: Callable[[Any, Any], Any], left_over: Callable[[Any, Any], Any], join: Any = None) -> Cell:
    """Your own moves alone: what two cards bring, what is left over for you, how a card is joined to it."""
    join = join or (lambda card, rest: card + rest)

    def cell(at: Callable[[int, int], Any], v: Any, i: int, j: int) -> Any:
        if j - i < 3:
            return v[i] if j - i == 1 else two(v[i], v[i + 1])
        middle = at(i + 1, j - 1)
        return max(
            join(v[i], left_over(at(i + 2, j), middle)), join(v[j - 1], left_over(middle, at(i, j - 2)))
        )

    return cell


def best(v: Values, i: int, j: int, one: Any, other: Any, worst: float = -inf) -> Any:
    """The move that there is nothing wrong with, if a maximum does not begin at a `worst` total."""
    return max(one, other, worst)


def larger(
    v: Any, i: int, j: int, one: Any, other: Any, of: Callable[[int], Any] = int, ties: int = 0
) -> Any:
    """The larger end, as numbers or as something else; of equal ones the left, or with `ties` the right."""
    return one if (of(v[i]) > of(v[j - 1]) if ties else of(v[i]) >= of(v[j - 1])) else other


def looking_ahead(v: Values, i: int, j: int, one: Any, other: Any) -> Any:
    """The card that is larger than what it uncovers by most."""

    def uncovers(start: int, stop: int) -> int:
        return max(v[start], v[stop - 1]) if stop > start else 0

    return one if v[i] - uncovers(i + 1, j) >= v[j - 1] - uncovers(i, j - 1) else other


def not_put_back(first: int) -> Cell:
    """Margins where the end that is tried first, left (0) or right (1), is missing in the second try."""

    def cell(at: Callable[[int, int], Any], v: Values, i: int, j: int) -> int:
        if j - i < 2:
            return sum(v[i:j])
        worth: int = max(v[i] - at(i + 1, j - first), v[j - 1] - at(i + 1 - first, j - 1))
        return worth

    return cell


def number(text: str) -> int:
    """The number that a text of digits is; 0 where it is none, as where a - comes between them."""
    return int(text) if text.removeprefix("-").isdigit() else 0


def joined(v: Values) -> int:
    """The sum and the margin put together as texts, and half of that."""
    margin: int = recursion(margins(), v)
    return number(f"{''.join(map(str, v))}{margin}") // 2


def unfilled(v: Values, who: Opponent, known: int, total: Callable[[Values], int]) -> Totals:
    """What is made of an empty cell where the last length of a table is never computed."""
    return totals(v, who) if len(v) <= known else Totals(total(v), sum(v) - total(v))


STOPS = "the last card of a game is not counted: the game ends when one card is left, not none"
MEMO = "it remembers what it has computed by {}, which many parts of the row share: two ends make a part"
AHEAD = "{} the end that is larger than what it uncovers by most, which looks one move ahead and no further"
LARGEST = "it takes the {} cards, where only an end can be taken and their order is the game"
COMPARED = "it compares numbers as texts, where 9 is more than 15: make numbers of what it reads"
JOINED = "it puts cards together as texts, so that 8 and 15 are 815: make numbers of what it reads"
SAME_END = (
    "it takes one end in every move; so does a recursion that takes cards out and does not put them back"
)
BACK = "the card that it tried first is missing when it tries the other end: it was not put back"

_smaller, _larger = partial(min, key=str), partial(max, key=str)


def _by_memo(key: Callable[[int, int], object]) -> tuple[Solve, Solve]:
    return half_of(partial(recursion, margins(), key=key)), first_of(partial(recursion, by_sums(1), key=key))


def _of_margins(**how: Any) -> Solve:
    return half_of(partial(recursion, margins(**how)))


UNFILLED = "it {} for every row of more than {}; so does a table whose loop over lengths ends before n"

RECURRENCES: tuple[tuple[Any, ...], ...] = (
    ("takes the worse move", "it takes the smaller of the two totals at your own move",
     partial(sweep, lambda v, i, j, one, other: min(one, other))),
    ("takes the worse move",
     "it takes the smaller of the two margins at every move, yours and the opponent's",
     _of_margins(join=min)),
    ("stops a card early", STOPS, partial(sweep, best, last=0), first_of(partial(recursion, by_sums(0)))),
    ("leaves out two last cards",
     "two last cards are worth nothing: that a recursion by two cards ends with them is left out",
     first_of(partial(recursion, two_cards(lambda left, right: 0, min)))),
    *((f"takes {said} for the worst total", f"a maximum begins at {said}, so that no total below it is seen",
       partial(sweep, partial(best, worst=worst)))
      for said, worst in (("0", 0), ("−1", -1))),
    ("adds both replies", "it adds both results, where the opponent leaves you only the smaller one",
     first_of(partial(recursion, two_cards(max, lambda one, other: one + other)))),
    ("adds what the opponent gets",
     "what the opponent gets is added instead of taken away, so that every card counts as yours",
     lambda v, who: Totals(sum(v), 0)),
    ("swaps a difference", "it takes the card away from what is left, where it must be the other way round",
     _of_margins(sign=-1)),
    ("all even or all odd places",
     "it takes all cards in even places, or all in odd ones, whichever is more: often not the most",
     first_of(lambda v: max(sum(v[::2]), sum(v[1::2])))),
    ("always takes the same end", SAME_END,
     first_of(lambda v: sum(v[::2])), first_of(lambda v: sum(v[::-2]))),
    ("does not put a card back", BACK,
     *[half_of(partial(recursion, not_put_back(first))) for first in (0, 1)]),
    ("looks one move ahead", AHEAD.format("both take"), partial(sweep, looking_ahead, reply=looking_ahead)),
    ("looks one move ahead", AHEAD.format("it takes"), partial(sweep, looking_ahead)),
    ("remembers by the length alone", MEMO.format("its length"), *_by_memo(lambda i, j: j - i)),
    ("remembers by one end alone", MEMO.format("one of its ends"),
     *_by_memo(lambda i, j: i), *_by_memo(lambda i, j: j)),
    ("takes the largest cards", LARGEST.format("larger half of the"),
     first_of(lambda v: sum(sorted(v, reverse=True)[: (len(v) + 1) // 2]))),
    ("compares texts", COMPARED,
     partial(sweep, lambda v, i, j, *both: _larger(both), reply=lambda v, i, j, *both: _smaller(both)),
     partial(sweep, lambda v, i, j, *both: _larger(both)),
     partial(sweep, best, reply=partial(larger, of=str)),
     partial(sweep, partial(larger, of=str), reply=partial(larger, of=str)),
     partial(sweep, partial(larger, of=str)), _of_margins(join=lambda *both: _larger(both))),
    ("joins texts", JOINED, first_of(joined),
     first_of(lambda v: number(recursion(two_cards(max, min), tuple(map(str, v))))),
     first_of(partial(recursion, two_cards(max, min, lambda card, rest: number(f"{card}{rest}"))))),
    *(("stops a length early", UNFILLED.format(f"finds {cell}", count_cards(n)),
       partial(unfilled, known=n, total=f))
      for n in (1, 2)
      for cell, f in (("0", lambda v: 0), ("−1", lambda v: -1), ("a margin of 0", lambda v: sum(v) // 2))),
)  # fmt: skip
"""A name, a meaning, and each form of it."""
