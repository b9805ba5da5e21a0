"""Sweeps for other rules than one card from either end: every position from the shortest on, in pure Python.

    either end  every interval: those of a length need the shorter ones that a move leaves
    one end     what is left begins at a card; for 1-2M there is a position for each M, too

A position holds both totals, because whoever moves compares the margin and then their own total.

Where a move may take any number, the best way to stop is remembered for each card at which an interval
begins or ends. That is enough because what a move earns adds up: a start that is further away adds the same
to every way on.
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
    Swept,
    Task,
    by_window,
    first_moves,
    phases_of,
    place_of,
    walked,
    window,
)

Key = Callable[[Any, Any, Any], Any]
"""(what a move earns, your total after it, theirs) -> the mover's rank of it: the largest is preferred.

If each of several moves earns the same amount more, their order does not change.
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
    """Whether a sweep knows such rules and such an opponent; merge and 1-2M only with moves from one end."""
    known = against.is_human or against.name in KEYS or against.epsilon == 1
    return known and not (rules.ends == "either" and (rules.merge or rules.doubling)) and rules.goal == "most"


def steps(rules: Rules, n: int, against: Opponent) -> float:
    """About how many steps a sweep of n cards takes."""
    if by_window(rules):
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
    """How many times the error of floats may be that where a move takes one card and earns it."""
    return 2 * min(rules.most or n, n) * (1 if rules.score == "cards" and not rules.merge else n)


def sweep(task: Task, progress: Callable[[int, int], object] | None = None) -> Swept:
    """Both totals of a row, by intervals or by suffixes.

    O(n²) cells for intervals, O(n) for suffixes, of O(counts) steps each; times p for an order of p turns,
    times n where the number of the move matters and counts leave it open. `any` takes O(1) steps, but O(n)
    against an opponent who moves at random. 1-2M takes O(n²) cells of O(n) steps. O(n counts) memory.
    """
    if by_window(task.rules):
        return window(task)[0]
    n = len(task.values)
    rules, phases, last, touched = task.rules, phases_of(task), Diagonal(), 0
    you, they = phases.begin
    moves, wanted = first_moves(task), phases.all[you].after
    places: dict[int, list[int]] = {}  # by how many cards a first move leaves, where what it leads to stands
    for count, _ in moves:
        left = n - abs(count)
        place = 0 if count < 0 else -1
        if rules.ends != "either":
            place = place_of(rules, max(task.memory, abs(count)), left)
        places.setdefault(left, []).append(place)
    found: dict[int, list[Pair]] = {}
    for done, cells in enumerate(positions(task, phases)):
        touched += sum(len(each.yours) for each in cells.values())
        if done in places:
            at = cells[wanted]
            found[done] = [(at.yours[place], at.theirs[place]) for place in places[done]]
        last = cells
        if progress is not None:
            progress(done, n)
    whole = place_of(rules, task.memory, n)
    first, second = ((last[at].yours[whole], last[at].theirs[whole]) for at in (you, they))
    after = []
    for count, earns in moves:
        yours, theirs = found[n - abs(count)].pop(0)
        after.append((yours + earns, theirs))
    return Swept(first, None if rules.alone else second, lambda: after, touched)


def line(task: Task, you_first: bool) -> Line | None:
    """The moves of a best game; n²/2 cells are kept, or n. None where moves are random."""
    if task.against.stochastic:
        return None
    if by_window(task.rules):
        _, lefts, rights = window(task)
        return Line(tuple((count, side) for count, side in ((lefts, LEFT), (rights, RIGHT)) if count))
    phases, rules = phases_of(task), task.rules
    kept = [{at: cells.moves for at, cells in each.items()} for each in positions(task, phases)]

    def taken(at: int, start: int, length: int, memory: int) -> int:
        return kept[length][at][start if rules.ends == "either" else place_of(rules, memory, length)]

    return walked(task, phases, you_first, taken)


# --- all positions -------------------------------------------------------------------------------


class Cells(NamedTuple):
    """Positions of one kind.

    yours   your totals
    theirs  the opponent's
    moves   what is taken: so many from the left, minus so many from the right; 0: nothing, or by chance
    """

    yours: Sequence[Total]
    theirs: Sequence[Total]
    moves: Sequence[int]


Diagonal = dict[int, Cells]
"""The positions of so many cards, by their phase: for either end by start, for 1-2M by M."""

Outcome = tuple[int, Any, Any, Any]
"""A move, what it earns, and both totals after it."""


