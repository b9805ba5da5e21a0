"""The server of the page, on real sockets: what it answers, refuses, and never waits for."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from select import select
from typing import NoReturn

import pytest

from command_line import PATIENCE, wait_until
from expected import calls_are_expected
from twoends.web import page_server, questions
from twoends.web.page_server import FILES, HEADERS, PageServer
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


def read(connection: socket.socket) -> bytes:
    with connection:
        return b"".join(iter(lambda: connection.recv(65536), b""))


def received(connection: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of an answer."""
    head, _, body = read(connection).partition(b"\r\n\r\n")
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

ASKS = b"POST /ask/moves HTTP/1.1\r\nHost: localhost\r\n"
ASKS_IN_JSON = ASKS + b"Content-Type: application/json\r\n"


def test_hosts_types_files_questions_and_faults_of_ours_get_a_status_and_a_body(
    server: Address, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(game: str) -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(questions.QUESTIONS, "review", fail)
    names = {"request": request, "ASKS": ASKS, "ASKS_IN_JSON": ASKS_IN_JSON, "GAME": GAME, "HEADERS": HEADERS}
    names |= {"answered": partial(answered, server), "refused": partial(refused, server), "ask": ask}
    names |= {"status": lambda data: answered(server, data)[0], "FILES": FILES}
    calls_are_expected("calls_of_server.txt", names)
    assert "OSError: [Errno 28] No space left on device" in capfd.readouterr().err


# --- slow clients, and those who leave -----------------------------------------------------------


def test_a_request_has_a_time_in_all_wherever_it_pauses_and_however_slowly_it_comes(
    start: Callable[[], Address], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_server, "SECONDS", 0.3)
    refusal = (408, "the request took more than 0.3 seconds: send it faster")
    for count in (0, 40, len(request()) - 9):
        assert refused(start(), request()[:count]) == refusal
    with connect(start()) as connection:
        for byte in request(body=GAME.ljust(99)):
            connection.sendall(bytes([byte]))
            if select([connection], [], [], 0.05)[0]:
                break
        assert connection.recv(99).startswith(b"HTTP/1.0 408 ")


def leave(connection: socket.socket) -> None:
    """Reset the connection."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.close()


def test_a_client_that_hangs_up_leaves_no_traceback(
    server: Address, capfd: pytest.CaptureFixture[str]
) -> None:
    for data in (b"", b"GET", request()[:-3], request(), request("GET /main.js"), request(body=b" " * 10**6)):
        connection = connect(server)
        connection.sendall(data)
        leave(connection)
    assert answered(server, request())[0] == 200
    wait_until(lambda: threading.active_count() < 20, "all connections have ended")
    assert capfd.readouterr().err == ""


# --- light and heavy questions -------------------------------------------------------------------


def test_the_question_that_has_waited_longest_has_the_next_turn() -> None:
    gate, begun, threads = page_server.Gate(1, 4), list[int](), list[threading.Thread]()

    def ask(number: int) -> None:
        with gate.turn(lambda: None):
            begun.append(number)

    with gate.turn(lambda: None):
        for number in range(4):
            threads.append(threading.Thread(target=ask, args=(number,), daemon=True))
            threads[-1].start()
            wait_until(lambda: len(gate._queue) == len(threads) + 1, "it waits")
    for thread in threads:
        thread.join()
    assert begun == [*range(4)]


def test_heavy_questions_run_one_by_one_while_others_are_answered_and_never_for_who_left(
    start: Callable[[], Address], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, end = list[str](), threading.Semaphore(0)

    def compare(row: str) -> dict[str, str]:
        begun.append(row)
        assert end.acquire(timeout=PATIENCE)
        return {}

    monkeypatch.setitem(questions.QUESTIONS, "compare", compare)
    monkeypatch.setattr(page_server, "MAX_WAITING", 19)
    server, asking = start(), dict[socket.socket, str]()
    for number in range(21):
        connection = connect(server)
        asking[connection] = f"~{number}"  # the sign makes it heavy
        connection.sendall(request("POST /ask/compare", json.dumps({"row": f"~{number}"}).encode()))
    [[beyond], *_] = select(asking, [], [], PATIENCE)
    status, _, body = received(beyond)
    sentence = "too many long questions are waiting for an answer: ask again later"
    assert (status, json.loads(body)) == (503, {"detail": sentence})
    del asking[beyond]
    wait_until(lambda: begun, "a heavy question runs")
    for _ in range(30):
        assert answered(server, request())[0] == 200
    [running] = begun
    for number, connection in enumerate([each for each, row in asking.items() if row != running][::2]):
        del asking[connection]
        (leave if number % 2 else socket.socket.close)(connection)
    end.release(20)
    assert [received(connection)[0] for connection in asking] == [200] * 10
    assert {*begun} == {*asking.values()}


def test_connections_have_a_limit(start: Callable[[], Address], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_server, "MAX_CONNECTIONS", 3)
    server = start()
    idle = [connect(server) for _ in range(3)]
    waiting = connect(server)
    waiting.sendall(request())
    waiting.settimeout(0.3)
    with pytest.raises(TimeoutError):
        waiting.recv(1)
    idle.pop().close()
    waiting.settimeout(PATIENCE)
    assert received(waiting)[0] == 200
    for connection in idle:
        connection.close()
