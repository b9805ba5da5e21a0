"""Programs get the verdict they deserve, the smallest failure, and the name of their mistake."""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

import twoends.judge
from judged import command
from twoends.judge import TASKS, Judgement, Supervisor, Task, Verdict, judge_answers, shrink
from twoends.judge.naming import name_mistakes
from twoends.judge.reports import text
from twoends.judge.tasks import ASKS, TaskError, Values
from twoends.judge.trials import Trial, trials
from twoends.judge.verdicts import Outcome, Program
from twoends.judge.zoo import exact
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook
from twoends.solvers.search import exhaustive

REMOVAL = replace(TASKS["removal-game"], most=60)
"""Short enough for an interpreter to be quick."""

OWN = Task("own", "the tests", opponent("optimal"), "first", "count-then-values", seconds=1)


@pytest.fixture(autouse=True)
def _shrink_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrink, "MOST_SECONDS", 3.0)


@pytest.fixture
def idle() -> Iterator[Supervisor]:
    with Supervisor() as supervisor:
        yield supervisor


@functools.cache
def judged(words: str, task: Task) -> Judgement:
    return judge_answers(command(words), task, count=100)


@pytest.mark.parametrize(
    ("words", "task"),
    [
        ("right_two_calls.py", REMOVAL),
        ("always_true.py", TASKS["stone-game"]),
        ("right.c both", TASKS["usaco-game"]),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                ("two_ends.py", replace(TASKS["two-ends"], most=100)),
                ("dumb_smart.py", replace(TASKS["dumb-smart"], most=60)),
                ("best_response_to_greedy.py", TASKS["handout-281"]),
                ("predict_the_winner.py", TASKS["predict-the-winner"]),
                ("prints_margin.py", replace(TASKS["deque"], most=60)),
                ("prints_second.py", replace(OWN, asks="second")),
                ("modest.py", replace(OWN, opponent=opponent("modest"))),
                ("right.c", TASKS["removal-game"]),
                ("right.c margin", TASKS["deque"]),
            )
        ),
    ],
)
def test_a_right_program_is_accepted(words: str, task: Task) -> None:
    judgement = judged(words, task)
    assert judgement.accepted, judgement.shrunk
    assert judgement.mistakes == ()
    assert judgement.shrunk is None


MISTAKES = [
    ("plays_greedily.py", REMOVAL, "plays greedily"),
    ("overflows.c", TASKS["removal-game"], "32-bit overflow"),
    ("stops_a_card_early.py", REMOVAL, "stops a card early"),
    ("forgets_to_forget.py", replace(TASKS["two-ends"], most=30), "carries over from case to case"),
    ("predict_the_winner.py --wins", TASKS["predict-the-winner"], "a draw counted as a loss"),
]
"""Some of each kind; the tests below name those that end in a timeout."""

