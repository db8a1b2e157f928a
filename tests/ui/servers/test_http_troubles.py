"""What the window says when a proxy fails, and when a server forgets the session."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget
from tests.transport.http_server import Asked, answer, serve
from tests.ui.live import Live, live

pytestmark = pytest.mark.gui
Runner = Callable[[Coroutine[Any, Any, Any]], Any]
FAR = "far.test/mcp"


async def failed(it: Live, url: str, proxy: str) -> str:
    """Connect through a proxy that fails; what the page of the server says then."""
    target = HttpTarget(url, proxy=proxy)
    it.window.add_profiles([Profile("far", target, transport="http")], saved=False)
    client = it.program.servers.client("far")
    assert client is not None
    await it.until(lambda: client.state == "failed", "the failure")
    page = await it.find(QWidget, "failure")
    assert page.findChildren(QPushButton)[0].objectName() == "action_edit_server"
    return " ".join(label.text() for label in page.findChildren(QLabel))


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_of_a_proxy_that_is_not_there_its_address_is_to_be_corrected(
    arun: Runner, tmp_path: Path, scheme: str
) -> None:
    with socket.socket() as taken:  # bound and not listening: it refuses
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]

        async def main() -> None:
            async with live(tmp_path) as it:
                words = await failed(it, f"{scheme}://{FAR}", f"http://127.0.0.1:{port}")
                assert f"Connection refused: the proxy 127.0.0.1 port {port}." in words
                assert f"listening at 127.0.0.1 port {port}: the proxy is not running" in words
                assert "Start the proxy, or correct its address" in words

        arun(main())


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_wants_a_password_is_given_one(arun: Runner, tmp_path: Path, scheme: str) -> None:
    async def refuse(request: Asked) -> None:
        page = b"<h1>Proxy Authentication Required</h1>"
        request.writer.write(answer(page, "407 Proxy Authentication Required", content_type="text/html"))

    async def main() -> None:
        async with serve(refuse) as proxy, live(tmp_path) as it:
            words = await failed(it, f"{scheme}://{FAR}", proxy.removesuffix("/mcp"))
            assert "407" in words
            assert "contains no user and password, or they are wrong" in words
            assert "Set this server's proxy to http://user:password@host:port" in words

    arun(main())


class Forgetful:
    """A server of sessions that forgets all of them when it is told to."""

    def __init__(self) -> None:
        self.sessions: list[str] = []
        self.made = 0

    async def reply(self, request: Asked) -> None:
        message = json.loads(request.body or b"{}")
        session = request.header("mcp-session-id")
        headers = {"content_type": "application/json"}
        if not request.line.startswith("POST"):
            return request.writer.write(answer(b"", "405 Method Not Allowed"))
        result: dict[str, Any] = {"content": [{"type": "text", "text": "here again"}]}
        if message["method"] == "initialize":
            self.made += 1
            session = headers["mcp_session_id"] = f"session-{self.made}"
            self.sessions.append(session)
            info = {"name": "forgetful", "version": "1"}
            result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
        elif message["method"] == "tools/list":
            result = {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
        if session not in self.sessions:
            return request.writer.write(answer(b"", "404 Not Found"))
        if "id" not in message:
            return request.writer.write(answer(b"", "202 Accepted"))
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        return request.writer.write(answer(body, **headers))


def test_a_call_to_a_server_that_forgot_the_session_is_sent_again_in_a_new_one(
    arun: Runner, tmp_path: Path
) -> None:
    server = Forgetful()

    async def main() -> None:
        async with serve(server.reply) as url, live(tmp_path) as it:
            target = HttpTarget(url)
            it.window.add_profiles([Profile("far", target, transport="http", era="legacy")], saved=False)
            await it.connected("far")
            client = it.program.servers.client("far")
            assert client is not None
            await it.choose("echo")
            server.sessions.clear()
            call = await it.run_tool()
            await it.until(lambda: server.made == 2, "a new session")
            again = await it.ended_call(call.number)
            await it.until(lambda: client.state == "connected", "the connection")
            journal = it.window.journal
            rows = journal.rows(range(1, journal.last + 1))
            told = [row.note for row in rows if "session expired on the server" in row.note]
            assert len(told) == 1 and told[0].startswith(f"#{call.number}: ")
            assert (call.status, again.status) == ("failed", "done")
            assert client.failure is None
            shown = await it.find(QPushButton, "result_view_record")
            await it.until(lambda: shown.text() == f"#{again.number}", "the result of the second")

    arun(main())
