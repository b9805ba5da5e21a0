"""Many episodes side by side under other rules: a graph of the positions, which all rows of a length share.

What a move earns and what an observation shows are sums of neighbouring cards times a factor, so the graph
keeps where they begin and end, and a step of all episodes is a few look-ups in arrays. Only the values of
the positions are computed row by row, by the method that `solve` uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from twoends.engine import turn_tasks
from twoends.engine.judge import worth_of
from twoends.engine.options import Options
from twoends.engine.other_rules import Turns
from twoends.engine.values import method_of
from twoends.interop.environment import Actions, Episodes, Observation, places_left
from twoends.rules import limits
from twoends.rules.batch_players import actions_of
from twoends.rules.cards import deck
from twoends.rules.errors import IllegalMoveError, RowError
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State

StepResult = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]
Ints = NDArray[np.int64]


class Moves(NamedTuple):
    """The s positions of all rows of n cards, and their at most k moves, in the order of the rulebook.

    states         the positions; the first is the start
    yours          whether it is your turn, shape (s,)
    after          the position that a move leads to, -1 for none, shape (s, k)
    begin, end     a move earns the sum of the cards dealt from `begin` to below `end` ...
    factor         ... times this, shape (s, k)
    from_right     whether a move takes from the right end, shape (s, k)
    slots          the place in (s, k) of each action, -1 for an illegal one, shape (s, actions)
    shown_from, shown_to  an observation shows at each place the sum of these cards, shape (s, n)
    """

    states: list[State]
    yours: NDArray[np.bool_]
    after: Ints
    begin: Ints
    end: Ints
    factor: Ints
    from_right: NDArray[np.bool_]
    slots: Ints
    shown_from: Ints
    shown_to: Ints

    @classmethod
    def of(cls, book: Rulebook, actions: Actions) -> Moves | None:
        """The positions that a game can reach; None above limits.MAX_MOVES_SIDE_BY_SIDE moves."""
        n = len(book.shape)
        unit = Rulebook(book.shape, book.you_first, tuple(np.eye(n, dtype=np.object_)), book.rules)
        states, numbers, moves = [book.start], {book.start: 0}, list[tuple[int, ...]]()
        shown, most = list[tuple[int, ...]](), 0
        for at, state in enumerate(states):  # which grows meanwhile
            for place, card in zip(places_left(unit, state), unit.cards(state), strict=True):
                shown.append((at, place, *_block(card)[:2]))
            for slot, (action, move) in enumerate(actions.legal(unit, state).items()):
                following = unit.key(unit.after(state, move))
                if following not in numbers:
                    numbers[following] = len(states)
                    states.append(following)
                leads_to = numbers[following]
                moves.append((at, slot, action, leads_to, move.end == "R", *_block(unit.earns(state, move))))
                most = max(most, slot + 1)
            if len(moves) > limits.MAX_MOVES_SIDE_BY_SIDE:
                return None
        s, (begins, places, shown_from, shown_to) = len(states), np.array(shown, np.int64).T
        position, slot_of, action_of, *columns = np.array(moves, np.int64).T
        after, right, begin, end, factor = (np.zeros((s, most), np.int64) for _ in columns)
        after -= 1
        for table, column in zip((after, right, begin, end, factor), columns, strict=True):
            table[position, slot_of] = column
        slots, edges = np.full((s, len(actions)), -1), np.zeros((2, s, n), np.int64)
        slots[position, action_of] = slot_of
        edges[:, begins, places] = shown_from, shown_to
        yours = np.array([book.mover(state) == "you" for state in states])
        return cls(states, yours, after, begin, end, factor, right == 1, slots, *edges)


def _block(coefficients: Any) -> tuple[int, int, int]:
    """Where the neighbouring cards that a sum adds up begin and end, and its factor."""
    places = np.flatnonzero(coefficients)
    return (int(places[0]), int(places[-1]) + 1, int(coefficients[places[0]])) if len(places) else (0, 0, 0)


class RulesVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """A single agent, you, against one opponent in m episodes at a time, under other rules; `make` makes it.

    `reset` and `step` return what those of `TwoEndsVectorEnv` do, but `q` and `action_mask` have shape
    (m, actions), and episodes may end at different times: each begins anew with the step after its last one,
    which ignores its action. A step takes O(m k) for at most k moves of a position; a deal solves its row.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # Gymnasium declares it on the instance

    def __init__(self, num_envs: int, episodes: Episodes, moves: Moves) -> None:
        rows, s = num_envs if episodes.row is None else 1, len(moves.states)
        if rows * s > limits.MAX_POSITIONS_SIDE_BY_SIDE:  # before the spaces, which take memory as well
            raise RowError(
                f"{num_envs:,} environments, each with {s:,} positions of its own, exceed the memory: "
                f"give at most {limits.MAX_POSITIONS_SIDE_BY_SIDE // s:,}, or fewer cards"
            )
        self.num_envs, self._episodes, self._moves = num_envs, episodes, moves
        self.opponent = episodes.game.opponent
        self.single_action_space = gymnasium.spaces.Discrete(len(episodes.actions))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = episodes.observations.space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._row = None if episodes.row is None else np.array(episodes.row.values, np.int64)
        self._kind = np.float64 if self.opponent.stochastic else np.int64
        self._row_of = np.arange(num_envs) % rows
        self._sums = np.zeros((rows, len(episodes.game.shape) + 1), np.int64)
        self._totals = np.zeros((2, rows, s), self._kind)
        # Floats cannot tell which expectations are equal: what the opponent prefers is kept instead.
        keeps = self.opponent.stochastic and not self.opponent.looks_at_cards and self.opponent.epsilon < 1
        self._kept = np.zeros((rows, *moves.after.shape), np.bool_) if keeps else None
        self._at, self._number, self._worth, self._rewarded = np.zeros((4, num_envs), np.int64)
        self._over: NDArray[np.bool_] | None = None
        self._places: Ints | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the next episodes, with the opponent's moves if they are first."""
        super().reset(seed=seed)
        self._begin(np.arange(self.num_envs))
        self._let_opponent_move()
        return self._observe(), self._info(np.zeros(self.num_envs, self._kind))

    def step(self, actions: NDArray[np.int64]) -> StepResult:
        """Make a move in every episode and let the opponent reply; begin anew those that were over."""
        if self._over is None:
            raise gymnasium.error.ResetNeeded("call reset before the first step")
        playing, over = np.flatnonzero(~self._over), np.flatnonzero(self._over)
        slots, worth = self._legal(actions, playing), self._worths(playing)
        losses, rewards = np.zeros(self.num_envs, self._kind), np.zeros(self.num_envs)
        losses[playing] = worth.max(axis=1) - worth[np.arange(len(slots)), slots]
        self._move(playing, slots)
        self._begin(over)
        ended = self._let_opponent_move()
        rewards[playing] = (self._worth - self._rewarded)[playing]
        self._rewarded[playing] = self._worth[playing]
        return self._observe(), rewards, ended, np.zeros_like(ended), self._info(losses)

    def _begin(self, envs: Ints) -> None:
        """Begin an episode in some environments. A row that stays the same is solved once."""
        for state in (self._at, self._number, self._worth, self._rewarded):
            state[envs] = 0
        if self._row is None:
            for env in envs.tolist():
                cards = self.np_random.permuted(np.array(deck(), np.int64))[: self._sums.shape[1] - 1]
                self._solve(env, cards)
        elif self._over is None:
            self._solve(0, self._row)

    def _solve(self, row: int, cards: Ints) -> None:
        """Keep the sums of a row, its totals, and what the opponent prefers if that is kept."""
        self._sums[row, 1:] = np.cumsum(cards)
        totals = self._solved(cards)
        self._totals[:, row] = totals
        if self._kept is not None:
            theirs = np.flatnonzero(~self._moves.yours)
            earns, after = self._earns(np.full(len(theirs), row), theirs), self._moves.after[theirs]
            yours_after, theirs_after = totals[:, after]
            wants = self.opponent.by_totals(yours_after, theirs_after + earns)
            self._kept[row, theirs] = _preferred(wants, after >= 0)

    def _solved(self, cards: Ints) -> NDArray[Any]:
        """Both totals from each position of a row on, exact, shape (2, s)."""
        game = self._episodes.game.unchecked(shape=Row.of(cards.tolist()))
        method, states = method_of(game, options=Options(keeps=True)), self._moves.states
        if not isinstance(method, Turns) or self.opponent.stochastic:
            return np.array(method.totals(game.book, states), object).T
        if self._places is None:
            self._places = np.array(method.places(game.book, states), np.int64).T
        at, swaps = self._places
        yours, theirs = (np.asarray(totals, np.int64)[at] for totals in method.table(game.book))
        return np.where(swaps == 1, (theirs, yours), (yours, theirs))

    def _earns(self, rows: Ints, at: Ints) -> Ints:
        """What each move earns in some positions of some rows, shape (e, k)."""
        moves, sums, of = self._moves, self._sums, rows[:, np.newaxis]
        return (sums[of, moves.end[at]] - sums[of, moves.begin[at]]) * moves.factor[at]

    def _after(self, envs: Ints) -> NDArray[Any]:
        """Both totals after each move of some environments, shape (2, e, k)."""
        at, rows = self._at[envs], self._row_of[envs]
        earns, totals = self._earns(rows, at), self._totals[:, rows[:, np.newaxis], self._moves.after[at]]
        yours = self._moves.yours[at][:, np.newaxis]
        after: NDArray[Any] = totals + np.stack((earns * yours, earns * ~yours))
        return after

    def _worths(self, envs: Ints) -> NDArray[Any]:
        """What each of your moves is worth, shape (e, k)."""
        yours, theirs = self._after(envs)
        worth: NDArray[Any] = worth_of(yours, theirs, self._episodes.rules.fixed_sum)
        least: NDArray[Any] = np.where(self._moves.after[self._at[envs]] >= 0, worth, worth.min(initial=0))
        return least

    def _move(self, envs: Ints, slots: Ints) -> None:
        """Make a move in some environments."""
        at = self._at[envs]
        earned = self._earns(self._row_of[envs], at)[np.arange(len(envs)), slots]
        theirs = 0 if self._episodes.rules.fixed_sum else -earned
        self._worth[envs] += np.where(self._moves.yours[at], earned, theirs)
        self._at[envs] = self._moves.after[at, slots]
        self._number[envs] += 1

    def _let_opponent_move(self) -> NDArray[np.bool_]:
        """Let the opponent move where it is their turn; return which episodes are over."""
        while True:
            over = self._moves.after[self._at, 0] < 0
            envs = np.flatnonzero(~over & ~self._moves.yours[self._at])
            if not len(envs):
                self._over = over
                ended: NDArray[np.bool_] = over.copy()
                return ended
            self._move(envs, self._replies(envs))

    def _replies(self, envs: Ints) -> Ints:
        """The opponent's moves in some environments, shape (e,)."""
        who, at, rows, moves = self.opponent, self._at[envs], self._row_of[envs], self._moves
        legal = moves.after[at] >= 0
        if who.epsilon == 1:
            preferred = legal
        elif self._kept is not None:
            preferred = self._kept[rows, at]
        elif who.looks_at_cards:
            preferred = _preferred([who.by_card(self._earns(rows, at))], legal)
        else:
            preferred = _preferred(who.by_totals(*self._after(envs)), legal)
        if who.ties == "right":  # of the moves of the last preferred end the one of fewest cards
            last = preferred.shape[1] - 1 - preferred[:, ::-1].argmax(axis=1)
            preferred = preferred & (moves.from_right[at] == moves.from_right[at, last][:, np.newaxis])
        if who.ties != "random":
            preferred = preferred & (preferred.cumsum(axis=1) == 1)
        if who.needs_random:
            trembles, draws = self.np_random.random((2, len(envs)))
            preferred = np.where((trembles < float(who.epsilon))[:, np.newaxis], legal, preferred)
            rank = 1 + (draws * preferred.sum(axis=1)).astype(np.int64)
            preferred = preferred & (preferred.cumsum(axis=1) == rank[:, np.newaxis])
        slots: Ints = preferred.argmax(axis=1)
        return slots

    def _legal(self, actions: Any, envs: Ints) -> Ints:
        """The moves of the actions of some environments, shape (e,). Raises IllegalMoveError."""
        slots, given = self._moves.slots[self._at[envs]], actions_of(actions, self.num_envs)[envs]
        inside = (given >= 0) & (given < slots.shape[1])
        chosen: Ints = np.where(inside, slots[np.arange(len(envs)), np.where(inside, given, 0)], -1)
        for wrong in np.flatnonzero(chosen < 0).tolist():
            legal = ", ".join(map(str, np.flatnonzero(slots[wrong] >= 0)))
            raise IllegalMoveError(
                f"action {given[wrong]} is not legal in environment {envs[wrong]}: choose from {legal}"
            )
        return chosen

    def _observe(self) -> Observation:
        moves, at, n = self._moves, self._at, self._sums.shape[1] - 1
        encoding, each = self._episodes.observations, self._row_of[:, np.newaxis]
        array = np.zeros((self.num_envs, *encoding.space.shape), encoding.dtype)
        cards = self._sums[each, moves.shown_to[at]] - self._sums[each, moves.shown_from[at]]
        array[:, :n] = cards.astype(np.float64 if encoding.dtype.kind == "f" else np.int64) * encoding.scale
        array[:, n : 2 * n] = moves.shown_to[at] > moves.shown_from[at]
        array[:, 2 * n] = self._number
        if self._episodes.rules.doubling:
            array[:, -1] = np.array([state.memory for state in moves.states])[at]
        return array

    def _info(self, losses: NDArray[Any]) -> dict[str, Any]:
        every = np.arange(self.num_envs)
        slots = self._moves.slots[self._at]
        values = np.take_along_axis(self._worths(every), np.maximum(slots, 0), axis=1)
        q = np.where(slots >= 0, values, -np.inf)
        best = self._totals[0, self._row_of, self._at]
        info = {"best": best, "loss": losses, "q": q, "action_mask": (slots >= 0).astype(np.int8)}
        return info | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in info}


def _preferred(wants: Iterable[NDArray[Any]], legal: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The legal moves that are wanted most, by the first want, then by the next; shapes (e, k)."""
    preferred = legal
    for want in wants:
        most = np.where(preferred, want, want.min(initial=0)).max(axis=1, keepdims=True)
        preferred = preferred & (want >= most).astype(np.bool_)
    return preferred


def make(num_envs: int, episodes: Episodes) -> RulesVectorEnv | None:
    """The environment of these episodes; None if single ones have to be played side by side.

    That is the case for a player of your own, for values that are not machine integers or whose totals may
    not fit, and above `limits.MAX_MOVES_SIDE_BY_SIDE` moves in all positions.
    """
    game, rules = episodes.game, episodes.rules
    values = [value for value in game.shape.cards.values if isinstance(value, int)]
    if game.opponent.custom or len(values) < len(game.shape):
        return None
    if not turn_tasks.totals_fit(rules, len(values), max(map(abs, values)), number=0):
        return None
    moves = Moves.of(game.book, episodes.actions)
    return None if moves is None else RulesVectorEnv(num_envs, episodes, moves)
