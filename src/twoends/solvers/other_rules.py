"""Rows by other rules than one card from either end: the arguments of engine/turns.py, and what it finds.

The text runs on lists of exact numbers, or of floats; `compiled_other_rules` runs it, compiled, on arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import lcm
from typing import Any, NamedTuple

from twoends.engine import turns
from twoends.rules.moves import Line, Move
from twoends.rules.numbers import Pair, Scaled, Total
from twoends.rules.opponents import Opponent
from twoends.rules.rules import Rules
from twoends.solvers import SolverResult
from twoends.solvers.replies import reply_kind
from twoends.solvers.window import leaves_window, solve_window


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

    @property
    def step(self) -> int:
        """By how many cards, at least, a move makes the row shorter."""
        return self.rules.least - self.rules.merge

    @property
    def shortest(self) -> int:
        """The fewest cards that can be left; if moves merge, one."""
        rules, n = self.rules, len(self.values)
        fewest = min(int(rules.merge), n)
        if rules.stop is None or rules.most is None:
            return fewest
        return max(n - max(rules.stop - self.number, 0) * (rules.most - rules.merge), fewest)


def serves(against: Opponent) -> bool:
    """Whether sweeps support this opponent."""
    return not against.custom


STEPS_OF_A_POSITION = 4
"""What a position takes besides its moves (measured)."""


def steps(rules: Rules, n: int, against: Opponent) -> float:
    """Estimate the number of moves from all positions of a sweep of n cards, with what a position takes."""
    if leaves_window(rules):
        return n
    fixed = rules.least == rules.most
    phases: float = 2 * len(rules.turns)
    if rules.numbered and not fixed:
        phases = 2 * min(n, rules.stop or n)
    if rules.doubling:
        return phases * (n + 1) ** 3 / 48
    if rules.stop is not None and rules.most is not None:
        n = min(n, rules.stop * rules.most)
    counts = n / 2 if against.stochastic else 2
    counts = min(counts, n) if rules.most is None else max(min(rules.most, n) - rules.least + 1, 1)
    positions, ends = (n * n / 2, 2) if rules.ends == "either" else (n, 1)
    return phases * positions * (ends * counts + STEPS_OF_A_POSITION)


def roundings(rules: Rules, n: int) -> int:
    """Bound the float error as a multiple of that for moves that take and earn one card."""
    return 2 * min(rules.most or n, n) * rules.times_counted(n)


# --- the arguments of the text -------------------------------------------------------------------


class Numbers(NamedTuple):
    """The text of engine/turns.py, and the sequences that it runs on: lists, or arrays for compiled code.

    text       the functions of the text
    ints       makes a sequence of so many times the same int
    totals     makes one of so many zeros of the kind of totals
    as_ints    makes one of a list of ints
    as_totals  makes one of a list of values
    repeated   makes a table whose rows are the same
    sums       makes the sums of the first 0, 1, 2, ... values
    number     makes a number of Python of an entry
    """

    text: Any
    ints: Callable[[int, int], Any]
    totals: Callable[[int], Any]
    as_ints: Callable[[Any], Any]
    as_totals: Callable[[Any], Any]
    repeated: Callable[[Any, int], Any]
    sums: Callable[[Any], Any]
    number: Callable[[Any], Any]


def _itself(what: Any) -> Any:
    return what


IN_LISTS = Numbers(
    turns, lambda count, entry: [entry] * count, lambda count: [0] * count, _itself, _itself,
    lambda row, times: [row] * times, lambda values: list(accumulate(values, initial=0)), _itself,
)  # fmt: skip


class Movers(NamedTuple):
    """Who moves, by phase, and what they multiply their cards by.

    phases           their number
    second           the phase in which play begins if the opponent moves first; it is 0 if you do
    cycle, numbers   as the text has them among the rules
    exchange         whether the players change roles with each move, so that one phase serves both
    """

    movers: list[list[int]]
    factors: list[int]
    phases: int
    second: int
    cycle: int
    numbers: int
    exchange: bool = False


def movers_of(task: Task) -> Movers:
    """List the movers of a task."""
    rules, against = task.rules, task.against
    you = turns.YOU, 0, 0
    they = reply_kind(against), int(against.name == "modest"), int(against.ties == "right")
    in_turn = rules.turns == "AB" and not rules.numbered
    if in_turn and against.is_optimal and (against.ties != "right" or rules.ends != "either"):
        return Movers([[*you, 0, 0]], [1], 1, 0, int(rules.least == rules.most), 0, exchange=True)
    if in_turn and rules.least != rules.most:
        return Movers([[*you, 1, 0], [*they, 0, 0]], [1, 1], 2, 1, 0, 0)
    period, count = len(rules.turns), len(rules.turns)
    if rules.numbered:
        count = len(task.values) // task.step + 2
        if rules.stop is not None:
            count = min(count, max(rules.stop - task.number, 0) + 1)
    numbers = range(task.number, task.number + count)
    factors = list(map(rules.factor, numbers))
    begins = (True,) if rules.alone else (True, False)

    def mover(number: int, you_begin: bool, after: int) -> list[int]:
        same = rules.turns[number % period] == rules.turns[task.number % period]
        over = rules.stop is not None and number >= rules.stop
        return [*(you if same == you_begin else they), after, int(over)]

    if rules.least == rules.most:
        movers = [mover(number, first, after) for number in numbers for after, first in enumerate(begins)]
        factors = [factor for factor in factors for _ in begins]
        return Movers(movers, factors, len(begins), len(begins) - 1, count, 0)
    movers = [
        mover(number, first, half * count + (place + 1) % count)
        for half, first in enumerate(begins)
        for place, number in enumerate(numbers)
    ]
    phases = len(movers)
    return Movers(movers, factors * len(begins), phases, phases - count, 0, count if rules.numbered else 0)


def rules_of(task: Task, movers: Movers) -> list[int]:
    """Return the rules of a task as the text has them."""
    rules, n, memory, shortest = task.rules, len(task.values), task.memory, task.shortest
    either, places = rules.ends == "either", 1
    if either:
        places = n + 1 - shortest
    elif rules.doubling:
        grown = (turns.memory_place(1, memory + (n - length) // 2, length) for length in range(n + 1))
        places = 1 + max(grown)
    return [
        min(rules.least, n + 2), min(rules.most or 0, n + 2), int(rules.doubling), int(either),
        int(rules.score == "rest"), int(rules.merge), memory, shortest, places, kept_in(task), movers.cycle,
        movers.numbers, movers.movers[0][turns.AFTER],
    ]  # fmt: skip


def kept_in(task: Task) -> int:
    """Return how many lengths of positions have to be kept."""
    rules, n = task.rules, len(task.values)
    if rules.doubling or (rules.most is None and task.against.stochastic):
        return n + 1
    return min((rules.most or rules.least) + 1, n + 1)


# --- chance --------------------------------------------------------------------------------------


def _most_moves(task: Task, length: int) -> int:
    """The most legal moves on so many cards."""
    rules = task.rules
    most = length if rules.most is None else min(rules.most, length)
    counts = max(most - rules.least + 1, 0) if length >= task.shortest else 0
    return 2 * counts - (most == length) if counts and rules.ends == "either" else counts


def chance_of(task: Task, on: Numbers) -> Any:
    """Return the weights of random moves, as the text has them; None if no chance decides.

    Floats have weights that add up to 1.
    """
    against, n = task.against, len(task.values)
    if not against.stochastic or not n:
        return None
    most = [_most_moves(task, length) for length in range(n + 1)]
    shares = against.epsilon, 1 - against.epsilon
    if isinstance(task.values[0], float):
        ones = on.as_totals([1.0] * (n + 2))
        inverse = [0.0, *(1 / count for count in range(1, max(*most, 1) + 1))]
        tables = [on.as_totals([float(share) * each for each in inverse]) for share in shares]
        return ones, ones, *(on.repeated(table, n + 1) for table in tables)
    may_tie = against.epsilon < 1 and against.ties == "random"
    units, weights, at_random, intended = [1], list[int](), list[list[int]](), list[list[int]]()
    for legal in most:
        counts = range(1 if task.rules.doubling else max(legal, 1), legal + 1)
        ties = range(1, (legal if may_tie else min(legal, 1)) + 1)
        divided = [
            {count: share / count for count in among}
            for share, among in zip(shares, (counts, ties), strict=True)
        ]
        weight = lcm(*(each.denominator for by_count in divided for each in by_count.values()))
        for table, by_count in zip((at_random, intended), divided, strict=True):
            table.append([int(weight * by_count.get(count, 0)) for count in range(legal + 1)])
        units.append(units[-1] * weight)
        weights.append(weight)
    return units, weights, at_random, intended


# --- sweeps --------------------------------------------------------------------------------------


class Arguments(NamedTuple):
    """The arguments of the text, which it fills in: see there."""

    rules: Any
    sums: Any
    movers: Any
    factors: Any
    chance: Any
    options: Any
    yours: Any
    theirs: Any
    yours_after: Any
    theirs_after: Any
    arm: Any
    arm_yours: Any
    arm_theirs: Any
    moves: Any
    edges: Any


def arguments(task: Task, on: Numbers, *, keep: bool = False) -> Arguments:
    """Prepare the solution of a row, with room for the moves in all positions if `keep`."""
    rules, n, values = task.rules, len(task.values), task.values
    movers = movers_of(task)
    made = rules_of(task, movers)
    chance, options = chance_of(task, on), None
    if chance is not None:
        legal = max(_most_moves(task, length) for length in range(n + 1))
        options = tuple(on.totals(legal) for _ in range(3))
    positions = movers.phases * made[turns.KEPT] * made[turns.PLACES]
    yours, theirs = on.totals(positions), on.totals(positions)
    arms = 2 * movers.phases * (n + 1) if rules.most is None and not rules.doubling else 0
    most = n if rules.most is None else min(rules.most, n)
    return Arguments(
        on.as_ints(made),
        on.sums(values if rules.ends != "right" else values[::-1]),
        on.as_ints([entry for mover in movers.movers for entry in mover]),
        on.as_totals(movers.factors),
        chance,
        options,
        yours,
        theirs,
        theirs if movers.exchange else yours,
        yours if movers.exchange else theirs,
        on.ints(arms, -1),
        on.totals(arms),
        on.totals(arms),
        on.ints(movers.phases * turns.begin_of(made, n, n + 1) if keep else 0, 0),
        on.totals(4 * (most + 1)),
    )


def solve(
    task: Task, progress: Callable[[int, int], object] | None = None, on: Numbers = IN_LISTS
) -> SolverResult:
    """Solve a row by intervals or by suffixes.

    O(n²) cells for intervals, O(n) for suffixes, of O(counts) steps each; times p for an order of p turns,
    times n if the move number matters and does not follow from the remaining cards. `any` takes O(1) steps,
    or O(n) if the opponent moves at random. 1-2M takes O(n²) cells of O(n) steps. O(n counts) memory, and
    n²/2 moves, or n, for a line.
    """
    if leaves_window(task.rules):
        return solve_window(task.scaled, task.rules, task.number)
    rules, n, alone = task.rules, len(task.values), task.rules.alone
    movers, made = movers_of(task), arguments(task, on)
    touched, at_once = 0, 1 if progress else n + 1
    for length in range(task.shortest, n + 1, at_once):
        touched += on.text.solve(*made, length, min(length + at_once, n + 1))
        if progress is not None:
            progress(length, n)
    kept, places = made.rules[turns.KEPT], made.rules[turns.PLACES]
    units = () if made.chance is None else made.chance[0]

    def total(entry: Any, length: int) -> Total:
        number: Total = on.number(entry)
        unit = units[length + 1] if len(units) else 1
        return number if isinstance(number, float) or unit == 1 else Fraction(number, unit)

    def begun(phase: int, *, second: bool = False) -> Pair:
        at = (phase * kept + n % kept) * places + turns.memory_place(rules.doubling, task.memory, n)
        yours, theirs = total(made.yours[at], n), total(made.theirs[at], n)
        return (theirs, yours) if second and movers.exchange else (yours, theirs)

    def pairs(you_first: bool) -> list[Pair]:
        assert you_first, "a sweep knows nothing of their first moves"
        found = []
        for count, earns in first_moves(task):
            gone = abs(count) - rules.merge
            at = 4 * gone + (0 if count > 0 or rules.ends == "right" else 2)
            yours, theirs = (total(entry, n - gone) for entry in made.edges[at : at + 2])
            found.append((yours + earns, theirs))
        return found

    return SolverResult(
        "bottom-up",
        task.scaled,
        begun(0),
        None if alone else begun(movers.second, second=True),
        touched * 2 if movers.exchange else touched,
        cache(pairs),
        lambda you_first: line(task, you_first, on),
    )


def first_moves(task: Task) -> list[tuple[int, Any]]:
    """List the legal moves as (cards taken, negative from the right; earnings), O(n)."""
    rules, n = task.rules, len(task.values)
    if n < 1 + rules.merge or (rules.stop is not None and task.number >= rules.stop):
        return []
    sums = list(accumulate(task.values, initial=0))
    counts = range(rules.least, min(2 * task.memory if rules.doubling else rules.most or n, n) + 1)
    moves = []
    for sign in {"either": (1, -1), "left": (1,), "right": (-1,)}[rules.ends]:
        for count in counts:
            if sign > 0 or count < n or rules.ends == "right":
                taken = sums[count] if sign > 0 else sums[n] - sums[n - count]
                earns = sums[n] - taken if rules.score == "rest" else rules.factor(task.number) * taken
                moves.append((sign * count, earns))
    return moves


def line(task: Task, you_first: bool, on: Numbers = IN_LISTS) -> Line | None:
    """Sweep a row again for a line of best play; None if moves are random, or a player alone moves second."""
    if task.against.stochastic or (task.rules.alone and not you_first):
        return None
    rules, n, movers, made = task.rules, len(task.values), movers_of(task), arguments(task, on, keep=True)
    on.text.solve(*made, task.shortest, n + 1)
    phase, start, stop, memory = 0 if you_first else movers.second, 0, n, task.memory
    moves: list[Move] = []
    while start < stop:
        place = start if rules.ends == "either" else turns.memory_place(rules.doubling, memory, stop - start)
        at, row = phase * turns.begin_of(made.rules, n, n + 1) + place, phase
        if movers.cycle:
            row += len(moves) % movers.cycle * movers.phases
        count = on.number(made.moves[at + turns.begin_of(made.rules, n, stop - start)])
        if not count:
            break
        gone, memory = abs(count) - rules.merge, max(memory, abs(count))
        start, stop = (start + gone, stop) if count > 0 else (start, stop - gone)
        moves.append(Move("L" if (count > 0) != (rules.ends == "right") else "R", abs(count)))
        phase = movers.movers[row][turns.AFTER]
    return Line.of(moves, counted=not rules.one_card)
