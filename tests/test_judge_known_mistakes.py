"""Every known mistake says what it said: name, meaning, and the answer to each row, in tests/data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from expected import is_expected
from twoends.judge import TASKS, Task, Verdict
from twoends.judge.mistakes import MOST_CARDS, Fact, Mistake
from twoends.judge.partial_mistakes import _calls, partial, with_overflow
from twoends.judge.printers import printing
from twoends.judge.tasks import Values
from twoends.judge.zoo import constant, exact, pairs, solving, unfilled
from twoends.rules.opponents import opponent
from twoends.rules.preferences import Opponent

ROWS: tuple[Values, ...] = (
    (8, 15, 3, 7),
    (1, 30, 100, 15, 2),
    (6,),
    (-4, -9),
    (4, 4, 1, 4, 9, 9),
    (-1, 2, -3, 5, -3, 7, -1),
    tuple(7 * at % 11 for at in range(23)),
)

OWN = Task("own", "the tests", opponent("optimal"), "first", "count-then-values")

EVERY_TASK = (
    *(each for each in TASKS.values() if each.rules.plain),
    replace(OWN, name="second, modest left", asks="second", opponent=opponent("modest left"), form="lines"),
    replace(OWN, name="winner, generous", asks="winner", opponent=opponent("generous"), form="cases"),
    replace(OWN, name="both, greedy right", asks="both", opponent=opponent("greedy right")),
)


def every_exact_mistake() -> Iterator[str]:
    """The lines of the file."""
    yield f"rows: {' | '.join(' '.join(map(str, row)) for row in ROWS)}"
    told: set[tuple[str, str]] = set()
    for task in EVERY_TASK:
        yield f"\n{task.name}: {' | '.join(map(task.answer, ROWS))}"
        for mistake in exact(task):
            said = [str(mistake.says(row)) for row in ROWS]
            yield f"  {mistake.name}: {' | '.join(said)}"
            if (mistake.name, mistake.meaning) not in told:
                told.add((mistake.name, mistake.meaning))
                yield f"    {mistake.meaning}"


def test_every_exact_mistake_is_as_it_is_written_down() -> None:
    is_expected("known_mistakes.txt", "\n".join([*every_exact_mistake(), ""]))


def test_two_mistakes_together_are_solved_by_one_and_printed_by_the_other() -> None:
    for task in (TASKS["removal-game"], TASKS["predict-the-winner"], EVERY_TASK[-1]):
        each = [(one, other) for one in solving(task) for other in printing(task)]
        found = list(pairs(task))
        assert len(found) == len(each) > 30
        for mistake, (one, other) in zip(found, each, strict=True):
            assert mistake.name == f"{one.name}, and {other.name}"
            assert mistake.meaning == f"{one.meaning}; and {other.meaning}"
            for row in ROWS[:6]:
                expected = other.answer(row, one.solve(row, task.opponent))
                assert mistake.says(row) == expected, f"{task.name}, {mistake.name}, {row}"
    assert list(pairs(TASKS["dumb-smart"])) == [], "its two opponents have an order, and nothing is printed"


def test_the_recurrences_with_a_fault_are_those_written_out() -> None:
    """The slow obvious way: a recursion over the ends, against an optimal opponent."""

    def margin(row: Values, choose: object, single: int) -> int:
        if len(row) < 2:
            return row[0] * single if row else 0
        one, other = row[0] - margin(row[1:], choose, single), row[-1] - margin(row[:-1], choose, single)
        return (max if choose == "max" else min)(one, other)

    def your_moves(row: Values, two: int | None, left_over: str) -> int:
        if len(row) < 3:
            return sum(row) if len(row) < 2 else max(row) if two is None else two
        middle = your_moves(row[1:-1], two, left_over)
        after_left, after_right = your_moves(row[2:], two, left_over), your_moves(row[:-2], two, left_over)
        if left_over == "sum":
            return max(row[0] + after_left + middle, row[-1] + middle + after_right)
        return max(row[0] + min(after_left, middle), row[-1] + min(middle, after_right))

    task = TASKS["removal-game"]
    forms = [(mistake.name, mistake.says) for mistake in exact(task)]
    for row in ROWS[:6]:
        total = sum(row)
        for name, expected in {
            "takes the worse move": (total + margin(row, "min", 1)) // 2,
            "stops a card early": (total + margin(row, "max", 0)) // 2,
            "leaves out two last cards": your_moves(row, 0, "min"),
            "adds both replies": your_moves(row, None, "sum"),
            "all even or all odd places": max(sum(row[::2]), sum(row[1::2])),
            "adds what the opponent gets": total,
        }.items():
            said = {says(row) for each, says in forms if each == name}
            assert str(expected) in said, f"{name} on {row}: expected {expected}, got {said}"


# --- mistakes that say where a program goes wrong ----------------------------------------------

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
"""For each mistake two rows on which it goes wrong, and two on which it does not."""


def test_a_partial_mistake_says_where_it_goes_wrong_and_expects_the_right_answer_elsewhere() -> None:
    known = {mistake.name: mistake for mistake in partial(OWN)}
    assert list(known) == list(WHERE)
    for name, rows in WHERE.items():
        mistake = known[name]
        for at, text in enumerate(rows):
            row = tuple(map(int, text.split()))
            assert mistake.where is not None
            assert mistake.where(row) == (at < 2), f"{name}: {text}"
            if row or at < 2:
                assert mistake.says(row) == (None if at < 2 else OWN.answer(row)), f"{name}: {text}"


def test_a_partial_mistake_is_described_for_the_student() -> None:
    again = "so cells that are worth {0} are computed again and again"
    assert [(each.name, each.meaning, each.share, each.verdict, each.explains) for each in partial(OWN)] == [
        ("even n only", "it is right on rows of even length and wrong on odd ones", 0.5, None, None),
        ("odd n only", "it is right on rows of odd length and wrong on even ones", 0.5, None, None),
        ("a single card", "it goes wrong only on a row of one card", 0.5, None, None),
        (
            "32-bit overflow",
            "it is wrong only where a sum leaves 32 bits: use 64-bit integers",
            0.25,
            Verdict.WA,
            None,
        ),
        ("negative values", "it goes wrong only on rows with negative values", 0.25, Verdict.WA, None),
        *(
            (
                f"{mark} taken for not computed",
                f"its cache marks what is not computed by {mark}, {again.format(mark)}",
                0.75,
                Verdict.TLE,
                None,
            )
            for mark in ("−1", "0")
        ),
    ]
    assert [each.name for each in partial(replace(OWN, even_only=True))][:1] == ["a single card"]


def calls(row: Values, mark: int, *, margins: bool, of_two: bool) -> int:
    """The most calls for a cell that was computed before, where a cache forgets what is worth `mark`.

    Counted by calling: a cell calls the two that are one card shorter, or four that are two cards shorter.
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
def test_the_calls_of_a_cache_that_forgets_are_counted(mark: int, margins: bool) -> None:
    rows = [(5,), (0,), (0, 3, 0, 7), (0,) * 6, (0, 0, -1, -1, 0, 0), (2, 2, 1, 1, 2, 2, 9), (0,) * 9]
    rows += [(1, 20, 300, 4000, 50000), (1, -2, 1, 0, -2, 1, 1, -1, 0, -1, 3), (3, 0, -1, 2, -2, -1, 1, 0)]
    for row in rows:
        most = max(calls(row, mark, margins=margins, of_two=of_two) for of_two in (True, False))
        assert _calls(row, mark, margins=margins) == most, row


