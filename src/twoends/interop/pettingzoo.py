"""A PettingZoo environment for two agents that take turns (AEC). Needs the extra pettingzoo.

    from twoends.interop import pettingzoo
    env = pettingzoo.env(row=[8, 15, 3, 7])

agents       player_0, who moves first, and player_1
actions      those of `environment`: 0 takes the left end, 1 the right end
observation  that of `environment`, the same for both
rewards      what a move earns to the agent that makes it, and minus that to the other, so the returns of a
             game are the margins
infos        those of `environment`, for each agent
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from twoends.rules.errors import IllegalMoveError, install

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError(f"twoends.interop.pettingzoo needs PettingZoo: {install('pettingzoo')}") from missing

from twoends.interop.environment import RENDER_MODES, Episodes, Observation, render, require_render_mode
from twoends.rules.games import Game
from twoends.rules.rulebook import MOVERS

AGENTS = ("player_0", "player_1")


def env(row: Iterable[Any] | None = None, **options: Any) -> wrappers.OrderEnforcingWrapper:
    """A `TwoEndsAEC` in PettingZoo's wrapper that reports calls in the wrong order.

    >>> game = env([8, 15, 3, 7])
    >>> game.reset()
    >>> game.step(1)
    >>> game.rewards
    {'player_0': 7.0, 'player_1': -7.0}
    """
    return wrappers.OrderEnforcingWrapper(TwoEndsAEC(row, **options))


class TwoEndsAEC(AECEnv):
    """The environment itself; `env` makes it. Its options are those of `environment`.

    A deal is shuffled by the seed given to `reset`. Raises RowError, RulesError, TwoEndsError.
    """

    metadata = {  # noqa: RUF012  # PettingZoo declares it on the instance
        "name": "twoends_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        row: Iterable[Any] | None = None,
        *,
        length: int = 10,
        rules: object = None,
        dtype: Any = np.float32,
        scale: float = 1,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        require_render_mode(render_mode)
        self.render_mode = render_mode
        self.episodes = Episodes(row, length, rules, dtype, scale)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(AGENTS, self.episodes.observations.space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(len(self.episodes.actions)) for agent in AGENTS
        }
        self._random = Random()

    def observation_space(self, agent: str) -> gymnasium.spaces.Box:
        """The same object each time, because it holds the seed."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The same object each time, because it holds the seed."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game."""
        if seed is not None:
            self._random = Random(seed)
        self.episodes.begin(self._random)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._update(dict.fromkeys(AGENTS, 0))

    @property
    def game(self) -> Game:
        """The current game; you are player_0."""
        return self.episodes.game

    def observe(self, agent: str) -> Observation:
        """The observation of the game, the same for both agents."""
        return self.episodes.observations.of(self.game.position)

    def step(self, action: int | None) -> None:
        """Make a move of the selected agent, or None after the end. Raises IllegalMoveError."""
        mover = self.agent_selection
        if self.terminations[mover]:
            if action is not None:
                raise IllegalMoveError(f"the game is over: step {mover} with None")
            self._was_dead_step(None)
            return
        loss = self.episodes.step(action, self.game.mover)
        earned = float(self.game.earned[-1])
        self._cumulative_rewards[mover] = 0.0
        self.rewards = {agent: earned if agent == mover else -earned for agent in AGENTS}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(AGENTS, self.game.over)
        self._update({**self._losses, mover: loss})
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The game as text or as an array of pixels, according to `render_mode`; player_0 is you."""
        return render(self.game, self.render_mode)

    def _update(self, losses: Mapping[str, Any]) -> None:
        """Select the agent to move and set `infos`, given what the last move of each agent gave away."""
        self.agent_selection = AGENTS[MOVERS.index(self.game.mover)]  # player_0 is you in the game
        self._losses = losses
        self.infos = {
            agent: self.episodes.info(losses[agent], who) for agent, who in zip(AGENTS, MOVERS, strict=True)
        }
