"""A zoo of wrong programs, as students would write them, and the mistakes that are named in each.

They run in this process: a program is a function from a row to its answer, or from its input to its output.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import judged
import rules_oracle
from expected import calls_are_expected
from judged import Pretended, fact, printing
from shapes_oracle import on_a_row
from twoends.judge import TASKS, Task, Verdict
from twoends.judge.naming import name_misprints, name_mistakes
from twoends.judge.outcomes import Outcome, Program
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial, trials
from twoends.judge.zoo import unfilled_table
from twoends.rules.opponent_names import opponent
from twoends.rules.rules import Rules

TOTAL = replace(TASKS["removal-game"], most=40)
SMALL = replace(TOTAL, low=0, high=200)
MARGIN = replace(TASKS["deque"], most=40)
EXAMPLES: dict[Values, int] = {(8, 15, 3, 7): 22, (5, 3, 7, 10): 15, (2, 2, 2, 2): 4, (4, 5, 1, 3): 8}
OF_ROWS = [judged.OWN, replace(judged.OWN, format="cases")]


def own(rules: str = "", against: str = "optimal", **changed: Any) -> Task:
    return replace(judged.OWN, rules=Rules.of(rules), opponents=(opponent(against),), **changed)


# --- presentation errors -----------------------------------------------------------------------

RUNS: tuple[tuple[Values, ...], ...] = (((8, 15, 3, 7), (5,)), ((1, 9, 2), (4, 4), (6, 2, 1)), ((20, 1),))
PRINTING = [*OF_ROWS, replace(OF_ROWS[1], question="both"), replace(OF_ROWS[1], question="alice")]
"""Tasks whose answers are a number, or several runs with a number, two numbers or a word for each row."""

NEXT_DIGITS = str.maketrans("0123456789", "1234567890")


def misprints(task: Task, *forms: str, right: bool = True) -> str:
    """The mistake that is named if each run prints its answers in such a form.

    A is an answer and T the other player's total, a line for each row; * has all answers, and _ on one line.
    """
    outcomes = []
    for rows, form in zip(RUNS, forms, strict=False):
        trial = Trial("own", rows if task.many else rows[:1]).answered(task)
        given = [answer.upper() for answer in trial.answers]
        if not right:
            given[-1] = given[-1].translate(NEXT_DIGITS) if given[-1].isdigit() else "no"
        told = [form.replace("A", each) for each in given]
        if "T" in form and task.question == "first":
            rests = [sum(row) - int(each) for row, each in zip(trial.rows, given, strict=True)]
            told = [line.replace("T", f"{rest}") for line, rest in zip(told, rests, strict=True)]
        whole = form.replace("*", "\n".join(given)).replace("_", " ".join(given))
        output = "\n".join(told) if "A" in form or "T" in form else whole
        outcomes.append(Outcome(trial, Verdict.PE, "", trial.answers, None, 0.0, 0.0, 0, output))
    return ", ".join(mistake.name for mistake in name_misprints(task, outcomes))


def misprint(form: str) -> list[str]:
    """What is named in each task if two runs print right answers in this form, and in no other case."""
    for task in PRINTING:
        assert not misprints(task, form, form, right=False), "its correction is wrong"
        assert not misprints(task, form), "once is not enough"
        assert not misprints(task, form, ""), "one has no output"
    return [misprints(task, form, form) for task in PRINTING]


def test_a_run_that_prints_more_than_the_answers_is_named_by_its_output() -> None:
    def repeats(text: str) -> str:
        return f"{text}{half([*map(int, text.split())][1:])}"

    def rounds(text: str) -> str:
        n, *row = map(int, text.split())
        return f"{half(row)}.0" if n % 2 else f"{sum(row)}"

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


# --- wrong functions from a row to its answer ------------------------------------------------------


def margin(
    v: Sequence[int],
    cell: Callable[[int, int, int, int], int] = lambda a, b, after_a, after_b: max(a - after_a, b - after_b),
) -> int:
    """A table of margins: a cell follows from both ends and from what is left after each."""
    row = [*v]
    for k in range(1, len(v)):
        row = [cell(v[i], v[i + k], row[i + 1], row[i]) for i in range(len(v) - k)]
    return row[0]


def half(v: Sequence[int], *cell: Callable[[int, int, int, int], int]) -> int:
    """The total that belongs to a margin."""
    return (sum(v) + margin(v, *cell)) // 2


def play(
    v: Values, reply: Callable[..., int] = min, choose: Callable[..., int] = max, last: int = 1
) -> tuple[int, int]:
    """Your totals moving first and second, of best play by default; the last card counts `last` times."""
    first, second = [0] * (len(v) + 1), [0] * (len(v) + 1)
    for n in range(1, len(v) + 1):
        cards, places = v if n > 1 else [last * each for each in v], range(len(v) + 1 - n)
        after = [choose(cards[i] + second[i + 1], cards[i + n - 1] + second[i]) for i in places]
        second = [reply(first[i + 1], first[i]) for i in places]
        first = after
    return first[0], second[0]


def by_two(
    v: Sequence[Any],
    cell: Callable[..., Any] = lambda a, b, aa, ab, bb: max(a + min(aa, ab), b + min(ab, bb)),
) -> Any:
    """A table of your own moves: a cell follows from both ends and from what is left after two cards."""

    @cache
    def at(i: int, j: int) -> Any:
        if j - i < 3:
            return max(v[i:j], default=0)
        return cell(v[i], v[j - 1], at(i + 2, j), at(i + 1, j - 1), at(i, j - 2))

    return at(0, len(v))


def ascending(v: Values, cell: Callable[..., int], *, diagonal: bool = True) -> int:
    """A table that is filled by ascending left ends, and so reads cells that are still 0."""
    known = {(i, i): card for i, card in enumerate(v) if diagonal or i == 0}
    for j in range(1, len(v)):
        known[0, j] = cell(v[: j + 1], known.get((1, j), 0), known[0, j - 1])
    return known[0, len(v) - 1]


def remembering(v: Values, key: Callable[[int, int], object], *, totals: bool = False) -> int:
    """The total by a recursion that remembers margins, or totals, by this key."""
    known: dict[object, int] = {}

    def best(i: int, j: int) -> int:
        if j - i < 2:
            return v[i]
        if key(i, j) not in known:
            left, right = best(i + 1, j), best(i, j - 1)
            known[key(i, j)] = (
                sum(v[i:j]) - min(left, right) if totals else max(v[i] - left, v[j - 1] - right)
            )
        return known[key(i, j)]

    found = best(0, len(v))
    return found if totals else (sum(v) + found) // 2


def truth(fair: object) -> str:
    return str(bool(fair)).lower()


def by_three(v: Values, worst: int = -(10**4)) -> str:
    """Who wins by taking up to three cards from the left, by a maximum that starts at `worst`."""
    best = [0] * (len(v) + 1)
    for i in reversed(range(len(v))):
        taken = [sum(v[i:k]) - best[k] for k in range(i + 1, min(i + 3, len(v)) + 1)]
        best[i] = max(worst, *taken)
    return "Alice" if best[0] > 0 else "Bob" if best[0] < 0 else "Tie"


def greedy_of_iii(row: Values) -> str:
    got, turn = [0, 0], 0
    while row:
        taken = max(range(1, min(3, len(row)) + 1), key=lambda k: sum(row[:k]))
        got[turn] += sum(row[:taken])
        row, turn = row[taken:], 1 - turn
    return "Tie" if got[0] == got[1] else "Alice" if got[0] > got[1] else "Bob"


def larger_ends(v: Sequence[int], weights: Sequence[int]) -> int:
    """The sum of the products if you alone take the end that earns most, or of two such ends the left one."""
    rest, total = list(v), 0
    for weight in weights:
        total += weight * rest.pop(0 if weight * rest[0] >= weight * rest[-1] else -1)
    return total


def by_parity(v: Values) -> bool:
    if len(v) % 2 == 0:
        return True
    halves = [end + min(sum(rest[::2]), sum(rest[1::2])) for end, rest in ((v[0], v[1:]), (v[-1], v[:-1]))]
    return 2 * max(halves) >= sum(v)


def products(row: Values) -> tuple[Values, Values]:
    """The cards and the weights of a row."""
    m = row[-1]
    return row[: -1 - m], row[-1 - m : -1]


def best_by(row: Values, weights: Sequence[int]) -> object:
    """The best sum of products with other weights."""
    score = "".join(f"{weight}/" for weight in weights)
    return rules_oracle.score(f"turns A, score {score}", products(row)[0])[0]


def played_by(row: Values, first: str, second: str) -> str:
    """Both totals of a game between two players who look at the cards."""
    (game,) = rules_oracle.games("", row, second, True, first)
    return " ".join(map(str, rules_oracle.totals_of(row, game)))


def total_by(row: Values, rules: str) -> object:
    """Your total moving first by other rules."""
    return rules_oracle.score(rules, row)[0]


def named(says: Callable[[Values], object], task: Task) -> str:
    """The mistake of a wrong function on the rows of its task."""
    task = replace(task, most=min(task.most, 70 if task == TASKS["stone-game-iii"] else 30))
    program: Any = Pretended(says, task)
    outcomes = [program.try_out(trial) for trial in trials(task, 60, seed=1)]
    return " | ".join(each.name for each in name_mistakes(program, outcomes, (), Random(0)))


def test_each_mistake_in_a_function_or_in_printing_is_named() -> None:
    calls_are_expected("calls_of_mistakes.txt", {**globals(), "on_a_row": on_a_row})
