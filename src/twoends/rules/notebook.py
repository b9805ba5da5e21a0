"""What a notebook shows: a hook, so that what can be drawn need not know what draws it."""

from __future__ import annotations

from collections.abc import Callable

Draw = Callable[[object], str | None]

_draw: Draw | None = None


def draw_with(draw: Draw) -> None:
    """Set what turns an object into SVG, or into None where its text is shown; `twoends` sets it."""
    global _draw
    _draw = draw


class Drawable:
    """An object with a picture of its own."""

    def _repr_svg_(self) -> str | None:
        return None if _draw is None else _draw(self)
