"""Dispatch: which method answers for which shape and opponent, on which numbers, and what it costs.

Whoever wants an answer asks here; nobody else knows the names of the methods, the lengths from which
compiled kernels pay, or how long anything takes. A method says what it serves and in how many seconds, and
`auto` takes the cheapest one. The general search serves everything that is small enough.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules.boards import Board
from twoends.rules.circles import Circle
from twoends.rules.errors import IllegalMoveError, MethodError, OpponentError, RowError, RulesError, one_of
from twoends.rules.games import Game
from twoends.rules.numbers import Exact, Scaled, Total
from twoends.rules.positions import Position
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.shapes import Shape
from twoends.rules.sides import AnyMove, Line, Side
from twoends.solvers import Answer, Found, Progress

if TYPE_CHECKING:
    from twoends.kernels.compiling import Pays
    from twoends.solvers.search import Search

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


SECONDS_THAT_PAY = (0.002, 0.4, 3.0)
"""A sweep that takes so long in Python is compiled: once its kernels ran in this process; if they are on
disk; if they have to be compiled."""

LINES_WITH_TOTALS = range(2**15, 2**17)
"""Of so many cards a compiled sweep finds both lines with the totals, in an eighth of its time: most callers
read one, and another sweep would take as long as the first. Other rows are swept again when it is read:
shorter ones in milliseconds, and of longer ones the diagonals that both lines need take too much memory."""


# --- the methods: what each serves, and what it costs ------------------------------------------


class Asked(NamedTuple):
    """What is to be solved: what is left of a game, against whom.

    game      the game; its opponent replies
    progress  called with (diagonals done, diagonals in all)
    threads   how many threads work, None for as many as there are cores
    """

    game: Game
    progress: Progress | None = None
    threads: int | None = None

    @property
    def against(self) -> Opponent:
        """The opponent."""
        return self.game.opponent

    @property
    def cards(self) -> int:
        """How many cards are left."""
        return len(self.game.shape) - len(self.game.ends)


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


FindLine = Callable[[bool], Line | None]
"""Works out one best game, given whether you move first."""


class Method(NamedTuple):
    """One way to solve a game.

    name    how it is asked for
    serves  about how many seconds it takes in Python; None for what it does not serve
    solve   finds both totals, by this method's name, or by `auto`: then in compiled code where that pays
    """

    name: str
    serves: Callable[[Asked], float | None]
    solve: Callable[[Asked, bool], Solved]


SECONDS_A_POSITION = {"contraction": 5e-7, "bottom-up": 3e-7, "sweep": 1e-6, "search": 6e-6}
SECONDS_OF_A_TABLE = 2e-5
"""What methods take in Python: for a card, a position, and to begin with (measured)."""


def _row_by_contraction(asked: Asked) -> float | None:
    if not asked.game.rules.plain or not asked.against.is_optimal or _interval(asked.game) is None:
        return None
    return SECONDS_A_POSITION["contraction"] * asked.cards


def _row_by_diagonals(asked: Asked) -> float | None:
    # Your own player sees the whole table, which is more than an interval where it began as a circle.
    if (
        not asked.game.rules.plain
        or _interval(asked.game) is None
        or (asked.against.player is not None and not _began_as_row(asked.game))
    ):
        return None
    return SECONDS_OF_A_TABLE + SECONDS_A_POSITION["bottom-up"] * asked.cards**2


def _board_by_contraction(asked: Asked) -> float | None:
    if not (asked.game.rules.plain and asked.against.is_optimal) or as_board(asked.game.shape) is None:
        return None
    return 4 * SECONDS_A_POSITION["contraction"] * asked.cards


def _circle_by_contraction(asked: Asked) -> float | None:
    if not (asked.against.is_optimal and _is_whole_circle(asked.game)):
        return None
    return 4 * SECONDS_A_POSITION["contraction"] * asked.cards


def _circle_by_diagonals(asked: Asked) -> float | None:
    if asked.against.player is not None or not _is_whole_circle(asked.game):
        return None
    return SECONDS_OF_A_TABLE + 2 * SECONDS_A_POSITION["bottom-up"] * asked.cards**2


def _row_by_sweep(asked: Asked) -> float | None:
    """Other rules where the larger total wins, against opponents whose key a sweep knows."""
    game, against = asked.game, asked.against
    rules, n = game.rules, asked.cards
    if (
        rules.plain
        or rules.goal == "least"
        or _interval(game) is None
        or against.custom
        or against.needs_the_other
    ):
        return None
    from twoends.solvers import sweeps

    if not sweeps.serves(rules, against):
        return None
    return SECONDS_OF_A_TABLE + SECONDS_A_POSITION["sweep"] * sweeps.steps(rules, n, against)


def _by_top_down(asked: Asked) -> float | None:
    from twoends.solvers.search import counts_of, states_of

    book, state = asked.game.book, asked.game.state
    positions = states_of(book, state)
    if not book.rules.plain:  # each by many moves, of which each is asked about
        positions *= 4 * counts_of(book, state)
    return 2 * SECONDS_OF_A_TABLE + SECONDS_A_POSITION["search"] * positions


def _by_exhaustion(asked: Asked) -> float | None:
    """Never the cheapest: a memo looks at each position once."""
    return inf


def _interval(game: Game) -> tuple[int, int] | None:
    return game.shape.interval(game.remaining)


def _began_as_row(game: Game) -> bool:
    """Whether what was dealt is one row open at both ends."""
    return game.shape.interval(game.shape.whole) is not None


# The two shapes that have fast methods of their own; all others ask the rulebook.


def as_board(shape: Shape) -> Board | None:
    """A board, whose components contraction reduces one by one; None for another shape."""
    return shape if isinstance(shape, Board) else None  # it alone has components


def as_circle(shape: Shape) -> Circle | None:
    """A circle, all of whose first cards are solved at once; None for another shape."""
    return shape if isinstance(shape, Circle) else None  # it alone begins with any card


def _is_whole_circle(game: Game) -> bool:
    return game.rules.plain and as_circle(game.shape) is not None and not game.ends


def solve(game: Game, method: str, progress: Progress | None, threads: int | None) -> Solved:
    """Solve what is left of a game, by the method that is named, or by the cheapest one that serves.

    Raises RowError, OpponentError, and MethodError for what the method cannot do.
    """
    if method not in METHOD_NAMES:
        raise MethodError(f"there is no method '{method}': choose {one_of(METHOD_NAMES)}")
    if game.rules.alone and not game.opponent.is_optimal:
        raise RulesError(f"in a game of one nobody sits opposite: leave {game.opponent} out")
    if game.rules.goal == "least" and method not in ("top-down", "exhaustive") and (turned := negated(game)):
        return _turned_back(solve(turned, method, progress, threads))
    asked = Asked(game, progress, threads)
    auto = method == "auto"
    costs = [
        (cost, place)
        for place, each in enumerate(METHODS)
        if (auto or each.name == method) and (cost := each.serves(asked)) is not None
    ]
    if not costs:
        raise MethodError(_not_served(asked, method))
    return METHODS[min(costs)[1]].solve(asked, auto)


def negated(game: Game) -> Game | None:
    """The same game for the larger total: the cards count less than nothing, and who took most takes least.

    None where an opponent looks at the cards in a way of their own.
    """
    against = game.opponent
    turned = {"greedy": "modest", "modest": "greedy"}.get(against.name, against.name)
    if against.custom or (against.looks_at_cards and turned == against.name):
        return None
    # Only the searches solve boards by other rules, and they know both goals.
    if isinstance(game.shape, Board):
        return None
    less, rules = Row.of([-value for value in game.shape.cards.values]), replace(game.rules, goal="most")
    shape = Circle(less) if isinstance(game.shape, Circle) else less  # of the same form
    return Game(shape, game.you_first, game.ends, replace(against, name=turned), rules)


def _turned_back(solved: Solved) -> Solved:
    """What was found about a negated game, of the game itself."""
    found = solved.found
    theirs = found.theirs
    return solved._replace(
        found=found._replace(
            first=-found.first,
            second=None if found.second is None else -found.second,
            values=lambda: tuple(-total for total in found.values()),
            theirs=None
            if theirs is None
            else (-theirs[0], None if theirs[1] is None else -theirs[1], tuple(-each for each in theirs[2])),
        ),
        whole=lambda: -solved.whole(),
    )


def _not_served(asked: Asked, method: str) -> str:
    """Why a method does not answer, and which ones do."""
    able = list(dict.fromkeys(each.name for each in METHODS if each.serves(asked) is not None))
    if not asked.game.rules.plain:
        return f"{method} solves one card from either end, not {asked.game.rules}: choose {one_of(able)}"
    if method == "contraction" and not asked.against.is_optimal:
        return (
            f"contraction solves two optimal players, not {asked.against}: choose {able[0]}, or method auto"
        )
    return f"{method} does not solve a {asked.game.shape.name}: choose {one_of(able)}"


# --- rows --------------------------------------------------------------------------------------


def _solve_row(method: str, asked: Asked, auto: bool) -> Solved:
    """Solve what is left in one row, in compiled code where the method is left open and that pays."""
    rest = asked.game.rest.cards
    return solve_row(rest, seeing_all(asked.game), method, asked.progress, asked.threads, compiles=auto)


def seeing_all(game: Game) -> Opponent:
    """The opponent of a game; your own player sees the cards of the row that are gone, too."""
    against = game.opponent
    if against.player is None or not game.ends:
        return against
    player, before = against.player, game.remaining[0]
    book = Rulebook.of(game.shape, game.you_first, scaled_for(game.shape.cards, against).values)

    def seeing(position: Position) -> AnyMove:
        start, stop = position.start + before, position.stop + before
        state = State((start, stop), len(game.shape) - (stop - start))
        return player(Position(book.moving(state, "opponent"), state))

    return replace(against, player=seeing)


def solve_row(
    row: Row,
    against: Opponent,
    method: str = "",
    progress: Progress | None = None,
    threads: int | None = None,
    *,
    compiles: bool = True,
) -> Solved:
    """Solve a row by contraction or bottom-up, in compiled code where that is allowed and pays."""
    scaled = scaled_for(row, against)
    values = scaled.values
    found = None
    method = method or _auto(against)
    if compiles:
        # A rule of your own may answer otherwise in 64 bits: that must not depend on what ran before.
        if against.custom and len(row) >= CARDS_THAT_PAY[method][-1]:
            from twoends.solvers import compiled

            found = compiled.find(values, against, progress, threads=threads)
        elif not against.custom and kernels_may_pay(method, len(row)):
            from twoends.solvers import compiled

            pays = pays_for(method, len(row))
            with_lines = len(row) in LINES_WITH_TOTALS
            found = compiled.find(values, against, progress, pays, threads, with_lines)
    if found is None:
        first, second = (
            _by_method(method, values, against, you_first, progress=progress) for you_first in (True, False)
        )
        found = Found(
            first.total,
            second.total,
            first.touched + second.touched,
            partial(_values_of_row, values, first),
            partial(_line_of_row, method, values, against, progress),
        )
    return Solved(method, scaled, found, partial(whole_of, row, against, scaled, found))


def _by_method(
    method: str,
    values: Sequence[Any],
    against: Opponent,
    you_first: bool,
    *,
    with_line: bool = False,
    progress: Progress | None = None,
) -> Answer:
    """Ask one of the two pure methods for rows; a sweep works a line out only where one is asked for."""
    if method == "contraction":
        from twoends.solvers import contraction

        return contraction.best_response(values, against, you_first)
    from twoends.solvers import bottom_up

    return bottom_up.best_response(values, against, you_first, with_line=with_line, progress=progress)


def in_python(values: Sequence[Any], against: Opponent) -> tuple[Total, Total, Sequence[Total]]:
    """Both totals of a row, and what each first move brings you, by the pure method that serves it best."""
    first, second = (_by_method(_auto(against), values, against, you) for you in (True, False))
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
    return _by_method(method, values, against, you_first, with_line=True, progress=progress).line


def whole_of(cards: Row, against: Opponent, scaled: Scaled, found: Found) -> Exact:
    """The sum of the cards that are left, exact and without units."""
    if against.is_optimal and found.second is not None:  # what one of them does not get the other one does
        return scaled.scale.exact(found.first + found.second)  # type: ignore[return-value]  # of exact totals
    return sum(cards.values)


def _line_by_sweep(compiled: FindLine, pure: FindLine, you_first: bool) -> Line | None:
    """A line from the kernels, or where that does not pay, or would take too much memory, without them."""
    return compiled(you_first) or pure(you_first)


class _Column(Sequence[Total]):
    """The opponent's totals after your moves, worked out when they are read."""

    def __init__(self, pairs: Sequence[tuple[Total, Total]]) -> None:
        self._pairs = pairs

    def __len__(self) -> int:
        return len(self._pairs)

    def __getitem__(self, at: Any) -> Any:
        return [theirs for _, theirs in self._pairs][at]


