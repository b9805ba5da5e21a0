"""Let several players meet each other on the same decks: every pair, each moving first once on each deck.

    python examples/league.py [DECKS]

Prints each player's mean margin against each other with its standard error, and the mean over all. One of
them, `patient`, is a function of arrays, as a policy network would be. Needs the extra `fast` of twoends.
"""

from __future__ import annotations

import sys
from itertools import combinations
from typing import Any

import numpy as np

import twoends


def patient(states: Any) -> Any:
    """Takes the end that is worth more than what it uncovers, by the larger difference."""
    rows, each = states.rows, np.arange(len(states.rows))
    left = rows[each, states.start] - rows[each, states.start + 1]
    right = rows[each, states.stop - 1] - rows[each, states.stop - 2]
    return (right > left).astype(int)


PLAYERS: dict[str, object] = {name: name for name in ("optimal", "greedy", "greedy trembling 1/10", "random")}
PLAYERS = {"patient": twoends.BatchPlayer(patient), **PLAYERS}


def margins(one: object, other: object, rows: Any) -> Any:
    """The margin of one player in both games on each row, halved: shape (m,)."""
    there = twoends.play_rows(rows, one, other, seed=1).totals
    back = twoends.play_rows(rows, other, one, seed=2).totals
    return (there[:, 0] - there[:, 1] + back[:, 1] - back[:, 0]) / 2


def main(decks: int = 2_000) -> None:
    """Play, and print the table."""
    rows = np.array([twoends.deal(52, seed=seed) for seed in range(decks)])
    won: dict[tuple[str, str], Any] = {}
    for one, other in combinations(PLAYERS, 2):
        won[one, other] = margins(PLAYERS[one], PLAYERS[other], rows)
        won[other, one] = -won[one, other]
    shown = {pair: f"{of.mean():.2f} ± {of.std(ddof=1) / decks**0.5:.2f}" for pair, of in won.items()}
    overall = {who: float(np.mean([of for pair, of in won.items() if pair[0] == who])) for who in PLAYERS}
    ranked = sorted(PLAYERS, key=lambda who: -overall[who])
    print(f"{'mean margin':<22}" + "".join(f"{who[:13]:>16}" for who in ranked) + f"{'all':>9}")
    for who in ranked:
        cells = "".join(f"{shown.get((who, other), '–'):>16}" for other in ranked)
        print(f"{who:<22}{cells}{overall[who]:9.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
