"""Tables by other rules: every interval of a row, or every suffix, as a fresh game of what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import NamedTuple

from twoends.rules.errors import MethodError, RulesError
from twoends.rules.games import Game
from twoends.rules.numbers import Number
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.rules import Rules
from twoends.rules.sides import AnyMove, end_and_count
from twoends.solvers import dispatch, sweeps
from twoends.solvers.scaling import scaled_for

MOST_STEPS = 20_000_000
"""A table of so many steps takes some ten seconds, and hundreds of megabytes."""


class RulesCell(NamedTuple):
    """What is left as a game of its own. Totals are in the row's own kind of number.

    first   your total and the opponent's when you are to move
    second  the same when the opponent is; None in a game of one
    best    all your best moves when you are to move; empty where there is none
    """

    first: tuple[Number, Number]
    second: tuple[Number, Number] | None
    best: tuple[AnyMove, ...]


@dataclass(frozen=True)
class RulesTable:
    """Every interval of a row, or for moves from one end every suffix of it (from the right: every prefix).

    row       the row, n values
    opponent  how the other side replies
    rules     how it is played
    cells     cells[length][start] for moves from either end, shape (n + 1, n + 1 - length); for moves from
              one end cells[length][0], the only one that is left of so many cards

    Read as table[start, stop]. Where moves merge, what was taken before stands in front as one card.

    >>> from twoends import table
    >>> table([1, 2, 3, 7], rules="take 1-3 left")[1, 4]
    RulesCell(first=(12, 0), second=(0, 12), best=(Take(LEFT, 3),))
    """

    row: Row
    opponent: Opponent
    rules: Rules
    cells: Sequence[Sequence[RulesCell]]

    def __getitem__(self, interval: tuple[int, int]) -> RulesCell:
        """The position in which the cards [start, stop) are left, in O(1). Raises MethodError."""
        n, ends = len(self.row), self.rules.ends
        try:
            start, stop = map(index, interval)
            fits = 0 <= start <= stop <= n
        except (TypeError, ValueError):
            fits = False
        if fits and ends != "either":
            fits = stop == n if ends == "left" else start == 0
        if not fits:
            which = {"either": "0 <= start <= stop <= n", "left": "stop = n", "right": "start = 0"}[ends]
            raise MethodError(
                f"{interval!r} is not a position of {n} cards by {self.rules}: "
                f"give table[start, stop] in whole numbers, {which}"
            )
        return self.cells[stop - start][start if ends == "either" else 0]


def rules_table(row: Row, against: Opponent, rules: Rules) -> RulesTable:
    """Solve every position; O(n²) cells, or O(n). Raises RulesError for what has no such table, and
    MethodError.
    """
    game = Game(row, True, (), against, rules)
    sign = 1
    if rules.goal == "least" and (turned := dispatch.negated(game)) is not None:
        game, sign = turned, -1
    if rules.ends == "either" and (rules.merge or rules.doubling):
        raise RulesError(
            f"{rules} has no table, for a position is more than an interval: take from left or right"
        )
    if against.custom or not sweeps.serves(game.rules, game.opponent):
        raise RulesError(
            f"{against} has no table by {rules}: choose optimal, greedy, modest, generous or random"
        )
    if rules.alone and not against.is_optimal:
        raise RulesError(f"a game of one has no opponent: leave {against} out")
    if sweeps.steps(game.rules, len(row), game.opponent) > MOST_STEPS:
        raise MethodError(f"a table of {len(row):,} cards by {rules} takes too long: give fewer cards")
    scaled = scaled_for(game.shape.cards, game.opponent)
    task = sweeps.Task(scaled.values, game.rules, game.opponent)
    phases = sweeps.phases_of(task, everywhere=True)
    diagonals = list(sweeps.positions(task, phases))
    show = row.show

    def shown(at: int, cells: sweeps.Cells) -> tuple[Number, Number]:
        yours, theirs = (scaled.scale.exact(sign * total[at]) for total in (cells.yours, cells.theirs))
        return show(yours), show(theirs)

    you, they = phases.begin
    best = _Best(task, phases, diagonals)
    told = []
    for length, cells in enumerate(diagonals):
        starts = range(len(row) + 1 - length) if rules.ends == "either" else range(1)
        told.append(
            tuple(
                RulesCell(
                    shown(start, cells[you]),
                    None if rules.alone else shown(start, cells[they]),
                    best(length, start),
                )
                for start in starts
            )
        )
    return RulesTable(row, against, rules, tuple(told))


class _Best:
    """All your best moves at a position, from what they lead to."""

    def __init__(
        self, task: sweeps.Task, phases: sweeps.Phases, diagonals: Sequence[sweeps.Diagonal]
    ) -> None:
        self.task, self.phases, self.diagonals = task, phases, diagonals
        self.book = Rulebook.of(Row.of(range(len(task.values))), True, task.values, task.rules)

    def __call__(self, length: int, start: int) -> tuple[AnyMove, ...]:
        rules, n, book = self.task.rules, len(self.task.values), self.book
        if rules.ends != "either":
            start = n - length if rules.ends == "left" else 0
        state = State((start, start + length), 0)
        after, found = self.phases.all[self.phases.begin[0]].after, []
        for move in book.moves(state):
            (begin, stop), (_, count) = book.after(state, move).remaining, end_and_count(move)
            if rules.merge and begin == stop:
                left, place = 0, 0
            else:
                left = stop - begin
                place = begin if rules.ends == "either" else sweeps.place_of(rules, count, left)
            cells = self.diagonals[left][after]
            earns = book.earns(state, move)
            yours, theirs = cells.yours[place] + earns, cells.theirs[place]
            found.append(((yours - theirs, yours), move))
        most = max((pair for pair, _ in found), default=None)
        return tuple(move for pair, move in found if pair == most)
