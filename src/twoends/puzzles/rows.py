"""Rows of a name: the digests of NAME/0, NAME/1, … give rows, a byte a card, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count

LARGEST_CARD = 20
"""Cards are whole numbers from 1 to this, small enough for mental arithmetic."""


def rows(name: str, length: int) -> Iterator[tuple[int, ...]]:
    """Generate the rows of a name: the bytes of each digest that are below 240, modulo 20, plus 1.

    >>> next(rows("1-8-3-42", 4))
    (18, 10, 14, 19)
    """
    usable = 256 // LARGEST_CARD * LARGEST_CARD  # so that each card is equally likely
    for attempt in count():
        digest = sha256(f"{name}/{attempt}".encode()).digest()
        cards = [1 + byte % LARGEST_CARD for byte in digest if byte < usable]
        if len(cards) >= length:
            yield tuple(cards[:length])
