"""Other rules, any opponent, any order of turns: both totals of all positions of a row, the shortest first.

    either end  positions are intervals [i, j), placed by i
    one end     positions are suffixes [i, n), placed by M for 1-2M: M = 1 is at 0; else all are at 0

A row is given as prefix sums, backwards for moves from the right. A move from the left leads from [i, j) to
[k, j), one from the right to [i, k). If moves merge, card i counts as the sum of all cards up to it.

What else distinguishes positions is their phase: the number of moves made, or its place in the order of
turns, and who began. If every move takes the same number of cards, the length implies that number.

If a move may take any number of cards, the best left move from [i, j) leaves the same [k, j) for every i:
another i adds the same to the earnings of every move. So one best continuation is stored for each j, and one
for each i for moves from the right: the arms.

Random moves do not divide: a move of weight w counts w times, and all other totals are multiplied by the sum
of these weights, which is one for each length. So all totals have the same unit at any time.
"""

from __future__ import annotations

from typing import Any

from twoends.engine.sweep import GENEROUS, LARGER_EITHER, OPTIMAL

YOU = 5
"""How the mover chooses; LARGER: by what a move earns, with ties to the left, to the right, or at random."""

KIND, PREFERS, TIES_RIGHT, AFTER, OVER, COLUMNS = range(6)
"""
The columns of the table of movers, by phase, or by the number of moves modulo CYCLE and phase:

    KIND        one of the above
    PREFERS     1 if LARGER means what it says, -1 if the smaller one, 0 if all moves are equal
    TIES_RIGHT  1 if equally good moves go to the right end
    AFTER       the phase after a move
    OVER        1 if play has ended, even if cards remain

All tables are flat, and one function has all loops: compiled, each call and each row of an array count
references, which made the solution five times as slow.
"""

(
    LEAST, MOST, DOUBLING, EITHER, BY_REST, MERGE, MEMORY, SHORTEST, PLACES, KEPT, CYCLE, NUMBERS, WANTED,
) = range(13)  # fmt: skip
"""
The rules of a game:

    LEAST, MOST  the numbers of cards that a move takes; MOST is 0 for any number
    DOUBLING     1 if MOST is twice M
    EITHER       1 if a move may take from either end
    BY_REST      1 if a move earns the cards that it leaves
    MERGE        1 if the cards taken become one card
    MEMORY       M at the start
    SHORTEST     the fewest cards that can be left
    PLACES       the largest number of positions of a length, in one phase
    KEPT         how many lengths of positions are kept
    CYCLE        if the length implies the number of moves: after how many of them the movers repeat; else 0
    NUMBERS      if each number of moves is a phase: how many there are; else 0
    WANTED       the phase after your first move
"""


