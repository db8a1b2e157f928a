"""HAR is valid and has every call and message, whatever the connection."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from inspector.protocol.records import Record, SessionInfo
from inspector.trace.export.har_parts import iso_ms
from inspector.trace.journal import Journal
from inspector.trace.reader import Reader
from tests.trace.export.reading import assert_is_har, exported, har_entries
from tests.trace.recorded import MS
from tests.trace.samples import DEMO, START, call, end, notification, request


def test_har_has_what_a_call_over_a_pipe_waited_for(tmp_path: Path) -> None:
    asked = end(call(1), 2, 9)
    asked.started_ns, asked.written_ns = asked.sent_ns - 2 * MS, asked.sent_ns + 3 * MS
    asked.first_ns = asked.sent_ns + 5 * MS
    with closing(Journal.create(tmp_path / "pipe.mcptrace")) as journal:
        journal.add_session(DEMO)
        journal.append([request(1, b"{}")])
        journal.touch(asked)
        journal.sync()
        (entry,) = [one for one in har_entries(journal) if one["request"]["method"] == "POST"]
    assert entry["timings"] == {"blocked": 2, "send": 3, "wait": 2, "receive": 4}
    assert entry["startedDateTime"] == iso_ms(asked.started_ns)


def test_har_is_valid(journal: Journal) -> None:
    assert_is_har(json.loads(exported(journal, "har")))


def test_har_has_an_entry_for_each_http_request_with_heads_bodies_and_times(journal: Journal) -> None:
    entries = [entry for entry in har_entries(journal) if entry["_mcp"]["server"] == "web"]
    assert [entry["response"]["status"] for entry in entries] == [200, 200, 202]
    opening, stream = entries[0], entries[1]
    assert opening["request"]["method"] == "POST"
    assert opening["request"]["queryString"] == [{"name": "x", "value": "1"}]
    assert json.loads(opening["request"]["postData"]["text"])["method"] == "initialize"
    assert json.loads(opening["response"]["content"]["text"])["id"] == 1
    spent = {"blocked": 1, "connect": 2, "ssl": 0.75, "send": 0.5, "wait": 0.5, "receive": 1}
    assert opening["timings"] == spent
    assert opening["time"] == 5, "connecting includes TLS"
    assert stream["timings"] == {"blocked": 0, "send": 0, "wait": 2, "receive": 8}
    accepted = entries[2]  # a notification is no call: its heads say all that is known
    assert accepted["timings"] == {"blocked": 0, "send": 0, "wait": 1, "receive": 0}
    text = stream["response"]["content"]["text"]
    assert text.startswith("id: 1\nevent: message\ndata: ")
    assert ": keep-alive\n\n" in text
    assert "안녕" in json.loads(text.rpartition("data: ")[2])["result"]["text"]
    assert stream["response"]["content"]["size"] == len(text.encode())
    assert stream["_mcp"]["method"] == "tools/call"


def test_har_maps_stdio_calls_to_posts_and_the_rest_to_messages(journal: Journal) -> None:
    entries = [entry for entry in har_entries(journal) if entry["_mcp"]["server"] == "demo"]
    connection, calls = entries[0], entries[1:]
    assert connection["_resourceType"] == "websocket"
    kinds = [message["_mcp"]["kind"] for message in connection["_webSocketMessages"]]
    assert kinds == ["notification", "stderr", "malformed", "notification"]
    assert [message["type"] for message in connection["_webSocketMessages"]][-1] == "send"
    assert connection["_webSocketMessages"][1]["opcode"] == 2, "bytes that are no text go as base64"
    assert calls[1]["request"]["url"] == "stdio://demo/tools/call"
    assert calls[1]["timings"] == {"blocked": 0, "send": 0, "wait": 10, "receive": 0}
    assert [entry["response"]["status"] for entry in calls] == [200, 200, 200, 200, 200, 0, 0]
    assert calls[2]["_mcp"]["parent"] == calls[1]["_mcp"]["exchange"]


@pytest.mark.parametrize(
    ("transport", "target", "url"),
    [
        ("websocket", "wss://h.example/mcp", "wss://h.example/mcp"),
        ("websocket", "saved as text", "ws://saved%20as%20text/"),
        ("stdio", "run it", "stdio://my%2Fserver/"),
    ],
)
def test_har_names_the_place_of_a_connection(transport: str, target: str, url: str, tmp_path: Path) -> None:
    with closing(Journal.create(tmp_path / "a.mcptrace")) as journal:
        info = SessionInfo(1, "my/server", transport, target, START, START + 5 * MS)
        journal.add_session(info)
        journal.append([notification(1)])
        journal.sync()
        (entry,) = har_entries(journal)
    assert (entry["request"]["method"], entry["request"]["url"]) == ("GET", url)
    assert (entry["response"]["status"], entry["_resourceType"]) == (101, "websocket")
    assert entry["timings"]["receive"] == entry["time"] == 5


@pytest.mark.parametrize("form", ["har", "otlp"])
def test_however_many_connections_there_are_a_record_is_looked_at_twice_at_most(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, own = list[int](), Reader.records_of

    def records_of(reader: Reader, numbers: Sequence[int]) -> list[Record]:
        looked.extend(numbers)
        return own(reader, numbers)

    with closing(Journal.create(tmp_path / "many.mcptrace")) as journal:
        for number in range(1, 40):
            journal.add_session(replace(DEMO, number=number))
        journal.append([replace(notification(number), session=number) for number in range(1, 30)])
        journal.sync()
        monkeypatch.setattr(Reader, "records_of", records_of)
        text = exported(journal, form)
    assert sorted(looked) == sorted([*range(1, 30)] * (2 if form == "har" else 1))
    there = b"_webSocketMessages" if form == "har" else b"scopeSpans"
    assert text.count(there) == 29, "a connection without a record has no entry"
