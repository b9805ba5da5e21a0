"""Our vector environment against Gymnasium's vector of single ones: python -m benchmarks.episodes.

Decks of 52 against greedy, every step with its exact regret in `info`; on one core, in CPU time, which other
processes do not change. Compilation and the first episodes are not counted.
"""

from __future__ import annotations

from time import process_time

import gymnasium
import numpy as np
from benchmarks.timing import head, line

MOVES = 26
"""Your moves in a deck; one more step deals the next."""


def steps_a_second(num_envs: int, mode: str, rounds: int) -> float:
    """Return the moves per second of CPU time, deals included."""
    env = gymnasium.make_vec(
        "twoends.interop.gymnasium:twoends/TwoEnds-v0",
        num_envs=num_envs,
        vectorization_mode=mode,
        length=52,
        opponent="greedy",
    )
    actions = np.random.default_rng(1).integers(0, 2, (MOVES + 1, num_envs))
    env.reset(seed=1)
    for action in actions:
        env.step(action)
    before = process_time()
    for _ in range(rounds):
        for action in actions:
            env.step(action)
    return rounds * MOVES * num_envs / (process_time() - before)


def main() -> None:
    """Measure and print."""
    single = steps_a_second(16, "sync", 4)
    head("episodes side by side", "on", "steps a second", "ratio")
    line(16, "Gymnasium's SyncVectorEnv of TwoEndsEnv", f"{single:,.0f}", 1)
    for num_envs in (16, 256, 1024, 4096):
        fast = steps_a_second(num_envs, "vector_entry_point", max(2, 100_000 // num_envs))
        line(f"{num_envs:,}", "the kernels", f"{fast:,.0f}", f"{fast / single:,.0f}")


if __name__ == "__main__":
    main()