MORE_MISTAKES = [
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


@pytest.mark.parametrize(
    ("words", "task", "name"),
    [*MISTAKES, *(pytest.param(*each, marks=pytest.mark.slow) for each in MORE_MISTAKES)],
)
def test_a_mistake_is_named(words: str, task: Task, name: str) -> None:
    judgement = judged(words, task)
    assert not judgement.accepted
    assert [mistake.name for mistake in judgement.mistakes] == [name], judgement.shrunk


@pytest.mark.parametrize(
    ("words", "task", "most_cards"),
    [
        ("plays_greedily.py", REMOVAL, 4),
        ("overflows.c", TASKS["removal-game"], 5),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                ("prints_margin.py", REMOVAL, 2),
                ("even_only.py", REMOVAL, 1),
                ("two_ends.py --ties-right", replace(TASKS["two-ends"], most=30), 6),
                ("handout_bottom_up.py", TASKS["handout-281"], 5),
            )
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
    again = judge_answers(command(words), task, rows=[row]).outcomes[0]
    assert (again.verdict, again.expected, again.got) == (Verdict.WA, shrunk.expected, shrunk.got)


def test_the_length_that_a_mistake_names_is_that_of_the_smallest_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the values do not matter zeros stand for them, and the length is exact."""
    monkeypatch.setattr(shrink, "MOST_SECONDS", 60.0)
    task = replace(REMOVAL, most=1500, seconds=9)
    judgement = judge_answers(command("recurses_too_deep.py"), task, rows=[(8, 15, 3, 7), (4, 9) * 550])
    assert judgement.shrunk is not None
    (row,) = judgement.shrunk.trial.rows
    assert set(row) == {0}, row
    (mistake,) = judgement.mistakes
    n = len(row)
    expected = f"up to {n - 1} cards it answers, from {n} cards on it ends with RE"
    assert mistake.meaning == expected, f"{n} cards, but: {mistake.meaning}"


def test_a_long_failure_loses_cards_first_and_values_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """It fails where more than 20 cards hold a value above 900: 20 zeros and one 901 are the smallest."""
    monkeypatch.setattr(shrink, "MOST_SECONDS", 60.0)
    program = "n = int(input()); print('x' if n > 20 and max(map(int, input().split())) > 900 else 0)"
    row = tuple(range(0, 1000, 5))
    command = [sys.executable, "-I", "-S", "-c", program]
    failing = judge_answers(command, replace(OWN, most=1000), rows=[row])
    assert failing.shrunk is not None
    assert (failing.verdict, sorted(failing.shrunk.trial.rows[0])) == (Verdict.PE, [0] * 20 + [901])


@pytest.mark.parametrize(
    ("rows", "fault"),
    [([(1, 2), (1, 2, 3)], "row 2 has 3 cards"), ([()], "row 1 has 0 cards")],
)
def test_rows_outside_the_task_are_refused(rows: list[tuple[int, ...]], fault: str) -> None:
    with pytest.raises(TaskError, match=fault):
        judge_answers(["true"], replace(OWN, even_only=True), rows=rows)


def test_limits_that_leave_no_row_are_refused() -> None:
    with pytest.raises(TaskError, match="leave no rows: 2 to 500 cards, values from 2 to 2"):
        judge_answers(["true"], replace(TASKS["stone-game"], low=2, high=2))


@pytest.mark.parametrize("task", [replace(REMOVAL, seconds=0.1), replace(TASKS["two-ends"], most=30)])
@pytest.mark.parametrize("program", ["sys.exit(1)", "print('none')"])
def test_no_mistake_is_named_where_nothing_is_seen_to_go_right(program: str, task: Task) -> None:
    judgement = judge_answers([sys.executable, "-I", "-S", "-c", f"import sys; {program}"], task, count=12)
    assert not judgement.accepted
    assert judgement.mistakes == ()


def test_a_length_is_named_for_its_verdict_alone_where_other_rows_are_wrong() -> None:
    """It answers rows of one digit's length, mostly wrong: nothing says that it is right there."""
    program = [sys.executable, "-I", "-S", "-c", "import sys; print(2); sys.exit(len(input()) > 1)"]
    judgement = judge_answers(program, REMOVAL, count=12)
    named = {mistake.explains: mistake for mistake in judgement.mistakes}
    assert named[Verdict.RE].name == "gives up on long rows", judgement.counts
    assert "it answers, from" in named[Verdict.RE].meaning
    assert named[Verdict.WA].name == "one answer to everything"


def test_rows_of_one_parity_say_nothing_on_the_other() -> None:
    rows = [(8, 15, 3, 7), (1, 2)]
    judgement = judge_answers(command("stops_a_card_early.py"), replace(REMOVAL, even_only=True), rows=rows)
    odd = judge_answers([sys.executable, "-c", "print(99)"], REMOVAL, rows=[(8, 15, 3, 7)])
    named = {mistake.name for each in (judgement, odd) for mistake in each.mistakes}
    assert not named & {"odd n only", "even n only"}, named


def test_new_rows_tell_apart_what_the_given_ones_do_not() -> None:
    """On one row several mistakes look alike; the program has made just one of them."""
    row = (8, 15, 3, 7, 2)
    task = replace(OWN, opponent=opponent("greedy"))
    alike = {mistake.name for mistake in exact(task) if mistake.says(row) == "13"}
    assert alike >= {"plays greedily", "optimal opponent instead of greedy"}
    judgement = judge_answers(command("plays_greedily.py"), task, rows=[row])
    assert [mistake.name for mistake in judgement.mistakes] == ["plays greedily"]


def test_a_single_row_of_ones_own_is_not_enough_to_name_a_mistake_on() -> None:
    """On one card this program prints 0, as do many others."""
    judgement = judge_answers(command("stops_a_card_early.py"), REMOVAL, rows=[(7,)])
    assert judgement.shrunk is not None
    assert judgement.shrunk.trial.rows == ((1,),)
    assert [mistake.name for mistake in judgement.mistakes] == ["stops a card early"]


@dataclass(frozen=True)
class Pretended(Program):
    """A program that answers in this process, by a function of the row."""

    says: Callable[[Values], str | None]

    def try_out(self, trial: Trial) -> Outcome:
        expected = tuple(map(self.task.answer, trial.rows))
        got = tuple(str(self.says(row)) for row in trial.rows)
        return Outcome(trial, Verdict.AC if got == expected else Verdict.WA, "", expected, got, 0, 0, 0)


@pytest.mark.parametrize("name", ["removal-game", "deque", "handout-281"])
def test_on_small_rows_each_mistake_is_named_and_no_other(name: str, idle: Supervisor) -> None:
    task = TASKS[name]
    rows = [row for n in range(1, 5) for row in product((-2, 0, 1, 3), repeat=n) if task.allows(row)]
    programs = [(each.name, each.says) for each in exact(task)]
    for known, empty in product((1, 2), ("0", "-1")):

        def stops(values: Values, known: int = known, empty: str = empty) -> str:
            return task.answer(values) if len(values) <= known else empty

        programs.append(("stops a length early", stops))
    for mistake, says in programs:
        program = Pretended(idle, (), task, says)
        outcomes = [program.try_out(Trial("small", (row,))) for row in rows]
        if {each.verdict for each in outcomes} != {Verdict.AC}:  # these rows are not too small to show it
            named = [each.name for each in name_mistakes(program, outcomes, (), Random(0))]
            assert named == [mistake], f"{name}: expected {mistake}, got {named}"


@pytest.mark.slow
def test_a_wrong_answer_does_not_hide_that_it_is_slow() -> None:
    judgement = judged("wrong_ways.py greedy-and-slow", replace(REMOVAL, most=2000, seconds=0.3))
    named = [(mistake.explains, mistake.name) for mistake in judgement.mistakes]
    assert named == [(Verdict.WA, "plays greedily"), (Verdict.TLE, "too slow for long rows")], (
        judgement.counts
    )


@pytest.mark.slow
def test_a_right_program_that_is_slow_is_told_so() -> None:
    task = replace(TASKS["removal-game"], seconds=0.3)
    judgement = judged("wrong_ways.py slow", task)
    assert set(judgement.counts) == {Verdict.AC, Verdict.TLE}
    said = text(judgement)
    assert "\nRight, and too slow from n = " in said, said
    assert "its time grows like n" in said, said
    assert "The mistake" not in said


@pytest.mark.slow
def test_two_mistakes_are_named_by_the_verdict_that_each_explains() -> None:
    judgement = judged("minus_one_and_32_bits.c", replace(TASKS["removal-game"], most=200, seconds=0.5))
    named = {(mistake.explains, mistake.name) for mistake in judgement.mistakes}
    assert named == {
        (Verdict.TLE, "−1 taken for not computed"),
        (Verdict.WA, "32-bit overflow"),
    }, judgement.counts


def test_a_failure_that_needs_two_rows_keeps_both() -> None:
    shrunk = judged("forgets_to_forget.py", replace(TASKS["two-ends"], most=30)).shrunk
    assert shrunk is not None
    assert len(shrunk.trial.rows) == 2, shrunk.trial


@pytest.mark.slow
def test_a_program_that_is_merely_slow_on_several_rows_is_not_said_to_keep_anything() -> None:
    program = "import time; k = int(input()); end = time.process_time() + 9 * (k > 1)\nwhile k: k -= 1; "
    program += "n, v = int(input()), input()\nwhile time.process_time() < end: pass\nprint(7)"
    task = replace(OWN, form="cases", seconds=0.5)
    judgement = judge_answers([sys.executable, "-I", "-S", "-c", program], task, rows=[(7,), (7, 0), (7, -7)])
    assert judgement.verdict is Verdict.TLE
    assert judgement.shrunk is not None
    assert len(judgement.shrunk.trial.rows) > 1, judgement.shrunk
    assert [mistake.name for mistake in judgement.mistakes] == ["too slow for several rows in one run"]


@pytest.mark.parametrize(
    "task", [replace(each, most=min(each.most, 5000)) for each in TASKS.values()], ids=list(TASKS)
)
def test_the_same_seed_gives_the_same_rows_and_all_are_allowed(task: Task) -> None:
    chosen = trials(task, 300, seed=4)
    assert chosen == trials(task, 300, seed=4)
    rows = [row for trial in chosen for row in trial.rows]
    assert len(rows) == len(set(rows)) == 300
    for row in rows:
        assert task.allows(row), f"{task.name}: {row[:20]}"
    assert max(map(len, rows)) >= task.most - 1, "the longest row is missing"


@pytest.mark.parametrize("ask", ["not-beaten", "wins", "winner"])
@pytest.mark.parametrize("most", [20, 100])
def test_where_there_are_two_answers_both_are_equally_common(ask: str, most: int) -> None:
    task = replace(TASKS["predict-the-winner"], asks=ask, most=most)
    given: dict[str, list[str]] = {}
    for trial in trials(task, 300, seed=1):
        given.setdefault(trial.group, []).extend(map(task.answer, trial.rows))
    for group, answers in given.items():
        if len(set(answers)) > 1:  # all zeros are always a draw
            often = max(map(answers.count, answers))
            assert often <= len(answers) / 2 + 3, (group, often, len(answers))
    assert sum(len(set(answers)) > 1 for answers in given.values()) >= len(given) - 1, given


def test_where_there_is_one_answer_the_rows_are_not_sought_for_another() -> None:
    chosen = trials(TASKS["stone-game"], 300, seed=1)
    assert {TASKS["stone-game"].answer(row) for trial in chosen for row in trial.rows} == {"true"}


@pytest.mark.parametrize("ask", [name for name in ASKS if name != "cases"])
def test_expected_answers_are_those_of_exhaustive_search(ask: str) -> None:
    for who in map(opponent, ("optimal", "greedy left", "modest")):
        task = replace(OWN, asks=ask, opponent=who, most=9)
        for trial in trials(task, 100, seed=1):
            (row,) = trial.rows
            books = [Rulebook.of(Row.of(row), you) for you in (True, False)]
            first, second = (int(exhaustive(book, who, book.start).solve(book.start).yours) for book in books)
            margin = 2 * first - sum(row)
            expected = {
                "first": f"{first}",
                "second": f"{second}",
                "margin": f"{margin}",
                "both": f"{first} {sum(row) - first}",
                "winner": "first" if margin > 0 else "second" if margin < 0 else "draw",
                "alice": "Alice" if margin > 0 else "Bob" if margin < 0 else "Tie",
                "not-beaten": "true" if margin >= 0 else "false",
                "wins": "true" if margin > 0 else "false",
            }[ask]
            assert task.answer(row) == expected, row


def test_the_presets_say_what_their_sources_say() -> None:
    two_ends = TASKS["two-ends"]
    assert two_ends.write([(3, 2, 10, 4), (1, 2, 3, 4, 5, 6, 7, 8)]) == b"4 3 2 10 4\n8 1 2 3 4 5 6 7 8\n0\n"
    printed = [two_ends.show(two_ends.answer(row), 1) for row in [(3, 2, 10, 4), (1, 2, 3, 4, 5, 6, 7, 8)]]
    assert printed == [
        "In game 1, the greedy strategy might lose by as many as 7 points.",
        "In game 1, the greedy strategy might lose by as many as 4 points.",
    ]
    assert two_ends.answer((300, 100, 10, 500, 1000, 100)) == "610"
    assert TASKS["handout-281"].answer((1, 30, 100, 15, 2)) == "103"
    assert TASKS["dumb-smart"].write([(5, 7), (3,)]) == b"2\n2\n5 7\n1\n3\n"
    assert TASKS["dumb-smart"].answer((5, 7, 9, 1, 4, 2)) == "21 18"
    assert TASKS["dumb-smart"].answer((8, 15, 3, 7)) == "23 22"
    assert TASKS["usaco-game"].answer((4, 7, 2, 9, 5, 2)) == "18 11"
    assert TASKS["deque"].answer((10, 80, 90, 30)) == "10"
    assert TASKS["removal-game"].answer((4, 5, 1, 3)) == "8"
    assert TASKS["predict-the-winner"].answer((1, 5, 2)) == "false"
    assert TASKS["stone-game"].answer((5, 3, 4, 5)) == "true"
    assert TASKS["usaco-game"].write([tuple(range(1, 24))]).count(b"\n") == 3


@pytest.mark.parametrize(
    ("output", "fault"),
    [
        (b"", "0 lines of output, 1 expected"),
        (b"7 8\n", "line 1 is '7 8', not a whole number"),
        (b"seven", "line 1 is 'seven', not a whole number"),
        ("7\u200b".encode(), "line 1 is '7�', not a whole number: it holds ZERO WIDTH SPACE (U+200B)"),
        (b"7.0", "line 1 is '7.0', not a whole number"),
        (b"7\n8\n", "2 lines of output, 1 expected: line 2 is '8'"),
        (b"7\n8\x1b[31m\n9", "3 lines of output, 1 expected: line 2 is '8�[31m'"),
        (b"\xff\x00", "line 1 is '��', not a whole number"),
    ],
)
def test_output_out_of_form_is_a_presentation_error(output: bytes, fault: str) -> None:
    program = f"import sys; sys.stdout.buffer.write({output!r})"
    judgement = judge_answers([sys.executable, "-I", "-S", "-c", program], OWN, rows=[(7,)])
    assert judgement.verdict is Verdict.PE
    assert judgement.outcomes[0].note.replace("·", "�") == fault


def test_the_judge_trusts_only_the_pure_methods() -> None:
    """Nothing of the judge imports solve or the kernels, not even late."""
    for path in Path(twoends.judge.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for module in modules:
                assert not module.startswith(
                    ("twoends.answers.solution", "twoends.kernels", "twoends.answers.matches", "numpy")
                ), path
