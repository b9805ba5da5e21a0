"""The four methods as teaching texts: short functions for one card from either end of a row.

The first three are against any opponent, and `contract` is for two optimal players. The page shows them and
runs them step by step, because `tools/engine_js.py` also gives them as generators. A row has at least one
card, and cards i to j include j, as in textbooks.

    yours     whether it is your turn; you_first: whether it is on all cards
    opponent  [kind, keys, weights], as `sweep` explains them. With weights, cards are whole numbers that are
              multiplied beforehand by weights[3] for each turn of the opponent: then expectations are whole
              numbers, too.
    memo, dp  n lists of n entries, None at first: memo[i][j] or dp[i][j] is your total on cards i to j
    coins     a list with room for n coins: a stack, whose top is coins[top]
"""

from __future__ import annotations

from typing import Any

from twoends.engine.coins import LEFT, RIGHT
from twoends.engine.sweep import after_reply, expected, prefers


def may_take(opponent: Any, end: int, i: int, j: int) -> bool:
    """Whether the opponent may take an end of cards i to j, as far as can be told without looking ahead."""
    kind, keys, weights = opponent
    if weights is not None and weights[1] > 0:
        return True
    prefers_the_other = prefers(kind, keys[i], keys[j], 0, 0) == LEFT + RIGHT - end
    return not prefers_the_other


def their_move(opponent: Any, i: int, j: int, left: Any, right: Any) -> Any:
    """Your total after the opponent's move on cards i to j, given your totals after either end."""
    kind, keys, weights = opponent
    if weights is None:
        return after_reply(kind, keys[i], keys[j], left, right)
    return expected(kind, weights, keys[i], keys[j], left, right) // weights[3]


def exhaustive(cards: Any, i: int, j: int, yours: bool, opponent: Any) -> Any:
    """Your total on cards i to j: every line of play is followed to its end."""
    if i == j:
        return cards[i] if yours else 0
    if yours:
        left = cards[i] + exhaustive(cards, i + 1, j, False, opponent)
        right = cards[j] + exhaustive(cards, i, j - 1, False, opponent)
        return max(left, right)
    left = right = 0
    if may_take(opponent, LEFT, i, j):
        left = exhaustive(cards, i + 1, j, True, opponent)
    if may_take(opponent, RIGHT, i, j):
        right = exhaustive(cards, i, j - 1, True, opponent)
    return their_move(opponent, i, j, left, right)


def top_down(cards: Any, i: int, j: int, yours: bool, opponent: Any, memo: Any) -> Any:
    """Your total on cards i to j: each interval is solved once, when it is first asked for."""
    if memo[i][j] is not None:
        return memo[i][j]
    if i == j:
        memo[i][j] = cards[i] if yours else 0
    elif yours:
        left = cards[i] + top_down(cards, i + 1, j, False, opponent, memo)
        right = cards[j] + top_down(cards, i, j - 1, False, opponent, memo)
        memo[i][j] = max(left, right)
    else:
        left = right = 0
        if may_take(opponent, LEFT, i, j):
            left = top_down(cards, i + 1, j, True, opponent, memo)
        if may_take(opponent, RIGHT, i, j):
            right = top_down(cards, i, j - 1, True, opponent, memo)
        memo[i][j] = their_move(opponent, i, j, left, right)
    return memo[i][j]


def bottom_up(cards: Any, you_first: bool, opponent: Any, dp: Any) -> Any:
    """Your total on all cards: every interval is solved once, the shortest first."""
    n = len(cards)
    for length in range(1, n + 1):
        yours = ((n - length) % 2 == 0) == you_first
        for i in range(n - length + 1):
            j = i + length - 1
            if length == 1:
                dp[i][j] = cards[i] if yours else 0
            elif yours:
                dp[i][j] = max(cards[i] + dp[i + 1][j], cards[j] + dp[i][j - 1])
            else:
                dp[i][j] = their_move(opponent, i, j, dp[i + 1][j], dp[i][j - 1])
    return dp[0][n - 1]


def contract(cards: Any, coins: Any) -> Any:
    """The margin of the player who moves first: fold each peak, then take the larger end by turns."""
    top = -1
    for k in range(len(cards)):
        top += 1
        coins[top] = cards[k]
        while top > 1 and coins[top - 2] < coins[top - 1] >= coins[top]:
            coins[top - 2] = coins[top - 2] - coins[top - 1] + coins[top]
            top -= 2
    margin = left = 0
    right = top
    sign = 1
    while left <= right:
        if coins[left] >= coins[right]:
            margin += sign * coins[left]
            left += 1
        else:
            margin += sign * coins[right]
            right -= 1
        sign = -sign
    return margin
