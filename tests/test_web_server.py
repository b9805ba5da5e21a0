"""The server of the page, on real sockets: what it answers, refuses, and never waits for."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from socketserver import ThreadingTCPServer
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import command_line
from command_line import PATIENCE, wait_until
from expected import calls_are_expected
from twoends.web import page_server, questions
from twoends.web.page_server import FILES, HEADERS, MAX_BYTES, PageServer, is_heavy
from twoends.web.questions import ask

Address = tuple[str, int]

GAME = b'{"game": "8 15 3 7 / first / -"}'


@pytest.fixture
def start() -> Iterator[Callable[[], Address]]:
    """Start a server with the limits of the moment."""
    servers: list[PageServer] = []

    def start() -> Address:
        servers.append(PageServer(("127.0.0.1", 0)))
        threading.Thread(target=servers[-1].serve_forever, args=(0.01,), daemon=True).start()
        return "127.0.0.1", servers[-1].server_address[1]

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def server(start: Callable[[], Address]) -> Address:
    return start()


def connect(server: Address) -> socket.socket:
    return socket.create_connection(server, PATIENCE)


def request(
    line: str = "POST /ask/moves", body: bytes = GAME, host: str = "localhost", kind: str = "application/json"
) -> bytes:
    """A request with a body if it is POST."""
    about = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n" if line.startswith("POST") else ""
    return f"{line} HTTP/1.1\r\nHost: {host}\r\n{about}\r\n".encode() + (body if about else b"")


def received(connection: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of an answer, which is read to its end."""
    with connection:
        answer = b""
        while part := connection.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    line, *headers = head.decode().split("\r\n")
    named = dict(header.split(": ", 1) for header in headers)
    assert int(named["Content-Length"]) == len(body)
    return int(line.split()[1]), named, body


def answered(server: Address, data: bytes) -> tuple[int, dict[str, str], bytes]:
    connection = connect(server)
    connection.sendall(data)
    return received(connection)


def refused(server: Address, data: bytes) -> tuple[int, str]:
    """The status and the sentence of a refusal."""
    status, headers, body = answered(server, data)
    assert headers == HEADERS | {
        "Content-Type": "application/json",
        "Content-Length": headers["Content-Length"],
        "Cache-Control": "no-cache",
    }
    [(key, sentence)] = json.loads(body).items()
    assert (key, "\n" in sentence) == ("detail", False)
    return status, sentence


# --- answers and refusals ------------------------------------------------------------------------


def test_only_json_from_this_machine_is_accepted_and_all_else_gets_a_status_and_a_sentence(
    server: Address,
) -> None:
    def status(*given: Any, **named: Any) -> int:
        return answered(server, request(*given, **named))[0]

    def refusal(*given: Any, **named: Any) -> tuple[int, str]:
        return refused(server, request(*given, **named))

    def raw(data: bytes) -> tuple[int, str]:
        return refused(server, data)

    names: dict[str, Any] = {"status": status, "refusal": refusal, "raw": raw}
    calls_are_expected("calls_of_the_server.txt", names)


def test_a_question_is_answered_as_the_worker_answers_it(server: Address) -> None:
    status, headers, body = answered(server, request())
    assert (status, body.decode()) == (200, ask("moves", GAME.decode()))
    assert HEADERS.items() <= headers.items()
    assert headers["Cache-Control"] == "no-cache"


def test_every_file_of_the_page_is_served_with_its_type_and_security_headers(server: Address) -> None:
    known = {"css": "text/css", "html": "text/html", "js": "text/javascript", "svg": "image/svg+xml"}
    for name, path in FILES.items():
        status, headers, body = answered(server, request(f"GET /{name}"))
        assert (status, body) == (200, path.read_bytes()), name
        kind = headers["Content-Type"].partition(";")[0]
        assert kind == known.get(name.rpartition(".")[2], "application/json"), name
        assert HEADERS.items() <= headers.items(), name
        assert headers["Cache-Control"] == ("max-age=86400" if name == "icon.svg" else "no-cache"), name
    assert answered(server, request("GET /"))[2] == FILES["index.html"].read_bytes()


