"""The bridge to the compiled sweeps for other rules: who may be served there, and which numbers fit.

any total  at most moves * n max |v|, where each move earns at most n max |v|: for score cards n max |v| in
           all, for score turn as many times as there are moves
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import either_end, one_end
from twoends.kernels.compiling import Pays, always
from twoends.rules.numbers import Pair
from twoends.rules.opponents import opponent
from twoends.rules.preferences import Opponent
from twoends.rules.rules import Rules
from twoends.rules.sides import Line
from twoends.solvers import FindLine, compiled, sweeps
from twoends.solvers.phases import (
    Phase,
    Phases,
    SweepResult,
    Task,
    first_moves,
    leaves_window,
    line_of_moves,
    memory_index,
    phases_of,
)

MOST_DECISIONS = 2**28
"""The moves of so many cells are kept for a line: a gigabyte."""

MOST_CELLS = 2**27
"""Of M, so many cells are kept: two gigabytes."""

FindAfter = Callable[[], Sequence[Pair]]

_KINDS = {
    "optimal": either_end.OPTIMAL, "human": either_end.OPTIMAL, "generous": either_end.GENEROUS,
    "greedy": either_end.GREEDY, "modest": either_end.MODEST,
}  # fmt: skip


def serves(against: Opponent) -> bool:
    """Whether the kernels know this opponent: nobody whom chance moves, no function of the user's."""
    return not against.stochastic and not against.custom and (against.is_human or against.name in _KINDS)


def fitting(rules: Rules, n: int, largest: int, number: int = 0) -> type[np.generic] | None:
    """The dtype for totals of n cards of at most this size; None where none surely holds them."""
    bound = n * largest
    if rules.score == "turn":
        bound *= number + n
    if rules.score != "cards" or rules.merge:
        bound *= n
    return np.int32 if bound < 2**27 else np.int64 if bound < 2**58 else None


def find(task: Task, pays: Pays) -> tuple[SweepResult, FindLine] | None:
    """What `sweeps.sweep` finds, and a function that finds a line; None where that does not pay.

    The function gives None where that does not pay or takes too much memory. A row that does not fit is for
    the pure sweep, too.
    """
    rules, n = task.rules, len(task.values)
    values = compiled.integers(task.values)
    if n == 0 or values is None or not serves(task.against) or leaves_window(rules):
        return None
    read = compiled.frozen(values if rules.ends != "right" else values[::-1])
    if not pays(one_end.scan, read):
        return None
    low, high, whole = map(int, one_end.scan(read))
    dtype = fitting(rules, n, max(high, -low), task.number)
    if dtype is None:
        return None
    if _between_equals(task) and rules.ends == "either":
        swept = _equals(task, _sums(read), dtype, pays)
    elif rules.ends == "either":
        swept = _intervals(task, _sums(read), pays)
    else:
        fast = _equals_from_one_end(task, read, whole, pays) if _between_equals(task) else None
        swept = fast or _suffixes(task, _sums(read), pays)
    return None if swept is None else (swept, partial(_line, task, read, pays))


