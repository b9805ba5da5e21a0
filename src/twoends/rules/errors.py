"""Errors that a user can correct, and the tests for packages that may be missing.

Each message is one sentence that says what is wrong and what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


class TwoEndsError(ValueError):
    """An error that the user can correct; the message is one sentence that says how.

    >>> issubclass(RowError, TwoEndsError), issubclass(TwoEndsError, ValueError)
    (True, True)
    """


class MissingExtraError(TwoEndsError, ImportError):
    """A feature that needs packages of an extra that are not installed."""


class OutOfRangeError(TwoEndsError, IndexError):
    """An index that is outside of a table or of many solutions."""


class RowError(TwoEndsError):
    """Values or text that cannot be used as a row, a board or a circle.

    >>> from twoends import Row
    >>> Row.of([1, float("nan")])
    Traceback (most recent call last):
    twoends.rules.errors.RowError: value 2 is nan: values must be finite
    """


class IllegalMoveError(TwoEndsError):
    """A move that the rules do not allow.

    >>> from twoends import LEFT, Game
    >>> Game([]).play(LEFT)
    Traceback (most recent call last):
    twoends.rules.errors.IllegalMoveError: move 1 has no card to take: the row has 0
    """


class NotationError(TwoEndsError):
    """Text that is not a game, or an object that is not one.

    >>> from twoends import parse
    >>> parse("8 15 / third / -")
    Traceback (most recent call last):
    twoends.rules.errors.NotationError: 'third' does not say who moved first: write first (you) or second
    """


class RulesError(TwoEndsError):
    """Invalid rules, or rules that are not supported where they are given.

    >>> from twoends import Rules
    >>> Rules.of("take 0 left")
    Traceback (most recent call last):
    twoends.rules.errors.RulesError: 'take 0 left' lets a move take nothing: write 1 or more, as in ...
    """


class OpponentError(TwoEndsError):
    """An unknown opponent, or one that returns no valid reply.

    >>> from twoends import opponent
    >>> opponent("random", ties="left")
    Traceback (most recent call last):
    twoends.rules.errors.OpponentError: random has no tie rule: leave ties out, or choose optimal, greedy, ...
    """


class MethodError(TwoEndsError):
    """A problem that the chosen method cannot solve.

    >>> from twoends import solve
    >>> solve([8, 15], "greedy", method="contraction")
    Traceback (most recent call last):
    twoends.rules.errors.MethodError: contraction solves two optimal players, not greedy right: ...
    """


def format_exception(fault: BaseException) -> str:
    """The type and message of an exception on one line."""
    return f"{type(fault).__name__}: {' '.join(str(fault).split())}"


def shortened(text: str, most: int = 40) -> str:
    """Shorten a text to at most `most` characters, to quote it; invisible characters are shown as codes.

    >>> shortened("8 15 3 7", 8), shortened("8 15 3 7", 7), shortened("8\u200b")
    ('8 15 3 7', '8 15...', '8<U+200B>')
    """
    if not text.isprintable():
        text = "".join(
            sign if sign.isprintable() or sign in "\n\t" else f"<U+{ord(sign):04X}>" for sign in text
        )
    return text if len(text) <= most else f"{text[: most - 3]}..."


def format_count(number: int) -> str:
    """A count for a sentence; the order of magnitude of a large one.

    >>> format_count(1234), format_count(10**15)
    ('1,234', 'more than 10^15')
    """
    return f"{number:,}" if number < 10**15 else f"more than 10^{len(str(number)) - 1}"


def printable(text: str) -> str:
    """Replace unprintable characters by dots: terminals obey some of them.

    >>> printable("\\x1b[31m \\x00 8 15")
    '·[31m · 8 15'
    """
    return "".join(character if character.isprintable() else "·" for character in text)


def one_of(names: Sequence[str]) -> str:
    """Join names to a choice.

    >>> one_of(("left", "right", "both"))
    'left, right or both'
    >>> one_of(("left",))
    'left'
    """
    return " or ".join([", ".join(names[:-1]), *names[-1:]] if names[1:] else names)


# --- the extras ----------------------------------------------------------------------------------


RELEASED = False
"""Whether an index has twoends; until then its name may be somebody else's. Set by `tools/release.py`."""


def install(extra: str) -> str:
    """The command that installs an extra.

    >>> install("fast")
    "pip install '...[fast]'..."
    """
    if RELEASED:
        return f"pip install 'twoends[{extra}]'"
    return f"pip install '.[{extra}]' in the source folder of twoends"


@cache
def _installed(*packages: str) -> bool:
    from importlib.util import find_spec  # late: a small solve does not need it

    return all(find_spec(name) is not None for name in packages)


def has_fast() -> bool:
    """Whether NumPy and Numba are installed; neither is imported."""
    return _installed("numpy", "numba")


def require_fast(feature: str) -> None:
    """Raise MissingExtraError, naming the feature, unless NumPy and Numba are installed."""
    if not has_fast():
        raise MissingExtraError(f"{feature} needs NumPy and Numba: {install('fast')}")


def require_study(feature: str) -> None:
    """Raise MissingExtraError, naming the feature, unless NumPy, Numba and Polars are installed."""
    if not (has_fast() and _installed("polars")):
        raise MissingExtraError(f"{feature} needs NumPy, Numba and Polars: {install('study')}")
