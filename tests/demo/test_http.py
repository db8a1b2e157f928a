"""The demo server over HTTP: statuses, headers, sessions and streams on a real socket."""

from __future__ import annotations

import asyncio
import http.client
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from inspector.transport import http_serving
from inspector.transport.http_serving import HttpRequest, Wire
from tests.demo.partner import MODERN, PREFIX

PROGRAM = """
from inspector.demo import run_http
run_http("127.0.0.1", 0, lambda url: print(url, flush=True))
"""
BOTH = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
META = {f"{PREFIX}protocolVersion": MODERN, f"{PREFIX}clientCapabilities": {}}
FUTURE = {**META, f"{PREFIX}protocolVersion": "2099-01-01"}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a server that runs for this module."""
    with subprocess.Popen(
        (sys.executable, "-c", PROGRAM), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        yield urlsplit(process.stdout.readline().decode().strip()).port or 0
        process.terminate()
        assert process.wait(timeout=30) == 0 or sys.platform == "win32"


class Caller:
    """One connection."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)

    def send(
        self, verb: str, headers: dict[str, str], body: Any = None, path: str = "/mcp"
    ) -> http.client.HTTPResponse:
        data = body if body is None or isinstance(body, bytes) else msgspec.json.encode(body)
        self.connection.request(verb, path, data, headers)
        return self.connection.getresponse()

    def post(
        self, method: str, params: dict[str, Any] | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        """A legacy POST."""
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
        return self.send("POST", {**BOTH, **headers}, body)

    def modern(
        self, method: str, params: dict[str, Any] | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        """A modern POST with right headers; `headers` changes them ("" leaves one out)."""
        params = params or {}
        name = params.get("name", params.get("uri", ""))
        right = {**BOTH, "Mcp_Protocol_Version": MODERN, "Mcp_Method": method, "Mcp_Name": name, **headers}
        right = {key.replace("_", "-"): value for key, value in right.items() if value}
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": META, **params}}
        return self.send("POST", right, body)

    def begin(self) -> dict[str, str]:
        """A legacy session. Returns its headers."""
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        }
        response = self.post("initialize", params)
        response.read()
        headers = {"Mcp-Session-Id": response.headers["Mcp-Session-Id"], "MCP-Protocol-Version": "2025-11-25"}
        done = self.send(
            "POST", {**BOTH, **headers}, {"jsonrpc": "2.0", "method": "notifications/initialized"}
        )
        assert (done.status, done.read()) == (202, b"")
        return headers


@pytest.fixture
def caller(port: int) -> Iterator[Caller]:
    found = Caller(port)
    yield found
    found.connection.close()


def decode(response: http.client.HTTPResponse) -> Any:
    return msgspec.json.decode(response.read())


def event(response: http.client.HTTPResponse) -> Any:
    """The next event of a stream."""
    while not (line := response.readline()).startswith(b"data: "):
        assert line, "the stream ended"
    return msgspec.json.decode(line[6:])


def test_a_modern_request_is_answered_as_json(caller: Caller) -> None:
    response = caller.modern("tools/call", {"name": "echo", "arguments": {"message": "hi"}})
    assert response.status == 200 and response.headers["Content-Type"] == "application/json"
    assert "Mcp-Session-Id" not in response.headers
    assert decode(response)["result"]["content"][0]["text"] == "Echo: hi"


def test_a_request_with_progress_is_answered_as_a_stream(caller: Caller) -> None:
    meta = {**META, "progressToken": 5}
    params = {"name": "long_running", "arguments": {"duration_s": 0.02, "steps": 2}, "_meta": meta}
    response = caller.modern("tools/call", params)
    assert response.headers["Content-Type"] == "text/event-stream"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert [event(response)["params"]["progress"] for _ in range(2)] == [1, 2]
    assert "Done" in event(response)["result"]["content"][0]["text"]
    assert response.read() == b"\n"


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Mcp_Protocol_Version": ""}, -32020),
        ({"Mcp_Protocol_Version": "2025-11-25"}, -32020),
        ({"Mcp_Method": ""}, -32020),
        ({"Mcp_Method": "tools/list"}, -32020),
        ({"Mcp_Name": ""}, -32020),
        ({"Mcp_Name": "add"}, -32020),
        ({"Mcp_Param_Region": "Seoul"}, -32020),
        ({"Mcp_Param_Region": "=?base64?ISEh?="}, -32020),
        ({"Mcp_Param_Region": "=?base64?*?="}, -32020),
        ({"Mcp_Param_Limit": "4"}, -32020),
        ({"Mcp_Param_Dry_Run": ""}, -32020),
        ({}, 0),
    ],
)
def test_headers_are_compared_with_the_body(caller: Caller, headers: dict[str, str], code: int) -> None:
    arguments = {"region": "서울", "limit": 3, "dry_run": False}
    right = {"Mcp_Param_Region": "=?base64?7ISc7Jq4?=", "Mcp_Param_Limit": "3", "Mcp_Param_Dry_Run": "false"}
    response = caller.modern(
        "tools/call", {"name": "regional_report", "arguments": arguments}, **{**right, **headers}
    )
    answer = decode(response)
    assert response.status == (400 if code else 200)
    assert answer.get("error", {}).get("code", 0) == code and answer["id"] == 1


