"""Tasks and their files: rows, how answers are read, the verdict of a run, and scores; no process."""

from __future__ import annotations

import functools
import re
import tomllib
from dataclasses import fields, replace
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock
from unittest.mock import Mock, call

import pytest

import twoends
from expected import calls_are_expected
from judged import OWN, write_task
from twoends.judge import TASKS, CommandError, Limits, Scoring, Task, TaskError, Verdict, task
from twoends.judge.answers import choose
from twoends.judge.gradescope import read_visibility
from twoends.judge.outcomes import FILL_MEMORY, SANITIZERS, Outcome, Program, refusal
from twoends.judge.scores import By, score, scoring_of
from twoends.judge.task_files import GROUP, KEYS, LIMITS, ROWS
from twoends.judge.tasks import Values, proof
from twoends.judge.trials import CLASSIC, Trial, bundle, bundled_for, by_greed, group_names, trials
from twoends.programs.client import Run
from twoends.programs.verdicts import verdict_of
from twoends.rules.opponent_names import opponent
from twoends.rules.rules import Rules

BASE = Task("own", "the tests", (opponent("greedy left"),), "first", "values")


def own(**changed: Any) -> Task:
    return replace(BASE, **changed)


LIMITED = Limits(seconds=1.5, memory=64 << 20, output=2048, processes=5)

ENDED = Run("by itself", 0, b"7\n", b"", seconds=0.25, wall=0.5, memory=10 << 20, limits=LIMITED)

TASK = Task(
    "own", "the tests", (opponent("optimal"),), "first", "cases", seconds=1.5, memory=64 << 20, stack=8
)

TRIAL = Trial("small", ((3, 9), (4,)))


def supervisor_of(end: Run | CommandError) -> Any:
    """A stand-in for a supervisor whose only run ends like this."""
    return Mock(run=Mock(side_effect=[end]))


def ended(**changed: Any) -> str:
    """The verdict on a run that printed 7 and ended in time, except for these changes."""
    verdict, sentence = verdict_of(replace(ENDED, **changed))
    return f"{verdict} {sentence}"


def tried(output: bytes, *rows: Values) -> tuple[str, object, list[Values]]:
    """The verdict on a run with this output, the answers, and the rows with wrong ones."""
    supervisor, trial = supervisor_of(replace(ENDED, output=output, has_read=False)), Trial("small", rows)
    outcome = Program(supervisor, ["./answer", "-v"], TASK).try_out(trial)
    expected = tuple("9" if row == (3, 9) else "4" for row in rows)
    kept = output.decode() if outcome.verdict is Verdict.PE else ""
    measured = (0.25, 0.5, 10 << 20, kept, False)
    assert outcome == Outcome(trial, outcome.verdict, outcome.note, expected, outcome.got, *measured)
    limits = Limits(seconds=1.5, memory=64 << 20, stack=8)
    asked = call(["./answer", "-v"], TASK.write(rows), limits, environment=FILL_MEMORY)
    assert supervisor.run.call_args == asked
    return f"{outcome.verdict} {outcome.note}", outcome.got, outcome.failed_rows


def checked(**changed: Any) -> tuple[str, object]:
    """The verdict on a run with memory checks, which has larger limits, and the answers."""
    supervisor = supervisor_of(replace(ENDED, **changed))
    outcome = Program(supervisor, ["./answer"], TASK, checked=True).try_out(TRIAL)
    limits = Limits(seconds=15, memory=(64 << 20) + (1 << 30), stack=8, addresses=False)
    asked = call(["./answer"], TASK.write(TRIAL.rows), limits, environment=SANITIZERS | FILL_MEMORY)
    assert supervisor.run.call_args_list == [asked]
    return f"{outcome.verdict} {outcome.note}", outcome.got


def published(name: str, row: Values) -> tuple[str, str]:
    """The published form and answer of a row."""
    task = TASKS[name]
    answer = task.answer(row)
    assert task.allows(row)
    assert task.read(f"{task.show(answer.lower())}\n".encode(), 1) == [answer], "words may have any case"
    assert proof(task, row), "there is a line of play"
    return task.write([row]).decode(), answer


def lengths(group: str, count: int = 300, **changed: Any) -> list[int]:
    """The lengths of the rows of a group."""
    planned = trials(own(**changed), count, seed=0)
    return [len(row) for trial in planned if trial.group == group for row in trial.rows]


def test_rows_answers_and_ends_of_runs_are_accepted_or_get_one_sentence() -> None:
    functions = (bundled_for, by_greed, read_visibility, refusal)
    calls_are_expected("calls_of_tasks.txt", globals() | {each.__name__: each for each in functions})


