"""Pictures of games, solutions, tables and contractions, as tiles on a grid that svg.py draws."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from math import cos, pi, sin
from typing import Any

from twoends.answers.solution import Solution
from twoends.answers.tables import Contraction, Table
from twoends.rules.circles import Circle
from twoends.rules.games import Game
from twoends.rules.numbers import magnitude
from twoends.rules.sides import LEFT, RIGHT, side_of
from twoends.views.svg import WALL, Note, Picture, Tile, number

MOST_CARDS_OF_A_TABLE = 30
"""A notebook draws tables up to this size, 465 positions, and shows larger ones as text."""

MOST_CARDS_IN_A_NOTEBOOK = 200
"""With more cards every picture would be too wide, even a circle, so none is computed."""


def in_notebook(what: Any) -> str | None:
    """The SVG that a notebook shows; None if there is no picture or it would be too large. O(tiles)."""
    cards = what.row if isinstance(what, Table | Contraction) else what.shape.cards
    if len(cards) > (MOST_CARDS_OF_A_TABLE if isinstance(what, Table) else MOST_CARDS_IN_A_NOTEBOOK):
        return None
    if isinstance(what, Game) and not _has_picture(what):
        return None
    played = what.game if isinstance(what, Solution) else what
    if not isinstance(played, Contraction) and not played.rules.plain:
        return None
    return picture(what).svg_in_notebook()


@singledispatch
def picture(what: object) -> Picture:
    """Draw a game on a row, a solution, a table or a contraction, in O(tiles).

    A game shows the remaining cards and who took which; a solution shows the best ends, the total for each
    end, and both totals; a table is a pyramid of your totals, with single cards at the bottom; a contraction
    has one level for each step, with each coin as wide as the cards that it covers.

    >>> from twoends import solve
    >>> len(picture(solve([8, 15, 3, 7])).tiles)
    4
    """
    raise TypeError(f"a {type(what).__name__} has no picture")


@picture.register
def _(game: Game) -> Picture:
    """The remaining cards in the middle, yours below, the opponent's above, numbered as they were taken."""
    if not _has_picture(game):
        raise TypeError(f"a game on a {game.shape.name} has no picture: draw solve(game)")
    words, places = game.shape.cards.words(), game.places
    tiles = []
    for turn, (at, mover) in enumerate(zip(places, game.movers, strict=True), 1):
        level, look = (2, "yours") if mover == "you" else (0, "theirs")
        tiles += [Tile(at, 1, "", "gone"), Tile(at, level, words[at], look, mark=str(turn))]
    (lane,) = game.lanes
    ends = {*lane.places[:1], *lane.places[-1:]}
    tiles += [Tile(at, 1, words[at], "end" if at in ends else "card") for at in lane.places]
    # Padded, so that all frames of an animation have the same width.
    yours, theirs = (number(game.shape.cards.show(total)) for total in game.totals)
    notes = Note(len(words), 0, f"opponent {theirs}".ljust(18)), Note(len(words), 2, f"you {yours}".ljust(18))
    return Picture("A game of Two Ends", tuple(tiles), notes)


def _has_picture(game: Game) -> bool:
    """Whether the game is played on a single row."""
    return game.shape.interval(game.shape.initial) is not None


@picture.register
def _(solution: Solution) -> Picture:
    return _solution(solution.shape, solution)


