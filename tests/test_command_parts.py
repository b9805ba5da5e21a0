"""How a command line ends, what its parts print and accept, how it is completed, and its progress."""

from __future__ import annotations

import io
import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import click
import pyte
import pytest
from numba.core import event

import twoends.cli as command_line_package
from command_line import PATIENCE, Terminal, run
from expected import calls_are_expected
from test_web_server import answered, connect, request
from twoends import RowError, terminal
from twoends.cli import command, progress
from twoends.engine.costs import Estimate
from twoends.engine.kernels import compiling
from twoends.web.page_server import PageServer

# --- how it ends -------------------------------------------------------------------------------


FAULT = "internal error, not your mistake"
REPORT = "please report it with your command and its output with TWOENDS_DEBUG=1"


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = run("serve", "--port", str(port))
    expected = f"twoends: port {port} cannot be used (Address already in use): choose another --port\n"
    assert (ran.status, ran.out, ran.err) == (2, "", expected)


def test_a_browser_opens_the_page_only_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(click, "launch", opened.append)
    monkeypatch.setattr(PageServer, "serve_forever", Mock(side_effect=KeyboardInterrupt))
    for more, times in (([], 0), (["--open"], 1)):
        ran = run("serve", "--port", "0", *more)
        assert opened == ran.out.split()[3:4] * times
        assert (ran.status, ran.err) == (0, "")


