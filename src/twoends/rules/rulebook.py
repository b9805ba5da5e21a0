"""The rulebook: legal moves, what they earn, whose turn it is, the state after a move, and what players see.

This is the only place that answers these four questions, for every shape; games, positions and solvers use
it.

Glossary
    remaining  the cards not yet taken: an interval of a row, or one of each component of a board; on a
               circle None before the first move, then an interval of the values written twice
    mover      the player whose turn it is
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules.errors import IllegalMoveError, RulesError, shortened
from twoends.rules.numbers import Exact
from twoends.rules.rules import DEFAULT, Mover, Rules
from twoends.rules.sides import LEFT, RIGHT, AnyMove, End, Side, Take, end_and_count, move_taking, side_of

if TYPE_CHECKING:
    from twoends.rules.shapes import Shape

MOVERS: tuple[Mover, Mover] = ("you", "opponent")

MOST_MOVES_NAMED = 8
"""An error lists at most this many legal moves."""


class State(NamedTuple):
    """A state of a game without its cards and players; serves as a memo key.

    remaining  the remaining cards, as the shape represents them; if moves merge, the cards not yet merged
    number     the number of moves made
    memory     M, the most cards that any move took, if the rules use it; else 1
    """

    remaining: Any
    number: int
    memory: int = 1


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game on one shape.

    shape      the cards dealt, n of them
    you_first  whether you make the first move
    values     the cards' values, shape (n,): the shape's exact values, or the same in other units
    rules      what a move takes and earns, the order of turns, and when play ends

    >>> from twoends.rules.rows import Row
    >>> book = Rulebook.of(Row.of([8, 15, 3, 7]), you_first=True)
    >>> state = book.after(book.start, book.moves(book.start)[1])
    >>> state.remaining, book.moves(state), book.earns(state, book.moves(state)[0]), book.mover(state)
    ((0, 3), (LEFT, RIGHT), 8, 'opponent')
    >>> two = Rulebook.of(Row.of([8, 15, 3, 7]), True, rules=Rules.of("take 2-3"))
    >>> [str(move) for move in two.moves(two.start)], two.earns(two.start, two.moves(two.start)[1])
    (['L2', 'L3', 'R2', 'R3'], 26)
    """

    shape: Shape
    you_first: bool
    values: Sequence[Any]
    rules: Rules = DEFAULT

    @classmethod
    def of(
        cls, shape: Shape, you_first: bool, values: Sequence[Any] | None = None, rules: Rules = DEFAULT
    ) -> Rulebook:
        """Make the rulebook of a shape; O(1). Raises RulesError for rules that the shape does not support."""
        if shape.interval(shape.initial) is None and (rules.merge or rules.score != "cards"):
            raise RulesError(f"a {shape.name} has no {'merge' if rules.merge else 'score'}: play it on a row")
        return cls(shape, you_first, shape.cards.values if values is None else values, rules)

    @property
    def start(self) -> State:
        """The state before the first move."""
        return State(self.shape.initial, 0)

    def moves(self, state: State) -> tuple[AnyMove, ...]:
        """The legal moves in order: by component, L before R, fewest cards first; none when the game is over.

        Taking all cards of a lane open at both ends is one move, from the left.
        """
        if self._plain:
            return self.shape.ends(state.remaining)
        if self.rules.stop is not None and state.number >= self.rules.stop:
            return ()
        if self.rules.merge:
            return self._lane_moves(self._merged_count(state.remaining), (LEFT, RIGHT), state)
        return tuple(
            move
            for lane in self.shape.lanes(state.remaining)
            for move in (lane.ends if lane.any_card else self._lane_moves(len(lane.places), lane.ends, state))
        )

    def _lane_moves(self, n: int, ends: Sequence[AnyMove], state: State) -> tuple[AnyMove, ...]:
        """The moves on a lane of n cards with these open ends."""
        rules = self.rules
        most = 2 * state.memory if rules.doubling else n if rules.most is None else rules.most
        counts = range(rules.least, min(most, n) + 1)
        side = {"either": None, "left": LEFT, "right": RIGHT}[rules.ends]
        open_ends = [end for end in ends if side is None or side_of(end) is side]
        return tuple(
            move_taking(end, count)
            for place, end in enumerate(open_ends)
            for count in counts
            if not (place and count == n)  # taking all cards is a move from the left only
        )

    def after(self, state: State, move: AnyMove) -> State:
        """The state that a legal move leads to."""
        if self._plain:
            return State(self.shape.after(state.remaining, move), state.number + 1)
        end, count = end_and_count(move)
        if self.rules.merge:
            return State(self._after_merge(state.remaining, end, count), state.number + 1)
        memory = max(state.memory, count) if self.rules.doubling else 1
        return State(self.shape.after(state.remaining, end, count), state.number + 1, memory)

    def places(self, state: State, move: AnyMove) -> tuple[int, ...]:
        """The indices in `shape.cards` of the cards that a move takes, from its end inwards; O(cards)."""
        end, count = end_and_count(move)
        n = len(self.shape)
        if self.rules.merge:
            start, stop = self._after_merge(state.remaining, end, count)
            return tuple(range(start or n) if end is LEFT else range(n - 1, stop - 1, -1))
        step = -1 if side_of(end) is RIGHT else 1
        first = self.shape.place(state.remaining, end)
        return tuple((first + step * at) % n for at in range(count))

    def earns(self, state: State, move: AnyMove) -> Any:
        """What a legal move earns the mover, in the units of `values`; O(1)."""
        rules = self.rules
        if self._plain:
            return self.values[self.shape.place(state.remaining, move)]
        if rules.score == "rest":
            start, stop = self.after(state, move).remaining
            return self._sums[stop] - self._sums[start]
        end, count = end_and_count(move)
        n, sums = len(self.shape), self._sums
        if rules.merge:
            start, stop = self._after_merge(state.remaining, end, count)
            taken = sums[start or n] if end is LEFT else sums[n] - sums[stop]
        else:
            first = self.shape.place(state.remaining, end)
            if side_of(end) is RIGHT:
                first -= count - 1
            taken = sums[first % n + count] - sums[first % n]
        return taken * (state.number + 1) if rules.score == "turn" else taken

    def key(self, state: State) -> State:
        """A memo key: equal for states with the same continuations, even if their move numbers differ."""
        if self._plain or self.rules.numbered:
            return state
        return State(state.remaining, state.number % len(self.rules.turns), state.memory)

    def lengths(self, state: State) -> tuple[int, ...]:
        """The number of cards in each lane, counting merged ones."""
        if self.rules.merge:
            return (self._merged_count(state.remaining),)
        return tuple(len(lane.places) for lane in self.shape.lanes(state.remaining))

    def cards(self, state: State) -> tuple[Any, ...]:
        """The remaining values in order, including merged cards, in the units of `values`; O(n)."""
        if not self.rules.merge:
            lanes = self.shape.lanes(state.remaining)
            return tuple(self.values[place] for lane in lanes for place in lane.places)
        (start, stop), n, sums = state.remaining, len(self.shape), self._sums
        before = (sums[start],) if start else ()
        return (*before, *self.values[start:stop], *((sums[n] - sums[stop],) if stop < n else ()))

    def mover(self, state: State) -> Mover:
        """The player whose turn it is."""
        return self.rules.mover(state.number, self.you_first)

    def moving(self, state: State, mover: Mover) -> Rulebook:
        """The same rulebook, but with `mover` to move in this state."""
        return self if self.mover(state) == mover else replace(self, you_first=not self.you_first)

    def legal(self, state: State, move: object) -> AnyMove:
        """Return a move in the form that `moves` gives it: taking all of a lane from the right becomes L.

        Raises IllegalMoveError for an illegal move.
        """
        moves = self.moves(state)
        for each in moves:
            if each == move and not isinstance(move, float):  # 1.0 is not an index
                return each
        if not moves:
            raise IllegalMoveError("no card is left: the game is over")
        if isinstance(move, Side | End | Take) and (mirrored := self._all_from_left(state, move)) in moves:
            return mirrored
        shown = ", ".join(map(self._shown, moves[:MOST_MOVES_NAMED]))
        more = ", …" if len(moves) > MOST_MOVES_NAMED else ""
        raise IllegalMoveError(
            f"{shortened(self._shown(move))} is not a legal move: choose from {shown}{more}"
        )

    def _shown(self, move: object) -> str:
        """A move as an error shows it: in notation, but a single side as its Python name, LEFT."""
        return str(move) if isinstance(move, End | Take) or not self.rules.one_card else repr(move)

    def _all_from_left(self, state: State, move: Side | End | Take) -> AnyMove | None:
        """The same move from the left, if it takes all of a lane that is open at both ends."""
        end, count = end_and_count(move)
        if self.rules.merge:
            return move_taking(LEFT, count) if count == self._merged_count(state.remaining) else None
        for lane in self.shape.lanes(state.remaining):
            if len(lane.places) == count and len(lane.ends) == 2 and end in lane.ends:
                return move_taking(lane.ends[0], count)
        return None

    # --- merging: the cards [start, stop) not yet merged lie between at most two merged cards ---

    def _merged_count(self, remaining: tuple[int, int]) -> int:
        """The number of cards, counting merged ones."""
        start, stop = remaining
        return (start > 0) + (stop - start) + (stop < len(self.shape))

    def _after_merge(self, remaining: tuple[int, int], end: object, count: int) -> tuple[int, int]:
        """The cards not yet merged after a move; a move of all cards merges them into one at that end."""
        (start, stop), n = remaining, len(self.shape)
        if count == self._merged_count(remaining):
            return (n, n) if end is LEFT else (0, 0)
        if end is LEFT:
            return start + count - (start > 0), stop
        return start, stop - count + (stop < n)

    @cached_property
    def _plain(self) -> bool:
        """`rules.plain`, cached because every step of a search reads it."""
        return self.rules.plain

    @cached_property
    def _sums(self) -> list[Any]:
        """Prefix sums of the cards written twice, because a circle continues after its last card."""
        return list(accumulate((*self.values, *self.values), initial=0))


