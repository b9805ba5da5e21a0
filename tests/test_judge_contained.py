"""Whatever a program does, the judge contains it, and leaves nothing of it behind."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import twoends
from command_line import PATIENCE
from judged import command
from twoends.judge import Limits, Task, Verdict, judge_answers
from twoends.judge.containment import contained, sandbox
from twoends.judge.containment.commands import CommandError, locate
from twoends.judge.containment.contained import Run, Supervisor
from twoends.judge.containment.conversation import Conversation, ConversationError
from twoends.judge.containment.sandbox import Sandbox
from twoends.judge.containment.supervisor import Seen, _limit_passed, _listed, descendants, wants_to_run
from twoends.judge.trials import Trial
from twoends.judge.verdicts import Program, ended_badly
from twoends.rules.opponents import opponent

TASK = Task(
    "own", "the tests", opponent("optimal"), "first", "count-then-values", seconds=0.5, memory=64 << 20
)


SEGMENTATION = "(a stack that is full, or an index out of bounds)"
ABORTED = "(abort, as after an exception that nobody caught, or where the heap is damaged)"


def left_behind() -> tuple[set[int], set[str], set[str]]:
    """Processes below this one, open descriptors, and directories of the judge."""
    processes = {each.pid for each in descendants()}
    temporary = {name for name in os.listdir(tempfile.gettempdir()) if name.startswith("twoends-")}
    return processes, set(os.listdir("/proc/self/fd")), temporary


@pytest.fixture(autouse=True)
def _nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    command("misbehaves.c")  # compiled before anything is counted
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = left_behind()
    yield
    assert left_behind() == before


def test_folders_of_judges_that_were_killed_are_swept_and_no_others(tmp_path: Path) -> None:
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
    with contained.room() as room:
        kept = {alive, elsewhere, study, room}
        assert set(tmp_path.glob("twoends-*")) == kept
    for each in kept - {room}:
        shutil.rmtree(each)


@pytest.fixture
def _limits_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a kernel without Landlock and a processor whose calls nobody counted: only limits hold."""
    monkeypatch.setattr(contained, "sandbox", lambda **asked: Sandbox())
    monkeypatch.setattr(sandbox, "calls_filter", lambda **asked: b"")


@pytest.mark.usefixtures("_limits_alone")
@pytest.mark.parametrize(
    ("how", "verdict", "note"),
    [
        ("", Verdict.AC, ""),
        ("loops", Verdict.TLE, "it was not done after 0.5 s of processor time"),
        ("ignores-term", Verdict.TLE, "it "),
        *(
            pytest.param(each, Verdict.TLE, note, marks=pytest.mark.slow)
            for note, hung in (
                ("it hung: it was still running after ", ("sleeps", "reads-for-ever", "closes")),
                ("it ", ("floods-errors",)),
            )
            for each in hung
        ),
        ("fills", Verdict.MLE, "it held more than 64 MB"),
        ("floods", Verdict.PE, "it wrote more than 1024 KB"),
        ("crashes", Verdict.RE, f"it was ended by SIGSEGV {SEGMENTATION}"),
        ("aborts", Verdict.RE, f"it was ended by SIGABRT {ABORTED}"),
        ("recurses", Verdict.RE, f"it was ended by SIGSEGV {SEGMENTATION}"),
        ("divides", Verdict.RE, "it was ended by SIGFPE (a division by zero)"),
        ("kills-the-supervisor", Verdict.RE, "it killed or stopped the process that supervises it"),
        ("stops-the-supervisor", Verdict.RE, "it killed or stopped the process that supervises it"),
        ("removes-its-folder", Verdict.AC, ""),
        ("exits-3", Verdict.RE, "it ended with exit status 3: I give up"),
        ("writes-a-large-file", Verdict.RE, "it wrote a file of more than 1024 KB"),
        ("fills-the-disk", Verdict.RE, "its files took more than 64 MB of disk"),
        ("opens", Verdict.RE, "it ended with exit status 4: 255 is the last one"),
        ("forks", Verdict.RE, "it had more than 64 processes at once"),
        ("forks-daemons", Verdict.RE, "it had more than 64 processes at once"),
        ("silent", Verdict.PE, "0 lines of output, 1 expected"),
        ("chats", Verdict.PE, "line 1 is 'The answer is 7', not a whole number"),
        ("leaves-child", Verdict.AC, ""),
        ("leaves-daemon", Verdict.AC, ""),
        ("leaves-files", Verdict.AC, ""),
    ],
)
def test_bad_manners_are_a_verdict(how: str, verdict: Verdict, note: str) -> None:
    began, before = time.monotonic(), {each.pid for each in descendants()}
    with Supervisor() as supervisor:
        program = Program(supervisor, command(f"misbehaves.c {how}"), TASK)
        outcome = program.try_out(Trial("own", ((7,),)))
        shown = outcome.note[: len(note)] if verdict is Verdict.TLE else outcome.note
        assert (outcome.verdict, shown) == (verdict, note)
        assert outcome.memory < 512 << 20, "it grew far beyond its limit"
        assert len({each.pid for each in descendants()} - before) == 1, "there is more than the supervisor"
        # The next program finds the supervisor as it was.
        again = Program(supervisor, command("misbehaves.c"), TASK).try_out(Trial("own", ((7,),)))
        assert (again.verdict, again.got) == (Verdict.AC, ("7",))
    assert time.monotonic() - began < 60, "it hung"


