"""Bottom-up: fill the triangle of positions level by level, short intervals first, by `engine.sweep`.

The text runs on lists of exact numbers, or compiled on arrays; `Prepared` says where. Chance is exact on
integers: the sweep multiplies by whole weights, and `Sweep` divides once at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from twoends.engine import coins, sweep
from twoends.engine.counters import SWEEP
from twoends.engine.method import Method, scaled_for
from twoends.engine.options import DEFAULT_OPTIONS, Options, Progress
from twoends.engine.replies import Replies, replies_of
from twoends.engine.sequences import IN_LISTS, Sequences
from twoends.rules import limits
from twoends.rules.errors import MethodError
from twoends.rules.moves import LEFT, RIGHT, Line, Move
from twoends.rules.numbers import Pair, Total
from twoends.rules.opponents import Opponent, Ties
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State

CELLS_AT_ONCE = 2**26
"""The most positions that compiled code visits, in hundredths of a second, before it reports its progress
and responds to Ctrl-C."""

SIDES: tuple[tuple[Move, ...], ...] = ((), (LEFT,), (RIGHT,), (LEFT, RIGHT))
"""The sides by their sum in `engine.sweep`."""


# --- a sweep -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prepared:
    """What sweeps of a row, or of a circle, share.

    n        the number of cards
    cards    the cards, twice in a row for a circle
    replies  how the opponent replies on these cards
    ties     the opponent's tie-breaking rule
    around   whether it is a circle
    player   whether a custom player goes left on each interval of a length; None for a built-in opponent
    on       the sequences of the cards, and of totals
    """

    n: int
    cards: Any
    replies: Replies
    ties: Ties | None
    around: bool = False
    player: Callable[[int], list[bool]] | None = None
    on: Sequences = IN_LISTS

    def count(self, length: int) -> int:
        """The number of intervals of a length."""
        return self.n if self.around else self.n + 1 - length

    @property
    def steps(self) -> int:
        """How many positions to visit at once: one level in Python."""
        return CELLS_AT_ONCE if self.on is not IN_LISTS else 1


def prepare(
    values: Sequence[Any],
    against: Opponent,
    *,
    around: bool = False,
    given: Row | None = None,
    exact: Sequence[Any] | None = None,
) -> Prepared:
    """Prepare a row, or a circle, for sweeps in Python; a custom player sees the cards as given.

    exact  the values before they were rounded, which the opponent compares
    """
    cards, compared = (
        [*each, *each] if around else list(each) for each in (values, values if exact is None else exact)
    )
    player = _asker(given or Row.of(values), against) if against.custom else None
    return Prepared(len(values), cards, replies_of(against, cards, compared), against.ties, around, player)


def prepare_arrays(
    values: Sequence[Any], against: Opponent, *, around: bool = False, exact: Sequence[Any] | None = None
) -> Prepared | None:
    """The same for sweeps in compiled code, without custom players; None if it does not apply."""
    from twoends.engine import compiled

    fitting = compiled.cards_and_replies(values, against, around=around, exact=exact)
    if fitting is None:
        return None
    cards, replies = fitting
    return Prepared(len(values), cards, replies, against.ties, around, on=compiled.arrays(cards.dtype))


def _asker(row: Row, against: Opponent) -> Callable[[int], list[bool]]:
    """A function that asks a custom player for a move on each interval of a length of a row."""
    n, book = len(row), Rulebook(row, False)

    def goes_left(length: int) -> list[bool]:
        states = [State((i, i + length), n - length) for i in range(n + 1 - length)]
        return [move == LEFT for move in against.ask_player(book.with_mover(states[0], "opponent"), states)]

    return goes_left


class Sweep:
    """A sweep up to the intervals of `length` cards, which grows.

    prepared   the cards and the replies
    you_first  whether it is your turn on all cards
    sides      None, or the sums of the sides that the mover prefers, by length and start
    """

    def __init__(
        self, prepared: Prepared, you_first: bool, *, keep: bool = False, keep_totals: bool = False
    ) -> None:
        """Start from no card; `keep` the sides, in n²/2 bytes, or the totals, in up to sixteen times as many.

        Raises MethodError if the sides are more than those of limits.MAX_CARDS_OF_A_POLICY.
        """
        n = prepared.n
        if keep and n > limits.MAX_CARDS_OF_A_POLICY:
            raise MethodError(
                f"the moves in all positions of {n:,} cards take {n * n // 2:,} bytes: "
                f"give at most {limits.MAX_CARDS_OF_A_POLICY:,} cards"
            )
        self.prepared, self.you_first, self.length = prepared, you_first, 0
        counts = list(map(prepared.count, range(n + 1)))
        self.sides = prepared.on.bytes([0, *counts[1:]]) if keep else None
        self._levels = prepared.on.rows([n + 1, n + 1])
        self._totals = prepared.on.rows(counts) if keep_totals else None
        weights = prepared.replies.weights
        # The sweep multiplies the cards by the weights.
        self._cards = prepared.cards if weights is None else prepared.cards.copy()

    def your_turn(self, length: int) -> bool:
        """Whether it is your turn on the intervals of a length."""
        return ((self.prepared.n - length) % 2 == 0) == self.you_first

    def sweep_to(self, high: int) -> None:
        """Go on to the intervals of `high` cards, at least as many as now."""
        prepared, low = self.prepared, self.length
        assert low <= high, "a sweep never goes back"
        keys, kind, weights = prepared.replies
        if prepared.player is not None:
            while self.length < high:
                self._ask(prepared.player, self.length + 1)
            return
        prepared.on.text(sweep).sweep(
            self._levels, self._cards, keys, prepared.n, 1, prepared.around, kind, weights, self.you_first,
            low, high, self.sides, None, self._totals,
        )  # fmt: skip
        self.length = high

    def _ask(self, player: Callable[[int], list[bool]], length: int) -> None:
        """Go on to the next length with a custom player."""
        prepared, self.length = self.prepared, length
        count, weights = prepared.count(length), prepared.replies.weights
        if length == 1 or self.your_turn(length):
            sweep.sweep(
                self._levels, self._cards, self._cards, prepared.n, 1, False, sweep.OPTIMAL, None,
                self.you_first, length - 1, length, self.sides, None, self._totals,
            )  # fmt: skip
            return
        before, goes_left = self._levels[(length - 1) % 2], [False] * count
        if weights is None or weights[0]:
            goes_left = player(length)
        sweep.answer(
            self._levels[length % 2], before[1:], before, goes_left, [False] * count, count,
            sweep.LARGER_RIGHT, weights,
        )  # fmt: skip
        if self.sides is not None:
            self.sides[length][:] = bytes(coins.LEFT if left else coins.RIGHT for left in goes_left)
        if self._totals is not None:
            self._totals[length] = self._levels[length % 2][:count]
        if weights is not None:
            self._cards = [card * weights[3] for card in self._cards]

    def total(self, length: int, start: int = 0) -> Total:
        """Your total on an interval of the length reached, or of one card less; of any, if all are kept."""
        assert self._totals is not None or length >= self.length - 1, "two levels are kept"
        levels = self._levels if self._totals is None else self._totals
        total: Total = self.prepared.on.number(levels[length % 2 if self._totals is None else length][start])
        weights = self.prepared.replies.weights
        if weights is None:
            return total
        # The opponent's turns on this length and every second one below it, but for a single card.
        whole = weights[3] ** max(0, (length - self.your_turn(length)) // 2)
        return float(total) if isinstance(whole, float) else Fraction(total) / whole

    def totals(self, length: int) -> list[Total]:
        """Your totals on all intervals of a length, by start."""
        return [self.total(length, start) for start in range(self.prepared.count(length))]

    def policy(self) -> Policy:
        """The sides that were kept."""
        assert self.sides is not None, "they were kept"
        return Policy(self.sides, self.prepared.n, self.you_first, self.prepared.ties)


def run(swept: Sweep, progress: Progress | None = None, to: int | None = None) -> None:
    """Take a sweep to the whole row, or to a length, and report the progress."""
    prepared = swept.prepared
    high = prepared.n if to is None else to
    at_once = high if progress is None and prepared.steps == 1 else max(1, prepared.steps // max(high, 1))
    if progress is not None:
        progress(0, high)
    while swept.length < high:
        swept.sweep_to(min(high, swept.length + at_once))
        if progress is not None:
            progress(swept.length, high)


# --- the method ----------------------------------------------------------------------------------


class BottomUp(Method):
    """Your best response to any opponent on a row, or on the rows that a circle leaves.

    O(n²) time for each player to start, O(n) memory. The line takes another sweep, which keeps its decisions
    in n²/2 bytes: there is none above limits.MAX_CARDS_OF_A_POLICY.
    """

    name = "bottom-up"

    def __init__(
        self,
        cards: Row,
        against: Opponent,
        start: int = 0,
        *,
        around: bool = False,
        options: Options = DEFAULT_OPTIONS,
    ) -> None:
        """Set up a row whose first card is at `start` of the cards, or a circle."""
        self._cards, self._scaled = cards, scaled_for(cards, against)
        self._against, self._start, self._around, self._options = against, start, around, options
        self._n, self.error = len(cards), self._scaled.error
        self._sweeps, self._prepared = dict[bool, Sweep](), dict[tuple[bool, bool], Prepared]()
        rounded = self.error and self._scaled.scale.unit == 1
        values = cards.values if rounded else self._scaled.values
        self._sums = list(accumulate([*values, *values] if around else values, initial=0))

    @property
    def positions(self) -> int:
        """The cells of the triangle for both totals."""
        n = self._n
        return 2 * n * (n - 1) if self._around else (n + 1) * (n + 2)

    def totals(self, book: Rulebook, states: Sequence[State]) -> list[Pair]:
        """Both totals from each state on: one sweep for all states, and another if turns differ.

        Unless totals are kept, no state has fewer cards than those of an earlier call.
        """
        first, exact = self._start, self._scaled.scale.exact
        pairs: list[Pair] = [(0, 0)] * len(states)
        asked: dict[bool, list[tuple[int, int, int]]] = {}
        for number, state in enumerate(states):
            start, stop = state.remaining
            yours = book.mover(state) == "you"
            you_first = yours == ((self._n - (stop - start)) % 2 == 0)
            asked.setdefault(you_first, []).append((stop - start, start - first, number))
        for you_first, places in asked.items():
            places.sort()
            swept = self._sweep(you_first)
            for length, start, number in places:
                if length > swept.length:
                    run(swept, self._options.progress, length)
                total = swept.total(length, start % self._n if length else 0)
                cards = self._sums[start + length] - self._sums[start]
                pairs[number] = exact(total), exact(cards - total)
        return pairs

    def line(self, book: Rulebook) -> Line | None:
        """A line of best play of the row; None if moves are random, or above limits.MAX_CARDS_OF_A_POLICY."""
        if self._against.stochastic or self._n > limits.MAX_CARDS_OF_A_POLICY:
            return None
        return self.policy(book).line()

    def policy(self, book: Rulebook) -> Policy:
        """All decisions of both players, in another sweep; the book says who moves. Raises MethodError."""
        you_first = book.mover(State(None, len(book.shape) - self._n)) == "you"
        swept = Sweep(self._prepare(keep=True), you_first, keep=True)
        run(swept, self._options.progress)
        return swept.policy()

    def _sweep(self, you_first: bool) -> Sweep:
        """The sweep with these turns."""
        if you_first not in self._sweeps:
            keeps = self._options.keeps
            swept = Sweep(self._prepare(keep_totals=keeps), you_first, keep_totals=keeps)
            self._sweeps[you_first] = swept
        return self._sweeps[you_first]

    def _prepare(self, *, keep: bool = False, keep_totals: bool = False) -> Prepared:
        """The row on arrays when it is time to compile and the numbers fit, else on lists."""
        key = keep, keep_totals
        if key not in self._prepared:
            values, against, around, found = self._scaled.values, self._against, self._around, None
            exact = self._cards.units if self.error else None

            def in_arrays() -> Prepared | None:
                prepared = prepare_arrays(values, against, around=around, exact=exact)
                if prepared is not None:  # the kernel is loaded now, or not at all
                    Sweep(prepared, True, keep=keep, keep_totals=keep_totals).sweep_to(1)
                return prepared

            if self._options.compiles and not against.custom:
                found = SWEEP.compiled(self._n * self._n, in_arrays)
            self._prepared[key] = found or prepare(
                values, against, around=around, given=self._cards, exact=exact
            )
        return self._prepared[key]


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
        return SIDES[self.decided[stop - start][start % self.n]]

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


# --- the full table ------------------------------------------------------------------------------


def columns_by_length(
    values: Sequence[Any], opponent: Opponent, given: Row | None = None
) -> Iterator[tuple[Sequence[Total], Sequence[Total], Sequence[tuple[Move, ...]]]]:
    """Yield three columns of the n+1-length intervals of each length from 0, by start.

    They are F, your total if you are to move; G, your total if the opponent is; and all your best sides.
    O(n²) time and O(n) memory. Raises MethodError above limits.MAX_CARDS_OF_A_TABLE.
    """
    n = len(values)
    if n > limits.MAX_CARDS_OF_A_TABLE:
        raise MethodError(
            f"a table of {n} cards has {n * (n + 1):,} cells: "
            f"give at most {limits.MAX_CARDS_OF_A_TABLE:,} cards"
        )
    row = prepare(values, opponent, given=given)
    sweeps = [Sweep(row, you_first, keep=True) for you_first in (True, False)]
    for length in range(n + 1):
        yours, theirs = sweeps if sweeps[0].your_turn(length) else sweeps[::-1]
        for each in sweeps:
            each.sweep_to(length)
        assert yours.sides is not None, "they are kept"
        best = [SIDES[sides] for sides in yours.sides[length]] if length else [()] * (n + 1)
        yield yours.totals(length), theirs.totals(length), best
