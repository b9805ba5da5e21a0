"""Click commands whose values may be negative and whose help pages group the options."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import click

from twoends.views.columns import wrapped

GROUPS = {
    "Input": "daily ladder rules file format rows length depth values count example entry seed",
    "Players": "opponent ties first-player second-player player against pairing bot moves-first",
    "Question": "method question task reduced games perfect",
    "Limits": "time language-factor memory readable tests jobs workers dask",
    "Output": "json dot csv gradescope out keep-rows points visibility moodle canvas column",
    "Other": "",
}
"""The groups of a help page and the long names of their options. An option not listed is in Other."""

TOPICS = {
    "rules": "what a move takes and earns, and whose turn it is",
    "notation": "rows, boards, circles and games as text, and files",
    "opponents": "who replies, and how they break ties",
    "formats": "the inputs of contests",
}
"""The topics of `twoends help`."""

TOPIC_OF = {
    "words": "notation",
    "rules": "rules",
    **dict.fromkeys(("ties", "opponent", "players", "pairings"), "opponents"),
    "format": "formats",
}
"""The topic that explains a parameter of a command."""

WIDEST_OPTION = 30
"""The description of a longer option starts on its own line."""

_NEGATIVE = re.compile(r"-(?!-)[\W\d_]")
"""The start of a word that is a value: its minus is followed by neither a letter nor another minus."""


class Command(click.Command):
    """A command whose values may begin with a minus and whose help page groups the options."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        for option in self.params:
            if isinstance(option.type, click.types.IntParamType | click.types.FloatParamType):
                option.metavar = option.metavar or "N"  # for Click's INTEGER RANGE

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with a blank before values such as -3 10h, or Click would read options.

        A word that begins with a blank itself gets another one, so that only ours are removed.
        """
        end = args.index("--") if "--" in args else len(args)
        marked = [
            f" {word}" if word.startswith(" ") or (at < end and _NEGATIVE.match(word)) else word
            for at, word in enumerate(args)
        ]
        rest = super().parse_args(context, marked)
        context.params = {name: _strip_blank(value) for name, value in context.params.items()}
        return rest

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in groups; within a group they keep the order of the command."""
        group_of = {name: title for title, names in GROUPS.items() for name in names.split()}
        groups: dict[str, dict[str, str]] = {title: {} for title in GROUPS}
        for parameter in self.get_params(context):
            record = parameter.get_help_record(context)
            if record and isinstance(parameter, click.Option):
                names = (name.removeprefix("--") for name in parameter.opts)
                title = next((group_of[name] for name in names if name in group_of), "Other")
                groups[title].update([record])
        topics = {TOPIC_OF.get(parameter.name or "") for parameter in self.params}
        groups["More"] = {f"twoends help {name}": text for name, text in TOPICS.items() if name in topics}
        write_groups(groups, formatter)


def _strip_blank(value: Any) -> Any:
    """Return a text, or several, without the blank in front of each."""
    if isinstance(value, tuple):
        return tuple(map(_strip_blank, value))
    return value.removeprefix(" ") if isinstance(value, str) else value


def one_at_most(given: Mapping[str, object]) -> None:
    """Raise UsageError if several of these inputs or options are given."""
    names = [name for name, value in given.items() if value]
    if len(names) > 1:
        both = "both" if len(names) == 2 else "all"
        raise click.UsageError(f"{' and '.join(names)} are {both} given: choose one")


def write_groups(groups: Mapping[str, Mapping[str, str]], formatter: click.HelpFormatter) -> None:
    """Write each group that has records as a title and a definition list."""
    for title, records in groups.items():
        if records:
            with formatter.section(title):
                formatter.write_dl(list(records.items()), col_max=min(WIDEST_OPTION, formatter.width // 3))


def width_of_terminal(*, error: bool = False) -> int | None:
    """Return the characters per line of the terminal that shows the output, or the errors; None elsewhere."""
    stream = sys.stderr if error else sys.stdout
    if stream is None or not stream.isatty():
        return None
    from shutil import get_terminal_size  # late: its imports take a twentieth of a small solve

    return get_terminal_size().columns


def complain(sentence: str) -> None:
    """Print what is wrong on standard error, in lines that fit its terminal."""
    text = f"twoends: {' '.join(map(str.strip, sentence.splitlines()))}"
    with suppress(OSError):  # a full disk or a closed terminal; the status says it too
        click.echo(wrapped(text, width_of_terminal(error=True)), err=True)


class Commands(click.Group):
    """A group of such commands. Without a subcommand it prints its help page."""

    command_class = Command

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments up to the subcommand; without any, those of the help page."""
        return super().parse_args(context, args or ([] if context.resilient_parsing else ["--help"]))
