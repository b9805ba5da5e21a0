"""Sweeps for other rules than one card from either end: solve all positions, shortest first, in pure Python.

    either end  positions are intervals, and depend on the shorter ones that a move leaves
    one end     positions are suffixes; for 1-2M, one for each suffix and M

A position holds both totals, because the player to move compares margins and then their own totals.

If a move may take any number of cards, the best left move from [i, j) leaves the same [k, j) for every i:
another i adds the same to the earnings of every move. So one best k is stored for each j, and one for each i
for moves from the right.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from twoends.rules.numbers import Pair, Total
from twoends.rules.preferences import Opponent
from twoends.rules.rules import Rules
from twoends.rules.sides import LEFT, RIGHT, Line
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
    solve_window,
)

Key = Callable[[Any, Any, Any], Any]
"""(earnings of the move, your total after it, theirs) -> the mover's sort key; the largest is preferred.

Adding the same amount to the earnings of several moves must not change their order.
"""


def _best(earns: Any, yours: Any, theirs: Any) -> Any:
    return earns + yours - theirs, earns + yours


KEYS: dict[str, Key] = {
    "optimal": lambda earns, yours, theirs: (earns + theirs - yours, earns + theirs),
    "generous": lambda earns, yours, theirs: (-earns - theirs, yours - theirs - earns),
    "greedy": lambda earns, yours, theirs: earns,
    "modest": lambda earns, yours, theirs: -earns,
}
"""The opponents whose preference is such a key."""


def serves(rules: Rules, against: Opponent) -> bool:
    """Whether sweeps support these rules and this opponent; merge and 1-2M need moves from one end."""
    if against.custom or against.needs_the_other:
        return False
    known = against.is_human or against.name in KEYS or against.epsilon == 1
    return known and not (rules.ends == "either" and (rules.merge or rules.doubling)) and rules.goal == "most"


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
    return 2 * min(rules.most or n, n) * (1 if rules.score == "cards" and not rules.merge else n)


def sweep(task: Task, progress: Callable[[int, int], object] | None = None) -> SweepResult:
    """Solve a row by intervals or by suffixes.

    O(n²) cells for intervals, O(n) for suffixes, of O(counts) steps each; times p for an order of p turns,
    times n if the move number matters and does not follow from the remaining cards. `any` takes O(1) steps,
    or O(n) if the opponent moves at random. 1-2M takes O(n²) cells of O(n) steps. O(n counts) memory.
    """
    if leaves_window(task.rules):
        return solve_window(task)[0]
    n = len(task.values)
    rules, phases, touched = task.rules, phases_of(task), 0
    earnings, phase_after = dict(first_moves(task)), phases.all[phases.begin[0]].after
    after: dict[int, Pair] = {}
    for length, diagonal in enumerate(positions(task, phases)):
        touched += sum(len(cells.yours) for cells in diagonal.values())
        for count in earnings.keys() & {n - length, length - n}:
            place = 0 if count < 0 else -1
            if rules.ends != "either":
                place = memory_index(rules, max(task.memory, abs(count)), length)
            cells = diagonal[phase_after]
            after[count] = cells.yours[place] + earnings[count], cells.theirs[place]
        if progress is not None:
            progress(length, n)
    at = memory_index(rules, task.memory, n)
    first, second = ((diagonal[phase].yours[at], diagonal[phase].theirs[at]) for phase in phases.begin)
    after_moves = [after[count] for count in earnings]
    return SweepResult(first, None if rules.alone else second, lambda: after_moves, touched)


def line(task: Task, you_first: bool) -> Line | None:
    """Return a line of best play, keeping n²/2 cells, or n; None if moves are random."""
    if task.against.stochastic:
        return None
    if leaves_window(task.rules):
        _, lefts, rights = solve_window(task)
        return Line(tuple((count, side) for count, side in ((lefts, LEFT), (rights, RIGHT)) if count))
    phases, rules = phases_of(task), task.rules
    moves = [{at: cells.moves for at, cells in each.items()} for each in positions(task, phases)]

    def move_at(at: int, start: int, length: int, memory: int) -> int:
        return moves[length][at][start if rules.ends == "either" else memory_index(rules, memory, length)]

    return line_of_moves(task, phases, you_first, move_at)


# --- all positions -------------------------------------------------------------------------------


class Cells(NamedTuple):
    """Positions of one length and phase.

    yours   your totals
    theirs  the opponent's totals
    moves   numbers of cards taken, negative from the right; 0 if no move is left or chance decides
    """

    yours: Sequence[Total]
    theirs: Sequence[Total]
    moves: Sequence[int]


Diagonal = dict[int, Cells]
"""The positions of one length by phase: for either end ordered by start, for 1-2M by M."""

Outcome = tuple[int, Any, Any, Any]
"""(move, its earnings, your total after it, theirs)"""


def positions(task: Task, phases: Phases) -> Iterator[Diagonal]:
    """Solve the positions by length, from 0 to n; for moves from the right, of the reversed row."""
    rules, n = task.rules, len(task.values)
    sums = list(accumulate(task.values if rules.ends != "right" else task.values[::-1], initial=0))
    movers = [_Mover(task, phase, sums) for phase in phases.all]
    kept: list[Diagonal] = []
    needed = rules.least if all(each.takes_any for each in movers) else rules.most or n  # diagonals
    for length in range(n + 1):
        longest = length - rules.least + (rules.merge and length < n)  # the most cards that a move may leave
        starts = range(n + 1 - length) if rules.ends == "either" else range(n - length, n - length + 1)
        largest = 1 + memory_index(rules, task.memory + (n - length) // 2, length)
        for mover in movers:
            if mover.takes_any and longest >= 0 and mover.phase.after in kept[longest]:
                mover.add(longest, n, kept[longest][mover.phase.after])
        diagonal = Diagonal()
        for at in phases.at(n - length):
            mover = movers[at]
            if mover.phase.over or longest < 0:
                nothing = [0] * (len(starts) * largest)
                diagonal[at] = Cells(nothing, nothing, nothing)
                continue
            solved = [
                mover.choose(
                    mover.best_by_end(i, i + length)
                    if mover.takes_any
                    else mover.outcomes(i, i + length, memory, kept)
                )
                for i in starts
                for memory in range(1, largest + 1)
            ]
            yours, theirs, moves = zip(*solved, strict=True)
            diagonal[at] = Cells(yours, theirs, array("i", moves))
        yield diagonal
        kept.append(diagonal)
        if length >= needed:
            kept[length - needed] = {}


class _Mover:
    """The player to move in a phase: lists the moves and chooses one, by a key and a tie rule or by chance.

    If a move may take any number of cards, the best continuations so far, as (key, both totals, place):

    left[j]   by a left move from intervals that stop at j; the place is the new start
    right[i]  by a right move from intervals that start at i; the place is the new stop
    """

    def __init__(self, task: Task, phase: Phase, sums: Sequence[Any]) -> None:
        against, self.rules = task.against, task.rules
        self.phase, self.sums, self.against = phase, sums, against
        self.by_chance = not phase.yours and against.stochastic
        self.takes_any = self.rules.most is None and not self.rules.doubling and not self.by_chance
        self.ties_right = not phase.yours and against.ties == "right"
        name = "optimal" if against.is_human else against.name
        self.key: Key = _best if phase.yours else KEYS.get(name, KEYS["greedy"])
        self.exact = not any(isinstance(value, float) for value in task.values[:1])
        self.left: list[Any] = [None] * len(sums)
        self.right: list[Any] = [None] * len(sums)

    # --- the moves ---

    def outcomes(self, i: int, j: int, memory: int, kept: Sequence[Diagonal]) -> list[Outcome]:
        """List the outcomes of all legal moves at [i, j) with this M."""
        rules, after = self.rules, self.phase.after
        merged = rules.merge and i > 0
        most = 2 * memory if rules.doubling else rules.most or len(self.sums)
        counts = range(rules.least, min(most, j - i + merged) + 1)
        sign = -1 if rules.ends == "right" else 1
        result: list[Outcome] = []
        for count in counts:
            k = i + count - merged
            cells = kept[j - k][after]
            place = k if rules.ends == "either" else memory_index(rules, max(memory, count), j - k)
            result.append((sign * count, self._from_left(i, j, k), cells.yours[place], cells.theirs[place]))
        if rules.ends == "either":
            for count in counts[: j - i - rules.least]:  # taking all cards counts as a left move
                k = j - count
                cells = kept[k - i][after]
                result.append((-count, self._from_right(i, j, k), cells.yours[i], cells.theirs[i]))
        return result

    def best_by_end(self, i: int, j: int) -> list[Outcome]:
        """Return the outcome of the best move at [i, j) from each end, of any number of cards."""
        rules = self.rules
        _, yours, theirs, k = self.left[j]
        count = k - i + (rules.merge and i > 0)
        earns = self._from_left(i, j, k)
        result: list[Outcome] = [(-count if rules.ends == "right" else count, earns, yours, theirs)]
        if rules.ends == "either" and self.right[i] is not None:
            _, yours, theirs, k = self.right[i]
            result.append((k - j, self._from_right(i, j, k), yours, theirs))
        return result

    def add(self, length: int, n: int, cells: Cells) -> None:
        """Add the positions of a length as continuations; of equally good ones, the longer is preferred."""
        sums, factor, either = self.sums, self.phase.factor, self.rules.ends == "either"
        by_rest = self.rules.score == "rest"
        for i, yours, theirs in zip(
            range(n + 1 - length) if either else [n - length], cells.yours, cells.theirs, strict=True
        ):
            j = i + length
            rest = sums[j] - sums[i]
            key = self.key(rest if by_rest else factor * sums[i], yours, theirs)
            if self.left[j] is None or key >= self.left[j][0]:
                self.left[j] = key, yours, theirs, i
            if length and either:
                key = self.key(rest if by_rest else -factor * sums[j], yours, theirs)
                if self.right[i] is None or key >= self.right[i][0]:
                    self.right[i] = key, yours, theirs, j

    def _from_left(self, i: int, j: int, k: int) -> Any:
        """Return the earnings of a move from [i, j) to [k, j)."""
        if self.rules.score == "rest":
            return self.sums[j] - self.sums[k]
        return self.phase.factor * (self.sums[k] - (0 if self.rules.merge else self.sums[i]))

    def _from_right(self, i: int, j: int, k: int) -> Any:
        """Return the earnings of a move from [i, j) to [i, k)."""
        if self.rules.score == "rest":
            return self.sums[k] - self.sums[i]
        return self.phase.factor * (self.sums[j] - self.sums[k])

    # --- the choice ---

    def choose(self, outcomes: Sequence[Outcome]) -> tuple[Total, Total, int]:
        """Return both totals and the move, 0 if chance decides."""
        if self.by_chance:
            return self._mixed(outcomes)
        move, earns, yours, theirs = self.preferred(outcomes)[0]
        return (yours + earns, theirs, move) if self.phase.yours else (yours, theirs + earns, move)

    def preferred(self, outcomes: Sequence[Outcome]) -> list[Outcome]:
        """Return the outcome of the intended move, or all the best ones if ties are random."""
        keys = [self.key(*outcome[1:]) for outcome in outcomes]
        largest = max(keys)
        best = [outcome for outcome, key in zip(outcomes, keys, strict=True) if key == largest]
        if self.by_chance and self.against.ties == "random":
            return best
        if self.ties_right:
            return [each for each in best if (each[0] > 0) == (best[-1][0] > 0)][:1]
        return best[:1]

    def _mixed(self, outcomes: Sequence[Outcome]) -> tuple[Total, Total, int]:
        against = self.against
        intended = self.preferred(outcomes) if against.epsilon < 1 else []
        keep = (1 - against.epsilon) / len(intended) if intended else Fraction(0)
        at_random = against.random_chances([outcome[0] > 0 for outcome in outcomes])
        yours: Total = 0
        theirs: Total = 0
        for outcome, random_chance in zip(outcomes, at_random, strict=True):
            chance: Any = random_chance + keep * (outcome in intended)
            if chance:
                _, earns, after_yours, after_theirs = outcome
                if not self.exact:
                    chance = float(chance)
                yours += chance * after_yours
                theirs += chance * (after_theirs + earns)
        return yours, theirs, outcomes[0][0] if len(outcomes) == 1 else 0
