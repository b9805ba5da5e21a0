"""Episodes on the kernels beside Gymnasium's vector of single environments: python -m benchmarks.episodes.

Decks of 52 against greedy, every step with its exact regret in `info`; one core, in processor seconds,
so that what else runs on the machine does not count. Compiling and the first episodes are left out.
"""

from __future__ import annotations

from time import process_time

import gymnasium
import numpy as np

MOVES = 26
"""Of yours in a deck; one more step deals anew."""


def steps_a_second(num_envs: int, mode: str, rounds: int) -> float:
    """How many moves are made in a processor second, deals included."""
    env = gymnasium.make_vec(
        "twoends.interop.gymnasium:twoends/TwoEnds-v0",
        num_envs=num_envs,
        vectorization_mode=mode,
        length=52,
        opponent="greedy",
    )
    actions = np.random.default_rng(1).integers(0, 2, (MOVES + 1, num_envs))
    env.reset(seed=1)
    for each in actions:
        env.step(each)
    before = process_time()
    for _ in range(rounds):
        for each in actions:
            env.step(each)
    return rounds * MOVES * num_envs / (process_time() - before)


def main() -> None:
    """Measure and print."""
    single = steps_a_second(16, "sync", 4)
    print("| episodes side by side | on | steps a second | ratio |\n|---|---|---|---|")
    print(f"| 16 | Gymnasium's SyncVectorEnv of TwoEndsEnv | {single:,.0f} | 1 |")
    for num_envs in (16, 256, 1024, 4096):
        fast = steps_a_second(num_envs, "vector_entry_point", max(2, 100_000 // num_envs))
        print(f"| {num_envs:,} | the kernels | {fast:,.0f} | {fast / single:,.0f} |")


if __name__ == "__main__":
    main()