def _solve_by_sweep(asked: Asked, auto: bool) -> Solved:
    """Solve what is left of a row by other rules; compiled where no method is named and that pays."""
    from twoends.solvers import sweeps

    game, against = asked.game, asked.against
    rules, state, rest = game.rules, game.state, game.rest.cards
    scaled = scaled_for(rest, against)
    if scaled.error:
        scaled = replace(scaled, error=scaled.error * sweeps.roundings(rules, len(rest)))
    task = sweeps.Task(scaled.values, rules, against, state.number, state.memory)
    seconds = SECONDS_A_POSITION["sweep"] * sweeps.steps(rules, len(rest), against)
    swept: sweeps.Swept | None = None
    line: FindLine = partial(sweeps.line, task)
    if (
        auto
        and not scaled.error
        and seconds >= SECONDS_THAT_PAY["twoends.kernels.compiling" not in sys.modules]
    ):
        from twoends.kernels.compiling import wait
        from twoends.solvers import compiled_sweeps

        def pays(kernel: Any, *arguments: Any) -> bool:
            return seconds >= SECONDS_THAT_PAY[wait(kernel, *arguments)]

        if (found_there := compiled_sweeps.find(task, pays)) is not None:
            swept, kept = found_there
            line = partial(_line_by_sweep, partial(kept, pays), line)
    if swept is None:
        swept = sweeps.sweep(task, asked.progress)
    (first, theirs_first), second = swept.first, swept.second
    theirs = None
    if not rules.fixed_sum:
        theirs = theirs_first, second[1] if second else None, _Column(swept.after)
    found = Found(
        first,
        second[0] if second else None,
        swept.touched,
        lambda: tuple(yours for yours, _ in swept.after),
        lambda you_first: None if rules.alone and not you_first else line(you_first),
        theirs,
    )

    def whole() -> Exact:
        if rules.fixed_sum and not scaled.error:
            return scaled.scale.exact(first + theirs_first)  # type: ignore[return-value]  # of exact totals
        return sum(rest.values)

    return Solved("bottom-up", scaled, found, whole)


