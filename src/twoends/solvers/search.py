"""The general search: visit every reachable state, using only the methods of the rulebook.

It solves every shape against every opponent and is the specification that faster methods are tested against.
`exhaustive` plays every game to its end and stores nothing; `top-down` stores each state in a memo and visits
it once. One recursion serves both players: it returns both totals from a state on, and the player to move
chooses among the outcomes of the moves:

    you           the largest margin, then the largest total of your own
    the opponent  what they prefer; if chance decides, both totals are expectations

A state is solved if it is in the memo; no value marks an unsolved one, since any total is possible.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from twoends.rules.errors import IllegalMoveError, MethodError, OpponentError, format_count
from twoends.rules.games import Game
from twoends.rules.moves import Line, Move
from twoends.rules.numbers import Pair
from twoends.rules.opponents import Opponent
from twoends.rules.rulebook import Outcome, Rulebook, State
from twoends.rules.rules import Mover, Rules
from twoends.solvers import SolverResult, scaled_for
from twoends.solvers.costs import counts_of, states_of

MOST_POSITIONS = 501_500
"""The positions of a row of 1,000 cards: a memo of that size takes some seconds and 200 MB."""

MOST_GAMES = 2**19
"""The games of a row of 20 cards, which take seconds; one more card doubles them."""

MOST_GAMES_BY_RULES = MOST_GAMES // 4
"""The same by other rules, whose moves take about four times as long."""


OVER = Outcome(None)


def best_of(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return all your best outcomes: the largest margin, then the largest total."""
    pairs = [(outcome.yours - outcome.theirs, outcome.yours) for outcome in outcomes]
    best = max(pairs)
    return [each for each, pair in zip(outcomes, pairs, strict=True) if pair == best]


class Search:
    """A search of one game, with the outcomes of solved states in `memo`, or without one.

    touched  number of states visited; with a memo, each counts once
    """

    def __init__(self, book: Rulebook, opponent: Opponent, memo: dict[State, Outcome] | None) -> None:
        self.book, self.opponent, self.memo = book, opponent, memo
        # A custom player may look at the move number, so every state is its own key.
        self.key: Callable[[State], State] = (lambda state: state) if opponent.custom else book.key
        self.touched = 0

    def solve(self, state: State) -> Outcome:
        """Return the outcome of a state. Raises OpponentError."""
        if self.memo is None:
            return self.chosen(state, self.outcomes(state))
        key = self.key(state)
        if key not in self.memo:
            self.memo[key] = self.chosen(state, self.outcomes(state))
        return self.memo[key]

    def outcomes(self, state: State) -> list[Outcome]:
        """Return the outcome of every legal move, in order."""
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
        """Return the outcome of a state, given those of its moves."""
        if not outcomes:
            return OVER
        if self.book.mover(state) == "you":
            return best_of(outcomes)[0]
        return self.opponent.reply(self.book, state, outcomes)

    def preferred(self, state: State) -> Sequence[Move]:
        """Return the moves that the player to move likes best."""
        with recursion_to(self.book.card_count(state)):
            outcomes = self.outcomes(state)
        if self.book.mover(state) == "you":
            return [each.move for each in best_of(outcomes)]
        return self.opponent.preferred(self.book, state, outcomes)

    def solve_root(self, state: State) -> tuple[Outcome, list[Outcome]]:
        """Return the outcome of the initial state, and those of its legal moves, in order."""
        with recursion_to(self.book.card_count(state)):
            outcomes = self.outcomes(state)
            return self.chosen(state, outcomes), outcomes


def line_of(solved: Outcome | None, rules: Rules) -> Line | None:
    """Follow the linked outcomes from a solved state to the end, O(n); None if a move is undefined."""
    moves = []
    while solved is not None and solved is not OVER:
        if solved.move is None:
            return None
        moves.append(solved.move)
        solved = solved.after
    return Line.of(moves, counted=not rules.one_card)


