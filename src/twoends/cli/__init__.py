"""The command line. Each command is a module of this package, loaded when it is called.

What holds for every command: data on standard output and everything else on standard error; exit
status 0 for fine, 1 for a negative verdict, 2 for bad input, with one sentence that says what is
wrong; a closed pipe ends quietly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from os.path import exists
from shutil import get_terminal_size
from typing import NoReturn

import click

from twoends import __version__
from twoends.cli.command import Commands, sentence
from twoends.rules.errors import TwoEndsError
from twoends.views.columns import wrapped

MOST_DIGITS_OF_A_TOTAL = 100_000

COMMANDS = {
    "solve": "what a row is worth, and which end to take now",
    "explain": "the table of positions, the contraction, why a move is right",
    "deal": "shuffled decks and random rows",
    "match": "one game between two players",
    "play": "play on this terminal, with hints and a review",
    "puzzle": "one decision that matters: the row of the day, a ladder of twenty",
    "record": "how your games and rows of the day on this terminal went",
    "review": "what each move of a game gave away",
    "serve": "the page for playing, and its HTTP API",
    "study": "many rows: who wins how often, by how much, with intervals and pictures",
    "tournament": "everybody against everybody, ranked",
    "judge": "try somebody's program, shrink the failure, name the mistake",
    "bot": "play as a program that a referee speaks to, line by line",
    "compile": "prepare the kernels for long rows, so that nothing waits for them later",
    "check-player": "games of a Python player, and what its moves give away",
    "help": "what a command does, and its options",
}
"""Every command with its short help; module twoends.cli.NAME has the command of that name."""


class LateCommands(Commands):
    """A group that loads a command only when it is called."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Name the commands in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Load one command."""
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(
            import_module(f"twoends.cli.{name.replace('-', '_')}"), name.replace("-", "_")
        )
        return command

    def meant(self, args: Sequence[str], known: Sequence[str]) -> list[str]:
        """What may be meant by words that begin with no command: a row, a file, or a command misspelt."""
        word = args[0]
        if word[:1].isdigit() or word.startswith(("[", "board ", "circle ")) or "." in word or exists(word):
            return ["solve", *args]
        return super().meant(args, known)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with the help written here, without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LateCommands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True
)
@click.version_option(__version__, "-V", "--version", prog_name="twoends")
@click.pass_context
def commands(context: click.Context) -> None:
    """Two Ends: values in a row, two players, a move takes the left or the right end.

    The larger sum wins. Start with `twoends solve 8 15 3 7`.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command line and exit, with the statuses and sentences that every command shares."""
    if sys.stdout is None:
        _complain("standard output is closed: open it, or send it to a file")
        sys.exit(2)
    # A terminal that cannot show a suit shows its code; a number may be longer than one was in the text.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.set_int_max_str_digits(MOST_DIGITS_OF_A_TOTAL)
    try:
        status = commands.main(arguments, prog_name="twoends", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as fault:
        click.echo(fault.ctx.get_help())
        status = 0
    except click.ClickException as fault:
        _complain(sentence(fault))
        status = fault.exit_code
    except TwoEndsError as fault:
        _complain(str(fault))
        status = 2
    except click.Abort:
        _complain("interrupted")
        status = 130
    except SystemExit as fault:
        # Click ends a command so whose output nobody reads any more, and that is not a fault of ours.
        status = 0 if fault.code == 1 else fault.code
    except BrokenPipeError:
        # The same when the last of it is flushed. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except OSError as fault:
        _complain(f"the output cannot be written: {fault.strerror}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 2
    sys.exit(status if isinstance(status, int) else 0)


def _complain(sentence: str) -> None:
    width = get_terminal_size().columns if sys.stderr is not None and sys.stderr.isatty() else None
    click.echo(wrapped(f"twoends: {sentence}", width), err=True)
