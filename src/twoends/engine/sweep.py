"""Anyone against your best response: your totals on all intervals, the shortest first.

O(n²) time, O(n) memory.

    your turn        total(i, j) = max(card[i] + total(i+1, j), card[j-1] + total(i, j-1))
    the opponent's   total(i, j) = after_reply(total(i+1, j), total(i, j-1))

The number of cards says whose turn it is. A level holds the totals on the intervals of one length, by start,
and follows from the level before. Rows of one length may be interleaved: card i of row r is at i * lanes + r,
and so are keys and totals. Around a circle the cards are given twice in a row.
"""

from __future__ import annotations

from typing import Any

from twoends.engine.coins import LEFT, RIGHT

OPTIMAL, GENEROUS, LARGER_LEFT, LARGER_RIGHT, LARGER_EITHER = range(5)
"""The kind of an opponent, who minimises your total, or maximises it, or takes the end with the larger key,
and of two equal ends the left one, the right one, or each equally often."""


def prefers(kind: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """The sum of the sides that the opponent prefers, given the keys of both ends and your totals after."""
    if kind == OPTIMAL:
        return LEFT * (after_left <= after_right) + RIGHT * (after_left >= after_right)
    if kind == GENEROUS:
        return LEFT * (after_left >= after_right) + RIGHT * (after_left <= after_right)
    if kind == LARGER_LEFT:
        return LEFT if left >= right else RIGHT
    if kind == LARGER_RIGHT:
        return LEFT if left > right else RIGHT
    return LEFT * (left >= right) + RIGHT * (left <= right)


def after_reply(kind: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """Your total after the move that the opponent intends."""
    if kind == OPTIMAL:
        return min(after_left, after_right)
    if kind == GENEROUS:
        return max(after_left, after_right)
    if kind == LARGER_LEFT:
        return after_left if left >= right else after_right
    return after_left if left > right else after_right


def expected(kind: Any, weights: Any, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
    """The weighted sum of your totals after the opponent's move, as `sweep` explains weights."""
    intended, at_random, equal, _ = weights
    if kind == LARGER_EITHER and left == right:
        return equal * (after_left + after_right)
    total = after_reply(kind, left, right, after_left, after_right)
    return at_random * (after_left + after_right) + intended * total


def take(level: Any, after_left: Any, after_right: Any, cards: Any, far: Any, count: Any) -> None:
    """Fill in a level on which it is your turn, given the level before and the cards at both ends."""
    for k in range(count):
        level[k] = max(cards[k] + after_left[k], far[k] + after_right[k])


def answer(
    level: Any, after_left: Any, after_right: Any, keys: Any, far: Any, count: Any, kind: Any, weights: Any
) -> None:
    """Fill in a level on which it is the opponent's turn, given the keys of both ends."""
    if weights is None:
        for k in range(count):
            level[k] = after_reply(kind, keys[k], far[k], after_left[k], after_right[k])
    else:
        for k in range(count):
            level[k] = expected(kind, weights, keys[k], far[k], after_left[k], after_right[k])


def decide(
    sides: Any, after_left: Any, after_right: Any, cards: Any, far: Any, count: Any, near: Any
) -> None:
    """Fill in the sum of your best sides on a level."""
    for k in range(count):
        by_left, by_right = cards[k] + after_left[k], far[k] + after_right[k]
        if near is not None and abs(by_left - by_right) <= near[k]:
            by_left = by_right
        sides[k] = LEFT * (by_left >= by_right) + RIGHT * (by_left <= by_right)


def decide_answer(
    sides: Any, after_left: Any, after_right: Any, keys: Any, far: Any, count: Any, kind: Any, near: Any
) -> None:
    """Fill in the sum of the sides that the opponent prefers on a level."""
    for k in range(count):
        by_left, by_right = after_left[k], after_right[k]
        if near is not None and abs(by_left - by_right) <= near[k]:
            by_left = by_right
        sides[k] = prefers(kind, keys[k], far[k], by_left, by_right)


def sweep(
    levels: Any,
    cards: Any,
    keys: Any,
    n: Any,
    lanes: Any,
    around: bool,
    kind: Any,
    weights: Any,
    you_first: bool,
    low: Any,
    high: Any,
    sides: Any,
    near: Any,
    totals: Any,
) -> None:
    """Go from the level of `low` cards to that of `high`.

    levels     two, with room for one more total than cards dealt; the level of k cards is levels[k % 2], and
               zeros if k is 0
    keys       what the opponent compares; they may be the cards themselves
    you_first  whether it is your turn on n cards
    weights    None, or, if chance decides, four: of the end that the opponent intends to take, of either end
               taken at random, of each of two equal ends, and of all: intended + 2 * at_random = 2 * equal =
               all. If they are whole numbers, an expectation is exact: totals and cards are multiplied by
               the last one with each move of the opponent. In floats it is 1.
    sides      None, or filled in by length with the sums of the sides that the mover prefers, LEFT for a
               single card
    near       None, or by card the largest difference at which two totals count as equal
    totals     None, or filled in with all levels by length
    """
    for length in range(low + 1, high + 1):
        level, before = levels[length % 2], levels[(length - 1) % 2]
        count = n if around else (n + 1 - length) * lanes
        last = (length - 1) * lanes
        yours = ((n - length) % 2 == 0) == you_first
        if sides is not None and length == 1:
            for k in range(count):
                sides[length][k] = LEFT
        if yours:
            if sides is not None and length > 1:
                decide(sides[length], before[lanes:], before, cards, cards[last:], count, near)
            take(level, before[lanes:], before, cards, cards[last:], count)
        elif length == 1:  # they take the card that is left: there is nothing to choose
            for k in range(count):
                level[k] = before[k]
        else:
            if sides is not None:
                decide_answer(sides[length], before[lanes:], before, keys, keys[last:], count, kind, near)
            answer(level, before[lanes:], before, keys, keys[last:], count, kind, weights)
            if weights is not None and weights[3] * weights[3] != weights[3]:  # unless it is 1
                for k in range(len(cards)):
                    cards[k] = cards[k] * weights[3]
        if around:
            level[n] = level[0]
        if totals is not None:
            for k in range(count):
                totals[length][k] = level[k]
