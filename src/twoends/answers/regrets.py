"""Regret: how much less a player gets than the best response to the same opponent."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers.batch import solve_rows
from twoends.answers.batch_games import play_rows
from twoends.answers.groups import group_rows
from twoends.answers.matches import as_player
from twoends.answers.policies import chances, choices_by
from twoends.engine import playing
from twoends.engine.method import judged
from twoends.engine.options import Options
from twoends.engine.values import method_of
from twoends.rules.games import Game
from twoends.rules.numbers import Total
from twoends.rules.opponents import Opponent, computer_opponent
from twoends.rules.rulebook import State
from twoends.rules.rules import Rules


@dataclass(frozen=True, eq=False, repr=False)
class Regret:
    """What a player loses against one opponent on m rows, a game on each.

    losses  how much less than the best response the player gets on each row, shape (m,), at least 0. If
            neither player moves at random, exact, in the rows' own kind of number; else an exact expectation
            rounded once to float64, or from 201 cards on rounded as `solve` says
    """

    losses: NDArray[Any]

    @property
    def mean(self) -> float:
        """The mean loss of a game; nan without rows."""
        return float(self.losses.astype(np.float64).mean()) if len(self) else math.nan

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, if the rows are a random sample; nan for fewer than two rows.

        Only the choice of the rows varies: the loss on each row is exact.
        """
        m = len(self)
        return float(self.losses.astype(np.float64).std(ddof=1)) / math.sqrt(m) if m > 1 else math.nan

    def __len__(self) -> int:
        return len(self.losses)

    def __repr__(self) -> str:
        return f"Regret({self.mean:.4g} ± {self.standard_error:.2g} a game, {len(self):,} rows)"


def regret(
    player: object,
    rows: Any,
    opponent: object = "optimal",
    *,
    you_first: bool = True,
    rules: object = None,
    threads: int | None = None,
) -> Regret:
    """How much less than the best response to an opponent a player gets, on each row.

    `player` is given as to `match`, rows as to `solve_rows`; the player moves first unless `you_first` is
    False. The loss is measured in totals, or in margins by rules that do not fix the sum of both; it is the
    sum of the losses of the player's moves, as `review` judges them against this opponent. Nothing is
    sampled: if a player moves at random, the loss is its expectation over all games.

    `opponent` is fixed, so a small regret does not mean that nobody beats the player. OpenSpiel's
    `exploitability` of two players, each an opponent of the other, is `regret(a, rows, b).mean +
    regret(b, rows, a, you_first=False).mean` for a row: its returns are margins, of which it takes the half.

    Without random moves it costs what `solve_rows` and `play_rows` cost. With them, O(n²) positions of each
    row in Python: some 20 ms for a deck of 52. Raises RowError, OpponentError, RulesError, MethodError.

    Source: the regret of a policy, and Lanctot et al., "OpenSpiel", 2019, section 3.3, for exploitability.

    >>> regret("greedy", [[8, 15, 3, 7], [1, 30, 100, 15, 2]]).losses.tolist()
    [7, 0]
    >>> regret("random", [[8, 15, 3, 7]], "greedy").losses.tolist()
    [7.5]
    """
    against, who, by_rules = computer_opponent(opponent), as_player(player), Rules.of(rules)
    Game((), you_first, (), against, by_rules).check_single_player(against)
    by_chance = against.needs_random or (who is not None and who.needs_random)
    if by_chance or not isinstance(rows, np.ndarray):
        rows = group_rows(rows, most_cards=-1)[2]  # read once
    if by_chance:
        games = [Game(row, you_first, (), against, by_rules) for row in rows]
        return Regret(np.array([float(_expected_loss(game, who)) for game in games], np.float64))
    solved = solve_rows(rows, against, rules=by_rules, threads=threads)
    seats = (player, against) if you_first else (against, player)
    played = play_rows(rows, *seats, rules=by_rules, threads=threads).totals.T
    yours, theirs = played if you_first else played[::-1]
    if by_rules.fixed_sum:
        return Regret((solved.first if you_first else solved.second) - yours)
    return Regret((solved.margin_first if you_first else solved.margin_second) - (yours - theirs))


def _expected_loss(game: Game, who: Opponent | None) -> Total:
    """The expected loss of a player, you, in a game: of each move in each state, times its probability."""
    if who is None:  # the best response loses nothing
        return 0
    book, method = game.book, method_of(game, options=Options(keeps=True))
    mirrored = replace(game, you_first=not game.you_first, opponent=who)
    yours = chances(mirrored)
    theirs = playing.chances(book, game.opponent, lambda: choices_by(method, book, game.opponent))
    loss: Total = 0
    reached: dict[State, Total] = {book.start: Fraction(1)}
    while states := list(filter(book.moves, reached)):
        after: dict[State, Total] = {}
        yours_now = book.mover(states[0]) == "you"
        values = method.values(book, states) if yours_now else []
        for place, state in enumerate(states):
            spread, moves = (yours if yours_now else theirs)(state), book.moves(state)
            lost = judged(values[place].after, book.rules)[0] if yours_now else [0] * len(moves)
            for chance, move in spread:
                loss += reached[state] * chance * lost[moves.index(move)]
                following = book.after(state, move)
                after[following] = after.get(following, 0) + reached[state] * chance
        reached = after
    return loss