@pytest.mark.parametrize(
    ("method", "params", "headers", "status", "code"),
    [
        ("nothing", {}, {}, 404, -32601),
        ("ping", {}, {}, 404, -32601),
        ("tools/list", {"_meta": {}}, {}, 400, -32602),
        ("tools/list", {"_meta": FUTURE}, {"Mcp_Protocol_Version": "2099-01-01"}, 400, -32022),
        ("tools/call", {"name": "list_roots"}, {}, 400, -32021),
        ("tools/call", {"name": "unknown"}, {}, 200, -32602),
        ("resources/read", {"uri": "demo://nowhere"}, {}, 200, -32602),
    ],
)
def test_modern_errors_have_their_status(
    caller: Caller, method: str, params: dict[str, Any], headers: dict[str, str], status: int, code: int
) -> None:
    response = caller.modern(method, params, **headers)
    assert (response.status, decode(response)["error"]["code"]) == (status, code)


@pytest.mark.parametrize(
    ("verb", "headers", "path", "body", "status"),
    [
        ("GET", {"Accept": "text/event-stream"}, "/mcp", None, 405),
        ("DELETE", {}, "/mcp", None, 405),
        ("PUT", BOTH, "/mcp", b"{}", 405),
        ("POST", BOTH, "/other", b"{}", 404),
        ("POST", {**BOTH, "Origin": "http://evil.example"}, "/mcp", b"{}", 403),
        ("POST", {**BOTH, "Origin": "null"}, "/mcp", b"{}", 403),
        ("POST", {**BOTH, "Host": "evil.example"}, "/mcp", b"{}", 403),
        ("POST", {**BOTH, "Content-Type": "text/plain"}, "/mcp", b"{}", 415),
        ("POST", {**BOTH, "Accept": "application/json"}, "/mcp", b"{}", 406),
        ("POST", BOTH, "/mcp", b"nonsense", 400),
        ("POST", BOTH, "/mcp", b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 400),
        (
            "POST",
            {**BOTH, "MCP-Protocol-Version": "1999-01-01"},
            "/mcp",
            b'{"id":1,"method":"initialize"}',
            400,
        ),
        ("POST", {**BOTH, "Mcp-Session-Id": "none"}, "/mcp", b'{"id":1,"method":"ping"}', 404),
        ("GET", {"Accept": "text/event-stream", "Mcp-Session-Id": "none"}, "/mcp", None, 404),
    ],
)
def test_a_wrong_http_request_has_the_right_status(
    caller: Caller, verb: str, headers: dict[str, str], path: str, body: bytes | None, status: int
) -> None:
    response = caller.send(verb, headers, body, path)
    assert response.status == status
    assert "code" in decode(response)["error"]


def test_an_origin_of_this_machine_is_allowed(caller: Caller) -> None:
    assert caller.modern("tools/list", Origin="http://localhost:8080").status == 200


def test_a_session_lives_until_it_is_deleted(caller: Caller) -> None:
    headers = caller.begin()
    assert decode(caller.post("ping", {}, **headers))["result"] == {}
    unknown = caller.post("nothing", {}, **headers)
    assert (unknown.status, decode(unknown)["error"]["code"]) == (200, -32601)
    deleted = caller.send("DELETE", headers)
    assert deleted.status == 204 and deleted.read() == b""
    gone = caller.post("ping", {}, **headers)
    assert gone.status == 404 and gone.read()


