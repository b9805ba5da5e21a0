"""What a clever student might try on the judge: each trick is refused."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import twoends as package
from command_line import run as twoends
from expected import DATA
from judged import LANDLOCK, needs_filter, needs_landlock
from twoends.judge import TASKS, Judgement, Supervisor, Verdict, languages
from twoends.judge.classes import Assignment, judge_submission
from twoends.judge.outcomes import Program
from twoends.judge.submissions import Submission
from twoends.judge.tasks import Group
from twoends.judge.trials import Trial
from twoends.programs import client, sandbox
from twoends.programs.sandbox import Sandbox

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may change its user")
needs_x86 = pytest.mark.skipif(os.uname().machine != "x86_64", reason="the attempts use numbers of x86-64")


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
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder that every user may enter."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o711)
        monkeypatch.setattr(tempfile, "tempdir", folder)
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
        assert "Operation not permitted" in outcome or "refused" in outcome, f"{name}: {outcome}"


USER = sandbox.FIRST_USER


@needs_root
def test_root_runs_programs_as_another_user(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "sandbox", lambda **asked: Sandbox(user=USER))
    python = shutil.which("python3", path="/usr/bin")
    if python is None:
        pytest.skip("there is no Python that every user may run")
    names = ("reads another's file", "overwrites another's file", "reads the judge's memory")
    attempts = {"is another user": f"done(0 if os.getuid() == {USER} else -1)"}
    attempts |= {name: FILES[name] for name in names}
    attempts |= {name: SIGNALS[name] for name in ("ends the judge", "ends the judge's judge")}
    assert worked(attempted(attempts, room, python)) == ["is another user"]


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
    (tmp_path / "handed" / "ada.py").write_text("")
    (tmp_path / "sum.py").write_text("raise SystemExit('no library')")
    monkeypatch.setattr(languages, "SAMPLES", tmp_path)
    for words in (("class", "handed"), ("submission", "handed/ada.py")):
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
