"""The graph of positions that a game can reach, and its optimal lines: counted, listed, or drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any, NamedTuple

from twoends.answers.policies import choices
from twoends.answers.solution import game_of
from twoends.engine.values import values
from twoends.rules import limits
from twoends.rules.cards import seed_of
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.moves import Line, Move
from twoends.rules.numbers import Number
from twoends.rules.opponents import Opponent
from twoends.rules.rulebook import State
from twoends.rules.rules import Mover
from twoends.rules.shapes import Shape

Steps = dict[State, tuple[tuple[Move, State], ...]]
"""Every state on an optimal line, before its successors, with the optimal moves there."""


@dataclass(frozen=True)
class OptimalLines:
    """All ways a game can continue if you play a best response and the opponent moves as intended.

    Each of several equal moves begins a line of its own; the last card of a row counts as LEFT. Lines are
    numbered from 0 in lexicographic order of their ends: L before R, components and circle cards from 0 up.

    game   the game that the lines continue: a shape, the opponent, the moves so far
    count  the exact number of lines; 1 if no card is left

    >>> lines = optimal_lines([2, 2, 2])
    >>> lines.count, [str(line) for line in lines]
    (4, ['LLL', 'LRL', 'RLL', 'RRL'])
    """

    game: Game
    count: int
    _steps: Steps = field(repr=False, compare=False)
    _counts: dict[State, int] = field(repr=False, compare=False)

    @property
    def shape(self) -> Shape:
        """The shape that was dealt."""
        return self.game.shape

    @property
    def opponent(self) -> Opponent:
        """How the other side replies."""
        return self.game.opponent

    def line(self, number: int) -> Line:
        """The line with this number, in O(n). Raises MethodError for a number outside 0..count-1.

        >>> optimal_lines([2] * 100).line(2**98)
        Line(1R 99L)
        """
        if not hasattr(number, "__index__") or not 0 <= number < self.count:
            raise MethodError(f"there is no line {number!r}: give a number from 0 to {self.count - 1}")
        state = self.game.state
        taken: list[Move] = []
        while steps := self._steps[state]:
            for end, after in steps:
                if number < self._counts[after]:
                    taken.append(end)
                    state = after
                    break
                number -= self._counts[after]
        return Line.of(taken, counted=not self.game.rules.one_card)

    def random(self, seed: int | None = None) -> Line:
        """A uniformly random line, in O(n); the same seed gives the same line. Raises TwoEndsError.

        >>> optimal_lines([8, 15, 3, 7]).random(seed=3)
        Line(RLLL)
        """
        return self.line(Random(seed_of(seed)).randrange(self.count))

    def __iter__(self) -> Iterator[Line]:
        return map(self.line, range(self.count))


def optimal_lines(
    what: Game | Shape | Iterable[Any],
    opponent: object = None,
    *,
    ties: str | None = None,
    you_first: bool = True,
    rules: object = None,
) -> OptimalLines:
    """Find all optimal lines of a shape or of the rest of a game, against an opponent without random moves.

    Examines only positions on optimal lines, on a row n if no moves are equal and at most n²/2; each costs
    what it costs in `policies.choices`. The tie-breaking rules of players who look ahead are ignored: each of
    their equal moves begins a line. A game says itself who moves; `opponent` replaces its own; `rules` are as
    in `solve`. Raises RowError, OpponentError, RulesError, and MethodError for opponents who move at random
    and for more than limits.MAX_POSITIONS_ON_LINES.

    >>> optimal_lines([0] * 100).count == 2**99
    True
    """
    game = game_of(what, opponent, ties=ties, you_first=you_first, rules=rules)
    if game.opponent.stochastic:
        raise MethodError(
            f"{game.opponent} moves at random: lines of play need an opponent without random moves"
        )
    book, best, states = game.book, choices(game), [game.state]
    steps: Steps = {}
    for state in states:  # which grows meanwhile, by those after each move
        if state in steps:
            continue
        moves = best(state) if book.moves(state) else ()
        steps[state] = tuple((move, book.after(state, move)) for move in moves)
        states += [after for _, after in steps[state]]
        if len(steps) > limits.MAX_POSITIONS_ON_LINES:
            raise MethodError(
                f"more than {limits.MAX_POSITIONS_ON_LINES:,} positions lie on optimal lines: "
                "give a shorter row"
            )
    counts: dict[State, int] = {}
    for state in reversed(steps):  # a state precedes those after its moves
        counts[state] = sum(counts[after] for _, after in steps[state]) if steps[state] else 1
    return OptimalLines(game, counts[game.state], steps, counts)


# --- the graph of positions --------------------------------------------------------------------


class Edge(NamedTuple):
    """A move in the graph of positions.

    move    what is taken
    to      the position after it
    played  whether the mover intends it: it is one of your best moves, or one that the opponent prefers
    """

    move: Move
    to: State
    played: bool


class Node(NamedTuple):
    """A position in the graph.

    state  the state of play: the remaining cards and whatever else the rules depend on
    cards  the values of the remaining cards, as given
    mover  whose turn it is
    total  your total from here on, in the shape's own kind of number
    edges  the legal moves
    """

    state: State
    cards: tuple[Number, ...]
    mover: Mover
    total: Number
    edges: tuple[Edge, ...]


def graph(game: Game, most: float = inf) -> list[Node]:
    """Every position that a game can still reach, once each, those after the fewest moves first.

    Works for all shapes, rules and opponents; each position costs what it costs in `values` and `choices`.
    Raises MethodError as those do, and if there are more than `most` positions.

    >>> from twoends import parse
    >>> [node.state.remaining for node in graph(parse("8 15 / first / -"))]
    [(0, 2), (1, 2), (0, 1), (2, 2), (1, 1)]
    """
    book, show = game.book, game.shape.cards.show
    order = {book.key(game.state): game.state}
    moves: list[list[tuple[Move, State]]] = []
    for state in (states := [game.state]):
        moves.append([])
        for move in book.moves(state):
            after = book.after(state, move)
            moves[-1].append((move, order.setdefault(book.key(after), after)))
            if len(order) > len(states):
                states.append(after)
        if len(states) > most:
            raise MethodError(
                f"a graph of more than {most:,} positions is too large to read: give fewer cards"
            )
    chosen = choices(game)
    nodes = []
    for state, value, following in zip(states, values(game, states), moves, strict=True):
        mover = book.mover(state)
        by_chance = mover == "opponent" and game.opponent.epsilon == 1
        played = () if by_chance or not following else chosen(state)
        edges = (Edge(move, to, move in played) for move, to in following)
        cards = tuple(map(show, book.cards(state)))
        nodes.append(Node(state, cards, mover, show(value.yours), tuple(edges)))
    return nodes
