"""One HTTP request with its answer becomes one HAR entry, a long answer in pieces."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from inspector.protocol.records import Exchange, Record, SessionInfo
from inspector.trace.export.entries import Entry, open_entries
from inspector.trace.export.har_http import Exchanged, http_entry
from inspector.trace.journal import Journal
from tests.trace.samples import START

MS = 1_000_000
INFO = SessionInfo(1, "web", "http", "http://h/mcp")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Journal]:
    made = Journal.create(tmp_path / "web.mcptrace")
    made.add_session(INFO)
    yield made
    made.close()


def record(at_ms: int, kind: str, direction: str, raw: bytes = b"", **more: object) -> Record:
    given: dict[str, Any] = {"channel": "1", "size": len(raw), "raw": raw, **more}
    return Record(at_ms, START + at_ms * MS, 1, direction, kind=kind, **given)


def channel_of(journal: Journal, *records: Record, exchange: Exchange | None = None) -> Exchanged:
    """A channel with these records, numbered from 1, which are in the journal, too."""
    numbered = [replace(one, number=number) for number, one in enumerate(records, 1)]
    journal.append(numbered)
    journal.sync()
    channel = Exchanged(INFO)
    for one in numbered:
        channel.add(Entry(one, exchange))
    return channel


def entry_of(journal: Journal, channel: Exchanged) -> dict[str, Any]:
    with open_entries(journal) as entries:
        found: dict[str, Any] = json.loads(b"".join(http_entry(entries, channel)))
    return found


SENT = record(1, "head", "out", b"PUT http://h/mcp?a=b\r\nX: 1: 2\r\nEmpty: ")
ASKED = record(2, "request", "out", b'{"id":1}')
OPENED = record(3, "head", "in", b"HTTP/2 203 Non Authoritative\r\nContent-Type: text/event-stream\r\nB: c")


def test_an_entry_has_both_heads_and_both_bodies(session: Journal) -> None:
    answer = record(4, "response", "in", b'{"a":\n1}', frame=b'data: {"a":\ndata: 1}\n\n')
    entry = entry_of(session, channel_of(session, SENT, ASKED, OPENED, answer))
    one, other = entry["request"], entry["response"]
    assert (one["method"], one["url"]) == ("PUT", "http://h/mcp?a=b")
    assert one["headers"] == [{"name": "X", "value": "1: 2"}, {"name": "Empty", "value": ""}]
    assert (one["postData"]["text"], one["bodySize"]) == ('{"id":1}', 8)
    assert (other["httpVersion"], other["status"], other["statusText"]) == (
        "HTTP/2",
        203,
        "Non Authoritative",
    )
    content = other["content"]
    assert content == {"size": 22, "mimeType": "text/event-stream", "text": 'data: {"a":\ndata: 1}\n\n'}
    assert other["bodySize"] == 22
    assert "_error" not in other
    assert entry["_resourceType"] == "eventsource"
    assert entry["_mcp"] == {
        "server": "web", "transport": "http", "exchange": 0, "records": 4, "first_record": 1
    }  # fmt: skip


def test_without_heads_an_entry_says_what_is_known(session: Journal) -> None:
    failed = record(3, "lifecycle", "", note="connection refused")
    entry = entry_of(session, channel_of(session, ASKED, failed))
    assert (entry["request"]["method"], entry["request"]["url"]) == ("POST", "http://h/mcp")
    answer = entry["response"]
    assert (answer["status"], answer["statusText"], answer["_error"]) == (0, *["connection refused"] * 2)
    assert answer["httpVersion"] == "HTTP/1.1"
    assert answer["content"] == {"size": 0, "mimeType": "x-unknown"}
    assert entry["_resourceType"] == "fetch"


def test_without_a_body_it_is_a_get_and_a_status_that_is_no_number_is_0(session: Journal) -> None:
    entry = entry_of(session, channel_of(session, record(1, "head", "in", b"HTTP/1.1 odd")))
    assert entry["request"]["method"] == "GET"
    assert "postData" not in entry["request"]
    assert (entry["response"]["status"], entry["response"]["statusText"]) == (0, "")


def test_bytes_that_are_no_text_go_as_base64_whole(session: Journal) -> None:
    pieces = [b"a", b"\xff\xfe", b"\x00" * 5, b"text"]
    records = [record(2 + turn, "malformed", "in", piece) for turn, piece in enumerate(pieces)]
    content = entry_of(session, channel_of(session, SENT, *records))["response"]["content"]
    assert content["encoding"] == "base64"
    assert base64.b64decode(content["text"], validate=True) == b"".join(pieces)
    assert content["size"] == 12


def test_members_of_a_batch_are_not_told_twice_and_the_first_message_is_the_body(session: Journal) -> None:
    batch = record(4, "batch", "in", b"[{},{}]")
    member = record(5, "response", "in", b"{}", note="inside #2")
    later = record(6, "notification", "out", b'{"later":1}')
    entry = entry_of(session, channel_of(session, ASKED, batch, member, later))
    assert entry["response"]["content"]["text"] == "[{},{}]"
    assert entry["request"]["postData"]["text"] == '{"id":1}'
    assert entry["_mcp"]["records"] == 4


def call(status: str = "done", **more: object) -> Exchange:
    given: dict[str, Any] = {"channel": "1", "sent_ns": START + 2 * MS, "last": 4, "id": "1", **more}
    return Exchange(2, 1, "out", "tools/call", "echo", status=status, detail="why", parent=9, **given)


def test_an_entry_names_the_call_and_has_its_times(session: Journal) -> None:
    answer = record(14, "response", "in", b"{}")
    own = call(first_ns=START + 5 * MS, written_ns=START + 4 * MS)
    entry = entry_of(session, channel_of(session, SENT, ASKED, OPENED, answer, exchange=own))
    assert entry["_mcp"] == {
        "server": "web", "transport": "http", "exchange": 2, "method": "tools/call", "target": "echo",
        "id": "1", "status": "done", "detail": "why", "parent": 9, "records": 4, "first_record": 1,
    }  # fmt: skip
    assert entry["timings"] == {"blocked": 1, "send": 2, "wait": 1, "receive": 9}


@pytest.mark.parametrize("foreign", [{"channel": "2"}, {"sent_ns": START}])
def test_times_of_a_call_on_another_channel_or_before_are_not_those_of_the_entry(
    session: Journal, foreign: dict[str, Any]
) -> None:
    other = call(first_ns=START + 9 * MS, **foreign)
    entry = entry_of(session, channel_of(session, SENT, ASKED, OPENED, exchange=other))
    assert entry["timings"] == {"blocked": 0, "send": 0, "wait": 2, "receive": 0}
    assert entry["_mcp"]["exchange"] == 2


def test_a_channel_is_over_when_its_call_has_ended_and_was_answered(session: Journal) -> None:
    channel = channel_of(session, SENT, ASKED, OPENED, exchange=call())
    assert not channel.is_over(3), "the call goes on to record 4"
    channel.add(Entry(record(4, "response", "in", b"{}"), call()))
    assert channel.is_over(4)
    assert not channel.is_over(5)


def test_a_channel_with_a_pending_call_or_without_an_answer_is_not_over(session: Journal) -> None:
    asked = channel_of(session, SENT, ASKED, exchange=call(last=2))
    assert not asked.is_over(2)
    asked.add(Entry(OPENED, call("pending", last=3)))
    assert not asked.is_over(3)


def test_what_was_answered_long_ago_and_is_no_call_is_stale(session: Journal) -> None:
    head = record(3, "head", "in", b"HTTP/1.1 202 Accepted")
    channel = channel_of(session, SENT, ASKED)
    assert not channel.is_stale(9), "nothing came yet"
    channel.add(Entry(head, None))
    assert channel.is_stale(4)
    assert not channel.is_stale(3)
    channel.add(Entry(record(4, "response", "in", b"{}"), call()))
    assert not channel.is_stale(9), "a call is over when it ends"


def test_a_stream_of_events_is_never_stale(session: Journal) -> None:
    assert not channel_of(session, SENT, OPENED).is_stale(9)
