"""Checks of every request: its host, its content type, its size and its duration; security headers.

`guarded` checks complete headers and the body, `Connection` how long the headers take.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from twoends.web.validation import MOST_BYTES

SECONDS_TO_SEND = 10.0
"""The time in which the headers of a request have to arrive, and then its body."""

TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n"
    b'{"detail":"the headers took too long: send them faster"}'
)

ICON_SECONDS = 24 * 60 * 60
"""Cached because a browser requests the icon whenever the address changes, that is, on every move."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

_THIS_MACHINE = re.compile(r"(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
"""The allowed hosts. A foreign page that uses DNS rebinding sends its own name as Host."""


def guarded(inner: ASGIApp) -> ASGIApp:
    """Refuse foreign hosts and slow, long or non-JSON bodies; add the security headers to every answer."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await inner(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                # The page changes with the package, so browsers revalidate each file on every load.
                keep = f"max-age={ICON_SECONDS}" if scope["path"] == "/icon.svg" else "no-cache"
                headers["cache-control"] = keep
            await send(message)

        if refusal := _refusal(scope):
            status, sentence = refusal
            await JSONResponse({"detail": sentence}, status)(scope, receive, send_with_headers)
            return
        await inner(scope, _bounded(receive), send_with_headers)

    return guard


def _refusal(scope: Scope) -> tuple[int, str] | None:
    """Return the status and the sentence for a foreign host or a body that is not JSON."""
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if not _THIS_MACHINE.fullmatch(host):
        return (
            421,
            f"this server answers only as localhost, not as '{host[:60]}': open the address it printed",
        )
    kind = headers.get("content-type", "nothing").partition(";")[0].strip()
    to_api = scope["path"].startswith("/api/") and scope["method"] == "POST"
    if to_api and not re.fullmatch(r"application/([\w.-]+\+)?json", kind, re.IGNORECASE):
        return 415, f"the content type of the body is {kind[:80]}: send application/json"
    return None


def _bounded(receive: Receive) -> Receive:
    """Limit the length and the duration of a body. Raises HTTPException 413 and 408."""
    arrived, complete, deadline = 0, False, asyncio.get_running_loop().time() + SECONDS_TO_SEND

    async def receive_bounded() -> Message:
        nonlocal arrived, complete
        if complete:  # only a disconnect can follow
            return await receive()
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise HTTPException(
                408, f"the body took more than {SECONDS_TO_SEND:g} seconds: send it faster"
            ) from None
        complete = not message.get("more_body", False)
        arrived += len(message.get("body", b""))
        if arrived > MOST_BYTES:
            raise HTTPException(413, f"the request is longer than {MOST_BYTES:,} bytes: send a shorter row")
        return message

    return receive_bounded


class Connection(H11Protocol):
    """A connection that is closed if the headers of any of its requests take too long."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Handle data; the timer runs until a request is complete."""
        super().data_received(data)
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        if cycle is not None and not cycle.response_complete:
            self._stop_waiting()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(SECONDS_TO_SEND, self._close)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(TOO_LATE)
            self.transport.close()
