"""Opponents: how each of them chooses a move, and how to make one from its name or from a user's function.

An opponent prefers some of the legal moves; a tie-breaking rule decides between those. What each built-in one
prefers in any state of a rulebook is written here, in `Opponent.by_card` and `Opponent.by_totals`; the texts
`engine.sweep` and `engine.turns` say the same of their positions. A name looks like `greedy left`,
`generous trembling 1/10`, or module:function for a function.

Glossary
    ties        the tie-breaking rule among the preferred moves: left, right, or random with equal
                probabilities
    trembling   moving at random with probability epsilon; epsilon is 1 for `random`
    stochastic  has expected totals, because chance decides between moves that differ
    custom      a player of the user: a function chooses the moves
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from typing import Any, Literal, get_args

from twoends.rules.batch_players import BatchPlayer
from twoends.rules.errors import (
    IllegalMoveError,
    OpponentError,
    RowError,
    format_exception,
    one_of,
    shortened,
)
from twoends.rules.moves import Move
from twoends.rules.numbers import Pair
from twoends.rules.rulebook import MAX_MOVES_NAMED, Player, Position, Rulebook, State
from twoends.rules.text import parse_value

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

# --- making one -----------------------------------------------------------------------------------


def opponent(what: object = "optimal", *, ties: str | None = None) -> Opponent:
    """Make an opponent from text such as `greedy left`, or from your own function.

    The function takes a position and returns a legal move. `ties` is the tie-breaking rule. Raises
    OpponentError for an unknown name, and for ties that the opponent does not have or that contradict the
    text.

    >>> opponent("greedy").ties, opponent("optimal").ties, str(opponent("random trembling 1/2"))
    ('right', 'left', 'random')
    """
    if isinstance(what, Opponent):
        made = what
    elif isinstance(what, str):
        made = _parse(what, ties)
    elif callable(what):
        made = custom_opponent(what)
    else:
        raise OpponentError(f"{what!r} is not an opponent: give {one_of(NAMES)}, or your own function")
    if ties is not None and made.name not in USUAL_TIES:
        raise OpponentError(
            f"{made.name} has no tie rule: leave ties out, or choose {one_of(tuple(USUAL_TIES))}"
        )
    if ties is not None and made.ties != ties:
        raise OpponentError(f"{made} breaks ties {made.ties}, but ties are {ties}: give only one of them")
    return made


def computer_opponent(what: object, *, ties: str | None = None) -> Opponent:
    """Like `opponent`, but reject a person.

    >>> computer_opponent("human")
    Traceback (most recent call last):
    twoends.rules.errors.OpponentError: human is for games of two people: give optimal, by which both are ...
    """
    made = opponent(what, ties=ties)
    if isinstance(what, str) and made.is_human:  # the opponent of an existing game between people is accepted
        raise OpponentError(f"{HUMAN} is for games of two people: give optimal, by which both are judged")
    return made


def add_trembling(base: Opponent, epsilon: object) -> Opponent:
    """Replace an opponent's moves, with probability epsilon, by random ones.

    An opponent with random moves already keeps them; both probabilities combine into one.
    """
    extra = probability(epsilon)
    return replace(base, epsilon=base.epsilon + extra - base.epsilon * extra)


def custom_opponent(function: Callable[..., Any], name: str | None = None) -> Opponent:
    """Make an opponent from a user's player: a function from the position to a legal move.

    >>> str(custom_opponent(lambda position: position.moves()[0], "lefty"))
    'lefty'
    """
    if not callable(function):
        raise OpponentError(f"{function!r} is not a function: give a player, a function of the position")
    if name in NAMES:
        raise OpponentError(f"'{name}' is a built-in opponent: give yours another name")
    name = name or f"{function.__module__}:{getattr(function, '__qualname__', function)}"
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise OpponentError(f"{name} hides its arguments: wrap it in a function of one argument") from None
    required = [
        each
        for each in parameters
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) and each.default is each.empty
    ]
    if len(required) == 1:
        return Opponent(name, player=function)
    count = "any number of" if any(each.kind is each.VAR_POSITIONAL for each in parameters) else len(required)
    raise OpponentError(f"{name} takes {count} arguments: a player takes one, the position")


def every_opponent(*, stochastic: bool = True) -> list[Opponent]:
    """All built-in opponents who choose, with each tie-breaking rule that changes your total.

    Random ties are left out: their totals lie between those of left and right.

    >>> [str(who) for who in every_opponent(stochastic=False)][:3]
    ['optimal', 'greedy right', 'greedy left']
    """
    return [
        _built_in(name, ties)
        for name in NAMES
        if name not in BY_END
        for ties in (("right", "left") if name in BY_CARDS else (None,))
        if stochastic or name != "random"
    ]


def require_known(text: str, kind: str, known: Sequence[str]) -> None:
    """Raise OpponentError unless the first word of a text is a known name or module:function.

    `kind` is what the text should name: an opponent or a player.
    """
    name = (text.split() or [""])[0]
    if name in known or ":" in name:
        return
    if name == "best":
        raise OpponentError(
            "best is a player of match, and cannot tremble: the opponent who plays best is called optimal"
        )
    if "," in text:
        raise OpponentError(f"'{text}' has several names: give one {kind} at a time")
    from difflib import get_close_matches  # late: only errors need it

    near = get_close_matches(name.lower(), known)
    hint = f"did you mean {near[0]}? Choose" if near else "choose"
    raise OpponentError(
        f"there is no {kind} '{text}': {hint} {one_of(tuple(known))}, or module:function for your own"
    )


def probability(value: object) -> Fraction:
    """Read the probability of a random move exactly; the float 0.1 is read as 1/10. Raises OpponentError.

    The denominator may have 18 digits: an expectation gains as many with every second card.
    """
    try:
        chance = Fraction(str(parse_value(value) if isinstance(value, str) else value))
    except (ValueError, RowError):
        chance = None
    if chance is not None and chance.denominator > 10**18:
        raise OpponentError("the probability has a denominator of more than 18 digits: give a shorter one")
    if chance is None or not 0 <= chance <= 1:
        raise OpponentError(
            f"'{str(value)[:40]}' is not a probability: give one from 0 to 1, such as 0.1 or 1/10"
        )
    return chance


def _built_in(name: str, ties: str | None) -> Opponent:
    """Make a built-in opponent; by default with its usual tie-breaking rule."""
    if name == "random":
        return Opponent(name, epsilon=Fraction(1))
    if name in BY_END:
        return Opponent(name, "left" if name == "left" else "right")
    usual = USUAL_TIES[name]
    known = (usual, *(each for each in get_args(Ties) if each != usual))
    chosen = next((each for each in known if each == (ties or usual)), None)
    if chosen is None:
        raise OpponentError(f"{name} has no ties '{ties}': choose {one_of(known)}")
    return Opponent(name, chosen)


def _parse(text: str, ties: str | None) -> Opponent:
    """Read the output of `str(Opponent)`: NAME [TIES], then any number of trembling E.

    `ties` is the tie-breaking rule if the text has none.
    """
    name, *words = text.split() or [""]
    if ":" not in name:
        name, *words = text.lower().split() or [""]
    if [name, *words] == [HUMAN]:
        return Opponent(HUMAN)
    if ":" in name:
        made = custom_opponent(load_function(name), name)
    else:
        if name not in NAMES:
            require_known(text, "opponent", NAMES)  # quoted as it was written
        named = words.pop(0) if name in USUAL_TIES and words[:1] not in ([], [TREMBLING]) else None
        made = _built_in(name, named or ties)
    while words[:1] == [TREMBLING] and len(words) > 1:
        made = add_trembling(made, words[1])
        words = words[2:]
    if words == [TREMBLING]:
        raise OpponentError(f"'{text}' needs a probability: write {text} 0.1")
    if words:
        raise OpponentError(
            f"'{text}' has an unknown word, '{words[0]}': after the name write a tie-breaking rule such as "
            "left, or trembling and a probability"
        )
    return made


def load_function(path: str) -> Callable[..., Any]:
    """Load a user's module:function. Raises OpponentError."""
    module, _, attribute = path.partition(":")
    if not attribute:
        raise OpponentError(f"{path} names no function: write {module}:FUNCTION")
    if "/" in module or module.endswith(".py"):
        name = module.rpartition("/")[2].removesuffix(".py")
        raise OpponentError(f"{path} names a file: go to its folder and name the module, {name}:{attribute}")
    try:
        function: Callable[..., Any] | None = getattr(import_module(module), attribute, None)
    except (Exception, SystemExit) as fault:  # a user's module may fail in any way; the user has to fix it
        missing = fault.name if isinstance(fault, ModuleNotFoundError) else None
        if missing and f"{module}.".startswith(f"{missing}."):  # otherwise an import inside the module failed
            raise OpponentError(
                f"there is no module {missing}: give a file of the current folder without its .py, "
                "or an installed module"
            ) from fault
        raise OpponentError(f"{path} cannot be loaded: {format_exception(fault)}") from fault
    if function is None:
        raise OpponentError(f"{module} has no function {attribute}: name one that it has, {module}:function")
    if not callable(function):
        raise OpponentError(f"{path} is not a function: give a function")
    return function