def test_a_refused_handshake_gives_no_session(caller: Caller) -> None:
    response = caller.post("initialize", {"protocolVersion": 5})
    assert "Mcp-Session-Id" not in response.headers
    assert decode(response)["error"]["code"] == -32602


def test_unrelated_notifications_come_on_the_get_stream(caller: Caller, port: int) -> None:
    headers = caller.begin()
    listener = Caller(port)
    stream = listener.send("GET", {**headers, "Accept": "text/event-stream"})
    assert stream.status == 200
    assert "result" in decode(caller.post("tools/call", {"name": "toggle_tool", "arguments": {}}, **headers))
    assert event(stream)["method"] == "notifications/tools/list_changed"
    caller.send("DELETE", headers).read()
    assert stream.read() == b"\n", "the stream ends with its session"
    listener.connection.close()


def test_a_cancelled_legacy_call_ends_its_stream_without_an_answer(caller: Caller, port: int) -> None:
    headers = caller.begin()
    other = Caller(port)
    arguments = {"duration_s": 100, "steps": 1000}
    params = {"name": "long_running", "arguments": arguments, "_meta": {"progressToken": 1}}
    body = {"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": params}
    running = other.send("POST", {**BOTH, **headers}, body)
    assert event(running)["method"] == "notifications/progress"
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}}
    assert caller.send("POST", {**BOTH, **headers}, cancel).read() == b""
    rest = running.read()
    assert b'"id":9' not in rest
    other.connection.close()


