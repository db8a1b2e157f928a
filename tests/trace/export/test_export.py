"""Every export says what was in the session, in part, whole and without secrets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.protocol.records import Finding
from inspector.trace.export import EXPORTS, export_bytes, export_to_file
from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import Redactor
from tests.trace.export.reading import exported
from tests.trace.samples import DEMO, call, notification, request


@pytest.mark.parametrize("key", EXPORTS)
def test_a_part_of_a_session_can_be_exported(journal: Journal, key: str) -> None:
    assert 0 < len(exported(journal, key, [7])) < len(exported(journal, key))


@pytest.mark.parametrize("key", EXPORTS)
def test_an_empty_session_can_be_exported(tmp_path: Path, key: str) -> None:
    empty = Journal.create(tmp_path / "e.mcptrace")
    data = b"".join(export_bytes(empty, [], key))
    if key in ("har", "otlp"):
        json.loads(data)
    empty.close()


def test_a_file_is_replaced_only_by_a_whole_one(journal: Journal, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    numbers = range(1, journal.last + 1)
    assert export_to_file(journal, numbers, "jsonl", target, told=lambda _done: False) == 0
    assert target.read_text() == "old"
    assert export_to_file(journal, numbers, "jsonl", target, told=lambda _done: True) == target.stat().st_size
    assert target.read_text() != "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mcptrace", "out.jsonl"]


def test_a_place_that_cannot_be_written_is_named(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot write .*missing"):
        export_to_file(journal, [1], "md", tmp_path / "missing" / "x.md")


@pytest.mark.parametrize("key", EXPORTS)
def test_no_secret_is_in_any_redacted_export(tmp_path: Path, key: str) -> None:
    secret = "hunter2-correct-horse"
    journal = Journal.create(tmp_path / "s.mcptrace")
    journal.add_session(DEMO)
    raw = json.dumps({"method": "tools/call", "params": {"name": secret, "password": secret}}).encode()
    journal.append([request(1, raw), notification(2, f"{secret}!".encode(), kind="stderr", valid=False)])
    journal.touch(call(1, target=f"user {secret}", detail=f"bad {secret}"))
    journal.add_findings([Finding(1, 1, 1, "X-1", "error", f"{secret} is odd")])
    journal.annotations.set_note(1, f"try {secret}")
    journal.sync()
    plain = b"".join(export_bytes(journal, [1, 2], key))
    clean = b"".join(export_bytes(journal, [1, 2], key, Redactor()))
    assert secret.encode() in plain
    assert secret.encode() not in clean
    assert "«password-1»" in clean.decode()
    journal.close()
