"""What stands around every request, without a server: whom it answers, how much and how long it hears."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
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
from command_line import PATIENCE
from twoends.web import connections, guard, questions
from twoends.web.app import app
from twoends.web.connections import Connection
from twoends.web.guard import HEADERS, guarded
from twoends.web.validation import MOST_BYTES

JSON = [("content-type", "application/json")]


def run(what: Coroutine[Any, Any, Any]) -> Any:
    """Run it in a thread of its own: a browser that was tested in this process leaves its loop running."""
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
    """What a guarded application hears of a request whose body comes in parts, and what is answered."""
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
    """The status and the sentence of a request that never comes to the application."""
    heard, sent = asked(**request)
    assert heard == []
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    headers, told = headers_of(sent), json.loads(sent[1]["body"])
    assert int(headers.pop("content-length")) == len(sent[1]["body"])
    assert headers == HEADERS | {"content-type": "application/json", "cache-control": "no-cache"}
    assert list(told) == ["detail"]
    return sent[0]["status"], told["detail"]


def test_a_request_goes_through_part_by_part_and_its_answer_gets_the_headers() -> None:
    heard, sent = asked(parts=[b"one", b"two", b""])
    assert [message.get("body") for message in heard] == [b"one", b"two", b"", None]
    assert headers_of(sent) == HEADERS | {"cache-control": "no-cache"}
    assert sent[0]["status"] == 200
    assert sent[1] == {"type": "http.response.body", "body": b"answered"}


def test_only_the_icon_is_kept_and_for_a_day() -> None:
    _, sent = asked("/icon.svg", "GET", [])
    assert headers_of(sent)["cache-control"] == "max-age=86400"
    _, sent = asked("/icon.svg2", "GET", [])
    assert headers_of(sent)["cache-control"] == "no-cache"


def test_what_is_no_request_goes_through_as_it_is() -> None:
    _, sent = asked(kind="lifespan", host="elsewhere", headers=[])
    assert headers_of(sent) == {}


def test_another_name_of_the_server_is_refused() -> None:
    told = "this server answers as localhost only, not as '{}': open the address it printed"
    for host in ("elsewhere.example", "", "localhost.example", "127.0.0.1.example", "localhost:123456"):
        assert refusal(host=host) == (421, told.format(host))
    assert refusal(host="x" * 61) == (421, told.format("x" * 60))
    for host in ("localhost:1", "LOCALHOST", "127.0.0.1:8077", "127.9.9.9", "[::1]:80"):
        assert asked(host=host)[0], host


def test_an_api_hears_nothing_but_json() -> None:
    told = "the content type of the body is {}: send application/json"
    for kind in ("text/plain", "application/json2", "x" * 80):
        assert refusal(headers=[("content-type", kind)]) == (415, told.format(kind))
    assert refusal(headers=[("content-type", "x" * 81)]) == (415, told.format("x" * 80))
    assert refusal(headers=[("content-type", "text/plain; charset=utf-8")]) == (
        415,
        told.format("text/plain"),
    )
    assert refusal(headers=[]) == (415, told.format("nothing"))
    for kind in ("application/json; charset=utf-8", "application/JSON ; x", "application/problem+json"):
        assert asked(headers=[("content-type", kind)])[0], kind
    for path, method in (("/api/deal", "GET"), ("/other", "POST")):
        assert asked(path, method, [])[0], path


@pytest.mark.parametrize("parts", [[b"x" * MOST_BYTES], [b"x" * (MOST_BYTES - 1), b"x"]])
def test_a_body_may_be_as_long_as_said_and_no_byte_longer(parts: list[bytes]) -> None:
    heard, _ = asked(parts=parts)
    assert sum(len(message.get("body", b"")) for message in heard) == MOST_BYTES
    with pytest.raises(HTTPException) as fault:
        asked(parts=[*parts[:-1], parts[-1] + b"x"])
    assert (fault.value.status_code, fault.value.detail) == (
        413,
        "the request is longer than 65,536 bytes: send a shorter row",
    )


def test_a_slow_body_is_told_so_and_a_whole_one_is_waited_with(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hear(parts: list[Message], seconds: float = 0) -> list[Message]:
        async def receive() -> Message:
            await asyncio.sleep(seconds)
            if not parts:
                await asyncio.sleep(0.05)
                return {"type": "http.disconnect"}
            return parts.pop(0)

        bounded = guard._bounded(receive)
        return [await bounded() for _ in range(len(parts) + 1)]

    part: Message = {"type": "http.request", "body": b"a", "more_body": True}
    for seconds, parts, apart in ((0.01, [part], 0), (0.4, [part] * 10, 0.05)):  # each in time, not all ten
        monkeypatch.setattr(guard, "SECONDS_TO_SEND", seconds)
        with pytest.raises(HTTPException) as fault:
            run(hear(parts, apart))
        assert (fault.value.status_code, fault.value.detail) == (
            408,
            f"the body took more than {seconds} seconds: send it at once",
        )
    monkeypatch.setattr(guard, "SECONDS_TO_SEND", 0.01)
    assert run(hear([{"type": "http.request", "body": b"a"}]))[1] == {"type": "http.disconnect"}
    assert run(hear([{"type": "http.request"}]))[1] == {"type": "http.disconnect"}


# --- connections ---------------------------------------------------------------------------------


def conversation(*parts: bytes) -> list[bytes]:
    """What a server on a socket of its own answers after each part, the last time until it hangs up."""

    async def talk() -> list[bytes]:
        config = uvicorn.Config(app, http=Connection, log_level="critical")
        config.load()
        state = ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: Connection(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        answers = []
        for number, part in enumerate(parts, 1):
            writer.write(part)
            last = number == len(parts)
            answers.append(await (reader.read() if last else reader.readuntil(b'"detail"')))
        writer.close()
        server.close()
        return answers

    answers: list[bytes] = run(talk())
    return answers


def test_headers_that_do_not_end_are_cut_off_in_a_first_request_and_in_a_later_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "SECONDS_TO_SEND", 0.3)
    begun = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    (answer,) = conversation(begun)
    assert answer.startswith(b"HTTP/1.1 408 "), answer
    whole = b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
    first, second = conversation(whole, begun)
    assert first.startswith(b"HTTP/1.1 404 "), first
    assert b"HTTP/1.1 408 " in second, second


def test_many_questions_are_worked_on_two_at_a_time_and_a_file_does_not_wait_for_them(
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
        command = [sys.executable, "-m", "twoends", "serve", "--port", str(port)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stdout == ""
    expected = f"twoends: port {port} cannot be used (Address already in use): choose another --port\n"
    assert done.stderr == expected


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
