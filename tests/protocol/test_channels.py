"""What is known of a channel: how its bytes are read, where its stream stands, its HTTP head."""

from __future__ import annotations

import pytest

from inspector.protocol.channels import Channel, head_text, header
from inspector.protocol.framing import BodyFramer, FrameFramer, LineFramer, SseEvent, SseFramer
from inspector.protocol.records import Exchange


@pytest.mark.parametrize(
    ("name", "content", "framer", "ending"),
    [
        ("stdout", "stdio", LineFramer, 1),
        ("ws", "websocket", FrameFramer, 0),
        ("sse", "sse", SseFramer, 0),
        ("post-1", "sse", BodyFramer, 0),
        ("post-1", "text/event-stream", SseFramer, 0),
        ("post-1", " Text/Event-Stream ; charset=utf-8", SseFramer, 0),
        ("post-1", "application/json", BodyFramer, 0),
        ("post-1", "", BodyFramer, 0),
        ("sse", "text/html", BodyFramer, 0),
    ],
)
def test_bytes_are_read_as_their_content_wants(name: str, content: str, framer: type, ending: int) -> None:
    channel = Channel(name)
    channel.expect(content, 1000, None)
    assert type(channel.framer) is framer
    assert channel.ending == ending


def event(data: bytes = b"", identifier: str | None = None, retry_ms: int | None = None) -> SseEvent:
    return SseEvent(data=data, id=identifier, retry_ms=retry_ms)


def test_a_stream_remembers_where_it_stands() -> None:
    exchange = Exchange(1, 1, "out", "ping")
    channel = Channel("get-1", exchange=exchange, status=200)
    for one in (event(b"a", "1", 500), event(), event(b"b"), event(b"", "", None)):
        channel.note(one)
    dropped = channel.as_dropped("broke")
    assert (dropped.exchange, dropped.error, dropped.channel, dropped.status) == (
        exchange, "broke", "get-1", 200
    )  # fmt: skip
    assert (dropped.last_event_id, dropped.retry_ms, dropped.events) == ("", 500, 2)
    channel.note(event(b"c", "9", 0))
    assert (channel.last_event_id, channel.retry_ms, channel.events) == ("9", 0, 3)


def test_the_first_header_of_a_name_counts_in_any_case() -> None:
    headers = (("X", "0"), ("Content-TYPE", "a"), ("content-type", "b"))
    assert header(headers, "content-type") == "a"
    assert header(headers, "allow") == ""


def test_a_head_is_kept_line_by_line_without_what_gives_access() -> None:
    headers = (("Authorization", "Bearer secret"), ("X-Name", "안녕\ud800"))
    lines = head_text("POST http://h/mcp?token=secret \r\n", headers).split(b"\r\n")
    assert lines[0].startswith(b"POST http://h/mcp?token=") and not lines[0].endswith(b" ")
    assert lines[1].startswith(b"Authorization: Bearer ")
    assert lines[2] == "X-Name: 안녕?".encode()
    assert b"secret" not in b"".join(lines)
