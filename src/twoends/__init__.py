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
    from twoends import opponents
    from twoends.batch import Solutions, play_rows, solve_rows
    from twoends.board import Board, Component, End, board_with_gaps, parse_board
    from twoends.board_game import BoardGame, CircleGame
    from twoends.board_reviews import review_board, review_circle
    from twoends.board_solution import BoardSolution, solve_board
    from twoends.circle import CircleSolution, solve_circle
    from twoends.decks import Card, deal, deck
    from twoends.game import Game, IllegalMoveError, Player, Position
    from twoends.lines import OptimalLines, optimal_lines
    from twoends.notation import (
        NotationError,
        parse_board_game,
        parse_circle_game,
        parse_game,
        write_game,
    )
    from twoends.opponents import opponent
    from twoends.play import Match, match
    from twoends.positions import table, urgencies
    from twoends.replies import Opponent, OpponentError
    from twoends.reviews import Review, losses, review
    from twoends.rows import Row, RowError, TwoEndsError
    from twoends.sides import LEFT, RIGHT, Line, Side
    from twoends.solution import Move, Solution, solve
    from twoends.solvers import MethodError
    from twoends.solvers.bottom_up import Table
    from twoends.solvers.folding import Contraction, contraction
    from twoends.solvers.urgencies import Urgencies
    from twoends.text import parse_row

__version__ = "0.1.0"

_HOMES = {
    "batch": (
        "Solutions",
        "play_rows",
        "solve_rows",
    ),
    "board": (
        "Board",
        "Component",
        "End",
        "board_with_gaps",
        "parse_board",
    ),
    "board_game": (
        "BoardGame",
        "CircleGame",
    ),
    "board_reviews": (
        "review_board",
        "review_circle",
    ),
    "board_solution": (
        "BoardSolution",
        "solve_board",
    ),
    "circle": (
        "CircleSolution",
        "solve_circle",
    ),
    "lines": (
        "OptimalLines",
        "optimal_lines",
    ),
    "decks": (
        "Card",
        "deal",
        "deck",
    ),
    "game": (
        "Game",
        "IllegalMoveError",
        "Player",
        "Position",
    ),
    "notation": (
        "NotationError",
        "parse_board_game",
        "parse_circle_game",
        "parse_game",
        "write_game",
    ),
    "opponents": ("opponent",),
    "play": (
        "Match",
        "match",
    ),
    "positions": (
        "table",
        "urgencies",
    ),
    "replies": (
        "Opponent",
        "OpponentError",
    ),
    "reviews": (
        "Review",
        "losses",
        "review",
    ),
    "rows": (
        "Row",
        "RowError",
        "TwoEndsError",
    ),
    "sides": (
        "LEFT",
        "RIGHT",
        "Line",
        "Side",
    ),
    "solution": (
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
    "text": ("parse_row",),
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
        return import_module("twoends.opponents")
    if name not in _HOME:
        raise AttributeError(f"module 'twoends' has no attribute '{name}'")
    value: object = getattr(import_module(f"twoends.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
