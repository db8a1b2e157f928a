"""The command line over a WebSocket: found by the URL or chosen, in both eras."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.cli.run import mcpdi
from tests.servers import free_port


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """`mcpdi demo-server --transport websocket`."""
    command = (sys.executable, "-m", "inspector", "demo-server", "--transport", "websocket")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip()
        process.terminate()
        assert process.wait(timeout=30) == 0 or sys.platform == "win32"


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_a_url_is_enough(url: str, era: str) -> None:
    done = mcpdi("call", "echo", "message=hi", "--on", url, "--era", era, "--strict")
    assert (done.returncode, done.stdout.strip()) == (0, "Echo: hi"), done.stderr


def test_an_http_url_can_be_used_as_a_websocket(url: str) -> None:
    done = mcpdi("info", "--on", url.replace("ws://", "http://"), "--transport", "websocket", "--json")
    assert json.loads(done.stdout)["transport"] == "websocket", done.stderr


def test_raw_messages_are_sent_and_answered(url: str) -> None:
    done = mcpdi("send", '{"jsonrpc":"2.0","id":"x","method":"ping"}', "--on", url, "--era", "legacy")
    assert json.loads(done.stdout) == {"jsonrpc": "2.0", "id": "x", "result": {}}, done.stderr


def test_a_refused_handshake_has_the_exit_code_of_authorization(url: str) -> None:
    done = mcpdi("info", "--on", url, "-H", "Origin: https://evil.example")
    assert done.returncode == 3
    assert "HTTP 403" in done.stderr


def test_nobody_at_the_address_has_the_exit_code_of_no_connection() -> None:
    done = mcpdi("info", "--on", f"ws://127.0.0.1:{free_port()}/ws")
    assert done.returncode == 4
    assert "Connection refused" in done.stderr and "open a WebSocket to ws://" in done.stderr


def test_a_command_speaks_no_websocket() -> None:
    done = mcpdi("info", "--transport", "websocket", "--", "node", "server.js")
    assert done.returncode == 2
    assert "for URLs" in done.stderr
