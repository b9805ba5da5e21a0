"""Puzzles: a short row with one decision that matters, made from a seed or a date and never changed.

depths      the number of plies to look ahead to find the right end
making      puzzles from names, the puzzle of the day, a ladder of twenty
conditions  rows that meet a description, such as `greedy loses by 10`
"""

from twoends.puzzles.conditions import Condition, condition, rows_that
from twoends.puzzles.depths import Sight, depth, look_ahead
from twoends.puzzles.making import Puzzle, ladder, named, puzzle, puzzles

__all__ = [
    "Condition",
    "Puzzle",
    "Sight",
    "condition",
    "depth",
    "ladder",
    "look_ahead",
    "named",
    "puzzle",
    "puzzles",
    "rows_that",
]