# --- boards and circles ------------------------------------------------------------------------


def _solve_board(asked: Asked, auto: bool) -> Solved:
    game = asked.game
    board = as_board(game.shape)
    assert board is not None, "it serves boards"
    return solve_board(board, game.remaining)


def solve_board(board: Board, remaining: Any) -> Solved:
    """Solve what is left of a board, both players optimal: one reduction, and the rest on demand."""
    from twoends.solvers.boards import contraction

    scaled = board.cards.scaled
    reduced = contraction.ReducedBoard(parts_of(board, remaining, scaled))
    second = reduced.total - reduced.first
    found = Found(
        reduced.first, second, 2 * reduced.touched, reduced.action_values, lambda you_first: reduced.line()
    )
    return Solved("contraction", scaled, found, lambda: scaled.scale.exact(reduced.total))  # type: ignore[arg-type, return-value]  # of exact cards


def parts_of(board: Board, left: Any, scaled: Scaled) -> list[tuple[Sequence[Any], tuple[Side, ...]]]:
    """What is left of each component as the methods see it: values, of which there may be none, and sides."""
    parts = []
    begin = 0
    for component, (start, stop) in zip(board.components, left, strict=True):
        parts.append((scaled.values[begin + start : begin + stop], component.open))
        begin += len(component.row)
    return parts


