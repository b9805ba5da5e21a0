"""twoends serve: the page on this machine."""

from __future__ import annotations

from contextlib import suppress

import click

from twoends.cli.command import Command

HOST = "127.0.0.1"


@click.command(cls=Command)
@click.option("--port", type=click.IntRange(0, 65535), default=8077, help="Port; 0 takes a free one [8077].")
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
def serve(port: int, open_page: bool) -> None:
    """Serve the page for playing, to this machine only.

    Ctrl-C stops the server. It keeps no state: if you restart it on the same port, open pages continue.
    """
    from twoends.web.page_server import PageServer  # late: other commands need no server

    try:
        server = PageServer((HOST, port))
    except OSError as fault:
        raise click.UsageError(
            f"port {port} cannot be used ({fault.strerror}): choose another --port"
        ) from None
    address = f"http://{HOST}:{server.server_address[1]}/"
    with server, suppress(KeyboardInterrupt):
        click.echo(f"twoends is at {address}  (Ctrl-C stops it)")
        if open_page:
            click.launch(address)
        server.serve_forever()
