"""The judge's end of containment, part by part: what it tells the supervisor, and what it makes of that."""

from __future__ import annotations

import json
import math
import os
import select
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from twoends.judge import CommandError, Limits, Supervisor
from twoends.judge.containment import contained, supervisor
from twoends.judge.containment.contained import (
    ATTACKED,
    MOST_OF_A_LINE,
    MOST_OF_THE_ERRORS,
    ConversationError,
    Run,
    _Errors,
    _file,
    _Patience,
    _ready,
    _stopped,
    _why,
    locate,
    sandboxed,
    supervisor_or_own,
)

PYTHON = [sys.executable, "-I", "-S", "-c"]


# --- commands ----------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program, a script and a folder, which is where we are."""
    for name in ("answer.py", "word", "program", "it.jar"):
        (tmp_path / name).write_text("7")
    (tmp_path / "program").chmod(0o755)
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ("", "there is no command: write it after --, as in: -- python3 answer.py"),
        (
            "no-such-program",
            "'no-such-program' is not on the path and is no file: "
            "give a program and its arguments, as in: python3 answer.py",
        ),
        ("./word", "'./word' is not executable: give a program and its arguments, as in: python3 answer.py"),
        *(
            (
                f"python3 -u no.{end} more",
                f"there is no file 'no.{end}' here: name the script that python3 is to run",
            )
            for end in ("py", "js", "mjs", "ts", "rb", "pl", "php", "lua", "sh", "jl", "jar", "java")
        ),
    ],
)
def test_a_command_that_cannot_run_is_told_why(command: str, fault: str, here: Path) -> None:
    with pytest.raises(CommandError) as said:
        locate(command.split())
    assert str(said.value) == fault


def test_what_looks_like_a_file_and_is_one_is_named_from_the_root(here: Path) -> None:
    def located(command: str) -> list[str]:
        return [word.replace(str(here), "HERE") for word in locate(command.split())]

    cat = shutil.which("cat")
    assert located("cat answer.py out ./out ./word word no.py . 7") == [
        *(cat, "HERE/answer.py", "out", "HERE/out", "HERE/word", "word", "no.py", "HERE", "7"),
    ]
    assert located("./program no.py -x")[1:] == ["no.py", "-x"], "a program of one's own may take any name"
    assert located("./program")[0] == "HERE/program"
    assert located("cat -x answer.py none.py")[2:] == ["HERE/answer.py", "none.py"]
    for option in ("-cp", "-classpath", "--class-path"):
        said = located(f"cat {option} out:it.jar:none:./word Main")
        assert said[1:] == [option, "HERE/out:HERE/it.jar:none:HERE/word", "Main"]
    assert located("cat -x word out:it.jar")[3] == "out:it.jar"


def test_a_sandbox_stands_around_the_whole_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", {"bwrap": "/tools/bwrap"}.get)
    assert sandboxed(["./a", "b"], "/room") == (
        *("/tools/bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/"),
        *(
            "--dev",
            "/dev",
            "--proc",
            "/proc",
            "--bind",
            "/room",
            "/room",
            "--chdir",
            "/room",
            "--",
            "./a",
            "b",
        ),
    )
    monkeypatch.setattr(shutil, "which", {}.get)
    with pytest.raises(CommandError) as fault:
        sandboxed([], "")
    assert str(fault.value) == (
        "a sandbox needs bubblewrap: install it (Debian: apt install bubblewrap), or do without"
    )


NO_FORMAT = "Exec format error"


@pytest.mark.parametrize(
    ("content", "fault", "said"),
    [
        (
            b"\xef\xbb\xbf#!/bin/sh\n",
            "x",
            "x: its first line begins with a byte order mark (U+FEFF), which is invisible",
        ),
        (b"\xe2\x80\x8b#!/bin/sh\n", "x", "x: its first line begins with U+200B, which is invisible"),
        (
            b"#!/bin/sh\r\n7",
            "x",
            "x: its lines end as on Windows, in CR LF: save it with the line ends of Unix",
        ),
        (b"#! /bin/none -x \n7", "x", "x: its first line names /bin/none -x"),
        (b"#!/bin/\xff\n7", "x", "x: its first line names /bin/\ufffd"),
        (b"#!" + b"a" * 300, "x", f"x: its first line names {'a' * 60}"),
        (b"echo 7\r\n", "x", "x"),
        (
            b"echo 7\n",
            NO_FORMAT,
            f"{NO_FORMAT}: it is neither a program of this machine nor a script with a line #! at its top",
        ),
        (b"echo 7\n", "Permission denied", "Permission denied"),
    ],
)
def test_what_does_not_start_is_looked_at(content: bytes, fault: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "it").write_bytes(content)
    takes = ": take it out" if "invisible" in said else ""
    assert _why(str(tmp_path / "it"), fault) == said + takes
    assert _why(str(tmp_path / "none"), fault) == fault


