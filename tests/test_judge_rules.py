"""Tasks with other rules than one card from either end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules_oracle
from cases import slow
from command_line import run as twoends
from judged import OWN, Pretended, write_task
from twoends.judge import TASKS, Task
from twoends.judge.naming import name_mistakes
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial, trials
from twoends.rules.rules import Rules


def short(name: str) -> Task:
    """A task without the long rows, which take seconds."""
    return replace(TASKS[name], most=30)


def test_k_and_the_number_of_weights_are_the_least_and_the_most_and_between() -> None:
    rows = [row for trial in trials(TASKS["max-cards"], 60, 1) for row in trial.rows]
    assert {(row[-1] == 1, row[-1] == len(row) - 1) for row in rows} == {*product((True, False), repeat=2)}
    weights = {row[-1] for trial in trials(TASKS["multiplication-score"], 300, 1) for row in trial.rows}
    assert {1, 2, 3, 300} < weights


# --- mistakes ----------------------------------------------------------------------------------


def total_by(rules: str) -> Callable[[Values], object]:
    """Your total moving first by these rules."""
    return lambda row: rules_oracle.score(rules, row)[0]


def greedy_of_iii(row: Values) -> str:
    got, turn = [0, 0], 0
    while row:
        taken = max(range(1, min(3, len(row)) + 1), key=lambda k: sum(row[:k]))
        got[turn] += sum(row[:taken])
        row, turn = row[taken:], 1 - turn
    return "Tie" if got[0] == got[1] else "Alice" if got[0] > got[1] else "Bob"


def one_card_a_move(row: Values) -> object:
    yours, theirs = rules_oracle.score("", row)
    return yours - theirs


def greedy_product(row: Values) -> int:
    m = row[-1]
    total, cards = 0, list(row[: -1 - m])
    for weight in row[-1 - m : -1]:
        total += weight * cards.pop(0 if weight * cards[0] >= weight * cards[-1] else -1)
    return total


def unweighted(row: Values) -> int:
    m, n = row[-1], len(row) - row[-1] - 1
    return max(sum(row[:i]) + sum(row[n - m + i : n]) for i in range(m + 1))


def best_by(change: Callable[[Values], Values]) -> Callable[[Values], object]:
    """The best sum of products with changed weights."""

    def says(row: Values) -> object:
        m = row[-1]
        weights = "".join(f"{weight}/" for weight in change(row[-1 - m : -1]))
        return rules_oracle.score(f"turns A, score {weights}", row[: -1 - m])[0]

    return says


def played_by(first: str, second: str) -> Callable[[Values], str]:
    """Both totals of a game between two players who look at the cards."""

    def says(row: Values) -> str:
        (game,) = rules_oracle.games("", row, second, True, first)
        return " ".join(map(str, rules_oracle.totals_of(row, game)))

    return says


MISTAKES: list[tuple[Task, Callable[[Values], object], str]] = [
    (short("stone-game-ii"), total_by("take 1-2 left"), "M not updated"),
    (replace(OWN, rules=Rules.of("take 1-3 left")), total_by("take 1-2 left"), "a card too few"),
    (short("stone-game-iii"), greedy_of_iii, "plays greedily"),
    (short("stone-game-vii"), total_by("score rest"), "total instead of margin"),
    (short("game-of-sum"), one_card_a_move, "one card a move"),
    (replace(OWN, rules=Rules.of("take 1-3 left")), total_by("take 1 left"), "one card a move"),
    (short("max-cards"), lambda row: sum(row[:-1]), "the stop forgotten"),
    (short("max-cards"), lambda row: sum(sorted(row[:-1])[-row[-1] :]), "takes the largest cards"),
    (short("multiplication-score"), greedy_product, "plays greedily"),
    (short("multiplication-score"), unweighted, "earns what it takes"),
    (short("multiplication-score"), best_by(lambda weights: weights[::-1]), "the weights in reverse"),
    (
        short("multiplication-score"),
        best_by(lambda weights: (*weights[:-1], 0)),
        "leaves out the last weight",
    ),
    (short("sereja-and-dima"), played_by("modest", "modest"), "modest play instead of greedy"),
    (short("sereja-and-dima"), played_by("modest", "greedy"), "modest player instead of greedy"),
]


@pytest.mark.parametrize(("task", "says", "mistake"), MISTAKES)
def test_a_mistake_in_the_rules_is_named(task: Task, says: Callable[[Values], object], mistake: str) -> None:
    program: Any = Pretended(says, task)
    rows = list(islice((row for trial in trials(task, 60, 2) for row in trial.rows), 60))
    outcomes = [program.try_out(Trial("own", (row,))) for row in rows]
    named = [each.name for each in name_mistakes(program, outcomes, (), Random(0))]
    assert named == [mistake], f"{task.name}: expected {mistake}, got {named}"


# --- on the command line -----------------------------------------------------------------------

MAX_SCORE = {
    "a.py": "class Solution:\n    def maxScore(self, p: List[int], k: int) -> int:\n"
    "        return sum(p) if k == len(p) else max(p)\n",
    "a.cpp": "class Solution { public: int maxScore(vector<int>& p, int k) {\n"
    "return k == p.size() ? p[0] + (k - 1) * p.back() : max(p[0], p.back()); } };",
    "A.java": "class Solution { public int maxScore(int[] p, int k) {\n"
    "return k == p.length ? p[0] + (k - 1) * p[k - 1] : Math.max(p[0], p[1]); } }",
}
"""Programs for rows of at most two cards."""

BEST = (
    "int x = w[0] * a[0], y = w[0] * a[n - 1];\n"
    "if (m == 2) { x += w[1] * a[1]; y += w[1] * a[0]; } return x > y ? x : y; }"
)
MAXIMUM_SCORE = {
    "a.py": "class Solution:\n    def maximumScore(self, a: List[int], w: List[int]) -> int:\n"
    "        return max(sum(map(mul, w, a)), sum(map(mul, w, reversed(a))))\n"
    "from operator import mul\n",
    "a.c": f"int maximumScore(int* a, int n, int* w, int m) {{ {BEST}",
    "a.cpp": "class Solution { public: int maximumScore(vector<int>& a, vector<int>& w) {\n"
    f"int n = a.size(), m = w.size(); {BEST} }};",
    "A.java": "class Solution { public int maximumScore(int[] a, int[] w) {\n"
    f"int n = a.length, m = w.length; {BEST} }}",
}


@pytest.mark.parametrize(
    ("name", "file", "text"),
    [
        case
        for name, texts in (("max-cards", MAX_SCORE), ("multiplication-score", MAXIMUM_SCORE))
        for file, text in texts.items()
        for case in ([(name, file, text)] if file == "a.py" else slow((name, file, text)))
    ],
)
def test_a_function_gets_k_as_one_more_argument_and_weights_as_another_list(
    name: str, file: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / file).write_text(text)
    task = write_task(tmp_path, name, rows={"most": 2})
    run = twoends("judge", "submission", file, "--task", task, "--tests", "8", cwd=tmp_path)
    assert run.out.startswith("AC  accepted"), run
