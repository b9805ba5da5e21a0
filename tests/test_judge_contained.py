"""The judge contains every program, refuses what a clever student might try, and leaves nothing behind."""

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
from fractions import Fraction
from pathlib import Path

import pytest

import twoends as package
from cases import slow
from command_line import run as twoends
from command_line import wait_until
from expected import DATA, calls_are_expected
from judged import LANDLOCK, OWN, PYTHON, command, needs_filter, needs_landlock
from twoends.judge import TASKS, Judgement, Limits, Supervisor, Verdict, languages
from twoends.judge.classes import Assignment, judge_submission
from twoends.judge.outcomes import Program
from twoends.judge.submissions import Submission
from twoends.judge.tasks import Group
from twoends.judge.trials import Trial
from twoends.programs import client, sandbox
from twoends.programs.processes import descendants
from twoends.programs.sandbox import Sandbox

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may change its user")
needs_x86 = pytest.mark.skipif(os.uname().machine != "x86_64", reason="the attempts use numbers of x86-64")
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


@pytest.mark.parametrize("limits_alone", [True, False])
@pytest.mark.parametrize(
    "program",
    [
        UNNAMED.format(file=REMOVED[0], then=REMOVED[1]),
        UNNAMED.format(file=REMOVED[0], then=MAPPED),
        UNNAMED.format(file="open(os.open('.', os.O_TMPFILE | os.O_RDWR), 'w+b')", then=KEPT),
        OF_A_THREAD.format(then="kept.append(file); os.unlink('it')"),
        OF_A_THREAD.format(then=MAPPED.replace("f'it{child}'", "'it'")),
    ],
    ids=["removed", "mapped", "without a name", "of a thread", "mapped by a thread"],
)
def test_files_in_no_folder_count_as_those_in_one(
    program: str, limits_alone: bool, request: pytest.FixtureRequest
) -> None:
    """Even if the first thread has ended."""
    if limits_alone:
        request.getfixturevalue("_limits_alone")
    with Supervisor() as supervisor:
        run = supervisor.run([*PYTHON, "-c", program], b"", Limits(seconds=3))
    assert run.ended == "disk", run


DEEP = "import os\nfor _ in range({depth}): os.mkdir({name!r}); os.chdir({name!r})\n"


@pytest.mark.usefixtures("_limits_alone")
@pytest.mark.parametrize(("depth", "name"), [(30, "d" * 200), *slow((3000, "d"))])
@pytest.mark.parametrize(
    "last_act", ["os.chmod('.', 0)", "os.kill(os.getppid(), 9)", "import time; time.sleep(20)"]
)
def test_a_folder_of_any_depth_is_too_large_or_removed(depth: int, name: str, last_act: str) -> None:
    """Even if its path is too long for the kernel, or a recursion too deep: the fixture sees what remains."""
    program = [*PYTHON, "-c", DEEP.format(depth=depth, name=name) + last_act]
    with Supervisor() as supervisor:
        ended = "attacked" if "kill" in last_act else "by itself"
        for _ in range(2):
            run = supervisor.run(program, b"")
            assert run.ended == "disk" or (run.ended, run.status < 0) == (ended, ended == "attacked"), run


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


@needs_root
def test_programs_are_contained_without_root_too() -> None:
    """The kernel counts an ordinary user's processes, and closes folders to them that root may enter."""
    program = command("misbehaves.c")
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        shutil.copytree(Path(package.__file__).parent, Path(folder) / "twoends")
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


# --- one program against the kernel ------------------------------------------------------------

ATTEMPTS = """
import ctypes, mmap, os, resource, signal, socket, sys
judge, grandparent, source, secret, attempts = {setting!r}
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

SECTIONS = (DATA / "attempts.txt").read_text("utf-8").split("\n\n")
FILES, CALLS, SIGNALS = (dict(line.split(": ", 1) for line in each.splitlines()[1:]) for each in SECTIONS)
"""What programs attempt, by name. Signal 0 only asks for permission: another would end this machine."""


@pytest.fixture
def room() -> Iterator[Path]:
    """A temporary folder that every user may enter."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder, pytest.MonkeyPatch.context() as patch:
        os.chmod(folder, 0o711)
        patch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


def attempted(attempts: dict[str, str], room: Path, python: str = sys.executable) -> dict[str, str]:
    """The outcome of each attempt that a program makes in the sandbox, beside a file that is not its own."""
    secret = room / "secret"
    secret.mkdir(exist_ok=True)
    (secret / "answers").write_text("22")
    os.chmod(secret / "answers", 0o600)
    source = str(Path(package.__file__).parent.parent)
    with Supervisor() as supervisor:
        judge = supervisor.process.pid
        text = ATTEMPTS.format(setting=(judge, os.getpid(), source, str(secret / "answers"), attempts))
        run = supervisor.run([python, "-c", text], b"")
        assert run.ended == "by itself", run
        assert supervisor.run(["/bin/echo", "7"], b"").output == b"7\n", "the supervisor lives"
    assert (secret / "answers").read_text() == "22"
    assert (secret / "answers").stat().st_mode & 0o777 == 0o600
    outcomes = dict(line.split(": ", 1) for line in run.output.decode().splitlines())
    assert outcomes.keys() == attempts.keys(), run
    return outcomes


def worked(outcomes: dict[str, str]) -> list[str]:
    return [name for name, outcome in outcomes.items() if outcome == "it worked"]


@pytest.mark.parametrize(
    "attempts",
    [pytest.param(FILES, marks=needs_landlock(3)), pytest.param(SIGNALS, marks=needs_landlock(6))],
    ids=["files", "signals"],
)
def test_a_program_can_neither_touch_files_outside_its_folder_nor_end_the_judge(
    attempts: dict[str, str], room: Path
) -> None:
    assert worked(attempted(attempts, room)) == []


