"""Records are numbered in turn and say what they are."""

from __future__ import annotations

import pytest

from inspector.protocol.channels import Channel
from inspector.protocol.correlation import MessagePlace
from inspector.protocol.framing import Cut
from inspector.protocol.jsonrpc import parse
from inspector.protocol.recording import Recorder
from inspector.protocol.records import Exchange, Record, was_cut


@pytest.fixture
def recorder() -> Recorder:
    made = Recorder(4)
    made.number = 7
    return made


def test_a_message_belongs_to_its_exchange_which_counts_it(recorder: Recorder) -> None:
    exchange = Exchange(7, 4, "out", "tools/call", "echo")
    raw = b'{"jsonrpc":"2.0","id":1,"result":{}}'
    first = recorder.message(
        parse(b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}'),
        MessagePlace(exchange, "", False), "out", Channel("stdin"), b"asked", b"", 6, 11,
    )  # fmt: skip
    assert (first.number, exchange.last, exchange.records) == (7, 7, 1)
    answer = recorder.message(
        parse(raw),
        MessagePlace(exchange, "answer", True),
        "in",
        Channel("stdout"),
        raw,
        b"frame",
        99,
        12,
        "odd",
    )
    assert answer == Record(
        8, 12, 4, "in", "stdout", "response", "tools/call", "1", 7, "answer", 99, raw, b"frame", True, "odd"
    )
    assert (exchange.last, exchange.records, recorder.number) == (8, 2, 9)


def test_a_message_of_no_exchange_says_why_it_cannot_be_read(recorder: Recorder) -> None:
    message = parse(b"{")
    record = recorder.message(
        message, MessagePlace(None, "", False), "in", Channel("stdout"), b"{", b"", 2, 1
    )
    assert (record.exchange, record.method, record.kind, record.valid) == (0, "", "malformed", False)
    assert record.note == message.reason != ""


def test_what_is_no_message_belongs_to_the_exchange_of_its_channel(recorder: Recorder) -> None:
    channel = Channel("post-1")
    assert recorder.plain(1, "", channel, "lifecycle", note="x").exchange == 0
    channel.exchange = Exchange(3, 4, "out", "ping")
    head = recorder.plain(1, "in", channel, "head", raw=b"a", frame=b"b", size=5, spool="s")
    assert (head.number, head.exchange, head.raw, head.frame, head.size, head.spool) == (
        8,
        3,
        b"a",
        b"b",
        5,
        "s",
    )
    unread = recorder.unread(channel, b"abc", "why", 2)
    assert (unread.kind, unread.direction, unread.raw, unread.size, unread.note) == (
        "malformed", "in", b"abc", 3, "why",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "cut", "kind", "where"),
    [
        ("stdout", Cut(b"head", 2000, "part-1"), "malformed", "saved to a separate file"),
        ("stderr", Cut(b"head", 2000, ""), "stderr", "only the beginning could be saved"),
        (
            "stdout",
            Cut(b"head", 2000, "", "disk full"),
            "malformed",
            "only the beginning was saved: disk full",
        ),
    ],
)
def test_what_is_too_long_is_cut_and_says_where_the_whole_is(
    recorder: Recorder, name: str, cut: Cut, kind: str, where: str
) -> None:
    record = recorder.cut(Channel(name), cut, 5)
    place = "on one line" if Channel(name).ending else "in one message"
    assert (record.kind, record.raw, record.size, record.spool) == (kind, b"head", 2000, cut.place)
    assert record.note == f"2,000 bytes {place}: more than the limit, {where}"
    assert was_cut(record)
