"""The command line. Most commands are modules of this package, loaded when they are called.

Every command writes data to standard output and everything else to standard error. Its exit status is
0 for success, 1 for a negative verdict, 2 for bad input (explained in one sentence) and 70 for an
internal error. If the reader of its output closes the pipe, it ends silently with status 0.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import BytesIO, TextIOWrapper
from shlex import join
from typing import NoReturn

import click

from twoends import __version__
from twoends.cli.command import TOPICS, Commands, complain, write_groups
from twoends.rules import limits
from twoends.rules.errors import TwoEndsError, format_exception, one_of

OUTPUT_FAILS = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG)
"""The errors of writing to standard output; such an OSError names no file."""

COMMANDS_BY_GROUP = {
    "Ask": {
        "solve": ("solve", "Say what a row is worth, and which end to take now."),
        "explain": ("explain", "Show why a move is right: all positions, the contraction, best play."),
        "review": ("explain", "Judge every move of a game: its loss, its mark, and the accuracies."),
    },
    "Play": {
        "play": ("play", "Play a game on this terminal, with hints, undo and a review."),
        "puzzle": ("puzzle", "Solve a puzzle, or play the row of the day."),
        "serve": ("serve", "Serve the page for playing, to this machine only."),
    },
    "Study": {
        "deal": ("deal", "Deal shuffled decks or random rows."),
        "match": ("match", "Let two players play a game, or one on each line of a FILE."),
        "tournament": ("study", "Let every player meet every other, and rank them."),
        "study": ("study", "Measure many rows: who wins how often, and by how much."),
    },
    "Judge": {
        "judge": ("judge", "Judge a program: its verdict, smallest failure, and mistake."),
        "bot": ("match", "Play as a program: read a referee's lines, and write moves."),
    },
    "Set up": {
        "completion": ("", "Print a script for tab completion in your shell."),
        "help": ("help", "Explain a topic, or show the help page of a command."),
    },
}
"""The commands by group, each with its module in twoends.cli ("" for this file) and a summary.

The summary is the first sentence of its help page; importing all commands for it takes four times as long.
"""

COMMANDS = {name: module for group in COMMANDS_BY_GROUP.values() for name, (module, _) in group.items()}

FOR_ALL_COMMANDS = {
    "Topics": {f"twoends help {name}": text for name, text in TOPICS.items()},
    "Exit status": {
        "0": "success",
        "1": "a negative verdict, such as a judged program that fails",
        "2": "bad input, explained in one sentence",
        "70": "an internal error of twoends",
        "130": "interrupted",
    },
    "Environment": {
        "NO_COLOR": "1 turns colours off",
        "TWOENDS_DEBUG": "1 shows the traceback of an internal error",
        "TWOENDS_THREADS": "the number of threads for many rows [all processors]",
    },
    "More": {
        "twoends COMMAND --help": "all options of a command, with examples",
        "make docs": "builds the documentation, in the source folder of twoends",
    },
}


class LateCommands(Commands):
    """A group that imports a command only when it is called."""

    def list_commands(self, context: click.Context) -> list[str]:
        """List the commands in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return a command of this file, or import it; None if there is none of this name."""
        if name not in COMMANDS or name in self.commands:
            return super().get_command(context, name)
        module = import_module(f"twoends.cli.{COMMANDS[name]}")
        command: click.Command = getattr(module, name)
        return command

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names. Raises UsageError, which says what was meant."""
        word = args[0]
        if word not in COMMANDS and not context.resilient_parsing:
            from difflib import get_close_matches  # late: only errors need it

            is_input = word[:1].isdigit() or word.startswith(("[", "board", "circle")) or os.path.exists(word)
            near = get_close_matches(word.lower(), COMMANDS)
            if is_input:
                advice = f"try twoends solve {join(args)}"
            elif near:
                advice = f"did you mean {near[0]}?"
            else:
                advice = f"choose {one_of(tuple(COMMANDS))}"
            raise click.UsageError(f"there is no command '{word}': {advice}")
        return super().resolve_command(context, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, and then what applies to all of them."""
        summaries = {
            title: {name: sentence for name, (_, sentence) in group.items()}
            for title, group in COMMANDS_BY_GROUP.items()
        }
        write_groups(summaries | FOR_ALL_COMMANDS, formatter)


@click.group(
    cls=LateCommands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", prog_name="twoends")
@click.pass_context
def commands(context: click.Context) -> None:
    """Two Ends: two players take turns taking a value from either end of a row; the larger sum wins.

    \b
    Examples:
      twoends solve 8 15 3 7    # who wins, and by which moves
      twoends explain 8 15 3 7  # why
      twoends play              # a game against the program
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False  # otherwise Click decides: on a terminal


@commands.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script for tab completion in your shell.

    \b
    Examples:
      eval "$(twoends completion bash)"    # in ~/.bashrc
      eval "$(twoends completion zsh)"     # in ~/.zshrc, after compinit
      twoends completion fish | source     # in ~/.config/fish/config.fish
    """
    from click.shell_completion import get_completion_class  # late: no other command needs it

    script = get_completion_class(shell)
    assert script is not None, "Click knows the three shells"
    click.echo(script(commands, {}, "twoends", "_TWOENDS_COMPLETE").source())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command line, turn any exception into a sentence and a status, and exit."""
    if sys.stdout is None:
        complain("standard output is closed: open it, or send it to a file")
        sys.exit(2)
    if sys.stdin is None:  # closed, so there is nothing to read
        sys.stdin = TextIOWrapper(BytesIO())
    if sys.stderr is None:  # closed, so nobody reads what is said
        sys.stderr = TextIOWrapper(BytesIO())
    # A terminal that cannot show a suit shows its escape sequence.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.set_int_max_str_digits(limits.MAX_DIGITS_OF_A_TOTAL)
    out = sys.stdout
    try:
        status = commands.main(arguments, prog_name="twoends", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as fault:
        complain(fault.format_message())
        status = fault.exit_code
    except TwoEndsError as fault:
        complain(str(fault))
        status = 2
    except (click.Abort, KeyboardInterrupt) as fault:
        complain(str(fault) or "interrupted")
        status = 130
    except SystemExit:
        # On a closed pipe Click wraps standard output and exits with 1; that is not an error here.
        if sys.stdout is out:
            raise
        status = 0
    except BrokenPipeError:
        # The final flush met a closed pipe. Python would report it again when it flushes at exit.
        _drop_the_output()
        status = 0
    except MemoryError:
        complain("out of memory: give less input at a time")
        status = 2
    except Exception as fault:
        if isinstance(fault, OSError) and fault.filename is not None:
            complain(f"{fault.filename} cannot be used ({fault.strerror}): fix that, or choose another file")
            status = 2
        elif isinstance(fault, OSError) and fault.errno in OUTPUT_FAILS:
            complain(f"the output cannot be written: {fault.strerror}")
            _drop_the_output()
            status = 2
        elif isinstance(fault.__cause__, KeyboardInterrupt):  # as of Ctrl-C while Python makes a class
            complain("interrupted")
            status = 130
        else:
            complain(
                f"internal error, not your mistake: {format_exception(fault)}; "
                "please report it with your command and its output with TWOENDS_DEBUG=1"
            )
            status = 70  # neither a verdict nor bad input
        if os.environ.get("TWOENDS_DEBUG", "0") not in ("", "0"):
            from traceback import print_exc  # late: only needed here

            print_exc()
    sys.exit(status if isinstance(status, int) else 0)


def _drop_the_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
