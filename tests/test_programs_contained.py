"""The judge contains every program, whatever it does, and leaves nothing of it behind."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import twoends
from cases import slow
from command_line import wait_until
from expected import calls_are_expected
from judged import OWN, PYTHON, command, needs_filter
from twoends.judge import Limits, Supervisor, Verdict
from twoends.judge.outcomes import Program
from twoends.judge.trials import Trial
from twoends.programs import client, sandbox
from twoends.programs.processes import descendants
from twoends.programs.sandbox import Sandbox

TASK = replace(OWN, seconds=0.5, memory=64 << 20)


def remains() -> tuple[set[int], set[str], set[str]]:
    """Descendants of this process, open descriptors, and directories of the judge."""
    processes = {process.pid for process in descendants()}
    temporary = {name for name in os.listdir(tempfile.gettempdir()) if name.startswith("twoends-")}
    return processes, set(os.listdir("/proc/self/fd")), temporary


@pytest.fixture(autouse=True)
def _nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    command("misbehaves.c")  # compiled before anything is counted
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = remains()
    yield
    assert remains() == before


def test_only_the_folders_of_killed_judges_are_removed(tmp_path: Path) -> None:
    here = os.stat("/proc/self/ns/pid").st_ino
    with subprocess.Popen(["true"]) as ended:
        pass
    dead, alive = (tmp_path / f"twoends-judge-{here}-{pid}-x" for pid in (ended.pid, os.getpid()))
    elsewhere = tmp_path / f"twoends-judge-{here + 1}-{ended.pid}-x"
    study = tmp_path / f"twoends-study-{ended.pid}"
    link = tmp_path / f"twoends-judge-{here}-{ended.pid}-y"
    for folder in (dead / "deep", alive / "deep", elsewhere, study):
        folder.mkdir(parents=True)
    link.symlink_to(study)
    with client.temporary_folder() as room:
        kept = {alive, elsewhere, study, room}
        assert set(tmp_path.glob("twoends-*")) == kept
    for folder in kept - {room}:
        shutil.rmtree(folder)


@pytest.fixture
def _limits_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a kernel without Landlock, and on a processor without a filter for system calls."""
    monkeypatch.setattr(client, "sandbox", lambda **asked: Sandbox())
    monkeypatch.setattr(sandbox, "calls_filter", lambda **asked: b"")


@pytest.mark.usefixtures("_limits_alone")
@pytest.mark.parametrize("file", ["calls_of_misbehaviour.txt", *slow("calls_of_slow_misbehaviour.txt")])
def test_every_misbehaviour_has_a_verdict(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "SECONDS_BETWEEN_CHECKS", 0.1)

    def misbehaves(how: str) -> str:
        """The verdict on a program that does this; beyond a time limit, the machine decides which one."""
        before = len([*descendants()])
        with Supervisor() as supervisor:
            program = Program(supervisor, command(f"misbehaves.c {how}"), TASK)
            outcome = program.try_out(Trial("own", ((7,),)))
            assert outcome.memory < 512 << 20, "it grew far beyond its limit"
            assert len([*descendants()]) == before + 1, "there is more than the supervisor"
            # The next program finds the supervisor as it was.
            again = Program(supervisor, command("misbehaves.c"), TASK).try_out(Trial("own", ((7,),)))
            assert (again.verdict, again.got) == (Verdict.AC, ("7",))
        return f"{outcome.verdict} {outcome.note}" if outcome.verdict is not Verdict.TLE else "TLE"

    calls_are_expected(file, {"misbehaves": misbehaves})


FAMILY = """
import os, time
reading, writing = os.pipe()
for child in range({children}):
    if os.fork() == 0:
        os.setsid()
        {act}
        os.write(writing, b"+")
        time.sleep(60)
for child in range({children}):
    os.read(reading, 1)
{last}
"""
"""A program whose children sleep once they have acted; `last` is what it then does itself."""


