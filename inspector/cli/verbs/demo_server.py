"""`mcpdi demo-server`: run the embedded demo server by itself."""

from __future__ import annotations

import errno
import os
import socket
import sys

import click

__all__ = ["demo_server"]


@click.command(name="demo-server")
@click.option(
    "--transport",
    type=click.Choice(["stdio", "http", "websocket"]),
    default="stdio",
    help="Its transport; default stdio.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Address to listen on; default 127.0.0.1 (this computer only).",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="PORT",
    help="Port to listen on; default 0 (a free port).",
)
def demo_server(transport: str, host: str, port: int) -> int:
    """Run the demo server: every revision of MCP, every feature, no real effects.

    Over HTTP and WebSocket its URL is printed on stdout as soon as it listens.
    """
    from inspector import demo

    if transport == "stdio":
        return demo.run_stdio()
    try:
        run = demo.run_websocket if transport == "websocket" else demo.run_http
        return run(host, port, _say_where)
    except OSError as error:
        print(f"cannot listen on {host} port {port}: {_why(error)}", file=sys.stderr)
        return 1


def _why(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "another program uses this port; choose another --port, or 0 for a free one"
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return (
            "this computer does not have that address;"
            " 127.0.0.1 is this computer, 0.0.0.0 all of its addresses"
        )
    # asyncio wraps the system's words in a sentence of its own.
    return os.strerror(error.errno) if error.errno else str(error)


def _say_where(url: str) -> None:
    print(url, flush=True)
