"""Tasks with other rules than one card from either end, and the exercise of each student."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules_oracle
from cases import slow_but
from command_line import refused
from command_line import run as twoends
from expected import is_expected
from judged import OWN, Pretended, class_of
from twoends.judge import TASKS, Task
from twoends.judge.naming import name_mistakes
from twoends.judge.tasks import Values, totals
from twoends.judge.trials import Trial, by_greed, random_rows, trials
from twoends.judge.variants import Variant, statement, variant
from twoends.rules.opponents import opponent
from twoends.rules.rules import Rules


def short(name: str) -> Task:
    """A task without the long rows, which take seconds."""
    return replace(TASKS[name], most=30)


def test_k_at_the_end_of_a_row_is_at_most_its_number_of_cards() -> None:
    task = TASKS["max-cards"]
    for row, allowed in (((5, 1), True), ((5, 2), False), ((5, 0), False), ((5,), False), ((5, 7, 2), True)):
        assert task.allows(row) == allowed, row
    last = {(row[-1] == 1, row[-1] == len(row) - 1) for trial in trials(task, 60, 1) for row in trial.rows}
    assert last == {(True, True), (True, False), (False, True), (False, False)}


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


def classic_winner(row: Values) -> str:
    yours, theirs = rules_oracle.score("", row)
    return "Tie" if yours == theirs else "Alice" if yours > theirs else "Bob"


def greedy_treats(row: Values) -> int:
    total, cards = 0, list(row)
    for day in range(1, len(row) + 1):  # the larger one first: it is worth more today
        total += day * cards.pop(0 if cards[0] >= cards[-1] else -1)
    return total


MISTAKES: list[tuple[Task, Callable[[Values], object], str]] = [
    (short("stone-game-ii"), total_by("take 1-2 left"), "M not updated"),
    (replace(OWN, rules=Rules.of("take 1-3 left")), total_by("take 1-2 left"), "a card too few"),
    (short("stone-game-iii"), greedy_of_iii, "plays greedily"),
    (short("stone-game-vii"), total_by("score rest"), "total instead of margin"),
    (short("stone-game-viii"), total_by("take 2-any left, merge"), "total instead of margin"),
    (short("game-of-sum"), one_card_a_move, "one card a move"),
    (short("stone-game-iii"), classic_winner, "one card a move"),
    (short("stone-game-ii"), total_by(""), "one card a move"),
    (replace(OWN, rules=Rules.of("take 1-3")), total_by(""), "one card a move"),
    (replace(OWN, rules=Rules.of("take 1-3 left")), total_by(""), "one card a move"),
    (replace(OWN, rules=Rules.of("take 1-2")), total_by(""), "one card a move"),
    (replace(OWN, rules=Rules.of("take 1-3 left")), total_by("take 1 left"), "one card a move"),
    (short("max-cards"), lambda row: sum(row[:-1]), "the stop forgotten"),
    (short("max-cards"), lambda row: sum(sorted(row[:-1])[-row[-1] :]), "takes the largest cards"),
    (short("treats"), greedy_treats, "plays greedily"),
    (short("treats"), sum, "earns what it takes"),
]


@pytest.mark.parametrize(("task", "says", "mistake"), MISTAKES)
def test_a_mistake_in_the_rules_is_named(task: Task, says: Callable[[Values], object], mistake: str) -> None:
    program: Any = Pretended(says, task)
    rows = list(islice((row for trial in trials(task, 90, 2) for row in trial.rows), 60))
    outcomes = [program.try_out(Trial("own", (row,))) for row in rows]
    named = [each.name for each in name_mistakes(program, outcomes, (), Random(0))]
    assert named == [mistake], f"{task.name}: expected {mistake}, got {named}"


# --- on the command line -----------------------------------------------------------------------

MAX_SCORE = {
    "a.py": "class Solution:\n    def maxScore(self, p: List[int], k: int) -> int:\n"
    "        return max(sum(p[:i]) + sum(p[len(p) - k + i:]) for i in range(k + 1))\n",
    "a.cpp": "class Solution { public: int maxScore(vector<int>& p, int k) { int best = 0;\n"
    "for (int i = 0; i <= k; i++) best = max(best, accumulate(p.begin(), p.begin() + i, 0)"
    " + accumulate(p.end() - k + i, p.end(), 0)); return best; } };",
    "A.java": "class Solution { public int maxScore(int[] p, int k) { int best = 0;\n"
    "for (int i = 0; i <= k; i++) { int s = 0; for (int j = 0; j < i; j++) s += p[j];\n"
    "for (int j = p.length - k + i; j < p.length; j++) s += p[j];\n"
    "best = Math.max(best, s); } return best; } }",
}


@pytest.mark.parametrize("file", slow_but(["a.py"], MAX_SCORE))
def test_a_function_gets_k_as_one_more_argument(file: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text(MAX_SCORE[file])
    words = ("--task", "max-cards", "--max-n", "20", "--tests", "8", "--function", "maxScore")
    run = twoends("judge", "answers", *words, "--", file, cwd=tmp_path)
    assert run.out.startswith("AC  accepted"), run


def test_the_best_total_of_a_single_player_leaves_a_window() -> None:
    """The cards that are left are a window, whatever the order of moves."""
    rules = Rules.of("turns A")
    for row in islice(random_rows(TASKS["max-cards"], Random(3)), 50):
        for k in range(1, len(row) + 1):
            best = max(sum(row[:i]) + sum(row[len(row) - k + i :]) for i in range(k + 1))
            assert totals(row, opponent("optimal"), Rules.of(f"turns A, stop {k}")).first == best, (row, k)
        assert totals(row, opponent("optimal"), rules).first == sum(row)


# --- the exercise of each student --------------------------------------------------------------

SECRET = "correct horse"

PROGRAM = '''
import sys
from functools import lru_cache

def solve(cards, most, turns, plays, ties, asks):
    """Play as the statement says, move by move."""
    you = "B" if asks == "second" else "A"

    @lru_cache(None)
    def totals(i, j, turn):  # yours, theirs
        if i == j:
            return 0, 0
        moves = []
        for side in ("left", "right"):
            for k in range(1, min(most, j - i - (side == "right")) + 1):  # all cards are from the left
                earned = sum(cards[i:i + k]) if side == "left" else sum(cards[j - k:j])
                after = (i + k, j) if side == "left" else (i, j - k)
                moves.append((side, k, earned, totals(*after, (turn + 1) % len(turns))))
        if turns[turn] == you:
            return max((yours + earned, theirs) for _, _, earned, (yours, theirs) in moves)
        sign = {"optimal": -1, "modest": -1}.get(plays, 1)
        if plays in ("optimal", "generous"):
            chosen = max(moves, key=lambda move: sign * move[3][0])
        else:
            chosen = max(moves, key=lambda move: (sign * move[2], move[0] == ties, -move[1]))
        yours, theirs = chosen[3]
        return yours, theirs + chosen[2]

    yours, theirs = totals(0, len(cards), 0)
    return {"margin": str(yours - theirs), "both": f"{yours} {theirs}"}.get(asks, str(yours))
'''

MAIN = """
words = list(map(int, sys.stdin.read().split()))
print(solve(tuple(words[%d:]), *%r))
"""


variant_of = cache(variant)
"""Choosing an exercise takes longer than what the tests check of it."""


def rules_of(exercise: Variant) -> tuple[Any, ...]:
    """The arguments of `solve` after the cards."""
    task = exercise.task
    return task.rules.most, task.rules.turns, task.opponent.name, task.opponent.ties, task.asks


@pytest.mark.parametrize("student", ["Ada Lovelace", "Zoë"])
def test_a_student_has_the_same_exercise_however_their_name_is_typed(student: str) -> None:
    for name in (f"  {student.upper()} ", student.lower().replace("ë", "e\u0308")):
        one, other = variant(name, SECRET), variant(student, SECRET)
        assert replace(one, task=replace(one.task, source=other.task.source)) == other, name


def test_none_of_a_hundred_exercises_has_changed() -> None:
    """If this fails, the exercises that were handed out are lost: fix the code, never the value."""
    made = [variant_of(str(at), SECRET) for at in range(100)]
    text = "".join(f"{rules_of(each)} {each.task.form} {each.example} {each.seed}\n" for each in made)
    assert sha256(text.encode()).hexdigest()[:16] == "683b66a855189d46"


def test_right_answers_follow_the_statement_and_the_example_beats_greedy_play() -> None:
    program: dict[str, Any] = {}
    exec(PROGRAM, program)
    for at in range(20):
        example, task = (made := variant_of(str(at), SECRET)).example, made.task
        for row in (example, *islice(random_rows(task, Random(at), longest=9), 10)):
            assert task.answer(row) == program["solve"](row, *rules_of(made)), (task.phrase, row)
        assert task.answer(example, by_greed) != task.answer(example)


def test_the_statement_is_the_recorded_one_and_escapes_markdown_in_the_name() -> None:
    made = [variant(name, SECRET) for name in ("*Eve*\n# <b>[x](y)", "bob", "Zoë")]
    is_expected("judge_statements.txt", "".join(f"{statement(each)}\n\n" for each in made))


def test_with_a_secret_each_student_of_a_class_is_judged_on_their_own_exercise(
    tmp_path: Path, unexplained: None
) -> None:
    """Eve has submitted Ada's program."""
    made = {name: variant(name, SECRET) for name in ("Ada", "Bob", "Eve")}
    for name, author in (("Ada", "Ada"), ("Bob", "Bob"), ("Eve", "Ada")):
        exercise = made[author]
        folder = tmp_path / "submitted" / name
        folder.mkdir(parents=True)
        main = MAIN % (exercise.task.form != "values", rules_of(exercise))
        (folder / "answer.py").write_text(PROGRAM + main)
    words = ("judge", "class", "submitted", "--tests", "4", "--jobs", "2", "--secret")
    run = twoends(*words, SECRET, cwd=tmp_path)
    assert (run.status, "seed 0" in run.err) == (0, False), run
    lines = class_of(tmp_path / "submitted-judged")
    assert {name: line["verdict"] == "AC" for name, line in lines.items()} == {
        "Ada": True,
        "Bob": True,
        "Eve": False,
    }
    assert lines["Eve"]["exercise"] == made["Eve"].task.phrase
    assert SECRET not in (tmp_path / "submitted-judged" / "class.html").read_text("utf-8") + run.out
    for more, fault in (
        ((SECRET, "--task", "deque"), "gives each student their own exercise: remove --task"),
        ((SECRET, "--seed", "4"), "remove --seed"),
        (("short",), "a secret of fewer than 8 characters is easy to guess: give a longer one"),
    ):
        refused(twoends(*words, *more, cwd=tmp_path), fault)


def test_the_command_prints_the_statement(tmp_path: Path) -> None:
    run = twoends("judge", "variant", "--student", "Ada", "--secret", SECRET, cwd=tmp_path)
    assert (run.status, run.out, run.err) == (0, statement(variant("Ada", SECRET)) + "\n", "")
    refused(twoends("judge", "variant", "--student", " ", "--secret", SECRET, cwd=tmp_path), "name is empty")
