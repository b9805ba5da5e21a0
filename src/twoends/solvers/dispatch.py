"""Dispatch: which method answers for which shape and opponent, on which numbers, and what it costs.

Whoever wants an answer asks here; nobody else knows the names of the methods, the lengths from which
compiled kernels pay, or how long anything takes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules.boards import Board
from twoends.rules.circles import Circle
from twoends.rules.errors import MethodError, RowError, one_of
from twoends.rules.games import Game
from twoends.rules.numbers import Exact, Scaled, Total
from twoends.rules.positions import Position
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import Line, Side
from twoends.solvers import Answer, Found, Progress

if TYPE_CHECKING:
    from twoends.kernels.compiling import Pays

MOST_CARDS_EXACT_BY_CHANCE = 200
"""Expectations of longer rows are floats: exact fractions grow by a digit every few cards."""

CARDS_THAT_PAY = {
    "contraction": (2_000, 500_000, 1_500_000),
    "bottom-up": (100, 2_000, 2_000),
    "circle": (100, 1_000, 1_500),
    "intervals": (100, 80_000, 160_000),
    "oracle": (100, 500_000, 1_000_000),
}
"""From so many cards on the kernels win: once they ran in this process; if they lie on disk; if they have to
be compiled, for which nobody waits while Python answers within a second (benchmarks/switches.py)."""


LINES_FROM = 2**15
"""Of so many cards a compiled sweep finds both lines with the totals, in an eighth of its time: most callers
read one, and another sweep would take as long as the first. A shorter one is swept again when it is read."""


class Method(NamedTuple):
    """One way to compute a total, by module:function of this folder; it is loaded when it is first used.

    row     solves a row; of a circle it solves each row that a first card leaves
    board   solves a board; None: it cannot
    sweeps  whether it tells its progress, and works a line out only where one is asked for
    """

    row: str
    board: str | None
    sweeps: bool = False


METHODS = {
    "exhaustive": Method("exhaustive:best_response", "boards.search:exhaustive"),
    "top-down": Method("top_down:best_response", "boards.search:top_down"),
    "bottom-up": Method("bottom_up:best_response", None, sweeps=True),
    "contraction": Method("contraction:best_response", "boards.contraction:best_response"),
}
"""Every method. `auto` picks one: contraction where it serves, else bottom-up, on a board top-down."""

METHOD_NAMES = ("auto", *METHODS)

Values = Any
"""What a method computes on: the values of a row, or the parts of a board."""


def _ask(
    method: str,
    values: Values,
    against: Opponent,
    *,
    you_first: bool,
    board: bool = False,
    with_line: bool = False,
    progress: Progress | None = None,
) -> Answer:
    """Ask one method for one total."""
    entry = METHODS[method]
    place = entry.board if board else entry.row
    assert place is not None, "who cannot solve boards is not asked about one"
    module, function = place.split(":")
    best_response: Callable[..., Answer] = getattr(import_module(f"twoends.solvers.{module}"), function)
    if entry.sweeps:
        return best_response(values, against, you_first, with_line=with_line, progress=progress)
    return best_response(values, against, you_first)


# --- one game ----------------------------------------------------------------------------------


class Solved(NamedTuple):
    """What a method found about what is left of a game.

    method  how
    scaled  the numbers that it computed on
    found   both totals, in their units, and how to find the rest
    whole   works out the sum of the cards that are left, exact and without units
    """

    method: str
    scaled: Scaled
    found: Found
    whole: Callable[[], Exact]


def solve(game: Game, method: str, progress: Progress | None, threads: int | None) -> Solved:
    """Solve what is left of a game, by the method that is named, or by the best one that serves.

    Raises RowError, OpponentError, and MethodError for what the method cannot do.
    """
    if method not in METHOD_NAMES:
        raise MethodError(f"there is no method '{method}': choose {one_of(METHOD_NAMES)}")
    if isinstance(game.shape, Board):
        return solve_board(game.shape, game.left, game.opponent, method)
    rest = game.rest
    against = seeing_all(game)
    if isinstance(rest, Circle):
        return _solve_circle(rest, against, method)
    assert isinstance(rest, Row), "a circle leaves a row"
    return solve_row(rest, against, method, progress, threads)


def seeing_all(game: Game) -> Opponent:
    """The opponent of a game; your own player sees the cards of the row that are gone, too."""
    against, shape = game.opponent, game.shape
    if against.player is None or not game.ends or isinstance(shape, Board):
        return against
    row, before = shape.cards, game.left[0]
    if isinstance(shape, Circle):  # what a first card leaves is the row that players see
        first = game.places[0]
        row, before = shape.row_after(first), before - first - 1
    player, values = against.player, scaled_for(row, against).values

    def seeing(position: Position) -> Side:
        return player(Position(values, position.start + before, position.stop + before, position.your_turn))

    return replace(against, player=seeing)


def solve_row(
    row: Row,
    against: Opponent,
    method: str = "auto",
    progress: Progress | None = None,
    threads: int | None = None,
) -> Solved:
    """Solve a row, in compiled code where the method is left open and that pays."""
    scaled = scaled_for(row, against)
    values = scaled.values
    found = None
    if method == "auto":
        method = _auto(against)
        with_lines = len(row) >= LINES_FROM
        # A rule of your own may answer otherwise in 64 bits: that must not depend on what ran before.
        if against.custom and len(row) >= CARDS_THAT_PAY[method][-1]:
            from twoends.solvers import compiled

            found = compiled.find(values, against, progress, threads=threads, with_lines=with_lines)
        elif not against.custom and kernels_may_pay(method, len(row)):
            from twoends.solvers import compiled

            pays = pays_for(method, len(row))
            found = compiled.find(values, against, progress, pays, threads, with_lines)
    if found is None:
        first, second = (
            _ask(method, values, against, you_first=you_first, progress=progress)
            for you_first in (True, False)
        )
        found = Found(
            first.total,
            second.total,
            first.touched + second.touched,
            partial(_values_of_row, values, first),
            partial(_line_of_row, method, values, against, progress),
        )
    return Solved(method, scaled, found, partial(whole_of, row, against, scaled, found))


def in_python(values: Sequence[Any], against: Opponent) -> tuple[Total, Total, Sequence[Total]]:
    """Both totals of a row, and what each first move brings you, by the pure method that serves it best."""
    first, second = (_ask(_auto(against), values, against, you_first=you) for you in (True, False))
    return first.total, second.total, _values_of_row(values, first)


def _auto(against: Opponent) -> str:
    return "contraction" if against.is_optimal else "bottom-up"


def _values_of_row(values: Sequence[Any], first: Answer) -> Sequence[Total]:
    if len(values) < 2:
        return tuple(values)
    if first.values is not None:
        return first.values
    from twoends.solvers import contraction  # the one method that leaves them out

    return contraction.action_values(values)


def _line_of_row(
    method: str, values: Sequence[Any], against: Opponent, progress: Progress | None, you_first: bool
) -> Line | None:
    if against.stochastic:
        return None
    return _ask(method, values, against, you_first=you_first, with_line=True, progress=progress).line


def whole_of(cards: Row, against: Opponent, scaled: Scaled, found: Found) -> Exact:
    """The sum of the cards that are left, exact and without units."""
    if against.is_optimal and found.second is not None:  # what one of them does not get the other one does
        return scaled.scale.exact(found.first + found.second)  # type: ignore[return-value]  # of exact totals
    return sum(cards.values)


def _whole_of_board(board: Board, left: Any, against: Opponent, scaled: Scaled, found: Found) -> Exact:
    return whole_of(board.rest(left).cards if not against.is_optimal else board.cards, against, scaled, found)


# --- boards and circles ------------------------------------------------------------------------


def solve_board(board: Board, left: Any, against: Opponent, method: str = "auto") -> Solved:
    """Solve what is left of a board, by contraction, or of a small one by search."""
    if method == "auto":
        method = "contraction" if against.is_optimal else "top-down"
    if METHODS[method].board is None:
        able = tuple(name for name, entry in METHODS.items() if entry.board)
        raise MethodError(f"{method} solves rows, not boards: choose {one_of(able)}")
    scaled = board.cards.scaled
    parts = parts_of(board, left, scaled)
    found = _contract(parts, against) if method == "contraction" else _search(method, parts, against)
    return Solved(method, scaled, found, partial(_whole_of_board, board, left, against, scaled, found))


def _contract(parts: Values, against: Opponent) -> Found:
    """Both totals from one reduction, and the rest of it when it is asked for."""
    from twoends.solvers.boards import contraction

    contraction.refuse_others(against)
    reduced = contraction.ReducedBoard(parts)
    second = reduced.total - reduced.first
    return Found(
        reduced.first, second, 2 * reduced.touched, reduced.action_values, lambda you_first: reduced.line()
    )


def _search(method: str, parts: Values, against: Opponent) -> Found:
    first, second = (_ask(method, parts, against, you_first=you, board=True) for you in (True, False))
    lines = {True: first.line, False: second.line}
    touched = first.touched + second.touched
    return Found(first.total, second.total, touched, partial(tuple, first.values or ()), lines.__getitem__)


def parts_of(board: Board, left: Any, scaled: Scaled) -> list[tuple[Sequence[Any], tuple[Side, ...]]]:
    """What is left of each component as the methods see it: values, of which there may be none, and sides."""
    parts = []
    begin = 0
    for component, (start, stop) in zip(board.components, left, strict=True):
        parts.append((scaled.values[begin + start : begin + stop], component.open))
        begin += len(component.row)
    return parts


def _solve_circle(circle: Circle, against: Opponent, named: str) -> Solved:
    scaled = scaled_for(circle.cards, against)
    values = scaled.values
    method = _auto(against) if named == "auto" else named
    first, touched = totals_of_circle(values, against, named, you_first=True)
    most, second = max(first, default=0), None
    theirs: Sequence[Total] = ()
    if against.knows_many_ends and len(circle):
        if against.is_optimal:  # what the opponent has after a first card of theirs you have after yours
            whole, more = sum(values), touched
            theirs, second = [whole - total for total in first], whole - most
        else:
            theirs, more = totals_of_circle(values, against, named, you_first=False)
            second = against.total(values, theirs)
        touched += more
    found = Found(
        most,
        second if len(circle) else 0,
        touched,
        partial(tuple, first),
        partial(_line_of_circle, values, against, method, first, theirs),
    )
    return Solved(method, scaled, found, partial(whole_of, circle.cards, against, scaled, found))


def totals_of_circle(
    values: Sequence[Any], against: Opponent, method: str = "auto", *, you_first: bool
) -> tuple[Sequence[Total], int]:
    """Your total for each first card, yours or the opponent's, and how many positions were looked at."""
    n = len(values)
    if method == "auto":
        method = _auto(against)
        by = "intervals" if against.is_optimal else "circle"
        if kernels_may_pay(by, n):
            from twoends.solvers import compiled_circles

            found = compiled_circles.totals(values, against, you_first, pays_for(by, n))
            if found is not None:
                return found, _touched_around(n, against)
    if method == _auto(against) and against.player is None:  # who would see the circle written down twice
        from twoends.solvers import circles

        return circles.totals(values, against, you_first), _touched_around(n, against)
    totals, touched = [], 0
    for first, value in enumerate(values):
        answer = _ask(method, _row_after(values, first), against, you_first=not you_first)
        totals.append(value * you_first + answer.total)
        touched += answer.touched
    return totals, touched


