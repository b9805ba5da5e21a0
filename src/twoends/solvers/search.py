"""The general search: every state that play can reach, by the verbs of the rulebook alone.

It answers for every shape and every opponent, and is the specification: whatever is faster is compared with
it. `exhaustive` plays every game to its end and remembers nothing; `top-down` looks at each state once,
because a memo keeps it. One function serves both players: it returns both totals from a state on, and
whoever moves chooses among what the moves lead to:

    you           the largest margin, and of equal margins the largest total of your own
    the opponent  what they prefer; where chance decides, both totals are expectations

A state counts as solved when it is in the memo, never by its value: a total of 0 or -1 is as good as any.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from twoends.rules.errors import MethodError, format_count
from twoends.rules.preferences import Opponent, Outcome
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.rules import Rules
from twoends.rules.sides import Line, card_count
from twoends.solvers.costs import counts_of, states_of

MOST_POSITIONS = 501_500
"""A memo of so many takes some seconds and 200 MB: those of a row of 1,000 cards."""

MOST_GAMES = 2**19
"""So many games take seconds: those of a row of 20 cards; one card more doubles them."""

MOST_GAMES_BY_RULES = MOST_GAMES // 4
"""The same by other rules, of which each move takes about four times as long."""


OVER = Outcome(None)


def best_of(outcomes: Sequence[Outcome], rules: Rules) -> list[Outcome]:
    """All your best moves among them: the largest margin, and of equal margins the largest total.

    The smallest ones where the smaller total wins.
    """
    pairs = [(outcome.yours - outcome.theirs, outcome.yours) for outcome in outcomes]
    best = min(pairs) if rules.goal == "least" else max(pairs)
    return [each for each, pair in zip(outcomes, pairs, strict=True) if pair == best]


class Search:
    """A search of one game; `memo` keeps what each state is worth, or is None.

    touched  how many states have been looked at: of a memo, each once
    """

    def __init__(self, book: Rulebook, opponent: Opponent, memo: dict[State, Outcome] | None) -> None:
        self.book, self.opponent, self.memo = book, opponent, memo
        self.key: Callable[[State], State] = book.key
        if opponent.player is not None:  # they may look at the number of the move
            self.key = lambda state: state
        self.touched = 0

    def solve(self, state: State) -> Outcome:
        """What a state is worth. Raises OpponentError."""
        if self.memo is None:
            return self.chosen(state, self.outcomes(state))
        key = self.key(state)
        if key not in self.memo:
            self.memo[key] = self.chosen(state, self.outcomes(state))
        return self.memo[key]

    def outcomes(self, state: State) -> list[Outcome]:
        """Every legal move and what it leads to, in order."""
        book, outcomes = self.book, []
        self.touched += 1
        yours = book.mover(state) == "you"
        for move in book.moves(state):
            after = self.solve(book.after(state, move))
            earned = book.earns(state, move)
            outcomes.append(
                Outcome(move, after.yours + earned, after.theirs, after)
                if yours
                else Outcome(move, after.yours, after.theirs + earned, after)
            )
        return outcomes

    def chosen(self, state: State, outcomes: Sequence[Outcome]) -> Outcome:
        """What a state is worth, given what its moves lead to."""
        if not outcomes:
            return OVER
        if self.book.mover(state) == "you":
            return best_of(outcomes, self.book.rules)[0]
        yours, theirs, move = self.opponent.reply(self.book, state, outcomes)
        after = next((each.after for each in outcomes if each.move == move), None)
        return Outcome(move, yours, theirs, after)

    def preferred(self, state: State) -> Sequence[Outcome]:
        """All your best moves there, or all the opponent prefers; [] where their rule mixes both ends."""
        with recursion_to(card_count(self.book.shape.lanes(state.remaining))):
            outcomes = self.outcomes(state)
        if self.book.mover(state) == "you":
            return best_of(outcomes, self.book.rules)
        return self.opponent.preferred(self.book, state, outcomes)

    def solve_root(self, state: State) -> tuple[Outcome, list[Outcome]]:
        """What the first state is worth, and what each legal move there leads to, in order."""
        with recursion_to(card_count(self.book.shape.lanes(state.remaining))):
            outcomes = self.outcomes(state)
            return self.chosen(state, outcomes), outcomes


def line_of(solved: Outcome | None, rules: Rules) -> Line | None:
    """The moves from a solved state to the end, a linked list, in O(n); None where one is open."""
    moves = []
    while solved is not None and solved is not OVER:
        if solved.move is None:
            return None
        moves.append(solved.move)
        solved = solved.after
    return Line.of_moves(moves, counted=not rules.one_card)


def top_down(book: Rulebook, opponent: Opponent, state: State) -> Search:
    """Search with a memo: each state once. Raises MethodError above MOST_POSITIONS, OpponentError.

    >>> from twoends import Row, opponent
    >>> book = Rulebook.of(Row.of([8, 15, 3, 7]), you_first=True)
    >>> solved, outcomes = top_down(book, opponent("greedy"), book.start).solve_root(book.start)
    >>> solved.yours, solved.theirs, [each.yours for each in outcomes]
    (22, 11, [15, 22])
    """
    positions, counts = states_of(book, state, numbered=opponent.player is not None), counts_of(book, state)
    if positions * counts > MOST_POSITIONS:
        each = "" if counts == 1 else f" with {counts:,} counts of cards at each end"
        raise MethodError(
            f"top-down would keep {format_count(positions)} positions{each}, "
            f"and keeps {MOST_POSITIONS:,} at most: give fewer cards, or choose another method"
        )
    return Search(book, opponent, {})


def exhaustive(book: Rulebook, opponent: Opponent, state: State) -> Search:
    """Play every game to its end. Raises MethodError above MOST_GAMES, OpponentError."""
    games, most = games_of(book, state), MOST_GAMES if book.rules.plain else MOST_GAMES_BY_RULES
    if games > most:
        least = "" if book.rules.plain else "at least "
        raise MethodError(
            f"exhaustive search would play {least}{format_count(games)} games, and plays {most:,} at most: "
            "give fewer cards, or choose another method"
        )
    return Search(book, opponent, None)


def games_of(book: Rulebook, state: State) -> int:
    """How many different games follow from a state; by other rules, at least, once above MOST_GAMES_BY_RULES.

    That depends on how many cards lie in each lane, not on which.
    """
    if book.rules.plain:
        return book.shape.sizes(state.remaining)[1]
    games = 0
    layer: dict[Any, tuple[State, int]] = {(): (state, 1)}
    while layer:
        after: dict[Any, tuple[State, int]] = {}
        reached = 0
        for at, ways in layer.values():
            moves = book.moves(at)
            games += 0 if moves else ways
            reached += ways * len(moves)
            if games + reached > MOST_GAMES_BY_RULES:
                return games + reached
            for move in moves:
                to = book.after(at, move)
                kind = book.lengths(to), to.memory
                after[kind] = to, after.get(kind, (to, 0))[1] + ways
        layer = after
    return games


_depths: list[int] = []
_depths_lock = Lock()
_limit_before = 0


@contextmanager
def recursion_to(depth: int) -> Iterator[None]:
    """Allow recursion so deep; Python frames live on the heap since 3.11.

    All threads share one limit: it is raised for the deepest search under way, and restored by the last one.
    """
    global _limit_before
    with _depths_lock:
        if not _depths:
            _limit_before = sys.getrecursionlimit()
        _depths.append(depth)
        sys.setrecursionlimit(_limit_before + 3 * max(_depths))
    try:
        yield
    finally:
        with _depths_lock:
            _depths.remove(depth)
            sys.setrecursionlimit(_limit_before + 3 * max(_depths, default=0))
