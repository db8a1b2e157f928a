"""Over a WebSocket the rules about messages hold, and those about HTTP do not."""

from __future__ import annotations

import pytest

from inspector.lint import Linter
from inspector.protocol.conversation import Conversation
from inspector.protocol.era import Declared
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.records import Finding, Record
from inspector.protocol.wire import BytesArrived, ChannelClosed, ChannelOpened, HeadersSent
from tests.lint.dialogue import Deaf

ANSWER = b'{"jsonrpc":"2.0","id":2,"result":{}}'
HELLO = (
    b'{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},'
    b'"serverInfo":{"name":"s","version":"1"}}}'
)


def found(*arrivals: object, url: str = "ws://127.0.0.1/ws") -> list[Finding]:
    """What is found in: both handshakes, our ping, these arrivals."""
    conversation = Conversation(1, "websocket", Deaf())
    linter = Linter("websocket", url, lambda number: None)
    records: list[Record] = []

    def come(*several: object) -> None:
        for arrival in several:
            at_ns = (len(records) + 1) * 10_000_000_000
            records.extend(conversation.receive(arrival, at_ns, len(records) + 1))  # type: ignore[arg-type]

    come(HeadersSent("ws", "GET", url, ()), ChannelOpened("ws", 101, (), "HTTP/1.1", "Switching Protocols"))
    records += conversation.open(Declared(), "2025-11-25", 2, len(records) + 1).records
    come(BytesArrived("ws", HELLO, ends=True))
    conversation.era = LegacyEra("2025-11-25", agreed=True)
    records += conversation.notify("notifications/initialized", None, 2, len(records) + 1).records
    records += conversation.request("ping", {}, 2, len(records) + 1).records
    come(*arrivals)
    return [finding for record in records for finding in linter.check(record)]


def test_an_ordinary_exchange_has_no_finding() -> None:
    assert found(BytesArrived("ws", ANSWER, ends=True), ChannelClosed("ws")) == []


def test_a_lost_answer_is_no_broken_event_stream() -> None:
    assert found(ChannelClosed("ws", "the server closed the WebSocket: 1001")) == []


@pytest.mark.parametrize(
    ("data", "binary", "words"),
    [
        (ANSWER, True, "binary frame"),
        (ANSWER + ANSWER, False, "followed by more text"),
        (b'{"\xff":1}', False, "UTF-8"),
        (b"", False, ""),
    ],
)
def test_a_frame_that_is_no_message_is_found(data: bytes, binary: bool, words: str) -> None:
    first = found(BytesArrived("ws", data, ends=True, binary=binary))[0]
    assert first.severity == "error" and words in first.message


def test_plain_ws_to_another_computer_is_found() -> None:
    [finding] = found(BytesArrived("ws", ANSWER, ends=True), url="ws://mcp.example/ws")
    assert "plain ws to mcp.example" in finding.message