def test_memory_is_filled_for_up_to_200_cards_and_not_if_that_is_too_much() -> None:
    ends: tuple[dict[str, Any], ...] = ({"ended": "memory"}, {"memory": (64 << 20) + 1})
    for (cards, filled), end in product(((200, FILL_MEMORY), (201, {})), ends):
        supervisor = Mock(run=Mock(side_effect=[replace(ENDED, **end), replace(ENDED, output=b"0\n0\n")]))
        trial = Trial("", ((0,) * 100, (0,) * (cards - 100)))
        assert Program(supervisor, ["it"], TASK).try_out(trial).verdict is Verdict.AC
        assert [each.kwargs for each in supervisor.run.call_args_list] == [{"environment": filled}, {}]


def test_each_group_has_rows_of_its_kind() -> None:
    low, high = -50, 10**9
    task = replace(OWN, most=100, low=low, high=high)
    groups: dict[str, list[Values]] = {}
    for trial in trials(task, 1000, seed=0):
        groups.setdefault(trial.group, []).extend(trial.rows)
    assert ([*groups], groups["classic"]) == (group_names(task), [*CLASSIC])
    small = {row for n in (1, 2, 3, 4) for row in product((-1, 0, 1), repeat=n)}
    others = {row for name, rows in groups.items() if name != "small" for row in rows}
    assert {*groups["small"]} == small - others
    assert [*map(len, groups["ties"])] == [*range(4, 12)] * 2
    assert {card for row in groups["ties"] for card in row} == {0, 1, 2}
    shapes = groups["shapes"]
    assert [*map(len, shapes)] == [n for n in (6, 9, 16, 33) for _ in range(6)]
    for at in range(0, 24, 6):
        equal, up, down, valley, peak, zigzag = shapes[at : at + 6]
        assert (equal, down) == ((max(up),) * len(up), up[::-1])
        for row in (up, valley, peak, zigzag):
            assert (sorted(row), low <= min(row), max(row) <= 1000) == ([*up], True, True)
        for hill in (list(peak), [-card for card in valley]):
            top = hill.index(max(hill))
            assert hill[:top] + hill[:top:-1] == sorted(hill[:top]) + sorted(hill[top + 1 :])
        assert all((a >= b) == (i % 2 == 0) for i, (a, b) in enumerate(pairwise(zigzag))), zigzag
    zeros = [(0,) * n for n in (30, 60)] + [(0,) * n + (-1, -1) + (0,) * n for n in (11, 29)]
    assert groups["not computed"] == zeros
    pairs, extremes = [*product((low, high), repeat=2)], set[Values]()
    for n in (1, 2, 5, 8, 40):
        extremes |= {(pair * n)[:n] for pair in pairs} | {tuple(range(high, high - n, -1))}
    beyond = {*groups["extremes"]} - extremes
    assert extremes | beyond == {*groups["extremes"]}
    margins = [int(replace(task, question="margin").answer(row)) for row in beyond]
    for infinity in (10**4, 10**6, 10**9):
        assert min(margins) < -infinity
        assert max(int(task.answer(row)) for row in beyond) > infinity
    assert [*map(len, groups["longer"] + groups["longest"])] == [20, 28, 40, 64, *[100] * 4]
    *_, ascending, alternating = groups["longest"]
    assert (ascending, alternating) == (tuple(sorted(ascending)), (1, high) * 50)
    for name, most in (("random", 12), ("more random", 30)):
        assert {*map(len, groups[name])} == {*range(1, most + 1)}, name


def test_rows_beyond_infinity_have_large_sums_and_losses_on_which_answers_depend() -> None:
    """By one card from either end, the first player never loses an even row, and no loss hides another."""
    games = (("optimal", ""), ("greedy", ""), ("optimal", "take 1-3 left"))
    for ask, low, even, (who, rules) in product(("first", "wins"), (-5, 0), (False, True), games):
        task = own(question=ask, low=low, high=9, most=70, even_only=even, opponents=(opponent(who),))
        task = replace(task, rules=Rules.of(rules))
        margin = functools.cache(lambda row, task=task: task.solve(row, *task.opponents, task.rules).margin)
        with mock.patch.dict(trials.__globals__, INFINITIES=(40, 100)):
            rows = [*trials.__globals__["_beyond_infinity"](task)]
        for infinity in (40, 100):
            equal = {row[0] for row in rows if len({*row}) == 1 and abs(sum(row)) > infinity}
            assert equal == ({low, 9} - {0} if ask == "first" else set()), task
            assert any(margin(row) < -infinity for row in rows) == (bool(rules) or not even), task
            parts = (row[at:] for row in rows if -27 <= margin(row) < 0 for at in range(len(row)))
            hides = any(margin(part) < -infinity for part in parts)
            assert hides == (ask == "wins" and bool(rules)), (task, infinity)