def search(book: Rulebook, opponent: Opponent, state: State, method: str = "top-down") -> Search:
    """Set up a search. Solving it raises OpponentError.

    Raises MethodError above MOST_POSITIONS for `top-down`, above MOST_GAMES, or MOST_GAMES_BY_RULES, for
    `exhaustive`.

    >>> from twoends import Row, opponent
    >>> book = Rulebook(Row.of([8, 15, 3, 7]), you_first=True)
    >>> solved, outcomes = search(book, opponent("greedy"), book.start).solve_root(book.start)
    >>> solved.yours, solved.theirs, [each.yours for each in outcomes]
    (22, 11, [15, 22])
    """
    if method == "exhaustive":
        games, most = games_of(book, state), MOST_GAMES if book.rules.plain else MOST_GAMES_BY_RULES
        if games > most:
            least = "" if book.rules.plain else "at least "
            raise MethodError(
                f"exhaustive search would play {least}{format_count(games)} games; the limit is {most:,}: "
                "give fewer cards, or choose another method"
            )
        return Search(book, opponent, None)
    positions, counts = states_of(book, state, numbered=opponent.custom), counts_of(book, state)
    if positions * counts > MOST_POSITIONS:
        moves = "" if counts == 1 else f" with {counts:,} possible moves at each end"
        raise MethodError(
            f"top-down would store {format_count(positions)} positions{moves}; "
            f"the limit is {MOST_POSITIONS:,}: give fewer cards, or choose another method"
        )
    return Search(book, opponent, {})


def search_of(game: Game, mover: Mover | None = None, method: str = "top-down") -> Search:
    """Set up the search of a game's remaining cards; `mover` moves first, by default whose turn it is."""
    values = scaled_for(game.shape.cards, game.opponent).values
    book = Rulebook(game.shape, game.you_first, values, game.rules)
    return search(book.moving(game.state, mover or game.mover), game.opponent, game.state, method)


def solve_by_search(game: Game, method: str) -> SolverResult:
    """Solve a small game; `second` is None if the opponent cannot make the first move."""
    against, rules, state = game.opponent, game.rules, game.state
    yours = search_of(game, "you", method)
    first, outcomes = yours.solve_root(state)
    second, replies, touched = None, list[Outcome](), yours.touched
    if not rules.alone:
        try:
            theirs = search_of(game, "opponent", method)
            second, replies = theirs.solve_root(state)
            touched += theirs.touched
        except OpponentError as fault:
            if not isinstance(fault.__cause__, IllegalMoveError):  # a custom player may support rows only
                raise

    def line(you_first: bool) -> Line | None:
        root = first if you_first else second
        return None if against.stochastic or root is None else line_of(root, rules)

    def after(you_first: bool) -> list[Pair]:
        return [(each.yours, each.theirs) for each in (outcomes if you_first else replies)]

    return SolverResult(
        method,
        scaled_for(game.shape.cards, against),
        (first.yours, first.theirs),
        (second.yours, second.theirs) if second else None,
        touched,
        after,
        line,
    )


def games_of(book: Rulebook, state: State) -> int:
    """Count the games that can follow a state; by other rules, a lower bound above MOST_GAMES_BY_RULES.

    States with the same numbers of cards in their lanes have equally many games and are counted together.
    """
    if book.rules.plain:
        return book.shape.sizes(state.remaining)[1]
    games = 0
    layer: dict[Any, tuple[State, int]] = {(): (state, 1)}
    while layer:
        next_layer: dict[Any, tuple[State, int]] = {}
        reached = 0
        for at, paths in layer.values():
            moves = book.moves(at)
            games += 0 if moves else paths
            reached += paths * len(moves)
            if games + reached > MOST_GAMES_BY_RULES:
                return games + reached
            for move in moves:
                after = book.after(at, move)
                key = book.lengths(after), after.memory
                next_layer[key] = after, next_layer.get(key, (after, 0))[1] + paths
        layer = next_layer
    return games


_depths: list[int] = []
_depths_lock = Lock()
_limit_before = 0


@contextmanager
def recursion_to(depth: int) -> Iterator[None]:
    """Raise the recursion limit for a search of `depth` moves; Python frames are on the heap since 3.11.

    All threads share the limit: it fits the deepest running search, and the last one restores it.
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
