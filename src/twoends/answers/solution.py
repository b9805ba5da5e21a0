"""Solutions: what a shape or a game is worth against an opponent, and what to do now.

A solution turns totals back into the user's kind of number. What a caller does not read, such as the
line, is not computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from twoends.answers.outcomes import Loss, Winner, intended, losses, outcomes, winner_of, worth
from twoends.answers.subjects import game_of
from twoends.rules.errors import OpponentError
from twoends.rules.games import Game
from twoends.rules.notebook import Drawable
from twoends.rules.numbers import Number, Pair, Total
from twoends.rules.preferences import Opponent, Outcome
from twoends.rules.shapes import Shape
from twoends.rules.sides import AnyMove, Line
from twoends.solvers import Progress, SolverResult, dispatch
from twoends.solvers.threads import thread_count


@dataclass(frozen=True)
class Move:
    """One of the mover's moves now and its worth.

    end     the end taken: a side of a row, an end of a board, an index of a circle
    total   its action value: your total if it is taken and you play best from then on
    loss    what it gives away against the best move, in the mover's total, never negative; in the margin
            where rules leave the sum of both totals open
    theirs  the opponent's total then

    >>> solve([8, 15, 3, 7]).moves
    (Move(end=RIGHT, total=22, loss=0), Move(end=LEFT, total=15, loss=7))
    """

    end: AnyMove
    total: Number
    loss: Number
    theirs: Number = field(default=0, repr=False, compare=False)


@dataclass(frozen=True, repr=False)
class Solution(Drawable):
    """What a shape, or what is left of a game, is worth. Totals are in its own kind of number.

    game       what was solved: the shape that was dealt, the opponent, and the moves so far
    method     how the totals were computed

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

    @classmethod
    def of(cls, game: Game, method: str, known: Mapping[str, Any]) -> Solution:
        """A solution of which some values are `known` before they are read."""
        solution = cls(game, method)
        solution.__dict__.update(known)
        return solution

    @cached_property
    def _result(self) -> SolverResult:
        return dispatch.solve(self.game, self.method, None, None)

    @cached_property
    def error(self) -> Number:
        """0 for exact totals, else a bound on their rounding; what a rule of yours rounds is not in it."""
        return self._result.scaled.error

    @cached_property
    def positions(self) -> int:
        """How many positions were looked at for both totals."""
        return self._result.positions

    @property
    def shape(self) -> Shape:
        """What was solved: the row, board or circle, or what is left of it; O(n) of a game."""
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

        None where nobody knows what they would take: of a circle, an opponent of your own, and one who
        prefers a side when they tremble.
        """
        return None if self._second is None else self._show(self._second[0])

    @cached_property
    def theirs_first(self) -> Number:
        """The opponent's total when you move first."""
        return self._show(self._first[1])

    @cached_property
    def theirs_second(self) -> Number | None:
        """The opponent's total when they move first; None where `second` is."""
        return None if self._second is None else self._show(self._second[1])

    @cached_property
    def margin_first(self) -> Number:
        """Your total minus the opponent's when you move first."""
        return self._show(_margin(self._first))

    @cached_property
    def margin_second(self) -> Number | None:
        """Your total minus the opponent's when they move first; None where `second` is."""
        return None if self._second is None else self._show(_margin(self._second))

    @cached_property
    def go_first(self) -> bool | None:
        """Whether moving first is at least as good for you as moving second; None where `second` is.

        Margins are compared where rules leave the sum of both totals open; where the smaller total wins,
        less is better.
        """
        return None if self._advantage is None else self._sign(self._advantage) >= 0

    @cached_property
    def order_irrelevant(self) -> bool:
        """Whether moving first and moving second give you the same."""
        return self._advantage is not None and self._sign(self._advantage) == 0

    @property
    def _advantage(self) -> Total | None:
        """By how much moving first is better."""
        if self._second is None:
            return None
        return worth(self.game.rules, *self._first) - worth(self.game.rules, *self._second)

    @cached_property
    def winner(self) -> Winner | None:
        """Who wins at the end if best play goes on, by expectation where moves are random.

        None where `final` is.
        """
        both = self._final
        if both is None:
            return None
        return winner_of(self.game.rules.sign * self._sign(_margin(both)))

    @property
    def final(self) -> tuple[Number, Number] | None:
        """Your total and the opponent's at the end, the cards taken so far included, if best play goes on.

        None where nobody knows what the opponent would take.

        >>> from twoends import parse
        >>> solve(parse("8 15 3 7 / first / LL")).final
        (15, 18)
        """
        both = self._final
        return None if both is None else (self._show(both[0]), self._show(both[1]))

    @property
    def final_margin(self) -> Number | None:
        """Your total minus the opponent's at the end; None where `final` is."""
        both = self._final
        return None if both is None else self._show(_margin(both))

    @cached_property
    def exact(self) -> bool:
        """Whether both totals are exact: not rounded here, nor by a rule of yours that answers floats."""
        return not any(isinstance(totals[0], float) for totals in (self._first, self._second) if totals)

    @cached_property
    def sum(self) -> Number:
        """The sum of the cards that are left."""
        if self.game.rules.fixed_sum and self.exact:
            return self._show(sum(self._first))
        return self._show(sum(self.shape.cards.values))

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
            (
                (each.move not in intended, loss),
                Move(each.move, self._show(each.yours), self._show(loss[0]), self._show(each.theirs)),
            )
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
        if self.game.mover == "opponent" and self.opponent.epsilon:
            return ()
        return self._intended

    @cached_property
    def line(self) -> Line | None:
        """One best game with you moving first; None where moves are random or a rule mixes both sides."""
        return self._result.line(True)

    @cached_property
    def line_second(self) -> Line | None:
        """The same with the opponent moving first; None also where `second` is."""
        return self._result.line(False)

    def reply(self, move: AnyMove) -> AnyMove | None:
        """What the opponent takes after your move; None where chance decides, or their rule mixes both sides.

        It costs what their policy does.

        >>> from twoends import LEFT
        >>> solve([8, 15, 3, 7]).reply(LEFT)
        LEFT
        """
        if move not in self._replies:
            self._replies[move] = self._reply(move)
        return self._replies[move]

    @cached_property
    def _replies(self) -> dict[AnyMove, AnyMove | None]:
        return {}

    def _reply(self, move: AnyMove) -> AnyMove | None:
        if self.opponent.needs_random:
            return None
        from twoends.solvers.moves import preferred_moves

        after, who = self.game.play(move), self.opponent
        try:
            likes = preferred_moves(after.book, who, lambda: lambda state: solve(after).best)(after.state)
        except OpponentError:
            return None
        return who.settled(likes)[0]

    # Both totals, exact, without units; floats where an expectation is approximate.

    @property
    def _final(self) -> Pair | None:
        totals = self._first if self.game.mover == "you" else self._second
        return None if totals is None else (self.game.yours + totals[0], self.game.theirs + totals[1])

    def _sign(self, difference: Total) -> int:
        """1, 0 or -1: a difference of two totals within their rounding counts as none."""
        rounding = 2 * self.error
        return 1 if difference > rounding else -1 if difference < -rounding else 0

    @cached_property
    def _first(self) -> Pair:
        return self._result.exact(self._result.first)

    @cached_property
    def _second(self) -> Pair | None:
        second = self._result.second
        return None if second is None else self._result.exact(second)

    @cached_property
    def _outcomes(self) -> list[Outcome]:
        """The mover's moves, and both totals from here on after each; none where nobody knows them."""
        known = self.game.mover == "you" or self._second is not None
        return outcomes(self.game, self._result) if known else []

    @cached_property
    def _losses(self) -> list[Loss]:
        return losses(self.game, self._outcomes, self._sign)

    @cached_property
    def _intended(self) -> tuple[AnyMove, ...]:
        return intended(self.game, self._outcomes, self._losses)

    def _show(self, total: Total) -> Number:
        return self.game.shape.cards.show(total)

    # Kernels hold views of arrays, which do not pickle: what was asked does, and is solved again.

    def __reduce__(self) -> tuple[Any, ...]:
        return _solved_again, (self.game, self.method)

    def __repr__(self) -> str:
        return f"Solution({self.shape!r}, {str(self.opponent)!r}, first={self.first}, second={self.second})"

    def __str__(self) -> str:
        second = "" if self._second is None else f", {self.second} moving second"
        return f"{self.first} moving first{second}, against {self.opponent}"


def _margin(totals: Pair) -> Total:
    return totals[0] - totals[1]


def _solved_again(game: Game, method: str) -> Solution:
    auto = solve(game)
    return auto if auto.method == method else solve(game, method=method)


def solve(
    what: Game | Shape | Iterable[Any],
    opponent: object = None,
    *,
    ties: str | None = None,
    epsilon: object = None,
    rules: object = None,
    method: str = "auto",
    progress: Progress | None = None,
    threads: int | None = None,
) -> Solution:
    """Solve a row, a board, a circle, or what is left of a game: both totals now, the rest when it is read.

    Any iterable of numbers is a row. `opponent` is a name, an `Opponent`, or your own reply rule or
    player, optimal if nothing is said; a game brings its own; `ties` and `epsilon` as in `opponent`.
    `rules` are a text, or `Rules`: other rules than one card from either end are solved by the general
    search, or by a sweep.
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
    game = game_of(what, opponent, ties=ties, epsilon=epsilon, rules=rules)
    if threads is not None:
        thread_count(threads)
    result = dispatch.solve(game, method, progress, threads)
    return Solution.of(game, result.method, {"_result": result})
