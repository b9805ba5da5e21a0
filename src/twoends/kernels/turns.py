"""Other rules, any opponent, any order of turns: all positions of a row by length, shortest first.

Plain Python without NumPy: solvers/sweeps.py runs it on lists of exact numbers, kernels/other_rules.py
compiles it for arrays.

    either end  positions are intervals [i, j), placed by i; they depend on shorter ones that a move leaves
    one end     positions are suffixes [i, n), placed by M for 1-2M: M = 1 is at 0; else all are at 0

A position holds both totals, because the player to move compares margins and then their own totals. A row is
given as prefix sums. A move from the left leads from [i, j) to [k, j), one from the right to [i, k).

If a move may take any number of cards, the best left move from [i, j) leaves the same [k, j) for every i:
another i adds the same to the earnings of every move. So one best continuation is stored for each j, and one
for each i for moves from the right: the arms.
"""

from __future__ import annotations

from typing import Any, NamedTuple

YOURS, OPTIMAL, GENEROUS, GREEDY, MODEST = range(5)
"""The preference of the mover; YOURS: your best response."""


class Mover(NamedTuple):
    """The player to move in a phase.

    preference  YOURS and so on
    ties_right  whether ties go to the right end
    factor      multiplies the value of each card
    after       the phase after a move
    over        whether play has ended, even if cards remain
    """

    preference: int
    ties_right: bool
    factor: int
    after: int
    over: bool


class Dials(NamedTuple):
    """The rules of a game, and M at its start.

    most    the largest number of cards of a move; 0: any number, or twice M
    places  the largest number of positions of one length
    """

    least: int
    most: int
    doubling: bool
    either: bool
    by_rest: bool
    merge: bool
    memory: int
    places: int


class Positions(NamedTuple):
    """Both totals by phase, length modulo the number of lengths kept, and place; and the arms.

    yours_after, theirs_after  what the positions after a move hold: `yours` and `theirs`, or, if the players
                               change roles with each move, as two optimal ones may, these two exchanged
    arms                       by phase, side and the place at the other end: where the best continuation
                               leads, -1 if there is none, and both totals there
    """

    yours: Any
    theirs: Any
    yours_after: Any
    theirs_after: Any
    arms: Any


