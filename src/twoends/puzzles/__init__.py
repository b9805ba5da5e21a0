"""Puzzles: a short row with one decision that matters, from a seed or a date, the same for all times.

depths      how far you have to look ahead to find the right end
making      puzzles from their names, the row of a day, a ladder of twenty
conditions  rows that fit a description, such as `greedy loses by 10`
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