def test_the_memory_and_time_of_all_children_count() -> None:
    """Three times 40 MB is more than 64 MB; the time of a daemon is its program's."""
    holds = FAMILY.format(children=3, act="room = bytearray(b'1') * (40 << 20)", last="time.sleep(60)")
    works = FAMILY.format(children=1, act="while time.process_time() < 0.2: pass", last="")
    brief = "python3 -c 'bytes(b\"1\") * (40 << 20)' & exec sleep 0.5"
    with Supervisor() as supervisor:
        limits = Limits(seconds=5, memory=64 << 20)
        together = supervisor.run([*PYTHON, "-c", holds], b"", limits)
        alone = supervisor.run([*PYTHON, "-c", works], b"", limits)
        over = supervisor.run(["sh", "-c", brief], b"", limits)
    assert over.memory > 40 << 20, "a child for which nobody waits counts"
    assert (together.ended, alone.ended) == ("memory", "by itself"), alone.errors.decode()
    assert alone.seconds >= 0.2


SLICES = """
import os, signal, time
{reap}
for _ in range(1000):
    if os.fork() == 0:
        while time.process_time() < {slice}: pass
        os._exit(0)
    try: os.wait()
    except ChildProcessError: pass
"""


@needs_filter
@pytest.mark.parametrize(
    ("slice", "reap"), [(0.03, "signal.signal(signal.SIGCHLD, signal.SIG_IGN)"), *slow((0.006, ""))]
)
def test_no_processor_time_is_stolen_by_children_whose_ends_nobody_awaits(slice: float, reap: str) -> None:
    """The system forgets the time of a child whose end is ignored."""
    with Supervisor() as supervisor:
        program = SLICES.format(reap=reap, slice=slice)
        run = supervisor.run([*PYTHON, "-c", program], b"", Limits(seconds=0.2))
    assert run.ended == "time", run


def test_a_judge_that_was_started_with_ignored_children_works() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with Supervisor() as supervisor:
            assert supervisor.run(["/bin/echo", "7"], b"").output == b"7\n"
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_a_fork_bomb_is_not_too_large_but_has_too_many_processes() -> None:
    """Each of its children counts as large, because it shares the pages of the interpreter."""
    bomb = "import os, time\nfor _ in range(150): os.fork() or time.sleep(20)\ntime.sleep(20)"
    with Supervisor() as supervisor:
        for memory in (64, 256):
            run = supervisor.run([*PYTHON, "-c", bomb], b"", Limits(seconds=5, memory=memory << 20))
            assert run.ended == "processes"


UNNAMED = """
import mmap, os, time
kept = []
for child in range(6):
    if os.fork() == 0:
        for _ in range(20):
            file = {file}
            file.write(bytes(1 << 20))
            file.flush()
            {then}
        time.sleep(9)
time.sleep(9)
"""

REMOVED = "open(f'it{child}', 'w+b')", "kept.append(file); os.unlink(f'it{child}')"
MAPPED = (
    "kept.append(mmap.mmap(file.fileno(), 4096)); file.close(); os.unlink(f'it{child}'); os.closerange(3, 99)"
)
KEPT = "kept.append(file)"


@pytest.mark.parametrize("limits_alone", [True, False])
@pytest.mark.parametrize(
    ("file", "then"),
    [REMOVED, (REMOVED[0], MAPPED), ("open(os.open('.', os.O_TMPFILE | os.O_RDWR), 'w+b')", KEPT)],
    ids=["removed", "mapped", "without a name"],
)
def test_files_in_no_folder_count_as_those_in_one(
    file: str, then: str, limits_alone: bool, request: pytest.FixtureRequest
) -> None:
    if limits_alone:
        request.getfixturevalue("_limits_alone")
    with Supervisor() as supervisor:
        run = supervisor.run([*PYTHON, "-c", UNNAMED.format(file=file, then=then)], b"", Limits(seconds=3))
    assert run.ended == "disk", run


