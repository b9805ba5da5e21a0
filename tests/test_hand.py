"""Using the command line: words are read as meant, and mistakes are reported in the same style everywhere."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import refused, run
from twoends import Row, deal, opponent, parse, solve, table
from twoends.cli import commands
from twoends.cli.solve import QUESTIONS
from twoends.judge.questions import ASKS
from twoends.judge.tasks import totals
from twoends.views.explain import chessboard_text, table_text

# --- words -----------------------------------------------------------------------------


def test_names_may_be_in_capitals() -> None:
    small = "circle 2 8 1 / second / 1 R / greedy left trembling 1/10"
    for text in (small.upper(), small.title()):
        assert parse(text) == parse(small), text
    for word in ("circle", "board"):
        dealt = run("play", word, "-s", "7", stdin="q\n")
        assert run("play", word.title(), "-s", "7", stdin="q\n") == dealt
        assert run("solve", "-", stdin=f"{word.title()}\n8 15\n") == run(
            "solve", "-", stdin=f"{word}\n8 15\n"
        )
    assert "greedy opponent (ties left)" in run("solve", "8", "15", "-o", "Greedy", "--ties=Left").out
    assert '"opponent": "generous"' in run("solve", "8", "15", "-o", "ALL", "-j").out


def test_help_of_a_command_and_a_group_alone() -> None:
    assert run("help", "solve").out == run("solve", "--help").out == run("solve", "-h").out
    assert run("help", "judge", "bot").out == run("judge", "bot", "--help").out
    assert run("help").out == run().out == run("--help").out
    assert run("judge") == run("judge", "--help")


# --- output -----------------------------------------------------------------------------


def test_solve_answers_the_questions_of_the_judge_in_its_words() -> None:
    assert set(QUESTIONS) == set(ASKS) - {"cases", "alice"}, "two opponents; names"
    row = (8, 15, 3, 7)
    for asks in QUESTIONS:
        expected = ASKS[asks].answer(sum(row), totals(row, opponent("greedy")))
        assert run("solve", "8 15 3 7", "-o", "greedy", "--asks", asks).out == f"{expected}\n", asks
    assert run("solve", "8 15 3 7", "-o", "all", "--asks", "first").out.split() == [
        "22",
        "22",
        "23",
        "23",
        "22",
    ]
    assert run("solve", "2.5 1/3", "--asks", "margin").out == "13/6\n"
    refused(run("solve", "8", "--asks", "first", "--json"), "--asks and --json are both given")


# --- mistakes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"\x93NUMPY\xff", b"\xe9 3\n", "8 15\n".encode("utf-16")])
def test_study_and_solve_report_a_binary_file_alike(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "bin.dat").write_bytes(content)
    ran = run("study", "--rows", "file bin.dat", "--count", "1", cwd=tmp_path)
    refused(ran, "bin.dat, line 1: this is not text: give a text file with a row on each line")
    assert run("solve", "bin.dat", cwd=tmp_path).err == ran.err


def test_the_error_for_an_array_of_three_axes_names_its_file(tmp_path: Path) -> None:
    np.save(tmp_path / "three.npy", np.zeros((2, 3, 4)))
    ran = run("solve", "three.npy", cwd=tmp_path)
    refused(ran, "three.npy is an array of shape (2, 3, 4): give one row as (n,), or many as (m, n)")


@pytest.mark.parametrize("command", [["record"], ["puzzle", "--daily"]])
def test_without_a_home_folder_nothing_is_recorded(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "")
    refused(run(*command, stdin="l\n"), "there is no home folder for records: set HOME or XDG_")


def test_a_misspelt_objective_is_refused_before_the_compiler_is_loaded() -> None:
    code = """
import sys
from twoends.cli import main
try:
    main(["study", "--search", "foo"])
finally:
    print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "False\n"), done.stderr


