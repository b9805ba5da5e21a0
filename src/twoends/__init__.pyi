"""The public names and the modules that define them."""

from twoends.answers.batch import Solutions as Solutions
from twoends.answers.batch import solve_rows as solve_rows
from twoends.answers.batch_games import play_rows as play_rows
from twoends.answers.lines import optimal_lines as optimal_lines
from twoends.answers.matches import Match as Match
from twoends.answers.matches import match as match
from twoends.answers.regrets import regret as regret
from twoends.answers.reviews import Review as Review
from twoends.answers.reviews import losses as losses
from twoends.answers.reviews import review as review
from twoends.answers.solution import MoveValue as MoveValue
from twoends.answers.solution import Solution as Solution
from twoends.answers.solution import solve as solve
from twoends.answers.tables import Contraction as Contraction
from twoends.answers.tables import Table as Table
from twoends.answers.tables import contraction as contraction
from twoends.answers.tables import table as table
from twoends.engine.oracle import Oracle as Oracle
from twoends.engine.oracle import oracle as oracle
from twoends.rules.batch_players import BatchPlayer as BatchPlayer
from twoends.rules.boards import Board as Board
from twoends.rules.boards import Component as Component
from twoends.rules.cards import Card as Card
from twoends.rules.cards import deal as deal
from twoends.rules.cards import deck as deck
from twoends.rules.circles import Circle as Circle
from twoends.rules.errors import IllegalMoveError as IllegalMoveError
from twoends.rules.errors import MethodError as MethodError
from twoends.rules.errors import NotationError as NotationError
from twoends.rules.errors import OpponentError as OpponentError
from twoends.rules.errors import RowError as RowError
from twoends.rules.errors import RulesError as RulesError
from twoends.rules.errors import TwoEndsError as TwoEndsError
from twoends.rules.games import Game as Game
from twoends.rules.moves import LEFT as LEFT
from twoends.rules.moves import RIGHT as RIGHT
from twoends.rules.moves import Line as Line
from twoends.rules.moves import Move as Move
from twoends.rules.notation import parse as parse
from twoends.rules.notation import write as write
from twoends.rules.opponent_names import opponent as opponent
from twoends.rules.opponents import Opponent as Opponent
from twoends.rules.rows import Row as Row
from twoends.rules.rulebook import Player as Player
from twoends.rules.rulebook import Position as Position
from twoends.rules.rules import Rules as Rules

__version__: str
__all__: list[str]
