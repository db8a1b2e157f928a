"""An event of a stream, line by line, and the message inside it."""

from __future__ import annotations

import pytest

from inspector.protocol.framing import SseFramer
from inspector.render.event_lines import Framing, event_fields

EVENTS = (
    b'event: message\nid: 7_1\ndata: {"a":1}\n\n',
    b'\xef\xbb\xbf: hello\r\nretry:3000\r\nid:\r\ndata:{"a":\r\ndata: 1}\r\n\r\n',
    'data: {"가":\rdata: "나"}\rid: é\r\r'.encode(),
    b"data\ndata\ndata: x\n\n",
    b': {"a":1}\ndata: {"a":1}\n\n',
)


@pytest.mark.parametrize("frame", EVENTS)
def test_every_byte_of_the_message_is_found_in_its_event(frame: bytes) -> None:
    (event,) = SseFramer().feed(frame)
    framing = Framing(frame, event.data)
    for at, byte in enumerate(event.data):
        place = framing.to_frame(at)
        assert frame[place] == byte or (byte == 10 and frame[place] in b"\r\n")
        assert framing.to_raw(place) == at or byte == 10
    outside = [at for start, end in framing.framing() for at in range(start, end)]
    assert all(framing.to_raw(at) == -1 for at in outside)
    inside = [at for at in range(len(frame)) if at not in outside]
    assert bytes(frame[at] for at in inside) == event.data.replace(b"\n", b"")


def test_a_comment_that_reads_like_the_message_is_framing() -> None:
    framing = Framing(b': {"a":1}\ndata: {"a":1}\n\n', b'{"a":1}')
    assert framing.to_frame(0) == 16
    assert framing.framing() == [(0, 16), (23, 25)]


def test_fields_and_comments_are_told_apart() -> None:
    frame = b": keep-alive\nevent: message\nid:  7\nretry: 3000\ndata: {}\nodd\n\n"
    assert event_fields(frame) == [
        ("", "keep-alive"),
        ("event", "message"),
        ("id", " 7"),
        ("retry", "3000"),
        ("odd", ""),
    ]


def test_a_message_without_an_event_is_its_own_frame() -> None:
    assert Framing(b'{"a":1}', b'{"a":1}').framing() == []
    assert Framing(b"{}\r", b"{}").framing() == [(2, 3)]