OF_A_THREAD = """
import ctypes, mmap, os, threading, time
ctypes.CDLL("libgcc_s.so.1")  # which pthread_exit would load, from a file that the thread may close
kept = []
def hold():
    for _ in range(120):
        file = open('it', 'w+b')
        file.write(bytes(1 << 20))
        file.flush()
        {then}
    time.sleep(9)
threading.Thread(target=hold).start()
ctypes.CDLL(None).pthread_exit(None)
"""


@pytest.mark.parametrize(
    "then", ["kept.append(file); os.unlink('it')", MAPPED.replace("f'it{child}'", "'it'")]
)
def test_files_in_no_folder_count_even_if_the_first_thread_has_ended(then: str) -> None:
    with Supervisor() as supervisor:
        run = supervisor.run([*PYTHON, "-c", OF_A_THREAD.format(then=then)], b"", Limits(seconds=3))
    assert run.ended == "disk", run


DEEP = "import os\nfor _ in range({depth}): os.mkdir({name!r}); os.chdir({name!r})\n"


@pytest.mark.usefixtures("_limits_alone")
@pytest.mark.parametrize(("depth", "name"), [(30, "d" * 200), *slow((3000, "d"))])
@pytest.mark.parametrize("last_act", ["os.chmod('.', 0)", "os.kill(os.getppid(), 9)"])
def test_a_folder_of_any_depth_is_removed(depth: int, name: str, last_act: str) -> None:
    """Even if its path is too long for the kernel, or a recursion too deep: the fixture sees what remains."""
    program = [*PYTHON, "-c", DEEP.format(depth=depth, name=name) + last_act]
    with Supervisor() as supervisor:
        ended = "attacked" if "kill" in last_act else "by itself"
        for _ in range(2):
            run = supervisor.run(program, b"")
            assert run.ended == "disk" or (run.ended, run.status < 0) == (ended, ended == "attacked"), run


def test_files_whose_paths_are_too_long_to_be_counted_are_too_large() -> None:
    program = DEEP.format(depth=30, name="d" * 200) + "open('file', 'w'); import time; time.sleep(20)"
    with Supervisor() as supervisor:
        assert supervisor.run([*PYTHON, "-c", program], b"").ended == "disk"


