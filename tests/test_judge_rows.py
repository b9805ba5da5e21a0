"""The rows of a judgement, and the scores that they give."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from judged import OWN
from twoends.judge import TASKS, Scoring, Task, Verdict
from twoends.judge.scores import By, score
from twoends.judge.tasks import Values
from twoends.judge.trials import (
    bundle,
    group_names,
    trials,
)


def test_a_seed_draws_the_rows_that_it_has_always_drawn() -> None:
    drawn = [trial.rows[0] for trial in trials(replace(TASKS["usaco-game"], most=9), 20, seed=7)]
    assert drawn[6:9] == [(1, 3, 1, 2), (1, 2, 1, 2, 1), (2, 1, 1, 2, 2, 2)]
    assert drawn[12:14] == [(9, 31, 12, 71, 55, 8, 73, 16), (4, 18, 3, 19, 2)]
    assert drawn[19] == (159, 53, 128, 175, 137, 110, 199, 81, 120)
    assert trials(OWN, 60, seed=5) != trials(OWN, 60, seed=4)


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
    assert group_names(OWN) == [*names, "more random", "longer", "longest"]


@pytest.mark.parametrize(
    "task", [replace(each, most=min(each.most, 60)) for each in TASKS.values()], ids=list(TASKS)
)
def test_all_rows_are_allowed_and_different_and_one_is_the_longest(task: Task) -> None:
    rows = [row for trial in trials(task, 60, seed=4) for row in trial.rows]
    assert len(rows) == len(set(rows)) == 60, "no row is drawn twice"
    for row in rows:
        assert task.allows(row), f"{task.name}: {row[:20]}"
    assert max(map(len, rows)) >= task.most - 1, "the longest row is missing"


@pytest.mark.parametrize("ask", ["not-beaten", "wins", "winner"])
def test_two_possible_answers_are_equally_common(ask: str) -> None:
    task = replace(TASKS["predict-the-winner"], question=ask, most=60)
    given: dict[str, list[str]] = {}
    for trial in trials(task, 120, seed=1):
        given.setdefault(trial.group, []).extend(map(task.answer, trial.rows))
    for group, answers in given.items():
        if len(set(answers)) > 1:  # all zeros are always a draw
            often = max(map(answers.count, answers))
            assert often <= len(answers) / 2 + 3, (group, often, len(answers))
    assert sum(len(set(answers)) > 1 for answers in given.values()) >= len(given) - 1, given


def test_rows_share_a_run_up_to_25_rows_and_2000_cards() -> None:
    several = replace(OWN, format="cases")

    def sizes(rows: list[Values], task: Task = several) -> list[int]:
        bundled = list(bundle(task, "own", rows))
        assert [row for trial in bundled for row in trial.rows] == rows
        return [len(trial.rows) for trial in bundled]

    rows: list[Values] = [(value,) for value in range(51)]
    for count, expected in ((0, []), (25, [25]), (26, [25, 1]), (51, [25, 25, 1])):
        assert sizes(rows[:count]) == expected
    half, long = (0,) * 1000, (0,) * 2000
    assert sizes([half, half]) == [2]
    assert sizes([half, half, (7,)]) == [2, 1]
    assert sizes([(1,), long, (2,), (3,)]) == [1, 1, 2], "a row of 2000 cards has its own run"
    assert sizes([long[:-1], (5,), (6,)]) == [2, 1]
    assert sizes(rows[:3], OWN) == [1, 1, 1], "its input has one row"


# --- scores ------------------------------------------------------------------------------------

RUNS = [
    ("small", Verdict.AC),
    ("small", Verdict.WA),
    ("ties", Verdict.AC),
    ("longer", Verdict.AC),
    ("longest", Verdict.TLE),
]


def test_a_group_scores_only_as_a_whole() -> None:
    result = score([*RUNS, ("longest", None), ("own", None)], Scoring(cap=Fraction(1, 3)))
    assert (result.total, result.capped) == (Fraction(1, 3), True)
    assert [
        (each.name, each.accepted, each.runs, each.left_out, each.worth, each.score) for each in result.groups
    ] == [
        ("small", 1, 2, 0, Fraction(1, 7), 0),
        ("ties", 1, 1, 0, Fraction(1, 7), Fraction(1, 7)),
        ("longer", 1, 1, 0, Fraction(2, 7), Fraction(2, 7)),
        ("longest", 0, 2, 1, Fraction(2, 7), 0),
        ("own", 0, 1, 1, Fraction(1, 7), 0),
    ]


@pytest.mark.parametrize("full", [100, 33.33])
@pytest.mark.parametrize("by", ["groups", "runs"])
def test_points_have_two_decimals_and_add_up_to_the_rounded_total(by: By, full: float) -> None:
    for whole in product([True, False], repeat=6):
        runs = [(f"{at}", Verdict.AC if accepted else Verdict.WA) for at, accepted in enumerate(whole)]
        runs += [(f"{at}", Verdict.AC) for at in (0, 3, 3, 5)]
        result = score(runs, Scoring(by=by, cap=Fraction(1)))
        total, groups = result.points(full)
        assert total == round(result.total * round(100 * full)) / 100, whole
        assert round(sum(points for points, _ in groups), 9) == total, whole
        assert round(sum(most for _, most in groups), 9) == full, whole
        assert all(round(each, 2) == each for pair in groups for each in pair), whole
        assert all(0 <= points <= most for points, most in groups), whole


@pytest.mark.parametrize(
    ("group", "verdict", "capped"),
    [
        ("ties", Verdict.WA, True),
        ("ties", Verdict.RE, True),
        ("longer", Verdict.WA, True),
        ("longest", Verdict.PE, True),
        ("longer", Verdict.TLE, False),
    ],
)
def test_the_cap_is_for_wrong_answers_and_for_failures_on_short_rows(
    group: str, verdict: Verdict, capped: bool
) -> None:
    runs = [("small", Verdict.AC), ("shapes", Verdict.AC), ("random", Verdict.AC), (group, verdict)]
    result = score(runs, Scoring(cap=Fraction(1, 10)))
    weight = 2 if "long" in group else 1
    assert result.capped == capped
    assert result.total == (Fraction(1, 10) if capped else Fraction(3, 3 + weight))
    assert not score(runs, Scoring(cap=Fraction(3, 3 + weight))).capped, "it takes no points away"


def test_given_weights_replace_those_of_the_groups() -> None:
    scoring = Scoring(weights={"ties": Fraction(5), "longest": Fraction(0)}, cap=Fraction(1))
    result = score(RUNS, scoring)
    assert [each.worth for each in result.groups] == [Fraction(n, 8) for n in (1, 5, 2, 0)]
    assert result.total == Fraction(7, 8)


def test_the_cards_of_a_row_differ_where_a_task_says_so() -> None:
    task = TASKS["sereja-and-dima"]
    assert task.violation((3, 1, 3)) == "equal values, but all must be different"
    planned = trials(task, 300, 0)
    rows = [row for trial in planned for row in trial.rows]
    assert len(rows) == 300
    assert all(len({*row}) == len(row) for row in rows)
    assert {trial.group for trial in planned} == {*group_names(task)}, "equal values become different ones"
