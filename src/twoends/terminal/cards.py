"""Draw a row of cards as boxes, as wide as the window.

The ends have heavier lines and stand one line higher. If a row is wider than the window, both ends and
their neighbours stay visible, and the middle scrolls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rich.text import Text

from twoends.rules.cards import Card
from twoends.rules.moves import Lane, Move
from twoends.rules.numbers import Number
from twoends.views.numbers import card_text

PINNED = 3
"""How many cards stay visible at each end while the middle scrolls."""

LONGEST_WORD = 9


def strip(
    cards: Sequence[Number], width: int, scroll: int, *, tall: bool, signs: Mapping[int, str]
) -> list[Text]:
    """Draw a row of at least one card: six lines if `tall`, else four, indented by two cells.

    `signs` are printed below cards, by place. The cards with a sign are heavy, or without any, the ends.
    """
    inner = _inner(cards)
    heavy = signs or (0, len(cards) - 1)
    height = 6 if tall else 4
    columns = [[Text("  ")] * height]
    for item in visible(len(cards), slots(cards, width), scroll):
        if isinstance(item, range):
            mark = f"⋯{len(item)} "
            columns.append(
                [Text(mark if line == height // 2 else " " * len(mark), "dim") for line in range(height)]
            )
            continue
        is_end = item in heavy
        box = _box(cards[item], inner, is_end=is_end, tall=tall)
        below = Text(f"{signs.get(item, ''):^{inner + 2}}", "bold")
        columns.append([*box, below] if is_end else [below, *box])
    return [Text.assemble(*parts) for parts in zip(*columns, strict=True)]


def max_scroll(cards: Sequence[Number], width: int) -> int:
    """Return the largest useful scroll position."""
    shown = slots(cards, width)
    window = shown - 2 * _pinned(shown)
    if len(cards) <= shown or window < 1:
        return 0
    return 1 + -(-(len(cards) - shown) // max(window - 1, 1))


def visible(cards: int, slots: int, scroll: int) -> list[int | range]:
    """Return the cards drawn in this many slots: places, and ranges of cards left out.

    Both ends and their neighbours are always visible. Unscrolled, there is one gap in the middle; each
    step of `scroll` shows the next part of the middle between the pinned ends.

    >>> visible(9, 4, 0)
    [0, 1, range(2, 7), 7, 8]
    """
    if cards <= slots:
        return list(range(cards))
    pinned = _pinned(slots)
    window = slots - 2 * pinned
    if scroll == 0 or window < 1:
        left = (slots + 1) // 2
        shown = [*range(left), *range(cards - slots + left, cards)]
    else:
        start = min(pinned + (scroll - 1) * max(window - 1, 1), cards - pinned - window)
        shown = [*range(pinned), *range(start, start + window), *range(cards - pinned, cards)]
    items: list[int | range] = []
    for before, at in pairwise([-1, *shown]):
        items += [at] if at == before + 1 else [range(before + 1, at), at]
    return items


def places(lane: Lane, move: Move) -> Sequence[int]:
    """Return the places in a lane that a move takes; none if it takes from another lane."""
    if move.single not in lane.ends:
        return ()
    n = len(lane.places)
    if not move.side:
        return (lane.places.index(int(move.end)),)
    return range(move.cards) if move.end == "L" else range(n - move.cards, n)


def face(card: Number) -> str:
    """Return a card in a few characters."""
    word = card_text(card)
    return word if len(word) <= LONGEST_WORD else word[: LONGEST_WORD - 1] + "…"


def suit_style(card: Number) -> str:
    """Return the style of a card: hearts and diamonds are red."""
    return "red" if isinstance(card, Card) and card.suit in ("♥", "♦") else ""


def _inner(cards: Sequence[Number]) -> int:
    """Return the inner width of every card."""
    return max([3, *(len(face(card)) for card in cards)])


def slots(cards: Sequence[Number], width: int) -> int:
    """Return how many cards fit into a line, at least 2; if not all fit, two gaps are reserved."""
    pitch = _inner(cards) + 2
    gaps = 2 * (len(str(len(cards))) + 2) if len(cards) * pitch > width - 2 else 0
    return max((width - 2 - gaps) // pitch, 2)


def _pinned(slots: int) -> int:
    return max(min(PINNED, (slots - 1) // 2), 1)


def _box(card: Number, inner: int, *, is_end: bool, tall: bool) -> list[Text]:
    frame = "┏━┓┃┗┛" if is_end else "╭─╮│╰╯"
    frame_style = "bold" if is_end else "dim"
    word, suit = face(card), suit_style(card)
    face_style = f"bold {suit}" if is_end else suit
    if not tall:
        faces = [f"{word:^{inner}}"]
    elif isinstance(card, Card):
        rank = word.removesuffix(card.suit)
        faces = [f"{rank:<{inner}}", f"{card.suit:^{inner}}", f"{rank:>{inner}}"]
    else:
        faces = ["", word, ""]
    top = Text(frame[0] + frame[1] * inner + frame[2], style=frame_style)
    bottom = Text(frame[4] + frame[1] * inner + frame[5], style=frame_style)
    middle = [
        Text.assemble((frame[3], frame_style), (f"{face:^{inner}}", face_style), (frame[3], frame_style))
        for face in faces
    ]
    return [top, *middle, bottom]
