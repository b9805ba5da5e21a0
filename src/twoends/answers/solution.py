"""Solutions: the value of a shape or a game against an opponent, and the best moves now.

A solution converts totals to the user's kind of number. Whatever the caller does not read, such as the
line, is never computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import Any, Generic, Literal, NamedTuple, overload

from twoends.engine.judge import sign_of, worth_of
from twoends.engine.method import Method, candidate_moves, judge_totals
from twoends.engine.options import DEFAULT_OPTIONS, Options, Progress
from twoends.engine.playing import preferred_moves
from twoends.engine.values import method_of
from twoends.rules.errors import IllegalMoveError, OpponentError, RulesError
from twoends.rules.games import Game
from twoends.rules.moves import Line, Move, MoveLike
from twoends.rules.notebook import Drawable
from twoends.rules.numbers import AnyNumber, First, Given, Pair, Second, Total
from twoends.rules.opponent_names import computer_opponent
from twoends.rules.opponents import Against, Opponent, Steady, Ties
from twoends.rules.rules import Mover, Rules
from twoends.rules.shapes import Shape

Winner = Literal["you", "opponent", "draw"]


@dataclass(frozen=True)
class MoveValue(Generic[First]):
    """One legal move of the mover, with its value.

    move    the move
    total   its action value: your total if it is taken and you play best from then on
    loss    what it gives away compared with the best move, never negative: in the mover's total, or in the
            margin if the rules do not fix the sum of both totals
    theirs  the opponent's total after it

    >>> solve([8, 15, 3, 7]).moves
    (MoveValue(move=RIGHT, total=22, loss=0), MoveValue(move=LEFT, total=15, loss=7))
    """

    move: Move
    total: First
    loss: First
    theirs: First | Literal[0] = field(default=0, repr=False, compare=False)


@dataclass(frozen=True, repr=False)
class Solution(Drawable, Generic[First, Second]):
    """The value of a shape or of the rest of a game. Totals are in the shape's own kind of number.

    game       what was solved: the shape as dealt, the opponent, and the moves so far
    method     how the totals were computed

    Solutions are equal if `game` and `method` are. All other values are computed exactly when first read,
    and rounded only for display. For a game in progress, totals count the remaining cards, ends are numbered
    as in the first position, and `moves` and `best` are those of `game.mover`; totals are always yours.
    A line is *one* optimal game: for two optimal players on a row it comes from contraction, which may break
    ties differently from `match`.

    >>> s = solve([1, 30, 100, 15, 2])
    >>> s.first, s.second, s.go_first, s.margin_second, str(s.line_second)
    (47, 101, False, 54, 'RLLLL')
    """

    game: Game[First, Second]
    method: str

    @cached_property
    def _solved(self) -> _Solved:
        """The totals of `auto` if that is this method: a method chosen by name is pure Python."""
        auto = _solved(self.game, "auto", DEFAULT_OPTIONS)
        return auto if auto.by.name == self.method else _solved(self.game, self.method, DEFAULT_OPTIONS)

    @property
    def error(self) -> float:
        """0 for exact totals, else a bound on their rounding error."""
        return self._solved.by.error

    @property
    def positions(self) -> int:
        """The number of positions examined for both totals."""
        return self._solved.positions

    @property
    def shape(self) -> Shape:
        """The row, board or circle that was solved: what remains of it, in O(n), if the game has begun."""
        return self.game.rest if self.game.ends else self.game.shape

    @property
    def opponent(self) -> Opponent:
        """How the other side replies."""
        return self.game.opponent

    @cached_property
    def first(self) -> First:
        """Your total when you move first."""
        return self._show(self._first[0])

    @cached_property
    def second(self) -> Second:
        """Your total when the opponent moves first.

        None in a one-player game, and if a player of your own knows no legal first move: on a circle, one
        that answers LEFT or RIGHT.
        """
        return self._show_second(itemgetter(0))

    @cached_property
    def theirs_first(self) -> First:
        """The opponent's total when you move first."""
        return self._show(self._first[1])

    @cached_property
    def theirs_second(self) -> Second:
        """The opponent's total when they move first; None if `second` is."""
        return self._show_second(itemgetter(1))

    @cached_property
    def margin_first(self) -> First:
        """Your total minus the opponent's when you move first."""
        return self._show(_margin(self._first))

    @cached_property
    def margin_second(self) -> Second:
        """Your total minus the opponent's when they move first; None if `second` is."""
        return self._show_second(_margin)

    @cached_property
    def go_first(self) -> bool | None:
        """Whether moving first is at least as good for you as moving second; None if `second` is.

        Compares margins if the rules do not fix the sum of both totals.
        """
        return None if self._advantage is None else self._sign(self._advantage) >= 0

    @cached_property
    def order_irrelevant(self) -> bool:
        """Whether moving first and moving second are equally good for you."""
        return self._advantage is not None and self._sign(self._advantage) == 0

    @property
    def _advantage(self) -> Total | None:
        """How much better moving first is than moving second; None if `second` is."""
        if self._second is None:
            return None
        fixed_sum = self.game.rules.fixed_sum
        more: Total = worth_of(*self._first, fixed_sum) - worth_of(*self._second, fixed_sum)
        return more

    @cached_property
    def winner(self) -> Winner | None:
        """Who wins with best play from here, by expectation if moves are random; None if `final` is."""
        final = self._final
        return None if final is None else winner_of(self._sign(_margin(final)))

    @property
    def final(self) -> tuple[First, First] | None:
        """Both final totals, yours first, with best play from here; cards already taken are included.

        None if it is the opponent's turn and `second` is None.

        >>> from twoends import parse
        >>> solve(parse("8 15 3 7 / first / LL")).final
        (15, 18)
        """
        final = self._final
        return None if final is None else (self._show(final[0]), self._show(final[1]))

    @property
    def final_margin(self) -> First | None:
        """Your final total minus the opponent's; None if `final` is."""
        final = self._final
        return None if final is None else self._show(_margin(final))

    @cached_property
    def exact(self) -> bool:
        """Whether both totals are exact, not rounded."""
        return not any(isinstance(totals[0], float) for totals in (self._first, self._second) if totals)

    @cached_property
    def sum(self) -> First:
        """The sum of the remaining cards."""
        if self.game.rules.fixed_sum and self.exact:
            return self._show(sum(self._first))
        cards = self.shape.cards
        return self._show(cards.scaled.scale.exact(cards.scaled.sum))

    @cached_property
    def moves(self) -> tuple[MoveValue[First], ...]:
        """The mover's legal moves, best first; equal moves in the order of the ends.

        On the opponent's turn, the moves they intend come first; empty if `second` is None.

        >>> from twoends import parse
        >>> solve(parse("8 15 3 7 / second / - / greedy")).moves
        (MoveValue(move=LEFT, total=18, loss=7), MoveValue(move=RIGHT, total=11, loss=0))
        """
        intended, show = set(self._intended), self._show
        ranked = sorted(
            zip(self._legal, self._after, self._losses, self._movers_first, strict=True),
            key=lambda each: (each[0] not in intended, each[2], 0 if each[2] or self.error else -each[3][0]),
        )
        return tuple(
            MoveValue(move, show(yours), show(loss), show(theirs))
            for move, (yours, theirs), loss, _ in ranked
        )

    @cached_property
    def best(self) -> tuple[Move, ...]:
        """The mover's best ends, in order; empty if no card is left.

        On your turn, all your best ends. On the opponent's, the ends they intend: those they prefer, after
        their tie-breaking rule; empty if chance decides or `second` is None.

        >>> from twoends import parse
        >>> solve(parse("8 15 3 7 / first / L")).best, solve(parse("8 15 3 7 / first / L / random")).best
        ((LEFT,), ())
        """
        if self.game.mover == "opponent" and self.opponent.epsilon:
            return ()
        return self._intended

    @cached_property
    def line(self) -> Line | None:
        """One best game with you moving first; None if moves are random.

        None also above 20,000 cards against anyone but an optimal opponent: it would take n²/2 bytes.
        """
        return self._line("you")

    @cached_property
    def line_second(self) -> Line | None:
        """One best game with the opponent moving first; None also if `second` is."""
        return None if self._second is None else self._line("opponent")

    def reply(self, move: MoveLike) -> Move | None:
        """The opponent's reply to your move; None if chance decides.

        None also if it is not their turn then, or the game is over. The cost is that of their policy.

        >>> from twoends import LEFT
        >>> solve([8, 15, 3, 7]).reply(LEFT)
        LEFT
        """
        who = self.opponent
        if who.needs_random:
            return None
        after = self.game.play(move)
        if after.over or after.mover == "you":
            return None
        return preferred_moves(after.book, who, lambda: lambda state: solve(after).best)(after.state)[0]

    # Pairs below are both totals, exact and unscaled; floats if an expectation is approximate.

    @property
    def _final(self) -> Pair | None:
        totals = self._first if self.game.mover == "you" else self._second
        yours, theirs = self.game.exact_totals
        return None if totals is None else (yours + totals[0], theirs + totals[1])

    def _sign(self, difference: Total) -> int:
        sign: int = sign_of(difference, self.error)
        return sign

    @property
    def _first(self) -> Pair:
        return self._solved.first

    @property
    def _second(self) -> Pair | None:
        return self._solved.second

    def _line(self, mover: Mover) -> Line | None:
        game = self.game
        return self._solved.by.line(game.book.with_mover(game.state, mover))

    @property
    def _legal(self) -> tuple[Move, ...]:
        """The mover's moves; none if what follows them is undefined."""
        return () if self.game.mover == "opponent" and self._second is None else self.game.moves()

    @cached_property
    def _after(self) -> tuple[Pair, ...]:
        """Both totals of the remaining game after each of the mover's moves."""
        if not self._legal:
            return ()
        (value,) = self._solved.by.values(self.game.book, [self.game.state])
        return value.after

    @cached_property
    def _losses(self) -> list[Total]:
        """What each move gives the mover away."""
        return judge_totals(self._movers_first, self.game.rules, self.error)[0]

    @property
    def _movers_first(self) -> Sequence[Pair]:
        """Both totals after each move, the mover's first."""
        return self._after if self.game.mover == "you" else [pair[::-1] for pair in self._after]

    @cached_property
    def _intended(self) -> tuple[Move, ...]:
        """The moves that the mover intends: your best ones, or those that the opponent prefers."""
        game, who = self.game, self.opponent
        if not self._legal:
            return ()
        likes = candidate_moves(game.book, who, game.state, self._after, self.error)
        return tuple(likes if game.mover == "you" or who.is_human else who.break_ties(likes))

    def _show(self, total: Total) -> Any:
        return self.game.shape.cards.show(total)

    def _show_second(self, amount: Callable[[Pair], Total]) -> Any:
        return None if self._second is None else self._show(amount(self._second))

    # Results of kernels hold views of arrays, which cannot be pickled: they are computed again when read.

    def __reduce__(self) -> tuple[Any, ...]:
        return Solution, (self.game, self.method)

    def __repr__(self) -> str:
        return f"Solution({self.shape!r}, {str(self.opponent)!r}, first={self.first}, second={self.second})"

    def __str__(self) -> str:
        second = "" if self._second is None else f", {self.second} moving second"
        return f"{self.first} moving first{second}, against {self.opponent}"


