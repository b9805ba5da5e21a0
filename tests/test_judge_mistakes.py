"""Known mistakes: the rows and lengths on which they go wrong, and the facts that they fit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judged import OWN, fact
from twoends.judge import Verdict
from twoends.judge.mistakes import (
    TOO_SLOW,
    Fact,
    Mistake,
    by_length,
    growth,
    out_of_range,
    partial_mistakes,
)
from twoends.judge.tasks import Values
from twoends.judge.zoo import (
    exact_mistakes,
    unfilled_table,
)


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


def test_a_forgetful_cache_must_fail_only_if_every_form_of_it_is_too_slow() -> None:
    (again,) = (each for each in partial_mistakes(OWN) if each.name.startswith("0 taken"))
    assert again.must_fail is not None
    assert [again.must_fail((0,) * n) for n in (1, 35, 36, 64, 65)] == [False, False, True, True, False]
    (other,) = (each for each in partial_mistakes(OWN) if each.name.startswith("−1 taken"))
    assert other.must_fail is not None
    assert not other.must_fail((*[0] * 31, -1, -1, *[0] * 31)), "a cache of totals is fast enough"


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
        [fact((1, 2), "6"), fact((3, 4), "14")],
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
    (mistake,) = by_length(OWN, facts, 9)
    assert mistake.where is not None
    assert [mistake.where(row(n)) for n in (9, 10, 11)] == [False, True, True]
    assert lengths(*facts, longest=10) == [], "a row of that length was answered"
    assert lengths(fact(row(8)), fact(row(9), None), fact(row(30), None), longest=8) == [], "too short"
    assert lengths(*facts[:2], longest=9) == [], "one failure is no rule"
    assert lengths(*facts, fact(row(31), None, Verdict.MLE), longest=9) == [], "two verdicts"


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
    ("power", "growth_text"),
    [
        (0.4, ""),
        (1.4, "; its time grows like n"),
        (1.6, "; its time grows like n²"),
        (4.4, "; its time grows like n⁴"),
        (4.6, ""),
    ],
)
def test_the_growth_of_the_time_follows_from_the_shortest_and_the_longest_row(
    power: float, growth_text: str
) -> None:
    def took(n: int) -> Fact:
        return fact(row(n), seconds=0.04 + 0.05 * (n / 10) ** power)

    starts = fact(row(1), seconds=0.04)
    slower = fact(row(40), seconds=0.04 + 0.05 * 2**power)
    assert growth([starts, took(10), took(40), slower]) == growth_text, "the slowest row of a length counts"
    assert growth([starts, took(10), took(15)]) == growth_text, "half as long again"
    assert growth([starts, took(10), took(14)]) == ""
    assert growth([starts, took(10), replace(took(40), got=None)]) == ""


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
