"""Mistakes are named by facts, by their kinds, and by new rows that tell them apart; no process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from judged import OWN, Pretended, fact
from twoends.judge import Verdict, zoo
from twoends.judge.mistakes import TOO_SLOW, Mistake
from twoends.judge.naming import name_mistakes
from twoends.judge.outcomes import Outcome
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial

# --- exact mistakes ----------------------------------------------------------------------------


def test_an_exact_mistake_fits_if_every_answer_is_as_it_says_and_one_is_wrong() -> None:
    says = Mistake("m", "", lambda values: str(sum(values)))
    assert says.fits([fact((4,)), fact((1, 2), "3")])
    assert not says.fits([fact((4,))]), "nothing is wrong"
    assert not says.fits([fact((1, 2), "3"), fact((1, 3), "3")])
    assert not says.fits([fact((1, 2), "3"), fact((1, 3))])
    assert says.fits([fact((1, 2), "3"), fact((1, 3), None)]), "a missing answer proves nothing"
    assert not says.fits([fact((1, 3), None)])
    assert says.fits([fact((1, 2), "3"), fact((1,) * 65, "7")]), "nor does a long row"
    assert not says.fits([fact((1, 2), "3"), fact((1,) * 64, "7")])
    some = Mistake("m", "", lambda values: None if len(values) == 2 else str(sum(values)))
    assert some.fits([fact((1, 2), "77"), fact((1, 2, 3), "6")])
    assert not some.fits([fact((1, 2), "77")]), "it says no wrong answer"


# --- the whole of naming -----------------------------------------------------------------------

Named = list[tuple[str, Verdict | None]]


def named(
    program: Pretended, rows: Sequence[Values], from_shrinker: Sequence[Values] = (), together: bool = False
) -> Named:
    runs = [tuple(rows)] if together else [(each,) for each in rows]
    outcomes = [program.try_out(Trial("own", run)) for run in runs]
    shrunk = [program.try_out(Trial("own", (each,))) for each in from_shrinker]
    program.tried.clear()
    return names(program, outcomes, shrunk)


def names(program: Any, outcomes: list[Outcome], shrunk: Sequence[Outcome] = ()) -> Named:
    return [(each.name, each.explains) for each in name_mistakes(program, outcomes, shrunk, Random(0))]


MANY: list[Values] = [(8, 15, 3, 7), (5,), (4, 4), (1, 9, 2), (2, 7, 1, 8, 2), (0, 0), (-5, 3)]
MANY += [(7, 1, 1, 7, 9, 3), *((at, 9, at, 3, at) for at in range(6))]


def right_but(where: Callable[[Values], bool], otherwise: Verdict | None = None) -> Pretended:
    """A program that is right except on some rows: there it is off by one, or has this verdict."""
    return Pretended(
        lambda values: (
            (otherwise or f"{int(OWN.answer(values)) + 1}") if where(values) else OWN.answer(values)
        )
    )


def test_a_partial_mistake_is_named_only_if_no_counterexample_is_found() -> None:
    """All failures seen have a negative value, but the program also fails on rare rows without one."""
    rows = [*MANY, (-5, 3, 2), (-1, -7, 4, 2)]
    assert named(right_but(lambda values: min(values) < 0), rows) == [("negative values", None)]
    assert named(right_but(lambda values: min(values) < 0 or max(values) > 40), rows) == []


def test_an_idle_program_is_not_called_slow() -> None:
    def limited(seconds: float, wall: float) -> Named:
        program = right_but(lambda values: len(values) > 70, Verdict.TLE)
        rows = [(1,) * n for n in (5, 20, 60, 80, 90)]
        outcomes = [program.try_out(Trial("own", (each,))) for each in rows]
        outcomes = [
            replace(each, seconds=seconds, wall=wall) if each.verdict is Verdict.TLE else each
            for each in outcomes
        ]
        return names(program, outcomes)

    assert limited(2.0, 2.1) == [(TOO_SLOW, None)]
    assert limited(0.32, 5.1) == [], "a busy machine, or a thread that never ends"


def test_no_new_row_is_tried_if_enough_rows_leave_one_mistake_or_none_has_an_answer() -> None:
    sums = Pretended(lambda values: str(sum(values)))
    assert named(sums, MANY) == [("adds what the opponent gets", None)]
    assert {trial.group for trial in sums.tried} == {"to name the mistake"}
    assert len(sums.tried) == 6, "three wrong rows are tried again, twice each"
    few = Pretended(lambda values: str(sum(values)))
    assert named(few, MANY[:4]) == [("adds what the opponent gets", None)]
    assert len(few.tried) >= 8 + 2, "there are twelve rows at least"
    crashes = Pretended(lambda values: Verdict.RE)
    assert named(crashes, MANY[:3]) == []
    assert crashes.tried == [], "there is no answer at all"


def test_a_program_that_changes_its_answers_is_named_so() -> None:
    numbers = iter(range(1000, 9999))
    assert named(Pretended(lambda values: str(next(numbers))), MANY) == [("not the same answer twice", None)]
    counted = iter(range(99999))

    def at_times(values: Values) -> str:
        return "1" if values == (8, 15, 3, 7) and not next(counted) % 3 else OWN.answer(values)

    assert named(Pretended(at_times), MANY) == [("not the same answer twice", None)]


def test_a_program_that_fails_on_one_kind_of_rows_is_named_by_them() -> None:
    assert named(right_but(lambda values: len(values) % 2 == 1), MANY) == [("even n only", None)]
    assert named(right_but(lambda values: len(values) % 2 == 0, Verdict.RE), MANY) == [("odd n only", None)]
    assert named(right_but(lambda values: len(values) == 1, Verdict.RE), MANY) == [("a single card", None)]


def test_two_kinds_of_failures_have_a_mistake_each_with_the_verdict_that_it_explains() -> None:
    def says(values: Values) -> str | Verdict:
        return Verdict.RE if len(values) == 1 else str(sum(values))

    assert named(Pretended(says), [*MANY, (9,), (2,)]) == [
        ("a single card", Verdict.RE),
        ("adds what the opponent gets", Verdict.WA),
    ]

    def slow(values: Values) -> str | Verdict:
        return Verdict.TLE if len(values) >= 20 else str(sum(values))

    long: list[Values] = [tuple(range(n)) for n in (18, 19, 20, 21, 30)]
    assert named(Pretended(slow), MANY + long) == [
        ("adds what the opponent gets", Verdict.WA),
        ("remembers nothing", Verdict.TLE),
    ]


def test_a_failure_found_by_the_shrinker_counts_as_a_counterexample() -> None:
    odd = right_but(lambda values: values == (9, 9, 9) or len(values) == 1)
    assert named(odd, MANY) == [("a single card", None)]
    assert named(odd, MANY, from_shrinker=[(9, 9, 9)]) == []


def test_the_rows_of_a_run_without_answers_are_tried_one_by_one() -> None:
    """After two rows that use up their time the others are left out."""
    several = replace(OWN, format="cases")
    fails = right_but(lambda values: len(values) == 1, Verdict.RE)
    fails.task = several
    assert named(fails, [*MANY, (9,)], together=True) == [("a single card", None)]
    assert [trial.rows for trial in fails.tried][: len(MANY) + 1] == [(each,) for each in [*MANY, (9,)]]
    slow = right_but(lambda values: len(values) > 1, Verdict.TLE)
    slow.task = several
    named(slow, MANY, together=True)
    assert [trial.group for trial in slow.tried if trial.group == "own"] == ["own"] * 3


def test_new_rows_tell_a_length_from_a_parity() -> None:
    """Every given long row is odd, and every given odd row is long."""
    rows: list[Values] = [(at, 9) for at in range(12)] + [tuple(range(n)) for n in (21, 23, 25)]
    assert named(right_but(lambda values: len(values) >= 20, Verdict.RE), rows) == [
        ("gives up on long rows", None)
    ]
    assert named(right_but(lambda values: len(values) % 2 == 1, Verdict.RE), rows) == [("even n only", None)]


def test_mistakes_that_no_row_tells_apart_are_all_listed_each_name_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = [Mistake(name, "", lambda values: f"-{sum(values)}77") for name in ("one", "other", "one")]
    monkeypatch.setattr(zoo, "exact_mistakes", lambda task: known)
    assert named(Pretended(known[0].predict), MANY) == [("one", None), ("other", None)]


@pytest.mark.parametrize("cards", [12, 60])
def test_long_rows_are_drawn_to_tell_mistakes_apart(cards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both mistakes give the same answers up to this many cards; the program makes the second one."""

    def says(name: str) -> Mistake:
        return Mistake(name, "", lambda values: f"{sum(values)}{name if len(values) > cards else ''}")

    monkeypatch.setattr(zoo, "exact_mistakes", lambda task: [says("1"), says("2")])
    assert named(Pretended(lambda values: str(says("2").predict(values))), MANY) == [("2", None)]
