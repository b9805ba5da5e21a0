"""What the environments share: actions, observations, infos and rendering.

actions      on a row 0 takes the left end and 1 the right end; if moves may take several cards, 2 and 3 take
             two cards from the left and right end, 4 and 5 three, and so on; a move that takes all cards
             takes them from the left. On a board the ends of component c are 2c and 2c + 1. On a circle
             action k first takes card k; after that the ends are 0 and 1. On both, too, the actions that take
             two cards follow those that take one
observation  shape (2n + 1,), float32 by default: the n values, multiplied by `scale`, or 0 for a card that is
             gone; then n flags, 1 for a card that is left; then the number of moves made; then M, under rules
             that have one. A merged card lies next to the unmerged cards. A row that the dtype cannot
             represent is an error
action mask  int8, shape (actions,): 1 for a legal action; a step rejects all others
worth        what an agent maximises: its total if the rules fix the sum of both totals, else its margin

The info of an agent, to whom the best response is optimal play if the other side is an agent, too:

best         its total from here on if the best response follows; exact, in the row's kind of number
loss         what its last move gave away, in units of its worth, exact; 0 before its first move
q            action values: its worth from here on for each action, if the best response follows; float64,
             shape (actions,), minus infinity for an illegal action
action_mask  the legal actions; none if another agent is to move, whose `q` is all minus infinity

The environments take these options:

row     the values of every episode; None: the first `length` cards of a new deal in each episode
length  the number of cards in a deal
rules   what a move takes and earns and whose turn it is: anything that `Rules.of` takes
dtype   the dtype of observations
scale   the factor of values in observations
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, isfinite
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from twoends.answers.policies import choices_by
from twoends.engine import playing
from twoends.engine.judge import worth_of
from twoends.engine.method import Method, Value
from twoends.engine.options import Options
from twoends.engine.playing import Policy
from twoends.engine.values import method_of
from twoends.rules.cards import deck, shuffled
from twoends.rules.errors import IllegalMoveError, RowError, RulesError, TwoEndsError, shortened
from twoends.rules.games import Game
from twoends.rules.moves import Move
from twoends.rules.numbers import Exact, Total
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Position, Rulebook, State
from twoends.rules.rules import DEFAULT, Mover, Rules
from twoends.rules.shapes import Shape
from twoends.views.numbers import number
from twoends.views.pictures import EDGE, GREY_INK, LEVEL, LOOKS, Picture, picture

if TYPE_CHECKING:
    import gymnasium

Observation = NDArray[Any]

RENDER_MODES = ["human", "ansi", "rgb_array"]


@dataclass(frozen=True)
class Actions:
    """The actions of all games on a shape; `len` is their number.

    ends    the number of actions that take one card
    counts  the largest number of cards that a move may take

    >>> from twoends import Row
    >>> actions = Actions.of(Row.of([8, 15, 3, 7]), Rules.of("take 1-3"))
    >>> len(actions), actions.number(Move("R"))
    (6, 1)
    """

    ends: int
    counts: int

    @classmethod
    def of(cls, shape: Shape, rules: Rules) -> Actions:
        """The actions on a shape by the given rules."""
        n = max(len(shape), 1)
        return cls(1 + max(map(_single, shape.every_end()), default=0), min(rules.most or n, n))

    def __len__(self) -> int:
        return self.ends * self.counts

    def number(self, move: Move) -> int:
        """The action that makes a move."""
        return _single(move) + self.ends * (move.cards - 1)

    def legal(self, book: Rulebook, state: State) -> dict[int, Move]:
        """The legal moves of a state by their actions, in the order of the moves."""
        return {self.number(move): move for move in book.moves(state)}

    def move(self, book: Rulebook, state: State, action: object) -> Move:
        """The move that a legal action makes. Raises IllegalMoveError if it is not legal."""
        legal = self.legal(book, state)
        if isinstance(action, SupportsIndex) and not isinstance(action, bool):
            with suppress(
                TypeError, KeyError
            ):  # an array of floats or of several numbers, or an illegal move
                return legal[index(action)]
        advice = f"choose from {', '.join(map(str, legal))}" if legal else "the game is over, begin a new one"
        raise IllegalMoveError(f"action {shortened(repr(action))} is not legal here: {advice}")


def _single(move: Move) -> int:
    """The action that takes one card from the end of a move."""
    return 2 * (move.row or 0) + (move.end == "R") if move.side else int(move.end)


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
            scaled = value * Fraction(self.scale)
            try:
                with np.errstate(over="ignore"):
                    stored = kind.type(self.scaled(value)).item()
            except OverflowError:
                stored = inf
            other, other_word = represented.setdefault(stored, (value, word))
            if other != value:
                failure = f"distinguish {word} from {other_word}"
            elif stored != scaled and (kind.kind != "f" or abs(scaled) > self._exact):
                failure = f"represent {word} exactly"
            else:
                continue
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

    def scaled(self, value: Exact) -> float:
        """A value or a total as a number of the dtype's kind."""
        return (float if self.dtype.kind == "f" else int)(value * self.scale)

    @property
    def _exact(self) -> int:
        """The largest whole number up to which the dtype represents every one exactly."""
        kind = self.dtype
        return 2 ** (np.finfo(kind).nmant + 1) if kind.kind == "f" else int(np.iinfo(kind).max)

    @property
    def space(self) -> gymnasium.spaces.Box:
        """The Gymnasium box of all observations of the episodes."""
        import gymnasium

        n, values = len(self.row), list(map(self.scaled, self.row.values))
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
        array[places] = [self.scaled(value) for value in book.cards(state)]
        array[[n + place for place in places]] = 1


