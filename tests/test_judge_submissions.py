"""A folder of submissions, and the copies of them that are judged; no compiler and no process."""

from __future__ import annotations

import io
import json
import os
import stat
import tarfile
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest

import twoends.judge.submissions
from judged import write_files
from twoends.judge.submissions import METADATA, CompileError, Submission, copy, submissions

# --- authors -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "key", "author"),
    [
        ("plain.py", "plain.py", ("plain", "", False)),
        ("two.words.py", "two.words.py", ("two.words", "", False)),
        ("Ada L_123_assignsubmission_file_a.py", "Ada L_123", ("Ada L", "123", False)),
        ("Ada_L_123_assignsubmission_onlinetext_a.html", "Ada_L_123", ("Ada_L", "123", False)),
        ("A_1_assignsubmission_blog_a.py", "", ("A_1_assignsubmission_blog_a", "", False)),
        ("doejane_77_8899_answer.py", "doejane_77", ("doejane", "77", False)),
        ("doejane_LATE_77_8899_answer.py", "doejane_77", ("doejane", "77", True)),
        ("doejane_late_77_8899_a.py", "", ("doejane_late_77_8899_a", "", False)),
        ("doejane_77_answer.py", "", ("doejane_77_answer", "", False)),
        ("submission_x.py", "", ("submission_x", "", False)),
        ("submission_4711/a.py", "submission_4711", ("submission", "4711", False)),
        ("A L_3_assignsubmission_file_/a.py", "A L_3_assignsubmission_file_", ("A L", "3", False)),
        ("some.folder/a.py", "some.folder", ("some.folder", "", False)),
    ],
)
def test_the_name_of_a_file_or_folder_gives_its_author(
    name: str, key: str, author: tuple[str, str, bool], tmp_path: Path
) -> None:
    write_files(tmp_path, name)
    path = tmp_path / name.partition("/")[0]
    assert submissions(tmp_path) == [Submission(key or name, *author, (path,))]


def test_several_files_of_an_author_are_one_submission(tmp_path: Path) -> None:
    files = write_files(tmp_path, "b_1_2_x.py", "b_1_3_y.py", "b_LATE_1_4_z.py", "c_2_1_x.py")
    write_files(tmp_path, ".b_1_9_x.py", "__MACOSX", "__pycache__.x")
    assert [(each.key, each.late, each.paths) for each in submissions(tmp_path)] == [
        ("b_1", True, tuple(files[:3])),
        ("c_2", False, (files[3],)),
    ]


def test_the_authors_of_a_gradescope_export_come_from_its_metadata(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        write_files(tmp_path, f"submission_{number}/a.py")
    (tmp_path / METADATA).write_bytes(
        b"---\nname: Nobody\nsubmission_1:\n  :submitters:\n  - :name: \"Ada L\"\n    :sid: 7\n"
        b"  - :name:  'Bob' \n  :created_at: now\nsubmission_2:  \n  name: Eve\nsubmission_9:\n  :name: X\n"
    )  # fmt: skip
    assert METADATA == "submission_metadata.yml"
    assert [each.name for each in submissions(tmp_path)] == ["Ada L, Bob", "Eve", "submission"]
    (tmp_path / METADATA).write_bytes(b"submission_1:\n  :name: A\xff\n")
    assert [each.name for each in submissions(tmp_path)] == ["A\ufffd", "submission", "submission"]


def test_files_that_tools_add_are_left_out(tmp_path: Path) -> None:
    one, other = write_files(tmp_path, "it/a.py", "it/sub/b.py")
    write_files(tmp_path, "it/.git/c.py", "it/__MACOSX/d.py", "it/sub/__pycache__/e.py", "it/sub/.f.py")
    write_files(tmp_path, "it/node_modules/x/g.py", "it/venv/h.py")
    assert list(Submission("it", "it", "", False, (tmp_path / "it",)).files) == [
        (one, "a.py"),
        (other, "sub/b.py"),
    ]
    (single,) = write_files(tmp_path, "z.py")
    both = Submission("z", "z", "", False, (single, tmp_path / "it"))
    assert [name for _, name in both.files] == ["z.py", "a.py", "sub/b.py"]


# --- copies ------------------------------------------------------------------------------------


def copied(room: Path, *paths: Path) -> dict[str, bytes]:
    """The copied files of a submission, by their paths."""
    room.mkdir()
    copies = copy(Submission("it", "it", "", False, paths), room)
    assert copies == sorted(path for path in room.rglob("*") if path.is_file())
    return {str(path.relative_to(room)): path.read_bytes() for path in copies}


def refused(room: Path, *paths: Path) -> str:
    """The error of a submission that is not copied."""
    with pytest.raises(CompileError) as fault:
        copied(room, *paths)
    return str(fault.value)


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("Ada L_123_assignsubmission_file_Main.java", "Main.java"),
        ("Ada L_123_assignsubmission_file_Main-1.java", "Main-1.java"),
        ("doejane_77_8899_Main.java", "Main.java"),
        ("doejane_LATE_77_8899_Main-1.java", "Main.java"),
        ("doejane_77_8899_row-12.tar.gz", "row-12.tar.gz"),
        ("part-2.py", "part-2.py"),
    ],
)
def test_a_file_gets_back_the_name_that_its_author_gave_it(name: str, own: str, tmp_path: Path) -> None:
    (path,) = write_files(tmp_path, name)
    assert [each for _, each in Submission("it", "it", "", False, (path,)).files] == [own]


