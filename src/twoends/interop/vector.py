"""Many episodes side by side on the kernels: a Gymnasium vector environment. Needs the extra pettingzoo.

After `import twoends.interop.gymnasium`,
`gymnasium.make_vec("twoends/TwoEnds-v0", num_envs=1024, length=52, opponent="greedy")` makes one.
Observations, actions, rewards and `info` are those of `TwoEndsEnv`, one row for each episode: `q` and
`action_mask` have shape (m, 2), `best` and `loss` have shape (m,) and are int64, or float64 against an
opponent with random moves. Each has a mask as Gymnasium prescribes, such as `_best`, which is true
everywhere. All episodes have the same number of cards, so they end with the same step; the step after that
deals new rows, ignores its actions and rewards nothing (Gymnasium's autoreset mode NEXT_STEP). Equal seeds
give equal episodes. Other rules than one card from either end are in `rules_vector`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from operator import index
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from twoends.answers.batch_games import goes_left
from twoends.engine import compiled
from twoends.engine.kernels import sweeps
from twoends.interop import rules_vector
from twoends.interop.environment import Episodes, Observation
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.rules.batch_players import actions_of
from twoends.rules.cards import deck
from twoends.rules.errors import IllegalMoveError, OpponentError, RowError
from twoends.rules.opponent_names import computer_opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules

StepResult = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class TwoEndsVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """A single agent, you, against one opponent in `num_envs` episodes at a time.

    num_envs   the number of episodes side by side: m
    row        the integers of every episode; None: a new deal in each episode
    opponent   a name or an `Opponent`, but not your own player
    you_first  whether you make the first move

    Each opponent breaks ties by their own rule, exactly, as in `match`. A step takes O(m); a deal takes
    O(m n²) time, and 5 bytes for each of n² intervals of each row (9 for large values and for
    expectations). Raises RowError for a row that does not consist of machine integers or that the dtype
    cannot represent, OpponentError for your own player, IllegalMoveError for bad actions.

    >>> env = TwoEndsVectorEnv(2, [8, 15, 3, 7])
    >>> _, info = env.reset()
    >>> info["best"].tolist(), env.step(np.array([0, 1]))[4]["loss"].tolist()
    ([22, 22], [7, 0])
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # Gymnasium declares it on the instance

    def __init__(
        self,
        num_envs: int = 1,
        row: Iterable[Any] | None = None,
        opponent: object = "optimal",
        *,
        length: int = 10,
        you_first: bool = True,
        dtype: Any = np.float32,
        scale: float = 1,
    ) -> None:
        require_count(num_envs)
        self.num_envs = num_envs
        episodes = Episodes(row, length, None, dtype, scale, you_first)
        self.row, self._encoding = episodes.row, episodes.observations
        self.length = length if self.row is None else len(self.row)
        self.opponent = computer_opponent(opponent)
        if self.opponent.custom:
            raise OpponentError(
                f"{self.opponent} is not compiled: give a built-in opponent, or use vectorization_mode='sync'"
            )
        self.you_first = you_first
        self.single_action_space = gymnasium.spaces.Discrete(2)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = self._encoding.space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._cards = np.array(deck(), np.int64) if self.row is None else _integers(self.row)
        self._cards = compiled.frozen(self._cards, compiled.dtype_for(self._cards, self.opponent))
        self._rows = np.empty((0, self.length), self._cards.dtype)
        self._best = np.zeros(num_envs, self._cards.dtype)
        self._observations = np.zeros((num_envs, 2 * self.length + 1), self._encoding.dtype)
        self._in_observations = np.arange(num_envs) * self._observations.shape[1]
        self._left = -1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the next episodes, with the opponent's moves if they are first."""
        super().reset(seed=seed)
        if self.row is None:
            decks = np.broadcast_to(self._cards, (self.num_envs, len(self._cards)))
            self._solve(self.np_random.permuted(decks, axis=1)[:, : self.length])
        elif not len(self._rows):
            self._solve(self._cards[np.newaxis])
        self._starts, self._left = np.zeros(self.num_envs, np.int64), self.length
        kind = np.float64 if self._encoding.dtype.kind == "f" else np.int64
        self._observations[:, : self.length] = self._rows.astype(kind) * self._encoding.scale
        self._observations[:, self.length : -1] = 1
        if not self.you_first:
            self._reply()
        self._look_up_values()
        return self._observe(), self._info(np.zeros_like(self._best))

    def step(self, actions: NDArray[np.int64]) -> StepResult:
        """Make a move in every episode and let the opponent reply; after the last card, deal new rows."""
        if self._left < 0:
            raise gymnasium.error.ResetNeeded("call reset before the first step")
        m = self.num_envs
        falses = np.zeros(m, np.bool_)
        if not self._left:
            observation, info = self.reset()
            return observation, np.zeros(m), falses, falses.copy(), info
        goes_left = self._legal(actions) == 0
        cards, values = (np.where(goes_left, left, right) for left, right in (self._ends, self._values))
        losses = self._best - values
        self._take(goes_left)
        if self._left:
            self._reply()
        self._look_up_values()
        ended = np.full(m, not self._left)
        return self._observe(), cards.astype(np.float64), ended, falses, self._info(losses)

    def _solve(self, rows: NDArray[Any]) -> None:
        self._rows = compiled.frozen(rows, rows.dtype.type)
        m, n = rows.shape
        self._totals = sweeps.decisions(m, n, rows.dtype)
        self._decisions = compiled.decide(
            rows.astype(np.int64), rows.dtype.type, self.opponent, self.you_first, self._totals
        )
        # Where each episode begins in the tables, which are read as flat arrays: that takes half the time.
        which = np.arange(self.num_envs) if len(rows) > 1 else np.zeros(self.num_envs, np.int64)
        self._lanes = sweeps.lanes_of_decisions(len(rows))
        self._in_rows = which * self.length
        self._in_tables = which // self._lanes * self._totals[0].size + which % self._lanes

    def _places(self, length: int) -> NDArray[np.int64]:
        """Index, in the flat tables of `decide`, of the position of `length` cards from each start on."""
        places: NDArray[np.int64] = self._in_tables + (length * self.length + self._starts) * self._lanes
        return places

    def _take(self, goes_left: NDArray[np.bool_]) -> None:
        """Take the left or the right end in every episode."""
        at = self._in_observations + np.where(goes_left, self._starts, self._starts + (self._left - 1))
        array = self._observations.reshape(-1)
        array[at] = array[at + self.length] = 0
        self._starts, self._left = self._starts + goes_left, self._left - 1

    def _reply(self) -> None:
        """Let the opponent move in every episode."""
        preferred = self._decisions.take(self._places(self._left))
        self._take(goes_left(preferred, self.opponent, self.np_random))

    def _look_up_values(self) -> None:
        """Look up the card and the action value of either end, shape (2, m), and your best totals."""
        first, after = self._in_rows + self._starts, np.zeros((2, self.num_envs), self._totals.dtype)
        if self._left > 1:
            places = self._places(self._left - 1)
            after = self._totals.take([places + self._lanes, places])
        self._ends = self._rows.take([first, first + (self._left - 1)]) if self._left else after
        self._values = self._ends + after
        self._best = self._values.max(axis=0)

    def _observe(self) -> Observation:
        array = self._observations.copy()
        array[:, -1] = self.length - self._left
        return array

    def _legal(self, actions: Any) -> NDArray[np.int64]:
        """The actions as an array of one per episode. Raises IllegalMoveError."""
        given = actions_of(actions, self.num_envs)
        if given.min() < 0 or given.max() > 1:
            raise IllegalMoveError("an action is 0 for the left end or 1 for the right end")
        if self._left == 1 and given.any():
            raise IllegalMoveError("one card is left, which counts as the left end: give 0 in every episode")
        return given

    def _info(self, losses: NDArray[Any]) -> dict[str, Any]:
        kind = np.float64 if self.opponent.stochastic else np.int64
        mask, values = np.zeros((self.num_envs, 2), np.int8), np.full((self.num_envs, 2), -np.inf)
        ends = min(self._left, 2)
        mask[:, :ends], values[:, :ends] = 1, self._values[:ends].T
        best, losses = self._best.astype(kind), losses.astype(kind)
        info = {"best": best, "loss": losses, "q": values, "action_mask": mask}
        return info | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in info}


