"""Print how often players win contests: contest_looks.py [--rows N].

A Markdown table: of N rows of each weekday and each rung, the percentage won by a random player, by every
second card, and by looks of 1 (the larger end), 2, 4 and 6 plies. Of two ends that look equal, a look takes
the one that costs more; every second card takes whichever is better.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from datetime import date, timedelta
from random import Random

from twoends import Game, match
from twoends.puzzles import Contest, contest, look
from twoends.puzzles.contests import EVERY_SECOND_CARD, RUNGS, VERSION, best_margin

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PLIES = (1, 2, 4, 6)


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=100, help="the number of rows of each kind [100]")
    rows = parser.parse_args().rows
    print("| | random | every second card | 1 | 2 | 4 | 6 |\n|---|--:|--:|--:|--:|--:|--:|")
    monday = date(2026, 11, 23)
    for weekday, name in enumerate(WEEKDAYS):
        days = (monday + timedelta(7 * week + weekday) for week in range(rows))
        show(name, (contest(f"{VERSION}-day-{day}") for day in days))
    for number, terms in enumerate(RUNGS):
        if not terms.rules:
            show(f"rung {number}", (contest(f"{VERSION}-rung-{number}-{seed}") for seed in range(rows)))


def show(name: str, contests: Iterable[Contest]) -> None:
    """Print the line of some contests."""
    wins = [[*map(float, won(each.game))] for each in contests]
    shares = (100 * sum(column) / len(wins) for column in zip(*wins, strict=True))
    print(f"| {name} | {' | '.join(f'{share:.0f}' for share in shares)} |", flush=True)


def won(game: Game) -> list[bool]:
    """Whether each player wins a game."""
    seats = ("random", str(game.opponent)) if game.you_first else (str(game.opponent), "random")
    played = match(game, *seats, seed=Random(str(game)).randrange(2**32)).game
    looks = [look(game, plies) for plies in PLIES]
    return [
        played.yours > played.theirs,
        best_margin(game, EVERY_SECOND_CARD) > 0,
        *(made[0].promised - sum(each.lost for each in made) > 0 for made in looks),
    ]


if __name__ == "__main__":
    main()