def test_closing_the_stream_cancels_a_modern_subscription(caller: Caller, port: int) -> None:
    listener = Caller(port)
    stream = listener.modern("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    acknowledged = event(stream)
    assert acknowledged["params"]["_meta"] == {f"{PREFIX}subscriptionId": 1}
    caller.modern("tools/call", {"name": "toggle_tool"}).read()
    assert event(stream)["method"] == "notifications/tools/list_changed"
    listener.connection.close()
    assert caller.modern("tools/call", {"name": "toggle_tool"}).status == 200


def test_something_that_is_not_http_is_told_so(caller: Caller) -> None:
    caller.connection.connect()
    caller.connection.sock.sendall(b"\x16\x03\x01 hello\r\n\r\n")
    assert caller.connection.sock.recv(4096).startswith(b"HTTP/1.1 400 ")


# -- one connection, byte by byte ---------------------------------------------------------------------------


class Line(asyncio.Transport):
    """What a connection wrote, and whether it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.closed = True

    def taken(self) -> bytes:
        """What was written since the last time."""
        found, self.written = self.written, b""
        return found


def wired(data: bytes) -> tuple[Wire, Line, list[HttpRequest]]:
    """A connection that these bytes came over, what it writes, and its requests so far."""
    line, requests = Line(), list[HttpRequest]()
    wire = Wire(requests.append)
    wire.connection_made(line)
    wire.data_received(data)
    return wire, line, requests


ASKED = b"POST /mcp HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}"


def test_a_request_is_handed_on_when_it_is_whole_and_the_next_when_it_is_answered() -> None:
    async def main() -> None:
        wire, line, requests = wired(ASKED[:-1])
        assert requests == []
        wire.data_received(ASKED[-1:] + b"GET /x HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nX-A: 2\r\n\r\n")
        [first] = requests
        assert (first.verb, first.path, first.body) == ("POST", "/mcp", b"{}")
        ended: list[bool] = []
        first.on_end = ended.append
        first.answer(200, b"[1]")
        assert line.taken() == (
            b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Type: application/json\r\n\r\n[1]"
        )
        first.answer(200, b"[2]")
        first.emit(b"[3]", last=True)
        first.end()
        first.dropped()
        assert (line.taken(), ended, first.open) == (b"", [False], False)
        [_, second] = requests
        assert (second.verb, second.path, second.headers["x-a"], second.body) == ("GET", "/x", "2", b"")
        wire.connection_lost(None)
        assert not second.open and not line.closed

    asyncio.run(main())


def test_answers_have_the_headers_of_their_status() -> None:
    async def main() -> None:
        _, line, requests = wired(ASKED * 4)
        requests[0].accept()
        assert line.taken() == b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"
        requests[1].answer(204)
        assert line.taken() == b"HTTP/1.1 204 No Content\r\n\r\n"
        requests[2].answer(405)
        assert line.taken() == b"HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nAllow: POST\r\n\r\n"
        requests[3].session_id = "s"
        requests[3].refuse(400, -32600, "no", "7", {"a": 1})
        head, _, body = line.taken().partition(b"\r\n\r\n")
        assert head.endswith(b"\r\nMcp-Session-Id: s")
        assert msgspec.json.decode(body) == {
            "jsonrpc": "2.0",
            "id": 7,
            "error": {"code": -32600, "message": "no", "data": {"a": 1}},
        }
        assert not line.closed

    asyncio.run(main())


def test_the_first_of_several_messages_opens_a_stream_that_is_kept_alive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        monkeypatch.setattr(http_serving, "KEEP_ALIVE_S", 0)
        _, line, [asked] = wired(ASKED)
        asked.session_id = "s"
        asked.emit(b"[1]")
        asked.open_stream()
        head, _, body = line.taken().partition(b"\r\n\r\n")
        assert head.splitlines() == [
            b"HTTP/1.1 200 OK",
            b"Content-Type: text/event-stream",
            b"Cache-Control: no-cache, no-transform",
            b"X-Accel-Buffering: no",
            b"Mcp-Session-Id: s",
            b"Transfer-Encoding: chunked",
        ]
        assert b"event: message\ndata: [1]\n\n" in body
        async with asyncio.timeout(10):
            while line.written.count(b": still here\n\n") < 2:
                await asyncio.sleep(0)
        line.taken()
        asked.emit(b"[2]", last=True)
        end = line.taken()
        assert b"data: [2]\n\n" in end and end.endswith(b"0\r\n\r\n")
        for _ in range(3):
            await asyncio.sleep(0)
        assert (line.taken(), line.closed) == (b"", False)

    asyncio.run(main())


def test_an_exchange_without_an_answer_ends_as_an_empty_stream_or_with_its_client() -> None:
    async def main() -> None:
        wire, line, requests = wired(ASKED * 2)
        requests[0].end()
        assert b"text/event-stream" in line.written and line.taken().endswith(b"\r\n\r\n0\r\n\r\n")
        ended: list[bool] = []
        requests[1].on_end = ended.append
        requests[1].open_stream()
        line.taken()
        wire.connection_lost(None)
        requests[1].emit(b"[1]")
        assert (ended, requests[1].open, line.taken()) == ([True], False, b"")

    asyncio.run(main())


def test_a_connection_that_is_to_be_closed_is_closed_after_its_answer() -> None:
    async def main() -> None:
        _, line, [asked] = wired(ASKED.replace(b"Host: h", b"Host: h\r\nConnection: close"))
        assert not line.closed
        asked.answer(202)
        assert line.closed

    asyncio.run(main())


def test_a_client_that_waits_for_leave_to_send_its_body_gets_it() -> None:
    async def main() -> None:
        _, line, requests = wired(ASKED[:-2].replace(b"Host: h", b"Host: h\r\nExpect: 100-continue"))
        assert (line.taken(), requests) == (b"HTTP/1.1 100 \r\n\r\n", [])
        _, line, _ = wired(ASKED[:-2])
        assert line.taken() == b""

    asyncio.run(main())


def test_what_is_not_http_or_too_much_is_refused_and_the_line_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        monkeypatch.setattr(http_serving, "LIMIT_BYTES", 2)
        _, line, requests = wired(ASKED)
        assert (len(requests), line.closed) == (1, False)
        _, line, requests = wired(ASKED.replace(b": 2", b": 3") + b"!")
        assert (requests, line.closed) == ([], True)
        head, _, body = line.taken().partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 413 ") and b"Content-Type: text/plain" in head
        assert body == b"the body is over 2 bytes"
        assert b"Content-Length: 24" in head and b"Connection: close" in head
        _, line, requests = wired(b"nonsense\r\n\r\n")
        assert (requests, line.closed) == ([], True) and line.taken().startswith(b"HTTP/1.1 400 ")

    asyncio.run(main())
