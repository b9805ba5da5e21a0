"""What a clever student tries on the judge, and what becomes of it: each trick has worked once, or might."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import twoends as package
from command_line import run as twoends
from judged import ASKS_THE_SOLVER, LANDLOCK, PROGRAMS, needs_landlock
from twoends.judge import Supervisor, Verdict, languages
from twoends.judge.containment import contained, sandbox
from twoends.judge.containment.sandbox import Sandbox, landlock_version, needs, visible
from twoends.judge.containment.seccomp import calls_filter
from twoends.judge.presets import TASKS
from twoends.judge.trials import Trial
from twoends.judge.verdicts import Program

QUICK = ("--task", "removal-game", "--max-n", "20", "--tests", "12")


needs_filter = pytest.mark.skipif(not calls_filter(modes=False), reason="no filter for this processor")
needs_bubblewrap = pytest.mark.skipif(
    not (shutil.which("bwrap") and sandbox._works(shutil.which("bwrap") or "")),
    reason="there is no bubblewrap that works",
)
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may become somebody else")


# --- one program against the kernel ------------------------------------------------------------

ATTEMPTS = """
import ctypes, os, resource, signal, socket, sys
judge, grandparent, source, secret, attempts = {told!r}
call = ctypes.CDLL(None, use_errno=True).syscall
def done(result):
    if result < 0: raise OSError(ctypes.get_errno(), "refused")
for name, attempt in attempts.items():
    try:
        exec(attempt)
    except (OSError, ImportError, ValueError) as fault:
        print(name, fault, sep=": ")
    else:
        print(name, "it worked", sep=": ")
