"""Pictures of games, solutions, tables and contractions, as tiles on a grid; svg.py draws them."""

from __future__ import annotations

from functools import singledispatch

from twoends.answers.solution import Solution
from twoends.answers.tables import Contraction, Table
from twoends.rules.boards import Board
from twoends.rules.circles import Circle
from twoends.rules.games import Game
from twoends.rules.rows import Row
from twoends.rules.shapes import name_of
from twoends.rules.sides import End
from twoends.views import svg
from twoends.views.svg import Picture

MOST_CARDS_OF_A_TABLE = 30
"""A notebook draws so many cards, which is 465 positions; beyond that it shows the text."""


def in_notebook(what: object) -> str | None:
    """What a notebook shows: SVG, or None where the picture would be too large and the text is shown."""
    if isinstance(what, Table) and len(what.row) > MOST_CARDS_OF_A_TABLE:
        return None
    if isinstance(what, Game) and not isinstance(what.shape, Row):
        return None
    return picture(what).svg_in_notebook()


@singledispatch
def picture(what: object) -> Picture:
    """Draw a game on a row, a solution, a table or a contraction; O(tiles).

    A game shows the cards on the table and who took which; a solution its best ends, what each end
    brings, and both totals; a table is a pyramid of your totals, single cards at the bottom; a
    contraction has a level for each step, each coin as wide as the cards that it covers.

    >>> from twoends import solve
    >>> len(picture(solve([8, 15, 3, 7])).tiles)
    4
    """
    raise TypeError(f"a {type(what).__name__} has no picture")


@picture.register
def _(what: Game) -> Picture:
    if not isinstance(what.shape, Row):
        raise TypeError(f"a game on a {name_of(what.shape)} has no picture: draw solve(game)")
    yours, theirs = (svg.number(what.shape.cards.show(total)) for total in (what.yours, what.theirs))
    sides = "".join(map(str, what.ends))
    return svg.game(what.shape.cards.words(), sides, you_first=what.you_first, yours=yours, theirs=theirs)


@picture.register
def _(what: Solution) -> Picture:
    shape, against = what.shape, str(what.opponent)
    marks = {move.end: svg.number(move.total) for move in what.moves}
    if isinstance(shape, Circle):
        sentences = [f"Taking the first card you get {svg.number(what.first)}. The opponent is {against}."]
        if what.second is not None:
            sentences.append(f"If the opponent takes it you get {svg.number(what.second)}.")
        best = [end for end in what.best if isinstance(end, int)]
        return svg.circle(shape.cards.words(), [marks[at] for at in range(len(shape))], best, sentences)
    worth = ((what.first, what.margin_first), (what.second, what.margin_second))
    if isinstance(shape, Board):
        # Of a game the ends keep the numbers of the components that were dealt.
        dealt = what.game.shape
        assert isinstance(dealt, Board), "a board is what is left of a board"
        numbers = [number for number, (start, stop) in enumerate(what.game.left) if start < stop]
        components = [
            (component.row.words(), "".join(map(str, component.open))) for component in shape.components
        ]
        ends = {(numbers.index(end.component), str(end.side)): end for end in marks if isinstance(end, End)}
        shown = {key: marks[end] for key, end in ends.items()}
        best_ends = [key for key, end in ends.items() if end in what.best]
        return svg.board(components, shown, best_ends, worth, against)
    by_side = {str(end): mark for end, mark in marks.items()}
    return svg.solution(shape.words(), by_side, "".join(map(str, what.best)), worth, against)


@picture.register
def _(what: Table) -> Picture:
    return svg.table(
        [
            [(svg.number(total), "".join(map(str, sides))) for total, sides in zip(*both, strict=True)]
            for both in zip(what.yours[1:], what.best[1:], strict=True)
        ]
    )


@picture.register
def _(what: Contraction) -> Picture:
    return svg.contraction(
        [
            (
                [(coin.start, coin.stop, svg.number(coin.value)) for coin in state],
                -1 if fold is None else state.index(fold.peak),
            )
            for state, fold in what.steps
        ],
        svg.number(what.margin),
    )
