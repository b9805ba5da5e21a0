"""Tasks: the question a program answers, the format of its input, and how its output is read.

Glossary
    task      opponents, a question, a format, and limits on rows, time and memory
    question  which number or word a program prints for a row, against each of the opponents
    format    the input format; one input holds a single row or several
    row       the cards; in tasks with a stop, followed by K, the number of moves after which play stops; in
              tasks with weights, followed by these and their number
    answer    what a program must print for one row, as words separated by single spaces
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from twoends.answers.questions import QUESTIONS, Totals
from twoends.engine.values import method_of
from twoends.judge.bounds import Bounds, several
from twoends.reading.formats import FORMATS
from twoends.rules.errors import TwoEndsError, printable, shortened
from twoends.rules.games import Game
from twoends.rules.moves import Line, Move
from twoends.rules.opponent_names import computer_opponent, opponent
from twoends.rules.opponents import BY_CARDS, Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook
from twoends.rules.rules import DEFAULT, Rules, weights_text

Values = tuple[int, ...]
"""A row of whole numbers, as programs read it."""


class TaskError(TwoEndsError):
    """A task that does not exist, or whose parts do not fit together.

    >>> from twoends.judge import task
    >>> task("nim")
    Traceback (most recent call last):
    twoends.judge.tasks.TaskError: there is no task 'nim': choose deque, dumb-smart, ...
    """


class Group(NamedTuple):
    """A named group of an instructor's rows, and the points it is worth."""

    name: str
    points: Fraction
    rows: tuple[Values, ...]


class FormError(Exception):
    """A presentation error: output that is not in the form of the task. Holds one sentence."""


Solve = Callable[[Values, Opponent, Rules], Totals]
"""(cards, opponent, rules) -> the totals that a program computes."""


def totals(
    cards: Values, opponent: Opponent, rules: Rules = DEFAULT, player: Opponent | None = None
) -> Totals:
    """The right totals of a player who plays best, or of one who looks at the cards only.

    The cost is that of `solve`; for a player who looks at the cards only, that of playing two games.
    """
    if player is not None:
        by_first, by_second = (play_by_cards(cards, player, opponent, rules, you)[0] for you in (True, False))
        return Totals(by_first["you"], by_second["you"], sum(by_first.values()))
    game = Game(Row.of(cards), True, (), opponent, rules)
    method, state = method_of(game), game.state
    (yours, theirs) = map(int, method.totals(game.book, [state])[0])
    if rules.alone:
        return Totals(yours, 0, yours)
    second, _ = method.totals(game.book.with_mover(state, "opponent"), [state])[0]
    return Totals(yours, int(second), yours + theirs)


def play_by_cards(
    cards: Values, you: Opponent, they: Opponent, rules: Rules, you_first: bool
) -> tuple[dict[str, int], list[Move]]:
    """Play a game between two players who look at the cards only; return what each earns, and the moves."""
    book = Rulebook(Row.of(cards), you_first, cards, rules)
    earned: dict[str, int] = {"you": 0, "opponent": 0}
    state, moves = book.start, list[Move]()
    while book.moves(state):
        mover = book.mover(state)
        who = you if mover == "you" else they
        moves += who.preferred(book, state, ())
        earned[mover] += book.earns(state, moves[-1])
        state = book.after(state, moves[-1])
    return earned, moves


def is_number(word: str) -> bool:
    """Whether a program's word is a whole number with few enough digits to be read at once."""
    return re.fullmatch(r"-?\d{1,1000}", word, re.ASCII) is not None


