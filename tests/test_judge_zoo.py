"""A zoo of wrong programs, as students would write them, and the mistakes that are named in each.

They run in this process: a program is a function from its input to its output.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

import judged
from cases import slow
from judged import Pretended, printing
from twoends.judge import TASKS, Task, Verdict
from twoends.judge.naming import name_mistakes
from twoends.judge.outcomes import Program
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial, trials
from twoends.judge.zoo import exact_mistakes
from twoends.rules.opponents import opponent

OWN = replace(judged.OWN, most=30)
TOTAL = replace(TASKS["removal-game"], most=40)
SMALL = replace(TOTAL, low=0, high=200)
MARGIN = replace(TASKS["deque"], most=40)
FEW_LINES = replace(SMALL, format="lines")

Answers = Callable[[str], str]


def named(answers: Answers, task: Task) -> list[str]:
    program = Program(printing(answers), ["it"], task)
    outcomes = [program.try_out(trial) for trial in trials(task, 60, seed=1)]
    if all(outcome.verdict is Verdict.AC for outcome in outcomes):
        return []
    return [mistake.name for mistake in name_mistakes(program, outcomes, [], Random(0))]


def cards(text: str) -> list[int]:
    return list(map(int, text.split()))[1:]


def margin(v: list[int], choose: Callable[..., int] = max, last: int = 1) -> int:
    """The right margin by default; other arguments make a mistake."""
    row = [last * each for each in v]
    for k in range(1, len(v)):
        row = [choose(v[i] - row[i + 1], v[i + k] - row[i]) for i in range(len(v) - k)]
    return row[0]


def total(v: list[int]) -> int:
    return (sum(v) + margin(v)) // 2


# --- wrong programs ----------------------------------------------------------------------------


def looks_ahead(text: str) -> str:
    v, mine, turn = cards(text), 0, 0
    while v:
        left = v[0] - (max(v[1], v[-1]) if len(v) > 1 else 0)
        right = v[-1] - (max(v[0], v[-2]) if len(v) > 1 else 0)
        taken = v.pop(0) if left >= right else v.pop()
        mine += taken * (turn % 2 == 0)
        turn += 1
    return str(mine)


def puts_back_too_late(text: str) -> str:
    """Try the right card while the left one is still missing."""
    v = cards(text)

    @cache
    def best(row: tuple[int, ...]) -> int:
        if not row:
            return 0
        left, rest = row[0], list(row[1:])
        found = left - best(tuple(rest))
        return max(found, rest.pop() - best(tuple(rest))) if rest else found

    return str((sum(v) + best(tuple(v))) // 2)


EXAMPLES: dict[tuple[int, ...], int] = {
    (8, 15, 3, 7): 22,
    (5, 3, 7, 10): 15,
    (2, 2, 2, 2): 4,
    (4, 5, 1, 3): 8,
}


def by_heart(text: str) -> str:
    return str(EXAMPLES.get(tuple(cards(text)), 0))


def right(text: str) -> str:
    return str(total(cards(text)))


def right_lines(text: str) -> str:
    return "\n".join(str(total(list(map(int, line.split())))) for line in text.splitlines())


WRONG: list[tuple[Answers, Task, str]] = [
    (lambda text: str((sum(cards(text)) + margin(cards(text)) + 2**31) % 2**32 // 2 - 2**30),
     TASKS["removal-game"], "32-bit overflow"),
    (lambda text: str(margin(cards(text)[:-1] or [0])), MARGIN, "leaves out the last card"),
    (looks_ahead, SMALL, "looks one move ahead"),
    (puts_back_too_late, SMALL, "does not put a card back"),
    (by_heart, SMALL, "one answer to everything, and hard-coded examples"),
    (lambda text: str(EXAMPLES.get(tuple(cards(text)), sum(cards(text)))), SMALL,
     "adds what the opponent gets, and hard-coded examples"),
    (lambda text: f"n: cards: {right(text)}", SMALL, "words besides the answer"),
    (lambda text: f"n: cards: {right(text)}", TOTAL, "words besides the answer"),
    (lambda text: f"The answer is {right(text)}.", TOTAL, "words besides the answer"),
    (lambda text: f"Answer: {right(text)}", SMALL, "words besides the answer"),
    (lambda text: f"{right(text)} points", SMALL, "words besides the answer"),
    (lambda text: f"n? {right(text)}", SMALL, "words besides the answer"),
    (lambda text: "\n".join(f"{each} points" for each in right_lines(text).split()), FEW_LINES,
     "words besides the answer"),
    (lambda text: f"Enter n: \nEnter the cards: \n{right(text)}", SMALL, "lines besides the answer"),
    (lambda text: f"{cards(text)}\n{right(text)}\n0 0\n"[:-4], SMALL, "lines besides the answer"),
    (lambda text: f"{right(text)}.0", SMALL, "decimals"),
    (lambda text: f"{int(right(text)):.2f}", TOTAL, "decimals"),
    (lambda text: f"{right(text)} {sum(cards(text)) - int(right(text))}", SMALL, "both totals"),
    (lambda text: " ".join(right_lines(text).split()), FEW_LINES, "answers not one a line"),
    (lambda text: "\n".join(f"row\n{each}" for each in right_lines(text).split()), FEW_LINES,
     "lines besides the answer"),
]  # fmt: skip


LONGEST = WRONG[0]
"""Which takes half of the time of all."""


@pytest.mark.parametrize(("program", "task", "name"), [*slow(LONGEST), *WRONG[1:]])
def test_the_mistake_of_a_wrong_program_is_named(program: Answers, task: Task, name: str) -> None:
    assert named(program, task) == [name]


def rare(text: str) -> str:
    """Wrong for an unknown reason: if the middle card is a multiple of 3."""
    v = cards(text)
    return str(total(v) + (v[len(v) // 2] % 3 == 0 and len(v) > 2))


@pytest.mark.parametrize(
    ("program", "task"),
    [
        (right, TOTAL),
        (right, replace(TOTAL, format="count-then-lines")),
        (right_lines, FEW_LINES),
        (rare, SMALL),
        (lambda text: f"4 {right(text)}", SMALL),
        (lambda text: f"{int(right(text)) + 1}.0", SMALL),
        (lambda text: f"n: {int(right(text)) + 1}", SMALL),
        (lambda text: "nothing", SMALL),
        (lambda text: "--1 5", SMALL),
        (lambda text: "1e999999999", SMALL),
    ],
)
def test_no_mistake_is_named_in_a_right_program_or_for_an_unknown_reason(
    program: Answers, task: Task
) -> None:
    assert named(program, task) == []


@pytest.mark.parametrize(
    ("task", "mistake"),
    [
        (replace(TASKS["two-ends"], most=30), "wrong ties"),
        (replace(TASKS["dumb-smart"], most=30), "modest opponent instead of generous"),
        (replace(OWN, opponents=(opponent("modest"),)), "generous opponent instead of modest"),
        (replace(TASKS["handout-281"], most=30), "plays greedily"),
        (replace(OWN, format="count-then-lines"), "reads the first line only"),
        (SMALL, "remembers by the length alone"),
        (SMALL, "remembers by one end alone"),
        (SMALL, "takes the largest cards"),
        (SMALL, "swaps a difference"),
        (SMALL, "copies a line"),
        (SMALL, "fills the table by the left end"),
        (SMALL, "ignores the opponent"),
        (SMALL, "an average over the replies"),
        (SMALL, "halves rounded by themselves"),
        (SMALL, "1-based input in a 0-based table"),
        (SMALL, "0-based input in a 1-based table"),
        (TOTAL, "takes 0 for the worst margin"),
        (TOTAL, "takes −10⁴ for the worst total"),
        (TOTAL, "takes −10⁹ for the worst margin"),
        (replace(TASKS["deque"], most=30), "takes −10⁶ for the worst margin"),
        (replace(TASKS["deque"], most=30), "the absolute value of the margin"),
        (TASKS["predict-the-winner"], "the shortcut for even rows"),
        (replace(TASKS["stone-game-iii"], most=70), "takes −10⁴ for the worst margin"),
        (replace(TASKS["stone-game-viii"], most=70), "takes −10⁴ for the worst margin"),
        (SMALL, "joins texts"),
        (SMALL, "compares texts"),
        (SMALL, "always takes the same end"),
        (TOTAL, "takes −1 for the worst total"),
        (TOTAL, "takes 0 for the worst total"),
        (replace(OWN, question="second"), "first instead of second"),
        (TASKS["predict-the-winner"], "a draw counted as a loss"),
        (TASKS["predict-the-winner"], "stops a card early"),
        (replace(TASKS["predict-the-winner"], question="wins"), "a draw counted as a win"),
    ],
)
def test_a_mistake_is_named_on_the_rows_of_its_task(task: Task, mistake: str) -> None:
    says = next(each.predict for each in exact_mistakes(task) if each.name == mistake)
    program: Any = Pretended(says, task)
    outcomes = [program.try_out(trial) for trial in trials(task, 60, seed=1)]
    assert [each.name for each in name_mistakes(program, outcomes, (), Random(0))] == [mistake]


@pytest.mark.parametrize("name", ["removal-game", "deque", "handout-281", "game-of-sum"])
def test_a_mistake_that_small_rows_reveal_is_named_by_them(name: str) -> None:
    task = TASKS[name]
    values = {1: (-2, 0, 3), 2: (-2, 0, 3), 3: (-2, 0, 3), 4: (-2, 3)}
    rows = [row for n in values for row in product(values[n], repeat=n) if task.allows(row)]
    programs = [(each.name, each.predict) for each in exact_mistakes(task)]
    for known, empty in product((1, 2), ("0", "-1")):

        def stops(values: Values, known: int = known, empty: str = empty) -> str:
            return task.answer(values) if len(values) <= known else empty

        programs.append(("stops a length early", stops))
    for mistake, says in programs:
        program: Any = Pretended(says, task)
        outcomes = [program.try_out(Trial("small", (row,))) for row in rows]
        if {each.verdict for each in outcomes} != {Verdict.AC}:  # some need larger rows
            got = [each.name for each in name_mistakes(program, outcomes, (), Random(0))]
            assert got == [mistake], f"{name}: expected {mistake}, got {got}"
