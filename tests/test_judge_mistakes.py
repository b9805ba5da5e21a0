"""Known mistakes: their answers (in tests/data), and the rows and lengths on which they go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from expected import is_expected
from judged import OWN, fact
from twoends.judge import TASKS, Verdict
from twoends.judge.mistakes import (
    TOO_SLOW,
    Fact,
    Mistake,
    _calls,
    by_length,
    growth,
    out_of_range,
    partial_mistakes,
)
from twoends.judge.tasks import Values
from twoends.judge.zoo import (
    exact_mistakes,
    one_answer,
    pairs_of_mistakes,
    printing_mistakes,
    solving_mistakes,
    unfilled_table,
    with_overflow,
)
from twoends.rules.opponents import opponent

ROWS: tuple[Values, ...] = (
    (8, 15, 3, 7),
    (1, 30, 100, 15, 2),
    (6,),
    (-4, -9),
    (4, 4, 1, 4, 9, 9),
    (-1, 2, -3, 5, -3, 7, -1),
    tuple(7 * at % 11 for at in range(23)),
)

EVERY_TASK = (
    # Another task with a margin, and another with an optimal opponent, have all mistakes of this one.
    *(each for name, each in TASKS.items() if each.rules.plain and name != "deque"),
    replace(
        OWN,
        name="second, modest left",
        question="second",
        opponents=(opponent("modest left"),),
        format="lines",
    ),
    replace(
        OWN, name="winner, generous", question="winner", opponents=(opponent("generous"),), format="cases"
    ),
    replace(OWN, name="both, greedy right", question="both", opponents=(opponent("greedy right"),)),
)


WITH_ANSWERS = "removal-game", "two-ends", "second, modest left"
"""A total and an optimal opponent, a margin and one who looks at cards, and the second player."""


def every_exact_mistake() -> Iterator[str]:
    yield f"rows: {' | '.join(' '.join(map(str, row)) for row in ROWS)}"
    explained: set[tuple[str, str]] = set()
    for task in EVERY_TASK:
        mistakes = list(exact_mistakes(task))
        yield f"\n{task.name}: {' | '.join(map(task.answer, ROWS))}"
        if task.name not in WITH_ANSWERS:
            yield f"  {', '.join(dict.fromkeys(mistake.name for mistake in mistakes))}"
        answers = set()
        for mistake in mistakes:
            line = f"  {mistake.name}: {' | '.join(str(mistake.predict(row)) for row in ROWS)}"
            if task.name in WITH_ANSWERS and line not in answers:  # some forms differ on other tasks alone
                answers.add(line)
                yield line
            if (mistake.name, mistake.meaning) not in explained:
                explained.add((mistake.name, mistake.meaning))
                yield f"    {mistake.meaning}"
    yield "\nmistakes on some rows only: the least share of them, the verdict"
    for mistake in partial_mistakes(OWN):
        yield f"  {mistake.name}: {mistake.min_share} {mistake.verdict}\n    {mistake.meaning}"


def test_every_exact_mistake_has_its_name_its_meaning_and_its_answers() -> None:
    is_expected("known_mistakes.txt", "\n".join([*every_exact_mistake(), ""]))


def test_a_pair_of_mistakes_solves_by_the_one_and_prints_by_the_other() -> None:
    for task in (TASKS["removal-game"], TASKS["predict-the-winner"], EVERY_TASK[-1]):
        expected = list(product(solving_mistakes(task), printing_mistakes(task)))
        pairs = list(pairs_of_mistakes(task))
        assert len(pairs) == len(expected) > 30
        for mistake, ((one, first, solve), (other, second, answer)) in zip(pairs, expected, strict=True):
            assert (mistake.name, mistake.meaning) == (f"{one}, and {other}", f"{first}; and {second}")
            for row in ROWS[:6]:
                right = answer(solve(row, task.opponents[0], task.rules))
                assert mistake.predict(row) == right, f"{task.name}, {mistake.name}, {row}"
    assert list(pairs_of_mistakes(TASKS["dumb-smart"])) == [], "its two opponents differ"


def test_joined_texts_may_be_too_long_for_a_number() -> None:
    """Python refuses to read one of more than 4300 digits."""
    joined = [each.predict((10**150,) * 64) for each in exact_mistakes(OWN) if each.name == "joins texts"]
    assert all(answer is not None and len(answer) <= 1000 for answer in joined)


def test_one_answer_to_everything_needs_two_rows_and_one_answer() -> None:
    (mistake,) = one_answer([fact((1, 2), "7"), fact((7,), "7")])
    assert (mistake.name, mistake.meaning) == ("one answer to everything", "it prints 7 whatever the row is")
    assert mistake.predict((1, 2, 3)) == "7"
    assert list(one_answer([fact((1, 2), "7")])) == [], "one row proves nothing"
    assert list(one_answer([fact((1, 2), "7"), fact((7,), "8")])) == []
    assert list(one_answer([fact((1, 2), None), fact((7,), None)])) == []
    assert list(one_answer([fact((1, 2), None), fact((7,), "7")])) == []


def test_an_unfilled_table_gives_one_answer_to_all_rows_but_the_shortest() -> None:
    facts = [fact((7,), "7"), fact((1, 2), "0"), fact((5, 1, 2), "0")]
    mistake, _ = unfilled_table(OWN, facts)
    assert mistake.name == "stops a length early"
    assert mistake.meaning == (
        "it prints 0 for every row of more than 1 card, as does a table whose loop over lengths ends before n"
    )
    assert [mistake.predict(row) for row in ((7,), (1, 2), (9, 9, 9))] == ["7", "0", "0"]
    (pairs_known,) = unfilled_table(OWN, [fact((7,), "7"), fact((1, 2), "2"), fact((5, 1, 2), "-1")])
    assert "for every row of more than 2 cards," in pairs_known.meaning
    assert [pairs_known.predict(row) for row in ((7,), (1, 2), (9, 9, 9))] == ["7", "2", "-1"]
    both = list(unfilled_table(OWN, [fact((5, 1, 2), "0"), fact((5, 1, 3), "0")]))
    assert [each.predict((1, 2)) for each in both] == ["0", "2"], "without a short row it may be either"
    assert list(unfilled_table(OWN, [fact((5, 1, 2), "0"), fact((5, 1, 3), None)])) == []
    assert list(unfilled_table(OWN, [fact((7,), "7")])) == []


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


def calls(row: Values, mark: int, *, margins: bool, of_two: bool) -> int:
    """Count the most calls for one cell of a cache that takes the value `mark` for not computed.

    A cell calls the two cells that are one card shorter, or the four that are two cards shorter.
    """

    def worth(start: int, stop: int) -> int:
        if start == stop:
            return 0
        whole = sum(row[start:stop])
        total = whole - min(total_of(start + 1, stop), total_of(start, stop - 1))
        return 2 * total - whole if margins else total

    @cache
    def total_of(start: int, stop: int) -> int:
        if start == stop:
            return 0
        return sum(row[start:stop]) - min(total_of(start + 1, stop), total_of(start, stop - 1))

    def called(start: int, stop: int) -> int:
        return 1 if worth(start, stop) != mark or start == stop else computed(start, stop)

    @cache
    def computed(start: int, stop: int) -> int:
        below = [(start + 1, stop), (start, stop - 1)]
        if not of_two:
            below = [(start + 2, stop), *[(start + 1, stop - 1)] * 2, (start, stop - 2)] * (stop - start > 2)
        return 1 + sum(called(*each) for each in below)

    return max(computed(i, j) for i in range(len(row)) for j in range(i + 1, len(row) + 1))


@pytest.mark.parametrize("margins", [False, True])
@pytest.mark.parametrize("mark", [-1, 0])
def test_the_calls_of_a_forgetful_cache_are_counted(mark: int, margins: bool) -> None:
    rows = [(5,), (0,), (0, 3, 0, 7), (0,) * 6, (0, 0, -1, -1, 0, 0), (2, 2, 1, 1, 2, 2, 9), (0,) * 9]
    rows += [(1, 20, 300, 4000, 50000), (1, -2, 1, 0, -2, 1, 1, -1, 0, -1, 3), (3, 0, -1, 2, -2, -1, 1, 0)]
    for row in rows:
        most = max(calls(row, mark, margins=margins, of_two=of_two) for of_two in (True, False))
        assert _calls(row, mark)[margins] == most, row


def test_a_forgetful_cache_must_fail_only_if_every_form_of_it_is_too_slow() -> None:
    (again,) = (each for each in partial_mistakes(OWN) if each.name.startswith("0 taken"))
    assert again.must_fail is not None
    assert [again.must_fail((0,) * n) for n in (1, 35, 36, 64, 65)] == [False, False, True, True, False]
    (other,) = (each for each in partial_mistakes(OWN) if each.name.startswith("−1 taken"))
    assert other.must_fail is not None
    assert not other.must_fail((*[0] * 31, -1, -1, *[0] * 31)), "a cache of totals is fast enough"


def test_overflow_is_combined_with_an_exact_mistake() -> None:
    sorts = Mistake("sorts", "it sorts", lambda values: "said")
    (mistake,) = with_overflow([sorts])
    assert (mistake.name, mistake.meaning) == (
        "sorts, and 32-bit overflow",
        "it sorts; sums that do not fit in 32 bits are wrong too: use 64-bit integers",
    )
    assert [mistake.predict(row) for row in ((1,), (LARGE, LARGE), (LARGE, LARGE - 1))] == [
        "said",
        None,
        "said",
    ]


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
    (longest,) = out_of_range([fact((1,), "99"), fact((2,), "7 x")])
    assert "such as 7 x:" in longest.meaning, "of several numbers the longest answer is quoted"
    (half,) = out_of_range([fact((1, 2), "7"), fact((3, 4), "1"), fact(((1 << 30) - 1,), str(1 << 31))])
    assert "such as 2147483648:" in half.meaning, "half of the wrong answers, without an overflow"


@pytest.mark.parametrize(
    "facts",
    [
        [fact((1, 2), "7")],
        [fact((1, 2), "6"), fact((3, 4), "14")],
        [fact((1, 2), "7"), fact((3, 4), "1"), fact((3, 5), "1")],
        [fact((1, 2), None), fact((3, 4), "15")],
        [fact((1, 2), "x7"), fact((3, 4), "seven")],
        [fact((1, 2), "--7"), fact((3, 4), "²")],
        [fact((1 << 30,), str(1 << 40)), fact((1 << 31,), str(1 << 40))],
        [fact((1 << 30,), "1"), fact((1, 2), "7")],
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
    assert lengths(facts[1], facts[2], longest=0)[0][1].startswith("it answers up to 0 cards")
    assert lengths(fact(row(1)), *facts[1:])[0][1].startswith("it answers up to 1 card, and")
    assert lengths(fact(row(1)), *facts[1:], longest=8)[0][1].startswith("it answers up to 8 cards")


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

    assert lengths(*slow(20, 25), fact(row(19)), longest=19) == [
        (
            "remembers nothing",
            "it answers up to 19 cards, and from 20 cards on it ends with TLE: "
            "it seems to explore all sequences, 2^(n-1) of them",
            Verdict.TLE,
            0.75,
        )
    ]
    at_times = lengths(*slow(20, 25), fact(row(19)), longest=21)
    assert "from 20 cards on it sometimes ends with TLE:" in at_times[0][1]
    assert "it sometimes ends" in lengths(*slow(20, 25), longest=20)[0][1]
    assert lengths(*slow(20, 25), longest=22) == []
    assert lengths(*slow(64, 70), longest=69)[0][0] == "remembers nothing", "a tenth of the length"
    assert lengths(*slow(64, 70), longest=70) == []
    assert lengths(*slow(65, 70), fact(row(64)), longest=64) == [
        (TOO_SLOW, "too slow from n = 65 on", Verdict.TLE, 0.75)
    ]
    assert TOO_SLOW == "too slow for long rows"
    mistake = next(by_length(OWN, [*slow(65, 70), fact(row(64))], 64))
    assert mistake.where is not None
    assert [mistake.where(row(n)) for n in (64, 65)] == [False, True]
    timed = [fact(row(n), seconds=n * n / 1e4) for n in (10, 100, 200)]
    ((_, meaning, *_),) = lengths(*slow(300, 400), *timed, longest=200)
    assert meaning == "too slow from n = 300 on; its time grows like n²"


@pytest.mark.parametrize(
    ("power", "growth_text"),
    [
        (0.4, ""),
        (0.6, "; its time grows like n"),
        (1.4, "; its time grows like n"),
        (1.6, "; its time grows like n²"),
        (3, "; its time grows like n³"),
        (4.4, "; its time grows like n⁴"),
        (4.6, ""),
    ],
)
def test_the_growth_of_the_time_follows_from_the_shortest_and_the_longest_row(
    power: float, growth_text: str
) -> None:
    def took(n: int, start: float = 0.04) -> Fact:
        return fact(row(n), seconds=start + 0.05 * (n / 10) ** power)

    starts = fact(row(1), seconds=0.04)
    assert growth([starts, took(10), took(30), took(40)]) == growth_text
    slower = fact(row(40), seconds=0.04 + 0.05 * 2**power)
    assert growth([starts, took(10), took(40), slower]) == growth_text, "the slowest row of a length counts"
    assert growth([starts, took(10), took(15)]) == growth_text, "half as long again"
    assert growth([starts, took(10), took(14)]) == ""
    assert growth([starts, took(10), replace(took(40), got=None)]) == ""


def test_times_that_are_small_beside_the_start_up_time_say_nothing() -> None:
    assert growth([]) == ""
    assert growth([fact(row(1), seconds=0.0), fact(row(9), seconds=0.0)]) == ""
    for start, least in ((0.0, 0.02), (0.04, 0.02), (0.1, 0.05)):
        for seconds, expected in ((least, "; its time grows like n"), (least - 0.001, "")):
            facts = [fact(row(1), seconds=start)]
            facts += [fact(row(n), seconds=start + seconds * n / 10 + 1e-9) for n in (10, 20)]
            assert growth(facts) == expected, (start, seconds)


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
    only = replace(where, verdict=Verdict.WA)
    assert only.fits([right, wrong])
    assert not only.fits([right, wrong, fact((3, 4), None)])
    must_fail = replace(where, min_share=1.0, must_fail=lambda values: len(values) == 4)
    assert must_fail.fits([right, wrong, fact((3, 4))])
    assert not must_fail.fits([right, wrong, fact((1, 1, 1, 1))])
    assert must_fail.fits([right, wrong, fact((1, 1, 1, 1), "7")])
