"""The study command: what it prints, where, how it shows its progress, and the programs that it seats."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

import twoends.study
from command_line import refused, run
from twoends.study import Pairing, Study, running
from twoends.study.description import EXAMPLE, describe, read
from twoends.study.measure import draw
from twoends.views.files import UNFINISHED

module: Any = import_module("twoends.cli.study")


def test_a_finished_folder_prints_its_study_again_and_keeps_its_charts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "small"
    described = ("--rows", "uniform 1 9", "--length", "5", "--count", "40")
    first = run("study", *described, "--out", str(folder), "--csv")
    drawn = (folder / "margins.svg").read_bytes()
    (folder / f"half{UNFINISHED}").write_text("of a run that was killed")
    again = run("study", "--out", str(folder), "--csv")
    assert not (folder / f"half{UNFINISHED}").exists()
    assert (first.status, again.status) == (0, 0), again.err
    assert again.out == first.out == (folder / "results.csv").read_text()
    assert (folder / "margins.svg").read_bytes() == drawn
    assert (folder / "margins.png").stat().st_size > 10_000
    (folder / "margins.svg").unlink()
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    again = run("study", "--out", str(folder), "--csv")
    assert again.err == f"{folder} is read-only: its tables and pictures are not updated\n"
    assert (again.out, (folder / "margins.svg").exists()) == (first.out, False)


def test_the_tables_on_a_terminal_have_the_cells_of_those_in_markdown_and_fit_its_width() -> None:
    command = ("study", "--count", "20", "--length", "3..4")
    text = run(*command).out
    titles, heads = re.findall("^\\*\\*(.*)\\*\\*$", text, re.MULTILINE), re.findall("\n\n([|].*)\n", text)
    wide, narrow = (run(*command, terminal=width).out for width in (200, 60))
    assert re.findall("\x1b\\[1m(.*)\x1b", wide) == titles
    words = re.sub(r"[*|]|-{3,}|[.]$", "", text, flags=re.MULTILINE).split()
    assert click.unstyle(wide).split() == words
    for head, table in zip(heads, click.unstyle(wide).split("\n\n")[2::2], strict=True):
        header, *lines = table.rstrip("\n").split("\n")
        for name in re.findall("mean|median|you win", head):
            end = header.index(name) + len(name)
            assert all(re.match("[^ ] ", f"{line} "[end - 1 :]) for line in lines), (name, table)
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
    for out, how in (
        (None, "with --out FOLDER it could be resumed"),
        ("a b", "twoends study --out 'a b' re"),
    ):
        with pytest.raises(click.Abort, match=f"stopped after 1,200 of 2,000 rows; {how}"):
            module.carry_out(Study(), out, 3, "tcp://here", None)


@pytest.fixture
def described(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Any, ...]]:
    """Runs a command line, and returns what it would carry out."""
    requests: list[tuple[Any, ...]] = []
    monkeypatch.setattr(module, "carry_out", lambda *request: requests.append(request))

    def means(*words: str) -> tuple[Any, ...]:
        ran = run(*words)
        assert (ran.status, ran.out, ran.err) == (0, "", "")
        return requests.pop()

    return means


def test_a_study_is_described_by_its_options(described: Any, tmp_path: Path) -> None:
    assert described("study") == (Study(), None, 1, None, None)
    study, *more = described(
        *("study", "--rows", "uniform 1 9", "--length", "4,6", "-n", "7", "-s", "3"),
        *("--pairing", "random against modest", "--pairing", "best against greedy left"),
        *("--moves-first", "you", "--reduced", "--keep-rows"),
        *("--out", str(tmp_path), "--workers", "2", "--dask", "d", "--csv"),
    )
    assert more == [str(tmp_path), 2, "d", "csv"]
    drawn = {"rows": "uniform 1 9", "lengths": "4,6", "count": 7, "seed": 3}
    played = {"pairings": ["random against modest", "best against greedy left"], "moves_first": "you"}
    assert study == describe(drawn | played | {"reduced": True, "keep_rows": True})
    assert described("study", "--json")[-1] == "json"
    for command in ("study", "tournament"):
        both = run(command, "--csv", "--json")
        assert (both.status, both.err) == (2, "twoends: --csv and --json are both given: choose one\n")


def test_options_change_a_file_and_the_description_of_a_folder(described: Any, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(run("study", "--example").out)
    assert file.read_text() == EXAMPLE.read_text()
    assert described("study", str(file))[0] == read(EXAMPLE)
    file.write_text('rows = "uniform 1 9"\nlengths = [4]\ncount = 7\nreduced = true\n')
    base = described("study", str(file))[0]
    assert base == Study(rows="uniform 1 9", lengths=(4,), count=7, reduced=True)
    changed = described("study", str(file), "--count", "9")[0]
    assert changed == replace(base, count=9)
    assert described("study", str(file), "--seed", "0")[0] == replace(base, seed=0)
    folder = tmp_path / "made"
    twoends.study.run(base, folder)
    assert described("study", "--out", str(folder), "--seed", "1")[0] == base, "no other count"
    assert described("study", "--out", str(folder), "--count", "9")[0] == changed
    assert described("study", "--out", str(folder), str(file), "--count", "9")[0] == changed


def test_a_new_folder_without_a_description_announces_the_default_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "carry_out", lambda *_: None)
    new = "rows deck, lengths 52, count 100,000, best against greedy right"
    begun = run("study", "--out", str(tmp_path))
    assert begun.err == f"twoends: a new study begins in {tmp_path}: {new}\n"
    assert run("study", "--out", str(tmp_path), "--count", "9").err == ""
    (tmp_path / "study.toml").write_text(Study(lengths=(4,), count=7).toml())
    assert run("study", "--out", str(tmp_path)).err == "", "it is resumed"


def test_a_tournament_is_described_by_its_options(described: Any, tmp_path: Path) -> None:
    study, *more = described(
        *("tournament", "Optimal", "greedy left", "--bot", "./mine"),
        *("--length", "6", "--out", "cup", "--json"),
    )
    assert more == ["cup", 1, None, "json"]
    assert {str(pairing) for pairing in study.pairings} == {
        "optimal against greedy left", "optimal against bot ./mine", "greedy left against bot ./mine",
        "optimal against optimal", "greedy left against greedy left",
    }  # fmt: skip
    assert (study.rows, study.lengths, study.count) == ("deck", (6,), 1000)
    study, *_ = described("tournament", "--rows", "permutation", "--length", "4")
    assert (study.rows, study.lengths, study.count) == ("permutation", (4,), 1000)
    (tmp_path / "rows").write_text("8 15 3\n")
    study, *_ = described("tournament", "--rows", f"file {tmp_path}/rows")
    assert (study.lengths, study.count) == ((), 0), "all rows of the file"


# --- programs ------------------------------------------------------------------------------------

GREEDY = (Path(__file__).parents[1] / "examples" / "bots" / "larger_end.py").read_text("utf-8")
"""Takes the larger end, of equal ones the left."""

FOULS = GREEDY.replace(
    "        side =",
    """        if len(row) in (3, 4) and sum(row) % 5 == 0:
            print("left, please", flush=True)
        side =""",
)
"""The same, unless it has to move on three or four cards that add up to a multiple of five."""


def bot(folder: Path, name: str, program: str) -> str:
    (folder / name).write_text(program)
    return f"bot {sys.executable} {folder / name}"


def by_hand(row: list[int], players: tuple[str, str]) -> tuple[list[int], list[int]]:
    """The totals and the fouls, 0 or 1, of players who take the larger end."""
    totals, mover = [0, 0], 0
    while row:
        if "fouls.py" in players[mover] and len(row) in (3, 4) and sum(row) % 5 == 0:
            totals[1 - mover] += sum(row)
            return totals, [int(mover == 0), int(mover == 1)]
        to_the_left = players[mover] != "greedy right"
        card = row[0] if row[0] + to_the_left > row[-1] else row[-1]
        row = row[1:] if row[0] + to_the_left > row[-1] else row[:-1]
        totals[mover] += card
        mover = 1 - mover
    return totals, [0, 0]


def all_by_hand(rows: list[list[int]], players: tuple[str, str]) -> list[tuple[list[int], list[int]]]:
    """The same of each row; whoever has fouled three times loses all that is left."""
    played = list[tuple[list[int], list[int]]]()
    for row in rows:
        fouls = [sum(fouls[side] for _, fouls in played) for side in (0, 1)]
        if max(fouls) >= 3:
            side = fouls.index(max(fouls))
            lost, won = [0, 0], [0, 0]
            lost[side], won[1 - side] = 1, sum(row)
            played.append((won, lost))
        else:
            played.append(by_hand(row, players))
    return played


def test_games_of_bots_count_as_played_by_hand_and_whoever_fouls_three_times_loses_the_rest(
    tmp_path: Path,
) -> None:
    fouls, greedy = bot(tmp_path, "fouls.py", FOULS), bot(tmp_path, "greedy.py", GREEDY)
    other = bot(tmp_path, "other_fouls.py", FOULS)
    pairings = [(fouls, "greedy right"), ("greedy right", fouls), (greedy, fouls), (fouls, other)]
    described = Study(
        rows="uniform 1 9", lengths=(8,), count=40, pairings=tuple(Pairing(*each) for each in pairings)
    )
    results, (chunk,) = twoends.study.run(described), described.chunks()
    rows = draw(described, chunk).tolist()
    for pairing, (you, opponent) in zip(described.pairings, pairings, strict=True):
        first = all_by_hand(rows, (you, opponent))
        second = [(totals[::-1], fouls[::-1]) for totals, fouls in all_by_hand(rows, (opponent, you))]
        expected = {"edge": [mine[0][0] - other[0][0] for mine, other in zip(first, second, strict=True)]}
        for side, played in (("first", first), ("second", second)):
            expected[f"margin {side}"] = [mine - theirs for (mine, theirs), _ in played]
            expected[f"foul {side}"] = [mine - theirs for _, (mine, theirs) in played]
            if opponent == "greedy right":
                best = [getattr(twoends.solve(row, opponent), side) for row in rows]
                expected[f"loss {side}"] = [
                    most - mine for most, ((mine, _), _) in zip(best, played, strict=True)
                ]
        got = {
            summary.measure: dict(zip(summary.values, summary.counts, strict=True))
            for summary in results.summaries
            if summary.pairing == str(pairing)
        }
        assert got == {name: Counter(values) for name, values in expected.items()}, str(pairing)


def test_a_missing_program_is_refused_before_anything_is_measured_or_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "measure_chunks", lambda *_, **__: pytest.fail("it measures"))
    ran = run("tournament", "optimal", "--bot", "./nobody", "--out", "cup", cwd=tmp_path)
    refused(ran, "'./nobody' is not on the path and not a file")
    assert not (tmp_path / "cup").exists()


def test_a_program_that_does_not_start_ends_the_study_with_the_reason(tmp_path: Path) -> None:
    program = tmp_path / "mine"
    program.write_text("#!/nowhere\n")
    program.chmod(0o755)
    ran = run("tournament", "optimal", "--bot", str(program), "--count", "2", "--length", "4")
    refused(ran, "does not start: No such file or directory: its first line names /nowhere")
