"""twoends compile: all kernels, before anything waits for them."""

from __future__ import annotations

import click

from twoends.cli.command import Command
from twoends.cli.progress import progress_of
from twoends.rules.extras import require_fast


@click.command(cls=Command)
def compile() -> None:
    """Compile all that long rows and many rows need, once for each version of twoends.

    It takes about a minute and is optional: a kernel is otherwise compiled when it is first used.
    """
    require_fast("twoends compile")
    from twoends.answers.warmup import warm_up
    from twoends.kernels.compiling import folder

    with progress_of("jobs of compiling") as show:
        warm_up(show)
    click.echo(f"all kernels lie compiled in {folder()}")
