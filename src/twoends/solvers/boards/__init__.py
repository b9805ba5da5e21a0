"""The methods for boards, several rows and piles at once; each answers as those for rows do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twoends.rules.boards import End
from twoends.rules.replies import Total
from twoends.rules.rows import Exact
from twoends.rules.sides import Side

Part = tuple[Sequence[Exact], tuple[Side, ...]]
"""A component as the methods see it: its values and its open sides."""


@dataclass(frozen=True)
class BoardAnswer:
    """What one method found out for one board, one opponent and one player to start.

    total    your total under your best response
    brings   for each end with a card: your total if your first move is there; empty: the opponent
             moves first
    runs     one best game, as pairs (how many cards, end); None: the opponent's moves are random
    touched  how many positions the method looked at (contraction: how many cards and folds)
    """

    total: Total
    brings: tuple[tuple[End, Total], ...]
    runs: tuple[tuple[int, End], ...] | None
    touched: int


def ends_with_a_card(component: int, cards: int, open_sides: tuple[Side, ...]) -> tuple[End, ...]:
    """List the ends of a component where a move can be made: the last card of a row counts as LEFT."""
    return tuple(End(component, side) for side in open_sides[:cards])
