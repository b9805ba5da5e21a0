"""Train a tabular agent on short rows, and measure its exact regret on rows that it has not seen.

    python examples/tabular.py [EPISODES]

Q-learning against a greedy opponent, on rows of 6 cards from 1 to 3. The agent knows the remaining cards and
what its moves earn, nothing else. Needs the extra `fast` of twoends; takes seconds.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from random import Random

import twoends
from twoends import LEFT, RIGHT, Move, Position

CARDS, VALUES = 6, (1, 2, 3)

values: defaultdict[tuple[object, Move], float] = defaultdict(float)
"""The agent's table: what a move on these cards is worth."""


def agent(position: Position) -> Move:
    """The move with the larger value in the table, the left one if both are equal."""
    return max(position.moves(), key=lambda move: values[position.cards, move])


def greedy(position: Position) -> Move:
    """The opponent `greedy` as a function."""
    return RIGHT if position.right >= position.left and len(position) > 1 else LEFT


def learn(row: list[int], random: Random, exploration: float, rate: float) -> None:
    """Play one game, and learn each move from what it earns and from the value of the next position."""
    position = twoends.Game(row).position
    while not position.over:
        move = random.choice(position.moves()) if random.random() < exploration else agent(position)
        earns, cards, position = position.earns(move), position.cards, position.play(move)
        if not position.over:
            position = position.play(greedy(position))
        follows = max((values[position.cards, next_move] for next_move in position.moves()), default=0)
        values[cards, move] += rate * (earns + follows - values[cards, move])


def main(episodes: int = 30_000) -> None:
    """Train, and print the regret as it learns."""
    random = Random(1)
    unseen = [random.choices(VALUES, k=CARDS) for _ in range(300)]
    for player in ("random", "greedy"):
        found = twoends.regret(player, unseen, "greedy")
        print(f"{player:>16}  {found.mean:6.3f} ± {found.standard_error:.3f}")
    for episode in range(episodes + 1):
        if episode % max(1, episodes // 5) == 0:
            found = twoends.regret(agent, unseen, "greedy")
            print(f"{episode:7,} episodes  {found.mean:6.3f} ± {found.standard_error:.3f}")
        learn(random.choices(VALUES, k=CARDS), random, exploration=0.3, rate=0.5)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
