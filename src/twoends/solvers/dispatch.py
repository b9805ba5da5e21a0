"""Dispatch: choose a method by shape, rules, opponent and size.

Each method estimates how many seconds it needs in Python for a game, and `auto` takes the cheapest. The
general search solves every game that is small enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

from twoends.rules.errors import MethodError, one_of
from twoends.rules.games import Game
from twoends.rules.numbers import Pair
from twoends.rules.rows import Row
from twoends.solvers import Options, Progress, SolverResult, costs, kind_of
from twoends.solvers.row_solver import solve_row
from twoends.solvers.search_solver import solve_by_search

# --- the methods: what each costs, and how it solves ---------------------------------------------

# Solvers of boards, circles and other rules are imported on demand, because most games are on a row.


class Method(NamedTuple):
    """One way to solve a game.

    seconds  estimates the time in Python for the remaining cards of a game; None if the method does not apply
    solve    finds both totals, in compiled code where that is allowed and pays
    """

    seconds: Callable[[Game], float | None]
    solve: Callable[[Game, Options], SolverResult]


def _kind(game: Game) -> str:
    return kind_of(game.shape, game.remaining)


def _cards(game: Game) -> int:
    """Return an upper bound on the number of remaining cards."""
    return len(game.shape) - len(game.ends)


def _contraction_seconds(game: Game) -> float | None:
    algorithm = {"row": "contraction", "board": "intervals", "circle": "intervals"}.get(_kind(game))
    if algorithm is None or not game.rules.plain or not game.opponent.is_optimal:
        return None
    return costs.IN_PYTHON[algorithm](_cards(game))


def _solve_by_contraction(game: Game, options: Options) -> SolverResult:
    shape: Any = game.shape
    if _kind(game) == "board":
        from twoends.solvers.boards import solve_board

        return solve_board(shape, game.remaining)
    return _solve_row_or_circle("contraction", game, options)


def _bottom_up_seconds(game: Game) -> float | None:
    if not game.rules.plain:
        return _sweep_seconds(game)
    algorithm = {"row": "bottom-up", "circle": "circle"}.get(_kind(game))
    sees_more = game.opponent.player is not None and game.shape.interval(game.shape.initial) is None
    if algorithm is None or sees_more:  # a custom player sees the whole shape, not only the interval
        return None
    return costs.SECONDS_OF_A_TABLE + costs.IN_PYTHON[algorithm](_cards(game))


def _sweep_seconds(game: Game) -> float | None:
    """Estimate a sweep by other rules if the larger total wins and the opponent's preference is a key."""
    against = game.opponent
    if game.rules.goal == "least" or _kind(game) != "row" or against.custom or against.needs_the_other:
        return None
    from twoends.solvers import sweeps

    if not sweeps.serves(game.rules, against):
        return None
    steps = sweeps.steps(game.rules, _cards(game), against)
    return costs.SECONDS_OF_A_TABLE + costs.SECONDS_A_STEP["sweep"] * steps


def _solve_bottom_up(game: Game, options: Options) -> SolverResult:
    if game.rules.plain:
        return _solve_row_or_circle("bottom-up", game, options)
    from twoends.solvers.sweep_solver import solve_by_sweep

    return solve_by_sweep(game, options)


def _solve_row_or_circle(method: str, game: Game, options: Options) -> SolverResult:
    if _kind(game) == "row":
        return solve_row(game, method, options)
    from twoends.solvers.circles import solve_circle

    return solve_circle(game.shape, game.opponent, method, options)


def _top_down_seconds(game: Game) -> float | None:
    book, state = game.book, game.state
    positions = costs.states_of(book, state)
    if not book.rules.plain:  # many moves lead to each position, and each is checked by itself
        positions *= 4 * costs.counts_of(book, state)
    return 2 * costs.SECONDS_OF_A_TABLE + costs.SECONDS_A_STEP["search"] * positions


METHODS = {
    "contraction": Method(_contraction_seconds, _solve_by_contraction),
    "bottom-up": Method(_bottom_up_seconds, _solve_bottom_up),
    "top-down": Method(_top_down_seconds, lambda game, options: solve_by_search(game, "top-down")),
    # Never chosen by auto: the memo of top-down visits each position only once.
    "exhaustive": Method(lambda game: inf, lambda game, options: solve_by_search(game, "exhaustive")),
}

METHOD_NAMES = ("auto", *reversed(METHODS))


def solve(game: Game, method: str, progress: Progress | None, threads: int | None) -> SolverResult:
    """Solve the remaining cards of a game, by the named method or, for "auto", by the cheapest that applies.

    Raises RowError, OpponentError, and MethodError if the method does not apply.
    """
    if method not in METHOD_NAMES:
        raise MethodError(f"there is no method '{method}': choose {one_of(METHOD_NAMES)}")
    game.check_single_player(game.opponent)
    if game.rules.goal == "least" and method not in ("top-down", "exhaustive") and (mirror := negated(game)):
        return _negate(solve(mirror, method, progress, threads))
    auto = method == "auto"
    estimates = {name: each.seconds(game) for name, each in METHODS.items()}
    seconds = {name: estimate for name, estimate in estimates.items() if estimate is not None}
    if not auto and method not in seconds:
        raise MethodError(_not_applicable(game, method, list(seconds)))
    chosen = min(seconds, key=seconds.__getitem__) if auto else method
    return METHODS[chosen].solve(game, Options(progress, threads, compiles=auto))


def negated(game: Game) -> Game | None:
    """Return the equivalent game in which the larger total wins: negate the cards, swap greedy and modest.

    None if the opponent's preference has no such counterpart.
    """
    against = game.opponent
    name = {"greedy": "modest", "modest": "greedy"}.get(against.name, against.name)
    if against.custom or (against.looks_at_cards and name == against.name):
        return None
    # Only the searches solve boards by other rules, and they support both goals.
    kind = kind_of(game.shape, game.shape.initial)
    if kind not in ("row", "circle"):
        return None
    row, rules = Row.of([-value for value in game.shape.cards.values]), replace(game.rules, goal="most")
    shape_type: Any = type(game.shape)
    shape = row if kind == "row" else shape_type(row)
    return Game(shape, game.you_first, game.ends, replace(against, name=name), rules)


def _negate(result: SolverResult) -> SolverResult:
    def negative(totals: Pair) -> Pair:
        return -totals[0], -totals[1]

    return result._replace(
        first=negative(result.first),
        second=None if result.second is None else negative(result.second),
        after=lambda: list(map(negative, result.after())),
    )


def _not_applicable(game: Game, method: str, applicable: list[str]) -> str:
    """Say why a method does not apply, and name those that do."""
    if not game.rules.plain:
        return f"{method} solves one card from either end, not {game.rules}: choose {one_of(applicable)}"
    if method == "contraction" and not game.opponent.is_optimal:
        return (
            f"contraction solves two optimal players, not {game.opponent}: "
            f"choose {applicable[0]}, or method auto"
        )
    return f"{method} does not solve a {game.shape.name}: choose {one_of(applicable)}"
