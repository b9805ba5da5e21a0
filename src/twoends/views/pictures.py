"""Pictures of games, solutions, tables and contractions, as tiles on a grid; svg.py draws them."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from twoends.answers.solution import Solution
from twoends.answers.tables import Contraction, Table
from twoends.rules.circles import Circle
from twoends.rules.games import Game
from twoends.rules.sides import LEFT, RIGHT, Lane, side_of
from twoends.views import svg
from twoends.views.svg import Picture

MOST_CARDS_OF_A_TABLE = 30
"""A notebook draws so many cards, which is 465 positions; beyond that it shows the text."""

MOST_CARDS_IN_A_NOTEBOOK = 200
"""With more cards every picture is too wide, a circle too: nothing is worked out for it."""


def in_notebook(what: Any) -> str | None:
    """What a notebook shows: SVG, or None where the picture would be too large and the text is shown.

    O(tiles) of what is drawn; None at once for a long row.
    """
    cards = what.row if isinstance(what, Table | Contraction) else what.shape.cards
    if len(cards) > (MOST_CARDS_OF_A_TABLE if isinstance(what, Table) else MOST_CARDS_IN_A_NOTEBOOK):
        return None
    if isinstance(what, Game) and not _has_picture(what):
        return None
    if isinstance(what, Game | Solution) and not (what if isinstance(what, Game) else what.game).rules.plain:
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
    if not _has_picture(what):
        raise TypeError(f"a game on a {what.shape.name} has no picture: draw solve(game)")
    yours, theirs = (svg.number(what.shape.cards.show(total)) for total in (what.yours, what.theirs))
    taken = [(place, mover == "you") for place, mover in zip(what.places, what.movers, strict=True)]
    (lane,) = what.lanes
    ends = (*lane.places[:1], *lane.places[-1:])
    return svg.game(what.shape.cards.words(), taken, ends, yours=yours, theirs=theirs)


def _has_picture(game: Game) -> bool:
    """Whether the cards lie as they were dealt until they are taken, in one row."""
    return game.shape.interval(game.shape.whole) is not None


@picture.register
def _(what: Solution) -> Picture:
    return _solution(what.shape, what)


@singledispatch
def _solution(shape: object, what: Solution) -> Picture:
    """Draw what is left of any shape: its lanes side by side."""
    game = what.game
    places = {end: game.book.places(game.state, end)[0] for end in game.moves()}
    marks = {places[move.end]: svg.number(move.total) for move in what.moves}
    lanes = [svg.Lane(lane.places, _walls(lane)) for lane in game.lanes]
    worth = ((what.first, what.margin_first), (what.second, what.margin_second))
    best = {places[end] for end in what.best}
    words = game.shape.cards.words()
    return svg.solution(what.shape.name, words, lanes, marks, best, worth, str(what.opponent))


def _walls(lane: Lane) -> tuple[bool, bool]:
    """Whether a lane is closed on the left, and on the right."""
    sides = {side_of(end) for end in lane.ends}
    return LEFT not in sides and not lane.any_card, RIGHT not in sides and not lane.any_card


@_solution.register
def _(shape: Circle, what: Solution) -> Picture:
    marks = {move.end: svg.number(move.total) for move in what.moves}
    sentences = [f"Taking the first card you get {svg.number(what.first)}. The opponent is {what.opponent}."]
    if what.second is not None:
        sentences.append(f"If the opponent takes it you get {svg.number(what.second)}.")
    best = [end for end in what.best if isinstance(end, int)]
    return svg.circle(shape.cards.words(), [marks.get(at, "") for at in range(len(shape))], best, sentences)


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
