"""Mistakes are named by facts, by their kinds, and by new rows that tell them apart; no process.

At the end is a zoo of wrong programs, as students would write them: a program is a function from a row to
its answer, or from its input to its output.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any
from unittest import mock

import pytest

import rules_oracle
from expected import calls_are_expected
from judged import OWN, Pretended, fact, printing
from shapes_oracle import on_a_row
from twoends.judge import TASKS, Task, Verdict, mistakes, zoo
from twoends.judge.mistakes import TOO_SLOW, Fact, Mistake, by_length, growth, out_of_range, partial_mistakes
from twoends.judge.naming import name_by_source, name_misprints, name_mistakes
from twoends.judge.outcomes import Outcome, Program
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial, trials
from twoends.rules.opponent_names import opponent
from twoends.rules.rules import Rules

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


LONG_OR_EVEN: list[Values] = [(at, 9) for at in range(12)] + [tuple(range(n)) for n in (21, 23, 25)]
"""Every long row is odd, and every odd row is long."""

SUMS = Mistake("m", "", lambda values: str(sum(values)))
EVEN = Mistake("m", "", lambda values: None, lambda values: len(values) % 2 == 0, min_share=0.5)
FOUR = replace(EVEN, min_share=1.0, must_fail=lambda values: len(values) == 4)


def by_source(source: str, *notes: str, has_read: bool = True) -> list[str]:
    """What is named by the text of a program that failed with these errors, or twice with none."""
    failed = [right_but(lambda values: True).try_out(Trial("own", (each,))) for each in MANY[:2]]
    noted = zip(failed, notes or ("", ""), strict=True)
    outcomes = [replace(each, note=note, has_read=has_read) for each, note in noted]
    return [mistake.name for mistake in name_by_source(source, outcomes)]


def reads(convert: str) -> Pretended:
    """A program in JavaScript that is wrong on some rows, and converts its input so."""
    source = f'require("fs").readFileSync(0).split(" ").map({convert})'
    return replace(right_but(lambda values: max(values) % 3 == 1), source=source)


def unset(*facts: Fact, rows: Sequence[Values] = ()) -> list[object]:
    """What numbers that no cards add up to are said to be, and on which rows they are expected."""
    return [(each.name, each.meaning, *map(each.prediction, rows)) for each in out_of_range(facts)]


def steps_to_name(*rows: Values) -> tuple[Named, int]:
    """The mistake of a program that adds all cards of these rows, and how many runs that took."""
    sums = Pretended(lambda values: str(sum(values)))
    found = named(sums, rows)
    assert {trial.group for trial in sums.tried} == {"to name the mistake"}
    return found, len(sums.tried)


def changing(*rows: Values) -> Named:
    """The mistake of a program whose answers to all rows of a run change: the rows before may matter."""
    after = Pretended(lambda values: str(sum(values)), task=replace(OWN, format="cases"))
    outcome = after.try_out(Trial("own", rows))
    return names(after, [replace(outcome, got=tuple(2 * answer for answer in outcome.got or ()))])


def limited(seconds: float, wall: float) -> Named:
    """The mistake of a program that reaches its limit on long rows so; one that is idle is not slow."""
    program = right_but(lambda values: len(values) > 70, Verdict.TLE)
    outcomes = [program.try_out(Trial("own", ((1,) * n,))) for n in (5, 20, 60, 80, 90)]
    slow = [replace(each, seconds=seconds, wall=wall) for each in outcomes[3:]]
    return names(program, [*outcomes[:3], *slow])


def told_apart(*known: tuple[str, Callable[[Values], str]]) -> Named:
    """What is named of a program that makes the last of these mistakes, the only ones that are known."""
    mistakes = [Mistake(name, "", predict) for name, predict in known]
    with mock.patch.object(zoo, "exact_mistakes", return_value=mistakes):
        return named(Pretended(known[-1][1]), MANY)


def test_facts_texts_and_kinds_of_rows_name_a_mistake() -> None:
    """A missing answer or a long row proves nothing; the shrinker's rows are counterexamples only."""
    calls_are_expected("calls_of_naming.txt", globals())


