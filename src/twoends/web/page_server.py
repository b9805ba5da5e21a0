"""The server of the page: its files, and `POST /ask/QUESTION`, which answers as `questions.ask` does.

It keeps no state, so that it can be restarted in the middle of a game. A connection carries one request. A
refused request gets a status and one sentence, as the JSON object {"detail": sentence}.
"""

from __future__ import annotations

import io
import json
import os
import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingTCPServer
from threading import Condition, Semaphore
from traceback import print_exc
from typing import Any

from twoends.rules.errors import format_exception, shortened
from twoends.web.questions import QUESTIONS, ask

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
"""The content types of the files. Those of the system may differ: on Windows, programs change them."""

FILES = {file.name: file for file in (Path(__file__).parent / "page").iterdir() if file.suffix in TYPES}
"""The only files that are served: nothing that an editor leaves beside them."""

CACHED_FILES = {"icon.svg"}
"""Files that browsers keep for a day. They ask for the icon whenever the address changes, that is, on every
move; the others change with the package and are asked for on every load."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""The security headers of every answer."""

THIS_MACHINE = re.compile(r"(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
"""The allowed hosts. A foreign page that uses DNS rebinding sends its own name as Host."""

JSON_TYPE = re.compile(r"application/json\s*(;[^,]*)?", re.IGNORECASE)
"""Another site can send other types from its own pages without asking this server first."""

MAX_BYTES = 64 * 1024
"""The largest body of a request."""

SECONDS = 10.0
"""The time in which a request has to arrive, and in which its answer has to be taken."""

MAX_CONNECTIONS = 128
"""The connections that have a thread; others wait to be accepted."""

MAX_WAITING = 32
"""The heavy questions that may wait, which leaves connections for others."""

LOOK_SECONDS = 0.2
"""How often a question that waits looks whether its client is still there."""

MAX_LIGHT_WORDS, MAX_LIGHT_BOARD_WORDS = 220, 17
"""The words of a row of 200 cards and of a board of twelve, which take up to 0.1 seconds."""


def is_heavy(fields: str) -> bool:
    """Estimate from the text of its fields whether a question takes more than a tenth of a second."""
    if "~" in fields:  # a search for a puzzle under other rules
        return True
    words = len(re.findall(r"[^\s,;|\\]+", fields))
    return words > (MAX_LIGHT_BOARD_WORDS if "|" in fields else MAX_LIGHT_WORDS)


class RefusalError(Exception):
    """A request that is answered with a status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Gate:
    """Lets a few questions be answered at a time, while others wait for their turn, the oldest first."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once, self._limit = at_once, at_once + waiting
        self._queue: list[object] = []
        self._changed = Condition()

    @contextmanager
    def turn(self, require_client: Callable[[], None]) -> Iterator[None]:
        """Wait for a turn, as long as `require_client` raises nothing. Raises RefusalError 503."""
        question = object()
        with self._changed:
            if len(self._queue) == self._limit:
                raise RefusalError(503, "too many long questions are waiting for an answer: ask again later")
            self._queue.append(question)
        try:
            while not self._has_turn(question):
                require_client()
            require_client()
            yield
        finally:
            with self._changed:
                self._queue.remove(question)
                self._changed.notify_all()

    def _has_turn(self, question: object) -> bool:
        """Wait for a turn for LOOK_SECONDS."""

        def is_next() -> bool:
            return self._queue.index(question) < self._at_once

        with self._changed:
            return self._changed.wait_for(is_next, LOOK_SECONDS)


class PageServer(ThreadingTCPServer):
    """Serves the page with a thread for each connection; light questions never wait for heavy ones."""

    # A restart binds the port while old connections linger. On Windows, so would a second server.
    allow_reuse_address = os.name == "posix"
    daemon_threads = True  # a question that is being answered does not delay the end
    request_queue_size = 128

    def __init__(self, address: tuple[str, int]) -> None:
        super().__init__(address, Handler)
        self.light, self.heavy = Gate(2, MAX_CONNECTIONS), Gate(1, MAX_WAITING)
        self._connections = Semaphore(MAX_CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Start the thread of a connection, once there are few enough."""
        self._connections.acquire()
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection, also one whose thread did not start."""
        super().shutdown_request(request)
        self._connections.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print the traceback of a fault, unless it is that of a connection that the client has closed."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class TimedInput(io.RawIOBase):
    """What a connection receives until a deadline. Raises RefusalError 408 after it."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._deadline = connection, time.monotonic() + SECONDS

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Receive some bytes; none at the end."""
        try:
            self._connection.settimeout(max(self._deadline - time.monotonic(), 1e-3))
            return self._connection.recv_into(buffer)
        except TimeoutError:
            sentence = f"the request took more than {SECONDS:g} seconds: send it faster"
            raise RefusalError(408, sentence) from None


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: PageServer
    disable_nagle_algorithm = True  # the body does not wait until the headers have arrived
    request_version = default_request_version = "HTTP/1.0"  # of what does not arrive, or is not HTTP

    def setup(self) -> None:
        """Bound the time in which the request arrives."""
        super().setup()
        self.rfile = io.BufferedReader(TimedInput(self.connection))

    def handle(self) -> None:
        """Answer the request, or say what is wrong with it."""
        try:
            super().handle()
        except RefusalError as refusal:
            self._refuse(refusal.status, str(refusal))

    def do_GET(self) -> None:
        """Answer with a file of the page."""
        self._require_this_machine()
        name = self.path.partition("?")[0].removeprefix("/") or "index.html"
        if name not in FILES:
            raise RefusalError(404, f"there is no file at {shortened(self.path)}: open the page at /")
        cache = "max-age=86400" if name in CACHED_FILES else "no-cache"
        with self._faults():
            content = FILES[name].read_bytes()
        self._answer(200, content, TYPES[FILES[name].suffix], cache)

    def do_POST(self) -> None:
        """Answer a question of the page."""
        self._require_this_machine()
        question = self.path.removeprefix("/ask/")
        if question not in QUESTIONS:
            raise RefusalError(404, f"there is no question at {shortened(self.path)}")
        kind = self._header("Content-Type") or "nothing"
        if not JSON_TYPE.fullmatch(kind):
            raise RefusalError(415, f"the content type is {shortened(kind)}: send application/json")
        fields = self._body().decode(errors="replace")
        gate = self.server.heavy if is_heavy(fields) else self.server.light
        with gate.turn(self._require_client), self._faults():
            answer = ask(question, fields)
        self._answer(200 if answer.startswith('{"answer"') else 422, answer.encode())

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Print a fault of ours, and turn it into a RefusalError 500, which tells the page."""
        try:
            yield
        except Exception as fault:
            print_exc()
            sentence = f"internal error, not your mistake: {format_exception(fault)}"
            raise RefusalError(500, sentence) from None

    def _header(self, name: str) -> str:
        """The values of a header that should be sent once: together, no check accepts two."""
        return ", ".join(self.headers.get_all(name, []))

    def _require_this_machine(self) -> None:
        host = self._header("Host")
        if not THIS_MACHINE.fullmatch(host):
            sentence = f"this server answers only as localhost, not as '{shortened(host)}'"
            raise RefusalError(421, f"{sentence}: open the address that it printed")

    def _require_client(self) -> None:
        """Raise ConnectionError if the client has hung up."""
        self.connection.settimeout(0)
        with suppress(BlockingIOError):  # nothing has come, not even the end
            if not self.connection.recv(1, socket.MSG_PEEK):
                raise ConnectionAbortedError

    def _body(self) -> bytes:
        length = self._header("Content-Length")
        if not re.fullmatch("[0-9]+", length):
            raise RefusalError(411, "Content-Length is missing or not one number: send it")
        if len(length) > len(str(MAX_BYTES)) or int(length) > MAX_BYTES:
            raise RefusalError(413, f"the request is longer than {MAX_BYTES:,} bytes: send a shorter row")
        return self.rfile.read(int(length))

    def _answer(
        self, status: int, body: bytes, kind: str = "application/json", cache: str = "no-cache"
    ) -> None:
        self.connection.settimeout(SECONDS)
        self.send_response_only(status)
        about = {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": cache}
        for name, value in (HEADERS | about).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _refuse(self, status: int, sentence: str) -> None:
        self._answer(status, json.dumps({"detail": sentence}).encode())
        # Closing a connection with unread data resets it, and the client might lose the answer.
        with suppress(RefusalError, OSError):
            self.connection.shutdown(socket.SHUT_WR)
            while self.rfile.read(MAX_BYTES):
                pass

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is not HTTP, and other methods than GET and POST."""
        raise RefusalError(code, shortened(message or self.responses[code][0], 80))

    def log_message(self, *about: Any) -> None:
        """Write nothing: questions are private."""
