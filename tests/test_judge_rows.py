"""The rows of a judgement: tests/data holds those that a seed has always drawn."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from expected import is_expected
from judged import OWN
from twoends.judge import TASKS, Task
from twoends.judge.tasks import Values
from twoends.judge.trials import (
    MOST_CARDS_OF_A_TRIAL,
    MOST_ROWS_OF_A_TRIAL,
    bundle,
    group_names,
    random_rows,
    trials,
)

DRAWN = (
    (replace(OWN, most=1101), 260),
    (replace(TASKS["removal-game"], most=30), 120),
    (replace(TASKS["two-ends"], most=1000), 90),
    (replace(TASKS["predict-the-winner"], most=12), 300),
    (replace(TASKS["stone-game"], most=30), 90),
    (replace(TASKS["handout-281"], most=9), 100),
    (replace(TASKS["usaco-game"], most=41), 110),
    (replace(OWN, name="winner of 3", asks="winner", least=3, most=9, low=-2, high=2), 150),
    (replace(TASKS["predict-the-winner"], name="of 100 or 101 cards", least=100, most=101), 12),
    (replace(OWN, name="of 7 or 8 cards", least=7, most=8, low=3, high=900), 100),
)
"""Tasks, and how many of their rows are recorded."""


def shown(row: Values) -> str:
    """A row, or a summary of a long one."""
    if len(row) <= 12:
        return " ".join(map(str, row))
    ends = " ".join(map(str, row[:4])), " ".join(map(str, row[-4:]))
    return f"{len(row)} cards, sum {sum(row)}, {max(row)} at {row.index(max(row))}: {' … '.join(ends)}"


def rows_of(task: Task, count: int) -> str:
    """The recorded text for one task."""
    lines = [f"{task.name}, up to {task.most} cards, {count} rows, seed 7"]
    group = ""
    for trial in trials(task, count, seed=7):
        if trial.group != group:
            group = trial.group
            lines.append(f"  {group}")
        lines.append("    " + " | ".join(map(shown, trial.rows)))
    return "\n".join([*lines, ""])


@pytest.mark.parametrize(("task", "count"), DRAWN, ids=[task.name for task, _ in DRAWN])
def test_a_seed_draws_the_rows_that_it_has_always_drawn(task: Task, count: int) -> None:
    is_expected(f"judge_rows/{task.name}.txt".replace(" ", "_"), rows_of(task, count))


def test_all_rows_are_tried_if_only_a_few_are_allowed() -> None:
    few = replace(OWN, most=2, low=4, high=5)
    assert {row for trial in trials(few, 50, seed=0) for row in trial.rows} == {
        *((4,), (5,)),
        *((4, 4), (4, 5), (5, 4), (5, 5)),
    }
    for none in (replace(OWN, least=5, most=4), replace(OWN, low=2, high=1)):
        assert trials(none, 50, seed=0) == []
    odd = replace(OWN, least=3, most=3, even_only=True)
    assert trials(odd, 50, seed=0) == []
    assert len(trials(replace(OWN, least=3, most=3, low=6, high=6), 50, seed=0)) == 1
    assert [len(trials(OWN, count, seed=0)) for count in (1, 2, 14, 15)] == [1, 2, 14, 15]


def test_the_groups_have_a_fixed_order_with_long_rows_last() -> None:
    names = ["classic", "small", "ties", "shapes", "not computed", "random", "extremes"]
    assert group_names(OWN) == [*names, "more random", "longer", "longest", "own"]
    drawn = list(dict.fromkeys(trial.group for trial in trials(replace(OWN, most=300), 300, seed=0)))
    assert drawn == [*names, "more random", "longer", "longest"]


@pytest.mark.parametrize(
    ("task", "longest"),
    [
        (replace(OWN, least=2, most=5, low=-3, high=900), 5),
        (replace(OWN, least=4, most=4, low=5, high=5), 4),
        (replace(OWN, most=40, low=2, high=50, most_sum=90), 9),
        (replace(OWN, most=9, even_only=True), 8),
        (TASKS["stone-game"], 10),
    ],
)
def test_random_rows_keep_to_the_limits_on_length_and_values(task: Task, longest: int) -> None:
    rows = list(islice(random_rows(task, Random(1), longest=9), 500))
    lengths, values = {len(row) for row in rows}, {value for row in rows for value in row}
    assert (min(lengths), max(lengths)) == (2 if task.even_only else task.least, longest)
    assert min(values) >= task.low
    assert max(values) <= task.high


@pytest.mark.parametrize(
    "task", [replace(each, most=min(each.most, 60)) for each in TASKS.values()], ids=list(TASKS)
)
def test_all_rows_are_allowed_and_different_and_one_is_the_longest(task: Task) -> None:
    rows = [row for trial in trials(task, 100, seed=4) for row in trial.rows]
    assert len(rows) == len(set(rows)) == 100, "no row is drawn twice"
    for row in rows:
        assert task.allows(row), f"{task.name}: {row[:20]}"
    assert max(map(len, rows)) >= task.most - 1, "the longest row is missing"


def test_another_seed_draws_other_rows() -> None:
    assert trials(OWN, 120, seed=4) != trials(OWN, 120, seed=5)


@pytest.mark.parametrize("ask", ["not-beaten", "wins", "winner"])
def test_two_possible_answers_are_equally_common(ask: str) -> None:
    task = replace(TASKS["predict-the-winner"], asks=ask, most=60)
    given: dict[str, list[str]] = {}
    for trial in trials(task, 200, seed=1):
        given.setdefault(trial.group, []).extend(map(task.answer, trial.rows))
    for group, answers in given.items():
        if len(set(answers)) > 1:  # all zeros are always a draw
            often = max(map(answers.count, answers))
            assert often <= len(answers) / 2 + 3, (group, often, len(answers))
    assert sum(len(set(answers)) > 1 for answers in given.values()) >= len(given) - 1, given


def test_rows_share_a_run_up_to_25_rows_and_2000_cards() -> None:
    several = replace(OWN, form="cases")

    def sizes(rows: list[Values], task: Task = several) -> list[int]:
        bundled = list(bundle(task, "own", rows))
        assert [row for trial in bundled for row in trial.rows] == rows
        return [len(trial.rows) for trial in bundled]

    rows: list[Values] = [(value,) for value in range(2 * MOST_ROWS_OF_A_TRIAL + 1)]
    assert (MOST_ROWS_OF_A_TRIAL, MOST_CARDS_OF_A_TRIAL) == (25, 2000)
    for count, expected in ((0, []), (25, [25]), (26, [25, 1]), (50, [25, 25]), (51, [25, 25, 1])):
        assert sizes(rows[:count]) == expected
    half, long = (0,) * (MOST_CARDS_OF_A_TRIAL // 2), (0,) * MOST_CARDS_OF_A_TRIAL
    assert sizes([half, half]) == [2]
    assert sizes([half, half, (7,)]) == [2, 1]
    assert sizes([(1,), long, (2,), (3,)]) == [1, 1, 2], "a row of 2000 cards has its own run"
    assert sizes([long[:-1], (5,), (6,)]) == [2, 1]
    assert sizes(rows[:3], OWN) == [1, 1, 1], "its input has one row"
