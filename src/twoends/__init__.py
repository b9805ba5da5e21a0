"""Two Ends: two players take cards in turn from either end of a row; the larger total wins.

The public names are listed once, in `__init__.pyi`, and each is loaded when it is first used, so that a small
solve starts in milliseconds. Everything else is in modules such as `twoends.study` and `twoends.judge`.

>>> import twoends
>>> twoends.solve([8, 15, 3, 7]).first
22
"""

from importlib import import_module

from twoends.rules.notebook import draw_with

__version__ = "0.1.0.dev0"

with open(f"{__file__}i", encoding="utf-8") as _stub:
    _HOMES = {line.split()[3]: line.split()[1] for line in _stub if line.startswith("from ")}
"""The module of each public name, from lines such as `from twoends.rules.rows import Row as Row`."""

__all__ = sorted(_HOMES)


def _draw(what: object) -> str | None:
    """Draw an object for a notebook; the views are loaded on the first call."""
    from twoends.views.pictures import in_notebook

    return in_notebook(what)


draw_with(_draw)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'twoends' has no attribute '{name}'")
    if _HOMES[name].startswith(("twoends.answers.batch", "twoends.answers.regrets")):
        from twoends.rules.errors import require_fast

        require_fast(f"twoends.{name}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
