"""Many episodes side by side on the kernels: a Gymnasium vector environment. Needs the extra pettingzoo.

`gymnasium.make_vec("twoends/TwoEnds-v0", num_envs=1024, length=52, opponent="greedy")` makes one, once
`twoends.interop.gymnasium` is imported. Observations, actions and rewards are those of `TwoEndsEnv`, a
line for each episode; `info` holds arrays, int64, or float64 against an opponent who moves by chance,

    best         your totals still to come if you play the best response from here, shape (m,)
    loss         what your last moves gave away against the best ones, shape (m,)
    q            your totals still to come after each action, float64, shape (m, 2)
    action_mask  which actions are legal, int8, shape (m, 2)

each with its mask, as Gymnasium has it: `_best` and so on, which are all true. Every episode has as many
cards as the others, so that all end with the same step; the one after it deals anew, whatever the actions,
and rewards nothing: Gymnasium's autoreset mode NEXT_STEP. Two runs with the same seed are the same.
By other rules than one card from either end single environments are played side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from twoends.interop.environment import Episodes, Observation
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.kernels.games import decide, offset
from twoends.kernels.rules import BOTH, LEFT, RIGHT
from twoends.rules.cards import deck
from twoends.rules.errors import IllegalMoveError, OpponentError, RowError
from twoends.rules.opponents import independent_opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules
from twoends.solvers import compiled

Told = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class TwoEndsVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """You against one opponent, in `num_envs` episodes at a time.

    num_envs   how many episodes are played side by side: m
    row        the integers of every episode; None: a new deal in each of them, each time
    opponent   a name, an `Opponent`, or your own reply rule decorated with numba.njit, which takes the left
               end where both are as good
    length     how many cards of a shuffled deck make a deal
    you_first  whether you make the first move
    dtype      of observations, and by what each value is multiplied there: scale

    Each opponent breaks ties by their own rule, exactly, as in `match`. A step takes O(m); a deal O(m n²)
    time, and 5 bytes for each of n²/2 positions of each row (9 for large values and for expectations). Raises
    RowError for a row that is not of integers that fit, or that float32 merges, OpponentError for a function
    that is not compiled, IllegalMoveError for actions that are none.

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
        if num_envs < 1:
            raise RowError(f"num_envs is {num_envs}: play 1 episode or more")
        self.num_envs = num_envs
        shared = Episodes(row, length, None, dtype, scale, None, you_first)
        self.row, self._sight = shared.row, shared.sight
        self.length = length if self.row is None else len(self.row)
        self.opponent = independent_opponent(opponent)
        if not compiled.serves(self.opponent):
            raise OpponentError(
                f"{self.opponent} is not compiled: decorate your rule with numba.njit, or play "
                "vectorization_mode='sync', which asks Python"
            )
        self.you_first = you_first
        self.single_action_space = gymnasium.spaces.Discrete(2)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = self._sight.space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._cards = np.array(deck(), np.int64) if self.row is None else _integers(self.row)
        self._cards = compiled.frozen(self._cards, compiled.dtype_for(self._cards, self.opponent))
        self._rows = np.empty((0, self.length), self._cards.dtype)
        self._best = np.zeros(num_envs, self._cards.dtype)
        seen_in = self._sight.dtype if scale == 1 else np.float64
        self._seen = np.zeros((num_envs, 2 * self.length + 1), seen_in)
        self._in_seen = np.arange(num_envs) * self._seen.shape[1]
        self._left = -1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Lay out the rows of the next episodes; the opponent moves if they are first."""
        super().reset(seed=seed)
        if self.row is None:
            decks = np.broadcast_to(self._cards, (self.num_envs, len(self._cards)))
            self._solve(self.np_random.permuted(decks, axis=1)[:, : self.length])
        elif not len(self._rows):
            self._solve(self._cards[np.newaxis])
        self._starts, self._left = np.zeros(self.num_envs, np.int64), self.length
        self._seen[:, : self.length], self._seen[:, self.length : -1] = self._rows, 1
        if not self.you_first:
            self._reply()
        self._weigh()
        return self._observed(), self._info(np.zeros_like(self._best))

    def step(self, actions: NDArray[np.int64]) -> Told:
        """Take an end in every episode; the opponent replies. After the last card the rows are dealt anew."""
        if self._left < 0:
            raise gymnasium.error.ResetNeeded("call reset before the first step: nothing has been dealt")
        m = self.num_envs
        none = np.zeros(m, np.bool_)
        if not self._left:
            seen, info = self.reset()
            return seen, np.zeros(m), none, none.copy(), info
        goes_left = self._legal(actions) == 0
        cards, brought = (np.where(goes_left, left, right) for left, right in (self._ends, self._brought))
        losses = self._best - brought
        self._take(goes_left)
        if self._left:
            self._reply()
        self._weigh()
        ended = np.full(m, not self._left)
        return self._observed(), cards.astype(np.float64), ended, none, self._info(losses)

    def _solve(self, rows: NDArray[Any]) -> None:
        self._rows = compiled.frozen(rows, rows.dtype.type)
        replies = compiled.replies_of(self.opponent, rows.astype(np.int64), rows.dtype)
        if replies is None:
            raise RowError(
                f"the row is too large for the keys of {self.opponent}: scale it, or play "
                "vectorization_mode='sync', which counts exactly"
            )
        with compiled.failing_as(self.opponent):
            self._decisions, self._totals = decide(self._rows, *replies, self.you_first, with_totals=True)
        _, random_left, random_right = replies.chance or (1.0, 0.0, 0.0)
        self._epsilon, self._random_left = random_left + random_right, random_left
        # Tables are read as flat arrays, which takes half the time: where each episode begins in them.
        which = np.arange(self.num_envs) if len(rows) > 1 else np.zeros(self.num_envs, np.int64)
        _, positions, self._lanes = self._totals.shape
        self._in_rows = which * self.length
        self._in_tables = which // self._lanes * (positions * self._lanes) + which % self._lanes

    def _places(self, length: int) -> NDArray[np.int64]:
        """Where tables of every position, as `decide` fills them, have so many cards from `starts` on."""
        starts = offset(length, self.length) + self._starts
        places: NDArray[np.int64] = self._in_tables + starts * self._lanes
        return places

    def _take(self, goes_left: NDArray[np.bool_]) -> None:
        """Take the left end, or the right one, in every episode."""
        at = self._in_seen + np.where(goes_left, self._starts, self._starts + (self._left - 1))
        seen = self._seen.reshape(-1)
        seen[at] = seen[at + self.length] = 0
        self._starts, self._left = self._starts + goes_left, self._left - 1

    def _reply(self) -> None:
        """Let the opponent move in every episode. Raises OpponentError.

        One draw decides whether they move at random, where to, and which of two equal ends they take.
        """
        liked, ties = self._decisions.take(self._places(self._left)), compiled.ties_of(self.opponent)
        goes_left, chosen = liked != RIGHT if ties == LEFT else liked == LEFT, liked > 0
        if self.opponent.needs_random:
            draws = self.np_random.random(self.num_envs)
            if ties == BOTH:
                goes_left |= (liked == BOTH) & (draws < self._epsilon + 0.5 * (1 - self._epsilon))
            at_random = draws < self._epsilon
            goes_left, chosen = np.where(at_random, draws < self._random_left, goes_left), chosen | at_random
        if not chosen.all():
            raise OpponentError(f"{self.opponent} mixes both sides: a player must choose one of them")
        self._take(goes_left)

    def _weigh(self) -> None:
        """Say what each end of what is left brings you: its card, and your best total from there on."""
        first, after = self._in_rows + self._starts, np.zeros((2, self.num_envs), self._totals.dtype)
        if self._left > 1:
            places = self._places(self._left - 1)
            after = self._totals.take([places + self._lanes, places])
        self._ends = self._rows.take([first, first + (self._left - 1)]) if self._left else after
        self._brought = self._ends + after
        self._best = self._brought.max(axis=0)

    def _observed(self) -> Observation:
        seen = self._seen.copy()
        seen[:, -1] = self.length - self._left
        if self._sight.scale != 1:
            seen[:, : self.length] *= self._sight.scale
        return seen.astype(self._sight.dtype, copy=False)

    def _legal(self, actions: Any) -> NDArray[np.int64]:
        """The actions, one for each episode. Raises IllegalMoveError."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise IllegalMoveError(
                f"the actions are {given.dtype} of shape {given.shape}: give {self.num_envs} integers"
            )
        if given.min() < 0 or given.max() > 1:
            raise IllegalMoveError("an action is 0 for the left end or 1 for the right one, and nothing else")
        if self._left == 1 and given.any():
            raise IllegalMoveError("one card is left, and counts as the left end: give 0 in every episode")
        return given

    def _info(self, losses: NDArray[Any]) -> dict[str, Any]:
        kind = np.float64 if self.opponent.stochastic else np.int64
        mask, values = np.zeros((self.num_envs, 2), np.int8), np.full((self.num_envs, 2), -np.inf)
        left = min(self._left, 2)  # as many ends
        mask[:, :left], values[:, :left] = 1, self._brought[:left].T
        best, losses = self._best.astype(kind), losses.astype(kind)
        told = {"best": best, "loss": losses, "q": values, "action_mask": mask}
        return told | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in told}


def vector_env(
    num_envs: int = 1,
    row: Iterable[Any] | None = None,
    opponent: object = "optimal",
    *,
    rules: object = None,
    **options: Any,
) -> VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]:
    """A `TwoEndsVectorEnv`; by other rules, Gymnasium's own vector of `TwoEndsEnv`, no faster than they are.

    >>> vector_env(3, [1, 2, 3, 7], rules="take 1-3 left").reset()[1]["best"].tolist()
    [6, 6, 6]
    """
    if Rules.of(rules).plain:
        return TwoEndsVectorEnv(num_envs, row, opponent, **options)
    values = None if row is None else Row.of(row)
    one = partial(TwoEndsEnv, values, opponent, rules=rules, **options)
    return SyncVectorEnv([one] * num_envs)


def _integers(row: Row) -> NDArray[np.int64]:
    """The row for the kernels. Raises RowError."""
    values = compiled.integers(row.values) if row.kind == "integer" else None
    if values is None or not compiled.fits(values):
        raise RowError(
            "the row is not one of machine integers, in which many episodes are counted: "
            "scale it, or play vectorization_mode='sync', which counts exactly"
        )
    return values
