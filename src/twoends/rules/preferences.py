"""Preferences: how opponents choose, and which opponents there are.

An opponent of habit ranks the legal moves by a key and takes the one with the largest; where several have it,
a tie-breaking rule decides. A built-in opponent is an entry of HABITS, and everything that lists opponents is
derived from it; opponents.py reads how they are written, replies.py is for methods on rows.

Glossary
    key         what a habit ranks moves by: larger is preferred; it works on numbers and on arrays of them
    ties        which of the moves with the largest key is taken: the left or the right one, or each equally
                often; best, worst: among the optimal ones, the one that is best or worst for the other player
    trembling   with probability epsilon they move at random instead; epsilon is 1 for `random`
    stochastic  whose totals are expectations, because chance decides between moves that differ
    reply rule  (left card, right card, after left, after right) -> your total after their move
    custom      whose moves a function of yours decides: a reply rule or a player
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from twoends.rules.asking import ReplyRule, ask, quoted, rule_on, sides_by_rule
from twoends.rules.errors import IllegalMoveError, OpponentError
from twoends.rules.numbers import Total
from twoends.rules.rulebook import MOST_MOVES_NAMED, Rulebook, State
from twoends.rules.sides import LEFT, RIGHT, AnyMove, end_and_count, side_of

if TYPE_CHECKING:
    from twoends.rules.positions import Player

Ties = Literal["left", "right", "random", "best", "worst"]

TREMBLING = "trembling"
"""The word in an opponent's name that epsilon follows."""


# --- the built-in opponents --------------------------------------------------------------------


class Cards(NamedTuple):
    """What who looks at cards sees of a move, or of many: numbers, or arrays of one shape.

    earns   what the mover gets for it
    beyond  what the same end would earn next; 0 where nothing is left there
    """

    earns: Any
    beyond: Any


class Outcome(NamedTuple):
    """A legal move, and both totals from it on, its own card included; expectations where chance decides.

    This is what who looks ahead sees of a move.

    move   None where it is not one, because chance decides, a rule of yours mixes both ends, or play is over
    after  the outcome of the state that the move leads to, where a search found it
    """

    move: Any
    yours: Any = 0
    theirs: Any = 0
    after: Outcome | None = None


