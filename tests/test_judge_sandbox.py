"""What a program may use of the machine, what confines it, and what a machine lacks."""

from __future__ import annotations

import io
import itertools
import os
import sys
from pathlib import Path

import pytest

from judged import needs_landlock, write_files
from twoends.judge import Supervisor
from twoends.judge.containment import sandbox
from twoends.judge.containment.sandbox import Sandbox, needs, visible

# --- what a program may use --------------------------------------------------------------------


def test_a_program_never_runs_in_the_environment_of_the_judge(tmp_path: Path) -> None:
    """Whatever the name of the interpreter, and in a first line too."""
    if sys.prefix == sys.base_prefix:
        pytest.skip("twoends is not in an environment of its own")
    script = tmp_path / "answer"
    script.write_text(f"#!{sys.executable}\nimport sys; print(sys.prefix)\n")
    script.chmod(0o755)
    (tmp_path / "python3").symlink_to(sys.executable)
    shown = "import sys; print(sys.prefix)"
    with Supervisor() as supervisor:
        for command in (
            [sys.executable, "-c", shown],
            [f"{sys.prefix}/bin/python3", "-c", shown],
            [str(tmp_path / "python3"), "-c", shown],
            [str(script)],
        ):
            assert supervisor.run(command, b"").output.decode() == f"{sys.base_prefix}\n", command


def test_a_folder_with_hidden_entries_is_visible_entry_by_entry(tmp_path: Path) -> None:
    write_files(
        tmp_path, "site/twoends/a.py", "site/numpy/b.py", "site/six.py", "site/twoends-judge-room/c.py"
    )
    (tmp_path / "site" / "link").symlink_to("twoends")
    hidden = frozenset({str(tmp_path / "site" / "twoends")})
    shown = {path.removeprefix(str(tmp_path)): rights for path, rights in visible(str(tmp_path), hidden)}
    read, names = sandbox.TO_READ, sandbox.LIST
    assert shown == {"": names, "/site": names, "/site/numpy": read, "/site/six.py": read}
    assert list(visible(str(tmp_path / "site" / "twoends"), hidden)) == []
    assert list(visible(str(tmp_path / "none"), hidden)) == []


@needs_landlock(1)
def test_folders_named_by_the_instructor_are_readable(tmp_path: Path) -> None:
    (module,) = write_files(tmp_path, "course/rows.py")
    program = [sys.executable, "-c", f"import sys; sys.path.append({str(module.parent)!r}); import rows"]
    for readable, status in (((), 1), ((str(module.parent),), 0)):
        with Supervisor(readable=readable) as supervisor:
            assert supervisor.run(program, b"").status == status


def test_only_the_real_twoends_may_play_as_a_bot(tmp_path: Path) -> None:
    """Our own bots import twoends; a file that is merely named twoends cannot."""
    assert needs((sys.executable, "-m", "twoends", "bot")).hidden == frozenset()
    (tmp_path / "twoends").write_text("#!/bin/sh\n")
    (tmp_path / "twoends").chmod(0o755)
    assert needs((str(tmp_path / "twoends"), "bot")).hidden == {sandbox.OURS}


# --- what a machine lacks ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("landlock", "bubblewrap", "user", "weakness"),
    [
        (7, "", None, ""),
        (6, "", None, ""),
        (5, "", None, "a program may end the judge: this kernel's Landlock has no scopes for signals"),
        (5, "", 7, ""),
        (0, "/bin/bwrap", None, ""),
        (0, "", 7, "a program may read what every user may: this kernel has no Landlock"),
        (
            *(0, "", None),
            "a program may read the judge's files and end the judge: this kernel has no Landlock; "
            "install bubblewrap, or judge as root, so that programs run as another user",
        ),
    ],
)
def test_a_weak_sandbox_says_what_a_program_could_do(
    landlock: int, bubblewrap: str, user: int | None, weakness: str
) -> None:
    assert Sandbox(landlock, bubblewrap, user).weakness == weakness


@pytest.mark.parametrize(("known", "users"), [(65520, [65519, 61184, 61185]), (65519, [None] * 3)])
def test_root_runs_each_program_as_another_user_of_the_range_that_systemd_reserves(
    known: int, users: list[int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the container maps the last of them, 65519."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "getpid", lambda: 60)
    monkeypatch.setattr(sandbox, "_made", itertools.count(4335 - 64 * 60))
    monkeypatch.setattr(sandbox, "open", lambda path: io.StringIO(f"0 0 {known}\n"), raising=False)
    assert [sandbox.sandbox().user for _ in users] == users


@pytest.mark.parametrize(
    ("version", "size", "closed"),
    [
        (1, 8, "other files"),
        (3, 8, "other files"),
        (4, 16, "other files or the network"),
        (5, 16, "other files or the network"),
        (6, 24, "other files, the network or other processes"),
        (9, 24, "other files, the network or other processes"),
    ],
)
def test_the_ruleset_fits_the_version_of_landlock(
    version: int, size: int, closed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "calls_filter", lambda **asked: b"")
    plan = Sandbox(version).plan(["/bin/true"], "/work")
    assert (len(bytes.fromhex(plan.confinement["ruleset"])), plan.restrictions) == (
        size,
        f"no access to {closed} (Landlock)",
    )
    handled = int.from_bytes(bytes.fromhex(plan.confinement["ruleset"])[:8], sys.byteorder)
    known = {1: 13, 3: 15, 4: 15}.get(version, 16)
    assert handled == (1 << known) - 1
    assert all(rights & ~handled == 0 for _, *both in plan.confinement["rules"] for rights in both)
    assert plan.confinement["rules"][-1][0] == "/work"
    monkeypatch.setattr(sandbox, "calls_filter", lambda **asked: b"code")
    filtered = Sandbox(version).plan(["/bin/true"], "/work").restrictions
    closed = "other files or the network" if version < 4 else closed
    assert filtered == f"no access to {closed} (Landlock, seccomp)"
    whole = "other files, the network or other processes (bubblewrap, seccomp)"
    others = {False: "no access to the network (seccomp)", True: f"no access to {whole}"}
    for wrapped, expected in others.items():
        plan = Sandbox(bubblewrap="bwrap" * wrapped).plan(["/bin/true"], "/work")
        assert plan.restrictions == expected
    monkeypatch.setattr(sandbox, "calls_filter", lambda **asked: b"")
    assert Sandbox().plan(["/bin/true"], "/work").restrictions == "limits alone"
