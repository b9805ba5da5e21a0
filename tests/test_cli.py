"""The commands print what they promise, by any rules, read words as meant, and report mistakes alike."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from command_line import ALL_COMMANDS, PATIENCE, commands_in, refused, run
from expected import DATA
from twoends import Board, Circle, Game, Row, __version__, deal, parse, write
from twoends.cli import COMMANDS_BY_GROUP, FOR_ALL_COMMANDS
from twoends.cli.command import GROUPS, TOPIC_OF, TOPICS
from twoends.cli.help import TEXTS


def test_help_of_a_command_and_a_group_alone() -> None:
    for _, context in commands_in():
        words = context.command_path.split()[1:]
        assert run("help", *words).out == run(*words, "--help").out == run(*words, "-h").out != "", words
    assert run("help").out == run().out == run("--help").out == run("-h").out
    assert run("-V").out == run("--version").out == f"twoends, version {__version__}\n"
    assert run("judge") == run("judge", "--help")
    assert {topic: run("help", topic).out for topic in TOPICS} == TEXTS
    assert max(len(line) for text in TEXTS.values() for line in text.splitlines()) <= 80


@pytest.mark.parametrize(
    "line", ["deal", "match 8,15,3 --second-player random", "match", "puzzle", "play", "study --count 20"]
)
def test_seed_0_is_a_seed_and_one_that_was_not_given_is_printed_and_repeats_the_output(line: str) -> None:
    words = line.split()
    ran = run(*words, "--seed", "0", stdin="q\n")
    assert "seed" not in ran.err
    assert run(*words, "--seed", "0", stdin="q\n") == ran
    if words[0] in ("deal", "match"):
        drawn = run(*words)
        assert re.fullmatch(r"seed \d{1,6}\n", drawn.err)
        assert run(*words, "--seed", drawn.err.split()[1]).out == drawn.out


@pytest.mark.parametrize(
    ("words", "length", "values"),
    [
        ("", 52, {*range(2, 15)}), ("--length 52", 52, {*range(2, 15)}), ("--length 0", 0, set()),
        ("--values -1:+1 --length 40", 40, {-1, 0, 1}), ("--values 5..5 --length 1 --rules take_2", 1, {5}),
        (f"--values {10**299}:{10**299} --length 1", 1, {10**299}),
    ],
)  # fmt: skip
def test_dealt_rows_are_the_same_as_text_and_as_json(words: str, length: int, values: set[int]) -> None:
    line = ["deal", *(word.replace("_", " ") for word in words.split()), "-n", "2", "-s", "7"]
    text = run(*line).out
    rows: list[Any] = [parse(row) for row in text.splitlines()]
    assert len(run("solve", "-", "--question", "first", stdin=text).out.splitlines()) == 2, (
        "each is a row of its own"
    )
    objects = [json.loads(text) for text in run(*line, "--json").out.splitlines()]
    assert [(parse(each["notation"]), each["seed"]) for each in objects] == [(row, 7) for row in rows]
    dealt = [[int(card) for card in getattr(row, "shape", row)] for row in rows]
    assert [(len(row), {*row}) for row in dealt] == [(length, values)] * 2
    assert "--values" in words or dealt[0] == [*map(int, deal(seed=7))][:length]


def test_cards_that_are_dealt_are_told_and_a_new_game_has_others() -> None:
    shapes: dict[str, Any] = {"": Row, "circle": Circle, "BOARD": Board}
    for word, shape in shapes.items():
        begun = run("play", *word.split(), "-s", "7", stdin="q\n")
        assert begun.out.splitlines()[-1] == write(Game(shape.of_deck(deal(seed=7)))), word
        assert word or run("match", "-s", "7").out.splitlines()[-1].startswith(f"{deal(seed=7)} / first / ")
        ran = run("play", *word.split(), "-s", "7", stdin="n\nn\nq\n")
        assert "deck of seed 7." in ran.out
        assert "A new deal." in ran.out
        assert ran.out.splitlines()[-1] == write(Game(shape.of_deck(deal(seed=9)))), word


# --- mistakes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "part"),
    [
        *((f"{command} --xyz", "--xyz") for command in ("", "help", "solve 8", "judge")),
        *(("solve 8 -x", "-x"), ("solve --json=yes 8", "--json"), ("deal --seed", "--seed"), ("deal 5", "5")),
        *(("puzzle 1-8-3-42 1-8-3-43", "1-8-3-43"), ("judge bot", "COMMAND..."), ("deal -n 0", "--count")),
        *(("puzzle --ladder 21", "--ladder"), ("play --seed x", "--seed"), ("judge answers -- x", "--task")),
        *(("solve 8 --method magic", "--method"), ("solve 8 --ties up -o greedy", "--ties")),
        *((f"{line} --ties left", "--ties") for line in ("judge bot x", "match 8", "play 8 -o right")),
        ("judge dance", "dance"),
        *(("judge answers --task chess -- x", "chess"), ("study --out /etc/passwd", "--out")),
    ],
)  # fmt: skip
def test_what_no_command_accepts_is_refused_in_one_sentence_that_names_it(line: str, part: str) -> None:
    refused(run(*shlex.split(line)), part)


RANGES = {
    **dict.fromkeys(("--count", "--tests", "--games", "--workers"), (1, None)), "--points": (0, None),
    "--port": (0, 65535), "--length": (0, 10**7), "--memory": (16, 2**20), "--jobs": (1, 64),
    "--time": (0.01, 24 * 60 * 60), "--language-factor": (0.01, 1000),
}  # fmt: skip
SUMMARIES = {name: summary for group in COMMANDS_BY_GROUP.values() for name, (_, summary) in group.items()}


def test_a_help_page_has_its_summary_its_options_in_groups_with_defaults_and_its_topics() -> None:
    for command, context in commands_in():
        if context.parent is ALL_COMMANDS:
            assert SUMMARIES[str(context.info_name)] == command.get_short_help_str(limit=100)
        page = command.get_help(context)
        if isinstance(command, click.Group):
            continue
        sections = dict(re.findall(r"^([A-Z]\w+):\n((?:  .*(?:\n|$)|\n)*)", page, re.MULTILINE))
        for option in command.get_params(context):
            record = option.get_help_record(context)
            if isinstance(option.type, click.IntRange | click.FloatRange):
                assert (option.type.min, option.type.max) == RANGES[option.opts[-1]], context.command_path
            if isinstance(option, click.Option) and type(option.default) in (int, float):
                (default,) = re.findall(r"\[(\d+)\]", option.help or "")
                assert float(default) == option.default, (context.command_path, option.opts)
            if isinstance(option, click.Option) and record:
                own = {name.removeprefix("--") for name in option.opts}
                (title,) = [each for each, names in GROUPS.items() if own & {*names.split()}] or ["Other"]
                written = [each for each, text in sections.items() if f"  {record[0]}" in text]
                assert written == [title], (context.command_path, record[0])
        topics = {TOPIC_OF[str(each.name)] for each in command.params if each.name in TOPIC_OF}
        assert {*re.findall("twoends help ([a-z]+)", sections.get("More", ""))} == topics
    main = " ".join(run().out.split())
    for title, records in FOR_ALL_COMMANDS.items():
        assert all(f"{name} {text}" in main for name, text in records.items()), title
        assert f"{title}: {next(iter(records))} " in main


# --- rows and players ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "status", "err"),
    [
        ("deal --count 2000 --seed 1 | head -c 1; exit ${PIPESTATUS[0]}", 0, ""),
        ("solve 8 15 3 7 > /dev/full", 2, "twoends: the output cannot be written: No space left on device\n"),
        ("solve 8 15 3 7 1< /dev/null", 2, "twoends: the output cannot be written: Bad file descriptor\n"),
        ("solve 8 >&-", 2, "twoends: standard output is closed: open it, or send it to a file\n"),
        ("play 8 15 3 7 0<&-", 0, ""),
        ("deal --seed 1 --length 4 2>&-", 0, ""),
        ("solve 8 fifteen 2> /dev/full", 2, ""),
    ],
)
def test_a_closed_stream_ends_quietly_or_is_empty_and_a_full_disk_is_told_in_a_sentence(
    words: str, status: int, err: str
) -> None:
    shell = f'twoends() {{ {sys.executable} -m twoends "$@"; }}\ntwoends {words}'
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (status, err)


def test_ctrl_c_while_the_command_line_is_imported_is_said_in_a_sentence() -> None:
    code = """