def _touched_around(n: int, against: Opponent) -> int:
    return 2 * n if against.is_optimal else n * max(n - 1, 0)


def _line_of_circle(
    values: Sequence[Any],
    against: Opponent,
    method: str,
    first: Sequence[Total],
    theirs: Sequence[Total],
    you_first: bool,
) -> Line | None:
    if against.stochastic or (len(values) and not you_first and not theirs):
        return None
    if not len(values):
        return Line(())
    at = first.index(max(first)) if you_first else against.choices(values, theirs)[0]
    rest = _row_after(values, at)
    line = _ask(method, rest, against, you_first=not you_first, with_line=True).line
    return None if line is None else Line.of_runs([(1, at), *line.runs])


def _row_after(values: Sequence[Any], first: int) -> tuple[Any, ...]:
    return (*values[first + 1 :], *values[:first])


# --- the numbers that a method sees ------------------------------------------------------------


def scaled_for(row: Row, against: Opponent) -> Scaled:
    """The numbers that a method sees.

    Integers over a common denominator, because they are the fastest exact numbers; the values as they
    are for the user's own functions, which may look at them; floats for long expectations. Raises
    RowError where floats cannot hold the totals.
    """
    if against.stochastic and len(row) > MOST_CARDS_EXACT_BY_CHANCE:
        try:
            return Scaled.approximate(row.values, row.scale)
        except OverflowError:
            raise RowError(
                f"an expectation over more than {MOST_CARDS_EXACT_BY_CHANCE} cards is computed in floats, "
                "and the values leave their range: give a shorter row or smaller values"
            ) from None
    if row.kind != "integer" and against.custom:  # whose division is exact then
        return Scaled(tuple(map(Fraction, row.values)), row.scale)
    return row.scaled


