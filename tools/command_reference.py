"""Write docs/commands.md, the reference of all commands, from the commands themselves.

python tools/command_reference.py docs/commands.md

A test fails when the page is stale.
"""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import dedent

import click

from twoends.cli import COMMANDS, COMMANDS_BY_GROUP, commands
from twoends.cli.help import TEXTS

HEAD = """# Commands

Generated from the commands by `make generate`; `twoends COMMAND --help` prints the same text, and
`twoends help TOPIC` the [topics](#help).

Data goes to standard output and everything else to standard error. The exit status is 0 for success,
1 for a negative verdict, 2 for bad input, which is reported in one sentence, and 70 for a bug in
twoends. Colour is used only on a terminal, and `NO_COLOR` is respected; progress is shown as a bar on
a terminal, elsewhere as an occasional line.
"""

EXAMPLES = "\b\nExamples:\n"
"""The start of the examples: Click's mark of a paragraph that is not rewrapped, and their title."""

QUOTE = "'"
CODE = re.compile(rf"`[^`]*`|(--[a-z][a-z-]*|(?<!\w){QUOTE}[^{QUOTE}]+{QUOTE}(?!\w))")
"""What is code already, or an option, or in quotes."""


def page() -> str:
    """Return the page as Markdown."""
    frame = click.Context(commands, info_name="twoends", **commands.context_settings)
    rows = (
        f"| {group} | [`{name}`](#{name}) | {summary} |\n"
        for group, members in COMMANDS_BY_GROUP.items()
        for name, (_, summary) in members.items()
    )
    parts = ["| | command | |\n|---|---|---|\n" + "".join(rows)]
    for name in COMMANDS:
        command = commands.get_command(frame, name)
        assert command is not None
        parts += section(command, click.Context(command, info_name=name, parent=frame), name)
    for name, text in TEXTS.items():
        parts += topic(name, text)
    return "\n".join([HEAD, *parts])


def section(command: click.Command, context: click.Context, name: str) -> Iterator[str]:
    """Yield the parts of a command: usage, description, examples, options, and its subcommands."""
    yield f"{'#' * (2 + name.count(' '))} {name}\n"
    yield f"```text\n{' '.join(command.get_usage(context).removeprefix('Usage: ').split())}\n```\n"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        text = inspect.cleandoc(paragraph.removeprefix(EXAMPLES))
        yield f"```sh\n{text}\n```\n" if paragraph.startswith(EXAMPLES) else f"{prose(text)}\n"
    options = [
        parameter.get_help_record(context)
        for parameter in command.get_params(context)
        if isinstance(parameter, click.Option) and "--help" not in parameter.opts
    ]
    rows = [[text.replace("|", "\\|") for text in record] for record in options if record]
    if rows:
        yield "| option | |\n|---|---|"
        yield from (f"| `{spelling}` | {meaning} |" for spelling, meaning in rows)
        yield ""
    if isinstance(command, click.Group):
        for part in command.list_commands(context):
            inner = command.get_command(context, part)
            assert inner is not None
            yield from section(inner, click.Context(inner, info_name=part, parent=context), f"{name} {part}")


def topic(name: str, text: str) -> Iterator[str]:
    """Yield the parts of a topic of `help`: its paragraphs, its lists, and its sessions."""
    yield f"### help {name}\n"
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
