"""Every known mistake says what it said: name, meaning, and the answer to each row, in tests/data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from expected import is_expected
from judged import OWN, fact
from twoends.judge import TASKS
from twoends.judge.mistakes import partial_mistakes
from twoends.judge.tasks import Values
from twoends.judge.zoo import (
    exact_mistakes,
    one_answer,
    pairs_of_mistakes,
    printing_mistakes,
    solving_mistakes,
    unfilled_table,
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
        for mistake in exact_mistakes(task):
            said = [str(mistake.says(row)) for row in ROWS]
            yield f"  {mistake.name}: {' | '.join(said)}"
            if (mistake.name, mistake.meaning) not in told:
                told.add((mistake.name, mistake.meaning))
                yield f"    {mistake.meaning}"
    yield "\nmistakes on some rows only: the least share of them, the verdict"
    for mistake in partial_mistakes(OWN):
        yield f"  {mistake.name}: {mistake.min_share} {mistake.verdict}\n    {mistake.meaning}"


def test_every_exact_mistake_is_as_it_is_written_down() -> None:
    is_expected("known_mistakes.txt", "\n".join([*every_exact_mistake(), ""]))


def test_two_mistakes_together_are_solved_by_one_and_printed_by_the_other() -> None:
    for task in (TASKS["removal-game"], TASKS["predict-the-winner"], EVERY_TASK[-1]):
        each = [(one, other) for one in solving_mistakes(task) for other in printing_mistakes(task)]
        found = list(pairs_of_mistakes(task))
        assert len(found) == len(each) > 30
        for mistake, ((one, means, solve), (other, too, answer)) in zip(found, each, strict=True):
            assert mistake.name == f"{one}, and {other}"
            assert mistake.meaning == f"{means}; and {too}"
            for row in ROWS[:6]:
                expected = answer(row, solve(row, task.opponent))
                assert mistake.says(row) == expected, f"{task.name}, {mistake.name}, {row}"
    assert list(pairs_of_mistakes(TASKS["dumb-smart"])) == [], "its two opponents have an order"


def test_one_answer_to_everything_needs_two_rows_and_one_answer() -> None:
    (found,) = one_answer([fact((1, 2), "7"), fact((7,), "7")])
    assert (found.name, found.meaning) == ("one answer to everything", "it prints 7 whatever the row is")
    assert found.says((1, 2, 3)) == "7"
    assert list(one_answer([fact((1, 2), "7")])) == [], "one row says nothing"
    assert list(one_answer([fact((1, 2), "7"), fact((7,), "8")])) == []
    assert list(one_answer([fact((1, 2), None), fact((7,), None)])) == []
    assert list(one_answer([fact((1, 2), None), fact((7,), "7")])) == []


def test_a_table_that_is_not_filled_has_one_answer_to_all_rows_but_the_shortest() -> None:
    facts = [fact((7,), "7"), fact((1, 2), "0"), fact((5, 1, 2), "0")]
    found, _ = unfilled_table(OWN, facts)
    assert found.name == "stops a length early"
    assert found.meaning == (
        "it prints 0 for every row of more than 1 card; so does a table whose loop over lengths ends before n"
    )
    assert [found.says(row) for row in ((7,), (1, 2), (9, 9, 9))] == ["7", "0", "0"]
    (pairs_known,) = unfilled_table(OWN, [fact((7,), "7"), fact((1, 2), "2"), fact((5, 1, 2), "-1")])
    assert "for every row of more than 2 cards;" in pairs_known.meaning
    assert [pairs_known.says(row) for row in ((7,), (1, 2), (9, 9, 9))] == ["7", "2", "-1"]
    both = list(unfilled_table(OWN, [fact((5, 1, 2), "0"), fact((5, 1, 3), "0")]))
    assert [each.says((1, 2)) for each in both] == ["0", "2"], "where no short row was seen it may be either"
    assert list(unfilled_table(OWN, [fact((5, 1, 2), "0"), fact((5, 1, 3), None)])) == []
    assert list(unfilled_table(OWN, [fact((7,), "7")])) == []
