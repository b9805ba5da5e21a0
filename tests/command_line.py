"""Run the command in this process, much faster than in one of its own."""

from __future__ import annotations

import io
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import click

from twoends.cli import commands, main

PATIENCE = 300
"""A timeout in seconds that ends only what hangs, however busy the machine is."""

PROGRESS = re.compile(r"^[\d,]+ .* (s left|so far)(, (compiling|loading the compiler))?\n", re.MULTILINE)
"""The progress of a long command, which only a busy machine may see."""


@dataclass(frozen=True)
class Ran:
    """The exit status of one run of the command, and its output without progress."""

    status: int
    out: str
    err: str


def wait_until(condition: Callable[[], object], what: str) -> None:
    """Poll a condition until it holds; fail if that takes far too long."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"after {PATIENCE} seconds, still waiting until {what}"
        time.sleep(0.005)


class Terminal(io.TextIOWrapper):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def run(
    *arguments: str,
    stdin: str | bytes = "",
    cwd: Path | None = None,
    terminal: int | None = None,
    environment: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
) -> Ran:
    """Run `twoends` in this process, with the same output and status but without start-up time.

    `terminal` is the width of a terminal that shows it in colour; None means a file. An internal error fails.
    """
    given = io.TextIOWrapper(io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin), "utf-8")
    out_bytes, err_bytes = io.BytesIO(), io.BytesIO()
    out = (io.TextIOWrapper if terminal is None else Terminal)(out_bytes, encoding, write_through=True)
    err = io.TextIOWrapper(err_bytes, "utf-8", write_through=True)
    variables = {"COLUMNS": str(terminal or 80), "LINES": "24", "TERM": "xterm", "NO_COLOR": ""}
    variables |= environment or {}
    digits, path, loaded = sys.get_int_max_str_digits(), sys.path.copy(), set(sys.modules)
    try:
        with (
            redirect_stdout(out),
            redirect_stderr(err),
            mock.patch("sys.stdin", given),
            mock.patch.dict(os.environ, variables),
            chdir(cwd or os.getcwd()),
        ):
            try:
                main(arguments)
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else 0
    finally:
        sys.set_int_max_str_digits(digits)
        sys.path[:] = path
        if cwd is not None:
            _forget_modules_of(cwd, sys.modules.keys() - loaded)
    said = PROGRESS.sub("", err_bytes.getvalue().decode())
    assert status != 70, f"twoends {' '.join(arguments)}: {said}"
    return Ran(status, out_bytes.getvalue().decode(), said)


def _forget_modules_of(folder: Path, names: set[str]) -> None:
    """Unload them, because another folder may have another `mine.py`."""
    for name in names:
        file = getattr(sys.modules[name], "__file__", None)
        if file is not None and Path(file).parent == folder:
            del sys.modules[name]


def refused(ran: Ran, *parts: str) -> None:
    """The run ended with status 2 and one sentence that contains all the parts."""
    assert ran.status == 2, f"expected status 2, got {ran.status}: {ran.out}{ran.err}"
    assert "Traceback" not in ran.err
    assert ran.err.startswith("twoends: ")
    assert ran.err.count("\n") == 1, f"expected one sentence, got {ran.err}"
    for part in parts:
        assert part in ran.err, f"expected {part!r} in {ran.err!r}"


ALL_COMMANDS = click.Context(commands, info_name="twoends", **commands.context_settings)


def commands_in(context: click.Context = ALL_COMMANDS) -> Iterator[tuple[click.Command, click.Context]]:
    """Every command of a group with its context, a group before what is in it."""
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            assert command is not None
            own = click.Context(command, info_name=name, parent=context)
            yield command, own
            yield from commands_in(own)
