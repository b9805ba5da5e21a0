"""Two Ends: values lie in a row, two players alternate, a move takes the leftmost or the rightmost.

>>> import twoends
>>> twoends.solve([8, 15, 3, 7]).first
22
"""

from twoends import opponents
from twoends.game import LEFT, RIGHT, Game, IllegalMoveError, Line, Player, Position, Side
from twoends.notation import NotationError, parse_game, write_game
from twoends.opponents import Opponent, OpponentError, opponent
from twoends.play import Match, match
from twoends.rows import Card, Row, RowError, TwoEndsError, deal, deck, parse_row
from twoends.solve import Move, Solution, solve, urgencies
from twoends.solvers import MethodError
from twoends.solvers.contraction import Urgencies

__version__ = "0.1.0"

__all__ = [
    "LEFT",
    "RIGHT",
    "Card",
    "Game",
    "IllegalMoveError",
    "Line",
    "Match",
    "MethodError",
    "Move",
    "NotationError",
    "Opponent",
    "OpponentError",
    "Player",
    "Position",
    "Row",
    "RowError",
    "Side",
    "Solution",
    "TwoEndsError",
    "Urgencies",
    "deal",
    "deck",
    "match",
    "opponent",
    "opponents",
    "parse_game",
    "parse_row",
    "solve",
    "urgencies",
    "write_game",
]