"""

FILES = {
    "imports the solver": "import twoends",
    "imports the solver from where it lies": "sys.path.insert(0, source); import twoends",
    "reads the solver": "open(source + '/twoends/solvers/bottom_up.py').read()",
    "reads another's file": "open(secret).read()",
    "reads another's file by a link": "os.symlink(secret, 'link'); open('link').read()",
    "links to another's file": "os.link(secret, 'mine'); open('mine').read()",
    "lists another's folder": "os.listdir(os.path.dirname(secret))",
    "reads the accounts": "open('/etc/passwd').read()",
    "reads by way of itself": "open('/proc/self/root/etc/passwd').read()",
    "reads the judge's command line": "open(f'/proc/{judge}/cmdline').read()",
    "reads the judge's memory": "open(f'/proc/{judge}/mem', 'rb').read(1)",
    "looks at the judge's files": "os.listdir(f'/proc/{judge}/fd')",
    "writes into the temporary folder": "open(os.path.dirname(secret) + '/mine', 'w')",
    "writes into shared memory": "open('/dev/shm/twoends-cheat', 'w')",
    "writes beside its folder": "open('../mine', 'w')",
    "moves its folder away": "os.rename('../work', '../away')",
    "overwrites another's file": "open(secret, 'w')",
    "removes another's file": "os.unlink(secret)",
    "makes a socket file": "done(call(133, b'it', 0o140600, 0))",
}
CALLS = {
    "cuts another's file": "os.truncate(secret, 0)",
    "changes another's mode": "os.chmod(secret, 0o777)",
    "changes another's mode by its number": "done(call(90, secret.encode(), 0o777))",
    "changes another's owner": "os.chown(secret, 7, 7)",
    "changes another's times": "os.utime(secret, (0, 0))",
    "marks another's file": "os.setxattr(secret, 'user.cheat', b'1')",
    "opens a connection": "socket.create_connection(('127.0.0.1', 9), 1)",
    "sends a datagram": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'1', ('127.0.0.1', 9))",
    "asks a service": "socket.socket(socket.AF_UNIX)",
    "opens a port": "socket.create_server(('127.0.0.1', 0))",
    "opens a ring of calls": "done(call(425, 1, bytes(120)))",
    "limits the judge": "resource.prlimit(judge, resource.RLIMIT_CPU, (1, 1))",
    "slows the judge down": "os.setpriority(os.PRIO_PROCESS, judge, 19)",
    "slows everything of its user down": "os.setpriority(os.PRIO_USER, os.getuid() or judge, 19)",
    "ties the judge to a core": "os.sched_setaffinity(judge, {0})",
    "traces the judge": "done(call(101, 16, judge, 0, 0))",
    "keeps memory for the next run": "done(call(29, 77, 4096, 0o1777))",
    "keeps a key for the next run": "done(call(248, b'user', b'cheat', b'1', 1, -4))",
    "becomes root of its own": "done(call(272, 0x10000000))",
    "becomes root of its own, as a child": "done(call(56, 0x10000000 | 17, 0, 0, 0, 0))",
    "opens files by their numbers": "done(call(304, -100, bytes(64), 0))",
}
SIGNALS = {
    "ends the judge": "os.kill(judge, signal.SIGKILL)",
    "stops the judge": "os.kill(judge, signal.SIGSTOP)",
    "ends the judge's judge": "os.kill(grandparent, signal.SIGKILL)",
}


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder that every user may enter."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o711)
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


def attempted(
    attempts: dict[str, str], room: Path, python: str = sys.executable, *, bubblewrap: bool = False
) -> dict[str, str]:
    """What a program says of each attempt, made in a sandbox beside a file that is none of its own."""
    secret = room / "secret"
    secret.mkdir(exist_ok=True)
    (secret / "answers").write_text("22")
    os.chmod(secret / "answers", 0o600)
    source = str(Path(package.__file__).parent.parent)
    with Supervisor(bubblewrap=bubblewrap) as supervisor:
        judge = supervisor.process.pid
        text = ATTEMPTS.format(told=(judge, os.getpid(), source, str(secret / "answers"), attempts))
        run = supervisor.run([python, "-c", text], b"")
        assert run.ended == "by itself", run
        assert ("bubblewrap" in supervisor.in_force) == bubblewrap, supervisor.in_force
        assert supervisor.run(["/bin/echo", "7"], b"").output == b"7\n", "the supervisor lives"
    assert (secret / "answers").read_text() == "22"
    assert (secret / "answers").stat().st_mode & 0o777 == 0o600
    said = dict(line.split(": ", 1) for line in run.output.decode().splitlines())
    assert said.keys() == attempts.keys(), run
    return said


def worked(said: dict[str, str]) -> list[str]:
    return [name for name, outcome in said.items() if outcome == "it worked"]


@needs_landlock(3)
def test_a_file_of_somebody_else_is_refused(room: Path) -> None:
    assert worked(attempted(FILES, room)) == []


@needs_filter
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the attempts have the numbers of x86-64")
@pytest.mark.parametrize("landlock", [True, False])
def test_a_call_that_reaches_beyond_a_program_is_refused(
    landlock: bool, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not landlock:
        monkeypatch.setattr(contained, "sandbox", lambda **asked: Sandbox())
    said = attempted(CALLS, room)
    assert worked(said) == []
    assert all("Operation not permitted" in each or "refused" in each for each in said.values()), said


@needs_landlock(6)
def test_a_signal_to_the_judge_is_refused(room: Path) -> None:
    assert worked(attempted(SIGNALS, room)) == []


OWN_IN_BUBBLEWRAP = ("makes a socket file",)
"""What stays in a program's own folder, and goes with it."""


@needs_bubblewrap
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the attempts have the numbers of x86-64")
def test_bubblewrap_refuses_what_landlock_does(room: Path) -> None:
    attempts = {**FILES, **CALLS, **SIGNALS, "writes beside all folders": "open('/mine', 'w')"}
    assert worked(attempted(attempts, room, bubblewrap=True)) in ([], [*OWN_IN_BUBBLEWRAP])


@pytest.mark.parametrize("bubblewrap", [False, pytest.param(True, marks=needs_bubblewrap)])
def test_a_right_program_of_every_language_runs_in_the_sandbox(bubblewrap: bool, room: Path) -> None:
    """Those whose compiler is there; what a compiler needs of the machine differs."""
    with Supervisor(bubblewrap=bubblewrap) as supervisor:
        endings = {each.suffixes[0] for each in languages.LANGUAGES}
        languages.require_right(endings, room, supervisor, 256 << 20)
        assert ("bubblewrap" in supervisor.in_force) == bubblewrap