FAMILY = """
import os, time
heard, say = os.pipe()
for child in range({children}):
    if os.fork() == 0:
        os.setsid()
        {act}
        os.write(say, b"+")
        time.sleep(60)
for child in range({children}):
    os.read(heard, 1)
{last}
"""
"""A program whose children go on once each has acted; `last` is what it does then itself."""


def test_what_children_use_together_counts() -> None:
    """Three times 40 MB is more than 64; what a daemon has worked is its program's time."""
    holds = FAMILY.format(children=3, act="room = bytearray(b'1') * (40 << 20)", last="time.sleep(60)")
    works = FAMILY.format(children=1, act="while time.process_time() < 0.2: pass", last="")
    with Supervisor() as supervisor:
        limits = Limits(seconds=5, memory=64 << 20)
        together = supervisor.run([sys.executable, "-I", "-S", "-c", holds], b"", limits)
        alone = supervisor.run([sys.executable, "-I", "-S", "-c", works], b"", limits)
    assert (together.ended, alone.ended) == ("memory", "by itself"), alone.errors.decode()
    assert alone.seconds >= 0.2


def test_the_clock_that_stopped_a_program_is_named() -> None:
    """Judged on what was seen, as a busy machine has no time of its own to give."""
    seen = {"output": b"", "errors": b"", "memory": 0, "limits": Limits(seconds=0.5)}
    processor = Run("time", -9, seconds=0.51, wall=0.7, **seen)  # type: ignore[arg-type]  # fields by name
    wall = Run("clock", -9, seconds=0.123, wall=2.01, **seen)  # type: ignore[arg-type]  # fields by name
    assert [ended_badly(run) for run in (processor, wall)] == [
        (Verdict.TLE, "it was not done after 0.5 s of processor time"),
        (
            Verdict.TLE,
            "it hung: it was still running after 2.0 s, having used 0.12 s of processor time",
        ),
    ]


DEEP = "import os\nfor _ in range({depth}): os.mkdir({name!r}); os.chdir({name!r})\n"


