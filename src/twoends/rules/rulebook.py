"""The rulebook: legal moves, what they earn, whose turn it is, the state after a move, and what players see.

This is the only place that answers these four questions, for every shape; games, positions and methods use
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
from twoends.rules.moves import LEFT, RIGHT, Lane, Move, MoveLike, as_move
from twoends.rules.numbers import Number
from twoends.rules.rules import DEFAULT, Mover, Rules

if TYPE_CHECKING:
    from twoends.rules.shapes import Shape

MOVERS: tuple[Mover, Mover] = ("you", "opponent")

MAX_MOVES_NAMED = 8
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
    units      the cards' values in other units, shape (n,); None for the shape's exact values
    rules      what a move takes and earns, the order of turns, and when play ends

    Raises RulesError for rules that the shape does not support.

    >>> from twoends.rules.rows import Row
    >>> book = Rulebook(Row.of([8, 15, 3, 7]), you_first=True)
    >>> state = book.after(book.start, book.moves(book.start)[1])
    >>> state.remaining, book.moves(state), book.earns(state, book.moves(state)[0]), book.mover(state)
    ((0, 3), (LEFT, RIGHT), 8, 'opponent')
    >>> two = Rulebook(Row.of([8, 15, 3, 7]), True, rules=Rules.of("take 2-3"))
    >>> [str(move) for move in two.moves(two.start)], two.earns(two.start, two.moves(two.start)[1])
    (['L2', 'L3', 'R2', 'R3'], 26)
    """

    shape: Shape
    you_first: bool
    units: Sequence[Any] | None = None
    rules: Rules = DEFAULT

    def __post_init__(self) -> None:
        shape, rules = self.shape, self.rules
        if (rules.merge or rules.score != "cards") and shape.interval(shape.initial) is None:
            raise RulesError(f"a {shape.name} has no {'merge' if rules.merge else 'score'}: play it on a row")

    @cached_property
    def values(self) -> Sequence[Any]:
        """The cards' values, shape (n,), in the units of the rulebook."""
        return self.shape.cards.values if self.units is None else self.units

    def value(self, place: int) -> Any:
        """One of `values`, in O(1) even if the others have not been made."""
        return self.shape.cards.exact(place) if self.units is None else self.units[place]

    @property
    def start(self) -> State:
        """The state before the first move."""
        return State(self.shape.initial, 0)

    def moves(self, state: State) -> tuple[Move, ...]:
        """The legal moves in order: by component, L before R, fewest cards first; none when the game is over.

        Taking all cards of a lane open at both ends is one move, from the left.
        """
        if self._plain:
            return self.shape.ends(state.remaining)
        rules, moves = self.rules, list[Move]()
        if rules.stop is not None and state.number >= rules.stop:
            return ()
        for lane in self._lanes(state):
            n, ends = len(lane.places), lane.ends
            if lane.any_card:
                moves += ends
                continue
            if rules.ends != "either":
                ends = tuple(end for end in ends if end.end == ("L" if rules.ends == "left" else "R"))
            most = 2 * state.memory if rules.doubling else rules.most or n
            counts = range(rules.least, min(most, n) + 1)
            moves += [Move(end, count, row) for end, _, row in ends[:1] for count in counts]
            moves += [Move(end, count, row) for end, _, row in ends[1:] for count in counts if count < n]
        return tuple(moves)

    def _lanes(self, state: State) -> tuple[Lane, ...]:
        """The lanes of a state; if moves merge, one with a place for each card, merged or not."""
        if not self.rules.merge:
            return self.shape.lanes(state.remaining)
        start, stop = state.remaining
        return (Lane(range((start > 0) + (stop - start) + (stop < len(self.shape))), (LEFT, RIGHT)),)

    def after(self, state: State, move: Move) -> State:
        """The state that a legal move leads to."""
        if self._plain:
            return State(self.shape.after(state.remaining, move), state.number + 1)
        if self.rules.merge:
            return State(self._after_merge(state, move), state.number + 1)
        memory = max(state.memory, move.cards) if self.rules.doubling else 1
        return State(self.shape.after(state.remaining, move), state.number + 1, memory)

    def _after_merge(self, state: State, move: Move) -> tuple[int, int]:
        """The cards not yet merged: those before or after the merged one, if there is one."""
        start, stop = state.remaining
        if move.end == "L":
            return start + move.cards - (start > 0), stop
        return start, stop - move.cards + (stop < len(self.shape))

    def places(self, state: State, move: Move) -> tuple[int, ...]:
        """The indices in `shape.cards` of the cards that a move takes, from its end inwards; O(cards)."""
        return tuple(place % len(self.shape) for place in self._taken(state, move))

    def _taken(self, state: State, move: Move) -> range:
        """The places of the cards that a move takes, from its end inwards; on a circle, perhaps negative."""
        if self.rules.merge:
            start, stop = self.after(state, move).remaining
            return range(start) if move.end == "L" else range(len(self.shape) - 1, stop - 1, -1)
        first = self.shape.place(state.remaining, move)
        step = -1 if move.end == "R" else 1
        return range(first, first + step * move.cards, step)

    def earns(self, state: State, move: Move) -> Any:
        """What a legal move earns the mover, in the units of `values`; O(1)."""
        if self._plain:
            return self.value(self.shape.place(state.remaining, move))
        if self.rules.score == "rest":
            start, stop = self.after(state, move).remaining
        else:
            taken = self._taken(state, move)
            start = min(taken[0], taken[-1]) % len(self.shape)
            stop = start + len(taken)
        earned = self._sums[stop] - self._sums[start]
        return earned if self.rules.score in ("cards", "rest") else earned * self.rules.factor(state.number)

    def shown_earned(self, state: State, move: Move) -> Any:
        """What a legal move earns, in the user's kind of number: under the default rules, the card given."""
        if self._plain:
            return self.shape.cards.given[self.shape.place(state.remaining, move)]
        return self.shape.cards.show(self._exact.earns(state, move))

    def shown_cards(self, state: State) -> tuple[Number, ...]:
        """The remaining cards, as given, and what cards have merged to."""
        given = self.shape.cards.given
        if not self.rules.merge:
            return tuple(given[place] for lane in self.shape.lanes(state.remaining) for place in lane.places)
        (start, stop), cards = state.remaining, self._exact.cards(state)
        shown = list(map(self.shape.cards.show, cards))
        shown[start > 0 : (start > 0) + stop - start] = given[start:stop]
        return tuple(shown)

    def key(self, state: State) -> State:
        """A memo key: equal for states with the same continuations, even if their move numbers differ."""
        if self._plain or self.rules.numbered:
            return state
        return State(state.remaining, state.number % len(self.rules.turns), state.memory)

    def lengths(self, state: State) -> tuple[int, ...]:
        """The number of cards in each lane, counting merged ones."""
        return tuple(len(lane.places) for lane in self._lanes(state))

    def card_count(self, state: State) -> int:
        """The number of remaining cards, counting merged ones."""
        return sum(self.lengths(state))

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

    def with_mover(self, state: State, mover: Mover) -> Rulebook:
        """The same rulebook, but with `mover` to move in this state."""
        return self if self.mover(state) == mover else replace(self, you_first=not self.you_first)

    def legal(self, state: State, given: object) -> Move:
        """Return the move that is meant, in the form that `moves` gives it.

        It may be given as any `MoveLike`; taking all of a lane from the right becomes L. Raises
        IllegalMoveError for an illegal move.
        """
        moves, move = self.moves(state), as_move(given)
        if move in moves:
            return moves[moves.index(move)]
        if not moves:
            raise IllegalMoveError("no card is left: the game is over")
        if move is not None and (mirrored := self._all_from_left(state, move)) in moves:
            return mirrored
        shown = ", ".join(map(self._shown, moves[:MAX_MOVES_NAMED]))
        more = ", …" if len(moves) > MAX_MOVES_NAMED else ""
        raise IllegalMoveError(
            f"{shortened(self._shown(given))} is not a legal move: choose from {shown}{more}"
        )

    def _shown(self, move: object) -> str:
        """A move as an error shows it: in notation, but a single side as its Python name, LEFT."""
        in_notation = not self.rules.one_card or (isinstance(move, Move) and move not in (LEFT, RIGHT))
        return str(move) if in_notation else repr(move)

    def _all_from_left(self, state: State, move: Move) -> Move | None:
        """The same move from the left, if it takes all of a lane that is open at both ends by its rules."""
        for lane in self._lanes(state) if self.rules.ends == "either" else ():
            if len(lane.places) == move.cards and move.single in lane.ends:
                left = lane.ends[0]
                return Move(left.end, move.cards, left.row)
        return None

    @cached_property
    def _exact(self) -> Rulebook:
        """The same rulebook on exact values."""
        return self if self.units is None else replace(self, units=None)

    @cached_property
    def _plain(self) -> bool:
        """`rules.plain`, cached because every step of a search reads it."""
        return self.rules.plain

    @cached_property
    def _sums(self) -> list[Any]:
        """Prefix sums of the cards written twice, because a circle continues after its last card."""
        return list(accumulate((*self.values, *self.values), initial=0))


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """What a player sees: the remaining cards and whose turn it is. A step is O(1), on a board O(components).

    Cards are as given, and what a move earns is in the same kind of number.

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

    def moves(self) -> tuple[Move, ...]:
        """The legal moves in order; none when the game is over."""
        return self.book.moves(self.state)

    def earns(self, move: MoveLike) -> Any:
        """What a move earns the mover. Raises IllegalMoveError."""
        book, state = self.book, self.state
        return book.shown_earned(state, book.legal(state, move))

    def play(self, move: MoveLike) -> Position:
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
    def values(self) -> Sequence[Any]:
        """All cards dealt, as given, including those taken: `values[start:stop]` remain.

        Those of a circle are written twice.
        """
        given = self.book.shape.cards.given
        return [*given, *given] if self.book.shape.around else given

    @property
    def cards(self) -> tuple[Any, ...]:
        """The remaining cards in order, as given, and what cards have merged to; O(n)."""
        return self.book.shown_cards(self.state)

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
    def left(self) -> Any:
        """The left end card, not what it would earn; a merged card has the value of its sum."""
        return self._end(LEFT)

    @property
    def right(self) -> Any:
        """The right end card, like `left`."""
        return self._end(RIGHT)

    def _end(self, side: Move) -> Any:
        if not len(self):
            raise IllegalMoveError("no card is left: the game is over")
        self._interval()
        if self.book.rules.merge:
            return self.cards[0 if side == LEFT else -1]
        return self.book.shape.cards.given[self.book.shape.place(self.state.remaining, side)]

    def _interval(self) -> tuple[int, int]:
        interval = self.book.shape.interval(self.state.remaining)
        if interval is None:
            raise IllegalMoveError("the remaining cards are not one row: use moves() and earns(move)")
        return interval

    def __len__(self) -> int:
        return self.book.card_count(self.state)

    def __repr__(self) -> str:
        rules = "" if self.book.rules.plain else f", {self.book.rules}"
        left = self.cards if self.book.rules.merge else self.book.shape.rest(self.state.remaining)
        return f"Position({left!r}, {self.mover} to move{rules})"

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        units = self.book.units  # a view of an array does not pickle
        return Position, (replace(self.book, units=None if units is None else tuple(units)), self.state)


Player = Callable[[Position], MoveLike]
"""A player: a function from the position to a legal move."""
