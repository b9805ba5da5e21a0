"""Puzzles and contests by brute force on tuples of cards, and the file of those that must never change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

Row = tuple[int, ...]

HABITS: dict[str, Callable[[int, int], bool]] = {
    "greedy right": lambda left, right: left > right,
    "greedy left": lambda left, right: left >= right,
    "modest right": lambda left, right: left < right,
    "modest left": lambda left, right: left <= right,
}
"""Whether an opponent who compares the ends takes the left one."""


def leaves(row: Row, left: bool) -> Row:
    return row[1:] if left else row[:-1]


def takes(row: Row, left: bool) -> int:
    return row[0] if left else row[-1]


@cache
def margin(row: Row, against: str, yours: bool, plies: int) -> int:
    """Your margin when so many plies have been played from here, each side by what it sees."""
    if not row or not plies:
        return 0
    if not yours and against in HABITS:
        left = HABITS[against](row[0], row[-1])
        return margin(leaves(row, left), against, True, plies - 1) - takes(row, left)
    sign = 1 if yours else -1
    ends = [
        sign * takes(row, left) + margin(leaves(row, left), against, not yours, plies - 1)
        for left in (True, False)
    ]
    return max(ends) if yours or against == "generous" else min(ends)


def ends_of(row: Row, against: str, plies: int) -> tuple[int, int]:
    """What you see in either end."""
    left, right = (
        takes(row, left) + margin(leaves(row, left), against, False, plies - 1) for left in (True, False)
    )
    return left, right


def replies_left(row: Row, against: str) -> bool:
    """Whether the opponent takes the left end; those who look ahead take it also of two that are equal."""
    if against in HABITS:
        return HABITS[against](row[0], row[-1])
    left, right = (
        margin(leaves(row, left), against, True, len(row)) - takes(row, left) for left in (True, False)
    )
    return left >= right if against == "generous" else left <= right


def games(row: Row, against: str, yours: bool, sees: Callable[[Row], tuple[int, int]]) -> Iterator[int]:
    """The final margins of all games of a player who takes the end that looks better, or either one."""
    if not row:
        yield 0
        return
    if not yours:
        left = replies_left(row, against)
        yield from (rest - takes(row, left) for rest in games(leaves(row, left), against, True, sees))
        return
    by_left, by_right = sees(row)
    for left in [True] * (by_left >= by_right) + [False] * (by_left <= by_right):
        yield from (rest + takes(row, left) for rest in games(leaves(row, left), against, False, sees))


def every_second_card(row: Row) -> tuple[int, int]:
    """A row of an even number of cards is worth the difference of its colours."""
    if len(row) % 2 == 0:
        even, odd = sum(row[::2]), sum(row[1::2])
        return even - odd, odd - even
    left, right = (
        takes(row, left) - abs(sum(leaves(row, left)[::2]) - sum(leaves(row, left)[1::2]))
        for left in (True, False)
    )
    return left, right


def look_of(row: Row, against: str, you_first: bool, plies: int) -> list[tuple[int, int]]:
    """Promised margin and loss of each decision of a look, which takes the dearer one of two equal ends."""
    made, gained, yours = [], 0, you_first
    while row:
        left = replies_left(row, against)
        if yours:
            truth, seen = ends_of(row, against, len(row)), ends_of(row, against, min(plies, len(row)))
            left = seen[0] > seen[1] or (seen[0] == seen[1] and truth[0] < truth[1])
            if len(row) > 1:
                made.append((gained + max(truth), max(truth) - truth[not left]))
        gained += takes(row, left) * (1 if yours else -1)
        row, yours = leaves(row, left), not yours
    return made


GOLDEN = Path(__file__).parent / "data" / "puzzles.txt"
"""A name, the row, the best end and the loss, a line each; of contests the game. More may be added."""

GOLDEN_LINES = [line.partition(": ") for line in GOLDEN.read_text("utf-8").splitlines()]