@dataclass(frozen=True, slots=True)
class Position:
    """What a player sees: the remaining cards and whose turn it is. A step is O(1), on a board O(components).

    book   the rulebook of the game, which holds its cards
    state  the remaining cards and the number of moves made

    >>> from twoends import RIGHT, Game
    >>> position = Game([8, 15, 3, 7]).position
    >>> position.moves(), position.earns(RIGHT), position.mover
    ((LEFT, RIGHT), 7, 'you')
    >>> position.play(RIGHT).left, position.play(RIGHT).right, position.play(RIGHT).mover
    (8, 3, 'opponent')
    """

    book: Rulebook
    state: State

    def moves(self) -> tuple[AnyMove, ...]:
        """The legal moves in order; none when the game is over."""
        return self.book.moves(self.state)

    def earns(self, move: AnyMove) -> Exact:
        """What a move earns the mover. Raises IllegalMoveError."""
        earned: Exact = self.book.earns(self.state, self.book.legal(self.state, move))
        return earned

    def play(self, move: AnyMove) -> Position:
        """The position after a move. Raises IllegalMoveError."""
        return Position(self.book, self.book.after(self.state, self.book.legal(self.state, move)))

    @property
    def mover(self) -> Mover:
        """The player whose turn it is."""
        return self.book.mover(self.state)

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return not self.moves()

    @property
    def values(self) -> Sequence[Exact]:
        """The values of all cards dealt, including those taken: `values[start:stop]` remain.

        The values of a circle are written twice.
        """
        return self.book.shape.around(self.book.values)

    @property
    def cards(self) -> tuple[Exact, ...]:
        """The remaining values in order, including merged cards; O(n)."""
        return self.book.cards(self.state)

    # --- only while one row open at both ends remains; otherwise these raise IllegalMoveError ---

    @property
    def start(self) -> int:
        """The index in `values` of the first remaining card that is not merged. Raises IllegalMoveError."""
        return self._interval()[0]

    @property
    def stop(self) -> int:
        """The index in `values` after the last remaining card not merged. Raises IllegalMoveError."""
        return self._interval()[1]

    @property
    def left(self) -> Exact:
        """The value of the left end card, not what it would earn; a merged card has the value of its sum."""
        return self._end(LEFT)

    @property
    def right(self) -> Exact:
        """The value of the right end card, like `left`."""
        return self._end(RIGHT)

    def _end(self, side: Side) -> Exact:
        if not len(self):
            raise IllegalMoveError("no card is left: the game is over")
        self._interval()
        if self.book.rules.merge:
            return self.cards[0 if side is LEFT else -1]
        value: Exact = self.book.values[self.book.shape.place(self.state.remaining, side)]
        return value

    def _interval(self) -> tuple[int, int]:
        interval = self.book.shape.interval(self.state.remaining)
        if interval is None:
            raise IllegalMoveError("the remaining cards are not one row: use moves() and earns(move)")
        return interval

    def __len__(self) -> int:
        return sum(self.book.lengths(self.state))

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        book = replace(self.book, values=tuple(self.book.values))  # a view of an array does not pickle
        return Position, (book, self.state)


Player = Callable[[Position], AnyMove]
"""A player: a function from the position to a legal move."""
