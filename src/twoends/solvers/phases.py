"""Rows by other rules than one card from either end, as sweeps need them: tasks, phases of positions, moves.

The phase of a position determines who moves and what a card counts: it is the place in the order of turns
and, if the move number matters (score turn, stop), that number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

from twoends.kernels import turns
from twoends.rules.moves import LEFT, RIGHT, Line, Move
from twoends.rules.numbers import Pair, Scaled, Total
from twoends.rules.opponents import Opponent
from twoends.rules.rules import Rules
from twoends.solvers import FindLine, SolverResult


class Task(NamedTuple):
    """The input of a sweep: a row and its rules.

    scaled   the n remaining cards; if moves merge, the first is the merged card
    rules    the rules of the game
    against  the opponent
    number   number of earlier moves
    memory   M, the most cards that an earlier move took
    """

    scaled: Scaled
    rules: Rules
    against: Opponent
    number: int = 0
    memory: int = 1

    @property
    def values(self) -> Sequence[Any]:
        """The cards' values in the units that sweeps compute on, shape (n,)."""
        return self.scaled.values


PREFERENCES = {
    "optimal": turns.OPTIMAL, "human": turns.OPTIMAL, "generous": turns.GENEROUS,
    "greedy": turns.GREEDY, "modest": turns.MODEST,
}  # fmt: skip
"""The opponents whose preference is one of these; the moves of a random one have none."""


class Phases(NamedTuple):
    """All phases of a game: who moves, and what a card counts.

    all    the player to move in each
    begin  indices of the first phase if you move first and if the opponent does; equal in a one-player game
    at     returns the indices of the phases possible after a number of cards has been taken
    """

    all: Sequence[turns.Mover]
    begin: tuple[int, int]
    at: Callable[[int], Sequence[int]]


