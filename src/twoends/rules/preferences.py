"""Preferences: the built-in opponents, and how every opponent chooses a move.

A built-in opponent ranks the legal moves by a key and takes the move with the largest; a tie-breaking rule
decides between equal keys. Each is an entry of HABITS, from which every list of opponents is derived.
opponents.py parses their names, replies.py serves methods on rows.

Glossary
    key         ranks moves: larger is preferred; works on numbers and on arrays of them
    ties        the tie-breaking rule among the moves with the largest key: left, right, or random with equal
                probabilities
    trembling   moving at random with probability epsilon; epsilon is 1 for `random`
    stochastic  has expected totals, because chance decides between moves that differ
    custom      a player of the user: a function chooses the moves
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple

from twoends.rules.errors import IllegalMoveError, OpponentError, format_exception, shortened
from twoends.rules.rulebook import MOST_MOVES_NAMED, Player, Position, Rulebook, State
from twoends.rules.sides import AnyMove, end_and_count

Ties = Literal["left", "right", "random"]

TREMBLING = "trembling"
"""The word before epsilon in an opponent's name."""


# --- the built-in opponents --------------------------------------------------------------------


class Cards(NamedTuple):
    """The argument of a key that looks at cards, for one move or many: numbers, or arrays of one shape.

    earns   what the move earns
    beyond  what the same move would earn next; 0 if it is not legal then
    """

    earns: Any
    beyond: Any


class Outcome(NamedTuple):
    """A legal move and both totals from it on, including its own card; expectations if chance decides.

    Keys that look at totals take an outcome.

    move   None if chance decides, or the game is over
    after  the outcome of the state that the move leads to, if a search found it
    """

    move: Any
    yours: Any = 0
    theirs: Any = 0
    after: Outcome | None = None


class Habit(NamedTuple):
    """A built-in opponent, who takes a move with the largest key.

    name      one word
    looks_at  the argument of the key: the `Cards` of a move, its `Outcome`, or nothing for random moves
    key       ranks moves, largest first; the ranking must not depend on the unit of the values
    ties      the tie-breaking rules allowed, the default first; () if there are none
    sentence  a description for people
    """

    name: str
    looks_at: Literal["cards", "totals", "nothing"]
    key: Callable[[Any], Any]
    ties: tuple[Ties, ...]
    sentence: str


BY_CARDS: tuple[Ties, ...] = ("right", "left", "random")
LOOKING_AHEAD: tuple[Ties, ...] = ("left", "right", "random")

HABITS = {
    habit.name: habit
    for habit in (
        Habit(
            "optimal", "totals", lambda totals: (totals.theirs - totals.yours, totals.theirs),
            LOOKING_AHEAD, "Never errs: keeps your total as small as it can be.",
        ),
        Habit(
            "greedy", "cards", lambda cards: cards.earns,
            BY_CARDS, "Takes the larger end, and never asks what lies behind it.",
        ),
        Habit(
            "modest", "cards", lambda cards: -cards.earns,
            BY_CARDS, "Takes the smaller end, out of politeness.",
        ),
        Habit(
            "generous", "totals", lambda totals: (-totals.theirs, totals.yours - totals.theirs),
            LOOKING_AHEAD, "Looks ahead to the last card so that you win.",
        ),
        Habit("random", "nothing", lambda nothing: 0, (), "Tosses a coin before each move."),
    )
}  # fmt: skip
"""All built-in opponents. A new one that looks at cards needs only an entry here."""


HUMAN = "human"
"""The name of a human opponent. Their moves are unknown, so solvers and reviews assume optimal play. Only \
the play command accepts them."""


def names() -> tuple[str, ...]:
    """The names of the built-in opponents."""
    return tuple(HABITS)


def with_ties() -> tuple[str, ...]:
    """The names of the built-in opponents with a tie-breaking rule."""
    return tuple(name for name, habit in HABITS.items() if habit.ties)


