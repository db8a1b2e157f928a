"""A session can be read in a terminal and by a program."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.protocol.records import Exchange, Finding, SessionInfo
from inspector.trace.files import duration_text, json_lines, lines, outcome_text, size_text
from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from inspector.trace.text_columns import columns
from tests.trace.samples import DEMO, START, answer, call, end, notification, request


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(DEMO)
    journal.add_session(SessionInfo(2, "한국어 서버", "http", "https://example.com/mcp"))
    journal.append(
        [
            request(1, b'{"id":1,"method":"tools/call"}'),
            answer(2, 1, b'{"id":1,"result":{"text":"``` fence"}}', at_ns=START + 47_000_000),
            notification(3, b"\x1b[31mred\xff", kind="stderr", method="", valid=False, session=2),
            notification(4, b"x" * 300, kind="malformed", valid=False, note="not JSON", spool="line-4.part"),
            notification(5, b"", kind="lifecycle", note="exit code 17", direction="", size=0, method=""),
        ]
    )
    journal.touch(end(call(1), 2, 46.0))
    journal.add_findings([Finding(2, 1, 1, "RPC-02", "warning", "odd")])
    journal.sync()
    yield journal
    journal.close()


def test_lines_tell_one_record_each(journal: Journal) -> None:
    shown = list(lines(journal, width=0))
    assert len(shown) == 5
    assert shown[0].split() == [
        "1", "0.000", "→", "demo", "request", "tools/call", "echo", "ok", "46", "ms", "31", "B", "[warning]",
        '{"id":1,"method":"tools/call"}',
    ]  # fmt: skip
    assert "0.046  ←  demo" in shown[1]
    assert "한국어 서버  stderr" in shown[2]
    assert "␛[31mred" in shown[2]
    assert "line-4.part" in shown[3]
    assert "not JSON" in shown[3]
    assert shown[4].endswith("lifecycle     exit code 17")


def test_json_lines_have_the_whole_name_of_a_server_since_no_line_before_them_does(journal: Journal) -> None:
    journal.update_session(SessionInfo(1, "n" * 1000, "stdio", "x"))
    journal.sync()
    assert json.loads(next(json_lines(journal)))["server"] == "n" * 1000


@pytest.mark.parametrize(
    ("method", "status", "detail", "text"),
    [
        ("elicitation/create", "done", "accept", "answered"),
        ("elicitation/create", "done", "decline", "declined"),
        ("elicitation/create", "done", "cancel", "dismissed"),
        ("sampling/createMessage", "failed", "-1 User rejected", "refused -1 User rejected"),
        ("elicitation/create", "cancelled", "cancelled by the server: no", "withdrawn by the server: no"),
        ("elicitation/create", "lost", "the connection was closed", "withdrawn the connection was closed"),
        ("elicitation/create", "pending", "", "pending"),
        ("ping", "done", "", "ok"),
    ],
)
def test_a_question_of_the_server_ends_in_words_of_people(
    method: str, status: str, detail: str, text: str
) -> None:
    question = Exchange(1, 1, "in", method, status=status, detail=detail)
    assert outcome_text(question) == text


def test_a_call_of_ours_says_once_that_it_was_cancelled() -> None:
    call = Exchange(1, 1, "out", "tools/call", status="cancelled", detail="cancelled: enough")
    assert outcome_text(call) == "cancelled: enough"


def test_lines_are_cut_at_the_width_of_the_terminal(journal: Journal) -> None:
    cut, whole = list(lines(journal, width=50)), list(lines(journal, width=0))
    assert all(columns(line) <= 50 for line in cut)
    for line, full in zip(cut, whole, strict=True):
        assert line == full if columns(full) <= 50 else (line[-1] == "…" and full.startswith(line[:-1]))
    assert any(line != full for line, full in zip(cut, whole, strict=True))


def test_lines_can_be_filtered(journal: Journal) -> None:
    [shown] = lines(journal, compile_filter("is:malformed"), width=0)
    assert "not JSON" in shown


def test_json_lines_carry_every_byte(journal: Journal) -> None:
    documents = [json.loads(line) for line in json_lines(journal)]
    assert [document["number"] for document in documents] == [1, 2, 3, 4, 5]
    assert documents[0]["id"] == 1
    assert (documents[0]["status"], documents[0]["duration_ms"], documents[0]["answer"]) == ("done", 46.0, 2)
    assert documents[1]["raw"] == '{"id":1,"result":{"text":"``` fence"}}'
    assert documents[1]["findings"] == [{"rule": "RPC-02", "severity": "warning", "message": "odd"}]
    assert base64.b64decode(documents[2]["raw_base64"]) == b"\x1b[31mred\xff"
    assert documents[2]["server"] == "한국어 서버"
    assert documents[3]["spool"].endswith("line-4.part")
    assert documents[4]["note"] == "exit code 17"
    assert all("\n" not in line for line in json_lines(journal))


@pytest.mark.parametrize(
    ("duration_ns", "text"),
    [(350_000, "350 µs"), (1_500_000, "1.5 ms"), (46_000_000, "46 ms"), (1_204_000_000, "1.20 s")],
)
def test_durations_read_well(duration_ns: int, text: str) -> None:
    assert duration_text(duration_ns) == text


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (812, "812 B"), (1234, "1.2 kB"), (10_500_000, "10.5 MB")]
)
def test_sizes_read_well(size: int, text: str) -> None:
    assert size_text(size) == text
