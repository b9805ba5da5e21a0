"""Boards by search, against any built-in opponent: every order of moves, remembered or not.

A position is the interval that is left of each component. There are so many of them that only small
boards can be searched; the limits are met before the search starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, prod

from twoends.rules.errors import MethodError
from twoends.rules.numbers import Exact, Total
from twoends.rules.replies import Opponent
from twoends.rules.sides import LEFT, End
from twoends.solvers import Answer, Tail, line_of
from twoends.solvers.boards import Part, ends_with_a_card
from twoends.solvers.top_down import recursion_to

MOST_POSITIONS = 50_000
"""Top-down looks at each position once: some seconds."""

MOST_GAMES = 20_000
"""Exhaustive search plays every game to its end: some seconds."""

BoardPosition = tuple[tuple[int, int], ...]
"""What is left of each component: the interval [start, stop)."""


def top_down(parts: Sequence[Part], opponent: Opponent, you_first: bool) -> Answer:
    """Search with a memo: each position once. Raises MethodError above MOST_POSITIONS, OpponentError."""
    positions = prod(
        len(values) + 1 if len(open_sides) == 1 else len(values) * (len(values) + 1) // 2 + 1
        for values, open_sides in parts
    )
    if positions > MOST_POSITIONS:
        raise MethodError(
            f"this board has {positions:,} positions and top-down searches {MOST_POSITIONS:,} at most: "
            "give a smaller board, or an optimal opponent and method contraction"
        )
    return _search(parts, opponent, you_first, {})


def exhaustive(parts: Sequence[Part], opponent: Opponent, you_first: bool) -> Answer:
    """Play every game to its end. Raises MethodError above MOST_GAMES, OpponentError."""
    cards = [len(values) for values, _ in parts]
    orders = factorial(sum(cards)) // prod(map(factorial, cards))
    games = orders * prod(2 ** (len(values) - 1) for values, open_sides in parts if len(open_sides) == 2)
    if games > MOST_GAMES:
        raise MethodError(
            f"this board has {games:,} games and exhaustive search plays {MOST_GAMES:,} at most: "
            "choose another method"
        )
    return _search(parts, opponent, you_first, None)


def _search(
    parts: Sequence[Part],
    opponent: Opponent,
    you_first: bool,
    memo: dict[BoardPosition, tuple[Total, Tail]] | None,
) -> Answer:
    touched = 0
    action_values: tuple[Total, ...] = ()

    def explore(position: BoardPosition, your_turn: bool) -> tuple[Total, Tail]:
        """Your total from a position on, and a best game. Whose turn it is follows from the position."""
        nonlocal touched, action_values
        if memo is not None and position in memo:
            return memo[position]
        touched += 1
        ends = _ends(parts, position)
        cards = [_card(parts, position, end) for end in ends]
        after = [explore(_step(position, end), not your_turn) for end in ends]
        totals = [total for total, _ in after]
        found: tuple[Total, Tail]
        if not ends:
            found = 0, None
        elif your_turn:
            totals = [card + total for card, total in zip(cards, totals, strict=True)]
            action_values = tuple(totals)
            at = totals.index(max(totals))
            found = totals[at], (ends[at], after[at][1])
        elif opponent.stochastic:
            found = opponent.total(cards, totals), (None, None)
        else:
            at = opponent.choices(cards, totals)[0]
            found = totals[at], (ends[at], after[at][1])
        if memo is not None:
            memo[position] = found
        return found

    with recursion_to(sum(len(values) for values, _ in parts)):
        total, tail = explore(tuple((0, len(values)) for values, _ in parts), you_first)
    line = None if opponent.stochastic else line_of(tail)
    # The whole board is finished last: the action values are its own.
    return Answer(total, action_values if you_first else None, line, touched)


def _ends(parts: Sequence[Part], position: BoardPosition) -> list[End]:
    return [
        end
        for component, (start, stop) in enumerate(position)
        for end in ends_with_a_card(component, stop - start, parts[component][1])
    ]


def _card(parts: Sequence[Part], position: BoardPosition, end: End) -> Exact:
    start, stop = position[end.component]
    return parts[end.component][0][start if end.side is LEFT else stop - 1]


def _step(position: BoardPosition, end: End) -> BoardPosition:
    start, stop = position[end.component]
    left = (start + 1, stop) if end.side is LEFT else (start, stop - 1)
    return (*position[: end.component], left, *position[end.component + 1 :])
