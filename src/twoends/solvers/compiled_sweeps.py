"""The bridge to the compiled sweeps for other rules: which opponents they support, and which numbers fit.

Each move earns at most n max |v|, so totals are at most n max |v| times the number of moves: for score cards
n max |v| in all, for score turn times the largest move number.
"""

from __future__ import annotations

from functools import cache, partial
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import other_rules, turns
from twoends.rules.moves import Line
from twoends.rules.numbers import Pair, Scale, Scaled
from twoends.rules.opponents import Opponent, opponent
from twoends.rules.rules import Rules
from twoends.solvers import SolverResult, compiled, sweeps
from twoends.solvers.costs import call_within
from twoends.solvers.phases import (
    PREFERENCES,
    Found,
    Task,
    dials_of,
    edge_of,
    kept_in,
    leaves_window,
    line_of_moves,
    phases_of,
    result_of,
)

MOST_DECISIONS = 2**28
"""The most moves kept for a line: a gigabyte."""

MOST_CELLS = 2**27
"""The most cells of suffixes kept: two gigabytes."""


def serves(against: Opponent) -> bool:
    """Whether the kernels support this opponent: a built-in one without random moves."""
    return not against.stochastic and not against.custom and (against.is_human or against.name in PREFERENCES)


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


def solve(task: Task, seconds: float = inf) -> SolverResult | None:
    """Return what `sweeps.solve` returns; None if the row does not fit.

    seconds  what Python would take; a line is left to Python if its kernel is ready later, or needs too much
             memory
    """
    rules, n = task.rules, len(task.values)
    values = compiled.integers(task.values)
    if n < rules.least or values is None or not serves(task.against) or leaves_window(rules):
        return None
    cards = compiled.frozen(values if rules.ends != "right" else values[::-1])
    low, high = compiled.bounds(cards)
    dtype = dtype_for_rules(rules, n, max(high, -low), task.number)
    if dtype is None:
        return None
    found = None
    if _is_symmetric(task):
        fast = _symmetric_intervals if rules.ends == "either" else _symmetric_suffixes
        found = fast(task, cards, dtype)

    def line(you_first: bool) -> Line | None:
        return call_within(seconds, _line, task, cards, you_first) or sweeps.line(task, you_first)

    return None if (found := found or _find(task, cards)) is None else result_of(task, *found, line)


