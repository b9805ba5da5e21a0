"""Rows under other rules than one card from either end: what a solution costs, and the arguments of turns.py.

The text runs on lists of exact numbers, or of floats, and compiled on arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, lcm
from typing import Any, NamedTuple

from twoends.engine import turns
from twoends.engine.replies import reply_kind
from twoends.engine.sequences import Sequences
from twoends.rules import limits
from twoends.rules.numbers import Scaled
from twoends.rules.opponents import Opponent
from twoends.rules.rules import Rules


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
        """The fewest cards by which a move shortens the row."""
        return self.rules.least - self.rules.merge

    @property
    def shortest(self) -> int:
        """The fewest cards that can be left; if moves merge, one."""
        rules, n = self.rules, len(self.values)
        fewest = min(int(rules.merge), n)
        if rules.stop is None or rules.most is None:
            return fewest
        return max(n - max(rules.stop - self.number, 0) * (rules.most - rules.merge), fewest)


STEPS_OF_A_POSITION = 4
"""What a position takes besides its moves (measured)."""


def steps(rules: Rules, n: int, against: Opponent) -> float:
    """Estimate the number of moves from all positions of a sweep of n cards, with what a position takes."""
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


class Movers(NamedTuple):
    """Who moves, by phase, and what they multiply their cards by.

    movers           the columns of the text's table, by phase
    factors          what each of them multiplies its cards by
    phases           their number
    second           the phase in which play begins if the opponent moves first; it is 0 if you do
    cycle, numbers   as the text has them among the rules
    exchange         whether the players change roles with each move, so that one phase serves both
    by_mover         whether the phases are your turn and theirs
    """

    movers: list[list[int]]
    factors: list[int]
    phases: int
    second: int
    cycle: int
    numbers: int
    exchange: bool = False
    by_mover: bool = False


def movers_of(task: Task) -> Movers:
    """List the movers of a task."""
    rules, against = task.rules, task.against
    you = turns.YOU, 0, 0
    they = reply_kind(against), against.prefers, int(against.ties == "right")
    in_turn = rules.turns == "AB" and not rules.numbered
    if in_turn and against.is_optimal and (against.ties != "right" or rules.ends != "either"):
        return Movers([[*you, 0, 0]], [1], 1, 0, int(rules.least == rules.most), 0, exchange=True)
    if in_turn and rules.least != rules.most:
        return Movers([[*you, 1, 0], [*they, 0, 0]], [1, 1], 2, 1, 0, 0, by_mover=True)
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


def rules_of(task: Task, movers: Movers, *, wide: bool = False, you_first: bool = True) -> list[int]:
    """Return the rules of a task as the text has them, to keep all positions if `wide`."""
    rules, n, memory, shortest = task.rules, len(task.values), task.memory, task.shortest
    either, places = rules.ends == "either", 1
    if either:
        places = n + 1 - shortest
    elif rules.doubling:
        grown = (turns.memory_place(True, memory + (n - length) // 2, length) for length in range(n + 1))
        places = 1 + max(grown)
    return [
        min(rules.least, n + 2), min(rules.most or 0, n + 2), int(rules.doubling), int(either),
        int(rules.score == "rest"), int(rules.merge), memory, shortest, places,
        n + 1 if wide else count_kept_lengths(task), movers.cycle, movers.numbers,
        movers.movers[0 if you_first else movers.second][turns.AFTER],
    ]  # fmt: skip


def count_kept_lengths(task: Task) -> int:
    """Return how many lengths of positions have to be kept."""
    rules, n = task.rules, len(task.values)
    if rules.doubling or (rules.most is None and task.against.stochastic):
        return n + 1
    return min((rules.most or rules.least) + 1, n + 1)


def keeps_edges(task: Task) -> bool:
    """Whether first moves lead to positions of more lengths than are kept: then the edges have them."""
    return task.rules.most is None and count_kept_lengths(task) <= len(task.values)


# --- chance --------------------------------------------------------------------------------------


def _most_moves(task: Task, length: int) -> int:
    """The most legal moves on this many cards."""
    rules = task.rules
    most = length if rules.most is None else min(rules.most, length)
    counts = max(most - rules.least + 1, 0) if length >= task.shortest else 0
    return 2 * counts - (most == length) if counts and rules.ends == "either" else counts


def chance_of(task: Task, on: Sequences) -> Any:
    """Return the weights of random moves, as the text has them; None if no chance decides.

    Floats have weights that add up to 1.
    """
    against, n = task.against, len(task.values)
    if not against.stochastic or not n:
        return None
    most = [_most_moves(task, length) for length in range(n + 1)]
    shares = against.epsilon, 1 - against.epsilon
    if isinstance(task.values[0], float):
        ones = on.of_numbers([1.0] * (n + 2))
        inverse = [0.0, *(1 / count for count in range(1, max(*most, 1) + 1))]
        tables = [on.of_numbers([float(share) * each for each in inverse]) for share in shares]
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


def arguments(
    task: Task, on: Sequences, *, keep: bool = False, wide: bool = False, you_first: bool = True
) -> Arguments:
    """Prepare the solution of a row, with room for all moves if `keep`, for all totals if `wide`.

    you_first  who makes the first move that leads to the edges
    """
    rules, n, values = task.rules, len(task.values), task.values
    movers = movers_of(task)
    made = rules_of(task, movers, wide=wide, you_first=you_first)
    chance, options = chance_of(task, on), None
    if chance is not None:
        legal = max(_most_moves(task, length) for length in range(n + 1))
        options = tuple(on.numbers(legal) for _ in range(3))
    positions = movers.phases * made[turns.KEPT] * made[turns.PLACES]
    yours, theirs = on.numbers(positions), on.numbers(positions)
    arms = 2 * movers.phases * (n + 1) if rules.most is None and not rules.doubling else 0
    most = n if rules.most is None else min(rules.most, n)
    return Arguments(
        on.of_ints(made),
        on.sums(values if rules.ends != "right" else values[::-1]),
        on.of_ints([entry for mover in movers.movers for entry in mover]),
        on.of_numbers(movers.factors),
        chance,
        options,
        yours,
        theirs,
        theirs if movers.exchange else yours,
        yours if movers.exchange else theirs,
        on.ints(arms, -1),
        on.numbers(arms),
        on.numbers(arms),
        on.ints(movers.phases * turns.begin_of(made, n, n + 1) if keep else 0, 0),
        on.numbers(4 * (most + 1) if keeps_edges(task) else 0),
    )


# --- whether it fits -----------------------------------------------------------------------------


def prepare_arrays(task: Task) -> tuple[Task, Sequences] | None:
    """The task on arrays, and what the text runs on; None if compiled code does not apply."""
    import numpy as np

    from twoends.engine import compiled

    rules, against, n, scaled = task.rules, task.against, len(task.values), task.scaled
    if n < rules.least or not fits_memory(task):
        return None
    values: Any = None
    if scaled.error:
        values = np.array(task.values, np.float64)
    elif not against.stochastic:
        values = compiled.integers(task.values)
        low, high = (0, 0) if values is None else compiled.bounds(values)
        if not totals_fit(rules, n, max(high, -low), task.number):
            return None
    if values is None:
        return None
    on = compiled.arrays(values.dtype.type if scaled.error else np.int64)
    return task._replace(scaled=scaled._replace(values=values)), on


def totals_fit(rules: Rules, n: int, largest: int, number: int) -> bool:
    """Whether totals of n cards of at most this size fit int64, `number` moves into a game.

    Each move earns at most n max |v| times its factor, so totals are at most that times the number of moves;
    for score cards and its multiples, in all, n max |v| times the largest factor.
    """
    last = number + n if rules.stop is None else min(number + n, rules.stop)
    factor = max(map(abs, rules.weights)) if rules.weights else rules.factor(max(last - 1, 0))
    moves = n if rules.score == "rest" or rules.merge else 1
    return n * largest * factor * moves < 2**58


def serves_rows(rules: Rules, against: Opponent) -> bool:
    """Whether the text solves many rows at once under these rules: two optimal players in turn."""
    return rules.turns == "AB" and not rules.numbered and against.is_optimal


def fits_memory(task: Task, *, wide: bool = False, keep: bool = False, most: float = inf) -> bool:
    """Whether the positions of a row fit memory: if `wide`, of all lengths, if `keep`, with their moves."""
    movers, n = movers_of(task), len(task.values)
    rules = rules_of(task, movers, wide=wide)
    cells = movers.phases * rules[turns.KEPT] * rules[turns.PLACES]
    return cells <= min(most, limits.MAX_CELLS) and (
        not keep or movers.phases * turns.begin_of(rules, n, n + 1) <= limits.MAX_DECISIONS
    )
