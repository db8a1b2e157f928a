"""HAR of a browser, a proxy or this program becomes connections."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.trace.export import export_bytes
from inspector.trace.journal import Journal
from tests.trace.imports.samples import browser_entry, read
from tests.trace.recorded import MS, ask, both, result, tell


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
