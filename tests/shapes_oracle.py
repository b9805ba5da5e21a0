"""Rows, boards and circles again, as plainly as possible: a recursion on tuples of cards.

It takes only the dealt cards, and the names of the ends, from the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from rules_oracle import Taken, chances, opponent_of
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


def by_end(left: Left, most: int) -> list[tuple[Taken, Step]]:
    """Every move of at most so many cards, in order, with its end and their number."""
    found: list[tuple[Taken, Step]] = []
    for number, (cards, sides) in enumerate(left):
        if sides == "O":
            firsts = [(card, (((*cards[at + 1 :], *cards[:at]), "LR"),)) for at, card in enumerate(cards)]
            return [((str(at), 1), first) for at, first in enumerate(firsts)]
        for place, side in enumerate(sides):
            for count in range(1, min(most, len(cards)) + 1):
                if place and count == len(cards):
                    continue  # which is a move from the first end
                taken, rest = (
                    (cards[:count], cards[count:]) if side == "L" else (cards[-count:], cards[:-count])
                )
                after = (*left[:number], (rest, sides), *left[number + 1 :])
                found.append(((f"{number}{side}", count), (sum(taken), after)))
    return found


def steps(left: Left, most: int = 1) -> list[Step]:
    return [step for _, step in by_end(left, most)]


OPPONENTS = (
    *("optimal", "generous", "left", "right", "greedy right", "greedy left", "modest right", "modest left"),
    *("greedy random", "modest random", "random", "greedy left trembling 1/4", "optimal trembling 1/10"),
)
BY_CHANCE = [name for name in OPPONENTS if "random" in name or "trembling" in name]
STEADY = [name for name in OPPONENTS if name not in BY_CHANCE]


def likely(name: str, moves: list[tuple[Taken, Step]], after: list[Any]) -> list[Fraction]:
    """How likely an opponent is to make each move, with your total after it."""
    both = zip(moves, after, strict=True)
    return chances(opponent_of(name), [(end, (you, -you), card) for (end, (card, _)), you in both])


@cache
def best_total(left: Left, name: str, your_turn: bool, most: int = 1) -> Any:
    """Your total on what is left, with best play."""
    moves = by_end(left, most)
    if not moves:
        return 0
    after = [best_total(rest, name, not your_turn, most) for _, (_, rest) in moves]
    if your_turn:
        return max(card + total for (_, (card, _)), total in zip(moves, after, strict=True))
    by_chance = likely(name, moves, after)
    if 1 in by_chance:
        return after[by_chance.index(Fraction(1))]
    return sum(chance * total for chance, total in zip(by_chance, after, strict=True))


def played(left: Left, name: str, your_turn: bool, most: int = 1) -> list[int]:
    """The places of all of your best moves, or of all that the opponent intends."""
    moves, total = by_end(left, most), best_total(left, name, your_turn, most)
    after = [best_total(rest, name, not your_turn, most) for _, (_, rest) in moves]
    if your_turn:
        return [at for at, (_, (card, _)) in enumerate(moves) if card + after[at] == total]
    intended = name.partition(" trembling")[0]
    if moves and intended in ("optimal", "generous"):
        wanted = min(after) if intended == "optimal" else max(after)
        return [at for at in range(len(moves)) if after[at] == wanted]
    return [at for at, chance in enumerate(likely(intended, moves, after)) if chance]


def on_a_row(cards: Sequence[Any], name: str, your_turn: bool = True) -> Any:
    return best_total(((tuple(cards), "LR"),), name, your_turn)


def assert_solved(shape: Shape, name: str, method: str = "auto", most: int = 1) -> None:
    """Compare the totals, the moves and the lines of a solution with all games."""
    rules = f"take 1-{most}"
    solved, left = solve(shape, name, method=method, rules=rules), dealt(shape)
    where = f"{shape} against {name}, {method}, {rules}"
    whole = sum(shape.cards.values)
    first, second = (best_total(left, name, you, most) for you in (True, False))
    assert (solved.first, solved.second) == (first, second), f"{where}: expected {first}, {second}"
    assert (solved.margin_first, solved.margin_second) == (2 * first - whole, 2 * second - whole), where
    assert solved.go_first == (first >= second), where
    ends: tuple[Any, ...] = Game(shape, rules=rules).moves()
    moves = zip(ends, steps(left, most), strict=True)
    totals = {end: card + best_total(rest, name, False, most) for end, (card, rest) in moves}
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
            assert line == Line.of(line, counted=line.counted), f"{where}: {line.runs} could be joined"
            replay = replayed(Game(shape, you_first, rules=rules), name, line, most)
            assert replay == total, f"{where}: {line}"


def replayed(game: Game, name: str, line: Line, most: int) -> Exact:
    """Play a line, every move of which must be best (yours) or intended (the opponent's); your total."""
    left, yours = dealt(game.shape), Fraction(0)
    for end in line:
        place, your_turn = game.moves().index(end), game.mover == "you"
        assert place in played(left, name, your_turn, most), f"{game} against {name}: {end} of {line}"
        card, left = steps(left, most)[place]
        yours += card if your_turn else 0
        game = game.play(end)
    assert game.over, f"{game}: {line} stops early"
    return yours
