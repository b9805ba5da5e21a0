"""The decks per second that a study measures: python -m benchmarks.study [--decks N].

The same job three times, the best response to a greedy player on shuffled decks of 52, moving first and
moving second: by a plain Python loop over the textbook table, by a study with one worker, and by a study
with two. Prints a Markdown table. The start of the processes is included.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
from collections.abc import Callable
from random import Random
from time import perf_counter

from twoends.rules.cards import deck, shuffled
from twoends.study import Pairing, Study, run
from twoends.study.tables import markdown_table

PLAIN_DECKS = 400


def best_against_greedy(cards: list[int]) -> tuple[int, int]:
    """Return your totals, moving first and second, by the textbook table."""
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


def plain_loop(decks: int) -> None:
    """Deal, solve, and count the margins."""
    random = Random(1)
    counts: dict[int, int] = {}
    for _ in range(decks):
        cards = [int(card) for card in shuffled(deck(), random)]
        for total in best_against_greedy(cards):
            counts[2 * total - sum(cards)] = counts.get(2 * total - sum(cards), 0) + 1


def study(decks: int, workers: int) -> None:
    """Run a study."""
    run(Study(count=decks, pairings=(Pairing("best", "greedy right"),)), workers=workers)


def seconds(work: Callable[[], None]) -> tuple[float, float]:
    """Return the wall-clock time and the CPU time, that of child processes included."""
    clock, before = perf_counter(), os.times()
    work()
    after = os.times()
    return perf_counter() - clock, sum(after[:4]) - sum(before[:4])


def main() -> None:
    """Measure all three and print the table."""
    parser = argparse.ArgumentParser(description="decks a second")
    parser.add_argument("--decks", type=int, default=1_000_000)
    decks = parser.parse_args().decks
    study(1000, workers=1)  # compiles the kernels, or loads them
    rows = []
    rates: list[float] = []
    for name, count, work in (
        ("a plain Python loop", PLAIN_DECKS, lambda: plain_loop(PLAIN_DECKS)),
        ("a study with 1 worker", decks, lambda: study(decks, workers=1)),
        ("a study with 2 workers", decks, lambda: study(decks, workers=2)),
    ):
        clock, processor = seconds(work)
        rates.append(count / clock)
        texts = f"{clock:.1f}", f"{processor:.1f}", f"{rates[-1]:,.0f}", f"{rates[-1] / rates[0]:,.0f}"
        rows.append((name, f"{count:,}", *texts))
    print(
        markdown_table(
            ("", "decks", "seconds", "processor seconds", "decks a second", "times the loop"), rows
        )
    )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"Two workers do {rates[2] / rates[1]:.2f} times the work of one; this process held {memory} MB. "
        f"Python {platform.python_version()}, {os.cpu_count()} cores, load before the run "
        f"{os.getloadavg()[0]:.1f}."
    )


if __name__ == "__main__":
    main()
