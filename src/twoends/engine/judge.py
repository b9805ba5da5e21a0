"""Judge moves: what each gives away, which are best, and how they are marked.

All totals of a game have one unit. They are exact, or floats with a rounding error of at most `error` each;
of exact ones `error` is zero.

    worth    what a player maximises: their total if the rules fix the sum of both totals, else their margin
    loss     what a move gives away: the worth of the best move less its own, never negative. If the sum is
             fixed, the margin changes by twice as much
    stake    the largest loss of any legal move; zero: the choice does not matter
    best     of the moves without a loss, those of the largest own total
    spread   the largest card less the smallest
    mark     BEST; EQUAL if it has no loss, but is not best; BLUNDER if the loss is at least a quarter of the
             spread, or if what it takes from the promised margin changes who wins; or else INACCURACY

A promised margin is that of the final totals if you play best from now on. Its sign says who wins; a
difference of two totals within their rounding errors counts as zero.
"""

from __future__ import annotations

from typing import Any

BEST, EQUAL, INACCURACY, BLUNDER = range(4)
"""The marks."""


def worth_of(own: Any, other: Any, fixed_sum: bool) -> Any:
    """What a player maximises, given their total and the other player's."""
    return own if fixed_sum else own - other


def sign_of(difference: Any, error: Any) -> Any:
    """The sign of a difference of two totals: 1, 0 or -1."""
    if difference > error + error:
        return 1
    return -1 if difference < -(error + error) else 0


def judge_moves(after: Any, fixed_sum: bool, error: Any, lost: Any, best: Any) -> None:
    """Fill in the loss of each of m legal moves, m > 0, and whether it is best; O(m).

    after  by move the mover's total and the other player's, shape (m, 2)
    lost   zeros of the kind of the totals, filled in with the losses, shape (m,)
    best   zeros, filled in with 1 for each best move, shape (m,)
    """
    zero, rounding = lost[0], error + error
    most, largest = None, None
    for k in range(len(after)):
        worth = worth_of(after[k][0], after[k][1], fixed_sum)
        if most is None or worth > most:
            most = worth
        lost[k] = worth
    for k in range(len(after)):
        loss = most - lost[k]
        if loss > rounding:
            lost[k] = loss
        else:
            lost[k], best[k] = zero, 1
            if largest is None or after[k][0] > largest:
                largest = after[k][0]
    if not fixed_sum:  # else worths are own totals
        for k in range(len(after)):
            if best[k] == 1 and largest - after[k][0] > rounding:
                best[k] = 0


def stake_of(lost: Any) -> Any:
    """The stake, given the losses of all legal moves, one or more."""
    stake = lost[0]
    for k in range(1, len(lost)):
        if lost[k] > stake:
            stake = lost[k]
    return stake


def spread_of(values: Any, zero: Any) -> Any:
    """The spread of n cards; zero, of the kind of the values, if there are none; O(n)."""
    if len(values) == 0:
        return zero
    least, most = values[0], values[0]
    for k in range(1, len(values)):
        if values[k] < least:
            least = values[k]
        elif values[k] > most:
            most = values[k]
    return most - least


def mark_of(loss: Any, is_best: bool, fixed_sum: bool, promised: Any, spread: Any, error: Any) -> Any:
    """The mark of a move, given the mover's promised margin before it and the spread of all cards."""
    if is_best:
        return BEST
    if loss == loss - loss:
        return EQUAL
    twice = loss + loss
    left = promised - (twice if fixed_sum else loss)
    if twice + twice >= spread or sign_of(promised, error) != sign_of(left, error):
        return BLUNDER
    return INACCURACY


def turning_point(margins: Any, error: Any) -> Any:
    """The number of the last move that changed the promised result, from 1; 0 if none did.

    margins  one player's promised margin before the first of m moves and after each, shape (m + 1,)
    """
    number, before = 0, sign_of(margins[0], error)
    for k in range(1, len(margins)):
        promised = sign_of(margins[k], error)
        if promised != before:
            number, before = k, promised
    return number


def performance_of(movers: Any, player: Any, lost: Any, stakes: Any, marks: Any, zero: Any) -> Any:
    """How well one player played m moves: the sums of their losses and stakes, inaccuracies and blunders.

    movers  who made each move, shape (m,)
    player  one of them
    lost, stakes, marks  the loss, the stake and the mark of each move, shape (m,)
    zero    of the kind of the losses
    """
    loss, stake, inaccuracies, blunders = zero, zero, 0, 0
    for k in range(len(marks)):
        if movers[k] == player:
            loss, stake = loss + lost[k], stake + stakes[k]
            if marks[k] == INACCURACY:
                inaccuracies += 1
            elif marks[k] == BLUNDER:
                blunders += 1
    return loss, stake, inaccuracies, blunders