@needs_filter
@needs_x86
@pytest.mark.parametrize("landlock", [True, False])
def test_a_system_call_that_reaches_beyond_the_program_is_refused(
    landlock: bool, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not landlock:
        monkeypatch.setattr(client, "sandbox", lambda **asked: Sandbox())
    outcomes = attempted(CALLS, room)
    for name, outcome in outcomes.items():
        assert outcome.startswith("[Errno 1] "), f"{name}: {outcome}"


USER = sandbox.FIRST_USER


@needs_root
def test_root_runs_programs_as_another_user(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "sandbox", lambda **asked: Sandbox(user=USER))
    python = shutil.which("python3", path="/usr/bin")
    if python is None:
        pytest.skip("there is no Python that every user may run")
    names = ("reads another's file", "overwrites another's file", "reads the judge's memory")
    attempts = {"is another user": f"done(0 if os.getuid() == {USER} else -1)"}
    attempts["opens its files anew"] = "[open(f'/dev/std{each}', 'a') for each in ('in', 'out', 'err')]"
    attempts |= {name: FILES[name] for name in names}
    attempts |= {name: SIGNALS[name] for name in ("ends the judge", "ends the judge's judge")}
    assert worked(attempted(attempts, room, python)) == ["is another user", "opens its files anew"]


@needs_root
@pytest.mark.parametrize("closed", ["none", "the script", "the interpreter", "a link to the interpreter"])
def test_root_gives_up_its_capabilities_if_others_may_not_run_the_program(
    closed: str, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a Python in root's own folder, named in the first line of the command `twoends`."""
    monkeypatch.setattr(client, "sandbox", lambda **asked: Sandbox(user=USER))
    script, sh = room / "a.sh", room / "bin" / "sh"
    sh.parent.mkdir()
    (shutil.copy if closed == "the interpreter" else os.symlink)("/bin/sh", sh)
    script.write_text(f"#!{sh}\nid -u; grep CapEff /proc/self/status")
    script.chmod(0o700 if closed == "the script" else 0o755)
    sh.parent.chmod(0o700 if "interpreter" in closed else 0o755)
    with Supervisor() as supervisor:
        words = supervisor.run([str(script)], b"").output.decode().split()
        assert words == [str(USER) if closed == "none" else "0", "CapEff:", "0" * 16]
        assert supervisor.restrictions.endswith("a separate user)") == (closed == "none")


def test_the_sandbox_allows_what_ordinary_programs_do(room: Path) -> None:
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


# --- the whole judge ---------------------------------------------------------------------------


def judged(tmp_path: Path, files: dict[str, str]) -> Judgement:
    """The judgement on two rows of a submission of these files, all of them executable."""
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    groups = (Group("two", Fraction(1), ((8, 15), (3, 7, 1))),)
    assignment = Assignment(replace(TASKS["removal-game"], groups=groups))
    with assignment.supervisor() as supervisor:
        return judge_submission(Submission("it", (tmp_path,)), assignment, supervisor)


HOSTILE = '#!/bin/sh\nexpr "$(id -u)" > RAN\necho 7\n'


@needs_landlock(1)
@pytest.mark.parametrize(
    "files",
    [
        {"python3": HOSTILE},
        {"answer": "#!HERE/x/python3\n", "x/python3": HOSTILE},
        {"answer": "#!/usr/bin/env HERE/x/python3\n", "x/python3": HOSTILE},
        {"a.rs": "fn main(", "rust-toolchain.toml": '[toolchain]\npath = "HERE"\n', "bin/rustc": HOSTILE},
    ],
    ids=["a name", "a first line", "env", "a toolchain"],
)
def test_no_file_of_a_submission_runs_outside_the_sandbox(
    files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither as an interpreter that is asked for its paths, nor as a compiler that a file names."""
    here = tmp_path / "handed"
    here.mkdir()
    monkeypatch.chdir(here)
    ran = tmp_path / "ran"
    texts = {name: text.replace("RAN", str(ran)).replace("HERE", str(here)) for name, text in files.items()}
    assert not judged(here, texts).accepted
    assert not ran.exists()


@needs_landlock(1)
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no cc")
@pytest.mark.parametrize("line", ['#include "{}"', '__asm__(".incbin \\"{}\\"");'])
def test_a_compiler_reads_no_file_that_the_program_may_not_read(line: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("what only the judge knows")
    text = f"{line.format(tmp_path / 'secret')}\nint main(void) {{ return 0; }}\n"
    judgement = judged(tmp_path / "handed", {"answer.c": text})
    assert judgement.verdict is Verdict.CE
    assert "what only" not in judgement.outcomes[0].note


def test_nothing_is_judged_if_a_correct_program_does_not_run_in_the_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "handed").mkdir()
    (tmp_path / "handed" / "ada.PY").write_text("")
    (tmp_path / "sum.py").write_text("raise SystemExit('no library')")
    monkeypatch.setattr(languages, "SAMPLES", tmp_path)
    for words in (("class", "handed"), ("submission", "handed/ada.PY")):
        run = twoends("judge", *words, "--task", "deque", "--seed", "7", cwd=tmp_path)
        assert (run.status, run.out) == (2, ""), run
        assert "a correct program in Python does not run in the sandbox (no library)" in run.err
    assert not list(tmp_path.glob("handed-judged/*"))


@needs_filter
def test_a_run_learns_nothing_from_earlier_runs(tmp_path: Path) -> None:
    """Nothing is kept beside the program, in its home, or in what Python compiles."""
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
