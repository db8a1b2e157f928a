"""`mcpdi demo-server`: where it listens, or why it does not."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from inspector.cli.verbs.demo_server import _why
from tests.cli.run import LIMIT_S, ROOT, mcpdi


def test_the_demo_server_speaks_over_stdio_until_its_stdin_ends() -> None:
    ping = {"jsonrpc": "2.0", "id": 5, "method": "ping"}
    done = mcpdi("demo-server", stdin=json.dumps(ping).encode() + b"\n")
    assert (done.returncode, json.loads(done.stdout)) == (0, {"jsonrpc": "2.0", "id": 5, "result": {}})


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM to one process")
@pytest.mark.parametrize(("transport", "scheme"), [("http", "http"), ("websocket", "ws")])
def test_the_demo_server_says_where_it_listens(transport: str, scheme: str) -> None:
    words = [sys.executable, "-m", "inspector", "demo-server", "--transport", transport]
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        url = server.stdout.readline()
        assert url.startswith(f"{scheme}://127.0.0.1:") and url.endswith("\n")
        told = mcpdi("ping", "--on", url.strip())
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=LIMIT_S)
    assert (told.returncode, server.returncode) == (0, 0)


@pytest.mark.parametrize("transport", ["http", "websocket"])
def test_a_port_that_is_taken_is_told(transport: str) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = mcpdi("demo-server", "--transport", transport, "--port", port)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"cannot listen on 127.0.0.1 port {port}: another program uses this port; choose another --port, "
        "or 0 for a free one\n"
    )


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(errno.EADDRINUSE, "x"), "another program uses this port"),
        (OSError(errno.EADDRNOTAVAIL, "x"), "this computer does not have that address"),
        (socket.gaierror(socket.EAI_NONAME, "x"), "this computer does not have that address"),
        (OSError(errno.EACCES, "error while attempting to bind"), os.strerror(errno.EACCES)),
        (OSError("nothing listens"), "nothing listens"),
    ],
)
def test_why_nothing_can_listen_is_said(error: OSError, why: str) -> None:
    assert _why(error).startswith(why)
