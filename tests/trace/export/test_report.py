"""A report has a summary, the errors and every call, and bytes never leave their fence."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace.export.report import _body
from inspector.trace.journal import Journal
from tests.trace.export.reading import exported
from tests.trace.samples import DEMO, answer, call, end, notification, request


def test_report_has_summary_errors_and_every_call_with_both_sides(journal: Journal) -> None:
    text = exported(journal, "md").decode()
    assert "- **demo** (demo 1.2): stdio, 2025-11-25, `demo-server --quiet`" in text
    assert "| tools/call ask_model | 1 | 0 | 0 | 0 | 10 ms | 10 ms |" in text
    errors = text.partition("## Errors")[2].partition("## Calls")[0]
    assert "tools/call broken: failed -32602 no such tool" in errors
    assert "resources/read demo://slow: cancelled" in errors
    assert "malformed: not UTF-8" in errors
    assert "### #3 → tools/call ask_model" in text
    assert "At 0.010 s: ok 10 ms." in text
    assert '    "name": "ask_model",' in text
    assert "- marked (#3)" in text
    assert "- note on #5: look here" in text
    assert "During #3." in text


def test_nothing_in_a_message_ends_its_fence_or_a_table(tmp_path: Path) -> None:
    hostile = Journal.create(tmp_path / "h.mcptrace")
    hostile.add_session(DEMO)
    hostile.append(
        [request(1, b'{"a":"````"}'), notification(2, b"`<script>|\n# x", kind="stderr", valid=False)]
    )
    hostile.touch(call(1, target="a|b<i>\n# heading"))
    hostile.sync()
    text = exported(hostile, "md").decode()
    assert "`````json" in text
    assert "a\\|b&lt;i> # heading" in text
    assert not re.search(r"^# (heading|x)", text, re.MULTILINE)
    hostile.close()


def test_what_a_server_says_makes_no_markup_in_a_report(tmp_path: Path) -> None:
    hostile = "x\n\n# Owned ![](http://spy/a.png) [go](http://spy) <img src=x> | `code"
    session = Journal.create(tmp_path / "h.mcptrace")
    session.add_session(SessionInfo(1, hostile, "stdio", hostile, server=hostile, decided=hostile))
    raw = json.dumps({"jsonrpc": "2.0", "method": hostile}).encode()
    session.append([notification(1, raw, method=hostile), request(2, raw, method=hostile, exchange=2)])
    session.touch(Exchange(2, 1, "out", hostile, target=hostile, status="failed", detail=hostile, ended_ns=1))
    session.add_findings([Finding(1, 0, 1, "RPC-01", "error", hostile, "")])
    session.sync()
    text = re.sub(r"(?ms)^(```+)\w*$.*?^\1$|(?<!\\)(`+)[^`\n].*?\2", "", exported(session, "md").decode())
    assert "Owned" in text
    assert not re.search(r"(?m)^\s*# Owned|(?<!\\)\]\(|(?<!\\)`|<(?!br)", text)
    session.close()


def test_report_cuts_what_is_long(tmp_path: Path) -> None:
    long = Journal.create(tmp_path / "l.mcptrace")
    raw = json.dumps({"list": list(range(5000))}).encode()
    long.append([request(1, raw), request(2, b"[" + b"1," * 200 + b"1]")])
    for number in (1, 2):
        long.touch(call(number))
    long.add_findings([Finding(2, 2, 1, "RPC-02", "warning", "odd")])
    long.sync()
    text = exported(long, "md").decode()
    assert len(text) < 30_000
    assert text.count("in all") == 2
    assert "- finding RPC-02 (warning): odd" in text
    long.close()


def test_bytes_that_the_file_wrongly_calls_valid_stand_as_they_are(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "s.mcptrace")
    journal.add_session(DEMO)
    journal.append([request(1, b"{torn", valid=True)])
    journal.touch(call(1))
    journal.sync()
    assert "```json\n{torn\n```" in exported(journal, "md").decode()
    journal.close()


def report(
    path: Path, *records: Record, exchanges: tuple[Exchange, ...] = (), session: SessionInfo = DEMO
) -> str:
    with closing(Journal.create(path)) as journal:
        journal.add_session(session)
        journal.append(list(records))
        for exchange in exchanges:
            journal.touch(exchange)
        journal.sync()
        return exported(journal, "md").decode()


def test_the_summary_counts_how_calls_ended_and_how_long_answers_took(tmp_path: Path) -> None:
    ends = (("done", 10), ("failed", 30), ("lost", 500), ("cancelled", 500), ("done", 20))
    exchanges = []
    for place, (status, took) in enumerate(ends):
        number = 2 * place + 1
        answered = number + 1 if status in ("done", "failed") else 0
        exchanges.append(end(call(number), answered, took, status))
    exchanges[0].detail = "isError: no"
    records = [
        request(number, b"{}") if number % 2 else answer(number, number - 1, b"{}") for number in range(1, 11)
    ]
    text = report(tmp_path / "a.mcptrace", *records, exchanges=tuple(exchanges))
    assert "| tools/call echo | 5 | 2 | 1 | 1 | 20 ms | 30 ms |\n" in text
    assert "10 records, 30 B, 9.0 ms, from 2023-11-14T22:13:20.001000Z. Findings: none.\n" in text
    errors = text.partition("## Errors\n\n")[2].partition("\n## Calls")[0]
    assert [line.split(" ", 2)[1] for line in errors.splitlines()] == ["#1", "#3", "#5", "#7"]


def test_a_session_without_anything_says_so(tmp_path: Path) -> None:
    text = report(tmp_path / "a.mcptrace")
    assert "\n0 records, 0 B, 0 s. Findings: none.\n\n## Errors\n\nNone.\n\n## Calls and events\n" in text
    assert "| call |" not in text


def test_a_call_without_an_answer_has_no_times(tmp_path: Path) -> None:
    text = report(tmp_path / "a.mcptrace", request(1, b"{}"), exchanges=(call(1, target=""),))
    assert "| tools/call | 1 | 0 | 0 | 0 |  |  |\n" in text
    assert "At 0.000 s: " in text and "During" not in text


def test_of_very_many_calls_and_errors_the_first_are_named(tmp_path: Path) -> None:
    numbers = range(1, 63)
    exchanges = tuple(end(call(number, target=f"t{number}"), 0, 1, "lost") for number in numbers)
    records = [request(number, b"{}") for number in numbers]
    text = report(tmp_path / "a.mcptrace", *records, exchanges=exchanges)
    assert len(re.findall(r"(?m)^\| tools/call t\d+ \|", text)) == 60
    assert "\n… and 2 more.\n" in text
    assert len(re.findall(r"(?m)^- #\d+ tools/call t\d+: ", text)) == 50
    assert "\n- … and 12 more\n" in text
    some = report(tmp_path / "b.mcptrace", *records[:50], exchanges=exchanges[:50])
    assert " more" not in some


def test_what_belongs_to_no_call_is_a_line(tmp_path: Path) -> None:
    records = [
        notification(1, b"hello", kind="stderr", method="", valid=False),
        notification(2, b"", method="x/y", direction="out"),
        notification(3, b"{", note="not `JSON`", kind="malformed", method="", valid=False),
    ]
    text = report(tmp_path / "a.mcptrace", *records)
    lines = text.partition("## Calls and events\n")[2].splitlines()
    assert lines == [
        "- #1 0.000 s ← stderr `hello`",
        "- #2 0.001 s → notification x/y",
        "- #3 0.002 s ← malformed `` not `JSON` ``",
    ]


def test_a_connection_says_what_is_known_of_it(tmp_path: Path) -> None:
    about = SessionInfo(
        1, "a", "http", "x  `y`", server="web 1", era="modern", revision="2026-07-28", decided="it answered"
    )
    text = report(tmp_path / "a.mcptrace", session=about)
    assert text.startswith(
        "# Session\n\n- **a** (web 1): http, modern, 2026-07-28, `` x `y` ``\n  - it answered\n"
    )
    bare = report(tmp_path / "b.mcptrace", session=SessionInfo(1, "a", "stdio", "x"))
    assert bare.startswith("# Session\n\n- **a**: stdio, `x`\n\n## Summary")


@pytest.mark.parametrize(
    ("raw", "valid", "body"),
    [
        (b'{"a":1}', True, '```json\n{\n  "a": 1\n}\n```'),
        (b'{"a":1}', False, '```\n{"a":1}\n```'),
        (b"\xff```", False, "````\n\\xff```\n````"),
        (b"\n".join([b"x"] * 40), False, "```\n" + "x\n" * 40 + "```"),
        (b"\n".join([b"x"] * 41), False, "```\n" + "x\n" * 40 + "… 82 B in all\n```"),
        (b"x" * 20_000, False, f"```\n{'x' * 20_000}\n```"),
        (b"x" * 20_001, False, f"```\n{'x' * 20_000}\n… 20.0 kB in all\n```"),
    ],
)
def test_bytes_stand_in_a_fence_and_are_cut_where_they_are_long(raw: bytes, valid: bool, body: str) -> None:
    assert _body(notification(1, raw, valid=valid)) == body


def test_the_whole_of_a_line_that_was_cut_is_named() -> None:
    record = notification(1, b"x\n" * 50, valid=False, spool="/tmp/line.part", size=5_000)
    assert _body(record).endswith("\n… 5.0 kB in all, see /tmp/line.part\n```")