@needs_filter
def test_everything_is_not_ended_even_without_landlock(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tried with no signal: on a kernel that let it pass it would end this machine."""
    monkeypatch.setattr(contained, "sandbox", lambda **asked: Sandbox())
    assert worked(attempted({"ends everything": "os.kill(-1, 0)"}, room)) == []


USER = sandbox.FIRST_USER


@needs_root
def test_where_the_judge_is_root_a_program_is_somebody_else(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contained, "sandbox", lambda **asked: Sandbox(user=USER))
    python = shutil.which("python3", path="/usr/bin")
    if python is None:
        pytest.skip("there is no Python that every user may run")
    names = ("reads another's file", "overwrites another's file", "reads the judge's memory")
    attempts = {"is somebody else": f"done(0 if os.getuid() == {USER} else -1)"}
    attempts |= {name: FILES[name] for name in names}
    attempts |= {name: SIGNALS[name] for name in ("ends the judge", "ends the judge's judge")}
    assert worked(attempted(attempts, room, python)) == ["is somebody else"]


@needs_root
def test_where_files_are_closed_to_others_root_goes_on_without_its_rights(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contained, "sandbox", lambda **asked: Sandbox(user=USER))
    (room / "a.sh").write_text("id -u; grep CapEff /proc/self/status")
    room.chmod(0o700)
    with Supervisor() as supervisor:
        said = supervisor.run(["/bin/sh", str(room / "a.sh")], b"").output.decode().split()
        assert said == ["0", "CapEff:", "0" * 16]
        assert "user" not in supervisor.in_force
        room.chmod(0o711)
        (room / "a.sh").chmod(0o644)
        said = supervisor.run(["/bin/sh", str(room / "a.sh")], b"").output.decode().split()
        assert said == [str(USER), "CapEff:", "0" * 16]
        assert supervisor.in_force.endswith("a user of its own")


# --- what a program needs ----------------------------------------------------------------------


def test_a_program_may_do_what_programs_do(room: Path) -> None:
    """Its own folder, its standard input by name, children, threads, a pipe, the time of day."""
    script = (
        "import os, subprocess, sys, tempfile, threading, time\n"
        "open('mine', 'w').write('7'); os.mkdir('folder'); os.rename('mine', 'folder/mine')\n"
        "assert tempfile.gettempdir() == os.getcwd() == os.path.expanduser('~')\n"
        "assert open('/dev/stdin').read() == '8 15'\n"
        "open('/dev/null', 'w').write('x'); open('/dev/urandom', 'rb').read(4)\n"
        "thread = threading.Thread(target=time.time); thread.start(); thread.join()\n"
        "assert subprocess.run(['sort'], input=b'b\\na\\n', capture_output=True).stdout == b'a\\nb\\n'\n"
        "assert os.system('ls | wc -l > counted') == 0\n"
        "import asyncio; asyncio.run(asyncio.sleep(0))\n"
        "child = subprocess.Popen(['sleep', '60']); child.kill(); assert child.wait() == -9\n"
        "print(os.path.basename(sys.executable)[:6])\n"
    )
    with Supervisor() as supervisor:
        run = supervisor.run([sys.executable, "-c", script], b"8 15")
    assert run.output == b"python\n", run.errors.decode()


def test_the_interpreter_of_the_judge_is_never_a_programs(tmp_path: Path) -> None:
    """By any of its names, in a first line too: where twoends is installed in a folder of its own."""
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


def test_a_folder_is_given_entry_by_entry_where_something_in_it_is_hidden(tmp_path: Path) -> None:
    for name in ("site/twoends/a.py", "site/numpy/b.py", "site/six.py", "site/twoends-judge-room/c.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "site" / "link").symlink_to("twoends")
    hidden = frozenset({str(tmp_path / "site" / "twoends")})
    shown = {path.removeprefix(str(tmp_path)): rights for path, rights in visible(str(tmp_path), hidden)}
    whole, names = sandbox.TO_READ, sandbox.LIST
    assert shown == {"": names, "/site": names, "/site/numpy": whole, "/site/six.py": whole}
    assert list(visible(str(tmp_path / "site" / "twoends"), hidden)) == []
    assert list(visible(str(tmp_path / "none"), hidden)) == []


@needs_landlock(1)
def test_what_the_instructor_names_may_be_read_too(tmp_path: Path) -> None:
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "rows.py").write_text("SEVEN = 7\n")
    program = [
        sys.executable,
        "-c",
        f"import sys; sys.path.append({str(tmp_path / 'course')!r}); import rows",
    ]
    for readable, status in (((), 1), ((str(tmp_path / "course"),), 0)):
        with Supervisor(readable=readable) as supervisor:
            assert supervisor.run(program, b"").status == status


def test_twoends_itself_may_play(tmp_path: Path) -> None:
    """A known player as a bot is the instructor's choice; a file that calls itself twoends is not."""
    assert needs((sys.executable, "-m", "twoends", "bot")).hidden == frozenset()
    (tmp_path / "twoends").write_text("#!/bin/sh\n")
    (tmp_path / "twoends").chmod(0o755)
    assert needs((str(tmp_path / "twoends"), "bot")).hidden == {sandbox.OURS}
    run = twoends(
        "judge", "bot", "--games", "2", "--", sys.executable, "-m", "twoends", "bot", "--player", "best"
    )
    assert run.status == 0, run


# --- what this machine lacks -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("landlock", "bubblewrap", "user", "lack"),
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
            "install bubblewrap, or judge as root, and programs run as another user",
        ),
    ],
)
def test_what_is_not_held_is_said(landlock: int, bubblewrap: str, user: int | None, lack: str) -> None:
    assert Sandbox(landlock, bubblewrap, user).lack == lack