def test_elsewhere_than_on_linux_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(CommandError) as fault:
        Supervisor()
    assert str(fault.value) == "programs are judged on Linux only: no other system contains their children"


# --- what the supervisor is told ---------------------------------------------------------------


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with Supervisor() as made:
        yield made


def job_of(
    running: Supervisor, limits: Limits, idle: float, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    sent: list[tuple[list[bytes], list[int]]] = []
    monkeypatch.setattr(socket, "send_fds", lambda to, messages, files: sent.append((messages, files)))
    running._start(["./a", "b"], limits, (7, 8, 9), idle)
    ((message,), files) = sent[0]
    assert files == [7, 8, 9]
    told: dict[str, Any] = json.loads(message)
    return told


def test_the_supervisor_is_told_the_command_and_every_limit(
    running: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(seconds=1.5, memory=64 << 20, output=1000, files=20, processes=7)
    monkeypatch.setenv("PATH", "/tools")
    told = job_of(running, limits, 4.5, monkeypatch)
    work = told["environment"]["HOME"]
    assert Path(work).parent.parent == tmp_path
    assert Path(work).parent.name.startswith("twoends-")
    assert told == {
        "command": ["./a", "b"],
        "environment": {"PATH": "/tools", "LANG": "C.UTF-8", "HOME": work, "TMPDIR": work},
        **{"seconds": 1.5, "idle": 4.5, "memory": 64 << 20, "stack": 64 << 20},
        **{"output": 1000, "files": 20, "processes": 7},
    }
    monkeypatch.delenv("PATH")
    told = job_of(running, Limits(stack=8 << 20), math.inf, monkeypatch)
    assert (told["environment"]["PATH"], told["stack"], told["idle"]) == (os.defpath, 8 << 20, math.inf)
    monkeypatch.setattr(running, "_sandbox", True)
    monkeypatch.setattr(contained, "sandboxed", lambda command, directory: ("bwrap", directory, *command))
    assert job_of(running, limits, 1, monkeypatch)["command"] == ["bwrap", work, "./a", "b"]


def test_a_sandbox_is_looked_for_before_anything_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    asked: list[object] = []
    monkeypatch.setattr(contained, "sandboxed", lambda *told: asked.append(told))
    with Supervisor(sandbox=True) as made:
        assert made._sandbox is True
    with Supervisor() as made:
        assert made._sandbox is False
    assert asked == [([], "")]
    assert os.listdir(tmp_path) == []


def test_limits_are_those_that_are_documented() -> None:
    assert Limits() == Limits(
        seconds=2.0, memory=256 << 20, output=1 << 20, files=256, processes=64, stack=None
    )
    assert [Limits(seconds=seconds).idle for seconds in (0.5, 2, 10)] == [2.0, 5, 21]
    made = Run("by itself", 0, b"1234", b"", 0.0, 0.0, 0, Limits(output=5))
    assert not made.flooded
    assert Run("by itself", 0, b"12345", b"", 0.0, 0.0, 0, Limits(output=5)).flooded


def test_a_run_is_told_as_it_was(running: Supervisor) -> None:
    program = "import sys; print(sys.stdin.read()[::-1], end=''); print('no', file=sys.stderr); sys.exit(3)"
    run = running.run([*PYTHON, program], b"12 3", Limits(seconds=9))
    assert (run.ended, run.status, run.output, run.errors) == ("by itself", 3, b"3 21", b"no\n")
    assert run.limits == Limits(seconds=9)
    assert 0 < run.seconds < 9
    assert 0 < run.wall < 60
    assert 1 << 20 < run.memory < 1 << 30
    assert running.run(["/bin/true"], b"").limits == Limits()
    long = running.run([*PYTHON, "print('7' * 99, end='')"], b"", Limits(output=30))
    assert long.output == b"7" * 30


def test_a_program_that_cannot_be_started_is_named(running: Supervisor, tmp_path: Path) -> None:
    (tmp_path / "it").write_text("#!/none\n")
    (tmp_path / "it").chmod(0o755)
    with pytest.raises(CommandError) as fault:
        running.run([str(tmp_path / "it"), "x"], b"")
    assert str(fault.value) == (
        f"'{tmp_path}/it' does not start: No such file or directory: its first line names /none"
    )


def test_the_supervisor_stands_apart_from_whoever_judges(running: Supervisor) -> None:
    """It reads nothing of theirs, and an interrupt from the keyboard is not for it."""
    pid = running._process.pid
    assert os.readlink(f"/proc/{pid}/fd/0") == "/dev/null"
    assert os.getsid(pid) == pid
    words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[:-1]
    assert words[:4] == [os.fsencode(word) for word in (sys.executable, "-I", "-S", supervisor.__file__)]
    assert words[5:] == [os.fsencode(running._directory)]


def test_a_supervisor_that_is_gone_is_begun_anew(running: Supervisor) -> None:
    before = running._process
    before.kill()
    before.wait()
    assert running.run(["/bin/echo", "7"], b"").output == b"7\n"
    assert running._process is not before
    pid = running._process.pid
    killed = running.run([*PYTHON, f"import os; os.kill({pid}, 9)"], b"")
    assert {name: getattr(killed, name) for name in ATTACKED} == ATTACKED
    assert ATTACKED == {"ended": "attacked", "status": -9, "seconds": 0.0, "wall": 0.0, "memory": 0}
    assert running.run(["/bin/echo", "8"], b"").output == b"8\n"
    running._begin_anew()
    assert Path(running._directory).stat().st_mode & 0o777 == 0o700


def test_whoever_says_nothing_is_silent(running: Supervisor) -> None:
    with running.converse(["/bin/cat"]) as talk:
        with pytest.raises(ConversationError, match=r"^the program is silent$") as fault:
            talk.hear(0.01)
        assert fault.value.why == "silent"


def test_a_supervisor_that_is_given_is_used_and_left_running(running: Supervisor) -> None:
    with supervisor_or_own(running) as used:
        assert used is running
    assert running.run(["/bin/echo", "7"], b"").output == b"7\n"
    with supervisor_or_own(None) as own:
        assert own is not running
        assert own.run(["/bin/echo", "8"], b"").output == b"8\n"
    assert own._process.poll() is not None


def test_a_process_that_is_stopped_is_known_by_its_state(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _stopped(os.getpid())
    assert not _stopped(1 << 30)
    import io

    for state, stopped in {b"T": True, b"t": True, b"S": False, b"R": False}.items():
        stat = b"7 (a (T) b) " + state + b" 1 T"
        monkeypatch.setattr("builtins.open", lambda path, mode, stat=stat: io.BytesIO(stat))
        assert _stopped(7) == stopped, state
    monkeypatch.undo()


# --- conversations -----------------------------------------------------------------------------


def test_lines_are_heard_one_by_one_and_what_is_left_is_unasked(running: Supervisor) -> None:
    program = "import sys; print('one\\n\\xff', flush=True); input(); print('two'); print('three', end='')"
    with running.converse([*PYTHON, program], Limits(seconds=5)) as talk:
        assert talk.hear(20) == "one"
        assert talk.hear(20) == "\xff"
        talk.say("on", 20)
        assert talk.hear(20) == "two"
        ended = talk.end(20)
        assert (ended.ended, ended.status, ended.output, ended.limits) == (
            "by itself",
            0,
            b"",
            Limits(seconds=5),
        )
        assert talk.unasked == "three"
        assert talk.end(0) is ended


def test_whoever_has_gone_is_gone(running: Supervisor) -> None:
    with running.converse(["/bin/true"]) as talk:
        with pytest.raises(ConversationError) as fault:
            talk.hear(20)
        assert (fault.value.why, str(fault.value)) == ("gone", "the program is gone")
        assert talk.end(20).limits == Limits()


def test_a_line_is_said_piece_by_piece_to_whoever_is_there(
    running: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running.converse(["/bin/cat"]) as talk:
        write = os.write
        pieces: list[bytes | OSError] = [b"row", b" 8 1", BlockingIOError(), b"5\n", BrokenPipeError()]

        def piece(descriptor: int, text: bytes) -> int:
            each = pieces.pop(0)
            if not isinstance(each, bytes):
                raise each
            assert text.startswith(each)
            return write(descriptor, each)

        monkeypatch.setattr(os, "write", piece)
        talk.say("row 8 15", 20)
        assert talk.hear(20) == "row 8 15"
        with pytest.raises(ConversationError, match="the program is gone"):
            talk.say("move", 20)
        monkeypatch.undo()


@pytest.mark.parametrize(("count", "why"), [(MOST_OF_A_LINE, ""), (MOST_OF_A_LINE + 1, "long")])
def test_a_line_has_a_longest_length(count: int, why: str, running: Supervisor) -> None:
    assert MOST_OF_A_LINE == 1000
    program = f"import time; print('x' * {count}, end='', flush=True); input(); print()"
    with running.converse([*PYTHON, program]) as talk:
        if why:
            with pytest.raises(ConversationError) as fault:
                talk.hear(20)
            assert fault.value.why == why
        else:
            talk.say("on", 20)
            assert talk.hear(20) == "x" * count


def test_the_errors_of_a_conversation_are_kept(running: Supervisor) -> None:
    program = "import sys; print('no idea', file=sys.stderr); sys.exit(4)"
    with running.converse([*PYTHON, program]) as talk:
        ended = talk.end(20)
    assert (ended.errors, ended.status) == (b"no idea\n", 4)


def test_a_conversation_that_is_left_is_stopped(running: Supervisor) -> None:
    with running.converse(["/bin/sleep", "600"]) as talk:
        pass
    assert talk.end(0).ended == "stopped"


# --- patience ----------------------------------------------------------------------------------


class Clock:
    """A clock that moves on when somebody waits, and a machine on which one process lives."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.waits = 100.0, list[float]()
        self.ready_after = math.inf
        self.ticks, self.gain, self.wants = 0, 0, False
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(contained, "_ready", self.ready)
        monkeypatch.setattr(supervisor, "descendants", self.descendants)
        monkeypatch.setattr(supervisor, "wants_to_run", lambda seen: self.wants)

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


def test_a_program_that_stands_idle_has_its_seconds_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert not _Patience(4711, 0.12).wait(7, select.POLLIN)
    assert clock.waits == pytest.approx([0, 0.05, 0.05, 0.02])
    assert clock.now == pytest.approx(100.12)


def test_a_program_that_waits_for_its_turn_is_charged_what_it_used(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    clock.wants, clock.gain = True, 1
    used = 1 / supervisor.TICK
    assert used < 0.05
    assert not _Patience(4711, 0.05 + 3.5 * used).wait(7, select.POLLIN)
    # At the first look nothing is known yet: what was waited counts. Then each look finds one tick more.
    left = [3.5 * used, 2.5 * used, 1.5 * used, 0.5 * used]
    assert clock.waits == pytest.approx([0, 0.05, *(min(each, 0.05) for each in left)])


def test_even_whoever_never_has_a_turn_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    clock.wants = True
    assert not _Patience(4711, 0.2).wait(7, select.POLLIN)
    assert clock.now == pytest.approx(100 + 0.2 * supervisor.LONGEST, abs=0.06)


def test_the_time_of_an_answer_is_counted_over_all_its_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    patience = _Patience(4711, 0.12)
    clock.ready_after = 100.03
    assert patience.wait(7, select.POLLIN)
    assert patience.wait(7, select.POLLIN), "what is there is there"
    clock.ready_after = math.inf
    clock.waits.clear()
    assert not patience.wait(7, select.POLLIN)
    assert sum(clock.waits) == pytest.approx(0.12 - 0.05)
    clock.waits.clear()
    assert not patience.wait(7, select.POLLIN)
    assert clock.waits == [0], "it is asked once more, and not waited for"


# --- parts -------------------------------------------------------------------------------------


def test_a_descriptor_is_ready_or_is_not() -> None:
    reading, writing = os.pipe()
    try:
        assert not _ready(reading, select.POLLIN, 0)
        began = time.monotonic()
        assert not _ready(reading, select.POLLIN, 0.02)
        assert time.monotonic() - began >= 0.019
        os.write(writing, b"x")
        assert _ready(reading, select.POLLIN, 0)
        assert _ready(writing, select.POLLOUT, 0)
        assert not _ready(reading, select.POLLPRI, 0)
    finally:
        os.close(reading)
        os.close(writing)


def test_a_file_in_memory_stands_at_its_beginning() -> None:
    with _file(b"8 15") as file:
        assert file.read() == b"8 15"
        assert os.readlink(f"/proc/self/fd/{file.fileno()}").startswith("/memfd:twoends")
        file.write(b" 3")
        assert os.pread(file.fileno(), 99, 0) == b"8 15 3", "nothing is kept back"
    with _file() as file:
        assert file.read() == b""


def test_of_the_errors_the_end_is_kept() -> None:
    assert MOST_OF_THE_ERRORS == 65536
    with _Errors() as errors:
        os.write(errors.writing, b"a" * 100)
        os.write(errors.writing, b"b" * 60000)
        os.write(errors.writing, b"c" * 5500)
        assert errors.end() == b"a" * 36 + b"b" * 60000 + b"c" * 5500
        assert errors.writing == -1
        assert errors.end() == b"a" * 36 + b"b" * 60000 + b"c" * 5500, "asked again"


def test_the_errors_end_even_where_somebody_holds_on_to_them() -> None:
    errors = _Errors()
    assert errors._thread.daemon
    held = os.dup(errors.writing)
    try:
        os.write(held, b"last words")
        errors.sent()
        threads = threading.active_count()
        assert errors.end() == b"last words"
        assert threading.active_count() == threads - 1
    finally:
        os.close(held)
