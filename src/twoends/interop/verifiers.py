"""Decisions and whole games as an environment of the package `verifiers`. Needs the extra verifiers.

The tasks and the environment are in the module `twoends_verifiers`, which the package finds by name:

    vf-eval twoends-verifiers --env.taskset.whole true --env.taskset.opponent greedy
"""

from __future__ import annotations

from typing import Any

from twoends.rules.errors import install


def load_environment(**options: Any) -> Any:
    """Make an environment of `verifiers.v1` from the options of `prompts.Decisions`; `whole` for whole games.

    Raises ImportError, TwoEndsError.
    """
    try:
        import verifiers.v1 as vf
    except ImportError as missing:
        raise ImportError(f"load_environment needs verifiers: {install('verifiers')}") from missing
    from twoends_verifiers import TwoEndsEnvConfig, TwoEndsTasksetConfig

    return vf.load_environment(
        TwoEndsEnvConfig(taskset=TwoEndsTasksetConfig(id="twoends-verifiers", **options))
    )
