"""Pictures of games, solutions, tables and contractions: tiles on a grid of columns and levels, with notes.

`Picture.svg` returns SVG text; the environments draw the same tiles as pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import singledispatch
from html import escape
from math import ceil, cos, pi, sin
from typing import Any

from twoends.answers.solution import Solution
from twoends.answers.tables import Contraction, Table
from twoends.rules.circles import Circle
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.numbers import magnitude

MAX_CARDS_OF_A_TABLE = 30
"""A notebook draws tables up to this size, 465 positions, and shows larger ones as text."""

MAX_CARDS_IN_A_NOTEBOOK = 200
"""With more cards every picture would be too wide, even a circle, so none is computed."""

MAX_COLUMNS = 60
"""Enough for a deck of 52 in a notebook; in a wider picture the numbers would be too small."""

LOOKS = {
    "card": ("#ffffff", "#94a3b8", "#0f172a"),
    "end": ("#ffffff", "#0f172a", "#0f172a"),
    "gone": ("#f1f5f9", "#e2e8f0", "#94a3b8"),
    "yours": ("#dbeafe", "#2563eb", "#1e3a8a"),
    "theirs": ("#ffedd5", "#ea580c", "#7c2d12"),
    "best": ("#dcfce7", "#16a34a", "#14532d"),
    "either": ("#ede9fe", "#7c3aed", "#4c1d95"),
    "peak": ("#fee2e2", "#dc2626", "#7f1d1d"),
    "wall": ("#334155", "#334155", "#334155"),
}
"""The colours of the face, the edge and the ink of each kind of tile."""

RED_INK = "#b91c1c"
GREY_INK = "#475569"
LEVEL = 46
"""The height of a level in pixels; the width of a column depends on the longest word."""

WALL = 0.3
"""The width of a closed end, in columns."""

EDGE = 8
"""The width of the empty border in pixels; the gap between tiles is half as wide."""


@dataclass(frozen=True)
class Tile:
    """A card or coin.

    column, level  the position of its left end
    word           the value, in the middle
    look           a key of LOOKS
    span           the number of columns it covers
    mark           a small remark below the word
    """

    column: float
    level: float
    word: str
    look: str = "card"
    span: float = 1
    mark: str = ""

    @property
    def ink(self) -> str:
        """The colour of the word: red for hearts and diamonds."""
        return RED_INK if self.word[-1:] in ("♥", "♦") else LOOKS[self.look][2]


@dataclass(frozen=True)
class Note:
    """A sentence that starts at a column on a level."""

    column: float
    level: float
    text: str


@dataclass(frozen=True)
class Picture:
    """A picture of tiles and notes."""

    title: str
    tiles: tuple[Tile, ...]
    notes: tuple[Note, ...] = ()

    @property
    def column(self) -> int:
        """The width of a column in pixels, which has room for the longest word of the tiles."""
        return max([38, *(9 * ceil(len(tile.word) / tile.span) + 18 for tile in self.tiles)])

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in pixels of all tiles and notes with the border."""
        right = [(tile.column + tile.span) * self.column for tile in self.tiles]
        right += [note.column * self.column + 6.8 * len(note.text) + EDGE for note in self.notes]
        low = [tile.level + 1 for tile in self.tiles] + [note.level + 1 for note in self.notes]
        return int(max(right, default=0)) + 2 * EDGE, int(max(low, default=0) * LEVEL) + 2 * EDGE

    def box(self, tile: Tile) -> tuple[float, float, float, float]:
        """The left, top, width and height of a tile in pixels."""
        left, top = EDGE + tile.column * self.column, EDGE + tile.level * LEVEL
        return left + EDGE / 4, top + EDGE / 4, tile.span * self.column - EDGE / 2, LEVEL - EDGE / 2

    def svg(self) -> str:
        """The picture as SVG text, on a white background, so that it is readable on any page."""
        width, height = self.size
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                f'height="{height}" style="max-width:100%;height:auto" role="img" '
                'font-family="system-ui, sans-serif" text-anchor="middle">',
                f"<title>{escape(self.title)}</title>",
                f'<rect width="{width}" height="{height}" rx="{EDGE}" fill="#ffffff"/>',
                *map(self._svg_tile, self.tiles),
                *map(self._svg_note, self.notes),
                "</svg>",
            ]
        )

    def _svg_tile(self, tile: Tile) -> str:
        face, edge, ink = LOOKS[tile.look]
        left, top, width, height = self.box(tile)
        middle, base = left + width / 2, top + height / 2 + (1 if tile.mark else 5)
        mark = (
            f'<text x="{middle:g}" y="{base + 14:g}" font-size="10" fill="{ink}">{escape(tile.mark)}</text>'
        )
        return (
            f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="6" '
            f'fill="{face}" stroke="{edge}"/>'
            f'<text x="{middle:g}" y="{base:g}" font-size="15" fill="{tile.ink}">{escape(tile.word)}</text>'
            + (mark if tile.mark else "")
        )

    def _svg_note(self, note: Note) -> str:
        left, base = EDGE + note.column * self.column + EDGE / 2, EDGE + (note.level + 0.5) * LEVEL + 5
        return (
            f'<text x="{left:g}" y="{base:g}" font-size="13" fill="{GREY_INK}" text-anchor="start">'
            f"{escape(note.text.rstrip())}</text>"
        )