def _sums(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Prefix sums, shape (n + 1,)."""
    return np.concatenate((np.zeros(1, np.int64), values.cumsum()))


def _is_symmetric(task: Task) -> bool:
    """Whether positions have the same value for either player: both optimal, in turn, not numbered."""
    rules = task.rules
    return rules.turns == "AB" and not rules.numbered and task.against.is_optimal


def _score(rules: Rules) -> int:
    if rules.merge:
        return other_rules.MERGED
    return other_rules.REST if rules.score == "rest" else other_rules.CARDS


# --- two optimal players in turn -----------------------------------------------------------------


def _totals(margin: Any, both: Any) -> Pair:
    """Return the mover's total and the other player's, given the mover's margin and their sum."""
    margin, both = int(margin), int(both)
    return (both + margin) // 2, (both - margin) // 2


def _symmetric_intervals(task: Task, cards: NDArray[np.int64], dtype: type[np.generic]) -> Found:
    rules, n, dials = task.rules, len(cards), dials_of(task)
    edges = np.zeros((n + 1, 4), dtype)
    counts = dials.least, dials.most, dials.by_rest, rules.fixed_sum
    margin, both = other_rules.margins(_sums(cards).astype(dtype), 1, *counts, edges)
    first = _totals(margin[0], both[0])
    return first, first[::-1], lambda count: _totals(*edge_of(edges, count))[::-1], (n + 1) * (n + 2)


def _symmetric_suffixes(task: Task, cards: NDArray[np.int64], dtype: type[np.generic]) -> Found | None:
    """Solve by a kernel that keeps its state in registers; None if there is none for these rules."""
    rules, dials = task.rules, dials_of(task)
    row_sum = int(cards.sum())
    if rules.fixed_sum and 1 <= dials.most <= 3:
        first = _totals(other_rules.gain(cards, dials.most), row_sum)
    elif not (dials.most or dials.doubling) and dials.least - rules.merge == 1:
        margin, both = other_rules.running(cards, row_sum, _score(rules))
        first = _totals(margin, row_sum if rules.fixed_sum else both)
    else:
        return None
    swept = cache(lambda: _find(task, cards) or sweeps.find(task))
    return first, first[::-1], lambda count: swept()[2](count), 2 * (len(cards) + 1)


# --- any opponent, any order of turns ------------------------------------------------------------


_MOVER = turns.Mover(turns.YOURS, False, 1, 0, False)
"""The single phase of a symmetric game, in which the players exchange their roles with each move."""


def _find(task: Task, cards: NDArray[np.int64]) -> Found | None:
    """Sweep a row; None if that does not fit memory."""
    n, phases = len(cards), phases_of(task)
    edges = np.zeros((n + 1, 4), np.int64)
    if (swept := _sweep(task, cards, edges, keep=False)) is None:
        return None
    at, _, touched = swept
    place = turns.memory_index(task.rules.doubling, task.memory, n)
    whole = n % at.yours.shape[1]
    totals = [tuple(pair) for pair in np.stack((at.yours, at.theirs), axis=-1)[:, whole, place].tolist()]
    if _is_symmetric(task):  # you or the opponent move first; the opponent moves after you
        first, second, edges = totals[0], totals[0][::-1], edges[:, [1, 0, 3, 2]]
    else:
        first, second = (totals[phase] for phase in phases.begin)
    return first, second, partial(_edge, edges), touched


def _edge(edges: NDArray[np.int64], count: int) -> Pair:
    """Return what `edge_of` returns, as Python integers."""
    yours, theirs = map(int, edge_of(edges, count))
    return yours, theirs


def _sweep(task: Task, cards: NDArray[np.int64], edges: NDArray[np.int64], *, keep: bool) -> Any:
    """Return all positions, the moves if `keep`, and the number of positions.

    Fill in `edges`, unless it is empty. None if the moves, or the cells of suffixes, do not fit memory.
    """
    dials, n, phases = dials_of(task), len(cards), phases_of(task)
    most: float = MOST_CELLS
    cells = (n + 1) * (max(1, n // 4) if dials.doubling else 1)
    if dials.either:
        cells, most = (n + 1) * (n + 2) // 2, MOST_DECISIONS if keep else inf
    if len(phases.all) * cells > most:
        return None
    exchange = _is_symmetric(task) and not dials.either  # else ties may go to different ends
    movers = [_MOVER] if exchange else phases.all
    reached = np.zeros((n + 1 if len(phases.all) > 4 else 0, len(movers)), np.bool_)
    for length in range(len(reached)):
        reached[length, list(phases.at(n - length))] = True
    cells, at = turns.begin_of(dials, n, n + 1), _positions(dials, n, len(movers), exchange)
    moves = np.zeros((len(movers) if keep else 0, cells if keep else 0), np.int32)
    wanted = 0 if exchange else phases.all[phases.begin[0]].after
    other_rules.sweep(dials, _sums(cards), np.array(movers), reached, at, moves, edges, wanted)
    return at, moves, len(movers) * cells


def _positions(dials: turns.Dials, n: int, phases: int, exchange: bool) -> turns.Positions:
    """Return room for positions; `exchange`: the players change roles with each move."""
    yours, theirs = np.zeros((2, phases, kept_in(dials, n), dials.places), np.int64)
    arms = np.full((phases, 2, 0 if dials.most or dials.doubling else n + 1, 3), -1)
    return turns.Positions(yours, theirs, *((theirs, yours) if exchange else (yours, theirs)), arms)


def _line(task: Task, cards: NDArray[np.int64], you_first: bool) -> Line | None:
    """Return a line of best play by a sweep that keeps the moves; None if that does not fit."""
    if (swept := _sweep(task, cards, np.zeros((0, 4), np.int64), keep=True)) is None:
        return None
    _, moves, _ = swept
    dials, n = dials_of(task), len(cards)

    def move_at(phase: int, length: int, place: int) -> int:
        return int(moves[min(phase, len(moves) - 1), turns.begin_of(dials, n, length) + place])

    return line_of_moves(task, phases_of(task), you_first, move_at)


# --- many rows ---------------------------------------------------------------------------------


def serves_rows(rules: Rules, against: Opponent) -> bool:
    """Whether `margins_of_rows` supports these rules: two optimal players in turn, without 1-2M."""
    return _is_symmetric(Task(Scaled((), Scale()), rules, against)) and not rules.doubling


def margins_of_rows(
    rules: Rules, rows: NDArray[np.int64], dtype: type[np.generic], margin: NDArray[Any], both: NDArray[Any]
) -> None:
    """Fill in the first player's margin on each row of a table that fits, and the sum of both totals."""
    n = rows.shape[1]
    task = Task(Scaled((0,) * n, Scale()), rules, opponent())
    dials = dials_of(task)
    if rules.ends == "either":
        counts = dials.least, dials.most, dials.by_rest, rules.fixed_sum
        other_rules.margins_of_rows(compiled.frozen(rows, dtype), *counts, margin, both)
    else:
        cards = compiled.frozen(rows if rules.ends == "left" else rows[:, ::-1])
        movers, at = np.array([_MOVER]), _positions(dials, n, 1, exchange=True)
        other_rules.margins_of_suffixes(cards, dials, movers, at, margin, both)
