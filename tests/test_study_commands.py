"""The command study, and studies of programs that play."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import click
import numpy as np
import pytest

import command_line
import twoends.study
from expected import calls_are_expected
from test_study_running import GREEDY
from twoends import solve
from twoends.study import Pairing, Study, run
from twoends.study.bots import play_rows_with_bots
from twoends.study.description import EXAMPLE, read
from twoends.study.measure import draw
from twoends.views.files import UNFINISHED

module: Any = import_module("twoends.cli.study")


def test_a_finished_folder_prints_its_study_again_and_keeps_its_charts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "small"
    described = ("--rows", "uniform 1 9", "--length", "5", "--count", "40")
    first = command_line.run("study", *described, "--out", str(folder), "--csv")
    drawn = (folder / "margins.svg").read_bytes()
    (folder / f"half{UNFINISHED}").write_text("of a run that was killed")
    again = command_line.run("study", "--out", str(folder), "--csv")
    assert not (folder / f"half{UNFINISHED}").exists()
    assert (first.status, again.status) == (0, 0), again.err
    assert again.out == first.out == (folder / "results.csv").read_text()
    assert (folder / "margins.svg").read_bytes() == drawn
    assert drawn.startswith(b"<?xml")
    assert (folder / "margins.png").read_bytes().startswith(b"\x89PNG")
    (folder / "margins.svg").unlink()
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    again = command_line.run("study", "--out", str(folder), "--csv")
    assert again.err == f"{folder} is read-only: its tables and pictures are not updated\n"
    assert (again.out, (folder / "margins.svg").exists()) == (first.out, False)


def test_the_tables_on_a_terminal_have_the_cells_of_those_in_markdown_and_fit_its_width() -> None:
    command = ("study", "--count", "20", "--length", "2..4")
    text = command_line.run(*command).out
    titles, heads = re.findall("^\\*\\*(.*)\\*\\*$", text, re.MULTILINE), re.findall("\n\n([|].*)\n", text)
    wide, narrow = (command_line.run(*command, terminal=width).out for width in (200, 60))
    assert re.findall("\x1b\\[1m(.*)\x1b", wide) == titles
    words = re.sub(r"[*|]|-{3,}|[.]$", "", text, flags=re.MULTILINE).split()
    assert click.unstyle(wide).split() == words
    for head, table in zip(heads, click.unstyle(wide).split("\n\n")[2::2], strict=True):
        header, *lines = table.rstrip("\n").split("\n")
        for name in re.findall("mean where second is better|mean|median|you win", head):
            begin, end = header.index(name), header.index(name) + len(name)
            cells = [line for line in lines if line[begin:end].strip()]  # the others are empty
            assert all(re.match("[^ ] ", f"{line} "[end - 1 :]) for line in cells), (name, table)
    parts = click.unstyle(narrow).rstrip("\n").split("\n\n")[1:]
    assert {part.split()[0] for part in parts} == {"Who", "What", "cards"}, "the keys are repeated"
    assert max(map(len, narrow.splitlines())) <= 60 + len(click.style("", bold=True))


# --- options ------------------------------------------------------------------------------------


def test_a_stopped_study_says_how_to_resume_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: Any, progress: Callable[[int, int], None], **more: Any) -> None:
        assert more == {"workers": 3, "dask": "tcp://here"}
        progress(1200, 2000)
        raise KeyboardInterrupt

    monkeypatch.setattr(twoends.study, "run", stopped)
    ways = {None: "with --out FOLDER it could be resumed", "a b": "twoends study --out 'a b' re"}
    for out, how in ways.items():
        with pytest.raises(click.Abort, match=f"stopped after 1,200 of 2,000 rows; {how}"):
            module.carry_out(Study(), out, 3, "tcp://here", None)


def test_command_lines_mean_these_studies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings that are not the default, the other arguments of a run, and what is said."""
    monkeypatch.chdir(tmp_path)
    Path("rows").write_text("8 15 3\n")
    Path("my.toml").write_text('rows = "uniform 1 9"\nlengths = [4]\ncount = 7\nreduced = true\n')
    Path("example.toml").write_text(command_line.run("study", "--example").out)
    assert Path("example.toml").read_text() == EXAMPLE.read_text()
    run(read("my.toml"), "made")
    Path("lost").write_text("#!/nowhere\n")
    Path("lost").chmod(0o755)

    def means(line: str) -> Any:
        request = Mock()
        with monkeypatch.context() as patch:
            patch.setattr(module, "carry_out", request)
            ran = command_line.run(*shlex.split(line))
        if ran.status:
            return ran.err
        study, *more = request.call_args.args
        usual = Study().plain()
        changed = {name: value for name, value in study.plain().items() if value != usual.get(name)}
        return changed, *more, ran.err

    def says(line: str) -> tuple[int, str]:
        ran = command_line.run(*shlex.split(line))
        return ran.status, ran.err.replace(str(tmp_path), "HERE")

    calls_are_expected("calls_of_study_commands.txt", {"means": means, "says": says, "Path": Path})


