"""Estimates of the work: how long a call takes, and how many states and moves a game has."""

from __future__ import annotations

from typing import NamedTuple

from twoends.engine.method import scaled_for
from twoends.rules import limits
from twoends.rules.errors import has_fast
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row, capped_product
from twoends.rules.rulebook import Rulebook, State

MAX_CARDS_UNTIMED = 1_000
"""Rows up to this length are fast against any opponent."""


class Estimate(NamedTuple):
    """The estimated cost of a call on an ordinary machine.

    sweeps     number of passes over all positions
    positions  number of positions visited in all passes
    seconds    approximate duration
    """

    sweeps: int
    positions: int
    seconds: float


def estimate(row: Row, against: Opponent, method: str = "auto", lines: int = 0) -> Estimate:
    """Estimate the cost of solving a row and computing `lines` lines of play."""
    n = len(row)
    swept = method == "bottom-up" or (method == "auto" and not against.is_optimal)
    if n <= MAX_CARDS_UNTIMED or not swept:
        return Estimate(1, n, 0.0)

    speed = 3e6  # positions a second in Python
    if against.custom:
        speed = 1e6
    elif method == "auto" and has_fast():
        values = scaled_for(row, against).values
        if against.stochastic or len(row) * max(max(values), -min(values)) < 2**62:
            speed = 1e9
    sweeps = 2 + (0 if against.stochastic or n > limits.MAX_CARDS_OF_A_POLICY else lines)
    positions = sweeps * n * n // 2
    return Estimate(sweeps, positions, positions / speed)


def states_of(book: Rulebook, state: State, *, numbered: bool = False) -> int:
    """Bound the number of states reachable from one: positions times the other components of a state.

    numbered  whether states that differ only in the move number count as different
    """
    rules, lanes = book.rules, book.shape.lanes(state.remaining)
    positions, _ = book.shape.sizes(state.remaining)
    if rules.plain:
        return positions
    n = book.card_count(state)
    if rules.ends != "either" and not any(lane.any_card for lane in lanes):
        positions = capped_product(len(lane.places) + 1 for lane in lanes)
    if rules.least != rules.most:  # the remaining cards do not determine the move number
        numbers = n // (rules.least - rules.merge) + 1
        if rules.stop is not None:
            numbers = min(numbers, max(rules.stop - state.number, 0) + 1)
        positions *= numbers if numbered or rules.numbered else min(len(rules.turns), numbers)
    return positions * (n // 4 + 1) if rules.doubling else positions


def counts_of(book: Rulebook, state: State) -> int:
    """Estimate how many different numbers of cards a move may take from one end."""
    n, rules = max(book.card_count(state), 1), book.rules
    most = n if rules.most is None else min(rules.most, n)
    return max(most - rules.least + 1, 1) if rules.most else n // 2 + 1  # the average as cards run out
