"""What the study command says around a study that is stopped, verified, stored or printed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import twoends.study
from command_line import run
from twoends.study import Study, verifying
from twoends.study.verifying import Verified

module: Any = import_module("twoends.cli.study")

SMALL = Study(rows="uniform 1 9", lengths=(4,), count=40)


# --- running -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("out", "said"),
    [
        (None, "twoends: stopped after 1,200 of 40 rows; with --out FOLDER it could go on\n"),
        ("a b", "twoends: stopped after 1,200 of 40 rows; twoends study --out 'a b' goes on\n"),
    ],
)
def test_a_study_that_is_stopped_says_how_it_goes_on(
    out: str | None, said: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    asked: list[Any] = []

    def stopped(what: Study, *folder: Any, progress: Callable[[int, int], None], **more: Any) -> None:
        asked.append((what, folder, more))
        progress(1200, 2000)
        raise KeyboardInterrupt

    monkeypatch.setattr(twoends.study, "run", stopped)
    assert module.carry_out(SMALL, out, 3, "tcp://here", None) == 130
    assert asked == [(SMALL, (out,), {"workers": 3, "dask": "tcp://here"})]
    assert capsys.readouterr() == ("", said)


# --- verifying ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "status", "said"),
    [
        (Verified(3, 2, (), 0), 0, "folder: 2 of 3 chunks measured again: the same bytes\n"),
        (
            Verified(3_000, 2_000, (), 1_000),
            0,
            "folder: 2,000 of 3,000 chunks measured again: the same bytes; "
            "1,000 rows are still to be measured\n",
        ),
        (
            Verified(3, 3, (Path("a"), Path("b")), 7),
            1,
            "folder: 3 of 3 chunks measured again, and not the same bytes as in a, b; "
            "7 rows are still to be measured\n",
        ),
    ],
)
@pytest.mark.parametrize(("words", "sample"), [([], verifying.SAMPLE), (["--all"], None)])
def test_a_verified_folder_is_told_in_a_sentence(
    words: list[str], sample: int | None, found: Verified, status: int, said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    asked: list[Any] = []

    def verify(*told: Any, progress: Any, **more: Any) -> Verified:
        asked.append((told, callable(progress), more))
        return found

    monkeypatch.setattr(verifying, "verify", verify)
    ran = run("study", "--verify", "folder", *words, "--workers", "3", "--dask", "tcp://here")
    assert (ran.status, ran.out) == (status, said)
    assert asked == [(("folder", sample), True, {"workers": 3, "dask": "tcp://here"})]


# --- storing and printing ----------------------------------------------------------------------


# --- what is to be done ------------------------------------------------------------------------


@pytest.fixture
def described(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Any, ...]]:
    """What a command line means, instead of being carried out."""
    got: list[tuple[Any, ...]] = []
    for name in ("twoends.cli.study", "twoends.cli.tournament"):
        monkeypatch.setattr(import_module(name), "carry_out", lambda *told: got.append(told))

    def means(*words: str) -> tuple[Any, ...]:
        ran = run(*words)
        assert (ran.status, ran.out, ran.err) == (0, "", "")
        return got.pop()

    return means


def test_a_study_is_what_its_options_say(described: Any, tmp_path: Path) -> None:
    assert described("study") == (Study(), None, 1, None, None)
    words = [
        "--rows",
        "uniform 1 9",
        "--length",
        "4,6",
        "-n",
        "7",
        "-s",
        "3",
        "--pairing",
        "random against modest",
    ]
    words += ["--pairing", "best against greedy left", "--moves-first", "you", "--reduced", "--keep-rows"]
    what, *more = described("study", *words, "--out", str(tmp_path), "--workers", "2", "--dask", "d", "--csv")
    assert more == [str(tmp_path), 2, "d", "csv"]
    assert (what.rows, what.lengths, what.count, what.seed) == ("uniform 1 9", (4, 6), 7, 3)
    assert [str(each) for each in what.pairings] == [
        "random against modest right",
        "best against greedy left",
    ]
    assert (what.moves_first, what.reduced, what.keep_rows) == ("you", True, True)
    for form in ("markdown", "json"):
        assert described("study", f"--{form}")[-1] == form


def test_options_change_a_file_and_a_folders_own_description(described: Any, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text('rows = "uniform 1 9"\nlengths = [4]\ncount = 7\nreduced = true\n')
    base = described("study", "--file", str(file))[0]
    assert (base.rows, base.lengths, base.count, base.reduced) == ("uniform 1 9", (4,), 7, True)
    changed = described("study", "--file", str(file), "--count", "9")[0]
    assert (changed.rows, changed.lengths, changed.count, changed.reduced) == ("uniform 1 9", (4,), 9, True)
    folder = tmp_path / "made"
    twoends.study.run(base, folder)
    assert described("study", "--out", str(folder), "--count", "9")[0] == changed
    assert described("study", "--out", str(folder), "--file", str(file), "--count", "9")[0] == changed


def test_a_tournament_is_what_its_options_say(described: Any) -> None:
    what, *more = described(
        "tournament", "Optimal", "greedy left", "--bot", "./mine", "--length", "6", "--json"
    )
    assert more == [None, 1, None, "json"]
    pairings = {str(each) for each in what.pairings}
    assert pairings == {
        "optimal against greedy left", "optimal against bot ./mine", "greedy left against bot ./mine",
        "optimal against optimal", "greedy left against greedy left",
    }  # fmt: skip
    assert (what.rows, what.lengths, what.count) == ("deck", (6,), 1000)
