"""Looks ahead: a player who searches some plies and values the position there by the margin so far.

One ply compares the end cards; with as many plies as cards, play is perfect. An opponent who looks at totals
looks as far ahead as you do; one who looks at cards replies as always. Margins are yours.

    kind, keys  how the opponent replies, as in `sweep`, but never at random
    margins     scratch, with room for one margin more than cards
"""

from __future__ import annotations

from typing import Any

from twoends.engine.coins import LEFT, RIGHT
from twoends.engine.sweep import after_reply, prefers


def look_ahead(margins: Any, values: Any, keys: Any, kind: Any, start: Any, stop: Any, plies: Any) -> Any:
    """Your margins at the horizon if you take the left and the right one of the cards from start to stop.

    O(plies²); `plies` is at least 1 and at most the number of cards, of which there is at least one.
    """
    zero = values[start] - values[start]
    for k in range(plies + 1):
        margins[k] = zero
    for back in range(1, plies):
        ply = plies - back
        cards = stop - start - ply
        for k in range(ply + 1):
            near, far = start + k, start + k + cards - 1
            if ply % 2 == 0:
                margins[k] = max(margins[k + 1] + values[near], margins[k] + values[far])
            else:
                after_left, after_right = margins[k + 1] - values[near], margins[k] - values[far]
                margins[k] = after_reply(kind, keys[near], keys[far], after_left, after_right)
    return values[start] + margins[1], values[stop - 1] + margins[0]


def reply_to(margins: Any, values: Any, keys: Any, kind: Any, ties: Any, start: Any, stop: Any) -> Any:
    """The side that the opponent takes of the cards from start to stop; `ties` is that of two equal ones."""
    cards = stop - start - 1
    if cards == 0:
        return LEFT
    left, right = look_ahead(margins, values, keys, kind, start + 1, stop, cards)
    after_left = max(left, right) - values[start]
    left, right = look_ahead(margins, values, keys, kind, start, stop - 1, cards)
    after_right = max(left, right) - values[stop - 1]
    side = prefers(kind, keys[start], keys[stop - 1], after_left, after_right)
    return ties if side == LEFT + RIGHT else side


def play_look(
    margins: Any,
    values: Any,
    keys: Any,
    kind: Any,
    ties: Any,
    you_first: bool,
    plies: Any,
    promised: Any,
    lost: Any,
) -> Any:
    """Play a row to its end, looking this many plies ahead; return the number of decisions; O(n³).

    If two ends look equal, the one that costs more is taken, because a look cannot see the difference.

    promised  filled in with the final margin that best play promises before each decision, room for n
    lost      filled in with what each decision takes from that margin
    """
    start, stop, count = 0, len(values), 0
    margin = values[0] - values[0]
    yours = you_first
    while start < stop:
        if yours and stop - start > 1:
            left, right = look_ahead(margins, values, keys, kind, start, stop, stop - start)
            best = max(left, right)
            sight = plies if plies < stop - start else stop - start
            seen_left, seen_right = look_ahead(margins, values, keys, kind, start, stop, sight)
            goes_left = seen_left > seen_right or (seen_left == seen_right and left < right)
            promised[count], lost[count] = margin + best, best - (left if goes_left else right)
            count += 1
            side = LEFT if goes_left else RIGHT
        elif yours:
            side = LEFT
        else:
            side = reply_to(margins, values, keys, kind, ties, start, stop)
        card = values[start] if side == LEFT else values[stop - 1]
        margin = margin + card if yours else margin - card
        if side == LEFT:
            start += 1
        else:
            stop -= 1
        yours = not yours
    return count


def like_looking(
    margins: Any,
    values: Any,
    keys: Any,
    kind: Any,
    ties: Any,
    you_first: bool,
    loss: Any,
    promised: Any,
    lost: Any,
) -> Any:
    """The fewest plies of a look that takes no more than `loss` from the margin of a whole game; O(n⁴)."""
    for plies in range(1, len(values)):
        count = play_look(margins, values, keys, kind, ties, you_first, plies, promised, lost)
        total = loss - loss
        for k in range(count):
            total = total + lost[k]
        if total <= loss:
            return plies
    return len(values)
