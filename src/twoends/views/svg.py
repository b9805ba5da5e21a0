"""Small pictures of tiles on a grid of columns and levels, with notes, as SVG.

pictures.py creates them. `Picture.svg` returns SVG text; the environments draw the same tiles as pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import ceil

MOST_COLUMNS = 60
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

    def svg_in_notebook(self) -> str | None:
        """The picture as SVG text; None above MOST_COLUMNS, where a notebook shows text instead."""
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
    """A number as it fits on a tile.

    >>> number(23), number(Fraction(73, 4)), number(Fraction(10**9, 3**9))
    ('23', '73/4', '≈50805.3')
    """
    text = str(value)
    return text if len(text) <= 8 or not isinstance(value, Fraction | float) else f"≈{float(value):.6g}"
