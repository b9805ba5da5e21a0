"""The methods for boards, several rows and piles at once; each answers as those for rows do."""

from __future__ import annotations

from collections.abc import Sequence

from twoends.rules.numbers import Exact
from twoends.rules.sides import End, Side

Part = tuple[Sequence[Exact], tuple[Side, ...]]
"""A component as the methods see it: its values, of which none may be left, and its open sides."""


def ends_with_a_card(component: int, cards: int, open_sides: tuple[Side, ...]) -> tuple[End, ...]:
    """List the ends of a component where a move can be made: the last card of a row counts as LEFT."""
    return tuple(End(component, side) for side in open_sides[:cards])
