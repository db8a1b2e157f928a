"""The demo server as a process on pipes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

COMMAND = (sys.executable, "-c", "import sys; from inspector.demo import run_stdio; sys.exit(run_stdio())")
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
HANDSHAKE = (
    b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},'
    b'"clientInfo":{"name":"test","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
)


@pytest.fixture
def server() -> Iterator[subprocess.Popen[bytes]]:
    """A running server; its pipes are closed afterwards."""
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        yield process
        process.kill()


def write(server: subprocess.Popen[bytes], data: bytes) -> None:
    assert server.stdin is not None
    server.stdin.write(data)
    server.stdin.flush()


def read(server: subprocess.Popen[bytes]) -> Any:
    assert server.stdout is not None
    return msgspec.json.decode(server.stdout.readline())


def test_a_line_is_answered_whole_in_pieces_and_with_a_tail(server: subprocess.Popen[bytes]) -> None:
    write(server, PING + b"\n")
    assert read(server) == {"jsonrpc": "2.0", "id": 1, "result": {}}
    for index in range(len(PING)):
        write(server, PING[index : index + 1])
    write(server, b"\r\n\n" + PING + b"\n" + PING[:5])
    assert read(server)["id"] == read(server)["id"] == 1
    write(server, PING[5:] + b"\n")
    assert read(server)["id"] == 1


def test_it_says_on_stderr_that_it_is_ready_and_ends_with_stdin(server: subprocess.Popen[bytes]) -> None:
    assert server.stderr is not None
    assert server.stderr.readline().startswith(b"demo server ready")
    out, _ = server.communicate(timeout=30)
    assert out == b"" and server.returncode == 0


def test_it_ends_quietly_when_nobody_reads_any_more(server: subprocess.Popen[bytes]) -> None:
    assert server.stdout is not None and server.stderr is not None
    server.stdout.close()
    write(server, PING + b"\n")
    assert server.wait(timeout=30) == 0
    assert b"Error" not in server.stderr.read()


def test_two_slow_calls_run_side_by_side_and_a_third_is_answered_first(
    server: subprocess.Popen[bytes],
) -> None:
    write(server, HANDSHAKE)
    for identifier, duration_s in (("slow", 0.3), ("quick", 0.1)):
        arguments = {"duration_s": duration_s, "steps": 1}
        params = {"name": "long_running", "arguments": arguments}
        request = {"jsonrpc": "2.0", "id": identifier, "method": "tools/call", "params": params}
        write(server, msgspec.json.encode(request) + b"\n")
    write(server, PING + b"\n")
    assert [read(server)["id"] for _ in range(4)] == [0, 1, "quick", "slow"]


def test_neither_asyncio_nor_h11_nor_the_command_line_is_loaded_on_stdio() -> None:
    program = (
        "import sys; from inspector.__main__ import main; main(['demo-server', '--transport', 'stdio']);"
        "sys.stdout.write(' '.join({'asyncio', 'h11', 'httpx', 'dataclasses', 'click'} & set(sys.modules)))"
    )
    done = subprocess.run(
        (sys.executable, "-c", program), input=b"", capture_output=True, check=False, timeout=30
    )
    assert done.returncode == 0 and done.stdout == b""
