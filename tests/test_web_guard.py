"""The guard around every request, without a server: hosts, content types, lengths and times."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
import uvicorn
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope, Send
from uvicorn.server import ServerState

import command_line
from expected import calls_are_expected
from twoends.web import guard, questions
from twoends.web.app import app
from twoends.web.guard import HEADERS, guarded
from twoends.web.validation import MOST_BYTES

JSON = [("content-type", "application/json")]


def run(what: Coroutine[Any, Any, Any]) -> Any:
    """Run it in its own thread: a browser tested in this process leaves its loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, what).result()


def asked(
    path: str = "/api/solve",
    method: str = "POST",
    headers: Sequence[tuple[str, str]] = JSON,
    host: str = "localhost",
    parts: Sequence[bytes] = (b"",),
    kind: str = "http",
) -> tuple[list[Message], list[Message]]:
    """What a guarded application receives of a request whose body comes in parts, and its answer."""
    raw = [(name.encode(), value.encode()) for name, value in (("host", host), *headers)]
    scope: Scope = {"type": kind, "path": path, "method": method, "headers": raw}
    coming: list[Message] = [
        *({"type": "http.request", "body": part, "more_body": True} for part in parts[:-1]),
        {"type": "http.request", "body": parts[-1]},
        {"type": "http.disconnect"},
    ]
    heard: list[Message] = []
    sent: list[Message] = []

    async def receive() -> Message:
        return coming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        while not heard or heard[-1]["type"] != "http.disconnect":
            heard.append(await receive())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"answered"})

    async def ask() -> None:
        await guarded(application)(scope, receive, send)

    run(ask())
    return heard, sent


def headers_of(sent: list[Message]) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def refusal(**request: Any) -> tuple[int, str]:
    """The status and the sentence of a request that never reaches the application."""
    heard, sent = asked(**request)
    assert heard == []
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    headers, told = headers_of(sent), json.loads(sent[1]["body"])
    assert int(headers.pop("content-length")) == len(sent[1]["body"])
    assert headers == HEADERS | {"content-type": "application/json", "cache-control": "no-cache"}
    assert list(told) == ["detail"]
    return sent[0]["status"], told["detail"]


def test_only_this_host_and_json_are_accepted_and_only_the_icon_is_cached() -> None:
    names = {each.__name__: each for each in (refusal, asked, headers_of)}
    calls_are_expected("calls_of_the_guard.txt", names)


@pytest.mark.parametrize("parts", [[b"x" * MOST_BYTES], [b"x" * (MOST_BYTES - 1), b"x"]])
def test_a_body_is_accepted_up_to_its_limit_to_the_byte(parts: list[bytes]) -> None:
    heard, _ = asked(parts=parts)
    assert sum(len(message.get("body", b"")) for message in heard) == MOST_BYTES
    with pytest.raises(HTTPException) as fault:
        asked(parts=[*parts[:-1], parts[-1] + b"x"])
    assert (fault.value.status_code, fault.value.detail) == (
        413,
        "the request is longer than 65,536 bytes: send a shorter row",
    )


