"""Dispatch: which method answers for which shape and opponent, on which numbers, and what it costs.

Whoever wants an answer asks here. A method says what it serves and in how many seconds, and `auto` takes the
cheapest one. The general search serves everything that is small enough.
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

# --- the methods: what each serves, what it costs, and how it solves -----------------------------

# What solves boards, circles and other rules is loaded for them alone: most games are on a row.


class Method(NamedTuple):
    """One way to solve a game.

    serves  about how many seconds it takes in Python for what is left of a game; None for what it does not
            serve
    solve   finds both totals, in compiled code where that is allowed and pays
    """

    serves: Callable[[Game], float | None]
    solve: Callable[[Game, Options], SolverResult]


def _kind(game: Game) -> str:
    return kind_of(game.shape, game.remaining)


def _cards(game: Game) -> int:
    """How many cards are left, at most."""
    return len(game.shape) - len(game.ends)


def _contraction_serves(game: Game) -> float | None:
    way = {"row": "contraction", "board": "intervals", "circle": "intervals"}.get(_kind(game))
    if way is None or not game.rules.plain or not game.opponent.is_optimal:
        return None
    return costs.IN_PYTHON[way](_cards(game))


def _solve_by_contraction(game: Game, options: Options) -> SolverResult:
    shape: Any = game.shape
    if _kind(game) == "board":
        from twoends.solvers.boards import solve_board

        return solve_board(shape, game.remaining)
    return _solve_rows_of("contraction", game, options)


def _bottom_up_serves(game: Game) -> float | None:
    if not game.rules.plain:
        return _sweep_serves(game)
    way = {"row": "bottom-up", "circle": "circle"}.get(_kind(game))
    # Your own player sees the whole table, which is more than an interval where it was no row.
    if way is None or (game.opponent.player is not None and game.shape.interval(game.shape.whole) is None):
        return None
    return costs.SECONDS_OF_A_TABLE + costs.IN_PYTHON[way](_cards(game))


def _sweep_serves(game: Game) -> float | None:
    """Other rules where the larger total wins, against opponents whose key a sweep knows."""
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
        return _solve_rows_of("bottom-up", game, options)
    from twoends.solvers.sweep_solver import solve_by_sweep

    return solve_by_sweep(game, options)


def _solve_rows_of(method: str, game: Game, options: Options) -> SolverResult:
    """Solve a row, or the rows that the first cards of a circle leave."""
    if _kind(game) == "row":
        return solve_row(game, method, options)
    from twoends.solvers.circles import solve_circle

    return solve_circle(game.shape, game.opponent, method, options)


def _top_down_serves(game: Game) -> float | None:
    book, state = game.book, game.state
    positions = costs.states_of(book, state)
    if not book.rules.plain:  # each by many moves, of which each is asked about
        positions *= 4 * costs.counts_of(book, state)
    return 2 * costs.SECONDS_OF_A_TABLE + costs.SECONDS_A_STEP["search"] * positions


def _exhaustive_serves(game: Game) -> float | None:
    """Never the cheapest: a memo looks at each position once."""
    return inf


METHODS = {
    "contraction": Method(_contraction_serves, _solve_by_contraction),
    "bottom-up": Method(_bottom_up_serves, _solve_bottom_up),
    "top-down": Method(_top_down_serves, lambda game, options: solve_by_search(game, "top-down")),
    "exhaustive": Method(_exhaustive_serves, lambda game, options: solve_by_search(game, "exhaustive")),
}

METHOD_NAMES = ("auto", *reversed(METHODS))


def solve(game: Game, method: str, progress: Progress | None, threads: int | None) -> SolverResult:
    """Solve what is left of a game, by the method that is named, or by the cheapest one that serves.

    Raises RowError, OpponentError, and MethodError for what the method cannot do.
    """
    if method not in METHOD_NAMES:
        raise MethodError(f"there is no method '{method}': choose {one_of(METHOD_NAMES)}")
    game.refuse_another(game.opponent)
    if game.rules.goal == "least" and method not in ("top-down", "exhaustive") and (turned := negated(game)):
        return _negated_back(solve(turned, method, progress, threads))
    auto = method == "auto"
    able = _able(game)
    if not auto and method not in able:
        raise MethodError(_not_served(game, method, list(able)))
    chosen = min(able, key=able.__getitem__) if auto else method
    return METHODS[chosen].solve(game, Options(progress, threads, compiles=auto))


def _able(game: Game) -> dict[str, float]:
    """The methods that serve a game, and about how many seconds each takes in Python."""
    seconds = {name: each.serves(game) for name, each in METHODS.items()}
    return {name: cost for name, cost in seconds.items() if cost is not None}


def negated(game: Game) -> Game | None:
    """The same game for the larger total: the cards count less than nothing, and who took most takes least.

    None where an opponent looks at the cards in a way of their own.
    """
    against = game.opponent
    turned = {"greedy": "modest", "modest": "greedy"}.get(against.name, against.name)
    if against.custom or (against.looks_at_cards and turned == against.name):
        return None
    # Only the searches solve boards by other rules, and they know both goals.
    kind = kind_of(game.shape, game.shape.whole)
    if kind not in ("row", "circle"):
        return None
    less, rules = Row.of([-value for value in game.shape.cards.values]), replace(game.rules, goal="most")
    of_same_form: Any = type(game.shape)
    shape = less if kind == "row" else of_same_form(less)
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


def _not_served(game: Game, method: str, able: list[str]) -> str:
    """Why a method does not answer, and which ones do."""
    if not game.rules.plain:
        return f"{method} solves one card from either end, not {game.rules}: choose {one_of(able)}"
    if method == "contraction" and not game.opponent.is_optimal:
        return (
            f"contraction solves two optimal players, not {game.opponent}: choose {able[0]}, or method auto"
        )
    return f"{method} does not solve a {game.shape.name}: choose {one_of(able)}"