def number(value: object) -> str:
    """A number as it fits on a tile.

    >>> number(23), number(Fraction(1234, 567)), number(Fraction(10**9, 3**9))
    ('23', '1234/567', '≈50805.3')
    """
    text = str(value)
    return text if len(text) <= 8 or not isinstance(value, Fraction | float) else f"≈{float(value):.6g}"


# --- what is drawn -----------------------------------------------------------------------------


def in_notebook(what: Any) -> str | None:
    """The SVG that a notebook shows; None if there is no picture or it would be too large. O(tiles)."""
    cards = what.row if isinstance(what, Table | Contraction) else what.shape.cards
    if len(cards) > (MAX_CARDS_OF_A_TABLE if isinstance(what, Table) else MAX_CARDS_IN_A_NOTEBOOK):
        return None
    if isinstance(what, Game) and not _has_picture(what):
        return None
    played = what.game if isinstance(what, Solution) else what
    if not isinstance(played, Contraction) and not played.rules.plain:
        return None
    drawn = picture(what)
    wide = max((tile.column + tile.span for tile in drawn.tiles), default=0) > MAX_COLUMNS
    return None if wide else drawn.svg()


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
    yours, theirs = map(number, game.totals)
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
    marks = {places[value.move]: number(value.total) for value in solution.moves}
    best = {places[end] for end in solution.best}
    tiles: list[Tile] = []
    notes = []
    column = 0.0
    for component, lane in enumerate(lanes):
        if not lane.places:
            continue
        if len(lanes) > 1:
            notes.append(Note(column, 0.85, str(component)))
        looks = {at: "best" if at in best else "end" if at in marks else "card" for at in lane.places}
        cards = [Tile(0, 0, words[at], look, mark=marks.get(at, "")) for at, look in looks.items()]
        sides = {LEFT, RIGHT} if lane.any_card else {end.side for end in lane.ends}
        wall = Tile(0, 0, "", "wall", WALL)
        for tile in [wall] * (LEFT not in sides) + cards + [wall] * (RIGHT not in sides):
            tiles.append(replace(tile, column=column))
            column += tile.span
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
    marks = {value.move: number(value.total) for value in solution.moves}
    # Wide enough that diagonal neighbours overlap neither in columns nor in levels.
    radius = 1.5 / (2 * sin(pi / n)) if n > 1 else 0.0
    tiles = []
    for at, word in enumerate(shape.cards.words()):
        column, level = (radius * (1 + turn) for turn in (sin(2 * pi * at / n), -cos(2 * pi * at / n)))
        look = "best" if Move(at) in solution.best else "end"
        tiles.append(Tile(column, level, word, look, mark=marks.get(Move(at), "")))
    low = max((tile.level for tile in tiles), default=-0.9) + 0.9
    return Picture("A circle of Two Ends", tuple(tiles), tuple(_worth(solution, low)))


@picture.register
def _(table: Table) -> Picture:
    """All positions as a pyramid: blue if left is best, orange if right, violet if both."""
    looks = {"L": "yours", "R": "theirs", "LR": "either"}
    n = len(table.row)
    tiles = []
    for length, cells in enumerate(table.cells[1:], 1):
        for at, cell in enumerate(cells):
            best = "".join(map(str, cell.best)) if length > 1 else ""
            column, look = at + (length - 1) / 2, looks.get(best, "card")
            tiles.append(Tile(column, n - length, number(cell.first), look, mark=best))
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
