"""Make opponents from names, and from a user's functions.

A name looks like `greedy left`, `generous trembling 1/10`, or module:function for a function.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from typing import Any, get_args

from twoends.rules.errors import OpponentError, RowError, format_exception, one_of, shortened
from twoends.rules.opponents import BY_CARDS, BY_END, HUMAN, NAMES, TREMBLING, USUAL_TIES, Opponent, Ties
from twoends.rules.text import parse_value


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
    names = f"{one_of(tuple(known))}, or module:function for your own"
    raise OpponentError(f"there is no {kind} '{shortened(text)}': {hint} {names}")


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
