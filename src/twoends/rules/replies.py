"""Replies: the one recurrence, how an opponent answers in it, and which opponents there are.

    F(i,j) = your total when you are to move     = max(v[i] + G(i+1,j), v[j-1] + G(i,j-1))
    G(i,j) = your total when the opponent moves  = reply(v[i], v[j-1], F(i+1,j), F(i,j-1))

Opponents differ only in the reply. A built-in one is an entry of HABITS, and everything that lists
opponents is derived from it; opponents.py reads how they are written.

Glossary
    reply rule  (left card, right card, after left, after right) -> your total after their move
    habit       what a built-in opponent looks at, and what they like best
    straying    with some probability they move at random instead: always for `random`, with probability
                epsilon for a trembling opponent, never for the others
    stochastic  who strays at all: totals are expectations then, and there is no line of play
    custom      whose moves a function of yours decides: a reply rule or a player
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from twoends.rules.errors import OpponentError, RowError, in_a_line, shortened
from twoends.rules.numbers import Total, exact_number
from twoends.rules.sides import LEFT, RIGHT, Side

if TYPE_CHECKING:
    from twoends.rules.positions import Player

ReplyRule = Callable[[Any, Any, Any, Any], Any]
"""(left card, right card, after left, after right) -> your total after the opponent's move."""

Reply = Callable[[int, int, Total, Total], Total]
"""A reply rule seated at a row: (i, j, after left, after right) -> your total."""

Sides = Callable[[int, int, Total, Total], tuple[Side, ...]]
"""What an opponent may take at a row: (i, j, after left, after right) -> sides, in the order L, R."""

Ties = Literal["left", "right"]

TREMBLING = "trembling"
"""The word in an opponent's name that the probability to stray follows."""


# --- the built-in opponents --------------------------------------------------------------------


def larger(number: Any) -> Any:
    """Who likes large numbers best."""
    return number


def smaller(number: Any) -> Any:
    """Who likes small numbers best."""
    return -number


@dataclass(frozen=True)
class Habit:
    """One built-in opponent: they take the end that they like best.

    name      in one word
    looks_at  the cards at the ends, your totals after each move, or nothing: a random move
    liking    how much they like a card or a total; it does not depend on the unit, and works on arrays
    sentence  what they do, for people

    Two ends that they like equally: where they look at cards the tie rule decides, where they look at
    totals they are indifferent, because every total that follows is the same.
    """

    name: str
    looks_at: Literal["cards", "totals", "nothing"]
    liking: Callable[[Any], Any]
    sentence: str

    @property
    def ties(self) -> tuple[Ties | None, ...]:
        """Which tie rules they may have: the default comes first."""
        return ("right", "left") if self.looks_at == "cards" else (None,)


HABITS = {
    habit.name: habit
    for habit in (
        Habit("optimal", "totals", smaller, "Never errs: keeps your total as small as it can be."),
        Habit("greedy", "cards", larger, "Takes the larger end, and never asks what lies behind it."),
        Habit("modest", "cards", smaller, "Takes the smaller end, out of politeness."),
        Habit("generous", "totals", larger, "Looks ahead to the last card so that you win."),
        Habit("random", "nothing", smaller, "Tosses a coin before each move."),
    )
}
"""Every built-in opponent. A new one is an entry here and a compiled rule in kernels/rules.py."""


HUMAN = "human"
"""The name of an opponent who is a person: nobody knows what they will take, so they are judged and \
answered like an optimal one. No command but play seats them."""


def names() -> tuple[str, ...]:
    """The built-in opponents."""
    return tuple(HABITS)


def with_ties() -> tuple[str, ...]:
    """Those who need a rule for equal ends."""
    return tuple(name for name, habit in HABITS.items() if len(habit.ties) > 1)


