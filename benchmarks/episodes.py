"""Our vector environment against Gymnasium's vector of single ones: python -m benchmarks.episodes.

Decks of 52 against greedy, every step with its exact regret in `info`; on one core, in CPU time, which other
processes do not change. Compilation and the first episodes are not counted.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import gymnasium
import numpy as np
from benchmarks.timing import head, line

from twoends import deal

MOVES = 26
"""Your moves in a deck; one more step deals the next."""


def steps_a_second(num_envs: int, mode: str, rounds: int, **options: Any) -> float:
    """Return the moves per second of CPU time, deals included."""
    env = gymnasium.make_vec(
        "twoends.interop.gymnasium:twoends/TwoEnds-v0",
        num_envs=num_envs,
        vectorization_mode=mode,
        opponent="greedy",
        **options,
    )
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    steps, before = 0, process_time()
    for turn in range((rounds + 1) * (MOVES + 1)):
        if turn == MOVES + 1:
            steps, before = 0, process_time()
        steps += info["action_mask"].any(axis=1).sum()
        ends = random.integers(0, 2, num_envs)  # the right one only where it is legal
        _, _, _, _, info = env.step(ends * info["action_mask"][:, 1])
    return steps / (process_time() - before)


def main() -> None:
    """Measure and print."""
    single = steps_a_second(16, "sync", 4, length=52)
    head("episodes side by side", "on", "steps a second", "ratio")
    line(16, "Gymnasium's SyncVectorEnv of TwoEndsEnv", f"{single:,.0f}", 1)
    for num_envs in (16, 256, 1024, 4096):
        fast = steps_a_second(num_envs, "vector_entry_point", max(2, 100_000 // num_envs), length=52)
        line(f"{num_envs:,}", "the kernels", f"{fast:,.0f}", f"{fast / single:,.0f}")
    print()
    head("episodes by take 1-3", "on", "steps a second", "ratio")
    for name, options in (("dealt", {"length": 52}), ("of one row", {"row": deal(52, seed=1)})):
        single = steps_a_second(16, "sync", 2, rules="take 1-3", **options)
        line(f"16 {name}", "Gymnasium's SyncVectorEnv of TwoEndsEnv", f"{single:,.0f}", 1)
        for num_envs in (16, 256):
            fast = steps_a_second(num_envs, "vector_entry_point", 4, rules="take 1-3", **options)
            line(f"{num_envs} {name}", "the graph", f"{fast:,.0f}", f"{fast / single:,.1f}")


if __name__ == "__main__":
    main()