# --- programs ------------------------------------------------------------------------------------

FOULS = GREEDY.replace(
    "        side =",
    """        if len(row) in (3, 4) and sum(row) % 5 == 0:
            print("left, please", flush=True)
        side =""",
)
"""The same, unless it has to move on three or four cards that add up to a multiple of five."""


def bot(folder: Path, name: str, program: str) -> str:
    (folder / "my bots").mkdir(exist_ok=True)
    (folder / "my bots" / name).write_text(program)
    return f"bot {sys.executable} '{folder}/my bots/{name}'"


def by_hand(rows: list[list[int]], players: tuple[str, str]) -> list[tuple[list[int], list[int]]]:
    """The totals and the fouls of each row; whoever has fouled three times loses all that is left."""
    played = list[tuple[list[int], list[int]]]()
    for row in rows:
        totals, fouls, mover = [0, 0], [0, 0], 0
        gone = [side for side in (0, 1) if sum(of[side] for _, of in played) >= 3]
        while row and not any(fouls):
            if gone or ("fouls.py" in players[mover] and len(row) in (3, 4) and sum(row) % 5 == 0):
                (loser, *_) = [*gone, mover]
                fouls[loser], totals[1 - loser] = 1, totals[1 - loser] + sum(row)
                continue
            left = row[0] + (players[mover] != "greedy right") > row[-1]
            totals[mover] += row[0] if left else row[-1]
            row, mover = row[1:] if left else row[:-1], 1 - mover
        played.append((totals, fouls))
    return played


def test_a_random_opponent_of_a_bot_plays_each_row_by_the_seed_in_another_way(tmp_path: Path) -> None:
    rows, greedy = np.tile([1, 2, 4, 8, 16, 32, 64, 128], (20, 1)), bot(tmp_path, "greedy.py", GREEDY)
    played = [play_rows_with_bots(rows, "random", greedy, seed=seed)[0].tolist() for seed in (0, 0, 1)]
    assert played[0] == played[1] != played[2]
    assert len(set(map(str, played[0]))) > 5


def test_games_of_bots_count_as_played_by_hand_and_whoever_fouls_three_times_loses_the_rest(
    tmp_path: Path,
) -> None:
    fouls, greedy = bot(tmp_path, "fouls.py", FOULS), bot(tmp_path, "greedy.py", GREEDY)
    other = bot(tmp_path, "other_fouls.py", FOULS)
    pairings = [(fouls, "greedy right"), ("greedy right", fouls), (greedy, fouls), (fouls, other)]
    described = Study(
        rows="uniform 1 9", lengths=(8,), count=40, pairings=tuple(Pairing(*each) for each in pairings)
    )
    results, (chunk,) = run(described), described.chunks()
    rows = draw(described, chunk).tolist()
    for pairing, (you, opponent) in zip(described.pairings, pairings, strict=True):
        first = by_hand(rows, (you, opponent))
        second = [(totals[::-1], fouls[::-1]) for totals, fouls in by_hand(rows, (opponent, you))]
        expected = {"edge": [mine[0][0] - other[0][0] for mine, other in zip(first, second, strict=True)]}
        for side, played in (("first", first), ("second", second)):
            expected[f"margin {side}"] = [mine - theirs for (mine, theirs), _ in played]
            expected[f"foul {side}"] = [mine - theirs for _, (mine, theirs) in played]
            if opponent == "greedy right":
                totals = zip(rows, played, strict=True)
                expected[f"loss {side}"] = [
                    getattr(solve(row, opponent), side) - mine for row, ((mine, _), _) in totals
                ]
        got = {
            summary.measure: dict(zip(summary.values, summary.counts, strict=True))
            for summary in results.summaries
            if summary.pairing == str(pairing)
        }
        assert got == {name: Counter(values) for name, values in expected.items()}, str(pairing)