def test_the_rows_of_a_run_without_answers_are_tried_one_by_one() -> None:
    """After two rows that use up their time the others are left out."""
    several = replace(OWN, format="cases")
    fails = right_but(lambda values: len(values) == 1, Verdict.RE)
    fails.task = several
    assert named(fails, [*MANY, (9,)], together=True) == [("a single card", None)]
    assert [trial.rows for trial in fails.tried][: len(MANY) + 1] == [(each,) for each in [*MANY, (9,)]]
    for verdict in (Verdict.TLE, Verdict.MLE):
        slow = right_but(lambda values: len(values) > 1, verdict)
        slow.task = several
        named(slow, MANY, together=True)
        assert [trial.group for trial in slow.tried if trial.group == "own"] == ["own"] * 3


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
    of_each = [[tuple(map(int, text.split())) for text in texts] for texts in WHERE.values()]
    tried = [*MANY, *(row for rows in of_each for row in rows if row)]
    for mistake, rows in zip(partial_mistakes(OWN), of_each, strict=True):
        assert list(map(mistake.prediction, rows)) == [True, True, False, False], mistake.name
        assert mistake.where is not None
        program = right_but(mistake.where, mistake.verdict if mistake.verdict is Verdict.TLE else None)
        assert named(program, tried) == [(mistake.name, None)]
    *plain, _, _ = partial_mistakes(OWN)
    for mistake, ours in zip(partial_mistakes(TASKS["max-cards"]), plain, strict=True):
        assert mistake.name == ours.name
        for values in ((3,), (3, 4), (3, 4, 5)):
            assert mistake.prediction((*values, 1)) == ours.prediction(values), "K is no card"
    assert [each.name for each in partial_mistakes(replace(OWN, even_only=True))] == list(WHERE)[2:]


ENDS = {Verdict.WA: "0", Verdict.RE: None, Verdict.MLE: None, Verdict.TLE: None}
"""What a program answers that has this verdict."""