def test_a_cache_is_hopeless_where_every_form_of_it_makes_more_calls_than_there_is_time_for() -> None:
    (again,) = (each for each in partial(OWN) if each.name.startswith("0 taken"))
    assert again.surely is not None
    assert [again.surely((0,) * n) for n in (1, 35, 36, 64, 65)] == [False, False, True, True, False]
    (other,) = (each for each in partial(OWN) if each.name.startswith("−1 taken"))
    assert other.surely is not None
    assert not other.surely((*[0] * 31, -1, -1, *[0] * 31)), "one that holds totals has the time"


def fact(values: Values, got: str | None, *, sought: bool = False, task: Task = OWN) -> Fact:
    expected = task.answer(values)
    verdict = Verdict.AC if got == expected else Verdict.TLE if got is None else Verdict.WA
    return Fact(values, expected, got, verdict, sought)


def test_one_answer_to_everything_needs_two_rows_and_one_answer() -> None:
    (found,) = constant([fact((1, 2), "7"), fact((7,), "7")])
    assert (found.name, found.meaning) == ("one answer to everything", "it prints 7 whatever the row is")
    assert found.says((1, 2, 3)) == "7"
    assert list(constant([fact((1, 2), "7")])) == [], "one row says nothing"
    assert list(constant([fact((1, 2), "7"), fact((7,), "8")])) == []
    assert list(constant([fact((1, 2), None), fact((7,), None)])) == []
    assert list(constant([fact((1, 2), None), fact((7,), "7")])) == []


