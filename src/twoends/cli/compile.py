"""twoends compile: compile all kernels in advance."""

from __future__ import annotations

import click

from twoends.cli.command import Command
from twoends.cli.progress import progress_of
from twoends.rules.extras import require_fast


@click.command(cls=Command)
def compile() -> None:
    """Compile all kernels, which solve long rows and many rows, once for each version of twoends.

    This takes about a minute and is optional: otherwise a kernel is compiled when it is first used.
    """
    require_fast("twoends compile")
    from twoends.answers.warmup import warm_up
    from twoends.kernels.compiling import folder

    with progress_of("compilation jobs") as show:
        warm_up(show)
    click.echo(f"all kernels are compiled in {folder()}")