import sys
class Interrupts:
    def find_spec(self, name, *more):
        if name == "twoends.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
from twoends.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (130, "twoends: interrupted\n")


def test_a_file_in_the_current_folder_never_replaces_an_installed_module(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise SystemExit(7)")
    (tmp_path / "mine.py").write_text("def Left(position): return position.moves()[0]")
    words = "tournament mine:Left greedy --length 3 --count 2"
    command = [sys.executable, "-P", "-m", "twoends", *words.split()]
    assert subprocess.run(command, capture_output=True, cwd=tmp_path, timeout=PATIENCE).returncode == 0


@pytest.mark.parametrize(
    "line",
    [
        "solve 8 15 3 -o", "explain 8 15 3 -o", "play 8 15 3 --second -o", "match 8 15 3 --first-player",
        "bot --player", "bot --against", "review '8 15 3 / first / L' /", "puzzle -o",
        "tournament greedy --rows permutation --length 3 --count 2",
    ],
)  # fmt: skip
def test_a_custom_function_that_fails_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def leaves(position): raise SystemExit(3)")
    ran = run(*shlex.split(line), "mine:leaves", stdin="row 8 15 3\nmove\n", cwd=tmp_path)
    refused(ran, "is no puzzle against mine:leaves" if "puzzle" in line else "mine:leaves failed on the card")


# --- other rules -------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["take 0", "tale 2", "take 1-2M", "take 1 \x00", "stop 2, stop 2"])
def test_malformed_rules_are_refused_in_one_line_by_every_command(rules: str) -> None:
    accept = {
        context.info_name
        for command, context in commands_in()
        for each in command.params
        if each.name == "rules"
    }
    lines = re.findall(
        r"^\$ twoends (.*?)(?: <<< .*)?$", (DATA / "transcript.txt").read_text("utf-8"), re.MULTILINE
    )
    told = {line.split()[0] for line in lines} & accept
    assert told == accept, "each of them is in the transcript"
    for words in (shlex.split(line) for line in lines if line.split()[0] in accept):
        refused(run(*words, f"--rules={rules}"), ": ")
    refused(run("solve", f"8 15 3 7 / {rules} / first / -"), ": ")