def test_a_program_starts_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a new directory that is also its home, and of the environment only what it is given."""
    monkeypatch.setenv("SECRET", "of the judge")
    with Supervisor() as supervisor:
        program, given = command("misbehaves.c environment"), {"GIVEN": "7"}
        runs = [supervisor.run(program, b"", environment=given) for _ in range(2)]
    assert runs[0].errors == runs[1].errors
    *lines, place = runs[0].errors.decode().splitlines()
    variables = dict(line.split("=", 1) for line in lines)
    assert sorted(variables) == ["GIVEN", "HOME", "LANG", "PATH", "TMPDIR"]
    assert (variables["GIVEN"], variables["LANG"]) == ("7", "C.UTF-8")
    assert place == f"in {variables['HOME']}"
    assert not Path(variables["HOME"]).exists()


def test_no_descriptor_of_the_judge_reaches_a_program(tmp_path: Path) -> None:
    with open(tmp_path / "open", "w") as file, Supervisor() as supervisor:
        os.set_inheritable(file.fileno(), True)
        program = "import os; print([at for at in range(256) if not os.system(f'true <&{at} 2>&-')])"
        output = supervisor.run([*PYTHON, "-c", program], b"").output
    assert output == b"[0, 1, 2]\n"


def test_a_killed_judge_takes_its_program_along(tmp_path: Path) -> None:
    script = (
        "from twoends.programs.conversation import *\n"
        "with Supervisor() as supervisor:\n"
        "    with Conversation(supervisor, ['/bin/sleep', '6000']):\n"
        "        print(supervisor.process.pid, supervisor._directory, flush=True)\n"
        "        import time; time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as judge:
        assert judge.stdout is not None
        pid, directory = judge.stdout.readline().split()
        judge.send_signal(signal.SIGKILL)
    wait_until(lambda: not Path(f"/proc/{pid}").exists(), "the supervisor ends")
    wait_until(lambda: not Path(directory).exists(), "its folder is removed")


def test_the_kernel_enforces_each_limit_whatever_the_limits_of_the_shell(running: Supervisor) -> None:
    """The address space has eight gigabytes for runtimes, and sixteen stacks, besides the memory."""
    numbers = [resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_STACK, resource.RLIMIT_FSIZE]
    numbers += [resource.RLIMIT_NOFILE, resource.RLIMIT_CORE]
    program = f"from resource import getrlimit; print(list(map(getrlimit, {numbers})))"
    shell = resource.getrlimit(resource.RLIMIT_STACK)
    memory, gigabyte = 64 << 20, 1 << 30
    limits = Limits(seconds=7.9, memory=memory, output=12345, files=77)
    resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, shell[1]))
    try:
        for stack in (None, 16 << 20):
            run = running.run([*PYTHON, "-c", program], b"", replace(limits, stack=stack))
            room = stack or memory
            expected = [8, memory + 8 * gigabyte + 16 * room, room, 12345, 77, 0]
            assert run.output.decode() == f"{[(most, most) for most in expected]}\n"
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, shell)


@pytest.mark.usefixtures("_limits_alone")
@pytest.mark.parametrize(
    "links",
    [
        "os.symlink({mine!r}, 'link')",
        "os.rename('../work', '../moved'); os.symlink({mine!r}, '../work')",
        "work = os.getcwd(); above = os.path.dirname(work); os.rmdir(work); os.rmdir(above); "
        "os.symlink({mine!r}, above)",
    ],
    ids=["inside", "in the place of its folder", "in the place of the judge's"],
)
def test_the_target_of_a_link_is_left_alone(links: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir(mode=0o755)
    (mine / "file").write_text("kept")
    mode = mine.stat().st_mode
    program = f"import os; {links.format(mine=str(mine))}; print(7)"
    with Supervisor() as supervisor:
        assert supervisor.run([*PYTHON, "-c", program], b"").output == b"7\n"
        assert supervisor.run(["/bin/echo", "8"], b"").output == b"8\n"
    assert (os.listdir(mine), mine.stat().st_mode) == (["file"], mode)
    shutil.rmtree(mine)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may change its user")
def test_programs_are_contained_without_root_too() -> None:
    """The kernel counts an ordinary user's processes, and closes folders to them that root may enter."""
    program = command("misbehaves.c")
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        shutil.copytree(Path(twoends.__file__).parent, Path(folder) / "twoends")
        shutil.copy(program[0], folder)
        for path in [Path(folder), *Path(folder).rglob("*")]:
            path.chmod(0o755)
        script = (
            f"import os, sys; os.setgid(65534); os.setuid(65534); sys.path.insert(0, {folder!r})\n"
            "sys.dont_write_bytecode = True\n"
            "try: from twoends.programs.client import Limits, Supervisor\n"
            "except (ImportError, SyntaxError): sys.exit(77)\n"
            "with Supervisor() as supervisor:\n"
            "    for how in ('forks', 'forks', 'leaves-files', 'leaves-files'):\n"
            f"        print(supervisor.run(['{folder}/misbehaves', how], b'', Limits(seconds=1)).ended)\n"
        )
        words, environment = ["/usr/bin/python3", "-I", "-c", script], {"TMPDIR": "/tmp"}
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd="/", env=environment)
    if done.returncode == 77:
        pytest.skip("the system's Python is too old")
    ended = done.stdout.splitlines()
    assert ended[2:] == ["by itself"] * 2, done.stderr
    assert set(ended[:2]) <= {"processes", "clock"}, done.stderr