def memory_place(doubling: bool, memory: Any, cards: Any) -> Any:
    """The place of M among the positions of a suffix of `cards` cards; 0 for rules without M.

    All M from half of the cards, rounded up, on allow the same moves.
    """
    return max(1, min(memory, (cards + 1) // 2)) - 1 if doubling else 0


def begin_of(rules: Any, n: Any, length: Any) -> Any:
    """Where the moves of a length begin among those of a phase."""
    longer = length - rules[SHORTEST]
    if rules[EITHER] == 1:
        return longer * (2 * n + 3 - rules[SHORTEST] - length) // 2
    return longer * rules[PLACES]


def is_reached(step: Any, most: Any, cycle: Any, numbers: Any, gone: Any, phase: Any) -> bool:
    """Whether a game can reach positions in a phase after this many cards are gone.

    step, most  the fewest and the most cards by which a move shortens the row; 0 for any number
    """
    if cycle > 0:
        return gone % step == 0
    if numbers == 0 or gone == 0:
        return gone > 0 or numbers == 0 or phase % numbers == 0
    made = phase % numbers
    return made * step <= gone and (made > 0 if most == 0 else made * most >= gone)


def wants(kind: Any, prefers: Any, earns: Any, yours: Any, theirs: Any) -> Any:
    """What the mover wants most of, given what a move earns and both totals after it.

    Adding the same amount to the earnings of several moves does not change their order.
    """
    if kind == YOU:
        return earns + yours - theirs
    if kind == OPTIMAL:
        return earns + theirs - yours
    if kind == GENEROUS:
        return -earns - theirs
    if prefers == 0:
        return earns - earns
    return earns if prefers > 0 else -earns


def wants_then(kind: Any, earns: Any, yours: Any, theirs: Any) -> Any:
    """What the mover wants next of moves that are equal by `wants`."""
    if kind == YOU:
        return earns + yours
    if kind == OPTIMAL:
        return earns + theirs
    if kind == GENEROUS:
        return yours - theirs - earns
    return theirs - theirs


def mixed(kind: Any, chosen: Any, legal: Any, options: Any, at_random: Any, intended: Any) -> Any:
    """Both totals after a move that chance decides, times the sum of the weights.

    at_random  by the number of legal moves, the weight of each of them
    intended   by the number of equal moves between which chance decides, the additional weight of each
    """
    earns, yours, theirs = options[0], options[1], options[2]
    tied = 1
    if kind == LARGER_EITHER:
        tied = 0
        for k in range(legal):
            if earns[k] == earns[chosen]:
                tied += 1
    sum_yours = sum_theirs = yours[0] - yours[0]
    for k in range(legal):
        weight = at_random[legal]
        if k == chosen or (kind == LARGER_EITHER and earns[k] == earns[chosen]):
            weight = weight + intended[tied]
        sum_yours = sum_yours + weight * yours[k]
        sum_theirs = sum_theirs + weight * (theirs[k] + earns[k])
    return sum_yours, sum_theirs


def fill_positions(
    rules: Any, sums: Any, movers: Any, factors: Any, chance: Any, options: Any, yours: Any, theirs: Any,
    yours_after: Any, theirs_after: Any, arm: Any, arm_yours: Any, arm_theirs: Any, moves: Any, edges: Any,
    first: Any, last: Any,
) -> Any:  # fmt: skip
    """Fill in all positions of the lengths from `first` to below `last`; return their number.

    O(counts) each; O(1) if a move takes any number.

    factors        what a move earns is multiplied by, for each row of `movers`
    chance         None, or (units, weights, at_random, intended): by length, the unit of the totals of
                   shorter positions, how many of these its own unit is, and the arguments of `mixed`
    options        None, or room for what each legal move earns, and both totals after it
    yours, theirs  both totals by phase, length modulo KEPT, and place
    yours_after, theirs_after  the same two, or, if the players change roles with each move, as two optimal
                   ones may in turn, exchanged
    arm            by phase, side and the place at the other end, where the best continuation leads; first -1
    moves          empty, or filled in by phase and place, from `begin_of` each length on, with the number
                   of cards taken, negative from the right; 0 if no move is left
    edges          filled in by the cards gone with both totals after a first move from the left that leaves
                   the others, and after one from the right
    """
    n, zero, solved = len(sums) - 1, sums[0], 0
    least, most_taken, memory_at_start, shortest = rules[LEAST], rules[MOST], rules[MEMORY], rules[SHORTEST]
    doubling, either, by_rest, merge = rules[DOUBLING] == 1, rules[EITHER] == 1, rules[BY_REST], rules[MERGE]
    kept, largest, cycle, numbers = rules[KEPT], rules[PLACES], rules[CYCLE], rules[NUMBERS]
    step, most_gone, takes_any = least - merge, max(most_taken - merge, 0), most_taken == 0 and not doubling
    phases, cells = len(yours) // (kept * largest), begin_of(rules, n, n + 1)
    begin = begin_of(rules, n, first)
    keeps_moves = len(moves) > 0
    for length in range(first, last):
        here, gone, places = length % kept, n - length, n + 1 - length
        if not either:
            places = 1 + memory_place(doubling, memory_at_start + gone // 2, length)
        for phase in range(phases):
            row = phase
            if cycle > 0:
                row += phases * (gone // step % cycle)
            at, factor = COLUMNS * row, factors[row]
            kind, prefers, after = movers[at + KIND], movers[at + PREFERS], movers[at + AFTER]
            ties_right, over = movers[at + TIES_RIGHT] == 1, movers[at + OVER] == 1
            level, arms, by_arms = after * kept, 2 * phase * (n + 1), takes_any
            if chance is not None:
                factor = factor * chance[0][length]
                by_arms = takes_any and kind == YOU
            # The longest positions that a move leads to join the arms, preferred to equally good ones.
            joining = length - step
            joins = by_arms and joining >= shortest
            if joins and is_reached(step, most_gone, cycle, numbers, gone + step, after):
                joined = (level + joining % kept) * largest
                for side in range(2 if either and joining > 0 else 1):
                    from_right, by_sum = side == 1, side == by_rest
                    for i in range(0 if either else n - joining, n - joining + 1):
                        at = arms + (n + 1 + i if from_right else i + joining)
                        cell, k = joined + (i if either else 0), i + joining if from_right else i
                        # Up to a constant of the arm, a move earns this times the sum up to where it leads.
                        sign = factor if by_sum else -factor
                        is_better = arm[at] < 0
                        if not is_better:
                            earns, best_earns = sign * sums[k + merge], sign * sums[arm[at] + merge]
                            by_new = wants(kind, prefers, earns, yours_after[cell], theirs_after[cell])
                            by_old = wants(kind, prefers, best_earns, arm_yours[at], arm_theirs[at])
                            is_better = by_new > by_old
                            if by_new == by_old:
                                by_new = wants_then(kind, earns, yours_after[cell], theirs_after[cell])
                                by_old = wants_then(kind, best_earns, arm_yours[at], arm_theirs[at])
                                is_better = by_new >= by_old
                        if is_better:
                            arm[at] = k
                            arm_yours[at], arm_theirs[at] = yours_after[cell], theirs_after[cell]
            count = places if is_reached(step, most_gone, cycle, numbers, gone, phase) else 0
            solved += count
            limit = length if most_taken == 0 else min(most_taken, length)
            if over:
                limit = 0
            own = (phase * kept + here) * largest
            for place in range(count):
                start = place if either else gone
                stop = start + length
                most = limit
                if doubling:
                    most = min(most, 2 * (place + 1))
                base = zero if merge == 1 else sums[start]
                best, chosen, legal = 0, 0, 0
                best_earns, best_yours, best_theirs, best_wants = zero, zero, zero, zero
                for side in range(2 if either else 1):
                    from_right, by_sum = side == 1, side == by_rest
                    if from_right and most == length:
                        most -= 1  # taking all cards counts as a left move
                    taken = least
                    while taken <= most:
                        if by_arms:
                            at = arms + (n + 1 + start if from_right else stop)
                            k = arm[at]
                            after_yours, after_theirs = arm_yours[at], arm_theirs[at]
                            taken = most
                            if k < 0:
                                break
                        else:
                            k = stop - taken if from_right else start + taken - merge
                            at = here - taken + merge
                            if at < 0:
                                at += kept
                            at = (level + at) * largest
                            if either:
                                at += start if from_right else k
                            elif doubling:
                                at += memory_place(doubling, max(place + 1, taken), stop - k)
                            after_yours, after_theirs = yours_after[at], theirs_after[at]
                        if by_sum:
                            earns = factor * (sums[k + merge] - base)
                        else:
                            earns = factor * (sums[stop] - sums[k])
                        by_new = wants(kind, prefers, earns, after_yours, after_theirs)
                        is_better = best == 0 or by_new > best_wants
                        if not is_better and by_new == best_wants:
                            then = wants_then(kind, earns, after_yours, after_theirs)
                            before = wants_then(kind, best_earns, best_yours, best_theirs)
                            prefers_right = from_right and ties_right and best > 0
                            is_better = then > before or (prefers_right and then == before)
                        if is_better:
                            best = k - stop if from_right else k - start + merge
                            chosen, best_wants = legal, by_new
                            best_earns, best_yours, best_theirs = earns, after_yours, after_theirs
                        if options is not None:
                            options[0][legal] = earns
                            options[1][legal], options[2][legal] = after_yours, after_theirs
                        legal += 1
                        taken += 1
                if kind == YOU:
                    best_yours = best_yours + best_earns
                else:
                    best_theirs = best_theirs + best_earns
                if chance is not None:
                    if kind == YOU or legal == 0:
                        weight = chance[1][length]
                        best_yours, best_theirs = best_yours * weight, best_theirs * weight
                    else:
                        best_yours, best_theirs = mixed(
                            kind, chosen, legal, options, chance[2][length], chance[3][length]
                        )
                yours[own + place], theirs[own + place] = best_yours, best_theirs
                if keeps_moves:
                    moves[phase * cells + begin + place] = best
        begin += places if either else largest
        if chance is not None and chance[0][length + 1] != chance[0][length]:
            weight = chance[1][length]
            for phase in range(phases):
                own = (phase * kept + here) * largest
                for place in range(phase * kept * largest, (phase + 1) * kept * largest):
                    if place < own or place >= own + largest:
                        yours[place], theirs[place] = yours[place] * weight, theirs[place] * weight
            for place in range(len(arm)):
                arm_yours[place], arm_theirs[place] = arm_yours[place] * weight, arm_theirs[place] * weight
        edge = 4 * gone
        if edge < len(edges):
            at = (rules[WANTED] * kept + here) * largest
            edges[edge + 2], edges[edge + 3] = yours_after[at], theirs_after[at]
            if either:
                at += gone
            edges[edge], edges[edge + 1] = yours_after[at], theirs_after[at]
    return solved


def fill_rows(
    rows: Any, rules: Any, sums: Any, movers: Any, factors: Any, chance: Any, options: Any, yours: Any,
    theirs: Any, yours_after: Any, theirs_after: Any, arm: Any, arm_yours: Any, arm_theirs: Any, moves: Any,
    edges: Any, of_yours: Any, of_theirs: Any,
) -> None:  # fmt: skip
    """Fill in both totals of every row if you move first, without chance."""
    n = len(sums) - 1
    at = n % rules[KEPT] * rules[PLACES] + memory_place(rules[DOUBLING] == 1, rules[MEMORY], n)
    for row in range(len(rows)):
        cards = rows[row]
        for k in range(n):
            sums[k + 1] = sums[k] + cards[k]
        for k in range(len(arm)):
            arm[k] = -1
        fill_positions(
            rules, sums, movers, factors, chance, options, yours, theirs, yours_after, theirs_after, arm,
            arm_yours, arm_theirs, moves, edges, rules[SHORTEST], n + 1,
        )  # fmt: skip
        of_yours[row], of_theirs[row] = yours[at], theirs[at]
