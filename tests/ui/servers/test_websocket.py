"""The window over a WebSocket: a call as over a pipe, and the end of the connection in plain words."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from tests.ui.live import live

pytestmark = pytest.mark.gui
Runner = Callable[[Coroutine[Any, Any, Any]], Any]


def test_a_call_runs_and_the_end_of_the_server_is_told(arun: Runner, tmp_path: Path) -> None:
    command = (sys.executable, "-m", "inspector", "demo-server", "--transport", "websocket")

    async def main(server: subprocess.Popen[bytes]) -> None:
        assert server.stdout is not None
        url = server.stdout.readline().decode().strip()
        async with live(tmp_path) as it:
            it.add("far", url)
            await it.connected("far")
            client = it.program.servers.client("far")
            assert client is not None and client.transport == "websocket"
            await it.choose("echo")
            await it.fill("hello")
            assert (await it.run_tool()).status == "done"
            server.terminate()
            await it.until(lambda: client.state == "failed", "the end of the connection")
            strip = await it.find(QWidget, "failure_strip")
            words = " ".join(label.text() for label in strip.findChildren(QLabel))
            assert "The server closed the WebSocket: 1001 (going away)" in words

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            arun(main(server))
        finally:
            server.kill()