def _sums(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Prefix sums, shape (n + 1,)."""
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums


def _between_equals(task: Task) -> bool:
    """Whether both players, optimal and in turn, see the same in each position, whatever its number is."""
    rules = task.rules
    return rules.turns == "AB" and not rules.numbered and task.against.is_optimal


def _counts(rules: Rules, n: int) -> tuple[int, int]:
    """The fewest and the most cards of a move; 0: any number."""
    return rules.least, min(rules.most or 0, n)


def _score(rules: Rules) -> int:
    return one_end.MERGED if rules.merge else one_end.REST if rules.score == "rest" else one_end.CARDS


# --- two optimal players in turn ---------------------------------------------------------------


def _shared(gain: int, total: int, after: FindAfter, touched: int) -> SweepResult:
    """What is found of two players who see the same: what the mover gains, and the sum of both totals."""
    first = (total + gain) // 2, (total - gain) // 2
    return SweepResult(first, first[::-1], cache(after), touched)


def _equals(task: Task, sums: NDArray[np.int64], dtype: type[np.generic], pays: Pays) -> SweepResult | None:
    """From what the mover gains at each interval, and the sum of both totals there."""
    rules, n = task.rules, len(task.values)
    edges, by_rest = np.zeros((n + 1, 4), dtype), rules.score == "rest"
    call = either_end.margins, sums.astype(dtype), 1, *_counts(rules, n), by_rest, rules.fixed_sum, edges
    if rules.least > n or not pays(*call):
        return None
    gain, total = (int(each[0]) for each in call[0](*call[1:]))
    whole = int(sums[n])

    def after() -> list[tuple[int, int]]:
        at, found = edges.tolist(), []
        for count, earns in first_moves(task):
            then, both = at[n - abs(count)][:2] if count > 0 else at[n + count][2:]
            if rules.fixed_sum:
                both = whole - earns
            found.append(((both - then) // 2 + earns, (both + then) // 2))
        return found

    return _shared(gain, whole if rules.fixed_sum else total, after, (n + 1) * (n + 2))


def _equals_from_one_end(task: Task, values: NDArray[np.int64], whole: int, pays: Pays) -> SweepResult | None:
    """The same from one end where the places that count fit into registers; None where they do not."""
    rules, n = task.rules, len(values)
    least, most = _counts(rules, n)
    call: tuple[Any, ...]
    if rules.fixed_sum and 1 <= most <= 3:
        call = one_end.gains, values, most
    elif not (most or rules.doubling) and least - rules.merge == 1:
        call = one_end.running, values, whole, _score(rules)
    else:
        return None
    if not pays(*call):
        return None
    found = call[0](*call[1:])
    gain, total = (found, whole) if most or rules.fixed_sum else found

    def after() -> Sequence[Pair]:
        """What each first move brings, by the sweep that keeps the places it leads to."""
        return (_suffixes(task, _sums(values), always) or sweeps.sweep(task)).after()

    return _shared(int(gain[0] if most else found[0]), int(total), after, 2 * (n + 1))


# --- anyone, in any order ----------------------------------------------------------------------


_MOVER = (Phase(True, 1, 0),)
"""The one phase of two players who see the same."""


def _kinds(task: Task, phases: Sequence[Phase]) -> tuple[NDArray[np.int64], ...]:
    """The phases as columns: key, ties, what a card counts, the phase after it, whether it is over."""
    key, ties = _KINDS[task.against.name], int(task.against.ties == "right")
    rows = [
        (
            either_end.YOURS if each.yours else key,
            0 if each.yours else ties,
            each.counts,
            each.after,
            each.over,
        )
        for each in phases
    ]
    return tuple(np.array(column, np.int64) for column in zip(*rows, strict=True))


def _reached(task: Task, phases: Phases) -> NDArray[np.bool_]:
    """Which phases the positions of each length have; no rows where there are few in all."""
    n, count = len(task.values), len(phases.all)
    if count <= 4:
        return np.zeros((0, 0), np.bool_)
    reached = np.zeros((n + 1, count), np.bool_)
    for length in range(n + 1):
        reached[length, list(phases.at(n - length))] = True
    return reached


def _totals(task: Task, phases: Phases, whole: Any, after: Callable[[int], Any], touched: int) -> SweepResult:
    """What is found, given both totals in each phase, and those after a first move of so many cards."""
    first, second = ((int(yours), int(theirs)) for yours, theirs in (whole[at] for at in phases.begin))

    def pairs() -> list[tuple[int, int]]:
        moves = [(earns, *map(int, after(count))) for count, earns in first_moves(task)]
        return [(yours + earns, theirs) for earns, yours, theirs in moves]

    return SweepResult(first, None if task.rules.alone else second, cache(pairs), touched)


def _intervals(task: Task, sums: NDArray[np.int64], pays: Pays) -> SweepResult | None:
    n, phases = len(task.values), phases_of(task)
    edges = np.zeros((n + 1, 4), np.int64)
    call = _intervals_of(task, sums, phases, edges, np.zeros((0, 0), np.int32))
    if not pays(*call):
        return None
    totals = call[0](*call[1:])
    touched = len(phases.all) * (n + 1) * (n + 2) // 2
    return _totals(
        task,
        phases,
        totals,
        lambda count: edges[n - abs(count)][:2] if count > 0 else edges[n + count][2:],
        touched,
    )


def _intervals_of(
    task: Task, sums: NDArray[np.int64], phases: Phases, edges: Any, decisions: Any
) -> tuple[Any, ...]:
    rules, wanted = task.rules, phases.all[phases.begin[0]].after
    columns = *_kinds(task, phases.all), _reached(task, phases)
    counts = _counts(rules, len(task.values))
    return either_end.sweep, sums, *counts, rules.score == "rest", *columns, wanted, edges, decisions


def _suffixes(task: Task, sums: NDArray[np.int64], pays: Pays) -> SweepResult | None:
    rules, n, phases = task.rules, len(task.values), phases_of(task)
    call = _suffixes_of(task, sums, phases, keep=False)
    if call is None or not pays(*call):
        return None
    yours, theirs, _ = call[0](*call[1:])
    both = np.stack((yours, theirs), axis=-1)
    if _between_equals(task):  # the phase in which the opponent moves
        both = np.concatenate((both, both[..., ::-1]))
    wanted = phases.all[phases.begin[0]].after

    def after(count: int) -> Any:
        gone = abs(count)
        return both[wanted, gone, memory_index(rules, max(task.memory, gone), n - gone)]

    return _totals(task, phases, both[:, 0, memory_index(rules, task.memory, n)], after, yours.size)


def _suffixes_of(
    task: Task, sums: NDArray[np.int64], phases: Phases, *, keep: bool
) -> tuple[Any, ...] | None:
    rules, n = task.rules, len(task.values)
    if len(phases.all) * (n + 1) * (max(1, n // 4) if rules.doubling else 1) > MOST_CELLS:
        return None
    equal = _between_equals(task)
    kinds, _, *columns = _kinds(task, _MOVER if equal else phases.all)
    dials = *_counts(rules, n), _score(rules), rules.doubling, task.memory, equal
    return one_end.sweep, sums, *dials, kinds, *columns, _reached(task, phases), keep


def _line(task: Task, values: NDArray[np.int64], pays: Pays, you_first: bool) -> Line | None:
    """The moves of a best game, by another sweep that keeps them; None where that does not pay or fit."""
    rules, n, sums = task.rules, len(task.values), _sums(values)
    phases = phases_of(task)
    call: tuple[Any, ...] | None
    if rules.ends == "either":
        if len(phases.all) * (n + 1) * (n + 2) // 2 > MOST_DECISIONS:
            return None
        moves = np.zeros((len(phases.all), (n + 1) * (n + 2) // 2), np.int32)
        call = _intervals_of(task, sums, phases, np.zeros((0, 4), np.int64), moves)
    else:
        call = _suffixes_of(task, sums, phases, keep=True)
    if call is None or not pays(*call):
        return None
    found = call[0](*call[1:])

    def taken(at: int, start: int, length: int, memory: int) -> int:
        if rules.ends == "either":
            return int(moves[at, start + length * (2 * n + 3 - length) // 2])
        count = int(
            found[2][0 if _between_equals(task) else at, n - length, memory_index(rules, memory, length)]
        )
        return -count if rules.ends == "right" else count

    return line_of_moves(task, phases, you_first, taken)


# --- many rows ---------------------------------------------------------------------------------


def serves_rows(rules: Rules, against: Opponent) -> bool:
    """Whether many rows at once are served: two optimal players in turn, but for 1-2M."""
    merges_both = rules.merge and rules.ends == "either"
    return _between_equals(Task((), rules, against)) and not rules.doubling and not merges_both


def margins_of_rows(
    rules: Rules, rows: NDArray[np.int64], dtype: type[np.generic], margin: NDArray[Any], both: NDArray[Any]
) -> None:
    """Fill in what who moves first gains on each row of a table that fits, and the sum of both totals."""
    n, fixed = rows.shape[1], rules.fixed_sum
    if n < rules.least + (rules.merge and n < 2):
        margin[:], both[:] = 0, rows.sum(axis=1) if fixed else 0
    elif rules.ends == "either":
        read = compiled.frozen(rows, dtype)
        either_end.margins_of_rows(read, *_counts(rules, n), rules.score == "rest", fixed, margin, both)
    else:
        read = compiled.frozen(rows if rules.ends == "left" else rows[:, ::-1])
        kinds, _, counts, afters, overs = _kinds(Task(range(n), rules, opponent()), _MOVER)
        least, most = _counts(rules, n)
        dials = least, most, _score(rules)
        one_end.margins_of_rows(read, *dials, kinds, counts, afters, overs, margin, both)
