"""HAR of a browser, a proxy or this program becomes connections."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from inspector.trace.export import export_bytes
from inspector.trace.imports import import_file
from inspector.trace.imports.har import sniff_har
from inspector.trace.journal import Journal
from tests.trace.imports.samples import browser_entry, read
from tests.trace.recorded import MS, START_NS, ask, both, result, tell


def test_our_own_har_comes_back_as_the_same_calls(tmp_path: Path, target: Journal) -> None:
    source = both(tmp_path / "a.mcptrace")
    path = tmp_path / "a.har"
    path.write_bytes(b"".join(export_bytes(source, range(1, source.last + 1), "har")))
    imported = read(path, target)
    assert (imported.problems, imported.left_out) == (0, 0)

    def calls(journal: Journal) -> list[tuple[str, str, str, str, str]]:
        found = [journal.exchange(record.number) for record in journal.records(1, journal.last)]
        told = [one for one in found if one is not None]
        names = {info.number: info.name for info in journal.sessions()}
        return sorted(
            (names[one.session][:3], one.method, one.target, one.status[:4], one.direction) for one in told
        )

    expected = [(("127" if name == "web" else name), *rest) for name, *rest in calls(source)]
    assert calls(target) == sorted(expected)
    kinds = {record.kind for record in target.records(1, target.last)}
    assert {"stderr", "malformed", "head", "notification"} <= kinds
    opened = target.sessions()
    assert {info.transport for info in opened} == {"stdio", "http"}
    (before,), (after,) = (
        [
            one.stretches(one.ended_ns)
            for one in map(journal.exchange, range(1, journal.last))
            if one and one.tls_ns
        ]
        for journal in (source, target)
    )
    lengths = [[(name, end - start) for name, start, end in found] for found in (before, after)]
    assert lengths[0] == lengths[1]
    assert "2025-11-25" in {info.revision for info in opened}
    source.close()


def test_har_of_a_browser_is_sorted_by_time_split_by_session_and_the_rest_left_out(
    tmp_path: Path, target: Journal
) -> None:
    stream = (
        b"data: "
        + tell("notifications/progress", progressToken=1, progress=1)
        + b"\n\ndata: "
        + result(2)
        + b"\n\n"
    )
    one = [{"name": "Mcp-Session-Id", "value": "one"}]
    other = [{"name": "mcp-session-id", "value": "two"}]
    call = ask(2, "tools/call", name="a", _meta={"progressToken": 1})
    page = browser_entry("2025-01-01T00:00:00.000Z", b"a=b", b"<html>", "text/html")
    entries = [
        browser_entry(
            "2025-01-01T00:00:02.000Z", call, stream, "text/event-stream; charset=utf-8", headers=one
        ),
        browser_entry(
            "2025-01-01T00:00:01.000+00:00", ask(1, "ping"), result(1), "application/json", headers=one
        ),
        browser_entry(
            "2025-01-01T00:00:01.500Z", ask(1, "ping"), result(1), "application/json", headers=other
        ),
        page,
        {"startedDateTime": "2025-01-01T00:00:03Z", "request": {}},
    ]
    path = tmp_path / "chrome.har"
    path.write_text(json.dumps({"log": {"version": "1.2", "creator": {}, "entries": entries}}))
    imported = read(path, target)
    assert (imported.problems, imported.left_out) == (1, 1)
    http = [info for info in target.sessions() if info.transport == "http"]
    assert len(http) == 2
    found = {
        one.id: one
        for number in range(1, target.last + 1)
        if (one := target.exchange(number)) and one.session == http[0].number
    }
    assert found["1"].status == found["2"].status == "done"
    assert found["2"].duration_ns == 20 * MS
    assert found["2"].progress == 1


@pytest.mark.parametrize(
    ("head", "name", "sure"),
    [
        (b'\xef\xbb\xbf \r\n\t{"log": {"entries": [', "a", 0.95),
        (b'{"log": {"creator": {', "a", 0.95),
        (b'{"log": {', "a.har", 0.95),
        (b'{"log": {', "a.json", 0.3),
        (b'{"data": {"entries": [', "a.har", 0.0),
        (b'[{"log": {"entries": [', "a.har", 0.0),
    ],
)
def test_a_har_is_known_by_its_beginning(head: bytes, name: str, sure: float) -> None:
    assert sniff_har(head, name) == sure


def write(path: Path, *entries: object) -> Path:
    path.write_text(json.dumps({"log": {"version": "1.2", "creator": {}, "entries": entries}}))
    return path


def web_socket(*messages: tuple[str, int, bytes], url: str = "wss://x.example/mcp") -> dict[str, object]:
    told = [
        {"type": kind, "time": 1_700_000_000.5 + at, "opcode": 1, "data": data.decode()}
        for kind, at, data in messages
    ]
    return {
        "startedDateTime": "2023-11-14T22:13:20Z", "request": {"method": "GET", "url": url},
        "_webSocketMessages": told,
    }  # fmt: skip


def test_a_web_socket_with_messages_is_a_connection_and_another_is_left_out(
    tmp_path: Path, target: Journal
) -> None:
    chat = web_socket(("send", 0, b"hello"), ("receive", 1, b"{}"), url="wss://chat.example/")
    mine = web_socket(("receive", 2, result(1)), ("send", 0, ask(1, "ping")), ("receive", 1, b"noise"))
    imported = read(write(tmp_path / "a.har", chat, mine), target)
    assert (imported.problems, imported.left_out) == (0, 1)
    (info,) = target.sessions()
    assert (info.transport, info.target, info.name) == ("websocket", "wss://x.example/mcp", "x.example")
    records = target.records(1, target.last)
    assert [(one.kind, one.direction) for one in records] == [
        ("request", "out"), ("malformed", "in"), ("response", "in")
    ]  # fmt: skip
    assert [one.at_ns for one in records] == [START_NS + 500 * MS + turn * 1000 * MS for turn in range(3)]


def test_binary_messages_of_a_web_socket_are_bytes(tmp_path: Path, target: Journal) -> None:
    entry: Any = web_socket(("send", 0, ask(1, "ping")), ("receive", 1, base64.b64encode(result(1))))
    entry["_webSocketMessages"][1]["opcode"] = 2
    read(write(tmp_path / "a.har", entry), target)
    assert [one.raw for one in target.records(1, 2)] == [ask(1, "ping"), result(1)]


def test_what_is_no_entry_is_shown_with_its_bytes_and_the_reason(tmp_path: Path, target: Journal) -> None:
    whole = browser_entry("2025-01-01T00:00:00Z", ask(1, "ping"), result(1), "application/json")
    imported = read(write(tmp_path / "a.har", {"request": {"url": 5}}, whole), target)
    assert imported.problems == 1
    (shown,) = [one for one in target.records(1, target.last) if one.kind == "malformed"]
    assert shown.raw == b'{"request": {"url": 5}}'
    assert shown.note == "not a HAR entry: KeyError('startedDateTime')"


def test_bodies_in_base64_are_read_and_heads_that_are_left_out_are_found(
    tmp_path: Path, target: Journal
) -> None:
    entry: Any = browser_entry("2025-01-01T00:00:00Z", ask(1, "ping"), b"", "application/json")
    entry["response"]["content"] |= {"encoding": "base64", "text": base64.b64encode(result(1)).decode()}
    other: Any = browser_entry("2025-01-01T00:00:01Z", ask(2, "ping"), b"", "application/json")
    other["response"]["content"] |= {"encoding": "base64", "text": "abcde"}
    other["response"]["headers"] = [{"name": "Content-Type", "value": "text/plain"}]
    read(write(tmp_path / "a.har", entry, other), target)
    came = [one for one in target.records(1, target.last) if one.direction == "in"]
    assert [one.raw for one in came if one.kind != "head"] == [result(1), b"abcde"]
    heads = [one.raw for one in came if one.kind == "head"]
    assert heads[0] == b"h2 200 OK\r\ncontent-type: application/json"
    assert heads[1] == b"h2 200 OK\r\nContent-Type: text/plain"


def test_timings_become_the_moments_of_a_call(tmp_path: Path, target: Journal) -> None:
    entry: Any = browser_entry("2025-01-01T00:00:00Z", ask(1, "ping"), result(1), "application/json")
    entry["timings"] = {
        "blocked": 1, "dns": 2, "connect": 5, "ssl": 3, "send": 1, "wait": 4, "receive": 7
    }  # fmt: skip
    plain = browser_entry("2025-01-01T00:00:01Z", ask(2, "ping"), result(2), "application/json")
    read(write(tmp_path / "a.har", entry, plain), target)
    made, kept = [call for number in range(1, target.last + 1) if (call := target.exchange(number))]
    spent = [(name, (end - start) / MS) for name, start, end in made.stretches(made.ended_ns)]
    assert spent == [("queued", 1), ("connect", 4), ("tls", 3), ("send", 1), ("wait", 4), ("receive", 7)]
    assert (kept.connect_ns, kept.tls_ns, kept.written_ns) == (0, 0, 0)


def test_a_long_web_socket_can_be_stopped(tmp_path: Path, target: Journal) -> None:
    many = [("send", turn, ask(turn, "ping")) for turn in range(100)]
    path = write(tmp_path / "a.har", web_socket(*many))
    assert import_file(path, target, told=lambda _done: False) is None
