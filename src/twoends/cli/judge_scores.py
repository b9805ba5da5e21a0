"""twoends judge scores: what each known mistake is worth on each task."""

from __future__ import annotations

from typing import Any

import click

from twoends.cli.command import Command
from twoends.cli.judging import score_options, scoring_of
from twoends.judge import TASKS
from twoends.judge.answers import ROWS
from twoends.judge.scores import table, worth


@click.command("scores", cls=Command)
@click.option("--task", "names", multiple=True, type=click.Choice(list(TASKS)),
              help="A task [all of them]; may be repeated.")  # fmt: skip
@click.option("--tests", type=click.IntRange(min=1), default=ROWS, help=f"How many rows [{ROWS}].")
@click.option("-s", "--seed", type=int, default=0, help="Seed of the rows [0].")
@score_options
def judge_scores(names: tuple[str, ...], tests: int, seed: int, **options: Any) -> None:
    """Print the score of each known mistake on each task, as a Markdown table.

    Rows of at most 100 cards are tried. A dash: no row of the task shows the mistake.

    \b
    Examples:
      twoends judge scores --task removal-game --tests 60  # what each mistake scores
    """
    tasks = [TASKS[name] for name in names or TASKS]
    click.echo(table({task.name: worth(task, tests, seed, scoring_of(options, task)) for task in tasks}))
