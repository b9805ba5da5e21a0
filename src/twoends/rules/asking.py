"""Call a user's reply rule or player.

If it fails or returns something invalid, OpponentError names the function and, after a failure, the cards.
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
    """Call a user's function. Raises OpponentError if it fails."""
    try:
        return function(*arguments)
    except (Exception, SystemExit) as fault:  # it may fail in any way; the user has to fix it
        shown = " ".join(map(str, cards[:10])) + (" …" if len(cards) > 10 else "")
        raise OpponentError(f"{name} failed on the cards {shown}: {format_exception(fault)}") from fault


def quoted(answer: object) -> str:
    """The repr of a function's return value, shortened to fit an error message."""
    return shortened(" ".join(repr(answer).split()), 60)


Totals = Callable[[Total, Total], Total]
"""(after left, after right) -> your total after the opponent's move, for fixed cards."""


def rule_on(name: str, rule: Any, cards: Sequence[Any], left: Any, right: Any) -> Totals:
    """Fix the cards and the two end cards of a reply rule. The result raises OpponentError for no total."""
    # A rule compiled with Numba keeps the original function, which accepts every exact number.
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
    """The sides that a reply rule takes: both if it is indifferent, none if it mixes them.

    The total that the rule returns identifies the side. If both totals are equal, the rule is called twice,
    with one of them raised by 1 and then the other: it is indifferent if the side changes.
    """

    def side(after_left: Total, after_right: Total) -> Side | None:
        total = rule(after_left, after_right)
        return LEFT if total == after_left else RIGHT if total == after_right else None

    if after_left != after_right:
        taken = side(after_left, after_right)
        return () if taken is None else (taken,)
    either = side(after_left, after_right + 1), side(after_left + 1, after_right)
    return tuple(each for each in (LEFT, RIGHT) if each in either)
