"""twoends help: the help page of a command."""

from __future__ import annotations

from typing import Any

import click

from twoends.cli.command import Command


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def help(context: click.Context, names: tuple[str, ...]) -> None:  # the command's name
    """Tell what a command does, as COMMAND --help does.

    \b
    Examples:
      twoends help solve          # the same as twoends solve --help
      twoends help judge answers  # of a command in a group
    """
    frame = context.parent
    assert frame is not None, "a command of twoends has it above"
    settings: dict[str, Any] = {"prog_name": "twoends", "terminal_width": frame.terminal_width}
    frame.command.main([*names, "--help"], standalone_mode=False, **settings)
