"""Recordings of other programs become sessions; what cannot be read is shown and counted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.errors import UsageError
from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace.annotations import ColourRule
from inspector.trace.export import export_bytes
from inspector.trace.imports import IMPORTS, Imported, format_of, import_file
from inspector.trace.journal import Journal
from tests.trace.recorded import MS, START_NS, ask, both, result, tell
from tests.trace.samples import DEMO, notification, request


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "imported.mcptrace")
    yield journal
    journal.close()


def read(path: Path, journal: Journal) -> Imported:
    imported = import_file(path, journal)
    assert imported is not None
    return imported


def everything(journal: Journal) -> tuple[object, ...]:
    """All that a session holds."""
    records = journal.records(1, journal.last)
    exchanges = [journal.exchange(record.number) for record in records if record.number == record.exchange]
    added = journal.annotations.everything()
    return records, exchanges, journal.findings(), journal.sessions(), added


# -- JSON Lines --------------------------------------------------------------------------------------


def test_json_lines_round_trip_without_loss(tmp_path: Path, target: Journal) -> None:
    source = both(tmp_path / "a.mcptrace")
    source.annotations.set_rules([ColourRule("slow", "duration > 1s", "warning")])
    source.annotations.set_reference(4, True)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(export_bytes(source, range(1, source.last + 1), "jsonl")))
    assert read(path, target) == Imported("JSON Lines of this program", source.last, 0, 0)
    assert everything(target) == everything(source)
    source.close()


RAW = st.one_of(
    st.binary(max_size=40), st.sampled_from([b'{"id":9007199254740993}', "안녕\r\n".encode(), b"\x00"])
)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.tuples(RAW, RAW, st.text(max_size=10), st.booleans()), min_size=1, max_size=8), st.data())
def test_any_bytes_round_trip(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[bytes, bytes, str, bool]], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("any")
    source, back = Journal.create(folder / "a.mcptrace"), Journal.create(folder / "b.mcptrace")
    source.add_session(SessionInfo(1, "x", "stdio", "y"))
    for number, (raw, frame, note, opens) in enumerate(parts, 1):
        note = note.encode("utf-8", "ignore").decode()
        fields = {"exchange": number, "kind": "request", "id": '"a"'} if opens else {"kind": "stderr"}
        source.append(
            [Record(number, START_NS + number, 1, "in", "stdout", raw=raw, frame=frame, note=note, **fields)]  # type: ignore[arg-type]
        )
        if opens:
            progress = data.draw(st.floats(allow_nan=False))
            source.touch(Exchange(number, 1, "in", "m", last=number, status="done", progress=progress))
            source.add_findings([Finding(number, number, 1, "A-1", "info", note, "p")])
    source.sync()
    path = folder / "a.jsonl"
    path.write_bytes(b"".join(export_bytes(source, range(1, source.last + 1), "jsonl")))
    read(path, back)
    assert everything(back) == everything(source)
    source.close()
    back.close()


def test_a_part_is_renumbered_and_what_is_missing_is_none(tmp_path: Path, target: Journal) -> None:
    source = both(tmp_path / "a.mcptrace")
    path = tmp_path / "part.jsonl"
    path.write_bytes(b"".join(export_bytes(source, [3, 4, 5, 6, 7, 9], "jsonl")))
    read(path, target)
    records = target.records(1, 6)
    assert [record.exchange for record in records] == [1, 1, 3, 3, 1, 0]
    whole = target.exchange(1)
    assert whole is not None
    assert (whole.answer, whole.last, whole.target) == (5, 5, "ask_model")
    nested = target.exchange(3)
    assert nested is not None
    assert nested.parent == 1
    source.close()


def test_whole_lines_of_cut_records_come_along(tmp_path: Path, target: Journal) -> None:
    source = Journal.create(tmp_path / "a.mcptrace")
    whole = bytes(range(256)) * 4000
    file, part = source.spool_file("line")
    with file:
        file.write(whole)
    source.append([request(1, whole[:20], spool=str(part), valid=False), notification(2)])
    source.sync()
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(export_bytes(source, [1, 2], "jsonl")))
    assert read(path, target).records == 2
    record = target.record(1)
    assert record is not None
    assert Path(record.spool).read_bytes() == whole
    source.close()


def test_lines_that_are_no_records_are_kept_as_malformed(tmp_path: Path, target: Journal) -> None:
    source = Journal.create(tmp_path / "a.mcptrace")
    source.add_session(DEMO)
    source.append([notification(1), notification(2)])
    source.sync()
    lines = b"".join(export_bytes(source, [1, 2], "jsonl")).splitlines()
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n".join([lines[0], lines[1], b'{"number":', b'{"number":"x","at_ns":1}', lines[2]]))
    assert read(path, target) == Imported("JSON Lines of this program", 4, 2, 0)
    assert [record.kind for record in target.records(1, 4)] == [
        "notification", "malformed", "malformed", "notification",
    ]  # fmt: skip
    assert target.records(2, 2)[0].raw == b'{"number":'
    source.close()


# -- HAR ---------------------------------------------------------------------------------------------


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


def browser_entry(at: str, body: bytes, answer: bytes, mime: str, **more: object) -> dict[str, object]:
    return {
        "startedDateTime": at, "time": 20, "timings": {"send": 0, "wait": 10, "receive": 10},
        "request": {"method": "POST", "url": "https://x.example/mcp", "headers": more.get("headers", []),
                    "postData": {"mimeType": "application/json", "text": body.decode()}},
        "response": {"status": 200, "statusText": "OK", "headers": [], "httpVersion": "h2",
                     "content": {"mimeType": mime, "text": answer.decode(), "size": len(answer)}},
    }  # fmt: skip


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


# -- Claude Desktop ----------------------------------------------------------------------------------

OPENING = '{"method":"initialize","params":{"x":"{ metadata"},"jsonrpc":"2.0","id":0}'
OPENED = (
    '{"jsonrpc":"2.0","id":0,"result":'
    '{"protocolVersion":"2025-06-18","serverInfo":{"name":"w","version":"2"}}}'
)
_STAMP = "2025-07-23T15:09:"
LOG = f"""\
{_STAMP}15.000Z [weather] [info] Initializing server... {{ metadata: undefined }}
{_STAMP}15.405Z [weather] [info] Server started and connected successfully {{ metadata: undefined }}
{_STAMP}15.427Z [weather] [info] Message from client: {OPENING} {{ metadata: undefined }}
Traceback (most recent call last):
  File "/Users/ada/weather.py", line 1
{_STAMP}15.500Z [weather] [info] Message from server: {OPENED} {{ metadata: undefined }}
{_STAMP}16.000Z [weather] [info] Message from client: {{"method":"tools/list","jsonrpc":"2.0","id":1}}
{_STAMP}16.100Z [weather] [info] Message from server: {{"jsonrpc":"2.0","id":1,"result":[... 99 chars
{_STAMP}17.000Z [weather] [error] Server disconnected.
{_STAMP}20.000Z [weather] [info] Initializing server...
{_STAMP}21.000Z [weather] [info] Message from client: method="tools/call" id=4 params {{ metadata: {{}} }}
{_STAMP}21.250Z [weather] [info] Message from server: id=4 result {{ metadata: undefined }}
{_STAMP}21.300Z [info] Message from client: {{"jsonrpc":"2.0","method":"notifications/initialized"}}
"""


def test_a_call_that_was_open_when_lines_were_written_is_lost_when_they_are_read(
    tmp_path: Path, target: Journal
) -> None:
    live = Journal.create(tmp_path / "live.mcptrace")
    live.append([request(1, b'{"id":1,"method":"ping"}', "ping")])
    live.touch(Exchange(1, 1, "out", "ping", id="1", last=1))
    live.sync()
    path = tmp_path / "live.jsonl"
    path.write_bytes(b"".join(export_bytes(live, [1], "jsonl")))
    live.close()
    read(path, target)
    call = target.exchange(1)
    assert call is not None and (call.status, call.method) == ("lost", "ping")


def test_log_of_claude_desktop_becomes_connections_with_messages_steps_and_stderr(
    tmp_path: Path, target: Journal
) -> None:
    path = tmp_path / "mcp-server-weather.log"
    path.write_text(LOG)
    imported = read(path, target)
    assert (imported.title, imported.problems) == ("log of Claude Desktop", 1)
    assert [(info.name, info.server, info.revision) for info in target.sessions()] == [
        ("weather", "w 2", "2025-06-18"),
        ("weather", "", ""),
    ]
    rows = [(record.kind, record.method, record.role) for record in target.records(1, target.last)]
    assert rows == [
        ("lifecycle", "", ""), ("lifecycle", "", ""), ("request", "initialize", ""), ("stderr", "", ""),
        ("stderr", "", ""), ("response", "initialize", "answer"), ("request", "tools/list", ""),
        ("malformed", "", ""), ("lifecycle", "", ""), ("lifecycle", "", ""), ("request", "tools/call", ""),
        ("response", "tools/call", "answer"), ("notification", "notifications/initialized", ""),
    ]  # fmt: skip
    opening = target.exchange(3)
    assert opening is not None
    assert (opening.status, opening.duration_ns) == ("done", 73 * MS)
    first = target.record(3)
    assert first is not None
    assert first.raw == OPENING.encode()
    listing, named = target.exchange(7), target.exchange(11)
    assert listing is not None and named is not None
    assert (listing.status, listing.detail) == ("lost", "the file ends without an answer")
    assert (named.status, named.duration_ns) == ("done", 250 * MS)
    assert target.records(9, 9)[0].note == "error: Server disconnected."


def test_a_log_of_several_servers_has_a_connection_for_each(tmp_path: Path, target: Journal) -> None:
    path = tmp_path / "mcp.log"
    path.write_text(
        '2025-01-01T00:00:00.000Z [a] [info] Message from client: {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
        '2025-01-01T00:00:00.001Z [b] [info] Message from client: {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
        '2025-01-01T00:00:00.002Z [a] [info] Message from server: {"jsonrpc":"2.0","id":1,"result":{}}\n'
    )
    read(path, target)
    assert [info.name for info in target.sessions()] == ["a", "b"]
    statuses = [one.status for number in (1, 2) if (one := target.exchange(number))]
    assert statuses == ["done", "lost"]


# -- the official Inspector --------------------------------------------------------------------------


def test_protocol_export_of_the_inspector_has_answers_at_their_times(tmp_path: Path, target: Journal) -> None:
    def entry(
        at: str, origin: str, message: bytes, answer: bytes | None = None, took: float = 0
    ) -> dict[str, object]:
        given: dict[str, object] = {"id": "x", "timestamp": at, "direction": "request", "origin": origin}
        given["message"] = json.loads(message)
        return given | ({"response": json.loads(answer), "duration": took} if answer else {})

    entries = [
        entry("2026-01-01T00:00:01.000Z", "client", ask(2, "tools/call", name="slow"), result(2), 500),
        entry("2026-01-01T00:00:01.100Z", "server", ask(9, "roots/list"), result(9), 20.5),
        entry("2026-01-01T00:00:00.000Z", "client", ask(1, "initialize"), result(1), 3),
    ]
    path = tmp_path / "inspector-protocol-my-server-2026-01-01T00-00-00.000Z.json"
    path.write_text(json.dumps(entries, indent=2))
    assert read(path, target) == Imported("export of the MCP Inspector", 6, 0, 0)
    assert [info.name for info in target.sessions()] == ["my-server"]
    order = [(record.method, record.role) for record in target.records(1, 6)]
    assert order == [
        ("initialize", ""), ("initialize", "answer"), ("tools/call", ""), ("roots/list", "nested"),
        ("roots/list", "answer"), ("tools/call", "answer"),
    ]  # fmt: skip
    slow = target.exchange(3)
    assert slow is not None
    assert slow.duration_ns == 500 * MS
    assert b"\n" not in target.records(1, 1)[0].raw


def test_network_and_console_exports_of_the_inspector(tmp_path: Path, target: Journal) -> None:
    entries: list[dict[str, object]] = [
        {
            "id": "1", "timestamp": "2026-01-01T00:00:00.000Z", "method": "POST", "url": "http://h/mcp",
            "requestHeaders": {"a": "b"}, "requestBody": ask(1, "ping").decode(), "responseStatus": 200,
            "responseStatusText": "OK", "responseHeaders": {"content-type": "application/json"},
            "responseBody": result(1).decode(), "duration": 7, "category": "transport",
        },
        {
            "id": "2", "timestamp": "2026-01-01T00:00:00.000Z", "method": "GET", "url": "http://h/.well-known/x",
            "requestHeaders": {}, "responseStatus": 404, "category": "auth",
        },
        {"timestamp": "2026-01-01T00:00:01.000Z", "message": "a line\nanother"},
        {"timestamp": "2026-01-01T00:00:02.000Z", "something": "else"},
    ]  # fmt: skip
    path = tmp_path / "inspector-network-h.json"
    path.write_text(json.dumps(entries))
    imported = read(path, target)
    assert (imported.problems, imported.left_out) == (1, 1)
    kinds = sorted(record.kind for record in target.records(1, target.last))
    assert kinds == ["head", "head", "malformed", "request", "response", "stderr", "stderr"]


# -- all ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notes.txt", "hello"),
        ("a.json", '{"mcpServers":{}}'),
        ("empty.log", ""),
        ("b.json", "[1, 2]"),
        ("x.har", "{}"),
    ],
)
def test_an_unknown_file_is_refused_with_the_formats_that_are_known(
    tmp_path: Path, target: Journal, name: str, text: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert format_of(path) is None
    with pytest.raises(
        UsageError, match=r"can be opened: session files .* JSON Lines of this program, HAR .*, log of Claude"
    ):
        import_file(path, target)


def test_a_file_that_breaks_off_and_one_without_mcp_are_explained(tmp_path: Path, target: Journal) -> None:
    broken = tmp_path / "broken.har"
    broken.write_text('{"log": {"creator": {}, "entries": [')
    with pytest.raises(UsageError, match="begins like a HAR with MCP inside, but cannot be read"):
        import_file(broken, target)
    page = browser_entry("2025-01-01T00:00:00.000Z", b"a=b", b"<html>", "text/html")
    broken.write_text(json.dumps({"log": {"creator": {}, "entries": [page]}}))
    with pytest.raises(UsageError, match=r"nothing of MCP .* 1 other"):
        import_file(broken, target)
    with pytest.raises(UsageError, match=r"cannot read .*missing"):
        import_file(tmp_path / "missing.har", target)


def test_every_format_is_told_apart(tmp_path: Path) -> None:
    source = both(tmp_path / "a.mcptrace")
    for key in ("jsonl", "har"):
        path = tmp_path / f"no-suffix-{key}"
        path.write_bytes(b"".join(export_bytes(source, [1, 2, 3], key)))
        found = format_of(path)
        assert found is not None
        assert found is IMPORTS[key]
    source.close()


def test_an_import_can_be_stopped(tmp_path: Path, target: Journal) -> None:
    path = tmp_path / "mcp-server-x.log"
    path.write_text(LOG * 50)
    assert import_file(path, target, told=lambda _done: False) is None
