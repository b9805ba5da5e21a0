"""How many decks a study measures in a second: python -m benchmarks.study [--decks N].

One job all through, the best response to a greedy player on shuffled decks of 52, moving first and
moving second: by a plain Python loop over the textbook table, by a study with one worker, and by
one with two. Prints a Markdown table. Start-up of the processes counts.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
from random import Random
from time import perf_counter

from twoends.rows import deck, shuffled
from twoends.study import Pairing, Study, run
from twoends.study.tables import markdown_table

PLAIN_DECKS = 400


def best_against_greedy(cards: list[int]) -> tuple[int, int]:
    """Your totals, moving first and second, by the table that everybody writes."""
    n = len(cards)
    table = [[0] * (n + 1) for _ in range(n + 1)]

    def reply(i: int, j: int) -> int:
        if j - i < 2:
            return 0
        return table[i + 1][j] if cards[i] > cards[j - 1] else table[i][j - 1]

    for length in range(1, n + 1):
        for i in range(n + 1 - length):
            j = i + length
            table[i][j] = max(cards[i] + reply(i + 1, j), cards[j - 1] + reply(i, j - 1))
    return table[0][n], reply(0, n)


def plain_loop(decks: int) -> float:
    """Seconds that the plain loop takes."""
    random = Random(1)
    start = perf_counter()
    counts: dict[int, int] = {}
    for _ in range(decks):
        cards = [int(card) for card in shuffled(deck(), random)]  # type: ignore[call-overload]  # cards are ints
        for total in best_against_greedy(cards):
            counts[2 * total - sum(cards)] = counts.get(2 * total - sum(cards), 0) + 1
    return perf_counter() - start


def study(decks: int, workers: int) -> float:
    """Seconds that a study takes, from its description to its results."""
    start = perf_counter()
    run(Study(count=decks, pairings=(Pairing("best", "greedy right"),)), workers=workers)
    return perf_counter() - start


def main() -> None:
    """Measure all three in one run and print them."""
    parser = argparse.ArgumentParser(description="decks a second")
    parser.add_argument("--decks", type=int, default=1_000_000)
    decks = parser.parse_args().decks
    study(1000, workers=1)  # compiles, or loads what was compiled
    loop = PLAIN_DECKS / plain_loop(PLAIN_DECKS)
    rows = [("a plain Python loop", f"{PLAIN_DECKS:,}", f"{PLAIN_DECKS / loop:.1f}", f"{loop:,.0f}", "1")]
    rates = []
    for workers in (1, 2):
        seconds = study(decks, workers)
        rates.append(decks / seconds)
        name = f"a study with {workers} worker{'s' * (workers > 1)}"
        rows.append((name, f"{decks:,}", f"{seconds:.1f}", f"{rates[-1]:,.0f}", f"{rates[-1] / loop:,.0f}"))
    print(markdown_table(("", "decks", "seconds", "decks a second", "times the loop"), rows))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"Two workers do {rates[1] / rates[0]:.2f} times the work of one; this process held {memory} MB. "
        f"Python {platform.python_version()}, {os.cpu_count()} cores, load before the run "
        f"{os.getloadavg()[0]:.1f}."
    )


if __name__ == "__main__":
    main()
