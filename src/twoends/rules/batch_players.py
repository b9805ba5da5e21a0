"""Players that choose a whole batch of moves at once, such as a policy network."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules.errors import IllegalMoveError, OpponentError, shortened
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.rulebook import Position, Rulebook, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class States(NamedTuple):
    """What a batch player sees: m states of rows of n cards, with their mover to move.

    rows    the cards dealt, those already taken included: shape (m, n), int64, or float64 if a value is no
            machine integer; read-only
    start   the index of the first card that is left, shape (m,), int64
    stop    the index after the last one; at least two cards are left: shape (m,), int64
    number  the number of moves made, shape (m,), int64

    Row k is left with `rows[k, start[k]:stop[k]]`.
    """

    rows: NDArray[Any]
    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    number: NDArray[np.int64]


Choose = Callable[[States], Any]
"""From m states to m actions, shape (m,), of an integer dtype: 0 takes the left end, 1 the right one."""


class BatchPlayer:
    """A player of your own that answers many states in one call: a function from `States` to actions.

    choose  the function: it returns an array of shape (m,), of an integer dtype; 0 takes the left end and 1
            the right one, as in the environments

    The action must depend on the state alone. It plays under the default rules, on rows, wherever a player of
    your own may: `play_rows` asks it once for each number of cards, for all rows of machine integers; `solve`
    and `solve_rows` ask once for each number of cards of a row; `regret` does both. Anything else asks for
    one state at a time, as do games on rows of other numbers: give whole ones, such as cents.
    Players are equal if their functions are. Raises OpponentError if it is none.

    >>> import numpy as np
    >>> from twoends import play_rows, solve
    >>> def larger(states):
    ...     each = np.arange(len(states.rows))
    ...     ends = states.rows[each, states.start], states.rows[each, states.stop - 1]
    ...     return np.argmax(ends, axis=0)
    >>> play_rows([[8, 15, 3, 7], [1, 30, 100, 15, 2]], BatchPlayer(larger), "optimal").totals.tolist()
    [[15, 18], [47, 101]]
    >>> solve([1, 30, 100, 15, 2], BatchPlayer(larger)).first
    103
    """

    def __init__(self, choose: Choose) -> None:
        if not callable(choose):
            raise OpponentError(
                f"{shortened(repr(choose))} is not a function: give one from States to actions"
            )
        update_wrapper(self, choose, updated=())
        self.choose = choose
        self._name: str = getattr(choose, "__qualname__", type(choose).__qualname__)
        self.__qualname__ = self._name

    def __eq__(self, other: object) -> bool:
        return self.choose == other.choose if isinstance(other, BatchPlayer) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.choose)

    def __repr__(self) -> str:
        return f"BatchPlayer({self.__module__}:{self._name})"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """By name if that is this player, which then hides its function, or else by function."""
        found: Any = sys.modules.get(self.__module__)
        for part in self._name.split("."):
            found = getattr(found, part, None)
        return self._name if found is self else (type(self), (self.choose,))

    def __call__(self, position: Position) -> Move:
        """The move in one position."""
        return self.moves(position.book, [position.state])[0]

    def moves(self, book: Rulebook, states: Sequence[State]) -> list[Move]:
        """The moves in m states of one row, shape (m,). Raises IllegalMoveError."""
        import numpy as np

        if not book.rules.plain or any(book.shape.interval(state.remaining) is None for state in states):
            raise IllegalMoveError("a batch player takes one card from either end of a row")
        exact = book.shape.cards.values
        values = np.array(exact)
        if values.dtype != np.int64:
            values = np.array(list(map(float, exact)))
        if book.shape.around:
            values = np.concatenate((values, values))
        start, stop = np.array([book.shape.interval(state.remaining) for state in states], np.int64).T
        number = np.array([state.number for state in states], np.int64)
        rows = np.broadcast_to(values, (len(states), len(values)))
        return [RIGHT if action else LEFT for action in self.actions(States(rows, start, stop, number))]

    def actions(self, states: States) -> NDArray[np.int64]:
        """The actions in m states, shape (m,). Raises IllegalMoveError if they are not 0 or 1."""
        given = actions_of(self.choose(states), len(states.rows))
        if given.size and (given.min() < 0 or given.max() > 1):
            raise IllegalMoveError("an action is 0 for the left end or 1 for the right end")
        return given


def actions_of(given: Any, m: int) -> NDArray[np.int64]:
    """The actions in m states as an array, shape (m,). Raises IllegalMoveError unless they are m integers."""
    import numpy as np

    actions = np.asarray(given)
    if actions.shape != (m,) or actions.dtype.kind not in "iu":
        raise IllegalMoveError(f"the actions are {actions.dtype} of shape {actions.shape}: give {m} integers")
    return actions.astype(np.int64, copy=False)
