"""Tasks: what a program is asked, how a row is written for it, and how its answer reads.

Glossary
    task    an opponent, a question, a form, and limits on rows, time and memory
    ask     the question: which number or word a program prints for a row
    form    how rows are written to standard input; with several rows in one input or just one
    row     what one answer is for: the cards, and behind them K, after how many moves play stops, if a task
            gives one with each row
    answer  what a program must print for one row, as words with single blanks between them
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from twoends.judge.own import Own, ProgramError
from twoends.judge.questions import ASKS, FORMS, Bounds, Totals
from twoends.rules.errors import TwoEndsError, shortened
from twoends.rules.games import Game
from twoends.rules.opponents import independent_opponent, opponent
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rules import DEFAULT, Rules
from twoends.rules.sides import LEFT, Line, end_and_count
from twoends.solvers import bottom_up, contraction, phases, sweeps

Values = tuple[int, ...]
"""A row of whole numbers: what programs read."""


class TaskError(TwoEndsError):
    """A task that does not exist or cannot be put together so.

    >>> from twoends.judge import task
    >>> task("nim")
    Traceback (most recent call last):
    twoends.judge.tasks.TaskError: there is no task 'nim': choose removal-game, deque, ...
    """


class Group(NamedTuple):
    """Rows of somebody's own under one name, and the points that they bring."""

    name: str
    points: Fraction
    rows: tuple[Values, ...]


class FormError(Exception):
    """Output that is no answer in the form of the task: a presentation error, with one sentence."""


def totals(values: Values, opponent: Opponent, rules: Rules = DEFAULT) -> Totals:
    """Both your totals, by the pure methods alone: O(n) against an optimal opponent, else O(n²).

    By other rules than one card from either end by a sweep.
    """
    if rules.plain:
        if opponent.name == "optimal":
            first = int(contraction.half(sum(values) + contraction.margin(values)))
            return Totals(first, sum(values) - first)
        return Totals(*(int(bottom_up.sweep(values, opponent, you)[0]) for you in (True, False)))
    swept = sweeps.sweep(phases.Task(values, rules, opponent))
    yours, theirs = map(int, swept.first)
    return Totals(yours, int(swept.second[0]) if swept.second else 0, yours + theirs)


