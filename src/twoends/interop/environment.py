"""What the environments share: the rows of episodes, observations, action values and rendering.

actions      those of `states`: on a row by the default rules 0 takes the left end, 1 the right end
observation  shape (2n + 1,), float32 by default: the n values, multiplied by `scale`, or 0 for a card that is
             gone; then n flags, 1 for a card that is left; then the number of moves made; then M, by rules
             that have one. A merged card lies next to the unmerged cards. A row that the dtype cannot
             represent is an error
action mask  int8, shape (actions,): 1 for a legal action; a step rejects all others
worth        what an agent maximises: its total if the rules fix the sum of both totals, else its margin;
             negated if the smaller total wins
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers.positions import Prospect
from twoends.interop.states import Actions, places_left, worths_after
from twoends.rules.cards import deck, shuffled
from twoends.rules.errors import RowError, RulesError
from twoends.rules.games import Game
from twoends.rules.numbers import Exact, Total
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Position, Rulebook, State
from twoends.rules.rules import DEFAULT, Rules
from twoends.rules.sides import AnyMove
from twoends.views.numbers import number
from twoends.views.pictures import EDGE, GREY_INK, LEVEL, LOOKS, Picture, picture

if TYPE_CHECKING:
    import gymnasium

Observation = NDArray[Any]


@dataclass(frozen=True)
class Observations:
    """The encoding of positions as arrays.

    row    a row of the episodes: n cards
    rules  the rules of the episodes
    dtype  of the array, a float or an integer dtype
    scale  the factor of each value

    Raises RowError if the dtype rounds a large value, or represents two values as the same number.

    >>> Observations(Row.of([8, 15, 3, 7]), scale=0.5).of(Game([8, 15, 3, 7]).position).tolist()
    [4.0, 7.5, 1.5, 3.5, 1.0, 1.0, 1.0, 1.0, 0.0]
    """

    row: Row
    rules: Rules = DEFAULT
    dtype: Any = np.float32
    scale: float = 1

    def __post_init__(self) -> None:
        kind = np.dtype(self.dtype)
        if kind.kind not in "iuf" or not isfinite(self.scale) or not self.scale:
            raise RowError(
                f"dtype {self.dtype!r}, scale {self.scale!r}: give a numeric dtype and a scale that is not 0"
            )
        object.__setattr__(self, "dtype", kind)
        object.__setattr__(self, "scale", int(self.scale) if self.scale == int(self.scale) else self.scale)
        represented: dict[float, tuple[Exact, str]] = {}
        for value, word in zip(self.row.values, self.row.words(), strict=True):
            scaled = value * (self.scale if isinstance(self.scale, int) else Fraction(self.scale))
            stored = self._cast(scaled)
            other, other_word = represented.setdefault(stored, (value, word))
            if other == value and (
                stored == scaled or (kind.kind == "f" and -self._exact <= scaled <= self._exact)
            ):
                continue
            failure = (
                f"represent {word} exactly" if other == value else f"distinguish {word} from {other_word}"
            )
            raise RowError(
                f"observations in {kind} cannot {failure}: "
                "subtract one number from all values, which changes no decision, or divide them"
            )
        most: Any = len(self.row)
        if self.rules.merge:  # all cards may end up in one
            most = abs(self.scale) * sum(max(value, -value) for value in self.row.values)
        self.require(most)

    def require(self, most: Exact) -> None:
        """Raise RowError unless the dtype represents whole numbers up to this one exactly."""
        if most > self._exact:
            raise RowError(f"observations in {self.dtype} cannot represent {most}: choose another dtype")

    @property
    def _exact(self) -> int:
        """The largest whole number up to which the dtype represents every one exactly."""
        kind = self.dtype
        return 2 ** (np.finfo(kind).nmant + 1) if kind.kind == "f" else int(np.iinfo(kind).max)

    def _cast(self, value: Exact) -> float:
        kind = self.dtype
        try:
            with np.errstate(over="ignore"):
                return float(kind.type(float(value))) if kind.kind == "f" else int(kind.type(int(value)))
        except OverflowError:
            return inf

    @property
    def space(self) -> gymnasium.spaces.Box:
        """The Gymnasium box of all observations of the episodes."""
        import gymnasium

        n, values = len(self.row), [float(value) * self.scale for value in self.row.values]
        bounds = [0, n, *values]
        if self.rules.merge:
            bounds += sum(value for value in values if value < 0), sum(map(abs, values))
        return gymnasium.spaces.Box(min(bounds), max(bounds), (2 * n + 1 + self.rules.doubling,), self.dtype)

    def of(self, position: Position) -> Observation:
        """The observation of a position."""
        state, n = position.state, len(self.row)
        array = np.zeros(2 * n + 1 + self.rules.doubling, self.dtype)
        self.fill(array, position.book, state)
        array[2 * n] = state.number
        if self.rules.doubling:
            array[-1] = state.memory
        return array

    def fill(self, array: Observation, book: Rulebook, state: State) -> None:
        """Write the values and the flags of the remaining cards into the first 2n zeros of an array."""
        n, places = len(self.row), places_left(book, state)
        array[places] = [float(value) * self.scale for value in book.cards(state)]
        array[[n + place for place in places]] = 1


class Episodes:
    """What all episodes of an environment share.

    row           as given; None: the first `length` cards of a new deal in each episode
    actions       the moves as numbers
    observations  the encoding of positions

    Raises RowError if the cards cannot be dealt, or if an episode can end before your first move; RulesError
    for an opponent in a one-player game; and what `Observations` raises.
    """

    def __init__(
        self,
        row: Iterable[Any] | None,
        length: int,
        rules: object,
        dtype: Any,
        scale: float,
        you_first: bool = True,
        opponent: Opponent | None = None,
    ) -> None:
        self.row = None if row is None else Row.of(row)
        self.length, self.rules = length, Rules.of(rules)
        if self.row is None and not 1 <= length <= 52:
            raise RowError(f"length is {length}: give 1 to 52, the cards of a deck, or give a row")
        if self.row is not None and not self.row:
            raise RowError("the row has no cards: give at least 1")
        if self.rules.alone and opponent is not None and not opponent.is_optimal:
            raise RulesError(f"a one-player game has no opponent: remove {opponent}")
        # If rows are dealt, the largest cards stand for all of them.
        example = Row.of(sorted(deck())[-length:]) if self.row is None else self.row
        book = Rulebook.of(example, you_first, rules=self.rules)
        states = {book.start}
        while states:
            if not all(map(book.moves, states)):
                by_rules = f"{len(example)} cards and {self.rules} end"
                who = "the opponent may end" if book.moves(book.start) else by_rules
                raise RowError(f"{who} an episode before you move: give more cards, or move first")
            theirs = [state for state in states if book.mover(state) == "opponent"]
            states = {book.after(state, move) for state in theirs for move in book.moves(state)}
        self.actions = Actions.of(example, self.rules)
        self.observations = Observations(example, self.rules, dtype, scale)

    def deal(self, random: Random) -> Row:
        """The row of the next episode."""
        return shuffled(deck(), random)[: self.length] if self.row is None else self.row

    def move(self, game: Game, prospect: Prospect, action: object) -> tuple[AnyMove, Total]:
        """The move that an action makes, and what it gives away. Raises IllegalMoveError."""
        move = self.actions.move(game.book, game.state, action)
        worths = worths_after(self.rules, prospect)
        return move, max(worths) - worths[game.moves().index(move)]

    def info(self, game: Game, prospect: Prospect, loss: Any, to_move: bool = True) -> dict[str, Any]:
        """The `info` of an agent, given its prospect and whether it is to move."""
        show, count = game.shape.cards.show, len(self.actions)
        values, mask = np.full(count, -inf), np.zeros(count, np.int8)
        if to_move:
            legal = list(self.actions.legal(game.book, game.state))
            values[legal] = list(map(float, worths_after(self.rules, prospect)))
            mask[legal] = 1
        return {"best": show(prospect.yours), "loss": show(loss), "q": values, "action_mask": mask}


def render(game: Game, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The game as text for the mode ansi, as an array of pixels for rgb_array; None for other modes."""
    if mode == "rgb_array":
        return pixels(picture(game))
    return text(game) if mode == "ansi" else None


