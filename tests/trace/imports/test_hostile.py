"""Whatever a file holds, an import ends: with a session, or with words that a user understands."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.errors import UsageError
from inspector.trace import file_check
from inspector.trace.export import export_bytes
from inspector.trace.imports import import_file, reading, splitting
from inspector.trace.imports.splitting import elements
from inspector.trace.journal import Journal
from tests.hostile_recordings import RECORDINGS, make_recording
from tests.trace.imports.samples import LOG, browser_entry
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
    """Import it; nothing but a UsageError may come of it, or a session file that opens."""
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
    Journal.open(folder / "t.mcptrace").close()


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
    with pytest.raises(UsageError, match="is too large: 0 MB, at most 0 MB"):
        import_file(path, journal)
    monkeypatch.undo()
    assert import_file(path, journal) is not None
    journal.close()


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recording_that_means_harm_is_read_in_part_or_refused(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_check, "_PATIENCE_S", 60.0)  # how fast this computer is, is not asked here
    path = make_recording(name, tmp_path)
    imports(tmp_path, path.name, path.read_bytes())


def test_what_cannot_be_read_is_shown_up_to_a_limit_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    head = make_recording("JSON Lines with a note of 20 MB", tmp_path).read_bytes().split(b"\n")[0]
    path.write_bytes(head + b"\n{}" * (reading.SHOWN_PROBLEMS + 500))
    with closing(Journal.create(tmp_path / "t.mcptrace")) as journal:
        imported = import_file(path, journal)
        assert imported is not None
        assert imported.problems == reading.SHOWN_PROBLEMS + 500
        assert imported.records == journal.last == reading.SHOWN_PROBLEMS
        last = journal.record(journal.last)
        assert last is not None and "only counted" in last.note


def test_of_a_har_that_was_cut_the_whole_entries_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.har"
    whole = json.dumps(HAR).encode()
    path.write_bytes(whole[: whole.index(b"_webSocketMessages") + 30])
    with closing(Journal.create(tmp_path / "t.mcptrace")) as journal:
        imported = import_file(path, journal)
        assert imported is not None and imported.problems == 1
        assert ask(1, "ping") in [one.raw for one in journal.records(1, journal.last)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a":"]"},[1,"[\\\\"],5 , "x"]', ['{"a":"]"}', '[1,"[\\\\"]', '5 , "x"']),
        ('"a",{}] and more', ['"a"', "{}"]),
        ('{"a":"\\"}{"},{"b"', ['{"a":"\\"}{"}', '{"b"']),
        ("[[]],", ["[[]]", ""]),
        ("]", []),
    ],
)
def test_elements_of_an_array_are_told_apart(text: str, found: list[str]) -> None:
    assert [piece.decode() for piece, _ in elements(text.encode(), 0)] == found


def test_a_line_without_end_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "LONGEST_LINE", 4)
    (tmp_path / "a").write_bytes(b"123456789\nab\r\n\nxyz")
    assert [line for line, _ in splitting.lines_of(tmp_path / "a")] == [b"1234", b"ab", b"", b"xyz"]


def test_many_blank_lines_in_a_row_are_a_few(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\n" * 100_000 + b"  ab \r\n" + b" \t\r\n" * 100_000 + b"\n  c\n \n d")
    found = list(splitting.lines_of(tmp_path / "a"))
    assert [line for line, _ in found if line.strip()] == [b"  ab ", b"  c", b" d"]
    assert len(found) < 200
    assert found[-1][1] == (tmp_path / "a").stat().st_size
