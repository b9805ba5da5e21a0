"""Dispatch: choose a method by shape, rules and opponent, and compiled code when it is time to.

`auto` takes the first method that applies. The general search solves every game that is small enough. Solvers
of boards, circles and other rules are imported on demand, because most games are on a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from twoends.rules.errors import MethodError, RowError, one_of
from twoends.rules.games import Game
from twoends.rules.moves import Line, MoveLike
from twoends.rules.numbers import Pair, Scaled, Total
from twoends.rules.opponents import Opponent
from twoends.rules.rulebook import Position, Rulebook, State
from twoends.solvers import (
    Options,
    Progress,
    SolverResult,
    kind_of,
    scaled_for,
)
from twoends.solvers.counters import RECORDS, SWEEP, TURNS
from twoends.solvers.search import search_of, solve_by_search

METHOD_NAMES = ("auto", "exhaustive", "top-down", "bottom-up", "contraction")


def solve(game: Game, method: str, progress: Progress | None, threads: int | None) -> SolverResult:
    """Solve the remaining cards of a game, by the named method or, for "auto", by the first that applies.

    Raises RowError, OpponentError, and MethodError if the method does not apply.
    """
    if method not in METHOD_NAMES:
        raise MethodError(f"there is no method '{method}': choose {one_of(METHOD_NAMES)}")
    game.check_single_player(game.opponent)
    auto, applicable = method == "auto", applicable_methods(game)
    if not auto and method not in applicable:
        raise MethodError(_not_applicable(game, method, applicable))
    chosen = applicable[0] if auto else method
    options = Options(progress, threads, compiles=auto)
    if chosen in ("top-down", "exhaustive"):
        return solve_by_search(game, chosen)
    if not game.rules.plain:
        return _solve_by_sweep(game, options)
    shape: Any = game.shape
    kind = kind_of(shape, game.remaining)
    if kind == "board":
        from twoends.solvers.boards import solve_board

        return solve_board(shape, game.remaining)
    if kind == "circle":
        from twoends.solvers.circles import solve_circle

        return solve_circle(shape, game.opponent, chosen, options)
    return solve_row(game, chosen, options)


# --- the choice ----------------------------------------------------------------------------------


def applicable_methods(game: Game) -> Sequence[str]:
    """Return the methods that apply to the remaining cards of a game, the fastest first."""
    against, rules, kind = game.opponent, game.rules, kind_of(game.shape, game.remaining)
    # A custom player sees the whole shape, not only the interval that is left of a circle.
    sees_more = against.custom and game.shape.interval(game.shape.initial) is None
    methods = []
    if rules.plain and against.is_optimal and kind in ("row", "board", "circle"):
        methods.append("contraction")
    if rules.plain and kind in ("row", "circle") and not sees_more:
        methods.append("bottom-up")
    if not rules.plain and kind == "row":
        from twoends.solvers import other_rules

        if other_rules.serves(against):
            methods.append("bottom-up")
    return [*methods, "top-down", "exhaustive"]


def _not_applicable(game: Game, method: str, applicable: Sequence[str]) -> str:
    """Say why a method does not apply, and name those that do."""
    if not game.rules.plain:
        return f"{method} solves one card from either end, not {game.rules}: choose {one_of(applicable)}"
    if method == "contraction" and not game.opponent.is_optimal:
        return (
            f"contraction solves two optimal players, not {game.opponent}: "
            f"choose {applicable[0]}, or method auto"
        )
    return f"{method} does not solve a {game.shape.name}: choose {one_of(applicable)}"


# --- rows ----------------------------------------------------------------------------------------


def solve_row(game: Game, method: str, options: Options) -> SolverResult:
    """Solve the remaining cards of a row by contraction or bottom-up, in compiled code when it is time to."""
    against, progress = with_full_row(game), options.progress
    scaled = scaled_for(game.rest.cards, against)
    n = len(scaled.values)

    def in_arrays() -> SolverResult | None:
        from twoends.solvers import compiled

        return compiled.solve(scaled, against, progress, options.threads)

    if not options.compiles or against.custom:
        return solve_in_python(method, scaled, against, progress)
    if against.is_optimal:
        return RECORDS.compiled(n, in_arrays) or solve_in_python(method, scaled, against, progress)
    swept = SWEEP.compiled(n * n, in_arrays) or solve_in_python(method, scaled, against, progress)
    return swept._replace(line=lambda you_first: line_of_row(scaled.values, against, you_first, progress))


def line_of_row(
    values: Sequence[Any], against: Opponent, you_first: bool, progress: Progress | None = None
) -> Line | None:
    """Return a line against a built-in opponent, by another sweep; None if it is random or too long."""
    from twoends.solvers import bottom_up

    if against.stochastic or len(values) > bottom_up.MOST_CARDS_OF_A_POLICY:
        return None

    def in_arrays() -> Line | None:
        from twoends.solvers import compiled

        row = compiled.prepare(values, against)
        return None if row is None else bottom_up.line(row, you_first, progress)

    line = SWEEP.compiled(len(values) ** 2, in_arrays)
    return line or bottom_up.line(bottom_up.prepare(values, against), you_first, progress)


def solve_in_python(
    method: str, scaled: Scaled, against: Opponent, progress: Progress | None = None
) -> SolverResult:
    """Solve a row by contraction or bottom-up, without kernels."""
    if method == "contraction":
        from twoends.solvers import contraction

        return contraction.solve(scaled)
    from twoends.solvers import bottom_up

    return bottom_up.solve(scaled, against, progress)


def with_full_row(game: Game) -> Opponent:
    """Return the opponent of a game; a custom player is wrapped to see the full row with its taken cards."""
    against = game.opponent
    if against.player is None or not game.ends:
        return against
    player, before = against.player, game.remaining[0]
    book = Rulebook(game.shape, game.you_first, scaled_for(game.shape.cards, against).values)

    def on_full_row(position: Position) -> MoveLike:
        start, stop = position.start + before, position.stop + before
        state = State((start, stop), len(game.shape) - (stop - start))
        return player(Position(book.moving(state, "opponent"), state))

    return replace(against, player=on_full_row)


def _solve_by_sweep(game: Game, options: Options) -> SolverResult:
    """Solve the remaining cards of a row by other rules in one sweep, compiled when it is time to."""
    from twoends.solvers import other_rules
    from twoends.solvers.other_rules import Task

    rules, against, state, rest = game.rules, game.opponent, game.state, game.rest.cards
    scaled = scaled_for(rest, against)
    if scaled.error:
        if rules.times_counted(len(rest)) > 2**200:
            raise RowError(
                f"{len(rest)} cards earn more than floats can hold by score {rules.score}: give fewer"
            )
        scaled = scaled._replace(error=scaled.error * other_rules.roundings(rules, len(rest)))
    task = Task(scaled, rules, against, state.number, state.memory)
    steps = other_rules.steps(rules, len(rest), against) if options.compiles else 0

    def in_arrays() -> SolverResult | None:
        from twoends.solvers import compiled_other_rules

        return compiled_other_rules.solve(task)

    swept = TURNS.compiled(steps, in_arrays) or other_rules.solve(task, options.progress)

    def line(you_first: bool) -> Line | None:
        def in_arrays() -> Line | None:
            from twoends.solvers import compiled_other_rules

            return compiled_other_rules.line(task, you_first)

        if against.stochastic or (rules.alone and not you_first):
            return None
        return TURNS.compiled(steps, in_arrays) or swept.line(you_first)

    def after(you_first: bool) -> Sequence[Pair]:
        if you_first:
            return swept.after(True)
        _, outcomes = search_of(game, "opponent").solve_root(state)
        return [(in_units(each.yours), in_units(each.theirs)) for each in outcomes]

    def in_units(total: Total) -> Total:
        """A total of the search, which computes on the whole row, in the units of the rest."""
        total = scaled_for(game.shape.cards, against).scale.exact(total)
        return total if isinstance(total, float) else total * scaled.scale.unit

    return swept._replace(after=after, line=line)