def winner_of(margin: Any) -> Winner:
    """The player with the larger total, given your margin."""
    return "you" if margin > 0 else "opponent" if margin < 0 else "draw"


def _margin(totals: Pair) -> Total:
    return totals[0] - totals[1]


def game_of(
    what: Game | Shape | Iterable[Any],
    opponent: object = None,
    *,
    ties: str | None = None,
    you_first: bool = True,
    rules: object = None,
) -> Game:
    """Return a game, with another opponent if one is given, or start a game on a shape.

    Raises RowError, OpponentError, and RulesError if a game is given with rules other than its own.
    """
    if isinstance(what, Game):
        if rules is not None and Rules.of(rules) != what.rules:
            raise RulesError(f"the game has other rules, {what.rules}: leave rules out")
        if opponent is None and ties is None:
            return what
    default = what.opponent if isinstance(what, Game) else "optimal"
    against = computer_opponent(default if opponent is None else opponent, ties=ties)
    if isinstance(what, Game):
        return replace(what, opponent=against)
    return Game(what, you_first, (), against, Rules.of(rules))


@overload
def solve(
    what: Game[First, Second],
    opponent: None = None,
    *,
    ties: None = None,
    rules: Rules | str | None = None,
    method: str = "auto",
    progress: Progress | None = None,
) -> Solution[First, Second]: ...
@overload
def solve(
    what: Iterable[Given],
    opponent: Steady | None = None,
    *,
    ties: Literal["left", "right"] | None = None,
    rules: None = None,
    method: str = "auto",
    progress: Progress | None = None,
) -> Solution[Given, Given]: ...
@overload
def solve(
    what: Iterable[Given],
    opponent: Steady | None = None,
    *,
    ties: Literal["left", "right"] | None = None,
    rules: Rules | str,
    method: str = "auto",
    progress: Progress | None = None,
) -> Solution[Given, Given | None]: ...
@overload
def solve(
    what: Iterable[Given],
    opponent: Against | None = None,
    *,
    ties: Ties | None = None,
    rules: None = None,
    method: str = "auto",
    progress: Progress | None = None,
) -> Solution[Given | Fraction | float, Given | Fraction | float]: ...
@overload
def solve(
    what: Game | Shape | Iterable[AnyNumber],
    opponent: Against | None = None,
    *,
    ties: Ties | None = None,
    rules: Rules | str | None = None,
    method: str = "auto",
    progress: Progress | None = None,
) -> Solution: ...
def solve(
    what: Game | Shape | Iterable[Any],
    opponent: object = None,
    *,
    ties: str | None = None,
    rules: object = None,
    method: str = "auto",
    progress: Progress | None = None,
) -> Solution:
    """Solve a row, a board, a circle or the rest of a game: totals now, all other values when first read.

    Any iterable of numbers is a row. `opponent` is a name, an `Opponent` or your own player; the default is
    optimal, or the opponent of the game. `ties` is as in `opponent`. `rules` is text or `Rules`; games by
    other rules than one card from either end are solved by a sweep or by the general search.
    Method `auto` chooses contraction against an optimal opponent: O(n) on a row, O(n log n) on boards, O(n k)
    on circles that reduce to k coins. Against any other it chooses bottom-up, O(n²) time and O(n) memory,
    and on a board top-down, for small boards only. It solves long rows of machine integers in compiled
    code; methods chosen by name are pure Python. Under other rules a sweep takes from O(n) to O(n³): see the
    page on rules. Nothing is refused for its time alone. If the opponent moves at random, expectations on
    rows and circles are exact fractions up to 200 cards, and floats with a stated `error` beyond. Bottom-up
    calls `progress` with (lengths done, lengths in total) for each total, and again for each line that needs
    a sweep when it is read.

    Raises RowError, OpponentError, and MethodError for what the method cannot do.

    >>> s = solve([8, 15, 3, 7])
    >>> s.first, s.second, s.best, str(s.line)
    (22, 11, (RIGHT,), 'RLLL')
    >>> solve([1, 30, 100, 15, 2], opponent="greedy").first
    103
    >>> from twoends import Board, Circle
    >>> solve(Circle([2, 8, 1, 10, 9])).best, str(solve(Board.of([1, 2], [3, 7, 4])).line)
    ((Move(1),), '0:RL 1:LLL')
    """
    game = game_of(what, opponent, ties=ties, rules=rules)
    solved = _solved(game, method, Options(progress))
    solution = Solution(game, solved.by.name)
    solution.__dict__["_solved"] = solved
    return solution


class _Solved(NamedTuple):
    """What a method found before it was asked for more.

    by         the method
    first      both totals if you move first
    second     both totals if the opponent does; None if their first move is undefined
    positions  the work for both
    """

    by: Method
    first: Pair
    second: Pair | None
    positions: int


def _solved(game: Game, name: str, options: Options) -> _Solved:
    """The totals of what is left of a game, for either player to move."""
    method, state, book = method_of(game, name, options), game.state, game.book
    first, second = method.totals(book.with_mover(state, "you"), [state])[0], None
    if not game.rules.alone:
        try:
            second = method.totals(book.with_mover(state, "opponent"), [state])[0]
        except OpponentError as fault:
            # A custom player may support rows under the default rules only, as sweeps do.
            if method.name == "bottom-up" or not isinstance(fault.__cause__, IllegalMoveError):
                raise
    return _Solved(method, first, second, method.positions)
