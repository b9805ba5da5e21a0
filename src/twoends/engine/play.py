"""Whole games between two players, on many rows of one length.

A player prefers what is best for two optimal players, or the sides that `sweep` decided, or the end with the
larger key; a tie-breaking rule decides if they prefer both ends, and any player may move at random.

    optimal  whether the player prefers what is exactly optimal
    keys     by row and card, what a player who looks at the cards compares
    sides    empty, or the sums of the sides that the player prefers, by block of rows, length and start:
             row k is in lane k % lanes of block k // lanes, its start i at i * lanes + lane
    lanes    the number of rows in a block
    ties     the side taken if both are preferred: LEFT, RIGHT, or BOTH for either equally often
    epsilon  the probability that a move is random
"""

from __future__ import annotations

from typing import Any

from twoends.engine.coins import LEFT, RIGHT, best_sides, fill_coins

BOTH = 3


def preferred(keys: Any, sides: Any, lanes: Any, lane: Any, start: Any, stop: Any) -> Any:
    """The sum of the sides that a player who is not optimal prefers, given the keys and sides of a row."""
    if len(sides) > 0:
        return sides[stop - start][start * lanes + lane]
    return LEFT * (keys[start] >= keys[stop - 1]) + RIGHT * (keys[start] <= keys[stop - 1])


def goes_left(preferred: Any, ties: Any, epsilon: Any, draw: Any) -> bool:
    """Whether a player goes left; one draw decides between a random move and the intended one, and a tie."""
    if draw < epsilon:
        return draw + draw < epsilon
    if preferred == BOTH:
        return draw + draw < 1 + epsilon if ties == BOTH else ties == LEFT
    return preferred == LEFT


def play_games(rows: Any, first: Any, second: Any, draws: Any, table: Any, totals: Any) -> None:
    """Play every row to its end.

    first   the six arguments of the first player, as explained above
    draws   in [0, 1), one for each move of each row; none for a row if no move is random
    table   scratch for `coins`
    totals  filled in with the totals of the first and of the second player
    """
    first_optimal, first_keys, first_sides, first_lanes, first_ties, first_epsilon = first
    second_optimal, second_keys, second_sides, second_lanes, second_ties, second_epsilon = second
    first_is_optimal, second_is_optimal = first_optimal == 1, second_optimal == 1
    for k in range(len(rows)):
        row = rows[k]
        n = len(row)
        if first_is_optimal or second_is_optimal:
            fill_coins(table, row)
        keys, other_keys = first_keys[k], second_keys[k]
        sides, other_sides = first_sides[k // first_lanes], second_sides[k // second_lanes]
        lane, other_lane = k % first_lanes, k % second_lanes
        start, stop = 0, n
        for turn in range(n):
            draw = draws[k][turn] if len(draws[k]) > 0 else 1
            if turn % 2 == 0:
                if first_is_optimal:
                    wanted = best_sides(table, start, stop)
                else:
                    wanted = preferred(keys, sides, first_lanes, lane, start, stop)
                left = goes_left(wanted, first_ties, first_epsilon, draw)
            else:
                if second_is_optimal:
                    wanted = best_sides(table, start, stop)
                else:
                    wanted = preferred(other_keys, other_sides, second_lanes, other_lane, start, stop)
                left = goes_left(wanted, second_ties, second_epsilon, draw)
            if left:
                totals[k][turn % 2] += row[start]
                start += 1
            else:
                stop -= 1
                totals[k][turn % 2] += row[stop]