# --- how answers are read -----------------------------------------------------------------------

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
    rules            what a move takes and earns, who moves, when play ends
    time_per_row     whether the seconds are for each row of an input, as functions have them
    own              an instructor's programs that say what is right, whatever the opponent and the question
    groups           their groups of rows, instead of the judge's
    scores           their programs, right and wrong, by file, with the score that each should get

    Raises OpponentError for an opponent who would have to know the other player, TaskError for rules or
    questions that nobody answers here.

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
    rules: Rules = DEFAULT
    time_per_row: bool = False
    own: Own | None = None
    groups: tuple[Group, ...] = field(default=(), compare=False)
    scores: tuple[tuple[str, Fraction], ...] = ()

    def __post_init__(self) -> None:
        independent_opponent(self.opponent)
        if self.rules.plain:
            return
        if not sweeps.serves(self.rules, self.opponent):
            raise TaskError(
                f"the judge cannot solve '{self.rules}' against {self.opponent}: leave goal least out, take "
                "from one end with merge and 1-2M, and choose an opponent without random moves"
            )
        if self.rules.alone and (self.opponent.name != "optimal" or self.asks != "first"):
            raise TaskError(
                f"by '{self.rules}' nobody moves but you: leave --opponent out, and ask for first"
            )
        if self.asks == "cases":
            raise TaskError(
                "--asks cases is for one card from either end: leave --rules out, or ask for first"
            )

    @property
    def bounds(self) -> Bounds:
        """What a row may be."""
        return Bounds(
            self.form, self.least, self.most, self.low, self.high, self.even_only, self.odd_sum, self.most_sum
        )

    @property
    def stops(self) -> bool:
        """Whether each row ends in K, after how many moves play stops."""
        return "stop" in self.form

    def game(self, values: Values) -> tuple[Values, Rules]:
        """The cards of a row, and its rules."""
        return (values[:-1], replace(self.rules, stop=values[-1])) if self.stops else (values, self.rules)

    @property
    def hidden(self) -> tuple[str, ...]:
        """The files that no program on trial may read."""
        return self.own.hidden if self.own else ()

    @property
    def many(self) -> bool:
        """Whether one input holds several rows."""
        return FORMS[self.form].many

    @property
    def phrase(self) -> str:
        """What is asked, against whom."""
        if self.own is not None:
            return "right is what its reference prints" + ", or its checker accepts" * bool(self.own.checker)
        if len(self.opponents) > 1:
            return ASKS[self.asks].what
        who = "alone" if self.rules.alone else f"against {self.opponent}"
        rules = "" if self.rules.plain else f", by the rules {self.rules}"
        return f"{ASKS[self.asks].what}, {who}{rules}{', stop K' * self.stops}"

    @property
    def limits(self) -> str:
        """What a row may be, as a phrase."""
        return self.bounds.text

    def allows(self, values: Values) -> bool:
        """Whether a row is within the limits of the task, and a reference, if it has one, answers it."""
        if self.objection(values):
            return False
        with suppress(ProgramError):
            return self.own is None or bool(self.own.answer(values))
        return False

    def objection(self, values: Values) -> str:
        """Say which limit a row breaks; empty if it breaks none. O(n), or O(n²) where ties are open."""
        if (said := self.bounds.objection(values)) or not self.ties_open:
            return said
        cards, _ = self.game(values)
        if totals(cards, opponent("greedy left")) != totals(cards, opponent("greedy right")):
            return "two answers, for the task does not say which of two equal ends its opponent takes"
        return ""

    def write(self, rows: Sequence[Values]) -> bytes:
        """The rows as a program reads them."""
        return FORMS[self.form].write(rows).encode()

    def answer(self, values: Values, solve: Callable[[Values, Opponent], Totals] | None = None) -> str:
        """What a program must print for a row (with no sentence around it).

        Another `solve` than `totals` gives what a program prints that solves so. Raises ProgramError
        where the task has a reference that does not answer.
        """
        if self.own is not None:
            return self.own.answer(values)
        if self.asks == "cases":
            return " ".join(str((solve or totals)(values, who).first) for who in self.opponents)
        return self.say(values, solve(values, self.opponent) if solve else self.totals(values))

    def totals(self, values: Values) -> Totals:
        """What a row is worth, whatever is asked."""
        cards, rules = self.game(values)
        return totals(cards, self.opponent, rules)

    def say(self, values: Values, found: Totals, asks: str = "") -> str:
        """The answer to the question, or to another one, of a row that is worth this."""
        whole = sum(self.game(values)[0]) if found.whole is None else found.whole
        return ASKS[asks or self.asks].answer(whole, found)

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """Everyone against whom a row is solved: one opponent, or the two of `cases`."""
        return (opponent("generous"), opponent("optimal")) if self.asks == "cases" else (self.opponent,)

    def show(self, answer: str, game: int = 1) -> str:
        """An answer with the sentence around it."""
        return answer if self.sentence is None else self.sentence.format(game=game, answer=answer)

    def read(self, output: bytes, rows: int) -> list[str]:
        """Read the answers to so many rows, one a line. Raises FormError.

        A reference may have any words on any lines for its one row.
        """
        if self.own is not None and not self.many:
            if not (said := output.decode(errors="replace").split()):
                raise FormError("it printed nothing")
            return [" ".join(said)]
        lines = [line.strip() for line in output.decode(errors="replace").splitlines()]
        lines = [line for line in lines if line]
        if len(lines) != rows:
            surplus = f": line {rows + 1} is '{_short(lines[rows])}'" if len(lines) > rows else ""
            raise FormError(f"{len(lines)} line{'s' * (len(lines) != 1)} of output, {rows} expected{surplus}")
        if self.own is not None:
            return [" ".join(line.split()) for line in lines]
        return [self._read_line(line, game) for game, line in enumerate(lines, 1)]

    def _read_line(self, line: str, game: int) -> str:
        ask = ASKS[self.asks]
        words = line.split()
        if self.sentence is not None:
            before, after = self.sentence.format(game=game, answer="|").split("|")
            if not (line.startswith(before) and line.endswith(after)):
                raise FormError(f"line {game} is '{_short(line)}', not '{self.show('…', game)}'")
            words = line[len(before) : len(line) - len(after)].split()
        named = {choice.lower(): choice for choice in ask.choices}
        words = [named.get(word.lower(), word) for word in words]
        right = all(word in ask.choices if ask.choices else _NUMBER.fullmatch(word) for word in words)
        if len(words) != ask.size or not right:
            wanted = " or ".join(ask.choices) or ("a whole number" if ask.size == 1 else "two whole numbers")
            raise FormError(f"line {game} is '{_short(line)}', not {wanted}{_invisible(line)}")
        return " ".join(words if ask.choices else (str(int(word)) for word in words))


# --- why an answer is right ----------------------------------------------------------------------


def proof(task: Task, values: Values) -> str:
    """The line of play that brings the expected answer, move by move; empty where a reference gives it."""
    if task.own is not None:
        return ""
    cards, rules = task.game(values)
    lines = [_line_of_play(cards, who, rules, you_first=task.asks != "second") for who in task.opponents]
    if rules.alone:
        return lines[0]
    return "\n".join(f"against {who}: {line}" for who, line in zip(task.opponents, lines, strict=True))


def _line_of_play(values: Values, who: Opponent, rules: Rules, *, you_first: bool) -> str:
    line = sweeps.line(phases.Task(values, rules, who), you_first)
    assert isinstance(line, Line), "a judge's opponent never moves at random"
    game = Game(Row.of(values), you_first, line.ends, rules=rules)
    moves = []
    for state, move in zip(game.states, game.ends, strict=False):
        end, _ = end_and_count(move)
        taken = [str(values[at]) for at in sorted(game.book.places(state, move))]
        earned = "" if rules.score == "cards" and len(taken) == 1 else f" for {game.book.earns(state, move)}"
        side = "left" if end is LEFT else "right"
        moves.append(f"{game.book.mover(state)} {side} {' '.join(taken)}{earned}")
    said = f"{', '.join(moves)}; you have {game.yours}"
    return said if rules.alone else f"{said}, the opponent {game.theirs}"


# --- texts -------------------------------------------------------------------------------------


def require_numbers(answer: str, right: str) -> None:
    """Raise FormError for an answer that has not as many whole numbers as the right one has."""
    words, wanted = answer.split(), right.split()
    numbers = all(map(_NUMBER.fullmatch, wanted))
    if numbers and (len(words) != len(wanted) or not all(map(_NUMBER.fullmatch, words))):
        what = "a whole number" if len(wanted) == 1 else f"{len(wanted)} whole numbers"
        raise FormError(f"the answer is '{_short(answer)}', not {what}{_invisible(answer)}")


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
    return shortened(printable(text[:61]), 60)
