"""Write docs/commands.md, the reference of all commands, from the commands themselves.

python tools/command_reference.py docs/commands.md

A test fails when the page is stale.
"""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from twoends.cli import COMMANDS, GROUPS_OF_COMMANDS, commands

HEAD = """# Commands

Made from the commands themselves by `make commands`; `twoends COMMAND --help` says the same.

Data goes to standard output and everything else to standard error. The exit status is 0 when all is
fine, 1 for a negative verdict, 2 for bad input, which is named in one sentence, 70 for a fault of
twoends. Colour appears only on a terminal, and `NO_COLOR` is respected; progress is a bar there,
elsewhere a line now and then.
"""

EXAMPLES = "\b\nExamples:\n"
"""How Click marks a paragraph whose lines stay as they are, and its title: our examples."""


def page() -> str:
    """The whole page as Markdown."""
    rows = (
        f"| {group} | [`{name}`](#{name}) | {short} |\n"
        for group, commands_of_it in GROUPS_OF_COMMANDS.items()
        for name, short in commands_of_it.items()
    )
    parts = ["| | command | |\n|---|---|---|\n" + "".join(rows)]
    frame = click.Context(commands, info_name="twoends")
    for name in COMMANDS:
        command = commands.get_command(frame, name)
        assert command is not None
        parts += section(command, click.Context(command, info_name=name, parent=frame), name)
    return "\n".join([HEAD, *parts])


def section(command: click.Command, context: click.Context, name: str) -> Iterator[str]:
    """One command: what it does, how it is called, examples, options; then the commands in it."""
    yield f"{'#' * (2 + name.count(' '))} {name}\n"
    yield f"```text\n{' '.join(command.get_usage(context).removeprefix('Usage: ').split())}\n```\n"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        text = inspect.cleandoc(paragraph.removeprefix(EXAMPLES))
        yield f"```sh\n{text}\n```\n" if paragraph.startswith(EXAMPLES) else f"{text}\n"
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the reference of all commands from the commands.")
    parser.add_argument("file", type=Path, help="such as docs/commands.md")
    parser.parse_args().file.write_text(page(), "utf-8")
