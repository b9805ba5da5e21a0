"""Print the tables of ties in docs/findings.md: python -m studies.ties_of_optimal

Greedy moves first against an optimal player, who often has two optimal moves. On each row `worst` and `best`
are the least and the most that greedy can get, over all ways to break these ties.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from studies.extreme_rows import (
    Numbers,
    Player,
    Rows,
    Two,
    greedy,
    optimal,
    optimal_against_you,
    optimal_for_you,
    play,
    print_tables,
)

from twoends.rules.cards import deck
from twoends.views.columns import columns

Random = np.random.Generator

ROWS_AT_ONCE = 2_000


def optimal_right(cards: Two, best: Two, yours: Two) -> Numbers:
    """Take the end that is best against an optimal player, or the right one if both are."""
    return np.where(best[0] > best[1], *yours)


def optimal_random(random: Random) -> Player:
    """Toss a coin for each tie of optimal; no game meets the same part of a row twice."""

    def player(cards: Two, best: Two, yours: Two) -> Numbers:
        heads = random.integers(2, size=best[0].shape, dtype=np.int8) == 0
        return np.where(heads, optimal(cards, best, yours), optimal_right(cards, best, yours))

    return player


def margins(rows: Rows, random: Random) -> dict[str, Numbers]:
    """Return greedy's margin on each row, moving first, for each way to break the ties of optimal."""
    players: dict[str, Player] = {
        "left": optimal,
        "right": optimal_right,
        "random": optimal_random(random),
        "worst": optimal_against_you,
        "best": optimal_for_you,
    }
    return {ties: play(rows, greedy, player)[0] for ties, player in players.items()}


SOURCES: dict[str, Callable[[Random, int], Rows]] = {
    "shuffled decks": lambda random, count: random.permuted(np.tile(deck(), (count, 1)), axis=1).T,
    "rows of 52 cards from 0 to 1,000,000": lambda random, count: random.integers(
        0, 1_000_000, size=(52, count), endpoint=True
    ),
}
"""How rows are drawn, by what they are."""

TABLES = (("shuffled decks", 20_000), ("rows of 52 cards from 0 to 1,000,000", 20_000))
"""The tables of docs/findings.md: what the rows are, and how many."""


def table(source: str, count: int) -> str:
    """Return how often greedy wins, and by how much on average, for each way to break ties as text."""
    random = np.random.default_rng(1)
    sizes = [min(ROWS_AT_ONCE, count - start) for start in range(0, count, ROWS_AT_ONCE)]
    pieces = [margins(SOURCES[source](random, size).astype(np.int32), random) for size in sizes]
    lines = []
    for ties in pieces[0]:
        margin = np.concatenate([piece[ties] for piece in pieces])
        wins, draws = (f"{100 * each.mean():.1f} %" for each in (margin > 0, margin == 0))
        lines.append((ties, wins, draws, f"{margin.mean():,.1f}"))
    header = ("ties", "wins", "draws", "mean margin")
    return "\n".join([f"greedy against optimal, {count:,} {source}", *columns(header, lines, "<>>>")])


if __name__ == "__main__":
    print_tables(__doc__, (table(*each) for each in TABLES))