@pytest.mark.parametrize(
    ("version", "size", "in_force"),
    [
        (1, 8, "Landlock (files)"),
        (3, 8, "Landlock (files)"),
        (4, 16, "Landlock (files, network)"),
        (5, 16, "Landlock (files, network)"),
        (6, 24, "Landlock (files, network, signals)"),
        (9, 24, "Landlock (files, network, signals)"),
    ],
)
def test_each_version_of_landlock_is_asked_for_what_it_has(
    version: int, size: int, in_force: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "calls_filter", lambda **asked: b"")
    plan = Sandbox(version).plan(["/bin/true"], "/work")
    assert (len(bytes.fromhex(plan.walls["ruleset"])), plan.in_force) == (size, in_force)
    handled = int.from_bytes(bytes.fromhex(plan.walls["ruleset"])[:8], sys.byteorder)
    known = {1: 13, 3: 15, 4: 15}.get(version, 16)
    assert handled == (1 << known) - 1
    assert all(rights & ~handled == 0 for _, *both in plan.walls["rules"] for rights in both)
    assert plan.walls["rules"][-1][0] == "/work"


def test_bubblewrap_shows_what_landlock_would(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a.sh").write_text("")
    command = ["/bin/sh", str(tmp_path / "a.sh")]
    words = Sandbox(bubblewrap="/bin/bwrap").plan(command, "/room", writable=["/made"]).command
    assert words[:3] == ("/bin/bwrap", "--unshare-all", "--die-with-parent")
    assert words[-5:] == ("--chdir", "/room", "--", *command)
    pairs = list(zip(words, words[1:], words[2:], strict=False))
    assert ("--bind", "/room", "/room") in pairs
    assert ("--bind", "/made", "/made") in pairs
    assert ("--ro-bind-try", str(tmp_path), str(tmp_path)) in pairs
    assert not any(str(Path(package.__file__).parent).startswith(f"{word}/") for word in words[3:])


def test_a_kernel_without_landlock_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    class Old:
        def syscall(self, *told: object) -> int:
            return -1

    monkeypatch.setattr(ctypes, "CDLL", lambda name: Old())
    assert landlock_version() == 0


# --- the whole judge ---------------------------------------------------------------------------


@needs_landlock(1)
def test_a_program_that_asks_the_solver_is_not_accepted(tmp_path: Path) -> None:
    (tmp_path / "answer.py").write_text(ASKS_THE_SOLVER)
    for words in (
        ("answers", *QUICK, "--", sys.executable, "answer.py"),
        ("submission", "answer.py", *QUICK),
    ):
        run = twoends("judge", *words, cwd=tmp_path)
        assert run.status == 1, run
        assert "ModuleNotFoundError: No module named 'twoends'" in run.out
        assert "held by Landlock (files" in run.out


def test_another_submission_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "handed" / "ada").mkdir(parents=True)
    (tmp_path / "handed" / "bob").mkdir()
    shutil.copy(PROGRAMS / "right_two_calls.py", tmp_path / "handed" / "ada" / "answer.py")
    (tmp_path / "handed" / "bob" / "answer.py").symlink_to("../ada/answer.py")
    (tmp_path / "handed" / "eve.py").write_text(
        f"exec(open({str(tmp_path / 'handed' / 'ada' / 'answer.py')!r}).read())"
    )
    run = twoends("judge", "class", "handed", *QUICK, cwd=tmp_path)
    assert run.status == 0, run
    reports = {
        path.parent.name: json.loads(path.read_text())
        for path in tmp_path.glob("handed-judged/*/report.json")
    }
    verdicts = {name: report["verdict"] for name, report in reports.items()}
    assert verdicts == {"ada": "AC", "bob": "CE", "eve.py": "RE" if LANDLOCK else "AC"}
    assert "a link that leaves the submission" in reports["bob"]["runs"][0]["note"]


