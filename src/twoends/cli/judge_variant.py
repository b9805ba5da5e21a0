"""twoends judge variant: a student's own exercise, from their name and the instructor's secret."""

from __future__ import annotations

import click

from twoends.cli.command import Command
from twoends.judge.variants import statement, variant

SECRET = "TWOENDS_SECRET"
"""The environment variable that may hold the secret: a command line can be read by others."""


@click.command("variant", cls=Command)
@click.option("--student", required=True, metavar="NAME", help="As their submission names them.")
@click.option(
    "--secret", required=True, envvar=SECRET, metavar="SECRET", help=f"At least 8 characters [${SECRET}]."
)
def judge_variant(student: str, secret: str) -> None:
    """Print a student's own exercise in Markdown; judge class judges by the same secret.

    The same secret and name give the same exercise for ever.

    \b
    Examples:
      twoends judge variant --student "Ada Lovelace" --secret "correct horse" > ada.md  # hers alone
    """
    click.echo(statement(variant(student, secret)))
