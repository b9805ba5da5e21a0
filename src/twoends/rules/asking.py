"""Ask a function of the user's, a reply rule or a player: it may fail, or answer with nothing that counts.

Whatever goes wrong is an OpponentError that names the function and, where it failed, the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from twoends.rules.errors import OpponentError, RowError, format_exception, shortened
from twoends.rules.numbers import Total, exact_number
from twoends.rules.sides import LEFT, RIGHT, Side

ReplyRule = Callable[[Any, Any, Any, Any], Any]
"""(left card, right card, after left, after right) -> your total after the opponent's move."""


def ask(name: str, cards: Sequence[object], function: Callable[..., object], *arguments: object) -> Any:
    """What a function answers. Raises OpponentError where it fails."""
    try:
        return function(*arguments)
    except (Exception, SystemExit) as fault:  # whatever it does, it is the user's to mend
        shown = " ".join(map(str, cards[:10])) + (" …" if len(cards) > 10 else "")
        raise OpponentError(f"{name} failed on the cards {shown}: {format_exception(fault)}") from fault


def quoted(answer: object) -> str:
    """What a function answered, for a sentence about it."""
    return shortened(" ".join(repr(answer).split()), 60)


Totals = Callable[[Total, Total], Total]
"""(after left, after right) -> your total after the opponent's move, on known cards."""


def rule_on(name: str, rule: Any, cards: Sequence[Any], left: Any, right: Any) -> Totals:
    """A reply rule on these cards, with such ends: it answers with a total, or raises OpponentError."""
    # A rule that the user compiled with Numba keeps their function, which takes every exact number.
    function = getattr(rule, "py_func", rule)

    def by_rule(after_left: Total, after_right: Total) -> Total:
        total = ask(name, cards, function, left, right, after_left, after_right)
        try:
            return exact_number(total)
        except RowError:
            raise OpponentError(
                f"{name} answered {quoted(total)}: a reply rule must return your total, a finite number"
            ) from None

    return by_rule


def sides_by_rule(rule: Totals, after_left: Total, after_right: Total) -> tuple[Side, ...]:
    """The sides that a reply rule takes: both if it does not care, none if it mixes them.

    It is asked by telling the alternatives apart: where they are equal, one is raised and then the other.
    If that changes the side the rule is indifferent, else its cards decide.
    """

    def side(after_left: Total, after_right: Total) -> Side | None:
        total = rule(after_left, after_right)
        return LEFT if total == after_left else RIGHT if total == after_right else None

    if after_left != after_right:
        taken = side(after_left, after_right)
        return () if taken is None else (taken,)
    either = side(after_left, after_right + 1), side(after_left + 1, after_right)
    return tuple(each for each in (LEFT, RIGHT) if each in either)
