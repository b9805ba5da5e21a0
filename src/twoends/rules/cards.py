"""Decks: playing cards, the shuffle, and random rows, from a seed or the caller's generator."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING, Any

from twoends.rules.errors import RowError, TwoEndsError
from twoends.rules.numbers import Number
from twoends.rules.rows import Row

if TYPE_CHECKING:
    from random import Random

SUITS = "♠♥♦♣"
RANK_NAMES = {11: "J", 12: "Q", 13: "K", 14: "A"}


class Card(int):
    """A playing card: an int from 2 to 14 (jack 11, queen 12, king 13, ace 14) with a suit.

    A jack, queen, king or ace may have no suit, "", and is then written as its letter.

    >>> ace = Card(14, "♠")
    >>> print(ace, ace + 1, Card(13, ""))
    A♠ 15 K
    """

    suit: str

    def __new__(cls, value: int, suit: str) -> Card:
        """Make the card; `suit` is one of ♠ ♥ ♦ ♣. Raises RowError."""
        if value not in range(2, 15) or (
            suit not in tuple(SUITS) and (suit != "" or value not in RANK_NAMES)
        ):
            raise RowError(f"no card has value {value!r} and suit {suit!r}: give 2 to 14, and ♠, ♥, ♦ or ♣")
        card = super().__new__(cls, value)
        card.suit = suit
        return card

    def __str__(self) -> str:
        return RANK_NAMES.get(int(self), str(int(self))) + self.suit

    __repr__ = __str__

    def __reduce__(self) -> tuple[type[Card], tuple[int, str]]:
        return Card, (int(self), self.suit)


def deck() -> list[Card]:
    """List the 52 cards in order, 2♠ to A♣.

    >>> len(deck()), deck()[0], deck()[-1]
    (52, 2♠, A♣)
    """
    return [Card(value, suit) for suit in SUITS for value in range(2, 15)]


def shuffled(cards: Iterable[Number], random: Random) -> Row:
    """Shuffle by Fisher–Yates, every order equally likely, in O(n)."""
    cards = list(cards)
    random.shuffle(cards)
    return Row.of(cards)


def deal(length: int = 52, *, seed: int | None = None) -> Row[int]:
    """Deal the first cards of a shuffled deck; the same seed deals the same ones. Raises TwoEndsError.

    >>> print(deal(5, seed=7))
    6♥ 2♣ 7♦ Q♠ 3♣
    """
    from random import Random  # late, because it takes milliseconds to load

    try:
        fits = 0 <= index(length) <= 52
    except TypeError:
        fits = False
    if not fits:
        raise TwoEndsError(f"a deck has 52 cards, not {length!r}: deal a whole number from 0 to 52")
    return shuffled(deck(), Random(seed_of(seed)))[:length]


def seed_of(given: Any) -> int | None:
    """Convert a seed, perhaps one of NumPy's integers, to an int; None stays None. Raises TwoEndsError."""
    try:
        return None if given is None else index(given)
    except TypeError:
        raise TwoEndsError(f"the seed is {given!r}: give a whole number or None") from None


def fresh_seed() -> int:
    """A random seed of at most six digits, which are easy to type again."""
    from random import randrange  # late, as above

    return randrange(10**6)


def random_row(length: int, low: int, high: int, random: Random) -> Row:
    """Draw `length` integers from low to high, both included, each equally likely."""
    return Row.of(random.randint(low, high) for _ in range(length))
