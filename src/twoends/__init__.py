"""Two Ends: values lie in a row, two players alternate, a move takes the leftmost or the rightmost.

The public names are listed here and loaded when they are first used: a small solve then starts in
milliseconds, whatever else the package can do.

>>> import twoends
>>> twoends.solve([8, 15, 3, 7]).first
22
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from twoends.answers.batch import Solutions, play_rows, solve_rows
    from twoends.answers.board_reviews import review_board, review_circle
    from twoends.answers.boards import BoardSolution, solve_board
    from twoends.answers.circles import CircleSolution, solve_circle
    from twoends.answers.lines import OptimalLines, optimal_lines
    from twoends.answers.matches import Match, match
    from twoends.answers.positions import table, urgencies
    from twoends.answers.reviews import Review, losses, review
    from twoends.answers.solution import Move, Solution, solve
    from twoends.rules import opponents
    from twoends.rules.board_games import BoardGame, CircleGame
    from twoends.rules.boards import Board, Component, End, board_with_gaps, parse_board
    from twoends.rules.cards import Card, deal, deck
    from twoends.rules.games import Game, IllegalMoveError, Player, Position
    from twoends.rules.notation import (
        NotationError,
        parse_board_game,
        parse_circle_game,
        parse_game,
        write_game,
    )
    from twoends.rules.opponents import opponent
    from twoends.rules.replies import Opponent, OpponentError
    from twoends.rules.rows import Row, RowError, TwoEndsError
    from twoends.rules.sides import LEFT, RIGHT, Line, Side
    from twoends.rules.text import parse_row
    from twoends.solvers import MethodError
    from twoends.solvers.bottom_up import Table
    from twoends.solvers.folding import Contraction, contraction
    from twoends.solvers.urgencies import Urgencies

__version__ = "0.1.0"

_HOMES = {
    "answers.batch": (
        "Solutions",
        "play_rows",
        "solve_rows",
    ),
    "rules.boards": (
        "Board",
        "Component",
        "End",
        "board_with_gaps",
        "parse_board",
    ),
    "rules.board_games": (
        "BoardGame",
        "CircleGame",
    ),
    "answers.board_reviews": (
        "review_board",
        "review_circle",
    ),
    "answers.boards": (
        "BoardSolution",
        "solve_board",
    ),
    "answers.circles": (
        "CircleSolution",
        "solve_circle",
    ),
    "answers.lines": (
        "OptimalLines",
        "optimal_lines",
    ),
    "rules.cards": (
        "Card",
        "deal",
        "deck",
    ),
    "rules.games": (
        "Game",
        "IllegalMoveError",
        "Player",
        "Position",
    ),
    "rules.notation": (
        "NotationError",
        "parse_board_game",
        "parse_circle_game",
        "parse_game",
        "write_game",
    ),
    "rules.opponents": ("opponent",),
    "answers.matches": (
        "Match",
        "match",
    ),
    "answers.positions": (
        "table",
        "urgencies",
    ),
    "rules.replies": (
        "Opponent",
        "OpponentError",
    ),
    "answers.reviews": (
        "Review",
        "losses",
        "review",
    ),
    "rules.rows": (
        "Row",
        "RowError",
        "TwoEndsError",
    ),
    "rules.sides": (
        "LEFT",
        "RIGHT",
        "Line",
        "Side",
    ),
    "answers.solution": (
        "Move",
        "Solution",
        "solve",
    ),
    "solvers": ("MethodError",),
    "solvers.bottom_up": ("Table",),
    "solvers.folding": (
        "Contraction",
        "contraction",
    ),
    "solvers.urgencies": ("Urgencies",),
    "rules.text": ("parse_row",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "LEFT",
    "RIGHT",
    "Board",
    "BoardGame",
    "BoardSolution",
    "Card",
    "CircleGame",
    "CircleSolution",
    "Component",
    "Contraction",
    "End",
    "Game",
    "IllegalMoveError",
    "Line",
    "Match",
    "MethodError",
    "Move",
    "NotationError",
    "Opponent",
    "OpponentError",
    "OptimalLines",
    "Player",
    "Position",
    "Review",
    "Row",
    "RowError",
    "Side",
    "Solution",
    "Solutions",
    "Table",
    "TwoEndsError",
    "Urgencies",
    "board_with_gaps",
    "contraction",
    "deal",
    "deck",
    "losses",
    "match",
    "opponent",
    "opponents",
    "optimal_lines",
    "parse_board",
    "parse_board_game",
    "parse_circle_game",
    "parse_game",
    "parse_row",
    "play_rows",
    "review",
    "review_board",
    "review_circle",
    "solve",
    "solve_board",
    "solve_circle",
    "solve_rows",
    "table",
    "urgencies",
    "write_game",
]


def __getattr__(name: str) -> object:
    if name == "opponents":
        return import_module("twoends.rules.opponents")
    if name not in _HOME:
        raise AttributeError(f"module 'twoends' has no attribute '{name}'")
    value: object = getattr(import_module(f"twoends.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
