"""Opponents: how the other side replies, each as one rule in the one recurrence.

    F(i,j) = your total when you are to move     = max(v[i] + G(i+1,j), v[j-1] + G(i,j-1))
    G(i,j) = your total when the opponent moves  = reply(v[i], v[j-1], F(i+1,j), F(i,j-1))

Glossary
    reply rule  (left card, right card, after left, after right) -> your total after his move
    intent      the reply rule that an opponent means to follow
    straying    with some probability he moves at random instead: always for `random`, never for
                the plain ones, with probability epsilon for a trembling one
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from twoends.rows import Exact, RowError, TwoEndsError, exact_number
from twoends.sides import LEFT, RIGHT, Side
from twoends.text import parse_value

if TYPE_CHECKING:
    from twoends.game import Player, Position

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

    >>> opponent("optimal", ties="left")
    Traceback (most recent call last):
    twoends.opponents.OpponentError: optimal has no tie rule: leave ties out, or choose greedy or modest
    """


# --- reply rules -------------------------------------------------------------------------------


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


# --- opponents ---------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Opponent:
    """An opponent: what he intends, and how often he strays from it.

    name         one of NAMES, or module:function for your own
    intent       his reply rule; None if he is your own player
    ties         for greedy and modest: the side taken when both cards are equal
    stray        probability in [0, 1] that a move is random instead
    stray_left   probability in [0, 1] that a random move goes left
    player       your own player: a function from the position to the side taken

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
        return self.name not in NAMES

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
            from twoends.game import Position  # late: the rules alone need no positions

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
                    f"{self.name} answered {total!r}: a reply rule must return your total, a finite number"
                ) from None

        return by_rule

    def played(self, position: Position) -> Side:
        """The side that your own player takes. Raises OpponentError where it fails or takes none."""
        assert self.player is not None
        cards = position.values[position.start : position.stop]
        side = _ask(self.name, cards, self.player, position)
        if not isinstance(side, Side):
            raise OpponentError(f"{self.name} answered {side!r}: a player must return LEFT or RIGHT")
        return side

    def __str__(self) -> str:
        words = [self.name]
        if self.ties:
            words.append(self.ties)
        if self.name == "random":
            if self.stray_left != Fraction(1, 2):
                words.append(str(self.stray_left))
        elif self.stray:
            words += [_TREMBLING, str(self.stray)]
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
        raise OpponentError(f"{name} failed on the cards {shown}: {_in_a_line(fault)}") from fault


def _in_a_line(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {' '.join(str(fault).split())}"


def optimal() -> Opponent:
    """He minimises your total, which is to maximise his own."""
    return Opponent("optimal", _optimal)


def greedy(ties: Ties = "right") -> Opponent:
    """He takes the larger end; equal ends by the tie rule."""
    return _with_ties("greedy", ties, _greedy_ties_left, _greedy_ties_right)


def modest(ties: Ties = "right") -> Opponent:
    """He takes the smaller end; equal ends by the tie rule."""
    return _with_ties("modest", ties, _modest_ties_left, _modest_ties_right)


def generous() -> Opponent:
    """He minimises his own total, with full foresight."""
    return Opponent("generous", _generous)


def random(p_left: object = Fraction(1, 2)) -> Opponent:
    """He moves by chance: left with probability `p_left`."""
    return Opponent("random", _optimal, stray=Fraction(1), stray_left=probability(p_left, "p_left"))


def trembling(steady: Opponent, epsilon: object) -> Opponent:
    """`steady`, but with probability epsilon a move is random, each end equally likely.

    Trembling twice trembles more: the chances to stray combine into one.
    """
    shake = probability(epsilon, "epsilon")
    stray = steady.stray + shake - steady.stray * shake
    if not stray:
        return steady
    stray_left = ((1 - shake) * steady.stray * steady.stray_left + shake / 2) / stray
    return replace(steady, stray=stray, stray_left=stray_left)


def your_own(function: Callable[..., Any], name: str | None = None) -> Opponent:
    """An opponent from your own function: a reply rule of four arguments or a player of one.

    >>> str(your_own(lambda left, right, after_left, after_right: after_left, "lefty"))
    'lefty'
    """
    if name in NAMES:
        raise OpponentError(f"'{name}' is a built-in opponent: give yours another name")
    name = name or f"{function.__module__}:{getattr(function, '__qualname__', function)}"
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise OpponentError(
            f"{name} hides its arguments: wrap it in a function of one or four arguments"
        ) from None
    takes = [
        each
        for each in parameters
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) and each.default is each.empty
    ]
    if len(takes) == 4:
        return Opponent(name, intent=function)
    if len(takes) == 1:
        return Opponent(name, player=function)
    raise OpponentError(
        f"{name} takes {len(takes)} arguments: a reply rule takes (left, right, after_left, after_right), "
        "a player takes (position)"
    )


_MAKERS: dict[str, Callable[..., Opponent]] = {
    "optimal": optimal,
    "greedy": greedy,
    "modest": modest,
    "generous": generous,
    "random": random,
}
NAMES = tuple(_MAKERS)
"""The built-in opponents, by name."""

_TREMBLING = "trembling"

WITH_TIES = ("greedy", "modest")
"""The opponents that need a rule for equal ends."""


def opponent(what: object = "optimal", *, ties: str | None = None, epsilon: object = None) -> Opponent:
    """Make an opponent of a name, of text such as `greedy left`, or of your own function.

    `ties` sets the tie rule of greedy and modest, `epsilon` makes him tremble. Raises
    OpponentError for an unknown name, a tie rule where there are no ties, epsilon outside 0..1.

    >>> opponent("greedy").ties, str(opponent("random trembling 1/2"))
    ('right', 'random')
    """
    if isinstance(what, Opponent):
        made = what
    elif isinstance(what, str):
        made = _parse(what)
    elif callable(what):
        made = your_own(what)
    else:
        raise OpponentError(f"{what!r} is no opponent: give {_one_of(NAMES)}, or your own function")
    if ties is not None:
        if made.name not in WITH_TIES:
            raise OpponentError(
                f"{made.name} has no tie rule: leave ties out, or choose {_one_of(WITH_TIES)}"
            )
        base = _MAKERS[made.name](ties)
        made = replace(base, stray=made.stray, stray_left=made.stray_left)
    return made if epsilon is None else trembling(made, epsilon)


def probability(value: object, name: str) -> Fraction:
    """Read a probability exactly; the float 0.1 is taken for 1/10. Raises OpponentError.

    Its denominator has at most 18 digits, for an expectation has that many more every other card.
    """
    try:
        chance = Fraction(str(parse_value(value) if isinstance(value, str) else value))
    except (ValueError, RowError):
        chance = None
    if chance is not None and chance.denominator > 10**18:
        raise OpponentError(f"{name} has a denominator of more than 18 digits: give a shorter probability")
    if chance is None or not 0 <= chance <= 1:
        raise OpponentError(
            f"{name} is {str(value)[:40]}: give a probability from 0 to 1, such as 0.1 or 1/10"
        )
    return chance


def _with_ties(name: str, ties: Ties, left: ReplyRule, right: ReplyRule) -> Opponent:
    if ties not in ("left", "right"):
        raise OpponentError(f"ties are '{ties}': choose left or right")
    return Opponent(name, left if ties == "left" else right, ties)


def _parse(text: str) -> Opponent:
    """Read what `str` of an opponent writes: NAME [left|right] [P], then any number of trembling E [P]."""
    name, *words = text.split() or [""]
    if ":" in name:
        made = your_own(_load(name), name)
    elif name not in _MAKERS:
        raise OpponentError(
            f"there is no opponent '{text}': choose {_one_of(NAMES)}, or module:function for your own"
        )
    else:
        takes_a_word = name in (*WITH_TIES, "random") and words[:1] not in ([], [_TREMBLING])
        made = _MAKERS[name](words.pop(0)) if takes_a_word else _MAKERS[name]()
    while words[:1] == [_TREMBLING] and len(words) > 1:
        made = trembling(made, words[1])
        words = words[2:]
        if words[:1] not in ([], [_TREMBLING]):
            made = replace(made, stray_left=probability(words.pop(0), "p_left"))
    if words:
        raise OpponentError(
            f"'{text}' goes on with '{words[0]}': after the name may stand left or right for greedy and "
            "modest, a probability for random, and trembling with a probability"
        )
    return made


def _load(path: str) -> Callable[..., Any]:
    module, _, attribute = path.partition(":")
    try:
        function = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as fault:  # a user's module may fail in any way; each is his to mend
        raise OpponentError(f"{path} cannot be loaded: {_in_a_line(fault)}") from fault
    if not callable(function):
        raise OpponentError(f"{path} is no function: name a reply rule or a player")
    return function  # type: ignore[no-any-return]  # checked to be callable


def _one_of(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
