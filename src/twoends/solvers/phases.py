"""A row by other rules than one card from either end, as a sweep sees it: positions, their phases, the moves.

Who moves, and what a card counts, are the phase of a position: its place in the order of turns, and where the
number of the move matters (score turn, stop) that number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from twoends.rules.numbers import Pair
from twoends.rules.preferences import Opponent
from twoends.rules.rules import Rules
from twoends.rules.sides import LEFT, RIGHT, AnyMove, Line, move_taking


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
            half * count + (number - task.number + 1) % count,  # after the last number no card is left
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


class Swept(NamedTuple):
    """What a sweep found.

    first    your total and the opponent's when you move first
    second   both when they do; None if you are alone
    after    works out both after each legal move of yours, in order
    touched  how many positions were looked at
    """

    first: Pair
    second: Pair | None
    after: Callable[[], Sequence[Pair]]
    touched: int


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


def place_of(rules: Rules, memory: int, cards: int) -> int:
    """Where M stands among the positions of a suffix of so many cards; 0 for rules without M.

    More than half of the cards, rounded up, changes nothing.
    """
    return max(1, min(memory, (cards + 1) // 2)) - 1 if rules.doubling else 0


def walked(task: Task, phases: Phases, you_first: bool, taken: Callable[[int, int, int, int], int]) -> Line:
    """The moves of a best game.

    taken  what is taken in (phase, start, length, M): so many from the left, minus so many from the right; 0:
           play is over
    """
    rules, n = task.rules, len(task.values)
    at, start, stop, memory = phases.begin[0 if you_first else 1], 0, n, task.memory
    moves: list[AnyMove] = []
    while start < stop and (count := taken(at, start, stop - start, memory)):
        moves.append(move_taking(LEFT if count > 0 else RIGHT, abs(count)))
        gone = abs(count) - (rules.merge and (start > 0 or stop < n))
        start, stop = (start + gone, stop) if count > 0 else (start, stop - gone)
        memory, at = max(memory, abs(count)), phases.all[at].after
    return Line.of_moves(moves, counted=not rules.one_card)


# --- one player alone ----------------------------------------------------------------------------


def by_window(rules: Rules) -> bool:
    """Whether one player alone takes single cards from either end: all but a window of the row."""
    return rules.alone and rules.one_card and rules.ends == "either" and rules.score == "cards"


def window(task: Task) -> tuple[Swept, int, int]:
    """What is gained around the best window that may be left, and how many cards from either end; O(n).

    Of several windows the one furthest to the right is left: so the left end is taken wherever it may be.
    """
    rules, n = task.rules, len(task.values)
    most = n if rules.stop is None else min(rules.stop - task.number, n)
    if most == n:  # nothing is left
        whole = sum(task.values)
        return Swept((whole, 0), None, lambda: [(whole, 0)] * min(n, 2), 1), n, 0
    lefts = list(accumulate(task.values[:most], initial=0))
    rights = list(accumulate(reversed(task.values[n - most :]), initial=0))
    gains = [left + right for left, right in zip(lefts, reversed(rights), strict=True)]
    best = max(gains)
    after = [(max(gains[1:]), 0), (max(gains[:-1]), 0)] if most else []
    taken = most - gains[::-1].index(best)
    return Swept((best, 0), None, lambda: after, len(gains)), taken, most - taken
