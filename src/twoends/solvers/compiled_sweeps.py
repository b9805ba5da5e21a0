"""The bridge to the compiled sweeps for other rules: which opponents they support, and which numbers fit.

Each move earns at most n max |v|, so totals are at most n max |v| times the number of moves: for score cards
n max |v| in all, for score turn times the largest move number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import either_end, one_end
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
"""The most moves kept for a line: a gigabyte."""

MOST_CELLS = 2**27
"""The most cells of suffixes kept: two gigabytes."""

FindAfter = Callable[[], Sequence[Pair]]

_KINDS = {
    "optimal": either_end.OPTIMAL, "human": either_end.OPTIMAL, "generous": either_end.GENEROUS,
    "greedy": either_end.GREEDY, "modest": either_end.MODEST,
}  # fmt: skip


def serves(against: Opponent) -> bool:
    """Whether the kernels support this opponent: a built-in one without random moves."""
    return not against.stochastic and not against.custom and (against.is_human or against.name in _KINDS)


def dtype_for_rules(rules: Rules, n: int, largest: int, number: int) -> type[np.generic] | None:
    """Return the dtype for totals of n cards of at most this size, `number` moves into a game.

    None if they may not fit int64.
    """
    bound = n * largest
    if rules.score == "turn":
        bound *= number + n
    if rules.score != "cards" or rules.merge:
        bound *= n
    return np.int32 if bound < 2**27 else np.int64 if bound < 2**58 else None


def solve(task: Task) -> tuple[SweepResult, FindLine] | None:
    """Return what `sweeps.sweep` returns, and a function that finds a line.

    None if the row does not fit. The function returns None if it needs too much memory.
    """
    rules, n = task.rules, len(task.values)
    values = compiled.integers(task.values)
    if n == 0 or values is None or not serves(task.against) or leaves_window(rules):
        return None
    cards = compiled.frozen(values if rules.ends != "right" else values[::-1])
    low, high, row_sum = map(int, one_end.scan(cards))
    dtype = dtype_for_rules(rules, n, max(high, -low), task.number)
    if dtype is None:
        return None
    if _is_symmetric(task) and rules.ends == "either":
        swept = _symmetric_intervals(task, _sums(cards), dtype)
    elif rules.ends == "either":
        swept = _intervals(task, _sums(cards))
    else:
        fast = _symmetric_suffixes(task, cards, row_sum) if _is_symmetric(task) else None
        swept = fast or _suffixes(task, _sums(cards))
    return None if swept is None else (swept, partial(_line, task, cards))


def _sums(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Prefix sums, shape (n + 1,)."""
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums


def _is_symmetric(task: Task) -> bool:
    """Whether positions have the same value for either player: both optimal, in turn, not numbered."""
    rules = task.rules
    return rules.turns == "AB" and not rules.numbered and task.against.is_optimal


def _counts(rules: Rules, n: int) -> tuple[int, int]:
    """Return the fewest and the most cards of a move; 0 for any number."""
    return rules.least, min(rules.most or 0, n)


def _score(rules: Rules) -> int:
    return one_end.MERGED if rules.merge else one_end.REST if rules.score == "rest" else one_end.CARDS


# --- two optimal players in turn -----------------------------------------------------------------


def _symmetric_result(margin: int, total: int, after: FindAfter, touched: int) -> SweepResult:
    """Return the result of a symmetric game, given the mover's margin and the sum of both totals."""
    first = (total + margin) // 2, (total - margin) // 2
    return SweepResult(first, first[::-1], cache(after), touched)