def commands_in(group: click.Group, context: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    """Every command with its context, a group before what is in it."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        own = click.Context(command, info_name=name, parent=context)
        yield command, own
        if isinstance(command, click.Group):
            yield from commands_in(command, own)


def test_every_example_has_a_comment_and_every_command_is_in_a_group() -> None:
    frame = click.Context(commands, info_name="twoends", **commands.context_settings)
    for command, context in commands_in(commands, frame):
        shown = command.get_help(context)
        examples = re.findall(r"^ +twoends .*$", shown, re.MULTILINE)
        assert all("  # " in line for line in examples), examples
        assert examples or isinstance(command, click.Group) or context.info_name in ("compile", "serve"), (
            shown
        )
    top = run().out
    assert re.findall(r"^(\w.*):$", top, re.MULTILINE) == [
        "Options", "Ask", "Play", "Study", "Judge", "Set up", "Exit status", "Environment", "More",
    ]  # fmt: skip


# --- numbers of options ---------------------------------------------------------------

TAKEN: dict[str, tuple[str, ...]] = {
    "--cap": ("-0.1", "0", "100", "100.1"),
    "--climbs": ("0", "1"),
    "--count": ("0", "1"),
    "--games": ("0", "1"),
    "--jobs": ("0", "1", "64", "65"),
    "--ladder": ("0", "1", "20", "21"),
    "--language-factor": ("0.009", "0.01", "1000", "1000.1"),
    "--length": ("-1", "0", "10000000", "10000001"),
    "--max-n": ("0", "1"),
    "--max-value": ("0", "1"),
    "--memory": ("15", "16", "1048576", "1048577"),
    "--points": ("-0.1", "0"),
    "--port": ("-1", "0", "65535", "65536"),
    "--stack": ("0", "1", "1048576", "1048577"),
    "--tests": ("0", "1"),
    "--time": ("0.009", "0.01", "86400", "86401"),
    "--workers": ("0", "1"),
}
"""Below the minimum, the minimum, the maximum and above it, if there is a maximum."""


def options() -> Iterator[tuple[str, click.Option, click.Context]]:
    """Every option of every command, with both their names."""
    for command, context in commands_in(commands, click.Context(commands, **commands.context_settings)):
        for option in command.params:
            if isinstance(option, click.Option):
                yield f"{context.command_path} {option.opts[-1]}", option, context


def test_an_option_takes_numbers_within_its_limits() -> None:
    tried = set()
    for name, option, context in options():
        convert: Any = option.type.convert
        if isinstance(option.type, click.IntRange | click.FloatRange):
            tried.add(option.opts[-1])
            for at, value in enumerate(TAKEN[option.opts[-1]]):
                print(name, value)
                with nullcontext() if at in (1, 2) else pytest.raises(click.BadParameter):
                    assert convert(value, option, context) == float(value)
    assert tried == set(TAKEN)


def test_the_help_of_an_option_names_its_default() -> None:
    numbers = {name: option for name, option, _ in options() if type(option.default) in (int, float)}
    assert len(numbers) > 30
    for name, option in numbers.items():
        (default,) = re.findall(r"\[(\d+)\]", option.help or "")
        assert float(default) == option.default, name


# --- as wide as the window ---------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80, 200])
def test_explaining_a_deck_shows_every_position_within_the_width(width: int) -> None:
    row = deal(seed=7)
    told = table_text(table(row), width)
    assert max(map(len, told.splitlines())) <= width
    wide = table_text(table(row))
    assert sorted(re.findall(r"\d+ (?:LR|L|R)\b", told)) == sorted(re.findall(r"\d+ (?:LR|L|R)\b", wide))


def test_the_path_of_best_play_is_highlighted() -> None:
    told = table_text(table([8, 15, 3, 7]), None, [(0, 4), (1, 3)], lambda cell: f"<{cell}>")
    assert re.findall("<(.*?)>", told) == ["15 L ", "22 R "]


@given(st.lists(st.integers(-9, 30), min_size=2, max_size=10).filter(lambda row: len(row) % 2 == 0))
def test_the_chessboard_trick_promises_no_more_than_best_play_brings(row: list[int]) -> None:
    told = chessboard_text(Row.of(row), solve(row).first)
    places = [int(sums) for sums in re.findall(r"places: .*?(-?\d+)$", told, re.MULTILINE)]
    assert places == [sum(row[::2]), sum(row[1::2])], told
    assert solve(row).first >= max(places)
    assert ("brings as much" in told) == (solve(row).first == max(places)), told


def test_help_pages_load_no_heavy_library() -> None:
    heavy = "{'numpy', 'numba', 'polars', 'matplotlib', 'rich.console'}"
    code = f"""
import contextlib, io, sys
from twoends.cli import COMMANDS, main
for name in COMMANDS:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main([name, "--help"])
print(*sorted({heavy} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
