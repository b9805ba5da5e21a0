"""What the environments share: the row of an episode, what an agent sees, and pictures.

actions      0 takes the left end, 1 the right one, 0 the last card
observation  float32, shape (2n + 1,): the n values with 0 where a card has been taken, then 1 where a card
             is left, else 0, then how many moves have been made; a row that float32 changes is refused
action mask  int8, shape (2,): 1 for a legal action; a step takes no other
"""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from twoends.rules.cards import deck, shuffled
from twoends.rules.errors import IllegalMoveError, RowError, shortened
from twoends.rules.games import Game
from twoends.rules.numbers import Exact
from twoends.rules.positions import Position
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.views.numbers import number
from twoends.views.svg import EDGE, GREY_INK, LEVEL, LOOKS, Picture

SIDES = (LEFT, RIGHT)
"""The side that each action takes."""

Observation = NDArray[np.float32]


LARGEST_EXACT = 2**24
"""Float32 shows every whole number up to here as it is."""


def side_of(action: object, position: Position) -> Side:
    """The side that an action takes. Raises IllegalMoveError for what is no action, or not a legal one.

    >>> side_of(1, Game([8, 15]).position)
    RIGHT
    """
    is_whole = isinstance(action, int | np.integer) or (
        isinstance(action, np.ndarray) and action.shape == () and action.dtype.kind in "iu"
    )
    if isinstance(action, bool) or not is_whole or action not in (0, 1):
        raise IllegalMoveError(
            f"the action is {shortened(repr(action))}: give 0 for the left end or 1 for the right one"
        )
    if position.over:
        raise IllegalMoveError("no card is left: reset the environment")
    if not action_mask(position)[action]:
        raise IllegalMoveError("one card is left, and action 0 takes it: give an action that the mask allows")
    return SIDES[int(action)]


def require_episode(row: Row | None, length: int, you_first: bool = True) -> None:
    """Raise RowError for an episode that has no move of yours, or whose cards cannot be dealt or observed."""
    if row is None and not 1 <= length <= 52:
        raise RowError(f"length is {length}: a deck deals at least 1 card and at most 52; give more as a row")
    if row is not None and not row:
        raise RowError("the row has no card: an episode needs at least 1 card")
    if not you_first and (length if row is None else len(row)) == 1:
        raise RowError("the only card would be the opponent's: give 2 cards or more, or move first")
    if row is not None:
        _require_observable(row)


def _require_observable(row: Row) -> None:
    """Raise RowError where a float32 shows a large value as another one, or two values as the same one."""
    shown: dict[float, tuple[Exact, str]] = {}
    for value, word in zip(row.values, row.words(), strict=True):
        seen = _float32(value)
        other, other_word = shown.setdefault(seen, (value, word))
        if other == value and (seen == value or -LARGEST_EXACT <= value <= LARGEST_EXACT):
            continue
        merged = "a rounded number" if other == value else f"the same as {other_word}"
        raise RowError(
            f"observations are of float32, in which {word} is {merged}: subtract one number from all values, "
            "which changes no decision, or divide them"
        )


def _float32(value: Exact) -> float:
    try:
        with np.errstate(over="ignore"):
            return float(np.float32(float(value)))
    except OverflowError:
        return inf


def reachable(book: Rulebook) -> list[State]:
    """Every state that play can reach, the first one first."""
    states = layer = [book.start]
    while layer:
        layer = list(dict.fromkeys(book.after(state, move) for state in layer for move in book.moves(state)))
        states = states + layer
    return states


def row_of_episode(row: Row | None, length: int, random: Random) -> Row:
    """The given row, or the first cards of a freshly shuffled deck."""
    return shuffled(deck(), random)[:length] if row is None else row


def observation_space(row: Row | None, length: int) -> gymnasium.spaces.Box:
    """The box that holds every observation of the episodes."""
    n, values = (length, [14.0]) if row is None else (len(row), list(map(float, row.values)))
    return gymnasium.spaces.Box(min(0, *values), max(n, *values), (2 * n + 1,), np.float32)


def observe(position: Position) -> Observation:
    """What is left of the row, and how many moves have been made, as an array."""
    n = len(position.book.values)
    seen = np.zeros(2 * n + 1, np.float32)
    seen[position.start : position.stop] = list(map(float, position.cards))
    seen[n + position.start : n + position.stop] = 1
    seen[-1] = position.state.number
    return seen


def action_mask(position: Position) -> NDArray[np.int8]:
    """Which actions are legal."""
    return np.array([side in position.moves() for side in SIDES], np.int8)


def text(game: Game) -> str:
    """The game in one line of text.

    >>> print(text(Game(Row.of([8, 15, 3, 7])).play(RIGHT)))
    8 15 3 .   you 7, opponent 0
    """
    position = game.position
    cards = (
        word if position.start <= at < position.stop else "."
        for at, word in enumerate(game.shape.cards.words())
    )
    yours, theirs = (number(game.shape.cards.show(total)) for total in (game.yours, game.theirs))
    return f"{' '.join(cards)}   you {yours}, opponent {theirs}"


def pixels(picture: Picture) -> NDArray[np.uint8]:
    """Paint a picture at twice its size; shape (height, width, 3). Matplotlib's own fonts have suits."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import FancyBboxPatch

    width, height = picture.size
    figure = Figure(figsize=(width / 72, height / 72), dpi=2 * 72)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    for tile in picture.tiles:
        face, edge, ink = LOOKS[tile.look]
        left, top, wide, high = picture.box(tile)
        style = "round,pad=0,rounding_size=6"
        axes.add_patch(FancyBboxPatch((left, top), wide, high, style, facecolor=face, edgecolor=edge))
        middle, base = left + wide / 2, top + high / 2
        lift = 5 if tile.mark else 0
        axes.text(middle, base - lift, tile.word, size=14, color=tile.ink, ha="center", va="center")
        axes.text(middle, base + 12, tile.mark, size=9, color=ink, ha="center", va="center")
    for note in picture.notes:
        left, base = EDGE * 1.5 + note.column * picture.column, EDGE + (note.level + 0.5) * LEVEL
        axes.text(left, base, note.text, size=12, color=GREY_INK, va="center")
    canvas: Any = FigureCanvasAgg(figure)  # its methods have no types
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()