def _symmetric_intervals(task: Task, sums: NDArray[np.int64], dtype: type[np.generic]) -> SweepResult | None:
    rules, n = task.rules, len(task.values)
    if rules.least > n:
        return None
    edges, by_rest = np.zeros((n + 1, 4), dtype), rules.score == "rest"
    arguments = sums.astype(dtype), 1, *_counts(rules, n), by_rest, rules.fixed_sum, edges
    margin, total = (int(each[0]) for each in either_end.margins(*arguments))
    row_sum = int(sums[n])

    def after() -> list[tuple[int, int]]:
        pairs = []
        for count, earns in first_moves(task):
            theirs, both = map(int, _edge(edges, count))
            if rules.fixed_sum:
                both = row_sum - earns
            pairs.append(((both - theirs) // 2 + earns, (both + theirs) // 2))
        return pairs

    return _symmetric_result(margin, row_sum if rules.fixed_sum else total, after, (n + 1) * (n + 2))


def _edge(edges: NDArray[Any], count: int) -> NDArray[Any]:
    """Return what a kernel stored for the interval that a first move of `count` cards leaves."""
    rest = edges[len(edges) - 1 - abs(count)]
    totals: NDArray[Any] = rest[:2] if count > 0 else rest[2:]
    return totals


def _symmetric_suffixes(task: Task, cards: NDArray[np.int64], row_sum: int) -> SweepResult | None:
    """Solve by a kernel that keeps its state in registers; None if there is none for these rules."""
    rules, n = task.rules, len(cards)
    least, most = _counts(rules, n)
    if rules.fixed_sum and 1 <= most <= 3:
        margin, total = one_end.gains(cards, most)[0], row_sum
    elif not (most or rules.doubling) and least - rules.merge == 1:
        margin, total = one_end.running(cards, row_sum, _score(rules))
    else:
        return None

    def after() -> Sequence[Pair]:
        return (_suffixes(task, _sums(cards)) or sweeps.sweep(task)).after()

    return _symmetric_result(int(margin), row_sum if rules.fixed_sum else int(total), after, 2 * (n + 1))


# --- any opponent, any order of turns ------------------------------------------------------------


_MOVER = (Phase(True, 1, 0),)
"""The single phase of a symmetric game."""


def _phase_table(task: Task, phases: Sequence[Phase]) -> NDArray[np.int64]:
    """Return the phases as `either_end` describes them."""
    theirs = _KINDS[task.against.name], task.against.ties == "right"
    mover = {True: (either_end.YOURS, False), False: theirs}
    return np.array([(*mover[each.yours], each.factor, each.after, each.over) for each in phases])


def _reached(task: Task, phases: Phases) -> NDArray[np.bool_]:
    """Return which phases the positions of each length may have; an array without rows if phases are few."""
    n, count = len(task.values), len(phases.all)
    if count <= 4:
        return np.zeros((0, 0), np.bool_)
    reached = np.zeros((n + 1, count), np.bool_)
    for length in range(n + 1):
        reached[length, list(phases.at(n - length))] = True
    return reached


def _result(
    task: Task, phases: Phases, totals: Any, after: Callable[[int], Any], touched: int
) -> SweepResult:
    """Return the result, given both totals in each phase, and those after a first move by its cards."""
    first, second = ((int(yours), int(theirs)) for yours, theirs in (totals[at] for at in phases.begin))

    def pairs() -> list[tuple[int, int]]:
        moves = [(earns, *map(int, after(count))) for count, earns in first_moves(task)]
        return [(yours + earns, theirs) for earns, yours, theirs in moves]

    return SweepResult(first, None if task.rules.alone else second, cache(pairs), touched)


def _intervals(task: Task, sums: NDArray[np.int64]) -> SweepResult | None:
    n, phases = len(task.values), phases_of(task)
    edges = np.zeros((n + 1, 4), np.int64)
    totals = _sweep_intervals(task, sums, phases, edges, np.zeros((0, 0), np.int32))
    return _result(task, phases, totals, partial(_edge, edges), len(phases.all) * (n + 1) * (n + 2) // 2)


def _sweep_intervals(task: Task, sums: NDArray[np.int64], phases: Phases, edges: Any, decisions: Any) -> Any:
    """Return both totals in each phase; fill in `edges` and `decisions`."""
    rules, after_first = task.rules, phases.all[phases.begin[0]].after
    least, most = _counts(rules, len(task.values))
    table, reached = _phase_table(task, phases.all), _reached(task, phases)
    by_rest = rules.score == "rest"
    return either_end.sweep(sums, least, most, by_rest, table, reached, after_first, edges, decisions)


def _suffixes(task: Task, sums: NDArray[np.int64]) -> SweepResult | None:
    rules, n, phases = task.rules, len(task.values), phases_of(task)
    if (solved := _sweep_suffixes(task, sums, phases, keep=False)) is None:
        return None
    yours, theirs, _ = solved
    both = np.stack((yours, theirs), axis=-1)
    if _is_symmetric(task):  # add the phase in which the opponent moves
        both = np.concatenate((both, both[..., ::-1]))
    after_first = phases.all[phases.begin[0]].after

    def after(count: int) -> Any:
        gone = abs(count)
        return both[after_first, gone, memory_index(rules, max(task.memory, gone), n - gone)]

    return _result(task, phases, both[:, 0, memory_index(rules, task.memory, n)], after, yours.size)


def _sweep_suffixes(task: Task, sums: NDArray[np.int64], phases: Phases, *, keep: bool) -> Any:
    """Return your totals, theirs and, if `keep`, the moves; None if that does not fit memory."""
    rules, n = task.rules, len(task.values)
    if len(phases.all) * (n + 1) * (max(1, n // 4) if rules.doubling else 1) > MOST_CELLS:
        return None
    symmetric = _is_symmetric(task)
    table, reached = _phase_table(task, _MOVER if symmetric else phases.all), _reached(task, phases)
    (least, most), score = _counts(rules, n), _score(rules)
    return one_end.sweep(
        sums, least, most, score, rules.doubling, task.memory, symmetric, table, reached, keep
    )


def _line(task: Task, cards: NDArray[np.int64], you_first: bool) -> Line | None:
    """Return a line of best play by a sweep that keeps the moves; None if that does not fit."""
    rules, n, sums = task.rules, len(task.values), _sums(cards)
    phases = phases_of(task)
    if rules.ends == "either":
        if len(phases.all) * (n + 1) * (n + 2) // 2 > MOST_DECISIONS:
            return None
        moves = np.zeros((len(phases.all), (n + 1) * (n + 2) // 2), np.int32)
        solved = _sweep_intervals(task, sums, phases, np.zeros((0, 4), np.int64), moves)
    else:
        solved = _sweep_suffixes(task, sums, phases, keep=True)
    if solved is None:
        return None

    def move_at(at: int, start: int, length: int, memory: int) -> int:
        if rules.ends == "either":
            return int(moves[at, start + length * (2 * n + 3 - length) // 2])
        phase = 0 if _is_symmetric(task) else at
        count = int(solved[2][phase, n - length, memory_index(rules, memory, length)])
        return -count if rules.ends == "right" else count

    return line_of_moves(task, phases, you_first, move_at)


# --- many rows ---------------------------------------------------------------------------------


def serves_rows(rules: Rules, against: Opponent) -> bool:
    """Whether `margins_of_rows` supports these rules: two optimal players in turn, without 1-2M."""
    merges_both = rules.merge and rules.ends == "either"
    return _is_symmetric(Task((), rules, against)) and not rules.doubling and not merges_both


def margins_of_rows(
    rules: Rules, rows: NDArray[np.int64], dtype: type[np.generic], margin: NDArray[Any], both: NDArray[Any]
) -> None:
    """Fill in the first player's margin on each row of a table that fits, and the sum of both totals."""
    n = rows.shape[1]
    if n < rules.least + (rules.merge and n < 2):  # no move is possible
        margin[:], both[:] = 0, 0
    elif rules.ends == "either":
        cards = compiled.frozen(rows, dtype)
        either_end.margins_of_rows(
            cards, *_counts(rules, n), rules.score == "rest", rules.fixed_sum, margin, both
        )
    else:
        cards = compiled.frozen(rows if rules.ends == "left" else rows[:, ::-1])
        table = _phase_table(Task((), rules, opponent()), _MOVER)
        one_end.margins_of_rows(cards, *_counts(rules, n), _score(rules), table, margin, both)
