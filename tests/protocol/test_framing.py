"""Bytes become lines, events and bodies, whatever the cuts."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.protocol import framing
from inspector.protocol.framing import BodyFramer, Cut, FrameFramer, LineFramer, SseFramer
from tests.protocol.feeding import three_ways


class Memory:
    """A spool that keeps what was written."""

    why = ""

    def __init__(self) -> None:
        self.data = b""
        self.closed = False

    def write(self, data: bytes) -> None:
        self.data += data

    def close(self) -> str:
        self.closed = True
        return "the-place"


def test_lines_come_without_their_newline_in_any_cut() -> None:
    assert three_ways(LineFramer, b'{"a":1}\n\nx\r\n', b"half") == [b'{"a":1}', b"", b"x\r"]


def test_blank_lines_that_come_together_are_one_item() -> None:
    lines = LineFramer().feed(b"\n \n\r\na\n\nb\n\n\n")
    assert lines == [b"\n \n\r", b"a", b"", b"b", b"\n"]


def test_rest_is_the_last_line_without_newline() -> None:
    framer = LineFramer()
    assert framer.feed(b"a\nb") == [b"a"]
    assert framer.rest() == b"b"
    assert framer.rest() is None


@pytest.mark.parametrize(("limit", "times"), [(100_000, 3000), (3_000_000, 40_000)])
def test_line_over_limit_is_cut_and_marked_and_the_whole_is_in_the_spool(limit: int, times: int) -> None:
    spool = Memory()
    framer = LineFramer(limit_bytes=limit, open_spool=lambda: spool)
    line = bytes(range(32, 127)) * times
    found = []
    for start in range(0, len(line), 65536):
        found += framer.feed(line[start : start + 65536])
    found += framer.feed(b"\nnext\n")
    assert found == [Cut(line[:65536], len(line), "the-place"), b"next"]
    assert spool.data == line
    assert spool.closed


def test_cut_line_without_a_spool_keeps_its_head_and_size() -> None:
    framer = LineFramer(limit_bytes=10)
    assert framer.feed(b"x" * 50) == []
    assert framer.feed(b"y\n") == [Cut(b"x" * 50, 51, "")]


def test_body_is_complete_at_its_end_only() -> None:
    framer = BodyFramer()
    assert framer.feed(b"ab") == []
    assert framer.feed(b"c") == []
    assert framer.rest() == b"abc"


@given(st.lists(st.binary(max_size=30), max_size=20))
def test_no_byte_of_a_pipe_is_lost(chunks: list[bytes]) -> None:
    framer = LineFramer()
    lines = [line for chunk in chunks for line in framer.feed(chunk)]
    rest = framer.rest()
    assert b"\n".join([*lines, rest or b""]) == b"".join(chunks)  # type: ignore[list-item]


def test_event_with_every_field() -> None:
    raw = b"event: note\nid: 7\nretry: 250\ndata: a\ndata:b\n\n"
    (event,) = three_ways(SseFramer, raw, b"data: more")
    assert (event.event, event.id, event.retry_ms, event.data, event.raw) == ("note", "7", 250, b"a\nb", raw)


def test_line_ends_may_be_lf_crlf_or_cr() -> None:
    for end in (b"\n", b"\r\n", b"\r"):
        framer = SseFramer()
        events = framer.feed(b"data: x" + end + end + b"data: y" + end + end)
        assert [event.data for event in events] == [b"x", b"y"]


def test_byte_order_mark_is_skipped_once() -> None:
    events = SseFramer().feed(b"\xef\xbb\xbfdata: x\n\n")
    assert [event.data for event in events] == [b"x"]


def test_comment_is_a_keep_alive_with_its_bytes() -> None:
    (event,) = three_ways(SseFramer, b": ping\n\n")
    assert event.comment_only
    assert event.raw == b": ping\n\n"


def test_id_with_nul_and_retry_with_letters_are_ignored() -> None:
    (event,) = SseFramer().feed(b"id: a\0b\nretry: soon\ndata: x\n\n")
    assert (event.id, event.retry_ms) == (None, None)


def test_event_without_its_blank_line_is_marked() -> None:
    framer = SseFramer()
    assert framer.feed(b"data: x") == []
    rest = framer.rest()
    assert rest is not None
    assert (rest.complete, rest.data, rest.raw) == (False, b"x", b"data: x")


def test_event_over_the_limit_is_cut_and_the_next_one_is_read() -> None:
    spool = Memory()
    framer = SseFramer(limit_bytes=1000, open_spool=lambda: spool)
    raw = b"data: " + b"x" * 5000 + b"\n\n"
    found = []
    for start in range(0, len(raw), 300):
        found += framer.feed(raw[start : start + 300])
    found += framer.feed(b"data: y\n\n")
    assert found[0].cut is not None
    assert found[0].cut.total == len(raw)
    assert spool.data == raw
    assert found[1].data == b"y"


@given(st.lists(st.sampled_from([b"data: x", b"\n", b"\r", b"id: 1", b":", b"\n\n", b"event: e", b"\0"])))
def test_no_byte_of_a_stream_is_lost(pieces: list[bytes]) -> None:
    framer = SseFramer()
    events = [event for piece in pieces for event in framer.feed(piece)]
    rest = framer.rest()
    kept = b"".join(event.raw for event in events) + (rest.raw if rest else b"")
    assert kept == b"".join(pieces)


def test_a_retry_of_thousands_of_digits_is_a_long_one() -> None:
    [event] = SseFramer().feed(b"retry: " + b"9" * 5000 + b"\ndata: x\n\n")
    assert event.data == b"x"
    assert event.retry_ms == 999_999_999_999_999


def test_a_line_of_megabytes_comes_whole_from_its_pieces() -> None:
    line = bytes(range(32, 127)) * 40_000
    framer, found = LineFramer(), []
    for start in range(0, len(line), 65536):
        found += framer.feed(line[start : start + 65536])
    assert found == []
    assert framer.feed(b"\nnext\n") == [line, b"next"]
    assert framer.rest() is None


def test_an_event_of_many_short_lines_takes_little_more_than_its_bytes() -> None:
    framer, piece = SseFramer(), b"data: x\n" * 8192
    tracemalloc.start()
    for _ in range(64):
        framer.feed(piece)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    [event] = framer.feed(b"\n")
    assert len(event.raw) == 64 * len(piece) + 1
    assert event.data == b"\n".join([b"x"] * 64 * 8192)
    assert taken < 2 * len(event.raw)


@pytest.mark.parametrize("piece", [b"data: x\n" * 8192, b"x" * 65_536])
def test_the_end_of_a_large_event_copies_nothing(piece: bytes) -> None:
    framer = SseFramer()
    tracemalloc.start()
    framer.feed(b"data:")
    for _ in range(200):
        framer.feed(piece)
    tracemalloc.reset_peak()
    before, _ = tracemalloc.get_traced_memory()
    [event] = framer.feed(b"\n\n")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(event.raw) > 200 * len(piece)
    assert peak - before < len(event.raw) / 2  # each of its places had a little room to grow


@given(
    st.lists(
        st.sampled_from(
            [b"data: x", b"data:", b"data", b": y", b"\n", b"\r", b"\r\n", b"id: 1", b"event: e"]
        ),
        max_size=20,
    ),
    st.integers(1, 9),
    st.integers(20, 200),
)
def test_a_large_event_is_that_of_its_bytes(pieces: list[bytes], step: int, limit: int) -> None:
    data = b"".join(pieces)

    def read() -> list[tuple[Any, ...]]:
        spools: list[Memory] = []

        def spool() -> Memory:
            spools.append(Memory())
            return spools[-1]

        framer = SseFramer(limit, spool)
        events = [e for at in range(0, len(data), step) for e in framer.feed(data[at : at + step])]
        rest = framer.rest()
        events += [rest] if rest is not None else []
        said = [
            (one.event, one.data, one.id, one.comment_only, one.cut.total if one.cut else one.raw)
            for one in events
        ]
        return [*said, *(spool.data for spool in spools)]

    expected = read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(framing, "GROWN_BYTES", 4)
        assert read() == expected


def test_blank_lines_between_events_are_few_items() -> None:
    events = SseFramer().feed(b"\n" * 65_536 + b"data: x\n\n")
    assert [event.raw.strip() for event in events] == [b"", b"data: x"]
    assert len(events[0].raw) == 65_536


@given(
    st.lists(st.sampled_from([b"data: x\n", b"\n", b"\r\n", b"id: 1\r", b":\n", b"data\n", b"event: e\n"]))
)
def test_the_cuts_of_a_stream_change_nothing_of_its_events(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    whole, bytewise = SseFramer().feed(data), SseFramer()
    one_by_one = [event for at in range(len(data)) for event in bytewise.feed(data[at : at + 1])]
    said = [
        [(one.event, one.data, one.id, one.comment_only) for one in events] for events in (whole, one_by_one)
    ]
    assert said[0] == said[1]


@pytest.mark.parametrize("framer", [LineFramer(), BodyFramer(), FrameFramer()])
def test_it_is_known_whether_a_message_has_begun(framer: LineFramer | BodyFramer) -> None:
    assert not framer.unfinished and framer.rest() is None
    framer.feed(b"a")
    assert framer.unfinished
    assert framer.rest() == b"a"
    assert not framer.unfinished


def test_a_message_of_frames_is_whole_when_they_say_so() -> None:
    framer = FrameFramer(3)
    assert framer.end() == b""
    assert framer.feed(b"ab") == framer.feed(b"c") == []
    assert framer.end() == b"abc"
    framer.feed(b"abcd")
    cut = framer.end()
    assert isinstance(cut, Cut) and (cut.head, cut.total) == (b"abcd", 4)
