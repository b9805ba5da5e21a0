"""What commands take: every option, its type, bounds and default, as tests/data/options.txt says.

Options are made when the module of a command is loaded, so here the commands are loaded anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
import command_reference
import pytest

import twoends.cli
from expected import is_expected

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture
def loaded_anew() -> Iterator[ModuleType]:
    """The command line, of which nothing has been loaded before."""
    before = {name: module for name, module in sys.modules.items() if f"{name}.".startswith("twoends.cli.")}
    for name in before:
        del sys.modules[name]
    try:
        yield import_module("twoends.cli")
    finally:
        for name in [name for name in sys.modules if f"{name}.".startswith("twoends.cli.")]:
            del sys.modules[name]
        sys.modules.update(before)
        twoends.cli = before["twoends.cli"]  # what importing it sets


def commands_in(group: click.Group, context: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    """Every command with its context, a group before what is in it."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        own = click.Context(command, info_name=name, parent=context)
        yield command, own
        if isinstance(command, click.Group):
            yield from commands_in(command, own)


def kind_of(kind: click.ParamType[object]) -> str:
    """The type of an option, with all that it looks at."""
    details = {
        name: value
        for name in ("choices", "case_sensitive", "min", "max", "alone", "offered", "file_okay", "dir_okay")
        if (value := getattr(kind, name, None)) is not None
    }
    return " ".join([type(kind).__name__, *(f"{name}={value}" for name, value in details.items())])


def told(parameter: click.Parameter, context: click.Context) -> str:
    """A line about an option or an argument."""
    default = parameter.to_info_dict()["default"]
    said = [
        f"{context.command_path}: {parameter.name} = {' '.join(parameter.opts)}",
        "flag" if getattr(parameter, "is_flag", False) else kind_of(parameter.type),
        f"metavar {parameter.metavar}" if parameter.metavar else "",
        f"nargs {parameter.nargs}" if parameter.nargs != 1 else "",
        "required" if parameter.required else "",
        "repeated" if parameter.multiple else "",
        f"default {default!r}" if default is not None and default is not False else "",
        "eager" if parameter.is_eager else "",
        "checked" if parameter.callback is not None else "",
    ]
    return "; ".join(filter(None, said))


def lines(commands: click.Group) -> list[str]:
    """A line about each option and argument of all commands."""
    frame = click.Context(commands, info_name="twoends")
    return [
        told(parameter, context)
        for command, context in commands_in(commands, frame)
        for parameter in command.params
    ]


def test_every_option_is_what_it_is_written_to_be(loaded_anew: ModuleType) -> None:
    is_expected("options.txt", "".join(f"{line}\n" for line in lines(loaded_anew.commands)))


def test_the_command_reference_is_fresh(loaded_anew: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_reference, "commands", loaded_anew.commands)
    assert command_reference.page() == (DOCS / "commands.md").read_text("utf-8"), "run `make commands`"
