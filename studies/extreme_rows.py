"""Print the extreme rows of docs/findings.md: python -m studies.extreme_rows

Every row of a length with cards from 0 to k is tried. A row and its mirror image count as one, with the
larger of their two values.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.views.columns import columns

Rows = NDArray[np.integer[Any]]
"""One row of cards in each column."""

Numbers = NDArray[np.integer[Any]]
"""A number for each row."""

Two = tuple[Numbers, Numbers]
"""The number for the left end and the number for the right end."""

Player = Callable[[Two, Two, Two], Numbers]
"""Chooses an end, given the cards, the mover's margins under best play, and your margins; returns yours."""

ROWS_AT_ONCE = 1 << 16


# --- players -----------------------------------------------------------------------------------


def greedy(cards: Two, best: Two, yours: Two) -> Numbers:
    """Take the larger end, or the right one of two equal ends."""
    return np.where(cards[0] > cards[1], *yours)


def optimal(cards: Two, best: Two, yours: Two) -> Numbers:
    """Take the end that is best against an optimal player, or the left one if both are."""
    return np.where(best[0] >= best[1], *yours)


def optimal_for_you(cards: Two, best: Two, yours: Two) -> Numbers:
    """Break each tie of optimal so that you get the most."""
    return np.where(best[0] == best[1], np.maximum(*yours), optimal(cards, best, yours))


def optimal_against_you(cards: Two, best: Two, yours: Two) -> Numbers:
    """Break each tie of optimal so that you get the least."""
    return np.where(best[0] == best[1], np.minimum(*yours), optimal(cards, best, yours))


def best_response(cards: Two, best: Two, yours: Two) -> Numbers:
    """Take the end that gives you the most; only you can play like this."""
    return np.maximum(*yours)


def play(rows: Rows, you: Player, other: Player) -> Two:
    """Return your margin on each row, moving first and moving second; O(n²) for a row of n cards.

    The loop solves all parts of the rows, from those of one card to the whole rows.
    """
    best: Numbers = np.zeros((len(rows) + 1, rows.shape[1]), rows.dtype)
    first = second = best
    for length in range(1, len(rows) + 1):
        cards = left, right = rows[: len(rows) - length + 1], rows[length - 1 :]
        values = left - best[1:], right - best[:-1]
        moving = you(cards, values, (left + second[1:], right + second[:-1]))
        waiting = other(cards, values, (first[1:] - left, first[:-1] - right))
        best, first, second = np.maximum(*values), moving, waiting
    return first[0], second[0]


# --- what is maximised -------------------------------------------------------------------------


def loss(rows: Rows, you: Player, other: Player) -> Numbers:
    """By how much the total of the best response is larger than yours, moving first."""
    return (play(rows, best_response, other)[0] - play(rows, you, other)[0]) // 2


def edge(rows: Rows, other: Player) -> Numbers:
    """By how much the total of the best response is larger moving first than moving second."""
    first, second = play(rows, best_response, other)
    return (first - second) // 2


OBJECTIVES: dict[str, Callable[[Rows], Numbers]] = {
    "greedy loss": lambda rows: loss(rows, greedy, optimal),
    "greedy loss most": lambda rows: loss(rows, greedy, optimal_against_you),
    "optimal loss": lambda rows: loss(rows, optimal, greedy),
    "optimal loss least": lambda rows: loss(rows, optimal_for_you, greedy),
    "optimal loss most": lambda rows: loss(rows, optimal_against_you, greedy),
    "first": lambda rows: edge(rows, optimal),
    "second": lambda rows: -edge(rows, optimal),
    "second against greedy": lambda rows: -edge(rows, greedy),
}

TABLES = (
    ("greedy loss", range(2, 13), 1),
    ("greedy loss", range(4, 11, 2), 3),
    ("greedy loss most", range(3, 24, 4), 1),
    ("greedy loss most", range(3, 12, 4), 2),
    ("greedy loss", range(3, 8, 2), 4),
    ("optimal loss", range(3, 13), 1),
    ("optimal loss least", range(3, 12, 2), 1),
    ("optimal loss most", range(3, 12, 2), 1),
    ("first", range(2, 10), 2),
    ("second", range(2, 10), 2),
    ("second against greedy", range(2, 11), 2),
)
"""What docs/findings.md tells, partly in tables: an objective, the numbers of cards, the largest value."""


def extreme(objective: str, length: int, largest: int) -> tuple[int, int, int, tuple[int, ...]]:
    """Return how many rows there are, the largest value, how many attain it, and the first that does."""
    base = largest + 1
    powers = base ** np.arange(length)
    measured, mirrored = [], []
    for start in range(0, base**length, ROWS_AT_ONCE):
        numbers = np.arange(start, min(start + ROWS_AT_ONCE, base**length))
        rows = numbers // powers[::-1, np.newaxis] % base  # the digits of a number are the cards of its row
        measured.append(OBJECTIVES[objective](rows.astype(np.int16)))
        mirrored.append(powers @ rows)
    values, mirror = np.concatenate(measured), np.concatenate(mirrored)
    attains = values == values.max()
    lesser = np.arange(len(values)) <= mirror  # one of each row and its mirror image
    row = attains.argmax() // powers[::-1] % base
    count = (lesser & (attains | attains[mirror])).sum()
    return int(lesser.sum()), int(values.max()), int(count), tuple(row.tolist())


def table(objective: str, lengths: range, largest: int) -> str:
    """Return the extreme rows of each length as text."""
    lines = []
    for length in lengths:
        rows, most, count, row = extreme(objective, length, largest)
        lines.append((f"{length}", f"{rows:,}", f"{most}", f"{count:,}", " ".join(map(str, row))))
    header = ("cards", "rows", "largest", "on", "first such row")
    return "\n".join([f"{objective}, cards from 0 to {largest}", *columns(header, lines, ">>>><")])


def print_tables(description: str, tables: Iterable[str]) -> None:
    """Print each table once it is made, until the reader of the output ends, as `head` does.

    The command line has no arguments; --help prints the description.
    """
    parser = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    parser.parse_args()
    try:
        for at, text in enumerate(tables):
            print("\n" * (at > 0) + text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes once more at its end


if __name__ == "__main__":
    print_tables(__doc__, (table(*each) for each in TABLES))