# --- an opponent -------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Opponent:
    """An opponent: a preference and a probability of random moves; build one with `opponent`.

    name        a built-in name, or module:function for a custom opponent
    ties        the tie-breaking rule; None if there is none
    epsilon     probability in [0, 1] that a move is random
    player      a user's player: a function from the position to a legal move

    >>> from twoends import opponent
    >>> print(opponent("greedy left"), "|", opponent("generous trembling 1/10"))
    greedy left | generous trembling 1/10
    """

    name: str
    ties: Ties | None = None
    epsilon: Fraction = Fraction(0)
    player: Player | None = None

    @cached_property
    def stochastic(self) -> bool:
        """Whether totals are expectations and there is no line: chance decides between moves that differ.

        An opponent who looks ahead ranks two moves equal only if they leave you the same total, so random
        ties change no total against your best response.
        """
        return bool(self.epsilon) or (self.ties == "random" and self.looks_at_cards)

    @property
    def needs_random(self) -> bool:
        """Whether playing takes random numbers."""
        return bool(self.epsilon) or self.ties == "random"

    @cached_property
    def is_optimal(self) -> bool:
        """Whether play is optimal without random moves, which linear-time methods require."""
        return self.name in ("optimal", HUMAN) and not self.epsilon

    @property
    def is_human(self) -> bool:
        """Whether a person chooses the moves."""
        return self.name == HUMAN

    @cached_property
    def custom(self) -> bool:
        """Whether a user's function chooses the moves."""
        return self.player is not None

    @cached_property
    def named_ties(self) -> Ties | None:
        """The tie-breaking rule shown in the name; None for the default of opponents who look ahead."""
        if self.ties is None or (not self.looks_at_cards and self.ties == self.habit.ties[0]):
            return None
        return self.ties

    @property
    def habit(self) -> Habit:
        """The entry of a built-in opponent."""
        return HABITS["optimal" if self.is_human else self.name]

    @property
    def looks_at_cards(self) -> bool:
        """Whether the choice depends on the cards alone, not on later totals."""
        return not self.custom and self.habit.looks_at == "cards"

    # --- choosing a move in any state of a rulebook ---

    def preferred(self, book: Rulebook, state: State, outcomes: Sequence[Outcome]) -> Sequence[AnyMove]:
        """The preferred moves in order, given the outcomes of all legal moves; O(moves).

        Ties are broken already for opponents who look at cards; for others, see `settled`. Raises
        OpponentError for a user's player that fails or returns no legal move.
        """
        moves: list[AnyMove] = [each.move for each in outcomes]
        if len(moves) == 1:
            return moves
        if self.player is not None:
            return [self.played(book, state)]
        looks_at = self.habit.looks_at
        seen: Sequence[Any] = outcomes
        if looks_at == "nothing":
            return moves
        if looks_at == "cards":
            seen = [_LazyCards(book, state, move) for move in moves]
        keys = list(map(self.habit.key, seen))
        largest = max(keys)
        tied = [move for move, key in zip(moves, keys, strict=True) if key == largest]
        return self.settled(tied) if looks_at == "cards" else tied

    def settled(self, preferred: Sequence[AnyMove]) -> Sequence[AnyMove]:
        """The preferred moves that the tie-breaking rule keeps: all if ties are random, else at most one."""
        if self.ties == "random":
            return preferred
        if self.ties != "right" or not preferred:
            return preferred[:1]
        ends = [end_and_count(move)[0] for move in preferred]
        return [preferred[ends.index(ends[-1])]]  # the move of fewest cards at the last end

    def reply(self, book: Rulebook, state: State, outcomes: Sequence[Outcome]) -> Outcome:
        """The outcome of the opponent's move, given those of all legal moves; O(moves).

        If chance decides, its totals are expectations, and it has no move. Raises what `preferred` raises.
        """
        preferred = self.preferred(book, state, outcomes) if self.epsilon < 1 else ()
        moves = [each.move for each in outcomes]
        if not self.stochastic:
            return outcomes[moves.index(self.settled(preferred)[0])]
        by_move = dict(zip(moves, outcomes, strict=True))
        chances = [(chance, by_move[move]) for chance, move in self.spread(moves, preferred)]
        yours = sum(chance * outcome.yours for chance, outcome in chances)
        return Outcome(None, yours, sum(chance * outcome.theirs for chance, outcome in chances))

    def spread(self, moves: Sequence[AnyMove], preferred: Sequence[AnyMove]) -> list[tuple[Any, AnyMove]]:
        """Pairs (probability, move) for the moves of positive probability; `moves` are all legal ones.

        A probability is 1 or a Fraction.
        """
        intended = self.settled(preferred)
        if len(intended) == 1 and not self.epsilon:
            return [(1, intended[0])]
        keep = (1 - self.epsilon) / len(intended) if intended else 0
        at_random = self.epsilon / len(moves)
        likely = [(at_random + keep * (move in intended), move) for move in moves]
        return [(chance, move) for chance, move in likely if chance]

    def played(self, book: Rulebook, state: State) -> AnyMove:
        """The move of the user's player. Raises OpponentError if it fails or returns no legal move."""
        assert self.player is not None
        position = Position(book, state)
        try:
            move = self.player(position)
        except (Exception, SystemExit) as fault:  # it may fail in any way; the user has to fix it
            cards = position.cards
            shown = " ".join(map(str, cards[:10])) + (" …" if len(cards) > 10 else "")
            raise OpponentError(
                f"{self.name} failed on the cards {shown}: {format_exception(fault)}"
            ) from fault
        try:
            return book.legal(state, move)
        except IllegalMoveError as fault:
            answer = shortened(" ".join(repr(move).split()), 60)
            legal = ", ".join(map(repr, position.moves()[:MOST_MOVES_NAMED]))
            raise OpponentError(
                f"{self.name} answered {answer}: a player must return a legal move, here {legal}"
            ) from fault

    @cached_property
    def _text(self) -> str:
        words = [self.name]
        if self.named_ties:
            words.append(self.named_ties)
        if self.epsilon and self.name != "random":
            words += [TREMBLING, str(self.epsilon)]
        return " ".join(words)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Opponent({str(self)!r})"


class _LazyCards(NamedTuple):
    """The `Cards` of one move; each field is computed when a key reads it."""

    book: Rulebook
    state: State
    move: AnyMove

    @property
    def earns(self) -> Any:
        return self.book.earns(self.state, self.move)

    @property
    def beyond(self) -> Any:
        """What the same move would earn if it were repeated at once; 0 if it is not legal then."""
        after = self.book.after(self.state, self.move)
        try:
            return self.book.earns(after, self.book.legal(after, self.move))
        except IllegalMoveError:
            return 0
