"""A Gymnasium environment: you against any of our opponents. Needs the extra pettingzoo.

Importing this module registers `twoends/TwoEnds-v0`, of which `gymnasium.make_vec` makes many at once
(`vector`). Actions, observations and what moves are worth are those of `environment`. The reward is the
value of the card that you take, so that an episode returns your total; by rules that leave the sum of both
totals open it is what you earn less what the opponent does, before your first move too, so that an episode
returns your margin; either is negated where the smaller total wins. `info` holds, as exact numbers in the
row's own kind,

    best         your total still to come if you play the best response from here
    loss         what your last move gave away against the best one, in what rewards add up to; 0 after reset
    q            what each action brings from here on, rewards added up, if you play the best response after
                 it; float64, shape (actions,), minus infinity for what is illegal
    action_mask  which actions are legal

so that the regret of an episode is the sum of its losses (an expectation, where the opponent's
moves are random). Two runs with the same seed are the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
except ImportError as missing:
    raise ImportError(
        "twoends.interop.gymnasium needs Gymnasium: pip install 'twoends[pettingzoo]'"
    ) from missing

from twoends.answers.outcomes import worth
from twoends.answers.policies import policy
from twoends.interop.environment import Episodes, Observation, text
from twoends.interop.states import prospects_of
from twoends.rules.games import Game
from twoends.rules.opponents import computer_opponent
from twoends.rules.sides import AnyMove


class TwoEndsEnv(gymnasium.Env[Observation, np.int64]):
    """You against one opponent.

    row        the values of every episode; None: a new deal each time
    length     how many cards of the shuffled deck make a deal
    opponent   a name, an `Opponent`, or your own reply rule or player
    you_first  whether you make the first move
    rules      what a move takes and earns, and whose turn it is; anything that `Rules.of` takes
    dtype      of observations, and by what each value is multiplied there: scale

    A new row costs O(n²) to solve, once an episode where rows are dealt; by other rules what the general
    search costs. Raises RowError, OpponentError, RulesError.

    >>> env = TwoEndsEnv([8, 15, 3, 7])
    >>> _, info = env.reset()
    >>> info["best"], env.step(0)[4]["loss"]
    (22, 7)
    """

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012  # Gymnasium declares it on the instance

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
        self.opponent, self.you_first, self.render_mode = computer_opponent(opponent), you_first, render_mode
        self.episodes = Episodes(row, length, rules, dtype, scale, render_mode, you_first, self.opponent)
        self.action_space = gymnasium.spaces.Discrete(len(self.episodes.actions))
        self.observation_space: Any = self.episodes.sight.space
        self._dealt: Game | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Lay out the row of the next episode; the opponent moves if they are first."""
        super().reset(seed=seed)
        self._random = Random(int(self.np_random.integers(2**63)))
        row = self.episodes.deal(self._random)
        if self._dealt is None or self._dealt.shape is not row:
            self._dealt = Game(row, self.you_first, opponent=self.opponent, rules=self.episodes.rules)
            self._policy, self._prospects = policy(self._dealt), prospects_of(self._dealt)
        self.game, self._worth = self._dealt, 0.0
        self._totals: dict[str, Any] = {"you": 0, "opponent": 0}
        self._let_opponent_move()
        return self.episodes.sight.of(self.game.position), self._info(loss=0)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move; the opponent replies. Raises IllegalMoveError."""
        move, loss = self.episodes.move(self.game, self._prospects(self.game.state), action)
        self._play(move)
        self._let_opponent_move()
        if self.render_mode == "human":
            print(text(self.game))
        seen = self.episodes.sight.of(self.game.position)
        before, self._worth = self._worth, float(worth(self.episodes.rules, *self._totals.values()))
        return seen, self._worth - before, self.game.over, False, self._info(loss)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The game as text or as an array of pixels, as `render_mode` says."""
        return self.episodes.render(self.game)

    def _let_opponent_move(self) -> None:
        while not self.game.over and self.game.mover == "opponent":
            self._play(self._policy(self.game.state, self._random))

    def _play(self, move: AnyMove) -> None:
        self._totals[self.game.mover] += self.game.position.earns(move)
        self.game = self.game.play(move)

    def _info(self, loss: Any) -> dict[str, Any]:
        return self.episodes.info(self.game, self._prospects(self.game.state), loss)


gymnasium.register(
    "twoends/TwoEnds-v0",
    entry_point="twoends.interop.gymnasium:TwoEndsEnv",
    vector_entry_point="twoends.interop.vector:vector_env",
)
