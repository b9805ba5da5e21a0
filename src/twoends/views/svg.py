"""Small pictures as SVG: tiles on a grid of columns and levels, and notes between them.

This module knows words and places, no domain type; pictures.py knows what is drawn. `Picture.svg`
writes a picture as text, and an environment paints the same tiles as pixels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import ceil, cos, pi, sin
from typing import Any

from twoends.rules.numbers import size_of

MOST_COLUMNS = 60
"""A deck of 52 is drawn in a notebook; a wider picture has no room for its numbers."""

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
"""Every look of a tile: the colours of its face, its edge and its ink."""

RED_INK = "#b91c1c"
GREY_INK = "#475569"
LEVEL = 46
"""The height of a level in pixels; a column is as wide as its longest word asks for."""

WALL = 0.3
"""The width of a closed end, in columns."""

EDGE = 8
"""The empty border around a picture, and twice the gap between tiles, in pixels."""


@dataclass(frozen=True)
class Tile:
    """A card or coin: where its left end is, in columns and levels, how many columns it spans, what it says.

    word  the value, in the middle
    mark  a small remark below it
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
    """A sentence that starts at a column and stands on a level."""

    column: float
    level: float
    text: str


@dataclass(frozen=True)
class Picture:
    """Tiles and notes. `size` is (width, height) in pixels, `column` the width of a column."""

    title: str
    tiles: tuple[Tile, ...]
    notes: tuple[Note, ...] = ()

    @property
    def column(self) -> int:
        """The width of a column in pixels: room for the longest word of the tiles."""
        return max([38, *(9 * ceil(len(tile.word) / tile.span) + 18 for tile in self.tiles)])

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels: all tiles and notes, and the border."""
        right = [(tile.column + tile.span) * self.column for tile in self.tiles]
        right += [note.column * self.column + 6.8 * len(note.text) + EDGE for note in self.notes]
        low = [tile.level + 1 for tile in self.tiles] + [note.level + 1 for note in self.notes]
        return int(max(right, default=0)) + 2 * EDGE, int(max(low, default=0) * LEVEL) + 2 * EDGE

    def box(self, tile: Tile) -> tuple[float, float, float, float]:
        """Left, top, width and height of a tile in pixels."""
        left, top = EDGE + tile.column * self.column, EDGE + tile.level * LEVEL
        return left + EDGE / 4, top + EDGE / 4, tile.span * self.column - EDGE / 2, LEVEL - EDGE / 2

    def svg(self) -> str:
        """The picture as SVG text, on a white card of its own, so that it reads on any page."""
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

    def svg_in_notebook(self) -> str | None:
        """The picture, or None where it has more than MOST_COLUMNS: the notebook then shows the text."""
        wide = max((tile.column + tile.span for tile in self.tiles), default=0) > MOST_COLUMNS
        return None if wide else self.svg()

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
    """A number as a tile has room for it.

    >>> number(23), number(Fraction(73, 4)), number(Fraction(10**9, 3**9))
    ('23', '73/4', '≈50805.3')
    """
    text = str(value)
    return text if len(text) <= 8 or not isinstance(value, Fraction | float) else f"≈{float(value):.6g}"


def game(
    words: Sequence[str], taken: Sequence[tuple[int, bool]], ends: Sequence[int], *, yours: str, theirs: str
) -> Picture:
    """A game: the cards left in the middle, yours below, the opponent's above, numbered as they were taken.

    `taken` are the moves so far: which card, and whether you took it; `ends` are the cards that may be taken
    now; `yours` and `theirs` are the totals so far.

    >>> len(game(["8", "15", "3", "7"], [(3, True), (0, False)], [1, 2], yours="7", theirs="8").tiles)
    6
    """
    tiles = []
    for number, (at, by_you) in enumerate(taken, 1):
        tiles.append(Tile(at, 1, "", "gone"))
        tiles.append(
            Tile(at, 2 if by_you else 0, words[at], "yours" if by_you else "theirs", mark=str(number))
        )
    gone = {at for at, _ in taken}
    tiles += [
        Tile(at, 1, word, "end" if at in ends else "card") for at, word in enumerate(words) if at not in gone
    ]
    # Padded, so that every frame of a film is as wide as the first.
    spoken = (f"opponent {theirs}".ljust(18), f"you {yours}".ljust(18))
    notes = (Note(len(words), 0, spoken[0]), Note(len(words), 2, spoken[1]))
    return Picture("A game of Two Ends", tuple(tiles), notes)


def _worth(worth: Sequence[tuple[Any, Any]], opponent: str, level: float) -> Iterator[Note]:
    """What you get moving first and moving second, a line each from a level on."""
    for place, (turn, (total, margin)) in enumerate(zip(("first", "second"), worth, strict=True)):
        if total is not None:
            sentence = f"Moving {turn} you get {number(total)} and {_verdict(margin)}."
            yield Note(0, level + place / 2, sentence if place else f"{sentence} The opponent is {opponent}.")


def _verdict(margin: Any) -> str:
    if margin == 0:
        return "draw"
    return f"{'win' if margin > 0 else 'lose'} by {number(size_of(margin))}"


@dataclass(frozen=True)
class Lane:
    """Cards that lie in a line: their `places`, and whether there is a wall on the left and on the right."""

    places: Sequence[int]
    walls: tuple[bool, bool]


def solution(
    what: str,
    words: Sequence[str],
    lanes: Sequence[Lane],
    marks: Mapping[int, str],
    best: Collection[int],
    worth: Sequence[tuple[Any, Any]],
    opponent: str,
) -> Picture:
    """What is left with the best cards in green, what taking each one brings, and what it is worth.

    Several lanes stand side by side with their numbers, empty ones left out. `marks` has the total of each
    card that may be taken; `worth` is your total and margin, moving first and moving second.
    """
    tiles: list[Tile] = []
    notes = []
    column = 0.0
    for component, lane in enumerate(lanes):
        if not lane.places:
            continue
        if len(lanes) > 1:
            notes.append(Note(column, 0.85, str(component)))
        before, after = lane.walls
        if before:
            tiles.append(Tile(column, 0, "", "wall", WALL))
            column += WALL
        for at in lane.places:
            look = "best" if at in best else "end" if at in marks else "card"
            tiles.append(Tile(column, 0, words[at], look, mark=marks.get(at, "")))
            column += 1
        if after:
            tiles.append(Tile(column, 0, "", "wall", WALL))
            column += WALL
        column += 0.5
    level = 1.4 if notes else 0.9
    return Picture(f"A {what} of Two Ends", tuple(tiles), (*notes, *_worth(worth, opponent, level)))


def circle(
    words: Sequence[str], marks: Sequence[str], best: Sequence[int], sentences: Sequence[str]
) -> Picture:
    """A circle, clockwise from the top, with what each first card brings; the best ones in green."""
    n = len(words)
    # Neighbours on the slant touch neither in columns nor in levels.
    radius = 1.5 / (2 * sin(pi / n)) if n > 1 else 0.0
    tiles = [
        Tile(
            radius * (1 + sin(2 * pi * at / n)),
            radius * (1 - cos(2 * pi * at / n)),
            word,
            "best" if at in best else "end",
            mark=mark,
        )
        for at, (word, mark) in enumerate(zip(words, marks, strict=True))
    ]
    low = max((tile.level for tile in tiles), default=-0.9) + 0.9
    notes = tuple(Note(0, low + place / 2, sentence) for place, sentence in enumerate(sentences))
    return Picture("A circle of Two Ends", tuple(tiles), notes)


def table(cells: Sequence[Sequence[tuple[str, str]]]) -> Picture:
    """All positions as a pyramid: single cards at the bottom, the whole row on top.

    cells[length-1][i] is the total at [i, i+length) and the best sides there: blue for left, orange
    for right, violet for both.
    """
    looks = {"L": "yours", "R": "theirs", "LR": "either"}
    n = len(cells)
    tiles = [Tile(i, n - 1, total) for i, (total, _) in enumerate(cells[0] if cells else ())]
    tiles += [
        Tile(i + (length - 1) / 2, n - length, total, looks[best], mark=best)
        for length in range(2, n + 1)
        for i, (total, best) in enumerate(cells[length - 1])
    ]
    return Picture("Your total in every position, and your best sides", tuple(tiles))


def contraction(steps: Sequence[tuple[Sequence[tuple[int, int, str]], int]], margin: str) -> Picture:
    """The contraction, a level for each step: coins as wide as the cards that they cover, the next peak red.

    A step is its coins, each (start, stop, value), and the place of the peak that folds, or -1.
    """

    def tiles() -> Iterator[Tile]:
        for level, (coins, peak) in enumerate(steps):
            for place, (start, stop, value) in enumerate(coins):
                look = "peak" if place == peak else "either" if stop - start > 1 else "card"
                yield Tile(start, level, value, look, stop - start)

    sentence = f"no peak is left; larger end first, the margin is {margin}"
    return Picture("The contraction of a row", tuple(tiles()), (Note(0, len(steps), sentence),))
