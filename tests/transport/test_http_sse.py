"""HTTP+SSE of 2024-11-05: the endpoint event, POSTs beside one stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from inspector.errors import AuthorizationNeeded, ConnectError
from inspector.protocol.wire import ChannelClosed, HeadersSent, Open, Send
from inspector.transport import HttpTarget, http_sse
from inspector.transport.http_sse import SseTransport
from tests.servers import free_port
from tests.transport.http_server import Asked, answer, serve
from tests.transport.recorder import Recorder

Respond = Callable[[Asked], Awaitable[None]]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"


async def keep_open(request: Asked, *parts: bytes) -> None:
    for part in parts:
        request.writer.write(part)
        await request.writer.drain()
    await request.reader.read(1)
    request.writer.close()


def connect(
    respond: Respond, use: Callable[[SseTransport, Recorder], Awaitable[None]] | None = None
) -> Recorder:
    async def main() -> Recorder:
        recorder = Recorder()
        async with serve(respond) as url:
            transport = SseTransport(HttpTarget(url, {"X-Key": "k"}), recorder)
            try:
                await transport.start()
                if use is not None:
                    await use(transport, recorder)
            except ConnectError:
                assert recorder.closed("sse") is not None, "the stream is left open"
                raise
            finally:
                await transport.close()
        return recorder

    return asyncio.run(main())


def test_messages_are_posted_to_the_endpoint_and_answers_come_on_the_stream() -> None:
    stream: list[Asked] = []

    async def respond(request: Asked) -> None:
        if request.line.startswith("GET"):
            stream.append(request)
            event = b": hello\n\nevent: endpoint\r\ndata: /messages?id=7\r\n\r\n"
            await keep_open(request, HEAD, event[:20], event[20:])
            return
        request.writer.write(answer(b"Accepted", "202 Accepted"))
        stream[0].writer.write(b"data: " + request.body + b"\n\n")

    async def use(transport: SseTransport, recorder: Recorder) -> None:
        assert transport.endpoint.endswith("/messages?id=7")
        transport.carry_out(Send("post-1", b'{"id":1}'))
        transport.carry_out(Open("get-1"))
        await recorder.until(lambda: recorder.closed("post-1") and b'{"id":1}' in recorder.data("sse"))

    recorder = connect(respond, use)
    get, post = recorder.all(HeadersSent)
    assert (get.verb, post.verb, post.url) == ("GET", "POST", get.url.replace("/mcp", "/messages?id=7"))
    assert ("X-Key", "k") in post.headers
    assert recorder.data("post-1") == b"Accepted"
    assert recorder.data("sse").startswith(b": hello\n\nevent: endpoint")
    assert recorder.closed("sse") == ChannelClosed("sse")


def test_an_endpoint_elsewhere_is_refused() -> None:
    async def respond(request: Asked) -> None:
        await keep_open(request, HEAD, b"event: endpoint\ndata: http://evil.test/messages\n\n")

    recorder = Recorder()

    async def main() -> str:
        async with serve(respond) as url:
            transport = SseTransport(HttpTarget(url), recorder)
            with pytest.raises(ConnectError) as caught:
                await transport.start()
            return caught.value.explanation.as_text()

    assert "its origin differs" in asyncio.run(main())
    assert recorder.step("refused").data == {"endpoint": "http://evil.test/messages"}
    assert recorder.closed("sse") == ChannelClosed("sse")


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (answer(b"<html><title>Shop</title>Hello</html>", content_type="text/html"), "a web page (HTML)"),
        (answer(b"no", "404 Not Found"), "nothing at this address (HTTP 404)"),
        (answer(b"", "405 Method Not Allowed"), "HTTP 405"),
        (HEAD + b"event: message\ndata: {}\n\n", "first event of the stream is 'message'"),
        (HEAD + b"event: endpoint\ndata:\n\n", "empty"),
    ],
)
def test_what_is_no_event_stream_of_mcp_is_explained(reply: bytes, words: str) -> None:
    async def respond(request: Asked) -> None:
        request.writer.write(reply)
        await request.writer.drain()
        request.writer.close()

    with pytest.raises(ConnectError) as caught:
        connect(respond)
    assert words in caught.value.explanation.as_text()


def test_a_stream_that_wants_a_token_asks_for_authorization() -> None:
    async def respond(request: Asked) -> None:
        request.writer.write(answer(b"", "401 Unauthorized"))

    with pytest.raises(AuthorizationNeeded):
        connect(respond)


def test_a_stream_without_an_endpoint_ends_the_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_sse, "ENDPOINT_S", 0.05)

    async def respond(request: Asked) -> None:
        await keep_open(request, HEAD, b": keep-alive\n\n")

    with pytest.raises(ConnectError, match="sent no endpoint within"):
        connect(respond)


def test_a_refused_connection_is_explained() -> None:
    async def main() -> None:
        transport = SseTransport(HttpTarget(f"http://127.0.0.1:{free_port()}/sse"), Recorder())
        with pytest.raises(ConnectError, match="Connection refused"):
            await transport.start()

    asyncio.run(main())


def test_a_start_that_is_cancelled_leaves_nothing_open() -> None:
    async def respond(request: Asked) -> None:
        await keep_open(request, HEAD)

    async def main() -> Recorder:
        recorder = Recorder()
        async with serve(respond) as url:
            starting = asyncio.create_task(SseTransport(HttpTarget(url), recorder).start())
            await recorder.until(lambda: recorder.opened("sse"))
            starting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await starting
        return recorder

    assert asyncio.run(main()).closed("sse") == ChannelClosed("sse")


@pytest.mark.real
def test_server_everything_answers_over_sse(real_servers: Any, start_server: Any) -> None:
    port = free_port()
    start_server(real_servers("everything-sse"), port)
    params = {
        "protocolVersion": "2024-11-05",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}

    async def main() -> Recorder:
        recorder = Recorder()
        transport = SseTransport(HttpTarget(f"http://localhost:{port}/sse"), recorder)
        await transport.start()
        transport.carry_out(Send("post-1", json.dumps(message).encode()))
        await recorder.until(lambda: b"serverInfo" in recorder.data("sse"))
        await transport.close()
        return recorder

    recorder = asyncio.run(main())
    opened = recorder.opened("post-1")
    assert opened is not None and opened.status == 202