@pytest.mark.usefixtures("_limits_alone")
@pytest.mark.parametrize(
    ("depth", "name"), [(30, "d" * 200), pytest.param(3000, "d", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("last_act", ["", "os.chmod('.', 0)", "os.kill(os.getppid(), 9)"])
def test_no_folder_is_too_deep_to_be_removed(depth: int, name: str, last_act: str) -> None:
    """Neither a path that is too long nor a recursion: the fixture sees whether something is left."""
    program = [sys.executable, "-I", "-S", "-c", DEEP.format(depth=depth, name=name) + last_act]
    with Supervisor() as supervisor:
        if "kill" in last_act:
            assert supervisor.run(program, b"").ended == "attacked"
            return
        for _ in range(2):
            run = supervisor.run(program, b"")
            assert (run.ended, run.status) == ("by itself", 0), run


@pytest.mark.usefixtures("_limits_alone")
def test_what_a_program_links_to_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").write_text("kept")
    mine = str(tmp_path / "mine")
    links = f"import os; os.symlink({mine!r}, 'link')"
    moves = f"{links}; os.rename('../work', '../moved'); os.symlink({mine!r}, '../work')"
    with Supervisor() as supervisor:
        for program in (links, moves):
            run = supervisor.run([sys.executable, "-I", "-S", "-c", program], b"")
            assert run.status == 0, run.errors.decode()
    assert (tmp_path / "mine" / "file").read_text() == "kept"
    shutil.rmtree(tmp_path / "mine")


def test_a_limit_beyond_all_numbers_is_one_sentence() -> None:
    with Supervisor() as supervisor, pytest.raises(CommandError, match="'cat' does not start: "):
        supervisor.run(["cat"], b"", Limits(memory=1 << 70))


def test_a_program_starts_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fresh directory that is also its home, and none of the judge's environment."""
    monkeypatch.setenv("SECRET", "of the judge")
    with Supervisor() as supervisor:
        runs = [supervisor.run(command("misbehaves.c environment"), b"") for _ in range(2)]
    said = [run.errors.decode().splitlines() for run in runs]
    assert said[0] == said[1]
    names = sorted(line.partition("=")[0] for line in said[0][:-1])
    assert names == ["HOME", "LANG", "PATH", "TMPDIR"]
    home = next(line.removeprefix("HOME=") for line in said[0] if line.startswith("HOME="))
    assert said[0][-1] == f"in {home}"
    assert not Path(home).exists()


def test_no_descriptor_of_the_judge_reaches_a_program(tmp_path: Path) -> None:
    with open(tmp_path / "open", "w") as file, Supervisor() as supervisor:
        os.set_inheritable(file.fileno(), True)
        program = "import os; print([at for at in range(256) if not os.system(f'true <&{at} 2>&-')])"
        output = supervisor.run([sys.executable, "-I", "-S", "-c", program], b"").output
    assert output == b"[0, 1, 2]\n"


def test_a_long_input_is_read_whole() -> None:
    text = b"8 15 3 7 " * 300_000
    with Supervisor() as supervisor:
        run = supervisor.run(["/usr/bin/wc", "-c"], text)
        assert run.output == b"%d\n" % len(text)
        assert supervisor.run(["/bin/true"], text).status == 0, "a program need not read its input"


@pytest.mark.slow
def test_a_thousand_judgements_leave_nothing_behind() -> None:
    """Processes, descriptors and directories are counted by the fixture; memory here."""
    answer, daemon = command("misbehaves.c"), command("misbehaves.c leaves-daemon")
    before = 0
    for hundred in range(10):
        with Supervisor() as supervisor:
            for number in range(100):
                program = daemon if number % 10 == 0 else answer
                judged = judge_answers(program, TASK, rows=[(7,)], supervisor=supervisor)
                assert judged.accepted, judged.outcomes
        if hundred == 0:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 4096, f"the judge grew by {grown} KB in 900 judgements"


def test_a_killed_judge_takes_its_program_along(tmp_path: Path) -> None:
    script = (
        "from twoends.judge.containment.conversation import *\n"
        "with Supervisor() as supervisor:\n"
        "    with Conversation(supervisor, ['/bin/sleep', '6000']):\n"
        "        print(supervisor.process.pid, supervisor._directory, flush=True)\n"
        "        import time; time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as judge:
        assert judge.stdout is not None
        pid, directory = judge.stdout.readline().split()
        judge.send_signal(signal.SIGKILL)
    until = time.monotonic() + PATIENCE
    while (Path(f"/proc/{pid}").exists() or Path(directory).exists()) and time.monotonic() < until:
        time.sleep(0.01)
    assert not Path(f"/proc/{pid}").exists(), "the supervisor lives on"
    assert not Path(directory).exists()


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ([], "there is no command"),
        (["no-such-program"], "'no-such-program' is not on the path and is no file"),
        (["./plain.txt"], "'./plain.txt' is not executable"),
        (
            ["python3", "-u", "missing.py"],
            "there is no file 'missing.py' here: name the script",
        ),
    ],
)
def test_a_command_that_cannot_run_is_one_sentence(
    words: list[str], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.txt").write_text("7")
    with pytest.raises(CommandError, match=fault):
        locate(words)


def test_a_program_without_an_interpreter_is_one_sentence(tmp_path: Path) -> None:
    for text, fault in {
        "#!/no/such/interpreter\n": "No such file or directory: its first line names /no/such/interpreter",
        "#!/bin/sh\r\n": "No such file or directory: its lines end as on Windows, in CR LF",
        "\u200b#!/bin/sh\n": "Exec format error: its first line begins with U+200B, which is invisible",
        "echo 7\n": "Exec format error: it is neither a program of this machine nor a script with a line #!",
    }.items():
        script = tmp_path / "script"
        script.write_bytes(text.encode())
        script.chmod(0o755)
        judgement = judge_answers([str(script)], TASK, rows=[(7,)])
        assert judgement.verdict is Verdict.CE
        assert f"does not start: {fault}" in judgement.outcomes[0].note


def test_files_named_in_a_command_are_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answer.py").write_text("print(7)")
    located = locate(["python3", "answer.py", "-v", "nothing.txt"])
    assert os.path.isabs(located[0])
    assert located[1:] == (str(tmp_path / "answer.py"), "-v", "nothing.txt")


def test_a_word_stays_a_word_where_a_file_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("best", "42", "answer.py"):
        (tmp_path / name).write_text("import sys; print(sys.argv[1])")
    words = ["python3", "answer.py", "--player", "best", "42", "./best"]
    assert locate(words)[1:] == (
        str(tmp_path / "answer.py"),
        "--player",
        "best",
        "42",
        str(tmp_path / "best"),
    )
    judgement = judge_answers(["python3", "answer.py", "42"], TASK, rows=[(42,)])
    assert judgement.accepted, judgement.shrunk


def test_a_conversation_goes_line_by_line() -> None:
    with Supervisor() as supervisor, Conversation(supervisor, ["/bin/cat"]) as talk:
        talk.say("row 8 15", 1)
        assert talk.hear(5) == "row 8 15"
        assert talk.unasked == ""
        with pytest.raises(ConversationError, match="silent"):
            talk.hear(0.05)
        assert talk.end(5).ended == "by itself"


def test_a_conversation_that_never_began_ends_as_often_as_you_like(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with Supervisor() as supervisor:
        talk = Conversation(supervisor, [str(script)])
        for _ in range(3):
            with pytest.raises(CommandError, match="does not start: No such file or directory"):
                talk.end(5)
        assert talk.unasked == ""


def test_a_time_that_has_run_out_is_no_time_without_end() -> None:
    """Waiting for less than nothing, as poll reads it, is waiting for ever."""
    with (
        Supervisor() as supervisor,
        Conversation(supervisor, ["/bin/sleep", "5"]) as talk,
        pytest.raises(ConversationError, match="silent"),
    ):
        talk.hear(-1)


def test_a_program_that_does_not_read_is_not_waited_for() -> None:
    with Supervisor() as supervisor, Conversation(supervisor, ["/bin/sleep", "60"]) as talk:
        with pytest.raises(ConversationError, match="silent"):
            talk.say("row " + "8 " * 200_000, 0.2)
        assert talk.end(0).ended == "stopped"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become somebody else")
@pytest.mark.parametrize(
    ("how", "endings"), [("forks", {"processes", "clock"}), ("leaves-files", {"by itself"})]
)
def test_an_ordinary_user_contains_a_program_too(how: str, endings: set[str]) -> None:
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
            "try: from twoends.judge.containment.contained import Limits, Supervisor\n"
            "except (ImportError, SyntaxError): sys.exit(77)\n"
            "with Supervisor() as supervisor:\n"
            "    for _ in range(2):\n"
            f"        print(supervisor.run(['{folder}/misbehaves', {how!r}], b'', Limits(seconds=1)).ended)\n"
        )
        done = subprocess.run(
            ["/usr/bin/python3", "-I", "-c", script],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            env={"TMPDIR": "/tmp"},
        )
    if done.returncode == 77:
        pytest.skip("the system's Python is too old")
    ended = done.stdout.splitlines()
    assert len(ended) == 2, done.stderr
    assert set(ended) <= endings, done.stderr


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_a_sandbox_has_no_network_and_nothing_to_write_on() -> None:
    program = (
        "import os, socket\n"
        "open('mine', 'w').write('yes')\n"
        "try: open('/etc/theirs', 'w')\n"
        "except OSError as fault: print(fault.strerror)\n"
        "print(len([name for name in os.listdir('/proc') if name.isdigit()]) < 4)\n"
        "try: print([name for _, name in socket.if_nameindex()])\n"
        "except OSError as fault: print(fault.strerror)\n"
    )
    with Supervisor(bubblewrap=True) as supervisor:
        run = supervisor.run([sys.executable, "-I", "-S", "-c", program], b"")
    *said, network, _ = run.output.decode().split("\n")
    assert said == ["Read-only file system", "True"], run.errors
    assert network in ("['lo']", "Operation not permitted"), "the filter has no sockets at all"


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_bad_manners_in_a_sandbox() -> None:
    with Supervisor(bubblewrap=True) as supervisor:
        limits = Limits(seconds=0.5, memory=64 << 20)
        for how, ended in [
            ("sleeps", "clock"),
            ("fills", "memory"),
            ("forks", "processes"),
            ("", "by itself"),
        ]:
            run = supervisor.run(command(f"misbehaves.c {how}"), b"", limits)
            assert run.ended == ended, how
        loops = supervisor.run(command("misbehaves.c loops"), b"", limits)
        assert loops.ended in ("time", "clock"), "on a busy machine the clock on the wall may be first"


def test_a_sandbox_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CommandError, match="a sandbox needs bubblewrap"):
        Supervisor(bubblewrap=True)


def test_time_is_processor_time() -> None:
    """A program that waits a little on a busy machine is not out of time."""
    with Supervisor() as supervisor:
        run = supervisor.run(["/bin/sleep", "0.3"], b"", Limits(seconds=0.25))
    assert run.ended == "by itself"
    assert run.seconds < 0.25
    assert replace(run.limits, seconds=0.25) == run.limits


def test_waiting_for_a_turn_is_not_idleness() -> None:
    """By what is seen at a look: on a busy machine a program that wants to run has used nothing."""
    job = {"idle": 3.0, "seconds": 1.0, "memory": 64 << 20, "processes": 64}
    waiting = Seen(pid=os.getpid(), ticks=0, pages=10, state=b"R", threads=1)
    sleeping = waiting._replace(state=b"S")
    assert [wants_to_run(waiting), wants_to_run(sleeping)] == [True, False]
    assert _limit_passed(job, [waiting], idle=0.0, wall=29.0) == ""
    assert _limit_passed(job, [sleeping], idle=3.1, wall=3.1) == "clock"
    assert _limit_passed(job, [waiting], idle=0.0, wall=31.0) == "clock", "it comes to an end on any machine"


def test_what_a_thread_wants_its_process_wants() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=lambda: [None for _ in iter(stop.is_set, True)])
    thread.start()
    try:
        mine = Seen(pid=os.getpid(), ticks=0, pages=10, state=b"S", threads=2)
        seen = {wants_to_run(mine) for _ in range(50)}
    finally:
        stop.set()
        thread.join()
    assert True in seen


def test_the_stack_is_that_of_the_limits_whatever_the_shell_says() -> None:
    program = [sys.executable, "-I", "-S", "-c", "import resource; print(resource.getrlimit(3))"]
    shell = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, shell[1]))
    try:
        with Supervisor() as supervisor:
            as_memory = supervisor.run(program, b"", Limits(memory=64 << 20))
            less = supervisor.run(program, b"", Limits(memory=64 << 20, stack=16 << 20))
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, shell)
    assert as_memory.output == b"(%d, %d)\n" % (64 << 20, 64 << 20)
    assert less.output == b"(%d, %d)\n" % (16 << 20, 16 << 20)


@pytest.mark.usefixtures("_limits_alone")
def test_a_link_in_the_place_of_the_judges_folder_is_not_followed(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir(mode=0o755)
    mode = mine.stat().st_mode
    program = (
        "import os; work = os.getcwd(); above = os.path.dirname(work)\n"
        f"os.rmdir(work); os.rmdir(above); os.symlink({str(mine)!r}, above); print(7)"
    )
    with Supervisor() as supervisor:
        assert supervisor.run([sys.executable, "-I", "-S", "-c", program], b"").output == b"7\n"
        assert supervisor.run(["/bin/echo", "8"], b"").output == b"8\n"
    assert (list(mine.iterdir()), mine.stat().st_mode) == ([], mode)


def test_the_parts_of_a_class_path_are_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    located = locate([sys.executable, "-cp", f"out{os.pathsep}none", "Main", "out"])
    assert located[1:] == ("-cp", f"{tmp_path / 'out'}{os.pathsep}none", "Main", "out")


def test_the_children_of_this_process_are_seen_with_and_without_the_kernels_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with subprocess.Popen(["/bin/sleep", "60"]) as child:
        assert child.pid in {each.pid for each in descendants()}
        assert child.pid in _listed()(os.getpid())
        child.kill()