def _solve_circle(method: str, asked: Asked, auto: bool) -> Solved:
    """Solve a circle from what each first card brings."""
    circle, against = as_circle(asked.game.shape), asked.against
    assert circle is not None, "it serves circles"
    scaled = scaled_for(circle.cards, against)
    values = scaled.values
    first, touched = totals_of_circle(values, against, you_first=True, compiles=auto)
    most, second = max(first, default=0), None
    theirs: Sequence[Total] = ()
    if against.knows_many_ends and len(circle):
        if against.is_optimal:  # what the opponent has after a first card of theirs you have after yours
            whole, more = sum(values), touched
            theirs, second = [whole - total for total in first], whole - most
        else:
            theirs, more = totals_of_circle(values, against, you_first=False, compiles=auto)
            second = total_of_first_card(circle, against, values, theirs)
        touched += more
    found = Found(
        most,
        second if len(circle) else 0,
        touched,
        partial(tuple, first),
        partial(_line_of_circle, circle, values, against, method, first, theirs),
    )
    return Solved(method, scaled, found, partial(whole_of, circle.cards, against, scaled, found))


class FirstCard(NamedTuple):
    """A first card of a circle that the opponent may take, and both totals after it, its own included."""

    move: int
    yours: Total
    theirs: Total


def _first_cards(values: Sequence[Any], theirs: Sequence[Total]) -> list[FirstCard]:
    whole = sum(values)
    return [FirstCard(place, yours, whole - yours) for place, yours in enumerate(theirs)]