def phases_of(task: Task) -> Phases:
    """List the phases of a task."""
    rules, n = task.rules, len(task.values)
    you = turns.YOURS, False
    they = PREFERENCES.get(task.against.name, turns.GREEDY), task.against.ties == "right"
    numbered = rules.numbered
    fewest = rules.least - rules.merge
    period = len(rules.turns)
    last = task.number + (n // fewest + 1 if numbered else period - 1)
    if rules.stop is not None:
        last = min(last, max(rules.stop, task.number))
    count = last - task.number + 1
    phases = [
        turns.Mover(
            *(same if rules.turns[number % period] == rules.turns[task.number % period] else other),
            number + 1 if rules.score == "turn" else 1,
            half * count + (number - task.number + 1) % count,  # no card is left after the last number
            rules.stop is not None and number >= rules.stop,
        )
        for half, (same, other) in enumerate(((you, they), (they, you)))
        for number in range(task.number, last + 1)
    ]
    begin = 0, count
    if rules.alone:
        phases, begin = phases[:count], (0, 0)
    elif rules.turns == "AB" and not numbered:  # the second half equals the first, one move later
        phases, begin = [turns.Mover(*you, 1, 1, False), turns.Mover(*they, 1, 0, False)], (0, 1)

    def at(taken: int) -> Sequence[int]:
        most = rules.most or max(n, 1)
        steps = range(-(-taken // most), taken // fewest + 1)
        if len(steps) >= count:
            return range(len(phases))
        possible = {step % count if not numbered else min(step, count - 1) for step in steps}
        if len(phases) == count and begin[1] == 1:
            possible |= {1 - phase for phase in possible}
        elif len(phases) > count:
            possible |= {phase + count for phase in possible}
        return sorted(possible)

    return Phases(phases, begin, at)


def first_moves(task: Task) -> list[tuple[int, Any]]:
    """List the legal moves as (cards taken, negative from the right; earnings), O(n)."""
    rules, n = task.rules, len(task.values)
    if n < 1 + rules.merge or (rules.stop is not None and task.number >= rules.stop):
        return []
    sums = list(accumulate(task.values, initial=0))
    factor = task.number + 1 if rules.score == "turn" else 1
    counts = range(rules.least, min(2 * task.memory if rules.doubling else rules.most or n, n) + 1)
    moves = []
    for sign in {"either": (1, -1), "left": (1,), "right": (-1,)}[rules.ends]:
        for count in counts:
            if sign > 0 or count < n or rules.ends == "right":
                taken = sums[count] if sign > 0 else sums[n] - sums[n - count]
                moves.append((sign * count, sums[n] - taken if rules.score == "rest" else factor * taken))
    return moves


Found = tuple[Pair, Pair, Callable[[int], Pair], int]
"""Both totals if you move first, if they do; a function from the cards of a first move, as in `first_moves`,
to both totals after it, without its earnings; the number of positions visited."""


def result_of(
    task: Task, first: Pair, second: Pair, after: Callable[[int], Pair], touched: int, line: FindLine
) -> SolverResult:
    """Return the result of a sweep, given what it `Found` and a function that computes a line."""
    alone = task.rules.alone

    def pairs(you_first: bool) -> list[Pair]:
        assert you_first, "a sweep knows nothing of their first moves"
        moves = [(earns, *after(count)) for count, earns in first_moves(task)]
        return [(yours + earns, theirs) for earns, yours, theirs in moves]

    return SolverResult(
        "bottom-up",
        task.scaled,
        first,
        None if alone else second,
        touched,
        cache(pairs),
        lambda you_first: line(you_first) if you_first or not alone else None,
    )


def edge_of(edges: Any, count: int) -> Pair:
    """Return what `turns.solve` stored for the position that a first move of `count` cards leaves."""
    left_yours, left_theirs, right_yours, right_theirs = edges[len(edges) - 1 - abs(count)]
    return (left_yours, left_theirs) if count > 0 else (right_yours, right_theirs)


# --- the arguments of kernels/turns.py ---------------------------------------------------------


def dials_of(task: Task) -> turns.Dials:
    """Return the rules of a task."""
    rules, n, memory = task.rules, len(task.values), task.memory
    least, most = min(rules.least, n + 1), min(rules.most or 0, n)
    either, by_rest, places = rules.ends == "either", rules.score == "rest", 1
    if either:
        places = n + 1
    elif rules.doubling:
        grown = (turns.memory_index(True, memory + (n - cards) // 2, cards) for cards in range(n + 1))
        places = 1 + max(grown)
    return turns.Dials(least, most, rules.doubling, either, by_rest, rules.merge, memory, places)


def kept_in(dials: turns.Dials, n: int) -> int:
    """Return how many lengths of positions have to be kept, if no chance decides."""
    return n + 1 if dials.doubling else min((dials.most or dials.least) + 1, n + 1)


# --- a line ------------------------------------------------------------------------------------


def line_of_moves(
    task: Task, phases: Phases, you_first: bool, move_at: Callable[[int, int, int], int]
) -> Line:
    """Play to the end the moves that `turns.solve` stored, given by phase, length and place."""
    rules, n = task.rules, len(task.values)
    at, start, stop, memory = phases.begin[0 if you_first else 1], 0, n, task.memory
    sign = -1 if rules.ends == "right" else 1
    moves: list[Move] = []
    while start < stop:
        place = start
        if rules.ends != "either":
            place = turns.memory_index(rules.doubling, memory, stop - start)
        if not (count := sign * move_at(at, stop - start, place)):
            break
        moves.append(Move("L" if count > 0 else "R", abs(count)))
        gone = abs(count) - (rules.merge and (start > 0 or stop < n))
        start, stop = (start + gone, stop) if count > 0 else (start, stop - gone)
        memory, at = max(memory, abs(count)), phases.all[at].after
    return Line.of(moves, counted=not rules.one_card)


# --- one player alone ----------------------------------------------------------------------------


def leaves_window(rules: Rules) -> bool:
    """Whether one player alone takes single cards from either end, and so leaves a window of the row."""
    return rules.alone and rules.one_card and rules.ends == "either" and rules.score == "cards"


def solve_window(task: Task) -> SolverResult:
    """Choose the window to leave, O(n).

    Of equally good windows, leave the one furthest to the right: ties go to the left end.
    """
    rules, n = task.rules, len(task.values)
    most = n if rules.stop is None else min(rules.stop - task.number, n)
    if most == n:  # the player takes every card
        best: Total = sum(task.values)
        after, touched, taken = [(best, 0)] * min(n, 2), 1, n
    else:
        lefts = list(accumulate(task.values[:most], initial=0))
        rights = list(accumulate(reversed(task.values[n - most :]), initial=0))
        gains = [left + right for left, right in zip(lefts, reversed(rights), strict=True)]
        best, touched = max(gains), len(gains)
        after = [(max(gains[1:]), 0), (max(gains[:-1]), 0)] if most else []
        taken = most - gains[::-1].index(best)
    runs = tuple((count, side) for count, side in ((taken, LEFT), (most - taken, RIGHT)) if count)
    return SolverResult(
        "bottom-up",
        task.scaled,
        (best, 0),
        None,
        touched,
        lambda you_first: after,
        lambda you_first: Line(runs) if you_first else None,
    )
