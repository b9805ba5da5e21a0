"""Dispatch: which method answers for which shape and opponent, on which numbers, and what it costs.

Whoever wants an answer asks here. A method says what it serves and in how many seconds, and `auto` takes the
cheapest one. The general search serves everything that is small enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules.errors import MethodError, one_of
from twoends.rules.games import Game
from twoends.rules.numbers import Pair
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.shapes import row_of
from twoends.solvers import Progress, SolverResult, costs
from twoends.solvers.row_solver import solve_row, with_full_row
from twoends.solvers.search_solver import solve_by_search

if TYPE_CHECKING:
    from twoends.rules.boards import Board
    from twoends.rules.circles import Circle

# --- the methods: what each serves, and what it costs ------------------------------------------


class Problem(NamedTuple):
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


class Method(NamedTuple):
    """One way to solve a game.

    name    how it is problem for
    serves  about how many seconds it takes in Python; None for what it does not serve
    solve   finds both totals, in compiled code where that is allowed and pays
    """

    name: str
    serves: Callable[[Problem], float | None]
    solve: Callable[[Problem, bool], SolverResult]


def _row_by_contraction(problem: Problem) -> float | None:
    if not problem.game.rules.plain or not problem.against.is_optimal or _interval(problem.game) is None:
        return None
    return costs.IN_PYTHON["contraction"](problem.cards)


def _row_by_diagonals(problem: Problem) -> float | None:
    # Your own player sees the whole table, which is more than an interval where it began as a circle.
    if (
        not problem.game.rules.plain
        or _interval(problem.game) is None
        or (problem.against.player is not None and not _began_as_row(problem.game))
    ):
        return None
    return costs.SECONDS_OF_A_TABLE + costs.IN_PYTHON["bottom-up"](problem.cards)


def _board_by_contraction(problem: Problem) -> float | None:
    if not problem.game.rules.plain or not problem.against.is_optimal or _board(problem.game) is None:
        return None
    return costs.IN_PYTHON["intervals"](problem.cards)


def _circle_by_contraction(problem: Problem) -> float | None:
    if not (problem.against.is_optimal and _is_whole_circle(problem.game)):
        return None
    return costs.IN_PYTHON["intervals"](problem.cards)


def _circle_by_diagonals(problem: Problem) -> float | None:
    if problem.against.player is not None or not _is_whole_circle(problem.game):
        return None
    return costs.SECONDS_OF_A_TABLE + costs.IN_PYTHON["circle"](problem.cards)


def _row_by_sweep(problem: Problem) -> float | None:
    """Other rules where the larger total wins, against opponents whose key a sweep knows."""
    game, against = problem.game, problem.against
    rules, n = game.rules, problem.cards
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
    return costs.SECONDS_OF_A_TABLE + costs.SECONDS_A_STEP["sweep"] * sweeps.steps(rules, n, against)


def _by_top_down(problem: Problem) -> float | None:
    book, state = problem.game.book, problem.game.state
    positions = costs.states_of(book, state)
    if not book.rules.plain:  # each by many moves, of which each is asked about
        positions *= 4 * costs.counts_of(book, state)
    return 2 * costs.SECONDS_OF_A_TABLE + costs.SECONDS_A_STEP["search"] * positions


def _by_exhaustion(problem: Problem) -> float | None:
    """Never the cheapest: a memo looks at each position once."""
    return inf


def _interval(game: Game) -> tuple[int, int] | None:
    return game.shape.interval(game.remaining)


def _began_as_row(game: Game) -> bool:
    """Whether what was dealt is one row open at both ends."""
    return game.shape.interval(game.shape.whole) is not None


def _is_whole_circle(game: Game) -> bool:
    return game.rules.plain and not game.ends and _circle(game) is not None


# What solves boards and circles is loaded for them alone: most games are on a row.


def _board(game: Game) -> Board | None:
    """The board of a game that is not one row."""
    if _interval(game) is not None:
        return None
    from twoends.solvers.boards import as_board

    return as_board(game.shape)


def _circle(game: Game) -> Circle | None:
    """The circle of a game that is not a row yet."""
    if _interval(game) is not None:
        return None
    from twoends.solvers.circles import as_circle

    return as_circle(game.shape)


def solve(game: Game, method: str, progress: Progress | None, threads: int | None) -> SolverResult:
    """Solve what is left of a game, by the method that is named, or by the cheapest one that serves.

    Raises RowError, OpponentError, and MethodError for what the method cannot do.
    """
    if method not in METHOD_NAMES:
        raise MethodError(f"there is no method '{method}': choose {one_of(METHOD_NAMES)}")
    game.refuse_another(game.opponent)
    if game.rules.goal == "least" and method not in ("top-down", "exhaustive") and (turned := negated(game)):
        return _negated_back(solve(turned, method, progress, threads))
    problem = Problem(game, progress, threads)
    auto = method == "auto"
    costs = [
        (cost, place)
        for place, each in enumerate(METHODS)
        if (auto or each.name == method) and (cost := each.serves(problem)) is not None
    ]
    if not costs:
        raise MethodError(_not_served(problem, method))
    return METHODS[min(costs)[1]].solve(problem, auto)


def negated(game: Game) -> Game | None:
    """The same game for the larger total: the cards count less than nothing, and who took most takes least.

    None where an opponent looks at the cards in a way of their own.
    """
    against = game.opponent
    turned = {"greedy": "modest", "modest": "greedy"}.get(against.name, against.name)
    if against.custom or (against.looks_at_cards and turned == against.name):
        return None
    from twoends.solvers.circles import as_circle

    # Only the searches solve boards by other rules, and they know both goals.
    if row_of(game.shape) is None and as_circle(game.shape) is None:
        return None
    less, rules = Row.of([-value for value in game.shape.cards.values]), replace(game.rules, goal="most")
    of_same_form: Any = type(game.shape)
    shape = less if row_of(game.shape) is not None else of_same_form(less)
    return Game(shape, game.you_first, game.ends, replace(against, name=turned), rules)


def _negated_back(result: SolverResult) -> SolverResult:
    """The result of a negated game, for the game itself."""

    def negative(totals: Pair) -> Pair:
        return -totals[0], -totals[1]

    return result._replace(
        first=negative(result.first),
        second=None if result.second is None else negative(result.second),
        after=lambda: list(map(negative, result.after())),
    )


def _not_served(problem: Problem, method: str) -> str:
    """Why a method does not answer, and which ones do."""
    able = list(dict.fromkeys(each.name for each in METHODS if each.serves(problem) is not None))
    if not problem.game.rules.plain:
        return f"{method} solves one card from either end, not {problem.game.rules}: choose {one_of(able)}"
    if method == "contraction" and not problem.against.is_optimal:
        return (
            f"contraction solves two optimal players, not {problem.against}: choose {able[0]}, or method auto"
        )
    return f"{method} does not solve a {problem.game.shape.name}: choose {one_of(able)}"


# --- the methods: how each solves a problem ------------------------------------------------------


def _solve_row(method: str, problem: Problem, compiles: bool) -> SolverResult:
    rest, against = problem.game.rest.cards, with_full_row(problem.game)
    return solve_row(rest, against, method, problem.progress, problem.threads, compiles=compiles)


def _solve_by_sweep(problem: Problem, compiles: bool) -> SolverResult:
    from twoends.solvers.sweep_solver import solve_by_sweep

    return solve_by_sweep(problem.game, problem.progress, compiles=compiles)


def _solve_board(problem: Problem, compiles: bool) -> SolverResult:
    from twoends.solvers.boards import solve_board

    board = _board(problem.game)
    assert board is not None, "it serves boards"
    return solve_board(board, problem.game.remaining)


def _solve_circle(method: str, problem: Problem, compiles: bool) -> SolverResult:
    from twoends.solvers.circles import solve_circle

    circle = _circle(problem.game)
    assert circle is not None, "it serves circles"
    return solve_circle(circle, problem.against, method, compiles=compiles)


def _solve_by_search(method: str, problem: Problem, compiles: bool) -> SolverResult:
    return solve_by_search(problem.game, method)


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
