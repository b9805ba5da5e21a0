"""How an opponent replies, in the terms of `engine.sweep` and `engine.turns`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from twoends.engine import sweep
from twoends.rules.opponents import Opponent


class Replies(NamedTuple):
    """How an opponent replies, as `sweep.sweep` explains it; a custom player has no kind."""

    keys: Any
    kind: int
    weights: tuple[Any, Any, Any, Any] | None


def replies_of(against: Opponent, values: Sequence[Any], compared: Sequence[Any] | None = None) -> Replies:
    """Return the replies of an opponent on a row; expectations are exact unless its values are floats.

    compared  what the opponent compares if not the values: what they were before they were rounded
    """
    in_floats = len(values) > 0 and isinstance(values[0], float)
    keys = keys_of(against, values if compared is None else compared)
    return Replies(keys, reply_kind(against), weights_of(against, exact=not in_floats))


def keys_of(against: Opponent, values: Sequence[Any]) -> Sequence[Any]:
    """Return what an opponent compares: the cards themselves for one who does not look at cards."""
    if against.name == "random":
        return [0] * len(values)
    return [against.by_card(value) for value in values] if against.looks_at_cards else values


def reply_kind(against: Opponent) -> int:
    """Return the kind of a built-in opponent; to the random one, all cards are equal.

    A custom player is asked instead.
    """
    if against.looks_at_cards or against.name == "random":
        by_ties = {"left": sweep.LARGER_LEFT, "right": sweep.LARGER_RIGHT}
        return by_ties.get(against.ties or "", sweep.LARGER_EITHER)
    return sweep.GENEROUS if against.name == "generous" else sweep.OPTIMAL


def weights_of(against: Opponent, *, exact: bool) -> tuple[Any, Any, Any, Any] | None:
    """Return the weights of a stochastic opponent: whole numbers if exact, else floats that sum to 1."""
    if not against.stochastic:
        return None
    at_random = against.epsilon / 2
    intended = 1 - against.epsilon
    if not exact:
        return float(intended), float(at_random), 0.5, 1.0
    whole = 2 * against.epsilon.denominator
    return int(intended * whole), int(at_random * whole), whole // 2, whole