def kernels_may_pay(method: str, n: int) -> bool:
    """Whether a row of n cards is long enough to ask the kernels, which loads them."""
    running, on_disk, _ = CARDS_THAT_PAY[method]
    return n >= (running if "twoends.kernels.compiling" in sys.modules else on_disk)


def pays_for(method: str, n: int) -> Pays:
    """Whether one of the kernels pays for a row of n cards, whatever it has to wait for."""
    from twoends.kernels.compiling import wait

    return lambda kernel, *arguments: n >= CARDS_THAT_PAY[method][wait(kernel, *arguments)]


# --- what it costs -----------------------------------------------------------------------------

CARDS_AT_ONCE = 1_000
"""So many cards never take long, whoever replies."""


IN_KERNELS = 1e9
"""Positions a second."""


class Estimate(NamedTuple):
    """What a call will cost on an ordinary machine.

    sweeps    how often all positions are gone through
    positions how many positions that is, each time counted
    seconds   about how long it takes
    """

    sweeps: int
    positions: int
    seconds: float


def estimate(row: Row, against: Opponent, method: str = "auto", lines: int = 0) -> Estimate:
    """What it costs to solve a row and to work out so many lines of play."""
    n = len(row)
    if n <= CARDS_AT_ONCE or not (method == "bottom-up" or (method == "auto" and not against.is_optimal)):
        return Estimate(1, n, 0.0)
    speed = _positions_a_second(row, against, method)
    found_with_totals = against.stochastic or (speed == IN_KERNELS and n >= LINES_FROM)
    sweeps = 2 + (0 if found_with_totals else lines)
    positions = sweeps * n * n // 2
    return Estimate(sweeps, positions, positions / speed)


def _positions_a_second(row: Row, against: Opponent, method: str) -> float:
    """How fast this row goes: in compiled code, in pure Python, or in the user's own."""
    if against.custom and not hasattr(against.rule, "py_func"):  # which Numba gives what it compiled
        return 1e6
    if method == "auto":
        values = scaled_for(row, against).values
        if against.stochastic or len(row) * max(max(values), -min(values)) < 2**62:
            return IN_KERNELS
    return 3e6
