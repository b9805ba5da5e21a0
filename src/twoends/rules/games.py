"""Games: a shape, the rules, the opponent, who moved first, and the moves so far. Immutable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, chain, compress, count, cycle, islice
from typing import Any, Generic, overload

from twoends.rules.errors import IllegalMoveError, RulesError
from twoends.rules.moves import LEFT, RIGHT, Lane, Line, Move, MoveLike
from twoends.rules.notebook import Drawable
from twoends.rules.numbers import AnyNumber, Exact, First, Given, Second
from twoends.rules.opponent_names import opponent as opponent_of
from twoends.rules.opponents import Against, Opponent, Steady
from twoends.rules.rows import Row
from twoends.rules.rulebook import Position, Rulebook, State
from twoends.rules.rules import Mover, Rules
from twoends.rules.shapes import Shape, shape_of


@dataclass(frozen=True, repr=False)
class Game(Drawable, Generic[First, Second]):
    """A game on a row, a board or a circle; `play` returns the game after one more move.

    shape      the n cards dealt; any iterable of numbers is a row
    you_first  whether you made the first move
    ends       the moves so far, at most n; the last card of a row counts as LEFT
    opponent   the other player; anything that `opponent` accepts
    rules      what a move takes and earns, and the order of turns; anything that `Rules.of` accepts
    state      the state after the moves; computed

    Raises RowError, OpponentError, RulesError, and IllegalMoveError with the number of the move, in O(moves).

    >>> from twoends import LEFT, RIGHT
    >>> game = Game([8, 15, 3, 7]).play(RIGHT).play(LEFT)
    >>> game.totals, game.mover, game.moves(), game.earns(LEFT), game.rest
    ((7, 8), 'you', (LEFT, RIGHT), 15, Row(15 3))
    """

    shape: Shape
    you_first: bool
    ends: tuple[Move, ...]
    opponent: Opponent
    rules: Rules
    state: State = field(init=False, compare=False)

    @overload
    def __init__(
        self: Game[Given, Given],
        shape: Iterable[Given],
        you_first: bool = True,
        ends: Iterable[MoveLike] = (),
        opponent: Steady = "optimal",
        rules: None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: Game[Given | Fraction | float, Given | Fraction | float],
        shape: Iterable[Given],
        you_first: bool = True,
        ends: Iterable[MoveLike] = (),
        opponent: Against = "optimal",
        rules: None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: Game[Any, Any],
        shape: Shape | Iterable[AnyNumber],
        you_first: bool = True,
        ends: Iterable[MoveLike] = (),
        opponent: Against = "optimal",
        rules: Rules | str | None = None,
    ) -> None: ...
    def __init__(
        self,
        shape: Shape | Iterable[Any],
        you_first: bool = True,
        ends: Iterable[MoveLike] = (),
        opponent: object = "optimal",
        rules: object = None,
    ) -> None:
        if you_first not in (True, False):
            raise IllegalMoveError(f"you_first is {you_first!r}: give True if you moved first, else False")
        given: Any = ends
        if isinstance(given, str):
            raise IllegalMoveError(
                f"the moves are {given!r}, which is text: give [LEFT, RIGHT], or read a game with parse"
            )
        if isinstance(given, Move) or not isinstance(given, Iterable):
            raise IllegalMoveError(f"the moves are {given!r}: give them in order, or () for none")
        self.__dict__.update(
            shape=shape_of(shape),
            you_first=bool(you_first),
            opponent=opponent_of(opponent),
            rules=Rules.of(rules),
        )
        moves, state = self._replayed(tuple(given))
        self.__dict__.update(ends=moves, state=state)

    def _replayed(self, moves: tuple[Any, ...]) -> tuple[tuple[Move, ...], State]:
        """The moves in the rulebook's form and the state after them; O(moves). Raises IllegalMoveError."""
        n = len(self.shape)
        if self._on_plain_row and len(moves) <= n and {*map(type, moves)} <= {Move}:
            if len(moves) == n > 0 and moves[-1] == RIGHT:
                moves = (*moves[:-1], LEFT)
            taken_left = moves.count(LEFT)
            if taken_left + moves.count(RIGHT) == len(moves):
                return moves, State((taken_left, n - len(moves) + taken_left), len(moves))
        book, state, legal = self.book, self.book.start, []
        for number, move in enumerate(moves, 1):
            legal.append(_legal(book, state, move, number))
            state = book.after(state, legal[-1])
        return tuple(legal), state

    @property
    def _on_plain_row(self) -> bool:
        """Whether moves take one card from a side of a row; then states need no replay of the moves."""
        return isinstance(self.shape, Row) and self.rules.plain

    # --- the methods of the rulebook ---

    def moves(self) -> tuple[Move, ...]:
        """The legal moves now, in order; none when the game is over."""
        return self.book.moves(self.state)

    def play(self, move: MoveLike) -> Game[First, Second]:
        """The game after one more move, in O(moves). Raises IllegalMoveError."""
        legal = _legal(self.book, self.state, move, len(self.ends) + 1)
        return self.unchecked(ends=(*self.ends, legal), state=self.book.after(self.state, legal))

    def unchecked(self, **fields: Any) -> Game[First, Second]:
        """This game with other fields, which are neither checked nor replayed: they have to fit the state."""
        game: Game[First, Second] = object.__new__(Game)
        game.__dict__.update(self.__dict__, **fields)
        return game

    def earns(self, move: MoveLike) -> First:
        """What a move would earn now; under the default rules, its card. Raises IllegalMoveError."""
        book, state = self.book, self.state
        return book.shown_earned(state, book.legal(state, move))

    @property
    def mover(self) -> Mover:
        """The player whose turn it is, or would be if the game were not over."""
        return self.rules.mover(len(self.ends), self.you_first)

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return not self.moves()

    @property
    def totals(self) -> tuple[First, First]:
        """Your total and the opponent's so far, in O(moves)."""
        (yours, theirs), show = self.exact_totals, self.shape.cards.show
        return show(yours), show(theirs)

    @property
    def yours(self) -> First:
        """Your total so far."""
        return self.totals[0]

    @property
    def theirs(self) -> First:
        """The opponent's total so far."""
        return self.totals[1]

    @property
    def margin(self) -> First:
        """Your total minus the opponent's so far."""
        yours, theirs = self.exact_totals
        return self.shape.cards.show(yours - theirs)

    def check_single_player(self, other: Opponent | None) -> None:
        """Raise RulesError in a one-player game if you do not move first or the opponent is not optimal."""
        if self.rules.alone and not self.you_first:
            raise RulesError("in a one-player game you make every move: move first")
        if self.rules.alone and other is not None and (other.is_human or not other.is_optimal):
            raise RulesError(f"a one-player game has no opponent: remove {other}")

    # --- its state and its moves so far ---

    @property
    def book(self) -> Rulebook:
        """The rulebook of this game, on its exact values."""
        return Rulebook(self.shape, self.you_first, rules=self.rules)

    @property
    def position(self) -> Position:
        """The position that a player sees."""
        return Position(self.book, self.state)

    @property
    def remaining(self) -> Any:
        """The remaining cards, as the shape represents them; see `shapes`."""
        return self.state.remaining

    @property
    def rest(self) -> Shape:
        """The remaining cards as a shape of their own; after the first move a circle leaves a row. O(n)."""
        if not (self.rules.merge and self.ends):
            return self.shape.rest(self.remaining)
        return Row.of(self.book.shown_cards(self.state))

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """The layout of the remaining cards; if moves merge, of those not yet merged."""
        return self.shape.lanes(self.remaining)

    @property
    def movers(self) -> list[Mover]:
        """The player who made each move so far, shape (moves,)."""
        period = [self.rules.mover(number, self.you_first) for number in range(len(self.rules.turns))]
        return list(islice(cycle(period), len(self.ends)))

    @property
    def states(self) -> list[State]:
        """All states of the game, from the start to the current one, shape (moves + 1,)."""
        book = self.book
        return list(accumulate(self.ends, book.after, initial=book.start))

    @property
    def places(self) -> list[int]:
        """The indices in `shape.cards` of the cards taken so far, in order, in O(cards)."""
        if self._on_plain_row:
            lefts, rights = count(), count(len(self.shape) - 1, -1)
            return [next(lefts if move.end == "L" else rights) for move in self.ends]
        return list(chain.from_iterable(map(self.book.places, self.states, self.ends)))

    @property
    def earned(self) -> list[First]:
        """What each move so far earned, in order, in O(moves); under the default rules, its card as given."""
        cards = self.shape.cards
        if self.rules.plain:
            return [cards.given[place] for place in self.places]
        return list(map(cards.show, self.exact_earned))

    @property
    def exact_earned(self) -> list[Exact]:
        """The same as exact numbers."""
        if self.rules.plain:
            return list(map(self.shape.cards.exact, self.places))
        return list(map(self.book.earns, self.states, self.ends))

    @property
    def exact_totals(self) -> tuple[Exact, Exact]:
        """Your total and the opponent's so far as exact numbers, in O(moves)."""
        if not self.ends:
            return 0, 0
        earned = self.exact_earned
        yours = sum(compress(earned, [mover == "you" for mover in self.movers]))
        return yours, sum(earned) - yours

    def card(self, move: MoveLike) -> First:
        """The card that a move would take now, as given, in O(moves). Raises IllegalMoveError."""
        return self.shape.cards.given[self.play(move).places[-1]]

    def __dir__(self) -> list[str]:
        """What completion shows: what is for users, not what other modules need."""
        fields = "shape", "you_first", "ends", "opponent", "rules"
        now = "moves", "play", "earns", "card", "mover", "over", "position", "rest", "remaining"
        return [*fields, *now, "totals", "yours", "theirs", "margin", "earned", "movers"]

    def __repr__(self) -> str:
        line = Line.of(self.ends, counted=not self.rules.one_card)
        rules = [] if self.rules.plain else [str(self.rules)]
        who = "first" if self.you_first else "second"
        parts = repr(self.shape), *rules, who, line.short() or "-", str(self.opponent)
        return f"Game({' / '.join(parts)})"


def _legal(book: Rulebook, state: State, move: object, number: int) -> Move:
    """The move with this number, from 1, in the rulebook's form. Raises IllegalMoveError."""
    try:
        return book.legal(state, move)
    except IllegalMoveError as fault:
        if book.rules.plain and number > len(book.shape):
            raise IllegalMoveError(
                f"move {number} has no card to take: the {book.shape.name} has {len(book.shape)}"
            ) from None
        raise IllegalMoveError(f"move {number}: {fault}") from None