def places_left(book: Rulebook, state: State) -> list[int]:
    """The places of the remaining cards, in order; a merged card lies next to the unmerged cards."""
    if not book.rules.merge:
        return [place for lane in book.shape.lanes(state.remaining) for place in lane.places]
    start, stop = state.remaining
    return list(range(start - (start > 0), stop + (stop < len(book.shape))))


class Episodes:
    """The episodes of an environment, one at a time.

    actions       the moves as numbers
    observations  the encoding of positions
    game          the current episode; the opponent's moves are left to the environment

    `row` is as given, or None for the first `length` cards of a new deal in each episode. Raises RowError if
    the cards cannot be dealt, or if an episode can end before your first move; RulesError for an opponent in
    a one-player game; and what `Observations` raises.
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
        self.game = self._start = Game(example, you_first, (), opponent or "optimal", self.rules)
        self._method: Method | None = None
        book, states = self.game.book, {self.game.state}
        while states:
            if not all(map(book.moves, states)):
                by_rules = f"{len(example)} cards and {self.rules} end"
                who = "the opponent may end" if book.moves(book.start) else by_rules
                raise RowError(f"{who} an episode before you move: give more cards, or move first")
            theirs = [state for state in states if book.mover(state) == "opponent"]
            states = {book.after(state, move) for state in theirs for move in book.moves(state)}
        self.actions = Actions.of(example, self.rules)
        self.observations = Observations(example, self.rules, dtype, scale)

    def begin(self, random: Random) -> bool:
        """Deal the next episode; return whether its row is another one."""
        is_new = self.row is None or self._method is None
        if self.row is None:
            self._start = replace(self._start, shape=shuffled(deck(), random)[: self.length])
        if is_new:
            self._method = method_of(self._start, options=Options(keeps=True))
        self.game = self._start
        return is_new

    def step(self, action: object, agent: Mover = "you") -> Total:
        """Make the move of an action; return what it gives the agent away. Raises IllegalMoveError."""
        move = self.actions.move(self.game.book, self.game.state, action)
        values = self._values(self._value(agent))
        self.game = self.game.play(move)
        return max(values.values()) - values[self.actions.number(move)]

    def policy(self) -> Policy:
        """The opponent's policy in this episode, from the values that `info` shows."""
        method, book, against = self._method, self.game.book, self.game.opponent
        assert method is not None, "an episode has begun"
        return playing.policy(book, against, lambda: choices_by(method, book, against))

    def info(self, loss: Any, agent: Mover = "you") -> dict[str, Any]:
        """The `info` of an agent, given what its last move gave away."""
        show, count, value = self.game.shape.cards.show, len(self.actions), self._value(agent)
        q, mask = np.full(count, -inf), np.zeros(count, np.int8)
        if agent == self.game.mover:
            values = self._values(value)
            q[list(values)], mask[list(values)] = list(map(float, values.values())), 1
        return {"best": show(value.yours), "loss": show(loss), "q": q, "action_mask": mask}

    def _values(self, value: Value) -> dict[int, Total]:
        """What each legal action is worth to the agent from whose point of view the value is."""
        legal, fixed_sum = self.actions.legal(self.game.book, self.game.state), self.rules.fixed_sum
        return {
            action: worth_of(*totals, fixed_sum) for action, totals in zip(legal, value.after, strict=True)
        }

    def _value(self, agent: Mover) -> Value:
        """The value of the current state from an agent's point of view."""
        assert self._method is not None, "an episode has begun"
        ((yours, theirs, after),) = self._method.values(self.game.book, [self.game.state])
        if agent == "you":
            return Value(yours, theirs, after)
        return Value(theirs, yours, tuple((other, own) for own, other in after))


def require_render_mode(mode: str | None) -> None:
    """Raise TwoEndsError unless `render` has this mode."""
    if mode not in (None, *RENDER_MODES):
        raise TwoEndsError(
            f"render_mode is {shortened(repr(mode))}: choose {', '.join(RENDER_MODES)} or None"
        )


def render(game: Game, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Print the game for the mode human; return text for ansi, an array of pixels for rgb_array."""
    if mode == "human":
        print(text(game))
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
    yours, theirs = map(number, game.totals)
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
