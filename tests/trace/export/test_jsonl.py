"""JSON Lines hold everything about a record, and nothing that has its default."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from inspector.protocol.records import Finding, SessionInfo
from inspector.trace.annotations import ColourRule
from inspector.trace.export.jsonl import PIECE_BYTES, _call
from inspector.trace.journal import Journal
from tests.trace.export.reading import exported
from tests.trace.samples import DEMO, START, answer, call, end, notification


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal.create(tmp_path / "made.mcptrace")) as journal:
        journal.add_session(DEMO)
        yield journal


def lines(journal: Journal) -> list[dict[str, Any]]:
    journal.sync()
    return [json.loads(line) for line in exported(journal, "jsonl").splitlines()]


def test_the_first_line_tells_the_format_the_connections_and_the_rules(made: Journal) -> None:
    made.append([notification(1)])
    made.annotations.set_rules([ColourRule("slow", "duration > 1s", "warning")])
    head = lines(made)[0]
    assert (head["format"], head["version"]) == ("mcptrace-jsonl", 1)
    assert [(one["number"], one["name"], one["target"]) for one in head["sessions"]] == [
        (1, "demo", "python demo.py")
    ]
    assert [rule["name"] for rule in head["rules"]] == ["slow"]


def test_a_record_has_what_is_not_its_default(made: Journal) -> None:
    made.append(
        [notification(1, b"{}", method="", valid=False), notification(2, b"x", session=7, note="n", role="r")]
    )
    first, second = lines(made)[1:]
    assert first == {
        "number": 1, "at_ns": START + 1_000_000, "session": 1, "direction": "in", "channel": "stdout",
        "kind": "notification", "size": 3, "valid": False, "server": "demo", "raw": "{}",
    }  # fmt: skip
    assert (second["server"], second["note"], second["role"], second["method"]) == (
        "", "n", "r", "notifications/message",
    )  # fmt: skip


def test_bytes_that_are_no_text_are_base64_and_a_frame_is_kept(made: Journal) -> None:
    made.append([notification(1, b"\xff", frame=b"data: x"), notification(2, "가".encode(), frame=b"\xfe")])
    first, second = lines(made)[1:]
    assert (first["raw_base64"], first["frame"], "raw" in first) == ("/w==", "data: x", False)
    assert (second["raw"], second["frame_base64"]) == ("가", "/g==")


def test_a_request_tells_of_its_call_what_is_not_usual(made: Journal) -> None:
    made.append([notification(1, b"{}", kind="request", exchange=1, id='"a"'), answer(2, 1, b"{}")])
    exchange = end(call(1, id='"a"', rounds=2), 2, 1.5, "failed")
    exchange.detail = "no"
    made.touch(exchange)
    first, second = lines(made)[1:]
    assert (first["id"], first["target"], first["status"], first["detail"]) == ("a", "echo", "failed", "no")
    assert (first["duration_ms"], first["answer"]) == (1.5, 2)
    told = first["call"]
    assert (told["rounds"], told["status"]) == (2, "failed")
    assert "parent" not in told and "number" not in told and "progress" not in told
    assert "call" not in second and "target" not in second


def test_a_number_that_json_has_not_is_a_text() -> None:
    fields = _call(call(1, progress=float("inf"), total=2.5))
    assert (fields["progress"], fields["total"]) == ("inf", 2.5)
    assert _call(call(1, progress=0.5, total=float("-inf")))["total"] == "-inf"


def test_findings_name_their_call_and_session_where_these_are_others(made: Journal) -> None:
    made.append([notification(1), notification(2)])
    made.add_findings(
        [Finding(1, 0, 1, "A-1", "error", "bad"), Finding(1, 5, 2, "A-2", "info", "odd", "basic")]
    )
    first, second = lines(made)[1:]
    assert first["findings"] == [
        {"rule": "A-1", "severity": "error", "message": "bad"},
        {"rule": "A-2", "severity": "info", "message": "odd", "page": "basic", "exchange": 5, "session": 2},
    ]
    assert "findings" not in second


def test_marks_references_and_comments_stand_with_their_record(made: Journal) -> None:
    made.append([notification(number) for number in (1, 2, 3, 4)])
    made.annotations.set_marked([1], True)
    made.annotations.set_reference(2, True)
    made.annotations.set_note(3, "look")
    told = [{key for key in ("mark", "reference", "comment") if key in line} for line in lines(made)[1:]]
    assert told == [{"mark"}, {"reference"}, {"comment"}, set()]


@pytest.mark.parametrize(("length", "shown"), [(200, "n" * 200), (201, "n" * 199 + "…")])
def test_a_long_name_of_a_connection_stands_whole_once_only(made: Journal, length: int, shown: str) -> None:
    made.add_session(SessionInfo(2, "n" * length, "stdio", "x"))
    made.append([notification(1, session=2)])
    head, line = lines(made)
    assert head["sessions"][1]["name"] == "n" * length
    assert line["server"] == shown


def test_the_whole_of_a_cut_line_follows_in_pieces(made: Journal) -> None:
    whole = b"x" * (PIECE_BYTES + 5)
    file, path = made.spool_file("line")
    with file:
        file.write(whole)
    made.append([notification(1, b"x", spool=str(path)), notification(2, spool=str(path.with_name("gone")))])
    _, first, *pieces, second = lines(made)
    assert (first["spool"], second["spool"]) == (path.name, "gone")
    assert [piece["spool_of"] for piece in pieces] == [1, 1]
    assert [len(base64.b64decode(piece["base64"])) for piece in pieces] == [PIECE_BYTES, 5]
    assert b"".join(base64.b64decode(piece["base64"]) for piece in pieces) == whole
