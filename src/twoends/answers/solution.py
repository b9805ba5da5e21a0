"""Solutions: the value of a shape or a game against an opponent, and the best moves now.

A solution converts totals to the user's kind of number. Whatever the caller does not read, such as the
line, is never computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from twoends.rules.errors import RulesError
from twoends.rules.games import Game
from twoends.rules.moves import Line, Move, MoveLike
from twoends.rules.notebook import Drawable
from twoends.rules.numbers import Number, Pair, Total
from twoends.rules.opponents import Opponent, computer_opponent
from twoends.rules.rulebook import Outcome
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape
from twoends.solvers import Progress, SolverResult, dispatch, thread_count
from twoends.solvers.playing import preferred_moves

Winner = Literal["you", "opponent", "draw"]


@dataclass(frozen=True)
class MoveValue:
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
    total: Number
    loss: Number
    theirs: Number = field(default=0, repr=False, compare=False)


@dataclass(frozen=True, repr=False)
class Solution(Drawable):
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

    game: Game
    method: str

    @cached_property
    def _result(self) -> SolverResult:
        """The result of `auto` if that is this method: a method chosen by name is pure Python."""
        auto = dispatch.solve(self.game, "auto", None, None)
        return auto if auto.method == self.method else dispatch.solve(self.game, self.method, None, None)

    @cached_property
    def error(self) -> float:
        """0 for exact totals, else a bound on their rounding error."""
        return self._result.scaled.error

    @cached_property
    def positions(self) -> int:
        """The number of positions examined for both totals."""
        return self._result.positions

    @property
    def shape(self) -> Shape:
        """The row, board or circle that was solved: what remains of it, in O(n), if the game has begun."""
        return self.game.rest if self.game.ends else self.game.shape

    @property
    def opponent(self) -> Opponent:
        """How the other side replies."""
        return self.game.opponent

    @cached_property
    def first(self) -> Number:
        """Your total when you move first."""
        return self._show(self._first[0])

    @cached_property
    def second(self) -> Number | None:
        """Your total when the opponent moves first.

        None in a one-player game, and if a player of your own knows no legal first move: on a circle, one
        that answers LEFT or RIGHT.
        """
        return None if self._second is None else self._show(self._second[0])

    @cached_property
    def theirs_first(self) -> Number:
        """The opponent's total when you move first."""
        return self._show(self._first[1])

    @cached_property
    def theirs_second(self) -> Number | None:
        """The opponent's total when they move first; None if `second` is."""
        return None if self._second is None else self._show(self._second[1])

    @cached_property
    def margin_first(self) -> Number:
        """Your total minus the opponent's when you move first."""
        return self._show(_margin(self._first))

    @cached_property
    def margin_second(self) -> Number | None:
        """Your total minus the opponent's when they move first; None if `second` is."""
        return None if self._second is None else self._show(_margin(self._second))

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
        return worth(self.game.rules, *self._first) - worth(self.game.rules, *self._second)

    @cached_property
    def winner(self) -> Winner | None:
        """Who wins with best play from here, by expectation if moves are random; None if `final` is."""
        final = self._final
        return None if final is None else winner_of(self._sign(_margin(final)))

    @property
    def final(self) -> tuple[Number, Number] | None:
        """Both final totals, yours first, with best play from here; cards already taken are included.

        None if it is the opponent's turn and `second` is None.

        >>> from twoends import parse
        >>> solve(parse("8 15 3 7 / first / LL")).final
        (15, 18)
        """
        final = self._final
        return None if final is None else (self._show(final[0]), self._show(final[1]))

    @property
    def final_margin(self) -> Number | None:
        """Your final total minus the opponent's; None if `final` is."""
        final = self._final
        return None if final is None else self._show(_margin(final))

    @cached_property
    def exact(self) -> bool:
        """Whether both totals are exact, not rounded."""
        return not any(isinstance(totals[0], float) for totals in (self._first, self._second) if totals)

    @cached_property
    def sum(self) -> Number:
        """The sum of the remaining cards."""
        if self.game.rules.fixed_sum and self.exact:
            return self._show(sum(self._first))
        cards = self.shape.cards
        return cards.scale.show(cards.scaled.sum)

    @cached_property
    def moves(self) -> tuple[MoveValue, ...]:
        """The mover's legal moves, best first; equal moves in the order of the ends.

        On the opponent's turn, the moves they intend come first; empty if `second` is None.

        >>> from twoends import parse
        >>> solve(parse("8 15 3 7 / second / - / greedy")).moves
        (MoveValue(move=LEFT, total=18, loss=7), MoveValue(move=RIGHT, total=11, loss=0))
        """
        intended, show = set(self._intended), self._show
        ranked = sorted(
            zip(self._outcomes, self._losses, strict=True),
            key=lambda pair: (pair[0].move not in intended, pair[1]),
        )
        return tuple(
            MoveValue(each.move, show(each.yours), show(loss), show(each.theirs))
            for each, (loss, _) in ranked
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
        return self._result.line(True)

    @cached_property
    def line_second(self) -> Line | None:
        """One best game with the opponent moving first; None also if `second` is."""
        return self._result.line(False)

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
        likes = preferred_moves(after.book, who, lambda: lambda state: solve(after).best)(after.state)
        return who.settled(likes)[0]

    # Pairs below are both totals, exact and unscaled; floats if an expectation is approximate.

    @property
    def _final(self) -> Pair | None:
        totals = self._first if self.game.mover == "you" else self._second
        return None if totals is None else (self.game.yours + totals[0], self.game.theirs + totals[1])

    def _sign(self, difference: Total) -> int:
        return sign(difference, self.error)

    @cached_property
    def _first(self) -> Pair:
        return self._result.exact(self._result.first)

    @cached_property
    def _second(self) -> Pair | None:
        second = self._result.second
        return None if second is None else self._result.exact(second)

    @cached_property
    def _outcomes(self) -> list[Outcome]:
        """The mover's moves with both totals of the remaining game; empty if they are undefined."""
        game, result = self.game, self._result
        if game.mover == "opponent" and self._second is None:
            return []
        after = map(result.exact, result.after(game.mover == "you"))
        return [Outcome(move, *totals) for move, totals in zip(game.moves(), after, strict=True)]

    @cached_property
    def _losses(self) -> list[Pair]:
        """What each move gives the mover away, as `given_away` returns it."""
        yours = self.game.mover == "you"
        pairs = [(each.yours, each.theirs) if yours else (each.theirs, each.yours) for each in self._outcomes]
        return given_away(pairs, self.game.rules, self.error)

    @cached_property
    def _intended(self) -> tuple[Move, ...]:
        """The moves that the mover intends: your best ones, or those that the opponent prefers."""
        outcomes, who = self._outcomes, self.opponent
        if self.game.mover == "you" or not outcomes:
            losses = zip(outcomes, self._losses, strict=True)
            return tuple(each.move for each, loss in losses if loss == (0, 0))
        preferred = who.preferred(self.game.book, self.game.state, outcomes)
        return tuple(preferred if who.is_human else who.settled(preferred))

    def _show(self, total: Total) -> Number:
        return self.game.shape.cards.show(total)

    # Results of kernels hold views of arrays, which cannot be pickled: they are computed again when read.

    def __reduce__(self) -> tuple[Any, ...]:
        return Solution, (self.game, self.method)

    def __repr__(self) -> str:
        return f"Solution({self.shape!r}, {str(self.opponent)!r}, first={self.first}, second={self.second})"

    def __str__(self) -> str:
        second = "" if self._second is None else f", {self.second} moving second"
        return f"{self.first} moving first{second}, against {self.opponent}"


def worth(rules: Rules, yours: Total, theirs: Total) -> Total:
    """Your utility: your total if the rules fix the sum of both totals, else your margin."""
    return yours if rules.fixed_sum else yours - theirs


def given_away(totals: Sequence[Pair], rules: Rules, error: float) -> list[Pair]:
    """What each move gives away, given both totals after it, the mover's first; (0, 0) if it is a best move.

    First what it gives away of the mover's utility; if that is 0, then how much less of their own total they
    get than by another move of this utility, else 0.
    """

    def below(values: Sequence[Total]) -> list[Total]:
        most = max(values)
        return [most - value if sign(most - value, error) else 0 for value in values]

    if not totals:
        return []
    losses = below([worth(rules, own, other) for own, other in totals])
    of_own = iter(below([own for (own, _), loss in zip(totals, losses, strict=True) if not loss]))
    return [(loss, 0 if loss else next(of_own)) for loss in losses]


def sign(difference: Total, error: float) -> int:
    """The sign of a difference of two totals, 0 within its rounding error, which is twice that of a total."""
    return 1 if difference > 2 * error else -1 if difference < -2 * error else 0


def winner_of(margin: Total) -> Winner:
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
            raise RulesError(f"the game is played by other rules, {what.rules}: leave rules out")
        if opponent is None and ties is None:
            return what
    default = what.opponent if isinstance(what, Game) else "optimal"
    against = computer_opponent(default if opponent is None else opponent, ties=ties)
    if isinstance(what, Game):
        return replace(what, opponent=against)
    return Game(what, you_first, (), against, rules)


def solve(
    what: Game | Shape | Iterable[Any],
    opponent: object = None,
    *,
    ties: str | None = None,
    rules: object = None,
    method: str = "auto",
    progress: Progress | None = None,
    threads: int | None = None,
) -> Solution:
    """Solve a row, a board, a circle or the rest of a game: totals now, all other values when first read.

    Any iterable of numbers is a row. `opponent` is a name, an `Opponent` or your own player; the default is
    optimal, or the opponent of the game. `ties` is as in `opponent`. `rules` is text or `Rules`; games by
    other rules than one card from either end are solved by a sweep or by the general search.
    Method `auto` chooses contraction against an optimal opponent: O(n) on a row, O(n log n) on boards, O(n k)
    on circles that reduce to k coins. Against any other it chooses bottom-up, O(n²) time and O(n) memory,
    and on a board top-down, for small boards only. It solves long rows of machine integers in compiled
    code; methods chosen by name are pure Python. Expectations on rows and circles are exact fractions up
    to 200 cards (`MOST_CARDS_EXACT_BY_CHANCE`), and floats with a stated `error` beyond. Bottom-up calls
    `progress` with (lengths done, lengths in total) for each total, and again for each line that needs a
    sweep when it is read. `threads` is the number of threads for long rows, by default TWOENDS_THREADS or
    the number of cores; it does not affect the result.

    Raises RowError, OpponentError, MethodError for what the method cannot do, TwoEndsError for bad `threads`.

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
    if threads is not None:
        thread_count(threads)
    result = dispatch.solve(game, method, progress, threads)
    solution = Solution(game, result.method)
    solution.__dict__["_result"] = result
    return solution
