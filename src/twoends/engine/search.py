"""The general search: visit every reachable state, using only the methods of the rulebook.

It solves every shape against every opponent and is the specification that faster methods are tested against.
`exhaustive` plays every game to its end and stores only what the first moves lead to; `top-down` stores each
state in a memo and visits it once. One recursion serves both players: it returns both totals from a state on,
and the player to move chooses among those after the moves:

    you           the largest margin, then the largest total of your own
    the opponent  what they prefer; if chance decides, both totals are expectations

A state is solved if it is in the memo; no value marks an unsolved one, since any total is possible.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from threading import Lock
from typing import Any

from twoends.engine.costs import counts_of, states_of
from twoends.engine.method import Method, after_moves, candidate_moves, chosen_totals, scaled_for
from twoends.rules import limits
from twoends.rules.errors import MethodError, format_count
from twoends.rules.games import Game
from twoends.rules.moves import Line, Move
from twoends.rules.numbers import Pair
from twoends.rules.rulebook import Rulebook, State


class Search(Method):
    """The search of what is left of a game.

    Raises MethodError above `limits.MAX_POSITIONS` for `top-down`; for `exhaustive` above `limits.MAX_GAMES`,
    or `limits.MAX_GAMES_BY_RULES`.

    >>> game = Game([8, 15, 3, 7], opponent="greedy")
    >>> Search(game).totals(game.book, [game.state])
    [(22, 11)]
    """

    def __init__(self, game: Game, name: str = "top-down", *, keeps: bool = False) -> None:
        """Set up a search; if it `keeps` its memo, other states than the first cost nothing later."""
        self._keeps, self._lines = keeps, dict[bool, Line]()
        self.name, self._visited = name, 0
        self._against, self._root, self._stores = game.opponent, game.state, name == "top-down"
        self._scaled = scaled_for(game.shape.cards, game.opponent)
        self.error = self._scaled.error
        book = game.book
        if self._stores:
            _check_memo(book, self._root, numbered=self._against.custom)
        else:
            _check_games(book, self._root)
        self._searches: dict[bool, Callable[[State], Pair]] = {}
        self._memos: dict[bool, dict[State, Pair]] = {}

    @property
    def positions(self) -> int:
        """The number of states visited; with a memo, each counts once."""
        return self._visited

    def totals(self, book: Rulebook, states: Sequence[State]) -> list[Pair]:
        """Both totals from each state on. Raises OpponentError."""
        exact, search = self._scaled.scale.exact, self._search(book)
        with recursion_to(max(map(book.card_count, states), default=0)):
            solved = [search(state) for state in states]
            if self._stores and not self._keeps:
                self._forget(self._in_units(book))
        return [(exact(yours), exact(theirs)) for yours, theirs in solved]

    def line(self, book: Rulebook) -> Line | None:
        """A line of best play: of equally good moves the first, or as the opponent breaks ties."""
        if self._against.stochastic:
            return None
        if book.you_first not in self._lines:
            with recursion_to(book.card_count(self._root)):
                self._lines[book.you_first] = self._follow(self._in_units(book))
        return self._lines[book.you_first]

    def _follow(self, book: Rulebook) -> Line:
        """The line, by a book whose values are in units."""
        state, moves, search = self._root, list[Move](), self._search(book)
        while legal := book.moves(state):
            after = _after(book, state, legal, search)
            likes = candidate_moves(book, self._against, state, after)
            moves.append(likes[0] if book.mover(state) == "you" else self._against.break_ties(likes)[0])
            state = book.after(state, moves[-1])
        return Line.of(moves, counted=not book.rules.one_card)

    def _forget(self, book: Rulebook) -> None:
        """Drop the memo, which may take hundreds of megabytes, except for a line and the first moves."""
        memo, root = self._memos[book.you_first], self._root
        if self._key(book, root) in memo and not self._against.stochastic:
            self._lines.setdefault(book.you_first, self._follow(book))
        near = [
            self._key(book, state) for state in (root, *(book.after(root, move) for move in book.moves(root)))
        ]
        kept = {state: memo[state] for state in near if state in memo}
        memo.clear()
        memo.update(kept)

    def _key(self, book: Rulebook, state: State) -> State:
        """A state's place in the memo; a custom player may look at the move number, so each has its own."""
        return state if self._against.custom else book.key(state)

    def _in_units(self, book: Rulebook) -> Rulebook:
        return Rulebook(book.shape, book.you_first, self._scaled.values, book.rules)

    def _search(self, book: Rulebook) -> Callable[[State], Pair]:
        """The search from any state, by who moved first in the book."""
        if book.you_first not in self._searches:
            self._searches[book.you_first] = self._searching(self._in_units(book))
        return self._searches[book.you_first]

    def _searching(self, book: Rulebook) -> Callable[[State], Pair]:
        against, memo = self._against, self._memos.setdefault(book.you_first, {})
        stored = inf if self._stores else self._root.number + 1

        def search(state: State) -> Pair:
            at = self._key(book, state)
            if at in memo:
                return memo[at]
            self._visited += 1
            after = _after(book, state, book.moves(state), search)
            solved = chosen_totals(book, against, state, after)
            if state.number <= stored:
                memo[at] = solved
            return solved

        return search


def _after(
    book: Rulebook, state: State, moves: Sequence[Move], search: Callable[[State], Pair]
) -> tuple[Pair, ...]:
    """Both totals after each move."""
    return after_moves(book, state, moves, [search(book.after(state, move)) for move in moves])


# --- limits --------------------------------------------------------------------------------------


def _check_games(book: Rulebook, state: State) -> None:
    """Raise MethodError if too many games can follow a state."""
    games, most = (
        games_of(book, state),
        limits.MAX_GAMES if book.rules.plain else limits.MAX_GAMES_BY_RULES,
    )
    if games > most:
        least = "" if book.rules.plain else "at least "
        raise MethodError(
            f"exhaustive search would play {least}{format_count(games)} games; the limit is {most:,}: "
            "give fewer cards, or choose another method"
        )


def _check_memo(book: Rulebook, state: State, *, numbered: bool) -> None:
    """Raise MethodError if too many states can follow a state."""
    positions, counts = states_of(book, state, numbered=numbered), counts_of(book, state)
    if positions * counts > limits.MAX_POSITIONS:
        moves = "" if counts == 1 else f" with {counts:,} possible moves at each end"
        raise MethodError(
            f"top-down would store {format_count(positions)} positions{moves}; "
            f"the limit is {limits.MAX_POSITIONS:,}: give fewer cards, or choose another method"
        )


def games_of(book: Rulebook, state: State) -> int:
    """Count the games that can follow a state; under other rules, a lower bound above MAX_GAMES_BY_RULES.

    States whose lanes have the same numbers of cards are counted together: the same number of games follows.
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
            if games + reached > limits.MAX_GAMES_BY_RULES:
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