def test_no_file_of_a_submission_runs_outside_the_sandbox(tmp_path: Path) -> None:
    """Not as an interpreter that is asked about itself, nor as a compiler that a file of it names."""
    ran = tmp_path / "ran"
    hostile = f'#!/bin/sh\nexpr "$(id -u)" > {ran}\necho 7\n'
    for name, files in {
        "named like one": {"python3": hostile},
        "in a first line": {"answer": f"#!{tmp_path}/in a first line/x/python3\n", "x/python3": hostile},
        "by env": {"answer": f"#!/usr/bin/env {tmp_path}/python3\n"},
        "a toolchain": {
            "a.rs": "fn main() {}",
            "rust-toolchain.toml": f'[toolchain]\npath = "{tmp_path}/a toolchain"\n',
            "bin/rustc": hostile,
        },
    }.items():
        for file, text in files.items():
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
    (tmp_path / "python3").write_text(hostile)
    (tmp_path / "python3").chmod(0o755)
    for name in ("named like one", "in a first line", "by env", "a toolchain"):
        for words, here in ((("submission", name), tmp_path), (("submission", "."), tmp_path / name)):
            run = twoends("judge", *words, *QUICK, cwd=here)
            assert run.status in (1, 2), run
            assert not ran.exists() or not LANDLOCK, (name, run)
            if not LANDLOCK:
                ran.unlink(missing_ok=True)


@needs_landlock(1)
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no cc")
def test_a_compiler_reads_nothing_for_a_submission_that_a_program_may_not(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("what only the judge knows")
    for line in (f'#include "{tmp_path}/secret"', f'__asm__(".incbin \\"{tmp_path}/secret\\"");'):
        (tmp_path / "answer.c").write_text(f"{line}\nint main(void) {{ return 0; }}\n")
        run = twoends("judge", "submission", "answer.c", *QUICK, cwd=tmp_path)
        assert run.out.startswith("CE  does not compile"), run
        assert "what only" not in run.out


def test_where_a_right_program_does_not_run_nobody_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "handed").mkdir()
    for name in ("ada.py", "bob.py"):
        shutil.copy(PROGRAMS / "right_two_calls.py", tmp_path / "handed" / name)
    broken = replace(languages.LANGUAGES[0], right="raise SystemExit('no library')")
    monkeypatch.setattr(languages, "LANGUAGES", (broken,))
    for words in (("class", "handed"), ("submission", "handed/ada.py")):
        run = twoends("judge", *words, *QUICK, cwd=tmp_path)
        assert (run.status, run.out) == (2, ""), run
        assert "a program in Python that is right does not run in the sandbox (no library)" in run.err
    assert not list(tmp_path.glob("handed-judged/*"))


def test_students_do_not_see_the_seed(tmp_path: Path) -> None:
    """With it they could draw the rows, and hand in a table of answers."""
    (tmp_path / "answer.py").write_text("print(7)")
    words = ("--seed", "4711", "--gradescope", "results.json")
    run = twoends("judge", "submission", "answer.py", *QUICK, *words, cwd=tmp_path)
    assert "seed 4711" in run.out
    assert "4711" not in (tmp_path / "results.json").read_text()


@needs_filter
def test_a_run_knows_nothing_of_the_run_before(tmp_path: Path) -> None:
    """Neither beside the program, nor in its home, nor in what Python compiles."""
    (tmp_path / "helper.py").write_text("")
    (tmp_path / "answer.py").write_text(
        "import helper, os\n"
        "for place in ('.', os.path.dirname(__file__)):\n"
        "    try: open(place + '/count', 'a').write('7')\n"
        "    except OSError: pass\n"
        "    if os.path.exists(place + '/count'): print(open(place + '/count').read())\n"
    )
    trial = Trial("own", ((7,),))
    with Supervisor() as supervisor:
        program = Program(supervisor, [sys.executable, str(tmp_path / "answer.py")], TASKS["removal-game"])
        assert [program.try_out(trial).verdict for _ in range(2)] == [Verdict.AC] * 2
    if LANDLOCK:
        assert sorted(os.listdir(tmp_path)) == ["answer.py", "helper.py"]
