"""The environment that `vf-eval twoends-verifiers` loads. Needs the extra verifiers, 0.4 or later.

A task is a decision or a whole game of `twoends.interop.prompts`; the environment plays the opponent. The
names that the package looks up have no dots, so this is a top-level module beside `twoends`.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature
from typing import Self

from twoends.rules.errors import install

try:
    import verifiers.v1 as vf
    from pydantic import model_validator
except ImportError as missing:
    raise ImportError(f"twoends_verifiers needs verifiers: {install('verifiers')}") from missing

from twoends.interop.prompts import Decisions, Talk
from twoends.puzzles import named

__all__ = ["TwoEndsEnv", "TwoEndsTaskset"]


class TwoEndsTasksetConfig(vf.TasksetConfig):
    """The options of `Decisions`, and whether a task is the whole game that begins with its decision."""

    size: int = 500
    seed: int = 1
    length: int = 8
    opponent: str = "optimal"
    depth: int = 3
    rules: str = ""
    whole: bool = False

    def decisions(self) -> Decisions:
        """The decisions with which the tasks begin. Raises TwoEndsError."""
        return Decisions(**{name: getattr(self, name) for name in signature(Decisions).parameters})

    @model_validator(mode="after")
    def _has_puzzles(self) -> Self:
        self.decisions()
        return self


class TwoEndsTaskset(vf.Taskset[vf.Task, TwoEndsTasksetConfig]):
    """Tasks made from a seed: task k is always the same, and has the name of its puzzle."""

    def load(self) -> Iterator[vf.Task]:
        """Yield the tasks."""
        decisions = self.config.decisions()
        for k in range(len(decisions)):
            puzzle = decisions.puzzle(k)
            yield vf.Task(vf.TaskData(name=puzzle.name, prompt=Talk.of(puzzle).message), self.config.task)


class TwoEndsEnvConfig(vf.SingleAgentEnvConfig):
    """One agent, which only exchanges messages unless another harness is chosen."""

    agent: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class TwoEndsEnv(vf.Env[TwoEndsEnvConfig]):
    """The agent against a task's opponent: the reward is `Talk.reward`, the metric `regret` in points."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Play one task and record its reward and regret."""
        talk = Talk.of(named(task.data.name), whole=self.taskset.config.whole)
        async with agents.agent.interaction(task) as conversation:
            segment = await conversation.turn()
            while not segment.terminated:
                talk = talk.answer(segment.last_reply)
                if talk.over:
                    break
                segment = await conversation.turn(talk.message)
        conversation.trace.record_reward("reward", talk.reward)
        conversation.trace.record_metric("regret", float(talk.regret))
