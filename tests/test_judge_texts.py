"""Reports say what a judgement says, in text, JSON and for Gradescope, and never replace a folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from command_line import PATIENCE, refused
from command_line import run as twoends
from expected import calls_are_expected
from judged import judge_moves
from twoends import LEFT, RIGHT, Position, Row
from twoends.judge import TASKS, Judgement, Task, Verdict
from twoends.judge.gradescope import Visibility, for_student, game_groups, gradescope_json
from twoends.judge.mistakes import TOO_SLOW, Mistake
from twoends.judge.outcomes import Outcome
from twoends.judge.reports import failure_text, json_judgement, text
from twoends.judge.tasks import Values, proof
from twoends.judge.trials import Trial
from twoends.programs.bots import Foul, FoulError
from twoends.rules.moves import Move
from twoends.rules.notation import write
from twoends.rules.opponent_names import opponent
from twoends.rules.rules import Rules
from twoends.views.files import FileError, write_whole
from twoends.views.json import json_number
from twoends.views.numbers import number

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
TWO = outcome("random", ((1, 2), (9, 9, 9)), Verdict.AC)
WINS, YES = replace(TASK, question="wins"), replace(TIES, expected=("true",), got=("true",))
EVEN, ODD = replace(WINS, even_only=True, odd_sum=True), replace(WINS, odd_sum=True)
TAKES_TWO, BY_K = replace(EVEN, rules=Rules.of("take 1-2")), TASKS["max-cards"]
SLOW = outcome("longest", (tuple(range(60)),), Verdict.TLE)
FAILED = outcome("small", ((5,),), Verdict.RE)
NUMBERED, MANY = replace(TASK, format="lines", sentence="#{game} {answer}"), ((7,),) * 13
PRINTED = replace(FAILED, verdict=Verdict.PE, output="seven\x1b\n")
NAMED, MUCH = mistake("plays greedily"), mistake("sorts")
LONG = replace(mistake(TOO_SLOW), meaning="too slow from n = 60 on")

CAPPED = judgement(
    SMALL, TIES, *(outcome(group, ((1, 2),), Verdict.AC) for group in ("random", "shapes", "longer")), WRONG,
    mistakes=(NAMED,),
)  # fmt: skip


def said(*outcomes: Outcome, **changed: Any) -> list[str]:
    """The lines of a report that are not those of a program with one wrong answer."""
    usual = text(judgement(WRONG)).splitlines()
    return [line.strip() for line in text(judgement(*outcomes, **changed)).splitlines() if line not in usual]


def test_a_report_says_what_is_special_about_a_judgement() -> None:
    calls_are_expected("calls_of_reports.txt", globals())


def test_the_object_of_a_judgement_has_every_run_and_the_input_of_the_smallest_failure() -> None:
    greedy = opponent("greedy left")
    task = replace(TASK, stack=8 << 20, player=greedy, opponents=(greedy,))
    judged = replace(CAPPED, task=task, program="a.py", guess="b.py", sandbox="limits", missed=(TIES.trial,))
    judged = replace(judged, command=("./answer", "\udcff"), mistakes=(mistake("a", Verdict.WA), NAMED))
    plain = json_judgement(CAPPED)["task"]
    assert (plain["opponents"], plain["player"], plain["stack"]) == (["optimal"], "best", TASK.memory)
    total, by_group = judged.score.points()
    runs = [
        {
            "group": each.trial.group, "rows": [*map(list, each.trial.rows)], "verdict": each.verdict.name,
            "note": each.note, "expected": [*each.expected], "got": [*(each.got or ())],
            "seconds": each.seconds, "wall_seconds": each.wall, "memory": each.memory,
            **({"input": "2\n9 2\n", "line": proof(task, (9, 2))} if each is WRONG else {}),
        }
        for each in CAPPED.outcomes
    ]  # fmt: skip
    assert json.loads(json.dumps(json_judgement(judged))) == {
        "command": ["./answer", "\ufffd"], "verdict": "WA", "accepted": False, "seed": 7, "left_out": 1,
        "program": "a.py", "guess": "b.py", "sandbox": "limits", "counts": {"AC": 5, "WA": 1},
        "task": {
            "name": "own", "opponents": ["greedy left"], "player": "greedy left", "question": "first",
            "format": TASK.format, "seconds": 1.5, "memory": TASK.memory, "stack": 8 << 20,
        },
        "score": total, "cap": 50, "slowest_seconds": 1 / 16,
        "groups": [
            {"name": each.name, "accepted": each.accepted, "runs": each.runs, "left_out": each.left_out,
             "worth": worth, "score": mine}
            for each, (mine, worth) in zip(judged.score.groups, by_group, strict=True)
        ],
        "mistakes": [
            {"name": each.name, "meaning": each.meaning, "explains": explains}
            for each, explains in zip(judged.mistakes, ("WA", None), strict=True)
        ],
        "runs": runs, "smallest_failure": runs[-1],
    }  # fmt: skip


def test_the_tests_of_gradescope_add_up_and_hidden_groups_hide_the_failure() -> None:
    shown: dict[str, Visibility] = {"small": "hidden", "ties": "after_published"}
    results = json.loads(gradescope_json(CAPPED, 12.5, shown))
    assert (results["score"], sum(test["max_score"] for test in results["tests"])) == (6.25, 12.5)
    for test, group, points in zip(
        results["tests"], CAPPED.score.groups, CAPPED.score.points(12.5)[1], strict=True
    ):
        assert (test["name"], test["score"], test["max_score"]) == (group.name, *points)
        assert test["status"] == ("failed" if group.name == "small" else "passed")
        assert (test["visibility"], test["output_format"]) == (shown.get(group.name, "visible"), "text")
        failure = f"1 of 2 accepted\n6: 9 2\n{failure_text(CAPPED, WRONG)}"
        assert test["output"] == (failure if group.name == "small" else "1 of 1 accepted")
    assert results["output"] == for_student(CAPPED, shown, 12.5)
    told = [results[key] for key in ("visibility", "output_format", "stdout_visibility")]
    assert told == ["visible", "text", "hidden"], "what the judge prints may quote the rows"
    two = replace(TWO, verdict=Verdict.WA, got=("2", "1"), note="one")
    wide = outcome("ties", ((7,) * 50,), Verdict.WA, ("1",))
    again = judgement(two, replace(two, note="another"), wide, missed=(SMALL.trial,) * 2)
    failed, long, skipped = (test["output"] for test in json.loads(gradescope_json(again, 1, {}))["tests"])
    assert long.splitlines()[1] == f"3: {'7 ' * 28}7..."
    assert failed.startswith("0 of 2 accepted\n1: 2 rows\nverdict   WA: one\n"), "the first failure"
    assert skipped == "0 of 2 accepted, 2 left out"
    assert "smallest failure" not in results["output"]
    shown = {"small": "visible", "ties": "after_published"}
    assert for_student(CAPPED, shown) == text(CAPPED, seed=False).split("\n\n")[0]
    assert "; capped at 6.25: " in for_student(CAPPED, {}, 12.5)
    assert for_student(CAPPED, {}) == text(CAPPED).replace("; seed 7", "")
    assert for_student(CAPPED, {"small": "visible"}) == for_student(CAPPED, {})


# --- bots --------------------------------------------------------------------------------------


def falls(position: Position) -> Move:
    if len(position) > 3:
        return LEFT
    raise FoulError(Verdict.RE, "enough")


def test_the_reports_of_a_bot_have_its_games_its_losses_and_its_fouls() -> None:
    opponents = [opponent("greedy trembling 1/10"), opponent("optimal")]
    made = judge_moves(
        lambda at: RIGHT, rows=[Row.of([1, 3, Decimal("99.5"), 2])], opponents=opponents, perfect=True
    )
    worst, lossy = made.worst, made.games[2]
    assert worst is not None
    ended = replace(made, ending=Foul(Verdict.RE, "no end"), left_out=2)
    shown, report = text(ended), json_judgement(ended)
    for part in (
        "RE  run-time error: mine\n4 games; seed 0\n",
        f"loss, {number(worst.show(worst.loss))} of {number(worst.show(worst.best))}:\n",
        f":\n  {write(worst.game)}\n",
        "\n  RE: no end\n      at the end of its input, after the last game\n2 more games were left out",
    ):
        assert part in shown
    names, *table = shown.split("\n\n")[1].splitlines()
    assert re.sub(" +", " ", names.strip()) == "against won drawn lost yours theirs best moves loss a move"
    for record, told, line in zip(made.records, report["records"], table, strict=True):
        assert len(line) == len(names), "columns are aligned"
        assert line[2:].removeprefix(str(record.against)).split() == [
            *map(str, (record.won, record.drawn, record.lost)), number(record.yours), number(record.theirs),
            f"{record.best_moves}/{record.moves}", f"{float(record.loss / record.moves):.3f}",
        ]  # fmt: skip
        assert told.pop("against") == str(record.against)
        assert told == {each.name: json_number(getattr(record, each.name)) for each in fields(record)[1:]}
    for each, told in zip(made.games, report["games"], strict=True):
        numbers = (each.game.yours, each.game.theirs, each.show(each.best))
        assert told == {
            **dict(zip(("yours", "theirs", "best"), map(json_number, numbers), strict=True)),
            "notation": write(each.game), "losses": [json_number(each.show(loss)) for loss in each.losses],
            "foul": None,
        }  # fmt: skip
    head = {"command": ["mine"], "verdict": "RE", "accepted": False, "seed": 0, "left_out": 2}
    head |= {"plays_like": ("always right",), "fouls": [{"verdict": "RE", "note": "no end"}]}
    assert report == report | head
    groups = [test["name"] for test in json.loads(gradescope_json(ended, 40, {}))["tests"]]
    assert groups == [*(f"against {each}" for each in opponents), "the end", "left out"]
    assert game_groups(opponents) == groups[:3], "which may be hidden"
    perfect = [game for game in made.games if not game.loss]
    assert json.loads(gradescope_json(made, 40, {}))["score"] == 10 * len(perfect), "games have no cap"
    assert "\n2 more games were left out" in text(replace(made, left_out=2))
    assert f"gave away {number(lossy.show(lossy.loss))}" in gradescope_json(made, 40, {})
    never = judge_moves(lambda at: RIGHT, rows=[Row.of([4])], opponents=opponents[1:])
    assert text(replace(never, games=never.games[1:])).endswith("0/0        0.000"), "it never moved"
    assert "gave away" not in gradescope_json(replace(made, perfect=False), 40, {})
    fouled = judge_moves(falls, rows=[Row.of([8, 15, 3, 7])], opponents=opponents[1:])
    matches = f"\n\nEvery move matches: {', '.join(fouled.plays_like)}.\n\n"
    foul = f"Fouls:\n  RE: enough\n      in {write(fouled.games[0].game)}\n"
    assert text(fouled).startswith("RE  run-time error: mine\n2 games; seed 0\n\nThe game "), "none finished"
    assert f"{write(fouled.games[0].game)}{matches}{foul}" in text(fouled)
    played = f"1: {write(fouled.games[0].game)}\\nenough"
    assert played in gradescope_json(replace(fouled, perfect=True), 40, {}), "a foul counts before a loss"
    assert json_judgement(fouled)["games"][0]["foul"] == {"verdict": "RE", "note": "enough"}


def test_a_report_follows_the_umask_is_whole_or_nothing_and_replaces_no_folder_or_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed pipe does not keep it from being written."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for path, fault in (
        ("pipe", "it is not a file"),
        ("none/file", "cannot be written in the folder none: "),
    ):
        run = twoends("judge", "bot", "--gradescope", path, "--", "no-such-program", cwd=tmp_path)
        refused(run, fault)
    write_whole(tmp_path / "folder" / "new" / "newer" / "file", b"text")
    with pytest.raises(FileError):
        write_whole(tmp_path / "folder", b"text")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", Mock(side_effect=OSError(28, "No space left on device")))
        with pytest.raises(FileError, match="No space left on device; correct that and run again"):
            write_whole(tmp_path / "file", b"text")
    assert sorted(os.listdir(tmp_path)) == ["folder", "pipe"], "a temporary file is left"
    assert (tmp_path / "pipe").is_fifo()
    words = ("judge", "answers", "--task", "deque", "--tests", "3", "--gradescope", "file", "--", "false")
    end, pipe = os.pipe()
    os.close(end)
    done = subprocess.run(
        [sys.executable, "-m", "twoends", *words], cwd=tmp_path, stdout=pipe, timeout=PATIENCE, umask=0o077
    )
    os.close(pipe)
    assert (done.returncode, sorted(os.listdir(tmp_path))) == (0, ["file", "folder", "pipe"])
    assert json.loads((tmp_path / "file").read_text())["tests"]
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600
