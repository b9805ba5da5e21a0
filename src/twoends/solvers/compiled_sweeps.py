"""The bridge to the compiled sweeps for other rules: who may be served there, and which numbers fit.

any total  at most moves * n max |v|, where each move earns at most n max |v|: for score cards n max |v| in
           all, for score turn as many times as there are moves
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import either_end, one_end
from twoends.kernels.compiling import Pays
from twoends.rules.numbers import Total
from twoends.rules.preferences import Opponent
from twoends.rules.rules import Rules
from twoends.rules.sides import LEFT, RIGHT, AnyMove, Line, takes
from twoends.solvers import compiled
from twoends.solvers.sweeps import Phases, Swept, Task, by_window, phases_of

MOST_DECISIONS = 2**28
"""The moves of so many cells are kept for a line: a gigabyte."""

MOST_CELLS = 2**27
"""Of M, so many cells are kept: two gigabytes."""

_KINDS = {
    "optimal": either_end.OPTIMAL, "human": either_end.OPTIMAL, "generous": either_end.GENEROUS,
    "greedy": either_end.GREEDY, "modest": either_end.MODEST,
}  # fmt: skip


def serves(against: Opponent) -> bool:
    """Whether the kernels know this opponent: nobody whom chance moves, no function of the user's."""
    return not against.stochastic and not against.custom and (against.is_person or against.name in _KINDS)


def fitting(rules: Rules, n: int, largest: int, number: int = 0) -> type[np.generic] | None:
    """The dtype for totals of n cards of at most this size; None where none surely holds them."""
    bound = n * largest
    if rules.score == "turn":
        bound *= number + n
    if rules.score != "cards" or rules.merge:
        bound *= n
    return np.int32 if bound < 2**27 else np.int64 if bound < 2**58 else None


