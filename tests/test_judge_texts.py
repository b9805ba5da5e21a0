"""Whole reports of made-up judgements, recorded in tests/data, and the files of real ones, which agree."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from command_line import refused
from command_line import run as twoends
from expected import is_expected
from judged import command, judge_moves, write_task
from twoends import LEFT, RIGHT, Position, Row
from twoends.judge import BotJudgement, Judgement, Task, Verdict
from twoends.judge.gradescope import Visibility, gradescope_json, read_visibility, require_writable
from twoends.judge.mistakes import TOO_SLOW, Mistake
from twoends.judge.outcomes import Outcome
from twoends.judge.reports import failure_text, json_judgement, text
from twoends.judge.tasks import Group, Values
from twoends.judge.trials import Trial
from twoends.programs.bots import Foul, FoulError
from twoends.rules.errors import TwoEndsError
from twoends.rules.moves import Move
from twoends.rules.opponents import opponent
from twoends.views.files import FileError, write_whole

TASK = Task("own", "the tests", (opponent("optimal"),), "first", "count-then-values", seconds=1.5)

NOTES = {
    Verdict.AC: "",
    Verdict.WA: "the answer is wrong",
    Verdict.TLE: "it was not done after 1.5 s of processor time",
    Verdict.MLE: "it used more than 256 MB of memory",
    Verdict.RE: "it ended with exit status 3: I give up",
    Verdict.PE: "line 1 is 'seven', not a whole number",
    Verdict.CE: f"'answer' does not start: {'one word after the other ' * 8}and no end",
}


def outcome(
    group: str,
    rows: tuple[Values, ...],
    verdict: Verdict,
    got: tuple[str, ...] | None = None,
    task: Task = TASK,
) -> Outcome:
    expected = tuple(map(task.answer, rows))
    cards = sum(map(len, rows))
    given = expected if verdict is Verdict.AC else got
    return Outcome(
        Trial(group, rows), verdict, NOTES[verdict], expected, given, cards / 64, cards / 32, cards << 20
    )


def judgement(*outcomes: Outcome, **changed: object) -> Judgement:
    made = Judgement(("python3", "my answer.py"), TASK, 7, outcomes, (), None, ())
    return replace(made, **changed)  # type: ignore[arg-type]  # fields by name


def mistake(
    name: str, meaning: str = "it does what it should not", explains: Verdict | None = None
) -> Mistake:
    return Mistake(name, meaning, lambda values: None, explains=explains)


SMALL = outcome("small", ((8, 15, 3, 7),), Verdict.AC)
WRONG = outcome("small", ((9, 2),), Verdict.WA, ("2",))
TIES = outcome("ties", ((4, 4, 4),), Verdict.AC)
SLOW = outcome("longest", (tuple(range(60)),), Verdict.TLE)
LONG = outcome("random", (tuple(range(100, 110)),), Verdict.WA, ("7",))
SEVERAL_TASK = replace(
    TASK, format="counted-lines", question="both", sentence="Game {game}: {answer}!", stack=8 << 20,
    memory=64 << 20,
)  # fmt: skip
SEVERAL = outcome("random", tuple((at, 40 - at, 7) for at in range(3)), Verdict.WA,
                  ("9 9", "9 9", "9 9"), SEVERAL_TASK)  # fmt: skip
NAMED = (mistake("plays greedily", "it takes the larger end at every move instead of the best one"),)

ANSWERS = {
    "accepted": judgement(SMALL, TIES),
    "accepted, in one run": judgement(SMALL),
    "wrong, with its mistake, capped": judgement(
        *(SMALL, WRONG, TIES),
        *(outcome(group, ((1, 2),), Verdict.AC) for group in ("random", "shapes", "longer")),
        shrunk=WRONG,
        mistakes=NAMED,
    ),
    "wrong everywhere": judgement(WRONG, shrunk=WRONG),
    "wrong, with two mistakes that explain it": judgement(
        SMALL,
        WRONG,
        shrunk=WRONG,
        mistakes=(*NAMED, mistake("sorts the row", "it sorts " + "and sorts " * 12 + "it")),
    ),
    "wrong and slow, a mistake for each": judgement(
        WRONG,
        SLOW,
        shrunk=WRONG,
        mistakes=(
            mistake("plays greedily", explains=Verdict.WA),
            mistake(TOO_SLOW, "too slow from n = 60 on", Verdict.TLE),
        ),
    ),
    "right and slow, one run left out": judgement(
        SMALL,
        SLOW,
        shrunk=SLOW,
        mistakes=(mistake(TOO_SLOW, "too slow from n = 60 on; its time grows like n³"),),
        missed=(Trial("longest", ((1,) * 70,)),),
    ),
    "wrong and slow, with one name for all": judgement(
        SMALL, SLOW, WRONG, shrunk=SLOW, mistakes=(mistake(TOO_SLOW, "too slow from n = 60 on"),)
    ),
    "fails at once, three runs left out": judgement(
        outcome("small", ((5,),), Verdict.RE),
        shrunk=outcome("small", ((5,),), Verdict.RE),
        missed=tuple(Trial(group, ((1,),)) for group in ("small", "small", "own")),
    ),
    "says what cannot be read": judgement(
        SMALL, outcome("small", ((5,),), Verdict.PE), shrunk=outcome("small", ((5,),), Verdict.PE)
    ),
    "does not start": judgement(
        outcome("small", ((5,),), Verdict.CE), missed=(SMALL.trial,), command=("./answer", "\x1b[31m", "")
    ),
    "several rows in a run, in sentences": judgement(
        SEVERAL,
        outcome("random", ((4, 4),), Verdict.AC, task=SEVERAL_TASK),
        shrunk=SEVERAL,
        task=SEVERAL_TASK,
    ),
    "a line of play that is wrapped": judgement(LONG, shrunk=LONG),
    "scored by the points of its groups": judgement(
        SMALL,
        TIES,
        WRONG,
        shrunk=WRONG,
        task=replace(TASK, groups=(Group("ties", Fraction(3), ()), Group("small", Fraction(1, 3), ()))),
    ),
}
"""Judgements of programs that answer."""


def played(
    player: Callable[[Position], Move], *rows: list[int], against: str = "greedy left"
) -> BotJudgement:
    opponents = [opponent(against), opponent("optimal")]
    return judge_moves(player, rows=[*map(Row.of, rows)], opponents=opponents, seed=3, perfect=True)


def falls(position: Position) -> Move:
    if len(position) > 3:
        return LEFT
    raise FoulError(Verdict.RE, "it ended with exit status 3: enough")


PLAYERS = {
    "a player that gives nothing away": played(lambda at: LEFT, [4]),
    "a player of some taste": played(
        lambda at: RIGHT if at.right > at.left else LEFT, [1, 30, 100, 15, 2], [4, 4]
    ),
    "a player against chance": played(lambda at: RIGHT, [1, 3, 100, 2], against="random"),
    "a player against an opponent with a long name": played(
        lambda at: LEFT, [3, 1, 2], against="greedy trembling 1/10"
    ),
    "a player that never came to a move": played(falls, [4]),
    "a player that fails": played(falls, [8, 15, 3, 7], [1] * 120),
    "a bot that does not end well": replace(
        played(lambda at: LEFT, [5, 3]),
        command=("./bot", "a b"),
        ending=Foul(Verdict.RE, "it ended with exit status 3"),
        left_out=1,
    ),
}
"""Judgements of players."""

FOR_PROGRAMS = (
    "right and slow, one run left out",
    "fails at once, three runs left out",
    "several rows in a run, in sentences",
    "a player against chance",
    "a bot that does not end well",
)
"""Their reports in the other formats are recorded too."""


def every_report() -> Iterator[str]:
    every: dict[str, Judgement | BotJudgement] = {**ANSWERS, **PLAYERS}
    for name, judged in every.items():
        yield f"=== {name}\n{text(judged)}\n"
        if name in FOR_PROGRAMS:
            report = json.dumps(json_judgement(judged), ensure_ascii=False)
            yield "--- JSON\n" + report.replace(', "', ',\n"')  # a line for each key
            yield f"--- Gradescope\n{gradescope_json(judged, 40, {})}"
    shown: dict[str, Visibility] = {"small": "hidden", "ties": "after_published"}
    hidden = gradescope_json(ANSWERS["wrong, with its mistake, capped"], 12.5, shown)
    yield f"=== Gradescope, where groups are hidden\n{hidden}"


def test_every_report_has_its_recorded_text() -> None:
    is_expected("judge_reports.txt", "\n".join(every_report()))


@pytest.mark.parametrize("rows", [12, 13])
def test_twelve_lines_of_a_failure_are_shown_and_the_rest_are_counted(rows: int) -> None:
    task = replace(TASK, format="lines")
    failed = outcome("own", tuple((at,) for at in range(rows)), Verdict.RE, task=task)
    shown = failure_text(judgement(failed, task=task), failed).splitlines()
    given = [line[10:] for line in shown if line][1 : rows + 1]
    assert given[:12] == [str(at) for at in range(12)]
    assert given[12:] == ([] if rows == 12 else ["… 13 lines"])


def test_the_visibility_of_groups_is_read_from_pairs() -> None:
    expected = {"small": "hidden", "more random": "after_due_date", "x": "after_published"}
    assert read_visibility([f"{group}={when}" for group, when in expected.items()]) == expected
    choices = "WHEN is one of visible, hidden, after_due_date, after_published"
    for wrong in ("a=b=visible", "small"):
        with pytest.raises(TwoEndsError, match=f"^'{wrong}' is not GROUP=WHEN: {choices}$"):
            read_visibility(["x=hidden", wrong])


def test_a_report_may_replace_a_file_and_follows_the_umask(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text("")
    require_writable(tmp_path / "old.json")
    before = os.umask(0o077)
    write_whole(tmp_path / "old.json", b"new")
    os.umask(before)
    assert (tmp_path / "old.json").stat().st_mode & 0o777 == 0o600


# --- the files of real judgements --------------------------------------------------------------

JUDGE = ("judge", "answers", "--tests", "15")
GREEDY = ("--", *command("plays_greedily.py"))


def test_all_reports_agree(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    task = tmp_path / "tasks" / write_task(tmp_path / "tasks", "removal-game", rows={"most": 7})
    run = twoends(
        *JUDGE, "--task", str(task), "--json", "--gradescope", str(file), "--points", "10",
        "--visibility", "small=hidden", *GREEDY,
    )  # fmt: skip
    assert (run.status, run.err) == (1, "")
    report = json.loads(run.out)
    assert report["verdict"] == "WA"
    assert [mistake["name"] for mistake in report["mistakes"]] == ["plays greedily"]
    assert sum(report["counts"].values()) == len(report["runs"]) == 15

    results = json.loads(file.read_text())
    assert results["score"] == pytest.approx(report["score"] / 10, abs=0.1)
    assert results["score"] <= 5, "a wrong answer caps the score"
    assert f"score {results['score']:g} of 10: " in results["output"]
    assert round(sum(test["max_score"] for test in results["tests"]), 6) == 10
    for test in results["tests"]:
        assert test["score"] == (test["max_score"] if test["status"] == "passed" else 0), test
    assert {test["name"] for test in results["tests"] if test["visibility"] == "hidden"} == {"small"}
    assert sorted(os.listdir(tmp_path)) == ["results.json", "tasks"], "a temporary file is left"


def test_a_report_never_replaces_a_folder_or_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    run = twoends("judge", "bot", "--gradescope", "pipe", "--", "no-such-program", cwd=tmp_path)
    refused(run, "it is not a file")
    with pytest.raises(FileError):
        write_whole(tmp_path / "folder", b"text")
    assert sorted(os.listdir(tmp_path)) == ["folder", "pipe"], "a temporary file is left"
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize(
    "words", [(*JUDGE, "--task", "deque"), ("judge", "bot", "--games", "3")], ids=["answers", "bot"]
)
def test_a_program_that_does_not_start_gets_all_reports_and_no_points(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    files = ("--gradescope", "results.json", "--json")
    run = twoends(*words, *files, "--", "no-such-program", cwd=tmp_path)
    assert (run.status, run.err) == (1, ""), run
    assert json.loads(run.out)["verdict"] == "CE"
    assert json.loads((tmp_path / "results.json").read_text())["score"] == 0
    (tmp_path / "scr\x1bipt").write_text("#!/no/such/interpreter\n")
    (tmp_path / "scr\x1bipt").chmod(0o755)
    plain = twoends(*words, "--", "./scr\x1bipt", cwd=tmp_path)
    assert plain.out.startswith("CE  does not compile or start: "), plain
    assert "\x1b" not in plain.out
