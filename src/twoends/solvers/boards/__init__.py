"""The methods for boards, several rows and piles at once; each answers as those for rows do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twoends.rules.numbers import Exact
from twoends.rules.sides import LEFT, End, Line, Side

Part = tuple[Sequence[Exact], tuple[Side, ...]]
"""A component as the methods see it: its values, of which none may be left, and its open sides."""


def ends_with_a_card(component: int, cards: int, open_sides: tuple[Side, ...]) -> tuple[End, ...]:
    """List the ends of a component where a move can be made: the last card of a row counts as LEFT."""
    return tuple(End(component, side) for side in open_sides[:cards])


def line_of(runs: Iterable[tuple[int, End]], parts: Sequence[Part]) -> Line:
    """Join neighbouring runs at the same end; the last card of a row counts as LEFT. O(runs)."""
    cards_left = [len(values) for values, _ in parts]
    split: list[tuple[int, End]] = []
    for count, end in runs:
        cards_left[end.component] -= count
        is_last = not cards_left[end.component] and LEFT in parts[end.component][1]
        split.append((count - is_last, end))
        if is_last:
            split.append((1, End(end.component, LEFT)))
    return Line.of_runs(split)
