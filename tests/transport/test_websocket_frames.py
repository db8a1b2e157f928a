"""Frames are cut small, in any cut of what comes, and keep their messages."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from inspector.transport.websocket_frames import MOST_FRAMES, Splitter

KINDS = st.sampled_from([Opcode.TEXT, Opcode.BINARY, Opcode.PING, Opcode.PONG])
SIZES = st.one_of(st.integers(0, 130), st.integers(65_530, 65_540))


def read(data: bytes) -> list[tuple[Opcode, bytes]]:
    """Messages and control frames as the library reads them."""
    protocol = ClientProtocol(parse_uri("ws://h/"), state=OPEN, max_size=None)
    protocol.receive_data(data)
    assert protocol.parser_exc is None
    whole: list[tuple[Opcode, bytes]] = []
    parts, kind = b"", Opcode.TEXT
    for event in protocol.events_received():
        assert isinstance(event, Frame)
        if event.opcode in (Opcode.PING, Opcode.PONG):
            whole.append((event.opcode, bytes(event.data)))
            continue
        kind = kind if event.opcode is Opcode.CONT else event.opcode
        parts += event.data
        if event.fin:
            whole.append((kind, parts))
            parts = b""
    return whole


@given(st.lists(st.tuples(KINDS, SIZES), max_size=6), st.sets(st.integers(0, 400_000), max_size=20))
def test_any_cut_gives_the_same_messages(frames: list[tuple[Opcode, int]], cuts: set[int]) -> None:
    sent = b"".join(
        Frame(kind, bytes(size % 125 if kind in (Opcode.PING, Opcode.PONG) else size)).serialize(mask=False)
        for kind, size in frames
    )
    borders = sorted({0, len(sent), *range(min(300, len(sent))), *(at % (len(sent) + 1) for at in cuts)})
    splitter = Splitter()
    cut = b"".join(b"".join(splitter.feed(sent[start:end])) for start, end in pairwise(borders))
    assert read(cut) == read(sent)


def test_a_frame_that_is_not_complete_gives_what_came_of_it() -> None:
    splitter = Splitter()
    head = b"\x81\x7f" + (10**12).to_bytes(8)
    assert [*splitter.feed(head[:5])] == [b""]
    assert [*splitter.feed(head[5:] + b"abc")] == [b"\x01\x03abc"]
    assert [*splitter.feed(b"de")] == [b"\x00\x02de"]


def test_thousands_of_small_frames_come_in_pieces_of_a_few() -> None:
    sent = b"\x01\x01x" + b"\x00\x01x" * 20_000
    pieces = list(Splitter().feed(sent))
    assert b"".join(pieces) == sent
    assert max(map(len, pieces)) <= 3 * MOST_FRAMES