class Habit(NamedTuple):
    """One built-in opponent: they take the move that they like best.

    name      in one word
    looks_at  the `Cards` of a move, the `totals` of its `Outcome`, or nothing: a random move
    key       ranks moves by what they look at: the largest is preferred; it does not depend on the unit
    ties      the tie-breaking rules that they may have: the default comes first, () for those who have none
    sentence  what they do, for people
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
            (*LOOKING_AHEAD, "best", "worst"), "Never errs: keeps your total as small as it can be.",
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
"""Every built-in opponent. A new one who looks at cards is an entry here and nothing else."""


HUMAN = "human"
"""The name of an opponent who is a person: nobody knows what they will take, so they are judged and \
answered like an optimal one. No command but play seats them."""


def names() -> tuple[str, ...]:
    """The built-in opponents."""
    return tuple(HABITS)


def with_ties() -> tuple[str, ...]:
    """Those who have a rule for equal moves."""
    return tuple(name for name, habit in HABITS.items() if habit.ties)


# --- an opponent -------------------------------------------------------------------------------


M = TypeVar("M")


@dataclass(frozen=True, repr=False)
class Opponent:
    """An opponent: what they intend, and how often they move at random instead; build one with `opponent`.

    name        that of a built-in one, or module:function for a custom one
    ties        which of several moves they take that they like equally; None for those who have no such rule
    epsilon     probability in [0, 1] that a move is random instead
    p_left      probability in [0, 1] that a random move goes left
    rule        your own reply rule
    player      your own player: a function from the position to a legal move

    >>> from twoends import opponent
    >>> print(opponent("greedy left"), "|", opponent("generous", epsilon="1/10"))
    greedy left | generous trembling 1/10
    """

    name: str
    ties: Ties | None = None
    epsilon: Fraction = Fraction(0)
    p_left: Fraction = Fraction(1, 2)
    rule: ReplyRule | None = None
    player: Player | None = None

    @property
    def stochastic(self) -> bool:
        """Whether totals are expectations and there is no line: chance decides between moves that differ.

        Those who look ahead like two moves equally only where your totals are the same: their chance
        changes no total against your best response.
        """
        return bool(self.epsilon) or (self.ties == "random" and self.looks_at_cards)

    @property
    def needs_random(self) -> bool:
        """Whether they need random numbers to play."""
        return bool(self.epsilon) or self.ties == "random"

    @property
    def is_optimal(self) -> bool:
        """Whether they play optimally and never tremble: then there are methods in linear time."""
        return self.name in ("optimal", HUMAN) and not self.epsilon

    @property
    def is_human(self) -> bool:
        """Whether a person moves for them."""
        return self.name == HUMAN

    @property
    def custom(self) -> bool:
        """Whether a function of the user's decides their moves."""
        return self.rule is not None or self.player is not None

    @property
    def needs_the_other(self) -> bool:
        """Whether their tie rule asks what the other player will do, whose policy must be known then."""
        return self.ties in ("best", "worst")

    @property
    def named_ties(self) -> Ties | None:
        """The tie rule as the name has it; None where it is the usual one of those who look ahead."""
        if self.ties is None or (not self.looks_at_cards and self.ties == self.habit.ties[0]):
            return None
        return self.ties

    @property
    def habit(self) -> Habit:
        """The entry of a built-in opponent."""
        return HABITS["optimal" if self.is_human else self.name]

    @property
    def looks_at_cards(self) -> bool:
        """Whether the cards alone decide: what comes after does not matter."""
        return not self.custom and self.habit.looks_at == "cards"

    @property
    def handles_many_ends(self) -> bool:
        """Whether they can choose among more than two: a reply rule cannot, nor who prefers the left."""
        return self.rule is None and (not self.epsilon or self.p_left == Fraction(1, 2))

    # --- on any state, by the verbs of the rulebook ---

    def preferred(self, book: Rulebook, state: State, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
        """Of all legal moves those that they like best, in order: several where they like them equally.

        For those who look at cards, only the moves that their tie rule leaves; for the others, see `settled`.
        [] where a rule of yours mixes both ends. `outcomes` are all legal moves with what follows. O(moves).
        Raises OpponentError for a rule of yours where there are not two ends, and where a function of yours
        fails or makes no move.
        """
        if len(outcomes) == 1:
            return outcomes
        if self.player is not None:
            move = self.played(book, state)
            return [outcome for outcome in outcomes if outcome.move == move]
        if self.rule is not None:
            sides = sides_by_rule(self._rule_in(book, state, outcomes), *(each.yours for each in outcomes))
            return [outcome for outcome, side in zip(outcomes, (LEFT, RIGHT), strict=True) if side in sides]
        habit, least = self.habit, book.rules.goal == "least"
        if habit.looks_at == "nothing":
            return outcomes
        if habit.looks_at == "cards":
            keys = [habit.key(_Seen(book, state, each.move)) for each in outcomes]
        else:
            keys = [
                habit.key(Outcome(None, -each.yours, -each.theirs) if least else each) for each in outcomes
            ]
        most = max(keys)
        liked = [outcome for outcome, key in zip(outcomes, keys, strict=True) if key == most]
        return self.settled(liked) if habit.looks_at == "cards" else liked

    def settled(self, preferred: Sequence[M]) -> Sequence[M]:
        """Of the moves that they like best those that the tie rule leaves: one, or all if ties are random.

        None of none, as where every move is random.
        """
        if self.ties == "random":
            return preferred
        if self.ties != "right" or not preferred:
            return preferred[:1]
        ends = [end_and_count(_move_of(each))[0] for each in preferred]
        return [preferred[ends.index(ends[-1])]]  # the last end, and of its moves the one of fewest cards

    def reply(
        self, book: Rulebook, state: State, outcomes: Sequence[Outcome]
    ) -> tuple[Total, Total, AnyMove | None]:
        """Both totals after their move, yours first, and the move: None where chance or a mixed rule decides.

        Totals are expectations where chance decides. O(moves). Raises what `preferred` raises, and
        OpponentError where they prefer a side and there are not two.
        """
        if self.rule is not None and len(outcomes) > 1:  # whatever they answer is the total
            return self._reply_by_rule(book, state, outcomes)
        if not self.stochastic:
            intended = self.settled(self.preferred(book, state, outcomes))[0]
            return intended.yours, intended.theirs, intended.move
        preferred = self.preferred(book, state, outcomes) if self.epsilon < 1 else ()
        chances = self.spread(book, state, outcomes, preferred)
        yours: Total = sum(chance * outcome.yours for chance, outcome in chances)
        theirs: Total = sum(chance * outcome.theirs for chance, outcome in chances)
        return yours, theirs, None

    def _reply_by_rule(
        self, book: Rulebook, state: State, outcomes: Sequence[Outcome]
    ) -> tuple[Total, Total, AnyMove | None]:
        rule = self._rule_in(book, state, outcomes)  # raises where there are not two outcomes
        left, right = outcomes
        yours = rule(left.yours, right.yours)
        if self.epsilon:
            at_random = self.p_left * left.yours + (1 - self.p_left) * right.yours
            yours = (1 - self.epsilon) * yours + self.epsilon * at_random
        theirs = left.yours + left.theirs - yours  # both add up to the same after either move
        intended = () if self.epsilon else self.preferred(book, state, outcomes)
        return yours, theirs, intended[0].move if intended else None

    def _rule_in(self, book: Rulebook, state: State, outcomes: Sequence[Outcome]) -> Callable[..., Total]:
        """Your own rule on the cards of a state: of both totals alone."""
        self.require_two_ends(book, state)
        ends = (book.earns(state, each.move) for each in outcomes)
        return rule_on(self.name, self.rule, book.cards(state), *ends)

    def spread(
        self, book: Rulebook, state: State, moves: Sequence[M], preferred: Sequence[M]
    ) -> list[tuple[Any, M]]:
        """Each move of a chance above 0, after its chance, given which of all legal moves they like best.

        A chance is 1, or a Fraction. Raises OpponentError where they prefer a side and there are not two.
        """
        intended = self.settled(preferred)
        if len(intended) == 1 and not self.epsilon:
            return [(1, intended[0])]
        if self.epsilon and len(moves) > 1:
            self.require_two_ends(book, state)
        keep = (1 - self.epsilon) / len(intended) if intended else 0
        at_random = self.random_chances([side_of(_move_of(each)) is LEFT for each in moves])
        likely = [
            (chance + keep * (move in intended), move) for chance, move in zip(at_random, moves, strict=True)
        ]
        return [(chance, move) for chance, move in likely if chance]

    def random_chances(self, goes_left: Sequence[bool]) -> list[Fraction]:
        """How likely each legal move is to be made at random, given which of them go left.

        Who prefers a side chooses it first, and then each of its moves equally often.
        """
        count, lefts = len(goes_left), sum(goes_left)
        if self.p_left == Fraction(1, 2) or lefts in (0, count):
            return [self.epsilon / count] * count
        by_left = self.epsilon * self.p_left / lefts
        by_right = self.epsilon * (1 - self.p_left) / (count - lefts)
        return [by_left if left else by_right for left in goes_left]

    def require_two_ends(self, book: Rulebook, state: State) -> None:
        """Raise OpponentError unless what is left is one row, for those who can choose only between two ends.

        A reply rule of yours also knows one card a move only, in turn, and totals that add up to the sum.
        """
        rules = book.rules
        if self.rule is not None and not (rules.one_card and rules.fixed_sum and rules.ends == "either"):
            raise OpponentError(
                f"{self} knows one card from either end, not {rules}: "
                "give a player, a function of the position"
            )
        if not self.handles_many_ends and book.shape.interval(state.remaining) is None:
            raise OpponentError(
                f"{self} chooses between the left and the right end of one row: "
                "take a built-in opponent who prefers no side, or your own player"
            )

    def played(self, book: Rulebook, state: State) -> AnyMove:
        """The move that your own player makes. Raises OpponentError where it fails or makes none."""
        assert self.player is not None
        from twoends.rules.positions import Position  # late: only your own players need one

        position = Position(book, state)
        move = ask(self.name, position.cards, self.player, position)
        try:
            return book.legal(state, move)
        except IllegalMoveError as fault:
            legal = ", ".join(map(repr, position.moves()[:MOST_MOVES_NAMED]))
            raise OpponentError(
                f"{self.name} answered {quoted(move)}: a player must return a legal move, here {legal}"
            ) from fault

    def __str__(self) -> str:
        words = [self.name]
        if self.named_ties:
            words.append(self.named_ties)
        if self.epsilon and self.name != "random":
            words += [TREMBLING, str(self.epsilon)]
        if self.epsilon and self.p_left != Fraction(1, 2):
            words.append(str(self.p_left))
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Opponent({str(self)!r})"


def _move_of(each: Any) -> AnyMove:
    """A move, or that of an outcome."""
    move: AnyMove = getattr(each, "move", each)
    return move


class _Seen:
    """The `Cards` of one move, each looked up when a key asks for it."""

    __slots__ = ("_book", "_move", "_state")

    def __init__(self, book: Rulebook, state: State, move: AnyMove) -> None:
        self._book, self._state, self._move = book, state, move

    @property
    def earns(self) -> Any:
        return self._book.earns(self._state, self._move)

    @property
    def beyond(self) -> Any:
        """What the same end would earn next, were as much taken from it again at once; 0 where it cannot be.

        The last card of a row lies behind either end.
        """
        after = self._book.after(self._state, self._move)
        try:
            return self._book.earns(after, self._book.legal(after, self._move))
        except IllegalMoveError:
            return 0
