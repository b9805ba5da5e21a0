"""twoends help: the help page of a command."""

from __future__ import annotations

import click

from twoends.cli.command import Command


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def help(context: click.Context, names: tuple[str, ...]) -> None:  # the command's name
    """Show the help page of a command, as COMMAND --help does.

    \b
    Examples:
      twoends help solve          # the same as twoends solve --help
      twoends help judge answers  # a command in a group
    """
    frame = context.parent
    assert frame is not None, "help is always called as a subcommand"
    frame.command.main([*names, "--help"], prog_name="twoends", standalone_mode=False)