def memory_index(doubling: bool, memory: int, cards: int) -> int:
    """The place of M among the positions of a suffix of `cards` cards; 0 for rules without M.

    All M from half of the cards, rounded up, on allow the same moves.
    """
    return max(1, min(memory, (cards + 1) // 2)) - 1 if doubling else 0


def key(mover: int, earns: Any, yours: Any, theirs: Any) -> tuple[Any, Any]:
    """The mover's sort key of a move and both totals after it; the largest is preferred.

    Adding the same amount to the earnings of several moves does not change their order.
    """
    if mover == YOURS:
        return earns + yours - theirs, earns + yours
    if mover == OPTIMAL:
        return earns + theirs - yours, earns + theirs
    if mover == GENEROUS:
        return -earns - theirs, yours - theirs - earns
    return (earns, 0) if mover == GREEDY else (-earns, 0)


def begin_of(dials: Dials, n: int, length: int) -> int:
    """The number of positions in a phase that are shorter, as moves are stored."""
    return length * (2 * n + 3 - length) // 2 if dials.either else length * dials.places


def solve(
    dials: Dials,
    sums: Any,
    movers: Any,
    reached: Any,
    lengths: Any,
    at: Positions,
    moves: Any,
    edges: Any,
    wanted: int,
    mix: Any,
) -> None:
    """Solve all positions of some lengths, O(counts) each; O(1) if a move takes any number.

    movers   the `Mover` of each phase
    reached  by length, which phases occur there; empty: all of them
    lengths  the range of lengths; all shorter positions are solved
    moves    empty, or filled in by phase and place, the lengths one after the other as in `begin_of`, with
             the number of cards taken, negative from the right; 0 if no move is left or chance decides
    edges    empty, or filled in by length with both totals after a first move from the left and from the
             right that leaves so many cards, in the phase `wanted`
    mix      None, or by phase a function from the legal moves, as (cards, earnings, both totals after), to
             both totals and the move; None for a phase in which no chance decides
    """
    n, kept, begin = len(sums) - 1, len(at.yours[0]), 0
    for length in lengths:
        merged = 1 if dials.merge and length < n else 0
        longest = length - dials.least + merged  # the most cards that a move may leave
        largest = 1 + memory_index(dials.doubling, dials.memory + (n - length) // 2, length)
        for phase in range(len(movers)):
            preference, ties_right, factor, after, over = movers[phase]
            mover = Mover(preference, ties_right, factor, after, over)
            takes_any = dials.most == 0 and not dials.doubling
            outcomes: Any = None
            if mix is not None and takes_any:
                takes_any = mix[phase] is None
            if takes_any and longest >= 0 and not (len(reached) and not reached[longest][after]):
                _add_to_arms(dials, sums, phase, mover, longest, at)
            if len(reached) and not reached[length][phase]:
                continue
            for i in range(0 if dials.either else n - length, n - length + 1):
                for memory in range(1, largest + 1):
                    if mix is not None:
                        outcomes = []
                    best, yours, theirs = _choose(
                        dials, sums, phase, mover, i, i + length, memory, takes_any, at, outcomes
                    )
                    if mix is not None and mix[phase] is not None and outcomes:
                        yours, theirs, best = mix[phase](outcomes)
                    place = i if dials.either else memory - 1
                    at.yours[phase][length % kept][place] = yours
                    at.theirs[phase][length % kept][place] = theirs
                    if len(moves):
                        moves[phase][begin + place] = best
        begin += n + 1 - length if dials.either else dials.places
        if len(edges) and not (len(reached) and not reached[length][wanted]):
            left, right = n - length, 0
            if not dials.either:
                taken = memory_index(dials.doubling, max(dials.memory, n - length), length)
                left = right = min(taken, largest - 1)  # no move takes more
            for side, place in ((0, left), (1, right)):
                edges[length][2 * side] = at.yours[wanted][length % kept][place]
                edges[length][2 * side + 1] = at.theirs[wanted][length % kept][place]


def _choose(
    dials: Dials,
    sums: Any,
    phase: int,
    mover: Mover,
    i: int,
    j: int,
    memory: int,
    takes_any: bool,
    at: Positions,
    outcomes: Any,
) -> tuple[int, Any, Any]:
    """The move on [i, j), 0 if there is none, and both totals; `outcomes` is None, or gets every move."""
    merged = 1 if dials.merge and j - i < len(sums) - 1 else 0
    here, best = (j - i) % len(at.yours[0]), 0
    best_earns, best_yours, best_theirs = sums[0], sums[0], sums[0]
    best_key = (best_earns, best_earns)
    most = 2 * memory if dials.doubling else dials.most
    last = 0 if mover.over else min(most, j - i + merged) if most else j - i + merged
    for side in range(2 if dials.either else 1):
        for taken in range(dials.least, last + 1):
            if side and taken == j - i:  # taking all cards counts as a left move
                break
            gone = taken - merged
            if takes_any:
                k, yours, theirs = at.arms[phase][side][i if side else j]
                if k < 0:
                    break
            else:
                k = j - gone if side else i + gone
                if dials.either:
                    place = i if side else k
                else:
                    place = memory_index(dials.doubling, max(memory, taken), j - k)
                # A negative index counts from the end.
                yours = at.yours_after[mover.after][here - gone][place]
                theirs = at.theirs_after[mover.after][here - gone][place]
            if (side == 1) == dials.by_rest:
                earns = mover.factor * (sums[k] - (sums[0] if dials.merge else sums[i]))
            else:
                earns = mover.factor * (sums[j] - sums[k])
            count = k - j if side else k - i + merged
            of_move = key(mover.preference, earns, yours, theirs)
            prefers_right = side and mover.ties_right and best > 0
            if best == 0 or of_move > best_key or (prefers_right and of_move == best_key):
                best, best_key, best_earns, best_yours, best_theirs = count, of_move, earns, yours, theirs
            if outcomes is not None:
                outcomes.append((count, earns, yours, theirs))
            if takes_any:
                break
    if mover.preference == YOURS:
        return best, best_yours + best_earns, best_theirs
    return best, best_yours, best_theirs + best_earns


def _add_to_arms(dials: Dials, sums: Any, phase: int, mover: Mover, length: int, at: Positions) -> None:
    """Add the positions of a length as continuations; of equally good ones, the longer is preferred."""
    n, here, after = len(sums) - 1, length % len(at.yours[0]), mover.after
    for side in range(2 if dials.either and length else 1):
        # Up to a constant of the arm, a move earns this times the sum up to where it leads.
        sign = (-1 if dials.by_rest else mover.factor) * (-1 if side else 1)
        for i in range(0 if dials.either else n - length, n - length + 1):
            other, k = (i, i + length) if side else (i + length, i)
            yours = at.yours_after[after][here][i if dials.either else 0]
            theirs = at.theirs_after[after][here][i if dials.either else 0]
            best = at.arms[phase][side][other]
            if best[0] < 0 or key(mover.preference, sign * sums[k], yours, theirs) >= key(
                mover.preference, sign * sums[best[0]], best[1], best[2]
            ):
                best[0], best[1], best[2] = k, yours, theirs
