"""Bounds: the limits on the rows of a task.

This module imports nothing from twoends, because exports/kattis.py copies it into the programs of a problem
package, where Python may be as old as 3.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MAX_WEIGHTS = 300
"""The most weights that follow the cards of a row."""


class Bounds(NamedTuple):
    """The limits on the rows of a task: number of cards, values and sum."""

    format: str
    least: int
    most: int
    low: int
    high: int
    even_only: bool
    odd_sum: bool
    most_sum: int | None
    all_different: bool

    @property
    def text(self) -> str:
        """The limits in words."""
        parts = [
            f"an even number of cards from {self.least} to {self.most}"
            if self.even_only
            else f"{self.least} to {self.most} cards",
            f"{'different values' if self.all_different else 'values'} from {self.low} to {self.high}",
        ]
        if self.odd_sum or self.most_sum is not None:
            most = "" if self.most_sum is None else f" of at most {self.most_sum}"
            parts.append(f"{'an odd' if self.odd_sum else 'a'} sum{most}")
        return f"{', '.join(parts[:-1])} and {parts[-1]}"

    def violation(self, values: Sequence[int]) -> str:
        """Describe the limit that a row breaks; empty if it breaks none. O(n)."""
        if "stop" in self.format:
            if not (values and 1 <= values[-1] < len(values)):
                return "no K from 1 to the number of cards at its end"
            values = values[:-1]
        if "weights" in self.format:
            m = values[-1] if values else 0
            if not 1 <= m <= min((len(values) - 1) // 2, MAX_WEIGHTS):
                return f"no 1 to {MAX_WEIGHTS} weights, at most one a card, and their number at its end"
            if any(not self.low <= weight <= self.high for weight in values[-1 - m : -1]):
                return f"a weight that is not from {self.low} to {self.high}"
            values = values[: -1 - m]
        n = len(values)
        if not self.least <= n <= self.most:
            return f"{several(n, 'card')}, but {self.least} to {self.most} are allowed"
        if self.even_only and n % 2:
            return f"{several(n, 'card')}, but the number must be even"
        if outside := [value for value in values if not self.low <= value <= self.high]:
            return f"the value {outside[0]}, but {self.low} to {self.high} are allowed"
        if self.all_different and len(set(values)) < n:
            return "equal values, but all must be different"
        if self.odd_sum and sum(values) % 2 == 0:
            return f"the sum {sum(values)}, but it must be odd"
        if self.most_sum is not None and sum(values) > self.most_sum:
            return f"the sum {sum(values)}, but at most {self.most_sum} is allowed"
        return ""


def several(count: int, noun: str) -> str:
    """A count with its noun, as in "3 rows"."""
    return f"{count} {noun}{'s' * (count != 1)}"
