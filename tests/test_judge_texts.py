"""Reports of made-up judgements say what the judgement says, and the files of real ones agree."""

from __future__ import annotations

import json
import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from command_line import refused
from command_line import run as twoends
from judged import command, judge_moves, write_task
from twoends import LEFT, RIGHT, Position, Row
from twoends.judge import Judgement, Task, Verdict
from twoends.judge.gradescope import Visibility, for_student, gradescope_json
from twoends.judge.mistakes import TOO_SLOW, Mistake
from twoends.judge.outcomes import Outcome
from twoends.judge.reports import failure_text, json_judgement, text
from twoends.judge.tasks import Values, proof
from twoends.judge.trials import Trial
from twoends.programs.bots import Foul, FoulError
from twoends.rules.moves import Move
from twoends.rules.notation import write
from twoends.rules.opponent_names import opponent
from twoends.views.files import FileError, write_whole

TASK = Task("own", "the tests", (opponent("optimal"),), "first", "count-then-values", seconds=1.5)


def outcome(
    group: str, rows: tuple[Values, ...], verdict: Verdict, got: tuple[str, ...] | None = None
) -> Outcome:
    expected, cards = tuple(map(TASK.answer, rows)), sum(map(len, rows))
    given = expected if verdict is Verdict.AC else got
    note = "" if verdict is Verdict.AC else f"a note on {verdict}"
    return Outcome(Trial(group, rows), verdict, note, expected, given, cards / 64, cards / 32, cards << 20)


def judgement(*outcomes: Outcome, **changed: Any) -> Judgement:
    return replace(Judgement(("python3", "my answer.py"), TASK, 7, outcomes, (), outcomes[-1], ()), **changed)


def mistake(name: str, explains: Verdict | None = None) -> Mistake:
    return Mistake(name, "it does what it should not", lambda values: None, explains=explains)


SMALL = outcome("small", ((8, 15, 3, 7),), Verdict.AC)
WRONG = outcome("small", ((9, 2),), Verdict.WA, ("2",))
TIES = outcome("ties", ((4, 4, 4),), Verdict.AC)
WINS, YES = replace(TASK, question="wins"), replace(TIES, expected=("true",), got=("true",))
SLOW = outcome("longest", (tuple(range(60)),), Verdict.TLE)
FAILED = outcome("small", ((5,),), Verdict.RE)
PRINTED = replace(FAILED, verdict=Verdict.PE, output="seven\x1b\n")
NAMED, MUCH = mistake("plays greedily"), mistake("sorts")
LONG = replace(mistake(TOO_SLOW), meaning="too slow from n = 60 on")

CAPPED = judgement(
    SMALL, TIES, *(outcome(group, ((1, 2),), Verdict.AC) for group in ("random", "shapes", "longer")), WRONG,
    mistakes=(NAMED,),
)  # fmt: skip


def test_a_report_has_the_verdict_the_score_the_smallest_failure_and_the_mistake() -> None:
    assert (
        text(CAPPED)
        == """\
WA  wrong answer: python3 'my answer.py'
task own (the tests), your total moving first, against optimal
6 runs: 5 AC, 1 WA; slowest 0.06 s of 1.5 s (small, 4 cards); seed 7
score 50 of 100: passed 4 of 5 groups; failed: small; capped at 50: it fails on more than long rows

The smallest failure:
  verdict   WA: a note on WA
  input     2
            9 2
  expected  9
  got       2
  line      against optimal: you left 9, opponent left 2; you have 9, the opponent 2

The mistake: plays greedily.
  It does what it should not."""
    )


@pytest.mark.parametrize(
    ("judged", "part"),
    [
        (judgement(SMALL, TIES, shrunk=None), "score 100 of 100: passed 2 of 2 groups"),
        (judgement(YES, YES, shrunk=None, task=WINS), "the answer to every row is true"),
        (judgement(WRONG), "No known mistake explains every answer."),
        (judgement(WRONG, mistakes=(NAMED, MUCH)), "Each of these mistakes explains every answer:"),
        (judgement(WRONG, SLOW, mistakes=(mistake("a", Verdict.WA), LONG)), "explain all of one verdict:"),
        (judgement(SMALL, SLOW, mistakes=(LONG,)), "Right, and too slow from n = 60 on."),
        (judgement(SMALL, SLOW, WRONG, mistakes=(LONG,)), "The mistake: too slow for long rows."),
        (judgement(SMALL, SLOW, mistakes=(LONG,)), "the longest run took 1.88 s of real time"),
        (judgement(SLOW, missed=(TIES.trial,)), "1 more run was left out: too many used up their limits"),
        (judgement(FAILED, missed=(TIES.trial,) * 2), "2 more runs were left out"),
        (judgement(PRINTED), "\n  printed   seven·"),
        (judgement(SMALL, shrunk=None, program="a.py", guess="b.py"), "a guess: b.py; choose with --entry"),
        (judgement(FAILED, shrunk=None, command=("./answer", "\x1b", "")), "./answer '·' ''\n"),
    ],
)  # fmt: skip
def test_a_report_says_what_is_special_about_a_judgement(judged: Judgement, part: str) -> None:
    assert part in text(judged)
    assert ("explain" in text(judged)) == ("explain" in part), "nothing to explain without answers"