def test_equal_cards_become_different_ones_in_the_same_order() -> None:
    """They are spread evenly, as little beyond the smallest and the largest card as they need."""
    task, draw = own(all_different=True, low=-3, high=12), Random(7)
    for _ in range(200):
        low, high = sorted(draw.choices(range(-3, 13), k=2))
        row = tuple(draw.choices(range(low, high + 1), k=draw.randint(2, 9)))
        made, places = trials.__globals__["_make_different"](task, row), range(len(row))
        assert task.allows(made), (row, made)
        assert sorted(places, key=made.__getitem__) == sorted(places, key=lambda at: (row[at], at))
        steps = [after - before for before, after in pairwise(sorted(made))]
        assert max(steps) - min(steps) <= 1, (row, made)
        assert sum(steps) == max(max(row) - min(row), len(row) - 1), (row, made)


@pytest.mark.parametrize(
    "task", [replace(each, most=min(each.most, 60)) for each in TASKS.values()], ids=list(TASKS)
)
def test_all_rows_are_allowed_and_different_and_one_is_the_longest(task: Task) -> None:
    progress = Mock()
    planned = trials(task, 60, seed=4, progress=progress)
    assert progress.call_args_list == [call(done, 60) for done in range(1, 61)]
    rows = [row for trial in planned for row in trial.rows]
    assert len(rows) == len(set(rows)) == 60, "no row is drawn twice"
    if task.all_different:
        assert {trial.group for trial in planned} >= {"ties", "shapes"}, "equal cards become different ones"
    for row in rows:
        assert task.allows(row), f"{task.name}: {row[:20]}"
    assert max(map(len, rows)) >= task.most - 1, "the longest row is missing"


@pytest.mark.parametrize("ask", ["not-beaten", "wins", "winner"])
def test_two_possible_answers_are_equally_common(ask: str) -> None:
    task = replace(TASKS["predict-the-winner"], question=ask, most=60)
    given: dict[str, list[str]] = {}
    for trial in trials(task, 120, seed=1):
        given.setdefault(trial.group, []).extend(map(task.answer, trial.rows))
    for group, answers in given.items():
        if len(set(answers)) > 1:  # all zeros are always a draw
            often = max(map(answers.count, answers))
            assert often <= len(answers) / 2 + 3, (group, often, len(answers))
    assert sum(len(set(answers)) > 1 for answers in given.values()) >= len(given) - 1, given


def test_rows_share_a_run_up_to_25_rows_and_2000_cards() -> None:
    several, draw = replace(OWN, format="cases"), Random(3)
    for lengths in ((1, 2), (1000, 1), (1, 999, 1000, 1999, 2000, 2500)):
        for count in range(60):
            rows = [(count,) * draw.choice(lengths) for _ in range(count)]
            bundled = [trial.rows for trial in bundle(several, "own", rows)]
            assert [row for each in bundled for row in each] == rows
            for each in bundled:
                assert len(each) == 1 or (len(each) <= 25 and sum(map(len, each)) <= 2000), each
            for each, after in pairwise(bundled):
                assert len(each) == 25 or sum(map(len, (*each, after[0]))) > 2000, "there is room for more"
            assert [trial.rows for trial in bundle(OWN, "own", rows)] == [(row,) for row in rows]


# --- scores ------------------------------------------------------------------------------------

WEIGHTS = {"ties": 1, "longer": 2, "longest": 2}
ENDS = (Verdict.AC, Verdict.WA, Verdict.PE, Verdict.RE, Verdict.TLE, None)
"""The verdicts of a run; None of one that was left out."""


def test_a_group_scores_only_as_a_whole_and_wrong_answers_or_failures_on_short_rows_have_a_cap() -> None:
    cap = Fraction(2, 5)
    for ends in product(ENDS, repeat=3):
        runs = [("longest", Verdict.AC), *zip(WEIGHTS, ends, strict=True)]
        result = score(runs, Scoring(cap=cap))
        worths = {group: Fraction(weight, 5) for group, weight in WEIGHTS.items()}
        of_whole = {group: worths[group] * (end is Verdict.AC) for group, end in runs[1:]}
        is_bad = ends[0] not in (Verdict.AC, None) or bool({Verdict.WA, Verdict.PE} & {*ends})
        total = sum(of_whole.values())
        assert result.total == (min(total, cap) if is_bad else total), runs
        assert result.capped == (is_bad and total > cap), runs
        for each in result.groups:
            own = [end for group, end in runs if group == each.name]
            counts = (own.count(Verdict.AC), len(own), own.count(None))
            assert (each.accepted, each.runs, each.left_out) == counts, runs
            assert (each.worth, each.score) == (worths[each.name], of_whole[each.name]), runs
        assert not score(runs, Scoring(by="runs", cap=Fraction(0))).capped, "games have no cap"


