"""twoends serve: the page and the HTTP API on this machine."""

from __future__ import annotations

import socket

import click

from twoends.cli.command import Command
from twoends.rules.errors import TwoEndsError, install

HOST = "127.0.0.1"


@click.command(cls=Command)
@click.option("--port", type=click.IntRange(0, 65535), default=8077, help="Port; 0 takes a free one [8077].")
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
def serve(port: int, open_page: bool) -> None:
    """Serve the page for playing and its HTTP API, to this machine only.

    Ctrl-C stops the server. It keeps no state: if you restart it on the same port, open pages continue.
    """
    try:
        import uvicorn

        from twoends.web.app import app
        from twoends.web.guard import Connection
    except ModuleNotFoundError:
        raise TwoEndsError(f"the page needs FastAPI and Uvicorn: {install('web')}") from None
    # asyncio sets TCP_NODELAY only if the protocol is named; otherwise each answer is delayed by 40 ms.
    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
        # Lets a restart bind the port while connections of the previous server linger.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError as fault:
            raise click.UsageError(
                f"port {port} cannot be used ({fault.strerror}): choose another --port"
            ) from None
        listener.listen()  # for a browser that opens the page at once; Uvicorn accepts more
        address = f"http://{HOST}:{listener.getsockname()[1]}/"
        click.echo(f"twoends is at {address}  (Ctrl-C stops it)")
        if open_page:
            click.launch(address)
        server = uvicorn.Server(uvicorn.Config(app, http=Connection, log_level="warning", access_log=False))
        server.run(sockets=[listener])
