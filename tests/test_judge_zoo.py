"""A zoo of wrong programs, as students would write them, and the mistakes that are named in each.

They run in this process: a program is a function from a row to its answer, or from its input to its output.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import judged
from judged import Pretended, fact, printing
from shapes_oracle import on_a_row
from twoends.judge import TASKS, Task, Verdict
from twoends.judge.naming import name_misprints, name_mistakes
from twoends.judge.outcomes import Outcome, Program
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial, trials
from twoends.judge.zoo import unfilled_table
from twoends.rules.opponent_names import opponent

OWN = replace(judged.OWN, most=30)
TOTAL = replace(TASKS["removal-game"], most=40)
SMALL = replace(TOTAL, low=0, high=200)
MARGIN = replace(TASKS["deque"], most=40)

Choose = Callable[[int, int], int]


def margin(v: Sequence[int], choose: Choose = max, last: int = 1) -> int:
    """The right margin by default; other arguments make a mistake."""
    row = [last * each for each in v]
    for k in range(1, len(v)):
        row = [choose(v[i] - row[i + 1], v[i + k] - row[i]) for i in range(len(v) - k)]
    return row[0]


def total(v: Sequence[int]) -> int:
    return (sum(v) + margin(v)) // 2


# --- presentation errors -----------------------------------------------------------------------


def lines(form: str) -> Callable[[Sequence[str]], str]:
    """Print each answer in this form."""
    return lambda answers: "\n".join(form.replace("A", answer) for answer in answers)


def around(before: str, after: str) -> Callable[[Sequence[str]], str]:
    return lambda answers: before + "\n".join(answers) + after


MISPRINTS: dict[str, list[Callable[[Sequence[str]], str]]] = {
    "decimals": [lines("A.0"), lines("A."), lines("A0e-1"), lines("A00E-2"), lines("A.00e+0")],
    "lines besides the answer": [around("8 15\n\n3\n", "\n"), around("", "\nbye\n"), lines("[8]\nA")],
    "words besides the answer": [
        *map(lines, ("answer: A", "n=A", "sum > A", "A points", "n?A", "n, A", "It is A.", "n;A ", "x A;")),
    ],
    "answers not one a line": [lambda answers: f" {' '.join(answers)} ".replace(" ", "\n\n", 1)],
}
RUNS: tuple[tuple[Values, ...], ...] = (((8, 15, 3, 7), (5,)), ((1, 9, 2), (4, 4), (6, 2, 1)), ((20, 1),))
CASES = replace(judged.OWN, format="cases")
NEXT_DIGITS = str.maketrans("0123456789", "1234567890")


def misprints(task: Task, *forms: Callable[[Sequence[str]], str], right: bool = True) -> list[str]:
    """The mistake named if each run prints its answers in such a form that nobody can read."""
    outcomes = []
    for rows, form in zip(RUNS, forms, strict=False):
        trial = Trial("own", rows if task.many else rows[:1]).answered(task)
        given = [answer.upper() for answer in trial.answers]
        if not right:
            given[-1] = given[-1].translate(NEXT_DIGITS) if given[-1].isdigit() else "no"
        output = form(given)
        outcomes.append(Outcome(trial, Verdict.PE, "", trial.answers, None, 0.0, 0.0, 0, output))
    return [mistake.name for mistake in name_misprints(task, outcomes)]


@pytest.mark.parametrize(
    "task", [judged.OWN, CASES, replace(CASES, question="both"), replace(CASES, question="alice")]
)
def test_a_misprint_is_named_if_its_correction_makes_every_answer_right(task: Task) -> None:
    left_out = (
        {"decimals"} if task.question != "first" else set() if task.many else {"answers not one a line"}
    )
    for name in MISPRINTS.keys() - left_out:
        for at, form in enumerate(MISPRINTS[name]):
            assert misprints(task, form, form) == [name], (name, at)
            assert misprints(task, form, form, right=False) == [], (name, at)
            assert misprints(task, form) == [], "once is not enough"
            assert misprints(task, form, lambda answers: "") == [], "one has no output"
    for form in map(lines, ("--1 5", "1e999999999")):
        assert misprints(task, form, form) == [], "no number"


@pytest.mark.parametrize("task", [judged.OWN, CASES])
def test_both_totals_in_either_order_are_a_misprint_and_no_other_two_numbers(task: Task) -> None:
    rest = {task.answer(row): f"{sum(row) - int(task.answer(row))}" for rows in RUNS for row in rows}

    def say(form: str) -> Callable[[Sequence[str]], str]:
        return lambda answers: "\n".join(form.replace("Y", each).replace("T", rest[each]) for each in answers)

    for form, expected in (("Y T", ["both totals"]), ("T Y", ["both totals"]), ("4 Y", []), ("Y T 1", [])):
        assert misprints(task, say(form), say(form)) == expected, form
    assert misprints(task, say("Y T"), say("Y T"), say("Y.0")) == [], "one mistake explains all"
    prompt = say("n?\nthe cards?\nThe total is Y.")
    assert misprints(task, prompt, prompt) == ["words besides the answer"] * (not task.many)


def test_a_run_that_prints_more_than_the_answers_is_named_by_its_output() -> None:
    def repeats(text: str) -> str:
        return f"{text}{total([*map(int, text.split())][1:])}"

    def rounds(text: str) -> str:
        n, *row = map(int, text.split())
        return f"{total(row)}.0" if n % 2 else f"{sum(row)}"

    for says, expected in (
        (repeats, [("lines besides the answer", None)]),
        (rounds, [("decimals", Verdict.PE), ("adds what the opponent gets", Verdict.WA)]),
    ):
        program = Program(printing(says), ["it"], SMALL)
        outcomes = [program.try_out(trial) for trial in trials(SMALL, 60, seed=1)]
        named = [(each.name, each.explains) for each in name_mistakes(program, outcomes, [], Random(0))]
        assert named == expected


def test_an_unfilled_table_gives_one_answer_to_all_rows_but_the_shortest() -> None:
    (pairs_known,) = unfilled_table(TOTAL, [fact((7,), "7"), fact((1, 2), "2"), fact((5, 1, 2), "-1")])
    assert "for every row of more than 2 cards," in pairs_known.meaning
    assert [pairs_known.predict(row) for row in ((7,), (1, 2), (9, 9, 9))] == ["7", "2", "-1"]
    assert list(unfilled_table(TOTAL, [fact((5, 1, 2), "0"), fact((5, 1, 3), None)])) == []


# --- wrong functions from a row to its answer, in all forms of tasks -------------------------------


def play(v: Values, reply: Choose = min, choose: Choose = max, last: int = 1) -> tuple[int, int]:
    """Your totals moving first and second, of best play by default; the last card counts `last` times."""
    first, second = [0] * (len(v) + 1), [0] * (len(v) + 1)
    for n in range(1, len(v) + 1):
        cards, places = v if n > 1 else [last * each for each in v], range(len(v) + 1 - n)
        after = [choose(cards[i] + second[i + 1], cards[i + n - 1] + second[i]) for i in places]
        second = [reply(first[i + 1], first[i]) for i in places]
        first = after
    return first[0], second[0]


def remembering(key: Callable[[int, int], object]) -> Callable[[Values], int]:
    """The total by a recursion that remembers margins by this key."""

    def solve(v: Values) -> int:
        known: dict[object, int] = {}

        def best(i: int, j: int) -> int:
            if i == j:
                return v[i]
            if key(i, j) not in known:
                known[key(i, j)] = max(v[i] - best(i + 1, j), v[j] - best(i, j - 1))
            return known[key(i, j)]

        return (sum(v) + best(0, len(v) - 1)) // 2

    return solve


def of_margin(choose: Choose) -> Callable[[Values], int]:
    """The total by a table of margins with another choice than the maximum."""
    return lambda v: (sum(v) + margin(v, choose)) // 2


def copies_a_line(v: Values) -> int:
    row = list(v)
    for k in range(1, len(v)):
        row = [max(v[i] - row[i + 1], v[i] - row[i]) for i in range(len(v) - k)]
    return (sum(v) + row[0]) // 2


def fills_by_the_left_end(v: Values) -> int:
    cells = [[0] * len(v) for _ in (*v, 0)]
    for i, card in enumerate(v):
        cells[i][i] = card
        for j in range(i + 1, len(v)):
            cells[i][j] = max(card - cells[i + 1][j], v[j] - cells[i][j - 1])
    return (sum(v) + cells[0][-1]) // 2


def joins_texts(v: Values) -> int:
    joined = f"{''.join(map(str, v))}{margin(v)}"
    return int(joined) // 2 if joined.isdigit() else 0


def truth(fair: Callable[[Values], bool]) -> Callable[[Values], str]:
    return lambda v: str(fair(v)).lower()


def by_three(v: Values, worst: int = -(10**4)) -> str:
    """Who wins by taking up to three cards from the left, by a maximum that starts at `worst`."""
    best = [0] * (len(v) + 1)
    for i in reversed(range(len(v))):
        taken = [sum(v[i:k]) - best[k] for k in range(i + 1, min(i + 3, len(v)) + 1)]
        best[i] = max(worst, *taken)
    return "Alice" if best[0] > 0 else "Bob" if best[0] < 0 else "Tie"


def ignoring(v: Values) -> int:
    rest, total = list(v), 0
    for _ in range((len(v) + 1) // 2):
        total += rest.pop(0 if rest[0] >= rest[-1] else -1)
    return total


def by_parity(v: Values) -> bool:
    if len(v) % 2 == 0:
        return True
    halves = [end + min(sum(rest[::2]), sum(rest[1::2])) for end, rest in ((v[0], v[1:]), (v[-1], v[:-1]))]
    return 2 * max(halves) >= sum(v)


WINS = replace(TASKS["predict-the-winner"], question="wins")
PREDICT = TASKS["predict-the-winner"]

EXAMPLES: dict[Values, int] = {(8, 15, 3, 7): 22, (5, 3, 7, 10): 15, (2, 2, 2, 2): 4, (4, 5, 1, 3): 8}

OF_ROWS: list[tuple[Callable[[Values], object], Task, str]] = [
    (lambda v: (sum(v) + margin(v) + 2**31) % 2**32 // 2 - 2**30, TASKS["removal-game"], "32-bit overflow"),
    (lambda v: margin(v[:-1] or (0,)), MARGIN, "leaves out the last card"),
    (lambda v: EXAMPLES.get(v, 0), SMALL, "one answer to everything, and hard-coded examples"),
    (lambda v: EXAMPLES.get(v, sum(v)), SMALL, "adds what the opponent gets, and hard-coded examples"),
    (lambda v: 2 * on_a_row(v, "greedy right") - sum(v), TASKS["two-ends"], "wrong ties"),
    (lambda v: on_a_row(v, "modest right"),
     replace(OWN, opponents=(opponent("generous"),)), "modest opponent instead of generous"),
    (lambda v: on_a_row(v, "generous"),
     replace(OWN, opponents=(opponent("modest"),)), "generous opponent instead of modest"),
    (lambda v: play(v)[0], TASKS["handout-281"], "optimal opponent instead of greedy"),
    (fills_by_the_left_end, SMALL, "fills the table by the left end"),
    (lambda v: play(v[:20])[0], replace(OWN, format="count-then-lines"), "reads the first line only"),
    (remembering(lambda i, j: j - i), SMALL, "remembers by the length alone"),
    (remembering(lambda i, j: i), SMALL, "remembers by one end alone"),
    (lambda v: sum(sorted(v)[len(v) // 2:]), SMALL, "takes the largest cards"),
    (of_margin(lambda left, right: max(-left, -right)), SMALL, "swaps a difference"),
    (copies_a_line, SMALL, "copies a line"),
    (ignoring, SMALL, "ignores the opponent"),
    (lambda v: play(v, lambda *both: sum(both) // 2)[0], SMALL, "an average over the replies"),
    (lambda v: sum(v) // 2 + margin(v) // 2, SMALL, "halves rounded by themselves"),
    (lambda v: total((0, *v[:-1])), SMALL, "1-based input in a 0-based table"),
    (lambda v: play(v[1:] or (0,))[0], SMALL, "leaves out the first card"),
    (lambda v: play((len(v), *v))[0], SMALL, "takes n for a card"),
    (lambda v: play(v, choose=min)[0], SMALL, "takes the worse move"),
    (lambda v: play(v, last=0)[0], SMALL, "stops a card early"),
    (lambda v: max(sum(v[::2]), sum(v[1::2])), SMALL, "all even or all odd places"),
    (lambda v: play(v, choose=lambda *both: max(both, key=str))[0], SMALL, "compares texts"),
    (joins_texts, SMALL, "joins texts"),
    (lambda v: margin(v), SMALL, "margin instead of total"),
    (lambda v: play(v)[1], SMALL, "second instead of first"),
    (lambda v: play(v)[0], replace(OWN, question="second"), "first instead of second"),
    (lambda v: f"{play(v)[1]} {play(v)[0]}", replace(OWN, question="both"),
     "the two numbers in the other order"),
    (of_margin(lambda *both: max(0, *both)), TOTAL, "takes 0 for the worst margin"),
    (lambda v: play(v, choose=lambda *both: max(-1, *both))[0], TOTAL, "takes −1 for the worst total"),
    (lambda v: margin(v, lambda *both: max(-(10**6), *both)), MARGIN, "takes −10⁶ for the worst margin"),
    (lambda v: abs(margin(v)), MARGIN, "the absolute value of the margin"),
    (lambda v: -margin(v), MARGIN, "the opponent's margin"),
    (by_three, TASKS["stone-game-iii"], "takes −10⁴ for the worst margin"),
    (truth(by_parity), PREDICT, "the shortcut for even rows"),
    (truth(lambda v: margin(v) > 0), PREDICT, "a draw counted as a loss"),
    (truth(lambda v: margin(v) >= 0), WINS, "a draw counted as a win"),
    (truth(lambda v: margin(v) <= 0), WINS, "the opposite"),
    (lambda v: play(v[1:] or (0,))[1], SMALL, "leaves out the first card, and second instead of first"),
    (lambda v: margin(v, min), TOTAL, "takes the worse move, and margin instead of total"),
    (lambda v: (sum(v) + 2**31) % 2**32 - 2**31, TOTAL,
     "adds what the opponent gets, and 32-bit overflow"),
]  # fmt: skip


@pytest.mark.parametrize(("says", "task", "name"), OF_ROWS)
def test_the_mistake_of_a_wrong_function_is_named_on_the_rows_of_its_task(
    says: Callable[[Values], object], task: Task, name: str
) -> None:
    task = replace(task, most=min(task.most, 30 if task.rules.plain else 70))
    program: Any = Pretended(says, task)
    outcomes = [program.try_out(trial) for trial in trials(task, 60, seed=1)]
    assert [each.name for each in name_mistakes(program, outcomes, (), Random(0))] == [name]