def test_the_security_headers_allow_nothing_but_what_the_page_brings() -> None:
    policy = HEADERS["Content-Security-Policy"].split("; ")
    for nothing in ("default-src", "base-uri", "form-action", "frame-ancestors"):
        assert f"{nothing} 'none'" in policy
    assert not [part for part in policy if "unsafe" in part or "*" in part or "http" in part]


def test_a_body_may_have_its_limit_to_the_byte(server: Address) -> None:
    body = GAME.ljust(MAX_BYTES)
    assert answered(server, request(body=body))[0] == 200
    assert refused(server, request(body=body + b" "))[0] == 413


def test_a_client_that_sends_far_too_much_still_reads_why_it_is_refused(server: Address) -> None:
    assert refused(server, request(body=b" " * 5_000_000))[0] == 413


@given(st.binary(max_size=200), st.sampled_from([b"", b"POST /ask/moves HTTP/1.1\r\nHost: localhost\r\n"]))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_sent_is_answered_or_closed_without_a_traceback(
    capfd: pytest.CaptureFixture[str], start: Callable[[], Address], data: bytes, before: bytes
) -> None:
    with connect(start()) as connection:
        connection.sendall(before + data)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    assert re.match(rb"HTTP/1.0 [45]\d\d |$", answer), answer
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("fault", [ZeroDivisionError("by 0"), OSError(28, "No space left on device")])
def test_a_fault_of_ours_is_said_to_the_page_and_printed(
    server: Address, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], fault: Exception
) -> None:
    def fail(game: str) -> NoReturn:
        raise fault

    monkeypatch.setitem(questions.QUESTIONS, "moves", fail)
    sentence = f"internal error, not your mistake: {type(fault).__name__}: {fault}"
    assert refused(server, request()) == (500, sentence)
    assert f"{type(fault).__name__}: {fault}" in capfd.readouterr().err


# --- slow clients, and those who leave -----------------------------------------------------------


HEAD = len(request()) - len(GAME)


