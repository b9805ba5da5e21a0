"""What mypy says of a user's code: each line with an error ends in a comment, E: and its code."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

import twoends
from twoends import Game, Move, Position

whole: int = twoends.solve([8, 15]).first
halves: Fraction = twoends.solve([Fraction(1, 2), Fraction(3)]).first
money: Decimal = twoends.solve([Decimal("2.50"), Decimal(1)]).first
real: float = twoends.solve([0.5, 3]).margin_first
dealt: int = twoends.solve(twoends.deal(seed=1)[:10], "greedy left").second
other: int = twoends.solve(range(9), "modest", ties="left").moves[0].loss
mixed = twoends.solve([1, Fraction(1, 2)]).first
by_rules: int = twoends.solve([1, 2, 3, 7], rules="take 1-3 left").first
maybe: int | None = twoends.solve([1, 2, 3, 7], rules="turns A").second
never: int = twoends.solve([1, 2, 3, 7], rules="turns A").second  # E: assignment
expected: int | Fraction | float = twoends.solve([8, 15], "random").first
expectation: int = twoends.solve([8, 15], "random").first  # E: assignment
tied: int = twoends.solve([8, 15], "greedy", ties="random").first  # E: assignment
trembling: int = twoends.solve([8, 15], "optimal trembling 1/10").first  # E: assignment
wrong_kind: str = twoends.solve([8, 15]).first  # E: assignment

twoends.solve(["a"])  # E: type-var
twoends.solve([1j])  # E: type-var
twoends.solve([8, None])  # E: type-var
twoends.solve([8, 15], ties="lft")  # E: call-overload
twoends.solve([8, 15], opponent=17)  # E: call-overload
twoends.solve([8, 15], rules=2)  # E: call-overload
twoends.match([8, 15], 17)  # E: call-overload
Game(["a"])  # E: type-var
Game([8, 15], ends=[None])  # E: list-item

game = Game([8, 15, 3, 7], opponent="greedy").play("R")
mine: int = game.yours + twoends.solve(game).second
both: tuple[int, int] = twoends.match([8, 15, 3, 7], "best", "greedy").totals
left_over: Decimal = Game([Decimal(8)]).margin


def larger(position: Position) -> Move:
    """A player."""
    return twoends.LEFT if position.left > position.right else twoends.RIGHT


def totals(rows: Iterable[list[int]]) -> list[int]:
    """What a first player gets on each row."""
    return [twoends.solve(row, larger).first for row in rows]


def after(game: Game) -> Game:
    """Games and solutions of any numbers need no type of theirs."""
    return game.play(game.moves()[0])
