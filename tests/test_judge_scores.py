"""Scores of judgements by groups, runs or all, weights and the cap; and the scores of known mistakes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

import judged
from twoends.judge import Scoring, Verdict
from twoends.judge.scores import By, ScoreError, known_mistakes, score, worth

OWN = replace(judged.OWN, most=30)

RUNS = [
    ("small", Verdict.AC),
    ("small", Verdict.WA),
    ("ties", Verdict.AC),
    ("longer", Verdict.AC),
    ("longest", Verdict.TLE),
]


def scored(by: By) -> tuple[Fraction, list[tuple[object, ...]]]:
    result = score(RUNS, ["longest", "own"], Scoring(by=by, cap=Fraction(1, 3)))
    assert result.capped == (by == "groups")
    return result.total, [
        (each.name, each.accepted, each.runs, each.left_out, each.worth, each.score) for each in result.groups
    ]


def test_a_group_scores_only_as_a_whole() -> None:
    total, groups = scored("groups")
    assert groups == [
        ("small", 1, 2, 0, Fraction(1, 7), 0),
        ("ties", 1, 1, 0, Fraction(1, 7), Fraction(1, 7)),
        ("longer", 1, 1, 0, Fraction(2, 7), Fraction(2, 7)),
        ("longest", 0, 2, 1, Fraction(2, 7), 0),
        ("own", 0, 1, 1, Fraction(1, 7), 0),
    ]
    assert total == Fraction(1, 3), "the cap"


def test_by_runs_each_run_scores_its_share() -> None:
    total, groups = scored("runs")
    assert total == Fraction(3, 7)
    assert [(each[0], each[4], each[5]) for each in groups] == [
        ("small", Fraction(2, 7), Fraction(1, 7)),
        ("ties", Fraction(1, 7), Fraction(1, 7)),
        ("longer", Fraction(1, 7), Fraction(1, 7)),
        ("longest", Fraction(2, 7), 0),
        ("own", Fraction(1, 7), 0),
    ]


@pytest.mark.parametrize("full", [100, 10, 2.5, 33.33])
@pytest.mark.parametrize("by", ["groups", "runs", "all"])
def test_points_have_two_decimals_and_add_up_to_the_rounded_total(by: By, full: float) -> None:
    for whole in product([True, False], repeat=6):
        runs = [(f"{at}", Verdict.AC if accepted else Verdict.WA) for at, accepted in enumerate(whole)]
        runs += [(f"{at}", Verdict.AC) for at in (0, 3, 3, 5)]
        result = score(runs, [], Scoring(by=by, cap=Fraction(1)))
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
        ("ties", Verdict.PE, True),
        ("ties", Verdict.TLE, True),
        ("ties", Verdict.RE, True),
        ("longer", Verdict.WA, True),
        ("longest", Verdict.PE, True),
        ("longer", Verdict.TLE, False),
        ("longest", Verdict.RE, False),
        ("longest", Verdict.MLE, False),
    ],
)
def test_the_cap_is_for_wrong_answers_and_for_failures_on_short_rows(
    group: str, verdict: Verdict, capped: bool
) -> None:
    runs = [("small", Verdict.AC), ("shapes", Verdict.AC), ("random", Verdict.AC), (group, verdict)]
    result = score(runs, [], Scoring(cap=Fraction(1, 10)))
    weight = 2 if "long" in group else 1
    assert result.capped == capped
    assert result.total == (Fraction(1, 10) if capped else Fraction(3, 3 + weight))
    assert not score(runs, [], Scoring(cap=Fraction(3, 3 + weight))).capped, "it takes no points away"


def test_given_weights_replace_those_of_the_groups() -> None:
    scoring = Scoring(weights={"ties": Fraction(5), "longest": Fraction(0)}, cap=Fraction(1))
    assert [scoring.weight(group) for group in ("ties", "longest", "longer", "small")] == [5, 0, 2, 1]
    result = score(RUNS, [], scoring)
    assert [each.worth for each in result.groups] == [Fraction(n, 8) for n in (1, 5, 2, 0)]
    assert result.total == Fraction(7, 8)
    with pytest.raises(ScoreError) as fault:
        score(RUNS[2:3] + RUNS[4:], [], Scoring(weights={"ties": Fraction(0), "longest": Fraction(0)}))
    assert str(fault.value) == "the weights of all groups of this judgement are 0: ties, longest"
    assert Scoring() == Scoring("groups", Fraction(1, 2), {})


# --- the scores of known mistakes --------------------------------------------------------------


def test_the_known_mistakes_include_each_constant_answer_and_exponential_time() -> None:
    for asks, answers in {
        "first": ["0"],
        "both": ["0 0"],
        "wins": ["true", "false"],
        "winner": ["first", "second", "draw"],
    }.items():
        mistakes = known_mistakes(replace(OWN, asks=asks))
        constant = [each.says((7, 8)) for each in mistakes if each.name == "one answer to everything"]
        assert constant == answers
    *_, last = known_mistakes(OWN)
    assert (last.name, last.verdict, last.min_share) == ("remembers nothing", Verdict.TLE, 0)
    assert last.where is not None
    assert [last.where((1,) * n) for n in (24, 25)] == [False, True]
    assert last.says((3, 9)) == "9"


def test_a_mistake_scores_as_much_as_its_best_form() -> None:
    runs = Scoring(by="runs")
    worths = worth(replace(OWN, most=2, low=0, high=2), 100, 0, runs)
    rows = [(a,) for a in range(3)] + [(a, b) for a in range(3) for b in range(3)]
    right = {row: max(row) for row in rows}
    assert worths["one answer to everything"] == Fraction(sum(right[row] == 0 for row in rows), 12)
    assert worths["adds what the opponent gets"] == Fraction(sum(right[row] == sum(row) for row in rows), 12)
    assert worths["leaves out the last card"] == Fraction(
        max(sum(right[row] == each for row, each in zip(rows, forms, strict=True)) for forms in (
            [sum(row[:-1]) for row in rows], [sum(row[:-1] or row) for row in rows]
        )), 12,
    )  # fmt: skip
    assert worths["plays greedily"] is None, "no row reveals it"
    assert worths["even n only"] == Fraction(9, 12)
    assert worths["a single card"] == Fraction(9, 12)
    assert worths["negative values"] is None
    assert worths["remembers nothing"] is None
    assert set(worths) == {mistake.name for mistake in known_mistakes(OWN)}


def test_a_slow_program_loses_only_the_points_of_the_longest_rows() -> None:
    task = replace(OWN, most=5000, low=1)
    worths = worth(task, 14, 0, Scoring())
    assert worths["remembers nothing"] == max(each for each in worths.values() if each is not None)
    assert worths["remembers nothing"] == Fraction(8, 10), "the longest rows have weight 2 of 10"
    assert worths["32-bit overflow"] is None


def test_a_run_of_several_rows_is_wrong_if_one_of_them_is() -> None:
    task = replace(OWN, form="cases", most=2, low=0, high=2)
    worths = worth(task, 100, 0, Scoring(by="runs"))
    assert worths["one answer to everything"] == 0
    assert worths["plays greedily"] is None