def vector_env(
    num_envs: int = 1,
    row: Iterable[Any] | None = None,
    opponent: object = "optimal",
    *,
    rules: object = None,
    length: int = 10,
    you_first: bool = True,
    dtype: Any = np.float32,
    scale: float = 1,
) -> VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]:
    """A `TwoEndsVectorEnv`, or under other rules a `RulesVectorEnv`.

    Under other rules, what that does not support is Gymnasium's vector of `TwoEndsEnv`, no faster than single
    ones.

    >>> vector_env(3, [1, 2, 3, 7], rules="take 1-3 left").reset()[1]["best"].tolist()
    [6, 6, 6]
    """
    options: dict[str, Any] = {"length": length, "you_first": you_first, "dtype": dtype, "scale": scale}
    if Rules.of(rules).plain:
        return TwoEndsVectorEnv(num_envs, row, opponent, **options)
    require_count(num_envs)
    values = None if row is None else Row.of(row)
    single = partial(TwoEndsEnv, values, opponent, rules=rules, **options)
    return rules_vector.make(num_envs, single().episodes) or SyncVectorEnv([single] * num_envs)


def require_count(num_envs: object) -> None:
    """Raise RowError unless it is the number of one environment or more."""
    if not isinstance(num_envs, SupportsIndex) or isinstance(num_envs, bool) or index(num_envs) < 1:
        raise RowError(f"num_envs is {num_envs!r}: give a whole number of 1 or more")


def _integers(row: Row) -> NDArray[np.int64]:
    """The row as machine integers. Raises RowError."""
    values = compiled.integers(row.values) if row.kind == "integer" else None
    if values is None or not compiled.fits(values):
        raise RowError(
            "the values are not integers whose sums fit 64 bits: "
            "scale them, or use vectorization_mode='sync', which computes exactly"
        )
    return values
