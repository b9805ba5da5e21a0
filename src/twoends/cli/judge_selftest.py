"""twoends judge selftest: whether an exercise gives each program of [scores] the score that it should get."""

from __future__ import annotations

from pathlib import Path

import click

from twoends.cli.arguments import FILE
from twoends.cli.command import Command
from twoends.cli.judging import warn_of
from twoends.judge.answers import ROWS
from twoends.judge.classes import Assignment, judge_submission
from twoends.judge.exercises import default_scoring, read_exercise
from twoends.judge.submissions import Submission
from twoends.judge.tasks import TaskError

EXERCISE = "exercise.toml"


@click.command("selftest", cls=Command)
@click.argument("folder", type=FILE)
@click.option("-s", "--seed", type=int, default=0, help="Seed of the rows [0].")
@click.pass_context
def judge_selftest(context: click.Context, /, folder: str, seed: int) -> None:
    """Judge the programs in [scores] of FOLDER/exercise.toml: does each get the score that it should?

    The exit status is 1 if one of them does not.

    \b
    Examples:
      twoends judge selftest homework  # the exercise in homework/exercise.toml
    """
    path = Path(folder) / EXERCISE
    task = read_exercise(path, seed)
    if not task.scores:
        raise TaskError(f'{path} has no [scores]: name programs and their scores, as in "wrong.py" = 40')
    assignment = Assignment(task, seed=seed, count=ROWS, scoring=default_scoring(task))
    assignment.trials()  # says now what is wrong with a reference
    lines, off = [("program", "should get", "got", "verdict")], 0
    with assignment.supervisor() as supervisor:
        warn_of(supervisor.sandbox)
        for name, score in task.scores:
            file = (path.parent / name).resolve()
            judged = judge_submission(
                Submission(name, file.stem, "", False, (file,)), assignment, supervisor, 0
            )
            got, should = judged.score.points()[0], round(float(score), 2)
            off += got != should
            said = f"{judged.verdict}{'' if got == should else '  not as it should be'}"
            lines.append((name, f"{should:g}", f"{got:g}", said))
    width = max(len(line[0]) for line in lines)
    for name, *numbers, said in lines:
        click.echo(f"{name:<{width}}  {numbers[0]:>10}  {numbers[1]:>8}  {said}")
    context.exit(1 if off else 0)