@pytest.mark.parametrize("task", [OWN, TASKS["max-cards"], TASKS["stone-game-ii"]])
@pytest.mark.parametrize("verdict", ENDS)
def test_a_program_that_fails_from_one_length_on_gives_up_on_long_rows(verdict: Verdict, task: Task) -> None:
    """A time limit is reached at about one length, so a few longer rows may be answered."""

    def of(n: int, *, fails: bool = False, value: int = 1, **more: Any) -> Fact:
        values = (value,) * n + (1,) * task.stops
        return Fact(values, "1", ENDS[verdict] if fails else "1", verdict if fails else Verdict.AC, **more)

    for first in (9, 10, 40, 64, 65, 200):
        near = max(2, first // 10) if verdict is Verdict.TLE else 0
        failed = [of(first, fails=True), of(first + 30, fails=True)]
        for longest in (first - 3, first - 1, *range(first, first + near + 2)):
            facts = [of(first - 5), *[of(longest)] * (verdict is Verdict.WA), *failed]
            found = [*by_length(task, facts, longest)]
            assert len(found) == (first >= 10 and longest < first + near), (first, longest)
            for mistake in found:
                sometimes = "sometimes " * (longest >= first)
                ends = "is wrong" if verdict is Verdict.WA else f"{sometimes}ends with {verdict}"
                below = longest if longest < first else first - 5
                name = "gives up on long rows"
                meaning = f"it answers up to {below} cards, and from {first} cards on it {ends}"
                if verdict is Verdict.TLE and first <= 64:
                    count = ", 2^(n-1) of them" * task.rules.one_card
                    name, meaning = (
                        "remembers nothing",
                        f"{meaning}: it seems to explore all sequences{count}",
                    )
                elif verdict is Verdict.TLE:
                    name, meaning = TOO_SLOW, f"too slow from n = {first} on"
                assert (mistake.name, mistake.meaning) == (name, meaning)
                assert (mistake.verdict, mistake.min_share) == (verdict, 0.75)
                assert [mistake.prediction(of(n).values) for n in (first - 1, first)] == [False, True]
    late, luck = [of(12, fails=True), of(40, fails=True)], [of(13, from_shrinker=True), of(13, value=0)]
    assert [*by_length(task, [of(11), *late[:1]], 11)] == [], "one failure is no rule"
    other = replace(late[0], verdict=Verdict.PE, got=None)
    assert [*by_length(task, [of(11), *late, other], 11)] == [], "two verdicts"
    assert len([*by_length(task, [of(11), *late, *luck], 11)]) == 1, "luck"


@pytest.mark.parametrize("start", [0.01, 0.2])
@pytest.mark.parametrize("power", [0.4, 0.6, 1.4, 1.6, 2.0, 2.4, 2.6, 3.4, 3.6, 4.45, 4.6])
def test_the_growth_of_the_time_follows_from_the_shortest_and_the_longest_row(
    power: float, start: float
) -> None:
    """Runs that take little longer than the start, are not answered or are the faster ones do not count."""
    least = max(0.02, start / 2)
    facts = [fact((1,) * n, seconds=start + 1.01 * least * (n / 10) ** power) for n in (10, 12, 15)]
    more = [fact((1,), seconds=start), fact((1,) * 5, seconds=start + 0.99 * least)]
    more += [fact((1,) * 15, seconds=start + 1.01 * least), fact((1,) * 30, None, seconds=99)]
    phrase = f"; its time grows like n{'  ²³⁴ '[max(round(power), 1)]}".rstrip()
    assert growth([*facts, *more]) == (phrase if 0.5 < power < 4.5 else "")
    assert growth([*facts[:2], *more[:2]]) == "", "12 is not half more than 10"


def test_the_calls_of_a_cache_that_forgets_a_value_are_those_of_the_recursions() -> None:
    def most_calls(values: Values, mark: int, margins: bool) -> int:
        def worth(i: int, j: int) -> int:
            total = int(OWN.answer(values[i:j])) if i < j else 0
            return 2 * total - sum(values[i:j]) if margins else total

        def calls(i: int, j: int, by_two: bool) -> int:
            """One, and those for the cells that are needed and not known."""
            needed = [(i + 1, j), (i, j - 1)] if i < j else []
            if by_two:
                needed = [(i + 2, j), *[(i + 1, j - 1)] * 2, (i, j - 2)] if j - i > 2 else []
            return 1 + sum(calls(*cell, by_two) if worth(*cell) == mark else 1 for cell in needed)

        cells = [(i, j) for j in range(len(values) + 1) for i in range(j + 1)]
        return max(calls(*cell, by_two) for cell in cells for by_two in (True, False))

    for row in (*product((-1, 0, 1), repeat=4), (0,) * 8, (0, 0, 0, -1, -1, 0, 0, 0), (1, 1, 0, 0, 1, 1, 0)):
        for mark in (-1, 0):
            expected = [most_calls(row, mark, margins) for margins in (False, True)]
            assert mistakes._calls(row, mark) == expected, (row, mark)


# --- the zoo ------------------------------------------------------------------------------------

TOTAL = replace(TASKS["removal-game"], most=40)
SMALL = replace(TOTAL, low=0, high=200)
MARGIN = replace(TASKS["deque"], most=40)
EXAMPLES: dict[Values, int] = {(8, 15, 3, 7): 22, (5, 3, 7, 10): 15, (2, 2, 2, 2): 4, (4, 5, 1, 3): 8}
OF_ROWS = [OWN, replace(OWN, format="cases")]


def own(rules: str = "", against: str = "optimal", **changed: Any) -> Task:
    return replace(OWN, rules=Rules.of(rules), opponents=(opponent(against),), **changed)


# --- presentation errors -----------------------------------------------------------------------

RUNS: tuple[tuple[Values, ...], ...] = (((8, 15, 3, 7), (5,)), ((1, 9, 2), (4, 4), (6, 2, 1)), ((20, 1),))
PRINTING = [*OF_ROWS, replace(OF_ROWS[1], question="both"), replace(OF_ROWS[1], question="alice")]
"""Tasks whose answers are a number, or several runs with a number, two numbers or a word for each row."""

NEXT_DIGITS = str.maketrans("0123456789", "1234567890")


def misprints(task: Task, *forms: str, right: bool = True) -> str:
    """The mistake that is named if each run prints its answers in such a form.

    A is an answer and T the other player's total, a line for each row; * has all answers, and _ on one line.
    """
    outcomes = []
    for rows, form in zip(RUNS, forms, strict=False):
        trial = Trial("own", rows if task.many else rows[:1]).answered(task)
        given = [answer.upper() for answer in trial.answers]
        if not right:
            given[-1] = given[-1].translate(NEXT_DIGITS) if given[-1].isdigit() else "no"
        told = [form.replace("A", each) for each in given]
        if "T" in form and task.question == "first":
            rests = [sum(row) - int(each) for row, each in zip(trial.rows, given, strict=True)]
            told = [line.replace("T", f"{rest}") for line, rest in zip(told, rests, strict=True)]
        whole = form.replace("*", "\n".join(given)).replace("_", " ".join(given))
        output = "\n".join(told) if "A" in form or "T" in form else whole
        outcomes.append(Outcome(trial, Verdict.PE, "", trial.answers, None, 0.0, 0.0, 0, output))
    return ", ".join(mistake.name for mistake in name_misprints(task, outcomes))


def misprint(form: str) -> list[str]:
    """What is named in each task if two runs print right answers in this form, and in no other case."""
    for task in PRINTING:
        assert not misprints(task, form, form, right=False), "its correction is wrong"
        assert not misprints(task, form), "once is not enough"
        assert not misprints(task, form, ""), "one has no output"
    return [misprints(task, form, form) for task in PRINTING]


def test_a_run_that_prints_more_than_the_answers_is_named_by_its_output() -> None:
    def repeats(text: str) -> str:
        return f"{text}{half([*map(int, text.split())][1:])}"

    def rounds(text: str) -> str:
        n, *row = map(int, text.split())
        return f"{half(row)}.0" if n % 2 else f"{sum(row)}"

    for says, expected in (
        (repeats, [("lines besides the answer", None)]),
        (rounds, [("decimals", Verdict.PE), ("adds what the opponent gets", Verdict.WA)]),
    ):
        program = Program(printing(says), ["it"], SMALL)
        outcomes = [program.try_out(trial) for trial in trials(SMALL, 60, seed=1)]
        assert names(program, outcomes) == expected


# --- wrong functions from a row to its answer ------------------------------------------------------


def recursion(v: Values, cell: Callable[..., int]) -> int:
    """A recursion on rows; a single card is its value."""

    @cache
    def at(row: Values) -> int:
        return cell(at, row) if len(row) > 1 else sum(row)

    return at(v)


def margin(
    v: Sequence[int],
    cell: Callable[[int, int, int, int], int] = lambda a, b, after_a, after_b: max(a - after_a, b - after_b),
) -> int:
    """Margins: one follows from both ends and from what is left after each."""
    return recursion(tuple(v), lambda at, row: cell(row[0], row[-1], at(row[1:]), at(row[:-1])))


def half(v: Sequence[int], *cell: Callable[[int, int, int, int], int]) -> int:
    """The total that belongs to a margin."""
    return (sum(v) + margin(v, *cell)) // 2


def play(
    v: Values, reply: Callable[..., int] = min, choose: Callable[..., int] = max, last: int = 1
) -> tuple[int, int]:
    """Your totals moving first and second, of best play by default; the last card counts `last` times."""
    first, second = [0] * (len(v) + 1), [0] * (len(v) + 1)
    for n in range(1, len(v) + 1):
        cards, places = v if n > 1 else [last * each for each in v], range(len(v) + 1 - n)
        after = [choose(cards[i] + second[i + 1], cards[i + n - 1] + second[i]) for i in places]
        second = [reply(first[i + 1], first[i]) for i in places]
        first = after
    return first[0], second[0]


def by_two(
    v: Sequence[Any],
    cell: Callable[..., Any] = lambda a, b, aa, ab, bb: max(a + min(aa, ab), b + min(ab, bb)),
) -> Any:
    """A table of your own moves: a cell follows from both ends and from what is left after two cards."""

    @cache
    def at(i: int, j: int) -> Any:
        if j - i < 3:
            return max(v[i:j], default=0)
        return cell(v[i], v[j - 1], at(i + 2, j), at(i + 1, j - 1), at(i, j - 2))

    return at(0, len(v))


def ahead(v: Values) -> bool:
    """Whether the left end exceeds the better end that is then left by more than the right one."""
    return v[0] - max(v[1], v[-1]) >= v[-1] - max(v[0], v[-2])


def ascending(v: Values, cell: Callable[..., int], *, diagonal: bool = True) -> int:
    """A table that is filled by ascending left ends, and so reads cells that are still 0."""
    known = {(i, i): card for i, card in enumerate(v) if diagonal or i == 0}
    for j in range(1, len(v)):
        known[0, j] = cell(v[: j + 1], known.get((1, j), 0), known[0, j - 1])
    return known[0, len(v) - 1]


def remembering(v: Values, key: Callable[[int, int], object], *, totals: bool = False) -> int:
    """The total by a recursion that remembers margins, or totals, by this key."""
    known: dict[object, int] = {}

    def best(i: int, j: int) -> int:
        if j - i < 2:
            return v[i]
        if key(i, j) not in known:
            left, right = best(i + 1, j), best(i, j - 1)
            known[key(i, j)] = (
                sum(v[i:j]) - min(left, right) if totals else max(v[i] - left, v[j - 1] - right)
            )
        return known[key(i, j)]

    found = best(0, len(v))
    return found if totals else (sum(v) + found) // 2


def truth(fair: object) -> str:
    return str(bool(fair)).lower()


def by_three(v: Values, worst: int = -(10**4)) -> str:
    """Who wins by taking up to three cards from the left, by a maximum that starts at `worst`."""
    best = [0] * (len(v) + 1)
    for i in reversed(range(len(v))):
        taken = [sum(v[i:k]) - best[k] for k in range(i + 1, min(i + 3, len(v)) + 1)]
        best[i] = max(worst, *taken)
    return "Alice" if best[0] > 0 else "Bob" if best[0] < 0 else "Tie"


def greedy_of_iii(row: Values) -> str:
    got, turn = [0, 0], 0
    while row:
        taken = max(range(1, min(3, len(row)) + 1), key=lambda k: sum(row[:k]))
        got[turn] += sum(row[:taken])
        row, turn = row[taken:], 1 - turn
    return "Tie" if got[0] == got[1] else "Alice" if got[0] > got[1] else "Bob"


def larger_ends(v: Sequence[int], weights: Sequence[int]) -> int:
    """The sum of the products if you alone take the end that earns most, or of two such ends the left one."""
    rest, total = list(v), 0
    for weight in weights:
        total += weight * rest.pop(0 if weight * rest[0] >= weight * rest[-1] else -1)
    return total


def by_parity(v: Values) -> bool:
    if len(v) % 2 == 0:
        return True
    halves = [end + min(sum(rest[::2]), sum(rest[1::2])) for end, rest in ((v[0], v[1:]), (v[-1], v[:-1]))]
    return 2 * max(halves) >= sum(v)


def products(row: Values) -> tuple[Values, Values]:
    """The cards and the weights of a row."""
    m = row[-1]
    return row[: -1 - m], row[-1 - m : -1]


def best_by(row: Values, weights: Sequence[int]) -> object:
    """The best sum of products with other weights."""
    score = "".join(f"{weight}/" for weight in weights)
    return rules_oracle.score(f"turns A, score {score}", products(row)[0])[0]


def played_by(row: Values, first: str, second: str) -> str:
    """Both totals of a game between two players who look at the cards."""
    (game,) = rules_oracle.games("", row, second, True, first)
    return " ".join(map(str, rules_oracle.totals_of(row, game)))


def total_by(row: Values, rules: str) -> object:
    """Your total moving first by other rules."""
    return rules_oracle.score(rules, row)[0]


def mistake_of(says: Callable[[Values], object], task: Task) -> str:
    """The mistake of a wrong function on the rows of its task."""
    task = replace(task, most=min(task.most, 70 if task == TASKS["stone-game-iii"] else 30))
    program: Any = Pretended(says, task)
    outcomes = [program.try_out(trial) for trial in trials(task, 60, seed=1)]
    return " | ".join(name for name, _ in names(program, outcomes))


def test_each_mistake_in_a_function_or_in_printing_is_named() -> None:
    names = {"named": mistake_of, "on_a_row": on_a_row}
    calls_are_expected("calls_of_mistakes.txt", globals() | names)