@pytest.mark.parametrize("count", [0, 9, 40, HEAD - 1, HEAD, HEAD + 9])
def test_a_request_that_takes_too_long_is_refused_wherever_it_pauses(
    start: Callable[[], Address], monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(page_server, "SECONDS", 0.2)
    refusal = (408, "the request took more than 0.2 seconds: send it faster")
    assert refused(start(), request()[:count]) == refusal


@pytest.mark.parametrize("count", [3, HEAD + 9])
def test_the_time_is_that_of_the_whole_request_not_of_a_pause(
    start: Callable[[], Address], monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(page_server, "SECONDS", 1)
    data = request(body=GAME.ljust(9999))
    connection = connect(start())
    connection.sendall(data[:count])
    stop = threading.Event()

    def drip() -> None:
        for byte in data[count:]:
            if stop.wait(0.05):
                return
            connection.sendall(bytes([byte]))

    dripping = threading.Thread(target=drip)
    dripping.start()
    answer = connection.recv(65536)
    stop.set()
    dripping.join()
    connection.close()
    assert answer.startswith(b"HTTP/1.0 408 ")


def leave(connection: socket.socket) -> None:
    """Reset the connection."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.close()


def test_a_client_that_hangs_up_leaves_no_traceback(
    server: Address, capfd: pytest.CaptureFixture[str]
) -> None:
    for data in (b"", b"GET", request()[:-3], request(), request("GET /main.js"), request(body=b" " * 10**6)):
        for _ in range(5):
            connection = connect(server)
            connection.sendall(data)
            leave(connection)
    assert answered(server, request())[0] == 200
    wait_until(lambda: threading.active_count() < 20, "all connections have ended")
    assert capfd.readouterr().err == ""


def test_a_connection_that_fails_in_another_way_leaves_no_traceback_either(
    server: Address, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """On macOS, some calls on a connection that was reset raise plain OSErrors."""

    def fail(handler: page_server.Handler) -> NoReturn:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(page_server.Handler, "setup", fail)
    with connect(server) as connection:
        assert connection.recv(99) == b""
    assert capfd.readouterr().err == ""


def test_a_thread_that_cannot_start_takes_no_place_of_a_connection(
    start: Callable[[], Address], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(page_server, "MAX_CONNECTIONS", 2)
    server = start()

    def fail(*about: Any) -> NoReturn:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(ThreadingTCPServer, "process_request", fail)
        for _ in range(3):
            with connect(server) as connection:
                assert connection.recv(99) == b""
    assert answered(server, request())[0] == 200
    assert capfd.readouterr().err.count("RuntimeError: can't start") == 3


# --- light and heavy questions -------------------------------------------------------------------


class Heavy:
    """Heavy questions, each of which goes on until it is released; ~ makes them heavy."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.running: list[str] = []
        self.begun: list[str] = []
        self._end = threading.Semaphore(0)

        def compare(row: str) -> dict[str, str]:
            row = row.removeprefix("~")
            self.begun.append(row)
            self.running.append(row)
            assert self._end.acquire(timeout=PATIENCE)
            self.running.remove(row)
            return {}

        monkeypatch.setitem(questions.QUESTIONS, "compare", compare)

    def post(self, server: Address, row: str) -> socket.socket:
        connection = connect(server)
        connection.sendall(request("POST /ask/compare", json.dumps({"row": f"~{row}"}).encode()))
        return connection

    def end(self, count: int) -> None:
        self._end.release(count)


@pytest.fixture
def heavy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Heavy]:
    heavy = Heavy(monkeypatch)
    yield heavy
    heavy.end(1000)


def test_small_questions_and_files_are_answered_while_heavy_ones_wait(server: Address, heavy: Heavy) -> None:
    asking = [heavy.post(server, str(number)) for number in range(20)]
    wait_until(lambda: heavy.running, "a heavy question runs")
    for _ in range(30):
        assert answered(server, request())[0] == 200
    assert answered(server, request("GET /"))[0] == 200
    assert len(heavy.begun) == 1, "heavy questions run one after the other"
    heavy.end(20)
    assert [received(connection)[0] for connection in asking] == [200] * 20
    assert len(heavy.begun) == 20


def test_what_a_client_asked_before_it_left_never_begins(server: Address, heavy: Heavy) -> None:
    first = heavy.post(server, "first")
    wait_until(lambda: heavy.running, "the first question runs")
    gone = [heavy.post(server, "gone") for _ in range(10)]
    for number, connection in enumerate(gone):
        (leave if number % 2 else socket.socket.close)(connection)
    last = heavy.post(server, "last")
    heavy.end(20)
    assert (received(first)[0], received(last)[0]) == (200, 200)
    assert heavy.begun == ["first", "last"]


def test_questions_have_their_turns_in_the_order_in_which_they_were_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_server, "LOOK_SECONDS", 0.001)
    gate = page_server.Gate(1, 20)
    order: list[int] = []

    def ask_after(number: int, waits: threading.Event) -> None:
        with gate.turn(waits.set):
            order.append(number)

    threads = []
    with gate.turn(lambda: None):
        for number in range(20):
            waits = threading.Event()
            threads.append(threading.Thread(target=ask_after, args=(number, waits)))
            threads[-1].start()
            assert waits.wait(PATIENCE)
    for thread in threads:
        thread.join()
    assert order == list(range(20))


