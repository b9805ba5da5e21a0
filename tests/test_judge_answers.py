"""Programs get the right verdict, the smallest failure and the name of their mistake."""

from __future__ import annotations

import functools
from dataclasses import replace

import pytest

from cases import slow
from judged import OWN, PYTHON, command
from twoends.judge import TASKS, Judgement, Supervisor, Task, Verdict, judge_answers
from twoends.judge.reports import text
from twoends.judge.trials import Trial
from twoends.judge.verdicts import Program
from twoends.rules.opponents import opponent

REMOVAL = replace(TASKS["removal-game"], most=60)
"""Short enough for an interpreter to be quick."""

RIGHT = [("right_two_calls.py", REMOVAL), ("right.c both", TASKS["usaco-game"])]

MISTAKES = [
    ("plays_greedily.py", REMOVAL, "plays greedily"),
    ("overflows.c", TASKS["removal-game"], "32-bit overflow"),
    ("forgets_to_forget.py", replace(TASKS["two-ends"], most=30), "carries over from case to case"),
]
"""One of each kind; the tests below name those that end in a timeout."""


@functools.cache
def judged(words: str, task: Task) -> Judgement:
    """Twenty rows are enough for RIGHT and MISTAKES."""
    is_quick = (words, task) in [*RIGHT, *(case[:2] for case in MISTAKES)]
    return judge_answers(command(words), task, count=20 if is_quick else 100, shrink_seconds=3.0)


@pytest.mark.parametrize(
    ("words", "task"),
    [
        *RIGHT,
        *slow(
            ("always_true.py", TASKS["stone-game"]),
            ("two_ends.py", replace(TASKS["two-ends"], most=100)),
            ("dumb_smart.py", replace(TASKS["dumb-smart"], most=60)),
            ("best_response_to_greedy.py", TASKS["handout-281"]),
            ("predict_the_winner.py", TASKS["predict-the-winner"]),
            ("prints_margin.py", replace(TASKS["deque"], most=60)),
            ("prints_second.py", replace(OWN, asks="second")),
            ("modest.py", replace(OWN, opponent=opponent("modest"))),
            ("right.c", TASKS["removal-game"]),
            ("right.c margin", TASKS["deque"]),
        ),
    ],
)
def test_a_right_program_is_accepted(words: str, task: Task) -> None:
    judgement = judged(words, task)
    assert (judgement.verdict, judgement.shrunk, judgement.mistakes) == (Verdict.AC, None, ())


MORE_MISTAKES = [
    ("stops_a_card_early.py", REMOVAL, "stops a card early"),
    ("predict_the_winner.py --wins", TASKS["predict-the-winner"], "a draw counted as a loss"),
    ("fixed_array.py", REMOVAL, "gives up on long rows"),
    ("handout_bottom_up.py", TASKS["handout-281"], "optimal opponent instead of greedy"),
    ("two_ends.py --ties-right", replace(TASKS["two-ends"], most=30), "wrong ties"),
    ("takes_n_for_a_card.py", REMOVAL, "takes n for a card"),
    ("even_only.py", REMOVAL, "even n only"),
    ("prints_margin.py", REMOVAL, "margin instead of total"),
    ("always_true.py", TASKS["predict-the-winner"], "one answer to everything"),
    ("wrong_ways.py first-line", replace(REMOVAL, form="count-then-lines"), "reads the first line only"),
    ("minus_one_four_calls.c", replace(REMOVAL, seconds=0.5), "−1 taken for not computed"),
    ("plays_greedily.py", TASKS["handout-281"], "plays greedily"),
    ("best_response_to_greedy.py", REMOVAL, "greedy opponent instead of optimal"),
    (
        "modest.py --generous",
        replace(OWN, opponent=opponent("modest")),
        "generous opponent instead of modest",
    ),
    ("dumb_smart.py --modest", replace(TASKS["dumb-smart"], most=30), "modest opponent instead of generous"),
    ("forgets_a_single_card.py", REMOVAL, "a single card"),
    ("forgets_a_single_card.py --empty", REMOVAL, "a single card"),
    ("right_two_calls.py", replace(TASKS["deque"], most=60), "total instead of margin"),
    ("prints_second.py", REMOVAL, "second instead of first"),
    ("right_two_calls.py", replace(OWN, asks="second"), "first instead of second"),
    ("stops_a_card_early.py --by-margins", REMOVAL, "stops a card early"),
    ("stops_a_card_early.py --margin", replace(TASKS["deque"], most=60), "stops a card early"),
    ("stops_a_length_early.py", REMOVAL, "stops a length early"),
    ("stops_a_length_early.py --marked --pairs", REMOVAL, "stops a length early"),
    ("stops_a_length_early.py", replace(TASKS["deque"], most=60), "stops a length early"),
    ("stops_a_length_early.py --rolling", REMOVAL, "leaves out the last card"),
    ("predict_the_winner.py", replace(TASKS["predict-the-winner"], asks="wins"), "a draw counted as a win"),
    ("minus_one.py", replace(REMOVAL, seconds=0.5), "−1 taken for not computed"),
    ("explores_all.py", replace(REMOVAL, seconds=0.5), "remembers nothing"),
    ("recurses_too_deep.py", replace(REMOVAL, most=1500, seconds=9), "gives up on long rows"),
    ("wrong_ways.py sorts", REMOVAL, "sorts the row"),
    ("wrong_ways.py reads-past-the-end", REMOVAL, "reads past the end"),
    ("wrong_ways.py adds-the-opponent", REMOVAL, "adds what the opponent gets"),
    ("wrong_ways.py adds-both", REMOVAL, "adds both replies"),
    ("wrong_ways.py forgets-pairs", REMOVAL, "leaves out two last cards"),
    ("wrong_ways.py places", REMOVAL, "all even or all odd places"),
    ("wrong_ways.py zero", replace(REMOVAL, seconds=0.5), "0 taken for not computed"),
    ("wrong_ways.py garbage", replace(REMOVAL, high=1000, low=-1000), "reads what was never set"),
    ("wrong_ways.py by-chance", REMOVAL, "not the same answer twice"),
    ("wrong_ways.py greedy-margin", REMOVAL, "plays greedily, and margin instead of total"),
    ("wrong_ways.py greedy-32", REMOVAL, "plays greedily, and 32-bit overflow"),
    ("wrong_ways.py slow", replace(TASKS["removal-game"], seconds=0.3), "too slow for long rows"),
    ("predict_the_winner.py --last-card-0", TASKS["predict-the-winner"], "stops a card early"),
    ("stops_a_length_early.py --sums", replace(OWN, asks="second"), "stops a length early"),
]


