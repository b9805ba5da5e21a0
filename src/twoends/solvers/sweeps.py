"""Sweeps for other rules than one card from either end: every position from the shortest on, in pure Python.

    intervals  moves from either end: a diagonal of a length needs those that are shorter by what a move takes
    suffixes   moves from one end: what is left begins at a card; for 1-2M there is a position for each M, too

Who moves, and what a card counts, are the phase of a position: its place in the order of turns, and where the
number of the move matters (score turn, stop) that number. A position holds both totals, because whoever
moves compares the margin and then their own total.

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

from twoends.rules.numbers import Total
from twoends.rules.preferences import Opponent
from twoends.rules.rules import Rules
from twoends.rules.sides import LEFT, RIGHT, AnyMove, Line, takes

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


class Task(NamedTuple):
    """What is to be swept: a row by its rules, where the larger total wins.

    values   of the n cards that are left; where moves merge, the first one is what was merged so far
    rules    what a move takes and earns, whose turn it is
    against  the opponent
    number   how many moves have been made before
    memory   M, the most cards that a move took before
    """

    values: Sequence[Any]
    rules: Rules
    against: Opponent
    number: int = 0
    memory: int = 1


class Phase(NamedTuple):
    """A kind of position.

    yours   whether you move
    counts  what a card counts: the number of the move, or 1
    after   the phase after a move
    over    whether no move is left, however many cards are
    """

    yours: bool
    counts: int
    after: int
    over: bool = False


class Phases(NamedTuple):
    """All kinds of positions of a game.

    all    the phases
    begin  those in which a game begins when you move first, when the opponent does; the same if you are alone
    at     those that a position may have after so many cards have been taken
    """

    all: Sequence[Phase]
    begin: tuple[int, int]
    at: Callable[[int], Sequence[int]]


def phases_of(task: Task, everywhere: bool = False) -> Phases:
    """The phases of what is left; `everywhere` if each position is asked for as a game of its own."""
    rules, n = task.rules, len(task.values)
    numbered = rules.numbered
    fewest = rules.least - rules.merge
    period = len(rules.turns)
    last = task.number + (n // fewest + 1 if numbered else period - 1)
    if rules.stop is not None:
        last = min(last, max(rules.stop, task.number))
    count = last - task.number + 1
    found = [
        Phase(
            (rules.turns[number % period] == rules.turns[task.number % period]) == you,
            number + 1 if rules.score == "turn" else 1,
            half * count
            + (
                (number - task.number + 1) % count
                if not numbered
                else min(number - task.number + 1, count - 1)
            ),
            rules.stop is not None and number >= rules.stop,
        )
        for half, you in enumerate((True, False))
        for number in range(task.number, last + 1)
    ]
    begin = 0, count
    if rules.alone:
        found, begin = found[:count], (0, 0)
    elif rules.turns == "AB" and not numbered:  # the second half is the first one, a move later
        found, begin = [Phase(True, 1, 1), Phase(False, 1, 0)], (0, 1)

    def at(taken: int) -> Sequence[int]:
        most = rules.most or max(n, 1)
        steps = range(-(-taken // most), taken // fewest + 1)
        if everywhere or len(steps) >= count:
            return range(len(found))
        moves = {step % count if not numbered else min(step, count - 1) for step in steps}
        if len(found) == count and begin[1] == 1:
            moves |= {1 - move for move in moves}
        elif len(found) > count:
            moves |= {move + count for move in moves}
        return sorted(moves)

    return Phases(found, begin, at)


class Cells(NamedTuple):
    """Positions of one kind.

    yours   your totals
    theirs  the opponent's
    moves   what is taken: so many from the left, minus so many from the right; 0: nothing, or by chance
    """

    yours: Sequence[Total]
    theirs: Sequence[Total]
    moves: Sequence[int]


class Choice:
    """How moves are chosen in a phase: by a key and a tie rule, or by chance."""

    def __init__(self, task: Task, phase: Phase) -> None:
        against = task.against
        self.yours = phase.yours
        self.by_chance = not phase.yours and against.stochastic
        self.ties_right = not phase.yours and against.ties == "right"
        name = "optimal" if against.is_person else against.name
        self.key: Key = _best if phase.yours else KEYS.get(name, KEYS["greedy"])
        self.against = against
        self.exact = not any(isinstance(value, float) for value in task.values[:1])

    def among(self, outcomes: Sequence[tuple[int, Any, Any, Any]]) -> tuple[Total, Total, int]:
        """Both totals, and the move; each outcome is (move, what it earns, both totals after it)."""
        if self.by_chance:
            return self._mixed(outcomes)
        best = self.preferred(outcomes)[0]
        move, earns, yours, theirs = best
        return (yours + earns, theirs, move) if self.yours else (yours, theirs + earns, move)

    def preferred(self, outcomes: Sequence[tuple[int, Any, Any, Any]]) -> list[tuple[int, Any, Any, Any]]:
        """The moves that are made where nobody strays: one, or all the best where ties are random."""
        keys = [self.key(*outcome[1:]) for outcome in outcomes]
        most = max(keys)
        liked = [outcome for outcome, key in zip(outcomes, keys, strict=True) if key == most]
        if self.by_chance and self.against.ties == "random":
            return liked
        if self.ties_right:
            return [each for each in liked if (each[0] > 0) == (liked[-1][0] > 0)][:1]
        return liked[:1]

    def _mixed(self, outcomes: Sequence[tuple[int, Any, Any, Any]]) -> tuple[Total, Total, int]:
        against = self.against
        intended = self.preferred(outcomes) if against.stray < 1 else []
        keep = (1 - against.stray) / len(intended) if intended else Fraction(0)
        strays = against.straying([outcome[0] > 0 for outcome in outcomes])
        yours: Total = 0
        theirs: Total = 0
        for outcome, stray in zip(outcomes, strays, strict=True):
            chance: Any = stray + keep * (outcome in intended)
            if chance:
                _, earns, after_yours, after_theirs = outcome
                if not self.exact:
                    chance = float(chance)
                yours += chance * after_yours
                theirs += chance * (after_theirs + earns)
        return yours, theirs, outcomes[0][0] if len(outcomes) == 1 else 0


def serves(rules: Rules, against: Opponent) -> bool:
    """Whether a sweep knows such rules and such an opponent; merge and 1-2M only with moves from one end."""
    known = against.is_person or against.name in KEYS or against.stray == 1
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
    counts = min(rules.most or (n / 2 if against.stochastic else 2), n)
    return phases * counts * (n * n if rules.ends == "either" else n)


def by_window(rules: Rules) -> bool:
    """Whether one player alone takes single cards from either end: all but a window of the row."""
    return rules.alone and rules.one_card and rules.ends == "either" and rules.score == "cards"


def window(task: Task) -> tuple[Swept, int, int]:
    """What is gained around the best window that may be left, and how many cards from either end; O(n).

    Of several windows the one furthest to the right is left: so the left end is taken wherever it may be.
    """
    rules, n = task.rules, len(task.values)
    most = n if rules.stop is None else min(max(rules.stop - task.number, 0), n)
    if most == n:  # nothing is left
        whole = sum(task.values)
        return Swept((whole, 0), None, [(whole, 0)] * min(n, 2), 1), n, 0
    lefts = list(accumulate(task.values[:most], initial=0))
    rights = list(accumulate(reversed(task.values[n - most :]), initial=0))
    gains = [left + right for left, right in zip(lefts, reversed(rights), strict=True)]
    best = max(gains)
    after = [(max(gains[1:]), 0), (max(gains[:-1]), 0)] if most else []
    taken = most - gains[::-1].index(best)
    return Swept((best, 0), None, after, len(gains)), taken, most - taken


def roundings(rules: Rules, n: int) -> int:
    """How many times the error of floats may be that where a move takes one card and earns it."""
    return 2 * min(rules.most or n, n) * (1 if rules.score == "cards" and not rules.merge else n)


class Swept(NamedTuple):
    """What a sweep found.

    first    your total and the opponent's when you move first
    second   both when they do; None if you are alone
    after    both after each legal move of yours, in order
    touched  how many positions were looked at
    """

    first: tuple[Total, Total]
    second: tuple[Total, Total] | None
    after: Sequence[tuple[Total, Total]]
    touched: int


Diagonal = dict[int, Cells]
"""The positions of one length, or those that begin at one card, by their phase."""


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
    found: dict[int, list[tuple[Total, Total]]] = {}
    for done, cells in enumerate(positions(task, phases)):
        touched += sum(len(each.yours) for each in cells.values())
        if done in places:
            at = cells[wanted]
            found[done] = [(at.yours[place], at.theirs[place]) for place in places[done]]
        last = cells
        if progress is not None:
            progress(done, n)
    first, second = ((last[at].yours[0], last[at].theirs[0]) for at in (you, they))
    after = []
    for count, earns in moves:
        yours, theirs = found[n - abs(count)].pop(0)
        after.append((yours + earns, theirs))
    return Swept(first, None if rules.alone else second, after, touched)


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
        here = kept[length].get(at)
        place = start if rules.ends == "either" else place_of(rules, memory, length)
        return here[place] if here else 0

    return walked(task, phases, you_first, taken)


def walked(task: Task, phases: Phases, you_first: bool, taken: Callable[[int, int, int, int], int]) -> Line:
    """The moves of a best game.

    taken  what is taken in (phase, start, length, M): so many from the left, minus so many from the right; 0:
           play is over
    """
    rules, n = task.rules, len(task.values)
    at, start, stop, memory = phases.begin[0 if you_first else 1], 0, n, task.memory
    moves: list[AnyMove] = []
    while start < stop and (count := taken(at, start, stop - start, memory)):
        moves.append(takes(LEFT if count > 0 else RIGHT, abs(count)))
        gone = abs(count) - (rules.merge and (start > 0 or stop < n))
        start, stop = (start + gone, stop) if count > 0 else (start, stop - gone)
        memory, at = max(memory, abs(count)), phases.all[at].after
    return Line.exactly(moves, counted=not rules.one_card)


def first_moves(task: Task) -> list[tuple[int, Any]]:
    """Each legal move: how many cards it takes, minus as many from the right, and what it earns; O(n)."""
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


def positions(task: Task, phases: Phases) -> Iterator[Diagonal]:
    """The positions of n cards by how many are left, from 0 on; intervals: a diagonal each, by start."""
    return _intervals(task, phases) if task.rules.ends == "either" else _suffixes(task, phases)


# --- either end: intervals ---------------------------------------------------------------------


def _intervals(task: Task, phases: Phases) -> Iterator[Diagonal]:
    rules, n = task.rules, len(task.values)
    sums = list(accumulate(task.values, initial=0))
    choices = [Choice(task, phase) for phase in phases.all]
    by_arms = [rules.most is None and not choice.by_chance for choice in choices]
    arms = [
        _Arms(n, choice, phase, sums, rules) if arm else None
        for choice, phase, arm in zip(choices, phases.all, by_arms, strict=True)
    ]
    kept: list[Diagonal] = []
    window = rules.least if all(by_arms) else rules.most or n
    for length in range(n + 1):
        cells = Diagonal()
        near = length - rules.least
        for arm in arms:
            if arm is not None and near >= 0 and arm.after in kept[near]:
                arm.add(near, kept[near][arm.after])
        for at in phases.at(n - length):
            phase, m = phases.all[at], n + 1 - length
            if phase.over or near < 0:
                cells[at] = Cells([0] * m, [0] * m, [0] * m)
            elif (arm := arms[at]) is not None:
                cells[at] = arm.read(length)
            else:
                cells[at] = _by_counts(length, choices[at], phase, kept, sums, rules)
        yield cells
        kept.append(cells)
        if length >= window:
            kept[length - window] = {}


def _by_counts(
    length: int, choice: Choice, phase: Phase, kept: Sequence[Diagonal], sums: Sequence[Any], rules: Rules
) -> Cells:
    """The positions of a length, each from every legal move there."""
    by_rest, counts = rules.score == "rest", range(rules.least, min(rules.most or length, length) + 1)
    after = [(count, kept[length - count][phase.after]) for count in counts]
    found = []
    for i in range(len(sums) - length):
        j = i + length
        outcomes = []
        for count, cells in after:
            k = i + count
            earns = sums[j] - sums[k] if by_rest else phase.counts * (sums[k] - sums[i])
            outcomes.append((count, earns, cells.yours[k], cells.theirs[k]))
        for count, cells in after:
            if count < length:
                k = j - count
                earns = sums[k] - sums[i] if by_rest else phase.counts * (sums[j] - sums[k])
                outcomes.append((-count, earns, cells.yours[i], cells.theirs[i]))
        found.append(choice.among(outcomes))
    return _cells(found)


def _cells(found: Sequence[tuple[Total, Total, int]]) -> Cells:
    yours, theirs, moves = zip(*found, strict=True)
    return Cells(yours, theirs, array("i", moves))


class _Arms:
    """The best ways on from the intervals of one phase, where a move may take any number.

    left[j]   from an interval that stops at j, by a move from the left: its key, both totals, and where what
              is left starts
    right[i]  from one that starts at i, by a move from the right: the same, and where what is left stops
    """

    def __init__(self, n: int, choice: Choice, phase: Phase, sums: Sequence[Any], rules: Rules) -> None:
        self.after, self.counts, self.sums = phase.after, phase.counts, sums
        self.choice, self.by_rest = choice, rules.score == "rest"
        self.left: list[Any] = [None] * (n + 1)
        self.right: list[Any] = [None] * (n + 1)

    def add(self, length: int, cells: Cells) -> None:
        """Let moves lead to the positions of a length; of equal ways on, the one that leaves more counts."""
        sums, key, by_rest = self.sums, self.choice.key, self.by_rest
        for i, (yours, theirs) in enumerate(zip(cells.yours, cells.theirs, strict=True)):
            j = i + length
            rest = sums[j] - sums[i]
            ranked = key(rest if by_rest else self.counts * sums[i], yours, theirs)
            if self.left[j] is None or ranked >= self.left[j][0]:
                self.left[j] = ranked, yours, theirs, i
            if length:  # who takes all of it takes it from the left
                ranked = key(rest if by_rest else -self.counts * sums[j], yours, theirs)
                if self.right[i] is None or ranked >= self.right[i][0]:
                    self.right[i] = ranked, yours, theirs, j

    def read(self, length: int) -> Cells:
        """The positions of a length."""
        sums, choice, found = self.sums, self.choice, []
        for i in range(len(sums) - length):
            j = i + length
            outcomes = []
            _, yours, theirs, k = self.left[j]
            earns = sums[j] - sums[k] if self.by_rest else self.counts * (sums[k] - sums[i])
            outcomes.append((k - i, earns, yours, theirs))
            if self.right[i] is not None:
                _, yours, theirs, k = self.right[i]
                earns = sums[k] - sums[i] if self.by_rest else self.counts * (sums[j] - sums[k])
                outcomes.append((k - j, earns, yours, theirs))
            found.append(choice.among(outcomes))
        return _cells(found)


# --- one end: suffixes -------------------------------------------------------------------------


def place_of(rules: Rules, memory: int, cards: int) -> int:
    """Where M stands among the positions of a suffix of so many cards; 0 for rules without M.

    More than half of the cards, rounded up, changes nothing.
    """
    return max(1, min(memory, (cards + 1) // 2)) - 1 if rules.doubling else 0


def _suffixes(task: Task, phases: Phases) -> Iterator[Diagonal]:
    """For moves from the right, the row is read backwards."""
    rules, n = task.rules, len(task.values)
    from_left = rules.ends == "left"
    sums = list(accumulate(task.values if from_left else task.values[::-1], initial=0))
    choices = [Choice(task, phase) for phase in phases.all]
    by_arms = [rules.most is None and not rules.doubling and not choice.by_chance for choice in choices]
    best: list[Any] = [None] * len(phases.all)
    kept: list[Diagonal] = [{} for _ in range(n + 1)]  # by where they begin
    for start in range(n, -1, -1):
        cells, merged = kept[start], rules.merge and start > 0
        over = start == n or (rules.merge and n - start + merged < 2)
        near = start + rules.least - merged
        largest = 1 + place_of(rules, task.memory + start // 2, n - start)
        for at, phase in enumerate(phases.all):
            if by_arms[at] and near <= n and phase.after in kept[near]:
                after = kept[near][phase.after]
                earns = _earns(rules, phase, sums, 0, near)
                ranked = choices[at].key(earns, after.yours[0], after.theirs[0])
                if best[at] is None or ranked >= best[at][0]:
                    best[at] = ranked, near
        for at in phases.at(start):
            phase, choice = phases.all[at], choices[at]
            if phase.over or over or near > n:
                cells[at] = Cells([0] * largest, [0] * largest, [0] * largest)
                continue
            found = []
            for memory in range(1, largest + 1):
                most = 2 * memory if rules.doubling else rules.most or n
                ways = [best[at][1]] if by_arms[at] else range(near, min(start + most - merged, n) + 1)
                outcomes = []
                for stop in ways:
                    count = stop - start + merged
                    after = kept[stop][phase.after]
                    place = place_of(rules, max(memory, count), n - stop)
                    earns = _earns(rules, phase, sums, start, stop)
                    outcomes.append(
                        (count if from_left else -count, earns, after.yours[place], after.theirs[place])
                    )
                found.append(choice.among(outcomes))
            cells[at] = _cells(found)
        yield cells


def _earns(rules: Rules, phase: Phase, sums: Sequence[Any], start: int, stop: int) -> Any:
    """What a move earns that takes the cards from one place to another."""
    if rules.score == "rest":
        return sums[-1] - sums[stop]
    return phase.counts * (sums[stop] - (0 if rules.merge else sums[start]))
