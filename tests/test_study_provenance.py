"""Each file of a study records its provenance and has its sum; a file that does not fit is refused."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import polars as pl
import pytest

from test_study_cli import GREEDY
from twoends import __version__
from twoends.study import StudyError, load, run
from twoends.study import folder as folders
from twoends.study.description import Study, describe
from twoends.views.files import append, write_whole

STUDY = {"lengths": "6,7", "count": 300, "seed": 5, "chunk_cards": 600, "pairings": ["best against greedy"]}
"""Chunks of 100 rows of 6 cards, and of 85 of 7."""

CHANGED = "was damaged or changed: its checksum does not match SHA256SUMS; delete it and run again"

LAST, FIRST = "7-000003.parquet", "6-000000.parquet"


def study(**changes: object) -> Study:
    return describe(STUDY | changes)


def bytes_of(folder: Path) -> dict[str, str]:
    """The digest of each file of a study except its tables and charts."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(("results", "margins", "edge"))
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished study that keeps its rows; tests copy it before they break it."""
    folder = tmp_path_factory.mktemp("made") / "study"
    run(study(keep_rows=True), folder)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "a b"))


def refused(folder: Path, sentence: str, described: Study | None = None) -> None:
    """Resuming and loading raise this error, and leave the folder as it is."""
    before = bytes_of(folder)
    for attempt in (partial(run, described or study(keep_rows=True), folder), partial(load, folder)):
        with pytest.raises(StudyError) as fault:
            attempt()
        assert re.fullmatch(sentence, str(fault.value)), str(fault.value)
        assert "\n" not in str(fault.value)
    assert bytes_of(folder) == before


# --- what a file records -----------------------------------------------------------------------


def test_every_file_records_what_made_it(made: Path) -> None:
    metadata = pl.read_parquet_metadata(made / "rows" / "6-000001.parquet")
    assert json.loads(metadata["twoends.version"]) == __version__
    assert json.loads(metadata["twoends.chunk"]) == {"length": 6, "number": 1, "start": 100, "stop": 200}
    assert json.loads(metadata["twoends.players"]) == {}
    description = json.loads(metadata["twoends.study"])
    assert describe(description | {"count": 300}) == study(keep_rows=True)


def test_the_sums_of_a_finished_study_are_those_that_sha256sum_checks(made: Path) -> None:
    lines = (made / "SHA256SUMS").read_text().splitlines()
    names = [f"{kind}/{path.name}" for kind in ("counts", "rows") for path in sorted((made / kind).iterdir())]
    assert lines == [f"{bytes_of(made)[name]}  {name}" for name in names]
    assert len(lines) == 14
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=made, check=True)


# --- what does not fit -------------------------------------------------------------------------


def test_a_copied_chunk_is_refused_and_the_folder_does_not_grow(folder: Path) -> None:
    larger = study(keep_rows=True, count=400)
    for name in ("copy", "6-000009", "6-1", "8-000000"):
        copied = Path(shutil.copy(folder / "counts" / FIRST, folder / "counts" / f"{name}.parquet"))
        refused(folder, rf".*/{name}\.parquet is not a chunk of this study: delete it and run again", larger)
        copied.unlink()
    shutil.copy(folder / "counts" / FIRST, folder / "counts" / "6-000001.parquet")
    refused(folder, rf".*/6-000001\.parquet {re.escape(CHANGED)}", larger)


def test_another_seed_or_a_smaller_count_in_the_description_is_refused(folder: Path) -> None:
    text = (folder / "study.toml").read_text()
    (folder / "study.toml").write_text(text.replace("seed = 5", "seed = 6"))
    sentence = (
        r".*/6-000000\.parquet was made for another study: seed: 5 there, 6 now; restore study\.toml, .*"
    )
    refused(folder, sentence, study(keep_rows=True, seed=6))
    (folder / "study.toml").write_text(text.replace("count = 300", "count = 250"))
    sentence = r".*/6-000002\.parquet holds rows 200 to 300 of 6 cards, not 200 to 250 of 6: delete it and .*"
    refused(folder, sentence, study(keep_rows=True, count=250))


@pytest.mark.parametrize("kind", ["counts", "rows"])
def test_a_damaged_file_is_refused_until_it_is_deleted(folder: Path, kind: str) -> None:
    expected = bytes_of(folder)
    path = folder / kind / FIRST
    whole = path.read_bytes()
    for content in (b"", b"PAR1", whole[:-100], whole[:40] + bytes([whole[40] ^ 1]) + whole[41:]):
        path.write_bytes(content)
        refused(folder, rf".*/{kind}/6-000000\.parquet {re.escape(CHANGED)}")
    path.unlink()
    run(study(keep_rows=True), folder)
    assert bytes_of(folder) == expected


def test_a_chunk_that_is_not_listed_is_refused(folder: Path) -> None:
    lines = (folder / "SHA256SUMS").read_text().splitlines(keepends=True)
    (folder / "SHA256SUMS").write_text("".join(line for line in lines if "counts" in line))
    refused(
        folder,
        r".*/6-000000\.parquet is not listed in SHA256SUMS: restore the list, or delete it and run again",
    )


def test_a_study_of_another_version_is_loaded_and_never_continued(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    monkeypatch.setattr("twoends.study.folder.__version__", "99.0")
    assert run(study(keep_rows=True), folder).summaries
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before, "nothing is written"
    (folder / "counts" / LAST).unlink()
    refused(folder, rf".* would mix results of several versions of twoends \({__version__} and 99.0\): .*")


# --- players -----------------------------------------------------------------------------------

MODULE = """\
from twoends import LEFT

