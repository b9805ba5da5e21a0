"""Rows under other rules than one card from either end: the method that runs the text `turns`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from twoends.engine import turns
from twoends.engine.counters import TURNS
from twoends.engine.method import Method
from twoends.engine.options import DEFAULT_OPTIONS, Options
from twoends.engine.sequences import IN_LISTS, Sequences
from twoends.engine.turn_tasks import (
    Arguments,
    Task,
    arguments,
    count_kept_lengths,
    fits_memory,
    keeps_edges,
    movers_of,
    prepare_arrays,
    steps,
)  # fmt: skip
from twoends.rules import limits
from twoends.rules.errors import MethodError
from twoends.rules.moves import Line, Move
from twoends.rules.numbers import Pair, Total
from twoends.rules.rulebook import Rulebook, State

STEPS_AT_ONCE = 2**26
"""The most steps that compiled code takes, in a fraction of a second, before it responds to Ctrl-C."""


class Turns(Method):
    """Rows under other rules, against any built-in opponent.

    O(n²) cells for intervals, O(n) for suffixes, of O(counts) steps each; times p for an order of p turns,
    times n if the move number matters and does not follow from the remaining cards. `any` takes O(1) steps,
    or O(n) if the opponent moves at random. 1-2M takes O(n²) cells of O(n) steps. O(n counts) memory for the
    root and what its moves lead to; all cells are kept for later states, and n²/2 moves, or n, for a line.
    """

    name = "bottom-up"

    def __init__(self, task: Task, root: State, options: Options = DEFAULT_OPTIONS) -> None:
        """Set up what is left in a state, the root."""
        self._given, self._root, self._options = task, root, options
        self._movers, self._solved = movers_of(task), dict[tuple[bool, bool], Arguments]()
        self.error, self._touched = task.scaled.error, 0

    @property
    def positions(self) -> int:
        """The number of positions solved."""
        return self._touched

    def totals(self, book: Rulebook, states: Sequence[State]) -> list[Pair]:
        """Both totals from each state on. Raises MethodError if all cells do not fit memory."""
        task, root, exact = self._given, self._root, self._given.scaled.scale.exact
        n, begun = len(task.values), book.mover(root) == "you"
        lengths = [book.card_count(state) for state in states]
        by_edges = keeps_edges(task) and all(state.number <= root.number + 1 for state in states)
        near = by_edges or min(lengths, default=n) > n - count_kept_lengths(task)
        made = self._solve(begun, wide=self._options.keeps or not near)
        pairs = []
        for state, length in zip(states, lengths, strict=True):
            if n - length < made.rules[turns.KEPT]:
                at, swaps = self._kept_at(book, state, length, made)
                entries, unit = (made.yours[at], made.theirs[at]), unit_of(made, n)
            else:
                at = 4 * (n - length) + (0 if self._place(state, length) else 2)
                entries, unit = tuple(made.edges[at : at + 2]), unit_of(made, length)
                swaps = self._movers.exchange and not begun
            yours, theirs = (exact(_total(self._on.number(entry), unit)) for entry in entries)
            pairs.append((theirs, yours) if swaps else (yours, theirs))
        return pairs

    def table(self, book: Rulebook) -> tuple[Any, Any]:
        """Both totals in all positions as the text keeps them, if nothing is random; see `places`.

        Raises MethodError if they do not fit memory.
        """
        made = self._solve(book.mover(self._root) == "you", wide=True)
        return made.yours, made.theirs

    def places(self, book: Rulebook, states: Sequence[State]) -> list[tuple[int, bool]]:
        """Where `table` has each state, and whether exchanged: the same for all rows of a length."""
        made = self._solve(book.mover(self._root) == "you", wide=True)
        return [self._kept_at(book, state, book.card_count(state), made) for state in states]

    def _kept_at(self, book: Rulebook, state: State, length: int, made: Arguments) -> tuple[int, bool]:
        kept = made.rules[turns.KEPT]
        phase = self._phase(book, state, book.mover(self._root) == "you")
        at = (phase * kept + length % kept) * made.rules[turns.PLACES] + self._place(state, length)
        return int(at), self._movers.exchange and book.mover(state) != "you"

    def line(self, book: Rulebook) -> Line | None:
        """A line of best play; None if moves are random, or if it takes too much memory."""
        task, on = self._prepared
        if task.against.stochastic or not fits_memory(task, keep=True):
            return None
        return line(task, book.mover(self._root) == "you", on)

    def _phase(self, book: Rulebook, state: State, begun: bool) -> int:
        """The phase of a state, given whether you moved in the root."""
        movers = self._movers
        if movers.exchange:
            return 0
        if movers.by_mover:
            return 0 if book.mover(state) == "you" else 1
        first = 0 if begun else movers.second
        if movers.cycle:
            return first
        return first + (state.number - self._root.number) % (movers.phases - movers.second)

    def _place(self, state: State, length: int) -> int:
        """The place of a state among those of its phase and length."""
        if self._given.rules.ends == "either":
            place: int = state.remaining[0] - self._root.remaining[0]
            return place
        return int(turns.memory_place(self._given.rules.doubling, state.memory, length))

    def _solve(self, begun: bool, *, wide: bool) -> Arguments:
        """Solve all positions, and keep all if `wide`; edges follow a first move of yours if `begun`."""
        begun = begun or self._movers.exchange or not keeps_edges(self._given)
        key = begun, wide
        if key in self._solved:
            return self._solved[key]
        task, on = self._prepared
        most = limits.MAX_CELLS_ON_LISTS if on is IN_LISTS else limits.MAX_CELLS
        if wide and not fits_memory(task, wide=True, most=most):
            raise MethodError(
                f"all positions of {len(task.values):,} cards under {task.rules} take too much memory: "
                "give fewer cards"
            )
        made = arguments(task, on, wide=wide, you_first=begun)
        n, progress, touched = len(task.values), self._options.progress, 0
        at_once = 1 if progress else _lengths_at_once(task)
        for length in range(task.shortest, n + 1, at_once):
            touched += on.text(turns).fill_positions(*made, length, min(length + at_once, n + 1))
            if progress is not None:
                progress(length, n)
        self._touched = touched * 2 if self._movers.exchange else touched
        self._solved[key] = made
        return made

    @property
    def _on(self) -> Sequences:
        return self._prepared[1]

    @cached_property
    def _prepared(self) -> tuple[Task, Sequences]:
        """The task on arrays if compiled code pays and the numbers fit, else on lists."""
        task = self._given

        def in_arrays() -> tuple[Task, Sequences] | None:
            prepared = prepare_arrays(task)
            if prepared is not None:  # the kernel is loaded now, or not at all
                prepared[1].text(turns).fill_positions(*arguments(*prepared), 0, 0)
            return prepared

        work = steps(task.rules, len(task.values), task.against)
        found = TURNS.compiled(work, in_arrays) if self._options.compiles else None
        return found or (task, IN_LISTS)


def _lengths_at_once(task: Task) -> int:
    """How many lengths to fill in between two chances for Ctrl-C, which compiled code does not see."""
    n = len(task.values)
    return max(1, int(STEPS_AT_ONCE * (n + 1) / (steps(task.rules, n, task.against) + 1)))


def unit_of(made: Arguments, length: int) -> int:
    """The unit of totals when the text has solved all positions of a length."""
    units = () if made.chance is None else made.chance[0]
    return units[length + 1] if len(units) else 1


def _total(entry: Total, unit: int) -> Total:
    return entry if isinstance(entry, float) or unit == 1 else Fraction(entry, unit)


def line(task: Task, you_first: bool, on: Sequences) -> Line:
    """Sweep a row again for a line of best play."""
    rules, n, movers, made = task.rules, len(task.values), movers_of(task), arguments(task, on, keep=True)
    at_once = _lengths_at_once(task)
    for length in range(task.shortest, n + 1, at_once):
        on.text(turns).fill_positions(*made, length, min(length + at_once, n + 1))
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
