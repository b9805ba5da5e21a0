"""Opponents: how each of them chooses a move. `rules.opponent_names` makes one from its name.

An opponent prefers some of the legal moves; a tie-breaking rule decides between those. What each built-in one
prefers in any state of a rulebook is written here, in `Opponent.by_card` and `Opponent.by_totals`; the texts
`engine.sweep` and `engine.turns` say the same of their positions.

Glossary
    ties        the tie-breaking rule among the preferred moves: left, right, or random with equal
                probabilities
    trembling   moving at random with probability epsilon; epsilon is 1 for `random`
    stochastic  has expected totals, because chance decides between moves that differ
    custom      a player of the user: a function chooses the moves
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from twoends.rules.batch_players import BatchPlayer
from twoends.rules.errors import IllegalMoveError, OpponentError, format_exception, shortened
from twoends.rules.moves import Move
from twoends.rules.numbers import Pair
from twoends.rules.rulebook import MAX_MOVES_NAMED, Player, Position, Rulebook, State

Ties = Literal["left", "right", "random"]

SENTENCES = {
    "optimal": "Never errs: gets the largest margin that it can.",
    "greedy": "Takes the larger end, and never asks what lies behind it.",
    "modest": "Takes the smaller end, out of politeness.",
    "generous": "Looks ahead to the last card so that the other side wins.",
    "left": "Takes the first end that is open, as a rule the left one.",
    "right": "Takes the last end that is open, as a rule the right one.",
    "random": "Tosses a coin before each move.",
}
"""What each built-in opponent does, for people."""

NAMES = tuple(SENTENCES)
"""The names of the built-in opponents."""

USUAL_TIES: dict[str, Ties] = {"optimal": "left", "greedy": "right", "modest": "right", "generous": "left"}
"""The default tie-breaking rule of each built-in opponent with one."""

BY_CARDS = ("greedy", "modest")
"""The opponents who look at the cards alone; all others with a tie-breaking rule look ahead."""

BY_END = ("left", "right")
"""The opponents who always take one end. All cards are equal to them, and their name breaks the ties."""

HUMAN = "human"
"""The name of a human opponent. Their moves are unknown, so methods and reviews assume optimal play. Only \
the play command accepts them."""

TREMBLING = "trembling"
"""The word before epsilon in an opponent's name."""


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
        if self.takes_one_end:
            return None
        return self.ties if self.looks_at_cards or self.ties != USUAL_TIES.get(self.name) else None

    @cached_property
    def looks_at_cards(self) -> bool:
        """Whether the choice depends on the cards alone, not on later totals."""
        return self.name in BY_CARDS or self.takes_one_end

    @property
    def takes_one_end(self) -> bool:
        """Whether it always takes the same end, which its name says."""
        return self.name in BY_END

    @property
    def prefers(self) -> int:
        """Which cards an opponent who looks at cards prefers: 1 the larger, -1 the smaller, 0 none."""
        return {"greedy": 1, "modest": -1}.get(self.name, 0)

    # --- what the built-in opponents prefer ---

    def by_card(self, earns: Any) -> Any:
        """What an opponent who looks at cards maximises, given what a move earns, or an array of it."""
        if self.prefers == 0:
            return earns - earns
        return earns if self.prefers > 0 else -earns

    def by_totals(self, yours: Any, theirs: Any) -> tuple[Any, Any]:
        """What an opponent who looks ahead maximises, given both totals after a move and best play."""
        if self.name == "generous":
            return -theirs, yours - theirs
        return theirs - yours, theirs

    # --- choosing a move in any state of a rulebook ---

    def preferred(self, book: Rulebook, state: State, after: Sequence[Pair]) -> Sequence[Move]:
        """The preferred moves in order, given both totals after each legal move; O(moves).

        Opponents who look at cards need no totals, and their ties are broken here; else see `break_ties`.
        Raises OpponentError for a user's player that fails or returns no legal move.
        """
        moves = book.moves(state)
        if len(moves) < 2 or self.name == "random":
            return moves
        if self.player is not None:
            return self.ask_player(book, [state])
        if self.looks_at_cards:
            wants = [self.by_card(book.earns(state, move)) for move in moves]
        else:
            wants = [self.by_totals(*pair) for pair in after]
        most = max(wants)
        tied = [move for move, want in zip(moves, wants, strict=True) if want == most]
        return self.break_ties(tied) if self.looks_at_cards else tied

    def break_ties(self, preferred: Sequence[Move]) -> Sequence[Move]:
        """The preferred moves that the tie-breaking rule keeps: all if ties are random, else at most one."""
        if self.ties == "random":
            return preferred
        if self.ties != "right" or not preferred:
            return preferred[:1]
        ends = [move.single for move in preferred]
        return [preferred[ends.index(ends[-1])]]  # the move of fewest cards at the last end

    def reply(self, book: Rulebook, state: State, after: Sequence[Pair]) -> Pair:
        """Both totals after the opponent's move, given those after each legal move; O(moves).

        Expectations if chance decides. Raises what `preferred` raises.
        """
        preferred = self.preferred(book, state, after) if self.epsilon < 1 else ()
        by_move = dict(zip(book.moves(state), after, strict=True))
        if not self.stochastic:
            return by_move[self.break_ties(preferred)[0]]
        chances = [(chance, by_move[move]) for chance, move in self.spread(tuple(by_move), preferred)]
        yours = sum(chance * yours for chance, (yours, _) in chances)
        return yours, sum(chance * theirs for chance, (_, theirs) in chances)

    def spread(self, moves: Sequence[Move], preferred: Sequence[Move]) -> list[tuple[Any, Move]]:
        """Pairs (probability, move) for the moves of positive probability; `moves` are all legal ones.

        A probability is 1 or a Fraction.
        """
        intended = self.break_ties(preferred)
        if len(intended) == 1 and not self.epsilon:
            return [(1, intended[0])]
        keep = (1 - self.epsilon) / len(intended) if intended else 0
        at_random = self.epsilon / len(moves)
        likely = [(at_random + keep * (move in intended), move) for move in moves]
        return [(chance, move) for chance, move in likely if chance]

    def ask_player(self, book: Rulebook, states: Sequence[State]) -> Sequence[Move]:
        """The moves of the user's player in m states, shape (m,); a batch player is asked once.

        Raises OpponentError if it fails or returns no legal move.
        """
        assert self.player is not None
        if isinstance(self.player, BatchPlayer):
            try:
                return self.player.moves(book, states)
            except (Exception, SystemExit) as fault:
                raise self._failure(book, states[0], fault) from fault
        return [self._ask_player(book, state) for state in states]

    def _ask_player(self, book: Rulebook, state: State) -> Move:
        assert self.player is not None
        position = Position(book, state)
        try:
            move = self.player(position)
        except (Exception, SystemExit) as fault:  # it may fail in any way; the user has to fix it
            raise self._failure(book, state, fault) from fault
        try:
            return book.legal(state, move)
        except IllegalMoveError as fault:
            answer = shortened(" ".join(repr(move).split()), 60)
            legal = ", ".join(map(repr, position.moves()[:MAX_MOVES_NAMED]))
            raise OpponentError(
                f"{self.name} answered {answer}: a player must return a legal move, here {legal}"
            ) from fault

    def _failure(self, book: Rulebook, state: State, fault: BaseException) -> OpponentError:
        cards = book.shown_cards(state)
        shown = " ".join(shortened(str(card)) for card in cards[:10]) + (" …" if len(cards) > 10 else "")
        return OpponentError(f"{self.name} failed on the cards {shown}: {format_exception(fault)}")

    @cached_property
    def _text(self) -> str:
        words = [self.name]
        if self.named_ties:
            words.append(self.named_ties)
        if self.epsilon and self.name != "random":
            words += [TREMBLING, str(self.epsilon)]
        return " ".join(words)

    def __dir__(self) -> list[str]:
        """What completion shows: what is for users, not what methods need."""
        return ["name", "ties", "epsilon", "player", "stochastic"]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Opponent({str(self)!r})"


Against = str | Opponent | Player
"""What users may give for an opponent."""

Steady = (
    Literal["optimal", "greedy", "modest", "generous", "left", "right"]
    | Literal["optimal left", "optimal right", "generous left", "generous right"]
    | Literal["greedy left", "greedy right", "modest left", "modest right"]
    | Player
)
"""The opponents against whom totals are not expectations, as far as a type can tell."""