def test_a_table_that_is_not_filled_has_one_answer_to_all_rows_but_the_shortest() -> None:
    facts = [fact((7,), "7"), fact((1, 2), "0"), fact((5, 1, 2), "0")]
    found, _ = unfilled(OWN, facts)
    assert found.name == "stops a length early"
    assert found.meaning == (
        "it prints 0 for every row of more than 1 card; so does a table whose loop over lengths ends before n"
    )
    assert [found.says(row) for row in ((7,), (1, 2), (9, 9, 9))] == ["7", "0", "0"]
    (pairs_known,) = unfilled(OWN, [fact((7,), "7"), fact((1, 2), "2"), fact((5, 1, 2), "-1")])
    assert "for every row of more than 2 cards;" in pairs_known.meaning
    assert [pairs_known.says(row) for row in ((7,), (1, 2), (9, 9, 9))] == ["7", "2", "-1"]
    both = list(unfilled(OWN, [fact((5, 1, 2), "0"), fact((5, 1, 3), "0")]))
    assert [each.says((1, 2)) for each in both] == ["0", "2"], "where no short row was seen it may be either"
    assert list(unfilled(OWN, [fact((5, 1, 2), "0"), fact((5, 1, 3), None)])) == []
    assert list(unfilled(OWN, [fact((7,), "7")])) == []


def test_overflow_comes_on_top_of_a_mistake_that_says_every_answer() -> None:
    sorts = Mistake("sorts", "it sorts", lambda values: "said")
    (found,) = with_overflow(OWN, [sorts])
    assert (found.name, found.meaning) == (
        "sorts, and 32-bit overflow",
        "it sorts; and sums that leave 32 bits are wrong besides: use 64-bit integers",
    )
    assert [found.says(row) for row in ((1,), (LARGE, LARGE), (LARGE, LARGE - 1))] == ["said", None, "said"]


def test_where_no_opponent_has_ties_no_rule_of_ties_is_wrong() -> None:
    def against(who: Opponent, ties_open: bool = False) -> list[str]:
        task = replace(OWN, opponent=who, ties_open=ties_open)
        return [each.name for each in solving(task) if "instead" in each.name or "ties" in each.name]

    assert against(opponent("greedy left")) == [
        "optimal opponent instead of greedy",
        "wrong ties",
        *["modest opponent instead of greedy"] * 2,
        "generous opponent instead of greedy",
    ]
    assert against(opponent("greedy left"), ties_open=True) == [
        name for name in against(opponent("greedy left")) if name != "wrong ties"
    ]
    assert MOST_CARDS == 64
