"""twoends completion: the tab-completion script of a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from twoends.cli.command import Command


@click.command(cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a script for tab completion of commands, options and their values.

    \b
    Examples:
      eval "$(twoends completion bash)"    # in ~/.bashrc
      eval "$(twoends completion zsh)"     # in ~/.zshrc, after compinit
      twoends completion fish | source     # in ~/.config/fish/config.fish
    """
    script = get_completion_class(shell)
    assert script is not None, "Click knows the three shells"
    click.echo(script(context.find_root().command, {}, "twoends", "_TWOENDS_COMPLETE").source())
