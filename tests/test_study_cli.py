"""The study command: what it prints, where, how it shows its progress, and the programs that it seats."""

from __future__ import annotations

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

module: Any = import_module("twoends.cli.study")


def test_a_finished_folder_prints_its_study_again_and_keeps_its_charts(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    described = ("--rows", "uniform 1 9", "--length", "5", "--count", "40")
    first = run("study", *described, "--out", str(folder), "--csv")
    drawn = (folder / "margins.svg").read_bytes()
    again = run("study", "--out", str(folder), "--csv")
    assert (first.status, again.status) == (0, 0), again.err
    assert again.out == first.out == (folder / "results.csv").read_text()
    assert (folder / "margins.svg").read_bytes() == drawn
    assert (folder / "margins.png").stat().st_size > 10_000


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


def test_a_tournament_is_described_by_its_options(described: Any) -> None:
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


# --- programs ------------------------------------------------------------------------------------

GREEDY = (Path(__file__).parents[1] / "examples" / "bots" / "larger_end.py").read_text("utf-8")
"""Takes the larger end, of equal ones the left."""

FOULS_ON_ITS_SECOND_MOVE = """\
import sys
moves = 0
for line in sys.stdin:
    if line == "move\\n":
        moves += 1
        print("L" if moves < 2 else "left, please", flush=True)
"""


def bot(folder: Path, name: str, program: str) -> str:
    (folder / name).write_text(program)
    return f"bot {sys.executable} {folder / name}"


def games(*pairings: str, count: int = 6) -> Study:
    return Study(rows="uniform 1 9", lengths=(7,), count=count, pairings=tuple(map(Pairing.of, pairings)))


def test_a_greedy_bot_scores_what_greedy_scores(tmp_path: Path) -> None:
    pairings = f"{bot(tmp_path, 'greedy.py', GREEDY)} against optimal", "greedy left against optimal"
    results = twoends.study.run(games(*pairings))
    of_bot, of_greedy = (
        {s.measure: (s.values, s.counts) for s in results.summaries if s.pairing == str(pairing)}
        for pairing in results.study.pairings
    )
    assert of_bot.pop("foul first") == of_bot.pop("foul second") == ((0,), (6,))
    assert of_bot == of_greedy


def test_after_a_foul_the_opponent_gets_the_remaining_cards(tmp_path: Path) -> None:
    described = games(f"{bot(tmp_path, 'fouls.py', FOULS_ON_ITS_SECOND_MOVE)} against greedy", count=2)
    results = twoends.study.run(described)
    (chunk,) = described.chunks()
    rows = draw(described, chunk).tolist()
    you = described.pairings[0]
    margins = results.summary(you, "margin first")
    margins_of_games = Counter(dict(zip(margins.values, margins.counts, strict=True)))
    assert margins_of_games == Counter(2 * row[0] - sum(row) for row in rows)
    assert results.summary(you, "foul first").positive == 2


def test_a_bot_that_fouls_three_times_loses_all_that_is_left(tmp_path: Path) -> None:
    program = "import sys\nprint('hello', flush=True)\nfor line in sys.stdin:\n    pass\n"
    described = games(f"greedy against {bot(tmp_path, 'chats.py', program)}", count=9)
    results, (chunk,) = twoends.study.run(described), described.chunks()
    assert results.summary(described.pairings[0], "foul first").negative == 9
    margins = results.summary(described.pairings[0], "margin first")
    assert margins.mean * 9 == draw(described, chunk).sum(), "all that was left is yours"


def test_a_missing_program_is_refused_before_anything_is_measured_or_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "measure_chunks", lambda *_, **__: pytest.fail("it measures"))
    ran = run("tournament", "optimal", "--bot", "./nobody", "--out", "cup", cwd=tmp_path)
    refused(ran, "'./nobody' is not on the path and not a file")
    assert not (tmp_path / "cup").exists()
