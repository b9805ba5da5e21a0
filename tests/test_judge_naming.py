"""Mistakes are named by facts, by their kinds, and by new rows that tell them apart; no process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from judged import OWN, Pretended, fact
from twoends.judge import Verdict, zoo
from twoends.judge.mistakes import TOO_SLOW, Fact, Mistake, by_length, growth, out_of_range, partial_mistakes
from twoends.judge.naming import name_mistakes
from twoends.judge.outcomes import Outcome
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial
from twoends.judge.zoo import exact_mistakes, unfilled_table

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


@pytest.mark.parametrize(
    ("source", "note", "has_read", "expected"),
    [
        ("sys.stdin = open('game1.in')", "", False, ["reads a file"]),
        ('freopen("game.in", "r", stdin);', "", False, ["reads a file"]),
        ('if (getenv("LOCAL")) freopen("game.in", "r", stdin);', "", True, []),
        ("print input()", "SyntaxError: Missing parentheses in call to 'print'", False, ["Python 2"]),
        ("n = raw_input()", "NameError: name 'raw_input' is not defined", False, ["Python 2"]),
        ('const words = require("fs").readFileSync(0).split(" ")', "", True, ["joins texts"]),
        ('const a = require("fs").readFileSync(0).split(" ").map(Number)', "", True, []),
    ],
)
def test_the_text_of_a_program_and_its_errors_may_name_its_mistake(
    source: str, note: str, has_read: bool, expected: list[str]
) -> None:
    program = right_but(lambda values: max(values) % 3 == 1)
    program.source = source
    tried = [program.try_out(Trial("own", (each,))) for each in MANY]
    outcomes = [replace(each, note=note, has_read=has_read) for each in tried]
    assert [name for name, _ in names(program, outcomes)] == expected


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


def test_no_new_row_is_tried_if_enough_rows_leave_one_mistake() -> None:
    sums = Pretended(lambda values: str(sum(values)))
    assert named(sums, MANY) == [("adds what the opponent gets", None)]
    assert {trial.group for trial in sums.tried} == {"to name the mistake"}
    assert len(sums.tried) == 6, "three wrong rows are tried again, twice each"
    few = Pretended(lambda values: str(sum(values)))
    assert named(few, MANY[:4]) == [("adds what the opponent gets", None)]
    assert len(few.tried) >= 8 + 2, "there are twelve rows at least"


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


def test_joined_texts_may_be_too_long_for_a_number() -> None:
    """Python refuses to read one of more than 4300 digits."""
    joined = [each.predict((10**150,) * 64) for each in exact_mistakes(OWN) if each.name == "joins texts"]
    assert all(answer is not None and len(answer) <= 1000 for answer in joined)


def test_an_unfilled_table_gives_one_answer_to_all_rows_but_the_shortest() -> None:
    (pairs_known,) = unfilled_table(OWN, [fact((7,), "7"), fact((1, 2), "2"), fact((5, 1, 2), "-1")])
    assert "for every row of more than 2 cards," in pairs_known.meaning
    assert [pairs_known.predict(row) for row in ((7,), (1, 2), (9, 9, 9))] == ["7", "2", "-1"]
    assert list(unfilled_table(OWN, [fact((5, 1, 2), "0"), fact((5, 1, 3), None)])) == []


# --- on some rows only ----------------------------------------------------------------------------

LARGE = 1 << 29


WHERE = {
    "even n only": ("1", "1 2 3", "1 2", "1 2 3 4"),
    "odd n only": ("1 2", "1 2 3 4", "1", "1 2 3"),
    "a single card": ("0", "-7", "", "1 2"),
    "32-bit overflow": (f"{LARGE} {LARGE}", f"{-LARGE} {LARGE}", f"{LARGE} {LARGE - 1}", "0"),
    "negative values": ("-1", "0 -1 5", "0", "0 1"),
    "−1 taken for not computed": (
        f"{'0 ' * 22} -1 -1 {'0 ' * 22}",
        f"{'0 ' * 8} -1 -1 {'0 ' * 8}",
        "0 " * 23,
        "-1",
    ),
    "0 taken for not computed": ("0 " * 14, "0 " * 64, "0 " * 13, "0 " * 65),
}
"""For each mistake, two rows on which it goes wrong and two on which it does not."""


def test_a_partial_mistake_says_where_it_goes_wrong() -> None:
    assert [mistake.name for mistake in partial_mistakes(OWN)] == list(WHERE)
    for mistake, texts in zip(partial_mistakes(OWN), WHERE.values(), strict=True):
        assert mistake.where is not None
        rows = [tuple(map(int, text.split())) for text in texts]
        assert list(map(mistake.where, rows)) == [True, True, False, False], mistake.name


def row(n: int, value: int = 1) -> Values:
    return (value,) * n


def test_numbers_out_of_range_come_from_uninitialised_memory() -> None:
    """A total and a margin together are at most twice the sum of the absolute values."""
    facts = [fact((1, -2)), fact((1, -2), "6"), fact((3, 4), "-15"), fact((3, 5), "-1717986918")]
    (mistake,) = out_of_range(facts)
    assert (mistake.name, mistake.meaning) == (
        "reads what was never set",
        "it prints numbers that no cards add up to, such as -1717986918: it reads outside "
        "an array, or a cell or variable that was never set",
    )
    assert mistake.where is not None
    assert [mistake.where(each.values) for each in facts[1:]] == [True] * 3
    assert not mistake.where((9, 9))
    assert mistake.fits([*facts[1:], fact((7,))])


@pytest.mark.parametrize(
    "facts",
    [
        [fact((1, 2), "7")],
        [fact((1, 2), "7"), fact((3, 4), "1"), fact((3, 5), "1")],
        [fact((1, 2), "--7"), fact((3, 4), "²")],
        [fact((1 << 30,), str(1 << 40)), fact((1 << 31,), str(1 << 40))],
    ],
)
def test_a_number_out_of_range_may_have_other_reasons(facts: list[Fact]) -> None:
    assert list(out_of_range(facts)) == []


GIVES_UP = "gives up on long rows"


def lengths(*facts: Fact, longest: int = 0) -> list[tuple[str, str, Verdict | None, float]]:
    mistakes = by_length(OWN, facts, longest)
    return [(each.name, each.meaning, each.verdict, each.min_share) for each in mistakes]


def test_a_program_that_fails_from_one_length_on_gives_up_on_long_rows() -> None:
    facts = [fact(row(9)), fact(row(10), None), fact(row(30), None)]
    assert lengths(*facts, longest=9) == [
        (GIVES_UP, "it answers up to 9 cards, and from 10 cards on it ends with RE", Verdict.RE, 0.75)
    ]
    assert lengths(*facts, longest=10) == [], "a row of that length was answered"
    assert lengths(fact(row(8)), fact(row(9), None), fact(row(30), None), longest=8) == [], "too short"
    assert lengths(*facts[:2], longest=9) == [], "one failure is no rule"


def test_wrong_answers_on_long_rows_count_if_all_longer_right_ones_are_luck() -> None:
    wrong = [fact(row(12), "0"), fact(row(40), "0")]
    named = (GIVES_UP, "it answers up to 11 cards, and from 12 cards on it is wrong", Verdict.WA, 0.75)
    assert lengths(*wrong, fact(row(11)), longest=99) == [named]
    assert lengths(*wrong, fact(row(11)), fact(row(13)), longest=0) == []
    assert lengths(*wrong, fact(row(11)), fact(row(13), from_shrinker=True), longest=0) == [named], "by luck"
    assert lengths(*wrong, fact(row(11)), fact((0,) * 13), longest=0) == [named], "zeros are luck"


def test_a_time_limit_is_reached_at_about_one_length() -> None:
    def slow(*ns: int) -> list[Fact]:
        return [fact(row(n), None, Verdict.TLE) for n in ns]

    ((name, meaning, *_),) = lengths(*slow(20, 25), fact(row(19)), longest=19)
    assert name == "remembers nothing"
    assert "from 20 cards on it ends with TLE: " in meaning
    at_times = lengths(*slow(20, 25), fact(row(19)), longest=21)
    assert "from 20 cards on it sometimes ends with TLE:" in at_times[0][1]
    assert lengths(*slow(20, 25), longest=22) == []
    assert lengths(*slow(65, 70), fact(row(64)), longest=64)[0][:2] == (TOO_SLOW, "too slow from n = 65 on")
    timed = [fact(row(n), seconds=n * n / 1e4) for n in (10, 100, 200)]
    ((_, meaning, *_),) = lengths(*slow(300, 400), *timed, longest=200)
    assert meaning == "too slow from n = 300 on; its time grows like n²"


@pytest.mark.parametrize(
    ("power", "phrase"),
    [(0.4, ""), (1.4, "; its time grows like n"), (1.6, "; its time grows like n²"), (4.6, "")],
)
def test_the_growth_of_the_time_follows_from_the_shortest_and_the_longest_row(
    power: float, phrase: str
) -> None:
    facts = [fact(row(n), seconds=0.04 + 0.05 * (n / 10) ** power) for n in (10, 15)]
    assert growth([fact(row(1), seconds=0.04), *facts]) == phrase
    assert growth([fact(row(1), seconds=0.04), facts[0], replace(facts[1], values=row(14))]) == ""


def test_a_partial_mistake_fits_if_all_other_rows_are_right() -> None:
    def even(values: Values) -> bool:
        return len(values) % 2 == 0

    where = Mistake("m", "", lambda values: None, even, min_share=0.5)
    right, wrong = fact((1,)), fact((1, 2), "7")
    assert where.fits([right, wrong])
    assert not where.fits([wrong]), "no right answer was seen"
    assert not where.fits([right])
    assert not where.fits([right, wrong, fact((1, 2, 3), "7")])
    assert where.fits([right, wrong, fact((3, 4))]), "half of them"
    assert not where.fits([right, wrong, fact((3, 4)), fact((5, 6))])
    sought = fact((5, 6), from_shrinker=True)
    assert where.fits([right, wrong, fact((3, 4)), sought]), "rows of the shrinker do not count"
    assert where.fits([right, wrong, fact((3, 4), None)]), "whatever the verdict"
    assert not replace(where, verdict=Verdict.WA).fits([right, wrong, fact((3, 4), None)])
    must_fail = replace(where, min_share=1.0, must_fail=lambda values: len(values) == 4)
    assert must_fail.fits([right, wrong, fact((3, 4))])
    assert not must_fail.fits([right, wrong, fact((1, 1, 1, 1))])
    assert must_fail.fits([right, wrong, fact((1, 1, 1, 1), "7")])
