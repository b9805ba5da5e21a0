"""Outcomes: both totals after each move of the mover, what the move gives away, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from twoends.rules.games import Game
from twoends.rules.numbers import Pair, Total
from twoends.rules.preferences import Outcome
from twoends.rules.rules import Rules
from twoends.rules.sides import AnyMove
from twoends.solvers import SolverResult, dispatch

Winner = Literal["you", "opponent", "draw"]

Loss = tuple[Total, Total]
"""What a move gives away: (loss of total, 0) if the rules fix the sum of both totals, else (loss of margin,
loss of the mover's total among moves of equal margin)."""


def worth(rules: Rules, yours: Total, theirs: Total) -> Total:
    """Your utility: your total if the rules fix the sum of both totals, else your margin, times the sign."""
    return rules.sign * (yours if rules.fixed_sum else yours - theirs)


def outcomes(game: Game, result: SolverResult) -> list[Outcome]:
    """The mover's moves with both totals of the remaining game, exact and unscaled, given its solution."""
    after = map(result.exact, result.after()) if game.mover == "you" else _after_theirs(game)
    return [Outcome(move, *totals) for move, totals in zip(game.moves(), after, strict=True)]


def _after_theirs(game: Game) -> Sequence[Pair]:
    """Both totals after each move of the opponent."""
    if not (game.rules.plain and game.shape.interval(game.remaining) is not None):
        from twoends.answers.positions import prospects

        return prospects(game, [game.state]).states[0].after
    pairs = []
    for end in game.moves():
        result = dispatch.solve(game.play(end), "auto", None, None)  # unlike prospects, it may be compiled
        yours, theirs = result.exact(result.first)
        pairs.append((yours, theirs + game.book.earns(game.state, end)))
    return pairs


def losses(game: Game, outcomes: Sequence[Outcome], sign: Callable[[Total], int]) -> list[Loss]:
    """What each move gives away compared with the best one; `sign` is 0 for differences within rounding."""
    rules, values = game.rules, list[Loss]()
    for each in outcomes:
        own, other = (each.yours, each.theirs) if game.mover == "you" else (each.theirs, each.yours)
        values.append((worth(rules, own, other), 0 if rules.fixed_sum else worth(rules, own, 0)))
    best = max(values, default=(0, 0))
    lost: list[Loss] = []
    for primary, secondary in values:
        loss = best[0] - primary if sign(best[0] - primary) else 0
        lost.append((loss, 0 if loss or not sign(best[1] - secondary) else best[1] - secondary))
    return lost


def intended(game: Game, outcomes: Sequence[Outcome], losses: Sequence[Loss]) -> tuple[AnyMove, ...]:
    """The moves that the mover intends: your best ones, or those that the opponent prefers."""
    who = game.opponent
    if not outcomes or game.mover == "you":
        return tuple(each.move for each, loss in zip(outcomes, losses, strict=True) if loss == (0, 0))
    liked = who.preferred(game.book, game.state, outcomes)
    return tuple(each.move for each in (liked if who.is_human else who.settled(liked)))


def winner_of(margin: Total) -> Winner:
    """The player with the larger total, given your margin."""
    return "you" if margin > 0 else "opponent" if margin < 0 else "draw"
