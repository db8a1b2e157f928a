"""WebSocket: the handshake, messages both ways, and what servers do wrong, on a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from inspector.protocol.wire import (
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    Drop,
    HeadersSent,
    Send,
    Sent,
)
from inspector.transport import HttpTarget
from inspector.transport.websocket import WebSocketTransport
from tests.transport.http_server import Asked
from tests.transport.recorder import Recorder
from tests.transport.websocket_server import Meet, agreed, frame, polite, raw

Use = Callable[[WebSocketTransport, Recorder], Awaitable[None]]
HELLO = Send("ws", b'{"jsonrpc":"2.0","id":1,"method":"ping"}')


async def talk(target: HttpTarget, use: Use, grace_s: float = 2.0) -> Recorder:
    """Start, `await use(transport, recorder)`, close; fails when a task is left."""
    recorder = Recorder()
    transport = WebSocketTransport(target, recorder)
    await transport.start()
    try:
        await use(transport, recorder)
    finally:
        await transport.close(grace_s)
    assert not [task for task in asyncio.all_tasks() if task.get_name().endswith(" websocket")]
    return recorder


async def closed(transport: WebSocketTransport, recorder: Recorder) -> None:
    """Wait until the server ended it."""
    await recorder.until(lambda: recorder.closed("ws"))


def meet(talks: Meet, use: Use = closed, **options: object) -> Recorder:
    """One client at a well-behaved server."""

    async def main() -> Recorder:
        async with polite(talks) as url:
            return await talk(HttpTarget(url, **options), use)  # type: ignore[arg-type]

    return asyncio.run(main())


def bytes_from(*sent: bytes, use: Use = closed, then: str = "close") -> Recorder:
    """One client at a server that agrees and sends these bytes. then: close | stay."""

    async def respond(asked: Asked) -> None:
        asked.writer.write(agreed(asked, "Sec-WebSocket-Protocol: mcp") + b"".join(sent))
        await asked.writer.drain()
        if then == "stay":
            await asked.reader.read()
        asked.writer.close()

    async def main() -> Recorder:
        async with raw(respond) as url:
            return await talk(HttpTarget(url), use, grace_s=0.2)

    return asyncio.run(main())


def messages(recorder: Recorder) -> list[tuple[bytes, bool]]:
    """(bytes, binary) of each message that is whole."""
    whole, parts = [], b""
    for arrival in recorder.all(BytesArrived, "ws"):
        parts += arrival.data
        if arrival.ends:
            whole.append((parts, arrival.binary))
            parts = b""
    return whole


async def echo(connection: ServerConnection) -> None:
    async for message in connection:
        await connection.send(message)


# -- both ways ---------------------------------------------------------------------------------------------


def test_messages_go_out_in_order_and_come_back_whole() -> None:
    async def use(transport: WebSocketTransport, recorder: Recorder) -> None:
        left = [transport.carry_out(Send("ws", b'{"n":\n%d}' % number)) for number in range(50)]
        assert all(left)  # the socket took each at once: nothing more is told of it
        assert not transport.carry_out(Drop("ws"))  # means nothing here
        await recorder.until(lambda: len(messages(recorder)) == 50)

    recorder = meet(echo, use)
    assert messages(recorder) == [(b'{"n":\n%d}' % number, False) for number in range(50)]
    assert recorder.all(Sent) == []
    assert recorder.closed("ws") == ChannelClosed("ws")


def test_the_handshake_is_told_as_two_heads_with_the_headers_of_the_person() -> None:
    headers = {"Authorization": "Bearer x", "user-agent": "mine"}
    recorder = meet(lambda connection: connection.close(), headers=headers)
    [sent], [opened] = recorder.all(HeadersSent), recorder.all(ChannelOpened)
    assert sent.verb == "GET" and sent.url.startswith("ws://127.0.0.1:")
    names = {name.lower(): value for name, value in sent.headers}
    assert names["sec-websocket-protocol"] == "mcp" and names["authorization"] == "Bearer x"
    assert names["user-agent"] == "mine"
    assert (opened.status, opened.reason) == (101, "Switching Protocols")
    assert ("Sec-WebSocket-Protocol", "mcp") in opened.headers
    kinds = [type(arrival).__name__ for arrival in recorder.arrivals[:3]]
    assert kinds == ["LifecycleStep", "HeadersSent", "ChannelOpened"]


def test_frames_that_came_with_the_handshake_are_not_lost() -> None:
    recorder = bytes_from(frame(Opcode.TEXT, b"one"), frame(Opcode.TEXT, b""), frame(Opcode.TEXT, b"two"))
    assert messages(recorder) == [(b"one", False), (b"", False), (b"two", False)]


@pytest.mark.parametrize("pieces", [1, 3000], ids=["one frame", "fragments"])
def test_ten_megabytes_arrive_in_small_pieces(pieces: int) -> None:
    data = bytes(range(32, 96)) * (10 * 1024 * 1024 // 64)
    size = len(data) // pieces + 1

    async def talks(connection: ServerConnection) -> None:
        await connection.send([data[at : at + size] for at in range(0, len(data), size)], text=True)
        await connection.close()

    recorder = meet(talks)
    assert messages(recorder) == [(data, False)]
    assert max(len(arrival.data) for arrival in recorder.all(BytesArrived)) <= 64 * 1024


def test_a_large_message_of_ours_goes_out_whole() -> None:
    data = b"x" * (8 * 1024 * 1024)

    async def use(transport: WebSocketTransport, recorder: Recorder) -> None:
        transport.carry_out(Send("ws", data))
        transport.carry_out(HELLO)
        await recorder.until(lambda: len(messages(recorder)) == 2)

    assert messages(meet(echo, use)) == [(data, False), (HELLO.data, False)]


def test_text_that_is_no_utf8_is_kept_as_it_came() -> None:
    assert messages(bytes_from(frame(Opcode.TEXT, b'{"\xff":1}'))) == [(b'{"\xff":1}', False)]


def test_a_binary_message_is_marked_in_all_its_frames() -> None:
    binary = frame(Opcode.BINARY, b"\x00\x01", fin=False) + frame(Opcode.CONT, b"\x02")
    recorder = bytes_from(binary, frame(Opcode.TEXT, b"{}"))
    assert messages(recorder) == [(b"\x00\x01\x02", True), (b"{}", False)]


def test_a_ping_inside_a_message_is_answered_and_told() -> None:
    answered = asyncio.Event()

    async def talks(connection: ServerConnection) -> None:
        async def parts():  # type: ignore[no-untyped-def]
            yield "half "
            await (await connection.ping(b"abcd"))
            answered.set()
            yield "whole"

        await connection.send(parts())
        await connection.pong(b"")
        await connection.close()

    recorder = meet(talks)
    assert answered.is_set()
    assert messages(recorder) == [(b"half whole", False)]
    assert recorder.steps() == ["connected", "ping", "pong", "close"]


def test_reading_pauses_and_the_server_waits() -> None:
    sent = 0

    async def talks(connection: ServerConnection) -> None:
        nonlocal sent
        for _ in range(400):
            await connection.send("x" * 100_000)
            sent += 1
        await connection.close()

    async def use(transport: WebSocketTransport, recorder: Recorder) -> None:
        transport.pause()
        before = -1
        while before != sent:  # until the server's buffers are full
            before = sent
            await asyncio.sleep(0.1)
        assert sent < 400
        assert len(recorder.all(BytesArrived)) <= 1
        transport.resume()
        await recorder.until(lambda: recorder.closed("ws"))

    assert len(messages(meet(talks, use))) == 400


# -- the end -----------------------------------------------------------------------------------------------


def test_a_close_by_the_server_says_code_and_reason() -> None:
    recorder = meet(lambda connection: connection.close(1008, "the token has expired"))
    end = recorder.closed("ws")
    assert end == ChannelClosed(
        "ws", "the server closed the WebSocket: 1008 (policy violation) the token has expired"
    )
    assert recorder.step("close").data == {"code": 1008, "reason": "the token has expired"}


def test_our_close_is_confirmed_by_the_server() -> None:
    codes: list[int | None] = []

    async def talks(connection: ServerConnection) -> None:
        await connection.wait_closed()
        codes.append(connection.close_code)

    async def use(transport: WebSocketTransport, recorder: Recorder) -> None:
        assert transport.carry_out(HELLO)  # goes out before the close frame

    recorder = meet(talks, use)
    assert codes == [1000]
    assert recorder.steps() == ["connected", "closing", "close"]
    assert recorder.closed("ws") == ChannelClosed("ws")


def test_a_connection_that_breaks_inside_a_message_gives_what_came() -> None:
    recorder = bytes_from(frame(Opcode.TEXT, b'{"jsonrpc":"2.0","id":1,"result":{}}')[:20])
    assert recorder.data("ws") == b'{"jsonrpc":"2.0","'
    assert not messages(recorder)
    end = recorder.closed("ws")
    assert end is not None and end.error.startswith("the WebSocket broke: the connection closed")


def test_a_server_that_never_confirms_is_left_after_the_grace() -> None:
    async def use(transport: WebSocketTransport, recorder: Recorder) -> None:
        assert transport.carry_out(HELLO)

    recorder = bytes_from(use=use, then="stay")
    assert "did not confirm the close within 0.2 s" in recorder.step("error").text
    assert recorder.closed("ws") == ChannelClosed("ws")


def test_a_message_after_the_end_is_not_sent_and_says_so() -> None:
    async def use(transport: WebSocketTransport, recorder: Recorder) -> None:
        await closed(transport, recorder)
        recorder.arrivals.clear()
        transport.carry_out(HELLO)
        await closed(transport, recorder)

    end = meet(lambda connection: connection.close(), use).closed("ws")
    assert end is not None and "not sent" in end.error


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (frame(Opcode.TEXT, b"{}", mask=True), "incorrect masking"),
        (b"\xc1\x02{}", "reserved bits must be 0"),
        (b"\x83\x00", "invalid opcode"),
        (frame(Opcode.CONT, b"x"), "unexpected continuation frame"),
        (frame(Opcode.TEXT, b"a", fin=False) + frame(Opcode.TEXT, b"b"), "expected a continuation"),
        (b"\x89\x7f" + (1 << 40).to_bytes(8), "exceeds limit"),
    ],
    ids=["masked", "reserved bits", "opcode", "continuation first", "text inside text", "too long"],
)
def test_what_the_protocol_forbids_ends_the_connection_by_name(sent: bytes, words: str) -> None:
    end = bytes_from(frame(Opcode.TEXT, b"before"), sent, then="stay").closed("ws")
    assert end is not None
    assert end.error.startswith("the server violated the WebSocket protocol: ") and words in end.error


def test_a_server_that_reads_nothing_does_not_hold_us() -> None:
    async def use(transport: WebSocketTransport, recorder: Recorder) -> None:
        for _ in range(40):
            transport.carry_out(Send("ws", b"x" * 1_000_000))

    async def talks(connection: ServerConnection) -> None:
        connection.transport.pause_reading()
        with pytest.raises(ConnectionClosed):
            await connection.recv()

    async def main() -> Recorder:
        async with polite(talks, close_timeout=0.1, max_queue=1) as url:
            return await talk(HttpTarget(url), use, grace_s=0.2)

    recorder = asyncio.run(main())
    assert len(recorder.all(Sent)) < 40
    assert recorder.closed("ws") == ChannelClosed("ws")


def test_it_works_on_the_loop_of_the_window(arun: Callable[..., Recorder]) -> None:
    async def use(transport: WebSocketTransport, recorder: Recorder) -> None:
        transport.carry_out(HELLO)
        await recorder.until(lambda: messages(recorder))

    async def main() -> Recorder:
        async with polite(echo) as url:
            return await talk(HttpTarget(url), use)

    assert messages(arun(main())) == [(HELLO.data, False)]
