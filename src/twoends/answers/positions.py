"""The values of positions: an oracle of best moves on a row, and both totals in all states of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple

from twoends.rules.errors import RulesError
from twoends.rules.games import Game
from twoends.rules.numbers import Pair, Total
from twoends.rules.rows import Interval, Row
from twoends.rules.rulebook import State
from twoends.rules.rules import Rules
from twoends.solvers import PositionValues, bottom_up, by_symmetry, kind_of, pairs_of, scaled_for
from twoends.solvers.boards import solve_board
from twoends.solvers.circles import total_of_first_card, totals_of_circle
from twoends.solvers.counters import COINS
from twoends.solvers.dispatch import with_full_row
from twoends.solvers.end_coins import prospects as pure_prospects
from twoends.solvers.end_coins import steps_of_intervals
from twoends.solvers.oracle import Oracle
from twoends.solvers.oracle import oracle as pure_oracle
from twoends.solvers.search import recursion_to, search_of

STEPS_OF_AN_ORACLE = 5
"""The steps for each card of an oracle (measured)."""


def oracle(row: Iterable[Any], *, rules: object = None) -> Oracle:
    """Compute 2n numbers in O(n) that give a best move against an optimal opponent in any interval of a row.

    Long rows of machine integers are handled by compiled code. Raises RowError for a bad row, and RulesError
    for rules other than one card from either end, for which no such numbers are known.

    >>> oracle([8, 15, 3, 7]).best(0, 4)
    RIGHT
    """
    if not (by_rules := Rules.of(rules)).plain:
        raise RulesError(f"there is no oracle for {by_rules}, only for one card from either end: use solve")
    row = Row.of(row)

    def in_arrays() -> Oracle | None:
        from twoends.solvers import compiled_intervals

        return compiled_intervals.oracle(row.units)

    compiled = COINS.compiled(STEPS_OF_AN_ORACLE * len(row), in_arrays) if row.kind == "integer" else None
    return compiled or pure_oracle(row.values)


class Prospect(NamedTuple):
    """The value of a state when you play the best response from there on; totals count the remaining cards.

    yours   your total
    theirs  the opponent's total
    after   both totals for each legal move, in order, whoever makes it; what the move earns is included
    """

    yours: Total
    theirs: Total
    after: tuple[Pair, ...]


class Prospects(NamedTuple):
    """The values of m states of a game, shape (m,), in exact unscaled totals or floats.

    error  0, or a bound on the rounding error of each total
    """

    states: list[Prospect]
    error: float = 0


def prospects(game: Game, states: Sequence[State] | None = None) -> Prospects:
    """The values of all states of a game against its opponent, or of the given ones, in their order.

    The first state must be the earliest. On rows and circles against an optimal opponent, O(n) once and then
    O(k) a state, whose row reduces to k coins; otherwise one sweep for all of them, in O(n²) time and O(n)
    memory. On a board, each state is solved by itself or by one memoised search. Raises
    RowError, MethodError, OpponentError.

    >>> from twoends import parse
    >>> prospects(parse("8 15 3 7 / first / R")).states
    [Prospect(yours=22, theirs=11, after=((15, 18), (22, 11))), Prospect(yours=15, theirs=11, ...)]
    """
    states = game.states if states is None else states
    shape, against = game.shape, game.opponent
    kind = kind_of(shape, shape.initial)
    if game.rules.plain and kind == "board" and against.is_optimal:
        return Prospects([_on_board(game, state) for state in states])
    spans = [span for each in states if (span := shape.interval(each.remaining)) is not None]
    start, stop = spans[0] if spans else (0, 0)
    if (
        not (game.rules.plain and (kind == "row" or (kind == "circle" and not against.custom)))
        # The rests of a circle after different first cards are not parts of one row.
        or not all(start <= i <= j <= stop for i, j in spans)
    ):
        scaled = scaled_for(game.shape.cards, game.opponent)
        return Prospects(list(map(prospect_of(game), states)), scaled.error)
    before = len(states) - len(spans)
    rest = _on_intervals(game, states[before:], [(i - start, j - start) for i, j in spans])
    if not before:
        return rest
    first, error = _at_first_card(game)
    return Prospects([first, *rest.states], max(error, rest.error))


def prospect_of(game: Game) -> Callable[[State], Prospect]:
    """A function that returns the value of any state of a game, by one memoised search.

    Raises MethodError, OpponentError.
    """
    scale = scaled_for(game.shape.cards, game.opponent).scale
    search = search_of(replace(game, ends=()))

    def searched(state: State) -> Prospect:
        with recursion_to(search.book.card_count(state)):
            solved, outcomes = search.solve(state), search.outcomes(state)
        after = tuple((scale.exact(each.yours), scale.exact(each.theirs)) for each in outcomes)
        return Prospect(scale.exact(solved.yours), scale.exact(solved.theirs), after)

    return searched


def _on_board(game: Game, state: State) -> Prospect:
    """The value of a state on a board between two optimal players."""
    board: Any = game.shape
    result, yours = solve_board(board, state.remaining), game.book.mover(state) == "you"
    totals = result.exact(result.first)
    return Prospect(*by_symmetry([totals], yours)[0], tuple(map(result.exact, result.after(yours))))


def _at_first_card(game: Game) -> tuple[Prospect, float]:
    """The value of a circle before its first card, and the error of its totals."""
    against, circle = game.opponent, game.shape
    scaled = scaled_for(circle.cards, against)
    totals, _ = totals_of_circle(scaled.values, against, you_first=game.you_first)
    total: Total = max(totals, default=0)
    if totals and not game.you_first:
        total = total_of_first_card(circle, against, scaled.values, totals)
    pairs = pairs_of(sum(circle.cards.values), map(scaled.scale.exact, (total, *totals)))
    (yours, theirs), *after = pairs
    return Prospect(yours, theirs, tuple(after)), scaled.error


def _on_intervals(game: Game, states: Sequence[State], intervals: Sequence[Interval]) -> Prospects:
    """The values of states whose remaining cards are these intervals of the first state's row."""
    if not states:
        return Prospects([])
    row = game.shape.rest(states[0].remaining).cards
    you_first = game.book.mover(states[0]) == "you"
    against = with_full_row(replace(game, ends=game.ends[: states[0].number]))
    scaled = scaled_for(row, against)

    def in_arrays() -> PositionValues | None:
        from twoends.solvers import compiled_intervals

        return compiled_intervals.prospects(scaled.values, you_first, intervals)

    columns: Any
    if against.is_optimal:
        columns = COINS.compiled(steps_of_intervals(scaled.values), in_arrays)
        columns = columns or pure_prospects(scaled.values, you_first, intervals)
    else:
        columns = bottom_up.prospects(scaled.values, against, you_first, intervals)
    if scaled.scale.unit != 1:
        columns = [list(map(scaled.scale.exact, column)) for column in columns]
    sums = list(accumulate(row.values, initial=0))
    values = []
    for (i, j), *totals in zip(intervals, *columns, strict=True):
        (yours, theirs), *after = pairs_of(sums[j] - sums[i], totals)
        values.append(Prospect(yours, theirs, tuple(after[: j - i])))
    return Prospects(values, scaled.error)