def test_twelve_lines_of_a_failure_are_shown_and_the_rest_are_counted() -> None:
    failed = outcome("own", tuple((at,) for at in range(13)), Verdict.RE)
    shown = failure_text(judgement(failed, task=replace(TASK, format="lines")), failed).splitlines()
    assert [line[10:] for line in shown][1:14] == [*map(str, range(12)), "… 13 lines"]


def test_the_object_of_a_judgement_has_every_run_and_the_input_of_the_smallest_failure() -> None:
    report = json.loads(json.dumps(json_judgement(CAPPED)))
    assert (report["verdict"], report["accepted"], report["seed"]) == ("WA", False, 7)
    assert report["counts"] == {"AC": 5, "WA": 1}
    assert report["score"] == CAPPED.score.points()[0]
    assert report["mistakes"] == [{"name": NAMED.name, "meaning": NAMED.meaning, "explains": None}]
    for run, done in zip(report["runs"], CAPPED.outcomes, strict=True):
        assert (run["verdict"], run["expected"]) == (done.verdict.name, [*done.expected])
        assert (run["seconds"], run["wall_seconds"], run["memory"]) == (done.seconds, done.wall, done.memory)
    failure = {"rows": [[9, 2]], "got": ["2"], "input": "2\n9 2\n", "line": proof(TASK, (9, 2))}
    assert report["smallest_failure"].items() >= failure.items()


def test_the_tests_of_gradescope_add_up_and_hidden_groups_hide_the_failure() -> None:
    shown: dict[str, Visibility] = {"small": "hidden", "ties": "after_published"}
    results = json.loads(gradescope_json(CAPPED, 12.5, shown))
    assert (results["score"], sum(test["max_score"] for test in results["tests"])) == (6.25, 12.5)
    assert {test["name"]: test["visibility"] for test in results["tests"]} == {
        **dict.fromkeys((group.name for group in CAPPED.score.groups), "visible"), **shown,
    }  # fmt: skip
    assert results["tests"][0]["output"].startswith("1 of 2 accepted\n6: 9 2\nverdict   WA: a note on WA\n")
    assert results["output"] == for_student(CAPPED, shown, 12.5)
    assert "smallest failure" not in results["output"]
    assert "smallest failure" not in for_student(CAPPED, {"ties": "after_published"})
    assert for_student(CAPPED, {}) == text(CAPPED).replace("; seed 7", "")


# --- bots --------------------------------------------------------------------------------------


def falls(position: Position) -> Move:
    if len(position) > 3:
        return LEFT
    raise FoulError(Verdict.RE, "enough")


def test_the_reports_of_a_bot_have_its_games_its_losses_and_its_fouls() -> None:
    opponents = [opponent("greedy trembling 1/10"), opponent("optimal")]
    made = judge_moves(lambda at: RIGHT, rows=[Row.of([1, 3, 100, 2])], opponents=opponents, perfect=True)
    assert made.worst is not None
    ended = replace(made, ending=Foul(Verdict.RE, "no end"), left_out=2)
    shown, report = text(ended), json_judgement(ended)
    for part in (
        "RE  run-time error: mine\n4 games; seed 0\n",
        f"\n  {write(made.worst.game)}\n",
        "\nEvery move matches: always right.\n",
        "\n  RE: no end\n      at the end of its input, after the last game\n2 more games were left out",
    ):
        assert part in shown
    for record, told in zip(made.records, report["records"], strict=True):
        (line,) = (line for line in shown.splitlines() if line.startswith(f"  {record.against} "))
        assert f" {record.best_moves}/{record.moves} " in line
        assert told.keys() == {each.name for each in fields(record)}
    assert [(told["notation"], told["yours"], len(told["losses"])) for told in report["games"]] == [
        (write(each.game), each.game.yours, len(each.losses)) for each in made.games
    ]
    assert report["fouls"] == [{"verdict": "RE", "note": "no end"}]
    groups = [test["name"] for test in json.loads(gradescope_json(ended, 40, {}))["tests"]]
    assert groups == [*(f"against {each}" for each in opponents), "the end", "left out"]
    assert f"gave away {made.games[2].loss}" in gradescope_json(made, 40, {})
    fouled = judge_moves(falls, rows=[Row.of([8, 15, 3, 7])], opponents=opponents[1:])
    assert f"Fouls:\n  RE: enough\n      in {write(fouled.games[0].game)}\n" in text(fouled)


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
    results = json.loads(file.read_text())
    assert results["score"] == pytest.approx(report["score"] / 10, abs=0.1)
    assert results["score"] <= 5, "a wrong answer caps the score"
    assert {test["name"] for test in results["tests"] if test["visibility"] == "hidden"} == {"small"}
    assert sorted(os.listdir(tmp_path)) == ["results.json", "tasks"], "a temporary file is left"


def test_a_report_follows_the_umask_and_never_replaces_a_folder_or_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    run = twoends("judge", "bot", "--gradescope", "pipe", "--", "no-such-program", cwd=tmp_path)
    refused(run, "it is not a file")
    with pytest.raises(FileError):
        write_whole(tmp_path / "folder", b"text")
    before = os.umask(0o077)
    write_whole(tmp_path / "file", b"text")
    os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600
    assert sorted(os.listdir(tmp_path)) == ["file", "folder", "pipe"], "a temporary file is left"
    assert (tmp_path / "pipe").is_fifo()


def test_a_program_that_does_not_start_gets_all_reports_and_no_points(tmp_path: Path) -> None:
    words = (*JUDGE, "--task", "deque")
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