def test_files_whose_names_differ_only_by_the_export_are_both_kept(tmp_path: Path) -> None:
    files = write_files(tmp_path, "a_1_2_x.py", "a_1_3_x-1.py")
    files[1].write_text("two")
    assert copied(tmp_path / "room", *files) == {"x.py": b"", "a_1_3_x-1.py": b"two"}


def test_a_link_that_leaves_a_submission_is_refused(tmp_path: Path) -> None:
    write_files(tmp_path, "ada/answer.py", "bob/src/own.py", text="7")
    bob = tmp_path / "bob"
    for target in ("../ada/answer.py", "/etc/passwd", "nowhere", ".."):
        (bob / "answer.py").symlink_to(target)
        assert refused(tmp_path / "room", bob) == (
            "answer.py is a link to a file outside of the submission: submit the file itself"
        ), target
        (bob / "answer.py").unlink()
        (tmp_path / "room").rmdir()
    for name, target in (("linked.py", "ada/answer.py"), ("eve", "ada")):
        (tmp_path / name).symlink_to(target)
        assert refused(tmp_path / "room", tmp_path / name).startswith(f"{name} is a link to")
        (tmp_path / "room").rmdir()
    (bob / "inside.py").symlink_to("src/own.py")
    assert copied(tmp_path / "room", bob) == {"src/own.py": b"7", "inside.py": b"7"}


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    (tmp_path / "it").mkdir()
    os.mkfifo(tmp_path / "it" / "a.py")
    assert refused(tmp_path / "room", tmp_path / "it") == "a.py is not a file: leave it out"