def positions(task: Task, phases: Phases) -> Iterator[Diagonal]:
    """The positions of n cards by how many are left, from 0 on; moves from the right turn the row."""
    rules, n = task.rules, len(task.values)
    sums = list(accumulate(task.values if rules.ends != "right" else task.values[::-1], initial=0))
    movers = [_Mover(task, phase, sums) for phase in phases.all]
    kept: list[Diagonal] = []
    window = rules.least if all(each.by_arms for each in movers) else rules.most or n
    for length in range(n + 1):
        near = length - rules.least + (rules.merge and length < n)  # the most that a move may leave
        starts = range(n + 1 - length) if rules.ends == "either" else range(n - length, n - length + 1)
        largest = 1 + place_of(rules, task.memory + (n - length) // 2, length)
        for mover in movers:
            if mover.by_arms and near >= 0 and mover.phase.after in kept[near]:
                mover.add(near, n, kept[near][mover.phase.after])
        cells = Diagonal()
        for at in phases.at(n - length):
            mover = movers[at]
            if mover.phase.over or near < 0:
                nothing = [0] * (len(starts) * largest)
                cells[at] = Cells(nothing, nothing, nothing)
                continue
            found = [
                mover.choose(
                    mover.arms(i, i + length) if mover.by_arms else mover.ways(i, i + length, memory, kept)
                )
                for i in starts
                for memory in range(1, largest + 1)
            ]
            yours, theirs, moves = zip(*found, strict=True)
            cells[at] = Cells(yours, theirs, array("i", moves))
        yield cells
        kept.append(cells)
        if length >= window:
            kept[length - window] = {}


class _Mover:
    """Whoever moves in a phase: the moves, and which one they choose, by a key and a tie rule or by chance.

    Where a move may take any number, these are the best ways on: its key, both totals, and a place:

    left[j]   from an interval that stops at j, by a move from the left: where what is left starts
    right[i]  from one that starts at i, by a move from the right: where what is left stops
    """

    def __init__(self, task: Task, phase: Phase, sums: Sequence[Any]) -> None:
        against, self.rules = task.against, task.rules
        self.phase, self.sums, self.against = phase, sums, against
        self.by_chance = not phase.yours and against.stochastic
        self.by_arms = self.rules.most is None and not self.rules.doubling and not self.by_chance
        self.ties_right = not phase.yours and against.ties == "right"
        name = "optimal" if against.is_human else against.name
        self.key: Key = _best if phase.yours else KEYS.get(name, KEYS["greedy"])
        self.exact = not any(isinstance(value, float) for value in task.values[:1])
        self.left: list[Any] = [None] * len(sums)
        self.right: list[Any] = [None] * len(sums)

    # --- the moves ---

    def ways(self, i: int, j: int, memory: int, kept: Sequence[Diagonal]) -> list[Outcome]:
        """Every legal move at [i, j) after a move of M cards."""
        rules, after = self.rules, self.phase.after
        merged = rules.merge and i > 0
        most = 2 * memory if rules.doubling else rules.most or len(self.sums)
        counts = range(rules.least, min(most, j - i + merged) + 1)
        sign = -1 if rules.ends == "right" else 1
        found: list[Outcome] = []
        for count in counts:
            k = i + count - merged
            cells = kept[j - k][after]
            place = k if rules.ends == "either" else place_of(rules, max(memory, count), j - k)
            found.append((sign * count, self._from_left(i, j, k), cells.yours[place], cells.theirs[place]))
        if rules.ends == "either":
            for count in counts[: j - i - rules.least]:  # who takes all of it takes it from the left
                k = j - count
                cells = kept[k - i][after]
                found.append((-count, self._from_right(i, j, k), cells.yours[i], cells.theirs[i]))
        return found

    def arms(self, i: int, j: int) -> list[Outcome]:
        """The best move at [i, j) from either end, of any number of cards."""
        rules = self.rules
        _, yours, theirs, k = self.left[j]
        count = k - i + (rules.merge and i > 0)
        earns = self._from_left(i, j, k)
        found: list[Outcome] = [(-count if rules.ends == "right" else count, earns, yours, theirs)]
        if rules.ends == "either" and self.right[i] is not None:
            _, yours, theirs, k = self.right[i]
            found.append((k - j, self._from_right(i, j, k), yours, theirs))
        return found

    def add(self, length: int, n: int, cells: Cells) -> None:
        """Let moves lead to the positions of a length; of equal ways on, the one that leaves more counts."""
        sums, key, counts, either = self.sums, self.key, self.phase.counts, self.rules.ends == "either"
        by_rest = self.rules.score == "rest"
        for i, yours, theirs in zip(
            range(n + 1 - length) if either else [n - length], cells.yours, cells.theirs, strict=True
        ):
            j = i + length
            rest = sums[j] - sums[i]
            ranked = key(rest if by_rest else counts * sums[i], yours, theirs)
            if self.left[j] is None or ranked >= self.left[j][0]:
                self.left[j] = ranked, yours, theirs, i
            if length and either:
                ranked = key(rest if by_rest else -counts * sums[j], yours, theirs)
                if self.right[i] is None or ranked >= self.right[i][0]:
                    self.right[i] = ranked, yours, theirs, j

    def _from_left(self, i: int, j: int, k: int) -> Any:
        """What a move from [i, j) to [k, j) earns."""
        if self.rules.score == "rest":
            return self.sums[j] - self.sums[k]
        return self.phase.counts * (self.sums[k] - (0 if self.rules.merge else self.sums[i]))

    def _from_right(self, i: int, j: int, k: int) -> Any:
        """What a move from [i, j) to [i, k) earns."""
        if self.rules.score == "rest":
            return self.sums[k] - self.sums[i]
        return self.phase.counts * (self.sums[j] - self.sums[k])

    # --- the choice ---

    def choose(self, outcomes: Sequence[Outcome]) -> tuple[Total, Total, int]:
        """Both totals, and the move; 0 where chance decides."""
        if self.by_chance:
            return self._mixed(outcomes)
        move, earns, yours, theirs = self.preferred(outcomes)[0]
        return (yours + earns, theirs, move) if self.phase.yours else (yours, theirs + earns, move)

    def preferred(self, outcomes: Sequence[Outcome]) -> list[Outcome]:
        """The moves that are made where nobody trembles: one, or all the best where ties are random."""
        keys = [self.key(*outcome[1:]) for outcome in outcomes]
        most = max(keys)
        liked = [outcome for outcome, key in zip(outcomes, keys, strict=True) if key == most]
        if self.by_chance and self.against.ties == "random":
            return liked
        if self.ties_right:
            return [each for each in liked if (each[0] > 0) == (liked[-1][0] > 0)][:1]
        return liked[:1]

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
