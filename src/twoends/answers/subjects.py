"""Convert what a caller passes, a game or a shape, to a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from twoends.rules.errors import RulesError
from twoends.rules.games import Game
from twoends.rules.opponents import computer_opponent
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape, shape_of


def game_of(
    what: Game | Shape | Iterable[Any],
    opponent: object = None,
    *,
    ties: str | None = None,
    epsilon: object = None,
    you_first: bool = True,
    rules: object = None,
) -> Game:
    """Return a game, with another opponent if one is given, or start a game on a shape.

    Raises RowError, OpponentError, and RulesError if a game is given with rules other than its own.
    """
    if isinstance(what, Game):
        if rules is not None and Rules.of(rules) != what.rules:
            raise RulesError(f"the game is played by other rules, {what.rules}: leave rules out")
        if opponent is None and ties is None and epsilon is None:
            return what
        named = what.opponent if opponent is None else opponent
        against = computer_opponent(named, ties=ties, epsilon=epsilon)
        return replace(what, opponent=against)
    against = computer_opponent("optimal" if opponent is None else opponent, ties=ties, epsilon=epsilon)
    return Game(shape_of(what), you_first, (), against, rules)
