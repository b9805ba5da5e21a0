"""Replies: the one recurrence, and how an opponent answers in it.

    F(i,j) = your total when you are to move     = max(v[i] + G(i+1,j), v[j-1] + G(i,j-1))
    G(i,j) = your total when the opponent moves  = reply(v[i], v[j-1], F(i+1,j), F(i,j-1))

Opponents differ only in the reply; which ones there are, and how they are named, is for opponents.py.

Glossary
    reply rule  (left card, right card, after left, after right) -> your total after his move
    intent      the reply rule that an opponent means to follow
    straying    with some probability he moves at random instead: always for `random`, never for
                the plain ones, with probability epsilon for a trembling one
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from twoends.rules.rows import Exact, RowError, TwoEndsError, exact_number
from twoends.rules.sides import LEFT, RIGHT, Side

if TYPE_CHECKING:
    from twoends.rules.games import Player, Position

Total = int | Fraction | float
"""Your total: exact, or a float where an expectation is approximate."""

ReplyRule = Callable[[Any, Any, Any, Any], Any]
"""(left card, right card, after left, after right) -> your total after the opponent's move."""

Reply = Callable[[int, int, Total, Total], Total]
"""A reply rule seated at a row: (i, j, after left, after right) -> your total."""

Sides = Callable[[int, int, Total, Total], tuple[Side, ...]]
"""What an opponent may take at a row: (i, j, after left, after right) -> sides, in the order L, R."""

Ties = Literal["left", "right"]


class OpponentError(TwoEndsError):
    """An opponent that does not exist or does not answer as an opponent must.

    >>> from twoends.rules.opponents import opponent
    >>> opponent("optimal", ties="left")
    Traceback (most recent call last):
    twoends.rules.replies.OpponentError: optimal has no tie rule: leave ties out, or choose greedy or modest
    """


def _optimal(left: Total, right: Total, after_left: Total, after_right: Total) -> Total:
    return min(after_left, after_right)


def _generous(left: Total, right: Total, after_left: Total, after_right: Total) -> Total:
    return max(after_left, after_right)


def _greedy_ties_right(left: Total, right: Total, after_left: Total, after_right: Total) -> Total:
    return after_left if left > right else after_right


def _greedy_ties_left(left: Total, right: Total, after_left: Total, after_right: Total) -> Total:
    return after_left if left >= right else after_right


def _modest_ties_right(left: Total, right: Total, after_left: Total, after_right: Total) -> Total:
    return after_left if left < right else after_right


def _modest_ties_left(left: Total, right: Total, after_left: Total, after_right: Total) -> Total:
    return after_left if left <= right else after_right


RULES: dict[tuple[str, Ties | None], ReplyRule] = {
    ("optimal", None): _optimal,
    ("generous", None): _generous,
    ("greedy", "left"): _greedy_ties_left,
    ("greedy", "right"): _greedy_ties_right,
    ("modest", "left"): _modest_ties_left,
    ("modest", "right"): _modest_ties_right,
    ("random", None): _optimal,  # which he never keeps to
}
"""What the built-in opponents intend, by their name and the side they take of two equal ends."""

WITH_TIES = ("greedy", "modest")
"""The opponents that need a rule for equal ends."""

TREMBLING = "trembling"
"""The word in an opponent's name that the probability to stray follows."""


