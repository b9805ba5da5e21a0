// Translated from twoends/engine/teaching.py by tools/engine_js.py: change the text, not this file.
//
// All values are Number. A method yields [line, variables] when it is called and before each statement,
// each test and each round of a loop: the line in its SOURCES, from 0, and its numbers and booleans. They are
// undefined before they are assigned; the variable of a loop is left out elsewhere.

import { LEFT, RIGHT, after_reply, expected, max, prefers } from "./engine.js";

// Whether the opponent may take an end of cards i to j, as far as can be told without looking ahead.
export function may_take(opponent, end, i, j) {
  let kind, keys, weights, prefers_the_other;
  [kind, keys, weights] = opponent;
  if (((weights !== null) && (weights[1] > 0))) {
    return true;
  }
  prefers_the_other = (prefers(kind, keys[i], keys[j], 0, 0) == ((LEFT + RIGHT) - end));
  return !prefers_the_other;
}

// Your total after the opponent's move on cards i to j, given your totals after either end.
export function their_move(opponent, i, j, left, right) {
  let kind, keys, weights;
  [kind, keys, weights] = opponent;
  if ((weights === null)) {
    return after_reply(kind, keys[i], keys[j], left, right);
  }
  return Math.floor(expected(kind, weights, keys[i], keys[j], left, right) / weights[3]);
}

// Your total on cards i to j: every line of play is followed to its end.
export function* exhaustive(cards, i, j, yours, opponent) {
  let left, right;
  yield [0, { i, j, yours, left, right }];
  yield [1, { i, j, yours, left, right }];
  if ((i == j)) {
    yield [2, { i, j, yours, left, right }];
    return (yours ? cards[i] : 0);
  }
  yield [3, { i, j, yours, left, right }];
  if (yours) {
    yield [4, { i, j, yours, left, right }];
    left = (cards[i] + (yield* exhaustive(cards, (i + 1), j, false, opponent)));
    yield [5, { i, j, yours, left, right }];
    right = (cards[j] + (yield* exhaustive(cards, i, (j - 1), false, opponent)));
    yield [6, { i, j, yours, left, right }];
    return max(left, right);
  }
  yield [7, { i, j, yours, left, right }];
  left = 0;
  right = left;
  yield [8, { i, j, yours, left, right }];
  if (may_take(opponent, LEFT, i, j)) {
    yield [9, { i, j, yours, left, right }];
    left = (yield* exhaustive(cards, (i + 1), j, true, opponent));
  }
  yield [10, { i, j, yours, left, right }];
  if (may_take(opponent, RIGHT, i, j)) {
    yield [11, { i, j, yours, left, right }];
    right = (yield* exhaustive(cards, i, (j - 1), true, opponent));
  }
  yield [12, { i, j, yours, left, right }];
  return their_move(opponent, i, j, left, right);
}

// Your total on cards i to j: each interval is solved once, when it is first asked for.
export function* top_down(cards, i, j, yours, opponent, memo) {
  let left, right;
  yield [0, { i, j, yours, left, right }];
  yield [1, { i, j, yours, left, right }];
  if ((memo[i][j] !== null)) {
    yield [2, { i, j, yours, left, right }];
    return memo[i][j];
  }
  yield [3, { i, j, yours, left, right }];
  if ((i == j)) {
    yield [4, { i, j, yours, left, right }];
    memo[i][j] = (yours ? cards[i] : 0);
  } else {
    yield [5, { i, j, yours, left, right }];
    if (yours) {
      yield [6, { i, j, yours, left, right }];
      left = (cards[i] + (yield* top_down(cards, (i + 1), j, false, opponent, memo)));
      yield [7, { i, j, yours, left, right }];
      right = (cards[j] + (yield* top_down(cards, i, (j - 1), false, opponent, memo)));
      yield [8, { i, j, yours, left, right }];
      memo[i][j] = max(left, right);
    } else {
      yield [10, { i, j, yours, left, right }];
      left = 0;
      right = left;
      yield [11, { i, j, yours, left, right }];
      if (may_take(opponent, LEFT, i, j)) {
        yield [12, { i, j, yours, left, right }];
        left = (yield* top_down(cards, (i + 1), j, true, opponent, memo));
      }
      yield [13, { i, j, yours, left, right }];
      if (may_take(opponent, RIGHT, i, j)) {
        yield [14, { i, j, yours, left, right }];
        right = (yield* top_down(cards, i, (j - 1), true, opponent, memo));
      }
      yield [15, { i, j, yours, left, right }];
      memo[i][j] = their_move(opponent, i, j, left, right);
    }
  }
  yield [16, { i, j, yours, left, right }];
  return memo[i][j];
}

// Your total on all cards: every interval is solved once, the shortest first.
export function* bottom_up(cards, you_first, opponent, dp) {
  let n, yours, j;
  yield [0, { you_first, n, yours, j }];
  yield [1, { you_first, n, yours, j }];
  n = cards.length;
  yield [2, { you_first, n, yours, j }];
  for (let length = 1; length < (n + 1); (yield [2, { you_first, n, yours, j, length }]), length += 1) {
    yield [3, { you_first, n, yours, j, length }];
    yours = ((((n - length) % 2) == 0) == you_first);
    yield [4, { you_first, n, yours, j, length }];
    for (let i = 0; i < ((n - length) + 1); (yield [4, { you_first, n, yours, j, length, i }]), i += 1) {
      yield [5, { you_first, n, yours, j, length, i }];
      j = ((i + length) - 1);
      yield [6, { you_first, n, yours, j, length, i }];
      if ((length == 1)) {
        yield [7, { you_first, n, yours, j, length, i }];
        dp[i][j] = (yours ? cards[i] : 0);
      } else {
        yield [8, { you_first, n, yours, j, length, i }];
        if (yours) {
          yield [9, { you_first, n, yours, j, length, i }];
          dp[i][j] = max((cards[i] + dp[(i + 1)][j]), (cards[j] + dp[i][(j - 1)]));
        } else {
          yield [11, { you_first, n, yours, j, length, i }];
          dp[i][j] = their_move(opponent, i, j, dp[(i + 1)][j], dp[i][(j - 1)]);
        }
      }
    }
  }
  yield [12, { you_first, n, yours, j }];
  return dp[0][(n - 1)];
}

