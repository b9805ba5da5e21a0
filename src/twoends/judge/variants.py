"""Variants: a different exercise for each student, derived from their name and the instructor's secret.

Opponent and tie-breaking rule, order of turns, cards per move, question, input format, example and the seed
of the hidden rows are chosen by HMAC-SHA-256 of the name, keyed with the secret. The same secret and name
give the same exercise on every machine and in every version, and without the secret nobody can tell whose it
is. All variants are equally hard: each is solved by a table of intervals and turns, at the same sizes. Right
answers come from the library's general solver.
"""

from __future__ import annotations

import hmac
import re
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from twoends.judge.questions import ASKS, FORMS
from twoends.judge.tasks import Task, Values, printable, proof
from twoends.judge.trials import by_greed
from twoends.rules.errors import TwoEndsError
from twoends.rules.opponents import opponent
from twoends.rules.preferences import Opponent
from twoends.rules.rules import Rules

T = TypeVar("T")

GENERATOR = "twoends variant 1"
"""The version of this generator; a new version must be added beside it, never replace it."""

MOST_TAKEN = (2, 3, 4, 5)
TURNS = (
    "AB", "AAB", "ABA", "ABB", "AABB", "ABBA", "AAABB", "AABAB", "AABBA", "ABAAB", "ABABA", "ABBAA", "AABBB",
    "ABABB", "ABBAB", "ABBBA",
)  # fmt: skip
"""Orders that give each player at least a third of the turns."""

OPPONENTS = ("optimal", "generous", "greedy left", "greedy right", "modest left", "modest right")
QUESTIONS = ("first", "second", "margin", "both")
INPUTS = ("count-then-values", "values", "count-then-column")

MOST_CARDS, LARGEST = 60, 100
CARDS_OF_THE_EXAMPLE, VALUES_OF_THE_EXAMPLE = 6, range(-9, 21)
SHORTEST_SECRET = 8
MOST_COLUMNS = 100


@dataclass(frozen=True)
class Variant:
    """The exercise of one student.

    task     the task of their program
    seed     the seed of the hidden rows
    example  the row in the statement
    """

    task: Task
    seed: int
    example: Values


def variant(student: str, secret: str) -> Variant:
    """The exercise of a student; case and extra spaces in the name do not matter. Raises TwoEndsError.

    >>> variant("Ada Lovelace", "correct horse").task.phrase
    "your total moving first, and the opponent's, against optimal, by the rules take 1-4 either, turns ABABB"
    >>> variant("ada  lovelace", "correct horse").example
    (-6, 7, 17, -6, 14, -7)
    """
    name = " ".join(unicodedata.normalize("NFKC", student).casefold().split())
    if not name:
        raise TwoEndsError("the student's name is empty: give the one on their submission, --student NAME")
    if len(secret) < SHORTEST_SECRET:
        raise TwoEndsError(
            f"a secret of fewer than {SHORTEST_SECRET} characters is easy to guess: give a longer one"
        )

    def number(purpose: str) -> int:
        message = "\0".join((GENERATOR, name, purpose)).encode(errors="surrogatepass")
        return int.from_bytes(hmac.digest(secret.encode(errors="surrogatepass"), message, "sha256")[:8])

    def chosen(purpose: str, choices: Sequence[T]) -> T:
        return choices[number(purpose) % len(choices)]

    task = Task(
        "variant",
        f"the exercise of {printable(student.encode(errors='replace').decode())}",
        opponent(chosen("opponent", OPPONENTS)),
        chosen("question", QUESTIONS),
        chosen("input", INPUTS),
        most=MOST_CARDS,
        low=-LARGEST,
        high=LARGEST,
        rules=Rules(least=1, most=chosen("most taken", MOST_TAKEN), turns=chosen("turns", TURNS)),
    )
    rows = (
        tuple(chosen(f"example {at} {card}", VALUES_OF_THE_EXAMPLE) for card in range(CARDS_OF_THE_EXAMPLE))
        for at in count()
    )
    # A good example is one that greedy play gets wrong; one of the first few rows is.
    example = next(row for row in rows if task.answer(row, by_greed) != task.answer(row))
    return Variant(task, number("seed"), example)


def play_text(who: Opponent, rules: Rules) -> str:
    """Describe how an opponent plays, for an exercise or problem statement."""
    if who.name == "optimal":
        return "The opponent plays optimally and minimises your total."
    if who.name == "generous":
        return "The opponent wants you to win and maximises your total."
    larger, most = ("larger", "most") if who.name == "greedy" else ("smaller", "least")
    if rules.one_card:
        return f"The opponent always takes the {larger} end, and of two equal ends the {who.ties} one."
    return (
        f"The opponent is {who.name} and always makes the move that earns the {most} at once. If several "
        f"moves earn the same, they take from the {who.ties} end, and as few cards as possible; a move that "
        "takes all cards counts as a move from the left end."
    )


def statement(exercise: Variant) -> str:
    """The exercise in Markdown, with one example and its right answer."""
    task, rules, asked = exercise.task, exercise.task.rules, ASKS[exercise.task.asks].text
    you, they = ("B", "A") if task.asks == "second" else ("A", "B")
    title = re.sub(r"([\\`*_\[\]<>#&|~$])", r"\\\1", task.source)  # a name may contain Markdown syntax
    parts = [
        f"# Two Ends: {title}",
        "Cards with numbers on them lie in a row. Two players, A and B, take cards until none is left. A "
        f"move takes 1 to {rules.most} cards, all of them from the left end or all of them from the right "
        f"end. A moves first, and the turns are {' '.join(rules.turns)}, repeated. The total of a player is "
        "the sum of the cards that they took.",
        f"You are {you}, the opponent is {they}. {play_text(task.opponent, rules)}",
        f"Write a program that reads one row and prints {asked}, if you play as well as possible against "
        "this opponent.",
        "## Input",
        f"The program reads {FORMS[task.form].text}. There are n cards, 1 ≤ n ≤ {task.most}, and the values "
        f"are whole numbers from {task.low} to {task.high}.",
        "## Output",
        f"One line: {asked}.",
        "## Example",
        f"```\n{task.write([exercise.example]).decode().rstrip()}\n```",
        "The right answer:",
        f"```\n{task.show(task.answer(exercise.example))}\n```",
        f"One way to play: {proof(task, exercise.example).partition(': ')[2]}.",
    ]
    return "\n\n".join(part if part[0] in "#`" else textwrap.fill(part, MOST_COLUMNS) for part in parts)
