"""Solutions: what a shape or a game is worth against an opponent, and what to do now.

A solution turns totals back into the user's kind of number. What a caller does not read, such as the
line, is not computed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from twoends.rules.games import Game
from twoends.rules.numbers import Exact, Number, Total
from twoends.rules.opponents import replying
from twoends.rules.preferences import Opponent
from twoends.rules.shapes import Shape, shape_of
from twoends.rules.sides import AnyMove, Line
from twoends.solvers import Progress, dispatch
from twoends.solvers.threads import how_many

if TYPE_CHECKING:
    from twoends.answers.reasons import Reason


class Outcome(NamedTuple):
    """A move, and both totals from there on, its own card included; exact, without units."""

    move: AnyMove
    yours: Total
    theirs: Total


Winner = Literal["you", "opponent", "draw"]


@dataclass(frozen=True)
class Move:
    """One of the mover's moves now and its worth.

    end    the end taken: a side of a row, an end of a board, an index of a circle
    total  its action value: your total if it is taken and you play best from then on
    loss   what it gives away against the best move, in the mover's total, never negative

    >>> solve([8, 15, 3, 7]).moves
    (Move(end=RIGHT, total=22, loss=0), Move(end=LEFT, total=15, loss=7))
    """

    end: AnyMove
    total: Number
    loss: Number


@dataclass(frozen=True, repr=False)
class Solution:
    """What a shape, or what is left of a game, is worth. Totals are in its own kind of number.

    game       what was solved: the shape that was dealt, the opponent, and the moves so far
    method     how the totals were computed
    error      0 for exact totals, else a bound on the rounding of first and of second; what a rule of
               yours rounds is not in it
    positions  how many positions were looked at for both totals

    Two solutions are equal where the same was asked; what was found follows from that. The rest is worked
    out when it is read, in exact numbers, and rounded only where it is shown. Of a game, totals count the
    cards that are left, ends keep the numbers of the first position, and `moves` and `best` are those of
    `game.mover`, while totals stay yours. A line is *an* optimal one: of two optimal players on a row it
    comes from folding, and may break ties otherwise than a match does.

    >>> s = solve([1, 30, 100, 15, 2])
    >>> s.first, s.second, s.go_first, s.margin_second, str(s.line_second)
    (47, 101, False, 54, 'RLLLL')
    """

    game: Game
    method: str
    error: Number = field(compare=False)
    positions: int = field(compare=False)
    _solved: dispatch.Solved = field(compare=False)

    @property
    def shape(self) -> Shape:
        """What was solved: the row, board or circle, or what is left of it; O(n) of a game."""
        return self.game.rest if self.game.ends else self.game.shape

    @property
    def opponent(self) -> Opponent:
        """How the other side replies."""
        return self.game.opponent

    @property
    def first(self) -> Number:
        """Your total when you move first."""
        return self._show(self._first)

    @property
    def second(self) -> Number | None:
        """Your total when the opponent moves first.

        None where nobody knows what they would take: of a circle, an opponent of your own, and one who
        prefers a side when they stray.
        """
        return None if self._second is None else self._show(self._second)

    @property
    def theirs_first(self) -> Number:
        """The opponent's total when you move first."""
        return self._show(self._whole - self._first)

    @property
    def theirs_second(self) -> Number | None:
        """The opponent's total when they move first; None where `second` is."""
        return None if self._second is None else self._show(self._whole - self._second)

    @property
    def margin_first(self) -> Number:
        """Your total minus the opponent's when you move first."""
        return self._show(2 * self._first - self._whole)

    @property
    def margin_second(self) -> Number | None:
        """Your total minus the opponent's when they move first; None where `second` is."""
        return None if self._second is None else self._show(2 * self._second - self._whole)

    @property
    def go_first(self) -> bool | None:
        """Whether moving first gives you at least as much as moving second; None where `second` is."""
        return None if self._second is None else self._sign(self._first - self._second) >= 0

    @property
    def either(self) -> bool:
        """Whether moving first and moving second give you the same."""
        return self._second is not None and self._sign(self._first - self._second) == 0

    @property
    def winner(self) -> Winner | None:
        """Who has the larger total at the end if best play goes on, by expectation where moves are random.

        None where `final` is.
        """
        yours = self._final
        return None if yours is None else winner_of(self._sign(2 * yours - self._dealt))

    @property
    def final(self) -> tuple[Number, Number] | None:
        """Your total and the opponent's at the end, the cards taken so far included, if best play goes on.

        None where nobody knows what the opponent would take.

        >>> from twoends import parse
        >>> solve(parse("8 15 3 7 / first / LL")).final
        (15, 18)
        """
        yours = self._final
        return None if yours is None else (self._show(yours), self._show(self._dealt - yours))

    @property
    def final_margin(self) -> Number | None:
        """Your total minus the opponent's at the end; None where `final` is."""
        yours = self._final
        return None if yours is None else self._show(2 * yours - self._dealt)

    @property
    def exact(self) -> bool:
        """Whether both totals are exact: not rounded here, nor by a rule of yours that answers floats."""
        return not isinstance(self._first, float) and not isinstance(self._second, float)

    @cached_property
    def sum(self) -> Number:
        """The sum of the cards that are left."""
        return self._show(self._whole)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The mover's moves now, best first, in the order of the ends where they are equal.

        Of the opponent those that they intend come first; none where `second` is None.

        >>> from twoends import parse
        >>> solve(parse("8 15 3 7 / second / - / greedy")).moves
        (Move(end=LEFT, total=18, loss=7), Move(end=RIGHT, total=11, loss=0))
        """
        intended = set(self._intended)
        moves = [
            ((each.move not in intended, loss), Move(each.move, self._show(each.yours), self._show(loss)))
            for each, loss in zip(self._outcomes, self._losses, strict=True)
        ]
        return tuple(move for _, move in sorted(moves, key=lambda pair: pair[0]))

    @cached_property
    def best(self) -> tuple[AnyMove, ...]:
        """The ends that the mover takes who plays best, in order; none where no card is left.

        All of your best ends. Of an opponent what they intend: what they like best, after their tie rule;
        none where chance decides, or where `second` is None.

        >>> from twoends import parse
        >>> solve(parse("8 15 3 7 / first / L")).best, solve(parse("8 15 3 7 / first / L / random")).best
        ((LEFT,), ())
        """
        if self.game.mover == "opponent" and self.opponent.stray:
            return ()
        return self._intended

    @cached_property
    def line(self) -> Line | None:
        """One best game with you moving first; None where moves are random or a rule mixes both sides."""
        return self._solved.found.line(True)

    @cached_property
    def line_second(self) -> Line | None:
        """The same with the opponent moving first; None also where `second` is."""
        return self._solved.found.line(False)

    @cached_property
    def reason(self) -> Reason | None:
        """Why the better side of a row is better than the other one; None where there is no such thing."""
        from twoends.answers.reasons import reason_of  # late: it is for people only

        return reason_of(self)

    # Exact totals, without units; floats where an expectation is approximate.

    @property
    def _final(self) -> Total | None:
        coming = self._first if self.game.mover == "you" else self._second
        return None if coming is None else self.game.yours + coming

    @property
    def _dealt(self) -> Exact:
        return sum(self.game.shape.cards.values)

    def _sign(self, difference: Total) -> int:
        """1, 0 or -1: a difference of two totals within their rounding counts as none."""
        rounding = 2 * self.error
        return 1 if difference > rounding else -1 if difference < -rounding else 0

    @cached_property
    def _first(self) -> Total:
        return self._exact(self._solved.found.first)

    @cached_property
    def _second(self) -> Total | None:
        second = self._solved.found.second
        return None if second is None else self._exact(second)

    @cached_property
    def _whole(self) -> Exact:
        return self._solved.whole()

    @cached_property
    def _outcomes(self) -> list[Outcome]:
        """The mover's moves, and both totals from here on after each; none where nobody knows them."""
        game = self.game
        if game.mover == "you":
            totals = list(map(self._exact, self._solved.found.values()))
        elif self._second is None:
            totals = []
        else:
            totals = self._after_theirs()
        ends = game.moves() if totals else ()
        return [Outcome(end, yours, self._whole - yours) for end, yours in zip(ends, totals, strict=True)]

    def _after_theirs(self) -> list[Total]:
        """Your total after each move of the opponent."""
        game, shape = self.game, self.game.shape
        if shape.interval(game.remaining) is None:
            from twoends.answers.positions import prospects

            return list(prospects(game, [game.state]).states[0].after)
        return [solve(game.play(end))._first for end in game.moves()]  # which the kernels may do

    @cached_property
    def _losses(self) -> list[Total]:
        """What each of the moves gives away of the mover's total."""
        yours = self.game.mover == "you"
        gains = [each.yours if yours else each.theirs for each in self._outcomes]
        most = max(gains, default=0)
        return [most - gain if self._sign(most - gain) else 0 for gain in gains]

    @cached_property
    def _intended(self) -> tuple[AnyMove, ...]:
        """What the mover means to take: your best ends, or what the opponent likes best."""
        outcomes, who, game = self._outcomes, self.opponent, self.game
        if not outcomes or game.mover == "you":
            return tuple(each.move for each, loss in zip(outcomes, self._losses, strict=True) if not loss)
        liked = who.preferred(game.book, game.state, outcomes)
        return tuple(each.move for each in (liked if who.is_person else who.settled(liked)))

    def _exact(self, total: Total) -> Total:
        return self._solved.scaled.scale.exact(total)

    def _show(self, total: Total) -> Number:
        return self.game.shape.cards.show(total)

    # Kernels hold views of arrays, which do not pickle: what was asked does, and is solved again.

    def __reduce__(self) -> tuple[Any, ...]:
        return _solved_again, (self.game, self.method)

    def _repr_svg_(self) -> str | None:
        from twoends.views import pictures

        return pictures.in_notebook(self)

    def __repr__(self) -> str:
        return f"Solution({self.shape!r}, {str(self.opponent)!r}, first={self.first}, second={self.second})"

    def __str__(self) -> str:
        second = "" if self._second is None else f", {self.second} moving second"
        return f"{self.first} moving first{second}, against {self.opponent}"


