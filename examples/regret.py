"""Train a small agent and plot what it still gives away.

    python examples/regret.py regret.png

The agent is tabular Q-learning: one number for each position of ONE row and each side. It learns
that row against a greedy opponent, and nothing about other rows. The environment knows the exact
best value of every position, so the regret of an episode is free: it is the sum of the losses of its
moves. Two players who never learn are drawn beside it, chance and greed. Needs
pip install 'twoends[pettingzoo]'; takes a few seconds on one core.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from random import Random

import gymnasium
import numpy as np
from matplotlib.figure import Figure

import twoends
import twoends.interop.gymnasium  # registers twoends/TwoEnds-v0

ROW = twoends.deal(seed=2)[:16]
EPISODES = 2000
LOOK = 20
STEP = 0.2
"""How far one experience moves an estimate."""

Position = tuple[int, int]
Choose = Callable[[Position, int], int]


def position(observation: np.ndarray) -> Position:
    """The interval that is left: the second line of an observation marks its cards."""
    left = np.flatnonzero(observation[1])
    return (int(left[0]), int(left[-1]) + 1) if len(left) else (0, 0)


def play(env: gymnasium.Env, choose: Choose, episode: int) -> tuple[list[tuple[Position, int, float]], float]:
    """One episode: its (position, action, reward) steps, and its regret."""
    observation, info = env.reset(seed=episode)
    steps, regret, over = [], 0.0, False
    while not over:
        at = position(observation)
        action = choose(at, episode)
        observation, reward, over, _, info = env.step(action)
        steps.append((at, action, float(reward)))
        regret += float(info["loss"])
    return steps, regret


def learn(env: gymnasium.Env, random: Random) -> tuple[list[float], list[float]]:
    """The regret of each episode while learning, and every LOOK episodes of one without exploring."""
    worth: defaultdict[Position, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def best(at: Position, _: int) -> int:
        left, right = worth[at]
        return int(right > left)

    def explore(at: Position, episode: int) -> int:
        curious = 1 - episode / EPISODES
        return random.randrange(2) if random.random() < curious else best(at, episode)

    regrets, looks = [], []
    for episode in range(EPISODES):
        if episode % LOOK == 0:
            looks.append(play(env, best, episode)[1])
        steps, regret = play(env, explore, episode)
        regrets.append(regret)
        for (at, action, reward), (after, _, _) in pairwise([*steps, ((0, 0), 0, 0.0)]):
            worth[at][action] += STEP * (reward + max(worth[after]) - worth[at][action])
    return regrets, [*looks, play(env, best, EPISODES)[1]]


def smoothed(regrets: list[float], over: int = 100) -> np.ndarray:
    """The mean over so many episodes."""
    return np.convolve(regrets, np.ones(over) / over, mode="valid")


def main(path: str) -> None:
    """Train, print one line, and write the picture."""
    env = gymnasium.make("twoends/TwoEnds-v0", row=ROW, opponent="greedy")
    promised = twoends.solve(ROW, "greedy").first
    random = Random(0)
    values = ROW.values
    chance = [play(env, lambda at, _: random.randrange(2), episode)[1] for episode in range(EPISODES)]
    greed = play(env, lambda at, _: int(values[at[0]] <= values[at[1] - 1]), 0)[1]
    learning, looks = learn(env, random)
    print(f"row {ROW}: best {promised} against greedy")
    print(
        f"regret: chance {np.mean(chance):.1f} on average, greed {greed:g}, "
        f"the agent {looks[0]:g} at first and {looks[-1]:g} when it has learned"
    )

    figure = Figure(figsize=(8, 4.2), layout="constrained")
    axes = figure.add_subplot()
    axes.plot(smoothed(chance), color="#94a3b8", label="chance, mean of 100 episodes")
    axes.plot(smoothed(learning), color="#93c5fd", label="Q-learning while it explores, mean of 100")
    axes.plot(range(0, EPISODES + 1, LOOK), looks, color="#2563eb", linewidth=2, label="what it has learned")
    axes.axhline(greed, color="#ea580c", label="greed")
    axes.axhline(0, color="#16a34a", linewidth=2, label="best response")
    top = 1.6 * max(looks + list(smoothed(chance)))
    axes.set(xlabel="episodes", ylabel="regret: total given away", xlim=(0, EPISODES), ylim=(-1, top))
    axes.set_title(f"Learning one row of {len(ROW)} cards against a greedy opponent", loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, ncols=2, loc="upper right")
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "regret.png")