def text(game: Game) -> str:
    """The game as one line of text.

    >>> from twoends import RIGHT
    >>> print(text(Game(Row.of([8, 15, 3, 7])).play(RIGHT)))
    8 15 3 .   you 7, opponent 0
    """
    cards, rest = ["."] * len(game.shape), game.rest.cards.words()
    for place, word in zip(places_left(game.book, game.state), rest, strict=True):
        cards[place] = word
    yours, theirs = (number(game.shape.cards.show(total)) for total in (game.yours, game.theirs))
    return f"{' '.join(cards)}   you {yours}, opponent {theirs}"


def pixels(drawn: Picture) -> NDArray[np.uint8]:
    """Draw a picture at twice its size, shape (height, width, 3), in Matplotlib's fonts, which have suits."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import FancyBboxPatch

    width, height = drawn.size
    figure = Figure(figsize=(width / 72, height / 72), dpi=2 * 72)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    for tile in drawn.tiles:
        face, edge, ink = LOOKS[tile.look]
        left, top, wide, high = drawn.box(tile)
        style = "round,pad=0,rounding_size=6"
        axes.add_patch(FancyBboxPatch((left, top), wide, high, style, facecolor=face, edgecolor=edge))
        middle, base = left + wide / 2, top + high / 2
        lift = 5 if tile.mark else 0
        axes.text(middle, base - lift, tile.word, size=14, color=tile.ink, ha="center", va="center")
        axes.text(middle, base + 12, tile.mark, size=9, color=ink, ha="center", va="center")
    for note in drawn.notes:
        left, base = EDGE * 1.5 + note.column * drawn.column, EDGE + (note.level + 0.5) * LEVEL
        axes.text(left, base, note.text, size=12, color=GREY_INK, va="center")
    canvas: Any = FigureCanvasAgg(figure)  # its methods are untyped
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()
