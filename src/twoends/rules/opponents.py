"""Opponents: which there are, and how they are written.

An opponent is a name such as `greedy left`, `random 1/3` or `generous trembling 1/10`, the same made by
one of the functions here, or a function of your own, which may be named as module:function. How he
replies at a row is for replies.py.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from typing import Any

from twoends.rules.replies import RULES, TREMBLING, WITH_TIES, Opponent, OpponentError, Ties, in_a_line
from twoends.rules.rows import RowError
from twoends.rules.text import parse_value


def optimal() -> Opponent:
    """He minimises your total, which is to maximise his own."""
    return Opponent("optimal", RULES["optimal", None])


def greedy(ties: Ties = "right") -> Opponent:
    """He takes the larger end; equal ends by the tie rule."""
    return _with_ties("greedy", ties)


def modest(ties: Ties = "right") -> Opponent:
    """He takes the smaller end; equal ends by the tie rule."""
    return _with_ties("modest", ties)


def generous() -> Opponent:
    """He minimises his own total, with full foresight."""
    return Opponent("generous", RULES["generous", None])


def random(p_left: object = Fraction(1, 2)) -> Opponent:
    """He moves by chance: left with probability `p_left`."""
    stray_left = probability(p_left, "p_left")
    return Opponent("random", RULES["random", None], stray=Fraction(1), stray_left=stray_left)


def trembling(what: object, epsilon: object) -> Opponent:
    """An opponent, or whatever `opponent` makes one of, whose moves are random with probability epsilon.

    Each end is equally likely then. Trembling twice trembles more: the chances to stray combine into one.
    """
    steady = opponent(what)
    shake = probability(epsilon, "epsilon")
    stray = steady.stray + shake - steady.stray * shake
    if not stray:
        return steady
    stray_left = ((1 - shake) * steady.stray * steady.stray_left + shake / 2) / stray
    return replace(steady, stray=stray, stray_left=stray_left)


def your_own(function: Callable[..., Any], name: str | None = None) -> Opponent:
    """An opponent from your own function: a reply rule of four arguments or a player of one.

    >>> str(your_own(lambda left, right, after_left, after_right: after_left, "lefty"))
    'lefty'
    """
    if not callable(function):
        raise OpponentError(f"{function!r} is no function: give a reply rule or a player")
    if name in NAMES:
        raise OpponentError(f"'{name}' is a built-in opponent: give yours another name")
    name = name or f"{function.__module__}:{getattr(function, '__qualname__', function)}"
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise OpponentError(
            f"{name} hides its arguments: wrap it in a function of one or four arguments"
        ) from None
    takes = [
        each
        for each in parameters
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) and each.default is each.empty
    ]
    if len(takes) == 4:
        return Opponent(name, intent=function)
    if len(takes) == 1:
        return Opponent(name, player=function)
    count = "any number of" if any(each.kind is each.VAR_POSITIONAL for each in parameters) else len(takes)
    raise OpponentError(
        f"{name} takes {count} arguments: a reply rule takes (left, right, after_left, after_right), "
        "a player takes (position)"
    )


_MAKERS: dict[str, Callable[..., Opponent]] = {
    "optimal": optimal,
    "greedy": greedy,
    "modest": modest,
    "generous": generous,
    "random": random,
}
NAMES = tuple(_MAKERS)
"""The built-in opponents, by name."""


def opponent(what: object = "optimal", *, ties: str | None = None, epsilon: object = None) -> Opponent:
    """Make an opponent of a name, of text such as `greedy left`, or of your own function.

    `ties` sets the tie rule of greedy and modest, `epsilon` makes him tremble. Raises
    OpponentError for an unknown name, a tie rule where there are no ties or where the opponent has
    another one, and epsilon outside 0..1.

    >>> opponent("greedy").ties, str(opponent("random trembling 1/2"))
    ('right', 'random')
    """
    if isinstance(what, Opponent):
        made = what
    elif isinstance(what, str):
        made = _parse(what, ties)
    elif callable(what):
        for name, maker in _MAKERS.items():
            if what is maker:
                raise OpponentError(f"opponents.{name} makes an opponent: call it, {name}()")
        made = your_own(what)
    else:
        raise OpponentError(f"{what!r} is no opponent: give {one_of(NAMES)}, or your own function")
    if ties is not None and made.ties is None:
        raise OpponentError(f"{made.name} has no tie rule: leave ties out, or choose {one_of(WITH_TIES)}")
    if ties is not None and made.ties != ties:
        raise OpponentError(
            f"{made} takes the {made.ties} one of two equal ends, but ties are {ties}: give only one of them"
        )
    return made if epsilon is None else trembling(made, epsilon)


def require_known(text: str, what: str, names: Sequence[str]) -> None:
    """Refuse text whose first word is none of these names, nor module:function. Raises OpponentError.

    `what` says what is named: an opponent or a player.
    """
    name = (text.split() or [""])[0]
    if name in names or ":" in name:
        return
    from difflib import get_close_matches  # late: it is for mistakes only

    near = get_close_matches(name.lower(), names, n=1)
    hint = f"did you mean {near[0]}? Choose" if near else "choose"
    raise OpponentError(
        f"there is no {what} '{text}': {hint} {one_of(names)}, or module:function for your own"
    )


def probability(value: object, name: str) -> Fraction:
    """Read a probability exactly; the float 0.1 is taken for 1/10. Raises OpponentError.

    Its denominator has at most 18 digits, for an expectation has that many more every other card.
    """
    try:
        chance = Fraction(str(parse_value(value) if isinstance(value, str) else value))
    except (ValueError, RowError):
        chance = None
    if chance is not None and chance.denominator > 10**18:
        raise OpponentError(f"{name} has a denominator of more than 18 digits: give a shorter probability")
    if chance is None or not 0 <= chance <= 1:
        raise OpponentError(
            f"{name} is {str(value)[:40]}: give a probability from 0 to 1, such as 0.1 or 1/10"
        )
    return chance


def _with_ties(name: str, ties: Ties) -> Opponent:
    if ties not in ("left", "right"):
        raise OpponentError(f"ties are '{ties}': choose left or right")
    return Opponent(name, RULES[name, ties], ties)


def _parse(text: str, ties: str | None) -> Opponent:
    """Read what `str` of an opponent writes: NAME [left|right] [P], then any number of trembling E [P].

    `ties` is the tie rule where the text leaves it open.
    """
    name, *words = text.split() or [""]
    if ":" in name:
        made = your_own(_load(name), name)
    else:
        require_known(text, "opponent", NAMES)
        option = ties if name in WITH_TIES else None
        if name in (*WITH_TIES, "random") and words[:1] not in ([], [TREMBLING]):
            option = words.pop(0)
        made = _MAKERS[name]() if option is None else _MAKERS[name](option)
    while words[:1] == [TREMBLING] and len(words) > 1:
        made = trembling(made, words[1])
        words = words[2:]
        if words[:1] not in ([], [TREMBLING]):
            made = replace(made, stray_left=probability(words.pop(0), "p_left"))
    if words == [TREMBLING]:
        raise OpponentError(f"'{text}' lacks a probability: write {text} 0.1")
    if words:
        raise OpponentError(
            f"'{text}' goes on with '{words[0]}': after the name may stand left or right for greedy and "
            "modest, a probability for random, and trembling with a probability"
        )
    return made


def _load(path: str) -> Callable[..., Any]:
    module, _, attribute = path.partition(":")
    if "/" in module or module.endswith(".py"):
        name = module.rpartition("/")[2].removesuffix(".py")
        raise OpponentError(f"{path} names a file: go to its folder and name the module, {name}:{attribute}")
    try:
        function: Callable[..., Any] = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as fault:  # a user's module may fail in any way; each is his to mend
        raise OpponentError(f"{path} cannot be loaded: {in_a_line(fault)}") from fault
    if not callable(function):
        raise OpponentError(f"{path} is no function: name a reply rule or a player")
    return function


def one_of(names: Sequence[str]) -> str:
    """The names as a choice: `a, b or c`."""
    return f"{', '.join(names[:-1])} or {names[-1]}"
