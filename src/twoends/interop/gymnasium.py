"""A Gymnasium environment: an agent against any opponent. Needs the extra pettingzoo.

Importing this module registers `twoends/TwoEnds-v0`; `gymnasium.make_vec` makes the environment of `vector`.
Actions, observations and `info` are those of `environment`. The reward is the value of the card that you
take, so the return of an episode is your total. With rules that do not fix the sum of both totals, it is what
you earn minus what the opponent earns, including before your first move, so the return is your margin.

The sum of the losses is the regret of the episode (in expectation, if the opponent moves at random). Equal
seeds give equal episodes.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from twoends.rules.errors import install
from twoends.rules.opponent_names import computer_opponent

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
except ImportError as missing:
    raise ImportError(f"twoends.interop.gymnasium needs Gymnasium: {install('pettingzoo')}") from missing

from twoends.engine.judge import worth_of
from twoends.interop.environment import RENDER_MODES, Episodes, Observation, render, require_render_mode


class TwoEndsEnv(gymnasium.Env[Observation, np.int64]):
    """A single agent, you, against one opponent.

    opponent   a name, an `Opponent`, or your own player
    you_first  whether you make the first move

    The other options are those of `environment`.

    Solving a row takes O(n²), in each episode if rows are dealt.
    Raises RowError, OpponentError, RulesError, TwoEndsError.

    >>> env = TwoEndsEnv([8, 15, 3, 7])
    >>> _, info = env.reset()
    >>> info["best"], env.step(0)[4]["loss"]
    (22, 7)
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012  # Gymnasium declares it on the instance

    def __init__(
        self,
        row: Iterable[Any] | None = None,
        opponent: object = "optimal",
        *,
        length: int = 10,
        you_first: bool = True,
        rules: object = None,
        dtype: Any = np.float32,
        scale: float = 1,
        render_mode: str | None = None,
    ) -> None:
        require_render_mode(render_mode)
        self.opponent, self.render_mode = computer_opponent(opponent), render_mode
        self.episodes = Episodes(row, length, rules, dtype, scale, you_first, self.opponent)
        self.action_space = gymnasium.spaces.Discrete(len(self.episodes.actions))
        self.observation_space: Any = self.episodes.observations.space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the next episode, with the opponent's move if they are first."""
        super().reset(seed=seed)
        self._random = Random(int(self.np_random.integers(2**63)))
        if self.episodes.begin(self._random):
            self._policy = self.episodes.policy()
        self._worth = 0.0
        self._let_opponent_move()
        return self.episodes.observations.of(self.game.position), self.episodes.info(loss=0)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move and let the opponent reply. Raises IllegalMoveError."""
        loss = self.episodes.step(action)
        self._let_opponent_move()
        if self.render_mode == "human":
            self.render()
        before = self._worth
        self._worth = float(worth_of(*self.game.exact_totals, self.episodes.rules.fixed_sum))
        reward, info = self._worth - before, self.episodes.info(loss)
        return self.episodes.observations.of(self.game.position), reward, self.game.over, False, info

    def render(self) -> str | NDArray[np.uint8] | None:
        """The game as text or as an array of pixels, according to `render_mode`."""
        return render(self.game, self.render_mode)

    def _let_opponent_move(self) -> None:
        self.game = self.episodes.game
        while not self.game.over and self.game.mover == "opponent":
            self.game = self.game.play(self._policy(self.game.state, self._random))
        self.episodes.game = self.game


gymnasium.register(
    "twoends/TwoEnds-v0",
    entry_point="twoends.interop.gymnasium:TwoEndsEnv",
    vector_entry_point="twoends.interop.vector:vector_env",
)
