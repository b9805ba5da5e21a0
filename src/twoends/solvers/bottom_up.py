"""Bottom-up: fill the triangle of positions level by level, short intervals first, by `engine.sweep`.

The text runs on lists of exact numbers, or compiled on arrays; `Prepared` says where. Chance is exact on
integers: the sweep multiplies by whole weights, and `Sweep` divides once in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

from twoends.engine import sweep
from twoends.rules.errors import MethodError
from twoends.rules.moves import LEFT, RIGHT, Line, Move
from twoends.rules.numbers import Scaled, Total
from twoends.rules.opponents import Opponent, Ties
from twoends.rules.rows import Interval, Row
from twoends.rules.rulebook import Rulebook, State
from twoends.solvers import PositionValues, Progress, SolverResult, pairs_of
from twoends.solvers.replies import Replies, replies_of

MOST_CARDS_OF_A_POLICY = 20_000
"""The decisions for n cards take n²/2 bytes: 200 MB at this limit, or twice as much in huge pages."""

MOST_CARDS_OF_A_TABLE = 2_000

CELLS_AT_ONCE = 2**26
"""The most positions that compiled code visits, in hundredths of a second, before it reports its progress
and responds to Ctrl-C."""

CELLS_FOR_THREADS = 2**25
"""Sweeps of at least so many positions, some milliseconds, are worth a thread each."""

SIDES: tuple[tuple[Move, ...], ...] = ((), (LEFT,), (RIGHT,), (LEFT, RIGHT))
"""The sides by their sum in `engine.sweep`."""


# --- a sweep -----------------------------------------------------------------------------------


class Home(NamedTuple):
    """Where the text runs.

    sweep   `sweep.sweep`, or its compiled form
    levels  makes room for its levels, given the cards and a number of totals
    sides   makes room for the sides on all intervals, given a number of cards
    """

    sweep: Callable[..., None]
    levels: Callable[[Any, int], Any]
    sides: Callable[[int], Any]


IN_PYTHON = Home(
    sweep.sweep,
    lambda _, count: [[0] * count, [0] * count],
    lambda n: [bytearray(n + 1 - length) for length in range(n + 1)],
)


@dataclass(frozen=True)
class Prepared:
    """What sweeps of a row, or of a circle, share.

    n        the number of cards
    cards    the cards, twice in a row for a circle
    replies  how the opponent replies on these cards
    ties     the opponent's tie-breaking rule
    around   whether it is a circle
    player   whether a custom player goes left on an interval; None for a built-in opponent
    """

    n: int
    cards: Any
    replies: Replies
    ties: Ties | None
    around: bool = False
    player: Callable[[int, int], bool] | None = None
    home: Home = IN_PYTHON

    def count(self, length: int) -> int:
        """The number of intervals of a length."""
        return self.n if self.around else self.n + 1 - length

    @property
    def steps(self) -> int:
        """How many positions to visit at once: one level in Python."""
        return CELLS_AT_ONCE if self.home is not IN_PYTHON else 1


def prepare(values: Sequence[Any], against: Opponent, *, around: bool = False) -> Prepared:
    """Prepare a row, or a circle, for sweeps in Python."""
    n, cards = len(values), [*values, *values] if around else list(values)
    player = _asking(values, against) if against.custom else None
    return Prepared(n, cards, replies_of(against, cards), against.ties, around, player)


def _asking(values: Sequence[Any], against: Opponent) -> Callable[[int, int], bool]:
    """A function that asks a custom player for a move on an interval of a row."""
    book = Rulebook(Row.of(values), False, values)

    def goes_left(i: int, j: int) -> bool:
        state = State((i, j), len(values) - (j - i))
        return against.played(book.moving(state, "opponent"), state) == LEFT

    return goes_left


class Sweep:
    """A sweep up to the intervals of `length` cards.

    prepared   the cards and the replies
    you_first  whether it is your turn on all cards
    sides      None, or the sums of the sides that the mover prefers, by length and start
    """

    def __init__(self, prepared: Prepared, you_first: bool, *, keep: bool = False) -> None:
        """Start from no card; `keep` the sides, in n²/2 bytes.

        Raises MethodError if they are more than those of MOST_CARDS_OF_A_POLICY.
        """
        n = prepared.n
        if keep and n > MOST_CARDS_OF_A_POLICY:
            raise MethodError(
                f"the moves in all positions of {n:,} cards take {n * n // 2:,} bytes: "
                f"give at most {MOST_CARDS_OF_A_POLICY:,} cards"
            )
        self.prepared, self.you_first, self.length = prepared, you_first, 0
        self.sides = prepared.home.sides(n) if keep else None
        self._levels = prepared.home.levels(prepared.cards, n + 1)
        weights = prepared.replies.weights
        # The sweep multiplies the cards by the weights.
        self._cards = prepared.cards if weights is None else prepared.cards.copy()

    def your_turn(self, length: int) -> bool:
        """Whether it is your turn on the intervals of a length."""
        return ((self.prepared.n - length) % 2 == 0) == self.you_first

    def climb(self, high: int) -> None:
        """Go on to the intervals of `high` cards, at least as many as now."""
        prepared, low = self.prepared, self.length
        assert low <= high, "a sweep never goes back"
        keys, kind, weights = prepared.replies
        if prepared.player is not None:
            while self.length < high:
                self._ask(prepared.player, self.length + 1)
            return
        prepared.home.sweep(
            self._levels, self._cards, keys, prepared.n, 1, prepared.around, kind, weights, self.you_first,
            low, high, self.sides, None, None,
        )  # fmt: skip
        self.length = high

    def _ask(self, player: Callable[[int, int], bool], length: int) -> None:
        """Go on to the next length with a custom player."""
        prepared, self.length = self.prepared, length
        count, weights = prepared.count(length), prepared.replies.weights
        if length == 1 or self.your_turn(length):
            sweep.sweep(
                self._levels, self._cards, self._cards, prepared.n, 1, False, sweep.OPTIMAL, None,
                self.you_first, length - 1, length, self.sides, None, None,
            )  # fmt: skip
            return
        before, goes_left = self._levels[(length - 1) % 2], [False] * count
        if weights is None or weights[0]:
            goes_left = [player(i, i + length) for i in range(count)]
        sweep.answer(
            self._levels[length % 2], before[1:], before, goes_left, [False] * count, count,
            sweep.LARGER_RIGHT, weights,
        )  # fmt: skip
        if self.sides is not None:
            self.sides[length][:] = bytes(sweep.LEFT if left else sweep.RIGHT for left in goes_left)
        if weights is not None:
            self._cards = [card * weights[3] for card in self._cards]

    # --- the totals on the level reached, and on the one before ---

    def total(self, length: int, start: int = 0) -> Total:
        """Your total on an interval."""
        total: Total = _number(self._levels[length % 2][start])
        weights = self.prepared.replies.weights
        if weights is None:
            return total
        # The opponent's turns on this length and every second one below it, but for a single card.
        whole = weights[3] ** max(0, (length - self.your_turn(length)) // 2)
        return float(total) if isinstance(whole, float) else Fraction(total) / whole

    def totals(self, length: int) -> list[Total]:
        """Your totals on all intervals of a length, by start."""
        return [self.total(length, start) for start in range(self.prepared.count(length))]

    def after(self) -> tuple[Total, ...]:
        """Your total after each first move from the whole row."""
        n, cards = self.prepared.n, self.prepared.cards
        if n == 0:
            return ()
        after_left, after_right = self.total(n - 1, 1), self.total(n - 1)
        if self.you_first:
            after_left, after_right = _number(cards[0]) + after_left, _number(cards[n - 1]) + after_right
        return (after_left, after_right)[:n]

    def policy(self) -> Policy:
        """The sides that were kept."""
        assert self.sides is not None, "they were kept"
        return Policy(self.sides, self.prepared.n, self.you_first, self.prepared.ties)


def _number(card: Any) -> Any:
    """A card of a list or of an array as a Python number."""
    return card.item() if hasattr(card, "item") else card


def run(
    sweeps: Sequence[Sweep], progress: Progress | None = None, threads: int = 1, to: int | None = None
) -> None:
    """Take sweeps to the whole row, or to a length: one by one, or in a thread each if they are long."""
    prepared = sweeps[0].prepared
    n = prepared.n if to is None else to
    at_once = len(sweeps) if threads > 1 and n * n >= 2 * CELLS_FOR_THREADS else 1
    for first in range(0, len(sweeps), at_once):
        together, high = sweeps[first : first + at_once], 0
        if progress is not None:
            progress(0, n)
        while high < n:
            high = n
            if progress is not None or prepared.steps > 1:
                high = min(n, together[0].length + max(1, prepared.steps // n))
            _climb(together, high)
            if progress is not None:
                progress(_done(high, n, at_once) if high < n else n, n)


def _done(high: int, n: int, at_once: int) -> int:
    """How many lengths to report as done when one sweep, or each of two at once, has reached `high` cards.

    Two report the lengths of a first sweep that does half of their work, then those of a second one.
    """
    cells = at_once * (n * n - (n - high) ** 2)  # each sweep has n * n
    return n - isqrt(n * n - cells % (n * n))


def _climb(sweeps: Sequence[Sweep], high: int) -> None:
    if len(sweeps) == 1:
        sweeps[0].climb(high)
        return
    from functools import partial

    from twoends.kernels.threads import run_jobs

    run_jobs([partial(each.climb, high) for each in sweeps], len(sweeps))


# --- what solvers need ---------------------------------------------------------------------------


def solve(
    scaled: Scaled,
    against: Opponent,
    progress: Progress | None = None,
    threads: int = 1,
    prepared: Prepared | None = None,
) -> SolverResult:
    """Solve along the levels: O(n²) time, O(n) memory.

    The line takes another sweep, which keeps its decisions in n²/2 bytes: there is none above
    MOST_CARDS_OF_A_POLICY.

    prepared  the row on arrays; by default it is solved in Python
    """
    row = prepared or prepare(scaled.values, against)
    first, second = sweeps = [Sweep(row, you_first) for you_first in (True, False)]
    run(sweeps, progress, threads)
    n, row_sum = row.n, scaled.sum
    return SolverResult(
        "bottom-up",
        scaled,
        (first.total(n), row_sum - first.total(n)),
        (second.total(n), row_sum - second.total(n)),
        (n + 1) * (n + 2),
        lambda you_first: pairs_of(row_sum, (first if you_first else second).after()),
        lambda you_first: None if against.stochastic else line(row, you_first, progress),
    )


def line(row: Prepared, you_first: bool, progress: Progress | None = None) -> Line | None:
    """Return a line of best play; None above MOST_CARDS_OF_A_POLICY."""
    if row.n > MOST_CARDS_OF_A_POLICY:
        return None
    swept = Sweep(row, you_first, keep=True)
    run([swept], progress)
    return swept.policy().line()


def total(values: Sequence[Any], opponent: Opponent, you_first: bool) -> Total:
    """Return your total, moving first or second; O(n²) time, O(n) memory.

    >>> from twoends import opponent
    >>> total([8, 15, 3, 7], opponent("greedy"), you_first=True)
    22
    """
    whole = Sweep(prepare(values, opponent), you_first)
    run([whole])
    return whole.total(len(values))


def prospects(
    values: Sequence[Any], opponent: Opponent, you_first: bool, intervals: Sequence[Interval]
) -> PositionValues:
    """Return the values of these positions from one sweep up to the longest: O(n²) time, O(n) memory."""
    by_length: dict[int, list[int]] = {}
    for number, (start, stop) in enumerate(intervals):
        if start < stop:
            by_length.setdefault(stop - start, []).append(number)
    m, swept = len(intervals), Sweep(prepare(values, opponent), you_first)
    total, left, right = result = PositionValues([0] * m, [0] * m, [0] * m)
    for length in sorted(by_length):
        swept.climb(length)
        for number in by_length[length]:
            i, j = intervals[number]
            total[number] = swept.total(length, i)
            left[number], right[number] = swept.total(length - 1, i + 1), swept.total(length - 1, i)
            if swept.your_turn(length):
                left[number] += values[i]
                right[number] += values[j - 1]
    return result


@dataclass(frozen=True)
class Policy:
    """The sides played at every reachable position: your best ones, and those the opponent intends.

    decided    by length and start, the sum of the sides played there
    n          the number of cards
    you_first  whether you make the first move
    ties       the opponent's tie-breaking rule
    """

    decided: Any
    n: int
    you_first: bool
    ties: Ties | None

    def sides(self, start: int, stop: int) -> tuple[Move, ...]:
        """Return all sides that the player to move may play at [start, stop); O(1)."""
        return SIDES[self.decided[stop - start][start]]

    def line(self) -> Line:
        """Play the whole row, O(n).

        Both players break ties to the left, except an opponent who breaks them to the right.
        """
        start, stop = 0, self.n
        taken: list[Move] = []
        while start < stop:
            sides, your_turn = self.sides(start, stop), (len(taken) % 2 == 0) == self.you_first
            side = sides[-1] if self.ties == "right" and not your_turn else sides[0]
            taken.append(side)
            start, stop = start + (side == LEFT), stop - (side == RIGHT)
        return Line.of(taken)


def policy(
    values: Sequence[Any], opponent: Opponent, you_first: bool, progress: Progress | None = None
) -> Policy:
    """Sweep and keep every decision: O(n²) time, n²/2 bytes.

    Raises MethodError above MOST_CARDS_OF_A_POLICY.
    """
    swept = Sweep(prepare(values, opponent), you_first, keep=True)
    run([swept], progress)
    return swept.policy()


# --- the full table ------------------------------------------------------------------------------


def table(
    values: Sequence[Any], opponent: Opponent
) -> Iterator[tuple[Sequence[Total], Sequence[Total], Sequence[tuple[Move, ...]]]]:
    """Yield three columns of the n+1-length intervals of each length from 0, by start.

    They are F, your total if you are to move; G, your total if the opponent is; and all your best sides.
    O(n²) time and O(n) memory. Raises MethodError above MOST_CARDS_OF_A_TABLE.
    """
    n = len(values)
    if n > MOST_CARDS_OF_A_TABLE:
        raise MethodError(
            f"a table of {n} cards has {n * (n + 1):,} cells: give at most {MOST_CARDS_OF_A_TABLE:,} cards"
        )
    row = prepare(values, opponent)
    sweeps = [Sweep(row, you_first, keep=True) for you_first in (True, False)]
    for length in range(n + 1):
        yours, theirs = sweeps if sweeps[0].your_turn(length) else sweeps[::-1]
        for each in sweeps:
            each.climb(length)
        assert yours.sides is not None, "they are kept"
        best = [SIDES[sides] for sides in yours.sides[length]] if length else [()] * (n + 1)
        yield yours.totals(length), theirs.totals(length), best
