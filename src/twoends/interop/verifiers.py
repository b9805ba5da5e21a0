"""Decisions and whole games as an environment of the package `verifiers`. To load one needs its extra.

The tasks and the environment are in `twoends_verifiers`, which the package finds by that name:

    vf-eval twoends-verifiers --env.taskset.whole true --env.taskset.opponent greedy
"""

from __future__ import annotations

from typing import Any


def load_environment(**options: Any) -> Any:
    """An environment of `verifiers.v1`: the options of `prompts.Decisions`, and `whole` for whole games.

    Raises ImportError, TwoEndsError.
    """
    try:
        import verifiers.v1 as vf
    except ImportError as missing:
        raise ImportError("load_environment needs verifiers: pip install 'twoends[verifiers]'") from missing
    from twoends_verifiers import TwoEndsEnvConfig, TwoEndsTasksetConfig

    return vf.load_environment(
        TwoEndsEnvConfig(taskset=TwoEndsTasksetConfig(id="twoends-verifiers", **options))
    )
