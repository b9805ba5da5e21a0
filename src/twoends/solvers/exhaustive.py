"""Exhaustive search: play every sequence of moves to its end and keep the best.

A row of n cards has 2^(n-1) sequences, because every move but the last has two sides. Nothing is
remembered between them, so the memory is O(n) and the code is the definition of the answer: on your
turn the larger of two totals, on the opponent's what their reply makes of them. All other methods are
checked against it.
"""

from __future__ import annotations

from collections.abc import Sequence

from twoends.rules.errors import MethodError
from twoends.rules.numbers import Exact, Total
from twoends.rules.replies import Opponent
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.solvers import Answer, Tail, any_of, line_of

MOST_CARDS = 20
"""One card more doubles the work: 2^20 positions take seconds."""


def best_response(values: Sequence[Exact], opponent: Opponent, you_first: bool) -> Answer:
    """Explore all 2^(n-1) sequences: O(2^n) time, O(n) memory. Raises MethodError above MOST_CARDS."""
    n = len(values)
    if n > MOST_CARDS:
        raise MethodError(
            f"exhaustive search of {n} cards would play 2^{n - 1} sequences: "
            f"give at most {MOST_CARDS} cards, or choose another method"
        )
    reply, sides = opponent.over(values), opponent.sides_over(values)
    touched = 0
    action_values: tuple[Total, Total] | None = None

    def explore(i: int, j: int, your_turn: bool) -> tuple[Total, Tail]:
        """Your total on [i, j), and the moves of one best game from there on."""
        nonlocal touched, action_values
        touched += 1
        if i == j:
            return 0, None
        after_left, left_tail = explore(i + 1, j, not your_turn)
        if j - i == 1:  # both ends are the same card: one move
            after_right, right_tail = after_left, left_tail
        else:
            after_right, right_tail = explore(i, j - 1, not your_turn)
        if your_turn:
            action_values = values[i] + after_left, values[j - 1] + after_right
            total = max(action_values)
            side: Side | None = LEFT if action_values[0] == total else RIGHT
        else:
            total = reply(i, j, after_left, after_right)
            side = any_of(sides(i, j, after_left, after_right))
        return total, (side, right_tail if side is RIGHT else left_tail)

    total, tail = explore(0, n, you_first)  # the whole row is finished last: the action values are its own
    line = None if opponent.stochastic else line_of(tail)
    return Answer(total, action_values if you_first else None, line, touched)