class Leaping(asyncio.SelectorEventLoop):
    """A loop whose clock stands still and leaps to the next timer when idle."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__()
        look = self._selector.select  # type: ignore[attr-defined]

        def look_and_leap(timeout: float | None) -> Any:
            events = look(0)
            self.now += 0 if events else timeout or 0
            return events

        self._selector.select = look_and_leap  # type: ignore[attr-defined]

    def time(self) -> float:
        """So many seconds after the loop was made."""
        return self.now


def leaping(what: Coroutine[Any, Any, Any]) -> Any:
    """Run it without waiting for timers."""

    def run_it() -> Any:
        with asyncio.Runner(loop_factory=Leaping) as runner:
            return runner.run(what)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run_it).result()


async def received(parts: Sequence[bytes], apart: float) -> list[str]:
    """What a guarded application receives of a body whose parts arrive so many seconds apart."""
    coming = list(parts)

    async def receive() -> Message:
        await asyncio.sleep(apart)
        if not coming:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": coming.pop(0), "more_body": bool(coming)}

    bounded = guard._bounded(receive)
    return [(await bounded())["type"] for _ in range(len(parts) + 1)]


@pytest.mark.parametrize(("count", "apart"), [(1, 10), (10, 1)])
def test_a_body_may_take_ten_seconds_and_what_follows_any_time(count: int, apart: float) -> None:
    parts, whole = [b"a"] * count, [*["http.request"] * count, "http.disconnect"]
    assert leaping(received(parts, 0.99 * apart)) == whole
    with pytest.raises(HTTPException) as fault:
        leaping(received(parts, 1.01 * apart))
    told = (408, "the body took more than 10 seconds: send it faster")
    assert (fault.value.status_code, fault.value.detail) == told
    assert leaping(received([b"a"], 9.9)) == whole[-2:]


# --- connections ---------------------------------------------------------------------------------


async def answer_in_a_word(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


class Line:
    """The other end of a connection, which records what is written to it and when it was closed."""

    def __init__(self) -> None:
        self.said, self.closed = b"", -1.0

    def write(self, data: bytes) -> None:
        self.said += data

    def close(self) -> None:
        if not self.is_closing():
            self.closed = asyncio.get_running_loop().time()

    def is_closing(self) -> bool:
        return self.closed >= 0

    def get_extra_info(self, name: str) -> None:
        return None


async def conversation(*parts: tuple[float, bytes]) -> tuple[list[bytes], float]:
    """The statuses of the answers to parts, each sent after its seconds, and when the server closed."""
    config = uvicorn.Config(answer_in_a_word, http=guard.Connection, log_level="critical")
    config.load()
    connection, line = guard.Connection(config=config, server_state=ServerState(), app_state={}), Line()
    connection.connection_made(line)
    for seconds, part in parts:
        await asyncio.sleep(seconds)
        if not line.is_closing():
            connection.data_received(part)
    await asyncio.sleep(20)
    connection.connection_lost(None)
    return re.findall(rb"HTTP/1.1 (\d+) ", line.said), line.closed


WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    ("parts", "statuses", "closed"),
    [
        ([(9.9, WHOLE)], [b"200"], 14.9),  # and then it is kept for five seconds
        ([(10.1, WHOLE)], [b"408"], 10),
        ([(0, WHOLE[:9])], [b"408"], 10),
        ([*((0.9, WHOLE[at : at + 1]) for at in range(9)), (1.8, WHOLE[9:])], [b"200"], 14.9),
        ([*((1.01, WHOLE[at : at + 1]) for at in range(10)), (0, WHOLE[10:])], [b"408"], 10),
        ([(2, WHOLE), (1, WHOLE[:9])], [b"200", b"408"], 13),
        ([(2, WHOLE), (1, WHOLE[:9]), (9.9, WHOLE[9:])], [b"200", b"200"], 17.9),
        ([(2, WHOLE), (1, WHOLE[:9]), (9.9, WHOLE[9:-1])], [b"200", b"408"], 13),
    ],
)
def test_the_headers_of_each_request_may_take_ten_seconds(
    parts: list[tuple[float, bytes]], statuses: list[bytes], closed: float
) -> None:
    assert leaping(conversation(*parts)) == (statuses, pytest.approx(closed))


def test_two_questions_are_answered_at_a_time_and_files_do_not_wait_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    working: list[int] = []
    most: list[int] = []
    enough, let_go = threading.Event(), threading.Event()

    def slow(game: str) -> dict[str, Any]:
        working.append(1)
        most.append(len(working))
        if len(most) == 2:
            enough.set()
        assert let_go.wait(60)
        working.pop()
        return {}

    monkeypatch.setitem(questions.QUESTIONS, "why", slow)

    async def ask() -> tuple[int, int]:
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
            asking = [asyncio.create_task(client.post("/api/why", json={"game": "1 2"})) for _ in range(12)]
            while not enough.is_set():
                await asyncio.sleep(0.01)
            page = await client.get("/")
            meanwhile = max(most)
            let_go.set()
            await asyncio.gather(*asking)
        return page.status_code, meanwhile

    assert run(ask()) == (200, 2)
    assert (max(most), len(most)) == (2, 12)


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = command_line.in_a_process("serve", "--port", str(port))
    expected = f"twoends: port {port} cannot be used (Address already in use): choose another --port\n"
    assert (ran.status, ran.out, ran.err) == (2, "", expected)


def test_an_answer_is_sent_as_soon_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that gathers small packets holds each answer back for 40 ms."""
    sends_at_once: list[int] = []

    def run_for_one_visitor(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        async def visited() -> None:
            done = asyncio.Event()

            async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                connection = writer.get_extra_info("socket")
                sends_at_once.append(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                writer.close()
                done.set()

            async with await asyncio.start_server(answer, sock=sockets[0]):
                _, visitor = await asyncio.open_connection(*sockets[0].getsockname())
                await done.wait()
                visitor.close()

        run(visited())

    # It closes all handlers of logs, and one of OpenSpiel's would close what pytest captures.
    monkeypatch.setattr(uvicorn.Config, "configure_logging", lambda _: None)
    monkeypatch.setattr(uvicorn.Server, "run", run_for_one_visitor)
    assert command_line.run("serve", "--port", "0").status == 0
    assert [bool(each) for each in sends_at_once] == [True]