def test_heavy_questions_beyond_a_limit_are_refused_until_one_leaves(
    start: Callable[[], Address], heavy: Heavy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_server, "MAX_WAITING", 2)
    server = start()
    waiting = [heavy.post(server, str(number)) for number in range(3)]
    wait_until(lambda: heavy.running, "a heavy question runs")
    body = b'{"row": "~1 2"}'

    def status() -> int:
        connection = connect(server)
        connection.sendall(request("POST /ask/compare", body))
        connection.settimeout(0.1)
        try:
            return int(connection.recv(65536).split()[1])
        except TimeoutError:
            return 0
        finally:
            connection.close()

    wait_until(lambda: status() == 503, "the places are taken")
    sentence = "too many long questions are waiting for an answer: ask again later"
    assert refused(server, request("POST /ask/compare", body)) == (503, sentence)
    for connection in waiting:
        connection.close()
    wait_until(lambda: status() == 0, "a place is free, although nothing has ended")


def test_connections_have_a_limit_and_the_next_is_answered_when_one_ends(
    start: Callable[[], Address], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_server, "MAX_CONNECTIONS", 3)
    server = start()
    before = threading.active_count()
    idle = [connect(server) for _ in range(3)]
    wait_until(lambda: threading.active_count() == before + 3, "each has its thread")
    waiting = connect(server)
    waiting.sendall(request())
    waiting.settimeout(0.3)
    with pytest.raises(TimeoutError):
        waiting.recv(1)
    assert threading.active_count() == before + 3
    idle.pop().close()
    waiting.settimeout(PATIENCE)
    assert received(waiting)[0] == 200
    for connection in idle:
        connection.close()


def row(cards: int) -> str:
    return " ".join(str(7 * card % 101) for card in range(cards))


@pytest.mark.parametrize(
    ("field", "text", "expected"),
    [
        ("game", f"{row(52)} / first / {'L' * 40} / optimal trembling 1/10", False),
        ("row", row(200), False),
        ("row", row(300), True),
        ("game", f"{row(1000).replace(' ', ',')} / first / -", True),
        ("game", "1 2 3 4 | 5 6 7 8 / take 1-3 left / first / -", False),
        ("game", "1 2 3 4 5 | 5 6 7 8 9 | 1 2 3 4 5 / first / -", True),
        ("name", "1-16-7-42-greedy-right", False),
        ("name", "1-16-7-42~take_1-3_left", True),
        ("", "", False),
    ],
)
def test_a_question_is_heavy_by_its_text(field: str, text: str, expected: bool) -> None:
    assert is_heavy(json.dumps({field: text})) is expected


# --- the command ---------------------------------------------------------------------------------


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = command_line.in_a_process("serve", "--port", str(port))
    expected = f"twoends: port {port} cannot be used (Address already in use): choose another --port\n"
    assert (ran.status, ran.out, ran.err) == (2, "", expected)


def test_ctrl_c_ends_the_server_at_once_and_without_a_word() -> None:
    command = [sys.executable, "-P", "-m", "twoends", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = process.stdout.readline()
        found = re.fullmatch(r"twoends is at http://(127\.0\.0\.1):(\d+)/  \(Ctrl-C stops it\)\n", printed)
        assert found, printed
        busy = connect((found[1], int(found[2])))  # a thread that waits does not delay the end
        busy.sendall(b"GET")
        assert answered((found[1], int(found[2])), request())[0] == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")
    with busy, suppress(ConnectionResetError):
        assert busy.recv(99) == b"", "it waited for the rest of the request"


def test_an_answer_is_sent_as_soon_as_it_is_written(
    start: Callable[[], Address], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that gathers small packets holds each answer back for 40 ms."""
    sends_at_once: list[int] = []
    answer = page_server.Handler._answer

    def watched(handler: page_server.Handler, *about: Any) -> None:
        sends_at_once.append(handler.connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        answer(handler, *about)

    monkeypatch.setattr(page_server.Handler, "_answer", watched)
    assert answered(start(), request())[0] == 200
    assert [bool(each) for each in sends_at_once] == [True]
