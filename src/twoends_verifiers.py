"""What the package `verifiers` finds by the name `twoends-verifiers`, as in `vf-eval twoends-verifiers`.

A task is a decision or a whole game of `twoends.interop.prompts`; the environment is the other player. A name
that the package looks up has no dots, so this is a module of its own beside `twoends`. Needs the extra
verifiers, from whose version 0.4 on tasks are found like this.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

try:
    import verifiers.v1 as vf
    from pydantic import model_validator
except ImportError as missing:
    raise ImportError("twoends_verifiers needs verifiers: pip install 'twoends[verifiers]'") from missing

from twoends.interop.prompts import Decisions, Talk
from twoends.puzzles.making import named

__all__ = ["TwoEndsEnv", "TwoEndsTaskset"]


class TwoEndsTasksetConfig(vf.TasksetConfig):
    """The options of `Decisions`, and whether each task is the whole game that begins there."""

    size: int = 500
    seed: int = 1
    length: int = 8
    opponent: str = "optimal"
    depth: int = 3
    rules: str = ""
    whole: bool = False

    def decisions(self) -> Decisions:
        """What the tasks are made of. Raises TwoEndsError."""
        return Decisions(
            self.size,
            self.seed,
            length=self.length,
            opponent=self.opponent,
            depth=self.depth,
            rules=self.rules or None,
        )

    @model_validator(mode="after")
    def _can_be_asked(self) -> Self:
        self.decisions()
        return self


class TwoEndsTaskset(vf.Taskset[vf.Task, TwoEndsTasksetConfig]):
    """Tasks from a seed: task k is always the same one, and named like the puzzle that it begins with."""

    def load(self) -> Iterator[vf.Task]:
        """Make the tasks, one after the other."""
        decisions = self.config.decisions()
        for k in range(len(decisions)):
            made = decisions.puzzle(k)
            yield vf.Task(vf.TaskData(name=made.name, prompt=Talk.of(made).said), self.config.task)


class TwoEndsEnvConfig(vf.SingleAgentEnvConfig):
    """One agent, who only talks unless another harness is chosen."""

    agent: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class TwoEndsEnv(vf.Env[TwoEndsEnvConfig]):
    """You against the opponent of the task; the reward of an episode is that of `Talk`.

    The metric `regret` is what the moves gave away, in points.
    """

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Play one task, and record what it earns."""
        talk = Talk.of(named(task.data.name), whole=self.taskset.config.whole)
        async with agents.agent.interaction(task) as conversation:
            segment = await conversation.turn()
            while not segment.terminated:
                talk = talk.answer(segment.last_reply)
                if talk.over:
                    break
                segment = await conversation.turn(talk.said)
        conversation.trace.record_reward("reward", talk.reward)
        conversation.trace.record_metric("regret", float(talk.lost))
