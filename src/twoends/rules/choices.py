"""Opponents with any number of cards to choose from: on a board, or for the first card of a circle.

With two ends these are the opponents of opponents.py: ties left is the first of several equal cards,
ties right the last one, and a random move takes each end with the same probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from twoends.rules.replies import WITH_TIES, Opponent, OpponentError, Total
from twoends.rules.rows import Exact


def can_choose(opponent: Opponent) -> bool:
    """Whether he knows more than a left and a right end: not your own, not one with a chance of the left."""
    return not opponent.your_own and (not opponent.by_chance or opponent.stray_left == Fraction(1, 2))


def choose(
    opponent: Opponent, cards: Sequence[Exact | float], totals: Sequence[Total]
) -> tuple[Total, int | None]:
    """Your total after the opponent's move, and which card he takes; None where that is random.

    cards   the cards that he may take, in order; shape (k,), k >= 1
    totals  your total after each; shape (k,)

    Of equally good cards he takes the first, but greedy and modest keep to their tie rule. O(k).
    Raises OpponentError unless he `can_choose`.

    >>> from twoends.rules.opponents import greedy
    >>> choose(greedy(ties="right"), [5, 9, 9], [3, 1, 2])
    (2, 2)
    """
    if not can_choose(opponent):
        raise OpponentError(
            f"{opponent} chooses between the left and the right end of one row: "
            "take a built-in opponent, who knows any number of ends"
        )
    places = range(len(cards))
    if opponent.name in WITH_TIES:
        wanted = max(cards) if opponent.name == "greedy" else min(cards)
        equal = [place for place in places if cards[place] == wanted]
        at = equal[0 if opponent.ties == "left" else -1]
    else:
        worst_for_you = max if opponent.name == "generous" else min
        at = worst_for_you(places, key=totals.__getitem__)
    if not opponent.by_chance or len(cards) == 1:
        return totals[at], at
    stray = float(opponent.stray) if isinstance(totals[0], float) else opponent.stray
    return stray * sum(totals) / len(cards) + (1 - stray) * totals[at], None