// The margin of the player who moves first: fold each peak, then take the larger end by turns.
export function* contract(cards, coins) {
  let top, margin, left, right, sign;
  yield [0, { top, margin, left, right, sign }];
  yield [1, { top, margin, left, right, sign }];
  top = (-1);
  yield [2, { top, margin, left, right, sign }];
  for (let k = 0; k < cards.length; (yield [2, { top, margin, left, right, sign, k }]), k += 1) {
    yield [3, { top, margin, left, right, sign, k }];
    top += 1;
    yield [4, { top, margin, left, right, sign, k }];
    coins[top] = cards[k];
    for (yield [5, { top, margin, left, right, sign, k }]; ((top > 1) && (coins[(top - 2)] < coins[(top - 1)] && coins[(top - 1)] >= coins[top])); yield [5, { top, margin, left, right, sign, k }]) {
      yield [6, { top, margin, left, right, sign, k }];
      coins[(top - 2)] = ((coins[(top - 2)] - coins[(top - 1)]) + coins[top]);
      yield [7, { top, margin, left, right, sign, k }];
      top -= 2;
    }
  }
  yield [8, { top, margin, left, right, sign }];
  margin = 0;
  left = margin;
  yield [9, { top, margin, left, right, sign }];
  right = top;
  yield [10, { top, margin, left, right, sign }];
  sign = 1;
  for (yield [11, { top, margin, left, right, sign }]; (left <= right); yield [11, { top, margin, left, right, sign }]) {
    yield [12, { top, margin, left, right, sign }];
    if ((coins[left] >= coins[right])) {
      yield [13, { top, margin, left, right, sign }];
      margin += (sign * coins[left]);
      yield [14, { top, margin, left, right, sign }];
      left += 1;
    } else {
      yield [16, { top, margin, left, right, sign }];
      margin += (sign * coins[right]);
      yield [17, { top, margin, left, right, sign }];
      right -= 1;
    }
    yield [18, { top, margin, left, right, sign }];
    sign = (-sign);
  }
  yield [19, { top, margin, left, right, sign }];
  return margin;
}

export const SOURCES = {
  "exhaustive": [
    "def exhaustive(cards, i, j, yours, opponent):",
    "    if i == j:",
    "        return cards[i] if yours else 0",
    "    if yours:",
    "        left = cards[i] + exhaustive(cards, i + 1, j, False, opponent)",
    "        right = cards[j] + exhaustive(cards, i, j - 1, False, opponent)",
    "        return max(left, right)",
    "    left = right = 0",
    "    if may_take(opponent, LEFT, i, j):",
    "        left = exhaustive(cards, i + 1, j, True, opponent)",
    "    if may_take(opponent, RIGHT, i, j):",
    "        right = exhaustive(cards, i, j - 1, True, opponent)",
    "    return their_move(opponent, i, j, left, right)"
  ],
  "top_down": [
    "def top_down(cards, i, j, yours, opponent, memo):",
    "    if memo[i][j] is not None:",
    "        return memo[i][j]",
    "    if i == j:",
    "        memo[i][j] = cards[i] if yours else 0",
    "    elif yours:",
    "        left = cards[i] + top_down(cards, i + 1, j, False, opponent, memo)",
    "        right = cards[j] + top_down(cards, i, j - 1, False, opponent, memo)",
    "        memo[i][j] = max(left, right)",
    "    else:",
    "        left = right = 0",
    "        if may_take(opponent, LEFT, i, j):",
    "            left = top_down(cards, i + 1, j, True, opponent, memo)",
    "        if may_take(opponent, RIGHT, i, j):",
    "            right = top_down(cards, i, j - 1, True, opponent, memo)",
    "        memo[i][j] = their_move(opponent, i, j, left, right)",
    "    return memo[i][j]"
  ],
  "bottom_up": [
    "def bottom_up(cards, you_first, opponent, dp):",
    "    n = len(cards)",
    "    for length in range(1, n + 1):",
    "        yours = ((n - length) % 2 == 0) == you_first",
    "        for i in range(n - length + 1):",
    "            j = i + length - 1",
    "            if length == 1:",
    "                dp[i][j] = cards[i] if yours else 0",
    "            elif yours:",
    "                dp[i][j] = max(cards[i] + dp[i + 1][j], cards[j] + dp[i][j - 1])",
    "            else:",
    "                dp[i][j] = their_move(opponent, i, j, dp[i + 1][j], dp[i][j - 1])",
    "    return dp[0][n - 1]"
  ],
  "contract": [
    "def contract(cards, coins):",
    "    top = -1",
    "    for k in range(len(cards)):",
    "        top += 1",
    "        coins[top] = cards[k]",
    "        while top > 1 and coins[top - 2] < coins[top - 1] >= coins[top]:",
    "            coins[top - 2] = coins[top - 2] - coins[top - 1] + coins[top]",
    "            top -= 2",
    "    margin = left = 0",
    "    right = top",
    "    sign = 1",
    "    while left <= right:",
    "        if coins[left] >= coins[right]:",
    "            margin += sign * coins[left]",
    "            left += 1",
    "        else:",
    "            margin += sign * coins[right]",
    "            right -= 1",
    "        sign = -sign",
    "    return margin"
  ]
};
