"""The judge's side of the sandbox: commands, the supervisor, conversations, and what confines programs."""

from __future__ import annotations

import io
import itertools
import math
import mmap
import os
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from command_line import wait_until
from expected import calls_are_expected
from judged import PYTHON, needs_landlock, write_files
from twoends.judge import CommandError, Limits, Supervisor
from twoends.programs import conversation, processes, sandbox, server
from twoends.programs.client import locate, readable, why_not_started
from twoends.programs.conversation import Conversation, ConversationError, _ResponseTimer
from twoends.programs.processes import EXITING, Process, descendants, is_runnable, read_process
from twoends.programs.sandbox import Sandbox
from twoends.programs.server import MAX_BYTES_OF_ERRORS, WALL_FACTOR, _exceeded_limit, uses_more_disk

# --- commands ----------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a program, a script and a folder."""
    for name in ("answer.py", "word", "program", "it.jar"):
        (tmp_path / name).write_text("7")
    (tmp_path / "program").chmod(0o755)
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_command_a_script_a_limit_or_a_weak_sandbox_gets_its_words_or_sentence(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def located(command: str) -> str:
        words = [word.replace(str(here), "HERE") for word in locate(command.split())]
        return " ".join([words[0].replace(shutil.which("cat") or "", "CAT"), *words[1:]])

    def why(content: bytes, fault: str) -> str:
        """The reason why a file with this content does not start, beside that of a missing file."""
        (here / "it").write_bytes(content)
        assert why_not_started(str(here / "none"), fault) == fault
        return why_not_started(str(here / "it"), fault)

    def exceeded(count: int, idle: float, wall: float, ticks: int = 0, pages: int = 10) -> str:
        limits = Limits(seconds=1.0, memory=64 << 20)
        job = {"idle": limits.idle, "seconds": 1.0, "memory": limits.memory, "processes": limits.processes}
        one = Process(pid=os.getpid(), ticks=ticks, pages=pages, state=b"S", threads=1)
        return _exceeded_limit(job, [one] * count, idle, wall)

    def ruleset(version: int) -> tuple[str, ...]:
        """The rights on files, the network and other processes that Landlock restricts, in words too."""
        plan = Sandbox(version).plan(["/bin/true"], "/work")
        rights = struct.unpack(f"{len(plan.ruleset) // 16}Q", bytes.fromhex(plan.ruleset))
        assert all(right & ~rights[0] == 0 for _, *both in plan.rules for right in both), "unknown rights"
        assert plan.rules[-1][0] == "/work"
        return *map(hex, rights), plan.restrictions

    monkeypatch.setattr(sandbox, "calls_filter", lambda **asked: b"")
    names = vars(sandbox) | vars(processes) | globals() | locals() | {"readable": readable}
    names |= {"PYTHON": sys.executable, "HERE": str(here), "setenv": monkeypatch.setenv}
    temporary = f"{tempfile.gettempdir()}/{sandbox.FOLDER_PREFIX}7-7-x"
    calls_are_expected("calls_of_supervision.txt", names | {"TEMPORARY": temporary})


# --- the supervisor ----------------------------------------------------------------------------


def test_a_run_has_its_status_output_errors_and_use_of_the_machine(running: Supervisor) -> None:
    program = "import sys; print(sys.stdin.read()[::-1], end=''); print('no', file=sys.stderr); sys.exit(3)"
    run = running.run([*PYTHON, "-c", program], b"12 3", Limits(seconds=9))
    assert (run.ended, run.status, run.output, run.errors) == ("by itself", 3, b"3 21", b"no\n")
    assert (run.limits, run.has_read) == (Limits(seconds=9), True)
    assert 0 < run.seconds < 9
    assert 0 < run.wall < 60
    assert 1 << 20 < run.memory < 1 << 30
    true = running.run(["/bin/true"], b"")
    assert (true.limits, true.errors, true.has_read) == (Limits(), b"", False)
    long = running.run([*PYTHON, "-c", "print('7' * 99, end='')"], b"", Limits(output=30))
    assert long.output == b"7" * 30
    text = b"8 15 3 7 " * 300_000
    assert running.run(["/usr/bin/wc", "-c"], text).output == b"%d\n" % len(text)
    assert running.run(["/bin/true"], text).status == 0, "a program need not read its input"
    running.process.kill()
    running.process.wait()
    assert running.run(["/usr/bin/wc", "-c"], text).status == 0, "a killed supervisor is replaced"


@pytest.mark.parametrize("last_act", ["", "sys.stderr.close()", "os.fork() or time.sleep(60)"])
def test_the_end_of_a_long_standard_error_is_kept(last_act: str, running: Supervisor) -> None:
    program = (
        "import os, sys, time\nfor each in ('a' * 99, 'b' * 60000, 'c' * 5500): sys.stderr.write(each)\n"
    )
    run = running.run([*PYTHON, "-c", f"{program}sys.stderr.flush(); {last_act}"], b"")
    assert (run.ended, len(run.errors)) == ("by itself", MAX_BYTES_OF_ERRORS)
    assert run.errors == b"a" * (65536 - 65500) + b"b" * 60000 + b"c" * 5500


def test_a_program_that_cannot_be_started_is_named_with_the_reason(
    running: Supervisor, tmp_path: Path
) -> None:
    (tmp_path / "it").write_text("#!/none\n")
    (tmp_path / "it").chmod(0o755)
    sentence = f"'{tmp_path}/it' does not start: No such file or directory: its first line names /none"
    talk = Conversation(running, [str(tmp_path / "it"), "x"])
    for _ in range(2):
        with pytest.raises(CommandError, match=f"^{sentence}$"):
            talk.end(20)
    with pytest.raises(CommandError, match="'cat' does not start: "):
        running.run(["cat"], b"", Limits(memory=1 << 70))


# --- looks at processes ------------------------------------------------------------------------


def test_each_entry_of_a_folder_counts_its_disk_space_but_at_least_4096_bytes(tmp_path: Path) -> None:
    files = write_files(tmp_path, "one", "in/two") + write_files(tmp_path, "in/three", text="7" * 100_000)
    occupied = sum(max(512 * each.stat().st_blocks, 4096) for each in [tmp_path / "in", *files])
    assert occupied >= 4 * 4096
    assert [uses_more_disk(str(tmp_path), most) for most in (occupied, occupied - 1)] == [False, True]


def test_what_a_process_hides_counts_as_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless it is ending, or the judge may not look at the processes of another user at all."""
    this = Process(os.getpid(), 0, 0, b"S", 1)
    job = {"disk": 1 << 20, "output": 7, "user": None}
    with (tmp_path / "it").open("w+b") as file, (tmp_path / "empty").open("wb"):
        file.write(b"7" * 9000)
        file.flush()
        mapped = mmap.mmap(file.fileno(), 9000)
        before = server._bytes_of_unnamed(job, [this], str(tmp_path), set())
        (tmp_path / "it").unlink()
        status = os.fstat(file.fileno())
        before += 7  # as one that is mapped, it may be as large as an output
        assert server._bytes_of_unnamed(job, [this], str(tmp_path), set()) - before == 512 * status.st_blocks
        (tmp_path / "empty").unlink()
        before += 4096
        standard = {(status.st_dev, status.st_ino)}
        assert server._bytes_of_unnamed(job, [this], str(tmp_path), standard) == before
    mapped.close()
    monkeypatch.setattr("twoends.programs.processes.MAX_BYTES_OF_MAPS", 100)
    assert server._bytes_of_unnamed(job, [this], str(tmp_path), set()) == (1 << 20) + 1
    assert server._bytes_of_unnamed({**job, "user": 7}, [this], str(tmp_path), set()) == 0
    ended = subprocess.Popen(["/bin/true"])
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
    monkeypatch.setattr(server, "unnamed_files", Mock(side_effect=PermissionError))
    assert server._bytes_of_unnamed(job, [this._replace(pid=ended.pid)], str(tmp_path), set()) == 0
    ended.wait()
    ending = this._replace(flags=EXITING)
    for seen, counts in ((this, True), (ending, False), (ending._replace(threads=2), True)):
        monkeypatch.setattr(processes, "read_process", lambda pid, seen=seen: seen)
        assert bool(server._bytes_of_unnamed(job, [this], str(tmp_path), set())) == counts, "no page is left"


def test_children_are_found_and_are_runnable_if_one_of_their_threads_is() -> None:
    """On a busy machine a program that could run may have used no time, and is not idle."""

    def runs(process: subprocess.Popen[bytes]) -> bool:
        seen = read_process(process.pid)
        return seen is not None and seen.state == b"S" and is_runnable(seen)

    busy = "import threading, time; threading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()"
    spawns = "import subprocess; threading.Thread(target=subprocess.run, args=(['sleep', '60'],)).start()"
    with subprocess.Popen([*PYTHON, "-c", f"{busy}; {spawns}; time.sleep(60)"]) as program:
        try:
            wait_until(lambda: runs(program), "its first thread sleeps and another one runs")
            wait_until(lambda: len([*descendants()]) == 2, "the child of a thread is found")
        finally:
            for each in descendants():
                os.kill(each.pid, signal.SIGKILL)
    with subprocess.Popen(["/bin/sleep", "60"]) as program:
        wait_until(lambda: not is_runnable(read_process(program.pid) or pytest.fail("it ended")), "it sleeps")
        assert program.pid in {each.pid for each in descendants()} & {*processes._by_parent()(os.getpid())}
        program.kill()


def test_an_interrupt_from_the_keyboard_does_not_reach_the_supervisor(running: Supervisor) -> None:
    running.run(["/bin/true"], b"")  # start it
    assert os.getsid(running.process.pid) == running.process.pid != os.getsid(0)
    assert os.readlink(f"/proc/{running.process.pid}/fd/0") == "/dev/null"
    running.interrupt()
    with pytest.raises(KeyboardInterrupt):  # at once, though nothing was running yet
        running.run(["/bin/sleep", "6000"], b"", Limits(seconds=6000))


def test_the_name_of_a_process_may_contain_any_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_process(1 << 30) is None
    fields = b" ".join(b"%d" % at for at in range(5, 53))
    stat = b"7 (a (T) b) S 4 " + fields
    monkeypatch.setattr("builtins.open", lambda path, mode: io.BytesIO(stat))
    seen = read_process(7)
    monkeypatch.undo()
    assert seen == Process(7, 14 + 15 + 16 + 17, 24, b"S", 20, 4, 9)


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


@needs_landlock(1)
def test_folders_named_by_the_instructor_are_readable(tmp_path: Path) -> None:
    (module,) = write_files(tmp_path, "course/rows.py")
    program = [sys.executable, "-c", f"import sys; sys.path.append({str(module.parent)!r}); import rows"]
    for folders, status in (((), 1), ((str(module.parent),), 0)):
        with Supervisor(readable=folders) as supervisor:
            assert supervisor.run(program, b"").status == status


# --- what a machine lacks ----------------------------------------------------------------------


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


def test_lines_of_up_to_a_thousand_characters_are_received_one_by_one_and_the_rest_is_pending(
    running: Supervisor,
) -> None:
    program = (
        "import os, sys; os.write(1, b'1' * 1000); input(); os.write(1, b'\\n\\xff\\n'); input()\n"
        "os.close(0); print('two'); print('three', end='')\n"
        "print('no idea', file=sys.stderr); sys.exit(4)"
    )
    with Conversation(running, [*PYTHON, "-c", program], Limits(seconds=5)) as talk:
        wait_until(lambda: talk.pending_output == "1" * 1000, "it began a line")
        talk.send("on", 20)
        assert talk.receive(20) == "1" * 1000
        assert talk.receive(20) == "\ufffd"
        talk.send("on", 20)
        assert talk.receive(20) == "two"
        wait_until(lambda: talk.pending_output == "three", "what it wrote since is pending")
        with pytest.raises(ConversationError, match=r"^the program is gone$") as fault:
            talk.receive(20)
        assert fault.value.why == "gone"
        with pytest.raises(ConversationError, match="gone"):
            talk.send("on", 20)
        ended = talk.end(20)
        assert (ended.ended, ended.status, ended.output) == ("by itself", 4, b"")
        assert (ended.errors, ended.limits) == (b"no idea\n", Limits(seconds=5))
        assert talk.pending_output == "three"
        assert talk.end(0) is ended
    opened = len(os.listdir("/proc/self/fd"))
    with Conversation(running, [*PYTHON, "-c", "print('x' * 1001, end='', flush=True); input()"]) as talk:
        with pytest.raises(ConversationError) as fault:
            talk.receive(20)
        assert fault.value.why == "long"
    with Conversation(running, ["/usr/bin/yes"]) as talk:
        wait_until(lambda: len(talk.pending_output) > 1000, "it writes without end")
        assert len(talk.pending_output) <= 2000
    with Conversation(running, ["/bin/sh", "-c", "cat; printf '\\377late'"]) as talk:
        talk.send("on", 20)
        assert talk.end(20).ended == "by itself"
        assert talk.pending_output == "on\n\ufffdlate", "it wrote until its end"
    assert len(os.listdir("/proc/self/fd")) == opened, "its pipes are closed"


def test_a_program_that_neither_writes_nor_reads_is_silent(running: Supervisor) -> None:
    """A negative time has run out; poll would wait for ever."""
    with Conversation(running, ["/bin/sleep", "600"]) as talk:
        for seconds in (0.01, -1):
            with pytest.raises(ConversationError, match=r"^the program is silent$") as fault:
                talk.receive(seconds)
            assert fault.value.why == "silent"
        with pytest.raises(ConversationError, match="silent"):
            talk.send("row " + "8 " * 200_000, 0.1)
    assert talk.end(0).ended == "stopped"


# --- timer ----------------------------------------------------------------------------------


class Clock:
    """A clock that advances with every wait, on a machine with one process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.waits = 100.0, list[float]()
        self.ready_after = math.inf
        self.ticks, self.gain, self.wants = 0, 0, False
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(conversation, "ready", self.ready)
        monkeypatch.setattr(processes, "descendants", self.descendants)
        monkeypatch.setattr(processes, "is_runnable", lambda seen: self.wants)

    def ready(self, descriptor: int, event: int, seconds: float) -> bool:
        assert (descriptor, event) == (7, select.POLLIN)
        if self.now >= self.ready_after:
            return True
        self.waits.append(seconds)
        self.now += seconds and max(seconds, 0.001)  # no wait is so short that no time passes
        return self.now >= self.ready_after

    def descendants(self, pid: int) -> list[object]:
        assert pid == 4711
        self.ticks += self.gain
        return [SimpleNamespace(ticks=self.ticks)]


def test_a_program_is_charged_what_it_used_and_all_its_waits_share_one_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A program that never gets a processor is stopped in the end."""

    def wait_in_vain(timer: _ResponseTimer) -> None:
        with pytest.raises(ConversationError, match="the program is silent"):
            timer.wait(7, select.POLLIN)

    clock, used = Clock(monkeypatch), 1 / processes.TICK
    assert used < 0.05
    clock.wants, clock.gain = True, 1
    wait_in_vain(_ResponseTimer(4711, 0.05 + 3.5 * used))
    # The first check has nothing to compare with, so the wait counts. Each later one finds one tick more.
    left = [3.5 * used, 2.5 * used, 1.5 * used, 0.5 * used]
    assert clock.waits == pytest.approx([0, 0.05, *(min(seconds, 0.05) for seconds in left)])
    clock.gain, clock.now = 0, 200.0
    wait_in_vain(_ResponseTimer(4711, 0.2))
    assert clock.now == pytest.approx(200 + 0.2 * WALL_FACTOR, abs=0.06)
    clock.wants, clock.ready_after = False, clock.now + 0.03
    timer = _ResponseTimer(4711, 0.12)
    timer.wait(7, select.POLLIN)
    clock.ready_after = math.inf
    clock.waits.clear()
    wait_in_vain(timer)
    assert sum(clock.waits) == pytest.approx(0.12 - 0.05)
