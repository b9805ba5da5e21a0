"""Rows, boards and circles again, as plainly as possible: a recursion on tuples of cards.

It takes only the dealt cards, and the names of the ends, from the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from rules_oracle import chances, opponent_of
from twoends import Board, Circle, Game, opponent, solve
from twoends.rules.moves import Line
from twoends.rules.numbers import Exact
from twoends.rules.shapes import Shape

Left = tuple[tuple[tuple[Exact, ...], str], ...]
"""What is left: the cards of each component, and where they may be taken: L, R, or O for any, on a circle."""

Step = tuple[Exact, Left]
"""A move: the card, and what is left after it."""


def dealt(shape: Shape) -> Left:
    if isinstance(shape, Circle):
        return ((tuple(shape.cards.values), "O"),)
    if isinstance(shape, Board):
        return tuple((tuple(part.row.values), "".join(map(str, part.open))) for part in shape.components)
    return ((tuple(shape.cards.values), "LR"),)


def steps(left: Left) -> list[Step]:
    """Every move, in the order of the ends."""
    found: list[Step] = []
    for number, (cards, sides) in enumerate(left):
        if sides == "O":
            return [(card, (((*cards[at + 1 :], *cards[:at]), "LR"),)) for at, card in enumerate(cards)]
        for side in sides[: len(cards)]:
            card, rest = (cards[0], cards[1:]) if side == "L" else (cards[-1], cards[:-1])
            found.append((card, (*left[:number], (rest, sides), *left[number + 1 :])))
    return found


OPPONENTS = (
    *("optimal", "generous", "left", "right", "greedy right", "greedy left", "modest right", "modest left"),
    *("greedy random", "modest random", "random", "greedy left trembling 1/4", "optimal trembling 1/10"),
)
BY_CHANCE = [name for name in OPPONENTS if "random" in name or "trembling" in name]
STEADY = [name for name in OPPONENTS if name not in BY_CHANCE]


def likely(name: str, moves: list[Step], after: list[Any]) -> list[Fraction]:
    """How likely an opponent is to make each move, with your total after it."""
    outcomes = zip(moves, after, strict=True)
    return chances(
        opponent_of(name), [((str(at), 1), (you, -you), card) for at, ((card, _), you) in enumerate(outcomes)]
    )


@cache
def best_total(left: Left, name: str, your_turn: bool) -> Any:
    """Your total on what is left, with best play."""
    moves = steps(left)
    if not moves:
        return 0
    after = [best_total(rest, name, not your_turn) for _, rest in moves]
    if your_turn:
        return max(card + total for (card, _), total in zip(moves, after, strict=True))
    by_chance = likely(name, moves, after)
    if 1 in by_chance:
        return after[by_chance.index(Fraction(1))]
    return sum(chance * total for chance, total in zip(by_chance, after, strict=True))


def played(left: Left, name: str, your_turn: bool) -> list[int]:
    """The places of all of your best moves, or of all that the opponent intends."""
    moves, total = steps(left), best_total(left, name, your_turn)
    after = [best_total(rest, name, not your_turn) for _, rest in moves]
    if your_turn:
        return [at for at, (card, _) in enumerate(moves) if card + after[at] == total]
    if name in ("optimal", "generous"):
        return [at for at in range(len(moves)) if after[at] == total]
    intended = name.partition(" trembling")[0]
    return [at for at, chance in enumerate(likely(intended, moves, after)) if chance]


def on_a_row(cards: Sequence[Any], name: str, your_turn: bool = True) -> Any:
    return best_total(((tuple(cards), "LR"),), name, your_turn)


def assert_solved(shape: Shape, name: str, method: str = "auto") -> None:
    """Compare the totals, the moves and the lines of a solution with all games."""
    solved, left, where = solve(shape, name, method=method), dealt(shape), f"{shape} against {name}, {method}"
    whole, (first, second) = sum(shape.cards.values), (best_total(left, name, you) for you in (True, False))
    assert (solved.first, solved.second) == (first, second), f"{where}: expected {first}, {second}"
    assert (solved.margin_first, solved.margin_second) == (2 * first - whole, 2 * second - whole), where
    assert solved.go_first == (first >= second), where
    ends: tuple[Any, ...] = Game(shape).moves()
    moves = zip(ends, steps(left), strict=True)
    totals = {end: card + best_total(rest, name, False) for end, (card, rest) in moves}
    got = {move.move: move.total for move in solved.moves}
    assert got == totals, f"{where}: expected by end {totals}, got {got}"
    assert all(move.loss == first - move.total for move in solved.moves), where
    best = [end for end in ends if totals[end] == first]
    assert list(solved.best) == [move.move for move in solved.moves[: len(best)]] == best, where
    for you_first, line, total in ((True, solved.line, first), (False, solved.line_second, second)):
        if opponent(name).stochastic:
            assert line is None, where
        else:
            assert line is not None, where
            assert replayed(Game(shape, you_first), name, line) == total, f"{where}: {line}"


def replayed(game: Game, name: str, line: Line) -> Exact:
    """Play a line, every move of which must be best (yours) or intended (the opponent's); your total."""
    left, yours = dealt(game.shape), Fraction(0)
    for end in line:
        moves, your_turn = steps(left), game.mover == "you"
        place, before = game.moves().index(end), best_total(left, name, your_turn)
        card, left = moves[place]
        if your_turn:
            yours += card
            before -= card
        elif name not in ("optimal", "generous"):  # who compares the cards takes one of them
            assert likely(name, moves, [0] * len(moves))[place], f"{game} against {name}: {line}"
        assert best_total(left, name, not your_turn) == before, f"{game} against {name}: {end} of {line}"
        game = game.play(end)
    assert game.over, f"{game}: {line} stops early"
    return yours
