"""Compare OpenSpiel's MCTS at several budgets with our players, by exact loss.

    python examples/mcts.py [GAMES]

Everybody moves first against an optimal opponent, on the same rows, boards and circles. What a move gives
away against the best one is exact, so that few games tell much. Needs pip install '.[openspiel]'; takes
some ten seconds on one core.
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
    """A row, a board and a circle of the same cards."""
    row = twoends.deal(CARDS, seed=seed)
    third = CARDS // 3
    piles = [row[:third], row[third : 2 * third], row[2 * third :]]
    return [row, twoends.Board.of(*piles), twoends.Circle(row)]


def lost(shape: twoends.Row | twoends.Board | twoends.Circle, choose: Choose) -> float:
    """What the first player gives away in one game against an optimal opponent."""
    duel = game(shape)
    optimal = OpponentPolicy(duel, "optimal")
    state, now, regret = duel.new_initial_state(), twoends.Game(shape), 0.0
    while not state.is_terminal():
        yours = state.current_player() == 0
        chances = optimal.action_probabilities(state)
        action = choose(state) if yours else max(chances, key=chances.__getitem__)
        word = state.action_to_string(state.current_player(), action)
        if yours:
            regret += next(float(move.loss) for move in twoends.solve(now).moves if str(move.end) == word)
        now = now.play(next(end for end in now.moves() if str(end) == word))
        state.apply_action(action)
    return regret


def ours(who: str, duel: TwoEndsGame, random: Random) -> Choose:
    """A player of ours, as OpenSpiel asks one."""
    policy = OpponentPolicy(duel, who)

    def choose(state: Any) -> int:
        chances = policy.action_probabilities(state)
        return random.choices(list(chances), list(chances.values()))[0]

    return choose


def searching(budget: int, duel: TwoEndsGame, seed: int) -> Choose:
    """MCTS with so many simulations a move."""
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
                    ours(name, duel, Random(seed)) if isinstance(name, str) else searching(name, duel, seed)
                )
                losses.append(lost(shape, choose))
            means.append(sum(losses) / games)
        said = name if isinstance(name, str) else f"MCTS, {name} simulations"
        print(f"{said:<22}" + "".join(f"{mean:8.2f}" for mean in means))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