def player(position):
    return LEFT
"""


@pytest.mark.parametrize("words", [f"{sys.executable} ", ""], ids=["a script", "a program"])
def test_an_edited_bot_is_refused_even_for_a_finished_study(tmp_path: Path, words: str) -> None:
    program = tmp_path / "bot.py"
    program.write_text(f"#!{sys.executable}\n{GREEDY}")
    program.chmod(0o755)
    described = study(lengths=4, count=2, pairings=[f"bot {words}{program} against greedy"])
    results = run(described, tmp_path / "s")
    program.write_text(program.read_text() + "\n")
    refused(tmp_path / "s", r"bot .*/bot\.py has changed since .*4-000000\.parquet was made: .*", described)
    if not words:
        program.unlink()
        for again in (run(described, tmp_path / "s"), load(tmp_path / "s")):
            assert again.summaries == results.summaries, "the study of a program that is gone"


@pytest.mark.parametrize("edited", ["its_own", "shown_again"])
def test_a_module_that_changes_after_it_was_loaded_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edited: str
) -> None:
    """The one that is named, or the one that defines the player which it shows again."""
    name = {each: f"{each}_when_{edited}_is_edited" for each in ("its_own", "shown_again")}
    (tmp_path / f"{name['its_own']}.py").write_text(MODULE)
    (tmp_path / f"{name['shown_again']}.py").write_text(f"from {name['its_own']} import player\n")
    monkeypatch.syspath_prepend(tmp_path)
    described = study(
        lengths="4", count=5, pairings=[f"best against {name['shown_again']}:player trembling 1/9"]
    )
    run(described, tmp_path / "s")
    file = tmp_path / f"{name[edited]}.py"
    file.write_text(file.read_text() + "\n")
    with pytest.raises(StudyError, match=rf"{file.name} has changed since Python loaded it: run"):
        run(described, tmp_path / "another")
    assert not list((tmp_path / "another").glob("counts/*"))
    folders._digest_when_loaded.cache_clear()  # as in a new process
    refused(
        tmp_path / "s",
        r"shown_again_.*:player trembling 1/9 has changed since .*/4-000000\.parquet was made: .*",
        described,
    )


# --- growing -----------------------------------------------------------------------------------


def test_a_study_that_grows_keeps_its_chunks_and_equals_the_larger_one(tmp_path: Path) -> None:
    run(study(count=600), tmp_path / "at once")
    folder = tmp_path / "grown"
    run(study(count=250), folder)
    whole = {
        path: path.stat().st_mtime_ns
        for path in (folder / "counts").iterdir()
        if path.stem not in ("6-000002", "7-000002")  # cut short: 250 rows are 2 1/2 chunks of 6 cards
    }
    assert len(whole) == 4
    run(study(count=600), folder)
    assert {path: path.stat().st_mtime_ns for path in whole} == whole
    assert bytes_of(folder) == bytes_of(tmp_path / "at once")


@pytest.mark.parametrize("writes", [1, 3, 4, 5])
def test_a_study_that_is_killed_while_it_grows_is_resumed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """In a new chunk, or at any write of the last one of 7 cards, measured again: sums, rows, counts."""
    run(study(keep_rows=True, count=320), tmp_path / "at once")
    calls = iter(range(1000))

    def killed(write: Callable[[Path, bytes], None], path: Path, content: bytes) -> None:
        if path.name == "study.toml":
            write(path, content)
        elif next(calls) == writes:
            if write is append:
                append(path, content[:100])
            raise KeyboardInterrupt
        else:
            write(path, content)

    with monkeypatch.context() as patch:
        for write in (append, write_whole):
            patch.setattr(folders, write.__name__, partial(killed, write))
        with pytest.raises(KeyboardInterrupt):
            run(study(keep_rows=True, count=320), folder)
    run(study(keep_rows=True, count=320), folder)
    assert bytes_of(folder) == bytes_of(tmp_path / "at once")
