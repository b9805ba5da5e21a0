"""Wrong printing: something else of what is right, or the answer in another form than the task's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from twoends.judge.mistakes import Mistake
from twoends.judge.tasks import ASKS, FormError, Task, Totals, Values
from twoends.judge.verdicts import Outcome, Verdict
from twoends.rules.opponents import opponent

Answer = Callable[[Values, Totals], str]


class Printing(NamedTuple):
    """A mistake in printing: its name, its meaning, and what is printed where the totals are these."""

    name: str
    meaning: str
    answer: Answer


def printing(task: Task) -> Iterator[Printing]:
    """Everything is computed rightly, and something else is printed."""
    asked = ASKS[task.asks]

    def whole(values: Values, t: Totals) -> int:
        return sum(task.game(values)[0]) if t.whole is None else t.whole

    def instead(name: str, what: str, answer: Answer) -> Printing:
        return Printing(name, f"it prints {what}; the task asks for {asked.what}", answer)

    if asked.choices:
        first, second, *rest = asked.choices
        swap = {first: second, second: first, **dict(zip(rest, rest, strict=True))}
        yield instead("the opposite", "the opposite", lambda values, t: swap[task.say(values, t)])
        yield instead(
            "second instead of first",
            "whether you, moving second, do so",
            lambda values, t: asked.answer(all_ := whole(values, t), Totals(all_ - t.first, t.first)),
        )
        if task.asks in ("wins", "not-beaten"):  # they differ on a draw alone
            other, drawn = ("wins", "loss") if task.asks == "not-beaten" else ("not-beaten", "win")
            yield instead(f"a draw counted as a {drawn}", ASKS[other].what, partial(task.say, asks=other))
            rounded = "whether your total is at least half of the sum, rounded down"
            yield instead("half of the sum is rounded down", rounded,
                          lambda values, t: str(t.first >= whole(values, t) // 2).lower())  # fmt: skip
    elif asked.size > 1:
        swapped = "the two numbers in the other order"
        yield instead(swapped, swapped, lambda values, t: " ".join(task.say(values, t).split()[::-1]))
    elif not task.rules.alone:
        for other in ("first", "second", "margin"):
            if other != task.asks:
                name = f"{other} instead of {task.asks}"
                if "margin" in (task.asks, other):
                    name = "total instead of margin" if task.asks == "margin" else "margin instead of total"
                yield instead(name, ASKS[other].what, partial(task.say, asks=other))
        if task.asks == "margin":
            opponents = "the opponent's margin"
            yield instead(opponents, opponents, lambda values, t: str(whole(values, t) - 2 * t.first))
        elif (
            task.opponent != opponent("optimal") or not task.rules.plain
        ):  # else that of the other one to move
            opponents = "the opponent's total"
            yield instead(opponents, opponents,
                          lambda values, t: str(whole(values, t) - int(task.say(values, t))))  # fmt: skip


# --- another form than the task's --------------------------------------------------------------


Rewrite = Callable[[Outcome], Iterator[str]]
"""What was printed as it should have been, in one way or several."""


def _without_decimals(outcome: Outcome) -> Iterator[str]:
    """As 22.0 and 1.5e6, where they are whole numbers."""
    decimal = re.compile(r"-?\d+\.?\d*(?:[eE][+-]?\d+)?")
    lines = [line.split() for line in outcome.output.splitlines()]
    if all(decimal.fullmatch(word) for line in lines for word in line):
        yield "\n".join(" ".join(str(Fraction(word)) for word in line) for line in lines)


def _some_lines(outcome: Outcome) -> Iterator[str]:
    lines, rows = [line for line in outcome.output.splitlines() if line.strip()], len(outcome.expected)
    if len(lines) > rows:
        step = len(lines) // rows
        yield from map("\n".join, (lines[-rows:], lines[:rows], lines[step - 1 :: step]))


def _last_words(outcome: Outcome) -> Iterator[str]:
    if re.search("[A-Za-z]", outcome.output):
        lines = [re.sub("[:=>?,;]", " ", line).rstrip(". ") for line in outcome.output.splitlines()]
        words = [" ".join(line.split()[-_size(outcome) :]) for line in lines]
        yield from ("\n".join(words), words[-1])


def _one_a_line(outcome: Outcome) -> Iterator[str]:
    words, size = outcome.output.split(), _size(outcome)
    yield "\n".join(" ".join(words[at : at + size]) for at in range(0, len(words), size))


def _one_of_two(outcome: Outcome) -> Iterator[str]:
    lines = [line.split() for line in outcome.output.splitlines() if line.strip()]
    rows = outcome.trial.rows
    if [len(line) for line in lines] == [2] * len(rows) and all(
        sum(map(Fraction, line)) == sum(row)
        for line, row in zip(lines, rows, strict=True)
        if all(word.lstrip("-").isdigit() for word in line)
    ):
        yield from ("\n".join(line[at] for line in lines) for at in (0, 1))


def _size(outcome: Outcome) -> int:
    return len(outcome.expected[0].split())


PRINTERS: tuple[tuple[str, str, Rewrite], ...] = (
    ("decimals",
     "it prints decimals, as 22.0, where the answer is a whole number: count in whole numbers, divide by //",
     _without_decimals),
    ("both totals", "it prints the totals of both players, where the task asks for one number", _one_of_two),
    ("lines besides the answer",
     "it prints other lines, too, as to see what it does: print the answer alone", _some_lines),
    ("words besides the answer",
     "it prints words before the answer, as a label or the prompt of input(): print the answer alone",
     _last_words),
    ("answers not one a line", "its answers are right, and stand on more or fewer lines than they should",
     _one_a_line),
)  # fmt: skip
"""Presentation errors that can be mended: a name, a meaning, and how."""


def misprinted(task: Task, outcomes: Sequence[Outcome]) -> Iterator[Mistake]:
    """What is wrong with the form of presentation errors, if every answer is right once it is mended."""
    outcomes = [outcome for outcome in outcomes if outcome.verdict is Verdict.PE]
    if len(outcomes) < 2 or not all(outcome.output for outcome in outcomes):
        return
    for name, meaning, rewrite in PRINTERS:
        if all(_mended(task, outcome, rewrite) for outcome in outcomes):
            yield Mistake(name, meaning, lambda values: None)
            return


def _mended(task: Task, outcome: Outcome, rewrite: Rewrite) -> bool:
    """Whether an output, mended so, has the right answers."""
    for text in rewrite(outcome):
        try:
            read = task.read(text.encode(), len(outcome.expected))
        except FormError:
            continue
        if [each.casefold() for each in read] == [each.casefold() for each in outcome.expected]:
            return True
    return False