# --- tasks -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Task:
    """What a program must do. Lengths are in cards, memory in bytes, times in seconds.

    name       the task's name
    source     where the task comes from, in a phrase
    title      the heading of its statement
    statement  the text for students, in Markdown; empty: ours
    opponents  the opponents to solve rows against
    player     whose totals are asked; None: a player who plays best
    question   the question, a key of QUESTIONS
    format     the input format, a key of FORMATS
    least, most      the number of cards in a row
    low, high        the range of the values
    even_only        whether every row has an even number of cards
    odd_sum          whether every row has an odd sum
    most_sum         the largest sum of a row, or None
    all_different    whether no two cards of a row are equal, so that ties do not matter
    ties_open        whether the source leaves ties undefined: rows where they matter are not used
    sentence         the line to print, with {game} and {answer}; None: the answer alone
    seconds, memory, stack  the program's limits; stack None: as large as the memory
    function         the name that a function has; empty: only programs are judged
    rules            what a move takes and earns, who moves, when play ends
    time_per_row     whether the seconds are for each row of an input, as for functions
    groups           the instructor's groups of rows, instead of the judge's

    Raises OpponentError for an opponent whose moves depend on the other player's strategy, TaskError for
    one who moves at random, and for rules or questions that the judge cannot solve.

    >>> mine = Task("mine", "my own", (opponent("greedy"),), "first", "values")
    >>> mine.write([(1, 30, 100, 15, 2)]), mine.answer((1, 30, 100, 15, 2))
    (b'1 30 100 15 2\\n', '103')
    """

    name: str
    source: str
    opponents: tuple[Opponent, ...]
    question: str
    format: str
    title: str = field(default="", compare=False)
    statement: str = field(default="", compare=False)
    player: Opponent | None = None
    function: str = ""
    least: int = 1
    most: int = 100
    low: int = -1000
    high: int = 1000
    even_only: bool = False
    odd_sum: bool = False
    most_sum: int | None = None
    all_different: bool = False
    ties_open: bool = False
    sentence: str | None = None
    seconds: float = 2.0
    memory: int = 256 << 20
    stack: int | None = None
    rules: Rules = DEFAULT
    time_per_row: bool = False
    groups: tuple[Group, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for role, who in (*(("opponent", who) for who in self.opponents), ("player", self.player)):
            if who is not None and computer_opponent(who).stochastic:
                raise TaskError(f"{who} moves at random, so no row has one answer: choose another {role}")
        for who in self.opponents:
            if who.custom and not self.rules.plain:
                raise TaskError(
                    f"the judge cannot solve '{self.rules}' against {who}: choose a built-in opponent"
                )
        if self.stops and self.rules.stop is not None:
            alone = replace(self.rules, stop=None)
            raise TaskError(
                f"rules is '{self.rules}', but in format {self.format} each row gives its own stop, K: "
                f'write rules = "{alone}"'
            )
        if self.weighs and (self.rules.merge or self.rules.stop is not None or self.rules.score != "cards"):
            raise TaskError(
                f"rules is '{self.rules}', but in format {self.format} each row gives its weights: leave "
                "score, stop and merge out"
            )
        names = [who.name for who in self.opponents]
        if self.rules.alone and (names != ["optimal"] or self.question != "first"):
            raise TaskError(f"under '{self.rules}' only you move: leave opponent out, and ask for first")
        by_cards = [who is not None and who.looks_at_cards for who in (self.player, *self.opponents)]
        if self.player is not None and not all(by_cards):
            raise TaskError(
                f"the player is {self.player}, against {' and '.join(names)}: both must be greedy, modest, "
                "left or right; or leave player out, for one who plays best"
            )
        if self.ties_open and not all(who.name in BY_CARDS for who in self.opponents):
            raise TaskError("ties_open is for greedy and modest opponents: leave it out")

    @property
    def bounds(self) -> Bounds:
        """The limits on rows."""
        return Bounds(
            self.format, self.least, self.most, self.low, self.high, self.even_only, self.odd_sum,
            self.most_sum, self.all_different,
        )  # fmt: skip

    @property
    def stops(self) -> bool:
        """Whether each row ends in K, the number of moves after which play stops."""
        return FORMATS[self.format].stops

    @property
    def weighs(self) -> bool:
        """Whether each row ends in the weights of the moves, and their number."""
        return FORMATS[self.format].weighs

    @property
    def by_row(self) -> str:
        """What each row adds to the rules, as a part of their text."""
        return ", stop K" if self.stops else ", score W1/W2/…" if self.weighs else ""

    def game(self, values: Values) -> tuple[Values, Rules]:
        """Split a row into its cards and the rules of its game."""
        cards = self.cards(values)
        if self.stops:
            return cards, replace(self.rules, stop=values[-1])
        if self.weighs:
            return cards, replace(self.rules, score=weights_text(values[len(cards) : -1]))
        return cards, self.rules

    def cards(self, values: Values) -> Values:
        """The cards of a row."""
        return tuple(FORMATS[self.format].cards(values))

    @property
    def many(self) -> bool:
        """Whether one input holds several rows."""
        return FORMATS[self.format].many

    @property
    def asked(self) -> str:
        """The question in words, with the opponents if there are several."""
        text = QUESTIONS[self.question].text
        return f"{text}, {self._against}" if len(self.opponents) > 1 else text

    @property
    def _against(self) -> str:
        return " and ".join(f"against {who}" for who in self.opponents)

    @property
    def size(self) -> int:
        """The number of words of an answer."""
        return QUESTIONS[self.question].size * len(self.opponents)

    @property
    def phrase(self) -> str:
        """The question and the opponents, in words."""
        who = "alone" if self.rules.alone else self._against
        who = f"as {self.player}, {who}" if self.player else who
        rules = "" if self.rules.plain else f", under the rules {self.rules}"
        return f"{QUESTIONS[self.question].text}, {who}{rules}{self.by_row}"

    def allows(self, values: Values) -> bool:
        """Whether a row is within the limits of the task."""
        return not self.violation(values)

    def violation(self, values: Values) -> str:
        """Describe the limit that a row breaks; empty if it breaks none. O(n), or O(n²) if ties are open."""
        if (violation := self.bounds.violation(values)) or not self.ties_open:
            return violation
        cards, rules = self.game(values)
        one, other = (
            [self.solve(cards, opponent(f"{who.name} {ties}"), rules) for who in self.opponents]
            for ties in ("left", "right")
        )
        if one != other:
            return "two answers, because the task does not say which of two equal ends its opponent takes"
        return ""

    def write(self, rows: Sequence[Values]) -> bytes:
        """Write rows in the task's input format."""
        return FORMATS[self.format].write(rows).encode()

    def answer(
        self, values: Values, solve: Solve | None = None, say: Callable[[Totals], str] | None = None
    ) -> str:
        """The right answer for a row, without the sentence around it.

        Another `solve` gives the answer of a program that solves that way, and `say` of one that prints that.
        """
        cards, rules = self.game(values)
        say = say or QUESTIONS[self.question].answer
        solve = solve or self.solve
        return " ".join(say(solve(cards, who, rules)) for who in self.opponents)

    def solve(self, cards: Values, opponent: Opponent, rules: Rules) -> Totals:
        """The right totals of the task's player."""
        return totals(cards, opponent, rules, self.player)

    def show(self, answer: str, game: int = 1) -> str:
        """Put an answer into the task's sentence, if it has one."""
        return answer if self.sentence is None else self.sentence.format(game=game, answer=answer)

    def read(self, output: bytes, rows: int) -> list[str]:
        """Read the answers to `rows` rows, one a line. Raises FormError."""
        lines = [line.strip() for line in output.decode(errors="replace").splitlines() if line.strip()]
        if len(lines) != rows:
            surplus = f": line {rows + 1} is '{_short(lines[rows])}'" if len(lines) > rows else ""
            raise FormError(f"{several(len(lines), 'line')} of output, {rows} expected{surplus}")
        return [self._read_line(line, game) for game, line in enumerate(lines, 1)]

    def _read_line(self, line: str, game: int) -> str:
        choices = QUESTIONS[self.question].choices
        words = line.split()
        if self.sentence is not None:
            before, after = self.sentence.format(game=game, answer="|").split("|")
            if not (line.startswith(before) and line.endswith(after)):
                raise FormError(f"line {game} is '{_short(line)}', not '{self.show('…', game)}'")
            words = line[len(before) : len(line) - len(after)].split()
        spelling = {choice.lower(): choice for choice in choices}
        words = [spelling.get(word.lower(), word) for word in words]
        if len(words) != self.size or not all(
            word in choices if choices else is_number(word) for word in words
        ):
            number = "a whole number" if self.size == 1 else several(self.size, "whole number")
            expected = " or ".join(choices) or number
            raise FormError(f"line {game} is '{_short(line)}', not {expected}{_invisible(line)}")
        return " ".join(words if choices else (str(int(word)) for word in words))


# --- why an answer is right ----------------------------------------------------------------------


def proof(task: Task, values: Values) -> str:
    """The line of play that leads to the expected answer, move by move."""
    (cards, rules), you_first = task.game(values), task.question != "second"
    lines = []
    for who in task.opponents:
        game = Game(Row.of(cards), you_first, _line(task, cards, who, rules, you_first), rules=rules)
        moves = []
        for state, move in zip(game.states, game.ends, strict=False):
            side = "left" if move.end == "L" else "right"
            taken = [str(cards[at]) for at in sorted(game.book.places(state, move))]
            one_card = rules.score == "cards" and len(taken) == 1
            earned = "" if one_card else f" for {game.book.earns(state, move)}"
            moves.append(f"{game.book.mover(state)} {side} {' '.join(taken)}{earned}")
        text = f"{', '.join(moves)}; you have {game.yours}"
        lines.append(text if rules.alone else f"against {who}: {text}, the opponent {game.theirs}")
    return "\n".join(lines)


def _line(task: Task, cards: Values, who: Opponent, rules: Rules, you_first: bool) -> tuple[Move, ...]:
    if task.player is not None:
        return tuple(play_by_cards(cards, task.player, who, rules, you_first)[1])
    game = Game(Row.of(cards), you_first, (), who, rules)
    line = method_of(game).line(game.book)
    assert isinstance(line, Line), "a judge's opponent never moves at random"
    return line.ends


# --- texts -------------------------------------------------------------------------------------


def _invisible(text: str) -> str:
    """Name the first invisible character, such as a zero-width space, as a part of a sentence."""
    found = next((character for character in text if unicodedata.category(character) == "Cf"), None)
    return "" if found is None else f": it contains {unicodedata.name(found)} (U+{ord(found):04X})"


def _short(text: str) -> str:
    return shortened(printable(text[:61]), 60)