@singledispatch
def _solution(shape: object, solution: Solution) -> Picture:
    """Draw the remaining cards of any shape, the best ends in green, and the totals.

    Nonempty lanes stand side by side with their numbers; a closed end has a wall.
    """
    game = solution.game
    words, lanes = game.shape.cards.words(), game.lanes
    places = {end: game.book.places(game.state, end)[0] for end in game.moves()}
    marks = {places[move.end]: number(move.total) for move in solution.moves}
    best = {places[end] for end in solution.best}
    tiles: list[Tile] = []
    notes = []
    column = 0.0
    for component, lane in enumerate(lanes):
        if not lane.places:
            continue
        if len(lanes) > 1:
            notes.append(Note(column, 0.85, str(component)))
        sides = {side_of(end) for end in lane.ends}
        for side in (LEFT, RIGHT):
            if side is RIGHT:
                for at in lane.places:
                    look = "best" if at in best else "end" if at in marks else "card"
                    tiles.append(Tile(column, 0, words[at], look, mark=marks.get(at, "")))
                    column += 1
            if side not in sides and not lane.any_card:
                tiles.append(Tile(column, 0, "", "wall", WALL))
                column += WALL
        column += 0.5
    level = 1.4 if notes else 0.9
    return Picture(f"A {solution.shape.name} of Two Ends", tuple(tiles), (*notes, *_worth(solution, level)))


def _worth(solution: Solution, level: float) -> Iterator[Note]:
    """Your result moving first and moving second, as one note each from this level down."""
    totals, margins = (solution.first, solution.second), (solution.margin_first, solution.margin_second)
    for place, (total, margin) in enumerate(zip(totals, margins, strict=True)):
        if total is None or margin is None:
            continue
        outcome = f"{'win' if margin > 0 else 'lose'} by {number(magnitude(margin))}" if margin else "draw"
        sentence = f"Moving {('first', 'second')[place]} you get {number(total)} and {outcome}."
        more = "" if place else f" The opponent is {solution.opponent}."
        yield Note(0, level + place / 2, f"{sentence}{more}")


@_solution.register
def _(shape: Circle, solution: Solution) -> Picture:
    """The cards clockwise from the top, each with your total if you take it first; the best in green."""
    n = len(shape)
    marks = {move.end: number(move.total) for move in solution.moves}
    # Wide enough that diagonal neighbours overlap neither in columns nor in levels.
    radius = 1.5 / (2 * sin(pi / n)) if n > 1 else 0.0
    tiles = []
    for at, word in enumerate(shape.cards.words()):
        column, level = (radius * (1 + turn) for turn in (sin(2 * pi * at / n), -cos(2 * pi * at / n)))
        look = "best" if at in solution.best else "end"
        tiles.append(Tile(column, level, word, look, mark=marks.get(at, "")))
    sentences = [
        f"Taking the first card you get {number(solution.first)}. The opponent is {solution.opponent}."
    ]
    if solution.second is not None:
        sentences.append(f"If the opponent takes it you get {number(solution.second)}.")
    low = max((tile.level for tile in tiles), default=-0.9) + 0.9
    notes = tuple(Note(0, low + place / 2, sentence) for place, sentence in enumerate(sentences))
    return Picture("A circle of Two Ends", tuple(tiles), notes)


@picture.register
def _(table: Table) -> Picture:
    """All positions as a pyramid: blue if left is best, orange if right, violet if both."""
    looks = {"L": "yours", "R": "theirs", "LR": "either"}
    n = len(table.row)
    tiles = [Tile(at, n - 1, number(cell.first)) for at, cell in enumerate(table.cells[1] if n else ())]
    for length in range(2, n + 1):
        for at, cell in enumerate(table.cells[length]):
            best = "".join(map(str, cell.best))
            tiles.append(Tile(at + (length - 1) / 2, n - length, number(cell.first), looks[best], mark=best))
    return Picture("Your total in every position, and your best sides", tuple(tiles))


@picture.register
def _(contraction: Contraction) -> Picture:
    """One level for each step: coins as wide as the cards that they cover, the next peak in red."""
    tiles = []
    for level, (coins, fold) in enumerate(contraction.steps):
        peak = None if fold is None else coins.index(fold.peak)
        for place, coin in enumerate(coins):
            span = coin.stop - coin.start
            look = "peak" if place == peak else "either" if span > 1 else "card"
            tiles.append(Tile(coin.start, level, number(coin.value), look, span))
    sentence = f"no peak is left; larger end first, the margin is {number(contraction.margin)}"
    notes = (Note(0, len(contraction.steps), sentence),)
    return Picture("The contraction of a row", tuple(tiles), notes)
