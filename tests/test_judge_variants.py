"""Each student has their own exercise, always the same, and is judged by it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command_line import refused
from command_line import run as twoends
from expected import is_expected
from judged import class_of
from twoends.judge.trials import by_greed, random_rows
from twoends.judge.variants import Variant, VariantError, statement, variant

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


@pytest.mark.parametrize(
    ("student", "rules", "form", "example", "seed"),
    [
        ("Ada Lovelace", (4, "ABABB", "optimal", "left", "both"), "count-then-values",
         (-6, 7, 17, -6, 14, -7), 7539840003688637740),
        ("Zoë", (3, "ABABB", "greedy", "right", "both"), "values",
         (-2, 13, -7, -8, 13, 8), 575495935783780476),
    ],
)  # fmt: skip
def test_a_student_has_the_same_exercise_however_their_name_is_typed(
    student: str, rules: tuple[Any, ...], form: str, example: tuple[int, ...], seed: int
) -> None:
    """If this fails, the exercises that were handed out are lost: fix the code, never the values."""
    for name in (student, f"  {student.upper()} ", student.lower().replace("ë", "e\u0308")):
        made = variant(name, SECRET)
        assert (rules_of(made), made.task.form, made.example, made.seed) == (rules, form, example, seed)


def test_none_of_a_hundred_exercises_has_changed() -> None:
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
        assert task.say(example, by_greed(task, example)) != task.answer(example)


def test_the_statement_is_the_recorded_one_and_escapes_markdown_in_the_name() -> None:
    made = [variant(name, SECRET) for name in ("*Eve*\n# <b>[x](y)", "bob", "Zoë")]
    is_expected("judge_statements.txt", "".join(f"{statement(each)}\n\n" for each in made))


@pytest.mark.parametrize(
    ("student", "secret"), [("", SECRET), (" \n", SECRET), ("ada", ""), ("ada", "1234567")]
)
def test_an_empty_name_and_a_short_secret_are_refused(student: str, secret: str) -> None:
    with pytest.raises(VariantError):
        variant(student, secret)


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