def first_cards_liked(
    circle: Circle, against: Opponent, values: Sequence[Any], theirs: Sequence[Total]
) -> Sequence[FirstCard]:
    """The first cards that the opponent likes best, given your total after each."""
    book = Rulebook.of(circle, False, values)
    return against.preferred(book, book.start, _first_cards(values, theirs))


def total_of_first_card(
    circle: Circle, against: Opponent, values: Sequence[Any], theirs: Sequence[Total]
) -> Total:
    """Your total after the opponent's first card, given your total after each; an expectation by chance."""
    book = Rulebook.of(circle, False, values)
    return against.reply(book, book.start, _first_cards(values, theirs))[0]


def totals_of_circle(
    values: Sequence[Any], against: Opponent, *, you_first: bool, compiles: bool = True
) -> tuple[Sequence[Total], int]:
    """Your total for each first card, yours or the opponent's, and how many positions were looked at."""
    n = len(values)
    by = "intervals" if against.is_optimal else "circle"
    if compiles and kernels_may_pay(by, n):
        from twoends.solvers import compiled_circles

        found = compiled_circles.totals(values, against, you_first, pays_for(by, n))
        if found is not None:
            return found, _touched_around(n, against)
    from twoends.solvers import circles

    return circles.totals(values, against, you_first), _touched_around(n, against)


def _touched_around(n: int, against: Opponent) -> int:
    return 2 * n if against.is_optimal else n * max(n - 1, 0)


def _line_of_circle(
    circle: Circle,
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
    if you_first:
        at = first.index(max(first))
    else:
        at = against.settled(first_cards_liked(circle, against, values, theirs))[0].move
    rest = _row_after(values, at)
    line = _by_method(method, rest, against, not you_first, with_line=True).line
    return None if line is None else Line.of_runs([(1, at), *line.runs])


def _row_after(values: Sequence[Any], first: int) -> tuple[Any, ...]:
    return (*values[first + 1 :], *values[:first])


# --- any game: the general search --------------------------------------------------------------


def searched(game: Game, method: str = "top-down") -> tuple[Scaled, Callable[[bool], Search], State]:
    """The numbers, the general search of what is left of a game, given whether you move, and the state."""
    from twoends.solvers import search

    scaled = scaled_for(game.shape.cards, game.opponent)
    book, state = Rulebook.of(game.shape, game.you_first, scaled.values, game.rules), game.state
    find = search.top_down if method == "top-down" else search.exhaustive

    def by(you: bool) -> Search:
        return find(book.moving(state, "you" if you else "opponent"), game.opponent, state)

    return scaled, by, state


def _solve_by_search(method: str, asked: Asked, auto: bool) -> Solved:
    """Solve any game that is small enough; `second` is None where the opponent cannot make the first move."""
    game, against = asked.game, asked.against
    scaled, by, state = searched(game, method)
    alone = game.rules.alone
    first, second = by(True).answer(state), None
    if not alone and (
        game.over or against.knows_many_ends or game.shape.interval(state.remaining) is not None
    ):
        try:
            second = by(False).answer(state)
        except OpponentError as fault:
            if not isinstance(fault.__cause__, IllegalMoveError):  # your own player may know rows only
                raise
    lines = {True: first.line, False: second.line if second else None}
    theirs = first.theirs or 0, second.theirs if second else None, first.theirs_after or ()
    found = Found(
        first.total,
        second.total if second else None,
        first.touched + (second.touched if second else 0),
        lambda: first.values or (),
        lines.__getitem__,
        None if game.rules.fixed_sum else theirs,
    )
    return Solved(method, scaled, found, lambda: sum(game.rest.cards.values))


METHODS = (
    Method("contraction", _row_by_contraction, partial(_solve_row, "contraction")),
    Method("contraction", _board_by_contraction, _solve_board),
    Method("contraction", _circle_by_contraction, partial(_solve_circle, "contraction")),
    Method("bottom-up", _row_by_diagonals, partial(_solve_row, "bottom-up")),
    Method("bottom-up", _circle_by_diagonals, partial(_solve_circle, "bottom-up")),
    Method("bottom-up", _row_by_sweep, _solve_by_sweep),
    Method("top-down", _by_top_down, partial(_solve_by_search, "top-down")),
    Method("exhaustive", _by_exhaustion, partial(_solve_by_search, "exhaustive")),
)
"""Every way to solve a game."""

METHOD_NAMES = ("auto", *dict.fromkeys(method.name for method in reversed(METHODS)))


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
    with_totals = speed == IN_KERNELS and n in LINES_WITH_TOTALS and not against.custom
    sweeps = 2 + (0 if against.stochastic or with_totals else lines)
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
