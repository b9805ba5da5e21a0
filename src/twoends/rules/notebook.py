"""Pictures in notebooks: a hook, so that the rules need not import the views that draw them."""

from __future__ import annotations

from collections.abc import Callable

Draw = Callable[[object], str | None]

_draw: Draw | None = None


def draw_with(draw: Draw) -> None:
    """Set the function that draws an object as SVG, or returns None to show its text; `twoends` calls it."""
    global _draw
    _draw = draw


class Drawable:
    """An object that notebooks show as a picture."""

    def _repr_svg_(self) -> str | None:
        return None if _draw is None else _draw(self)
