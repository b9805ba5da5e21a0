"""The values of the states of a game: choose the method that computes them.

Methods of boards, circles and other rules are imported on demand, because most games are on a row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from twoends.engine.method import Method, Value, name_of_rest, scaled_for
from twoends.engine.options import DEFAULT_OPTIONS, Options
from twoends.rules.errors import MethodError, RowError, one_of
from twoends.rules.games import Game
from twoends.rules.moves import MoveLike
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Position, Rulebook, State

METHOD_NAMES = ("auto", "exhaustive", "top-down", "bottom-up", "contraction")


def values(game: Game, states: Iterable[State] | None = None) -> list[Value]:
    """The values of all states of a game against its opponent, or of the given ones, in their order.

    The first state must be the earliest. On rows and circles against an optimal opponent, O(n) once and then
    O(k) a state, whose row reduces to k coins; otherwise one sweep for all of them. On a board O(n log n) a
    state between optimal players, else one memoised search. Raises RowError, MethodError, OpponentError.

    >>> from twoends import parse
    >>> values(parse("8 15 3 7 / first / R"))
    [Value(yours=22, theirs=11, after=((15, 18), (22, 11))), Value(yours=15, theirs=11, ...)]
    """
    asked = game.states if states is None else list(states)
    if not asked:
        return []
    begun = game.unchecked(ends=game.ends[: asked[0].number], state=asked[0])
    return method_of(begun).values(game.book, asked)


def method_of(game: Game, name: str = "auto", options: Options = DEFAULT_OPTIONS) -> Method:
    """Set up a method for what is left of a game: the named one or, for "auto", the fastest that applies.

    Methods chosen by name are pure Python. Raises RowError, OpponentError, and MethodError if the method does
    not apply.
    """
    if name not in METHOD_NAMES:
        raise MethodError(f"there is no method '{name}': choose {one_of(METHOD_NAMES)}")
    game.check_single_player(game.opponent)
    applicable = methods_of(game)
    if name == "auto":
        name = applicable[0]
    else:
        options = options._replace(compiles=False)
    if name not in applicable:
        raise MethodError(_not_applicable(game, name, applicable))
    if name in ("top-down", "exhaustive"):
        from twoends.engine.search import Search

        return Search(game, name, keeps=options.keeps)
    if not game.rules.plain:
        return _by_other_rules(game, options)
    shape: Any = game.shape
    kind = name_of_rest(shape, game.remaining)
    if kind == "board":
        from twoends.engine.boards import Boards

        return Boards(shape, game.state)
    if kind == "circle":
        from twoends.engine.circles import Circles

        rows = _on_row(shape.cards, game.opponent, name, options, around=True)
        return Circles(rows, game.opponent, lambda rest: _on_row(rest, game.opponent, name, options))
    return _on_row(game.rest.cards, with_full_row(game), name, options, game.remaining[0])


def methods_of(game: Game) -> list[str]:
    """The methods that apply to what is left of a game, the fastest first.

    Contraction solves two optimal players under the default rules; a sweep, any opponent on a row or a
    circle, under other rules any built-in one on a row; a search, every game that is small enough.
    """
    against, rules, kind = game.opponent, game.rules, name_of_rest(game.shape, game.remaining)
    methods = []
    if rules.plain and against.is_optimal and kind in ("row", "board", "circle"):
        methods.append("contraction")
    # A custom player sees the whole shape, not only the interval that is left of a circle.
    sees_more = against.custom and (game.shape.interval(game.shape.initial) is None or not rules.plain)
    if kind in (("row", "circle") if rules.plain else ("row",)) and not sees_more:
        methods.append("bottom-up")
    return [*methods, "top-down", "exhaustive"]


def _not_applicable(game: Game, method: str, applicable: list[str]) -> str:
    """Say why a method does not apply, and name those that do."""
    if game.opponent.custom and method == "bottom-up":
        return (
            f"bottom-up does not ask {game.opponent} on a {game.shape.name} by {game.rules}: "
            f"choose {one_of(applicable)}"
        )
    if not game.rules.plain:
        return f"{method} solves one card from either end, not {game.rules}: choose {one_of(applicable)}"
    if method == "contraction" and not game.opponent.is_optimal:
        return (
            f"contraction solves two optimal players, not {game.opponent}: "
            f"choose {applicable[0]}, or method auto"
        )
    return f"{method} does not solve a {game.shape.name}: choose {one_of(applicable)}"


def _on_row(
    cards: Row, against: Opponent, name: str, options: Options, start: int = 0, *, around: bool = False
) -> Method:
    """Contraction or bottom-up on a row whose first card is at `start`, or on the rows of a circle."""
    if name == "contraction":
        from twoends.engine.contraction import ByContraction

        return ByContraction(scaled_for(cards, against), start, around=around, options=options)
    from twoends.engine.bottom_up import BottomUp

    return BottomUp(cards, against, start, around=around, options=options)


def with_full_row(game: Game) -> Opponent:
    """Return the opponent of a game; a custom player is wrapped to see the full row with its taken cards."""
    against = game.opponent
    if against.player is None or not game.ends:
        return against
    player, before = against.player, game.remaining[0]
    book = Rulebook(game.shape, game.you_first)

    def on_full_row(position: Position) -> MoveLike:
        start, stop = position.start + before, position.stop + before
        state = State((start, stop), len(game.shape) - (stop - start))
        return player(Position(book.with_mover(state, "opponent"), state))

    return replace(against, player=on_full_row)


def _by_other_rules(game: Game, options: Options) -> Method:
    """A sweep of what is left of a row under other rules; the best window for one player alone."""
    from twoends.engine import other_rules, turn_tasks, window

    rules, against, state, rest = game.rules, game.opponent, game.state, game.rest.cards
    scaled = scaled_for(rest, against)
    if window.leaves_window(rules):
        return window.Windows(scaled, rules, state)
    if scaled.error:
        if rules.times_counted(len(rest)) > 2**200:
            raise RowError(
                f"{len(rest)} cards earn more than floats can hold by score {rules.score}: give fewer"
            )
        scaled = scaled._replace(error=scaled.error * turn_tasks.roundings(rules, len(rest)))
    task = turn_tasks.Task(scaled, rules, against, state.number, state.memory)
    return other_rules.Turns(task, state, options)
