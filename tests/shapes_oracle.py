"""Rows, boards and circles again, as plainly as possible: a recursion on tuples of cards.

It takes only the dealt cards, and the names of the ends, from the package.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

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


Reply = Callable[[list[Exact], list[Exact]], Exact]
"""(the card of each move, your total after it) -> your total."""


def mean(cards: list[Exact], after: list[Exact]) -> Exact:
    return Fraction(sum(after)) / len(after)


def of_cards(sign: int, ties: str) -> Reply:
    """A player who compares the cards alone, and takes the first, the last or any of those they prefer."""

    def reply(cards: list[Exact], after: list[Exact]) -> Exact:
        preferred = sign * max(sign * card for card in cards)
        totals = [total for card, total in zip(cards, after, strict=True) if card == preferred]
        return {"left": totals[0], "right": totals[-1], "random": mean(cards, totals)}[ties]

    return reply


def trembling(intended: Reply, epsilon: Fraction) -> Reply:
    return lambda cards, after: (1 - epsilon) * intended(cards, after) + epsilon * mean(cards, after)


REPLIES: dict[str, Reply] = {
    "optimal": lambda cards, after: min(after),
    "generous": lambda cards, after: max(after),
    "left": lambda cards, after: after[0],
    "right": lambda cards, after: after[-1],
    "greedy right": of_cards(1, "right"),
    "greedy left": of_cards(1, "left"),
    "modest right": of_cards(-1, "right"),
    "modest left": of_cards(-1, "left"),
    "greedy random": of_cards(1, "random"),
    "modest random": of_cards(-1, "random"),
    "random": mean,
    "greedy left trembling 1/4": trembling(of_cards(1, "left"), Fraction(1, 4)),
    "optimal trembling 1/10": trembling(lambda cards, after: min(after), Fraction(1, 10)),
}


@cache
def best_total(left: Left, name: str, your_turn: bool) -> Any:
    """Your total on what is left, with best play."""
    moves = steps(left)
    if not moves:
        return 0
    after = [best_total(rest, name, not your_turn) for _, rest in moves]
    if your_turn:
        return max(card + total for (card, _), total in zip(moves, after, strict=True))
    return REPLIES[name]([card for card, _ in moves], after)


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
            expected = REPLIES[name]([each for each, _ in moves], list(range(len(moves))))
            assert place == expected, f"{game} against {name}: {line}"
        assert best_total(left, name, not your_turn) == before, f"{game} against {name}: {end} of {line}"
        game = game.play(end)
    assert game.over, f"{game}: {line} stops early"
    return yours
