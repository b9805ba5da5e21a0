"""What totals are worth, what each move of the mover brings, what it gives away, and who wins."""

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
"""What a move gives away: in margin, then in total; in total alone where both totals add up to the same."""


def worth(rules: Rules, yours: Total, theirs: Total) -> Total:
    """What both totals are worth to you: your total, or the margin where rules leave their sum open."""
    return rules.sign * (yours if rules.fixed_sum else yours - theirs)


def outcomes(game: Game, found: SolverResult) -> list[Outcome]:
    """The mover's moves, given what was found of the game; totals are exact, without units."""
    after = map(found.exact, found.after()) if game.mover == "you" else _after_theirs(game)
    return [Outcome(move, *totals) for move, totals in zip(game.moves(), after, strict=True)]


def _after_theirs(game: Game) -> Sequence[Pair]:
    """Both totals after each move of the opponent."""
    if not (game.rules.plain and game.shape.interval(game.remaining) is not None):
        from twoends.answers.positions import prospects

        return prospects(game, [game.state]).states[0].after
    pairs = []
    for end in game.moves():
        found = dispatch.solve(game.play(end), "auto", None, None)  # which may be compiled
        yours, theirs = found.exact(found.first)
        pairs.append((yours, theirs + game.book.earns(game.state, end)))
    return pairs


def losses(game: Game, outcomes: Sequence[Outcome], sign: Callable[[Total], int]) -> list[Loss]:
    """What each move gives away against the mover's best; `sign` of a difference, 0 within its rounding."""
    rules, brings = game.rules, list[Loss]()
    for each in outcomes:
        own, other = (each.yours, each.theirs) if game.mover == "you" else (each.theirs, each.yours)
        brings.append((worth(rules, own, other), 0 if rules.fixed_sum else worth(rules, own, 0)))
    most = max(brings, default=(0, 0))
    lost: list[Loss] = []
    for first, second in brings:
        margin = most[0] - first if sign(most[0] - first) else 0
        lost.append((margin, 0 if margin or not sign(most[1] - second) else most[1] - second))
    return lost


def intended(game: Game, outcomes: Sequence[Outcome], losses: Sequence[Loss]) -> tuple[AnyMove, ...]:
    """What the mover means to take: your best moves, or what the opponent likes best."""
    who = game.opponent
    if not outcomes or game.mover == "you":
        return tuple(each.move for each, loss in zip(outcomes, losses, strict=True) if loss == (0, 0))
    liked = who.preferred(game.book, game.state, outcomes)
    return tuple(each.move for each in (liked if who.is_human else who.settled(liked)))


def winner_of(margin: Total) -> Winner:
    """Who has the larger total, given your margin."""
    return "you" if margin > 0 else "opponent" if margin < 0 else "draw"