# --- an opponent -------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Opponent:
    """An opponent: what they intend, and how often they stray from it; build one with `opponent`.

    name        that of a built-in one, or module:function for a custom one
    ties        where they look at cards: the side that they take of two equal ones; else None
    stray       probability in [0, 1] that a move is random instead
    stray_left  probability in [0, 1] that a random move goes left
    rule        your own reply rule
    player      your own player: a function from the position to the side taken

    >>> from twoends import opponent
    >>> print(opponent("greedy left"), "|", opponent("generous", epsilon="1/10"))
    greedy left | generous trembling 1/10
    """

    name: str
    ties: Ties | None = None
    stray: Fraction = Fraction(0)
    stray_left: Fraction = Fraction(1, 2)
    rule: ReplyRule | None = None
    player: Player | None = None

    @property
    def stochastic(self) -> bool:
        """Whether their moves are random, so that totals are expectations and there is no line."""
        return bool(self.stray)

    @property
    def is_optimal(self) -> bool:
        """Whether they play optimally and never stray: then there are methods in linear time."""
        return self.name in ("optimal", HUMAN) and not self.stochastic

    @property
    def is_person(self) -> bool:
        """Whether a person moves for them."""
        return self.name == HUMAN

    @property
    def custom(self) -> bool:
        """Whether a function of the user's decides their moves."""
        return self.rule is not None or self.player is not None

    @property
    def habit(self) -> Habit:
        """The entry of a built-in opponent."""
        return HABITS["optimal" if self.is_person else self.name]

    @property
    def looks_at_cards(self) -> bool:
        """Whether the two cards alone decide: what comes after does not matter."""
        return not self.custom and self.habit.looks_at == "cards"

    @property
    def knows_many_ends(self) -> bool:
        """Whether they can choose among more than two: custom ones cannot, nor those who prefer the left."""
        return not self.custom and (not self.stochastic or self.stray_left == Fraction(1, 2))

    def over(self, values: Sequence[Any]) -> Reply:
        """Seat them at a row: their reply as a function of the interval, O(1) a call.

        The reply to a single card asks nobody, because there is no choice. The reply raises
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
            if j - i == 1:
                return after_left
            astray = stray_left * after_left + stray_right * after_right
            return astray + keep * intend(i, j, after_left, after_right) if keep else astray

        return reply

    def sides_over(self, values: Sequence[Any]) -> Sides:
        """The sides that they intend to take, as a function of the interval, O(1) a call.

        Both if they do not care, none if their rule mixes the two. A rule is asked by telling the
        alternatives apart: where they are equal, one is raised and then the other. If that changes
        their side they are indifferent, else their cards decide.
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

    def choices(self, cards: Sequence[Total], totals: Sequence[Total]) -> list[int]:
        """Which of any number of ends they may intend to take, as places; all of those they like equally.

        cards   the cards that they may take, in order; shape (k,), k >= 1
        totals  your total after each; shape (k,)

        Ties left is the first of several equal cards, ties right the last one. O(k).
        Raises OpponentError unless they know many ends.

        >>> from twoends import opponent
        >>> opponent("greedy").choices([5, 9, 9], [3, 1, 2])
        [2]
        >>> opponent("optimal").choices([5, 9, 9], [3, 1, 1])
        [1, 2]
        """
        if not self.knows_many_ends:
            raise OpponentError(
                f"{self} chooses between the left and the right end of one row: "
                "take a built-in opponent who prefers no side, because they know any number of ends"
            )
        likings = list(map(self.habit.liking, cards if self.looks_at_cards else totals))
        best = max(likings)
        equal = [place for place, liking in enumerate(likings) if liking == best]
        return equal if self.ties is None else [equal[0 if self.ties == "left" else -1]]

    def total(self, cards: Sequence[Total], totals: Sequence[Total]) -> Total:
        """Your total after their move among any number of ends, an expectation if they stray; O(k)."""
        intended: Any = totals[self.choices(cards, totals)[0]]
        if not self.stochastic:
            return intended  # type: ignore[no-any-return]  # one of the totals
        expected: Total = self.stray * sum(totals) / len(totals) + (1 - self.stray) * intended
        return expected

    def _intention(self, values: Sequence[Any]) -> Reply:
        if self.player is not None:
            from twoends.rules.positions import Position  # late: the rules alone need no positions

            def by_player(i: int, j: int, after_left: Total, after_right: Total) -> Total:
                side = self.played(Position(values, i, j, your_turn=False))
                return after_left if side is LEFT else after_right

            return by_player
        if self.rule is not None:
            return self._by_rule(values)
        if self.looks_at_cards:
            likings = list(map(self.habit.liking, values))
            if self.ties == "left":
                return lambda i, j, after_left, after_right: (
                    after_left if likings[i] >= likings[j - 1] else after_right
                )
            return lambda i, j, after_left, after_right: (
                after_left if likings[i] > likings[j - 1] else after_right
            )
        liking = self.habit.liking
        if liking is smaller:  # built in, and several times as fast
            return lambda i, j, after_left, after_right: min(after_left, after_right)
        if liking is larger:
            return lambda i, j, after_left, after_right: max(after_left, after_right)
        return lambda i, j, after_left, after_right: max(after_left, after_right, key=liking)

    def _by_rule(self, values: Sequence[Any]) -> Reply:
        # A rule that the user compiled with Numba keeps their function, which takes every exact number.
        rule: Any = getattr(self.rule, "py_func", self.rule)

        def by_rule(i: int, j: int, after_left: Total, after_right: Total) -> Total:
            total = _ask(self.name, values[i:j], rule, values[i], values[j - 1], after_left, after_right)
            try:
                return exact_number(total)
            except RowError:
                raise OpponentError(
                    f"{self.name} answered {_quoted(total)}: "
                    "a reply rule must return your total, a finite number"
                ) from None

        return by_rule

    def played(self, position: Any) -> Side:
        """The side that your own player takes. Raises OpponentError where it fails or takes none."""
        assert self.player is not None
        cards = position.values[position.start : position.stop]
        side = _ask(self.name, cards, self.player, position)
        if not isinstance(side, Side):
            raise OpponentError(f"{self.name} answered {_quoted(side)}: a player must return LEFT or RIGHT")
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


def _quoted(answer: object) -> str:
    """What a function of the user's answered, for a sentence about it."""
    return shortened(" ".join(repr(answer).split()), 60)
