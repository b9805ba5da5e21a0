"""Each student has an exercise of their own, always the same, and is judged by it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command_line import run as twoends
from expected import is_expected
from judged import class_of
from twoends.judge.trials import by_greed, random_rows, trials
from twoends.judge.variants import (
    INPUTS,
    MOST_TAKEN,
    OPPONENTS,
    QUESTIONS,
    TURNS,
    Variant,
    VariantError,
    statement,
    variant,
)

SECRET = "correct horse"

PROGRAM = '''
import sys
from functools import lru_cache

def solve(cards, most, turns, plays, ties, asks):
    """What the statement says, move by move."""
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


@cache
def given(name: str, secret: str = SECRET) -> Variant:
    """The exercise of a student; finding one takes longer than what is asked of it."""
    return variant(name, secret)


def told(what: Variant) -> tuple[Any, ...]:
    """What a statement tells, in the order of `solve`."""
    task = what.task
    return task.rules.most, task.rules.turns, task.opponent.name, task.opponent.ties, task.asks


@pytest.mark.parametrize(
    ("student", "exercise", "form", "example", "seed"),
    [
        ("Ada Lovelace", (4, "ABABB", "optimal", "left", "both"), "count-then-values",
         (-6, 7, 17, -6, 14, -7), 7539840003688637740),
        ("bob", (4, "ABAAB", "modest", "left", "second"), "values",
         (9, 4, 0, 16, 5, 18), 11145994208562102385),
        ("Zoë", (3, "ABABB", "greedy", "right", "both"), "values",
         (-2, 13, -7, -8, 13, 8), 575495935783780476),
    ],
)  # fmt: skip
def test_a_secret_and_a_name_give_the_same_exercise_for_ever(
    student: str, exercise: tuple[Any, ...], form: str, example: tuple[int, ...], seed: int
) -> None:
    """If this fails, the exercises that were handed out are gone: mend the code, never the values."""
    for name in (student, f"  {student.upper()} ", "Zoe\u0308" if student == "Zoë" else student.lower()):
        made = variant(name, SECRET)
        assert (told(made), made.task.form, made.example, made.seed) == (exercise, form, example, seed)


def test_no_exercise_of_a_hundred_has_changed() -> None:
    made = [given(str(at)) for at in range(100)]
    said = "".join(f"{told(each)} {each.task.form} {each.example} {each.seed}\n" for each in made)
    assert sha256(said.encode()).hexdigest()[:16] == "683b66a855189d46"


def test_students_and_secrets_have_exercises_of_their_own() -> None:
    made = [given(str(at)) for at in range(60)] + [given(str(at), f"{SECRET}!") for at in range(20)]
    assert len({(*told(each), each.task.form) for each in made}) > 75, "80 of 4608, and a few birthdays"
    assert len({each.seed for each in made}) == len({each.example for each in made}) == 80
    for at, family in enumerate((MOST_TAKEN, TURNS)):
        assert {told(each)[at] for each in made} == set(family)
    assert {str(each.task.opponent) for each in made} == set(OPPONENTS)
    assert {each.task.asks for each in made} == set(QUESTIONS)
    assert {each.task.form for each in made} == set(INPUTS)
    rows = [{row for trial in trials(each.task, 40, each.seed) for row in trial.rows} for each in made[:4]]
    assert all(len(row) > 12 for row in (one - two for one in rows for two in rows if one is not two))


def test_right_answers_are_those_of_the_game_that_the_statement_tells() -> None:
    known: dict[str, Any] = {}
    exec(PROGRAM, known)
    for at in range(20):
        made = given(str(at))
        rows = [made.example, *islice(random_rows(made.task, Random(at), longest=9), 20)]
        for row in rows:
            assert made.task.answer(row) == known["solve"](row, *told(made)), (made.task.phrase, row)
        assert made.task.say(made.example, by_greed(made.task, made.example)) != made.task.answer(
            made.example
        )


def test_the_statement_is_as_it_is_written_down_and_obeys_no_name() -> None:
    made = [given(name) for name in ("*Eve*\n# <b>[x](y)", "bob", "Zoë")]
    is_expected("judge_statements.txt", "".join(f"{statement(each)}\n\n" for each in made))


@pytest.mark.parametrize(
    ("student", "secret"), [("", SECRET), (" \n", SECRET), ("ada", ""), ("ada", "1234567")]
)
def test_nobody_and_what_is_no_secret_are_refused(student: str, secret: str) -> None:
    with pytest.raises(VariantError):
        variant(student, secret)


def test_a_class_with_a_secret_is_judged_each_by_their_own(tmp_path: Path, unexplained: None) -> None:
    """Eve has handed in Ada's program."""
    made = {name: variant(name, SECRET) for name in ("Ada", "Bob", "Eve")}
    for name, whose in (("Ada", "Ada"), ("Bob", "Bob"), ("Eve", "Ada")):
        their = made[whose]
        folder = tmp_path / "handed" / name
        folder.mkdir(parents=True)
        main = MAIN % (their.task.form != "values", told(their))
        (folder / "answer.py").write_text(PROGRAM + main)
    words = ("judge", "class", "handed", "--tests", "4", "--jobs", "2")
    run = twoends(*words, "--secret", SECRET, cwd=tmp_path)
    assert (run.status, "seed 0" in run.err) == (0, False), run
    rows = class_of(tmp_path / "handed-judged")
    assert {name: row["verdict"] == "AC" for name, row in rows.items()} == {
        "Ada": True,
        "Bob": True,
        "Eve": False,
    }
    assert rows["Eve"]["exercise"] == made["Eve"].task.phrase
    shown = (tmp_path / "handed-judged" / "class.html").read_text("utf-8")
    assert SECRET not in shown + run.out
    for more, fault in (
        (("--secret", SECRET, "--task", "deque"), "exercise of their own: leave --task out"),
        (("--secret", SECRET, "--seed", "4"), "leave --seed out"),
        (("--secret", "short"), "a secret of 5 characters is easy to guess: give 8 or more"),
    ):
        wrong = twoends(*words, *more, cwd=tmp_path)
        assert (wrong.status, fault in wrong.err) == (2, True), wrong


def test_the_command_prints_the_statement(tmp_path: Path) -> None:
    run = twoends("judge", "variant", "--student", "Ada", "--secret", SECRET, cwd=tmp_path)
    assert (run.status, run.out, run.err) == (0, statement(variant("Ada", SECRET)) + "\n", "")
    nobody = twoends("judge", "variant", "--student", " ", "--secret", SECRET, cwd=tmp_path)
    assert (nobody.status, nobody.out) == (2, "")
