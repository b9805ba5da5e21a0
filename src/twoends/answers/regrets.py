"""Regret: how much less a player gets than the best response to the same opponent."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from statistics import mean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers.batch import solve_rows
from twoends.answers.batch_games import play_rows
from twoends.answers.groups import array_of, group_rows
from twoends.answers.matches import as_player
from twoends.answers.policies import chances
from twoends.engine.judge import worth_of
from twoends.engine.values import method_of
from twoends.rules.errors import RowError
from twoends.rules.games import Game
from twoends.rules.numbers import Total
from twoends.rules.opponent_names import computer_opponent
from twoends.rules.opponents import Opponent
from twoends.rules.rulebook import State
from twoends.rules.rules import Rules

LARGEST_SQUARED = 1e150
"""Statistics of larger losses are computed in Fractions: the sum of their squares may overflow a float."""

_TOO_LARGE = "a loss leaves the range of a float: give smaller values"


@dataclass(frozen=True, eq=False, repr=False)
class Regret:
    """What a player loses against one opponent on m rows, a game on each.

    losses  how much less the player gets on each row than the best response, shape (m,), at least 0. If
            neither player moves at random, exact, in the rows' own kind of number; else an exact expectation
            rounded once to float64, or from 201 cards on rounded as `solve` says
    """

    losses: NDArray[Any]

    @property
    def mean(self) -> float:
        """The mean loss of a game; nan without rows. Raises RowError if it leaves the range of a float."""
        return self._statistics[0]

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, if the rows are a random sample; nan for fewer than two rows.

        Only the choice of the rows varies: the loss on each row is exact. Raises RowError as `mean` does.
        """
        return self._statistics[1]

    @cached_property
    def _statistics(self) -> tuple[float, float]:
        """The mean and its standard error."""
        m = len(self)
        if (self.losses < LARGEST_SQUARED).all():
            losses = self.losses.astype(np.float64)
            deviation = losses.std(ddof=1) if m > 1 else math.nan
            return float(losses.mean()) if m else math.nan, float(deviation) / math.sqrt(max(m, 1))
        exact = list(map(Fraction, self.losses.tolist()))
        try:
            return float(mean(exact)), stdev(exact) / math.sqrt(m) if m > 1 else math.nan
        except OverflowError:
            raise RowError(_TOO_LARGE) from None

    def __len__(self) -> int:
        return len(self.losses)

    def __repr__(self) -> str:
        rows = "1 row" if len(self) == 1 else f"{len(self):,} rows"
        if not len(self):
            return f"Regret({rows})"
        try:
            error = f" ± {self.standard_error:.2g}" if len(self) > 1 else ""
            return f"Regret({self.mean:.4g}{error} a game, {rows})"
        except RowError:
            return f"Regret({rows})"


def regret(
    player: object,
    rows: Any,
    opponent: object = "optimal",
    *,
    you_first: bool = True,
    rules: object = None,
    threads: int | None = None,
) -> Regret:
    """How much less a player gets on each row than the best response to the same opponent.

    `player` is given as to `match`, rows as to `solve_rows`; the player moves first unless `you_first` is
    False. The loss is measured in totals, or in margins under rules that do not fix the sum of both; it is
    the sum of the losses of the player's moves, as `review` judges them against this opponent. Nothing is
    sampled: if a player moves at random, the loss is its expectation over all games.

    `opponent` is fixed, so a small regret does not mean that nobody beats the player. OpenSpiel's
    `exploitability` of two players, each an opponent of the other, is `regret(a, rows, b).mean +
    regret(b, rows, a, you_first=False).mean` for a row, or half of that if the rules do not fix the sum: its
    returns are margins, of which it takes the half.

    Without random moves it costs what `solve_rows` and `play_rows` cost, or under other rules what `solve`
    and `match` cost on each row. With them, O(n²) positions of each row in Python: some 20 ms for a deck of
    52. Raises RowError, OpponentError, RulesError, MethodError.

    Source: the regret of a policy, and Lanctot et al., "OpenSpiel", 2019, section 3.3, for exploitability.

    >>> regret("greedy", [[8, 15, 3, 7], [1, 30, 100, 15, 2]]).losses.tolist()
    [7, 0]
    >>> regret("random", [[8, 15, 3, 7]], "greedy").losses.tolist()
    [7.5]
    """
    against, who, by_rules = computer_opponent(opponent), as_player(player), Rules.of(rules)
    Game((), you_first, (), against, by_rules).check_single_player(against)
    custom = against.custom or (who is not None and who.custom)
    by_chance = against.needs_random or (who is not None and who.needs_random)
    in_groups = by_rules.plain and not by_chance
    # A player of your own sees the values as given.
    groups, rest, given = group_rows(rows, scale=not custom, most_cards=math.inf if in_groups else -1)
    losses: list[Any] = [0] * len(given)
    for group in groups:
        of = group.own if custom and group.own else group.rows  # cards have suits
        solved = solve_rows(of, against, threads=threads)
        seats = (player, against) if you_first else (against, player)
        played = play_rows(of, *seats, threads=threads).totals[:, 0 if you_first else 1]
        shown = group.show((solved.first if you_first else solved.second) - played)
        if len(groups) == 1 and not rest:
            return Regret(shown)
        for place, loss in zip(group.places.tolist(), shown.tolist(), strict=True):
            losses[place] = loss
    for place, row in rest:
        total = _expected_loss(Game(row, you_first, (), against, by_rules), who)
        losses[place] = _as_float(total) if by_chance else row.show(total)
    return Regret(np.array(losses, np.float64) if by_chance else array_of(losses))


def _expected_loss(game: Game, who: Opponent | None) -> Total:
    """How much less than the value of a game a player (you) gets, in one pass over all moves of both."""
    if who is None:  # the best response loses nothing
        return 0
    book, fixed_sum = game.book, game.rules.fixed_sum
    yours = chances(replace(game, you_first=not game.you_first, opponent=who))
    theirs = chances(game)
    loss: Total = worth_of(*method_of(game).totals(book, [book.start])[0], fixed_sum)
    reached: dict[State, Total] = {book.start: 1}
    while states := list(filter(book.moves, reached)):
        after: dict[State, Total] = {}
        your_turn = book.mover(states[0]) == "you"
        for state in states:
            for chance, move in (yours if your_turn else theirs)(state):
                probability = reached[state] * chance
                if your_turn or not fixed_sum:
                    earned = probability * book.earns(state, move)
                    loss += -earned if your_turn else earned
                following = book.after(state, move)
                after[following] = after.get(following, 0) + probability
        reached = after
    return loss if loss > 0 else 0  # a value of more than 200 cards may be rounded


def _as_float(loss: Total) -> float:
    """A loss as a float. Raises RowError if it leaves their range."""
    try:
        return float(loss)
    except OverflowError:
        raise RowError(_TOO_LARGE) from None
