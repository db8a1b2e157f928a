"""What a user names is opened: a session file, a recording, or what can be read of a damaged one."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.cli.opening import in_place_of, opened, say_imported
from inspector.cli.output import Output
from inspector.errors import ClosedError, UsageError
from inspector.trace.export import export_bytes
from inspector.trace.imports import Imported
from inspector.trace.journal import Journal

Said = pytest.CaptureFixture[str]


def test_a_session_file_is_open_as_long_as_it_is_used(session: Path, capsys: Said) -> None:
    with opened(session, Output()) as journal:
        assert journal.path == session and journal.last > 10
    with pytest.raises(ClosedError):
        journal.records(1, 1)
    assert capsys.readouterr().err == ""


def test_a_recording_of_another_program_is_read_in(session: Path, tmp_path: Path, capsys: Said) -> None:
    source = Journal.open(session)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(export_bytes(source, [1, 2, 3], "jsonl")) + b"odd\n")
    source.close()
    with opened(path, Output()) as journal:
        assert journal.last == 4
    assert capsys.readouterr().err.startswith("1 entries could not be read;")


def test_of_a_damaged_file_the_rest_is_read_and_said(session: Path, capsys: Said) -> None:
    data = bytearray(session.read_bytes())
    data[len(data) // 2 :] = b"\xff" * (len(data) - len(data) // 2)
    session.write_bytes(data)
    with opened(session, Output()) as journal:
        records = journal.last
    said = capsys.readouterr().err
    assert f"; recovered: {records} records" in said


@pytest.mark.parametrize("data", [b"", b"odd"])
def test_what_is_no_session_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "x.txt"
    file.write_bytes(data)
    with pytest.raises(UsageError), opened(file, Output()):
        pass
    with pytest.raises(UsageError), opened(tmp_path / "missing", Output()):
        pass


def test_what_came_of_an_import_is_said_where_there_is_more_to_say(capsys: Said) -> None:
    say_imported(None, Output())
    say_imported(Imported("x", 5, 0, 0), Output())
    assert capsys.readouterr().err == ""
    say_imported(Imported("x", 5, 2, 3), Output())
    assert capsys.readouterr().err.splitlines() == [
        "2 entries could not be read; they are included as malformed records",
        "3 requests without MCP were omitted",
    ]


def test_an_older_file_is_said_with_its_size(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 10)
    assert in_place_of(tmp_path / "a") == ", replacing an older one of 10 B"
    assert in_place_of(tmp_path / "b") == ""