@dataclass(frozen=True, repr=False)
class Opponent:
    """An opponent: what he intends, and how often he strays from it.

    name         that of a built-in one, or module:function for your own
    intent       his reply rule; None if he is your own player
    ties         for greedy and modest: the side taken when both cards are equal
    stray        probability in [0, 1] that a move is random instead
    stray_left   probability in [0, 1] that a random move goes left
    player       your own player: a function from the position to the side taken

    >>> from twoends.rules.opponents import generous, greedy, trembling
    >>> print(greedy(ties="left"), "|", trembling(generous(), Fraction(1, 10)))
    greedy left | generous trembling 1/10
    """

    name: str
    intent: ReplyRule | None = None
    ties: Ties | None = None
    stray: Fraction = Fraction(0)
    stray_left: Fraction = Fraction(1, 2)
    player: Player | None = None

    @property
    def by_chance(self) -> bool:
        """Whether his moves are random, so that totals are expectations and there is no line."""
        return self.stray > 0

    @property
    def is_optimal(self) -> bool:
        """Whether he plays optimally and never strays: then there are methods in linear time."""
        return self.name == "optimal" and not self.by_chance

    @property
    def your_own(self) -> bool:
        """Whether a function of the user's decides his moves."""
        return (self.name, self.ties) not in RULES

    def over(self, values: Sequence[Exact | float]) -> Reply:
        """Seat him at a row: his reply as a function of the interval, O(1) a call.

        The reply to a single card asks nobody, for there is no choice. The reply raises
        OpponentError where your own function fails or answers with no total (with no side).
        """
        intend = self._intention(values)
        if not self.stray:
            return lambda i, j, after_left, after_right: (
                intend(i, j, after_left, after_right) if j - i > 1 else after_left
            )
        # A float where the row is in floats: an expectation beyond the exact length.
        approximate = any(isinstance(value, float) for value in values[:1])
        keep, stray_left, stray_right = (
            float(chance) if approximate else chance
            for chance in (1 - self.stray, self.stray * self.stray_left, self.stray * (1 - self.stray_left))
        )

        def reply(i: int, j: int, after_left: Total, after_right: Total) -> Total:
            astray = stray_left * after_left + stray_right * after_right
            return astray + keep * intend(i, j, after_left, after_right) if keep else astray

        return reply

    def sides_over(self, values: Sequence[Any]) -> Sides:
        """The sides that he intends to take, as a function of the interval, O(1) a call.

        Both if he does not care, none if his rule mixes the two. A rule is asked by telling the
        alternatives apart: where they are equal, one is raised and then the other. If that
        changes his side he is indifferent, else his cards decide.
        """
        intend = self._intention(values)

        def side(i: int, j: int, after_left: Total, after_right: Total) -> Side | None:
            total = intend(i, j, after_left, after_right)
            return LEFT if total == after_left else RIGHT if total == after_right else None

        def sides(i: int, j: int, after_left: Total, after_right: Total) -> tuple[Side, ...]:
            if j - i == 1:
                return (LEFT,)
            if after_left != after_right:
                taken = side(i, j, after_left, after_right)
                return () if taken is None else (taken,)
            either = side(i, j, after_left, after_right + 1), side(i, j, after_left + 1, after_right)
            return tuple(each for each in (LEFT, RIGHT) if each in either)

        return sides

    def _intention(self, values: Sequence[Any]) -> Reply:
        if self.player is not None:
            from twoends.rules.games import Position  # late: the rules alone need no positions

            def by_player(i: int, j: int, after_left: Total, after_right: Total) -> Total:
                side = self.played(Position(values, i, j, your_turn=False))
                return after_left if side is LEFT else after_right

            return by_player
        assert self.intent is not None
        # A rule that the user compiled with Numba keeps his function, which takes every exact number.
        rule: ReplyRule = getattr(self.intent, "py_func", self.intent)
        if not self.your_own:
            return lambda i, j, after_left, after_right: rule(
                values[i], values[j - 1], after_left, after_right
            )

        def by_rule(i: int, j: int, after_left: Total, after_right: Total) -> Total:
            total = _ask(self.name, values[i:j], rule, values[i], values[j - 1], after_left, after_right)
            try:
                return exact_number(total)
            except RowError:
                raise OpponentError(
                    f"{self.name} answered {_short(total)}: "
                    "a reply rule must return your total, a finite number"
                ) from None

        return by_rule

    def played(self, position: Position) -> Side:
        """The side that your own player takes. Raises OpponentError where it fails or takes none."""
        assert self.player is not None
        cards = position.values[position.start : position.stop]
        side = _ask(self.name, cards, self.player, position)
        if not isinstance(side, Side):
            raise OpponentError(f"{self.name} answered {_short(side)}: a player must return LEFT or RIGHT")
        return side

    def __str__(self) -> str:
        words = [self.name]
        if self.ties:
            words.append(self.ties)
        if self.name == "random":
            if self.stray_left != Fraction(1, 2):
                words.append(str(self.stray_left))
        elif self.stray:
            words += [TREMBLING, str(self.stray)]
            if self.stray_left != Fraction(1, 2):
                words.append(str(self.stray_left))
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Opponent({str(self)!r})"


def _ask(name: str, cards: Sequence[object], function: Callable[..., object], *arguments: object) -> Any:
    try:
        return function(*arguments)
    except (Exception, SystemExit) as fault:  # whatever it does, it is the user's to mend
        shown = " ".join(map(str, cards[:10])) + (" …" if len(cards) > 10 else "")
        raise OpponentError(f"{name} failed on the cards {shown}: {in_a_line(fault)}") from fault


def in_a_line(fault: BaseException) -> str:
    """What went wrong in a function of the user's, for a sentence about it."""
    return f"{type(fault).__name__}: {' '.join(str(fault).split())}"


def _short(answer: object) -> str:
    """What a function of the user's answered, for the same."""
    shown = " ".join(repr(answer).split())
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