@pytest.mark.parametrize(("words", "task", "name"), [*MISTAKES, *slow(*MORE_MISTAKES)])
def test_a_mistake_is_named(words: str, task: Task, name: str) -> None:
    judgement = judged(words, task)
    assert not judgement.accepted
    assert [mistake.name for mistake in judgement.mistakes] == [name], judgement.shrunk


@pytest.mark.parametrize(
    ("words", "task", "most_cards"),
    [
        ("plays_greedily.py", REMOVAL, 4),
        ("overflows.c", TASKS["removal-game"], 5),
        *slow(
            ("prints_margin.py", REMOVAL, 2),
            ("even_only.py", REMOVAL, 1),
            ("two_ends.py --ties-right", replace(TASKS["two-ends"], most=30), 6),
            ("handout_bottom_up.py", TASKS["handout-281"], 5),
        ),
    ],
)
def test_a_failure_is_shrunk_and_still_fails(words: str, task: Task, most_cards: int) -> None:
    shrunk = judged(words, task).shrunk
    assert shrunk is not None
    (row,) = shrunk.trial.rows
    assert len(row) <= most_cards, row
    assert task.allows(row)
    assert shrunk.got is not None
    with Supervisor() as supervisor:
        again = Program(supervisor, command(words), task).try_out(Trial("again", (row,)))
    assert (again.verdict, again.expected, again.got) == (Verdict.WA, shrunk.expected, shrunk.got)


@pytest.mark.slow
def test_a_mistake_names_the_exact_length_of_the_smallest_failure() -> None:
    """The row is shrunk to zeros, because the values do not matter."""
    task = replace(REMOVAL, most=1500, seconds=9)
    rows = [(8, 15, 3, 7), (4, 9) * 550]
    judgement = judge_answers(command("recurses_too_deep.py"), task, rows=rows, shrink_seconds=60.0)
    assert judgement.shrunk is not None
    (row,) = judgement.shrunk.trial.rows
    assert set(row) == {0}, row
    (mistake,) = judgement.mistakes
    n = len(row)
    expected = f"it answers up to {n - 1} cards, and from {n} cards on it ends with RE"
    assert mistake.meaning == expected, f"{n} cards, but: {mistake.meaning}"


@pytest.mark.slow
def test_a_wrong_answer_does_not_hide_that_it_is_slow() -> None:
    judgement = judged("wrong_ways.py greedy-and-slow", replace(REMOVAL, most=2000, seconds=0.3))
    named = [(mistake.explains, mistake.name) for mistake in judgement.mistakes]
    assert named == [(Verdict.WA, "plays greedily"), (Verdict.TLE, "too slow for long rows")], (
        judgement.counts
    )


@pytest.mark.slow
def test_a_correct_but_slow_program_is_reported_as_too_slow() -> None:
    task = replace(TASKS["removal-game"], seconds=0.3)
    judgement = judged("wrong_ways.py slow", task)
    assert set(judgement.counts) == {Verdict.AC, Verdict.TLE}
    report = text(judgement)
    assert "\nRight, and too slow from n = " in report, report
    assert "its time grows like n" in report, report
    assert "The mistake" not in report


@pytest.mark.slow
def test_two_mistakes_are_named_with_the_verdict_that_each_explains() -> None:
    judgement = judged("minus_one_and_32_bits.c", replace(TASKS["removal-game"], most=200, seconds=0.5))
    named = {(mistake.explains, mistake.name) for mistake in judgement.mistakes}
    assert named == {
        (Verdict.TLE, "−1 taken for not computed"),
        (Verdict.WA, "32-bit overflow"),
    }, judgement.counts


@pytest.mark.slow
def test_a_program_that_is_slow_on_several_rows_is_not_blamed_for_keeping_state() -> None:
    program = "import time; k = int(input()); end = time.process_time() + 9 * (k > 1)\nwhile k: k -= 1; "
    program += "n, v = int(input()), input()\nwhile time.process_time() < end: pass\nprint(7)"
    task = replace(OWN, form="cases", seconds=0.5)
    judgement = judge_answers([*PYTHON, "-c", program], task, rows=[(7,), (7, 0), (7, -7)])
    assert judgement.verdict is Verdict.TLE
    assert judgement.shrunk is not None
    assert len(judgement.shrunk.trial.rows) > 1, judgement.shrunk
    assert [mistake.name for mistake in judgement.mistakes] == ["too slow for several rows in one run"]
