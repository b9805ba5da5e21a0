"""How far somebody has to look ahead to find the right end, and to be sure of it.

Whoever looks d plies ahead plays d moves in their head, theirs and the other side's in turn, and judges the
end by the margin so far. The larger card is what one ply shows; n plies show the whole game of n cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from twoends.rules.numbers import Exact, Total
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import mover_of
from twoends.rules.sides import LEFT, RIGHT, Side


class Sight(NamedTuple):
    """What each end of a row promises as far as somebody looks: the margin at the horizon.

    >>> Sight(left=8, right=7).prefers
    LEFT
    """

    left: Total
    right: Total

    @property
    def prefers(self) -> Side | None:
        """The end that looks better; None where both look equal."""
        return LEFT if self.left > self.right else RIGHT if self.right > self.left else None


def look_ahead(row: Row, against: Opponent, plies: int) -> Sight:
    """Look so many plies ahead on a row of at least one card, you to move; O(plies²).

    You take what looks best at the horizon. An opponent who looks at totals looks as far as you do, and at
    the margin; any other one does what they always do. Totals are exact, without units.

    >>> from twoends import opponent
    >>> [look_ahead(Row.of([8, 15, 3, 7]), opponent("optimal"), plies) for plies in (1, 2, 4)]
    [Sight(left=8, right=7), Sight(left=-7, right=-1), Sight(left=-3, right=11)]
    """
    return _seen(row.values, against, min(plies, len(row)))


def depth(row: Row, against: Opponent) -> int | None:
    """The least d such that d plies, and any more, strictly prefer the right end; None: both ends are right.

    1 where the larger card is right however far one looks, and at most the number of cards. O(n³) at most,
    and as a rule far less, on a row of at least one card.

    >>> from twoends import opponent
    >>> depth(Row.of([8, 15, 3, 7]), opponent("optimal"))
    2
    """
    right = _seen(row.values, against, len(row)).prefers
    if right is None:
        return None
    plies = len(row)
    while plies > 1 and _seen(row.values, against, plies - 1).prefers is right:
        plies -= 1
    return plies


def has_depth(row: Row, against: Opponent, wanted: int) -> bool:
    """Whether this is the depth of the row; cheaper than to work it out, because short looks come first."""
    right = _seen(row.values, against, wanted).prefers if 1 <= wanted <= len(row) else None
    if right is None or (wanted > 1 and _seen(row.values, against, wanted - 1).prefers is right):
        return False
    deeper = range(wanted + 1, len(row) + 1)
    return all(_seen(row.values, against, plies).prefers is right for plies in deeper)


def _seen(values: Sequence[Exact], against: Opponent, plies: int) -> Sight:
    """The margins at the horizon after either end, from the horizon back to the first ply."""
    n, reply = len(values), against.over(values)
    ahead: list[Total] = [0] * (plies + 1)  # by how many cards are gone on the left, after this many plies
    for ply in range(plies - 1, 0, -1):
        left = n - ply  # cards that are left when this ply is played
        gains = [(values[i] + ahead[i + 1], values[i + left - 1] + ahead[i]) for i in range(ply + 1)]
        losses = [(ahead[i + 1] - values[i], ahead[i] - values[i + left - 1]) for i in range(ply + 1)]
        if mover_of(ply, you_first=True) == "you":
            ahead = [max(pair) for pair in gains]
        else:
            ahead = [reply(i, i + left, *pair) for i, pair in enumerate(losses)]
    return Sight(values[0] + ahead[1], values[-1] + ahead[0])