def find(task: Task, pays: Pays) -> tuple[Swept, Any] | None:
    """What `sweeps.sweep` finds, and a function that finds a line; None where that does not pay.

    The function takes `pays` and whether you move first. A row that does not fit is for the pure sweep, too.
    """
    rules, n = task.rules, len(task.values)
    values = compiled.integers(task.values)
    if n == 0 or values is None or not serves(task.against) or by_window(rules):
        return None
    read = compiled.frozen(values if rules.ends != "right" else values[::-1])
    if not pays(one_end.scan, read):
        return None
    low, high, whole = map(int, one_end.scan(read))
    dtype = fitting(rules, n, max(high, -low), task.number)
    if dtype is None or (rules.doubling and n * n // 4 > MOST_CELLS):
        return None
    if _between_equals(task) and rules.ends != "either" and not rules.doubling:
        found = _equals_from_one_end(task, read, whole, pays)
    elif _between_equals(task):
        found = _equals(task, _sums(read), dtype, pays)
    elif rules.ends == "either":
        found = _intervals(task, _sums(read), pays)
    else:
        found = _suffixes(task, _sums(read), pays)
    return None if found is None else (found, partial(_line, task, read))


def _sums(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Prefix sums, shape (n + 1,)."""
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums


def _between_equals(task: Task) -> bool:
    """Whether both players, optimal and in turn, see the same in each position, whatever its number is."""
    rules = task.rules
    alike = rules.turns == "AB" and rules.stop is None and rules.score != "turn"
    return alike and task.against.is_optimal


# --- two optimal players in turn ---------------------------------------------------------------


def _equals(task: Task, sums: NDArray[np.int64], dtype: type[np.generic], pays: Pays) -> Swept | None:
    """From what the mover gains at each position, and the sum of both totals there."""
    rules, n = task.rules, len(task.values)
    least, most = rules.least, min(rules.most or 0, n)
    gain: Any
    total: Any
    if rules.ends == "either":
        edges = np.zeros((n + 1, 4), dtype)
        call = (
            either_end.margins,
            sums.astype(dtype),
            1,
            least,
            most,
            rules.score == "rest",
            rules.fixed_sum,
            edges,
        )
        if least > n:
            return None
        if not pays(*call):
            return None
        gain, total = (int(each[0]) for each in call[0](*call[1:]))
        after = [(edges[n - k, 0], edges[n - k, 1]) for k in range(least, (most or n) + 1)]
        after += [(edges[n - k, 2], edges[n - k, 3]) for k in range(least, min(most or n, n - 1) + 1)]
        touched = n * (n + 1) // 2
    else:
        call_growing = one_end.growing, sums, task.memory, rules.score == "rest"
        if not pays(*call_growing):
            return None
        margin, both = one_end.growing(*call_growing[1:])
        gain, total = int(margin[0, _place(task, 0, 1)]), int(both[0, _place(task, 0, 1)])
        places = [(k, _place(task, k, k)) for k in range(1, min(2 * task.memory, n) + 1)]
        after = [(margin[place], both[place]) for place in places]
        touched = margin.size
    if rules.fixed_sum:
        total = int(sums[n])
    first = (total + gain) // 2, (total - gain) // 2
    return Swept(first, first[::-1], _Later(partial(_after_first, task, sums, after)), 2 * touched)


def _equals_from_one_end(task: Task, values: NDArray[np.int64], whole: int, pays: Pays) -> Swept | None:
    """The same where moves are from one end: what first moves lead to is worked out when it is read."""
    rules, n = task.rules, len(values)
    least, most = rules.least, min(rules.most or 0, n)
    margin: NDArray[np.int64]
    both = np.zeros(1, np.int64)
    if rules.fixed_sum and 1 <= most <= 3:
        if not pays(one_end.gains, values, most):
            return None
        margin = one_end.gains(values, most)
    elif not most and least - rules.merge == 1:
        if not pays(one_end.running, values, whole, _score(rules)):
            return None
        margin, both = (np.array([each]) for each in one_end.running(values, whole, _score(rules)))
    else:
        call = one_end.margins, values, whole, least, most, _score(rules), rules.fixed_sum, False
        if not pays(*call):
            return None
        margin, both = call[0](*call[1:])
    gain, total = int(margin[0]), whole if rules.fixed_sum else int(both[0])
    first = (total + gain) // 2, (total - gain) // 2

    def after() -> list[tuple[int, int]]:
        kept = margin, both
        if not most:
            kept = one_end.margins(values, whole, least, most, _score(rules), rules.fixed_sum, True)
        last = 0 if rules.merge and n < 2 else most or n
        pairs = [
            (int(kept[0][place]), 0 if rules.fixed_sum else int(kept[1][place]))
            for place in range(least, last + 1)
        ]
        return _after_first(task, _sums(values), pairs)

    return Swept(first, first[::-1], _Later(after), 2 * (n + 1))


def _score(rules: Rules) -> int:
    return one_end.MERGED if rules.merge else one_end.REST if rules.score == "rest" else one_end.CARDS


def _place(task: Task, start: int, count: int) -> int:
    """Where what M is after a move stands among those that matter."""
    n = len(task.values)
    most = max(1, min(task.memory + start // 2, (n - start + 1) // 2))
    return int(min(max(task.memory, count), most)) - 1


class _Later(Sequence[Any]):
    """What each first move brings, worked out when it is read."""

    def __init__(self, find: Callable[[], list[tuple[int, int]]]) -> None:
        self._find = find
        self._found: list[tuple[int, int]] | None = None

    def _known(self) -> list[tuple[int, int]]:
        if self._found is None:
            self._found = self._find()
        return self._found

    def __len__(self) -> int:
        return len(self._known())

    def __getitem__(self, at: Any) -> Any:
        return self._known()[at]


def _after_first(task: Task, sums: NDArray[np.int64], after: Any) -> list[tuple[int, int]]:
    """Both totals after each first move, of margins and sums of the positions that they lead to."""
    rules, n = task.rules, len(task.values)
    found = []
    for (_, earns), (gain, total) in zip(_first_moves(task, sums), after, strict=True):
        gain, total = int(gain), int(total)
        if rules.fixed_sum:
            total = int(sums[n]) - earns
        found.append(((total - gain) // 2 + earns, (total + gain) // 2))
    return found


def _first_moves(task: Task, sums: NDArray[np.int64]) -> list[tuple[int, int]]:
    """How many cards each first move takes and what it earns; right ones of either end come last."""
    rules, n = task.rules, len(task.values)
    if (rules.merge and n < 2) or (rules.stop is not None and task.number >= rules.stop):
        return []
    most = min(2 * task.memory if rules.doubling else rules.most or n, n)
    factor = task.number + 1 if rules.score == "turn" else 1
    whole, counts = int(sums[n]), range(rules.least, most + 1)
    left, right = ([int(each) for each in of] for of in (sums, whole - sums[::-1]))
    ends = [left, right] if rules.ends == "either" else [left]
    return [
        (count, whole - by[count] if rules.score == "rest" else factor * by[count])
        for place, by in enumerate(ends)
        for count in counts
        if not (place and count == n)
    ]


# --- anyone, in any order ----------------------------------------------------------------------


def _kinds(task: Task, phases: Phases) -> tuple[NDArray[np.int64], ...]:
    """The phases as columns: key, ties, what a card counts, the phase after it, whether it is over."""
    key, ties = _KINDS[task.against.name], int(task.against.ties == "right")
    rows = [
        (
            either_end.YOURS if each.yours else key,
            0 if each.yours else ties,
            each.counts,
            each.after,
            int(each.over),
        )
        for each in phases.all
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


def _intervals(task: Task, sums: NDArray[np.int64], pays: Pays) -> Swept | None:
    rules, n = task.rules, len(task.values)
    phases = phases_of(task)
    wanted = phases.all[phases.begin[0]].after
    edges = np.zeros((n + 1, 4), np.int64)
    call = _sweep_of(task, sums, phases, wanted, edges, np.zeros((0, 0), np.int32))
    if not pays(*call):
        return None
    found = call[0](*call[1:])
    first, second = ((int(found[at, 0]), int(found[at, 1])) for at in phases.begin)
    moves = _first_moves(task, sums)
    counts = [count for count, _ in moves]
    lefts = counts.index(max(counts)) + 1 if counts else 0
    after: list[tuple[Total, Total]] = []
    for at, (count, earns) in enumerate(moves):
        yours, theirs = edges[n - count, :2] if at < lefts else edges[n - count, 2:]
        after.append((int(yours) + earns, int(theirs)))
    touched = len(phases.all) * (n + 1) * n // 2
    return Swept(first, None if rules.alone else second, after, touched)


def _sweep_of(
    task: Task, sums: NDArray[np.int64], phases: Phases, wanted: int, edges: Any, decisions: Any
) -> tuple[Any, ...]:
    rules = task.rules
    kinds = _kinds(task, phases)
    most, by_rest, reached = (
        min(rules.most or 0, len(task.values)),
        rules.score == "rest",
        _reached(task, phases),
    )
    return either_end.sweep, sums, rules.least, most, by_rest, *kinds, reached, wanted, edges, decisions


def _suffixes(task: Task, sums: NDArray[np.int64], pays: Pays) -> Swept | None:
    phases = phases_of(task)
    call = _suffixes_of(task, sums, phases, keep=False)
    if call is None or not pays(*call):
        return None
    yours, theirs, _ = call[0](*call[1:])
    place = _place(task, 0, 1)
    first, second = ((int(yours[at, 0, place]), int(theirs[at, 0, place])) for at in phases.begin)
    wanted = phases.all[phases.begin[0]].after
    after = []
    for count, earns in _first_moves(task, sums):
        at = _place(task, count, count) if task.rules.doubling else 0
        after.append((int(yours[wanted, count, at]) + earns, int(theirs[wanted, count, at])))
    return Swept(first, None if task.rules.alone else second, after, yours.size)


def _suffixes_of(
    task: Task, sums: NDArray[np.int64], phases: Phases, *, keep: bool
) -> tuple[Any, ...] | None:
    rules, n = task.rules, len(task.values)
    if len(phases.all) * (n + 1) * (max(1, n // 4) if rules.doubling else 1) > MOST_CELLS:
        return None
    kinds, _, counts, afters, overs = _kinds(task, phases)
    most = min(rules.most or 0, n)
    reached = _reached(task, phases)
    return (
        one_end.sweep, sums, rules.least, most, _score(rules), rules.doubling, task.memory, kinds, counts,
        afters, overs, reached, keep,
    )  # fmt: skip


def _line(task: Task, values: NDArray[np.int64], pays: Pays, you_first: bool) -> Line | None:
    """The moves of a best game, by another sweep that keeps them; None where that does not pay or fit."""
    rules, n, sums = task.rules, len(task.values), _sums(values)
    phases = phases_of(task)
    at = phases.begin[0 if you_first else 1]
    if rules.ends == "either":
        if len(phases.all) * (n + 1) * (n + 2) // 2 > MOST_DECISIONS:
            return None
        decisions = np.zeros((len(phases.all), (n + 1) * (n + 2) // 2), np.int32)
        call = _sweep_of(task, sums, phases, 0, np.zeros((0, 4), np.int64), decisions)
        if not pays(*call):
            return None
        call[0](*call[1:])
    else:
        call_suffixes = _suffixes_of(task, sums, phases, keep=True)
        if call_suffixes is None or not pays(*call_suffixes):
            return None
        decisions = call_suffixes[0](*call_suffixes[1:])[2]
    start, stop, memory = 0, n, task.memory
    moves: list[AnyMove] = []
    while start < stop:
        length = stop - start
        if rules.ends == "either":
            count = int(decisions[at, start + length * (2 * n + 3 - length) // 2])
        else:
            most = max(1, min(task.memory + start // 2, (n - start + 1) // 2)) if rules.doubling else 1
            count = int(decisions[at, start, min(memory, most) - 1])
        if count == 0:
            break
        side = RIGHT if count < 0 or rules.ends == "right" else LEFT
        moves.append(takes(side, abs(count)))
        gone = abs(count) - (rules.merge and start > 0)
        start, stop = (start, stop - gone) if count < 0 else (start + gone, stop)
        memory, at = max(memory, abs(count)), phases.all[at].after
    return Line.exactly(moves, counted=not rules.one_card)


# --- many rows ---------------------------------------------------------------------------------


def serves_rows(rules: Rules, against: Opponent) -> bool:
    """Whether many rows at once are served: two optimal players in turn, but for 1-2M."""
    merges_both = rules.merge and rules.ends == "either"
    return _between_equals(Task((), rules, against)) and not rules.doubling and not merges_both


def margins_of_rows(
    rules: Rules, rows: NDArray[np.int64], dtype: type[np.generic], margin: NDArray[Any], both: NDArray[Any]
) -> None:
    """Fill in what who moves first gains on each row of a table that fits, and the sum of both totals."""
    n = rows.shape[1]
    least, most = rules.least, min(rules.most or 0, n)
    if n < least + (rules.merge and n < 2):
        margin[:], both[:] = 0, rows.sum(axis=1) if rules.fixed_sum else 0
    elif rules.ends == "either":
        by_rest = rules.score == "rest"
        either_end.margins_of_rows(
            compiled.frozen(rows, dtype), least, most, by_rest, rules.fixed_sum, margin, both
        )
    else:
        read = compiled.frozen(rows if rules.ends == "left" else rows[:, ::-1])
        one_end.margins_of_rows(read, least, most, _score(rules), rules.fixed_sum, margin, both)
