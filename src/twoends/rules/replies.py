"""Replies on a row: what `Opponent` says of any state, for methods that go through all intervals of a row.

A call is about the cards [i, j), given your totals after either end is taken; it takes O(1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import ge, gt
from typing import Any

from twoends.rules.asking import rule_on, sides_by_rule
from twoends.rules.numbers import Total
from twoends.rules.preferences import Cards, Opponent, Outcome
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.sides import LEFT, RIGHT, Side

Reply = Callable[[int, int, Total, Total], Total]
"""(i, j, after left, after right) -> your total."""

Sides = Callable[[int, int, Total, Total], tuple[Side, ...]]
"""(i, j, after left, after right) -> the sides that they may take, in the order L, R."""


def reply_on(who: Opponent, values: Sequence[Any]) -> Reply:
    """What you get once they have replied. Of a single card nobody is asked, because there is no choice.

    The reply raises OpponentError where your own function fails or answers with no total or no move.
    """
    intend = _intention(who, values)
    if not who.epsilon:
        return lambda i, j, after_left, after_right: (
            intend(i, j, after_left, after_right) if j - i > 1 else after_left
        )
    # A float where the row is in floats: an expectation beyond the exact length.
    kind = float if any(isinstance(value, float) for value in values[:1]) else Fraction
    keep, random_left = kind(1 - who.epsilon), kind(who.epsilon * who.p_left)
    random_right = kind(who.epsilon * (1 - who.p_left))

    def reply(i: int, j: int, after_left: Total, after_right: Total) -> Total:
        if j - i == 1:
            return after_left
        at_random = random_left * after_left + random_right * after_right
        return at_random + keep * intend(i, j, after_left, after_right) if keep else at_random

    return reply


def _intention(who: Opponent, values: Sequence[Any]) -> Reply:
    """Your total after what they intend with two cards or more."""
    if who.rule is not None:
        return lambda i, j, after_left, after_right: _rule(who, values, i, j)(after_left, after_right)
    # What the sides say, several times as fast.
    if who.looks_at_cards and who.ties != "random":
        (left_keys, right_keys), prefers_left = _keys(who, values), ge if who.ties == "left" else gt
        return lambda i, j, after_left, after_right: (
            after_left if prefers_left(left_keys[i], right_keys[j - 1]) else after_right
        )
    if who.player is None and (better := {"optimal": min, "generous": max}.get(who.habit.name)):
        return lambda i, j, after_left, after_right: better(after_left, after_right)
    sides, last = sides_on(who, values), -1 if who.ties == "right" else 0
    averaged = who.ties == "random" and who.looks_at_cards

    def intend(i: int, j: int, after_left: Total, after_right: Total) -> Total:
        liked = sides(i, j, after_left, after_right)
        if averaged and len(liked) == 2:
            both = after_left + after_right
            return both / 2 if isinstance(both, float) else Fraction(both, 2)
        return after_left if liked[last] is LEFT else after_right

    return intend


def sides_on(who: Opponent, values: Sequence[Any]) -> Sides:
    """The sides that they like best, before a tie is broken; of those who look at cards, what ties leave.

    Both if they do not care, none if their rule mixes the two.
    """
    if who.player is not None:
        from twoends.rules.rows import Row  # late: only your own players need one

        book = Rulebook(Row.of(values), False, values)

        def liked(i: int, j: int, after_left: Total, after_right: Total) -> tuple[Side, ...]:
            state = State((i, j), len(values) - (j - i))
            return (LEFT,) if who.played(book.moving(state, "opponent"), state) is LEFT else (RIGHT,)

    elif who.rule is not None:

        def liked(i: int, j: int, after_left: Total, after_right: Total) -> tuple[Side, ...]:
            return sides_by_rule(_rule(who, values, i, j), after_left, after_right)

    elif who.looks_at_cards:
        left_keys, right_keys = _keys(who, values)
        tied = (LEFT, RIGHT) if who.ties == "random" else (RIGHT,) if who.ties == "right" else (LEFT,)

        def liked(i: int, j: int, after_left: Total, after_right: Total) -> tuple[Side, ...]:
            return _larger(left_keys[i], right_keys[j - 1], tied)

    else:
        key = who.habit.key

        def liked(i: int, j: int, after_left: Total, after_right: Total) -> tuple[Side, ...]:
            # Both totals add up to the same: what is not yours is theirs.
            left, right = (key(Outcome(None, after, -after)) for after in (after_left, after_right))
            return _larger(left, right, (LEFT, RIGHT))

    return lambda i, j, after_left, after_right: (
        liked(i, j, after_left, after_right) if j - i > 1 else (LEFT,)
    )


def _rule(who: Opponent, values: Sequence[Any], i: int, j: int) -> Callable[[Total, Total], Total]:
    return rule_on(who.name, who.rule, values[i:j], values[i], values[j - 1])


def _larger(left: Any, right: Any, tied: tuple[Side, ...]) -> tuple[Side, ...]:
    return (LEFT,) if left > right else (RIGHT,) if left < right else tied


def _keys(who: Opponent, values: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """The keys of the left and the right end at each card of a row, for those who look at cards; O(n)."""
    key = who.habit.key
    return (
        [key(Cards(*pair)) for pair in zip(values, [*values[1:], 0], strict=False)],
        [key(Cards(*pair)) for pair in zip(values, [0, *values], strict=False)],
    )
