"""What a user reads when the address does not speak MCP, or speaks it only to those it knows."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.cli.run import mcpdi

OAUTH = b'{"error":"invalid_token"}'
ANSWERS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "/token": (401, {"WWW-Authenticate": "Bearer realm=x", "Content-Type": "application/json"}, OAUTH),
    "/moved": (307, {"Location": "/elsewhere"}, b""),
    "/page": (200, {"Content-Type": "text/html"}, b"<html><title>Sign in</title></html>"),
}


class _Server(BaseHTTPRequestHandler):
    """Answers by path; /members lets everyone in and only members call tools."""

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._answer(*(ANSWERS.get(self.path) or self._member(message)))

    def do_GET(self) -> None:
        self._answer(*ANSWERS.get(self.path, (405, {}, b"")))

    def _member(self, message: dict[str, object]) -> tuple[int, dict[str, str], bytes]:
        headers = {"Content-Type": "application/json"}
        if message["method"] == "tools/call":
            return 401, headers, OAUTH
        info = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "m"}}
        if message["method"] == "down":
            return 500, {}, b""
        if message["method"] != "initialize":
            return 202, {}, b""
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": info}
        return 200, headers, json.dumps(answer).encode()

    def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def origin() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("transport", ["auto", "sse"])
@pytest.mark.parametrize(
    ("path", "code", "says"),
    [
        (
            "/token",
            3,
            ["requires authorization (HTTP 401)", "WWW-Authenticate: Bearer realm=x", OAUTH.decode()],
        ),
        ("/moved", 4, ["redirects to another address: http://127.0.0.1:", "/elsewhere (HTTP 307)"]),
        ("/page", 4, ["a web page (HTML) instead of MCP.\n", "Most servers respond at", "| Sign in"]),
    ],
)
def test_a_wrong_address_is_explained(
    origin: str, transport: str, path: str, code: int, says: list[str]
) -> None:
    done = mcpdi("info", "--on", origin + path, "--transport", transport)
    assert done.returncode == code, done.stderr
    assert [words for words in says if words not in done.stderr] == []


def test_send_ends_when_http_refuses_and_does_not_wait_for_the_time_to_run_out(origin: str) -> None:
    message = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}'
    url = f"{origin}/members"
    done = mcpdi("send", message.replace("tools/call", "down"), "--on", url, "--era", "legacy", "--json")
    assert (done.returncode, json.loads(done.stderr)["exit"]) == (4, 4)
    assert "HTTP 500" in json.loads(done.stderr)["message"]


def test_a_call_that_needs_a_token_is_not_taken_for_an_answer(origin: str) -> None:
    assert mcpdi("info", "--on", f"{origin}/members", "--era", "legacy").returncode == 0
    done = mcpdi("call", "t", "--on", f"{origin}/members", "--era", "legacy", "--json")
    assert done.returncode == 3, done.stderr
    assert "HTTP 401" in json.loads(done.stderr)["message"]