def _solved_again(game: Game, method: str) -> Solution:
    auto = solve(game)
    return auto if auto.method == method else solve(game, method=method)


def winner_of(margin: Total) -> Winner:
    """Who has the larger total, given your margin."""
    return "you" if margin > 0 else "opponent" if margin < 0 else "draw"


def game_of(
    what: Game | Shape | Iterable[Any],
    opponent: object = None,
    *,
    ties: str | None = None,
    epsilon: object = None,
    you_first: bool = True,
) -> Game:
    """A game as it is, or a shape that nobody has moved on yet, against whom it says.

    Raises RowError, OpponentError.
    """
    if isinstance(what, Game):
        given = opponent is not None or ties is not None or epsilon is not None
        if not given:
            return what
        against = replying(what.opponent if opponent is None else opponent, ties=ties, epsilon=epsilon)
        return replace(what, opponent=against)
    against = replying("optimal" if opponent is None else opponent, ties=ties, epsilon=epsilon)
    return Game(shape_of(what), you_first, (), against)


def solve(
    what: Game | Shape | Iterable[Any],
    opponent: object = None,
    *,
    ties: str | None = None,
    epsilon: object = None,
    method: str = "auto",
    progress: Progress | None = None,
    threads: int | None = None,
) -> Solution:
    """Solve a row, a board, a circle, or what is left of a game: both totals now, the rest when it is read.

    Any iterable of numbers is a row. `opponent` is a name, an `Opponent`, or your own reply rule or
    player, optimal if nothing is said; a game brings its own; `ties` and `epsilon` as in `opponent`.
    Method `auto` is, against an optimal opponent, contraction: O(n) on a row, O(n log n) on a board and
    around a circle. Against any other one it is bottom-up, O(n²) time and O(n) memory, and on a board
    top-down, for small boards only. It computes long rows of machine integers in compiled code; a method
    that is named is pure Python. Expectations of rows and circles are exact fractions up to 200 cards
    (`MOST_CARDS_EXACT_BY_CHANCE`) and floats with a stated `error` beyond. `progress` is called by
    bottom-up with (diagonals done, diagonals in all), from 0 to all of them for each total and again for
    each line that is swept for when it is read. `threads` work on long rows: as many as there are cores,
    unless it or the variable TWOENDS_THREADS says otherwise; the answers are the same for any number.

    Raises RowError, OpponentError, MethodError for what the method cannot do, TwoEndsError for no threads.

    >>> s = solve([8, 15, 3, 7])
    >>> s.first, s.second, s.best, str(s.line)
    (22, 11, (RIGHT,), 'RLLL')
    >>> solve([1, 30, 100, 15, 2], opponent="greedy").first
    103
    >>> from twoends import Board, Circle
    >>> solve(Circle([2, 8, 1, 10, 9])).best, str(solve(Board.of([1, 2], [3, 7, 4])).line)
    ((1,), '0:RL 1:LLL')
    """
    game = game_of(what, opponent, ties=ties, epsilon=epsilon)
    if threads is not None:
        how_many(threads)
    solved = dispatch.solve(game, method, progress, threads)
    return Solution(game, solved.method, solved.scaled.error, solved.found.positions, solved)
