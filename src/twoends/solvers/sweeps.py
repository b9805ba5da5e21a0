"""Sweeps for other rules than one card from either end: solve all positions, shortest first, in pure Python.

kernels/turns.py has the recurrence; `phases` prepares its arguments. Random moves are added here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Any

from twoends.kernels import turns
from twoends.rules.moves import LEFT, RIGHT, Line
from twoends.rules.numbers import Total
from twoends.rules.opponents import Opponent
from twoends.rules.rules import Rules
from twoends.solvers import SolverResult
from twoends.solvers.phases import (
    PREFERENCES,
    Found,
    Phases,
    Task,
    dials_of,
    edge_of,
    kept_in,
    leaves_window,
    line_of_moves,
    phases_of,
    result_of,
    solve_window,
)


def serves(against: Opponent) -> bool:
    """Whether sweeps support this opponent."""
    return not against.custom and (against.name in PREFERENCES or against.epsilon == 1)


def steps(rules: Rules, n: int, against: Opponent) -> float:
    """Estimate the number of steps of a sweep of n cards."""
    if leaves_window(rules):
        return n
    numbered = rules.numbered
    fixed = rules.least == rules.most
    phases: float = 2 * len(rules.turns)
    if numbered and not fixed:
        phases = 2 * min(n, rules.stop or n)
    if rules.doubling:
        return phases * (n + 1) ** 3 / 48
    counts = n / 2 if against.stochastic else 2
    counts = min(counts, n) if rules.most is None else max(min(rules.most, n) - rules.least + 1, 1)
    return phases * counts * (n * n if rules.ends == "either" else n)


def roundings(rules: Rules, n: int) -> int:
    """Bound the float error as a multiple of that for moves that take and earn one card."""
    return 2 * min(rules.most or n, n) * rules.times_counted(n)


def solve(task: Task, progress: Callable[[int, int], object] | None = None) -> SolverResult:
    """Solve a row by intervals or by suffixes.

    O(n²) cells for intervals, O(n) for suffixes, of O(counts) steps each; times p for an order of p turns,
    times n if the move number matters and does not follow from the remaining cards. `any` takes O(1) steps,
    or O(n) if the opponent moves at random. 1-2M takes O(n²) cells of O(n) steps. O(n counts) memory, and
    n²/2 moves, or n, for a line.
    """
    if leaves_window(task.rules):
        return solve_window(task)
    return result_of(task, *find(task, progress), partial(line, task))


def find(task: Task, progress: Callable[[int, int], object] | None = None) -> Found:
    """Sweep a row; return both totals, and what the result needs for those after a first move."""
    n, phases = len(task.values), phases_of(task)
    edges = [[0] * 4 for _ in range(n + 1)]
    at, touched = sweep(task, phases, edges=edges, progress=progress)
    place = turns.memory_index(task.rules.doubling, task.memory, n)
    whole = n % len(at.yours[0])
    first, second = (
        (at.yours[phase][whole][place], at.theirs[phase][whole][place]) for phase in phases.begin
    )
    return first, second, partial(edge_of, edges), touched


def line(task: Task, you_first: bool) -> Line | None:
    """Sweep a row again for a line of best play; None if moves are random."""
    if task.against.stochastic:
        return None
    phases, moves = phases_of(task), list[Any]()
    sweep(task, phases, moves=moves)
    return line_of_moves(task, phases, you_first, lambda phase, length, place: moves[length][phase][place])


Outcome = tuple[int, Any, Any, Any]
"""(move, its earnings, your total after it, theirs)"""


def sweep(
    task: Task,
    phases: Phases,
    *,
    moves: list[Any] | None = None,
    edges: Sequence[Any] = (),
    progress: Callable[[int, int], object] | None = None,
) -> tuple[turns.Positions, int]:
    """Solve all positions, of the reversed row for moves from the right; return them and their number.

    Only as many lengths are kept as others depend on. Append the moves in all phases of each length to
    `moves`, if given.
    """
    rules, n, dials = task.rules, len(task.values), dials_of(task)
    sums = list(accumulate(task.values if rules.ends != "right" else task.values[::-1], initial=0))
    possible = [set(phases.at(n - length)) for length in range(n + 1)]
    reached = [[phase in each for phase in range(len(phases.all))] for each in possible]
    by_chance, takes_any = task.against.stochastic, not (dials.most or dials.doubling)
    mix = [
        partial(_mix, task, mover.preference) if by_chance and mover.preference != turns.YOURS else None
        for mover in phases.all
    ]
    kept = n + 1 if by_chance and takes_any else kept_in(dials, n)
    yours: list[list[list[Total]]] = [[[]] * kept for _ in phases.all]
    theirs: list[list[list[Total]]] = [[[]] * kept for _ in phases.all]
    arms = [[[[-1, 0, 0] for _ in sums if takes_any] for _ in (LEFT, RIGHT)] for _ in phases.all]
    at = turns.Positions(yours, theirs, yours, theirs, arms)
    wanted, touched = phases.all[phases.begin[0]].after, 0
    for length in range(n + 1):
        places = 1 + turns.memory_index(rules.doubling, task.memory + (n - length) // 2, length)
        if dials.either:
            places = n + 1 - length
        for phase, is_reached in enumerate(reached[length]):
            for totals in (yours, theirs):
                totals[phase][length % kept] = [0] * (places * is_reached)
        touched += places * sum(reached[length])
        decided = [array("i", [0]) * (places * is_reached) for is_reached in reached[length]]
        lengths = (length,)
        turns.solve(dials, sums, phases.all, reached, lengths, at, decided, edges, wanted, mix)
        if moves is not None:
            moves.append(decided)
        if progress is not None:
            progress(length, n)
    return at, touched


def _mix(task: Task, mover: int, outcomes: Sequence[Outcome]) -> tuple[Total, Total, int]:
    """Return both expected totals after a move of a random opponent, and the move if there is only one."""
    against, intended = task.against, list[Outcome]()
    if against.epsilon < 1:
        keys = [turns.key(mover, *outcome[1:]) for outcome in outcomes]
        largest = max(keys)
        intended = [outcome for outcome, key in zip(outcomes, keys, strict=True) if key == largest]
        if against.ties == "right":  # the move of fewest cards at the last end
            intended = [each for each in intended if (each[0] > 0) == (intended[-1][0] > 0)]
        if against.ties != "random":
            intended = intended[:1]
    keep = (1 - against.epsilon) / len(intended) if intended else Fraction(0)
    at_random = against.epsilon / len(outcomes)
    yours: Total = 0
    theirs: Total = 0
    for outcome in outcomes:
        chance: Any = at_random + keep * (outcome in intended)
        if chance:
            _, earns, after_yours, after_theirs = outcome
            if isinstance(task.values[0], float):
                chance = float(chance)
            yours += chance * after_yours
            theirs += chance * (after_theirs + earns)
    return yours, theirs, outcomes[0][0] if len(outcomes) == 1 else 0
