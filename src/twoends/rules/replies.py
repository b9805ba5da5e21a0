"""Replies on a row: `Opponent.reply` and `Opponent.preferred`, for methods that visit all intervals of a row.

A call takes the interval [i, j) and your totals after either end is taken, which are equal on a single card;
it takes O(1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import ge, gt
from typing import Any

from twoends.rules.numbers import Total
from twoends.rules.preferences import Cards, Opponent, Outcome
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.sides import LEFT, RIGHT, Side

Reply = Callable[[int, int, Total, Total], Total]
"""(i, j, after left, after right) -> your total."""

Sides = Callable[[int, int, Total, Total], tuple[Side, ...]]
"""(i, j, after left, after right) -> the sides that the opponent may take, in the order L, R."""


def reply_on(who: Opponent, values: Sequence[Any]) -> Reply:
    """The function that gives your total after this opponent's reply on a row.

    It does not call a user's player for a single card, and raises OpponentError if one fails or returns no
    legal move.
    """
    intend = _intention(who, values)
    if not who.epsilon:
        return intend
    # Rows too long for exact expectations come in floats, and stay in floats.
    kind = float if any(isinstance(value, float) for value in values[:1]) else Fraction
    keep, random_end = kind(1 - who.epsilon), kind(who.epsilon / 2)

    def reply(i: int, j: int, after_left: Total, after_right: Total) -> Total:
        at_random = random_end * (after_left + after_right)
        return at_random + keep * intend(i, j, after_left, after_right) if keep else at_random

    return reply


def _intention(who: Opponent, values: Sequence[Any]) -> Reply:
    """Your total after the opponent's move without trembling."""
    # The next two cases agree with `sides_on` and are several times as fast.
    if who.looks_at_cards and who.ties != "random":
        (left_keys, right_keys), prefers_left = _keys(who, values), ge if who.ties == "left" else gt
        return lambda i, j, after_left, after_right: (
            after_left if prefers_left(left_keys[i], right_keys[j - 1]) else after_right
        )
    if who.player is None and (better := {"optimal": min, "generous": max}.get(who.habit.name)):
        return lambda i, j, after_left, after_right: better(after_left, after_right)
    sides, last = sides_on(who, values), -1 if who.ties == "right" else 0

    def intend(i: int, j: int, after_left: Total, after_right: Total) -> Total:
        preferred = sides(i, j, after_left, after_right) if j - i > 1 else (LEFT,)
        if len(preferred) == 2 and who.looks_at_cards:  # random ties
            both = after_left + after_right
            return both / 2 if isinstance(both, float) else Fraction(both, 2)
        return after_left if preferred[last] is LEFT else after_right

    return intend


def sides_on(who: Opponent, values: Sequence[Any]) -> Sides:
    """The function that gives this opponent's preferred sides on two cards or more of a row.

    Both if indifferent. Only opponents who look at cards break ties here.
    """
    if who.player is not None:
        from twoends.rules.rows import Row  # late: only users' players need one

        book = Rulebook(Row.of(values), False, values)

        def preferred(i: int, j: int, after_left: Total, after_right: Total) -> tuple[Side, ...]:
            state = State((i, j), len(values) - (j - i))
            return (LEFT,) if who.played(book.moving(state, "opponent"), state) is LEFT else (RIGHT,)

    else:
        tied = {"left": (LEFT,), "right": (RIGHT,)}.get(who.ties or "") if who.looks_at_cards else None
        keys = _keys(who, values) if who.looks_at_cards else None
        key = who.habit.key

        def preferred(i: int, j: int, after_left: Total, after_right: Total) -> tuple[Side, ...]:
            if keys is not None:
                left, right = keys[0][i], keys[1][j - 1]
            else:  # both totals have a fixed sum, so the opponent's is minus yours up to a constant
                left, right = (key(Outcome(None, after, -after)) for after in (after_left, after_right))
            return (LEFT,) if left > right else (RIGHT,) if left < right else tied or (LEFT, RIGHT)

    return preferred


def _keys(who: Opponent, values: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The key of each card of a row as a left and as a right end, for opponents who look at cards; O(n)."""
    left, right = zip(values, [*values[1:], 0], strict=False), zip(values, [0, *values], strict=False)
    return [who.habit.key(Cards(*pair)) for pair in left], [who.habit.key(Cards(*pair)) for pair in right]