@pytest.mark.parametrize("full", [100, 33.33])
@pytest.mark.parametrize("by", ["groups", "runs"])
def test_points_have_two_decimals_and_add_up_to_the_rounded_total(by: By, full: float) -> None:
    for whole in product([True, False], repeat=6):
        runs = [(f"{at}", Verdict.AC if accepted else Verdict.WA) for at, accepted in enumerate(whole)]
        runs += [(f"{at}", Verdict.AC) for at in (0, 3, 3, 5)]
        result = score(runs, Scoring(by=by, cap=Fraction(1)))
        total, groups = result.points(full)
        assert total == round(result.total * round(100 * full)) / 100, whole
        assert round(sum(points for points, _ in groups), 9) == total, whole
        assert round(sum(most for _, most in groups), 9) == full, whole
        assert all(round(each, 2) == each for pair in groups for each in pair), whole
        assert all(0 <= points <= most for points, most in groups), whole


# --- files of tasks -----------------------------------------------------------------------------

BOTH_ENDS = """
title = "Both ends"
source = "a course"
statement = "Take a card from either end."

[rows]
least = 2

[limits]
seconds = 1.5
memory = 128
stack = 8

[[groups]]
name = "by hand"
points = 30
rows = ["8 15 3 7", "1 2"]

[[groups]]
name = "long"
rows = ["3,4, 5 6 7 8 9 10 11"]
"""


def test_a_file_sets_every_part_of_a_task_and_each_error_is_one_sentence_with_the_file_and_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def read(text: str) -> str | dict[str, object]:
        """The parts of a task that are not usual, or the error in its file."""
        Path("it.toml").write_text(text)
        try:
            made, usual = task("it.toml"), replace(OWN, name="it", title="it", source="it.toml")
        except TaskError as fault:
            return re.sub("not TOML: .*", "not TOML: …", str(fault))
        every = [field.name for field in fields(Task)]
        return {name: getattr(made, name) for name in every if getattr(made, name) != getattr(usual, name)}

    def changed(old: str, new: str) -> str | dict[str, object]:
        return read(BOTH_ENDS.replace(old, new, 1))

    calls_are_expected("task_files.txt", globals() | locals() | {"scoring_of": scoring_of, "choose": choose})


# --- a named player ------------------------------------------------------------------------------


def test_the_answers_of_a_named_player_are_those_of_matches(tmp_path: Path) -> None:
    who, other, rules = "modest left", "greedy left", "take 1-3 left"
    parts: dict[str, Any] = {"player": who, "opponent": other, "rules": rules, "rows": {"most": 9}}
    first, second = (
        task(str(tmp_path / write_task(tmp_path, question=asked, **parts))) for asked in ("both", "second")
    )
    for row in (row for trial in trials(first, 12, 1) for row in trial.rows):
        game = twoends.match(twoends.Row.of(row), who, other, rules=rules).game
        assert first.answer(row) == f"{game.yours} {game.theirs}", row
        game = twoends.match(twoends.Row.of(row), other, who, rules=rules).game
        assert second.answer(row) == str(game.theirs), row


# --- documented ------------------------------------------------------------------------------------

DOCUMENT = (Path(__file__).parents[1] / "docs" / "judge.md").read_text("utf-8")


def test_every_key_and_every_function_is_documented_with_an_example(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    (tmp_path / "sereja.toml").write_text(example)
    made = task(str(tmp_path / "sereja.toml"))
    assert [made.answer(row) for row in made.groups[0].rows] == ["12 5", "16 12"]
    assert tomllib.loads(example).keys() == KEYS.keys() - {"sentence", "rules", "ties_open"} | {"rows"}
    table = DOCUMENT[DOCUMENT.index("| key |") : DOCUMENT.index("With groups, missing limits")]
    keys = {
        word for first in re.findall(r"^\|([^|]*)", table, re.M) for word in re.findall(r"`\[*(\w+)", first)
    }
    assert keys == {*KEYS, *ROWS, *LIMITS, *GROUP}
    for name, each in TASKS.items():
        (line,) = re.findall(rf"^\| `{name}` \| `{each.function}` \|.*", DOCUMENT, re.MULTILINE)
        values = f"±{short(each.high)}" if each.low < 0 else f"{each.low} to {short(each.high)}"
        values = values if each.most_sum is None else f"sum at most {short(each.most_sum)}"
        rows = f"{each.least} to {short(each.most)} cards" + ", even; " * each.even_only
        limits = f"{values}{', odd sum' * each.odd_sum} | {each.seconds:g} s, {each.memory >> 20} MB |"
        assert (rows in line, line.endswith(limits)) == (True, True), (rows, limits, line)
        assert ("all different" in line) == each.all_different, name


def short(number: int) -> str:
    """A limit of rows as the documentation writes it."""
    zeros = len(f"{number}") - 1
    power = f"10{'⁰¹²³⁴⁵⁶⁷⁸⁹'[zeros]}"
    return f"{number}" if number < 10**4 else power if number == 10**zeros else f"{number:,}"
