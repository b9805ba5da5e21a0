"""Rules: what a move may take, what it earns, whose turn it is, and when play ends.

    take 1-3 left, score rest, turns ABBA, stop 9

The text of rules is a list of dials, which `twoends help rules` describes; defaults are left out.
`rulebook` applies them to a state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from twoends.rules import limits
from twoends.rules.errors import RulesError, one_of, shortened

Mover = Literal["you", "opponent"]

Ends = Literal["either", "left", "right"]

ENDS: tuple[Ends, ...] = ("either", "left", "right")
SCORES = ("cards", "rest", "turn", "2^turn")
WEIGHTS = "-?[0-9]{1,10}(?:(?:/-?[0-9]{1,10})+|/)"
"""The pattern of weights."""

MAX_NUMBER = 10**9
"""The largest count, stop or weight; anything larger is taken for a typing mistake."""


@dataclass(frozen=True)
class Rules:
    """The rules of a game; the default is one card from either end. Raises RulesError.

    least     the fewest cards that a move takes, at least 1
    most      the most cards that a move takes; None for any number
    doubling  whether a move takes at most 2M cards, M the most taken so far; then least is 1 and most is None
    ends      the ends that cards are taken from: either, left or right
    score     what a move earns: cards, rest, turn, 2^turn, or weights such as 3/2/1
    merge     whether the cards taken become one card of their sum
    turns     the order of turns, such as AB or ABBA, repeated; A alone is a one-player game
    stop      the number of moves after which play ends; None: when no move is left. At most, and by default,
              the number of weights

    >>> Rules.of("take 1-3 left, turns ABBA")
    Rules('take 1-3 left, turns ABBA')
    >>> print(Rules())
    take 1 either
    """

    least: int = 1
    most: int | None = 1
    doubling: bool = False
    ends: Ends = "either"
    score: str = "cards"
    merge: bool = False
    turns: str = "AB"
    stop: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "turns", _period(self.turns))
        if self.ends not in ENDS:
            raise RulesError(f"ends is {shortened(repr(self.ends))}: choose {one_of(ENDS)}")
        object.__setattr__(self, "score", _score(self.score))
        for name in ("least", "most", "stop"):
            number = getattr(self, name)
            if not (type(number) is int and 1 <= number <= MAX_NUMBER) and (
                number is not None or name == "least"
            ):
                raise RulesError(f"{name} is {shortened(repr(number))}: give a whole number of at least 1")
        if self.most is not None and self.most < self.least:
            raise RulesError(f"a move takes {self.least}-{self.most} cards: give the smaller number first")
        if self.doubling and (self.least, self.most) != (1, None):
            raise RulesError("1-2M counts from 1 to twice M: leave least at 1 and most at None")
        if self.merge and self.least < 2:
            raise RulesError(
                "merge needs moves of at least 2 cards, or nothing changes: write take 2-any left, merge"
            )
        if self.weights:
            if self.merge:
                raise RulesError("merge and weights do not go together: write score cards, turn or 2^turn")
            if self.stop is not None and self.stop > len(self.weights):
                raise RulesError(
                    f"stop {self.stop} is more than the {len(self.weights)} weights, one for each move: "
                    "leave stop out, or give more weights"
                )
            object.__setattr__(self, "stop", self.stop or len(self.weights))
        if self.merge and self.score == "rest":
            raise RulesError("merge and score rest do not go together: what a move takes is still there")
        if self.ends == "either" and (self.merge or self.doubling):
            raise RulesError(
                f"{'merge' if self.merge else '1-2M'} needs moves from one end: "
                f"write take {self.counts} left, or right"
            )

    @classmethod
    def of(cls, what: object = None) -> Rules:
        """Return Rules unchanged, read a text, or give the default for None and ''. Raises RulesError.

        >>> Rules.of("take any either, score rest").most is None
        True
        """
        if isinstance(what, Rules):
            return what
        if what is None:
            return DEFAULT
        if not isinstance(what, str):
            raise RulesError(f"rules are {shortened(repr(what))}: give a text such as 'take 1-3 left'")
        return _parse(" ".join(what.split()))

    @property
    def plain(self) -> bool:
        """Whether these are the default rules: one card from either end, in turn."""
        return self is DEFAULT or self == DEFAULT

    @property
    def one_card(self) -> bool:
        """Whether every move takes one card."""
        return (self.least, self.most, self.doubling) == (1, 1, False)

    @property
    def numbered(self) -> bool:
        """Whether the number of moves made matters beyond whose turn it is."""
        return self.score not in ("cards", "rest") or self.stop is not None

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """What each move multiplies the sum of its cards by, if the score lists that; else empty."""
        return tuple(map(int, filter(None, self.score.split("/")))) if "/" in self.score else ()

    def factor(self, number: int) -> int:
        """What the move with this number, counted from 0, multiplies the sum of its cards by.

        >>> [Rules.of(f"score {score}").factor(1) for score in ("cards", "turn", "2^turn", "5/-7")]
        [1, 2, 4, -7]
        """
        if self.weights:
            return self.weights[number] if number < len(self.weights) else 0
        return 2 ** (number + 1) if self.score == "2^turn" else number + 1 if self.score == "turn" else 1

    @property
    def alone(self) -> bool:
        """Whether only one player moves."""
        return self.turns == "A"

    def mover(self, number: int, you_first: bool) -> Mover:
        """The player who makes the move with this number, counted from 0.

        >>> [DEFAULT.mover(number, you_first=False) for number in range(3)]
        ['opponent', 'you', 'opponent']
        """
        return "you" if (self.turns[number % len(self.turns)] == "A") == you_first else "opponent"

    @cached_property
    def fixed_sum(self) -> bool:
        """Whether both totals always add up to the sum of all cards."""
        return self.score == "cards" and not self.merge and self.stop is None and self.least == 1

    def times_counted(self, n: int) -> int:
        """How often a total may count one of n cards: often if a move earns more than the cards it takes."""
        if self.weights:
            return max(map(abs, self.weights))
        if self.score == "2^turn":
            return n * self.factor(min(n, self.stop or n) - 1)
        return 1 if self.score == "cards" and not self.merge else n

    def __str__(self) -> str:
        one_either = self.one_card and self.ends == "either"
        dials = {
            f"take {self.counts} {self.ends}": not one_either,
            f"score {self.score}": self.score != "cards",
            "merge": self.merge,
            f"turns {self.turns}": self.turns != "AB",
            f"stop {self.stop}": self.stop is not None and self.stop != len(self.weights),
        }
        return ", ".join(dial for dial, differs in dials.items() if differs) or "take 1 either"

    @property
    def counts(self) -> str:
        """The number of cards that a move takes, as in the text of the rules."""
        if self.doubling:
            return "1-2M"
        if self.most is None:
            return "any" if self.least == 1 else f"{self.least}-any"
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"

    def __repr__(self) -> str:
        return f"Rules({str(self)!r})"


_DIALS = {
    "take": (
        rf"(?:1-2m|any|[0-9]{{1,9}}(?:-(?:any|[0-9]{{1,9}}))?)(?: (?:{'|'.join(ENDS)}))?",
        "take, how many cards (1, 2, 1-3, any, 2-any or 1-2M), and either, left or right, "
        "as in take 1-3 left",
    ),
    "score": (
        "|".join((*map(re.escape, SCORES), WEIGHTS)),
        f"score and {one_of(SCORES)}, or weights, as in score 3/2/1",
    ),
    "merge": ("", "merge alone"),
    "turns": (".*", "turns and letters, as in turns ABBA"),
    "stop": ("[0-9]+", "stop and a number, as in stop 3"),
}
"""The pattern of what follows the name of each dial, in lower case, and its form as errors show it."""


def _period(turns: object) -> str:
    """The shortest period of an order of turns. Raises RulesError for an invalid order."""
    if not isinstance(turns, str) or not re.fullmatch(r"A[AB]*", turns) or len(turns) > limits.MAX_TURNS:
        raise RulesError(
            f"turns are {shortened(repr(turns))}: write A for the first player and B for the other, "
            f"at most {limits.MAX_TURNS} letters beginning with A, such as ABBA"
        )
    return turns[: (turns + turns).index(turns, 1)]


def weights_text(weights: Iterable[int]) -> str:
    """The score that multiplies each move by its weight.

    >>> weights_text([3, 2, 1]), weights_text([3])
    ('3/2/1', '3/')
    """
    words = [str(weight) for weight in weights]
    return "/".join(words) + "/" * (len(words) == 1)


def _score(score: object) -> str:
    """A score as it is written. Raises RulesError for an unknown one."""
    if score in SCORES:
        return str(score)
    if not isinstance(score, str) or not re.fullmatch(WEIGHTS, score):
        raise RulesError(
            f"score is {shortened(repr(score))}: choose {one_of(SCORES)}, or weights such as 3/2/1"
        )
    weights = list(map(int, filter(None, score.split("/"))))
    if len(weights) > limits.MAX_WEIGHTS or any(abs(weight) > MAX_NUMBER for weight in weights):
        raise RulesError(
            f"the score has too many or too large weights: give at most {limits.MAX_WEIGHTS:,}, "
            f"each up to {MAX_NUMBER:,}"
        )
    return "/".join(map(str, weights)) + "/" * (len(weights) == 1)


def _parse(text: str) -> Rules:
    """Read the output of `str(Rules)`: dials separated by commas, in any order, each at most once."""
    dials: dict[str, dict[str, Any]] = {}
    for part in map(str.strip, text.split(",") if text else []):
        if not part:
            raise RulesError(
                f"the rules '{shortened(text)}' have an empty place between commas: remove a comma"
            )
        name, _, rest = part.lower().partition(" ")
        if name not in _DIALS:
            raise RulesError(
                f"there is no rule '{shortened(part)}': begin with {one_of(tuple(_DIALS))}, "
                "as in take 1-3 left, turns ABBA"
            )
        fields = _dial(name, rest, shortened(part))
        if name in dials:
            raise RulesError(f"the rules say '{name}' twice: leave one of them out")
        dials[name] = fields
    return Rules(**{field: value for fields in dials.values() for field, value in fields.items()})


def _dial(name: str, text: str, quoted: str) -> dict[str, Any]:
    """Read the fields of a dial from the text after its name. Raises RulesError."""
    pattern, form = _DIALS[name]
    if re.fullmatch(pattern, text) is None:
        raise RulesError(f"'{quoted}' is not a valid rule: write {form}")
    if name == "merge":
        return {"merge": True}
    if name == "turns":
        return {"turns": text.replace(" ", "").upper()}
    if name == "stop":
        if len(text) > len(str(MAX_NUMBER)) or not 1 <= int(text) <= MAX_NUMBER:
            raise RulesError(f"'{quoted}' is out of range: play may stop after 1 to {MAX_NUMBER:,} moves")
        return {"stop": int(text)}
    if name != "take":
        return {name: text}
    counts, _, ends = text.partition(" ")
    fewest, _, last = ("1-any" if counts == "any" else counts).partition("-")
    least, most = int(fewest), None if last in ("any", "2m") else int(last or fewest)
    if 0 in (least, most):
        raise RulesError(f"'{quoted}' lets a move take nothing: write 1 or more, as in take 1-3 left")
    return {"least": least, "most": most, "doubling": last == "2m", "ends": ends or "either"}


DEFAULT = Rules()
"""One card from either end, alternating turns."""
