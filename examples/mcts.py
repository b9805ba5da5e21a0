"""Compare OpenSpiel's MCTS at several budgets with our players, by exact loss.

    python examples/mcts.py [GAMES]

Each player moves first against an optimal opponent, on the same rows, boards and circles. The loss of a move
is exact, so a few games are enough. Needs the extra `openspiel` of twoends; takes
about ten seconds on one core.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

import twoends
from twoends.interop.openspiel import OpponentPolicy, TwoEndsGame, game

BUDGETS = (10, 50, 250)
PLAYERS = ("random", "modest", "greedy", "optimal")
CARDS = 12

Choose = Callable[[Any], int]


def shapes(seed: int) -> list[twoends.Row | twoends.Board | twoends.Circle]:
    """Return a row, a board and a circle of the same cards."""
    row = twoends.deal(CARDS, seed=seed)
    third = CARDS // 3
    piles = [row[:third], row[third : 2 * third], row[2 * third :]]
    return [row, twoends.Board.of(*piles), twoends.Circle(row)]


def loss_of_game(shape: twoends.Row | twoends.Board | twoends.Circle, choose: Choose) -> float:
    """Return the total loss of the first player in one game against an optimal opponent."""
    duel = game(shape)
    optimal = OpponentPolicy(duel, "optimal")
    state, current, loss = duel.new_initial_state(), twoends.Game(shape), 0.0
    while not state.is_terminal():
        yours = state.current_player() == 0
        chances = optimal.action_probabilities(state)
        action = choose(state) if yours else max(chances, key=chances.__getitem__)
        word = state.action_to_string(state.current_player(), action)
        if yours:
            loss += next(float(move.loss) for move in twoends.solve(current).moves if str(move.move) == word)
        current = current.play(next(end for end in current.moves() if str(end) == word))
        state.apply_action(action)
    return loss


def built_in(name: str, duel: TwoEndsGame, random: Random) -> Choose:
    """Return a built-in player as a function of OpenSpiel's state."""
    policy = OpponentPolicy(duel, name)

    def choose(state: Any) -> int:
        chances = policy.action_probabilities(state)
        return random.choices(list(chances), list(chances.values()))[0]

    return choose


def mcts(budget: int, duel: TwoEndsGame, seed: int) -> Choose:
    """Return an MCTS player with this many simulations per move."""
    random = np.random.RandomState(seed)
    evaluator = RandomRolloutEvaluator(1, random)
    bot = MCTSBot(duel, 2, budget, evaluator, random_state=random)
    choose: Choose = bot.step
    return choose


def main(games: int = 20) -> None:
    """Play, and print a table."""
    print(f"mean loss of {games} games of {CARDS} cards, moving first against an optimal opponent")
    print(f"{'player':<22}{'row':>8}{'board':>8}{'circle':>8}")
    for name in (*PLAYERS, *BUDGETS):
        means = []
        for kind in range(3):
            losses = []
            for seed in range(games):
                shape = shapes(seed)[kind]
                duel = game(shape)
                choose = (
                    built_in(name, duel, Random(seed)) if isinstance(name, str) else mcts(name, duel, seed)
                )
                losses.append(loss_of_game(shape, choose))
            means.append(sum(losses) / games)
        label = name if isinstance(name, str) else f"MCTS, {name} simulations"
        print(f"{label:<22}" + "".join(f"{mean:8.2f}" for mean in means))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
