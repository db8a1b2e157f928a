"""Whatever a file holds, an import ends: with a session, or with words that a person understands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.errors import UsageError
from inspector.trace.export import export_bytes
from inspector.trace.imports import import_file, reading
from inspector.trace.journal import Journal
from tests.trace.imports.test_imports import LOG, browser_entry
from tests.trace.recorded import ask, both, result

NUMBERS = [-1, 0, 1.5, 1e308, -1e308, 2**63, 2**70, -(2**70)]
TEXTS = ["", "x", "\ud800", "9" * 30, "0001-01-01T00:00:00", "9999-12-31T23:59:59Z"]
ODD = st.sampled_from([None, True, [], {}, [[]], *NUMBERS, *TEXTS])


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    found = [path] if path else []
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, inner in children:
        found += places(inner, (*path, key))
    return found


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value at a place."""
    copy = json.loads(json.dumps(document))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


def imports(folder: Path, name: str, data: bytes) -> None:
    """Import it; nothing but a UsageError may come of it."""
    path = folder / name
    path.write_bytes(data)
    journal = Journal.create(folder / "t.mcptrace")
    try:
        import_file(path, journal)
    except UsageError:
        pass
    finally:
        assert not journal.failure
        journal.close()


HAR = {
    "log": {
        "version": "1.2", "creator": {"name": "x", "version": "1"},
        "entries": [
            browser_entry("2025-01-01T00:00:00Z", ask(1, "ping"), result(1), "application/json",
                          headers=[{"name": "mcp-session-id", "value": "a"}]),
            {**browser_entry("2025-01-01T00:00:00Z", b"", b"", ""), "_webSocketMessages": [
                {"type": "send", "time": 1.5, "opcode": 1, "data": ask(2, "ping").decode()}]},
        ],
    }
}  # fmt: skip
CALL = {
    "id": "1", "timestamp": "2026-01-01T00:00:00Z", "direction": "request", "origin": "client", "duration": 3,
    "message": json.loads(ask(1, "ping")), "response": json.loads(result(1)),
}  # fmt: skip
FETCHED = {
    "id": "2", "timestamp": "2026-01-01T00:00:00Z", "method": "POST", "url": "http://h/m", "duration": 1,
    "requestHeaders": {"a": "b"}, "requestBody": ask(1, "ping").decode(),
    "responseStatus": 200, "responseHeaders": {}, "responseBody": "{}",
}  # fmt: skip
PROTOCOL = [CALL, FETCHED]
few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@few
@given(st.data(), st.sampled_from([("a.har", HAR), ("a.json", PROTOCOL)]))
def test_odd_values_anywhere(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, case: tuple[str, Any]
) -> None:
    name, document = case
    path = data.draw(st.sampled_from(places(document)))
    imports(
        tmp_path_factory.mktemp("odd"), name, json.dumps(changed(document, path, data.draw(ODD))).encode()
    )


@few
@given(st.data())
def test_odd_values_in_our_own_lines(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("odd")
    source = both(folder / "a.mcptrace")
    lines = [
        json.loads(line)
        for line in b"".join(export_bytes(source, [1, 2, 3, 4, 5, 6, 7], "jsonl")).splitlines()
    ]
    source.close()
    path = data.draw(st.sampled_from(places(lines)))
    lines = changed(lines, path, data.draw(ODD))
    imports(folder, "a.jsonl", "\n".join(map(json.dumps, lines)).encode())


@few
@given(st.data())
def test_files_that_are_cut_or_damaged(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    whole = data.draw(
        st.sampled_from([json.dumps(HAR).encode(), json.dumps(PROTOCOL).encode(), LOG.encode()])
    )
    place = data.draw(st.integers(0, len(whole)))
    junk = data.draw(st.binary(max_size=6))
    name = data.draw(st.sampled_from(["mcp-server-x.log", "a.har", "a.json"]))
    imports(tmp_path_factory.mktemp("cut"), name, whole[:place] + junk + whole[place + len(junk) :])


@pytest.mark.parametrize(("name", "document"), [("x.har", HAR), ("inspector-protocol.json", [CALL])])
def test_a_document_too_large_for_memory_is_refused_with_its_size(
    name: str, document: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(json.dumps(document))
    journal = Journal.create(tmp_path / "t.mcptrace")
    monkeypatch.setattr(reading, "LARGEST_DOCUMENT", 100)
    with pytest.raises(UsageError, match="too large to be read whole: 0 MB, at most 0 MB"):
        import_file(path, journal)
    monkeypatch.undo()
    assert import_file(path, journal) is not None
    journal.close()
