"""Train a small agent on dealt decks and plot its regret.

    python examples/regret.py regret.png [EPISODES]

The agent is Q-learning with one hidden layer, in plain NumPy. It observes only the outermost cards at both
ends of a new row, and its own rewards. The environment knows the exact value of every position, so the regret
of an episode costs nothing: it is the sum of the losses of its moves. For comparison, the plot shows two
players that never learn, random and greedy. Needs the extra `pettingzoo` of twoends; takes seconds on
one core, and about a minute the first time, when kernels are compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import gymnasium
import numpy as np
from matplotlib.figure import Figure

CARDS, SIDE_BY_SIDE = 52, 1024
EPISODES = 50_000
NEAR = 8
"""The number of cards observed at each end."""

HIDDEN = 64
ACE = 14

Choose = Callable[[np.ndarray], np.ndarray]


def features(seen: np.ndarray) -> np.ndarray:
    """Return the features of taking the left and the right end, shape (2, m, 4 * NEAR).

    The features of a card are its value and whether it exists. Those of the right end are those of the left
    end in the reversed row, so one network serves both ends.
    """
    values, there = seen[:, :CARDS] / ACE, seen[:, CARDS : 2 * CARDS]
    left = there.sum(axis=1).astype(int)
    start = there.argmax(axis=1)
    steps = np.arange(NEAR)
    from_left = np.minimum(start[:, None] + steps, CARDS - 1)
    from_right = np.maximum((start + left)[:, None] - 1 - steps, 0)
    episodes = np.arange(len(seen))[:, None]
    sides = [
        np.concatenate([values[episodes, at], there[episodes, at]], axis=1) for at in (from_left, from_right)
    ]
    return np.stack([np.concatenate(sides, axis=1), np.concatenate(sides[::-1], axis=1)])


class Agent:
    """A network with one hidden layer that rates an end, trained by Adam."""

    def __init__(self, random: np.random.Generator) -> None:
        inputs = 4 * NEAR
        self.weights = [
            random.normal(0, np.sqrt(2 / inputs), (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            random.normal(0, np.sqrt(1 / HIDDEN), HIDDEN).astype(np.float32),
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def worth(self, ends: np.ndarray) -> np.ndarray:
        """Return your expected further total minus half of the remaining sum, in aces: shape (2, m)."""
        into, bias, out = self.weights
        worth: np.ndarray = np.maximum(ends @ into + bias, 0) @ out
        return worth

    def learn(self, ends: np.ndarray, targets: np.ndarray, rate: float) -> None:
        """Move the worth of m ends, shape (m, inputs), towards the targets, shape (m,)."""
        into, bias, out = self.weights
        hidden = np.maximum(ends @ into + bias, 0)
        error = (hidden @ out - targets) / len(ends)
        back = np.outer(error, out) * (hidden > 0)
        self.steps += 1
        for at, slope in enumerate((ends.T @ back, back.sum(axis=0), hidden.T @ error)):
            self.means[at] += 0.1 * (slope - self.means[at])
            self.squares[at] += 0.001 * (slope * slope - self.squares[at])
            mean = self.means[at] / (1 - 0.9**self.steps)
            square = self.squares[at] / (1 - 0.999**self.steps)
            self.weights[at] -= rate * mean / (np.sqrt(square) + 1e-8)


def play(env: gymnasium.vector.VectorEnv, choose: Choose, seed: int) -> float:
    """Return the mean regret of one episode in each environment."""
    seen, _ = env.reset(seed=seed)
    regret, over = np.zeros(env.num_envs), False
    while not over:
        seen, _, terminated, _, info = env.step(choose(seen))
        regret += info["loss"]
        over = bool(terminated.all())
    return float(regret.mean())


def learn(env: gymnasium.vector.VectorEnv, agent: Agent, exploration: float, rate: float) -> None:
    """Play one episode in each environment; learn each move from its reward and the worth of the next one."""
    random = env.np_random
    seen, _ = env.reset()
    ends, over = features(seen), False
    while not over:
        exploring = random.random(env.num_envs) < exploration
        actions = np.where(exploring, random.integers(0, 2, env.num_envs), agent.worth(ends).argmax(axis=0))
        before = seen[:, :CARDS].sum(axis=1)
        taken = ends[actions, np.arange(env.num_envs)]
        seen, reward, terminated, _, _ = env.step(actions)
        over, after = bool(terminated.all()), features(seen)
        follows = 0 if over else agent.worth(after).max(axis=0)
        # Worth is relative to half of the remaining cards, so that it does not grow with the row.
        gained = (reward - (before - seen[:, :CARDS].sum(axis=1)) / 2) / ACE
        agent.learn(taken, (gained + follows).astype(np.float32), rate)
        ends = after


def main(path: str, episodes: int = EPISODES) -> None:
    """Train, print one line, and write the picture."""
    env = gymnasium.make_vec(
        "twoends.interop.gymnasium:twoends/TwoEnds-v0", num_envs=SIDE_BY_SIDE, length=CARDS, opponent="greedy"
    )
    random = np.random.default_rng(0)
    agent = Agent(random)

    def ends(seen: np.ndarray) -> np.ndarray:
        return features(seen)[:, :, 0]

    chance = play(env, lambda seen: random.integers(0, 2, len(seen)), seed=1)
    greed = play(env, lambda seen: ends(seen).argmax(axis=0), seed=1)
    rounds = -(-episodes // SIDE_BY_SIDE)
    curve = []
    for number in range(rounds):
        if number % max(1, rounds // 50) == 0:
            curve.append(
                (number * SIDE_BY_SIDE, play(env, lambda seen: agent.worth(features(seen)).argmax(0), seed=1))
            )
            env.reset(seed=2 + number)
        remaining = 1 - number / rounds
        learn(env, agent, exploration=0.5 * remaining, rate=0.003 * remaining)
    curve.append(
        (rounds * SIDE_BY_SIDE, play(env, lambda seen: agent.worth(features(seen)).argmax(0), seed=1))
    )
    print(f"{SIDE_BY_SIDE:,} new decks, against greedy; the best response loses nothing")
    print(
        f"mean regret: random {chance:.1f}, greedy {greed:.1f}, the agent {curve[0][1]:.1f} at first "
        f"and {curve[-1][1]:.1f} after {curve[-1][0]:,} episodes"
    )

    figure = Figure(figsize=(8, 4.2), layout="constrained")
    axes = figure.add_subplot()
    axes.axhline(chance, color="#94a3b8", label="random")
    axes.axhline(greed, color="#ea580c", label="greedy")
    axes.plot(
        *zip(*curve, strict=True), color="#2563eb", linewidth=2, label="Q-learning, without exploration"
    )
    axes.axhline(0, color="#16a34a", linewidth=2, label="best response: exact")
    axes.set(xlabel="training episodes", ylabel="mean regret: points lost per game")
    axes.set(xlim=(0, curve[-1][0]), ylim=(-1, 1.35 * max(chance, curve[0][1])))
    axes.set_title("Learning to play any deck of 52 against a greedy opponent", loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, ncols=2, loc="upper right")
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "regret.png", *map(int, sys.argv[2:3]))
