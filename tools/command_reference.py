"""Write docs/commands.md, the reference of all commands, from the commands themselves.

python tools/command_reference.py docs/commands.md

A test fails when the page is stale.
"""

from __future__ import annotations

import argparse
import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import dedent, fill

import click

from twoends.cli import COMMANDS, COMMANDS_BY_GROUP, commands
from twoends.cli.help import TEXTS

HEAD = """# Commands

Generated from the commands by `make generate`; `twoends COMMAND --help` prints the same text, and
`twoends help TOPIC` the [topics](#help). [Use the command line](how-to/command-line.md#use-it-in-a-pipe)
says what goes to which stream, and what an exit status means.
"""

SHARED = """## Options of several commands

An option that means the same in several commands is described here, and only named there.
"""

EXAMPLES = "\b\nExamples:\n"
"""The start of the examples: Click's mark of a paragraph that is not rewrapped, and their title."""

QUOTE = "'"
NAME = re.compile(r"--[a-z-]+")
CODE = re.compile(rf"`[^`]*`|(--[a-z][a-z-]*|(?<!\w){QUOTE}[^{QUOTE}]+{QUOTE}(?!\w))")
"""What is code already, or an option, or in quotes."""

Named = tuple[str, click.Context]
"""The full name of a command, such as judge export kattis, and its context."""

Option = tuple[str, str]
"""An option as it is written, and what it means."""


def page() -> str:
    """Return the page as Markdown."""
    frame = click.Context(commands, info_name="twoends", **commands.context_settings)
    rows = (
        f"| {group} | [`{name}`](#{name}) | {summary} |\n"
        for group, members in COMMANDS_BY_GROUP.items()
        for name, (_, summary) in members.items()
    )
    parts = ["| | command | |\n|---|---|---|\n" + "".join(rows)]
    every = [each for name in COMMANDS for each in with_subcommands(commands, frame, name)]
    shared = options_of_several(context for _, context in every)
    parts += [SHARED, *table(shared)]
    for name, context in every:
        parts += section(name, context, shared)
    for name, text in TEXTS.items():
        parts += topic(name, text)
    return "\n".join([HEAD, *parts])


def with_subcommands(group: click.Group, parent: click.Context, name: str) -> Iterator[Named]:
    """Yield the command of this name in the group, and all below it."""
    last = name.split()[-1]
    command = group.get_command(parent, last)
    assert command is not None
    context = click.Context(command, info_name=last, parent=parent)
    yield name, context
    if isinstance(command, click.Group):
        for part in command.list_commands(context):
            yield from with_subcommands(command, context, f"{name} {part}")


def options(context: click.Context) -> list[Option]:
    """Return the options of a command but --help."""
    records = [
        parameter.get_help_record(context)
        for parameter in context.command.get_params(context)
        if isinstance(parameter, click.Option) and "--help" not in parameter.opts
    ]
    return [record for record in records if record]


def options_of_several(contexts: Iterable[click.Context]) -> list[Option]:
    """Return the options that several commands accept and that mean the same in all of them."""
    uses = Counter(option for context in contexts for option in options(context))
    meanings = Counter(name_of(option) for option in uses)
    return [option for option, count in uses.items() if count > 1 and meanings[name_of(option)] == 1]


def name_of(option: Option) -> str:
    """Return the long name of an option."""
    return str(NAME.findall(option[0])[-1])


def table(rows: Iterable[Option]) -> Iterator[str]:
    """Yield the parts of a table of options, none if there are none."""
    cells = [[text.replace("|", "\\|") for text in row] for row in rows]
    if cells:
        yield "| option | |\n|---|---|"
        yield from (f"| `{spelling}` | {meaning} |" for spelling, meaning in cells)
        yield ""


def section(name: str, context: click.Context, shared: Sequence[Option]) -> Iterator[str]:
    """Yield the parts of a command: usage, description, examples, its options, and those that it shares."""
    command = context.command
    yield f"{'#' * (2 + name.count(' '))} {name}\n"
    yield f"`{' '.join(command.get_usage(context).removeprefix('Usage: ').split())}`\n"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        text = inspect.cleandoc(paragraph.removeprefix(EXAMPLES))
        yield f"```sh\n{text}\n```\n" if paragraph.startswith(EXAMPLES) else f"{prose(text)}\n"
    accepted = options(context)
    yield from table(option for option in accepted if option not in shared)
    if common := [f"`{name_of(option)}`" for option in accepted if option in shared]:
        lead = "Also" if len(common) < len(accepted) else "Options"
        text = f"{lead}: {', '.join(common)} ([what they mean](#options-of-several-commands))."
        yield fill(text, 142, break_on_hyphens=False) + "\n"


def topic(name: str, text: str) -> Iterator[str]:
    """Yield the parts of a topic of `help`: its paragraphs, its lists, and its sessions."""
    yield f"### help {name}\n"
    text = re.sub(r"(?m)^( .*)\n\n(?= +[^ $])", r"\1\n  \n", text)  # blocks of one kind are one block
    for indented, lines in groupby(text.splitlines(), lambda line: line.startswith(" ") if line else None):
        if indented is not None:
            block = dedent("\n".join(lines))
            language = "console" if block.startswith("$") else "text"
            yield f"```{language}\n{block}\n```\n" if indented else f"{prose(block)}\n"


def prose(text: str) -> str:
    """Mark options and what is quoted as code; Markdown would make dashes and curly quotes of them."""
    return CODE.sub(lambda found: f"`{found[1].strip(QUOTE)}`" if found[1] else found[0], text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the reference of all commands from the commands.")
    parser.add_argument("file", type=Path, help="such as docs/commands.md")
    parser.parse_args().file.write_text(page(), "utf-8")
