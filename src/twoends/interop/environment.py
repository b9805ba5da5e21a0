"""What the environments share: the row of an episode, what an agent sees, what moves are worth, and pictures.

actions      those of `states`: on a row by the default rules 0 takes the left end, 1 the right one
observation  shape (2n + 1,), float32 unless told otherwise: the n values, times a scale if one is given, with
             0 where a card has been taken, then 1 where a card is left, else 0, then how many moves have
             been made; after that M, by the rules that have one. A merged card lies beside those that none
             has merged. A row that its dtype changes is refused
action mask  int8, shape (actions,): 1 for a legal action; a step takes no other
worth        what an agent is after: where all games share the same cards out, their total, else the margin;
             negated where the smaller total wins
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
from twoends.rules.positions import Position
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.rules import DEFAULT, Rules
from twoends.rules.sides import AnyMove
from twoends.views.numbers import number
from twoends.views.pictures import picture
from twoends.views.svg import EDGE, GREY_INK, LEVEL, LOOKS, Picture

if TYPE_CHECKING:
    import gymnasium

Observation = NDArray[Any]


def require_episode(
    row: Row | None,
    length: int,
    you_first: bool = True,
    rules: Rules = DEFAULT,
    opponent: Opponent | None = None,
) -> Row:
    """A row as those of the episodes, of the largest cards where they are dealt.

    Raises RowError where the cards cannot be dealt, and where an episode may end before you move; RulesError
    for an opponent in a game of one.
    """
    if row is None and not 1 <= length <= 52:
        raise RowError(f"length is {length}: a deck deals at least 1 card and at most 52; give more as a row")
    if row is not None and not row:
        raise RowError("the row has no card: an episode needs at least 1 card")
    if rules.alone and opponent is not None and not opponent.is_optimal:
        raise RulesError(f"a one-player game has no opponent: remove {opponent}")
    like = Row.of(sorted(deck())[-length:]) if row is None else row
    book = Rulebook.of(like, you_first, rules=rules)
    states = {book.start}
    while states:
        if not all(map(book.moves, states)):
            who = "the opponent may end" if book.moves(book.start) else f"{len(like)} cards and {rules} end"
            raise RowError(f"{who} an episode before you move: give more cards, or move first")
        theirs = [state for state in states if book.mover(state) == "opponent"]
        states = {book.after(state, move) for state in theirs for move in book.moves(state)}
    return like


@dataclass(frozen=True)
class Observations:
    """What an agent sees of the positions of episodes.

    row    as those of the episodes: n cards
    rules  by which they are played
    dtype  of the array, a float or an integer
    scale  by which each value is multiplied

    Raises RowError where the dtype shows a large value as another one, or two values as the same one.

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
                f"dtype is {self.dtype!r} and scale {self.scale!r}: give numbers, and a scale other than 0"
            )
        object.__setattr__(self, "dtype", kind)
        object.__setattr__(self, "scale", int(self.scale) if self.scale == int(self.scale) else self.scale)
        shown: dict[float, tuple[Exact, str]] = {}
        for value, word in zip(self.row.values, self.row.words(), strict=True):
            scaled = value * (self.scale if isinstance(self.scale, int) else Fraction(self.scale))
            seen = self._cast(scaled)
            other, other_word = shown.setdefault(seen, (value, word))
            if other == value and (
                seen == scaled or (kind.kind == "f" and -self._exact <= scaled <= self._exact)
            ):
                continue
            merged = "a rounded number" if other == value else f"the same as {other_word}"
            raise RowError(
                f"observations are of {kind}, in which {word} is {merged}: "
                "subtract one number from all values, which changes no decision, or divide them"
            )
        most: Any = len(self.row)
        if self.rules.merge:  # into one card in the end
            most = abs(self.scale) * sum(max(value, -value) for value in self.row.values)
        self.require(most)

    def require(self, most: Exact) -> None:
        """Raise RowError unless the dtype has whole numbers as large as this."""
        if most > self._exact:
            raise RowError(
                f"observations are of {self.dtype}, which has no number as large as {most}: choose another"
            )

    @property
    def _exact(self) -> int:
        """The dtype shows every whole number up to here as it is."""
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
        """The box that holds every observation of the episodes."""
        import gymnasium

        n, values = len(self.row), [float(value) * self.scale for value in self.row.values]
        shown = [0, n, *values]
        if self.rules.merge:
            shown += sum(value for value in values if value < 0), sum(map(abs, values))
        return gymnasium.spaces.Box(min(shown), max(shown), (2 * n + 1 + self.rules.doubling,), self.dtype)

    def of(self, position: Position) -> Observation:
        """What is left of the row, and how many moves have been made, as an array."""
        state, n = position.state, len(self.row)
        seen = np.zeros(2 * n + 1 + self.rules.doubling, self.dtype)
        self.fill(seen, position.book, state)
        seen[2 * n] = state.number
        if self.rules.doubling:
            seen[-1] = state.memory
        return seen

    def fill(self, seen: Observation, book: Rulebook, state: State) -> None:
        """Write the cards that are left, and where they are, into the first 2n zeros of an array."""
        n, places = len(self.row), places_left(book, state)
        seen[places] = [float(value) * self.scale for value in book.cards(state)]
        seen[[n + place for place in places]] = 1


class Episodes:
    """What the episodes of an environment have in common, and what an agent is told of a game.

    row      as given; None: the first `length` cards of a new deal each time
    actions  the moves as numbers
    sight    what is observed of a position

    Raises what `require_episode` and `Observations` raise.
    """

    def __init__(
        self,
        row: Iterable[Any] | None,
        length: int,
        rules: object,
        dtype: Any,
        scale: float,
        render_mode: str | None,
        you_first: bool = True,
        opponent: Opponent | None = None,
    ) -> None:
        self.row = None if row is None else Row.of(row)
        self.length, self.rules, self.render_mode = length, Rules.of(rules), render_mode
        like = require_episode(self.row, length, you_first, self.rules, opponent)
        self.actions = Actions.of(like, self.rules)
        self.sight = Observations(like, self.rules, dtype, scale)

    def deal(self, random: Random) -> Row:
        """The row of the next episode."""
        return shuffled(deck(), random)[: self.length] if self.row is None else self.row

    def move(self, game: Game, held: Prospect, action: object) -> tuple[AnyMove, Total]:
        """The move that an action makes, and what it gives away. Raises IllegalMoveError."""
        move = self.actions.move(game.book, game.state, action)
        worths = worths_after(self.rules, held)
        return move, max(worths) - worths[game.moves().index(move)]

    def info(self, game: Game, held: Prospect, loss: Any, to_move: bool = True) -> dict[str, Any]:
        """What `info` tells an agent, given what the game holds for them and whether they are to move."""
        show, count = game.shape.cards.show, len(self.actions)
        values, mask = np.full(count, -inf), np.zeros(count, np.int8)
        if to_move:
            legal = list(self.actions.legal(game.book, game.state))
            values[legal] = list(map(float, worths_after(self.rules, held)))
            mask[legal] = 1
        return {"best": show(held.yours), "loss": show(loss), "q": values, "action_mask": mask}

    def render(self, game: Game) -> str | NDArray[np.uint8] | None:
        """A game as text for the mode ansi, or as an array of pixels for rgb_array."""
        if self.render_mode == "rgb_array":
            return pixels(picture(game))
        return text(game) if self.render_mode == "ansi" else None


def text(game: Game) -> str:
    """The game in one line of text.

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
    """Paint a picture at twice its size; shape (height, width, 3). Matplotlib's own fonts have suits."""
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
    canvas: Any = FigureCanvasAgg(figure)  # its methods have no types
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()