def test_ctrl_c_ends_the_server_at_once_and_without_a_word() -> None:
    command = [sys.executable, "-P", "-m", "twoends", "serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with process, ExitStack() as ends:
        ends.callback(process.kill)  # or a failure would wait for it
        assert process.stdout is not None
        told = process.stdout.readline()
        found = re.fullmatch(r"twoends is at http://(127\.0\.0\.1):([1-9]\d+)/  \(Ctrl-C stops it\)\n", told)
        assert found, told
        busy = connect((found[1], int(found[2])))  # a thread that waits does not delay the end
        busy.sendall(b"GET")
        assert answered((found[1], int(found[2])), request())[0] == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")
    with busy, suppress(ConnectionResetError):
        assert busy.recv(99) == b"", "it waited for the rest of the request"


def caused(fault: Exception, cause: BaseException) -> Exception:
    fault.__cause__ = cause
    return fault


@pytest.mark.parametrize(
    ("result", "status", "out", "err"),
    [
        ("text", 0, "more", ""),
        (1, 1, "more", ""),
        (click.ClickException("bad"), 1, "more", "bad"),
        (RowError("no row"), 2, "more", "no row"),
        (click.Abort(), 130, "more", "interrupted"),
        (click.Abort("stopped after 3 of 9 rows"), 130, "more", "stopped after 3 of 9 rows"),
        (caused(RuntimeError("Error calling __set_name__"), KeyboardInterrupt()), 130, "more", "interrupted"),
        (BrokenPipeError(), 0, "", ""),
        (FileNotFoundError(2, "No such file", "rows.txt"), 2, "more",
         "rows.txt cannot be used (No such file): fix that, or choose another file"),
        (MemoryError(), 2, "more", "out of memory: give less input at a time"),
        (TimeoutError("by\nzero"), 70, "more", f"{FAULT}: TimeoutError: by zero; {REPORT}"),
    ],
    ids=repr,
)  # fmt: skip
def test_every_end_of_a_command_is_a_status_and_at_most_one_sentence(
    result: object, status: int, out: str, err: str,
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any,
) -> None:  # fmt: skip
    def give(*arguments: object, **settings: object) -> object:
        if isinstance(result, BaseException):
            raise result
        return result

    before, sentence = sys.get_int_max_str_digits(), f"twoends: {err}\n" if err else ""
    for debug in ("", "0", "1"):
        with (tmp_path / "out").open("w+") as stdout, monkeypatch.context() as patch:
            patch.setenv("TWOENDS_DEBUG", debug)
            patch.setattr(command_line_package.commands, "main", give)
            patch.setattr(sys, "stdout", stdout)
            with pytest.raises(SystemExit) as end:
                command_line_package.main(["solve"])
            digits = sys.get_int_max_str_digits()
            sys.set_int_max_str_digits(before)
            stdout.write("more")
        assert (end.value.code, digits, (tmp_path / "out").read_text()) == (status, 100_000, out)
        said = capsys.readouterr().err
        assert said.startswith(sentence)
        assert status != 70 or ("in give" in said) == (debug == "1")
        assert said == sentence or debug == "1"


# --- playing -----------------------------------------------------------------------------------


def test_full_screens_are_for_terminals_that_can_show_them(monkeypatch: pytest.MonkeyPatch) -> None:
    facts: Any = {"stdin": True, "stdout": True, "TERM": "xterm", "encoding": "UTF-8", "os": "posix"}
    wrong = {"stdin": False, "stdout": False, "TERM": "dumb", "encoding": "ascii", "os": "nt"}
    for now in (facts, *(facts | {name: value} for name, value in wrong.items())):
        with monkeypatch.context() as patch:
            patch.setenv("TERM", now["TERM"])
            patch.setattr(sys, "stdin", SimpleNamespace(isatty=partial(bool, now["stdin"])))
            shown = SimpleNamespace(isatty=partial(bool, now["stdout"]), encoding=now["encoding"])
            patch.setattr(sys, "stdout", shown)
            patch.setattr("os.name", now["os"])
            got = terminal.on_a_terminal()
        assert got is (now == facts), now


# --- completion, as docs/how-to/command-line.md sets it up --------------------------------------


def test_the_last_word_is_completed_or_left_to_the_shell_as_a_file_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("_TWOENDS_COMPLETE", "bash_complete")

    def completed(words: str) -> list[str]:
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
        ran = run()
        assert ran.err == ""
        answers = [line.split(",", 1) for line in ran.out.split("\n") if line]
        return [value if kind == "plain" else kind for kind, value in answers]

    calls_are_expected("completions.txt", {"completed": completed})


# --- progress ----------------------------------------------------------------------------------


def test_progress_off_a_terminal_is_printed_in_lines_even_while_nothing_advances(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed: Queue[str] = Queue()
    monkeypatch.setattr(click, "echo", lambda text, err: printed.put(f"{text} {err}"))
    monkeypatch.setattr(progress, "FIRST_SECONDS_BETWEEN_LINES", 0.01)
    monkeypatch.setattr(progress, "MAX_SECONDS_BETWEEN_LINES", 0.02)
    assert progress._line("rows", 1, 100, 9.9, 0) == "1 of 100 rows, 9.9 a second, 10 s left"
    assert not compiling.compilations.depth
    with monkeypatch.context() as patch:  # as while it is imported
        patch.delattr(compiling, "compilations")
        assert progress._waiting() == ", loading the compiler"
    with progress.print_progress("rows") as show:
        show(200, 1_000)  # done before
        for _ in range(2):
            assert re.fullmatch(r"200 of 1,000 rows, 0 s so far True", printed.get(timeout=PATIENCE))
        show(500, 1_000)
        while (line := printed.get(timeout=PATIENCE)).startswith("200 of"):
            pass
        assert re.fullmatch(r"500 of 1,000 rows, [\d,.e+]+ a second, \d+ s left True", line), line
        with event.trigger_event("numba:compile"):
            while not (line := printed.get(timeout=PATIENCE)).endswith(" s left, compiling True"):
                assert line.startswith("500 of"), line
        show(2_000, 0)
        while (line := printed.get(timeout=PATIENCE)).startswith("500 of"):
            pass
        assert re.fullmatch(r"2,000 rows, [\d,]+ a second so far True", line), line
        (thread,) = (each for each in threading.enumerate() if "print_lines" in each.name)
    thread.join(PATIENCE)
    assert not thread.is_alive(), "it prints lines after the end"


def test_each_row_of_a_pipe_is_answered_before_the_next_one_is_written() -> None:
    for name, written in (
        ("solve", ["8\n15\n3 7", "5 9", "3"]),  # the third line decides what the first one is
        ("review", ["8 15 3 7 / first / L", "5 9 / first / L"]),
    ):
        with subprocess.Popen(
            [sys.executable, "-m", "twoends", name, "-", "--json"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        ) as process:  # fmt: skip
            assert process.stdin is not None
            assert process.stdout is not None
            for text in written:
                process.stdin.write(f"{text}\n")
                for row in text.split("\n"):
                    assert json.loads(process.stdout.readline())["notation"].startswith(row)
            process.stdin.close()
            assert process.stdout.read() == ""


def test_progress_of_pipes_files_and_many_deals_is_shown_every_thousand_rows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    progress: list[tuple[int, int]] = []

    @contextmanager
    def shown(has_total: bool, what: str) -> Iterator[Callable[[int, int], None]]:
        assert what == "rows"
        yield lambda done, total: progress.append((done, total if has_total == bool(total) else -1))

    for way in ("print_progress", "progress_of"):
        monkeypatch.setattr(f"twoends.cli.progress.{way}", partial(shown, way == "progress_of"))
    for rows, expected in ((1_000, []), (1_001, [(1_000, 0)])):
        assert run("solve", "-", "--question", "first", stdin="1 2\n" * rows).out == "2\n" * rows
        assert progress == expected
    monkeypatch.setattr("twoends.cli.solve.BYTES_OF_MANY_ROWS", 1)
    for form, text, totals in (
        ("lines", "1 2\n" * 2_003, [2_003] * 3),
        ("cases", "2003\n" + "1 2 1 2\n" * 1_001 + "1 2", [501, 1_000, 2_000]),  # more than guessed
    ):
        progress.clear()
        (tmp_path / "rows").write_text(text)
        run("solve", "rows", "--question", "first", "--format", form, cwd=tmp_path)
        assert progress == [(1_000 * k, total) for k, total in enumerate(totals)], form
    progress.clear()
    for count, expected in ((10_000, []), (10_001, [(1_000 * k, 10_001) for k in range(11)])):
        run("deal", "--values", "3:3", "--length", "2", "--count", str(count))
        assert progress == expected, count


# --- one long game -----------------------------------------------------------------------------


def test_a_long_command_announces_its_cost_and_shows_what_is_done_of_all_its_sweeps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[tuple[int, int]] = []
    shows = nullcontext(lambda done, total: shown.append((done, total)))
    monkeypatch.setattr(progress, "progress_of", {"positions": shows}.__getitem__)
    for words, said in (
        ("match 8,15,3,7 --second-player random --seed 1", "4 cards: 2 tables of"),
        ("solve 8,15,3,7 -o generous", "4 cards against generous:"),
    ):
        estimate = f"twoends.cli.{words.split()[0]}.estimate"
        monkeypatch.setattr(estimate, lambda *_: Estimate(2, 2_000, 1.5))
        ran = run(*words.split())
        assert ran.err == f"{said} 2,000 positions, about 2 seconds\n"
        assert shown, words
        shown.clear()
        monkeypatch.setattr(estimate, lambda *_: Estimate(1, 10, 1.49))
        short = run(*words.split())
        assert (short.out, short.err, shown) == (ran.out, "", []), words
    with progress.progress_of_positions("", Estimate(2, 20, 9)) as show:
        assert show is not None
        for done in (0, 1, 2, 3, 4, 0, 1, 2, 3, 4):
            show(done, 4)
    # A length of k cards has about 4.5 - k positions.
    assert shown == [(done, 16) for done in (0, 3, 6, 7, 8, 8, 11, 14, 15, 16)]


def test_a_terminal_shows_one_bar_removes_it_and_wraps_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = io.BytesIO()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", Terminal(written, "utf-8", write_through=True))
    for rows in (500, 700):
        with progress.progress_of("rows") as show:
            for done in (0, 1, rows):
                show(done, 2_000)
            with progress.progress_of("cards") as show_within:
                show_within(1, 2)
    seen = pyte.Screen(100, 9)
    pyte.ByteStream(seen).feed(written.getvalue())
    said = click.unstyle(written.getvalue().decode())
    for done in (500, 700):
        assert re.search(rf"{done} of 2,000 rows, [\d,]+ a second.* \d:\d\d:\d\d", said), said
    assert "cards" not in said, said
    assert not "".join(seen.display).strip(), seen.display
    monkeypatch.setenv("COLUMNS", "20")
    command.complain("there is no row there")
    assert written.getvalue().endswith(b"twoends: there is no\nrow there\n")