def packed(path: Path, **files: bytes) -> Path:
    """Write an archive of the kind that its name says."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return path
    kind: Any = f"w:{path.suffix[1:].replace('tgz', 'gz')}" if path.suffix != ".tar" else "w"
    with tarfile.open(path, kind) as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return path


@pytest.mark.parametrize("kind", ["zip", "tar", "tgz", "tar.gz", "tar.bz2", "tar.xz"])
def test_an_archive_is_unpacked(kind: str, tmp_path: Path) -> None:
    path = packed(tmp_path / f"work.{kind}", **{"src/a.py": b"7", "__MACOSX/src/._a.py": b"x"})
    assert copied(tmp_path / "room", path) == {"src/a.py": b"7"}


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
@pytest.mark.parametrize("name", ["/etc/a.py", "../a.py", "x/../../a.py", "..\\a.py", "C:\\a.py"])
def test_an_archive_with_a_path_outside_of_it_is_refused(kind: str, name: str, tmp_path: Path) -> None:
    path = packed(tmp_path / f"work.{kind}", **{name: b"7"})
    assert refused(tmp_path / "room", path).endswith("a path outside of it: pack it again")
    assert not list((tmp_path / "room").iterdir())


def test_a_link_in_an_archive_is_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as tar:
        entry = tarfile.TarInfo("a.py")
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(entry)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        linked = zipfile.ZipInfo("a.py")
        linked.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(linked, "/etc/passwd")
    for name in ("a.tar", "a.zip"):
        fault = refused(tmp_path / name.replace(".", "-"), tmp_path / name)
        assert fault == "a.py is a link in an archive: pack the file itself"


def test_an_archive_that_would_fill_the_disk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twoends.judge.submissions, "MOST_FILES", 20)
    monkeypatch.setattr(twoends.judge.submissions, "MOST_BYTES", 3 << 20)
    zeros, many = bytes((3 << 20) + 1), {f"{number}.py": b"" for number in range(21)}
    too_much = "it holds more than 20 files or 3 MB: submit only the program"
    unpacks = "it unpacks to more than 3 MB: submit only the program"
    for path, fault in (
        (packed(tmp_path / "large.zip", zeros=zeros), too_much),
        (packed(tmp_path / "many.zip", **many), too_much),
        (packed(tmp_path / "many.tar.xz", **many), too_much),
        (packed(tmp_path / "large.tgz", zeros=zeros), unpacks),
    ):
        assert path.stat().st_size < 1 << 20
        assert refused(tmp_path / f"room-{path.name}", path) == fault
    many.popitem()
    for name, content in (("a.zip", {"zeros": zeros[1:]}), ("b.zip", many), ("c.tgz", many)):
        assert copied(tmp_path / name[0], packed(tmp_path / name, **content)) == content, "at the limits"


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.py"])
def test_reading_stops_where_a_submission_is_known_to_be_too_large(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twoends.judge.submissions, "MOST_BYTES", 1 << 16)
    if name == "a.py":
        (tmp_path / name).write_bytes(bytes(16 << 20))
    else:
        packed(tmp_path / name, **{"a.py": bytes(16 << 20)})
    tracemalloc.start()
    try:
        fault = refused(tmp_path / "room", tmp_path / name)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert fault.endswith(" 0 MB: submit only the program")
    assert peak < 4 << 20, f"{peak:,} bytes of memory for the 65,537 that are read"


def test_each_file_of_an_archive_is_closed_before_the_next(tmp_path: Path) -> None:
    for entries, name in (
        (twoends.judge.submissions._zipped, "a.zip"),
        (twoends.judge.submissions._tarred, "a.tar"),
    ):
        content = packed(tmp_path / name, **{"a.py": b"7", "b.py": b"8"}).read_bytes()
        files = [file for *_, file in entries(content)]
        assert [file is not None and file.closed for file in files] == [True, True], name


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "a.tar.xz", "a.tar.bz2"])
def test_a_broken_archive_is_refused_with_one_sentence(name: str, tmp_path: Path) -> None:
    whole = packed(tmp_path / name, **{"a.py": os.urandom(3000)}).read_bytes()
    for at, content in enumerate((b"", b"no archive", whole[: min(1000, len(whole) // 2)])):
        (tmp_path / name).write_bytes(content)
        fault = refused(tmp_path / f"room{at}", tmp_path / name)
        assert fault.startswith(f"{name} cannot be unpacked: "), fault


def test_the_code_of_a_notebook_is_a_program(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# The row"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "!ls\n", "n = int(input())"]},
        {"cell_type": "code", "source": "print(n)\n"},
    ]
    (tmp_path / "row.ipynb").write_text(json.dumps({"cells": cells}))
    copies = copied(tmp_path / "room", tmp_path / "row.ipynb")
    assert copies["row.py"] == b"\n\nn = int(input())\nprint(n)\n"


@pytest.mark.parametrize("text", ["", "[]", '{"cells": 7}', '{"cells": [{}]}', *(
    f'{{"cells": [{{"cell_type": "code", "source": {source}}}]}}' for source in ("7", "[7]", '"\\ud800"')
)])  # fmt: skip
def test_a_broken_notebook_is_rejected_and_does_not_stop_the_judge(text: str, tmp_path: Path) -> None:
    (tmp_path / "row.ipynb").write_text(text)
    fault = refused(tmp_path / "room", tmp_path / "row.ipynb")
    assert fault == "row.ipynb is not a Jupyter notebook: save it again"
