"""Tasks: what a program is asked, how a row is written for it, and how its answer reads.

Glossary
    task    an opponent, a question, a form, and limits on rows, time and memory
    ask     the question: which number or word a program prints for a row
    form    how rows are written to standard input; with several rows in one input or just one
    answer  what a program must print for one row, as words with single blanks between them
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.opponents import independent, opponent
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, Line
from twoends.solvers import bottom_up, contraction

Values = tuple[int, ...]
"""A row of whole numbers: what programs read."""

Totals = tuple[int, int]
"""Your total moving first, and moving second."""


class TaskError(TwoEndsError):
    """A task that does not exist or cannot be put together so.

    >>> from twoends.judge import task
    >>> task("nim")
    Traceback (most recent call last):
    twoends.judge.tasks.TaskError: there is no task 'nim': choose removal-game, deque, ...
    """


class FormError(Exception):
    """Output that is no answer in the form of the task: a presentation error, with one sentence."""


# --- what is asked -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ask:
    """One question.

    what     what is to be printed, as a phrase
    answer   the words to print, from the values and your totals (first, second) against the opponent
    choices  the only words allowed; none: whole numbers
    size     how many words
    """

    what: str
    answer: Callable[[Values, Totals], str]
    choices: tuple[str, ...] = ()
    size: int = 1


def _margin(values: Values, totals: Totals) -> int:
    return 2 * totals[0] - sum(values)


def _winner(values: Values, totals: Totals) -> str:
    margin = _margin(values, totals)
    return "first" if margin > 0 else "second" if margin < 0 else "draw"


ASKS = {
    "first": Ask("your total moving first", lambda values, totals: str(totals[0])),
    "second": Ask("your total moving second", lambda values, totals: str(totals[1])),
    "margin": Ask("your margin moving first", lambda values, totals: str(_margin(values, totals))),
    "both": Ask(
        "your total moving first, and the opponent's",
        lambda values, totals: f"{totals[0]} {sum(values) - totals[0]}",
        size=2,
    ),
    "winner": Ask("who wins: first, second or draw", _winner, ("first", "second", "draw")),
    "not-beaten": Ask(
        "whether you, moving first, win or draw",
        lambda values, totals: str(_margin(values, totals) >= 0).lower(),
        ("true", "false"),
    ),
    "wins": Ask(
        "whether you, moving first, win",
        lambda values, totals: str(_margin(values, totals) > 0).lower(),
        ("true", "false"),
    ),
    "cases": Ask(
        "your totals against a generous and against an optimal opponent", lambda values, totals: "", size=2
    ),
}
"""Every question by its name. `cases` has two opponents; `Task.answer` puts it together."""


def total(values: Values, opponent: Opponent, *, you_first: bool) -> int:
    """Your total, by the pure methods alone: O(n) against an optimal opponent, else O(n²)."""
    if opponent.name == "optimal":
        first = contraction.half(sum(values) + contraction.margin(values))
        return int(first if you_first else sum(values) - first)
    return int(bottom_up.sweep(values, opponent, you_first)[0])


def totals(values: Values, opponent: Opponent) -> Totals:
    """Both your totals."""
    return total(values, opponent, you_first=True), total(values, opponent, you_first=False)


# --- how rows are written, and answers read ----------------------------------------------------


def _words(values: Values) -> str:
    return " ".join(map(str, values))


def _wrapped(values: Values, width: int = 20) -> str:
    return "\n".join(_words(values[at : at + width]) for at in range(0, len(values), width))


@dataclass(frozen=True, slots=True)
class Form:
    """How an input is written.

    text   what it looks like
    write  the rows as the whole input
    many   whether one input holds several rows
    """

    text: str
    write: Callable[[Sequence[Values]], str]
    many: bool = False


FORMS = {
    "count-then-values": Form(
        "n, then the values on the next line", lambda rows: f"{len(rows[0])}\n{_words(rows[0])}\n"
    ),
    "count-then-lines": Form(
        "n, then the values, twenty on a line", lambda rows: f"{len(rows[0])}\n{_wrapped(rows[0])}\n"
    ),
    "values": Form("the values on one line", lambda rows: f"{_words(rows[0])}\n"),
    "lines": Form(
        "a row on each line, to the end of the input",
        lambda rows: "".join(f"{_words(row)}\n" for row in rows),
        many=True,
    ),
    "counted-lines": Form(
        "n and the values on each line, then a line with 0",
        lambda rows: "".join(f"{len(row)} {_words(row)}\n" for row in rows) + "0\n",
        many=True,
    ),
    "cases": Form(
        "the number of cases; for each one n, then the values on the next line",
        lambda rows: f"{len(rows)}\n" + "".join(f"{len(row)}\n{_words(row)}\n" for row in rows),
        many=True,
    ),
}

_NUMBER = re.compile(r"-?\d{1,1000}", re.ASCII)


# --- tasks -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Task:
    """What a program must do. Lengths are in cards, memory in bytes, times in seconds.

    name       what it is called
    source     where it comes from, in a phrase
    opponent   against whom
    asks       the question, a key of ASKS
    form       how rows are written, a key of FORMS
    least, most      how many cards a row has
    low, high        how large a value is
    even_only        whether every row has an even number of cards
    odd_sum          whether every row has an odd sum
    most_sum         the largest sum of a row, or None
    ties_open        the source says nothing on equal ends: rows where that matters are not used
    sentence         what stands around an answer, with {game} and {answer}; None: the answer alone
    seconds, memory, stack  the limits of the program; a stack may be as large as the memory unless told
    time_per_row     whether the seconds are for each row of an input, as functions have them

    Raises OpponentError for an opponent who would have to know the other player.

    >>> mine = Task("mine", "my own", opponent("greedy"), "first", "values")
    >>> mine.write([(1, 30, 100, 15, 2)]), mine.answer((1, 30, 100, 15, 2))
    (b'1 30 100 15 2\\n', '103')
    """

    name: str
    source: str
    opponent: Opponent
    asks: str
    form: str
    least: int = 1
    most: int = 100
    low: int = -1000
    high: int = 1000
    even_only: bool = False
    odd_sum: bool = False
    most_sum: int | None = None
    ties_open: bool = False
    sentence: str | None = None
    seconds: float = 2.0
    memory: int = 256 << 20
    stack: int | None = None
    time_per_row: bool = False

    def __post_init__(self) -> None:
        independent(self.opponent)

    @property
    def many(self) -> bool:
        """Whether one input holds several rows."""
        return FORMS[self.form].many

    @property
    def phrase(self) -> str:
        """What is asked, against whom."""
        if len(self.opponents) > 1:
            return ASKS[self.asks].what
        return f"{ASKS[self.asks].what}, against {self.opponent}"

    @property
    def limits(self) -> str:
        """What a row may be, as a phrase."""
        parts = [
            f"{self.least} to {self.most} cards",
            f"values from {self.low} to {self.high}",
            "an even number of cards" * self.even_only,
            "an odd sum" * self.odd_sum,
            f"a sum of at most {self.most_sum}" if self.most_sum is not None else "",
        ]
        return ", ".join(part for part in parts if part)

    def allows(self, values: Values) -> bool:
        """Whether a row is within the limits of the task."""
        return not self.objection(values)

    def objection(self, values: Values) -> str:
        """Say which limit a row breaks; empty if it breaks none. O(n), or O(n²) where ties are open."""
        n = len(values)
        if not self.least <= n <= self.most:
            return f"{count_cards(n)}, where {self.least} to {self.most} are allowed"
        if self.even_only and n % 2:
            return f"{count_cards(n)}, where their number must be even"
        if outside := [value for value in values if not self.low <= value <= self.high]:
            return f"the value {outside[0]}, where {self.low} to {self.high} are allowed"
        if self.odd_sum and sum(values) % 2 == 0:
            return f"the sum {sum(values)}, where it must be odd"
        if self.most_sum is not None and sum(values) > self.most_sum:
            return f"the sum {sum(values)}, where {self.most_sum} is the largest"
        if self.ties_open and totals(values, opponent("greedy left")) != totals(
            values, opponent("greedy right")
        ):
            return "two answers, for the task does not say which of two equal ends its opponent takes"
        return ""

    def write(self, rows: Sequence[Values]) -> bytes:
        """The rows as a program reads them."""
        return FORMS[self.form].write(rows).encode()

    def answer(self, values: Values, solve: Callable[[Values, Opponent], Totals] | None = None) -> str:
        """What a program must print for a row (with no sentence around it).

        Another `solve` than `totals` gives what a program prints that solves so.
        """
        solve = solve or totals
        if self.asks == "cases":
            return " ".join(str(solve(values, who)[0]) for who in self.opponents)
        return ASKS[self.asks].answer(values, solve(values, self.opponent))

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """Everyone against whom a row is solved: one opponent, or the two of `cases`."""
        return (opponent("generous"), opponent("optimal")) if self.asks == "cases" else (self.opponent,)

    def show(self, answer: str, game: int = 1) -> str:
        """An answer with the sentence around it."""
        return answer if self.sentence is None else self.sentence.format(game=game, answer=answer)

    def read(self, output: bytes, rows: int) -> list[str]:
        """Read the answers to so many rows, one a line. Raises FormError."""
        lines = [line.strip() for line in output.decode(errors="replace").splitlines()]
        lines = [line for line in lines if line]
        if len(lines) != rows:
            surplus = f": line {rows + 1} is '{_short(lines[rows])}'" if len(lines) > rows else ""
            raise FormError(f"{len(lines)} line{'s' * (len(lines) != 1)} of output, {rows} expected{surplus}")
        return [self._read_line(line, game) for game, line in enumerate(lines, 1)]

    def _read_line(self, line: str, game: int) -> str:
        ask = ASKS[self.asks]
        words = line.split()
        if self.sentence is not None:
            before, after = self.sentence.format(game=game, answer="|").split("|")
            if not (line.startswith(before) and line.endswith(after)):
                raise FormError(f"line {game} is '{_short(line)}', not '{self.show('…', game)}'")
            words = line[len(before) : len(line) - len(after)].split()
        words = [word.lower() for word in words]
        right = all(word in ask.choices if ask.choices else _NUMBER.fullmatch(word) for word in words)
        if len(words) != ask.size or not right:
            wanted = " or ".join(ask.choices) or ("a whole number" if ask.size == 1 else "two whole numbers")
            raise FormError(f"line {game} is '{_short(line)}', not {wanted}{_invisible(line)}")
        return " ".join(words if ask.choices else (str(int(word)) for word in words))

    def proof(self, values: Values) -> str:
        """The line of play that brings the expected answer, move by move."""
        lines = [_played(values, who, you_first=self.asks != "second") for who in self.opponents]
        return "\n".join(f"against {who}: {line}" for who, line in zip(self.opponents, lines, strict=True))


def _played(values: Values, opponent: Opponent, *, you_first: bool) -> str:
    line = bottom_up.policy(values, opponent, you_first).line()
    assert isinstance(line, Line), "a judge's opponent never moves at random"
    game = Game(Row.of(values), you_first, line.ends)
    moves = [
        f"{game.book.mover(state)} {'left' if move is LEFT else 'right'} {card}"
        for state, move, card in zip(game.states, game.ends, game.earned, strict=False)
    ]
    return f"{', '.join(moves)}; you have {game.yours}, the opponent {game.theirs}"


def count_cards(n: int) -> str:
    """A number of cards in words."""
    return "1 card" if n == 1 else f"{n} cards"


def printable(text: str) -> str:
    """Put a dot for every sign that a terminal obeys, or that no file of text or XML may hold.

    >>> printable("\\x1b[31m \\x00 8 15")
    '·[31m · 8 15'
    """
    return "".join(sign if sign.isprintable() else "·" for sign in text)


def _invisible(text: str) -> str:
    """Name the first sign that nobody sees, such as a zero-width space, as a part of a sentence."""
    sign = next((sign for sign in text if unicodedata.category(sign) == "Cf"), None)
    return "" if sign is None else f": it holds {unicodedata.name(sign)} (U+{ord(sign):04X})"


def _short(text: str) -> str:
    text = printable(text[:60])
    return text if len(text) < 60 else text[:57] + "..."
